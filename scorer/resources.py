"""Where the files beside the code are, and where this computer's own data is kept.

In a checkout templates, static files and samples stand at its top level; an installed
wheel carries them in ``_bundled``.
"""

import os
from functools import cache
from pathlib import Path

from platformdirs import user_data_path

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder(name: str) -> Path:
    """Return the folder called *name* (``templates``, ``static`` or ``samples``)."""
    bundled = _PACKAGE / "_bundled" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name


def data_dir() -> Path:
    """Return the folder for games and taught boards; the variable SCORER_DATA moves it."""
    chosen = os.environ.get("SCORER_DATA")
    return Path(chosen).expanduser() if chosen else user_data_path("route-scorer")


def taught_boards_dir() -> Path:
    """Return the folder of boards taught from a photo, one folder each."""
    return data_dir() / "boards"


def taught_maps_dir() -> Path:
    """Return the folder of taught maps of Ticket to Ride, one folder each."""
    return data_dir() / "maps"
