"""Steps 4 and 5 tried wrongly: values and ratings of landmarks, added up."""

from collections.abc import Iterator

from scorer.rules.board import LandmarkKind
from scorer.rules.judge.case import Case, Change, choices, landmark_changes, mistakes_of
from scorer.rules.judge.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.sheet import Step
from scorer.rules.steps import places_of


def yellow_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the yellow line would be with each mistake made on purpose."""
    landmarks = [mark for mark in case.board.landmarks if mark.kind is LandmarkKind.YELLOW]
    worth = {mark.id: mark.value or 0 for mark in landmarks}
    yield from _with(case, landmark_changes(case, landmarks, worth), LandmarkKind.YELLOW)


def grey_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the grey line would be with each mistake made on purpose."""
    landmarks = [mark for mark in case.board.landmarks if mark.kind is LandmarkKind.GREY]
    worth = {mark.id: case.setup.ratings[mark.id] for mark in landmarks}
    changes = landmark_changes(case, landmarks, worth) + list(_ratings_misread(case))
    yield from _with(case, changes, LandmarkKind.GREY)


def _with(case: Case, changes: list[Change], kind: LandmarkKind) -> Iterator[Attempt]:
    on = case.passed.of_kind(kind)
    right = case.right[Step(kind.value)].points
    for chosen in choices(changes):
        if chosen:
            yield attempt(right + sum(change.delta for change in chosen), *mistakes_of(chosen))
    figures = {"number": len(on)}
    yield attempt(len(on), Mistake(MistakeKind.NUMBER_FOR_VALUES, places_of(on), figures))


def _ratings_misread(case: Case) -> Iterator[Change]:
    """Yield, for each iconic landmark on the route, the ratings it may have been taken for.

    Most likely the box before or after the right-most marked one; then the first one, as if
    nothing had been marked, the last one, the number of marked boxes, or another landmark's.
    """
    for mark in case.passed.of_kind(LandmarkKind.GREY):
        steps = case.city.track(mark.id)
        rating = case.setup.ratings[mark.id]
        at = steps.index(rating)
        readings: list[tuple[int, MistakeKind]] = []
        if at > 0:
            readings.append((steps[at - 1], MistakeKind.RATING_ONE_BOX_BACK))
            readings.append((steps[0], MistakeKind.RATING_FIRST_BOX))
        if at < len(steps) - 1:
            readings.append((steps[at + 1], MistakeKind.RATING_ONE_BOX_ON))
            readings.append((steps[-1], MistakeKind.RATING_LAST_BOX))
        readings.append((at + 1, MistakeKind.RATING_BOXES))
        readings += [
            (case.setup.ratings[other.id], MistakeKind.RATING_OF_ANOTHER)
            for other in case.board.landmarks
            if other.kind is LandmarkKind.GREY and other != mark
        ]
        for read, kind in readings:
            if read != rating:
                figures = (("read", read), ("right", rating))
                yield Change(mark.id, read - rating, kind, places_of((mark,)), figures)
