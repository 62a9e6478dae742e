"""Atlantis: rules that no other city has."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, ClassVar

from scorer.rules.board.board import Board
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import FinalRoute, Line
from scorer.rules.scoring.terms.bonuses import Bonus, Bonuses
from scorer.rules.scoring.terms.parts import Feature, Flat, OnWalk, Part
from scorer.rules.scoring.terms.runs import Runs
from scorer.rules.scoring.terms.term import NamedTerm


class Shells(Bonuses):
    """Every section of the route that is not on the parade gives a shell."""

    kind: ClassVar[str] = "shells"

    def bonuses(self, filled: FilledBoard) -> tuple[Bonus, ...]:
        parade = filled.board.marked_as("parade").roads
        roads = [road.id for road in filled.board.roads if road.id not in parade]
        return tuple(Bonus(self.special.points, (road,)) for road in roads)

    def phone(self, board: Board) -> dict[str, Any]:
        return {"points": self.special.points}


class Tides(NamedTerm):
    """PP for each time that the walk leaves the parade for another road, if it ends at a port.

    A kind like no other: the direction of the walk matters, its end, and what follows what.
    """

    kind: ClassVar[str] = "tides"

    def line(self, walked: Walked) -> Line:
        left = self._left(walked.board, walked.route)
        points = self.special.points * len(left) if self._lands(walked) else 0
        return Line(self.step, points, f"{len(left)} × {self.special.points}", left)

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        """Return that no section of the parade is left twice."""
        parade = filled.board.marked_as("parade").roads
        bound = Flat(tuple(Feature((road,), self.special.points) for road in parade))
        return (OnWalk((bound,), lambda route: self.line(Walked(filled, route)).points),)

    def phone(self, board: Board) -> dict[str, Any]:
        return {"points": self.special.points}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        """Yield the times that were counted, not their PP, and those of a walk that ends inland."""
        left = self._left(walked.board, walked.route)
        if self._lands(walked):
            yield attempt(len(left), Mistake(MistakeKind.PLACES_COUNTED, left))
        else:
            points = self.special.points * len(left)
            yield attempt(points, Mistake(MistakeKind.PLACE_NOT_REACHED, left))

    def _left(self, board: Board, route: FinalRoute) -> tuple[RoadId, ...]:
        """Return the sections of the parade that the walk leaves for another road."""
        parade = board.marked_as("parade").roads
        return tuple(
            before
            for part in route.parts
            for before, behind in pairwise(part)
            if before in parade and behind not in parade
        )

    def _lands(self, walked: Walked) -> bool:
        ports = walked.board.marked_as(self.special.of).crossroads
        return bool(walked.route.sections) and walked.route.crossroads[-1] in ports


KINDS: dict[str, type[NamedTerm]] = {"shells": Shells, "colours": Runs, "tides": Tides}
