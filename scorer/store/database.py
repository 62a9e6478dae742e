"""Opens the database file and brings it up to date."""

from pathlib import Path
from sqlite3 import Connection

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event

FILE_NAME = "games.sqlite3"


class StoreError(ValueError):
    """A data folder that cannot be used, saying what to do."""


def open_database(folder: Path) -> Engine:
    """Return the database in *folder*, made or migrated as needed.

    Raises
    ------
    StoreError
        If the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE_NAME).touch()
    except OSError as error:
        raise StoreError(
            f"games cannot be kept in {folder} ({error.strerror}): choose another folder "
            "with the variable SCORER_DATA"
        ) from error
    engine = create_engine(f"sqlite:///{folder / FILE_NAME}")
    event.listen(engine, "connect", _prepare)
    _migrate(engine)
    return engine


def _prepare(connection: Connection, _: object) -> None:
    """Let readers go on while one writes, and let a second writer wait its turn."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA foreign_keys = ON")
    # What is deleted is overwritten.
    connection.execute("PRAGMA secure_delete = ON")


def forget_journal(engine: Engine) -> None:
    """Empty the journal, which holds pages as they were before the last changes."""
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", "scorer.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
