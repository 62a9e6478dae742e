"""What the views work with, kept with the app."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from flask import current_app

from scorer.store.games import GameStore
from scorer.web.reading.desk import Desk
from scorer.web.serving.live import Hub
from scorer.web.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Services:
    """The games, the folder of boards taught from a photo, who is told of changes, the desk that
    takes photos, and who keeps that folder, and that of taught maps and towns, up to date.
    """

    games: GameStore
    taught_boards: Path
    hub: Hub
    desk: Desk
    shelf: Shelf
    maps: Shelf
    # Where phones in the same network reach this server, if that is known.
    network_url: str = ""


def services() -> Services:
    """Return what the current app's views work with."""
    return cast(Services, current_app.extensions["scorer"])
