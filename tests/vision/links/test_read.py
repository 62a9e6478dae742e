"""Whole photos of the practice map: what is read, and what is refused."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from samples.simulator.strata import Kind
from scorer.printing.linkmaps import map_png
from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.map import load_map
from scorer.vision.links.find import find_page
from scorer.vision.links.picture import MapPictureError, load_map_picture, open_map_picture
from scorer.vision.links.read import LinksReading, read_links
from scorer.vision.links.written import WrittenLinks
from scorer.vision.photo.gate import NotRead, NotReadReason, Photo, open_photo
from tests.rules.ticket_to_ride.towns import RING
from tests.vision.links.photos import bay, photo_of_bay


@pytest.mark.slow
def test_the_page_is_found_where_the_camera_saw_it() -> None:
    simulated = photo_of_bay()
    photo = open_photo(simulated.jpeg)
    assert isinstance(photo, Photo)
    located = find_page(photo, bay())
    assert located
    corners = located.mapping.scaled(photo.scale).to_photo(bay().corners_mm)
    assert np.abs(corners - simulated.truth["corners_xy"]).max() < 4


@pytest.mark.slow
def test_claimed_links_are_read_or_asked_about() -> None:
    simulated = photo_of_bay()
    reading = read_links(simulated.jpeg, bay())
    assert isinstance(reading, LinksReading)
    truth = simulated.truth["links"]
    wrong = [
        one.link.name
        for one in reading.links
        if (one.owner.value if one.owner else None) != truth.get(one.link.name)
    ]
    assert [name for name in wrong if name not in {one.link.name for one in reading.doubts}] == []
    assert len(wrong) <= 1
    assert len(truth) > 5


@pytest.mark.slow
def test_a_reading_is_written_with_players_and_doubts() -> None:
    reading = read_links(photo_of_bay().jpeg, bay())
    assert isinstance(reading, LinksReading)
    written = to_data(WrittenLinks.of(reading))
    assert written["map"] == "lantern-bay"
    for player in written["players"]:
        lengths = [bay().map.link[name].length for name in player["links"]]
        assert player["buses"] == sum(lengths)
    assert set(written["confidences"]) == {link.name for link in bay().map.links}


@pytest.mark.slow
def test_corners_set_by_a_person_serve_as_well() -> None:
    simulated = photo_of_bay()
    found = read_links(simulated.jpeg, bay())
    set_ = read_links(simulated.jpeg, bay(), None, np.array(simulated.truth["corners_xy"]))
    assert isinstance(found, LinksReading)
    assert isinstance(set_, LinksReading)
    same = sum(a.owner is b.owner for a, b in zip(found.links, set_.links, strict=True))
    assert same >= len(found.links) - 2


@pytest.mark.slow
def test_shaky_hands_are_helped_whichever_corner_they_call_the_first() -> None:
    simulated = photo_of_bay()
    true = np.array(simulated.truth["corners_xy"])
    shaky = true + np.array([[9, -7], [-8, 6], [7, 8], [-6, -9]])
    reading = read_links(simulated.jpeg, bay(), None, np.roll(shaky, 1, axis=0))
    assert isinstance(reading, LinksReading)
    assert np.abs(reading.corners_xy - true).max() < 4


@pytest.mark.slow
def test_corners_set_where_no_map_is_are_refused() -> None:
    simulated = photo_of_bay()
    beside = np.array(simulated.truth["corners_xy"]) * 0.4
    one_point = np.full((4, 2), 50.0)
    for corners in (beside, one_point):
        refused = read_links(simulated.jpeg, bay(), None, corners)
        assert isinstance(refused, NotRead)
        assert "not between these corners" in refused.hint


@pytest.mark.slow
def test_another_picture_is_refused_with_a_hint() -> None:
    rng = np.random.default_rng(3)
    clouds = cv2.GaussianBlur(rng.integers(0, 255, (600, 800, 3), dtype=np.uint8), (0, 0), 4)
    data = cv2.imencode(".jpg", clouds)[1].tobytes()
    refused = read_links(data, bay())
    assert isinstance(refused, NotRead)
    assert refused.reason is NotReadReason.NO_BOARD
    assert "Lantern Bay" in refused.hint


def test_what_is_no_picture_is_refused() -> None:
    refused = read_links(b"no picture", bay())
    assert isinstance(refused, NotRead)
    assert refused.reason is NotReadReason.NOT_AN_IMAGE


@pytest.mark.slow
def test_the_shipped_picture_is_the_map_as_it_is_printed() -> None:
    image = Image.open(io.BytesIO(map_png(load_map("lantern-bay"), 152.4)))
    drawn = np.asarray(image.convert("RGB")).astype(int)
    assert np.abs(drawn - load_map_picture("lantern-bay").rgb).max() <= 2


def test_pictures_that_do_not_fit_are_refused() -> None:
    data = cv2.imencode(".png", np.zeros((100, 100, 3), np.uint8))[1].tobytes()
    with pytest.raises(MapPictureError, match="shape of a page"):
        open_map_picture(bay().map, data)
    with pytest.raises(MapPictureError, match="page_mm"):
        open_map_picture(RING, data)
    with pytest.raises(MapPictureError, match="no image"):
        open_map_picture(bay().map, b"x")


@pytest.mark.slow
def test_a_turned_photo_is_read_too() -> None:
    simulated = photo_of_bay(kind=Kind.MEDIUM)
    upside_down = np.ascontiguousarray(simulated.rgb[::-1, ::-1, ::-1])
    reading = read_links(cv2.imencode(".jpg", upside_down)[1].tobytes(), bay())
    assert isinstance(reading, LinksReading)
    right = sum(
        (one.owner.value if one.owner else None) == simulated.truth["links"].get(one.link.name)
        for one in reading.links
    )
    assert right >= len(reading.links) - 2
