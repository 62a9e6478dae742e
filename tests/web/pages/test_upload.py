"""Photos: the way from a file to a board, and what becomes of files that are none."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image, ImageOps
from sqlalchemy import func, select
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from scorer.resources import folder
from scorer.store.games import GameStore
from scorer.store.models import GameRow, PictureRow
from scorer.web.app import MAX_UPLOAD_BYTES, create_app
from scorer.web.reading.queue import PhotoQueue
from tests.support import photos
from tests.support.client import JSON, OPEN, begin, ended, json_at, json_in, send, upload

pytestmark = pytest.mark.slow


def kept_games(games: GameStore) -> int:
    with games._looking() as session:
        return session.scalar(select(func.count()).select_from(GameRow)) or 0


def kept_bytes(games: GameStore, data_dir: Path) -> bytes:
    """All that is kept of photos, in the database and in its files."""
    with games._looking() as session:
        kept = list(session.scalars(select(PictureRow.jpeg)))
    files = [path.read_bytes() for path in data_dir.glob("*.sqlite3*")]
    return b"".join([*kept, *files])


@pytest.fixture(scope="module")
def sample(
    tmp_path_factory: pytest.TempPathFactory, photo_queue: PhotoQueue
) -> Iterator[tuple[FlaskClient, str]]:
    """The sample, read once."""
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": photo_queue})
    client = app.test_client()
    response = client.post("/sample")
    assert response.status_code == 303
    yield client, response.headers["Location"]
    app.extensions["scorer"].games.close()


def test_the_sample_is_read_as_it_was_drawn(sample: tuple[FlaskClient, str]) -> None:
    client, game = sample
    truth = json.loads((folder("samples") / "worked-example" / "marks.json").read_text())
    state = json_at(client, f"{game}/state")
    assert state["read"] == state["marks"] == truth
    assert state["corrections"] == 0


def test_the_sample_scores_with_its_own_ratings(sample: tuple[FlaskClient, str]) -> None:
    client, game = sample
    state = json_at(client, f"{game}/state")
    assert state["setup"]["ratings"] == {"school": 8, "observatory": 6, "tv-tower": 10}
    assert state["sheet"]["total"] == 105


def test_the_sample_is_called_simulated(sample: tuple[FlaskClient, str]) -> None:
    client, game = sample
    assert "simulated photo" in client.get(game).text


def test_the_photo_lies_under_the_marks(sample: tuple[FlaskClient, str]) -> None:
    """The rectified picture covers the whole map of the page, at one scale."""
    client, game = sample
    scene = json_at(client, f"{game}/scene")["scene"]
    x, y, width, height = scene["photo"]["box"]
    for point in scene["geometry"]["crossroads"]:
        assert x < point["xy"][0] < x + width
        assert y < point["xy"][1] < y + height
    with Image.open(BytesIO(client.get(scene["photo"]["href"]).data)) as picture:
        assert picture.width / width == pytest.approx(picture.height / height, rel=0.01)


def test_each_doubt_says_what_each_choice_would_score(sample: tuple[FlaskClient, str]) -> None:
    client, game = sample
    state = json_at(client, f"{game}/state")
    for doubt in state["doubts"]:
        assert doubt["choices"][0] == {"value": doubt["read"], "total": state["sheet"]["total"]}
        assert len(doubt["choices"]) >= 2


def test_the_kept_photo_tells_no_place_and_no_camera(
    client: FlaskClient, games: GameStore, data_dir: Path
) -> None:
    photo = Image.open(BytesIO(photos.sample_photo()))
    exif = photo.getexif()
    exif[0x010F] = "A camera maker"
    exif.get_ifd(0x8825)[1] = "N"
    game = upload(client, photos.jpeg(photo, exif=exif)).headers["Location"]
    with Image.open(BytesIO(client.get(f"{game}/photo.jpg").data)) as kept:
        assert not kept.getexif()
        assert kept.size == photo.size
    assert b"A camera maker" not in kept_bytes(games, data_dir)
    state = json_at(client, f"{game}/state")
    assert state["setup"]["ratings"]["school"] == 4


NO_PHOTOS = {
    "a text file": (b"Dear diary, today we walked through the city.\n" * 50, "not a photo"),
    "a page": (b"<!doctype html><script>alert(1)</script>", "not a photo"),
    "a drawing": (b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', "not a photo"),
    "a cut off photo": (photos.sample_photo()[:30_000], "or it is damaged"),
    "a picture of 400 million pixels": (photos.png_bomb(), "pixels"),
    "a tiny picture": (photos.jpeg(Image.new("RGB", (64, 48))), "not a preview"),
}


@pytest.mark.parametrize("kind", NO_PHOTOS)
def test_a_file_that_is_no_photo_is_refused_and_nothing_kept(
    client: FlaskClient, games: GameStore, game: str, kind: str
) -> None:
    data, words = NO_PHOTOS[kind]
    before = json_at(client, f"{game}/state")
    response = upload(client, data)
    assert response.status_code == 422
    told = ("This photo cannot be opened", "The picture is too small")
    assert any(one in response.text for one in told)
    assert words in response.text
    assert "Traceback" not in response.text
    assert kept_games(games) == 1
    assert json_at(client, f"{game}/state") == before


@pytest.mark.parametrize("box", ["en-route", "innsmouth"])
@pytest.mark.parametrize("kind", ["pdf", "page"])
def test_a_file_that_is_no_photo_leaves_a_players_board_alone_and_says_why(
    client: FlaskClient, games: GameStore, box: str, kind: str
) -> None:
    data = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n" if kind == "pdf" else NO_PHOTOS["a page"][0]
    game = begin(client, "Anna", "Boris")
    if box == "innsmouth":
        game = client.post("/games/innsmouth").headers["Location"]
    key = game.split("/")[-1]
    before = games.load(key)

    def sent(headers: dict[str, str] | None = None) -> TestResponse:
        photo = FileStorage(BytesIO(data), "board.pdf")
        return send(client, f"{game}/2/photo", {"photo": photo}, headers)

    answer = sent()
    assert answer.status_code == 422
    assert "This photo cannot be opened" in answer.text
    assert "not a photo" in answer.text
    job = json_in(sent(JSON))["job"]
    assert ended(client, job)["failed"] == "photo"
    assert games.load(key) == before


def told(client: FlaskClient, address: str, photo: bytes) -> str:
    """Send a *photo* to the board at *address*; return what the page says of it at once."""
    form = {"photo": FileStorage(BytesIO(photo), "photo.jpg")}
    job = json_in(send(client, f"{address}/photo", form, JSON))["job"]
    note: str = ended(client, job).get("note", "")
    return note


@pytest.mark.parametrize("box", ["en-route", "innsmouth"])
def test_one_photo_of_two_players_boards_is_told_at_once(client: FlaskClient, box: str) -> None:
    """Two readings of it may differ a little: the picture is what is the same."""
    game = begin(client, "Anna", "Boris")
    if box == "innsmouth":
        game = client.post("/games/innsmouth", data={"name1": "Anna", "name2": "Boris"}).headers[
            "Location"
        ]

    assert not told(client, f"{game}/1", photos.sample_photo())
    assert "board of Anna too" in told(client, f"{game}/2", photos.sample_photo())
    if box == "en-route":
        assert "board of Anna too" in client.get(f"{game}/2").text
        assert "board of Boris too" in client.get(f"{game}/1").text
        assert json_at(client, f"{game}/table")["same_photo"] == [[1, 2]]
    assert not told(client, f"{game}/2", photos.other_photo())
    if box == "en-route":
        assert "board of Anna too" not in client.get(f"{game}/2").text
        assert json_at(client, f"{game}/table")["same_photo"] == []


def test_another_photo_of_another_players_board_is_told_at_once(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris")
    sample = ImageOps.exif_transpose(Image.open(BytesIO(photos.sample_photo())))
    assert not told(client, f"{game}/1", photos.sample_photo())
    assert "drawn like the board of Anna" in told(
        client, f"{game}/2", photos.jpeg(sample, quality=92)
    )
    assert "drawn like the board of Anna" in client.get(f"{game}/2").text
    assert "Replace this photo" in client.get(f"{game}/2").text
    # Once the board is corrected in several places there is nothing to be said.
    state = json_at(client, f"{game}/2/state")
    roads = ("a0-b0", "b0-c0", "c0-d0")
    edits = [{"kind": "section", "where": road, "value": True} for road in roads]
    client.post(f"{game}/2/edits", json={"version": state["version"], "edits": edits})
    assert "drawn like the board of Anna" not in client.get(f"{game}/2").text


@pytest.mark.parametrize("box", ["en-route", "innsmouth"])
def test_all_phones_see_whose_photo_is_being_read(
    client: FlaskClient, photo_queue: PhotoQueue, monkeypatch: pytest.MonkeyPatch, box: str
) -> None:
    names = {"name1": "Anna", "name2": "Boris"}
    game = (
        begin(client, "Anna", "Boris")
        if box == "en-route"
        else client.post(f"/games/{box}", data=names).headers["Location"]
    )
    seen, read = Event(), photo_queue._read

    def held(*work: Any) -> None:
        seen.wait(60)
        read(*work)

    monkeypatch.setattr(photo_queue, "_read", held)

    def reading() -> list[bool]:
        found = json_at(client, f"{game}/table")
        if box == "en-route":
            return [one["reading"] for one in found["players"]]
        return [one["seat"] in found["reading"] for one in found["players"]]

    assert reading() == [False, False]
    photo = FileStorage(BytesIO(photos.sample_photo()), "photo.jpg")
    job = json_in(send(client, f"{game}/2/photo", {"photo": photo}, JSON))["job"]
    assert reading() == [False, True]
    seen.set()
    ended(client, job)
    assert reading() == [False, False]


def test_a_board_without_a_photo_has_no_corners_but_says_why(
    client: FlaskClient, games: GameStore
) -> None:
    """Older versions kept the reason although nothing was opened."""
    game = begin(client, "Anna")
    games.set_not_read(game.split("/")[-1], 1, {"reason": "not-an-image"})
    answer = client.get(f"{game}/1/corners")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{game}/1")
    page = client.get(f"{game}/1").text
    assert "not a photo" in page
    assert f"{game}/1/corners" not in page


def test_a_script_gets_the_same_in_json(client: FlaskClient) -> None:
    response = client.post(
        "/photos",
        data={"board": "first-city", "photo": (BytesIO(b"text"), "photo.jpg")},
        headers={"Accept": "application/json"},
    )
    assert response.status_code == 202
    answer = ended(client, json_in(response)["job"])
    assert answer["error"] == "This photo cannot be opened"
    assert set(answer) == {"over", "failed", "error", "hint"}


def sent_as(client: FlaskClient, name: str, address: str = "/photos") -> str:
    """Send a photo that its phone calls *name*; return its job."""
    photo = FileStorage(BytesIO(photos.sample_photo()), "photo.jpg")
    data = {"board": "first-city", "photo": photo, "sent_as": name}
    job: str = json_in(send(client, address, data, JSON))["job"]
    return job


def test_a_photo_that_is_sent_twice_is_read_once(client: FlaskClient, games: GameStore) -> None:
    """The answer to the first time is lost, whether the photo waits still or was read."""
    jobs = [sent_as(client, "a" * 22), sent_as(client, "a" * 22)]
    ended(client, jobs[0])
    jobs.append(sent_as(client, "a" * 22))
    assert jobs == ["/jobs/" + "a" * 22] * 3
    assert kept_games(games) == 1
    game = begin(client, "Anna")
    jobs = [sent_as(client, "b" * 22, f"{game}/1/photo") for _ in range(2)]
    ended(client, jobs[0])
    assert len(set(jobs)) == 1
    assert games.load(game.split("/")[-1]).photos == 1


@pytest.mark.parametrize("name", ["", "a" * 21, "../" + "a" * 19, "é" * 22, "a" * 22 + "\n"])
def test_a_phone_gives_no_other_name_than_one_of_chance(client: FlaskClient, name: str) -> None:
    jobs = {sent_as(client, name) for _ in range(2)}
    assert len(jobs) == 2
    assert f"/jobs/{name}" not in jobs


@pytest.mark.parametrize("make", [photos.blank_photo, photos.other_photo])
def test_a_photo_without_a_board_leads_on_not_to_a_dead_end(client: FlaskClient, make: Any) -> None:
    response = upload(client, make())
    assert response.status_code == 303
    assert response.headers["Location"].endswith("/which")
    page = client.get(response.headers["Location"]).text
    assert "No map was found" in page
    assert "Enter by hand" in page
    game = response.headers["Location"].removesuffix("/which")
    assert f"{game}/corners" in page
    assert "The photo was not read" in client.get(game).text
    assert json_at(client, f"{game}/state")["marks"]["sections"] == []


def test_a_photo_as_iphones_keep_it_is_read(client: FlaskClient) -> None:
    data = (folder("samples") / "photos" / "worked-example.heic").read_bytes()
    response = upload(client, data, "IMG_0105.HEIC")
    assert response.status_code == 303
    truth = json.loads((folder("samples") / "worked-example" / "marks.json").read_text())
    assert json_at(client, f"{response.headers['Location']}/state")["marks"] == truth


def test_a_photo_of_an_unknown_board_is_refused(client: FlaskClient) -> None:
    response = upload(client, photos.blank_photo(), board="atlantis")
    assert response.status_code == 404
    assert "There is no board called" in response.text


def test_without_scripts_the_choice_that_was_used_counts(client: FlaskClient) -> None:
    """Both choices are sent then, the unused one empty."""
    files = [(BytesIO(b""), ""), (BytesIO(photos.blank_photo()), "photo.jpg")]
    response = client.post("/photos", data={"board": "first-city", "photo": files})
    assert response.status_code == 303


@pytest.mark.parametrize("data", [{}, {"photo": (BytesIO(b""), "")}])
def test_no_photo_is_a_mistake_too(client: FlaskClient, data: dict[str, Any]) -> None:
    response = client.post("/photos", data={"board": "first-city", **data})
    assert response.status_code == 400
    assert "No photo was chosen" in response.text


def test_an_empty_photo_is_said_to_be_empty(client: FlaskClient) -> None:
    data = {"board": "first-city", "photo": (BytesIO(b""), "photo.jpg")}
    response = client.post("/photos", data=data)
    assert response.status_code == 400
    assert "The photo is empty" in response.text


def test_scripts_know_how_much_the_server_takes() -> None:
    script = (folder("static") / "js" / "parts" / "live" / "upload.js").read_text()
    assert f"const MOST_BYTES = {MAX_UPLOAD_BYTES:_};" in script


def test_the_name_of_the_file_is_never_used(client: FlaskClient, data_dir: Path) -> None:
    upload(client, photos.blank_photo(), name="../../../stolen.jpg")
    assert not list(data_dir.parent.rglob("stolen*"))


def test_the_sample_dropped_in_as_a_file_gets_its_ratings_and_says_so(client: FlaskClient) -> None:
    board = upload(client, photos.sample_photo()).headers["Location"]
    assert json_at(client, f"{board}/state")["sheet"]["total"] == 105
    assert "the ratings of its rounds board were set to 8, 6, 10" in client.get(board).text


def test_the_board_is_found_out_from_the_photo(client: FlaskClient) -> None:
    """The same picture in a new file: it is not known by its content."""
    data = photos.jpeg(Image.open(BytesIO(photos.sample_photo())), quality=92)
    board = upload(client, data, board="auto").headers["Location"]
    state = json_at(client, f"{board}/state")
    assert state["marks"]["board"] == "first-city"
    assert state["marks"]["sections"]
    lost = upload(client, photos.blank_photo(), board="auto").headers["Location"]
    assert lost.endswith("/which")


def test_a_game_takes_so_many_photos_and_says_so(
    client: FlaskClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.reading.desk.MOST_PHOTOS", 0)
    photo = (BytesIO(photos.jpeg(Image.new("RGB", (8, 8)))), "photo.jpg")
    answer = client.post(f"{game}/photo", data={"photo": photo}, headers=JSON)
    assert answer.status_code == 429
    assert json_in(answer)["error"] == "This game has had enough photos"
