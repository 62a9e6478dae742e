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


def test_in_new_york_a_cafe_may_be_passed_without_a_ring() -> None:
    """One café a round: a touched one without a ring is as sure as it looks, unlike London's."""
    drawn = frozenset({RoadId.parse("a2-b2")})
    for city, sure in (("new-york", True), ("london", False)):
        board = load_city(city).practice_board
        seen = doubt("cafe", "a2", "none")
        (found,) = with_referee((seen,), Marks(city, city, drawn), board)
        assert (found.confidence == seen.confidence) is sure


def test_spaces_beside_the_map_may_hold_many() -> None:
    board = load_city("cairo").practice_board
    many = doubt("tourists", "giza_space", {"circle": 4, "square": 3})
    (found,) = with_referee((many,), Marks("cairo", "cairo"), board)
    assert found.confidence == many.confidence
    crowded = doubt("tourists", "B1", {"circle": 4, "square": 3})
    (found,) = with_referee((crowded,), Marks("cairo", "cairo"), board)
    assert found.confidence < crowded.confidence
