"""The tables. Marks, set-ups and readings are kept as their JSON, so that any version of the
app can read what an older one kept."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """Base of all tables."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


class GameRow(Base):
    """One game: what all players share. ``single``: one board scored on its own.

    ``key`` opens the game for changes, ``view_key`` only for looking.
    """

    __tablename__ = "game"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    view_key: Mapped[str] = mapped_column(String(32), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    city: Mapped[str] = mapped_column(String(64))
    board_id: Mapped[str] = mapped_column(String(64))
    single: Mapped[bool]
    setup: Mapped[dict[str, Any]]
    photos: Mapped[int]
    version: Mapped[int] = mapped_column()

    boards: Mapped[list["BoardRow"]] = relationship(
        back_populates="game", order_by="BoardRow.seat", cascade="all, delete-orphan"
    )

    # Two phones may change one game at once: the second writer is told, never ignored.
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012


class BoardRow(Base):
    """One player's board. ``marks`` are the current ones, with all corrections.

    ``own`` is what of the set-up is this player's alone.
    """

    __tablename__ = "board"

    game_key: Mapped[str] = mapped_column(ForeignKey("game.key"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(40))
    colour: Mapped[str] = mapped_column(String(16))
    board_id: Mapped[str] = mapped_column(String(64))
    source: Mapped[str] = mapped_column(String(16))
    changed_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    marks: Mapped[dict[str, Any]]
    own: Mapped[dict[str, Any]]
    settled: Mapped[list[Any]]
    not_read: Mapped[dict[str, Any] | None]
    version: Mapped[int] = mapped_column()

    game: Mapped[GameRow] = relationship(back_populates="boards")
    readings: Mapped[list["ReadingRow"]] = relationship(
        back_populates="board", order_by="ReadingRow.number", cascade="all, delete-orphan"
    )
    pictures: Mapped[list["PictureRow"]] = relationship(
        back_populates="board", cascade="all, delete-orphan"
    )

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012


def _of_board() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["game_key", "seat"], ["board.game_key", "board.seat"])


class ReadingRow(Base):
    """What was read from the photo. Reading again adds a row; none is changed but set aside."""

    __tablename__ = "reading"
    __table_args__ = (_of_board(),)

    game_key: Mapped[str] = mapped_column(String(32), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    created_at: Mapped[datetime] = mapped_column(default=now)
    marks: Mapped[dict[str, Any]]
    doubts: Mapped[list[Any]]
    corners_xy: Mapped[list[Any]]
    quality: Mapped[dict[str, Any]]

    board: Mapped[BoardRow] = relationship(back_populates="readings")


class PictureRow(Base):
    """A picture of a board: the upright photo, or the map rectified from it.

    ``frame`` says where on the board's page a rectified picture lies.
    """

    __tablename__ = "picture"
    __table_args__ = (_of_board(),)

    game_key: Mapped[str] = mapped_column(String(32), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    width: Mapped[int]
    height: Mapped[int]
    frame: Mapped[dict[str, Any] | None]
    jpeg: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)

    board: Mapped[BoardRow] = relationship(back_populates="pictures")
