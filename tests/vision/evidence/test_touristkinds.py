"""A closer look at each shape: which kind it is, with pentagons and without."""

import numpy as np
import pytest

from scorer.rules.notation import Location
from scorer.vision.evidence.networks import averaged
from scorer.vision.evidence.networks.patches import Layers
from scorer.vision.evidence.shapes import Crowd, Looked, Shape, find_shapes
from scorer.vision.evidence.touristkinds import (
    KINDS,
    SHAPE_SIDE,
    closer_look,
    look_closer,
    shape_patches,
)
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import Sheet, without_colours

pytestmark = pytest.mark.slow

MIDDLE = (51.5, 51.5)


def looked_at(sheet: Sheet, pentagons: bool) -> Crowd:
    rectified = sheet.photo()
    ink = find_ink(rectified)
    nothing = np.zeros(ink.strength.shape, np.uint8)
    looked = Looked.at(Layers.of(rectified, ink), sheet.board)
    crowds = find_shapes(ink, nothing, looked, rectified, sheet.board)
    found = look_closer(crowds, closer_look(ink, rectified, sheet.board), pentagons, ink.grey)
    return next(crowd for crowd in found if str(crowd.location) == "B2")


@pytest.mark.parametrize("number", [3, 4, 5])
def test_corners_tell_the_kind_where_there_are_pentagons(number: int) -> None:
    sheet = Sheet()
    sheet.corners(MIDDLE, 4.6, number)
    (shape,) = looked_at(sheet, pentagons=True).shapes
    assert len(shape.kinds) == len(KINDS)
    assert sum(shape.kinds) == pytest.approx(1)
    wanted = {3: "triangle", 4: "square", 5: "pentagon"}[number]
    assert KINDS[int(np.argmax(shape.kinds))] == wanted


def test_no_chance_is_left_for_pentagons_where_there_are_none() -> None:
    sheet = Sheet()
    sheet.round(MIDDLE, 4)
    (shape,) = looked_at(sheet, pentagons=False).shapes
    assert len(shape.kinds) == len(KINDS) - 1
    assert sum(shape.kinds) == pytest.approx(1)
    assert shape.kinds[0] > 0.9


def test_a_shape_at_the_edge_of_the_picture_has_a_picture_too() -> None:
    sheet = Sheet()
    rectified = sheet.photo()
    ink = find_ink(rectified)
    height, width = ink.strength.shape
    places = [(0.0, 0.0), (width - 1.0, height - 1.0)]
    found = shape_patches(ink, rectified, places, sheet.board)
    assert found.shape == (2, 5, SHAPE_SIDE, SHAPE_SIDE)
    assert np.isfinite(found).all()
    assert shape_patches(ink, rectified, [], sheet.board).shape == (0, 5, SHAPE_SIDE, SHAPE_SIDE)


@pytest.mark.parametrize("pentagons", [False, True])
def test_without_colours_what_may_be_either_is_rather_a_circle(
    pentagons: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    unclear = (0.48, 0.5, 0.02)
    monkeypatch.setattr(
        averaged, "kinds", lambda pictures, grey: np.tile([*unclear, 0], (len(pictures), 1))
    )
    sheet = Sheet()
    shape = Shape(0.9, unclear, (300.0, 300.0), (0.577, 0.577, 0.577))
    crowd = Crowd(Location.parse("B2"), (shape,), (shape,), 0.0, 0.0, 1.0)

    def kinds(photo: Rectified) -> list[tuple[float, ...]]:
        ink = find_ink(photo)
        look = closer_look(ink, photo, sheet.board)
        (found,) = look_closer((crowd,), look, pentagons, ink.grey)
        return [one.kinds[:3] for one in (*found.shapes, *found.traces)]

    coloured = sheet.photo()
    assert kinds(without_colours(coloured)) == [pytest.approx((0.53, 0.45, 0.02), abs=0.01)] * 2
    coloured.rgb[0, 0] = (200, 0, 0)
    assert kinds(coloured) == [pytest.approx(unclear, abs=1e-4)] * 2


def test_what_only_the_first_look_tells_apart_keeps_its_chance() -> None:
    shape = Shape(0.9, (0.3, 0.3, 0.1, 0.2, 0.1), (300.0, 300.0), (0.577, 0.577, 0.577))
    crowd = Crowd(Location.parse("B2"), (shape,), (), 0.0, 0.0, 1.0)
    (found,) = look_closer((crowd,), lambda at: np.array([[0.01, 0.98, 0.01, 0.0]]), False, False)
    (one,) = found.shapes
    assert one.kinds[3:] == shape.kinds[3:]
    assert sum(one.kinds) == pytest.approx(1)
    assert one.kinds[1] > 0.6


def test_a_closer_look_counts_for_what_it_is_worth() -> None:
    shape = Shape(0.9, (0.05, 0.7, 0.25, 0.0, 0.0), (0.0, 0.0), (0.577, 0.577, 0.577))
    crowd = Crowd(Location.parse("B2"), (shape,), (), 0.0, 0.0, 1.0)

    def read(**worth: float) -> int:
        (found,) = look_closer(
            (crowd,), lambda at: np.array([[0.05, 0.3, 0.65, 0.0]]), False, False, **worth
        )
        return int(np.argmax(found.shapes[0].kinds))

    assert KINDS[read(worth=0.55)] == "square"
    assert KINDS[read(worth=0.7)] == KINDS[read()] == "triangle"
