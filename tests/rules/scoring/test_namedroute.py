"""Routes named by their crossroads: walked, or refused with everything that is wrong."""

import pytest

from scorer.rules.notation import RoadId
from scorer.rules.scoring.namedroute import RouteError, parse_route
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.values import replace
from tests.support.layouts import board, drawn, walk

BOARD = board()
MARKS = drawn("a0 b0 c0 c1 b1 b0")


@pytest.mark.parametrize("text", ["a0,b0,b1", "a0 b0 b1", "a0, b0, b1", " a0,b0 b1 "])
def test_crossroads_with_commas_or_spaces(text: str) -> None:
    assert parse_route(text, BOARD, MARKS) == walk("a0 b0 b1")


def test_a_route_may_cross_itself_and_close() -> None:
    assert parse_route("b0,c0,c1,b1,b0,a0", BOARD, MARKS) == walk("b0 c0 c1 b1 b0 a0")
    assert parse_route("b0,c0,c1,b1,b0", BOARD, MARKS).closed


@pytest.mark.parametrize("text", ["", " ", ","])
def test_nothing_is_the_empty_route(text: str) -> None:
    assert parse_route(text, BOARD, MARKS) == FinalRoute()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a0", r"^a0 alone is no walk: give two crossroads or more"),
        ("a0,B0", r"^'B0' is no crossroads: expected a line letter and a line number"),
        ("a0,h9,b7", r"^there is no crossroads h9 on this board; there is no crossroads b7"),
        ("a0,c0", r"^step 1: no road joins a0 and c0; from a0 roads lead to a1, b0$"),
        ("a0,b0,b0", r"^step 2: it stays at b0$"),
        ("a0,a1", r"^step 1: a0-a1 is not drawn$"),
        ("a0,b0,a0", r"^step 2: a0-b0 is walked a second time, first in step 1$"),
        ("a0,b0/north", r"^step 1: the road from a0 to b0 has no suffix 'north'$"),
        (
            "a1,a0,b0,d0,c0,b0,a0",
            r"^step 1: a0-a1 is not drawn; step 3: no road joins b0 and d0; from b0 roads "
            r"lead to a0, b1, c0; step 4: c0-d0 is not drawn; step 6: a0-b0 is walked a second "
            r"time, first in step 2$",
        ),
    ],
)
def test_what_cannot_be_walked_is_refused_with_everything_that_is_wrong(
    text: str, why: str
) -> None:
    with pytest.raises(RouteError, match=why):
        parse_route(text, BOARD, MARKS)


def test_where_two_roads_join_two_crossroads_a_suffix_tells_which() -> None:
    """A second road from b0 to c0, in the north, like a lane across the water."""
    lane = replace(BOARD.road_of[RoadId.parse("b0-c0")], id=RoadId.parse("b0-c0/north"))
    made = replace(BOARD, roads=(*BOARD.roads, lane)).checked()
    marks = replace(MARKS, sections=MARKS.sections | {lane.id})
    with pytest.raises(RouteError, match=r"several roads join b0 and c0; write c0/ or c0/north"):
        parse_route("b0,c0", made, marks)
    assert parse_route("b0,c0/north", made, marks).sections == (lane.id,)
    assert parse_route("b0,c0/", made, marks).sections == (RoadId.parse("b0-c0"),)
