"""What differs between databases: one small adapter for each, chosen by the engine's dialect."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorer.store.database import forget_journal


class Dialect(Protocol):
    """What a store asks of its database beside statements that all databases know."""

    def turn(self) -> AbstractContextManager[object]:
        """Return what a writer holds while it writes."""

    def reader(self) -> Engine:
        """Return the engine for whoever only looks."""

    def is_full(self, error: DBAPIError) -> bool:
        """Whether *error* says that there is no room."""

    def forget_journal(self) -> bool:
        """Empty what keeps deleted things readable; return whether it is empty."""

    def bytes_used(self) -> int:
        """Return how many bytes are in use."""


class Sqlite:
    """One file, and one writer at a time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # The database lets writers wait too, but in no order: the last may wait for ever.
        self._turn = threading.Lock()

    def turn(self) -> AbstractContextManager[object]:
        """Return the lock of this process's writers."""
        return self._turn

    def reader(self) -> Engine:
        """Return the engine itself: what is read together is of one moment."""
        return self._engine

    def is_full(self, error: DBAPIError) -> bool:
        """Whether the disk is full."""
        return "full" in str(error.orig)

    def forget_journal(self) -> bool:
        """Empty the write-ahead journal."""
        return forget_journal(self._engine)

    def bytes_used(self) -> int:
        """Return how much of the file is in use."""
        with Session(self._engine) as session:
            pages, free, size = (
                int(session.scalar(text(f"PRAGMA {name}")) or 0)
                for name in ("page_count", "freelist_count", "page_size")
            )
        return (pages - free) * size


class Postgres:
    """A server with many writers: they wait for one another game by game, at the game's row."""

    # SQLSTATE of a full disk.
    _FULL = "53100"

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def turn(self) -> AbstractContextManager[object]:
        """Return nothing to hold."""
        return nullcontext()

    def reader(self) -> Engine:
        """Return an engine that begins no transactions, which here are of no one moment either."""
        return self._engine.execution_options(isolation_level="AUTOCOMMIT")

    def is_full(self, error: DBAPIError) -> bool:
        """Whether the server's disk is full."""
        return getattr(error.orig, "sqlstate", None) == self._FULL

    def forget_journal(self) -> bool:
        """Do nothing: the server reuses its pages and its log by itself."""
        return True

    def bytes_used(self) -> int:
        """Return how much the database takes on the server's disk."""
        with Session(self._engine) as session:
            query = text("SELECT pg_database_size(current_database())")
            return int(session.scalar(query) or 0)


_DIALECTS: dict[str, Callable[[Engine], Dialect]] = {"sqlite": Sqlite, "postgresql": Postgres}


def dialect_of(engine: Engine) -> Dialect:
    """Return the adapter of *engine*'s database."""
    return _DIALECTS[engine.dialect.name](engine)
