"""A photo that waits while its board is taught from it, and is read on it then."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from scorer.resources import folder
from scorer.web.app import create_app
from scorer.web.reading.queue import PhotoQueue
from tests.support.client import JSON, OPEN, begin, ended, json_at, json_in, upload

pytestmark = pytest.mark.slow

PHOTO = (folder("samples") / "worked-example" / "photo.jpg").read_bytes()


@pytest.fixture(scope="module")
def client(
    tmp_path_factory: pytest.TempPathFactory, photo_queue: PhotoQueue
) -> Iterator[FlaskClient]:
    """A server with a photo of a board that it is about to be taught."""
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": photo_queue})
    yield app.test_client()
    app.extensions["scorer"].games.close()


def test_a_board_is_taught_by_the_photo_that_waits_and_the_photo_read_on_it(
    client: FlaskClient,
) -> None:
    board = upload(client, PHOTO).headers["Location"]
    _, _, key, seat = board.split("/")
    waits = f"key={key}&seat={seat}"
    page = client.get(f"/teach?{waits}")
    assert f'src="{board}/photo.jpg?v=' in page.text
    assert 'value="Our board"' in page.text
    form = {"city": "first-city", "name": "Our board"}
    answer = client.post(f"/teach?{waits}", data=form, headers=JSON)
    after = ended(client, json_in(answer)["job"])["next"]
    assert after == f"/teach/our-board?{waits}"
    # A board of that name is there now, and is not taught over.
    again = client.post(f"/teach?{waits}", data=form, headers=JSON)
    assert (again.status_code, "already" in json_in(again)["error"]) == (409, True)
    assert 'value="Our board 2"' in client.get("/teach").text
    # Which side is up is told; the photo is read on it, and the editor then leads to the score.
    turned = client.post(f"/teach/our-board/turn?{waits}", data={"quarters": "0"})
    assert turned.headers["Location"] == after
    editor = client.get(after).text
    assert f'action="{board}/which"' in editor
    assert 'name="seen" value="first-city 1"' in editor
    form = {"board": "our-board", "seen": "first-city 1"}
    read = client.post(f"{board}/which", data=form, headers=JSON)
    assert ended(client, json_in(read)["job"])["next"] == board
    scene = json_at(client, f"{board}/scene")
    assert scene["scene"]["geometry"]["id"] == "our-board"
    assert len(scene["state"]["marks"]["sections"]) > 10
    editor = client.get(after).text
    assert f'action="{board}/which"' not in editor
    assert f'href="{board}"' in editor


def test_without_a_game_nothing_waits(client: FlaskClient) -> None:
    for waits in ("", "?key=unknown&seat=1", "?key=unknown&seat=x"):
        page = client.get(f"/teach{waits}").text
        assert 'name="photo" accept="image/*,.heic,.heif" required' in page


def test_a_game_without_photos_is_taught_by_a_blank_one(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Ben")
    key = game.split("/")[-1]
    page = client.get(f"/teach?key={key}&seat=1").text
    assert 'name="photo" accept="image/*,.heic,.heif" required' in page
    # A seat of more digits than a number may have is nobody's.
    assert client.get(f"/teach?key={key}&seat={'9' * 5000}").status_code == 200
