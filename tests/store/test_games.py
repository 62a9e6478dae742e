"""Games: keys, seats, versions, readings, pictures."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from scorer.rules.values import replace
from scorer.store.games import (
    ConflictError,
    Game,
    GameStore,
    NewPicture,
    NewPlayer,
    PictureInfo,
    PictureKind,
    Player,
    ReadOnlyError,
    Source,
    StoredReading,
    UnknownGameError,
)

MARKS = {"sections": ["a0-b0"]}
SETUP = {"ratings": {"school": 8}}
READING = StoredReading(0, MARKS, [{"kind": "section"}], [[1, 2]], {"blur": 0.1})
PICTURE = NewPicture(PictureInfo(4, 3, {"px_per_mm": 6.0}), b"jpeg")
ANNA = NewPlayer(MARKS, "Anna", "orange", Source.PHOTO)
BORIS = NewPlayer({"sections": []}, "Boris", "blue")


@pytest.fixture
def game(store: GameStore) -> Game:
    key = store.create("first-city", "first-city", SETUP, [ANNA, BORIS], single=False)
    return store.load(key)


def first(game: Game) -> Player:
    return game.player(1)


def test_a_new_game_comes_back_as_it_was_given(game: Game) -> None:
    assert (game.city, game.board_id, game.single) == ("first-city", "first-city", False)
    assert (game.setup, game.editable, game.photos) == (SETUP, True, 0)
    assert [(one.seat, one.name, one.colour) for one in game.players] == [
        (1, "Anna", "orange"),
        (2, "Boris", "blue"),
    ]
    assert (first(game).marks, first(game).source) == (MARKS, Source.PHOTO)
    assert (first(game).reading, first(game).not_read, first(game).pictures) == (None, None, {})


def test_keys_cannot_be_guessed(store: GameStore) -> None:
    games = [store.load(store.create("c", "b", {}, [], single=True)) for _ in range(30)]
    keys = {key for game in games for key in (game.key, game.view_key)}
    assert len(keys) == 60
    assert all(re.fullmatch(r"[\w-]{22}", key) for key in keys)


def test_an_unknown_key_or_seat_is_refused(store: GameStore, game: Game) -> None:
    with pytest.raises(UnknownGameError):
        store.load("nothing")
    with pytest.raises(UnknownGameError):
        store.stamp("nothing")
    with pytest.raises(UnknownGameError):
        game.player(3)
    with pytest.raises(UnknownGameError):
        store.change_board(game.key, 3, 1, {}, frozenset())


def test_the_view_key_shows_everything_and_changes_nothing(store: GameStore, game: Game) -> None:
    store.put_photo(game.key, 1, PICTURE, Source.PHOTO)
    seen, before = store.load(game.view_key), store.load(game.key)
    assert (seen.key, seen.editable) == (game.view_key, False)
    assert seen.players == before.players
    assert store.picture(game.view_key, 1, PictureKind.PHOTO) == b"jpeg"
    assert store.stamp(game.view_key) == store.stamp(game.key)
    key = game.view_key
    for change in (
        lambda: store.change_board(key, 1, 1, {}, frozenset()),
        lambda: store.change_setup(key, 1, {}),
        lambda: store.change_player(key, 1, "Mallory", ""),
        lambda: store.change_own(key, 1, 1, {}),
        lambda: store.add_player(key, BORIS),
        lambda: store.remove_player(key, 1),
        lambda: store.add_reading(key, 1, 1, READING, MARKS, PICTURE),
        lambda: store.set_not_read(key, 1, {}),
        lambda: store.put_photo(key, 1, PICTURE, Source.PHOTO),
        lambda: store.delete(key),
    ):
        with pytest.raises(ReadOnlyError):
            change()
    assert store.load(game.key) == before


def test_a_change_is_kept_and_counted(store: GameStore, game: Game) -> None:
    version = first(game).version
    changed = store.change_board(game.key, 1, version, {"sections": []}, frozenset({"section:x"}))
    assert changed == store.load(game.key)
    assert first(changed).marks == {"sections": []}
    assert first(changed).settled == {"section:x"}
    assert first(changed).version == version + 1
    assert changed.player(2) == game.player(2)


def test_a_change_without_a_difference_counts_too(store: GameStore, game: Game) -> None:
    """Otherwise two writers of the same value would both believe to be first."""
    same = store.change_board(game.key, 1, first(game).version, MARKS, frozenset())
    assert first(same).version == first(game).version + 1
    setup = store.change_setup(game.key, game.version, SETUP)
    assert setup.version == game.version + 1


def test_a_change_of_an_old_version_is_refused_and_changes_nothing(
    store: GameStore, game: Game
) -> None:
    newest = store.change_board(game.key, 1, first(game).version, {"sections": []}, frozenset())
    with pytest.raises(ConflictError):
        store.change_board(game.key, 1, first(game).version, {"sections": ["x"]}, frozenset())
    newest = store.change_setup(game.key, newest.version, {"ratings": {}})
    with pytest.raises(ConflictError):
        store.change_setup(game.key, game.version, {"lost": True})
    assert store.load(game.key) == newest


def test_every_change_changes_the_stamp(store: GameStore, game: Game) -> None:
    key, stamps = game.key, [store.stamp(game.key)]
    for change in (
        lambda: store.change_board(key, 2, 1, MARKS, frozenset()),
        lambda: store.change_setup(key, 1, {}),
        lambda: store.change_player(key, 1, "Anne", "green"),
        lambda: store.change_own(key, 1, 2, {"balance_cards": 1}),
        lambda: store.add_reading(key, 1, 3, READING, MARKS, PICTURE),
        lambda: store.set_not_read(key, 1, {"reason": "no-board"}),
        lambda: store.put_photo(key, 1, PICTURE, Source.PHOTO),
        lambda: store.add_player(key, BORIS),
        lambda: store.remove_player(key, 2),
    ):
        change()
        stamps.append(store.stamp(key))
    assert len(set(stamps)) == len(stamps)


def test_a_seat_is_never_given_anew(store: GameStore, game: Game) -> None:
    store.add_player(game.key, replace(ANNA, name="Chen"))
    store.remove_player(game.key, 2)
    store.add_player(game.key, replace(ANNA, name="Dora"))
    store.remove_player(game.key, 4)
    after = store.add_player(game.key, replace(ANNA, name="Eva"))
    assert [(one.seat, one.name) for one in after.players] == [
        (1, "Anna"),
        (3, "Chen"),
        (5, "Eva"),
    ]


def test_reading_again_adds_a_reading_and_keeps_the_first(store: GameStore, game: Game) -> None:
    one = store.add_reading(game.key, 1, first(game).version, READING, MARKS, PICTURE)
    assert first(one).reading == replace(READING, number=1)
    other = replace(READING, marks={"sections": ["b0-c0"]}, doubts=[])
    version = first(one).version
    two = store.add_reading(game.key, 1, version, other, {"sections": ["kept"]}, PICTURE)
    assert first(two).reading == replace(other, number=2)
    assert first(two).marks == {"sections": ["kept"]}


def test_a_reading_of_an_old_version_is_refused(store: GameStore, game: Game) -> None:
    store.change_board(game.key, 1, first(game).version, {"sections": []}, frozenset())
    with pytest.raises(ConflictError):
        store.add_reading(game.key, 1, first(game).version, READING, MARKS, PICTURE)
    assert first(store.load(game.key)).reading is None


def test_a_reading_forgets_that_an_earlier_one_failed(store: GameStore, game: Game) -> None:
    store.set_not_read(game.key, 1, {"reason": "no-board"})
    failed = first(store.load(game.key))
    assert failed.not_read == {"reason": "no-board"}
    after = store.add_reading(game.key, 1, failed.version, READING, MARKS, PICTURE)
    assert first(after).not_read is None


def test_a_photo_is_kept_in_place_of_the_earlier_one_and_counted(
    store: GameStore, game: Game
) -> None:
    store.put_photo(game.key, 2, NewPicture(PictureInfo(8, 6), b"old"), Source.PHOTO)
    store.put_photo(game.key, 2, NewPicture(PictureInfo(5, 5), b"new"), Source.SAMPLE, "other")
    assert store.picture(game.key, 2, PictureKind.PHOTO) == b"new"
    assert store.picture(game.key, 1, PictureKind.PHOTO) is None
    after = store.load(game.key)
    assert after.photos == 2
    digest = sha256(b"new").hexdigest()
    assert after.player(2).pictures == {PictureKind.PHOTO: PictureInfo(5, 5, digest=digest)}
    assert (after.player(2).source, after.player(2).board_id) == (Source.SAMPLE, "other")


def test_deleting_deletes_photo_and_readings(store: GameStore, game: Game) -> None:
    store.put_photo(game.key, 1, PICTURE, Source.PHOTO)
    version = first(store.load(game.key)).version
    store.add_reading(game.key, 1, version, READING, MARKS, PICTURE)
    store.delete(game.key)
    assert store.picture(game.key, 1, PictureKind.PHOTO) is None
    for key in (game.key, game.view_key):
        with pytest.raises(UnknownGameError):
            store.load(key)


def test_no_file_holds_a_deleted_photo_any_more(tmp_path: Path, file_store: GameStore) -> None:
    store = file_store
    key = store.create("first-city", "first-city", SETUP, [NewPlayer(MARKS)], single=True)
    photo = NewPicture(PictureInfo(10, 10), b"the marked photo" * 4000)
    store.put_photo(key, 1, photo, Source.PHOTO)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(b"the marked photo" in path.read_bytes() for path in files)
    store.delete(key)
    assert not any(b"the marked photo" in path.read_bytes() for path in files if path.exists())
