"""Reference pictures: what each board looks like when nothing is drawn on it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, wraps
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.rules.board.board import Board, BoardError
from scorer.rules.city.city import city_names, load_city
from scorer.rules.teaching.compared import kept_board

GEOMETRY_FILE = "geometry.json"
REFERENCE_FILE = "reference.png"
KNOWN_FILE = "known.png"
_FILES = (GEOMETRY_FILE, REFERENCE_FILE, KNOWN_FILE)
# Where the pictures of the boards that everybody has are.
SHIPPED = resources.files("scorer.vision.boards") / "references"
# A photo may be of any known board, one is tried after the other: so many pictures are kept. With
# fewer than there are, nothing would ever be found again.
_MOST_KEPT = 32

P = ParamSpec("P")
T = TypeVar("T")


class PictureError(BoardError):
    """A board whose reference picture is missing or broken, saying what to do."""


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """A board and the picture of its whole page with nothing drawn on it.

    Pictures are compared by identity, so that what is worked out from one can be kept.

    Attributes
    ----------
    board : Board
    rgb : (H, W, 3) uint8
        The page from its top left corner to its bottom right one.
    px_per_mm : float
    known : (H, W) uint8, optional
        How surely each pixel of ``rgb`` is print that a photo has shown, 0 … 255: a board learned
        from filled photos alone has places where no photo shows it. None: all of it is known.
    strange : bool
        Whether it is print that no network learned from, and looks unlike all that is.
    """

    board: Board
    rgb: NDArray[np.uint8]
    px_per_mm: float
    known: NDArray[np.uint8] | None = None
    strange: bool = False

    @cached_property
    def map_corners_mm(self) -> NDArray[np.float64]:
        """The map's outer corners a0, g0, g6, a6 on the page, (4, 2), in mm."""
        return map_corners_mm(self.board)


def kept_with_picture(
    work: Callable[Concatenate[BoardPicture, P], T],
) -> Callable[Concatenate[BoardPicture, P], T]:
    """Do *work* once for a picture and its further arguments: its result goes with the picture."""
    kept: WeakKeyDictionary[BoardPicture, dict[object, T]] = WeakKeyDictionary()

    @wraps(work)
    def found(picture: BoardPicture, /, *more: P.args, **named: P.kwargs) -> T:
        known = kept.setdefault(picture, {})
        key = (more, tuple(named.items()))
        if key not in known:
            known[key] = work(picture, *more, **named)
        return known[key]

    return found


