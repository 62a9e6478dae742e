"""A taught board given to others: its file, its link, and a picture that a phone can carry."""

import io
import re
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from scorer.rules.values import replace
from scorer.vision.boards.picture import load_board, load_picture
from scorer.vision.boards.taught import save_taught
from scorer.web.app import create_app
from tests.support.client import OPEN, begin, json_at, send

MOST_BYTES = 200_000

pytestmark = pytest.mark.slow


@pytest.fixture
def boards(data_dir: Path) -> Path:
    """The folder with a board whose picture is as hard to compress as a photo can be."""
    picture = load_picture("first-city")
    height, width = (side * 2 // 3 for side in picture.rgb.shape[:2])
    rgb = np.asarray(Image.fromarray(picture.rgb).resize((width, height)), np.int64)
    rgb = rgb + np.random.default_rng(1).integers(-25, 26, rgb.shape)
    board = replace(picture.board, id="own", name="Granny's", practice=False)
    noisy = replace(
        picture,
        board=board,
        rgb=np.clip(rgb, 0, 255).astype(np.uint8),
        px_per_mm=width / board.page_mm[0],
    )
    save_taught(data_dir / "boards", noisy)
    return data_dir / "boards"


def art(client: FlaskClient) -> str:
    found: str = json_at(client, "/teach/own/places")["scene"]["art"]
    return found


def test_phones_fetch_a_light_picture_of_a_taught_board(client: FlaskClient, boards: Path) -> None:
    assert (boards / "own" / "reference.png").stat().st_size > 5 * MOST_BYTES
    answer = client.get(art(client))
    assert answer.mimetype == "image/jpeg"
    assert len(answer.data) <= MOST_BYTES
    image = Image.open(io.BytesIO(answer.data))
    real = load_picture("own", boards).rgb.shape
    assert image.width >= 900
    assert abs(image.width / image.height - real[1] / real[0]) < 0.01


def test_the_picture_of_a_sheet_holds_the_light_one(client: FlaskClient, boards: Path) -> None:
    board = client.post("/boards", data={"board": "own"}).headers["Location"]
    drawn = client.get(f"{board}/board.svg").data
    assert b"data:image/jpeg;base64," in drawn
    assert len(drawn) < MOST_BYTES * 4 / 3 + 100_000


def test_a_turned_picture_has_another_address(client: FlaskClient, boards: Path) -> None:
    before = art(client)
    upright = client.get(before)
    assert (upright.cache_control.max_age or 0) > 1_000_000
    client.post("/teach/own/turn")
    assert art(client) != before
    assert client.get(art(client)).data != upright.data


def test_a_board_is_taken_in_from_its_file(client: FlaskClient, boards: Path) -> None:
    answer = client.get("/teach/own/board.zip")
    assert 'filename="own.board"' in answer.headers["Content-Disposition"]
    file = partial(FileStorage, filename="own.board")
    again = send(client, "/teach/file", {"board": file(BytesIO(answer.data))})
    assert again.status_code == 409
    assert "called Granny&#39;s already" in again.text
    taken = send(client, "/teach/file", {"board": file(BytesIO(answer.data)), "name": "Ours"})
    assert taken.headers["Location"] == "/teach/ours"
    assert load_board("ours", boards).name == "Ours"


def test_a_boards_file_is_taken_in_from_the_start_page_too(
    client: FlaskClient, boards: Path
) -> None:
    """The picture makes it larger than any game; a sheet of that board opens then."""
    file = client.get("/teach/own/board.zip").data
    assert len(file) > 1_000_000
    sheet = client.get(
        client.post("/boards", data={"board": "own"}).headers["Location"] + "/board.json"
    ).data
    other = create_app(boards.parent / "other", OPEN)
    there = other.test_client()

    def opened(data: bytes) -> TestResponse:
        return send(there, "/files", {"file": FileStorage(BytesIO(data), filename="file")})

    try:
        assert "board &#39;own&#39; of this file is not here" in opened(sheet).text
        assert opened(file).headers["Location"] == "/teach/own"
        assert opened(sheet).status_code == 303
        assert "called Granny&#39;s already" in opened(file).text
        broken = opened(b"PK\x03\x04 no board")
        assert (broken.status_code, "cannot be taken in" in broken.text) == (422, True)
    finally:
        other.extensions["scorer"].games.close()


@pytest.mark.parametrize("data", [b"", b"no board"])
def test_what_is_no_board_is_not_taken_in(client: FlaskClient, data: bytes) -> None:
    answer = client.post("/teach/file", data={"board": (BytesIO(data), "own.board")})
    assert answer.status_code in (400, 422)
    assert 'role="alert"' in answer.text


def test_the_link_leads_to_the_board_and_to_a_game_on_it(client: FlaskClient, boards: Path) -> None:
    page = client.get("/teach/own").text
    assert 'href="http://localhost/teach/own"' in page
    assert client.get("/teach/own/link.svg").mimetype == "image/svg+xml"
    assert client.get("/teach/first-city/link.svg").status_code == 404
    for wanted in ("own", "london"):
        new = client.get(f"/new?board={wanted}").text
        boards_there = new[new.index('<select name="board"') :]
        assert re.findall(r'<option value="([\w-]+)" selected', boards_there)[0] == wanted


def test_a_board_is_named_in_the_header_and_leads_to_its_editor(
    client: FlaskClient, boards: Path
) -> None:
    board = client.post("/boards", data={"board": "own"}).headers["Location"]
    game = begin(client, "Anna", "Ben", board="own")
    for page in (board, game, f"{game}/1"):
        header = client.get(page).text.split("</header>")[0]
        assert re.search(r'<a href="/teach/own(\?[^"]*)?">Granny&#39;s</a>', header), page
    shipped = client.post("/boards", data={"board": "london"}).headers["Location"]
    assert "/teach/" not in client.get(shipped).text.split("</header>")[0]
