"""A photo of another drawing than what was entered: the page asks, and nothing is lost."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.datastructures import FileStorage

from scorer.resources import folder
from scorer.rules.city.city import load_city
from scorer.store.games import GameStore, NewPicture, PictureInfo, PictureKind, Source
from tests.support.client import JSON, begin, declare, draw, ended, json_at, rate, send, table

ROADS = [str(road.id) for road in load_city("first-city").practice_board.roads]
PHOTO, RECTIFIED = PictureKind.PHOTO, PictureKind.RECTIFIED
# Another board of the same city.
OTHERS = "photos/easy-1.jpg"
# Nothing of it is on the photo.
BY_HAND: dict[str, Any] = {
    "sections": ["a0-b0", "a0-a1", "a1-b1", "a1-a2", "a2-b2", "a2-a3"],
    "tourists": {"F1": {"circle": 1}},
    "cafes": {},
    "task": [],
}


def send_photo(client: FlaskClient, board: str, name: str = "worked-example/photo.jpg") -> None:
    data = (folder("samples") / name).read_bytes()
    photo = FileStorage(BytesIO(data), "photo.jpg", content_type="image/jpeg")
    answer = send(client, f"{board}/photo", {"photo": photo}, JSON)
    assert ended(client, answer.get_json()["job"])["next"] == board


def choose(client: FlaskClient, board: str, number: int, value: str) -> dict[str, Any]:
    version = json_at(client, f"{board}/state")["version"]
    edit = {"kind": "drawing", "where": str(number), "value": value}
    answer = client.post(f"{board}/edits", json={"version": version, "edits": [edit]})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


@pytest.fixture
def game(client: FlaskClient, example: dict[str, Any]) -> str:
    """A table of two, whose boards were entered by hand and declared checked."""
    game = begin(client, "Anna", "Boris")
    rate(client, game, example["setup"]["ratings"])
    for seat in (1, 2):
        draw(client, f"{game}/{seat}", BY_HAND | {"task": ["a6", "b6", "c6"]})
        declare(client, f"{game}/{seat}")
    return game


def test_a_photo_of_another_drawing_does_not_mix_with_what_was_entered(
    client: FlaskClient, game: str, example: dict[str, Any]
) -> None:
    board = f"{game}/1"
    before = json_at(client, f"{board}/state")
    assert before["status"]["kind"] == table(client, game)["status"]["kind"] == "final"
    send_photo(client, board)
    asked = json_at(client, f"{board}/state")
    assert (asked["marks"], asked["reading"]) == (before["marks"], 0)
    assert (asked["status"]["kind"], asked["status"]["to_check"]) == ("to-check", 1)
    assert client.get(asked["asked"]["photo"]).status_code == 200
    assert table(client, game)["status"]["kind"] == "to-check"
    assert table(client, game)["players"][0]["status"] == "doubts"
    # To declare the board right says nothing of which drawing is meant.
    assert declare(client, board)["status"]["kind"] == "to-check"
    taken = choose(client, board, 1, "photo")
    assert (taken["reading"], taken["asked"]) == (1, None)
    assert sorted(taken["marks"]["sections"]) == sorted(example["marks"]["sections"])
    assert not taken["status"]["checked"]
    assert taken["photo_to_undo"] == {"number": 1, "back": "ask"}
    undone = choose(client, board, 1, "ask")
    assert undone["marks"] == before["marks"]
    assert (undone["reading"], undone["status"]["kind"]) == (0, "to-check")
    kept = choose(client, board, 1, "entered")
    assert kept["marks"] == before["marks"]
    assert (kept["status"], kept["asked"]) == (before["status"], None)
    assert table(client, game)["status"]["kind"] == "final"
    assert choose(client, board, 1, "photo")["marks"] == taken["marks"]


def test_a_photo_of_another_board_does_not_replace_one_that_nobody_corrected(
    client: FlaskClient, games: GameStore
) -> None:
    """Anna gets Boris's photo: hers stays until somebody chooses, and comes back with its photo."""
    board = f"{begin(client, 'Anna', 'Boris')}/1"
    key = board.split("/")[-2]
    send_photo(client, board)
    first = json_at(client, f"{board}/state")
    mine = {kind: games.picture(key, 1, kind) for kind in (PHOTO, RECTIFIED)}
    assert (first["reading"], first["asked"]) == (1, None)
    # A second photo of the same board is read as before.
    send_photo(client, board)
    again = json_at(client, f"{board}/state")
    assert (again["reading"], again["asked"]) == (2, None)
    send_photo(client, board, OTHERS)
    asked = json_at(client, f"{board}/state")
    assert (asked["marks"], asked["reading"]) == (first["marks"], 2)
    assert asked["asked"]["earlier"]
    assert {kind: games.picture(key, 1, kind) for kind in mine} == mine
    theirs = client.get(asked["asked"]["photo"]).data
    assert theirs != mine[RECTIFIED]
    taken = choose(client, board, 3, "photo")
    assert taken["marks"] != first["marks"]
    assert games.picture(key, 1, RECTIFIED) == theirs
    assert games.picture(key, 1, PHOTO) != mine[PHOTO]
    undone = choose(client, board, 3, taken["photo_to_undo"]["back"])
    assert (undone["marks"], undone["reading"]) == (first["marks"], 2)
    assert {kind: games.picture(key, 1, kind) for kind in mine} == mine
    assert json_at(client, f"{board}/scene")["scene"]["photo"]


