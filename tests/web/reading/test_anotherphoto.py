"""Another photo of a board, from the other side: it settles what was under the lamp."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image, ImageFilter
from werkzeug.datastructures import FileStorage

from samples.simulator.filming import mp4_of
from scorer.resources import folder
from scorer.store.games import OTHER_VIEWS, GameStore, PictureKind
from scorer.web.serving.words import catalogue
from tests.support.client import JSON, ended, json_at, json_in
from tests.support.client import send as posted
from tests.support.films import lamped_film, plain
from tests.support.photos import blank_photo, lamped_photo, sample_photo

pytestmark = pytest.mark.slow

# Under the one lamp lie B2's tourists and sections, under the other one D4's.
ONE, OTHER = (73.0, 86.0), (124.0, 136.0)
MARKS = json.loads((folder("samples") / "worked-example" / "marks.json").read_text())


def send(client: FlaskClient, address: str, photo: bytes) -> dict[str, Any]:
    file = FileStorage(BytesIO(photo), "photo.jpg", content_type="image/jpeg")
    answer = posted(client, address, {"photo": file}, JSON)
    assert answer.status_code == 202, answer.text
    return ended(client, json_in(answer)["job"])


def lamped(client: FlaskClient) -> tuple[str, dict[str, Any]]:
    """Return a board read from a photo with a lamp on it, and its state."""
    board = client.post("/boards", data={"board": "first-city"}).headers["Location"]
    assert send(client, f"{board}/photo", lamped_photo(*ONE))["next"] == board
    return board, json_at(client, f"{board}/state")


def untold(state: dict[str, Any]) -> dict[str, Any]:
    """Return *state* without what doubts would score, for which a busy computer may lack time."""
    told = ("kind", "where", "read", "reason", "confidence")
    return {**state, "doubts": [{key: doubt[key] for key in told} for doubt in state["doubts"]]}


def blurred() -> bytes:
    file = BytesIO()
    with Image.open(BytesIO(sample_photo())) as photo:
        photo.filter(ImageFilter.GaussianBlur(14)).save(file, "JPEG")
    return file.getvalue()


def test_a_second_photo_settles_what_was_under_the_lamp(
    client: FlaskClient, games: GameStore
) -> None:
    board, before = lamped(client)
    hidden = {(place["kind"], place["where"]) for place in before["another_photo"]}
    doubts = {(doubt["kind"], doubt["where"]) for doubt in before["doubts"]}
    assert ("tourists", "B2") in hidden <= doubts
    assert ("tourists", "D4") not in hidden
    assert before["read"] != MARKS
    page = client.get(board).text
    assert f"{board}/view" in page
    edit = {"kind": "section", "where": "e5-f5", "value": "e5-f5" not in MARKS["sections"]}
    change = {"version": before["version"], "edits": [edit]}
    assert client.post(f"{board}/edits", json=change).status_code == 200
    key = board.split("/")[2]
    first = games.picture(key, 1, PictureKind.PHOTO)
    assert send(client, f"{board}/view", lamped_photo(*OTHER))["next"] == board
    after = json_at(client, f"{board}/state")
    assert after["read"] == MARKS
    assert after["corrections"] == 1
    assert after["another_photo"] == []
    assert "glare" not in after["quality"]
    assert after["reading"] == before["reading"] + 1
    assert games.picture(key, 1, PictureKind.PHOTO) == first
    assert games.picture(key, 1, PictureKind.SECOND)
    assert games.load(key).photos == 2


def test_both_photos_are_read_again_and_a_new_photo_takes_the_place_of_both(
    client: FlaskClient, games: GameStore
) -> None:
    board, _ = lamped(client)
    send(client, f"{board}/view", lamped_photo(*OTHER))
    key = board.split("/")[2]
    reading = games.load(key).player(1).reading
    assert reading
    corners = {"corners_xy": reading.corners_xy}
    answer = client.post(f"{board}/corners", json=corners, headers=JSON)
    assert ended(client, json_in(answer)["job"])["next"] == board
    assert json_at(client, f"{board}/state")["read"] == MARKS
    # The page says so before.
    goes = catalogue("en")["photo.again.views"]
    assert goes in client.get(board).text
    send(client, f"{board}/photo", lamped_photo(*ONE))
    assert games.picture(key, 1, PictureKind.SECOND) is None
    assert goes not in client.get(board).text
    assert json_at(client, f"{board}/state")["another_photo"]


@pytest.mark.parametrize(
    ("photo", "why"),
    [
        ((folder("samples") / "photos" / "easy-1.jpg").read_bytes, "other marks"),
        (blurred, "blurred"),
        (blank_photo, "not found"),
        (lambda: b"no photo", "not a photo"),
    ],
    ids=["another drawing", "blurred", "nothing", "no photo"],
)
def test_a_second_photo_that_does_not_help_changes_nothing(
    client: FlaskClient, games: GameStore, photo: Callable[[], bytes], why: str
) -> None:
    board, before = lamped(client)
    over = send(client, f"{board}/view", photo())
    assert over["failed"] == "not-joined", over
    assert why in over["hint"]
    assert "stays" in over["hint"]
    assert untold(json_at(client, f"{board}/state")) == untold(before)
    player = games.load(board.split("/")[2]).player(1)
    assert PictureKind.SECOND not in player.pictures
    assert player.not_read is None


def test_a_film_is_read_like_photos_from_several_sides(
    client: FlaskClient, games: GameStore
) -> None:
    board = client.post("/boards", data={"board": "first-city"}).headers["Location"]
    film = lamped_film(ONE, (98.0, 111.0), OTHER)
    assert send(client, f"{board}/photo", film)["next"] == board
    state = json_at(client, f"{board}/state")
    assert state["read"] == MARKS
    assert state["another_photo"] == []
    game = games.load(board.split("/")[2])
    assert {*OTHER_VIEWS, PictureKind.PHOTO} <= game.player(1).pictures.keys()
    assert game.photos == 1


def test_a_film_may_be_the_second_photo(client: FlaskClient, games: GameStore) -> None:
    board, _ = lamped(client)
    assert send(client, f"{board}/view", lamped_film(OTHER))["next"] == board
    assert json_at(client, f"{board}/state")["read"] == MARKS
    assert games.load(board.split("/")[2]).photos == 2


@pytest.mark.parametrize(
    ("frames", "cut", "why"), [(61, None, "too long"), (12, 700, "damaged")], ids=["long", "cut"]
)
def test_a_film_that_cannot_be_read_has_a_reason(
    client: FlaskClient, frames: int, cut: int | None, why: str
) -> None:
    film = mp4_of(plain(count=frames))[:cut]
    file = FileStorage(BytesIO(film), "film.mp4", content_type="video/mp4")
    answer = posted(client, "/photos", {"board": "first-city", "photo": file}, JSON)
    over = ended(client, json_in(answer)["job"])
    assert over["failed"] == "photo"
    assert why in over["hint"]
    board, before = lamped(client)
    over = send(client, f"{board}/view", film)
    assert over["failed"] == "not-joined"
    assert why in over["hint"]
    assert untold(json_at(client, f"{board}/state")) == untold(before)


def test_without_a_photo_before_it_is_read_by_itself(client: FlaskClient) -> None:
    board = client.post("/boards", data={"board": "first-city"}).headers["Location"]
    assert json_at(client, f"{board}/state")["another_photo"] == []
    assert send(client, f"{board}/view", sample_photo())["next"] == board
    state = json_at(client, f"{board}/state")
    assert state["read"] == MARKS
    assert state["another_photo"] == []


def test_who_only_looks_is_offered_nothing_and_sends_nothing(
    client: FlaskClient, games: GameStore
) -> None:
    board, _ = lamped(client)
    key = board.split("/")[2]
    view = board.replace(key, games.load(key).view_key)
    assert json_at(client, f"{view}/state")["another_photo"] == []
    file = FileStorage(BytesIO(blank_photo()), "photo.jpg")
    assert posted(client, f"{view}/view", {"photo": file}, JSON).status_code == 403
