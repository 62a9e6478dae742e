"""What the store hands out and takes: plain frozen values, no rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

Json = dict[str, Any]

# In the quality of a reading that counts no more: it was taken back, or is of another board. One
# that is newer than what counts may be asked about, or a person has declined it.
ASIDE = "aside"
ASKED, DECLINED = "asked", "declined"
# In what is one player's alone: the place at the table, where it is not that of the own seat.
PLACE = "place"


class Source(StrEnum):
    """Where a board's marks come from."""

    PHOTO = "photo"
    SAMPLE = "sample"
    HAND = "hand"
    FILE = "file"


class PictureKind(StrEnum):
    """The pictures that a board keeps: its photo, more photos of it, and the map from above.

    The other photo and its map are of a reading that does not count, so that it can be chosen. A
    photo that was not read, or not yet, stands in the place of the one that counts meanwhile.
    """

    PHOTO = "photo"
    RECTIFIED = "rectified"
    SECOND = "second"
    THIRD = "third"
    OTHER = "other"
    OTHER_RECTIFIED = "other-rectified"


# Photos of the same filled board from other sides, in the order in which they came.
OTHER_VIEWS = (PictureKind.SECOND, PictureKind.THIRD)


class UnknownGameError(ValueError):
    """A key that no game has, or a seat that the game has not."""


class UnknownSeatError(UnknownGameError):
    """A seat that nobody sits at, or no more, in a game that there is."""


class NeverSeatError(UnknownSeatError):
    """A seat that nobody ever sat at."""


class ReadOnlyError(ValueError):
    """A change with a key that is for looking only."""


class ConflictError(ValueError):
    """A change that builds on a version which is no longer the newest."""


class NoRoomError(ValueError):
    """A change that the disk has no room for; nothing of it is kept."""


class NotReachableError(Exception):
    """The database, or another engine that the server needs, does not answer now."""


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
    """A kept picture without its bytes. ``frame`` is null for the upright photo.

    The same ``digest`` says that it is the same picture, an empty one nothing.
    """

    width: int
    height: int
    frame: Json | None = None
    digest: str = ""


@dataclass(frozen=True, slots=True)
class NewPicture:
    """A picture to keep, as JPEG."""

    info: PictureInfo
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player to begin with, and what is on their board."""

    marks: Json
    name: str = ""
    colour: str = ""
    source: Source = Source.HAND
    own: Json = field(default_factory=dict)
    settled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Player:
    """A player and their board; ``settled`` names the doubts that a person has answered.

    ``seat`` counts from 1 and is never given anew; ``own`` is what of the set-up is theirs alone,
    and under ``PLACE`` whose seat they took at the table.
    ``other`` is the reading of a later photo that does not count: it shows another drawing, and
    nobody has chosen yet, or somebody has chosen what was there before.
    """

    seat: int
    name: str
    colour: str
    board_id: str
    source: Source
    marks: Json
    own: Json
    settled: frozenset[str]
    not_read: Json | None
    version: int
    reading: StoredReading | None = None
    pictures: Mapping[PictureKind, PictureInfo] = field(default_factory=dict)
    other: StoredReading | None = None

    @property
    def asked(self) -> StoredReading | None:
        """The reading of a photo of which nobody has said yet whether it counts."""
        return self.other if self.other and self.other.quality[ASIDE] == ASKED else None


@dataclass(frozen=True, slots=True)
class Changed:
    """A board after a change: its marks, and what else of it and its game is another now.

    What is None stays as it was. ``quality`` holds the quality of readings by their number.
    """

    marks: Json
    settled: frozenset[str]
    own: Json | None = None
    setup: Json | None = None
    quality: Mapping[int, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """A game of another box after a change: what all share, and what is the players' own.

    ``players`` holds those seats that have changed.
    """

    setup: Json
    players: Mapping[int, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is kept. ``key`` is the one it was asked for with.

    ``editable``: whether that key is for changes; ``view_key`` is for looking only.
    """

    key: str
    view_key: str
    editable: bool
    created_at: datetime
    box: str
    city: str
    board_id: str
    single: bool
    setup: Json
    photos: int
    version: int
    players: tuple[Player, ...]
    # The highest seat that somebody left: it is given to nobody else.
    left_seat: int = 0
    # When it or one of its boards was changed last.
    changed_at: datetime | None = None

    @property
    def stamp(self) -> str:
        """A text that differs after every change of the game or one of its boards.

        It is of this very state: a page that is given both never misses what comes after.
        """
        return stamp_of(self.version, sum(one.version for one in self.players), len(self.players))

    def board_stamp(self, seat: int) -> str:
        """Return a text that differs after every change of what one board's page shows."""
        goals = bool(self.setup.get("goals"))
        task = any(one.marks.get("task") for one in self.players)
        own = self.player(seat).version
        return board_stamp_of(self.version, own, self.stamp if goals else "", task=task)

    def player(self, seat: int) -> Player:
        """Return who sits at *seat*.

        Raises
        ------
        UnknownSeatError
            If nobody does.
        NeverSeatError
            If nobody ever did.
        """
        for player in self.players:
            if player.seat == seat:
                return player
        given = max([self.left_seat, *(player.seat for player in self.players)])
        kind = UnknownSeatError if 1 <= seat <= given else NeverSeatError
        raise kind(f"nobody sits at {seat} in this game")


def stamp_of(game: int, boards: int, count: int) -> str:
    """Return the stamp of a game by its version, the sum of its boards' and their number."""
    return f"{game}.{boards}.{count}"


def board_stamp_of(game: int, board: int, table: str, *, task: bool) -> str:
    """Return the stamp of a board by its game's version and its own.

    It begins with the version of that page: what others draw does not change it, but for goal
    cards, which all compete for; *table* is the game's stamp then. *task* says whether anybody has
    ringed the crossroads of a task, which then everybody is asked for.
    """
    return ".".join([f"{game + board}", *(["task"] if task else []), *([table] if table else [])])
