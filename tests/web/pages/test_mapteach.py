"""A map of Ticket to Ride taught by its photo: page, drafts, proposals, files, owners."""

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from samples.simulator.linkmaps.photo import MapPhoto, simulate_map
from samples.simulator.strata import Kind
from scorer.rules.ticket_to_ride.spaces import line_of
from scorer.vision.links.taught import load_picture
from scorer.web.games.tickettoride.drafts import Draft, map_of, space_of
from scorer.web.serving.words import catalogue
from tests.support import photos
from tests.support.client import ended, json_at, send
from tests.support.tickettoride import BAY
from tests.vision.links.photos import bay

HEADERS = {"Accept": "application/json"}


@cache
def blank_photo() -> MapPhoto:
    """A simulated photo of the practice map with nothing on it."""
    return simulate_map(bay().map, bay().rgb, Kind.EASY, (77,), 1.5, blank=True)


def begun(client: FlaskClient, name: str = "Our map") -> str:
    """Send the photo; return the map's address."""
    data = {"name": name, "photo": (BytesIO(blank_photo().jpeg), "photo.jpg")}
    answer = client.post("/maps", data=data, headers=HEADERS)
    assert answer.status_code == 202, answer.text
    job = (answer.json or {})["job"]
    client.application.extensions["scorer"].desk.job(job.rpartition("/")[2]).wait(60)
    corners: str = json_at(client, job)["next"]
    return corners.rpartition("/")[0]


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_the_page_asks_for_a_board_with_nothing_on_it(client: FlaskClient, language: str) -> None:
    """Nothing is ever drawn on a board of this game, as on one of Innsmouth."""
    words = catalogue(language)
    pages = [
        client.get(page, headers={"Accept-Language": language}).text for page in ("/maps", "/towns")
    ]
    assert [words["maps.photo"] in page for page in pages] == [True, False]
    assert [words["towns.photo"] in page for page in pages] == [False, True]
    assert words["ticket-to-ride"] in words["maps"] or language != "ja"


@pytest.fixture
def map_(client: FlaskClient) -> str:
    """The address of a map whose page is cut out of its photo."""
    address = begun(client)
    corners = blank_photo().truth["corners_xy"]
    answer = client.post(f"{address}/corners", json={"corners_xy": corners}, headers=HEADERS)
    assert answer.json == {"next": address}
    return address


def on_page(page_mm: list[float], xy: Any) -> list[float]:
    """Return a place of the practice map on a page whose longer side is 300 mm."""
    return [round(xy[0] * page_mm[0] / 297, 1), round(xy[1] * page_mm[1] / 210, 1)]


def whole(page_mm: list[float]) -> dict[str, Any]:
    """Return a draft with all of the practice map, as somebody taps it."""
    return {
        "name": "Our map",
        "points": [1, 2, 4, 7],
        "places": [
            {"id": one.id, "name": one.name, "xy": on_page(page_mm, one.xy)} for one in BAY.places
        ],
        "links": [
            {
                "between": list(link.between), "length": link.length, "colour": link.colour.value,
                "lane": link.lane, "path": [on_page(page_mm, xy) for xy in link.path],
            }
            for link in BAY.links
        ],
        "tickets": [
            {"between": list(one.between), "points": one.points} for one in BAY.tickets
        ],
        "track": 80,
        # The middles of space 0, of those in three corners, and of the last one.
        "track_line": [
            on_page(page_mm, xy)
            for xy in ((10.5, 13), (286.5, 13), (286.5, 197), (10.5, 197), (10.5, 24.5))
        ],
    }  # fmt: skip


