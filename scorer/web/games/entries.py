"""What people enter on the page of a game of another box, one value at a time.

A game is kept as the values that all players share and each player's own. An entry puts one of
them in its place. ``static/js`` does the same while an entry is on its way
(``parts/live/entries.js``). Where another phone put something else there meanwhile, nothing is
kept until the person has said which of both stands.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from scorer.rules.jsonfile import JsonError, decode_json
from scorer.store.games import Game, Json, Played, UnknownSeatError

MOST_ENTRIES = 300
# The seat, the field, and the place or key in it.
Place = tuple[int | None, str, int | str | None]


class ClashError(ValueError):
    """Entries for ``places`` where another phone has put something else meanwhile."""

    def __init__(self, places: Sequence[Place]) -> None:
        super().__init__("changed elsewhere")
        self.places = places


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A *value* of the *field* of the player at *seat*; without a seat one that all share.

    ``where`` is the place in a field that is a list, or the key in one that is an object;
    there a value of null takes the key away. ``was`` is what the phone saw there before; without
    it the newest stands.
    """

    field: str
    value: Any
    seat: int | None = None
    where: int | str | None = None
    was: Any = msgspec.UNSET

    @property
    def place(self) -> Place:
        """Where the value goes."""
        return self.seat, self.field, self.where


class _Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edits: Annotated[list[Entry], msgspec.Meta(min_length=1, max_length=MOST_ENTRIES)]


def entries_in(data: bytes) -> list[Entry]:
    """Return the entries that the JSON *data* holds.

    Raises
    ------
    JsonError
        If it is no such JSON, with the path of the bad value.
    """
    return decode_json(data, _Sent).edits


def entered(game: Game, entries: Iterable[Entry], empty: tuple[Json, Json]) -> Played:
    """Return *game* with the *entries* in their places.

    *empty* is what all players share and what a player has in a new game: a list stays one of
    the same length, an object stays one.

    Raises
    ------
    JsonError
        If there is no such place, with the entry's.
    UnknownSeatError
        If a player has been removed.
    """
    setup, players = dict(game.setup), {one.seat: dict(one.marks) for one in game.players}
    changed: set[int] = set()
    for i, entry in enumerate(entries):
        place = f"$.edits[{i}]"
        if entry.seat is not None and entry.seat not in players:
            raise UnknownSeatError(f"{place}.seat: nobody sits at {entry.seat}")
        values = setup if entry.seat is None else players[entry.seat]
        first = empty[0] if entry.seat is None else empty[1]
        if entry.field not in first:
            raise JsonError(f"{place}.field: there is no field {entry.field!r} here")
        # A game that is older than a field begins with an empty one.
        after = _put(values.get(entry.field, first[entry.field]), entry, place)
        if not _alike(first[entry.field], after):
            raise JsonError(f"{place}.value: {entry.field!r} is of another shape")
        values[entry.field] = after
        changed |= set() if entry.seat is None else {entry.seat}
    return Played(setup, {seat: players[seat] for seat in changed})


def refuse_clashes(game: Game, entries: Sequence[Entry]) -> None:
    """Refuse *entries* that would overwrite what a phone has not seen.

    Entries of one place follow each other. Some of them may have been kept already, where the
    answer was lost on its way.

    Raises
    ------
    ClashError
        If *game* holds, where an entry goes, what none of the entries for that place knows.
    """
    known: dict[Place, list[Any]] = {}
    for entry in entries:
        if entry.was is not msgspec.UNSET:
            known.setdefault(entry.place, []).extend((entry.was, entry.value))
    marks = {one.seat: one.marks for one in game.players}
    clashes = [
        place
        for place, values in known.items()
        # Entries of a player who was removed are refused by themselves.
        if place[0] is None or place[0] in marks
        if _at(game.setup if place[0] is None else marks[place[0]], place) not in values
    ]
    if clashes:
        raise ClashError(clashes)


def _at(values: Json, place: Place) -> Any:
    """Return what a page finds at *place* among *values*."""
    _, field, where = place
    value = values.get(field)
    if where is None:
        return value
    if isinstance(value, dict):
        return value.get(where)
    if isinstance(value, list) and isinstance(where, int) and 0 <= where < len(value):
        return value[where]
    return None


def _alike(first: Any, value: Any) -> bool:
    if isinstance(first, list):
        return isinstance(value, list) and len(value) == len(first)
    return not isinstance(first, dict) or isinstance(value, dict)


def _put(old: Any, entry: Entry, place: str) -> Any:
    """Return what stands in a field that held *old* before."""
    where = entry.where
    if where is None:
        return entry.value
    if isinstance(old, dict) and isinstance(where, str):
        rest = {key: value for key, value in old.items() if key != where}
        return rest if entry.value is None else {**rest, where: entry.value}
    if isinstance(old, list) and isinstance(where, int) and 0 <= where < len(old):
        return [entry.value if i == where else value for i, value in enumerate(old)]
    raise JsonError(f"{place}.where: there is no place {where!r} in {entry.field!r}")


def until_checked(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the *entries* up to the last one that says that all is checked; none if none does."""
    said = [i for i, one in enumerate(entries) if one.field == "checked" and one.value]
    return entries[: said[-1] + 1] if said else []


def state_of(setup: Json, players: Iterable[tuple[int, Json]]) -> Json:
    """Return what is kept of a game as pages get it."""
    return {"shared": setup, "players": {str(seat): marks for seat, marks in players}}
