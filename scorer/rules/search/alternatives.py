"""The best few final routes of one board, and two routes compared line by line."""

from collections.abc import Callable

from msgspec import UNSET, Struct, UnsetType, field

from scorer.rules.notation import RulesError
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.goals import check_goals
from scorer.rules.scoring.sheet import ScoreSheet, Step
from scorer.rules.search.best import route_of_best, score, sheet_of
from scorer.rules.search.candidates.bestsofar import ManyKeeper
from scorer.rules.search.candidates.listing import best_route, search
from scorer.rules.search.drawing.graph import graph_of, location_mask
from scorer.rules.search.rides import rides_of
from scorer.rules.search.valuation import parts_of, valuation_of
from scorer.rules.values import replace, widened

# As many routes as a person may want to look through.
MOST_ROUTES = 20


class AlternativesError(RulesError):
    """A number of routes that is not offered."""


class ComparedSheet(ScoreSheet, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sheet and how it differs from another of the same board: PP of each line, more or less.

    ``comparison`` says it in words: ``your route 98, best 105: +6 yellow, +1 task``.
    """

    difference: dict[Step, int]
    comparison: str | UnsetType = UNSET


class Alternatives(Struct, frozen=True, forbid_unknown_fields=True):
    """The best routes, best first, each compared with the best one.

    ``proved``: no other would belong among them.
    """

    sheets: tuple[ComparedSheet, ...] = field(name="alternatives")
    proved: bool = field(name="alternatives_proved")


def difference(yours: ScoreSheet, other: ScoreSheet) -> dict[Step, int]:
    """Return the PP of *other* less those of *yours*, of the lines in which they differ."""
    mine = {line.step: line.points for line in yours.lines}
    theirs = {line.step: line.points for line in other.lines}
    apart = {step: theirs.get(step, 0) - mine.get(step, 0) for step in {**theirs, **mine}}
    return {step: points for step, points in apart.items() if points}


def difference_text(apart: dict[Step, int]) -> str:
    """Return a difference in words: ``+6 yellow, +1 task``."""
    signed = {step.value: f"{points:+d}".replace("-", "−") for step, points in apart.items()}
    parts = [f"{points} {step}" for step, points in signed.items()]
    return ", ".join(parts) or "the same in every line"


def compare(yours: ScoreSheet, other: ScoreSheet, name: str = "best") -> ComparedSheet:
    """Return *other*, compared with *yours*; *name* is what it is called in words."""
    apart = difference(yours, other)
    text = f"your route {yours.total}, {name} {other.total}: {difference_text(apart)}"
    return widened(other, ComparedSheet, difference=apart, comparison=text)


def alternatives(
    filled: FilledBoard, count: int, stop: Callable[[], bool] | None = None
) -> Alternatives:
    """Return the routes of ``best_few``, each compared with the best one."""
    sheets, proved = best_few(filled, count, stop)
    compared = (
        widened(sheet, ComparedSheet, difference=difference(sheets[0], sheet)) for sheet in sheets
    )
    return Alternatives(tuple(compared), proved)


def best_few(
    filled: FilledBoard, count: int, stop: Callable[[], bool] | None = None
) -> tuple[tuple[ScoreSheet, ...], bool]:
    """Return the best *count* final routes that differ in total or in the locations on them.

    With them stands whether it is proved that no other belongs among them.

    Of routes with a ride only the best one is among them, and then nothing is proved.
    Each set of sections counts with its best order. Of routes with the same total and the
    same locations the one that the tie-break prefers stands for all: the longest, then the
    one with most tourists, then with most landmarks. The same decides between equal totals.

    Parameters
    ----------
    count : int
        1 to 20, the best route included. There may be fewer.
    stop
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
    board, marks = filled.board, filled.marks
    check_goals(board, filled.setup)
    graph = graph_of(marks.sections)
    valuation = valuation_of(graph, filled, parts_of(filled))
    places = tuple(location_mask(graph, board, cell.location) for cell in board.cells)
    keeper = ManyKeeper(graph, valuation, count, places, stop)
    # The best route is proved where there are too many to prove that the others come next.
    first = best_route(graph, valuation, stop)
    if first.sections:
        keeper.offer(first.sections, first.ends)
    search(keeper, (1 << len(graph.crossroads)) - 1)
    sheets = [sheet_of(filled, route_of_best(graph, best)) for best in keeper.kept()]
    most = first.worth.points + first.at_most_more
    more = min(keeper.result().at_most_more, most - keeper.best.worth.points)
    proved = keeper.proved
    if rides_of(filled):
        # Of the routes with a ride only the best one is looked for.
        proved = False
        best = score(filled, stop=stop)
        more = best.at_most_more
        if best.route.ride is not None:
            sheets = [best, *sheets][:count]
    top = sheets[0].total + more
    few = tuple(
        replace(sheet, optimal=sheet.total == top, at_most_more=top - sheet.total)
        for sheet in sheets
    )
    return few, proved
