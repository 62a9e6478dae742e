"""What the app and a process that reads photos tell each other, and how.

``Connection.send`` pickles, and whoever unpickles runs what the pickle says: a photo that took
over a decoder could then take over the app too. So only bytes go over the connection: one
MessagePack value a message, of a limited size, decoded as one of the types below or not at all.
"""

from multiprocessing.connection import Connection
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.msgpack import Decoder

from scorer.rules.jsonfile import data_of, value_from
from scorer.rules.position.marks import Marks
from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.boards.halfboard import Side
from scorer.vision.doubts import Doubt
from scorer.vision.innsmouth.known import Known
from scorer.vision.innsmouth.written import WrittenTownReading
from scorer.vision.links.written import WrittenLinks
from scorer.vision.locate.look import Look
from scorer.vision.photo.container import is_film
from scorer.vision.written import WrittenReading

T = TypeVar("T")
Corners = list[tuple[float, float]]

# A photo of 20 MB, encoded anew, and little else.
MOST_BYTES = 64_000_000
# A film is read as several photos are, after its pictures were looked through.
_A_FILM_MORE = 3
# Why a board is not learned that may only be hard to find: a person can show where it is.
HARD_TO_FIND = ("no-board", "not-a-map")
# Why a board is not learned whose map, or whose name, has been taught before: a person may want
# it anyway.
TAUGHT_ALREADY = "taught-already"


class Frame(Struct, frozen=True):
    """Where a picture of the map lies on the board's page."""

    origin_mm: tuple[float, float]
    px_per_mm: float


class Learn(Struct, frozen=True):
    """A board to learn: the city, and the name it shall be known by.

    On photos that are ``drawn`` on it is filled, else blank. ``more`` are further photos of the
    same map. With ``better`` the board has been taught: its picture is made better by the
    photos, and all else of it stays. ``anyway``: although it seems to be drawn on, or known.
    """

    city: str
    name: str
    drawn: bool = False
    more: tuple[bytes, ...] = ()
    better: bool = False
    anyway: bool = False


class Before(Struct, frozen=True):
    """What was read of a board before, of which halves, and the map as it was cut out."""

    marks: Marks
    doubts: tuple[Doubt, ...]
    sides: frozenset[Side]
    jpeg: bytes
    frame: Frame


class Links(Struct, frozen=True):
    """A map of Ticket to Ride whose links are to be read, and the players' colours if all known.

    ``maps`` is the folder of those that were taught. A ``blank`` map is to be taught: its photo
    is only opened.
    """

    map_id: str
    maps: str
    colours: tuple[BusColour, ...] = ()
    blank: bool = False


class Board(Struct, frozen=True):
    """A board of Innsmouth to read: its town's file as JSON, None the practice town's.

    ``known`` lies beside it, and on the other boards of the table. ``maps`` is the folder with
    the picture of the town's blank board; without it the board is as the app prints the town.
    """

    town: str | None
    known: Known
    maps: str = ""


class Task(Struct, frozen=True):
    """A photo to read, for the process.

    ``board_id`` is None where it is to be found out; ``boards`` is the folder of those that
    were taught. ``corners_xy`` were set by a person, in pixels of the upright photo;
    ``all_the_same``: who says too that it is this board whatever its print. A photo of one half
    of a board joins ``before``, which holds the other one. With ``glance`` the photo is only a
    camera's picture: it is looked at, not read. With ``links`` it shows a map instead of a board,
    with ``innsmouth`` a board of that game.

    ``views`` are further photos of the same filled board, read together with this one. If it
    ``joins`` them it came last, and ``corners_xy`` are those of the first of them.
    """

    data: bytes
    board_id: str | None
    boards: str
    corners_xy: Corners | None = None
    learn: Learn | None = None
    before: Before | None = None
    all_the_same: bool = False
    glance: bool = False
    links: Links | None = None
    innsmouth: Board | None = None
    views: tuple[bytes, ...] = ()
    joins: bool = False

    @property
    def patience(self) -> int:
        """How many times as long as reading a photo this may take."""
        if self.learn:
            return 2 + len(self.learn.more)
        return 1 + len(self.views) + _A_FILM_MORE * is_film(self.data)


