"""A town of Innsmouth taught in the app: taps, undo, the photo, files, owners, and games on it."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from samples.simulator.art.families import Split
from samples.simulator.innsmouth.photos import TownPage, blank_town, simulate_town
from samples.simulator.innsmouth.townart import art_town
from samples.simulator.photo import Photo
from samples.simulator.strata import Kind
from scorer.printing.seatown import spots_of
from scorer.rules.innsmouth.filled import Filled, InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.teaching.changes import SetSpot
from scorer.rules.innsmouth.town import PRACTICE, practice_town
from scorer.rules.jsonfile import to_data
from tests.support import photos
from tests.support.client import JSON, ended, json_at, json_in, send, table
from tests.support.scenes import encoded
from tests.support.towntaught import taps


def begun(client: FlaskClient, name: str = "Our Innsmouth") -> str:
    """Begin a town without a photo; return its address."""
    answer = client.post("/towns", data={"name": name})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def put(client: FlaskClient, town: str, change: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(town, json={"change": change}, headers=JSON)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = json_in(answer)
    return found


def taught(client: FlaskClient) -> str:
    """Teach all of the practice town; return its address."""
    town = begun(client)
    for change in taps():
        put(client, town, to_data(change))
    return town


def test_a_town_is_taught_and_a_game_begins_on_it(client: FlaskClient) -> None:
    town = taught(client)
    told = json_at(client, f"{town}/draft.json")
    assert (told["file"]["unknown"], told["lacks"]) == ([], [])
    assert told["file"]["name"] == "Our Innsmouth"
    assert told["lattice"]["d2-d3"]["state"] == "first"
    assert told["places"]["d3_north"] == pytest.approx([52 + 3 * 25, 28 + 2.58 * 25])
    assert "Our Innsmouth" in client.get("/new/innsmouth").text
    id_ = town.rpartition("/")[2]
    page = client.get(f"/new/innsmouth?town={id_}").text
    assert f'value="{id_}" selected' in page
    game = client.post("/games/innsmouth", data={"name1": "Anna", "town": id_}).headers["Location"]
    state = table(client, game)["state"]
    assert json.loads(state["shared"]["town"])["id"] == id_
    assert "town" not in [one["what"] for one in state_status(client, game)["missing"]]
    drawn = json_at(client, f"{game}/town.json")
    assert drawn["caches"]["fog"] == ["a3_south", "c1", "d3_north", "e5", "g2"]
    assert (drawn["practice"], drawn["unknown"]) == (False, [])
    # What is corrected or forgotten later leaves the game as it is.
    put(client, town, {"set": "quarter", "quarter": "A1", "kind": "red", "name": ""})
    client.post(f"{town}/delete")
    assert client.get(town).status_code == 404
    assert json_at(client, f"{game}/town.json")["landmarks"]["A1"]["kind"] == "green"
    again = client.post(f"{game}/rematch").headers["Location"]
    assert json_at(client, f"{again}/town.json")["landmarks"]["A1"]["kind"] == "green"
    # So does its file, taken in elsewhere.
    file = (BytesIO(client.get(f"{game}/game.json").data), "game.json")
    opened = client.post("/files", data={"file": file}).headers["Location"]
    assert json_at(client, f"{opened}/town.json")["landmarks"]["A1"]["kind"] == "green"


def state_status(client: FlaskClient, game: str) -> dict[str, Any]:
    found: dict[str, Any] = table(client, game)["result"]["status"]
    return found


def test_russian_calls_a_town_by_its_own_words(client: FlaskClient) -> None:
    begun(client)
    page = client.get("/towns", headers={"Accept-Language": "ru"}).text
    assert "ещё не весь" in page
    page = client.get("/new/innsmouth", headers={"Accept-Language": "ru"}).text
    assert "учебный город" in page
    assert "тренировочн" not in page


def test_a_game_on_half_a_town_says_so(client: FlaskClient) -> None:
    town = begun(client)
    id_ = town.rpartition("/")[2]
    game = client.post("/games/innsmouth", data={"name1": "Anna", "town": id_}).headers["Location"]
    assert "town" in [one["what"] for one in state_status(client, game)["missing"]]
    answer = client.post("/games/innsmouth", data={"name1": "Anna", "town": "nowhere"})
    assert answer.status_code == 422


def test_a_change_is_taken_back_and_made_again(client: FlaskClient) -> None:
    town = begun(client)
    before = json_at(client, f"{town}/draft.json")["file"]
    after = put(client, town, {"set": "road", "road": "b2-c2", "state": "both"})["file"]
    assert set(after["dead_ends"]) == {"c2_west", "b2_east"}
    answer = client.post(f"{town}/before", json={"file": before}, headers=JSON)
    assert json_in(answer)["file"] == before
    assert json_at(client, f"{town}/draft.json")["file"]["dead_ends"] == {}
    client.post(f"{town}/before", json={"file": after}, headers=JSON)
    assert json_at(client, f"{town}/draft.json")["file"] == after
    # Whatever a phone says, it stays this town, and none of ours.
    fake = before | {"id": "other", "practice": True}
    kept = json_in(client.post(f"{town}/before", json={"file": fake}, headers=JSON))["file"]
    assert (kept["id"], kept["practice"]) == (before["id"], False)


def test_signs_beside_the_map_are_laid_and_go_along_in_the_file(client: FlaskClient) -> None:
    town = begun(client)
    told = json_at(client, f"{town}/draft.json")
    assert told["beside"] == told["unlaid"] == ["coordinate-1", "section-1", "diagonal-1", "name"]
    put(client, town, {"set": "spot", "sign": "section-1", "at": [[-1.6, 2]]})
    ends = [[-1.8, -0.8], [-0.4, -0.8]]
    told = put(client, town, {"set": "spot", "sign": "name", "at": ends})
    assert told["unlaid"] == ["coordinate-1", "diagonal-1"]
    # In mm on the page: the map begins at (52, 28), a quarter has 25.
    assert told["spots"]["bonuses"] == {"section-1": [52 - 1.6 * 25, 28 + 2 * 25]}
    assert told["spots"]["name"] == [[52 - 1.8 * 25, 8], [52 - 0.4 * 25, 8]]
    packed = client.get(f"{town}/town.json").data
    assert json.loads(packed)["spots"] == {"bonuses": {"section-1": [-1.6, 2]}, "name": ends}
    other = json_at(client, f"{taken(client, packed)}/draft.json")
    assert other["spots"] == told["spots"]
    # Taken back at once, as any change is.
    before = {**told["file"], "spots": {}}
    answer = client.post(f"{town}/before", json={"file": before}, headers=JSON)
    assert len(json_in(answer)["unlaid"]) == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"set": "spot", "sign": "name", "at": [[0, 0]]}, "two ends"),
        ({"set": "spot", "sign": "section-1", "at": [[0, 99]]}, "not on the page"),
        ({"set": "road", "road": "a0-b1", "state": "none"}, "a0-b1"),
        ({"set": "river", "path": [[1, 1]]}, "two points"),
        ({"set": "deck", "deck": {"manuscript": 1}}, "7 artefacts"),
        ({"set": "luck"}, "luck"),
        ({"set": "river", "path": [[1, 99], [1, 1]]}, "$.change.path"),
        ({"set": "levels", "levels": [{"points": 1}] * 10}, "$.change.levels"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    client: FlaskClient, change: dict[str, Any], said: str
) -> None:
    town = begun(client)
    before = json_at(client, f"{town}/draft.json")
    answer = client.post(town, json={"change": change}, headers=JSON)
    assert answer.status_code == 422
    assert said in json_in(answer)["error"]
    assert json_at(client, f"{town}/draft.json") == before


def test_a_town_goes_elsewhere_as_its_file(client: FlaskClient) -> None:
    town = taught(client)
    packed = client.get(f"{town}/town.json").data
    other = taken(client, packed)
    assert other != town
    mine = json.loads(client.get(f"{other}/town.json").data)
    assert mine == json.loads(packed) | {
        "id": other.rpartition("/")[2],
        "board": json.loads(packed)["board"] | {"id": other.rpartition("/")[2]},
    }
    # So does the file of the practice town, which is somebody's own from then on.
    ours = taken(client, PRACTICE.read_bytes())
    found = json_at(client, f"{ours}/draft.json")
    assert not found["file"]["practice"]
    assert found["file"]["caches"] == {
        card: list(at) for card, at in tomllib.loads(PRACTICE.read_text())["caches"].items()
    }
    assert found["lattice"]["a3-a4"]["state"] == "second"
    put(client, ours, {"set": "road", "road": "a3-a4", "state": "road"})


def taken(client: FlaskClient, data: bytes) -> str:
    answer = send(client, "/towns/file", {"town": FileStorage(BytesIO(data), filename="t.toml")})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"id = 3", b'{"id": 3}'])
def test_what_is_no_town_is_not_taken_in(client: FlaskClient, data: bytes) -> None:
    answer = send(client, "/towns/file", {"town": FileStorage(BytesIO(data), filename="t.toml")})
    assert answer.status_code in (400, 422)


def test_only_the_owner_changes_a_town(app: Flask, client: FlaskClient) -> None:
    town = begun(client)
    stranger = app.test_client()
    assert stranger.get(town).status_code == 200
    change = {"change": {"set": "name", "name": "Theirs"}}
    assert stranger.post(town, json=change, headers=JSON).status_code == 403
    assert stranger.post(f"{town}/delete").status_code == 403
    before = {"file": json_at(client, f"{town}/draft.json")["file"]}
    assert stranger.post(f"{town}/before", json=before, headers=JSON).status_code == 403
    link = client.get(town).text.split('data-copy="')[1].split('"')[0]
    path = "/towns/" + link.partition("/towns/")[2]
    assert stranger.get(f"{town}?owner=wrong").status_code == 403
    assert stranger.get(path).status_code == 303
    assert stranger.post(town, json=change, headers=JSON).status_code == 200
    assert client.get("/towns").text.count("Theirs") == 1


def test_a_town_needs_a_name(client: FlaskClient) -> None:
    assert client.post("/towns", data={"name": " "}).status_code == 422


def test_more_than_a_towns_file_holds_is_refused(client: FlaskClient) -> None:
    town = taught(client)
    file = json_at(client, f"{town}/draft.json")["file"]
    file["goals"] = [
        {"measure": "turns", "name": "x" * 40, "tiers": [{"threshold": 1, "points": 1}] * 9}
        for _ in range(90)
    ]
    answer = client.post(f"{town}/before", json={"file": file}, headers=JSON)
    assert answer.status_code == 422
    assert "characters" in json_in(answer)["error"]
    assert json_at(client, f"{town}/draft.json")["file"]["goals"] != file["goals"]


@cache
def blank_photo() -> Photo:
    """A simulated photo of the practice town's board with nothing told of it drawn."""
    page = TownPage.of(practice_town())
    nothing = Filled(practice_town(), InnsmouthMarks(), InnsmouthSetup())
    return simulate_town(page, Kind.EASY, (78,), 1.5, game=nothing)


