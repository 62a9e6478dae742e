"""Runs of the walk: PP by a table for runs of three sections in a row of three colours."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Any, ClassVar

from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import SECTION_COLOURS
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import FinalRoute, Line
from scorer.rules.scoring.terms.parts import Feature, Fewest, OnWalk, Part, Pieces
from scorer.rules.scoring.terms.term import NamedTerm

RUN = 3
NO_COLOUR = "-"
# Bits for each of the numbers that are packed into one.
FIELD = 10
# One, two and three sections of different colours, as letters.
COLOURS, PAIRS, TRIPLES = (
    {"".join(word) for word in permutations("012", length)} for length in range(1, RUN + 1)
)


class Runs(NamedTerm):
    """Runs of three colours on the walk, each section in one run only, by the city's table.

    Decision D4: consecutive means in the order walked. Decision D12: a run does not span the
    ride, for its sections would form no segment.
    """

    kind: ClassVar[str] = "runs"

    def line(self, walked: Walked) -> Line:
        found = runs(walked.marks.colours, walked.route)
        table = self.city.diversity
        points = self._points(walked.filled, len(found))
        word = "run" if len(found) == 1 else "runs"
        doubt = (
            ", practice table" if table and table.practice and not walked.setup.diversity else ""
        )
        working = f"{len(found)} {word} → {points}{doubt}"
        return Line(self.step, points, working, tuple(s for run in found for s in run))

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        """Return that there are no more runs than sections of the rarest colour."""
        colours = filled.marks.colours
        groups = tuple(
            tuple(Feature((road,)) for road, kind in sorted(colours.items()) if kind is colour)
            for colour in SECTION_COLOURS
        )

        def points(route: FinalRoute) -> int:
            return self._points(filled, len(runs(colours, route)))

        table = self._table(filled)
        letters = {road: str(SECTION_COLOURS.index(kind)) for road, kind in colours.items()}
        pieces = Pieces(
            letters,
            NO_COLOUR,
            on_runs,
            lambda some: table[min(runs_from(some), len(table) - 1)],
            frozenset(TRIPLES),
        )
        bound = Fewest(groups, table)
        return (OnWalk((bound,), points, kept_by_going_on=True, alike=True, pieces=pieces),)

    def phone(self, board: Board) -> dict[str, Any]:
        table = self.city.diversity
        return {
            "points": list(table.points) if table else [0],
            "practice": table is not None and table.practice,
            "colours": [kind.value for kind in SECTION_COLOURS],
        }

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        """Yield runs that share sections, another row of the table, or the runs themselves."""
        colours = walked.marks.colours
        number = len(runs(colours, walked.route))
        shared = sum(
            len({colours.get(section) for section in part[at : at + RUN]} - {None}) == RUN
            for part in walked.route.parts
            for at in range(len(part) - RUN + 1)
        )
        figures = {"row": shared, "right": number}
        if shared != number:
            wrong = self._points(walked.filled, shared)
            yield attempt(wrong, Mistake(MistakeKind.RUNS_SHARED, figures=figures))
        for row in (number - 1, number + 1):
            if row >= 0:
                figures = {"row": row, "right": number}
                wrong = self._points(walked.filled, row)
                yield attempt(wrong, Mistake(MistakeKind.RUNS_ROW, figures=figures))
        yield attempt(number, Mistake(MistakeKind.RUNS_COUNTED, figures={"number": number}))

    def _table(self, filled: FilledBoard) -> tuple[int, ...]:
        """Return the table given with the game, else the city's."""
        usual = self.city.diversity.points if self.city.diversity is not None else (0,)
        return filled.setup.diversity or usual

    def _points(self, filled: FilledBoard, count: int) -> int:
        table = self._table(filled)
        return table[min(count, len(table) - 1)]


def runs(colours: dict[RoadId, LandmarkKind], route: FinalRoute) -> tuple[tuple[RoadId, ...], ...]:
    """Return as many runs of three colours on *route*, sharing no section, as there can be.

    Taking every run as early as it ends never rules a better choice out. A closed route may
    be walked from any of its crossroads, so all starts are tried (decision D13).
    """
    if route.closed and route.ride is not None:
        # Started behind the ride, it is one part.
        before, behind = route.parts
        return _runs(colours, behind + before)
    if not route.closed:
        return tuple(run for part in route.parts for run in _runs(colours, part))
    tried = [
        _runs(colours, route.sections[start:] + route.sections[:start])
        for start in range(min(RUN, len(route.sections)))
    ]
    return max(tried, key=len)


@lru_cache(maxsize=1 << 16)
def on_runs(word: str) -> int:
    """Return how many sections of a piece of a walk lie on runs at most: *word* are its colours.

    Those in front may end a run that began before, and those at its end begin one. The number
    of all, and those of each colour by itself, are packed into one.
    """
    every = _most_on_runs(word, COLOURS)
    for place, colour in enumerate(sorted(COLOURS), 1):
        every += _most_on_runs(word, {colour}) << place * FIELD
    return every


def runs_from(packed: int) -> int:
    """Return how many runs there are at most of pieces whose ``on_runs`` add up to *packed*."""
    every, *own = (packed >> place * FIELD & (1 << FIELD) - 1 for place in range(RUN + 1))
    return min(every // RUN, *own)


def _most_on_runs(word: str, counted: set[str]) -> int:
    """Return how many sections of a piece lie on runs at most, of those in *counted* colours."""
    ones = [int(letter in counted) for letter in word]
    before, last, now = 0, 0, ones[0]
    if len(word) > 1:
        before, last, now = last, now, max(now, ones[0] + ones[1] if word[:2] in PAIRS else 0)
    for at in range(RUN, len(word) + 1):
        run = before + sum(ones[at - RUN : at]) if word[at - RUN : at] in TRIPLES else 0
        before, last, now = last, now, max(now, run)
    begun = before + sum(ones[-2:]) if word[-2:] in PAIRS else 0
    return max(now, begun, last + ones[-1])


def _runs(
    colours: dict[RoadId, LandmarkKind], part: tuple[RoadId, ...]
) -> tuple[tuple[RoadId, ...], ...]:
    found = []
    at = 0
    while at + RUN <= len(part):
        window = part[at : at + RUN]
        kinds = {colours[section] for section in window if section in colours}
        if len(kinds) == RUN:
            found.append(window)
        at += RUN if len(kinds) == RUN else 1
    return tuple(found)
