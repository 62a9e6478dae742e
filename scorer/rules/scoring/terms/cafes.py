"""Cafés: a bonus each that was received and not used, wherever the route goes."""

from collections.abc import Iterator
from typing import Any, ClassVar

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import Line, Step
from scorer.rules.scoring.terms.parts import Fixed, Part
from scorer.rules.scoring.terms.slips import drawn_crossroads
from scorer.rules.scoring.terms.term import Term

# What a café may have been taken to give: one each, or a neighbouring figure.
CAFE_VALUES = (1, 3, 4)


class Cafes(Term):
    """Each café bonus received and not used, on the route or not."""

    kind: ClassVar[str] = "cafes"

    def __init__(self, city: City) -> None:
        super().__init__(city, Step.CAFES)
        self._each = city.game.cafe_points

    def in_play(self, setup: Setup) -> bool:
        return setup.cafes

    def line(self, walked: Walked) -> Line:
        unused = _cafes(walked.filled, CafeMark.VISITED)
        return Line(self.step, len(unused) * self._each, f"{len(unused)} × {self._each}", unused)

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        return (Fixed(len(_cafes(filled, CafeMark.VISITED)) * self._each),)

    def phone(self, board: Board) -> dict[str, Any]:
        return {"each": self._each}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        marks, each = walked.marks.cafes, self._each
        unused = _cafes(walked.filled, CafeMark.VISITED)
        used = _cafes(walked.filled, CafeMark.USED)
        on_route = tuple(point for point in unused if point in walked.passed.crossroads)
        if len(on_route) < len(unused):
            left = tuple(point for point in unused if point not in on_route)
            figures = {"counted": len(on_route)}
            mistake = Mistake(MistakeKind.CAFES_ONLY_ON_ROUTE, left, figures=figures)
            yield attempt(len(on_route) * each, mistake)
        for count in range(1, len(unused) + 1):
            mistake = Mistake(
                MistakeKind.CAFES_FORGOTTEN, unused, figures={"by": -count}, count=count
            )
            yield attempt((len(unused) - count) * each, mistake)
        for count in range(1, len(used) + 1):
            mistake = Mistake(
                MistakeKind.USED_CAFES_COUNTED, used, figures={"by": count}, count=count
            )
            yield attempt((len(unused) + count) * each, mistake)
        open_ = tuple(
            point
            for point in sorted(walked.board.cafe_at)
            if point in drawn_crossroads(walked) and point not in marks
        )
        for count in range(1, len(open_) + 1):
            mistake = Mistake(
                MistakeKind.CAFES_NOT_CIRCLED, open_, figures={"by": count}, count=count
            )
            yield attempt((len(unused) + count) * each, mistake)
        for value in CAFE_VALUES:
            if value != each and unused:
                figures = {"read": value, "right": each}
                yield attempt(
                    len(unused) * value, Mistake(MistakeKind.CAFE_VALUE, unused, figures=figures)
                )


def _cafes(filled: FilledBoard, mark: CafeMark) -> tuple[Crossroads, ...]:
    return tuple(point for point, kept in sorted(filled.marks.cafes.items()) if kept is mark)
