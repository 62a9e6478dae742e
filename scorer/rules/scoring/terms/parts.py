"""What a term tells the search: parts that only grow with the sections walked, and what does not.

A part is data, not a function, so that the search can weigh it over many sets of sections at
once. Whatever adds to it is told by the roads and crossroads that put it on a route.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from scorer.rules.board.board import LandmarkKind
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.scoring.sheet import FinalRoute

By = tuple[RoadId | Crossroads, ...]


class PartError(ValueError):
    """A part that could fall where the sections grow, which would make what is proved false."""


@dataclass(frozen=True)
class Feature:
    """What a route has as soon as it walks any road or reaches any crossroads of ``by``."""

    by: By
    weight: int = 1

    def __post_init__(self) -> None:
        if self.weight < 0:
            raise PartError(f"a weight of {self.weight} falls as the route grows")


def _check_table(points: tuple[int, ...]) -> None:
    if not points or points[0] < 0 or any(more < less for less, more in pairwise(points)):
        raise PartError(f"a table must not fall: {', '.join(map(str, points)) or 'nothing'}")


@dataclass(frozen=True)
class Fixed:
    """PP whatever is walked."""

    points: int


@dataclass(frozen=True)
class Flat:
    """The sum of the weights on the route."""

    features: tuple[Feature, ...]


@dataclass(frozen=True)
class Counted:
    """``points[n]`` for n on the route, weights added up; beyond the table its last entry."""

    features: tuple[Feature, ...]
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        _check_table(self.points)


@dataclass(frozen=True)
class Multiplied:
    """The sum of the weights on one side times that on the other.

    Where the left side are landmarks of a ``colour``, a tour that is done may add one.
    """

    left: tuple[Feature, ...]
    right: tuple[Feature, ...]
    colour: LandmarkKind | None = None


@dataclass(frozen=True)
class Fewest:
    """``points[n]`` where n is the smallest of several groups' sums."""

    groups: tuple[tuple[Feature, ...], ...]
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        _check_table(self.points)


Growing = Fixed | Flat | Counted | Multiplied | Fewest


@dataclass(frozen=True)
class Between:
    """``factor`` PP for each section of the longest part between two crossroads of a choice.

    The player takes one of the ``choices``.
    """

    choices: tuple[frozenset[Crossroads], ...]
    factor: int


@dataclass(frozen=True)
class GoalCards:
    """The goal cards in play, whose measures have gauges of their own."""


@dataclass(frozen=True)
class Pieces:
    """What pieces of a walk tell of it, read as words: each section is a letter.

    A word adds up to ``most`` of whatever is counted, read from either side; a walk made of
    some pieces has at most ``points`` for their sum. Sections without a letter of their own are
    ``other``, and so is a ride. Only those count that lie on a row of sections, walked one
    after the other, which is a word of ``rows``; each adds no more than ``most`` of its letter.
    """

    letters: Mapping[RoadId, str]
    other: str
    most: Callable[[str], int]
    points: Callable[[int], int]
    rows: frozenset[str]


@dataclass(frozen=True)
class OnWalk:
    """PP that the order of the walk decides: a bound that only grows, and exact ``points``.

    No walk over a part of some sections has more than ``at_most`` gives for all of them. A
    route that goes on at an end never has less if ``kept_by_going_on``; if not, the search
    lets walks stop anywhere. Where the direction of the walk and the start of a closed one
    make no difference, it is ``alike`` from all; if not, each is tried. ``pieces`` of a walk may
    tell that it has less.
    """

    at_most: tuple[Growing, ...]
    points: Callable[[FinalRoute], int]
    kept_by_going_on: bool = False
    alike: bool = False
    pieces: Pieces | None = None


Part = Growing | Between | GoalCards | OnWalk
