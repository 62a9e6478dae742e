"""Photos of another board than the one chosen: never scored as it, and one tap from the right."""

import re
import time
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorer.rules.city.city import load_city
from scorer.rules.values import replace
from scorer.store.games import GameStore, NewPicture, PictureInfo, Source
from scorer.vision.boards.taught import save_taught
from tests.support import photos, scenes
from tests.support.client import begin, json_at, table, upload

pytestmark = pytest.mark.slow

DRAWN = ("b1-c1", "c1-c2", "c2-c3")
TOWN = scenes.shuffled(scenes.first_city())
AT = scenes.CORNERS + 15


@cache
def photo_of_town() -> bytes:
    """Return the photo of a board whose print nobody has seen."""
    return scenes.encoded(scenes.scene(TOWN, drawn=DRAWN, noise=2, corners_xy=AT).rgb)


@pytest.fixture
def taught(data_dir: Path) -> str:
    """The town as a board that somebody taught to this server."""
    board = replace(TOWN.board, id="red-town", name="Red Town", practice=False)
    save_taught(data_dir / "boards", replace(TOWN, board=board))
    return "red-town"


def page_of(client: FlaskClient, address: str) -> str:
    return unescape(client.get(address).text)


def sections(client: FlaskClient, board: str) -> list[str]:
    found: list[str] = json_at(client, f"{board}/state")["marks"]["sections"]
    return found


def asked(client: FlaskClient, **form: str) -> str:
    """Send the photo of the town; return the address of its board, which is asked about."""
    answer = upload(client, photo_of_town(), **form)
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/which")
    return answer.headers["Location"].removesuffix("/which")


def test_the_known_board_that_it_shows_is_offered_first_and_read_at_once(
    client: FlaskClient, taught: str
) -> None:
    game = asked(client, board="first-city")
    page = page_of(client, f"{game}/which")
    offered = page[: page.index("Choose your board")]
    assert "The photo shows" in offered
    assert "Red Town" in offered
    answer = client.post(f"{game}/which", data={"board": taught})
    assert answer.headers["Location"] == game
    assert sections(client, game) == sorted(DRAWN)
    assert "all the same" not in page_of(client, game)


def test_a_known_board_is_found_before_anybody_is_asked(client: FlaskClient, taught: str) -> None:
    game = upload(client, photo_of_town(), board="auto").headers["Location"]
    assert not game.endswith("/which")
    assert sections(client, game) == sorted(DRAWN)
    assert json_at(client, f"{game}/state")["marks"]["board"] == taught


def with_corners(client: FlaskClient, game: str) -> str:
    answer = client.post(f"{game}/corners", json={"corners_xy": AT.tolist()})
    return answer.headers["Location"]


def is_asked_about(client: FlaskClient, game: str) -> None:
    """Check that an unknown board is asked about, and not scored, whatever its corners."""
    assert sections(client, game) == []
    page = page_of(client, f"{game}/which")
    assert "nothing was scored" in page
    assert "A board from my box" in page
    assert "Enter by hand" in page
    assert "all the same" not in page
    assert page.count('src="/boards/') == 7
    assert client.get(f"{game}/photo.jpg").status_code == 200
    # The page that a board is taught on leads back.
    _, _, key, seat = game.split("/")
    teach = page_of(client, f"/teach?key={key}&seat={seat}")
    assert f'class="home-link" href="{game}/which"' in teach
    assert with_corners(client, game) == f"{game}/which"
    assert sections(client, game) == []
    assert "all the same" in page_of(client, f"{game}/which")


def test_an_unknown_board_is_found_to_be_unknown_and_may_be_tapped_in(client: FlaskClient) -> None:
    game = asked(client, board="auto")
    is_asked_about(client, game)
    answer = client.post(f"{game}/which/by-hand", data={"board": "cairo"})
    assert answer.headers["Location"] == game
    assert "The photo was not read" not in page_of(client, game)
    assert json_at(client, f"{game}/state")["marks"]["board"] == "cairo"


