"""Steps 4 and 5 tried wrongly: values and ratings of landmarks, added up."""

from collections.abc import Iterable, Iterator

from scorer.rules.board import Landmark, LandmarkKind
from scorer.rules.judge.case import Case, Change, choices, landmark_changes, mistakes_of
from scorer.rules.judge.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.sheet import Step
from scorer.rules.steps import places_of


def yellow_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the yellow line would be with each mistake made on purpose."""
    landmarks = [mark for mark in case.board.landmarks if mark.kind is LandmarkKind.YELLOW]
    worth = {mark.id: mark.value or 0 for mark in landmarks}
    changes = landmark_changes(case, landmarks, worth)
    yield from _with(case, changes, Step.YELLOW, case.passed.of_kind(LandmarkKind.YELLOW))


def _rated(landmarks: Iterable[Landmark]) -> list[tuple[Landmark, str]]:
    """Return the iconic ones of *landmarks*, each with its rating track."""
    return [(mark, track) for mark in landmarks if (track := mark.rated_as)]


def grey_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the grey line would be with each mistake made on purpose."""
    rated = _rated(case.board.landmarks)
    worth = {mark.id: case.setup.ratings[track] for mark, track in rated}
    changes = landmark_changes(case, [mark for mark, _ in rated], worth)
    changes += _ratings_misread(case)
    on = tuple(mark for mark, _ in _rated(case.passed.landmarks))
    yield from _with(case, changes, Step.GREY, on)


def _with(
    case: Case, changes: list[Change], step: Step, on: tuple[Landmark, ...]
) -> Iterator[Attempt]:
    right = case.right[step].points
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
    for mark, track in _rated(case.passed.landmarks):
        steps = case.city.track(track)
        rating = case.setup.ratings[track]
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
            (case.setup.ratings[other], MistakeKind.RATING_OF_ANOTHER)
            for _, other in _rated(case.board.landmarks)
            if other != track
        ]
        for read, kind in readings:
            if read != rating:
                figures = (("read", read), ("right", rating))
                yield Change(mark.id, read - rating, kind, places_of((mark,)), figures)
