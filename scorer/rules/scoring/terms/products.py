"""Products: landmarks of one colour on the route × tourists of its shape on the route."""

from collections.abc import Iterator
from typing import Any, ClassVar

from scorer.rules.board.board import Board, Landmark, LandmarkKind, TouristKind
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, Element, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import (
    Walked,
    places_of,
    tourist_locations,
    ways_to,
    ways_to_landmark,
)
from scorer.rules.scoring.sheet import Line, Step
from scorer.rules.scoring.terms.parts import Feature, Multiplied, Part
from scorer.rules.scoring.terms.slips import (
    LANDMARK_NEAR,
    TOURISTS_NEAR,
    Change,
    choices,
    mistakes_of,
    near_landmark,
    near_location,
)
from scorer.rules.scoring.terms.term import Term

# Landmarks miscounted at once, and tourists miscounted with no location to blame.
MOST_LANDMARKS = 2
MOST_TOURISTS_MISCOUNTED = 2
# A table of products is read at most so many rows or columns off.
ROWS_OFF = 1


class Product(Term):
    """Landmarks of one colour × tourists of its shape.

    In a coloured city a landmark counts by the sections of its own colour only.
    """

    kind: ClassVar[str] = "product"

    def __init__(self, city: City, colour: LandmarkKind) -> None:
        super().__init__(city, Step(colour.value))
        self.colour = colour
        self.shape = city.pairs[colour]

    def line(self, walked: Walked) -> Line:
        passed = walked.passed
        landmarks = _counting(walked, self.colour)
        hosts = tourist_locations(walked.marks, passed, self.shape)
        tourists = sum(walked.marks.tourists[place].count(self.shape) for place in hosts)
        working = f"{len(landmarks)} × {tourists}"
        shown = (*places_of(landmarks), *hosts)
        return Line(self.step, len(landmarks) * tourists, working, shown)

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        landmarks = [mark for mark in filled.board.landmarks if mark.kind is self.colour]
        guests = [
            Feature(ways_to(filled.board, place), group.count(self.shape))
            for place, group in filled.marks.tourists.items()
        ]
        left = tuple(Feature(self._ways(filled, mark)) for mark in landmarks)
        return (Multiplied(left, tuple(guests), self.colour),)

    def _ways(self, filled: FilledBoard, mark: Landmark) -> tuple[RoadId | Crossroads, ...]:
        """Return the roads and crossroads by which *mark* counts."""
        if not self.city.coloured:
            return ways_to_landmark(mark)
        colours = filled.marks.colours
        return tuple(road for road in mark.roads if colours.get(road) is self.colour)

    def phone(self, board: Board) -> dict[str, Any]:
        return {"landmarks": self.colour.value, "tourists": self.shape.value}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        landmarks, tourists = _landmarks(walked, self.colour), _tourists(walked, self.shape)
        by_landmarks = list(_landmark_mistakes(walked, self.colour))
        changes = _tourist_changes(walked, self.shape)
        for more, mistake in by_landmarks:
            yield attempt((landmarks + more) * tourists, mistake)
        for chosen in choices(changes):
            count = tourists + sum(change.delta for change in chosen)
            mistakes = mistakes_of(chosen)
            if mistakes:
                yield attempt(landmarks * count, *mistakes)
            if len(chosen) == 1:
                for more, mistake in by_landmarks:
                    yield attempt((landmarks + more) * count, mistake, *mistakes)
        yield from _lost_kept(landmarks, tourists, changes)
        yield from _slips(walked, self.colour, landmarks, tourists)


def _counting(walked: Walked, kind: LandmarkKind) -> tuple[Landmark, ...]:
    """Return the landmarks of *kind* that count on the route."""
    passed = walked.passed
    return tuple(mark for mark in passed.of_kind(kind) if mark.id not in passed.idle)


def _landmarks(walked: Walked, kind: LandmarkKind) -> int:
    return len(_counting(walked, kind))


def _tourists(walked: Walked, shape: TouristKind) -> int:
    hosts = tourist_locations(walked.marks, walked.passed, shape)
    return sum(walked.marks.tourists[place].count(shape) for place in hosts)