def test_an_unknown_board_is_not_the_chosen_one_unless_a_person_says_so(
    client: FlaskClient,
) -> None:
    game = asked(client, board="first-city")
    assert client.post(f"{game}/which/all-the-same").status_code == 409
    is_asked_about(client, game)
    # A banner stands until it is undone.
    assert client.post(f"{game}/which/all-the-same").headers["Location"] == game
    assert sections(client, game) == sorted(DRAWN)
    assert "because you said so" in page_of(client, game)
    undone = client.post(f"{game}/which/undo")
    assert undone.headers["Location"] == f"{game}/which"
    assert sections(client, game) == []
    assert "because you said so" not in page_of(client, game)
    assert client.post(f"{game}/which/undo").status_code == 409
    # What was said once can be said again.
    assert client.post(f"{game}/which/all-the-same").headers["Location"] == game
    assert "because you said so" in page_of(client, game)


def edit(client: FlaskClient, board: str, *edits: dict[str, Any]) -> None:
    version = json_at(client, f"{board}/state")["version"]
    answer = client.post(f"{board}/edits", json={"version": version, "edits": list(edits)})
    assert answer.status_code == 200, answer.text


def test_corrections_stay_on_another_board_where_their_place_exists(
    client: FlaskClient, taught: str
) -> None:
    game = upload(client, photo_of_town(), board="auto").headers["Location"]
    edit(
        client, game,
        {"kind": "section", "where": "a0-b0", "value": True},
        {"kind": "section", "where": "b1-c1", "value": False},
    )  # fmt: skip
    # London has these roads too; its print is another, so what was read is gone.
    moved = client.post(f"{game}/which", data={"board": "london", "seen": f"{taught} 1"})
    assert moved.headers["Location"] == f"{game}/which"
    assert sections(client, game) == ["a0-b0"]
    assert "The photo shows Red Town" in re.sub(r"<[^>]*>", "", page_of(client, f"{game}/which"))
    client.post(f"{game}/which", data={"board": taught})
    assert sections(client, game) == sorted({"a0-b0", *DRAWN} - {"b1-c1"})


def send(client: FlaskClient, board: str, data: bytes) -> str:
    file = (BytesIO(data), "photo.jpg")
    answer = client.post(f"{board}/photo", data={"photo": file})
    return answer.headers["Location"]


def test_the_board_of_a_table_changes_for_all_and_all_photos_are_read_again(
    client: FlaskClient, games: GameStore, taught: str
) -> None:
    game = begin(client, "Anna", "Boris")
    for seat in (1, 2):
        assert send(client, f"{game}/{seat}", photo_of_town()) == f"{game}/{seat}/which"
    assert "Played on the board" in page_of(client, game)
    # As a phone sends it, which gives one name to what one request begins.
    sent = {"board": taught, "sent_as": "a" * 22}
    answer = client.post(f"{game}/2/which", data=sent)
    assert answer.headers["Location"] == f"{game}/2"
    key = game.rsplit("/", 1)[1]
    assert games.load(key).board_id == taught
    assert [one.board_id for one in games.load(key).players] == [taught, taught]
    assert sections(client, f"{game}/2") == sorted(DRAWN)
    deadline = time.monotonic() + 60
    while not sections(client, f"{game}/1") and time.monotonic() < deadline:
        time.sleep(0.1)
    assert sections(client, f"{game}/1") == sorted(DRAWN)


def test_the_first_photo_tells_the_board_of_a_new_table(
    client: FlaskClient, app: Flask, games: GameStore, taught: str
) -> None:
    game = begin(client, "Anna", "Boris", board="auto")
    key = game.rsplit("/", 1)[1]
    before = games.load(key)
    said = 'id="find-out"'
    assert said in client.get(game).text
    assert '<span id="game-name">A new game<' in client.get(game).text
    # The way to the boards is a thing to do, not a question.
    to_boards = re.findall(
        r'<a class="button[^"]*" href="[^"]*/which">([^<]*)<', client.get(game).text
    )
    assert to_boards == ["Choose the board"]
    assert client.get(f"{game}/game.json").status_code == 200
    assert send(client, f"{game}/1", photo_of_town()) == f"{game}/1"
    assert sections(client, f"{game}/1") == sorted(DRAWN)
    assert [one.board_id for one in games.load(key).players] == [taught, taught]
    assert said not in client.get(game).text
    # A photo that was sent before that was known moves nobody to its own board.
    other = scenes.encoded(scenes.scene(noise=2).rgb)
    job = app.extensions["scorer"].desk.read_for(before, 2, other, Source.PHOTO)
    job.wait(60)
    after = games.load(key)
    assert after.board_id == taught
    assert after.player(2).not_read == {"reason": "other-board", "instead": "first-city"}


