"""How much may be asked and kept: generous for a table at home, tight for a public host."""

from dataclasses import dataclass
from datetime import timedelta
from os import environ

from flask import Flask, current_app, g, request
from flask_limiter import ApplicationLimit, Limiter

from scorer.rules.values import replace
from scorer.store.database import StoreError
from scorer.web.serving.askers import asker

# On a public host: after how many days without a change games and photos go, and the most bytes.
GAMES_DAYS, PHOTOS_DAYS, MOST_GB = "SCORER_GAMES_DAYS", "SCORER_PHOTOS_DAYS", "SCORER_MOST_GB"

# A camera page looks at most three times a second.
LOOKS = "240 per minute"
# A route of a map is proposed from a picture that is there: a hundredth of what a photo takes.
# Nobody draws one a second.
PROPOSALS = "60 per minute"
# Twice what a long legal game draws; beyond it the search may take seconds.
MAX_SECTIONS = 48


@dataclass(frozen=True, slots=True)
class Quotas:
    """What one address may do, and what is kept; None: without bound.

    ``photos`` are those read, boards taught and games begun with players; ``games`` all others
    begun. A game is kept ``games_for`` after its last change, its photos ``photos_for``; a
    taught board that no game needs as long as a game. Nothing new is begun beyond ``most_bytes``.

    ``guesses`` are addresses of games that there are not; ``game`` is what all phones of one game
    may ask together. Both are empty at home: without bound.
    """

    photos: str
    games: str
    guesses: str = ""
    game: str = ""
    games_for: timedelta | None = None
    photos_for: timedelta | None = None
    most_bytes: int | None = None


# Reading a photo takes a processor for a second; a tap takes milliseconds.
HOME = Quotas("20 per minute; 300 per hour", "1200 per minute")
# Of 60 photos a day with some 4 MB each, one address fills three quarters of the room in 30 days.
PUBLIC = Quotas(
    "10 per minute; 40 per hour; 60 per day",
    "10 per minute; 60 per day",
    # A key has 128 bits; a phone that still asks for a deleted game stops by itself.
    guesses="30 per minute; 200 per hour",
    game="1200 per minute",
    games_for=timedelta(days=180),
    photos_for=timedelta(days=30),
    most_bytes=10 * 10**9,
)


def quotas() -> Quotas:
    """Return the quotas of the current app."""
    return public_quotas() if current_app.config.get("PUBLIC_NAME") else HOME


def public_quotas() -> Quotas:
    """Return the quotas of a public host, with what its environment says otherwise.

    Raises
    ------
    StoreError
        If a variable is no number.
    """
    games, photos, most = (_number(name) for name in (GAMES_DAYS, PHOTOS_DAYS, MOST_GB))
    return replace(
        PUBLIC,
        games_for=timedelta(days=games) if games else PUBLIC.games_for,
        photos_for=timedelta(days=photos) if photos else PUBLIC.photos_for,
        most_bytes=round(most * 10**9) if most else PUBLIC.most_bytes,
    )


def _number(name: str) -> float:
    """Return the number in the variable *name*; 0 where it is not set."""
    text = environ.get(name, "0")
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise StoreError(f"{name} is {text[:20]!r}: expected a number above 0")
    return number


def reads() -> str:
    """Return how many photos one address may send."""
    return quotas().photos


def begins() -> str:
    """Return how many games without a photo one address may begin."""
    return quotas().games


def note_guess() -> None:
    """Count that whoever asks does not know the address of what they ask for."""
    g.guessed = True


def _guesses() -> str:
    return quotas().guesses


def _guessed(_: object) -> bool:
    return bool(g.get("guessed"))


def _of_game() -> str:
    return quotas().game


def _game() -> str:
    return str((request.view_args or {}).get("key", ""))


def _of_no_game() -> bool:
    return not _game()


limiter = Limiter(key_func=asker, default_limits=["1200 per minute"])
# For public hosts alone: at home nothing is guessed, and no request need be looked at twice.
_of_strangers = Limiter(
    key_func=asker,
    application_limits=[
        ApplicationLimit(_guesses, scope="guesses", deduct_when=_guessed),
        ApplicationLimit(_of_game, scope="game", key_function=_game, exempt_when=_of_no_game),
    ],
)


def init_app(app: Flask) -> None:
    """Limit what one address may ask of *app*, and on a public host what a stranger may guess."""
    limiter.init_app(app)
    if app.config.get("PUBLIC_NAME"):
        _of_strangers.init_app(app)
