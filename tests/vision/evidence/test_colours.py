"""Colour as evidence for a kind, and never more than that."""

import numpy as np
import pytest

from scorer.rules.notation import Location
from scorer.vision.evidence.colours import with_colours
from scorer.vision.evidence.shapes import Crowd, Shape

RED, GREEN, BLUE = (0.1, 0.7, 0.7), (0.75, 0.3, 0.6), (0.8, 0.55, 0.2)
CLEAR = {"c": (0.96, 0.02, 0.02), "s": (0.02, 0.96, 0.02), "t": (0.02, 0.02, 0.96)}


def crowd(*shapes: tuple[tuple[float, float, float], tuple[float, float, float]]) -> Crowd:
    made = tuple(Shape(0.9, kinds, (0.0, 0.0), colour) for kinds, colour in shapes)
    return Crowd(Location.parse("A1"), made, (), 0.0, 0.0, 1.0)


FOUR_PENS = crowd(*[(CLEAR["c"], RED)] * 3, *[(CLEAR["s"], GREEN)] * 3, *[(CLEAR["t"], BLUE)] * 3)


@pytest.mark.parametrize(("colour", "kind"), [(RED, 0), (GREEN, 1), (BLUE, 2)])
def test_an_unclear_shape_is_what_others_of_its_colour_are(
    colour: tuple[float, float, float], kind: int
) -> None:
    unclear = crowd(((0.36, 0.32, 0.32), colour))
    shape = with_colours((FOUR_PENS, unclear))[1].shapes[0]
    assert int(np.argmax(shape.kinds)) == kind
    assert max(shape.kinds) > 0.75


def test_a_clear_shape_in_the_wrong_colour_keeps_its_kind() -> None:
    wrong = crowd((CLEAR["s"], RED))
    assert int(np.argmax(with_colours((FOUR_PENS, wrong))[1].shapes[0].kinds)) == 1


def test_one_pen_for_everything_changes_nothing() -> None:
    one_pen = crowd(*[(CLEAR[kind], RED) for kind in "cccssst"], ((0.5, 0.3, 0.2), RED))
    shape = with_colours((one_pen,))[0].shapes[-1]
    assert shape.kinds == pytest.approx((0.5, 0.3, 0.2), abs=0.03)


def test_a_kind_seen_once_is_not_outweighed() -> None:
    few = crowd(*[(CLEAR["c"], RED)] * 4, ((0.1, 0.8, 0.1), GREEN))
    assert int(np.argmax(with_colours((few,))[0].shapes[-1].kinds)) == 1


def test_chances_still_sum_to_one() -> None:
    for shape in with_colours((FOUR_PENS,))[0].shapes:
        assert sum(shape.kinds) == pytest.approx(1)