def test_a_table_that_is_on_its_board_already_is_known_to_be(
    client: FlaskClient, games: GameStore
) -> None:
    game = begin(client, "Anna", board="auto")
    key = game.rsplit("/", 1)[1]
    client.post(f"{game}/1/which/by-hand", data={"board": "first-city"})
    assert "find_out" not in games.load(key).setup


@pytest.mark.parametrize(("mode", "then"), [("full", "full"), ("simplified", "medium")])
def test_the_board_of_a_game_of_another_city_brings_its_rules(
    client: FlaskClient, games: GameStore, mode: str, then: str
) -> None:
    """London has no simplified game; a full one stays full."""
    game = begin(client, "Anna", mode=mode)
    moved = client.post(f"{game}/1/which", data={"board": "london"})
    assert moved.headers["Location"] == game
    kept = games.load(game.rsplit("/", 1)[1])
    assert (kept.city, kept.board_id) == ("london", "london")
    assert set(kept.setup["ratings"]) == {mark.id for mark in load_city("london").iconic}
    assert client.get(game).status_code == 200
    assert table(client, game)["mode"] == then


def test_a_key_for_looking_changes_nothing(client: FlaskClient, games: GameStore) -> None:
    game = begin(client, "Anna")
    look = games.load(game.rsplit("/", 1)[1]).view_key
    for way in ("", "/by-hand", "/all-the-same", "/undo"):
        answer = client.post(f"/game/{look}/1/which{way}", data={"board": "london"})
        assert answer.status_code == 403


@pytest.mark.parametrize("make", [photos.blank_photo, photos.other_photo])
def test_what_is_no_map_is_refused_with_the_reason(client: FlaskClient, make: Any) -> None:
    answer = upload(client, make(), board="auto")
    assert answer.headers["Location"].endswith("/which")
    page = page_of(client, answer.headers["Location"])
    assert "No map was found" in page
    # Another photo is what helps: it is asked for first.
    main = page[page.index("button picker primary") :]
    assert main.index("Take a photo") < main.index("Choose a photo") < main.index("</p>")
    assert page.count("primary") == 2  # the other is behind "Enter by hand"
    assert page.index("Take a photo") < page.index("A board from my box")
    assert page.count("Take a photo") == 1


def test_a_photo_of_a_known_board_is_not_said_to_show_none(
    client: FlaskClient, games: GameStore
) -> None:
    game = begin(client, "Anna")
    instead = {"reason": "no-board", "instead": "london"}
    games.set_not_read(game.rsplit("/", 1)[1], 1, instead)
    jpeg = NewPicture(PictureInfo(9, 9), b"jpeg")
    games.put_photo(game.rsplit("/", 1)[1], 1, jpeg, Source.PHOTO)
    page = page_of(client, f"{game}/1/which")
    assert "The photo shows" in page
    assert "is not that of the board" in page
    assert "No map was found" not in page


def test_another_board_is_asked_about_where_what_was_read_would_go(
    client: FlaskClient, games: GameStore, taught: str
) -> None:
    game = begin(client, "Anna", "Boris", board=taught)
    key = game.rsplit("/", 1)[1]
    # With nothing read or drawn, a tap is enough.
    assert page_of(client, f"{game}/1/which").count("<summary") == 1
    for seat in (1, 2):
        assert send(client, f"{game}/{seat}", photo_of_town()) == f"{game}/{seat}"
    page = page_of(client, f"{game}/1/which")
    asked = page.split('<details class="sure" name="sure">')[1:]
    assert len(asked) == 7
    for one in asked:
        before = one[one.index("<form") : one.index("</form>")]
        assert "The photos of 2 players are read again" in before
        assert "Change to “" in before
    # Entered by hand on another board it goes as well.
    by_hand = page[page.index("/which/by-hand") :]
    assert "The photos of 2 players are read again" in by_hand[: by_hand.index("</form>")]
    # The board that is played on takes nothing away.
    assert f'value="{taught}"' not in "".join(asked)
    # What is gone already is not asked about, what another player has is.
    instead = {"reason": "other-board", "instead": "london"}
    games.set_not_read(key, 1, instead)
    assert "The photo of 1 player is read again" in page_of(client, f"{game}/1/which")
    games.set_not_read(key, 2, instead)
    assert "Change to" not in page_of(client, f"{game}/1/which")


