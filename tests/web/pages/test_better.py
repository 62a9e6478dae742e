"""Covered places of a taught board: filled in by later photos, and older photos read again."""

from html import unescape
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from scorer.rules.notation import RoadId
from scorer.rules.values import replace
from scorer.store.games import GameStore
from scorer.vision.boards.later import picture_mark
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import save_taught
from tests.support import photos, scenes
from tests.support.client import begin, declare, json_at, rate, send, upload

pytestmark = pytest.mark.slow

TOWN = scenes.shuffled(scenes.first_city())
COVERED = "c3-d3"
DRAWN = ("b1-c1", "c1-c2")


@pytest.fixture
def boards(data_dir: Path) -> Path:
    """The town as a board that was taught by filled photos: a pen covered one road in all."""
    known = np.full(TOWN.rgb.shape[:2], 255, np.uint8)
    path = np.array(TOWN.board.road_of[RoadId.parse(COVERED)].path) * TOWN.px_per_mm
    at, wide = np.round(path).astype(np.int32), round(3 * TOWN.px_per_mm)
    cv2.polylines(known, [at], False, 0, wide)
    rgb = TOWN.rgb.copy()
    cv2.polylines(rgb, [at], False, scenes.INK, round(1.4 * TOWN.px_per_mm))
    board = replace(TOWN.board, id="town", name="Town", practice=False)
    save_taught(data_dir / "boards", replace(TOWN, board=board, rgb=rgb, known=known))
    return data_dir / "boards"


def photo(*drawn: str) -> bytes:
    return scenes.encoded(scenes.scene(TOWN, drawn=drawn, noise=2).rgb)


def unseen(client: FlaskClient) -> list[str]:
    found: list[str] = json_at(client, "/teach/town/places")["state"]["unseen"]
    return found


def sections(client: FlaskClient, game: str) -> list[str]:
    found: list[str] = json_at(client, f"{game}/state")["marks"]["sections"]
    return found


def offered(client: FlaskClient, game: str) -> bool:
    return "knows the board “Town” better by now" in client.get(game).text


def test_a_photo_that_shows_a_covered_place_is_read_by_a_better_picture(
    client: FlaskClient, boards: Path
) -> None:
    assert unseen(client) == [COVERED]
    assert "Covered places" in client.get("/teach/town").text
    before = load_picture("town", boards)
    # A pen covers the same road once more: nothing new is seen.
    game = upload(client, photo(COVERED, *DRAWN), board="town").headers["Location"]
    assert unseen(client) == [COVERED]
    version = json_at(client, f"{game}/state")["version"]
    edit = {"kind": "section", "where": "a0-b0", "value": True}
    client.post(f"{game}/edits", json={"version": version, "edits": [edit]})
    other = upload(client, photo(*DRAWN), board="town").headers["Location"]
    assert unseen(client) == []
    assert "Covered places" not in client.get("/teach/town").text
    assert sections(client, other) == sorted(DRAWN)
    assert not offered(client, other)
    # What was known stays as it was, and what is filled in is the print.
    after = load_picture("town", boards)
    assert before.known is not None
    assert np.array_equal(after.rgb[before.known == 255], before.rgb[before.known == 255])
    x, y = np.mean(TOWN.board.road_of[RoadId.parse(COVERED)].path, axis=0) * TOWN.px_per_mm
    spot = (slice(round(y) - 2, round(y) + 3), slice(round(x) - 2, round(x) + 3))
    assert np.abs(after.rgb[spot].astype(int) - TOWN.rgb[spot]).mean() < 25
    # One was read by the picture before. What somebody declared right no picture knows better.
    assert offered(client, game)
    for value in (True, False):
        state = json_at(client, f"{game}/state")
        edit = {"kind": "checked", "where": str(state["reading"]), "value": value}
        client.post(f"{game}/edits", json={"version": state["version"], "edits": [edit]})
        assert offered(client, game) is not value
    # Corrections stay when it is read again.
    key = game.split("/")[2]
    again = client.post(f"/game/{key}/better", data={"seat": "1"})
    assert again.headers["Location"] == game
    assert sections(client, game) == sorted({"a0-b0", COVERED, *DRAWN})
    assert not offered(client, game)
    # With nothing to read again, nothing is read.
    assert client.post(f"/game/{key}/better").status_code == 303


def told(client: FlaskClient, where: str, **what: object) -> None:
    """Say in the board's editor what stands at a crossroads."""
    answer = client.post("/teach/town/places", json={"places": [crossroads(where, **what)]})
    assert answer.status_code == 200, answer.text


def crossroads(where: str, **what: object) -> dict[str, object]:
    return {"sort": "crossroads", "where": where, **what}


def sure(client: FlaskClient, game: str) -> tuple[str, int]:
    status = json_at(client, f"{game}/state")["status"]
    return status["kind"], status["to_check"]


