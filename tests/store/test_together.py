"""Many people and several servers at once: nothing fails, nothing is lost."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import event

from scorer.store.database import FILE_NAME, StoreError, keep_safely, open_database
from scorer.store.games import (
    ConflictError,
    GameStore,
    NewPicture,
    NewPlayer,
    NoRoomError,
    PictureInfo,
    Source,
    UnknownGameError,
)

pytestmark = pytest.mark.slow

PEOPLE = 20
OPENING = (
    "import sys, pathlib; from scorer.store.database import open_database;"
    "open_database(pathlib.Path(sys.argv[1])).dispose()"
)
PHOTO = NewPicture(PictureInfo(4, 3), b"jpeg" * 1000)


def at_once(work: Callable[[int], object]) -> list[object]:
    """Return what *work* gives for each person, all at the same moment."""
    with ThreadPoolExecutor(PEOPLE) as pool:
        return list(pool.map(work, range(PEOPLE)))


@pytest.fixture
def key(store: GameStore) -> str:
    return store.create("first-city", "first-city", {}, [NewPlayer({}, "Anna")], single=False)


def test_all_who_join_at_once_are_in(store: GameStore, key: str) -> None:
    at_once(lambda i: store.add_player(key, NewPlayer({}, f"Player {i}")))
    names = {player.name for player in store.load(key).players}
    assert names == {"Anna", *(f"Player {i}" for i in range(PEOPLE))}


def test_all_photos_sent_at_once_are_kept(store: GameStore, key: str) -> None:
    at_once(lambda i: store.add_player(key, NewPlayer({}, f"Player {i}")))
    at_once(lambda i: store.put_photo(key, i + 1, PHOTO, Source.PHOTO))
    at_once(lambda i: store.set_not_read(key, i + 1, {"reason": "no-board"}))
    game = store.load(key)
    assert game.photos == PEOPLE
    assert all(player.not_read for player in game.players[:PEOPLE])


def test_taps_on_one_board_at_once_are_kept_or_told_to_be_late(store: GameStore, key: str) -> None:
    def tap(i: int) -> int:
        for tries in range(1000):
            player = store.load(key).player(1)
            marks = {"sections": [*player.marks.get("sections", []), i]}
            try:
                store.change_board(key, 1, player.version, marks, frozenset())
            except ConflictError:
                continue
            return tries
        raise AssertionError("never kept")

    at_once(tap)
    assert sorted(store.load(key).player(1).marks["sections"]) == list(range(PEOPLE))


def test_a_game_deleted_while_others_change_it_is_unknown_to_them(
    store: GameStore, key: str
) -> None:
    def change(i: int) -> str:
        try:
            if i == PEOPLE // 2:
                store.delete(key)
            else:
                store.change_player(key, 1, f"Name {i}", "blue")
        except UnknownGameError:
            return "unknown"
        return "kept"

    assert at_once(change).count("kept") >= 1
    with pytest.raises(UnknownGameError):
        store.load(key)


def test_servers_started_together_on_a_new_folder_all_start(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    command = [sys.executable, "-c", OPENING, str(folder)]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    assert [server.communicate()[1] for server in started] == [b""] * 4
    assert [server.returncode for server in started] == [0] * 4


def test_what_is_kept_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    open_database(folder).dispose()
    keep_safely(folder / "secret.key", b"secret")
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert modes[FILE_NAME] == modes["secret.key"] == 0o600


def test_a_damaged_database_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"This is no database. " * 100)
    with pytest.raises(StoreError, match=r"games\.sqlite3 cannot be read .*back-up"):
        open_database(tmp_path)


def test_a_database_of_a_newer_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    open_database(tmp_path).dispose()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        open_database(tmp_path)


def test_a_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    store = GameStore(engine)
    key = store.create("first-city", "first-city", {}, [NewPlayer({}, "Anna")], single=True)
    engine.dispose()

    def no_room_left(connection: sqlite3.Connection, _: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    event.listen(engine, "connect", no_room_left)
    large = NewPicture(PictureInfo(4, 3), bytes(1_000_000))
    with pytest.raises(NoRoomError):
        store.put_photo(key, 1, large, Source.PHOTO)
    assert store.load(key).photos == 0
    store.close()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "secret.key"
    with pytest.raises(StoreError, match="SCORER_DATA"):
        keep_safely(path, b"new")
    assert not path.parent.exists()


def test_a_photo_deleted_during_a_back_up_leaves_the_journal_later(
    file_store: GameStore, tmp_path: Path
) -> None:
    store = file_store
    key = store.create("first-city", "first-city", {}, [NewPlayer({}, "Anna")], single=False)
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    back_up = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    back_up.execute("BEGIN")
    back_up.execute("SELECT count(*) FROM game").fetchone()
    store.delete(key)
    journal = tmp_path / f"{FILE_NAME}-wal"
    assert PHOTO.jpeg[:400] in journal.read_bytes()
    back_up.execute("COMMIT")
    back_up.close()
    store.create("first-city", "first-city", {}, [NewPlayer({}, "Boris")], single=True)
    assert PHOTO.jpeg[:400] not in journal.read_bytes()
