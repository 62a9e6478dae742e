"""The best few final routes of one board, and two routes compared line by line."""

from collections.abc import Callable

from msgspec import UNSET, Struct, UnsetType, field

from scorer.rules.notation import Location, RoadId, RulesError
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.goals import check_goals
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import ScoreSheet, Step
from scorer.rules.search.best import route_of_best, score, sheet_of
from scorer.rules.search.candidates.bestsofar import ManyKeeper
from scorer.rules.search.candidates.listing import search, search_over_ride
from scorer.rules.search.drawing.graph import graph_of, location_mask
from scorer.rules.search.rides import rides_of
from scorer.rules.search.valuation import Parts, Worth, parts_of, valuation_of
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

    Each set of sections counts with its best order, without a ride and with each that makes it
    worth more. Of routes with the same total and the same locations the one that the tie-break
    prefers stands for all: the longest, then the one with most tourists, then with most landmarks.
    The same decides between equal totals.

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
    check_goals(filled.board, filled.setup)
    best = score(filled, stop=stop)
    # The best route is proved where there are too many to prove that the others come next.
    few = _Few(filled, count, best, stop)
    parts = parts_of(filled)
    for task in parts.choices or (parts.task,):
        for ride in (None, *rides_of(filled)):
            few.look(replace(parts, task=task), ride)
    sheets = few.sheets
    top = max(sheets[0].total, min(few.open, best.total + best.at_most_more))
    told = tuple(
        replace(sheet, optimal=sheet.total == top, at_most_more=top - sheet.total)
        for sheet in sheets
    )
    return told, few.proved


class _Few:
    """The best *count* routes met so far that differ, the *best* of all among them."""

    def __init__(
        self,
        filled: FilledBoard,
        count: int,
        best: ScoreSheet,
        stop: Callable[[], bool] | None,
    ) -> None:
        self._filled, self._count, self._stop = filled, count, stop
        self._kinds: dict[tuple[int, frozenset[Location]], ScoreSheet] = {}
        self.open = -1
        self._take(best)

    @property
    def sheets(self) -> list[ScoreSheet]:
        """The routes, best first."""
        ordered = sorted(self._kinds.values(), key=lambda sheet: _worth(sheet), reverse=True)
        return ordered[: self._count]

    @property
    def proved(self) -> bool:
        """Whether no route left out would belong among them."""
        lowest = self._lowest
        return self.open < (max(0, lowest.points) if lowest else 0)

    def look(self, parts: Parts, ride: RoadId | None) -> None:
        """Look at all routes, with *ride* or without one, weighed by *parts*."""
        filled = self._filled
        graph = graph_of(filled.marks.sections, ride)
        valuation = valuation_of(graph, filled, parts)
        cells = filled.board.cells
        places = tuple(location_mask(graph, filled.board, cell.location) for cell in cells)
        everywhere = (1 << len(graph.crossroads)) - 1
        about = self._count, places, self._stop, self._lowest
        if ride is None:
            keeper = ManyKeeper(graph, valuation, *about)
            search(keeper, everywhere)
        else:
            plain = graph_of(filled.marks.sections)
            without = plain, valuation_of(plain, filled, parts)
            keeper = ManyKeeper(graph, valuation, *about, without)
            search_over_ride(keeper, everywhere)
        self.open = max(self.open, keeper.open)
        for found in keeper.kept():
            self._take(sheet_of(filled, route_of_best(graph, found)))

    @property
    def _lowest(self) -> Worth | None:
        """What the last of them is worth; none while there are fewer."""
        sheets = self.sheets
        return _worth(sheets[-1]) if len(sheets) == self._count else None

    def _take(self, sheet: ScoreSheet) -> None:
        passed = Walked(self._filled, sheet.route).passed.locations
        kind = (sheet.total, frozenset(passed))
        if kind not in self._kinds or _worth(sheet) > _worth(self._kinds[kind]):
            self._kinds[kind] = sheet


def _worth(sheet: ScoreSheet) -> Worth:
    return Worth(sheet.total, sheet.length, sheet.tourists, sheet.landmarks)
