"""Corners set by hand, and how a new reading meets corrections."""

import json
from collections.abc import Iterator
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from PIL import Image, ImageOps
from werkzeug.datastructures import FileStorage

from scorer.resources import folder
from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, Source
from scorer.web.app import create_app
from scorer.web.reading.queue import PhotoQueue
from tests.support import photos
from tests.support.client import (
    OPEN,
    begin,
    ended,
    json_at,
    json_in,
    offered_corners,
    send,
    upload,
)

pytestmark = pytest.mark.slow

SAMPLE = folder("samples") / "worked-example"
JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def shared(
    tmp_path_factory: pytest.TempPathFactory, photo_queue: PhotoQueue
) -> Iterator[tuple[FlaskClient, str]]:
    """A game with the sample photo, its marks corrected in two places, then read again."""
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": photo_queue})
    client = app.test_client()
    game = client.post("/sample").headers["Location"]
    edits = [
        {"kind": "section", "where": "a0-b0", "value": True},
        {"kind": "tourists", "where": "A1", "value": {"square": 3}},
    ]
    version = json_at(client, f"{game}/state")["version"]
    client.post(f"{game}/edits", json={"version": version, "edits": edits})
    yield client, game
    app.extensions["scorer"].games.close()


def true_corners() -> list[list[float]]:
    truth = json.loads((SAMPLE / "truth.json").read_text())
    found: list[list[float]] = truth["corners_xy"]
    assert len(found) == 4
    return found


def test_reading_again_keeps_every_correction(shared: tuple[FlaskClient, str]) -> None:
    client, game = shared
    before = json_at(client, f"{game}/state")
    response = client.post(f"{game}/corners", json={"corners_xy": true_corners()})
    assert response.status_code == 303
    assert response.headers["Location"] == game
    after = json_at(client, f"{game}/state")
    truth = json.loads((SAMPLE / "marks.json").read_text())
    assert after["read"] == truth
    assert after["marks"]["sections"] == sorted([*truth["sections"], "a0-b0"])
    assert after["marks"]["tourists"] == {**truth["tourists"], "A1": {"square": 3}}
    assert after["corrections"] == 2
    assert after["version"] > before["version"]


def test_a_new_reading_has_a_new_picture_address(shared: tuple[FlaskClient, str]) -> None:
    """Otherwise the browser would show the old picture under the new marks."""
    client, game = shared
    before = json_at(client, f"{game}/scene")["scene"]["photo"]["href"]
    client.post(f"{game}/corners", json={"corners_xy": true_corners()})
    after = json_at(client, f"{game}/scene")["scene"]["photo"]["href"]
    assert after != before
    assert client.get(after).mimetype == "image/jpeg"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6]]}',
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6], [7, "x"]]}',
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6], [7, 1e9]]}',
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6], [7, NaN]]}',
    ],
)
def test_corners_that_are_none_are_refused(shared: tuple[FlaskClient, str], body: bytes) -> None:
    client, game = shared
    before = json_at(client, f"{game}/state")
    response = client.post(f"{game}/corners", data=body, headers=JSON)
    assert response.status_code == 422
    assert "These corners cannot be used" in json_in(response)["error"]
    assert json_at(client, f"{game}/state") == before


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param([[5, 5]] * 4, id="all in one point"),
        pytest.param([[0, 0], [900, 900], [900, 0], [0, 900]], id="crossed"),
        pytest.param([[0, 0], [100, 0], [200, 0], [300, 0]], id="in a row"),
        pytest.param([[0, 0], [0, 900], [900, 900], [900, 0]], id="mirrored"),
    ],
)
def test_corners_that_span_no_map_are_answered_in_words(
    shared: tuple[FlaskClient, str], corners: list[list[float]]
) -> None:
    client, game = shared
    before = json_at(client, f"{game}/state")
    asked = client.post(f"{game}/corners", json={"corners_xy": corners}, headers=JSON)
    assert asked.status_code == 202
    answer = ended(client, json_in(asked)["job"])
    assert answer["error"] == "With these corners the map cannot be read"
    after = json_at(client, f"{game}/state")
    assert (after["marks"], after["read"]) == (before["marks"], before["read"])


def test_the_page_begins_with_the_corners_that_were_found(
    shared: tuple[FlaskClient, str],
) -> None:
    client, game = shared
    page = client.get(f"{game}/corners").text
    assert 'data-names="A1 F1 F6 A6"' in page
    assert "What you corrected before stays" in page


@pytest.fixture(scope="module", params=["first-city", "auto"])
def cut_off(
    tmp_path_factory: pytest.TempPathFactory,
    photo_queue: PhotoQueue,
    request: pytest.FixtureRequest,
) -> Iterator[tuple[FlaskClient, str, int]]:
    """A game whose photo was refused as cut off, and how many pixels were."""
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": photo_queue})
    client = app.test_client()
    data, at = photos.cut_photo(0.25)
    page = upload(client, data, board=request.param).headers["Location"]
    assert page.endswith("/corners")
    yield client, page.removesuffix("/corners"), at
    app.extensions["scorer"].games.close()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("lies outside the photo", "Use it anyway", "the map was found")),
        ("ru", ("вне кадра", "Всё равно прочитать", "схема найдена")),
        ("ja", ("写っていません", "このまま読み取る", "地図は見つかった")),
    ],
)
def test_a_photo_that_is_cut_off_may_be_used_anyway(
    cut_off: tuple[FlaskClient, str, int], language: str, words: tuple[str, ...]
) -> None:
    client, game, at = cut_off
    page = client.get(f"{game}/corners", headers={"Accept-Language": language}).text
    for word in words:
        assert word in page
    for (x, y), (true_x, true_y) in zip(offered_corners(page), true_corners(), strict=True):
        assert abs(x - (true_x - at)) < 15
        assert abs(y - true_y) < 15
    assert min(x for x, _ in offered_corners(page)) < -200
    board = client.get(game, headers={"Accept-Language": language}).text
    assert words[1] in board


