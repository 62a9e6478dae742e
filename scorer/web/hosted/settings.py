"""Where the engines of a server of many processes are, as its environment says."""

from collections.abc import Mapping
from dataclasses import dataclass
from os import environ

from scorer.store.database import StoreError

DATABASE, REDIS, PHOTOS = "SCORER_DATABASE_URL", "SCORER_REDIS_URL", "SCORER_PHOTOS_URL"
_REDIS_SCHEMES = ("redis://", "rediss://", "unix://")


@dataclass(frozen=True, slots=True)
class Engines:
    """The addresses of the engines. They may hold passwords, and are never shown."""

    database: str
    redis: str
    photos: str = ""

    def __repr__(self) -> str:
        return "Engines(…)"


def engines_named(variables: Mapping[str, str] = environ) -> Engines | None:
    """Return where the engines are; None: this is a server of one process.

    Raises
    ------
    StoreError
        If only one of the two is named, or the address of Redis is none.
    """
    database, redis = variables.get(DATABASE, ""), variables.get(REDIS, "")
    if not database and not redis:
        return None
    if not (database and redis):
        missing = REDIS if database else DATABASE
        raise StoreError(
            f"{missing} is not set: a server of many processes needs both {DATABASE} and {REDIS}"
        )
    if not redis.startswith(_REDIS_SCHEMES):
        raise StoreError(
            f"{REDIS} is no address of a Redis server: expected one like redis://127.0.0.1:6379/0"
        )
    return Engines(database, redis, variables.get(PHOTOS, ""))
