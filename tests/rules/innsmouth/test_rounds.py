"""How a round begins: the rulebook's examples of dice and quarters, and what cannot be chosen."""

import pytest

from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.rounds import choosing_seats, chosen_dice, quarters_to_choose
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.notation import Location

TOWN = practice_town()


def test_r1_the_first_player_takes_two_and_the_last_die_is_fate() -> None:
    """Maksim takes 4, Elena to his left removes 5, Ivan to his right 1, Maksim takes 6: fate 3."""
    assert choosing_seats(3) == (0, 1, 2, 0)
    found = chosen_dice((4, 5, 1, 3, 6), (4, 5, 1, 6))
    assert found == ((4, 6), 3)
    assert TOWN.quarters_for(*found.round) == ("D6", "F4")


def test_of_two_players_the_second_removes_both_dice() -> None:
    """Of four, it is those beside the first player who remove one each."""
    assert choosing_seats(2) == (0, 1, 1, 0)
    assert choosing_seats(4) == (0, 1, 3, 0)


def test_r2_the_quarters_that_two_dice_allow() -> None:
    """Dice 2 and 2: one quarter. 2 and 1: (2;1) or (1;2)."""
    assert quarters_to_choose(TOWN, (2, 2), ()) == (("B2",), False)
    assert quarters_to_choose(TOWN, (2, 1), ()) == (("A2", "B1"), False)


def test_of_two_quarters_the_free_one_must_be_taken() -> None:
    assert quarters_to_choose(TOWN, (2, 1), {Location("A2"), Location("C3")}) == (("B1",), False)


@pytest.mark.parametrize(("dice", "taken"), [((2, 1), "A2 B1"), ((2, 2), "B2")])
def test_where_none_is_free_any_empty_quarter_may_be_chosen(
    dice: tuple[int, int], taken: str
) -> None:
    occupied = {Location(one) for one in (*taken.split(), "F6")}
    quarters, anywhere = quarters_to_choose(TOWN, dice, occupied)
    assert anywhere
    assert set(TOWN.quarters) - set(quarters) == occupied


def test_dice_that_show_the_same_number_are_several_dice() -> None:
    """Two of three twos are chosen; the third is the fate die."""
    assert chosen_dice((2, 2, 6, 1, 2), (2, 6, 1, 2)) == ((2, 2), 2)
    with pytest.raises(InnsmouthError, match=r"choices\[3\]: no die with 6 lies there"):
        chosen_dice((2, 2, 6, 1, 2), (2, 6, 1, 6))


@pytest.mark.parametrize(
    ("rolled", "choices", "message"),
    [
        ((4, 5, 1, 3, 6), (2, 5, 1, 6), r"choices\[0\]: no die with 2 lies there"),
        ((4, 5, 1, 3, 6), (4, 4, 1, 6), r"choices\[1\]: no die with 4 lies there"),
        ((4, 5, 1, 3, 6), (4, 5, 1), "choices: there are four, not 3"),
        ((4, 5, 1, 3, 6), (4, 5, 1, 6, 3), "choices: there are four, not 5"),
        ((4, 5, 1, 3), (4, 5, 1, 3), "rolled: five dice"),
        ((4, 5, 1, 3, 6, 2), (4, 5, 1, 6), "rolled: five dice"),
        ((0, 5, 1, 3, 6), (5, 1, 3, 6), "rolled: five dice"),
        ((7, 5, 1, 3, 6), (5, 1, 3, 6), "rolled: five dice"),
    ],
)
def test_what_cannot_be_chosen(
    rolled: tuple[int, ...], choices: tuple[int, ...], message: str
) -> None:
    with pytest.raises(InnsmouthError, match=message):
        chosen_dice(rolled, choices)


@pytest.mark.parametrize("players", [1, 5])
def test_others_than_two_to_four_do_not_choose_in_turn(players: int) -> None:
    with pytest.raises(InnsmouthError, match="two to four choose dice in turn"):
        choosing_seats(players)
