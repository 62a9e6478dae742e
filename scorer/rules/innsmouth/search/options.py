"""What a connected part of the drawing can give to a route: its sets of sections, merged.

Nothing is lost by passing more, as long as no further threat symbol comes along the route. A
further quarter with tourists never costs any that would have stayed without it: whenever it is
punished in the place of another one, that one is spared, and all that follows can be done as
before with one punishment fewer. So of two sets with the same symbols along, the one that
passes all that the other does, and can be walked in every way that the other can, is as good.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.search.drawing import Drawing, Masks
from scorer.rules.innsmouth.search.ends import Ends, EndsOf, Sort

# Sets looked at between two questions whether to stop.
ASKED = 64


@dataclass(frozen=True)
class Option:
    """A set of sections, what it passes, and how it can be walked.

    ``straight`` counts the vertices where two sections run straight on and nothing else meets.
    """

    sections: int = 0
    quarters: int = 0
    caches: int = 0
    shelters: int = 0
    length: int = 0
    straight: int = 0
    pieces: int = 0
    ends: tuple[tuple[Sort, int], ...] = ()


@dataclass(frozen=True)
class Passing:
    """What each section of a drawing puts along the route, as masks of sections."""

    quarters: tuple[int, ...]
    caches: tuple[int, ...]
    shelters: tuple[int, ...]
    straight: tuple[tuple[int, int], ...]

    def columns(self, sets: Masks) -> dict[str, NDArray[np.int64]]:
        """Return what each of *sets* passes, by the fields of an ``Option``."""
        straight = [(sets & np.uint64(around)) == np.uint64(pair) for around, pair in self.straight]
        return {
            "quarters": _passed(sets, self.quarters),
            "caches": _passed(sets, self.caches),
            "shelters": _passed(sets, self.shelters),
            "length": np.bitwise_count(sets).astype(np.int64),
            "straight": np.sum(straight, axis=0, dtype=np.int64) + np.zeros(len(sets), np.int64),
        }


def _passed(sets: Masks, places: tuple[int, ...]) -> NDArray[np.int64]:
    found = np.zeros(len(sets), np.int64)
    drawn = int(np.bitwise_or.reduce(sets))
    for i, mask in enumerate(places):
        if mask & drawn:
            found |= ((sets & np.uint64(mask)) != 0).astype(np.int64) << i
    return found


def passing_of(filled: Filled, drawing: Drawing) -> Passing:
    """Return what the sections of *drawing* put along the route."""
    town = filled.town
    beside = dict.fromkeys(town.quarters, 0)
    for i, section in enumerate(drawing.sections):
        for quarter in town.board.road_of[section].locations:
            beside[quarter] |= 1 << i
    return Passing(
        tuple(beside.values()),
        tuple(drawing.reaching([place]) for place in filled.caches),
        tuple(drawing.reaching([shelter.at]) for shelter in town.shelters),
        tuple(
            (drawing.around[v], pair) for v, pairs in enumerate(drawing.straight) for pair in pairs
        ),
    )


def options_of(
    sets: Masks,
    passing: Passing,
    ends_of: EndsOf,
    symbols: int,
    hopeful: Callable[..., Masks],
    stop: Callable[[], bool] | None = None,
) -> tuple[list[Option], bool]:
    """Return the options among *sets* that no other beats, and whether all were looked at.

    Parameters
    ----------
    symbols : int
        The quarters with threat symbols (a mask).
    hopeful : callable
        Returns which sets are worth a look, by the columns of all.
    stop : callable, optional
        Asked now and then; once it says yes, the longest sets have been looked at.
    """
    columns = passing.columns(sets)
    kept = np.flatnonzero(hopeful(columns))
    found: dict[int, list[Option]] = {}
    whole = True
    for n, i in enumerate(kept[np.argsort(-columns["length"][kept], kind="stable")]):
        if stop is not None and n % ASKED == ASKED - 1 and stop():
            whole = False
            break
        mask = int(sets[i])
        pieces, ends = ends_of.of_set(mask)
        if not ends:
            continue
        values = {name: int(column[i]) for name, column in columns.items()}
        option = Option(mask, pieces=pieces, ends=tuple(sorted(ends.items())), **values)
        same = found.setdefault(option.quarters & symbols, [])
        if not any(beats(other, option, turning=ends_of.turning) for other in same):
            same.append(option)
    return [option for same in found.values() for option in same], whole


def beats(one: Option, other: Option, *, turning: bool) -> bool:
    """Whether *one* is as good as *other*, given that they bring the same threat symbols."""
    if other.quarters & ~one.quarters or other.caches & ~one.caches:
        return False
    if other.shelters & ~one.shelters or other.length > one.length or one.pieces > other.pieces:
        return False
    if turning and one.length - one.straight < other.length - other.straight:
        return False
    return _covers(dict(one.ends), dict(other.ends))


def _covers(one: Ends, other: Ends) -> bool:
    return all(not possible & ~one.get(sort, 0) for sort, possible in other.items())


def joined(one: Option, other: Option, ends_of: EndsOf) -> Option | None:
    """Return both options together; None where no ferries could join them."""
    if not one.pieces or not other.pieces:
        return one if one.pieces else other
    ends: Ends = ends_of.side_by_side(dict(one.ends), dict(other.ends))
    pieces = one.pieces + other.pieces
    if not ends or pieces > ends_of.limit + 1:
        return None
    return Option(
        one.sections | other.sections,
        one.quarters | other.quarters,
        one.caches | other.caches,
        one.shelters | other.shelters,
        one.length + other.length,
        one.straight + other.straight,
        pieces,
        tuple(sorted(ends.items())),
    )
