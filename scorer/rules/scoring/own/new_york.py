"""New York: the Statue of Liberty, for a ticket and its dock, and the café area."""

from collections.abc import Iterator
from typing import Any, ClassVar

from scorer.rules.board.board import Board
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.terms.bonuses import Bonus, Bonuses
from scorer.rules.scoring.terms.term import NamedTerm

# The café area's bonus that is worth PP of its own, and how many.
POINTS_BONUS, POINTS = "points", 8


class Ticketed(Bonuses):
    """The Statue's rating, once, when a dock is on the route whose ticket is held."""

    kind: ClassVar[str] = "ticketed"

    def bonuses(self, filled: FilledBoard) -> tuple[Bonus, ...]:
        docks = filled.docks
        rating = filled.setup.ratings[self.special.rating]
        # Without a ticket there is no place that would give it.
        return (Bonus(rating, docks),) if docks else ()

    def phone(self, board: Board) -> dict[str, Any]:
        docks = [[one.id, str(one.dock)] for one in board.cafe_area if one.dock is not None]
        return {"rating": self.special.rating, "docks": docks}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        """Yield the Statue counted without the dock's ticket, or once for each of two docks."""
        yield from super().mistakes(walked)
        rating = walked.setup.ratings[self.special.rating]
        docks = {one.id: one.dock for one in walked.board.cafe_area if one.dock is not None}
        on = {id_: dock for id_, dock in docks.items() if dock in walked.passed.crossroads}
        held = {id_ for id_ in on if id_ in walked.marks.tickets}
        if on and not held:
            where = tuple(on.values())
            yield attempt(rating, Mistake(MistakeKind.TICKET_MISSING, where))
        if len(on) > 1 and held:
            where, figures = tuple(on.values()), {"number": len(on)}
            yield attempt(
                len(on) * rating, Mistake(MistakeKind.RATING_FOR_EACH, where, figures=figures)
            )


class CafeArea(Bonuses):
    """Each bonus circled in the café area and not crossed out, wherever the route goes.

    Decision D5: the 8 PP bonus gives 8, not also the 2 of an unused one.
    """

    kind: ClassVar[str] = "cafe-area"

    def bonuses(self, filled: FilledBoard) -> tuple[Bonus, ...]:
        each = self._each(filled.board)
        marked = sorted(filled.marks.cafe_area.items())
        return tuple(Bonus(each[id_], ()) for id_, mark in marked if mark is CafeMark.VISITED)

    def phone(self, board: Board) -> dict[str, Any]:
        return {"each": [list(one) for one in sorted(self._each(board).items())]}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        """Yield bonuses of the area forgotten, used ones counted, the 8 PP taken wrongly."""
        yield from super().mistakes(walked)
        right = self.line(walked).points
        used = [mark for mark in walked.marks.cafe_area.values() if mark is CafeMark.USED]
        usual = self.special.points
        given = [bonus.points for bonus in self.bonuses(walked.filled)]
        for count in range(1, given.count(usual) + 1):
            mistake = Mistake(MistakeKind.AREA_FORGOTTEN, figures={"number": count}, count=count)
            yield attempt(right - count * usual, mistake)
        for count in range(1, len(used) + 1):
            mistake = Mistake(MistakeKind.AREA_USED, figures={"number": count}, count=count)
            yield attempt(right + count * usual, mistake)
        for points in {points for points in given if points != usual}:
            for kind, read in (
                (MistakeKind.AREA_FORGOTTEN_POINTS, 0),
                (MistakeKind.AREA_USUAL, usual),
                (MistakeKind.AREA_BOTH, points + usual),
            ):
                figures = {"read": read, "right": points}
                yield attempt(right - points + read, Mistake(kind, figures=figures))

    def _each(self, board: Board) -> dict[str, int]:
        """Return the PP of each symbol beside the map while it is not used."""
        usual = self.special.points
        return {one.id: POINTS if one.bonus == POINTS_BONUS else usual for one in board.cafe_area}


KINDS: dict[str, type[NamedTerm]] = {"ticketed": Ticketed, "cafe-area": CafeArea}
