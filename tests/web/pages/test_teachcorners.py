"""A board that is not found in the photo is taught by corners that a person sets on it."""

from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from scorer.store.games import GameStore
from tests.support import scenes
from tests.support.client import JSON, ended, json_in, offered_corners, upload
from tests.support.pictures import noisy, squares

pytestmark = pytest.mark.slow

FORM = {"city": "first-city", "name": "Our own board"}


@pytest.fixture(scope="module")
def photo() -> bytes:
    """A photo of squares that go on beyond six by six, as they seem to on a pale print."""
    return scenes.encoded(noisy(squares(8)))


def six_by_six(photo: list[list[float]]) -> list[list[float]]:
    """Return corners well inside those of the page that shows a *photo* with corners."""
    (left, top), _, (right, bottom), _ = photo
    x, y = (right - left) / 10, (bottom - top) / 10
    return [
        [left + x, top + y],
        [right - x, top + y],
        [right - x, bottom - y],
        [left + x, bottom - y],
    ]


def unread(client: FlaskClient, photo: bytes) -> str:
    """Send a photo in which no board is found; return the address of the board in its game."""
    return upload(client, photo, board="auto").headers["Location"].removesuffix("/which")


def teach(client: FlaskClient, board: str) -> dict[str, object]:
    key, seat = board.split("/")[2:4]
    answer = client.post(f"/teach?key={key}&seat={seat}", data=FORM, headers=JSON)
    return ended(client, json_in(answer)["job"])


def test_a_board_that_is_not_found_is_taught_by_its_corners(
    client: FlaskClient, photo: bytes
) -> None:
    board = unread(client, photo)
    asked = str(teach(client, board)["next"])
    page = unescape(client.get(asked).text)
    assert "The board was not learned" in page
    assert "It is the board: learn it with these corners" in page
    assert "or set the four corners by hand" not in page
    corners = offered_corners(page)
    nowhere = client.post(asked, json={"corners_xy": [[5, 5]] * 4}, headers=JSON)
    told = ended(client, json_in(nowhere)["job"])
    assert told["error"] == "With these corners the map cannot be read"
    assert "by hand" not in told["hint"]
    taught = client.post(asked, json={"corners_xy": six_by_six(corners)}, headers=JSON)
    key, seat = board.split("/")[2:4]
    expected = f"/teach/our-own-board?key={key}&seat={seat}"
    assert ended(client, json_in(taught)["job"])["next"] == expected
    assert "Our own board" in client.get("/teach").text


def test_corners_that_were_set_before_are_used(client: FlaskClient, photo: bytes) -> None:
    board = unread(client, photo)
    corners = six_by_six(offered_corners(client.get(f"{board}/corners").text))
    client.post(f"{board}/corners", json={"corners_xy": corners})
    # Whoever comes back finds them as they were set, and no advice to set them.
    page = client.get(f"{board}/corners").text
    assert offered_corners(page) == corners
    assert "by hand;" not in page
    assert "set the four corners" not in page
    assert str(teach(client, board)["next"]).startswith("/teach/our-own-board?")


def test_a_photo_from_a_file_is_kept_for_its_corners(
    client: FlaskClient, photo: bytes, games: GameStore
) -> None:
    file = (BytesIO(photo), "blank.jpg")
    answer = client.post("/teach", data={**FORM, "photo": file}, headers=JSON)
    asked = str(ended(client, json_in(answer)["job"])["next"])
    page = client.get(asked).text
    assert "It is the board: learn it with these corners" in page
    look = games.load(asked.split("/")[2]).view_key
    assert client.get(asked.replace(asked.split("/")[2], look)).status_code == 403
    taught = client.post(asked, json={"corners_xy": six_by_six(offered_corners(page))})
    assert taught.headers["Location"].startswith("/teach/our-own-board?")