def laid_signs() -> Iterator[SetSpot]:
    """Lay the signs of the practice town's page, in quarters from the map's corner."""
    beside = spots_of(practice_town())
    for spot in beside.bonuses:
        yield SetSpot(spot.id, (((spot.xy[0] - 52) / 25, (spot.xy[1] - 28) / 25),))
    # Of the plate that is 46 mm long the name takes two thirds.
    x, y = beside.name_xy
    yield SetSpot("name", tuple(((x + way * 15 - 52) / 25, (y - 28) / 25) for way in (-1, 1)))


@pytest.mark.slow
def test_photos_of_a_town_that_was_taught_with_one_are_read(client: FlaskClient) -> None:
    form = {"name": "Our Innsmouth", "photo": (BytesIO(blank_photo().jpeg), "photo.jpg")}
    answer = client.post("/towns", data=form, headers=JSON)
    assert answer.status_code == 202, answer.text
    corners = ended(client, json_in(answer)["job"])["next"]
    town = corners.rpartition("/")[0]
    assert client.get(corners).status_code == 200
    told = {"corners_xy": blank_photo().truth["corners_xy"]}
    assert json_in(client.post(corners, json=told, headers=JSON)) == {"next": town}
    assert client.get(f"{town}/page.jpg").data[:2] == b"\xff\xd8"
    for change in taps():
        put(client, town, to_data(change))
    for change in laid_signs():
        put(client, town, to_data(change))
    id_ = town.rpartition("/")[2]
    game = client.post("/games/innsmouth", data={"name1": "Anna", "town": id_}).headers["Location"]
    photo = simulate_town(TownPage.of(practice_town()), Kind.EASY, (79,), 1.5)
    sent = client.post(
        f"{game}/1/photo", data={"photo": (BytesIO(photo.jpeg), "photo.jpg")}, headers=JSON
    )
    assert sent.status_code == 202, sent.text
    assert ended(client, json_in(sent)["job"])["next"].startswith(game)
    own = table(client, game)["state"]["players"]
    marks = own[next(iter(own))]
    truth = photo.truth["marks"]
    read = {one for one, drawn in marks["sections"].items() if drawn}
    assert len(read & set(truth["sections"])) >= len(truth["sections"]) - 2
    assert len(read - set(truth["sections"])) <= 2
    # Signs beside the map are read where they were laid, and each is asked about.
    assert marks["photo"]["unread"] == []
    assert set(marks["photo"]["beside"]) == {"coordinate", "section", "diagonal", "name"}
    assert sorted(marks["used"]) == sorted(truth.get("used", []))
    asked = {f"bonus {bonus}" for bonus in ("coordinate", "section", "diagonal")}
    assert asked <= set(marks["doubts"])
    # Another photo of the blank board leaves all that was told.
    again = client.post(
        f"{town}/photo", data={"photo": (BytesIO(blank_photo().jpeg), "p.jpg")}, headers=JSON
    )
    assert ended(client, json_in(again)["job"])["next"] == corners
    assert json_at(client, f"{town}/draft.json")["file"]["unknown"] == []


