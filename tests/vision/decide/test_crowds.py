"""What else a location may hold."""

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.notation import Location
from scorer.vision.decide.crowds import judge_crowds
from scorer.vision.decide.deals import Deal
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.evidence.crosses import CrossEvidence
from scorer.vision.evidence.shapes import Crowd, Shape

USUAL = Deal(going_away=False, bonuses=0)
GREY = (0.577, 0.577, 0.577)
CIRCLE, SQUARE, TRIANGLE = (0.96, 0.02, 0.02), (0.02, 0.96, 0.02), (0.02, 0.02, 0.96)


def shape(chance: float, kinds: tuple[float, float, float]) -> Shape:
    return Shape(chance, kinds, (0.0, 0.0), GREY)


def doubt(
    shapes: tuple[Shape, ...] = (),
    traces: tuple[Shape, ...] = (),
    deal: Deal = USUAL,
    unseen: float = 0.0,
) -> Doubt:
    crowd = Crowd(Location.parse("B3"), shapes, traces, left_over=0, unseen=unseen, faint=1)
    (found,) = judge_crowds((crowd,), (), load_city("first-city").tourists, deal).judged
    return found.doubt


def test_the_likeliest_other_count_is_offered_first() -> None:
    found = doubt((shape(0.99, CIRCLE), shape(0.99, (0.03, 0.5, 0.47))))
    assert found.read == {"circle": 1, "square": 1}
    assert found.alternatives[0] == {"circle": 1, "triangle": 1}


def test_two_unclear_shapes_may_both_be_others() -> None:
    either = (0.02, 0.55, 0.43)
    found = doubt((shape(0.99, either), shape(0.99, either)))
    assert found.read == {"square": 2}
    assert set(map(str, found.alternatives)) >= {
        "{'square': 1, 'triangle': 1}",
        "{'triangle': 2}",
    }


def test_two_traces_may_both_be_shapes() -> None:
    found = doubt(traces=(shape(0.45, CIRCLE), shape(0.45, TRIANGLE)))
    assert found.read == {}
    assert {"circle": 1, "triangle": 1} in found.alternatives


@pytest.mark.parametrize("number", [1, 3, 5])
def test_that_nobody_is_there_is_always_offered(number: int) -> None:
    found = doubt(
        tuple(shape(0.97, kind) for kind in (CIRCLE, SQUARE, TRIANGLE, CIRCLE, SQUARE))[:number]
    )
    assert {} in found.alternatives
    assert len(found.alternatives) <= 4


def test_where_nothing_can_be_seen_one_of_each_is_offered() -> None:
    assert doubt().alternatives == ({"circle": 1}, {"square": 1}, {"triangle": 1})


def test_a_cross_leaves_nobody_and_offers_who_was_seen() -> None:
    crowd = Crowd(Location.parse("B3"), (shape(0.55, CIRCLE),), (), 0, 0, 1)
    crosses = (CrossEvidence(crowd.location, odds=9.0, unseen=0.0),)
    kinds = load_city("cairo").tourists
    judged = judge_crowds((crowd,), crosses, kinds, Deal(True, 0)).judged
    tourists, crossed = (one.doubt for one in judged)
    assert (tourists.kind, crossed.kind, crossed.read) == ("tourists", "crossed", True)
    assert tourists.read == {}
    assert tourists.alternatives[0] == {"circle": 1}
    assert {} not in tourists.alternatives


def test_what_is_read_is_no_alternative() -> None:
    found = doubt((shape(0.9, CIRCLE), shape(0.8, TRIANGLE)), (shape(0.4, SQUARE),))
    assert found.read not in found.alternatives
    words = [str(one) for one in found.alternatives]
    assert len(set(words)) == len(words)


def test_what_cards_cannot_deal_is_read_as_what_they_can() -> None:
    rather_square = (0.38, 0.6, 0.02)
    found = doubt(
        (shape(0.97, CIRCLE), shape(0.97, SQUARE), shape(0.97, SQUARE), shape(0.97, rather_square))
    )
    assert found.read == {"circle": 2, "square": 2}
    assert found.alternatives[0] == {"circle": 1, "square": 3}
    assert found.confidence < SURE


@pytest.mark.parametrize("unseen", [0.0, 0.25, 0.9])
def test_clear_shapes_stay_though_no_cards_deal_them(unseen: float) -> None:
    rather_clear = (0.1, 0.85, 0.05)
    kinds = (CIRCLE, CIRCLE, CIRCLE, rather_clear)
    found = doubt(tuple(shape(0.97, kind) for kind in kinds), unseen=unseen)
    assert found.read == {"circle": 3, "square": 1}
    assert found.confidence < SURE
    assert found.alternatives[0] == {"circle": 4}


def test_a_bonus_that_was_used_speaks_for_one_more() -> None:
    unclear = (0.02, 0.27, 0.71)
    shapes = (shape(0.97, CIRCLE), shape(0.97, SQUARE), shape(0.97, unclear))
    assert doubt(shapes).read == {"circle": 1, "square": 2}
    assert doubt(shapes, deal=Deal(False, bonuses=3)).read == {
        "circle": 1,
        "square": 1,
        "triangle": 1,
    }


def test_one_card_alone_gives_one_tourist_where_others_go_away() -> None:
    shapes, traces = (shape(0.8, CIRCLE),), (shape(0.38, CIRCLE),)
    assert doubt(shapes, traces).read == {"circle": 2}
    assert doubt(shapes, traces, Deal(going_away=True, bonuses=0)).read == {"circle": 1}


def test_what_the_shapes_say_is_offered_where_the_cards_say_otherwise() -> None:
    """Three kinds are read as three of one: what was seen comes first of all alternatives."""
    shapes = ((0.96, 0.02, 0.02), (0.46, 0.52, 0.02), (0.46, 0.02, 0.52))
    found = doubt(tuple(shape(0.97, kinds) for kinds in shapes))
    assert found.read == {"circle": 3}
    assert found.alternatives[0] == {"circle": 1, "square": 1, "triangle": 1}


def test_what_was_wiped_off_beside_others_is_not_read() -> None:
    found = doubt((shape(0.8, CIRCLE), shape(0.8, CIRCLE)), (shape(0.85, CIRCLE),))
    assert found.read == {"circle": 2}
