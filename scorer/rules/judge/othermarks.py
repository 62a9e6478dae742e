"""Marks that may stand in doubtful places, and which of them make a written number right."""

from collections.abc import Callable, Iterable

from scorer.rules.judge.judge import Verdict
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import Mark
from scorer.rules.scoring.sheet import ScoreSheet, Step
from scorer.rules.values import replace

# Places told for one number: enough to see that it is open.
MOST_PLACES = 5

# By the line, None for the total.
Fitting = dict[Step | None, tuple[Mark, ...]]


def marks_that_fit(
    verdict: Verdict,
    filled: FilledBoard,
    others: Iterable[Mark],
    sheet_of: Callable[[FilledBoard], ScoreSheet],
) -> Fitting:
    """Return, for each wrong number of *verdict*, the marks with which it is the right one.

    Parameters
    ----------
    filled : FilledBoard
        The board that was judged.
    others : iterable of Mark
        What may stand in a place instead, likeliest first. Each is tried alone; of one place
        only the first that fits is told.
    sheet_of : callable
        Returns the best sheet of a board; one that is not proved best tells nothing.
    """
    wrong = _wrong(verdict)
    found: dict[Step | None, dict[tuple[str, str], Mark]] = {step: {} for step in wrong}
    for mark in others if wrong else ():
        sheet = sheet_of(replace(filled, marks=mark.on(filled.marks)))
        points = _points(sheet) if sheet.optimal else {}
        for step, claimed in wrong.items():
            if points.get(step) == claimed:
                found[step].setdefault((mark.kind, mark.where), mark)
    return {step: tuple(marks.values())[:MOST_PLACES] for step, marks in found.items()}


def _wrong(verdict: Verdict) -> dict[Step | None, int]:
    """Return the wrong numbers as they were written."""
    wrong: dict[Step | None, int] = {
        line.step: line.claimed for line in verdict.lines if line.difference
    }
    if verdict.total is not None and verdict.total.difference:
        wrong[None] = verdict.total.claimed
    return wrong


def _points(sheet: ScoreSheet) -> dict[Step | None, int]:
    return {**{line.step: line.points for line in sheet.lines}, None: sheet.total}
