"""Score markers: small things of a player's colour on the track, and nothing else."""

from functools import cache

import cv2
import numpy as np

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.cut import Flat
from scorer.vision.links.groups import Group
from scorer.vision.links.markers import find_markers
from scorer.vision.links.network import DARKEST
from scorer.vision.links.picture import MapPicture
from tests.vision.links.photos import bay

PX_PER_MM = 4.0
RED, BLUE = (0.48, 0.03, 0.03), (0.03, 0.11, 0.42)


def group(colour: BusColour, light: tuple[float, float, float]) -> Group:
    return Group(colour, np.log(np.array(light) + DARKEST), {colour: 1.0})


GROUPS = (group(BusColour.BLUE, BLUE), group(BusColour.RED, RED))


@cache
def page() -> tuple[MapPicture, np.ndarray, np.ndarray]:
    """Return the practice map and its blank page, as bytes and linear."""
    picture = bay()
    assert picture.map.page_mm
    wide, high = (round(PX_PER_MM * side) for side in picture.map.page_mm)
    small = cv2.resize(picture.rgb, (wide, high), interpolation=cv2.INTER_AREA)
    return picture, small, np.asarray((small / 255.0) ** 2.2, np.float32)


def read(*things: tuple[int, float, tuple[float, float, float]]) -> dict[BusColour, int]:
    """Return the markers on a page with discs: space of the track, radius in mm, light."""
    picture, small, blank = page()
    assert picture.map.track
    lit = blank.copy()
    for space, radius, light in things:
        x, y = picture.map.track.xy[space]
        at = (round(x * PX_PER_MM), round(y * PX_PER_MM))
        cv2.circle(lit, at, round(radius * PX_PER_MM), light, -1)
    flat = Flat(small, lit, blank, np.zeros(small.shape[:2], bool), PX_PER_MM)
    return {one.colour: one.space for one in find_markers(flat, picture, GROUPS)}


def test_each_players_marker_is_found_on_its_space() -> None:
    found = read((7, 2.6, RED), (31, 2.6, BLUE))
    assert found == {BusColour.RED: 7, BusColour.BLUE: 31}


def test_markers_may_stand_on_one_space_or_side_by_side() -> None:
    assert read((7, 2.6, RED), (8, 2.6, BLUE)) == {BusColour.RED: 7, BusColour.BLUE: 8}


def test_a_blank_track_has_none() -> None:
    assert read() == {}


def test_a_hand_or_card_of_a_players_colour_is_no_marker() -> None:
    assert read((20, 16.0, RED)) == {}


def test_two_things_of_one_colour_are_in_doubt() -> None:
    assert read((5, 2.6, RED), (25, 2.6, RED)) == {}


def test_a_thing_of_nobodys_colour_is_no_marker() -> None:
    assert read((12, 2.6, (0.75, 0.5, 0.03))) == {}
