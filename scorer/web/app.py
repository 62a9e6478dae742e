"""The Flask app factory."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask

from scorer import resources
from scorer.rules.jsonfile import build_decoders
from scorer.web import housekeeping, shelf
from scorer.web.engines import open_works
from scorer.web.games.tickettoride.known import TAUGHT_MAPS
from scorer.web.pages import (
    better,
    board,
    camera,
    corners,
    game,
    home,
    jobs,
    newgame,
    pictures,
    share,
    shareboard,
    tapping,
    teach,
    understand,
    upload,
    whichboard,
)
from scorer.web.pages.boxes import innsmouth, townteach
from scorer.web.pages.linkmaps import mapphoto, maps, mapteach
from scorer.web.reading.desk import Desk
from scorer.web.services import Services
from scorer.web.serving import (
    assets,
    certificates,
    errors,
    forms,
    health,
    hosts,
    installing,
    limits,
    live,
    logs,
    security,
    words,
)
from scorer.web.serving.limits import public_quotas

PARTS = (
    home,
    newgame,
    game,
    upload,
    jobs,
    board,
    understand,
    corners,
    camera,
    whichboard,
    better,
    pictures,
    share,
    teach,
    tapping,
    shareboard,
    maps,
    mapphoto,
    mapteach,
    innsmouth,
    townteach,
    installing,
    certificates,
    words,
)

# A 12-megapixel photo has 3 to 8 MB.
MAX_UPLOAD_BYTES = 20_000_000


def create_app(data_dir: Path | None = None, config: Mapping[str, Any] | None = None) -> Flask:
    """Return the web app.

    Parameters
    ----------
    data_dir : Path, optional
        Where games and taught boards are kept; by default this user's data folder.
    config : mapping, optional
        Flask settings that replace the usual ones.

    Raises
    ------
    StoreError
        If *data_dir* cannot be written to.
    """
    folder = data_dir or resources.data_dir()
    app = logs.PrivateFlask(
        "scorer.web",
        template_folder=str(resources.folder("templates")),
        static_folder=None,
    )
    given = config or {}
    # Photos that wait are read in threads from here on, and requests come in several at once.
    build_decoders()
    works = open_works(folder, given)
    games, hub, boards = works.games, works.hub, works.shelf.folder
    desk = Desk(games, boards, works.line)
    network = str(given.get("NETWORK_URL", ""))
    app.extensions["scorer"] = Services(games, boards, hub, desk, works.shelf, works.maps, network)
    app.config[TAUGHT_MAPS] = works.maps.folder
    app.config.update(
        SECRET_KEY=works.secret,
        MAX_CONTENT_LENGTH=MAX_UPLOAD_BYTES,
        MAX_FORM_PARTS=20,
        SESSION_COOKIE_SAMESITE="Lax",
        # Where a board's owner is kept, it is for long.
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_REFRESH_EACH_REQUEST=False,
        # A page may stay open on the table for a whole evening.
        WTF_CSRF_TIME_LIMIT=None,
        # Pages send no referrer, which the strict check under https would ask for.
        WTF_CSRF_SSL_STRICT=False,
        RATELIMIT_ENABLED=True,
    )
    app.config.update(works.settings)
    app.config.update(given)
    hosts.init_app(app)
    security.init_app(app)
    limits.init_app(app)
    words.init_app(app)
    errors.init_app(app)
    forms.init_app(app)
    assets.init_app(app)
    live.init_app(app, hub)
    health.init_app(app, works.checks)
    shelf.init_app(app, works.shelf, works.maps)
    installing.init_app(app)
    keeper = housekeeping.Housekeeper(games, boards, app.config[TAUGHT_MAPS])
    housekeeping.init_app(app, keeper)
    # Nobody could end the thread before the database that it uses.
    if app.config.get("PUBLIC_NAME") and not app.testing:
        keeper.sweep_for_ever(public_quotas())
    logs.init_app(app)
    for part in PARTS:
        app.register_blueprint(part.views)
    return app
