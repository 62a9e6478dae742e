"""The solo game: goal cards give no PP; the challenge wants PP and goals reached, both.

In a city without goal cards (Paris) the challenge asks for finished themed tours instead.
"""

from collections.abc import Callable

from msgspec import Struct

from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.onroute import on_route, tours_done
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.search.best import score
from scorer.rules.values import replace


class Challenge(Struct, frozen=True, forbid_unknown_fields=True):
    """What a solo player set out for: at least so many PP and so many goals reached.

    In a city with themed tours these are the goals: each to be finished.
    """

    points: int
    goals: int


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
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
    filled: FilledBoard,
    plain: ScoreSheet,
    challenge: Challenge | None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Solo, ScoreSheet]:
    """Return how the solo game ended, and the sheet of the route that is kept.

    That is a route which meets the challenge where there is one, of those the one with most
    PP; else the route with most PP, which *plain* is. *stop* is as for ``score``.
    """
    done = goals_met(filled, plain)
    if challenge is None or done >= challenge.goals:
        return solo_verdict(plain, challenge, done), plain
    other = score(filled, needed=challenge.goals, stop=stop)
    verdict = solo_verdict(other, challenge, goals_met(filled, other))
    if verdict.won:
        return verdict, other
    lost = replace(verdict, points=plain.total, goals=done, proved=other.optimal)
    return lost, plain


def goals_met(filled: FilledBoard, sheet: ScoreSheet) -> int:
    """Return how many goals the route of *sheet* has met: cards reached, or tours finished."""
    if filled.city.tours:
        walked = on_route(filled, sheet.route)
        return len(tours_done(filled.city, filled.setup, walked))
    return sum(result.is_reached for result in sheet.goals)


def solo_verdict(sheet: ScoreSheet, challenge: Challenge | None, reached: int) -> Solo:
    """Return how the solo game ended on the route of *sheet* alone, with its goals met."""
    if challenge is None:
        return Solo(None, sheet.total, reached, None)
    enough = reached >= challenge.goals
    won = enough and sheet.total >= challenge.points
    points = sheet.total if enough else None
    return Solo(challenge, sheet.total, reached, won, points, sheet.optimal or won)
