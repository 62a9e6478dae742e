"""Mistakes in writing down and adding up, which any line and the total may suffer."""

from collections.abc import Iterator
from itertools import combinations

from scorer.rules.judge.case import Case
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.sheet import Step

# Lines left out of the total at once.
MOST_LEFT_OUT = 2


def line_attempts(case: Case, step: Step) -> Iterator[Attempt]:
    """Yield what the line *step* would be when it is written down wrongly."""
    right = case.right[step].points
    if right:
        yield attempt(0, Mistake(MistakeKind.LINE_FORGOTTEN))
    for other, line in case.right.items():
        if other is step or line.points == right:
            continue
        if case.claimed.get(step) == line.points and case.claimed.get(other) == right:
            yield attempt(line.points, Mistake(MistakeKind.LINES_SWAPPED, others=(other,)))
        elif line.points:
            yield attempt(line.points, Mistake(MistakeKind.LINE_COPIED, others=(other,)))
    yield from _slips(right)


def total_attempts(lines: dict[Step, int]) -> Iterator[Attempt]:
    """Yield what *lines* add up to, and what else they may have been added up to."""
    total = sum(lines.values())
    yield attempt(total, Mistake(MistakeKind.FROM_LINES, figures={"added": total}))
    written = [step for step, points in lines.items() if points]
    for count in range(1, MOST_LEFT_OUT + 1):
        for left_out in combinations(written, count):
            points = sum(lines[step] for step in left_out)
            figures = {"added": total}
            mistake = Mistake(
                MistakeKind.SUM_LINE_LEFT_OUT, (), figures=figures, count=count, others=left_out
            )
            yield attempt(total - points, mistake)
    for step in written:
        figures = {"added": total}
        mistake = Mistake(MistakeKind.SUM_LINE_TWICE, figures=figures, others=(step,))
        yield attempt(total + lines[step], mistake)
    yield from _slips(total)


def _slips(right: int) -> Iterator[Attempt]:
    """Yield slips of the pen and of the head with one number."""
    swapped = int(str(right)[::-1])
    figures = {"right": right}
    if swapped != right:
        yield attempt(swapped, Mistake(MistakeKind.DIGITS_SWAPPED, figures=figures))
    for carried in (right - 10, right + 10):
        if carried >= 0:
            yield attempt(carried, Mistake(MistakeKind.TENS_CARRIED, figures=figures))
    if right:
        yield attempt(2 * right, Mistake(MistakeKind.DOUBLED, figures=figures))
