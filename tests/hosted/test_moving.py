"""A server's games go into PostgreSQL and back: every row, picture, board, map, town and photo."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, select

from scorer.rules.innsmouth.teaching.edits import new_town
from scorer.rules.values import replace
from scorer.store.database import StoreError, keep_safely, open_database
from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, PictureKind, Source
from scorer.store.models import Base
from scorer.store.postgres import open_postgres
from scorer.store.sharing import Settings, TaughtFiles, TaughtKind
from scorer.store.values import StoredReading
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import packed, save_taught
from scorer.vision.innsmouth.page import PICTURE_FILE
from scorer.web.games import towns
from scorer.web.games.innsmouth import InnsmouthPlug
from scorer.web.games.tickettoride import drafts
from scorer.web.hosted.moving import Moved, into_engines, out_of_engines
from scorer.web.hosted.settings import DATABASE, REDIS, Engines
from scorer.web.reading.keeping import Aim
from scorer.web.reading.messages import Task
from scorer.web.reading.waiting import Waiting, WaitingRoom
from tests.support.commands import refused, scorer
from tests.support.engines import Postgres

pytestmark = pytest.mark.slow

TOWN_PICTURE = f"maps/our-town/{PICTURE_FILE}"
SECRET = bytes(range(32))
PHOTO = NewPicture(PictureInfo(4, 3), b"\xff\xd8 a photo " * 500)
CUT = NewPicture(PictureInfo(5, 6, {"px_per_mm": 6.5, "origin_mm": [0.25, 1.0]}), b"\xff\xd8 cut")
MARKS = {
    "sections": ["a0-b0"],
    "tourists": {"B3": {"circle": 2}},
    "note": "Борис · さくら · 王小明",
}
BOARD = {"geometry.json": b"{}", "reference.png": b"a picture"}
READING = StoredReading(0, MARKS, [{"kind": "section"}], [[1.5, 2]], {"blur": 0.1})
WAITS = Waiting(Task(b"waits" * 999, "first-city", ""), Aim(Source.PHOTO), "10.0.0.1")


def fill(folder: Path) -> str:
    """Keep one of everything in a data folder; return the key of a game."""
    store = GameStore(open_database(folder))
    players = [NewPlayer(MARKS, "Anna", own={"tours": []}), NewPlayer({}, "Борис")]
    plug = InnsmouthPlug()
    shared = {**plug.shared(), "town": towns.kept_text(new_town("our-town", "Our town"))}
    on_town = [NewPlayer(plug.own(), "Anna")]
    store.create("", "", shared, on_town, single=False, box=plug.id)
    key = store.create("first-city", "first-city", {"ratings": {}}, players, single=False)
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    store.add_reading(key, 1, store.load(key).player(1).version, READING, MARKS, CUT)
    store.set_not_read(key, 2, {"reason": "no-board"})
    for number in range(250):
        store.create("london", "london", {"n": number}, [NewPlayer({})], single=True)
    store.close()
    keep_safely(folder / "secret.key", SECRET)
    picture = load_picture("first-city")
    board = replace(picture.board, id="mine", name="My board", practice=False)
    save_taught(folder / "boards", replace(picture, board=board))
    drafts.begin(folder / "maps", "my-map", "My map", PHOTO.jpeg)
    towns.begin(folder / "maps", "our-town", "Our town", PHOTO.jpeg)
    keep_safely(folder / TOWN_PICTURE, b"the page of its blank board")
    WaitingRoom(folder / "waiting").keep("waits-for-its-turn", WAITS)
    return key


def rows(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    """All that stands in the tables of games, but where a picture's bytes lie."""
    apart = {"photo_job", "board_file", "map_file", "setting"}
    with engine.connect() as connection:
        return {
            table.name: [
                dict(row)
                for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in Base.metadata.sorted_tables
            if table.name not in apart
        }


def test_what_goes_into_postgresql_and_back_is_what_it_was(
    tmp_path: Path, engines: Engines
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    key = fill(old)
    objects = replace(engines, photos=f"file://{tmp_path}/photos")
    assert into_engines(old, objects) == Moved(252, 2, 1, 2, 1)
    far = open_postgres(engines.database)
    assert [row["jpeg"] for row in rows(far)["picture"]] == [b"", b""]
    far.dispose()
    with pytest.raises(StoreError, match="games already"):
        into_engines(old, objects)
    assert out_of_engines(objects, new) == Moved(252, 2, 1, 2, 1)
    before, after = open_database(old), open_database(new)
    assert rows(after) == rows(before)
    store = GameStore(after)
    assert store.picture(key, 1, PictureKind.PHOTO) == PHOTO.jpeg
    assert store.load(key).player(1).marks == MARKS
    store.close()
    before.dispose()
    assert (new / "secret.key").read_bytes() == SECRET
    assert packed(new / "boards", "mine") == packed(old / "boards", "mine")
    mine = [f"maps/my-map/{name}" for name in (drafts.DRAFT, drafts.PHOTO)]
    ours = [f"maps/our-town/{name}" for name in (towns.TOWN, towns.PHOTO)]
    for file in (*mine, *ours, TOWN_PICTURE):
        assert (new / file).read_bytes() == (old / file).read_bytes()
    assert list(WaitingRoom(new / "waiting").waiting()) == [("waits-for-its-turn", WAITS, True)]
    with pytest.raises(StoreError, match="games already"):
        out_of_engines(objects, new)


@pytest.fixture
def fresh(postgres: Postgres, engines: Engines) -> Iterator[Engines]:
    """Another database, with nothing in it."""
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE fresh")
    yield replace(engines, database=postgres.url.replace("/postgres", "/fresh"))
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("DROP DATABASE fresh WITH (FORCE)")


def teach(folder: Path, files: dict[str, bytes] = BOARD) -> None:
    """Lay files of a taught board and of a taught map into a data folder."""
    for kind in TaughtKind:
        for name, data in files.items():
            path = folder / kind.value / "mine" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def note_same(folder: Path) -> None:
    """Note that a database had the same, as a server of many processes does."""
    times = [("mine", name, (folder / "mine" / name).stat().st_mtime_ns) for name in BOARD]
    (folder / ".same").write_text(json.dumps(times))


def laid(folder: Path) -> dict[str, bytes]:
    """What lies in a data folder, but for the database."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    kept = [path for path in paths if not path.name.startswith("games.sqlite3")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def taught(url: str) -> list[dict[tuple[str, str], int]]:
    """What a database holds of taught boards and maps."""
    engine = open_postgres(url)
    found = [TaughtFiles(engine, kind).listed() for kind in TaughtKind]
    engine.dispose()
    return found


def test_a_folder_that_was_a_computers_copy_is_copied_whole_and_stays(
    tmp_path: Path, fresh: Engines
) -> None:
    old = tmp_path / "old"
    teach(old)
    # As a server with another database leaves it: what is not in this one was not removed.
    for kind in TaughtKind:
        note_same(old / kind.value)
    keep_safely(old / "secret.key", SECRET)
    (old / "waiting").mkdir()
    (old / "waiting" / "of-another-version.0").write_bytes(b"cannot be read")
    before = laid(old)
    assert into_engines(old, fresh) == Moved(0, 0, 1, 1, 0)
    assert laid(old) == before
    assert [set(one) for one in taught(fresh.database)] == [{("mine", name) for name in BOARD}] * 2


def test_a_folder_that_was_emptied_takes_all_back_and_the_database_keeps_it(
    tmp_path: Path, fresh: Engines
) -> None:
    old = tmp_path / "old"
    teach(old)
    into_engines(old, fresh)
    there = taught(fresh.database)
    for kind in TaughtKind:
        note_same(old / kind.value)
        shutil.rmtree(old / kind.value / "mine")
    (old / "games.sqlite3").unlink()
    # Nor is there a key of cookies: no server was ever started on it.
    assert out_of_engines(fresh, old) == Moved(0, 0, 1, 1, 0)
    assert laid(old) == {f"{kind.value}/mine/{name}": data
                         for kind in TaughtKind for name, data in BOARD.items()}  # fmt: skip
    assert taught(fresh.database) == there


def test_a_target_with_boards_of_its_own_is_refused_by_name_and_a_copy_is_not(
    tmp_path: Path, fresh: Engines
) -> None:
    old, copy, other = (tmp_path / name for name in ("old", "copy", "other"))
    teach(old)
    teach(copy)
    teach(other, {**BOARD, "geometry.json": b"{other}"})
    into_engines(old, fresh)
    with pytest.raises(StoreError, match="other boards already where these are to go: mine"):
        into_engines(other, fresh)
    before = laid(other)
    with pytest.raises(StoreError, match="other boards already where these are to go: mine"):
        out_of_engines(fresh, other)
    assert laid(other) == before
    assert out_of_engines(fresh, copy) == Moved(0, 0, 1, 1, 0)


def test_the_key_of_the_folder_takes_the_place_of_one_made_by_a_first_start(
    tmp_path: Path, fresh: Engines
) -> None:
    far = open_postgres(fresh.database)
    Settings(far).agreed("secret", lambda: b"made by a first start")
    keep_safely(tmp_path / "secret.key", SECRET)
    into_engines(tmp_path, fresh)
    assert Settings(far).value("secret") == SECRET
    far.dispose()


def test_photos_in_a_store_that_is_not_named_are_told(tmp_path: Path, fresh: Engines) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    store = GameStore(open_database(old))
    key = store.create("london", "london", {}, [NewPlayer({})], single=True)
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    store.close()
    into_engines(old, replace(fresh, photos=f"file://{tmp_path}/photos"))
    with pytest.raises(StoreError, match=r"nothing was copied: .* SCORER_PHOTOS_URL"):
        out_of_engines(fresh, new)


def test_the_command_counts_in_words_and_refuses_a_folder_that_is_not_there(
    tmp_path: Path, fresh: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE, fresh.database)
    monkeypatch.setenv(REDIS, fresh.redis)
    monkeypatch.setenv("SCORER_DATA", str(tmp_path / "typo"))
    refused(scorer("move"), f"there is no folder {tmp_path / 'typo'}")
    assert not (tmp_path / "typo").exists()
    monkeypatch.setenv("SCORER_DATA", str(tmp_path))
    teach(tmp_path)
    said = scorer("move").stdout
    assert "0 games with 0 pictures, 1 taught board, 1 taught map and 0 photos waiting" in said
