"""Making and migrating the database file."""

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from scorer.store.database import FILE_NAME, StoreError, open_database
from scorer.store.games import GameStore, Source
from scorer.store.models import Base


def test_the_migrations_make_the_tables_that_the_models_describe(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "new" / "folder")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_opening_again_keeps_what_is_there(tmp_path: Path) -> None:
    first = GameStore(open_database(tmp_path))
    key = first.create("first-city", "first-city", Source.HAND, {"sections": ["a0-b0"]}, {})
    first.close()
    second = GameStore(open_database(tmp_path))
    assert second.load(key).marks == {"sections": ["a0-b0"]}
    second.close()


def test_a_folder_that_is_a_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(StoreError, match=r"taken .*SCORER_DATA"):
        open_database(tmp_path / "taken")


def test_readers_need_not_wait_for_a_writer(tmp_path: Path) -> None:
    open_database(tmp_path).dispose()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
