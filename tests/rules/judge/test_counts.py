"""Cafés and visit-them-all points judged, by hand.

The worked example has one unused café (e6, off the route) and two used ones (a4, b6); two
festival points on the route (b5, c2) and a third that nothing drawn reaches (e1). The table
is 0, 12, 24 for 1, 2, 3 points.
"""

import pytest

from scorer.rules.scoring.sheet import Step
from tests.support.judgecases import CITY, Told, row, told, verdict_on
from tests.support.layouts import board as made_up


@pytest.mark.parametrize(
    ("step", "claimed", "first"),
    [
        (Step.CAFES, 0, [("cafes-only-on-route", "e6", 1)]),
        (Step.CAFES, 4, [("used-cafes-counted", "a4 b6", 1)]),
        (Step.CAFES, 6, [("used-cafes-counted", "a4 b6", 2)]),
        (Step.CAFES, 1, [("cafe-value", "e6", 1)]),
        (Step.VISIT_ALL, 24, [("points-row", "b5 c2", 1)]),
        (Step.VISIT_ALL, 2, [("points-counted", "b5 c2", 1)]),
    ],
)
def test_the_likeliest_mistake_is_the_one_that_was_made(
    step: Step, claimed: int, first: list[Told]
) -> None:
    assert told(verdict_on(step, claimed))[0] == first


def test_an_unused_cafe_on_the_route_that_was_forgotten() -> None:
    """a0 and c0 are unused and on the route: 2 × 2; one of them was left out."""
    on = made_up(cafes={"a0": "section", "c0": "section"})
    line = verdict_on(
        Step.CAFES,
        2,
        on=on,
        route="a0 b0 c0",
        sections=row("a0 b0 c0"),
        cafes={"a0": "visited", "c0": "visited"},
    )
    assert line.computed == 4
    assert told(line)[0] == [("cafes-forgotten", "a0 c0", 1)]


def test_a_cafe_that_a_section_reaches_but_nobody_circled() -> None:
    on = made_up(cafes={"a0": "section", "d2": "section"})
    line = verdict_on(Step.CAFES, 2, on=on, route="a0 b0", sections=row("a0 b0"))
    assert told(line) == [[("cafes-not-circled", "a0", 1)]]


def three_points(claimed: int, route: str, sections: list[str]) -> list[list[Told]]:
    on = made_up(visit_all=["a0", "b0", "d0"])
    return told(verdict_on(Step.VISIT_ALL, claimed, on=on, route=route, sections=sections))


def test_a_point_that_a_dropped_section_reaches() -> None:
    """The route a0-b0 passes two points, 12; the drawn c0-d0 reaches the third, 24."""
    assert CITY.visit_all.points_for(3) == 24
    found = three_points(24, "a0 b0", row("a0 b0 c0 d0"))
    assert found[0] == [("point-off-route", "d0", 1)]


def test_table_figures_added_up_or_taken_for_each_point() -> None:
    """All three on the route, 24. 0 + 12 + 24 = 36 = 3 × 12."""
    found = three_points(36, "a0 b0 c0 d0", row("a0 b0 c0 d0"))
    assert sorted(why[0][0] for why in found) == ["points-added-up", "points-each"]


def test_a_point_forgotten_is_named_with_those_it_may_have_been() -> None:
    """12 instead of 24: any one of the three."""
    found = three_points(12, "a0 b0 c0 d0", row("a0 b0 c0 d0"))
    assert [("point-forgotten", "a0 b0 d0", 1)] in found
