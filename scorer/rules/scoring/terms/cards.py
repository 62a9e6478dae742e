"""Goal cards: the PP of each, won or reached."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, ClassVar

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import GameMode, Setup
from scorer.rules.scoring.goals import goal_results, working_of
from scorer.rules.scoring.measures import measured
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import GoalResult, Line, Step
from scorer.rules.scoring.terms.parts import GoalCards, Part
from scorer.rules.scoring.terms.term import Term

# Cards got wrong at once.
MOST_CARDS = 2


class Goals(Term):
    """Each goal card's PP, with what was measured against what the card asks."""

    kind: ClassVar[str] = "goals"

    def __init__(self, city: City) -> None:
        super().__init__(city, Step.GOALS)

    def in_play(self, setup: Setup) -> bool:
        return bool(setup.goals)

    def line(self, walked: Walked) -> Line:
        results = goal_results(walked)
        cards = walked.setup.goals
        shown = [part for card in cards for part in measured(card, walked).elements]
        return Line(
            self.step,
            sum(result.points for result in results),
            "; ".join(map(working_of, results)),
            tuple(dict.fromkeys(shown)),
        )

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        return (GoalCards(),)

    def phone(self, board: Board) -> dict[str, Any]:
        return {}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        results = goal_results(walked)
        if walked.setup.mode is GameMode.SOLO:
            reached = [result for result in results if result.is_reached]
            counted = sum(result.reached for result in reached)
            figures = {"number": len(reached)}
            yield attempt(counted, Mistake(MistakeKind.GOALS_IN_SOLO, figures=figures))
            return
        right = sum(result.points for result in results)
        tried = [
            change
            for number, result in enumerate(results, 1)
            for change in _misread(number, result)
        ]
        for count in range(1, MOST_CARDS + 1):
            for wrong in combinations(tried, count):
                if len({mistake.figures["card"] for _, mistake in wrong}) == count:
                    points = right + sum(by for by, _ in wrong)
                    yield attempt(points, *(mistake for _, mistake in wrong))


def _misread(number: int, result: GoalResult) -> Iterator[tuple[int, Mistake]]:
    """Yield how many PP more card *number* would give with each mistake about it."""
    if not result.is_reached:
        tried = [
            (MistakeKind.GOAL_NOT_REACHED, result.reached),
            (MistakeKind.GOAL_NOT_REACHED, result.won),
        ]
    elif result.is_won:
        tried = [
            (MistakeKind.GOAL_NOT_WON, result.reached),
            (MistakeKind.GOAL_BOTH, result.reached + result.won),
            (MistakeKind.GOAL_FORGOTTEN, 0),
        ]
    else:
        tried = [(MistakeKind.GOAL_WON, result.won), (MistakeKind.GOAL_FORGOTTEN, 0)]
    for kind, points in tried:
        by = points - result.points
        figures = {"card": number, "value": result.value, "threshold": result.threshold, "by": by}
        if by:
            yield by, Mistake(kind, figures=figures)