def test_what_a_cut_off_photo_does_not_show_is_asked_about(
    cut_off: tuple[FlaskClient, str, int],
) -> None:
    client, game, _ = cut_off
    corners = offered_corners(client.get(f"{game}/corners").text)
    answer = client.post(f"{game}/corners", json={"corners_xy": corners})
    assert answer.headers["Location"] == game
    state = json_at(client, f"{game}/state")
    truth = json.loads((SAMPLE / "marks.json").read_text())
    missing = set(truth["sections"]) - set(state["read"]["sections"])
    asked = [(doubt["kind"], doubt["where"]) for doubt in state["doubts"]]
    assert missing
    assert {("section", name) for name in missing} <= set(asked)
    assert set(state["read"]["sections"]) < set(truth["sections"])
    assert state["quality"] == ["outside"]
    # What can be looked up in the photo is asked first.
    outside = [doubt["reason"] == "outside the photo" for doubt in state["doubts"]]
    assert outside == sorted(outside)
    assert outside[-1]


def test_a_board_that_is_too_small_may_be_used_anyway(client: FlaskClient) -> None:
    page = upload(client, photos.small_photo()).headers["Location"]
    shown = client.get(page).text
    assert "too small in the photo" in shown
    assert "Use it anyway" in shown
    game = page.removesuffix("/corners")
    answer = client.post(page, json={"corners_xy": offered_corners(shown)})
    assert answer.headers["Location"] == game
    state = json_at(client, f"{game}/state")
    truth = json.loads((SAMPLE / "marks.json").read_text())
    asked = {doubt["where"] for doubt in state["doubts"]}
    assert set(state["read"]["sections"]) ^ set(truth["sections"]) <= asked
    assert len(state["read"]["sections"]) > 10


def test_corners_with_hardly_any_photo_between_them_are_refused(
    cut_off: tuple[FlaskClient, str, int],
) -> None:
    client, game, _ = cut_off
    before = json_at(client, f"{game}/state")
    corners = [[-1900, 100], [-100, 100], [-100, 1900], [-1900, 1900]]
    asked = client.post(f"{game}/corners", json={"corners_xy": corners}, headers=JSON)
    assert ended(client, json_in(asked)["job"])["failed"] == "no-map-there"
    assert json_at(client, f"{game}/state")["read"] == before["read"]


def test_of_several_boards_in_one_photo_each_player_picks_their_own(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris")
    files = (SAMPLE / "photo.jpg", folder("samples") / "photos" / "easy-1.jpg")
    both = Image.new("RGB", (3200, 1200))
    for at, file in enumerate(files):
        tile = ImageOps.exif_transpose(Image.open(file)).resize((1600, 1200))
        both.paste(tile, (1600 * at, 0))
    for seat in (1, 2):
        form = {"photo": FileStorage(BytesIO(photos.jpeg(both)), "photo.jpg")}
        send(client, f"{game}/{seat}/photo", form)
        assert "shows several boards" in client.get(f"{game}/{seat}").text
    # Nobody has said yet whose board is which.
    assert json_at(client, f"{game}/table")["same_photo"] == []
    maps = [offered_corners(client.get(f"{game}/1/corners?map={n}").text) for n in (0, 1)]
    maps.sort()
    assert "Next board" in client.get(f"{game}/1/corners").text
    for seat, corners in zip((1, 2), maps, strict=True):
        assert (
            client.post(f"{game}/{seat}/corners", json={"corners_xy": corners}).status_code == 303
        )
    truth = json.loads((SAMPLE / "marks.json").read_text())
    read = [set(json_at(client, f"{game}/{n}/state")["read"]["sections"]) for n in (1, 2)]
    assert read[0] == set(truth["sections"])
    assert read[1] != read[0]
    assert json_at(client, f"{game}/table")["same_photo"] == []
    assert "photo of the board of" not in client.get(f"{game}/2").text
    # Both have the one board of the two now.
    client.post(f"{game}/2/corners", json={"corners_xy": maps[0]})
    assert json_at(client, f"{game}/table")["same_photo"] == [[1, 2]]


def test_a_mirrored_photo_asks_for_another_one(client: FlaskClient) -> None:
    sample = ImageOps.exif_transpose(Image.open(BytesIO(photos.sample_photo())))
    game = upload(client, photos.jpeg(ImageOps.mirror(sample))).headers["Location"]
    assert not game.endswith("/corners")
    page = client.get(game).text
    assert "The photo is mirrored" in page
    assert "Place the corners" not in page.split("</section>")[0]


def test_half_of_a_board_that_is_cut_off_keeps_its_own_corners(
    client: FlaskClient, games: GameStore
) -> None:
    """The corners of New York's right half are in the columns G and L."""
    player = NewPlayer({"city": "new-york", "board": "new-york"})
    key = games.create("new-york", "new-york", {}, [player], single=True)
    photo = NewPicture(PictureInfo(1000, 800), photos.blank_photo())
    games.put_photo(key, 1, photo, Source.PHOTO)
    corners = [[-90.5, 20.0], [700.0, 30.0], [710.0, 700.0], [-80.0, 690.0]]
    games.set_not_read(key, 1, {"reason": "cut-off", "corners_xy": corners, "half": "right"})
    page = client.get(f"/game/{key}/1/corners").text
    assert offered_corners(page) == corners
    assert 'data-names="G1 L1 L6 G6"' in page