@pytest.mark.slow
def test_a_map_is_taught_and_then_reads_photos_of_itself(
    app: Flask, client: FlaskClient, map_: str
) -> None:
    found = json_at(client, f"{map_}/draft.json")
    page = found["draft"]["page_mm"]
    # The practice map is 297 x 210 mm.
    assert page[0] == 300
    assert page[1] == pytest.approx(300 * 210 / 297, rel=0.02)
    assert found["lacks"] == ["places", "links", "points", "tickets"]
    assert not found["ready"]
    answer = client.post(map_, json=whole(page), headers=HEADERS)
    assert answer.status_code == 200, answer.text
    told = answer.json or {}
    assert (told["lacks"], told["ready"]) == ([], True)
    # The track's spaces lie where the practice map says.
    assert BAY.track
    where = np.array([on_page(page, xy) for xy in BAY.track.xy])
    assert np.abs(np.array(told["track"]) - where).max() < 0.3
    # The practice map's spaces are 13.2 x 6.6 mm.
    assert told["space_mm"] == pytest.approx([13.2, 6.6], rel=0.1)
    proposals = [
        (link, proposal(client, map_, page, link, told["space_mm"][0])) for link in BAY.links[::4]
    ]
    for link, proposed in proposals:
        assert (proposed["length"], proposed["colour"]) == (link.length, link.colour.value), link
    from tests.vision.links.photos import photo_of_bay
    from tests.web.games.test_mapphoto import sent

    game = client.post(
        "/games/ticket-to-ride", data={"name1": "Anna", "map": map_.rpartition("/")[2]}
    ).headers["Location"]
    photo = photo_of_bay(31)
    assert sent(client, game, photo.jpeg)["next"] == game
    read = json_at(client, f"{game}/table")["state"]["shared"]["read"]
    truth = photo.truth["links"]
    right = sum(read.get(link) == colour for link, colour in truth.items())
    assert right >= len(truth) - 1
    assert len(set(read) - set(truth)) <= 1
    markers = json_at(client, f"{game}/table")["state"]["shared"]["markers"]
    assert markers
    assert markers.items() <= photo.truth["markers"].items()
    picture = load_picture("our-map", Path(app.config["TAUGHT_MAPS"]))
    assert picture.page_mm == tuple(page)


def proposal(
    client: FlaskClient, map_: str, page: list[float], link: Any, space_mm: float
) -> dict[str, Any]:
    line = [on_page(page, xy) for xy in line_of(BAY, link)]
    body = {"line": line, "place_mm": 4.9, "space_mm": space_mm}
    found: dict[str, Any] = client.post(f"{map_}/propose", json=body, headers=HEADERS).json or {}
    return found


SMALL: dict[str, Any] = {
    "name": "Our map",
    "points": [1, 2],
    "places": [{"id": "p1", "name": "Quay", "xy": [40, 40]}, {"id": "p2", "xy": [100, 40]}],
    "links": [{"between": ["p1", "p2"], "length": 2, "colour": "red"}],
    "tickets": [{"between": ["p1", "p2"], "points": 4}],
}  # fmt: skip


def taken_in(client: FlaskClient, packed: bytes) -> TestResponse:
    return send(client, "/maps/file", {"map": FileStorage(BytesIO(packed), filename="x.map")})


@pytest.mark.slow
def test_what_is_told_comes_and_goes(client: FlaskClient, map_: str) -> None:
    told = client.post(map_, json=SMALL, headers=HEADERS).json or {}
    assert told["ready"]
    # 60 mm less 2 x (4.5 + 0.8) leave 49.4 for two spaces of 24.7, which is 1.13 of one.
    assert told["space_mm"] == [21.9, 10.3]
    assert told["spaces"]["p1-p2"][0][0] == pytest.approx(40 + 5.3 + 24.7 / 2)
    assert "Our map" in client.get("/new/ticket-to-ride").text
    # Whoever comes from the map begins a game on it.
    way = f"/new/ticket-to-ride?map={map_.rpartition('/')[2]}"
    assert f'href="{way}"' in client.get(map_).text
    maps = client.get(way).text.partition('<select name="map">')[2].partition("</select>")[0]
    assert [one.partition(">")[2] for one in maps.split("</option>") if " selected" in one] == [
        "Our map"
    ]
    # Points for one space do not do for a route of two.
    told = client.post(map_, json=SMALL | {"points": [1]}, headers=HEADERS).json or {}
    assert (told["lacks"], told["ready"]) == (["points"], False)
    assert "Our map" not in client.get("/new/ticket-to-ride").text
    assert json_at(client, f"{map_}/draft.json")["draft"]["points"] == [1]
    client.post(map_, json=SMALL, headers=HEADERS)
    for path in ("", "/corners", "/photo.jpg", "/page.jpg"):
        assert client.get(f"{map_}{path}").status_code == 200, path
    # Corners set anew: what was tapped stays.
    inward = np.array([[3, 3], [-3, 3], [-3, -3], [3, -3]])
    corners = np.array(blank_photo().truth["corners_xy"]) + inward
    client.post(f"{map_}/corners", json={"corners_xy": corners.tolist()}, headers=HEADERS)
    assert json_at(client, f"{map_}/draft.json")["draft"]["places"][0]["name"] == "Quay"
    # It goes elsewhere as a file, and comes back from it.
    packed = client.get(f"{map_}/map.zip").data
    assert taken_in(client, packed).status_code == 422
    client.post(f"{map_}/delete")
    assert client.get(map_).status_code == 404
    answer = taken_in(client, packed)
    assert answer.headers["Location"] == map_
    again = json_at(client, f"{map_}/draft.json")
    assert again["ready"]
    assert again["draft"]["tickets"] == SMALL["tickets"]
    assert client.get(f"{map_}/corners").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"links": [{"between": ["p1", "p3"], "length": 2, "colour": "red"}]}, "links[0].between"),
        ({"places": SMALL["places"][:1] * 2}, "$.places[1].id"),
        ({"tickets": SMALL["tickets"] * 2}, "$.tickets[1]"),
        ({"buses": 1}, "$.buses"),
        ({"track": 3}, "$.track"),
        ({"luck": 1}, "luck"),
        ({"name": "x" * 61}, "$.name"),
    ],
)
def test_what_cannot_be_told_is_refused_with_its_place(
    client: FlaskClient, map_: str, change: dict[str, Any], place: str
) -> None:
    client.post(map_, json=SMALL, headers=HEADERS)
    answer = client.post(map_, json=SMALL | change, headers=HEADERS)
    assert answer.status_code == 422, answer.text
    assert place in (answer.json or {})["error"]
    assert json_at(client, f"{map_}/draft.json")["draft"]["links"][0]["length"] == 2