@cache
def strange_page() -> TownPage:
    """The page of somebody's box, in art that is not ours."""
    return art_town("strange", Split.TEST, (991, 9), signs=True)


@pytest.mark.slow
def test_a_game_whose_photo_shows_ones_own_town_goes_there(client: FlaskClient) -> None:
    names = {"name1": "Anna", "name2": "Boris"}
    game = client.post("/games/innsmouth", data=names).headers["Location"]
    photo = simulate_town(strange_page(), Kind.EASY, (9, 5), 1.5)
    data = {"photo": (BytesIO(photo.jpeg), "photo.jpg")}
    job = json_in(client.post(f"{game}/1/photo", data=data, headers=JSON))["job"]
    corners = ended(client, job)["next"]
    assert corners == f"{game}/1/corners"
    told = {"corners_xy": photo.truth["corners_xy"]}
    refused = ended(client, json_in(client.post(corners, json=told, headers=JSON))["job"])
    assert refused["failed"] == "no-town-there"
    page = client.get(corners).text
    assert "Is it the town of your own box?" in page
    ways = f"?key={game.rpartition('/')[2]}&seat=1"
    assert f'href="/towns{escape(ways)}"' in page
    # The game is spoken of on the whole way.
    page = client.get(f"/towns{ways}").text
    assert f'action="/towns{escape(ways)}"' in page
    assert f'href="{game}"' in page
    blank = blank_town(strange_page(), Kind.EASY, (9,), 1.5)
    form = {"name": "Ours", "photo": (BytesIO(blank.jpeg), "blank.jpg")}
    job = json_in(client.post(f"/towns{ways}", data=form, headers=JSON))["job"]
    corners = ended(client, job)["next"]
    assert corners.endswith(ways)
    told = {"corners_xy": blank.truth["corners_xy"]}
    town = json_in(client.post(corners, json=told, headers=JSON))["next"]
    assert town.endswith(ways)
    page = client.get(town).text
    play = re.search(r'action="(/game/[^"]*/1/town/[^"]*)" data-reads', page)
    assert play
    assert f'href="{game}"' in page
    # Its owner's link lets nobody into the game.
    assert game.rpartition("/")[2] not in re.findall(r'data-copy="([^"]*)"', page)[0]
    assert "It is “Ours”" in client.get(f"{game}/1/corners").text
    job = json_in(client.post(play[1], headers=JSON))["job"]
    assert ended(client, job)["next"] == f"{game}#player-1"
    state = table(client, game)
    assert [one["name"] for one in state["players"]] == ["Anna", "Boris"]
    assert json.loads(state["state"]["shared"]["town"])["name"] == "Ours"
    own = next(iter(state["state"]["players"].values()))
    read = {one for one, drawn in own["sections"].items() if drawn}
    # Of this town nothing but its lattice has been told.
    assert len(read & set(photo.truth["marks"]["sections"])) > 10


