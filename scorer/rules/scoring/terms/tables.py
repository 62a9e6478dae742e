"""Tables: PP for how many of some points are on the route, those of visiting them all."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, ClassVar

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import Line, Step
from scorer.rules.scoring.terms.parts import Counted, Feature, Part
from scorer.rules.scoring.terms.slips import drawn_crossroads
from scorer.rules.scoring.terms.term import Term


class VisitAll(Term):
    """The city's table for the number of visit-them-all points on the route."""

    kind: ClassVar[str] = "table"

    def __init__(self, city: City) -> None:
        super().__init__(city, Step.VISIT_ALL)

    def in_play(self, setup: Setup) -> bool:
        return any(self.city.visit_all.points)

    def line(self, walked: Walked) -> Line:
        points = tuple(p for p in walked.board.visit_all if p in walked.passed.crossroads)
        total = self.city.visit_all.points_for(len(points))
        word = "point" if len(points) == 1 else "points"
        return Line(self.step, total, f"{len(points)} {word} → {total}", points)

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        features = tuple(Feature((point,)) for point in filled.board.visit_all)
        return (Counted(features, self.city.visit_all.points),)

    def phone(self, board: Board) -> dict[str, Any]:
        at = list(map(str, board.visit_all))
        return {"at": at, "points": list(self.city.visit_all.points)}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        table = self.city.visit_all
        on = tuple(point for point in walked.board.visit_all if point in walked.passed.crossroads)
        off = [point for point in walked.board.visit_all if point not in on]
        right, number = table.points_for(len(on)), len(on)
        for kind, points, sign in (
            (MistakeKind.POINT_FORGOTTEN, list(on), -1),
            (MistakeKind.POINT_OFF_ROUTE, [p for p in off if p in drawn_crossroads(walked)], 1),
            (
                MistakeKind.POINT_NOT_REACHED,
                [p for p in off if p not in drawn_crossroads(walked)],
                1,
            ),
        ):
            for count in range(1, len(points) + 1):
                for chosen in combinations(points, count):
                    wrong = table.points_for(number + sign * count)
                    yield attempt(
                        wrong, Mistake(kind, chosen, figures={"by": wrong - right}, count=count)
                    )
        for row in (number - 1, number + 1):
            if 0 <= row < len(table.points):
                figures = {"row": row, "right": number}
                yield attempt(
                    table.points_for(row), Mistake(MistakeKind.POINTS_ROW, on, figures=figures)
                )
        first = next((points for points in table.points if points), 0)
        figures = {"each": first, "number": number}
        yield attempt(number * first, Mistake(MistakeKind.POINTS_EACH, on, figures=figures))
        added = sum(table.points_for(row) for row in range(1, number + 1))
        yield attempt(added, Mistake(MistakeKind.POINTS_ADDED_UP, on, figures={"number": number}))
        yield attempt(number, Mistake(MistakeKind.POINTS_COUNTED, on, figures={"number": number}))