@pytest.mark.parametrize("way", ["", "/by-hand"])
def test_what_was_read_since_the_page_was_loaded_is_not_put_aside_unasked(
    client: FlaskClient, games: GameStore, way: str
) -> None:
    game = begin(client, "Anna", "Boris")
    key = game.rsplit("/", 1)[1]
    page = page_of(client, f"{game}/2/which")
    assert "Change to" not in page
    form = {"board": "london", "seen": seen_in(page)}
    edit(client, f"{game}/1", {"kind": "section", "where": "a0-b0", "value": True})
    refused = client.post(f"{game}/2/which{way}", data=form)
    assert refused.status_code == 409
    assert games.load(key).board_id == "first-city"
    assert "The boards of this game were read meanwhile" in refused.text
    # The way back leads to the page as it is now: with the question.
    assert f'href="{game}/2/which"' in refused.text
    again = page_of(client, f"{game}/2/which")
    assert "Change to “London" in again
    # A page of another board knows nothing of what is read on this one.
    for seen in ("", "london 1"):
        answer = client.post(f"{game}/2/which{way}", data={"board": "london", "seen": seen})
        assert answer.status_code == 409
    client.post(f"{game}/2/which{way}", data={"board": "london", "seen": seen_in(again)})
    assert games.load(key).board_id == "london"


def seen_in(page: str) -> str:
    """Return what a form of *page* knows of the game."""
    found = re.search(r'name="seen" value="([^"]*)"', page)
    assert found
    return found[1]


def test_the_page_knows_when_its_photo_is_read_on_another_board(
    client: FlaskClient, app: Flask, games: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(client, "Anna", "Boris")
    key = game.rsplit("/", 1)[1]
    games.put_photo(key, 2, NewPicture(PictureInfo(9, 9), b"jpeg"), Source.PHOTO)
    games.set_not_read(key, 2, {"reason": "other-board", "unknown": True})
    page = page_of(client, f"{game}/2/which")
    assert "data-asked" in page
    shown = json_at(client, f"{game}/2/which/now")
    assert f'data-shown="{shown["shown"]}"' in page
    assert (shown["on"], shown["reading"]) == (None, False)
    assert f'data-seen="{json_at(client, f"{game}/stamp")["stamp"]}"' in page
    # Anna chooses the board for all, and all photos are read on it.
    client.post(f"{game}/1/which/by-hand", data={"board": "london", "seen": seen_in(page)})
    monkeypatch.setattr(app.extensions["scorer"].desk, "reading", lambda key: {2})
    after = json_at(client, f"{game}/2/which/now")
    assert after["reading"]
    assert after["on"] == f"{game}/2"
    assert after["shown"] != shown["shown"]


def test_boards_are_shown_small(client: FlaskClient, taught: str) -> None:
    for board in ("first-city", taught):
        answer = client.get(f"/boards/{board}/small.jpg")
        assert len(answer.data) < 40_000
        with Image.open(BytesIO(answer.data)) as image:
            assert max(image.size) == 400
    assert client.get("/boards/none/small.jpg").status_code == 404


def test_the_start_page_begins_with_finding_out(client: FlaskClient) -> None:
    page = client.get("/").text
    first = re.search(r"<select name=\"board\">\s*<option value=\"([^\"]*)\"", page)
    assert first is not None
    assert first[1] == "auto"


def test_whoever_only_looks_on_is_refused_at_once(client: FlaskClient, games: GameStore) -> None:
    game = begin(client, "Anna")
    look = f"/game/{games.load(game.split('/')[-1]).view_key}/1"
    for form in ("which", "corners"):
        answer = client.get(f"{look}/{form}")
        assert answer.status_code == 403
        assert "for looking only" in answer.text
    assert client.get(f"{game}/1/which").status_code == 200
