"""Doubts: their order, and what the rules can and cannot do to them."""

import pytest

from scorer.rules.board import TouristKind
from scorer.rules.city import load_city
from scorer.rules.marks import CafeMark, Marks, tourists_of
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.vision.doubts import SURE, Doubt, rank, with_referee
from tests.vision.drawings import make_board

BOARD = make_board()


def marks(**parts: object) -> Marks:
    return Marks("first-city", BOARD.id, **parts)  # type: ignore[arg-type]


def doubt(kind: str, where: str, read: object, confidence: float = 0.985) -> Doubt:
    return Doubt(kind, where, read, confidence, (), "faint")


def weighed(one: Doubt, on: Marks) -> Doubt:
    (found,) = with_referee((one,), on, BOARD)
    assert found.read == one.read
    return found


def test_the_most_doubtful_comes_first_and_sure_ones_are_left_out() -> None:
    found = rank([doubt("task", "a0", True, c) for c in (0.9, 0.4, 0.99, 0.7)])
    assert [item.confidence for item in found] == [0.4, 0.7, 0.9]


@pytest.mark.parametrize(("read", "sections"), [("none", ["a0-b0"]), ("visited", [])])
def test_a_cafe_that_the_rules_speak_against_is_doubted(read: str, sections: list[str]) -> None:
    on = marks(sections=frozenset(map(RoadId.parse, sections)))
    found = weighed(doubt("cafe", "b0", read), on)
    assert found.confidence < SURE
    assert found.reason == "referee"


@pytest.mark.parametrize(("read", "sections"), [("visited", ["a0-b0"]), ("none", [])])
def test_a_cafe_that_fits_the_rules_is_left_alone(read: str, sections: list[str]) -> None:
    on = marks(
        sections=frozenset(map(RoadId.parse, sections)),
        cafes={Crossroads("b0"): CafeMark.VISITED},
    )
    one = doubt("cafe", "b0", read)
    assert weighed(one, on) == one


def test_a_fourth_ring_casts_doubt_on_rings_and_two_on_places_without() -> None:
    four = marks(task=frozenset(map(Crossroads, ("a1", "b1", "c1", "d1"))))
    two = marks(task=frozenset(map(Crossroads, ("a1", "b1"))))
    ringed, bare = doubt("task", "a1", True), doubt("task", "e1", False)
    assert weighed(ringed, four).confidence < SURE
    assert weighed(bare, four) == bare
    assert weighed(ringed, two) == ringed
    assert weighed(bare, two).confidence < SURE


def test_three_rings_or_none_are_as_they_should_be() -> None:
    bare = doubt("task", "e1", False)
    assert weighed(bare, marks()) == bare
    assert weighed(bare, marks(task=frozenset(map(Crossroads, ("a1", "b1", "c1"))))) == bare


def test_more_tourists_than_two_cards_give_are_doubted() -> None:
    counts = {TouristKind.CIRCLE: 5}
    on = marks(tourists={Location.parse("A1"): tourists_of(counts)})
    assert weighed(doubt("tourists", "A1", {"circle": 5}), on).confidence < SURE
    one = doubt("tourists", "A1", {"circle": 4})
    assert weighed(one, on) == one


def test_what_is_quite_sure_stays_sure_whatever_the_rules_say() -> None:
    two = marks(task=frozenset(map(Crossroads, ("a1", "b1"))))
    assert weighed(doubt("task", "e1", False, 0.999), two).confidence > SURE


def test_where_there_are_pentagons_a_square_may_be_one() -> None:
    """The network knows no pentagons: it may not be sure of a square in New York."""
    board = load_city("new-york").practice_board
    sure = doubt("tourists", "B1", {"circle": 1, "square": 2})
    (found,) = with_referee((sure,), Marks("new-york", "new-york"), board)
    assert found.confidence < SURE
    assert found.read == sure.read
    assert found.alternatives == (
        {"circle": 1, "square": 1, "pentagon": 1},
        {"circle": 1, "pentagon": 2},
    )
    round_ones = doubt("tourists", "B1", {"circle": 2})
    assert with_referee((round_ones,), Marks("new-york", "new-york"), board) == (round_ones,)
    assert weighed(sure, marks()).confidence == sure.confidence
