"""Random tables against every walk tried one by one: nobody gains, nobody could have won."""

import random

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.position.setup import GameMode, Setup
from scorer.rules.table.game import PlayedBoard, PlayedGame
from scorer.rules.table.result import Settling, table_of
from scorer.rules.table.solo import Challenge
from tests.support.brute import totals, walks
from tests.support.brute_goals import best_with_goals, random_cards, value
from tests.support.randomboards import random_marks

pytestmark = pytest.mark.slow

CITY = load_city("first-city")
BOARD = CITY.practice_board


def random_game(rng: random.Random, players: int, mode: GameMode) -> PlayedGame:
    ratings = {iconic.id: rng.choice(CITY.ratings.steps) for iconic in CITY.iconic}
    setup = Setup(ratings, goals=random_cards(rng, BOARD, CITY), mode=mode)
    seated = tuple(
        PlayedBoard(f"Player {i}", BOARD, random_marks(rng, BOARD, CITY), setup)
        for i in range(players)
    )
    return PlayedGame(CITY, mode, False, seated)


@pytest.mark.parametrize("seed", range(4))
def test_in_a_stable_result_no_walk_at_all_would_give_anybody_more(seed: int) -> None:
    """Rivals are worked out anew from what the sheets show; every walk is then tried."""
    rng = random.Random(7000 + seed)
    for _ in range(15):
        game = random_game(rng, rng.choice((2, 3)), GameMode.USUAL)
        found = table_of(game)
        if found.settling is Settling.CYCLE:
            continue
        for seat, player in enumerate(game.players):
            rivals = []
            for i, card in enumerate(player.setup.goals):
                results = [
                    other.sheet.goals[i].value
                    for number, other in enumerate(found.seats)
                    if number != seat and other.sheet.goals[i].is_reached
                ]
                best = max if card.direction == "at-least" else min
                rivals.append(best(results) if results else None)
            most = best_with_goals(BOARD, CITY, player.marks, player.setup, tuple(rivals))
            sheet = found.seats[seat].sheet
            assert (sheet.total, sheet.length) == most


@pytest.mark.parametrize("seed", range(4))
def test_a_solo_challenge_is_won_exactly_where_some_walk_meets_it(seed: int) -> None:
    """Both conditions on one walk, each walk tried; goal cards give no PP."""
    rng = random.Random(8000 + seed)
    for _ in range(12):
        game = random_game(rng, 1, GameMode.SOLO)
        (player,) = game.players
        cards = player.setup.goals
        needed = rng.randint(0, len(cards))
        ends, points_of = [], totals(BOARD, CITY, player.marks, player.setup)
        for walk in walks(player.marks.sections):
            measured = [value(card, BOARD, player.marks, walk) for card in cards]
            met = [
                shown >= card.threshold if card.direction == "at-least" else shown <= card.threshold
                for card, shown in zip(cards, measured, strict=True)
            ]
            ends.append((points_of(walk), sum(met)))
        enough = [points for points, met in ends if met >= needed]
        for points in {0, max(enough, default=0), max(enough, default=0) + 1}:
            challenge = Challenge(points, needed)
            solo = table_of(PlayedGame(CITY, GameMode.SOLO, False, (player,), challenge)).solo
            assert solo is not None
            assert solo.won == any(most >= points for most in enough)
            assert solo.points_with_goals == max(enough, default=None)
            assert solo.proved