@pytest.mark.slow
def test_lines_and_corners_that_cannot_be_are_refused(client: FlaskClient, map_: str) -> None:
    for line in ([[10, 10], [500, 10]], [[10, 10], [11, 10]], [[10, 10]], "x"):
        body = {"line": line, "place_mm": 4.5}
        assert client.post(f"{map_}/propose", json=body, headers=HEADERS).status_code == 422
    for corners in ([[0, 0]] * 4, [[0, 0], [1, 1]], "x"):
        body = {"corners_xy": corners}
        assert client.post(f"{map_}/corners", json=body, headers=HEADERS).status_code == 422


@pytest.mark.slow
def test_a_map_is_its_owners(app: Flask, client: FlaskClient, map_: str) -> None:
    client.post(map_, json=SMALL, headers=HEADERS)
    page = client.get(map_).text
    link = page.split('data-copy="')[1].split('"')[0]
    other = app.test_client()
    assert other.get(map_).status_code == 200
    assert "data-copy" not in other.get(map_).text
    for path in ("", "/corners", "/propose", "/delete"):
        body = {"json": SMALL} if path == "" else {}
        assert other.post(f"{map_}{path}", headers=HEADERS, **body).status_code == 403, path
    assert other.get(f"{map_}/photo.jpg").status_code == 403
    assert other.get(f"{map_}?owner=wrong").status_code == 403
    other.get("/maps/" + link.split("/maps/")[1])
    assert other.post(map_, json=SMALL | {"name": "Ours"}, headers=HEADERS).status_code == 200


def test_what_is_no_photo_or_no_file_is_told(client: FlaskClient) -> None:
    data = {"name": "Our map", "photo": (BytesIO(b"no photo"), "photo.jpg")}
    job = (client.post("/maps", data=data, headers=HEADERS).json or {})["job"]
    client.application.extensions["scorer"].desk.job(job.rpartition("/")[2]).wait(60)
    assert json_at(client, job)["failed"] == "photo"
    for sent in (b"no zip", b""):
        answer = client.post("/maps/file", data={"map": (BytesIO(sent), "x.map")}, headers=HEADERS)
        assert answer.status_code in (400, 422)
    nameless = {"name": " ", "photo": (BytesIO(b"x"), "photo.jpg")}
    assert client.post("/maps", data=nameless, headers=HEADERS).status_code == 422
    for path in ("/maps/nowhere", "/maps/../secret", "/maps/lantern-bay", "/maps/nowhere/page.jpg"):
        assert client.get(path).status_code == 404, path


def test_a_space_is_as_long_as_the_tightest_links_leave_for_one() -> None:
    draft = Draft(
        name="x",
        places=BAY.places,
        links=BAY.links,
        place_mm=4.9,
        page_mm=(297, 210),
    )
    found = space_of(map_of(draft, "x"))
    assert found == pytest.approx((13.2, 6.6), rel=0.1)
    assert json.dumps(found)


def test_white_paper_is_no_map(client: FlaskClient, map_: str) -> None:
    """Neither as a photo, nor as what lies between the corners of one."""
    data = {"name": "White", "photo": (BytesIO(photos.blank_photo()), "photo.jpg")}
    job = (client.post("/maps", data=data, headers=HEADERS).json or {})["job"]
    told = ended(client, job)
    assert told["failed"] == "not-taught"
    assert "A board has a print" in told["hint"]
    # The table beside the board.
    corners = [[4, 4], [60, 4], [60, 40], [4, 40]]
    answer = client.post(f"{map_}/corners", json={"corners_xy": corners}, headers=HEADERS)
    assert answer.status_code == 422
    assert "A board has a print" in answer.text
