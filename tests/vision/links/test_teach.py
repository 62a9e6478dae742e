"""A map taught from a photo: the page's shape, and what a drawn link is taken for."""

import cv2
import numpy as np
import pytest

from samples.simulator.art.families import Split
from samples.simulator.linkmaps.art import printed_map
from samples.simulator.linkmaps.towns import random_town
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.rules.ticket_to_ride.spaces import line_of
from scorer.vision.links.teach import Page, aspect_of, page_of, propose_link
from tests.vision.links.photos import bay


@pytest.mark.parametrize("aspect", [1.0, 1.414, 0.7, 1.8])
@pytest.mark.parametrize("tilt", [5, 20, 35])
def test_the_shape_of_a_page_is_that_of_a_known_camera(aspect: float, tilt: float) -> None:
    # A pinhole of focal length 0.74 of a 1600 x 1200 photo looks at a page from 500 mm.
    turn = cv2.Rodrigues(np.radians(tilt) * np.array([0.8, 0.6, 0.0]))[0]
    page = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * (
        120 * aspect / 1.2, 120 / 1.2, 1,
    )  # fmt: skip
    seen = page @ turn.T + (0, 0, 500)
    corners = 0.74 * 1600 * seen[:, :2] / seen[:, 2:] + (800, 600)
    assert aspect_of(corners, (1600, 1200)) == pytest.approx(aspect, rel=0.03)


def test_a_page_is_seen_from_above() -> None:
    rgb = np.zeros((600, 800, 3), np.uint8)
    corners = np.array([[100, 100], [700, 110], [690, 500], [110, 490]], np.float64)
    cv2.fillConvexPoly(rgb, corners.astype(np.int32), (200, 180, 90))
    page = page_of(rgb, corners)
    assert max(page.page_mm) == 300
    assert page.rgb[5:-5, 5:-5].min(axis=(0, 1)).tolist() == [200, 180, 90]


def test_a_whole_photo_is_a_page_too() -> None:
    page = page_of(np.zeros((400, 800, 3), np.uint8))
    assert page.page_mm == (300, 150)


@pytest.mark.parametrize(
    "corners",
    [
        [[0, 0], [0, 100], [100, 100], [100, 0]],
        [[0, 0], [100, 100], [100, 0], [0, 100]],
        [[0, 0], [100, 0], [float("nan"), 100], [0, 100]],
    ],
)
def test_corners_that_enclose_no_page_are_refused(corners: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="clockwise"):
        page_of(np.zeros((200, 200, 3), np.uint8), np.array(corners))


def right(map_: TicketMap, page: Page, space_mm: float | None) -> tuple[float, float]:
    """Return for how many links the proposed length, and the proposed colour, is right."""
    found = [
        (one.length == link.length, one.colour is link.colour)
        for link in map_.links
        for one in [propose_link(page, line_of(map_, link), map_.place_mm or 4.0, space_mm)]
    ]
    lengths, colours = zip(*found, strict=True)
    return sum(lengths) / len(found), sum(colours) / len(found)


def test_links_of_the_practice_map_are_proposed() -> None:
    picture = bay()
    page = Page(picture.rgb, picture.page_mm)
    lengths, colours = right(picture.map, page, None)
    assert lengths >= 0.8
    assert colours == 1
    space = picture.map.space_mm
    assert space
    assert right(picture.map, page, space[0]) == (1, 1)


@pytest.mark.slow
def test_links_of_made_up_maps_are_proposed() -> None:
    for split in Split:
        rng = np.random.default_rng((4, list(Split).index(split)))
        map_ = random_town("town", rng)
        assert map_.page_mm
        page = Page(printed_map(map_, split, rng), map_.page_mm)
        assert map_.space_mm
        lengths, colours = right(map_, page, map_.space_mm[0])
        assert lengths >= 0.9
        assert colours >= 0.8
