"""Opens a PostgreSQL database for servers of several processes, and brings it up to date."""

import re

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.url import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError

from scorer.store.database import StoreError, migrate
from scorer.store.values import NotReachableError

# Of one process; more than it has threads that write at a time.
CONNECTIONS = 8
MORE_CONNECTIONS = 24
# How long a free connection is waited for.
PATIENCE_S = 5.0
_DRIVER = "postgresql+psycopg"
# Times in UTC, as SQLite keeps them; nobody waits for ever, be it for a lock or for an answer.
_OPTIONS = "-c timezone=utc -c lock_timeout=10s -c statement_timeout=20s"
# Any number: the lock of those who migrate.
_MIGRATING = 3_025_001
# Shutting down, starting up, crashed, too many connections, an idle transaction was ended.
_AWAY = re.compile(r"57P0[1-5]|53300|08...|25P03|55P03|57014")


def open_postgres(url: str, *, connections: int = CONNECTIONS) -> Engine:
    """Return the database at *url*, made or migrated as needed; its user may make tables.

    Raises
    ------
    StoreError
        If *url* is none, or the database there does not answer or let us in.
    """
    engine = create_engine(
        _url(url),
        pool_size=connections,
        max_overflow=MORE_CONNECTIONS,
        pool_timeout=PATIENCE_S,
        # After the server was away, the first statement need not fail.
        pool_pre_ping=True,
        # Keys, names and marks have no business in logs.
        hide_parameters=True,
        connect_args={
            "connect_timeout": 3,
            "options": _OPTIONS,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 2,
        },
    )
    event.listen(engine, "handle_error", _say_away)
    try:
        with engine.begin() as connection:
            # Of servers that start together the second waits, then finds the work done.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            migrate(connection)
    except (NotReachableError, DBAPIError) as error:
        engine.dispose()
        raise StoreError(
            f"the database at {engine.url.host or 'this computer'} cannot be used "
            f"({_reason(error)}): look at SCORER_DATABASE_URL and whether PostgreSQL runs"
        ) from error
    except StoreError:
        engine.dispose()
        raise
    return engine


def _url(url: str) -> URL:
    try:
        made = make_url(url)
    except ArgumentError:
        made = None
    if made is None or made.get_backend_name() not in ("postgresql", "postgres"):
        # The address may hold a password: it is not repeated.
        raise StoreError(
            "SCORER_DATABASE_URL is no address of a PostgreSQL database: expected one like "
            "postgresql://scorer:password@db.example.org/scorer"
        )
    return made.set(drivername=_DRIVER)


def _say_away(context: ExceptionContext) -> None:
    """Raise ``NotReachableError`` in place of an error that says that the server is away."""
    state = getattr(context.original_exception, "sqlstate", None)
    lost = isinstance(context.sqlalchemy_exception, OperationalError | InterfaceError)
    if context.is_disconnect or (lost and state is None) or (state and _AWAY.match(state)):
        # A pooled connection that died is tried anew by the pool itself.
        if context.is_pre_ping:
            return
        raise NotReachableError("the database does not answer") from context.original_exception


def _reason(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error.__cause__ or error
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(cause).__name__