def test_a_game_goes_to_a_town_that_is_told_without_a_photo(client: FlaskClient) -> None:
    town = taught(client)
    game = client.post("/games/innsmouth", data={"name1": "Anna"}).headers["Location"]
    ways = f"?key={game.rpartition('/')[2]}&seat=1"
    page = client.get(town + ways).text
    play = re.search(r'action="(/game/[^"]*/1/town/[^"]*)" >', page)
    assert play
    assert client.post(play[1]).headers["Location"] == f"{game}#player-1"
    id_ = town.rpartition("/")[2]
    assert json.loads(table(client, game)["state"]["shared"]["town"])["id"] == id_
    assert client.post(play[1] + "x").status_code == 404
    # What is refused on the way stands on its page, which leads back all the same.
    refused = client.post(f"/towns{ways}", data={"name": " "})
    assert refused.status_code == 422
    assert "The town needs a name" in refused.text
    assert f'href="{game}"' in refused.text
    # Of another game, or of none, the pages of towns say nothing.
    for other in ("?key=nobody&seat=1", f"{ways}7", ""):
        assert "/game/" not in client.get(town + other).text


@pytest.mark.slow
def test_a_filled_board_is_not_taken_for_a_blank_one_unasked(client: FlaskClient) -> None:
    town = begun(client)
    photo = simulate_town(TownPage.of(practice_town()), Kind.EASY, (79,), 1.5)
    data = {"photo": (BytesIO(photo.jpeg), "photo.jpg")}
    sent = client.post(f"{town}/photo", data=data, headers=JSON)
    corners = ended(client, json_in(sent)["job"])["next"]
    told = {"corners_xy": photo.truth["corners_xy"]}
    answer = client.post(corners, json=told, headers=JSON)
    assert answer.status_code == 422
    assert "There is pen on this board" in answer.text
    assert client.get(f"{town}/page.jpg").status_code == 404
    anyway = json_in(answer)["anyway"]
    assert json_in(client.post(anyway, json=told, headers=JSON)) == {"next": town}
    assert client.get(f"{town}/page.jpg").status_code == 200


