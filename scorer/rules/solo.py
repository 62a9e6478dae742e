"""The solo game: goal cards give no PP; the challenge wants PP and goals reached, both."""

from dataclasses import dataclass, replace
from itertools import combinations

from msgspec import structs

from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.marks import GameMode, Marks, Setup
from scorer.rules.score import score, score_route
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
) -> tuple[Solo, ScoreSheet]:
    """Return how the solo game ended, and the sheet of the route that is kept.

    That is a route which meets the challenge where there is one, of those the one with most
    PP; else the route with most PP, which *plain* is.
    """
    reached = sum(result.reached for result in plain.goals)
    if challenge is None or reached >= challenge.goals:
        return solo_verdict(plain, challenge), plain
    with_goals, proved = _with_goals(board, city, marks, setup, plain, challenge.goals)
    if with_goals is None or with_goals.total < challenge.points:
        points = with_goals.total if with_goals is not None else None
        return Solo(challenge, plain.total, reached, False, points, proved), plain
    reached = sum(result.reached for result in with_goals.goals)
    solo = Solo(challenge, with_goals.total, reached, True, with_goals.total)
    return solo, with_goals


def solo_verdict(sheet: ScoreSheet, challenge: Challenge | None) -> Solo:
    """Return how the solo game ended on the route of *sheet* alone."""
    reached = sum(result.reached for result in sheet.goals)
    if challenge is None:
        return Solo(None, sheet.total, reached, None)
    enough = reached >= challenge.goals
    won = enough and sheet.total >= challenge.points
    points = sheet.total if enough else None
    return Solo(challenge, sheet.total, reached, won, points, sheet.optimal or won)


def _with_goals(
    board: Board, city: City, marks: Marks, setup: Setup, plain: ScoreSheet, number: int
) -> tuple[ScoreSheet | None, bool]:
    """Return the sheet with most PP that reaches *number* goals, and whether that is proved.

    For each choice of so many cards, reaching one of them is given more PP than any route
    scores: then the best route reaches all of them if any route does, and among those it is
    the one with most PP.
    """
    much = plain.total + plain.at_most_more + 1
    best: ScoreSheet | None = None
    proved = True
    for cards in combinations(setup.goals, number):
        wanted = tuple(structs.replace(card, reached=much, won=much) for card in cards)
        asked = replace(setup, goals=wanted, mode=GameMode.USUAL)
        found = score(board, city, marks, asked)
        proved = proved and found.optimal
        if all(result.reached for result in found.goals):
            sheet = score_route(board, city, marks, setup, found.route)
            if best is None or sheet.total > best.total:
                best = sheet
    return best, proved
