"""The best few final routes of one board, and two routes compared line by line."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.goals import Rivals, check_goals
from scorer.rules.graph import graph_of, location_mask
from scorer.rules.keep import ManyKeeper
from scorer.rules.marks import Marks, Setup
from scorer.rules.rides import rides_of
from scorer.rules.score import route_of_best, score, sheet_of, valuer
from scorer.rules.search import best_route, search
from scorer.rules.sheet import ScoreSheet, Step, sheet_data

# As many routes as a person may want to look through.
MOST_ROUTES = 20


class AlternativesError(ValueError):
    """A number of routes that is not offered."""


@dataclass(frozen=True)
class Comparison:
    """Two routes of one board: their totals, and the lines in which they differ.

    ``lines`` are PP of the other one less those of yours; ``name`` is what it is called.
    """

    yours: int
    other: int
    lines: tuple[tuple[Step, int], ...]
    name: str = "best"

    @property
    def text(self) -> str:
        """The difference in words: ``your route 98, best 105: +6 yellow, +1 task``."""
        return f"your route {self.yours}, {self.name} {self.other}: {self.lines_text}"

    @property
    def lines_text(self) -> str:
        """The lines alone: ``+6 yellow, +1 task``."""
        parts = [f"{_signed(points)} {step.value}" for step, points in self.lines]
        return ", ".join(parts) or "the same in every line"


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")


@dataclass(frozen=True)
class Alternatives:
    """The best routes, best first. ``proved``: no other would belong among them."""

    sheets: tuple[ScoreSheet, ...]
    proved: bool


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Return *comparison* in the shape of its JSON."""
    return {
        "difference": {step.value: points for step, points in comparison.lines},
        "comparison": comparison.text,
    }


def alternatives_data(found: Alternatives) -> dict[str, Any]:
    """Return the routes in the shape of their JSON: sheets, each compared with the best."""
    best = found.sheets[0]
    return {
        "alternatives": [
            sheet_data(sheet)
            | {"difference": {step.value: points for step, points in compare(best, sheet).lines}}
            for sheet in found.sheets
        ],
        "alternatives_proved": found.proved,
    }


def compare(yours: ScoreSheet, other: ScoreSheet, name: str = "best") -> Comparison:
    """Return how two sheets of one board differ, in the order of their lines.

    *name* is what the other one is called in words.
    """
    mine = {line.step: line.points for line in yours.lines}
    theirs = {line.step: line.points for line in other.lines}
    steps = list(dict.fromkeys([*theirs, *mine]))
    lines = [(step, theirs.get(step, 0) - mine.get(step, 0)) for step in steps]
    return Comparison(yours.total, other.total, tuple((s, p) for s, p in lines if p), name)


def alternatives(
    board: Board,
    city: City,
    marks: Marks,
    setup: Setup,
    count: int,
    rivals: Rivals | None = None,
    stop: Callable[[], bool] | None = None,
) -> Alternatives:
    """Return the best *count* final routes that differ in total or in the locations on them.

    Of routes with a ride only the best one is among them, and then nothing is proved.
    Each set of sections counts with its best order. Of routes with the same total and the
    same locations the one that the tie-break prefers stands for all: the longest, then the
    one with most tourists, then with most landmarks. The same decides between equal totals.

    Parameters
    ----------
    count : int
        1 to 20, the best route included. There may be fewer.
    rivals, stop
        As for ``score``.

    Raises
    ------
    AlternativesError
        If *count* is out of bounds.
    MarksError
        If a goal card marks something that is not on the board.
    """
    if not 1 <= count <= MOST_ROUTES:
        raise AlternativesError(f"{count} routes: 1 to {MOST_ROUTES} can be had")
    check_goals(board, setup)
    graph = graph_of(marks.sections)
    valuation = valuer(board, city, marks, setup, rivals)(graph)
    places = tuple(location_mask(graph, board, cell.location) for cell in board.cells)
    keeper = ManyKeeper(graph, valuation, count, places, stop)
    # The best route is proved where there are too many to prove that the others come next.
    first = best_route(graph, valuation, stop)
    if first.sections:
        keeper.offer(first.sections, first.ends)
    search(keeper, (1 << len(graph.crossroads)) - 1)
    sheets = [
        sheet_of(board, city, marks, setup, route_of_best(graph, best), rivals)
        for best in keeper.kept()
    ]
    most = first.worth.points + first.at_most_more
    more = min(keeper.result().at_most_more, most - keeper.best.worth.points)
    proved = keeper.proved
    if rides_of(board, marks):
        # Of the routes with a ride only the best one is looked for.
        proved = False
        best = score(board, city, marks, setup, rivals, stop=stop)
        more = best.at_most_more
        if best.route.ride is not None:
            sheets = [best, *sheets][:count]
    top = sheets[0].total + more
    return Alternatives(
        tuple(
            replace(sheet, optimal=sheet.total == top, at_most_more=top - sheet.total)
            for sheet in sheets
        ),
        proved,
    )
