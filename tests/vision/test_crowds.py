"""What else a location may hold."""

import pytest

from scorer.rules.city import load_city
from scorer.rules.notation import Location
from scorer.vision.crowds import judge_crowds
from scorer.vision.doubts import Doubt
from scorer.vision.shapes import Crowd, Shape

GREY = (0.577, 0.577, 0.577)
CIRCLE, SQUARE, TRIANGLE = (0.96, 0.02, 0.02), (0.02, 0.96, 0.02), (0.02, 0.02, 0.96)


def shape(chance: float, kinds: tuple[float, float, float]) -> Shape:
    return Shape(chance, kinds, (0.0, 0.0), GREY)


def doubt(shapes: tuple[Shape, ...] = (), traces: tuple[Shape, ...] = ()) -> Doubt:
    crowd = Crowd(Location.parse("B3"), shapes, traces, left_over=0, unseen=0, faint=1)
    _, _, (found,) = judge_crowds((crowd,), (), load_city("first-city").tourists)
    return found


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


def test_what_is_read_is_no_alternative() -> None:
    found = doubt((shape(0.9, CIRCLE), shape(0.8, TRIANGLE)), (shape(0.4, SQUARE),))
    assert found.read not in found.alternatives
    words = [str(one) for one in found.alternatives]
    assert len(set(words)) == len(words)
