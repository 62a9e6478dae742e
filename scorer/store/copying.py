"""Copies all games from one database into another, be they of one kind or of two."""

from collections.abc import Iterator

from sqlalchemy import Connection, Engine, Table, func, insert, select

from scorer.store.database import WRITES, StoreError
from scorer.store.models import Base, BoardFileRow, MapFileRow, PhotoJobRow, PictureRow, SettingRow
from scorer.store.pictures import Pictures

# What a server of one process keeps in files: their rows are not copied.
_IN_FILES = {row.__tablename__ for row in (PhotoJobRow, BoardFileRow, MapFileRow, SettingRow)}
_TABLES = [table for table in Base.metadata.sorted_tables if table.name not in _IN_FILES]
_BATCH = 200


def copy_games(source: Engine, target: Engine, read: Pictures, write: Pictures) -> None:
    """Copy all rows of *source* into *target*, all or nothing; pictures from *read* to *write*.

    Raises
    ------
    StoreError
        If *target* has games already, or those of *source* change meanwhile.
    """
    writer = target.execution_options(**{WRITES: True})
    with source.connect() as reading, writer.begin() as writing:
        if any(_count(writing, table) for table in _TABLES):
            raise StoreError("there are games already where these are to go")
        for table in _TABLES:
            for batch in _batches(reading, table):
                if table.name == PictureRow.__tablename__:
                    batch = [_relaid(row, read, write) for row in batch]
                writing.execute(insert(table), batch)
        for table in _TABLES:
            if _count(reading, table) != _count(writing, table):
                raise StoreError(f"games changed meanwhile ({table.name}): stop the server first")


def _relaid(row: dict[str, object], read: Pictures, write: Pictures) -> dict[str, object]:
    jpeg, place = row["jpeg"], row["place"]
    assert isinstance(jpeg, bytes)
    assert isinstance(place, str)
    jpeg, place = write.keep(read.load(jpeg, place))
    return {**row, "jpeg": jpeg, "place": place}


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    rows = connection.execution_options(yield_per=_BATCH).execute(
        select(table).order_by(*table.primary_key)
    )
    for batch in rows.mappings().partitions():
        yield [dict(row) for row in batch]


def _count(connection: Connection, table: Table) -> int:
    return int(connection.scalar(select(func.count()).select_from(table)) or 0)


def counted(engine: Engine) -> tuple[int, int]:
    """Return how many games and pictures there are."""
    tables = Base.metadata.tables
    with engine.connect() as connection:
        return _count(connection, tables["game"]), _count(connection, tables["picture"])
