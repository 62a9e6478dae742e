"""What a public host keeps and for how long; at home nothing is ever forgotten."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorer.rules.values import replace
from scorer.store.games import GameStore, NewPicture, PictureInfo, PictureKind, Source
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import save_taught
from scorer.web import housekeeping
from scorer.web.app import create_app
from scorer.web.housekeeping import Housekeeper
from scorer.web.serving import limits
from scorer.web.serving.hosts import Public
from scorer.web.serving.limits import HOME, PUBLIC
from tests.support.client import OPEN, begin

pytestmark = pytest.mark.slow

PHOTO = NewPicture(PictureInfo(4, 3), b"jpeg")


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(tmp_path, {**OPEN, **Public("scores.example.org").flask_settings()})
    yield app
    app.extensions["scorer"].games.close()


@pytest.fixture
def keeper(public: Flask, tmp_path: Path) -> Housekeeper:
    return Housekeeper(public.extensions["scorer"].games, tmp_path / "boards", tmp_path / "maps")


def test_photos_go_first_then_games_then_boards_that_nobody_needs(
    public: Flask, keeper: Housekeeper, tmp_path: Path
) -> None:
    games: GameStore = public.extensions["scorer"].games
    key = begin(public.test_client(), "Anna").rpartition("/")[2]
    games.put_photo(key, 1, PHOTO, Source.PHOTO)
    picture = load_picture("first-city")
    for name in ("old", "new"):
        board = replace(picture.board, id=name, practice=False)
        save_taught(tmp_path / "boards", replace(picture, board=board))
    later = datetime.now(UTC)
    assert keeper.sweep(PUBLIC, later + timedelta(days=29)) == 0
    assert keeper.sweep(PUBLIC, later + timedelta(days=31)) == 1
    assert games.picture(key, 1, PictureKind.PHOTO) is None
    for file in (tmp_path / "boards" / "old").iterdir():
        os.utime(file, (0, 0))
    assert keeper.sweep(PUBLIC, later + timedelta(days=179)) == 1
    assert [one.name for one in (tmp_path / "boards").iterdir() if one.is_dir()] == ["new"]
    assert games.load(key).players
    assert keeper.sweep(PUBLIC, later + timedelta(days=181)) == 2
    with pytest.raises(ValueError, match="no such game"):
        games.load(key)


def test_a_game_is_kept_as_long_as_somebody_taps_on_it(public: Flask, keeper: Housekeeper) -> None:
    games: GameStore = public.extensions["scorer"].games
    key = begin(public.test_client(), "Anna").rpartition("/")[2]
    with games._writing() as session:
        session.execute(text("UPDATE game SET changed_at = '2020-01-01 00:00:00.000000'"))
        session.commit()
    assert keeper.sweep(PUBLIC) == 0
    assert games.load(key).players


def test_at_home_nothing_is_forgotten_or_refused(public: Flask, keeper: Housekeeper) -> None:
    assert keeper.sweep(HOME, datetime.now(UTC) + timedelta(days=9999)) == 0
    keeper.check_room(HOME)


def test_a_host_that_is_full_says_so_and_goes_on_with_the_games_it_has(
    public: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = public.test_client()
    game = begin(client, "Anna")
    monkeypatch.setattr(limits, "PUBLIC", replace(PUBLIC, most_bytes=1))
    monkeypatch.setattr(housekeeping, "_MEASURED_S", 0.0)
    answer = client.post("/boards", data={"board": "first-city"})
    assert answer.status_code == 507
    assert "is full" in answer.text
    assert client.post(f"{game}/players", data={"name": "Boris"}).status_code == 303


@pytest.mark.parametrize("address", ["/boards", "/photos", "/teach"])
def test_one_address_begins_ten_things_a_minute_on_a_public_host(
    tmp_path: Path, address: str
) -> None:
    settings = {**OPEN, **Public("scores.example.org").flask_settings(), "RATELIMIT_ENABLED": True}
    app = create_app(tmp_path, settings)
    client = app.test_client()
    form = {"board": "no-such-board"}
    answers = [client.post(address, data=form).status_code for _ in range(11)]
    assert answers[-1] == 429
    assert 429 not in answers[:10]
    app.extensions["scorer"].games.close()
