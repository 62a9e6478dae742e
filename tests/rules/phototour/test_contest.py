"""The prizes of a photo contest."""

from itertools import product

import pytest

from scorer.rules.phototour.contest import prizes


@pytest.mark.parametrize(
    ("results", "won"),
    [
        ((5, 5, 3), (5, 5, 0)),
        ((4, 4, 4, 1), (3, 3, 3, 0)),
        ((2, 2, 2, 2), (2, 2, 2, 2)),
        ((6, 3, 3, 3), (7, 1, 1, 1)),
        ((6, 3, 3), (7, 1, 1)),
        ((6, 3, 2), (7, 3, 0)),
        ((3, 6, 2), (3, 7, 0)),
    ],
)
def test_ties_share_and_shares_are_rounded_down(
    results: tuple[int, ...], won: tuple[int, ...]
) -> None:
    assert prizes(results) == won


@pytest.mark.parametrize(
    ("minimum", "won"),
    [(1, (7, 1, 1, 0)), (2, (7, 1, 1, 0)), (3, (7, 0, 0, 0)), (6, (0, 0, 0, 0))],
)
def test_a_prize_needs_the_minimum(minimum: int, won: tuple[int, ...]) -> None:
    assert prizes((5, 2, 2, 0), minimum) == won


def plainly(results: tuple[int, ...], minimum: int) -> list[int]:
    """Each player asks how many are ahead, and how many are level."""
    won = []
    for mine in results:
        ahead = sum(theirs > mine for theirs in results)
        level = sum(theirs == mine for theirs in results)
        if mine < minimum:
            won.append(0)
        elif ahead == 0:
            won.append(7 if level == 1 else 10 // level)
        else:
            won.append(3 // level if ahead == 1 else 0)
    return won


def test_every_table_agrees_with_players_who_count_those_ahead_of_them() -> None:
    for players in (2, 3, 4):
        for results in product(range(6), repeat=players):
            for minimum in (1, 2, 4):
                assert list(prizes(results, minimum)) == plainly(results, minimum), results
                assert sum(prizes(results, minimum)) <= 10
