"""What the cards of a round deal."""

from itertools import product

import pytest

from scorer.rules.board.board import CafeBonus
from scorer.rules.city.city import city_names, load_city
from scorer.rules.position.mark import CafeMark
from scorer.vision.decide.deals import Deal

USUAL = Deal(going_away=False, bonuses=0)


@pytest.mark.parametrize("kinds", [3, 4])
def test_the_weights_of_all_orders_together_are_one(kinds: int) -> None:
    deal = Deal(going_away=True, bonuses=2)
    total = 0.0
    for number in range(1, 6):
        for order in product(range(kinds), repeat=number):
            numbers = tuple(order.count(kind) for kind in range(kinds))
            total += (deal.weight(numbers) - 0.02) / 0.98 / kinds**number
    assert total == pytest.approx(1)


def test_two_cards_of_one_kind_each_are_likelier_than_three_kinds() -> None:
    assert USUAL.weight((3, 0, 0)) > USUAL.weight((2, 1, 0)) > 5 * USUAL.weight((1, 1, 1))
    assert USUAL.weight((4, 0, 0)) > USUAL.weight((2, 2, 0)) > 5 * USUAL.weight((3, 1, 0))
    assert USUAL.weight((2, 1, 1)) > 0


def test_the_kinds_are_alike() -> None:
    assert USUAL.weight((2, 1, 0)) == USUAL.weight((0, 2, 1)) == USUAL.weight((1, 0, 2))


def test_repeat_cards_and_single_cards_make_the_odds_by_hand() -> None:
    # Two plain cards: 25/36, and each shows one or two of one of three kinds. Three of a kind:
    # 1/2 times 1/3; or with one repeat card, 10/36, 1/2; and each of the three kinds alike.
    three = (25 / 36 / 2 / 3 + 10 / 36 / 2) / 3
    two_and_one = 25 / 36 / 2 * (2 / 3) / 6
    # A bonus takes three away by making it four, and makes three of two.
    ratio = USUAL.weight((3, 0, 0)) / USUAL.weight((2, 1, 0))
    assert ratio == pytest.approx(3 * three / two_and_one, rel=0.1)


def test_bonuses_that_were_used_are_counted() -> None:
    city = load_city("first-city")
    board = city.practice_board
    giving = [cafe.crossroads for cafe in board.cafes if cafe.bonus is CafeBonus.TOURISTS]
    other = [cafe.crossroads for cafe in board.cafes if cafe.bonus is not CafeBonus.TOURISTS]
    assert giving
    assert other
    used = CafeMark.USED
    assert Deal.of(board, city, dict.fromkeys(giving, used)).bonuses == len(giving)
    assert Deal.of(board, city, dict.fromkeys(giving, CafeMark.VISITED)).bonuses == 0
    assert Deal.of(board, city, dict.fromkeys(other, used)).bonuses == 0
    more = Deal.of(board, city, dict.fromkeys(giving, used)).weight((1, 1, 1))
    assert more > 2 * USUAL.weight((1, 1, 1))


def test_only_in_cairo_do_cards_send_tourists_away() -> None:
    assert [name for name in city_names() if bare(name).going_away] == ["cairo"]


def test_in_paris_any_round_may_give_one_more() -> None:
    assert bare("paris").bonuses > bare("new-york").bonuses > bare("london").bonuses == 0
    weights = [bare(name).weight((1, 1, 1)) for name in ("paris", "london")]
    assert weights[0] > 3 * weights[1]


def test_any_number_of_bonuses_leaves_chances() -> None:
    assert Deal(going_away=False, bonuses=30).weight((2, 0, 0)) > 0


def bare(name: str) -> Deal:
    """Return how tourists come by on the practice board of a city where nothing is used."""
    city = load_city(name)
    return Deal.of(city.practice_board, city, {})
