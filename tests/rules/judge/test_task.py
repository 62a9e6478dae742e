"""The personal task judged, by hand.

The worked example's walk is a4 a5 a6 b6 b5 b4 c4 c3 c2 d2 d3 e3 f3 f4 e4 d4 d5 e5 (17
sections) and its task a5, d2, e3: a5 to d2 are 8 sections, d2 to e3 are 2, a5 to e3 are 10.
"""

import pytest

from scorer.rules.judge.judge import Claim, judge
from scorer.rules.scoring.sheet import Step
from tests.support.cityboards import Game
from tests.support.judgecases import Told, row, told, verdict_on
from tests.support.layouts import board as made_up


@pytest.mark.parametrize(
    ("claimed", "first"),
    [
        (8, [("task-other-pair", "a5 d2", 1)]),
        (2, [("task-other-pair", "d2 e3", 1)]),
        (11, [("task-crossroads-counted", "a5 e3", 1)]),
        (9, [("task-crossroads-between", "a5 e3", 1)]),
        (17, [("task-whole-route", "", 1)]),
        # From a5 to the end e5 are 16, from e3 to it 6; from the start a4 to e3 are 11 as well.
        (16, [("task-to-end", "a5 e5", 1)]),
        (6, [("task-to-end", "e3 e5", 1)]),
    ],
)
def test_the_likeliest_mistake_is_the_one_that_was_made(claimed: int, first: list[Told]) -> None:
    assert told(verdict_on(Step.TASK, claimed))[0] == first


def judged(claimed: int, route: str, task: str, *more: str) -> list[list[Told]]:
    """Return what is told of *claimed* on a walk over a board of 3 columns and 2 rows."""
    sections = [*row(route), *(section for text in more for section in row(text))]
    line = verdict_on(
        Step.TASK, claimed, on=made_up(), route=route, sections=sections, task=task.split()
    )
    return told(line)


def test_another_order_of_walking_gives_another_part() -> None:
    """A stem a1-b1 and a loop b1-b0-c0-c1-b1 with the task at a1 and b0.

    As walked, b0 comes 2 sections after a1; the other way round the loop 4 after.
    (a1 b1 b0 c0 c1 b1 is 2, a1 b1 c1 c0 b0 b1 is 4.)
    """
    assert [("task-other-order", "a1 b0", 1)] in judged(4, "a1 b1 b0 c0 c1 b1", "a1 b0")


def test_two_passes_of_one_crossroads_are_no_pair() -> None:
    """b1 is passed after 1 and 5 sections; 4 lie between. From a1 to its second pass are 5."""
    found = judged(4, "a1 b1 b0 c0 c1 b1", "a1 b1")
    assert found[0][0][0] in {"task-same-crossroads", "task-crossroads-between"}
    assert [("task-same-crossroads", "b1", 1)] in found


def test_the_shortest_way_is_not_the_way_that_is_walked() -> None:
    """On the walk b0 a0 a1 b1 b0 c0 the part from a0 to c0 is 4; a0 b0 c0 would be only 2."""
    assert [("task-shortest", "a0 c0", 1)] in judged(2, "b0 a0 a1 b1 b0 c0", "a0 c0")


def test_sections_off_the_route_do_not_count() -> None:
    """As walked a0 a1 b1 c1 c0, 4 sections; over the dropped a0-b0-c0 only 2."""
    found = judged(2, "a0 a1 b1 c1 c0", "a0 c0", "a0 b0 c0")
    assert found == [[("task-off-route", "a0 c0", 1)]]


def test_with_one_crossroads_on_the_route_a_part_to_its_end_is_no_part() -> None:
    """b0 is the only one on a0 b0 c0 d0: 1 to one end, 2 to the other; right is 0."""
    assert judged(2, "a0 b0 c0 d0", "b0 b2 d2") == [[("task-to-end", "b0 d0", 1)]]


def test_of_a_closed_route_both_arcs_are_tried() -> None:
    """Round B1 and C1: b0 c0 d0 d1 c1 b1 b0. From c0 to d1 are 2 one way, 4 (right) the other."""
    found = judged(2, "b0 c0 d0 d1 c1 b1 b0", "c0 d1")
    assert found[0] == [("task-other-pair", "c0 d1", 1)]


def test_an_empty_route_is_judged_without_complaint() -> None:
    assert judged(0, "", "a0 c0") == []
    assert judged(3, "", "a0 c0", "a0 b0") == []


@pytest.mark.parametrize(
    ("claimed", "first"),
    [
        (5, [("task-ride-counted", "b1 d5", 1)]),
        (6, [("task-crossroads-counted", "a0 c4", 1)]),
    ],
)
def test_a_ride_is_no_section_but_leads_over_two_crossroads(
    claimed: int, first: list[Told]
) -> None:
    """London: a0 a1 b1, by tube to d5, c5 c4. From a0 to c4 lie 4 sections, 6 crossroads."""
    game = Game("london", "a0 a1 b1 ~ d5 c5 c4", task=["a0", "c4", "g6"])
    (line,) = judge(Claim(game.filled, {Step.TASK: claimed}, route=game.route)).lines
    assert told(line)[0] == first
