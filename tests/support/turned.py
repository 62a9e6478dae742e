"""Changes that must not matter, or only in one direction, for the total of a whole game."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from benchmarks.boards import legal_marks
from scorer.rules.board import Board
from scorer.rules.city import load_city
from scorer.rules.marks import Marks, tourists_of, usual_setup
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.score import score

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)
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
        return Location(*self._turn(place.column, place.row, 5))

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


def games(seed: int, count: int) -> list[Marks]:
    rng = random.Random(seed)
    return [legal_marks(rng, BOARD, CITY, dense=i % 2 == 0) for i in range(count)]


@pytest.mark.parametrize("name", TURNS)
def test_turning_city_and_marks_together_changes_nothing(name: str) -> None:
    turned = Turned(TURNS[name])
    board = turned.board(BOARD)
    for marks in games(1, 12):
        before = score(BOARD, CITY, marks, SETUP)
        after = score(board, CITY, turned.marks(marks), SETUP)
        assert (before.total, before.length) == (after.total, after.length)
        assert (before.tourists, before.landmarks) == (after.tourists, after.landmarks)


def test_a_section_more_never_lowers_the_total() -> None:
    rng = random.Random(2)
    for marks in games(2, 20):
        road = rng.choice(sorted(set(BOARD.road_of) - marks.sections))
        more = replace(marks, sections=marks.sections | {road})
        assert score(BOARD, CITY, more, SETUP).total >= score(BOARD, CITY, marks, SETUP).total


def test_a_tourist_less_never_raises_the_total() -> None:
    rng = random.Random(3)
    for marks in games(3, 20):
        place = rng.choice(sorted(marks.tourists))
        counts = dict(marks.tourists[place].counts)
        kind = rng.choice(sorted(counts))
        counts[kind] -= 1
        less = replace(marks, tourists=marks.tourists | {place: tourists_of(counts)})
        assert score(BOARD, CITY, less, SETUP).total <= score(BOARD, CITY, marks, SETUP).total
