"""Made-up games are legal, by checks written out anew here."""

import numpy as np
import pytest

from samples.simulator.people.games import Game, random_game
from scorer.rules.board.board import CafeBonus
from scorer.rules.city.city import City, load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.setup import usual_setup
from scorer.rules.referee import findings
from scorer.rules.values import replace

GAMES = 150


@pytest.fixture(scope="module")
def city() -> City:
    return load_city("first-city")


@pytest.fixture(scope="module")
def games(city: City) -> list[Game]:
    return [
        random_game(city.practice_board, city, np.random.default_rng(seed)) for seed in range(GAMES)
    ]


def used(game: Game, city: City, bonus: CafeBonus) -> int:
    """Return how many bonuses of a kind were used."""
    cafes = city.practice_board.cafe_at
    return sum(
        mark is CafeMark.USED and cafes[point].bonus is bonus
        for point, mark in game.marks.cafes.items()
    )


@pytest.mark.slow
def test_ten_locations_hold_two_to_five_tourists(games: list[Game], city: City) -> None:
    for game in games:
        totals = [tourists.total for tourists in game.marks.tourists.values()]
        assert len(totals) == 10
        assert all(2 <= total <= 5 for total in totals)
        assert sum(total > 4 for total in totals) <= used(game, city, CafeBonus.TOURISTS)


def test_other_than_two_cards_of_one_kind_each_takes_a_bonus(games: list[Game], city: City) -> None:
    for game in games:
        held = [[n for _, n in one.counts] for one in game.marks.tourists.values()]
        dealt = [len(one) == 1 or (len(one) == 2 and max(one) <= 2) for one in held]
        assert dealt.count(False) <= used(game, city, CafeBonus.TOURISTS)


def test_in_cairo_some_locations_get_the_tourists_of_one_card() -> None:
    city = load_city("cairo")
    games = [random_game(city.practice_board, city, np.random.default_rng(i)) for i in range(20)]
    totals = [
        tourists.total
        for game in games
        for place, tourists in game.marks.tourists.items()
        if not place.name
    ]
    assert 0.1 < totals.count(1) / len(totals) < 0.4


def test_no_more_sections_than_ten_rounds_give(games: list[Game], city: City) -> None:
    for game in games:
        assert 10 <= len(game.marks.sections) <= 20 + used(game, city, CafeBonus.SECTION)
        assert game.marks.sections <= set(city.practice_board.road_of)


def test_just_the_cafes_that_a_section_reaches_are_circled(games: list[Game], city: City) -> None:
    for game in games:
        reached = {end for section in game.marks.sections for end in section.ends}
        assert set(game.marks.cafes) == reached & set(city.practice_board.cafe_at)


def test_pieces_are_the_sections_in_rows_of_at_most_two(games: list[Game]) -> None:
    for game in games:
        drawn = [section for piece in game.pieces for section in piece]
        assert len(drawn) == len(set(drawn))
        assert set(drawn) == game.marks.sections
        for piece in game.pieces:
            assert len(piece) <= 2
            assert len(set.intersection(*(set(section.ends) for section in piece))) >= 1


def test_every_round_draws_beside_its_location(games: list[Game], city: City) -> None:
    roads = city.practice_board.road_of
    for game in games:
        rounds = game.pieces[: len(game.marks.tourists)]
        beside = {place for piece in rounds for s in piece for place in roads[s].locations}
        assert len(set(game.marks.tourists) & beside) >= 9


def test_task_crossroads_are_three_or_none_and_keep_off_cafes(
    games: list[Game], city: City
) -> None:
    sizes = {len(game.marks.task) for game in games}
    assert sizes == {0, 3}
    assert not any(game.marks.task & set(city.practice_board.cafe_at) for game in games)


def test_the_referee_finds_nothing_amiss(games: list[Game], city: City) -> None:
    usual = usual_setup(city)
    for game in games:
        setup = replace(usual, tasks=bool(game.marks.task))
        assert findings(FilledBoard(city.practice_board, city, game.marks, setup)) == ()


def test_odd_tasks_may_lie_at_cafes(city: City) -> None:
    board = city.practice_board
    odd = [random_game(board, city, np.random.default_rng(seed), 1.0) for seed in range(40)]
    assert any(game.marks.task & set(board.cafe_at) for game in odd)


def test_games_differ_in_every_respect(games: list[Game]) -> None:
    assert len({game.marks.sections for game in games}) == GAMES
    assert {mark for game in games for mark in game.marks.cafes.values()} == set(CafeMark)
    kinds = {k for game in games for t in game.marks.tourists.values() for k, _ in t.counts}
    assert len(kinds) == 3