def map_corners_mm(board: Board) -> NDArray[np.float64]:
    """Return the corners of the square that the lattice of *board* fills, (4, 2), in mm.

    Clockwise from the top left. A rounded map corner has no crossroads of its own, so
    the corners come from the outermost lattice lines.
    """
    points = [xy for point, xy in board.crossroads_xy.items() if point.lattice]
    (left, top), (right, bottom) = np.min(points, axis=0), np.max(points, axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def board_ids(extra: Path | None = None) -> tuple[str, ...]:
    """Return the ids of all boards: those shipped, then those taught into folder *extra*."""
    shipped = [load_city(name).practice_board.id for name in city_names()]
    taught = []
    if extra and extra.is_dir():
        taught = sorted(found.parent.name for found in extra.glob(f"*/{GEOMETRY_FILE}"))
    return tuple(dict.fromkeys([*shipped, *taught]))


def load_board(id_: str, extra: Path | None = None) -> Board:
    """Return the board called *id_*, shipped or taught into folder *extra*.

    Raises
    ------
    BoardError
        If there is no such board, with those there are, or its geometry is broken.
    """
    for name in city_names():
        if (board := load_city(name).practice_board).id == id_:
            return board
    if extra and id_ in board_ids(extra):
        return kept_board((extra / id_ / GEOMETRY_FILE).read_bytes())
    raise BoardError(f"unknown board {id_!r}; known are {', '.join(board_ids(extra))}")


def load_picture(board_id: str, extra: Path | None = None, *, keep: bool = True) -> BoardPicture:
    """Return the reference picture of the board called *board_id*.

    Parameters
    ----------
    board_id : str
    extra : Path, optional
        Folder of taught boards, each ``<id>/geometry.json`` and ``<id>/reference.png``.
    keep : bool
        Whether a taught board is kept for whoever asks for it again.

    Raises
    ------
    BoardError
        If there is no such board, or its geometry or picture is broken.
    """
    if (SHIPPED / f"{board_id}.png").is_file():
        return _shipped(board_id)
    if not keep:
        return _open_taught(board_id, extra)
    folder = extra / board_id if extra else None
    changed = tuple(_changed(folder / name) for name in _FILES) if folder else ()
    return _taught(board_id, extra, changed)


# What is worked out from a picture is kept by the picture's identity: a shipped board keeps its
# picture wherever boards are taught, and a taught one as long as its files do not change.
@cache
def _shipped(board_id: str) -> BoardPicture:
    return open_picture(load_board(board_id), (SHIPPED / f"{board_id}.png").read_bytes())


@lru_cache(maxsize=_MOST_KEPT)
def _taught(board_id: str, extra: Path | None, changed: tuple[int, ...]) -> BoardPicture:
    return _open_taught(board_id, extra)


def _open_taught(board_id: str, extra: Path | None) -> BoardPicture:
    board = load_board(board_id, extra)
    taught = extra / board_id / REFERENCE_FILE if extra else None
    try:
        if taught and taught.is_file():
            known = taught.with_name(KNOWN_FILE)
            shown = known.read_bytes() if known.is_file() else None
            return open_picture(board, taught.read_bytes(), shown)
    except OSError as error:
        raise PictureError(f"board {board_id}: its picture is broken; teach it again") from error
    # A city's own layout is drawn, not photographed.
    way = "draw it by `make reference`" if board.practice else "teach it from a blank photo"
    raise PictureError(f"board {board_id}: it has no picture yet; {way}")


@kept_with_picture
def small_jpeg(picture: BoardPicture, longest_px: int) -> bytes:
    """Return *picture* as a JPEG of at most so many pixels, to choose the board by."""
    small = Image.fromarray(picture.rgb)
    small.thumbnail((longest_px, longest_px))
    data = BytesIO()
    small.save(data, "JPEG", quality=72, optimize=True)
    return data.getvalue()


def _changed(path: Path) -> int:
    """Return when a file was last changed, in ns; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def open_picture(board: Board, data: bytes, known: bytes | None = None) -> BoardPicture:
    """Return *data*, an image of the whole page of *board*, as its reference picture.

    Parameters
    ----------
    board : Board
    data : bytes
    known : bytes, optional
        An image of the same size that tells how surely each pixel is known.

    Raises
    ------
    PictureError
        If the picture is of another shape than the page, or *known* of another than the picture.
    OSError
        If either is no image.
    """
    with Image.open(BytesIO(data)) as image:
        rgb = np.asarray(image.convert("RGB"))
    height, width = rgb.shape[:2]
    scale = width / board.page_mm[0]
    if abs(height / scale - board.page_mm[1]) > 2.0:
        raise PictureError(
            f"board {board.id}: its picture is {width} × {height} px, "
            f"which is not the shape of a page of {board.page_mm[0]} × {board.page_mm[1]} mm"
        )
    return BoardPicture(board, rgb, scale, None if known is None else _known(board, known, rgb))


def _known(board: Board, data: bytes, rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    with Image.open(BytesIO(data)) as image:
        known = np.asarray(image.convert("L"))
    if known.shape != rgb.shape[:2]:
        raise PictureError(
            f"board {board.id}: what is known of it is {known.shape[1]} × {known.shape[0]} px, "
            f"its picture {rgb.shape[1]} × {rgb.shape[0]} px"
        )
    return known


def save_picture(picture: BoardPicture, folder: Path, geometry: bytes) -> None:
    """Write *picture* and its *geometry* file into *folder*, as ``load_picture`` wants them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / GEOMETRY_FILE).write_bytes(geometry)
    Image.fromarray(picture.rgb).save(folder / REFERENCE_FILE)
    if picture.known is not None:
        Image.fromarray(picture.known).save(folder / KNOWN_FILE)
