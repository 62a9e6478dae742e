"""The networks' pictures: what is drawn somewhere lies at its place in them, on any board."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.notation import Crossroads
from scorer.vision.evidence.networks import patches
from scorer.vision.evidence.networks.patches import Layers
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import Sheet, make_board

pytestmark = pytest.mark.slow

Floats = NDArray[np.float32]
# Rows of a road's picture that lie between its two ends.
BETWEEN = slice(13, 83)


def layers(rectified: Rectified) -> Layers:
    return Layers.of(rectified, find_ink(rectified))


def roads(sheet: Sheet, **photo: object) -> dict[str, Floats]:
    found, pictures = patches.road_patches(layers(sheet.photo(**photo)), sheet.board)  # type: ignore[arg-type]
    return {str(road): picture for road, picture in zip(found, pictures, strict=True)}


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("road", ["b1-c1", "b1-b2", "a0-a1"])
def test_a_section_runs_down_the_middle_of_its_roads_picture(road: str, transposed: bool) -> None:
    sheet = Sheet(make_board(transposed=transposed))
    sheet.section(road)
    found = roads(sheet)
    strength = found.pop(road)[0]
    assert strength[BETWEEN, 13:19].max(axis=1).min() > 0.5
    assert strength[BETWEEN, :8].max() < 0.2
    assert strength[BETWEEN, -8:].max() < 0.2
    for other in found.values():
        assert np.median(other[0, BETWEEN, 13:19].max(axis=1)) < 0.2


def test_a_stroke_beside_a_road_lies_as_far_beside_the_middle() -> None:
    sheet = Sheet()
    sheet.section("b1-c1", aside_mm=2.0)
    strength = roads(sheet)["b1-c1"][0, BETWEEN]
    column = float((strength.sum(axis=0) * np.arange(32)).sum() / strength.sum())
    assert abs(column - 15.5) * 0.354 == pytest.approx(2.0, abs=0.2)


def test_a_ring_lies_round_the_middle_of_its_points_picture() -> None:
    sheet = Sheet()
    sheet.ring("c1", radius=4.2)
    board = sheet.board
    places = tuple(board.crossroads_xy[Crossroads.parse(name)] for name in ("c1", "b2"))
    ringed, bare = patches.point_patches(layers(sheet.photo()), board, places)[:, 0]
    rows, columns = np.nonzero(ringed > 0.5)
    away = np.hypot(rows - 31.5, columns - 31.5) * 0.3
    assert away.mean() == pytest.approx(4.2, abs=0.2)
    assert bare.max() < 0.2


def test_a_points_picture_tells_where_a_cafe_is_printed() -> None:
    sheet = Sheet()
    board = sheet.board
    cafe = board.cafe_at[Crossroads.parse("b0")]
    beside = (cafe.xy[0] + 3.0, cafe.xy[1])
    own, other, none = patches.point_patches(
        layers(sheet.photo()), board, (cafe.xy, beside, board.crossroads_xy[Crossroads.parse("a3")])
    )[:, -1]
    assert own[32, 32] == 1
    _, columns = np.nonzero(other)
    assert (columns.mean() - 31.5) * 0.3 == pytest.approx(-3.0, abs=0.2)
    assert not none.any()


def test_a_locations_picture_is_framed_as_the_ink_alone() -> None:
    sheet = Sheet()
    sheet.tourists("B2", "ct")
    rectified = sheet.photo()
    ink = find_ink(rectified)
    cells = sheet.board.cells
    found = patches.location_patches(Layers.of(rectified, ink), cells)[:, 0]
    for cell, picture in zip(cells, found, strict=True):
        alone = patches.patch(cell, ink.soft, rectified)
        assert np.abs(picture - alone).mean() < 0.03


def test_what_lies_in_a_reflection_is_marked_as_not_seen() -> None:
    x, y = 51.5, 51.5
    found = roads(Sheet(), glare=(x, y + 12.5, 12.0))
    assert found["b2-c2"][-1, BETWEEN].mean() < 0.5
    assert found["d0-e0"][-1].min() == 1
