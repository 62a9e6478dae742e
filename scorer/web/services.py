"""What the views work with, kept with the app."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from flask import current_app

from scorer.store.games import GameStore


@dataclass(frozen=True, slots=True)
class Services:
    """The games, and the folder of boards taught from a photo."""

    games: GameStore
    taught_boards: Path


def services() -> Services:
    """Return what the current app's views work with."""
    return cast(Services, current_app.extensions["scorer"])
