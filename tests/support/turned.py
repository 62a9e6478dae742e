"""Boards and marks turned round: what must not matter for the total."""

from collections.abc import Callable

from scorer.rules.board.board import Board
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace

Turn = Callable[[int, int, int], tuple[int, int]]


TURNS: dict[str, Turn] = {
    "transposed": lambda x, y, _: (y, x),
    "mirrored": lambda x, y, last: (last - x, y),
    "upside down": lambda x, y, last: (x, last - y),
    "a quarter round": lambda x, y, last: (last - y, x),
}


class Turned:
    """A board and marks with every place moved by *turn* of a 6 × 6 map."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    def point(self, point: Crossroads) -> Crossroads:
        column, line = point.lattice or (0, 0)
        return Crossroads.at(*self._turn(column, line, 6))

    def place(self, place: Location) -> Location:
        return Location.at(*self._turn(place.column, place.row, 5))

    def road(self, road: RoadId) -> RoadId:
        return RoadId.between(self.point(road.first), self.point(road.second))

    def board(self, board: Board) -> Board:
        return replace(
            board,
            cells=tuple(replace(c, location=self.place(c.location)) for c in board.cells),
            crossroads_xy={self.point(p): xy for p, xy in board.crossroads_xy.items()},
            roads=tuple(
                replace(r, id=self.road(r.id), locations=tuple(map(self.place, r.locations)))
                for r in board.roads
            ),
            landmarks=tuple(
                replace(
                    mark,
                    locations=tuple(map(self.place, mark.locations)),
                    roads=frozenset(map(self.road, mark.roads)),
                )
                for mark in board.landmarks
            ),
            cafes=tuple(replace(c, crossroads=self.point(c.crossroads)) for c in board.cafes),
            visit_all=tuple(map(self.point, board.visit_all)),
        ).checked()

    def marks(self, marks: Marks) -> Marks:
        return replace(
            marks,
            sections=frozenset(map(self.road, marks.sections)),
            tourists={self.place(place): group for place, group in marks.tourists.items()},
            cafes={self.point(point): mark for point, mark in marks.cafes.items()},
            task=frozenset(map(self.point, marks.task)),
        )
