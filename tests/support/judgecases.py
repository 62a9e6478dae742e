"""The worked example's board under judgement, and made-up boards for what it does not hold."""

from pathlib import Path
from typing import Any

import msgspec

from scorer.rules.board import Board
from scorer.rules.city import load_city
from scorer.rules.judge.judge import Claim, LineVerdict, judge
from scorer.rules.marks import MarksFile, Setup, marks_on, parse_marks, parse_setup
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.sheet import FinalRoute, Step

FOLDER = Path(__file__).parents[3] / "samples" / "worked-example"
CITY = load_city("first-city")
BOARD = CITY.practice_board
MARKS = marks_on(parse_marks((FOLDER / "marks.json").read_bytes()), BOARD)
SETUP = parse_setup((FOLDER / "setup.json").read_bytes(), CITY)
RATINGS = {"school": 4, "observatory": 4, "tv-tower": 4}

# One mistake: its kind, where it was made, and how often.
Told = tuple[str, str, int]


def verdict_on(
    step: Step,
    claimed: int,
    *,
    on: Board = BOARD,
    route: str = "",
    setup: Setup = SETUP,
    **marks: Any,
) -> LineVerdict:
    """Return the verdict on one line; without *marks* on the worked example."""
    drawn = MARKS
    if marks:
        file = msgspec.convert({"city": on.city, "board": on.id, **marks}, MarksFile)
        drawn = marks_on(file, on)
    claim = Claim(drawn, setup, {step: claimed}, route=walk(route) if route else None)
    (line,) = judge(on, CITY, claim).lines
    return line


def told(line: LineVerdict) -> list[list[Told]]:
    """Return the explanations of *line*, each as its mistakes."""
    return [
        [
            (mistake.kind.value, " ".join(map(str, mistake.elements)), mistake.count)
            for mistake in why.mistakes
        ]
        for why in line.explanations
    ]


def walk(text: str) -> FinalRoute:
    """Return the route over plain roads through the crossroads of *text*."""
    points = tuple(Crossroads.parse(part) for part in text.split())
    roads = tuple(map(RoadId.between, points, points[1:]))
    return FinalRoute(points, roads)


def row(text: str) -> list[str]:
    """Return the names of the sections between the crossroads of *text*."""
    return [str(section) for section in walk(text).sections]