def test_corners_that_enclose_nothing_are_refused(client: FlaskClient) -> None:
    town = begun(client)
    assert client.get(f"{town}/corners").status_code == 404
    assert client.get(f"{town}/page.jpg").status_code == 404


@pytest.mark.slow
def test_white_paper_is_no_town(client: FlaskClient) -> None:
    data = {"name": "White", "photo": (BytesIO(photos.blank_photo()), "photo.jpg")}
    job = json_in(client.post("/towns", data=data, headers=JSON))["job"]
    told = ended(client, job)
    assert told["failed"] == "not-taught"
    assert "A board has a print" in told["hint"]
    town = begun(client)
    # Beside a town lies white paper, and the corners are set on it.
    page = np.full((1500, 3600, 3), 250, np.uint8)
    page[:, 3000:] = np.where(np.indices((1500, 600)).sum(axis=0) // 60 % 2, 20, 250)[..., None]
    data = {"photo": (BytesIO(encoded(page)), "photo.jpg")}
    job = json_in(client.post(f"{town}/photo", data=data, headers=JSON))["job"]
    assert ended(client, job)["next"].endswith("/corners")
    corners = [[800, 400], [1500, 400], [1500, 1100], [800, 1100]]
    answer = client.post(f"{town}/corners", json={"corners_xy": corners}, headers=JSON)
    assert answer.status_code == 422
    assert "A board has a print" in answer.text
