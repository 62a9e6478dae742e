"""Sums: values printed on popular landmarks, and the ratings of iconic ones."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from scorer.rules.board.board import Board, Landmark, LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked, places_of, ways_to_landmark
from scorer.rules.scoring.sheet import Line, Step
from scorer.rules.scoring.terms.parts import Feature, Flat, Part
from scorer.rules.scoring.terms.slips import Change, changed, landmark_changes
from scorer.rules.scoring.terms.term import Term


class Values(Term):
    """The values printed on the popular landmarks on the route, added up."""

    kind: ClassVar[str] = "values"

    def __init__(self, city: City) -> None:
        super().__init__(city, Step.YELLOW)

    def line(self, walked: Walked) -> Line:
        landmarks = walked.passed.of_kind(LandmarkKind.YELLOW)
        values = [mark.value or 0 for mark in landmarks]
        return Line(self.step, sum(values), sum_text(values), places_of(landmarks))

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        valued = _of(filled.board, LandmarkKind.YELLOW)
        return (Flat(tuple(Feature(ways_to_landmark(m), m.value or 0) for m in valued)),)

    def phone(self, board: Board) -> dict[str, Any]:
        return {"landmarks": LandmarkKind.YELLOW.value}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        valued = _of(walked.board, LandmarkKind.YELLOW)
        changes = landmark_changes(walked, valued, {mark.id: mark.value or 0 for mark in valued})
        yield from changed(self.line(walked).points, changes)
        yield _number_for_values(walked.passed.of_kind(LandmarkKind.YELLOW))


class Ratings(Term):
    """The present rating of each iconic landmark on the route, added up.

    A landmark of another colour may be iconic as well, and several may share a rating.
    """

    kind: ClassVar[str] = "ratings"

    def __init__(self, city: City) -> None:
        super().__init__(city, Step.GREY)

    def line(self, walked: Walked) -> Line:
        found = _rated(walked.filled.city, walked.passed.landmarks)
        ratings = [walked.setup.ratings[track] for _, track in found]
        landmarks = tuple(mark for mark, _ in found)
        return Line(self.step, sum(ratings), sum_text(ratings), places_of(landmarks))

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        ratings = filled.setup.ratings
        return (
            Flat(
                tuple(
                    Feature(ways_to_landmark(mark), ratings[track])
                    for mark, track in _rated(filled.city, filled.board.landmarks)
                )
            ),
        )

    def phone(self, board: Board) -> dict[str, Any]:
        return {"elsewhere": sorted(_own_steps(self.city))}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        found = _rated(walked.filled.city, walked.board.landmarks)
        worth = {mark.id: walked.setup.ratings[track] for mark, track in found}
        changes = landmark_changes(walked, [mark for mark, _ in found], worth)
        changes += _ratings_misread(walked)
        yield from changed(self.line(walked).points, changes)
        yield _number_for_values(
            tuple(mark for mark, _ in _rated(walked.filled.city, walked.passed.landmarks))
        )


def _rated(city: City, landmarks: Iterable[Landmark]) -> list[tuple[Landmark, str]]:
    """Return the iconic ones of *landmarks* that have no step of their own, with their tracks."""
    own = _own_steps(city)
    return [(mark, track) for mark in landmarks if (track := mark.rated_as) and track not in own]


def _own_steps(city: City) -> set[str]:
    """Return the rating tracks that steps of their own count (New York's Statue)."""
    return {special.rating for special in city.specials if special.rating}


def sum_text(values: list[int]) -> str:
    """Return the working of a sum."""
    return " + ".join(map(str, values)) or "0"


def _of(board: Board, kind: LandmarkKind) -> list[Landmark]:
    return [mark for mark in board.landmarks if mark.kind is kind]


def _number_for_values(on: tuple[Landmark, ...]) -> Attempt:
    """Return that the landmarks on the route were counted, not added up."""
    figures = {"number": len(on)}
    return attempt(len(on), Mistake(MistakeKind.NUMBER_FOR_VALUES, places_of(on), figures=figures))


def _ratings_misread(walked: Walked) -> Iterator[Change]:
    """Yield, for each iconic landmark on the route, the ratings it may have been taken for.

    Most likely the box before or after the right-most marked one; then the first one, as if
    nothing had been marked, the last one, the number of marked boxes, or another landmark's.
    """
    for mark, track in _rated(walked.filled.city, walked.passed.landmarks):
        steps = walked.filled.city.track(track)
        rating = walked.setup.ratings[track]
        # Of a practice track the real board may have other boxes: this one may lie between.
        before = [step for step in steps if step < rating]
        after = [step for step in steps if step > rating]
        readings: list[tuple[int, MistakeKind]] = []
        if before:
            readings.append((before[-1], MistakeKind.RATING_ONE_BOX_BACK))
            readings.append((before[0], MistakeKind.RATING_FIRST_BOX))
        if after:
            readings.append((after[0], MistakeKind.RATING_ONE_BOX_ON))
            readings.append((after[-1], MistakeKind.RATING_LAST_BOX))
        readings.append((len(before) + 1, MistakeKind.RATING_BOXES))
        readings += [
            (walked.setup.ratings[other], MistakeKind.RATING_OF_ANOTHER)
            for _, other in _rated(walked.filled.city, walked.board.landmarks)
            if other != track
        ]
        for read, kind in readings:
            if read != rating:
                figures = (("read", read), ("right", rating))
                yield Change(mark.id, read - rating, kind, places_of((mark,)), figures)