def test_corners_set_on_a_new_photo_do_not_replace_what_was_read_before(
    client: FlaskClient, games: GameStore
) -> None:
    """The map of the new photo was not found; set by hand, it shows another drawing."""
    board = f"{begin(client, 'Anna', 'Boris')}/1"
    key = board.split("/")[-2]
    send_photo(client, board)
    first = json_at(client, f"{board}/state")
    data = (folder("samples") / OTHERS).read_bytes()
    with Image.open(BytesIO(data)) as photo:
        picture = NewPicture(PictureInfo(*photo.size), data)
    games.put_photo(key, 1, picture, Source.PHOTO)
    games.set_not_read(key, 1, {"reason": "no-map"})
    truth = json.loads((folder("samples") / OTHERS).with_suffix(".json").read_text())
    answer = client.post(f"{board}/corners", json={"corners_xy": truth["corners_xy"]}, headers=JSON)
    assert ended(client, answer.get_json()["job"])["next"] == board
    asked = json_at(client, f"{board}/state")
    assert (asked["marks"], asked["reading"]) == (first["marks"], 1)
    assert asked["asked"]["number"] == 2


def test_a_photo_that_the_app_asked_for_counts_without_a_question(
    client: FlaskClient, games: GameStore, example: dict[str, Any]
) -> None:
    """Dora has sent Chen's photo, and then her own: Undo brings back his."""
    game = begin(client, "Chen", "Dora")
    board, key = f"{game}/2", game.split("/")[-1]
    for seat in (1, 2):
        send_photo(client, f"{game}/{seat}", OTHERS)
    assert "This is the photo of the board of Chen too." in client.get(board).text
    wrong = declare(client, board)
    send_photo(client, board)
    taken = json_at(client, f"{board}/state")
    assert (taken["reading"], taken["asked"]) == (2, None)
    assert sorted(taken["marks"]["sections"]) == sorted(example["marks"]["sections"])
    assert not taken["status"]["checked"]
    for address in (board, f"{game}/1"):
        assert "of the board of" not in client.get(address).text
    mine = games.picture(key, 2, PHOTO)
    undone = choose(client, board, 2, taken["photo_to_undo"]["back"])
    assert (undone["marks"], undone["reading"]) == (wrong["marks"], 1)
    assert games.picture(key, 2, PHOTO) == games.picture(key, 1, PHOTO) != mine
    kept = choose(client, board, 2, "entered")
    assert kept["status"] == wrong["status"]


