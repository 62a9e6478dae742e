"""The Flask app factory."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from scorer import resources
from scorer.store.database import open_database
from scorer.store.games import GameStore
from scorer.web import (
    assets,
    board,
    corners,
    errors,
    forms,
    home,
    installing,
    jobs,
    live,
    logs,
    newgame,
    pictures,
    security,
    share,
    table,
    teach,
    understand,
    upload,
    words,
)
from scorer.web.limits import limiter
from scorer.web.readers import Readers
from scorer.web.services import Services

PARTS = (
    home,
    newgame,
    table,
    upload,
    jobs,
    board,
    understand,
    corners,
    pictures,
    share,
    teach,
    installing,
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
    app = Flask(
        "scorer.web",
        template_folder=str(resources.folder("templates")),
        static_folder=str(resources.folder("static")),
    )
    engine = open_database(folder)
    hub = live.Hub()
    given = config or {}
    app.extensions["scorer"] = Services(
        GameStore(engine),
        folder / "boards",
        hub,
        given.get("READERS") or Readers(),
        str(given.get("NETWORK_URL", "")),
    )
    app.config.update(
        SECRET_KEY=_secret_key(folder),
        MAX_CONTENT_LENGTH=MAX_UPLOAD_BYTES,
        MAX_FORM_PARTS=20,
        SESSION_COOKIE_SAMESITE="Lax",
        # A page may stay open on the table for a whole evening.
        WTF_CSRF_TIME_LIMIT=None,
        # Pages send no referrer, which the strict check under https would ask for.
        WTF_CSRF_SSL_STRICT=False,
        RATELIMIT_ENABLED=True,
        RATELIMIT_STORAGE_URI="memory://",
    )
    app.config.update(given)
    security.init_app(app)
    limiter.init_app(app)
    words.init_app(app)
    errors.init_app(app)
    forms.init_app(app)
    assets.init_app(app)
    live.init_app(app, hub)
    installing.init_app(app)
    logs.init_app(app)
    for part in PARTS:
        app.register_blueprint(part.views)
    return app


def _secret_key(folder: Path) -> bytes:
    """Return the key that signs cookies; kept, so that open pages outlive a restart."""
    path = folder / "secret.key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(secrets.token_bytes(32))
    return path.read_bytes()
