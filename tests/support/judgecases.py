"""The worked example's board under judgement, and made-up boards for what it does not hold."""

from pathlib import Path
from typing import Any

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.judge.judge import Claim, LineVerdict, judge
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks, parse_marks
from scorer.rules.position.setup import Setup, parse_setup
from scorer.rules.scoring.sheet import FinalRoute, Step

FOLDER = Path(__file__).parents[2] / "samples" / "worked-example"
CITY = load_city("first-city")
BOARD = CITY.practice_board
MARKS = parse_marks((FOLDER / "marks.json").read_bytes()).checked_on(BOARD)
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
        file = from_data({"city": on.city, "board": on.id, **marks}, Marks)
        drawn = file.checked_on(on)
    filled = FilledBoard(on, CITY, drawn, setup)
    claim = Claim(filled, {step: claimed}, route=walk(route) if route else None)
    (line,) = judge(claim).lines
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
