"""Small made-up boards for tests: what other cities need, long before those cities exist."""

from itertools import pairwise
from typing import Any

import msgspec

from scorer.rules.board.board import Board
from scorer.rules.board.practice import Layout, layout_board
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.marks import Marks, parse_marks
from scorer.rules.scoring.sheet import FinalRoute, ScoreSheet, Step
from scorer.rules.values import replace


def board(**changes: Any) -> Board:
    """Return a made-up board of 3 × 2 locations of the first city, with *changes* to its layout."""
    return layout_board(layout(**changes), "first-city")


def layout(**changes: Any) -> Layout:
    """Return the layout of that board as its city file would give it."""
    usual: dict[str, Any] = {
        "id": "made-up",
        "name": "Made-up",
        "page_mm": [60, 50],
        "origin_mm": [15, 10],
        "cell_mm": 10,
        "columns": 3,
        "rows": 2,
        "coordinates": {"columns": [1, 2, 3], "rows": [1, 2]},
        "landmarks": {},
        "cafes": {},
        "visit_all": [],
    }
    return msgspec.convert(usual | changes, Layout)


def walk(text: str) -> FinalRoute:
    """Return the walk over lattice roads through the crossroads in *text*."""
    points = tuple(Crossroads.parse(name) for name in text.split())
    pairs = pairwise(points)
    return FinalRoute(points, tuple(RoadId.between(*pair) for pair in pairs))


def drawn(route: str, **keys: str) -> Marks:
    """Return marks with the sections of *route* (walks, split by a comma) on a made-up board."""
    sections = {section for part in route.split(",") for section in walk(part).sections}
    tourists = keys.get("tourists", "{}")
    text = f'{{"city": "first-city", "board": "made-up", "tourists": {tourists}}}'
    marks = parse_marks(text.encode()).checked_on(board())
    task = frozenset(Crossroads.parse(name) for name in keys.get("task", "").split())
    return replace(marks, sections=frozenset(sections), task=task)


def points(sheet: ScoreSheet, step: Step) -> int:
    (line,) = [line for line in sheet.lines if line.step is step]
    return line.points
