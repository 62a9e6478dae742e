"""Players' names and colours, as they are typed in."""

from collections.abc import Collection, Iterable, Sequence

from scorer.rules.table.game import MOST_PLAYERS, PlayerColour
from scorer.rules.table.names import LONGEST_NAME, one_line, shortened, told_apart
from scorer.store.games import Game, Player
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.words import word

__all__ = [
    "COLOURS",
    "MOST_PLAYERS",
    "colours_for",
    "file_stem",
    "player_name",
    "player_names",
    "typed_name",
]

# Initials say the same.
COLOURS = tuple(colour.value for colour in PlayerColour)


def colours_for(given: Sequence[PlayerColour | None]) -> list[str]:
    """Return a colour for every seat: what is *given*; else the seat's own or one left over."""
    found = [colour.value if colour else "" for colour in given]
    for seat, colour in enumerate(found):
        if not colour:
            own = COLOURS[seat % len(COLOURS)]
            found[seat] = next((one for one in (own, *COLOURS) if one not in found), own)
    return found


def typed_name(typed: str, *, needed: bool = False) -> str:
    """Return what was *typed* for a name on one line; without a script nothing else refuses it.

    Raises
    ------
    RefusedError
        If it is longer than a name may be, or empty where a name is *needed*.
    """
    name = one_line(typed)
    if len(name) > LONGEST_NAME:
        raise RefusedError("long-name", n=LONGEST_NAME)
    if needed and not name:
        raise RefusedError("no-name")
    return name


def player_name(typed: str, seat: int, taken: Collection[str] = ()) -> str:
    """Return *typed* as a name: one line, not too long; without one the seat's.

    What is *taken* gets a number, as *Anna (2)*: a game's file must tell its players apart.
    """
    name = shortened(one_line(typed)) or word("player.nameless", n=seat)
    return told_apart(name, seat, taken)


def player_names(typed: Iterable[tuple[int, str]]) -> list[str]:
    """Return the names of all players, given the seat and what was *typed* for each."""
    found: list[str] = []
    for seat, name in typed:
        found.append(player_name(name, seat, found))
    return found


def file_stem(what: str, game: Game, player: Player | None = None) -> str:
    """Return what a file of *game* is called, without an ending: what, whose, and of which day.

    ``first-city-Anna-2026-11-24``: letters of any script, nothing that a disk may refuse.
    """
    parts = [what, player.name if player else "", f"{game.created_at:%Y-%m-%d}"]
    plain = ("".join(c if c.isalnum() or c in "-_" else "-" for c in part) for part in parts)
    return "-".join(part.strip("-") for part in plain if part.strip("-"))
