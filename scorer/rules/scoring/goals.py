"""Goal cards on a given final route: what each comes to, reached or won, and its PP.

Reaching a goal gives its first figure. The players with the best result among those who
reached it get the second one instead; all who tie for best get it. In a solo game goals
give no PP; whether they are reached is still told.
"""

from dataclasses import dataclass

from scorer.rules.board import Board
from scorer.rules.cards import GoalCard
from scorer.rules.marks import GameMode, Marks, MarksError, Setup
from scorer.rules.measures import Walked, measured
from scorer.rules.sheet import FinalRoute, Line, Step
from scorer.rules.sheet import GoalResult as GoalResult

# For each goal card the best value of a rival who reached it, None where no rival did.
Rivals = tuple[int | None, ...]


@dataclass(frozen=True)
class Goals:
    """The goal cards in play, with what is known of the rivals.

    ``rivals`` is None for a board on its own. Then nobody wins, and reaching gives the PP
    for reaching (our decision: winning is not taken for granted).
    """

    cards: tuple[GoalCard, ...]
    rivals: Rivals | None = None
    solo: bool = False

    def result(self, number: int, value: int) -> GoalResult:
        """Return what *value* makes of card *number*."""
        card = self.cards[number]
        rival = self.rivals[number] if self.rivals is not None else None
        reached = card.meets(value)
        won = (
            reached and self.rivals is not None and (rival is None or not card.beats(rival, value))
        )
        points = 0 if self.solo or not reached else card.won if won else card.reached
        return GoalResult(card, value, reached, won, points)


def goals_in(setup: Setup, rivals: Rivals | None = None) -> Goals:
    """Return the goals of *setup*.

    Raises
    ------
    ValueError
        If *rivals* does not hold one value for each card: the caller's mistake.
    """
    if rivals is not None and len(rivals) != len(setup.goals):
        raise ValueError(f"{len(setup.goals)} goals, but rivals' values for {len(rivals)}")
    return Goals(setup.goals, rivals, setup.mode is GameMode.SOLO)


def goal_results(
    board: Board, marks: Marks, setup: Setup, route: FinalRoute, rivals: Rivals | None = None
) -> tuple[GoalResult, ...]:
    """Return, for each goal card of *setup*, what *route*, walked as given, makes of it."""
    walked = Walked(board, marks, route)
    goals = goals_in(setup, rivals)
    return tuple(
        goals.result(i, measured(card, walked).value) for i, card in enumerate(goals.cards)
    )


def goals_line(
    board: Board, marks: Marks, setup: Setup, route: FinalRoute, rivals: Rivals | None = None
) -> Line:
    """Step 9: each goal card's PP, with what was measured against what the card asks."""
    results = goal_results(board, marks, setup, route, rivals)
    walked = Walked(board, marks, route)
    shown = [part for card in setup.goals for part in measured(card, walked).elements]
    return Line(
        Step.GOALS,
        sum(result.points for result in results),
        "; ".join(map(working_of, results)),
        tuple(dict.fromkeys(shown)),
    )


def working_of(result: GoalResult) -> str:
    """Return how a goal's PP come about: ``turns 12 ≥ 10, won → 8``."""
    card = result.card
    what = card.name or " ".join(filter(None, (card.of, card.measure.value)))
    if not result.reached:
        return f"{what} {result.value}, not {card.direction.sign} {card.threshold} → 0"
    word = "won" if result.won else "reached"
    return f"{what} {result.value} {card.direction.sign} {card.threshold}, {word} → {result.points}"


def check_goals(board: Board, setup: Setup) -> None:
    """Refuse cards whose marked elements are not on *board*.

    Raises
    ------
    MarksError
        With the path of the element.
    """
    for i, card in enumerate(setup.goals):
        for j, text in enumerate(card.elements):
            known = {str(road) for road in board.road_of} if card.roads else set()
            known |= {str(place) for place in board.cell_of} if card.locations else set()
            if text not in known:
                what = "road" if card.roads else "location"
                raise MarksError(
                    f"$.goals[{i}].elements[{j}]: there is no {what} {text} on this board"
                )
