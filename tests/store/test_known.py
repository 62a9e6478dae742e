"""A game that was looked at before is shown as it is now, whoever has changed it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.store.games import (
    Changed,
    GameStore,
    NewPicture,
    NewPlayer,
    PictureInfo,
    Played,
    Source,
    StoredReading,
)
from tests.support.stores import store_in

pytestmark = pytest.mark.slow

MARKS = {"sections": ["a0-b0"]}
NONE: frozenset[str] = frozenset()
READING = StoredReading(0, MARKS, [{"kind": "section"}], [[1, 2]], {"blur": 0.1})
PICTURE = NewPicture(PictureInfo(4, 3, {"px_per_mm": 6.0}), b"jpeg")


def newest(store: GameStore, key: str) -> int:
    return store.load(key).player(1).version


def begun_anew(store: GameStore, key: str) -> None:
    store.delete(key)
    store.create("paris", "paris", {}, [NewPlayer({}), NewPlayer({})], single=False, key=key)


def begun_without_players(store: GameStore, key: str) -> None:
    store.delete(key)
    store.create("paris", "paris", {}, [], single=False, key=key)


CHANGES: list[Callable[[GameStore, str], object]] = [
    lambda store, key: store.change_board(key, 1, newest(store, key), MARKS, NONE),
    lambda store, key: store.correct(key, 2, lambda _: Changed(MARKS, frozenset("x"), {"o": 1})),
    lambda store, key: store.change_setup(key, store.load(key).version, {"mode": "hard"}),
    lambda store, key: store.change_setup(key, store.load(key).version, {"goals": ["turns"]}),
    lambda store, key: store.play(key, lambda _: Played({"round": 2}, {1: {"tiles": 3}})),
    lambda store, key: store.change_player(key, 1, "Ева", "blue"),
    lambda store, key: store.change_own(key, 1, newest(store, key), {"goal": 2}),
    lambda store, key: store.add_player(key, NewPlayer({}, "Cem")),
    lambda store, key: store.remove_player(key, 3),
    begun_without_players,
    begun_anew,
    lambda store, key: store.put_photo(key, 1, PICTURE, Source.PHOTO),
    lambda store, key: store.set_not_read(key, 1, {"reason": "no-board"}),
    lambda store, key: store.add_reading(key, 1, newest(store, key), READING, {}, PICTURE),
    lambda store, key: store.set_reading_aside(
        key, 1, newest(store, key), lambda _: MARKS, {"reason": "other-board"}
    ),
    lambda store, key: store.change_map(key, "london", "london", {}, lambda _: ({}, NONE)),
    begun_anew,
]


def test_what_another_process_has_changed_is_seen_at_once(store: GameStore, tmp_path: Path) -> None:
    players = [NewPlayer({}, "Anna"), NewPlayer({}, "Boris")]
    key = store.create("first-city", "first-city", {}, players, single=False)
    view = store.load(key).view_key
    other = store_in(tmp_path)
    for change in CHANGES:
        before = store.load(key)
        change(other, key)
        fresh = store_in(tmp_path)
        now = fresh.load(key)
        assert now != before
        # Once as it is read, once as it is known.
        assert store.load(key) == store.load(key) == other.load(key) == now
        assert now.stamp == store.stamp(key)
        for player in now.players:
            assert now.board_stamp(player.seat) == store.board_stamp(key, player.seat)
        view = now.view_key
        assert store.load(view) == fresh.load(view)
        fresh.close()
    assert store.load(key).editable
    assert not store.load(view).editable
    other.close()
