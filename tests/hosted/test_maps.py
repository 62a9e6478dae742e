"""A map taught on one computer of a server is chosen, played and read on any other."""

from io import BytesIO
from threading import Thread
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.client import JSON, ended, json_at, json_in, until
from tests.vision.links.photos import photo_of_bay
from tests.web.pages.test_mapteach import blank_photo, whole

pytestmark = pytest.mark.slow


def sent(client: FlaskClient, address: str, photo: bytes, **form: str) -> dict[str, Any]:
    """Send a photo and wait for its end."""
    data = {**form, "photo": (BytesIO(photo), "photo.jpg")}
    answer = client.post(address, data=data, headers=JSON)
    assert answer.status_code == 202, answer.text
    return ended(client, json_in(answer)["job"])


def go_over(one: FlaskClient, two: FlaskClient) -> None:
    """Let the phone of *one* ask *two* from now on, as a proxy does."""
    cookie = one.get_cookie("session")
    assert cookie
    two.set_cookie("session", cookie.value)


def begun(one: FlaskClient, two: FlaskClient, name: str) -> str:
    """Send a map's photo to *one* and set its corners on *two*; return the map's address.

    A third one takes the photo in.
    """
    address: str = sent(one, "/maps", blank_photo().jpeg, name=name)["next"].rpartition("/")[0]
    go_over(one, two)
    assert two.get(f"{address}/photo.jpg").mimetype == "image/jpeg"
    corners = {"corners_xy": blank_photo().truth["corners_xy"]}
    assert two.post(f"{address}/corners", json=corners, headers=JSON).status_code == 200
    return address


def test_a_map_goes_from_computer_to_computer(
    computers: tuple[FlaskClient, FlaskClient],
) -> None:
    one, two = computers
    address = begun(one, two, "Our map")
    page = json_at(one, f"{address}/draft.json")["draft"]["page_mm"]
    assert page[0] == 300
    assert json_in(one.post(address, json=whole(page), headers=JSON))["ready"]
    # It is there to choose, to begin a game on and to correct, wherever a page is asked for.
    assert 'value="our-map"' in two.get("/new/ticket-to-ride").text
    assert json_at(two, f"{address}/draft.json")["draft"]["points"] == [1, 2, 4, 7]
    began = two.post("/games/ticket-to-ride", data={"name1": "Anna", "map": "our-map"})
    game = began.headers["Location"]
    photo = photo_of_bay(31)
    assert sent(one, f"{game}/map-photo", photo.jpeg)["next"] == game
    read = json_at(two, f"{game}/table")["state"]["shared"]["read"]
    truth = photo.truth["links"]
    assert sum(read.get(link) == colour for link, colour in truth.items()) >= len(truth) - 1
    # Forgotten on one it is gone on all as soon as they hear of it; the game keeps its map.
    assert two.post(f"{address}/delete").status_code == 303
    until(lambda: one.get(address).status_code == 404)
    assert 'value="our-map"' not in one.get("/new/ticket-to-ride").text
    assert json_at(one, f"{game}/map.json")["map"]["id"] == "our-map"


def test_of_what_is_told_on_two_computers_at_once_none_is_lost(
    computers: tuple[FlaskClient, FlaskClient],
) -> None:
    one, two = computers
    address = begun(one, two, "Both")
    since = json_at(one, f"{address}/draft.json")["draft"]

    def telling(client: FlaskClient, name: str) -> None:
        before = since
        for number in range(1, 7):
            place = {"id": f"{name}{number}", "xy": [10.0 * number, 20.0]}
            draft = {**before, "places": [*before["places"], place]}
            answer = client.post(address, json={**draft, "since": before}, headers=JSON)
            assert answer.status_code == 200, answer.text
            before = draft

    threads = [Thread(target=telling, args=told) for told in ((one, "a"), (two, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = {f"{name}{number}" for name in "ab" for number in range(1, 7)}
    for client in computers:
        places = json_at(client, f"{address}/draft.json")["draft"]["places"]
        assert {place["id"] for place in places} == told


def test_of_two_who_teach_a_map_of_one_name_at_once_the_first_has_it(
    computers: tuple[FlaskClient, FlaskClient],
) -> None:
    """Neither page knows of the other's when it gives the map its id."""
    jobs = []
    for client in computers:
        data = {"name": "Same", "photo": (BytesIO(blank_photo().jpeg), "photo.jpg")}
        jobs.append(json_in(client.post("/maps", data=data, headers=JSON))["job"])
    first, second = (ended(one, job) for one, job in zip(computers, jobs, strict=True))
    assert first["next"] == "/maps/same/corners"
    assert second["failed"] == "photo"
    assert "another name" in second["error"] + second["hint"]
    assert computers[1].get("/maps/same/corners").status_code == 403
