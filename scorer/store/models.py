"""The tables. Marks, set-ups and readings are kept as their JSON, so that any version of the
app can read what an older one kept."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

# The box of games that are played on a city's boards.
EN_ROUTE = "en-route"


class Base(DeclarativeBase):
    """Base of all tables."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


class GameRow(Base):
    """One game: what all players share. ``single``: one board scored on its own.

    ``key`` opens the game for changes, ``view_key`` only for looking. ``box`` says which game
    is played; those of other boxes than En Route have no city, and no board unless they need one.
    ``left_seat`` is the highest seat that a player has left, 0 for none: phones may still hold
    changes for it, so nobody sits there again.
    """

    __tablename__ = "game"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    view_key: Mapped[str] = mapped_column(String(32), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    box: Mapped[str] = mapped_column(String(32), server_default=EN_ROUTE)
    city: Mapped[str] = mapped_column(String(64))
    board_id: Mapped[str] = mapped_column(String(64))
    single: Mapped[bool]
    setup: Mapped[dict[str, Any]]
    photos: Mapped[int]
    left_seat: Mapped[int] = mapped_column(server_default="0")
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
    # The name of the object that holds the bytes; empty: they stand in the row.
    place: Mapped[str] = mapped_column(String(64), default="", server_default="")
    # Differs between any two pictures; empty where nobody kept it.
    digest: Mapped[str] = mapped_column(String(64), default="", server_default="")

    board: Mapped[BoardRow] = relationship(back_populates="pictures")


class PhotoJobRow(Base):
    """A photo that waits on a server of several processes, and then where it led.

    ``work`` goes once it is ``over``; ``tries`` is how often its reading was begun.
    """

    __tablename__ = "photo_job"
    __table_args__ = (Index("photo_job_open", "over", "created_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    address: Mapped[str] = mapped_column(String(64))
    tries: Mapped[int]
    over: Mapped[bool]
    failed: Mapped[str] = mapped_column(String(32))
    work: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    outcome: Mapped[bytes | None] = mapped_column(LargeBinary)


class TaughtFile:
    """A file of what was taught, for servers that share no disk; ``taught`` is whose it is."""

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    changed_ns: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class BoardFileRow(TaughtFile, Base):
    """A file of a taught board."""

    __tablename__ = "board_file"

    taught: Mapped[str] = mapped_column("board_id", String(64), primary_key=True)


class MapFileRow(TaughtFile, Base):
    """A file of a taught map of Ticket to Ride."""

    __tablename__ = "map_file"

    taught: Mapped[str] = mapped_column("map_id", String(64), primary_key=True)


class SettingRow(Base):
    """Something that all processes of a server have to agree on, such as the key of cookies."""

    __tablename__ = "setting"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)
