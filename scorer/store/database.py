"""Opens the database file and brings it up to date."""

import os
import sqlite3
import time
from pathlib import Path
from sqlite3 import Connection as RawConnection
from sqlite3 import OperationalError

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

FILE_NAME = "games.sqlite3"
# The execution option of a connection that is going to write.
WRITES = "writes"
# How long a writer of another process is waited for.
PATIENCE_S = 30.0
_PAUSE_S = 0.05
_PATIENCE = f"PRAGMA busy_timeout = {round(1000 * PATIENCE_S)}"


class StoreError(ValueError):
    """A data folder that cannot be used, saying what to do."""


def open_database(folder: Path) -> Engine:
    """Return the database in *folder*, made or migrated as needed.

    Raises
    ------
    StoreError
        If the folder cannot be written to, or the database there cannot be read.
    """
    path = folder / FILE_NAME
    try:
        # Others on this computer have no business with players' names and photos.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.chmod(0o600)
    except OSError as error:
        raise StoreError(_no_place(folder, error.strerror or "")) from error
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    try:
        # Two servers may start on one new folder: the second waits, then finds the work done.
        with engine.execution_options(**{WRITES: True}).begin() as connection:
            migrate(connection)
    except StoreError:
        engine.dispose()
        raise
    except (DBAPIError, sqlite3.Error) as error:
        engine.dispose()
        raise StoreError(_unreadable(path, folder, error)) from error
    return engine


def _no_place(folder: Path, reason: str) -> str:
    return (
        f"games cannot be kept in {folder} ({reason}): choose another folder "
        "with the variable SCORER_DATA"
    )


def _unreadable(path: Path, folder: Path, error: Exception) -> str:
    """Return what is wrong with the database file and what to do."""
    text = str(getattr(error, "orig", error))
    if "full" in text:
        return _no_place(folder, "the disk is full")
    if "locked" in text:
        return f"another program is using {path}: stop it, then start again"
    return (
        f"the games in {path} cannot be read ({text}): put a back-up in its place, or move the "
        "file away to begin anew"
    )


def _prepare(connection: RawConnection, _: object) -> None:
    """Let readers go on while one writes, and let a second writer wait its turn."""
    # Transactions begin where ``_begin`` says so, not where the driver thinks.
    connection.isolation_level = None
    connection.execute(_PATIENCE)
    _write_ahead(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    # What is deleted is overwritten.
    connection.execute("PRAGMA secure_delete = ON")


def _write_ahead(connection: RawConnection) -> None:
    """Turn the write-ahead journal on; that alone does not wait for others by itself."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE_S)
        else:
            return


def _begin(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the lock before it reads anything.

    So what it read is still true when it writes, and no writer meets a stale version.
    """
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def forget_journal(engine: Engine) -> bool:
    """Empty the journal, which holds pages as they were before the last changes.

    Returns
    -------
    bool
        Whether it is empty: while somebody reads, a back-up for example, it cannot be emptied.
    """
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        # Who deletes does not wait for a back-up to end.
        cursor.execute("PRAGMA busy_timeout = 100")
        row = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        cursor.execute(_PATIENCE)
        return not row[0]
    finally:
        connection.close()


def keep_safely(path: Path, data: bytes) -> None:
    """Write a small private file whole or not at all, whatever happens meanwhile.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StoreError(_no_place(path.parent, error.strerror or "")) from error


def migrate(connection: Connection) -> None:
    """Bring the tables up to date, in the transaction of *connection*.

    Raises
    ------
    StoreError
        If a newer version of the scorer has made them.
    """
    config = Config()
    config.set_main_option("script_location", "scorer.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            f"the games in {_where(connection)} were kept by a newer version of the scorer: "
            "install that version, or choose another place with the variable "
            f"{'SCORER_DATA' if connection.dialect.name == 'sqlite' else 'SCORER_DATABASE_URL'}"
        ) from error


def _where(connection: Connection) -> str:
    return str(connection.engine.url.database)