class Stage(Struct, frozen=True, tag=True):
    """The stage that begins now; the first one says that the process is ready.

    Of several photos it is about number ``photo`` of ``photos``.
    """

    name: str
    photo: int = 0
    photos: int = 0


class View(Struct, frozen=True):
    """A further picture of a film, as ``Opened`` has the first."""

    jpeg: bytes
    width: int
    height: int


class Opened(Struct, frozen=True, tag=True):
    """The photo as it is to be kept: upright, encoded anew, without metadata.

    Of a film it is one picture, and ``views`` are others.
    """

    jpeg: bytes
    width: int
    height: int
    views: tuple[View, ...] = ()


class Refused(Struct, frozen=True, tag=True):
    """Why the photo was not read; of which board its map is, and where, if it was found.

    ``half`` is the half of a double board that was found alone; ``instead`` is the known board
    that the photo shows, where that is not the one asked for; ``others_xy`` are the corners of
    other boards in the photo, any of which may be meant.
    """

    reason: str
    board_id: str = ""
    instead: str = ""
    half: Side | None = None
    corners_xy: tuple[tuple[float, float], ...] = ()
    others_xy: tuple[tuple[tuple[float, float], ...], ...] = ()


class Read(Struct, frozen=True, tag=True):
    """What was read, and the map as a JPEG with its frame on the board's page.

    ``half`` is the half that the photo shows, if it shows one alone; ``sides`` are all halves
    that photos have shown by then. ``all_the_same``: it is this board because a person says so.
    ``picture`` tells the picture of a taught board from those it had before and will have,
    ``places`` does so of the places that the photo was read by.
    """

    reading: WrittenReading
    jpeg: bytes
    width: int
    height: int
    frame: Frame
    half: Side | None = None
    sides: frozenset[Side] = frozenset()
    all_the_same: bool = False
    picture: str = ""
    places: str = ""


class ReadLinks(Struct, frozen=True, tag=True):
    """Whose the links of a map are, and the page as a JPEG that begins at its top left corner."""

    reading: WrittenLinks
    jpeg: bytes
    width: int
    height: int
    px_per_mm: float


# Parts of a page that show a sign beside the map, by bonus, and of its name: left, top, width and
# height, in mm.
PartsBeside = dict[str, tuple[tuple[float, float, float, float], ...]]


class ReadTown(Struct, frozen=True, tag=True):
    """What was read of a board of Innsmouth, and its map as a JPEG with its frame on the page.

    ``beside`` tells where the page has what players circle.
    """

    reading: WrittenTownReading
    jpeg: bytes
    width: int
    height: int
    frame: Frame
    beside: PartsBeside = {}


class Taught(Struct, frozen=True, tag=True):
    """A board was learned and kept.

    ``unknown`` are the places, by kind and name as in doubts, whose print no photo has shown yet;
    ``photos_used`` is in how many of the photos the board was found, and ``sure_of_turn`` is
    False where nothing told which side of the map is the upper one.
    """

    board_id: str
    unknown: tuple[tuple[str, str], ...] = ()
    photos_used: int = 1
    sure_of_turn: bool = True


# The last message about a photo is one of these.
End = Read | ReadLinks | ReadTown | Refused | Taught | Look
Message = Stage | Opened | End

# Made when the module is: a first use in two threads at once would not be safe.
TASKS = Decoder(Task, dec_hook=value_from)
MESSAGES: Decoder[Message] = Decoder(Message, dec_hook=value_from)


class LostError(Exception):
    """The other side of a connection has gone, or what it sends is no message."""


def put(connection: Connection, value: Struct) -> None:
    """Send one message.

    Raises
    ------
    LostError
    """
    try:
        connection.send_bytes(msgspec.msgpack.encode(value, enc_hook=data_of))
    except OSError as error:
        raise LostError(f"cannot send: {error}") from error


def take(connection: Connection, decoder: Decoder[T]) -> T:
    """Return the next message, decoded; it may have ``MOST_BYTES`` at most.

    Raises
    ------
    LostError
    """
    try:
        return decoder.decode(connection.recv_bytes(MOST_BYTES))
    except (EOFError, OSError, msgspec.MsgspecError) as error:
        raise LostError(f"cannot take: {error}") from error
