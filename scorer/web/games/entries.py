"""What people enter on the page of a game of another box, one value at a time.

A game is kept as the values that all players share and each player's own. An entry puts one of
them in its place. ``static/js`` does the same while an entry is on its way
(``parts/live/entries.js``). Where another phone put something else there meanwhile, nothing is
kept until the person has said which of both stands.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
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
        old = values.get(entry.field, first[entry.field])
        try:
            after = _put(old, entry.where, entry.value)
        except LookupError as error:
            said = f"{place}.where: there is no place {entry.where!r} in {entry.field!r}"
            raise JsonError(said) from error
        if not _alike(first[entry.field], after):
            raise JsonError(f"{place}.value: {entry.field!r} is of another shape")
        values[entry.field] = after
        changed |= set() if entry.seat is None else {entry.seat}
    return Played(setup, {seat: players[seat] for seat in changed})


def refuse_clashes(game: Game, entries: Sequence[Entry]) -> None:
    """Refuse *entries* that would overwrite what a phone has not seen.

    Some of them may have been kept already, where the answer was lost on its way.

    Raises
    ------
    ClashError
        If *game* holds, where an entry goes, what the phone did not see there before, between and
        after its entries.
    """
    marks = {one.seat: one.marks for one in game.players}
    fields: dict[tuple[int | None, str], list[Entry]] = {}
    for entry in entries:
        # Entries of a player who was removed are refused by themselves.
        if entry.seat is None or entry.seat in marks:
            fields.setdefault((entry.seat, entry.field), []).append(entry)
    clashes: list[Place] = []
    for (seat, field), told in fields.items():
        clashes += _clashing((game.setup if seat is None else marks[seat]).get(field), told)
    if clashes:
        raise ClashError(clashes)


def _clashing(now: Any, entries: Sequence[Entry]) -> list[Place]:
    """Return the places of a field's *entries* where *now* holds what the phone never saw there.

    An entry may be for the whole field, and one before it for a place in it.
    """
    known = [one for one in entries if one.was is not msgspec.UNSET]
    first = now
    for entry in reversed(known):
        first = _put_if_there(first, entry, entry.was)
    stages = [first]
    for entry in entries:
        stages.append(_put_if_there(stages[-1], entry, entry.value))
    return [
        place
        for place in dict.fromkeys(one.place for one in known)
        if _at(now, place[2]) not in [_at(stage, place[2]) for stage in stages]
    ]


def _put_if_there(old: Any, entry: Entry, value: Any) -> Any:
    try:
        return _put(old, entry.where, value)
    except LookupError:
        return old


def _at(value: Any, where: int | str | None) -> Any:
    """Return what a page finds at *where* in a field that holds *value*."""
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


def _put(old: Any, where: int | str | None, value: Any) -> Any:
    """Return what stands in a field that held *old* before *value* was put at *where*."""
    if where is None:
        return value
    if isinstance(old, dict) and isinstance(where, str):
        rest = {key: kept for key, kept in old.items() if key != where}
        return rest if value is None else {**rest, where: value}
    if isinstance(old, list) and isinstance(where, int) and 0 <= where < len(old):
        return [value if i == where else kept for i, kept in enumerate(old)]
    raise LookupError(where)


def until_checked(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the *entries* up to the last one that says that all is checked; none if none does."""
    said = [i for i, one in enumerate(entries) if one.field == "checked" and one.value]
    return entries[: said[-1] + 1] if said else []


def state_of(setup: Json, players: Iterable[tuple[int, Json]]) -> Json:
    """Return what is kept of a game as pages get it."""
    return {"shared": setup, "players": {str(seat): marks for seat, marks in players}}
