"""Pictures in a store of objects: what a row names is there, and goes with it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorer.store.database import StoreError, open_database
from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, PictureKind, Source
from scorer.store.objects import InObjects
from scorer.store.pictures import InDatabase, pictures_at
from scorer.store.values import NotReachableError

PHOTO = NewPicture(PictureInfo(4, 3), b"a photo")
OTHER = NewPicture(PictureInfo(4, 3), b"another")
LATER = timedelta(minutes=1)


@pytest.fixture(params=["file", "memory"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> InObjects:
    return InObjects("memory:///" if request.param == "memory" else f"file://{tmp_path}/photos")


@pytest.fixture
def store(objects: InObjects, tmp_path: Path) -> Iterator[GameStore]:
    store = GameStore(open_database(tmp_path / "data"), objects)
    yield store
    store.close()


@pytest.fixture
def key(store: GameStore) -> str:
    players = [NewPlayer({}, "Anna"), NewPlayer({}, "Boris")]
    return store.create("first-city", "first-city", {}, players, single=False)


def test_a_folder_that_cannot_be_made_is_named() -> None:
    with pytest.raises(StoreError, match=r"SCORER_PHOTOS_URL: .* folder /proc/none/photos \("):
        InObjects("file:///proc/none/photos")


def names(objects: InObjects) -> list[str]:
    return list(objects.names(datetime.now(UTC) + LATER))


def test_a_photo_is_an_object_and_the_row_holds_only_its_name(
    store: GameStore, key: str, objects: InObjects, tmp_path: Path
) -> None:
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    assert store.picture(key, 1, PictureKind.PHOTO) == b"a photo"
    assert store.picture(store.load(key).view_key, 1, PictureKind.PHOTO) == b"a photo"
    assert len(names(objects)) == 1
    files = [path.read_bytes() for path in (tmp_path / "data").iterdir()]
    assert not any(b"a photo" in file for file in files)


def test_a_new_photo_takes_the_old_ones_place(
    store: GameStore, key: str, objects: InObjects
) -> None:
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    store.put_photo(key, 1, OTHER, Source.PHOTO)
    assert store.picture(key, 1, PictureKind.PHOTO) == b"another"
    assert len(names(objects)) == 1


def test_objects_go_with_their_player_their_game_and_their_time(
    store: GameStore, key: str, objects: InObjects
) -> None:
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    store.put_photo(key, 2, OTHER, Source.PHOTO)
    store.remove_player(key, 2)
    assert len(names(objects)) == 1
    now, seen = datetime.now(UTC), store.board_stamp(key, 1)
    assert store.forget_old(now - LATER, now + LATER) == 1
    assert names(objects) == []
    # Pages that show the photo hear that it is gone.
    assert store.board_stamp(key, 1) != seen
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    store.delete(key)
    assert names(objects) == []


def test_a_change_that_fails_leaves_the_photo_before(
    store: GameStore, key: str, objects: InObjects
) -> None:
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    with pytest.raises(ValueError, match="nobody sits"):
        store.put_photo(key, 7, OTHER, Source.PHOTO)
    assert store.picture(key, 1, PictureKind.PHOTO) == b"a photo"
    assert len(names(objects)) == 1


def test_objects_that_no_row_names_are_swept_after_an_hour(
    store: GameStore, key: str, objects: InObjects, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    objects.keep(b"left behind by a process that was killed before it wrote the row")
    assert store.forget_orphans() == 0
    assert len(names(objects)) == 2
    monkeypatch.setattr("scorer.store.objects._AN_HOUR", -LATER)
    assert store.forget_orphans() == 1
    assert store.picture(key, 1, PictureKind.PHOTO) == b"a photo"


def test_photos_kept_before_there_was_a_store_are_found(tmp_path: Path, objects: InObjects) -> None:
    old = GameStore(open_database(tmp_path / "old"))
    key = old.create("first-city", "first-city", {}, [NewPlayer({})], single=True)
    old.put_photo(key, 1, PHOTO, Source.PHOTO)
    old.close()
    new = GameStore(open_database(tmp_path / "old"), objects)
    assert new.picture(key, 1, PictureKind.PHOTO) == b"a photo"
    new.put_photo(key, 1, OTHER, Source.PHOTO)
    new.close()
    without = GameStore(open_database(tmp_path / "old"))
    with pytest.raises(LookupError, match="SCORER_PHOTOS_URL"):
        without.picture(key, 1, PictureKind.PHOTO)
    without.close()


def test_a_store_that_does_not_answer_is_told_apart_from_a_photo_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, objects: InObjects
) -> None:
    with pytest.raises(LookupError):
        objects.load(b"", "no-such-object")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    away = InObjects("s3://bucket/photos?endpoint=http://127.0.0.1:9")
    with pytest.raises(NotReachableError):
        away.keep(b"a photo")


@pytest.mark.parametrize("url", ["photos", "gopher://example.org", "s3:/bucket"])
def test_an_address_that_is_none_is_refused_with_what_to_do(url: str) -> None:
    with pytest.raises(StoreError, match="expected one like"):
        pictures_at(url)


def test_without_an_address_photos_stay_in_the_database() -> None:
    assert isinstance(pictures_at(""), InDatabase)
