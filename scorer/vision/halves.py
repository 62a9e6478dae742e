"""A board that is read in two photos: New York's double map, one half in each.

Decision: how two photos make one board
---------------------------------------
What one half alone shows is what its own photo says. Roads and crossroads on the fold are on
both photos:

* Where they agree, the surer one's doubt counts, or none if it has no doubt.
* Where they differ, the surer one counts, and it is doubted. For somebody who corrects a
  reading, a confident mistake is worse than one tap more. Only where the other one is no surer
  than the toss of a coin, there is no doubt.
* A photo that does not reach a place has no say about it.
* Where both are equally sure, what was seen counts before what was not: ink is overlooked more
  often than imagined.

How sure a photo is, is taken from its doubts alone: without a doubt it counts as ``SURE``, not
as its network's figure. The first half may have been read long ago, and kept readings hold
nothing but marks and doubts; so two photos given at once and one after the other make the same
board.
"""

from dataclasses import dataclass

from scorer.rules.board.board import Board
from scorer.rules.position.mark import MarkKind, MarkValue
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.boards.halfboard import HalfBoard, Side, fold_mm, middle_mm, shows
from scorer.vision.doubts import OUTSIDE, SURE, Doubt, rank
from scorer.vision.read import Reading

# Why a place on the fold is doubted where its photos differ.
DIFFER = "photos differ"

# Nobody is less sure than this of what was read.
_LEAST = 0.01

# A kind of mark, and a place's name in notation.
Place = tuple[MarkKind, str]


class HalvesError(ValueError):
    """Two photos that do not make one board, saying what to do."""


@dataclass(frozen=True, slots=True)
class PartRead:
    """What was read of a double board so far.

    Attributes
    ----------
    marks : Marks
        Of the whole board.
    doubts : tuple of Doubt
    sides : frozenset of Side
        The halves that photos have shown.
    """

    marks: Marks
    doubts: tuple[Doubt, ...]
    sides: frozenset[Side]


def joined(left: Reading, right: Reading) -> Reading:
    """Return the reading of a whole double board from those of its two halves.

    Quality and corners are those of the worse photo.

    Raises
    ------
    HalvesError
        If they are not two halves of one board.
    """
    one, two = left.board, right.board
    if not isinstance(one, HalfBoard) or not isinstance(two, HalfBoard) or one.whole != two.whole:
        raise HalvesError("these photos do not show the two halves of one board")
    if one.side is two.side:
        raise HalvesError(f"both photos show the {one.side} half; take one of the other half too")
    part = joined_part(one.whole, part_of(left, one.side), part_of(right, two.side))
    worse = min((left, right), key=lambda reading: reading.quality.px_per_mm)
    timings = {
        stage: left.timings_ms.get(stage, 0.0) + right.timings_ms.get(stage, 0.0)
        for stage in left.timings_ms
    }
    confidences = left.confidences | right.confidences
    confidences |= {(doubt.kind, doubt.where): doubt.confidence for doubt in part.doubts}
    return replace(with_part(worse, one.whole, part), timings_ms=timings, confidences=confidences)


def part_of(reading: Reading, side: Side) -> PartRead:
    """Return what *reading* says of the half at *side*."""
    return PartRead(reading.marks, reading.doubts, frozenset({side}))


def with_part(reading: Reading, whole: Board, part: PartRead) -> Reading:
    """Return *reading* with the marks and doubts of *part*, as one of the *whole* board."""
    return replace(
        reading,
        board=whole,
        marks=part.marks,
        doubts=part.doubts,
        changes_score=(None,) * len(part.doubts),
    )


def joined_part(board: Board, before: PartRead, now: PartRead) -> PartRead:
    """Return what *before* and *now* together say of a double *board*.

    Parameters
    ----------
    board : Board
        The whole one.
    before : PartRead
        Of any halves, perhaps joined already.
    now : PartRead
        Of one half. Photographed again it replaces what was read of it before.
    """
    here = _places(board, now.sides)
    elsewhere = _places(board, before.sides - now.sides)
    told_before, told_now = _Told(before), _Told(now)
    marks, doubts = now.marks, []
    for place in sorted(here | elsewhere):
        old, new = told_before.of(place), told_now.of(place)
        said = _both(old, new) if place in here & elsewhere else new if place in here else old
        kind, where = place
        marks = kind.set(marks, where, said.value)
        doubts += [said.doubt] if said.doubt else []
    return PartRead(marks, rank(doubts), before.sides | now.sides)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a photo says about one place."""

    kind: MarkKind
    where: str
    value: MarkValue
    doubt: Doubt | None

    @property
    def sure(self) -> float:
        return max(self.doubt.confidence, _LEAST) if self.doubt else SURE

    @property
    def is_seen(self) -> bool:
        return self.doubt is None or self.doubt.reason != OUTSIDE or self.is_something

    @property
    def is_something(self) -> bool:
        return self.value != self.kind.nothing


class _Told:
    """What is told of each place."""

    def __init__(self, part: PartRead) -> None:
        self._marks = part.marks
        self._doubts = {(doubt.kind, doubt.where): doubt for doubt in part.doubts}

    def of(self, place: Place) -> _Said:
        kind, where = place
        return _Said(kind, where, kind.get(self._marks, where), self._doubts.get((kind, where)))


def _both(old: _Said, new: _Said) -> _Said:
    """Return what two photos of the fold say about a place there."""
    if old.is_seen != new.is_seen:
        return old if old.is_seen else new
    # Of two that are alike in everything, the newer one.
    other, surer = sorted((old, new), key=lambda said: (said.sure, said.is_something))
    if surer.value == other.value:
        return surer
    right = surer.sure * (1 - other.sure)
    wrong = (1 - surer.sure) * other.sure
    values = [surer.value, other.value]
    for said in (surer, other):
        for value in said.doubt.alternatives if said.doubt else ():
            values += [] if value in values else [value]
    doubt = Doubt(
        kind=surer.kind.value,
        where=surer.where,
        read=surer.value,
        confidence=right / (right + wrong),
        alternatives=tuple(values[1:]),
        reason=DIFFER,
    )
    return replace(surer, doubt=doubt)


def _places(board: Board, sides: frozenset[Side]) -> set[Place]:
    """Return every place on the halves of *board* at *sides*."""
    fold = fold_mm(board)

    def here(x: float) -> bool:
        return any(shows(side, fold, x) for side in sides)

    points = {point for point, (x, _) in board.crossroads_xy.items() if here(x)}
    cells = [str(one.location) for one in board.cells if here(middle_mm(one.polygon))]
    roads = [str(one.id) for one in board.roads if set(one.id.ends) <= points]
    symbols = [one.id for one in board.cafe_area if here(one.xy[0])]
    cafes = [str(cafe.crossroads) for cafe in board.cafes if cafe.crossroads in points]
    found = {
        MarkKind.SECTION: roads,
        MarkKind.TOURISTS: cells,
        MarkKind.CROSSED: cells,
        MarkKind.CAFE: cafes,
        MarkKind.TASK: list(map(str, points)),
        MarkKind.CAFE_AREA: symbols,
        MarkKind.TICKET: symbols,
    }
    return {(kind, where) for kind, names in found.items() for where in names}
