"""Goal cards on a given final route: what each comes to, reached or won, and its PP.

Reaching a goal gives its first figure. The players with the best result among those who
reached it get the second one instead; all who tie for best get it. In a solo game goals
give no PP; whether they are reached is still told.
"""

from dataclasses import dataclass

from scorer.rules.board.board import Board
from scorer.rules.city.goalcards import GoalCard
from scorer.rules.position.filled import Rivals as Rivals
from scorer.rules.position.mark import MarksError
from scorer.rules.position.setup import GameMode, Setup
from scorer.rules.scoring.measures import measured
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import GoalResult as GoalResult


@dataclass(frozen=True)
class Goals:
    """The goal cards in play, with what is known of the rivals.

    ``rivals`` is None for a board on its own. Then nobody wins, and reaching gives the PP
    for reaching (our decision: winning is not taken for granted, and such a total is not final;
    see ``scorer.rules.status.alone``).
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
        return GoalResult(
            card.measure,
            card.direction,
            card.threshold,
            card.reached,
            card.won,
            card.of,
            card.elements,
            card.name,
            value=value,
            is_reached=reached,
            is_won=won,
            points=points,
        )


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


def goal_results(walked: Walked) -> tuple[GoalResult, ...]:
    """Return, for each goal card in play, what the route, walked as given, makes of it."""
    goals = goals_in(walked.setup, walked.filled.rivals)
    return tuple(
        goals.result(i, measured(card, walked).value) for i, card in enumerate(goals.cards)
    )


def working_of(result: GoalResult) -> str:
    """Return how a goal's PP come about: ``turns 12 ≥ 10, won → 8``."""
    what = result.name or " ".join(filter(None, (result.of, result.measure.value)))
    wanted = f"{result.direction.sign} {result.threshold}"
    if not result.is_reached:
        return f"{what} {result.value}, not {wanted} → 0"
    word = "won" if result.is_won else "reached"
    return f"{what} {result.value} {wanted}, {word} → {result.points}"


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
