"""Making and migrating the database file."""

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from scorer.store.database import FILE_NAME, StoreError, open_database
from scorer.store.games import GameStore, NewPlayer, PictureInfo, PictureKind, Source
from scorer.store.models import Base


def test_the_migrations_make_the_tables_that_the_models_describe(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "new" / "folder")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_opening_again_keeps_what_is_there(tmp_path: Path) -> None:
    first = GameStore(open_database(tmp_path))
    player = NewPlayer({"sections": ["a0-b0"]}, "Anna")
    key = first.create("first-city", "first-city", {}, [player], single=True)
    first.close()
    second = GameStore(open_database(tmp_path))
    assert second.load(key).player(1).marks == {"sections": ["a0-b0"]}
    second.close()


OLD_GAME = {
    "key": "a-key-kept-since-then1", "created_at": "2026-11-01 10:00:00.000000",
    "changed_at": "2026-11-01 10:05:00.000000", "city": "first-city", "board_id": "first-city",
    "source": "photo", "marks": '{"sections": ["a0-b0"]}', "setup": '{"ratings": {"school": 8}}',
    "settled": '["section:a0-b0"]', "not_read": None, "version": 7,
}  # fmt: skip


def kept_by_the_first_version(folder: Path) -> None:
    """Make a database as the first version of the app left it, with one board."""
    config = Config()
    config.set_main_option("script_location", "scorer.store:migrations")
    engine = create_engine(f"sqlite:///{folder / FILE_NAME}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        names = ", ".join(f":{name}" for name in OLD_GAME)
        connection.execute(text(f"INSERT INTO game VALUES ({names})"), OLD_GAME)
        reading = "'[]', '[[1, 2]]', '{}'"
        connection.execute(
            text(f"INSERT INTO reading VALUES (:key, 1, :created_at, '{{}}', {reading})"), OLD_GAME
        )
        picture = "INSERT INTO picture VALUES (:key, 'photo', 8, 6, null, 'jpeg')"
        connection.execute(text(picture), OLD_GAME)
    engine.dispose()


def test_a_board_kept_by_the_first_version_is_a_game_of_one_board(tmp_path: Path) -> None:
    kept_by_the_first_version(tmp_path)
    store = GameStore(open_database(tmp_path))
    game = store.load(str(OLD_GAME["key"]))
    player = game.player(1)
    assert (game.single, game.setup, game.photos) == (True, {"ratings": {"school": 8}}, 1)
    assert game.box == "en-route"
    assert (player.source, player.settled, player.version) == (
        Source.PHOTO, frozenset({"section:a0-b0"}), 7,
    )  # fmt: skip
    assert player.marks == {"sections": ["a0-b0"]}
    assert player.reading is not None
    assert player.reading.corners_xy == [[1, 2]]
    assert player.pictures == {PictureKind.PHOTO: PictureInfo(8, 6)}
    assert store.load(game.view_key).editable is False
    changed = store.change_board(game.key, 1, 7, {"sections": []}, frozenset())
    assert changed.player(1).marks == {"sections": []}
    store.close()


def test_a_folder_that_is_a_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(StoreError, match=r"taken .*SCORER_DATA"):
        open_database(tmp_path / "taken")


def test_readers_need_not_wait_for_a_writer(tmp_path: Path) -> None:
    open_database(tmp_path).dispose()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
