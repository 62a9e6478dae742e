"""Games: keys, versions, readings, pictures."""

import re
from dataclasses import replace

import pytest

from scorer.store.games import (
    ConflictError,
    Game,
    GameStore,
    NewPicture,
    PictureInfo,
    PictureKind,
    Source,
    StoredReading,
    UnknownGameError,
)

MARKS = {"sections": ["a0-b0"]}
SETUP = {"ratings": {"school": 8}}
READING = StoredReading(0, MARKS, [{"kind": "section"}], [[1, 2]], {"blur": 0.1})
PICTURE = NewPicture(PictureInfo(4, 3, {"px_per_mm": 6.0}), b"jpeg")


@pytest.fixture
def game(store: GameStore) -> Game:
    return store.load(store.create("first-city", "first-city", Source.PHOTO, MARKS, SETUP))


def test_a_new_game_comes_back_as_it_was_given(game: Game) -> None:
    assert (game.city, game.board_id, game.source) == ("first-city", "first-city", Source.PHOTO)
    assert (game.marks, game.setup, game.settled) == (MARKS, SETUP, frozenset())
    assert (game.reading, game.not_read, game.pictures) == (None, None, {})


def test_keys_cannot_be_guessed(store: GameStore) -> None:
    keys = {store.create("c", "b", Source.HAND, {}, {}) for _ in range(50)}
    assert len(keys) == 50
    assert all(re.fullmatch(r"[\w-]{22}", key) for key in keys)


def test_an_unknown_key_is_refused(store: GameStore) -> None:
    with pytest.raises(UnknownGameError):
        store.load("nothing")


def test_a_change_is_kept_and_counted(store: GameStore, game: Game) -> None:
    changed = store.change(game.key, game.version, {"sections": []}, {}, frozenset({"section:x"}))
    assert changed == store.load(game.key)
    assert (changed.marks, changed.setup) == ({"sections": []}, {})
    assert changed.settled == {"section:x"}
    assert changed.version == game.version + 1


def test_a_change_without_a_difference_counts_too(store: GameStore, game: Game) -> None:
    """Otherwise two writers of the same value would both believe to be first."""
    same = store.change(game.key, game.version, MARKS, SETUP, frozenset())
    assert same.version == game.version + 1


def test_a_change_of_an_old_version_is_refused_and_changes_nothing(
    store: GameStore, game: Game
) -> None:
    newest = store.change(game.key, game.version, {"sections": []}, SETUP, frozenset())
    with pytest.raises(ConflictError):
        store.change(game.key, game.version, {"sections": ["lost"]}, SETUP, frozenset())
    assert store.load(game.key) == newest


def test_reading_again_adds_a_reading_and_keeps_the_first(store: GameStore, game: Game) -> None:
    first = store.add_reading(game.key, game.version, READING, MARKS, PICTURE)
    assert first.reading == replace(READING, number=1)
    other = replace(READING, marks={"sections": ["b0-c0"]}, doubts=[])
    second = store.add_reading(game.key, first.version, other, {"sections": ["kept"]}, PICTURE)
    assert second.reading == replace(other, number=2)
    assert second.marks == {"sections": ["kept"]}


def test_a_reading_of_an_old_version_is_refused(store: GameStore, game: Game) -> None:
    store.change(game.key, game.version, {"sections": []}, SETUP, frozenset())
    with pytest.raises(ConflictError):
        store.add_reading(game.key, game.version, READING, MARKS, PICTURE)
    assert store.load(game.key).reading is None


def test_a_reading_forgets_that_an_earlier_one_failed(store: GameStore, game: Game) -> None:
    store.set_not_read(game.key, {"reason": "no-board", "hint": "closer"})
    failed = store.load(game.key)
    assert failed.not_read == {"reason": "no-board", "hint": "closer"}
    assert store.add_reading(game.key, failed.version, READING, MARKS, PICTURE).not_read is None


def test_a_picture_replaces_the_one_of_its_kind_only(store: GameStore, game: Game) -> None:
    store.put_picture(game.key, PictureKind.PHOTO, NewPicture(PictureInfo(8, 6), b"photo"))
    store.put_picture(game.key, PictureKind.RECTIFIED, PICTURE)
    store.put_picture(game.key, PictureKind.RECTIFIED, NewPicture(PictureInfo(5, 5), b"other"))
    assert store.picture(game.key, PictureKind.PHOTO) == b"photo"
    assert store.picture(game.key, PictureKind.RECTIFIED) == b"other"
    assert store.load(game.key).pictures == {
        PictureKind.PHOTO: PictureInfo(8, 6),
        PictureKind.RECTIFIED: PictureInfo(5, 5),
    }


def test_deleting_deletes_photo_and_readings(store: GameStore, game: Game) -> None:
    store.put_picture(game.key, PictureKind.PHOTO, PICTURE)
    store.add_reading(game.key, store.load(game.key).version, READING, MARKS, PICTURE)
    store.delete(game.key)
    assert store.picture(game.key, PictureKind.PHOTO) is None
    with pytest.raises(UnknownGameError):
        store.load(game.key)
