"""Step 9 tried wrongly: goal cards reached, won, both or not at all."""

from collections.abc import Iterator
from itertools import combinations

from scorer.rules.judge.case import Case
from scorer.rules.judge.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.marks import GameMode
from scorer.rules.sheet import GoalResult

# Cards got wrong at once.
MOST_CARDS = 2


def goals_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the goals' line would be with each mistake made on purpose."""
    results = case.sheet.goals
    if case.setup.mode is GameMode.SOLO:
        reached = [result for result in results if result.reached]
        counted = sum(result.card.reached for result in reached)
        figures = {"number": len(reached)}
        yield attempt(counted, Mistake(MistakeKind.GOALS_IN_SOLO, figures=figures))
        return
    right = sum(result.points for result in results)
    tried = [
        change for number, result in enumerate(results, 1) for change in _misread(number, result)
    ]
    for count in range(1, MOST_CARDS + 1):
        for wrong in combinations(tried, count):
            if len({mistake.figures["card"] for _, mistake in wrong}) == count:
                points = right + sum(by for by, _ in wrong)
                yield attempt(points, *(mistake for _, mistake in wrong))


def _misread(number: int, result: GoalResult) -> Iterator[tuple[int, Mistake]]:
    """Yield how many PP more card *number* would give with each mistake about it."""
    card = result.card
    if not result.reached:
        tried = [
            (MistakeKind.GOAL_NOT_REACHED, card.reached),
            (MistakeKind.GOAL_NOT_REACHED, card.won),
        ]
    elif result.won:
        tried = [
            (MistakeKind.GOAL_NOT_WON, card.reached),
            (MistakeKind.GOAL_BOTH, card.reached + card.won),
            (MistakeKind.GOAL_FORGOTTEN, 0),
        ]
    else:
        tried = [(MistakeKind.GOAL_WON, card.won), (MistakeKind.GOAL_FORGOTTEN, 0)]
    for kind, points in tried:
        by = points - result.points
        figures = {"card": number, "value": result.value, "threshold": card.threshold, "by": by}
        if by:
            yield by, Mistake(kind, figures=figures)