def _landmark_mistakes(walked: Walked, kind: LandmarkKind) -> Iterator[tuple[int, Mistake]]:
    """Yield how many landmarks more are counted with each mistake about landmarks.

    The product tells only how many they were: the landmarks named are those it may have been.
    """
    groups: dict[MistakeKind, list[Element]] = {}
    for mark in walked.board.landmarks:
        if mark.kind is not kind:
            continue
        if mark.id in walked.passed.idle:
            why = MistakeKind.LANDMARK_WITHOUT_COLOUR
        elif mark in walked.passed.landmarks:
            why = MistakeKind.LANDMARK_FORGOTTEN
        else:
            why = LANDMARK_NEAR[near_landmark(walked, mark)]
        groups.setdefault(why, []).extend(places_of((mark,)))
    for why, places in groups.items():
        sign = -1 if why is MistakeKind.LANDMARK_FORGOTTEN else 1
        for count in range(1, min(MOST_LANDMARKS, len(places)) + 1):
            yield (
                sign * count,
                Mistake(why, tuple(places), figures={"by": sign * count}, count=count),
            )


def _tourist_changes(walked: Walked, shape: TouristKind) -> list[Change]:
    """Return, for each location with tourists of *shape*, that they were counted wrongly."""
    found = []
    for place, group in sorted(walked.marks.tourists.items()):
        number = group.count(shape)
        if not number:
            continue
        if place in walked.passed.locations:
            kind, number = MistakeKind.TOURISTS_FORGOTTEN, -number
        else:
            kind = TOURISTS_NEAR[near_location(walked, place)]
        found.append(Change(str(place), number, kind, (place,)))
    return found


def _lost_kept(landmarks: int, tourists: int, changes: list[Change]) -> Iterator[Attempt]:
    """Yield that no tourist off the route was erased."""
    lost = [change for change in changes if change.delta > 0]
    if len(lost) > 1:
        more = sum(change.delta for change in lost)
        places = tuple(element for change in lost for element in change.elements)
        mistake = Mistake(MistakeKind.LOST_TOURISTS_KEPT, places, figures={"by": more})
        yield attempt(landmarks * (tourists + more), mistake)


def _slips(walked: Walked, kind: LandmarkKind, landmarks: int, tourists: int) -> Iterator[Attempt]:
    """Yield slips with the product itself."""
    counts = {"landmarks": landmarks, "tourists": tourists}
    yield attempt(landmarks + tourists, Mistake(MistakeKind.SUM_FOR_PRODUCT, figures=counts))
    yield attempt(landmarks, Mistake(MistakeKind.LANDMARKS_FOR_PRODUCT, figures=counts))
    yield attempt(tourists, Mistake(MistakeKind.TOURISTS_FOR_PRODUCT, figures=counts))
    hosts = tourist_locations(walked.marks, walked.passed, walked.filled.city.pairs[kind])
    yield attempt(
        landmarks * len(hosts),
        Mistake(MistakeKind.LOCATIONS_FOR_TOURISTS, hosts, figures={"locations": len(hosts)}),
    )
    for other, shape in walked.filled.city.pairs.items():
        if other is not kind:
            line = (Step(other.value),)
            theirs = {"landmarks": landmarks, "tourists": _tourists(walked, shape)}
            there = tourist_locations(walked.marks, walked.passed, shape)
            mistake = Mistake(MistakeKind.OTHER_TOURISTS, there, figures=theirs, others=line)
            yield attempt(landmarks * theirs["tourists"], mistake)
            theirs = {"landmarks": _landmarks(walked, other), "tourists": tourists}
            marks = places_of(_counting(walked, other))
            mistake = Mistake(MistakeKind.OTHER_LANDMARKS, marks, figures=theirs, others=line)
            yield attempt(theirs["landmarks"] * tourists, mistake)
    everyone = walked.tourists
    mistake = Mistake(
        MistakeKind.ALL_TOURISTS, figures={"landmarks": landmarks, "tourists": everyone}
    )
    yield attempt(landmarks * everyone, mistake)
    for off in range(-MOST_TOURISTS_MISCOUNTED, MOST_TOURISTS_MISCOUNTED + 1):
        if off and tourists + off >= 0:
            figures = {**counts, "counted": tourists + off}
            miscounted = Mistake(
                MistakeKind.TOURISTS_MISCOUNTED, hosts, figures=figures, count=abs(off)
            )
            yield attempt(landmarks * (tourists + off), miscounted)
    for off in (-ROWS_OFF, ROWS_OFF):
        if landmarks + off > 0:
            figures = {**counts, "counted": landmarks + off}
            yield attempt(
                (landmarks + off) * tourists, Mistake(MistakeKind.PRODUCT_ROW, figures=figures)
            )
