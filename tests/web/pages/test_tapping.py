"""Places of a taught board told one by one, as a phone sends them."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.board.board import LandmarkKind
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.boards.picture import load_board, load_picture
from scorer.vision.boards.taught import save_taught
from tests.support.client import JSON, begin, json_at, json_in

PAGE = "/teach/own"


@pytest.fixture
def boards(data_dir: Path) -> Path:
    """The folder with a First City board, of which no value and no grey name is known."""
    picture = load_picture("first-city")
    marks = []
    for mark in picture.board.landmarks:
        grey = mark.kind is LandmarkKind.GREY
        id_ = f"{mark.kind}-{mark.locations[0]}"
        marks.append(replace(mark, value=None, id=id_, name="" if grey else mark.name))
    board = replace(picture.board, id="own", name="Own", practice=False, landmarks=tuple(marks))
    save_taught(data_dir / "boards", replace(picture, board=board))
    return data_dir / "boards"


def place(client: FlaskClient, where: str) -> dict[str, Any]:
    """What is known of a place, without what a phone need not send back."""
    places = json_at(client, f"{PAGE}/places")["state"]["places"]
    found: dict[str, Any] = next(one for one in places if one["where"] == where)
    return found


def test_what_is_missing_is_listed_until_it_is_told(client: FlaskClient, boards: Path) -> None:
    page = json_at(client, f"{PAGE}/places")
    missing = page["state"]["missing"]
    assert {one["need"] for one in missing} == {"value", "name"}
    values = [one["where"] for one in missing if one["need"] == "value"]
    told = [{**place(client, where), "value": 6} for where in values]
    names = [one["where"] for one in missing if one["need"] == "name"]
    assert [one["id"] for one in page["scene"]["iconic"]] == ["school", "observatory", "tv-tower"]
    told += [
        {**place(client, where), "iconic": one["id"]}
        for where, one in zip(names, page["scene"]["iconic"], strict=True)
    ]
    answer = client.post(f"{PAGE}/places", json={"places": told}, headers=JSON)
    assert json_in(answer)["missing"] == []
    board = load_board("own", boards)
    assert {mark.value for mark in board.landmarks if mark.kind is LandmarkKind.YELLOW} == {6}
    assert board.landmark_at[Location.parse(names[0])][0].rated_as == "school"


def test_guessed_crossroads_are_missing_until_somebody_says_they_are_right(
    client: FlaskClient, boards: Path
) -> None:
    picture = load_picture("own", boards)
    save_taught(boards, replace(picture, board=replace(picture.board, guessed=True)))
    needs = [one["need"] for one in json_at(client, f"{PAGE}/places")["state"]["missing"]]
    assert needs.count("symbols") == 1
    # A tap on one of them says nothing of the others.
    client.post(f"{PAGE}/places", json={"places": [place(client, "a1")]}, headers=JSON)
    assert load_board("own", boards).guessed
    answer = client.post(f"{PAGE}/places/right", headers=JSON)
    assert "symbols" not in {one["need"] for one in json_in(answer)["missing"]}
    assert not load_board("own", boards).guessed
    taken = client.post(f"{PAGE}/places/right", json={"right": False}, headers=JSON)
    assert "symbols" in {one["need"] for one in json_in(taken)["missing"]}
    assert load_board("own", boards).guessed
    assert client.post(f"{PAGE}/places/right", json={"right": 7}, headers=JSON).status_code == 422
    assert client.post("/teach/first-city/places/right", headers=JSON).status_code == 404


def test_marks_of_the_city_are_missing_until_somebody_says_they_are_right(
    client: FlaskClient, data_dir: Path
) -> None:
    picture = load_picture("london")
    board = replace(
        picture.board, id="own", name="Own", practice=False, uncompared=("bridges", "tube")
    )
    save_taught(data_dir / "boards", replace(picture, board=board))

    def asked() -> list[str]:
        missing = json_at(client, f"{PAGE}/places")["state"]["missing"]
        return [one["landmark"] for one in missing if one["need"] == "marks"]

    def say(**told: Any) -> int:
        return client.post(f"{PAGE}/places/right", json=told, headers=JSON).status_code

    said = "Nobody has compared this"
    assert client.get(PAGE).text.count('class="notice small" >' + said) == len(asked()) == 2
    assert json_at(client, f"{PAGE}/places")["scene"]["compared"]["tube"] == "Tube stations"
    # Who corrects one station has not said that the others are right.
    tube = {**place(client, "a0"), "marked": {"tube": None}}
    assert client.post(f"{PAGE}/places", json={"places": [tube]}, headers=JSON).status_code == 200
    assert asked() == ["bridges", "tube"]
    address = client.post("/boards", data={"board": "own"}).headers["Location"]
    gaps = json_at(client, f"{address}/state")["status"]["missing"]
    assert {"kind": "marks", "where": "tube"} in gaps
    assert say(marks="tube") == 200
    assert asked() == ["bridges"]
    assert say(marks="tube", right=False) == 200
    assert asked() == ["bridges", "tube"]
    assert say(marks="castles") == 422


def test_what_no_photo_shows_is_missing_until_somebody_tells_it(
    client: FlaskClient, boards: Path
) -> None:
    picture = load_picture("own", boards)
    bare = [cell.location for cell in picture.board.cells]
    one, other = [place for place in bare if place not in picture.board.landmark_at][:2]
    save_taught(boards, replace(picture, board=replace(picture.board, unshown=(one, other))))
    missing = json_at(client, f"{PAGE}/places")["state"]["missing"]
    assert [lack["where"] for lack in missing if lack["need"] == "kind"] == [str(one), str(other)]
    told = [
        {**place(client, str(one)), "kind": "blue", "unshown": False},
        {**place(client, str(other)), "unshown": False},
    ]
    answer = client.post(f"{PAGE}/places", json={"places": told}, headers=JSON)
    assert "kind" not in {lack["need"] for lack in json_in(answer)["missing"]}
    board = load_board("own", boards)
    assert [mark.kind for mark in board.landmark_at[one]] == [LandmarkKind.BLUE]
    assert other not in board.landmark_at


@pytest.mark.parametrize(
    "told",
    [
        {"sort": "location", "where": "Z9", "kind": "red"},
        {"sort": "location", "where": "C3", "kind": "purple"},
        {"sort": "location", "where": "C3", "kind": "yellow", "value": 100},
        {"sort": "location", "where": "C3", "kind": "grey", "iconic": "lighthouse"},
        {"sort": "crossroads", "where": "z9", "cafe": "section"},
        {"sort": "road", "where": "a0-b0", "reached": ["F6"]},
        {"sort": "road", "where": "a0-b0", "marked": {"castles": 3}},
        {"sort": "river", "where": "a0"},
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    client: FlaskClient, boards: Path, told: dict[str, Any]
) -> None:
    before = load_board("own", boards)
    fine = {**place(client, "C3"), "kind": "red"}
    answer = client.post(f"{PAGE}/places", json={"places": [fine, told]}, headers=JSON)
    assert answer.status_code == 422
    assert "cannot be saved like this" in json_in(answer)["error"]
    assert load_board("own", boards) == before


def test_what_somebody_drew_on_is_not_taken_away(client: FlaskClient, boards: Path) -> None:
    cafe = load_board("own", boards).cafes[0]
    board = client.post("/boards", data={"board": "own"}).headers["Location"]
    version = json_at(client, f"{board}/state")["version"]
    edit = {"kind": "cafe", "where": str(cafe.crossroads), "value": "visited"}
    client.post(f"{board}/edits", json={"version": version, "edits": [edit]})
    told = {**place(client, str(cafe.crossroads)), "cafe": None}
    answer = client.post(f"{PAGE}/places", json={"places": [told]}, headers=JSON)
    assert answer.status_code == 409
    assert cafe in load_board("own", boards).cafes


def test_practice_boards_are_not_taught(client: FlaskClient) -> None:
    assert client.get("/teach/first-city/places").status_code == 404


@pytest.mark.parametrize("page", ["", "/1"])
def test_every_open_page_of_a_game_on_the_board_is_told(
    client: FlaskClient, boards: Path, page: str
) -> None:
    game = begin(client, "Anna", board="own")
    shown = json_at(client, f"{game}{page}/{'scene' if page else 'table'}")["stamp"]
    where = json_at(client, f"{PAGE}/places")["state"]["missing"][0]["where"]
    with client.get(f"{game}{page}/events?seen={shown}") as answer:
        events = answer.iter_encoded()
        assert next(events).startswith(b"retry:")
        assert next(events) == b": here\n\n"
        told = {**place(client, where), "value": 6}
        assert client.post(f"{PAGE}/places", json={"places": [told]}).status_code == 200
        after = json_at(client, f"{game}{page}/stamp")["stamp"]
        assert after != shown
        assert next(events) == f"event: stamp\ndata: {after}\n\n".encode()


def test_a_page_knows_by_which_places_of_the_board_it_was_laid_out(
    client: FlaskClient, boards: Path
) -> None:
    game = begin(client, "Anna", board="own")
    before = json_at(client, f"{game}/1/state")
    where = json_at(client, f"{PAGE}/places")["state"]["missing"][0]["where"]
    client.post(f"{PAGE}/places", json={"places": [{**place(client, where), "value": 6}]})
    after = json_at(client, f"{game}/1/state")
    assert after["version"] == before["version"]
    assert after["board"] != before["board"]
    assert json_at(client, f"{begin(client, 'Anna')}/1/state")["board"] == ""


def test_what_a_phone_tells_along_does_not_take_back_another_answer(
    client: FlaskClient, boards: Path
) -> None:
    missing = json_at(client, f"{PAGE}/places")["state"]["missing"]
    first, second, third = [one["where"] for one in missing if one["need"] == "name"]
    school, observatory, tower = "school", "observatory", "tv-tower"
    # This is how the phone that tells along has seen the board.
    seen = {where: place(client, where) for where in (first, second, third)}
    theirs = [{**seen[first], "iconic": school}, {**seen[third], "iconic": observatory}]
    assert client.post(f"{PAGE}/places", json={"places": theirs}, headers=JSON).status_code == 200
    mine = [{**seen[second], "iconic": tower}, {**seen[third], "iconic": school}]
    told = {"places": mine, "was": [None, ""]}
    after = client.post(f"{PAGE}/places", json=told, headers=JSON)
    assert after.status_code == 200, after.text
    tracks = [place(client, where)["iconic"] for where in (first, second, third)]
    assert tracks == [school, tower, observatory]
    # Where nobody was faster, it counts.
    free = {"places": [{**place(client, third), "iconic": "", "id": "", "name": ""}]}
    client.post(f"{PAGE}/places", json=free | {"was": [observatory]}, headers=JSON)
    assert place(client, third)["iconic"] == ""


def test_open_editors_are_told_of_a_change_and_of_the_end(
    client: FlaskClient, boards: Path
) -> None:
    shown = json_at(client, f"{PAGE}/places")["state"]["stamp"]
    assert json_at(client, f"{PAGE}/places/stamp")["stamp"] == shown
    with client.get(f"{PAGE}/places/events?seen={shown}") as answer:
        events = answer.iter_encoded()
        assert next(events).startswith(b"retry:")
        assert next(events) == b": here\n\n"
        told = {"places": [{**place(client, "C3"), "kind": "red"}]}
        state = json_in(client.post(f"{PAGE}/places", json=told, headers=JSON))
        assert state["stamp"] != shown
        assert next(events) == f"event: stamp\ndata: {state['stamp']}\n\n".encode()
        assert client.post(f"{PAGE}/delete").status_code == 303
        assert next(events).startswith(b"event: gone")
    assert client.get(f"{PAGE}/places/stamp").status_code == 404


def test_a_game_says_that_its_board_was_changed_days_later(
    client: FlaskClient, boards: Path
) -> None:
    told = "was changed on"
    game = begin(client, "Anna", "Boris", board="own")
    assert told not in client.get(game).text
    yellow = next(
        mark for mark in load_board("own", boards).landmarks if mark.kind is LandmarkKind.YELLOW
    )
    after = {**place(client, str(yellow.locations[0])), "value": 7}
    client.post(f"{PAGE}/places", json={"places": [after]}, headers=JSON)
    # Whoever enters the values of the game's own board has not to be told.
    assert told not in client.get(game).text
    days_later = time.time() + 3 * 86_400
    os.utime(boards / "own" / "geometry.json", (days_later, days_later))
    for page in (game, f"{game}/1"):
        assert f"The board “Own” {told}" in client.get(page).text
