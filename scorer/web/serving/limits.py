"""How much may be asked and kept: generous for a table at home, tight for a public host."""

from dataclasses import dataclass
from datetime import timedelta

from flask import current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

# A camera page looks at most three times a second.
LOOKS = "240 per minute"
# Twice what a long legal game draws; beyond it the search may take seconds.
MAX_SECTIONS = 48


@dataclass(frozen=True, slots=True)
class Quotas:
    """What one address may do, and what is kept; None: without bound.

    ``photos`` are those read, boards taught and games begun with players; ``games`` all others
    begun. A game is kept ``games_for`` after its last change, its photos ``photos_for``; a
    taught board that no game needs as long as a game. Nothing new is begun beyond ``most_bytes``.
    """

    photos: str
    games: str
    games_for: timedelta | None = None
    photos_for: timedelta | None = None
    most_bytes: int | None = None


# Reading a photo takes a processor for a second; a tap takes milliseconds.
HOME = Quotas("20 per minute; 300 per hour", "1200 per minute")
# Of 60 photos a day with some 4 MB each, one address fills three quarters of the room in 30 days.
PUBLIC = Quotas(
    "10 per minute; 40 per hour; 60 per day",
    "10 per minute; 60 per day",
    games_for=timedelta(days=180),
    photos_for=timedelta(days=30),
    most_bytes=10 * 10**9,
)


def quotas() -> Quotas:
    """Return the quotas of the current app."""
    return PUBLIC if current_app.config.get("PUBLIC_NAME") else HOME


def reads() -> str:
    """Return how many photos one address may send."""
    return quotas().photos


def begins() -> str:
    """Return how many games without a photo one address may begin."""
    return quotas().games


limiter = Limiter(key_func=get_remote_address, default_limits=["1200 per minute"])