def test_the_question_says_whose_board_a_photo_seems_to_be_of(client: FlaskClient) -> None:
    game = begin(client, "Chen", "Dora")
    board = f"{game}/2"
    send_photo(client, f"{game}/1", OTHERS)
    send_photo(client, board)
    assert json_at(client, f"{board}/state")["asked"] is None
    form = {"photo": (BytesIO((folder("samples") / OTHERS).read_bytes()), "photo.jpg")}
    end = ended(client, client.post(f"{board}/photo", data=form, headers=JSON).get_json()["job"])
    assert "note" not in end
    asked = json_at(client, f"{board}/state")["asked"]
    assert asked["whose"] == "It looks like the board of Chen."
    taken = choose(client, board, 2, "photo")
    assert taken["reading"] == 2
    assert "This is the photo of the board of Chen too." in client.get(board).text


def test_what_a_photo_was_declared_to_be_stays_with_it_whichever_counts(
    client: FlaskClient,
) -> None:
    board = f"{begin(client, 'Anna')}/1"
    send_photo(client, board)
    send_photo(client, board, OTHERS)
    choose(client, board, 2, "photo")
    checked = declare(client, board)
    assert not choose(client, board, 2, "ask")["status"]["checked"]
    assert not choose(client, board, 2, "entered")["status"]["checked"]
    assert choose(client, board, 2, "photo")["status"] == checked["status"]


def test_a_photo_that_was_not_read_is_left_out_and_the_one_before_stays(
    client: FlaskClient, games: GameStore
) -> None:
    board = f"{begin(client, 'Anna', 'Boris')}/1"
    key = board.split("/")[-2]
    send_photo(client, board, OTHERS)
    send_photo(client, board, OTHERS)
    before, mine = json_at(client, f"{board}/state"), games.picture(key, 1, PHOTO)
    assert before["photo_to_undo"]
    for colour in ("white", "grey"):
        bare = BytesIO()
        Image.new("RGB", (1600, 1200), colour).save(bare, "JPEG")
        bare.seek(0)
        photo = FileStorage(bare, "wall.jpg", content_type="image/jpeg")
        job = send(client, f"{board}/photo", {"photo": photo}, JSON).get_json()["job"]
        ended(client, job)
    assert games.picture(key, 1, PHOTO) != mine
    assert table(client, board[:-2])["players"][0]["status"] == "not-read"
    # To undo takes away the photo that was not read, never one before it.
    assert json_at(client, f"{board}/state")["photo_to_undo"] is None
    assert "Keep the earlier photo" in client.get(board).text
    assert client.post(f"{board}/unread").status_code == 303
    after = json_at(client, f"{board}/state")
    assert (after["marks"], after["reading"]) == (before["marks"], before["reading"])
    assert after["photo_to_undo"] == before["photo_to_undo"]
    assert games.picture(key, 1, PHOTO) == mine
    assert "Keep the earlier photo" not in client.get(board).text
    assert table(client, board[:-2])["players"][0]["status"] != "not-read"


def test_an_answer_about_a_photo_that_is_gone_changes_nothing(
    client: FlaskClient, games: GameStore, game: str
) -> None:
    board, key = f"{game}/1", game.split("/")[-1]
    send_photo(client, board)
    send_photo(client, board)
    before = json_at(client, f"{board}/state")
    assert before["asked"]["number"] == 2
    assert choose(client, board, 1, "photo")["marks"] == before["marks"]
    assert games.load(key).player(1).reading is None


def test_a_photo_over_something_entered_can_be_taken_back_and_ends_the_declaration(
    client: FlaskClient, game: str, example: dict[str, Any]
) -> None:
    board = f"{begin(client, 'Anna')}/1"
    draw(client, board, example["marks"])
    changed = {"kind": "section", "where": example["marks"]["sections"][0], "value": False}
    state = json_at(client, f"{board}/state")
    client.post(f"{board}/edits", json={"version": state["version"], "edits": [changed]})
    before = declare(client, board)
    assert before["photo_to_undo"] is None
    send_photo(client, board)
    read = json_at(client, f"{board}/state")
    assert (read["asked"], read["status"]["checked"]) == (None, False)
    assert read["photo_to_undo"] == {"number": 1, "back": "entered"}
    back = choose(client, board, 1, "entered")
    assert (back["marks"], back["status"]["checked"]) == (before["marks"], True)
    again = choose(client, board, 1, "photo")
    assert (again["marks"], again["reading"]) == (read["marks"], 1)
