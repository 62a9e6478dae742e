"""Keeps games: every change checks that it builds on the newest version."""

import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from scorer.store.models import GameRow, PictureRow, ReadingRow, now

Json = dict[str, Any]


class Source(StrEnum):
    """Where a game's marks come from."""

    PHOTO = "photo"
    SAMPLE = "sample"
    HAND = "hand"
    FILE = "file"


class PictureKind(StrEnum):
    """The pictures that a game keeps."""

    PHOTO = "photo"
    RECTIFIED = "rectified"


class UnknownGameError(ValueError):
    """A key that no game has."""


class ConflictError(ValueError):
    """A change that builds on a version which is no longer the newest."""


@dataclass(frozen=True, slots=True)
class StoredReading:
    """What one reading of the photo found; ``number`` counts from 1."""

    number: int
    marks: Json
    doubts: list[Any]
    corners_xy: list[Any]
    quality: Json


@dataclass(frozen=True, slots=True)
class PictureInfo:
    """A kept picture without its bytes. ``frame`` is null for the upright photo."""

    width: int
    height: int
    frame: Json | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is kept; ``settled`` names the doubts that a person has answered."""

    key: str
    city: str
    board_id: str
    source: Source
    marks: Json
    setup: Json
    settled: frozenset[str]
    not_read: Json | None
    version: int
    reading: StoredReading | None = None
    pictures: dict[PictureKind, PictureInfo] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewPicture:
    """A picture to keep, as JPEG."""

    info: PictureInfo
    jpeg: bytes


class GameStore:
    """All games in one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def create(self, city: str, board_id: str, source: Source, marks: Json, setup: Json) -> str:
        """Keep a new game and return its key, which cannot be guessed."""
        key = secrets.token_urlsafe(16)
        row = GameRow(
            key=key,
            city=city,
            board_id=board_id,
            source=source.value,
            marks=marks,
            setup=setup,
            settled=[],
            not_read=None,
        )
        with Session(self._engine) as session, session.begin():
            session.add(row)
        return key

    def load(self, key: str) -> Game:
        """Return the game with *key*.

        Raises
        ------
        UnknownGameError
            If there is none.
        """
        with Session(self._engine) as session:
            return _game(_row(session, key))

    def change(
        self, key: str, version: int, marks: Json, setup: Json, settled: frozenset[str]
    ) -> Game:
        """Keep new marks, set-up and answered doubts; return the game as it is now.

        Raises
        ------
        UnknownGameError, ConflictError
            If there is no such game, or *version* is not its newest.
        """
        with Session(self._engine) as session:
            row = _row_at(session, key, version)
            row.marks, row.setup, row.settled = marks, setup, sorted(settled)
            _commit(session)
            return _game(row)

    def add_reading(
        self,
        key: str,
        version: int,
        reading: StoredReading,
        marks: Json,
        rectified: NewPicture,
    ) -> Game:
        """Keep a reading beside the earlier ones, and *marks* as the current ones.

        The number of *reading* is given here. Raises as ``change`` does.
        """
        with Session(self._engine) as session:
            row = _row_at(session, key, version)
            row.marks, row.not_read = marks, None
            row.readings.append(
                ReadingRow(
                    number=len(row.readings) + 1,
                    marks=reading.marks,
                    doubts=reading.doubts,
                    corners_xy=reading.corners_xy,
                    quality=reading.quality,
                )
            )
            _put_picture(row, PictureKind.RECTIFIED, rectified)
            _commit(session)
            return _game(row)

    def set_not_read(self, key: str, reason: Json) -> None:
        """Keep why the photo could not be read."""
        with Session(self._engine) as session:
            _row(session, key).not_read = reason
            _commit(session)

    def put_picture(self, key: str, kind: PictureKind, picture: NewPicture) -> None:
        """Keep *picture*, in place of an earlier one of its kind."""
        with Session(self._engine) as session:
            _put_picture(_row(session, key), kind, picture)
            _commit(session)

    def picture(self, key: str, kind: PictureKind) -> bytes | None:
        """Return a picture's JPEG, or None if the game has no such picture."""
        query = select(PictureRow.jpeg).where(
            PictureRow.game_key == key, PictureRow.kind == kind.value
        )
        with Session(self._engine) as session:
            return session.scalar(query)

    def close(self) -> None:
        """Let go of the database file."""
        self._engine.dispose()

    def delete(self, key: str) -> None:
        """Forget a game with all its readings and pictures."""
        with Session(self._engine) as session, session.begin():
            session.delete(_row(session, key))


def _row(session: Session, key: str) -> GameRow:
    row = session.get(GameRow, key)
    if row is None:
        raise UnknownGameError("There is no such board here.")
    return row


def _row_at(session: Session, key: str, version: int) -> GameRow:
    row = _row(session, key)
    if row.version != version:
        raise ConflictError(f"the board is at version {row.version}, not {version}")
    row.changed_at = now()
    return row


def _commit(session: Session) -> None:
    try:
        session.commit()
    except StaleDataError as error:
        raise ConflictError("the board changed at the same moment") from error


def _put_picture(row: GameRow, kind: PictureKind, picture: NewPicture) -> None:
    kept = next((old for old in row.pictures if old.kind == kind.value), None)
    if kept is None:
        kept = PictureRow(kind=kind.value)
        row.pictures.append(kept)
    kept.width, kept.height = picture.info.width, picture.info.height
    kept.frame, kept.jpeg = picture.info.frame, picture.jpeg


def _game(row: GameRow) -> Game:
    return Game(
        key=row.key,
        city=row.city,
        board_id=row.board_id,
        source=Source(row.source),
        marks=row.marks,
        setup=row.setup,
        settled=frozenset(row.settled),
        not_read=row.not_read,
        version=row.version,
        reading=_reading(row.readings[-1]) if row.readings else None,
        pictures={
            PictureKind(kept.kind): PictureInfo(kept.width, kept.height, kept.frame)
            for kept in row.pictures
        },
    )


def _reading(row: ReadingRow) -> StoredReading:
    return StoredReading(row.number, row.marks, row.doubts, row.corners_xy, row.quality)
