"""Who wins, by hand: each tie-break alone decides once, and nothing decides once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.table.ties import (
    Figures,
    Standing,
    TeamFigures,
    TieBreak,
    ranking,
    team_figures_of,
    team_ranking,
)


@pytest.mark.parametrize(
    ("other", "ahead_by"),
    [
        # Ann has 105 points, 19 sections, 23 tourists, 11 landmarks; Bob all but one as many.
        # Whatever comes later in the chain is in Bob's favour and must not matter.
        (Figures(104, 30, 40, 15), TieBreak.POINTS),
        (Figures(105, 18, 40, 15), TieBreak.LENGTH),
        (Figures(105, 19, 22, 15), TieBreak.TOURISTS),
        (Figures(105, 19, 23, 10), TieBreak.LANDMARKS),
    ],
)
def test_each_tie_break_decides_where_all_before_it_are_equal(
    other: Figures, ahead_by: TieBreak
) -> None:
    ann = Figures(105, 19, 23, 11)
    assert ranking([ann, other]) == (Standing(1, (0,), ahead_by), Standing(2, (1,), None))
    assert ranking([other, ann]) == (Standing(1, (1,), ahead_by), Standing(2, (0,), None))


def test_equal_in_everything_shares_the_win_and_the_next_place_is_passed_over() -> None:
    """Seats 2 and 4 tie for first with 90; seat 1 has 80 and is third, seat 3 is last."""
    best, third, last = Figures(90, 12, 9, 5), Figures(80, 15, 9, 5), Figures(80, 14, 30, 9)
    assert ranking([third, best, last, best]) == (
        Standing(1, (1, 3), TieBreak.POINTS),
        Standing(3, (0,), TieBreak.LENGTH),
        Standing(4, (2,), None),
    )


def test_one_alone_wins_and_nobody_has_no_place() -> None:
    assert ranking([Figures(0, 0, 0, 0)]) == (Standing(1, (0,), None),)
    assert ranking([]) == ()


few = st.builds(Figures, *[st.integers(0, 2)] * 4)


@given(st.lists(few, min_size=1, max_size=6))
def test_every_seat_has_one_place_and_no_better_one_stands_behind(players: list[Figures]) -> None:
    places = {seat: standing.place for standing in ranking(players) for seat in standing.seats}
    assert sorted(places) == list(range(len(players)))
    for seat, place in places.items():
        assert place == 1 + sum(tuple(other) > tuple(players[seat]) for other in players)


def test_partners_sit_opposite_and_their_points_are_added() -> None:
    """Seats 1 and 3: 105 + 80 = 185, apart by 25. Seats 2 and 4: 98 + 91 = 189, apart by 7."""
    teams = team_figures_of([105, 98, 80, 91])
    assert teams == (TeamFigures(185, 25), TeamFigures(189, 7))
    assert team_ranking(teams) == (
        Standing(1, (1,), TieBreak.POINTS),
        Standing(2, (0,), None),
    )


def test_a_tie_of_teams_goes_to_the_one_whose_totals_differ_less() -> None:
    """100 + 90 = 95 + 95 = 190; 10 apart against 0 apart."""
    teams = team_figures_of([100, 95, 90, 95])
    assert team_ranking(teams) == (
        Standing(1, (1,), TieBreak.DIFFERENCE),
        Standing(2, (0,), None),
    )


def test_teams_equal_in_both_share_the_win_whoever_of_the_partners_has_more() -> None:
    """80 + 100 and 100 + 80: 180 and 20 apart, both."""
    assert team_ranking(team_figures_of([80, 100, 100, 80])) == (Standing(1, (0, 1), None),)
