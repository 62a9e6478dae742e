"""The solo game: goal cards give no PP; the challenge wants PP and goals reached, both."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.marks import Marks, Setup
from scorer.rules.score import score
from scorer.rules.sheet import ScoreSheet


@dataclass(frozen=True)
class Challenge:
    """What a solo player set out for: at least so many PP and so many goal cards reached."""

    points: int
    goals: int


@dataclass(frozen=True)
class Solo:
    """How a solo game ended. ``won`` is None where no challenge was chosen.

    ``points_with_goals`` are the most PP of any route that reaches as many goals as the
    challenge wants, None where no route does. ``proved``: there is nothing better.
    """

    challenge: Challenge | None
    points: int
    goals: int
    won: bool | None
    points_with_goals: int | None = None
    proved: bool = True


def solo_result(
    board: Board,
    city: City,
    marks: Marks,
    setup: Setup,
    plain: ScoreSheet,
    challenge: Challenge | None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Solo, ScoreSheet]:
    """Return how the solo game ended, and the sheet of the route that is kept.

    That is a route which meets the challenge where there is one, of those the one with most
    PP; else the route with most PP, which *plain* is. *stop* is as for ``score``.
    """
    reached = sum(result.reached for result in plain.goals)
    if challenge is None or reached >= challenge.goals:
        return solo_verdict(plain, challenge), plain
    other = score(board, city, marks, setup, needed=challenge.goals, stop=stop)
    verdict = solo_verdict(other, challenge)
    if verdict.won:
        return verdict, other
    lost = replace(verdict, points=plain.total, goals=reached, proved=other.optimal)
    return lost, plain


def solo_verdict(sheet: ScoreSheet, challenge: Challenge | None) -> Solo:
    """Return how the solo game ended on the route of *sheet* alone."""
    reached = sum(result.reached for result in sheet.goals)
    if challenge is None:
        return Solo(None, sheet.total, reached, None)
    enough = reached >= challenge.goals
    won = enough and sheet.total >= challenge.points
    points = sheet.total if enough else None
    return Solo(challenge, sheet.total, reached, won, points, sheet.optimal or won)
