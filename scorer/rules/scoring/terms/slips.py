"""What players count wrongly: changes of a line that can be made on purpose, and how near they are.

Terms put their mistakes together from these; which of them leads to what a player wrote the
judge finds out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from scorer.rules.board.board import Landmark
from scorer.rules.notation import Crossroads, Element, Location, RoadId
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked, places_of

# Changes of one line that are tried together: two of any kinds, three of one kind.
TOGETHER = 2
TOGETHER_OF_A_KIND = 3


class Near(StrEnum):
    """How near a route comes to something that is not on it."""

    CORNER = "corner"
    ACROSS_WATER = "across-water"
    APART = "apart"


TOURISTS_NEAR = {
    Near.CORNER: MistakeKind.TOURISTS_AT_CORNER,
    Near.ACROSS_WATER: MistakeKind.TOURISTS_ACROSS_WATER,
    Near.APART: MistakeKind.TOURISTS_OFF_ROUTE,
}
LANDMARK_NEAR = {
    Near.CORNER: MistakeKind.LANDMARK_AT_CORNER,
    Near.ACROSS_WATER: MistakeKind.LANDMARK_ACROSS_WATER,
    Near.APART: MistakeKind.LANDMARK_OFF_ROUTE,
}


def near(walked: Walked, beside: Iterable[RoadId]) -> Near:
    """Return how near the route comes to what lies *beside* those roads."""
    roads = set(beside)
    corners = {end for road in roads for end in road.ends}
    for section in walked.route.sections:
        if section not in roads and set(section.ends) <= corners:
            return Near.ACROSS_WATER
    return Near.CORNER if corners & walked.passed.crossroads else Near.APART


def near_location(walked: Walked, place: Location) -> Near:
    """Return how near the route comes to a location off it."""
    return near(walked, walked.board.roads_beside[place])


def near_landmark(walked: Walked, landmark: Landmark) -> Near:
    """Return how near the route comes to a landmark off it."""
    return near(walked, landmark.roads)


def drawn_crossroads(walked: Walked) -> frozenset[Crossroads]:
    """Return the crossroads that drawn sections reach, kept or not."""
    return frozenset(end for section in walked.marks.sections for end in section.ends)


@dataclass(frozen=True)
class Change:
    """Something counted wrongly on purpose: by how much the number changes, and why.

    Of one ``item`` only one change can be made at a time.
    """

    item: str
    delta: int
    kind: MistakeKind
    elements: tuple[Element, ...]
    figures: tuple[tuple[str, int], ...] = ()


def landmark_changes(
    walked: Walked, landmarks: Iterable[Landmark], worth: dict[str, int]
) -> list[Change]:
    """Return, for each landmark, that it was forgotten, or counted though off the route.

    *worth* is what each changes the number by, by its id.
    """
    found = []
    for mark in landmarks:
        on = mark in walked.passed.landmarks
        kind = MistakeKind.LANDMARK_FORGOTTEN if on else LANDMARK_NEAR[near_landmark(walked, mark)]
        delta = -worth[mark.id] if on else worth[mark.id]
        if delta:
            found.append(Change(mark.id, delta, kind, places_of((mark,))))
    return found


def choices(changes: list[Change]) -> Iterator[tuple[Change, ...]]:
    """Yield the sets of *changes* that are tried together, the empty one first."""
    yield ()
    for size in range(1, TOGETHER_OF_A_KIND + 1):
        for chosen in combinations(changes, size):
            if len({change.item for change in chosen}) < size:
                continue
            if size <= TOGETHER or len({change.kind for change in chosen}) == 1:
                yield chosen


def changed(right: int, changes: list[Change]) -> Iterator[Attempt]:
    """Yield what a line of *right* PP comes to with *changes*, each set of them together."""
    for chosen in choices(changes):
        if chosen:
            yield attempt(right + sum(change.delta for change in chosen), *mistakes_of(chosen))


def mistakes_of(chosen: Iterable[Change]) -> tuple[Mistake, ...]:
    """Return *chosen* as mistakes, those of one kind as one."""
    kinds: dict[MistakeKind, list[Change]] = {}
    for change in chosen:
        kinds.setdefault(change.kind, []).append(change)
    return tuple(
        Mistake(
            kind,
            tuple(element for change in changes for element in change.elements),
            figures={
                "by": sum(change.delta for change in changes),
                **{name: value for change in changes for name, value in change.figures},
            },
            count=len(changes),
        )
        for kind, changes in kinds.items()
    )