def test_a_board_that_was_corrected_since_its_photo_was_read_is_read_again(
    client: FlaskClient, data_dir: Path, games: GameStore
) -> None:
    """What is a ring round a café was taken for none while the board had no café there."""
    cafe = next(one for one in TOWN.board.cafes if str(one.crossroads) not in "b1 c1 c2")
    where, others = str(cafe.crossroads), [one for one in TOWN.board.cafes if one != cafe]
    board = replace(TOWN.board, id="town", name="Town", practice=False, cafes=tuple(others))
    save_taught(data_dir / "boards", replace(TOWN, board=board))
    ringed = TOWN.rgb.copy()
    at = tuple(round(value * TOWN.px_per_mm) for value in cafe.xy)
    px = TOWN.px_per_mm
    cv2.circle(ringed, at, round(4.5 * px), scenes.INK, round(1.2 * px), cv2.LINE_AA)
    scene = scenes.scene(replace(TOWN, rgb=ringed), drawn=DRAWN, noise=2)
    table = begin(client, "Anna", "Boris", board="town")
    form = {"photo": FileStorage(BytesIO(scenes.encoded(scene.rgb)), "photo.jpg")}
    game = send(client, f"{table}/1/photo", form).headers["Location"]
    edit = {"kind": "section", "where": "a0-b0", "value": True}
    version = json_at(client, f"{game}/state")["version"]
    client.post(f"{game}/edits", json={"version": version, "edits": [edit]})
    rate(client, table, json_at(client, f"{game}/state")["setup"]["ratings"])
    declare(client, game)
    assert sure(client, game) == ("final", 0)
    # What no reading looks at asks for none.
    told(client, "d3", point=True)
    assert sure(client, game) == ("final", 0)
    assert "Read again" not in client.get(game).text
    told(client, where, cafe=cafe.bonus.value, xy=cafe.xy)
    # Who declared the board right did not see it so.
    assert sure(client, game)[0] == "to-check"
    for page in (game, table):
        text = client.get(page).text
        assert "was corrected after this photo was read" in text
        assert "Read again" in text
        # Whoever only looks can do nothing about it.
        key = table.split("/")[-1]
        look = client.get(page.replace(key, games.load(key).view_key)).text
        assert "was corrected after this photo was read" not in look
    # To declare it right once more is an answer too, and can be taken back.
    for value in (True, False):
        declare(client, game, value)
        assert (sure(client, game) == ("final", 0)) is value
        assert ("Read again" in client.get(game).text) is not value
    again = client.post(f"{table}/better", data={"seat": "1"})
    assert again.headers["Location"] == game
    marks = json_at(client, f"{game}/state")["marks"]
    assert marks["cafes"].get(where) in ("visited", "used")
    assert marks["sections"] == sorted({"a0-b0", *DRAWN})
    assert "Read again" not in client.get(game).text


def test_of_a_reading_that_was_kept_without_the_places_nobody_knows(
    client: FlaskClient, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.reading.keeping.PLACES", "nothing-yet")
    game = upload(client, photo(*DRAWN), board="town").headers["Location"]
    monkeypatch.undo()
    before = sure(client, game)
    told(client, "d3", cafe="section")
    assert sure(client, game) == before
    assert "has been corrected" not in client.get(game).text


def test_a_photo_that_is_not_surely_of_the_board_changes_nothing(
    client: FlaskClient, boards: Path
) -> None:
    mark = picture_mark(boards, "town")
    other = scenes.encoded(scenes.scene(drawn=DRAWN, noise=2).rgb)
    for data, why in ((other, "not clearly that"), (photo(COVERED), "still covered")):
        form = {"photo": (BytesIO(data), "photo.jpg")}
        answer = client.post("/teach/town/photo", data=form)
        assert answer.status_code == 422
        assert "picture stays as it is" in unescape(answer.text)
        assert why in answer.text
    assert picture_mark(boards, "town") == mark
    assert unseen(client) == [COVERED]


def test_one_comes_back_to_where_it_was_asked_for(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table tells of it above its totals, which may change."""
    table = begin(client, "Anna", "Boris")
    form = {"photo": FileStorage(BytesIO(photos.sample_photo()), "photo.jpg")}
    assert send(client, f"{table}/1/photo", form).status_code == 303
    for module in ("pages.better", "views.outdated"):
        monkeypatch.setattr(f"scorer.web.{module}.outdated", lambda game: (1,))
    text = client.get(table).text
    assert text.index("total may change") < text.index('id="scores"')
    assert json_at(client, f"{table}/table")["outdated"] is True
    assert client.post(f"{table}/better").headers["Location"] == table
    again = client.post(f"{table}/better", data={"seat": "1"})
    assert again.headers["Location"] == f"{table}/1"
    # Of what is being read again nothing is offered.
    desk = client.application.extensions["scorer"].desk
    monkeypatch.setattr(desk, "reading", lambda key: {1})
    assert "totals may change" not in client.get(table).text
    assert json_at(client, f"{table}/table")["outdated"] is False
