"""Places by figures."""

from scorer.rules.ranking import ranked


def test_each_place_says_which_figure_decided() -> None:
    found = ranked([(60, -7, 8), (60, -6, 1), (60, -7, 9), (75, -7, 0)])
    assert found == ((1, (3,), 0), (2, (1,), 1), (3, (2,), 2), (4, (0,), None))


def test_equal_figures_share_a_place_and_the_next_ones_are_passed_over() -> None:
    found = ranked([(1,), (2,), (2,)])
    assert found == ((1, (1, 2), 0), (3, (0,), None))
