"""Steps 1 to 3 tried wrongly: landmarks of one colour × tourists of its shape."""

from collections.abc import Iterator

from scorer.rules.board import LandmarkKind, TouristKind
from scorer.rules.judge.case import (
    LANDMARK_NEAR,
    TOURISTS_NEAR,
    Case,
    Change,
    choices,
    mistakes_of,
)
from scorer.rules.judge.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.sheet import Element, Step
from scorer.rules.steps import places_of, tourist_locations

# Landmarks miscounted at once, and tourists miscounted with no location to blame.
MOST_LANDMARKS = 2
MOST_TOURISTS_MISCOUNTED = 2
# A table of products is read at most so many rows or columns off.
ROWS_OFF = 1


def product_attempts(case: Case, step: Step) -> Iterator[Attempt]:
    """Yield what the line *step* would be with each mistake made on purpose."""
    kind = LandmarkKind(step.value)
    landmarks, tourists = _landmarks(case, kind), _tourists(case, case.city.pairs[kind])
    by_landmarks = list(_landmark_mistakes(case, kind))
    changes = _tourist_changes(case, case.city.pairs[kind])
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
    yield from _slips(case, kind, landmarks, tourists)


def _landmarks(case: Case, kind: LandmarkKind) -> int:
    return sum(mark.id not in case.passed.idle for mark in case.passed.of_kind(kind))


def _tourists(case: Case, shape: TouristKind) -> int:
    hosts = tourist_locations(case.marks, case.passed, shape)
    return sum(case.marks.tourists[place].count(shape) for place in hosts)


def _landmark_mistakes(case: Case, kind: LandmarkKind) -> Iterator[tuple[int, Mistake]]:
    """Yield how many landmarks more are counted with each mistake about landmarks.

    The product tells only how many they were: the landmarks named are those it may have been.
    """
    groups: dict[MistakeKind, list[Element]] = {}
    for mark in case.board.landmarks:
        if mark.kind is not kind:
            continue
        if mark.id in case.passed.idle:
            why = MistakeKind.LANDMARK_WITHOUT_COLOUR
        elif mark in case.passed.landmarks:
            why = MistakeKind.LANDMARK_FORGOTTEN
        else:
            why = LANDMARK_NEAR[case.near_landmark(mark)]
        groups.setdefault(why, []).extend(places_of((mark,)))
    for why, places in groups.items():
        sign = -1 if why is MistakeKind.LANDMARK_FORGOTTEN else 1
        for count in range(1, min(MOST_LANDMARKS, len(places)) + 1):
            yield sign * count, Mistake(why, tuple(places), {"by": sign * count}, count)


def _tourist_changes(case: Case, shape: TouristKind) -> list[Change]:
    """Return, for each location with tourists of *shape*, that they were counted wrongly."""
    found = []
    for place, group in sorted(case.marks.tourists.items()):
        number = group.count(shape)
        if not number:
            continue
        if place in case.passed.locations:
            kind, number = MistakeKind.TOURISTS_FORGOTTEN, -number
        else:
            kind = TOURISTS_NEAR[case.near_location(place)]
        found.append(Change(str(place), number, kind, (place,)))
    return found


def _lost_kept(landmarks: int, tourists: int, changes: list[Change]) -> Iterator[Attempt]:
    """Yield that no tourist off the route was erased."""
    lost = [change for change in changes if change.delta > 0]
    if len(lost) > 1:
        more = sum(change.delta for change in lost)
        places = tuple(element for change in lost for element in change.elements)
        mistake = Mistake(MistakeKind.LOST_TOURISTS_KEPT, places, {"by": more})
        yield attempt(landmarks * (tourists + more), mistake)


def _slips(case: Case, kind: LandmarkKind, landmarks: int, tourists: int) -> Iterator[Attempt]:
    """Yield slips with the product itself."""
    counts = {"landmarks": landmarks, "tourists": tourists}
    yield attempt(landmarks + tourists, Mistake(MistakeKind.SUM_FOR_PRODUCT, figures=counts))
    yield attempt(landmarks, Mistake(MistakeKind.LANDMARKS_FOR_PRODUCT, figures=counts))
    yield attempt(tourists, Mistake(MistakeKind.TOURISTS_FOR_PRODUCT, figures=counts))
    hosts = tourist_locations(case.marks, case.passed, case.city.pairs[kind])
    yield attempt(
        landmarks * len(hosts),
        Mistake(MistakeKind.LOCATIONS_FOR_TOURISTS, hosts, {"locations": len(hosts)}),
    )
    for other, shape in case.city.pairs.items():
        if other is not kind:
            line = (Step(other.value),)
            theirs = {"landmarks": landmarks, "tourists": _tourists(case, shape)}
            mistake = Mistake(MistakeKind.OTHER_TOURISTS, (), theirs, others=line)
            yield attempt(landmarks * theirs["tourists"], mistake)
            theirs = {"landmarks": _landmarks(case, other), "tourists": tourists}
            mistake = Mistake(MistakeKind.OTHER_LANDMARKS, (), theirs, others=line)
            yield attempt(theirs["landmarks"] * tourists, mistake)
    everyone = case.sheet.tourists
    mistake = Mistake(
        MistakeKind.ALL_TOURISTS, figures={"landmarks": landmarks, "tourists": everyone}
    )
    yield attempt(landmarks * everyone, mistake)
    for off in range(-MOST_TOURISTS_MISCOUNTED, MOST_TOURISTS_MISCOUNTED + 1):
        if off and tourists + off >= 0:
            figures = {**counts, "counted": tourists + off}
            miscounted = Mistake(MistakeKind.TOURISTS_MISCOUNTED, hosts, figures, abs(off))
            yield attempt(landmarks * (tourists + off), miscounted)
    for off in (-ROWS_OFF, ROWS_OFF):
        if landmarks + off > 0:
            figures = {**counts, "counted": landmarks + off}
            yield attempt(
                (landmarks + off) * tourists, Mistake(MistakeKind.PRODUCT_ROW, figures=figures)
            )
