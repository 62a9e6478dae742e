"""A store in a new folder, or where the tests' environment says."""

from pathlib import Path

from scorer.store.database import open_database
from scorer.store.games import GameStore
from scorer.store.pictures import pictures_at
from scorer.store.postgres import open_postgres
from scorer.web.hosted.settings import engines_named


def store_in(folder: Path) -> GameStore:
    """Return the store of an app on the data folder *folder*."""
    if engines := engines_named():
        return GameStore(open_postgres(engines.database), pictures_at(engines.photos))
    return GameStore(open_database(folder))
