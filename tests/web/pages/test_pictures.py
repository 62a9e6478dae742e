"""Board art and photos."""

import gzip
import re

import pytest
from flask.testing import FlaskClient

from scorer.store.games import GameStore, NewPicture, PictureInfo, Played, Source
from tests.support import tickettoride


@pytest.mark.slow
def test_board_art_is_an_svg_without_script(client: FlaskClient) -> None:
    response = client.get("/boards/first-city/art")
    assert response.mimetype == "image/svg+xml"
    assert response.text.startswith("<svg")
    assert "<script" not in response.text


def test_board_art_travels_compressed_where_that_is_understood(client: FlaskClient) -> None:
    plain = client.get("/boards/first-city/art").data
    packed = client.get("/boards/first-city/art", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain
    assert len(packed.data) < len(plain) / 3


def test_unchanged_board_art_is_not_sent_again(client: FlaskClient) -> None:
    tag = client.get("/boards/first-city/art").headers["ETag"]
    again = client.get("/boards/first-city/art", headers={"If-None-Match": tag})
    assert again.status_code == 304


def test_art_of_an_unknown_board_is_refused(client: FlaskClient) -> None:
    assert client.get("/boards/atlantis/art").status_code == 404


def test_a_board_by_hand_has_no_photo(client: FlaskClient, game: str) -> None:
    assert client.get(f"{game}/photo.jpg").status_code == 404
    response = client.get(f"{game}/corners")
    assert response.status_code == 404
    assert "This board has no photo" in response.text


def test_pages_show_the_newest_photo_whatever_a_browser_has_kept(
    client: FlaskClient, games: GameStore, game: str
) -> None:
    key = game.split("/")[2]
    ride = tickettoride.begin(client, "Anna", "Boris")
    unread = {"unread": {"seat": 1, "reason": "no-board"}}
    ride_key = ride.split("/")[2]
    games.play(ride_key, lambda now: Played(now.setup | unread))
    pages = {
        f"{game}/corners": key,
        f"{game}/corners/teach?city=first-city&name=Ours": key,
        f"{game}/which": key,
        f"/teach?key={key}&seat=1": key,
        f"{ride}/map-photo/corners": ride_key,
    }
    shown: dict[str, list[str]] = {page: [] for page in pages}
    for jpeg in (b"first", b"second"):
        for one in (key, ride_key):
            photo = NewPicture(PictureInfo(9, 9), jpeg)
            games.put_photo(one, 1, photo, Source.PHOTO)
        for page, addresses in shown.items():
            found = re.search(r'/game/[^"]*/1/photo\.jpg[^"]*', client.get(page).text)
            assert found, page
            assert client.get(found[0]).data == jpeg
            addresses.append(found[0])
    for page, (before, after) in shown.items():
        assert before != after, page
