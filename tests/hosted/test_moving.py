"""A server's games go into PostgreSQL and back: every row, picture, board, map, town and photo."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select

from scorer.rules.innsmouth.teaching.edits import new_town
from scorer.rules.values import replace
from scorer.store.database import StoreError, keep_safely, open_database
from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, PictureKind, Source
from scorer.store.models import Base
from scorer.store.postgres import open_postgres
from scorer.store.values import StoredReading
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import packed, save_taught
from scorer.vision.innsmouth.page import PICTURE_FILE
from scorer.web.games import towns
from scorer.web.games.innsmouth import InnsmouthPlug
from scorer.web.games.tickettoride import drafts
from scorer.web.hosted.moving import Moved, into_engines, out_of_engines
from scorer.web.hosted.settings import Engines
from scorer.web.reading.keeping import Aim
from scorer.web.reading.messages import Task
from scorer.web.reading.waiting import Waiting, WaitingRoom

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
