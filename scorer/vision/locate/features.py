"""Where a board may lie in a photo, from details that both its picture and the photo show."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from io import BytesIO
from itertools import pairwise
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import SHIPPED, BoardPicture, kept_with_picture

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

# The reference picture is looked at in this resolution, about that of a map in a photo.
_REFERENCE_PX_PER_MM = 4.0
_MOST = 1500
# Large pictures are searched in tiles of at most this size, each with so much around it.
_TILE_PX, _OVERLAP_PX = 720, 64
# A detail must resemble its partner this much more than the next best one, in distance.
_CLEARLY = 0.86
# Partners of one board are turned alike, but for perspective.
_TURN_SPREAD = 0.6
_FEWEST = 8
# Looks (cosine) of two details that may be the same one.
_ALIKE = 0.8
# Photos may show several boards: so many are taken out before giving up.
_BOARDS = 3


@dataclass(frozen=True, slots=True)
class Details:
    """Details of a picture: where they are, how they are turned, what they look like.

    ``at`` is (N, 2), in pixels of the picture at full size; ``turn`` (N,) in radians;
    ``looks`` (N, 128), of unit length.
    """

    at: Doubles
    turn: Doubles
    looks: Floats


# Numbers of details in the photo and in the board's picture, and how alike they look.
Alike = tuple[NDArray[np.intp], NDArray[np.intp], Floats]


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a photo is searched for details: its longer side in pixels, and whether its
    contrasts are levelled out, which shows faint prints and more noise.
    """

    longest_px: int
    level: bool


# The first is as small as finds the map in nearly all photos: larger ones take that much longer.
ATTEMPTS = (Attempt(560, False), Attempt(1300, True), Attempt(2000, True))
# What a camera sees is small already, and is looked at but once.
GLANCE = Attempt(700, False)


def photo_details(grey: Bytes, attempt: Attempt) -> Details:
    """Return the details of a photo that *attempt* looks at."""
    return _photo_details(grey.tobytes(), grey.shape, attempt)


# A photo that does not show the board asked for is opened once more, for all other boards;
# meanwhile it is looked at in a mirror.
@lru_cache(maxsize=len(ATTEMPTS) + 1)
def _photo_details(pixels: bytes, shape: tuple[int, ...], attempt: Attempt) -> Details:
    grey = np.frombuffer(pixels, np.uint8).reshape(shape)
    scale = _scale(grey, attempt)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return details(np.asarray(small, np.uint8), scale, attempt.level)


def candidates(
    grey: Bytes, photo: Details, picture: BoardPicture, attempt: Attempt
) -> Iterator[Doubles]:
    """Yield homographies, (3, 3) from page mm to pixels of *grey*, the likeliest first.

    Whether one of them is the board has yet to be shown. *photo* are the photo's details as
    *attempt* sees them: they serve for many boards.
    """
    yield from details_candidates(grey, photo, board_details(picture, attempt.level), attempt)


def details_candidates(
    grey: Bytes, photo: Details, blank: Details, attempt: Attempt
) -> Iterator[Doubles]:
    """Yield homographies as ``candidates`` does, for a page whose details are *blank*, in mm."""
    scale = _scale(grey, attempt)
    if min(len(photo.at), len(blank.at)) < _FEWEST:
        return
    likeness = np.asarray(photo.looks @ blank.looks.T)
    pairs = _turned_alike(_pairs(likeness), blank, photo)
    alike: Alike | None = None
    for _ in range(_BOARDS):
        if len(pairs) < _FEWEST:
            return
        found = _homography(pairs, blank, photo, 4.0 / scale)
        if found is None:
            return
        homography, used = found
        if int(used.sum()) < _FEWEST:
            return
        alike = alike or _alike(likeness)
        yield _again(homography, alike, blank, photo)
        pairs = pairs[~used]


def _scale(grey: Bytes, attempt: Attempt) -> float:
    return float(min(1.0, attempt.longest_px / max(grey.shape)))


def details(grey: Bytes, scale: float, level: bool) -> Details:
    """Return the details of *grey*, which is a picture made *scale* times as large."""
    return _comparable(_details(grey, scale, level))


def _details(grey: Bytes, scale: float, level: bool) -> Details:
    """Return the details of *grey*; their looks are whole numbers, 0 … 255, as they are found."""
    if level:
        grey = np.asarray(cv2.createCLAHE(3.0, (8, 8)).apply(grey), np.uint8)
    tiles = [_in_tile(grey, rows, columns) for rows in _cuts(grey, 0) for columns in _cuts(grey, 1)]
    points = [point for found, _ in tiles for point in found]
    if not points:
        return Details(np.empty((0, 2)), np.empty(0), np.empty((0, 128), np.float32))
    best = np.argsort([-point.response for point in points], kind="stable")[:_MOST]
    found = [points[index] for index in best]
    looks = np.concatenate([looks for _, looks in tiles])[best]
    at = (np.array([point.pt for point in found]) + 0.5) / scale - 0.5
    return Details(at, np.radians([point.angle for point in found]), looks)


def _comparable(found: Details) -> Details:
    """Return *found* with looks that can be compared."""
    # Square roots of the shares compare better than the values themselves.
    looks = found.looks.astype(np.float32)
    shares = looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6)
    return Details(found.at, found.turn, np.sqrt(shares).astype(np.float32))


def _cuts(grey: Bytes, axis: int) -> list[tuple[int, int]]:
    """Return from where to where the tiles of *grey* go along *axis*."""
    number = -(-grey.shape[axis] // _TILE_PX)
    ends = np.linspace(0, grey.shape[axis], number + 1).round().astype(int).tolist()
    return list(pairwise(ends))


def _in_tile(
    grey: Bytes, rows: tuple[int, int], columns: tuple[int, int]
) -> tuple[list[cv2.KeyPoint], Floats]:
    """Return the details of a tile of *grey* and what they look like.

    One tile after the other: all at once would take hundreds of MB.
    """
    top, left = (max(0, first - _OVERLAP_PX) for first, _ in (rows, columns))
    window = grey[top : rows[1] + _OVERLAP_PX, left : columns[1] + _OVERLAP_PX]
    finder = cv2.SIFT.create(nfeatures=_MOST, contrastThreshold=0.025)
    found, looks = finder.detectAndCompute(np.ascontiguousarray(window), None)
    own = []
    for index, point in enumerate(found):
        x, y = point.pt[0] + left, point.pt[1] + top
        # What lies in the overlap is the next tile's.
        if columns[0] <= x + 0.5 < columns[1] and rows[0] <= y + 0.5 < rows[1]:
            point.pt = (x, y)
            own.append(index)
    if looks is None:
        return [], np.empty((0, 128), np.float32)
    return [found[index] for index in own], np.asarray(looks[own], np.float32)


@kept_with_picture
def board_details(picture: BoardPicture, level: bool) -> Details:
    """Return the details of a blank board, ``at`` being mm on the page."""
    return _comparable(_worked_out(picture, level) or blank_details(picture, level))


def blank_details(picture: BoardPicture, level: bool) -> Details:
    """Return the details of a blank board: ``at`` in mm, ``looks`` as whole numbers, 0 … 255."""
    return _details_in_mm(picture.rgb, picture.px_per_mm, level)


def page_details(rgb: Bytes, px_per_mm: float, level: bool) -> Details:
    """Return the details of the picture *rgb* of a page, ``at`` being mm on it."""
    return _comparable(_details_in_mm(rgb, px_per_mm, level))


def _details_in_mm(rgb: Bytes, px_per_mm: float, level: bool) -> Details:
    scale = _REFERENCE_PX_PER_MM / px_per_mm
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = _details(np.asarray(small, np.uint8), scale, level)
    return Details((found.at + 0.5) / px_per_mm, found.turn, found.looks)


def details_file(picture: BoardPicture) -> Traversable:
    """Return where the details of a shipped board's picture are kept once they are worked out."""
    return SHIPPED / f"{picture.board.id.replace(':', '-')}.npz"


def packed_details(picture: BoardPicture) -> bytes:
    """Return the content of ``details_file``: finding them takes a second, opening it nothing."""
    file = BytesIO()
    plain, level = (blank_details(picture, level) for level in (False, True))
    np.savez_compressed(
        file,
        of=_sum_of(picture),
        at0=plain.at,
        turn0=plain.turn,
        looks0=plain.looks.astype(np.uint8),
        at1=level.at,
        turn1=level.turn,
        looks1=level.looks.astype(np.uint8),
    )
    return file.getvalue()


def _worked_out(picture: BoardPicture, level: bool) -> Details | None:
    """Return ``blank_details`` from a file, if there is one of this very picture."""
    file = details_file(picture)
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes())) as kept:
        if kept["of"] != _sum_of(picture):
            return None
        return Details(kept[f"at{level:d}"], kept[f"turn{level:d}"], kept[f"looks{level:d}"])


@kept_with_picture
def _sum_of(picture: BoardPicture) -> NDArray[np.uint32]:
    return np.array(crc32(picture.rgb.tobytes()), np.uint32)


def _pairs(likeness: Floats) -> NDArray[np.intp]:
    """Return (N, 2) indices of details in the blank board and the photo that pair up.

    *likeness* is (photo, blank); it is the same again afterwards.
    """
    photo = np.arange(len(likeness))
    best = likeness.argmax(axis=1)
    first = likeness[photo, best]
    likeness[photo, best] = -1.0
    second = likeness.max(axis=1)
    likeness[photo, best] = first
    near, next_ = np.sqrt(np.maximum(2 - 2 * np.stack([first, second]), 0))
    clear = near < _CLEARLY * next_
    return np.stack([best[clear], photo[clear]], axis=1)


def _turned_alike(pairs: NDArray[np.intp], blank: Details, photo: Details) -> NDArray[np.intp]:
    """Return those of *pairs* whose turn, from board to photo, most others share."""
    if not len(pairs):
        return pairs
    turn = photo.turn[pairs[:, 1]] - blank.turn[pairs[:, 0]]
    tries = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    apart = np.abs(np.angle(np.exp(1j * (turn[None] - tries[:, None]))))
    alike = apart < _TURN_SPREAD
    return np.asarray(pairs[alike[alike.sum(axis=1).argmax()]])


def _homography(
    pairs: NDArray[np.intp], blank: Details, photo: Details, tolerance_px: float
) -> tuple[Doubles, NDArray[np.bool_]] | None:
    one, other = blank.at[pairs[:, 0]], photo.at[pairs[:, 1]]
    found, used = cv2.findHomography(
        one, other, cv2.USAC_MAGSAC, tolerance_px, maxIters=4000, confidence=0.9995
    )
    if found is None:
        return None
    return np.asarray(found, np.float64), np.asarray(used, np.bool_).ravel()


def _alike(likeness: Floats) -> Alike:
    """Return which details of photo and board, (N,) each, may be the same, and how likely."""
    flat = likeness.ravel()
    # In two dimensions numpy takes ten times as long.
    at = np.flatnonzero(flat > _ALIKE)
    other, one = np.divmod(at, likeness.shape[1])
    return other, one, flat[at]


def _again(homography: Doubles, alike: Alike, blank: Details, photo: Details) -> Doubles:
    """Return *homography* fitted again to all details that it brings near a likely partner.

    Most boards repeat their icons; once the place is roughly known, details that looked
    ambiguous are not.
    """
    expected = cv2.perspectiveTransform(blank.at[None], homography)[0]
    mm = _mm_in_px(homography, blank.at.mean(axis=0))
    other, one, likely = alike
    apart = np.linalg.norm(expected[one] - photo.at[other], axis=1)
    near = apart < 6 * mm
    one, other, likely, apart = one[near], other[near], likely[near], apart[near]
    turn = np.exp(1j * (photo.turn[other] - blank.turn[one]))
    usual = np.exp(-1j * np.angle(turn[apart < 2 * mm].sum()))
    kept = (turn * usual).real > np.cos(_TURN_SPREAD)
    one, other = one[kept], other[kept]
    # Sorted by likeness, the last of each detail of the board stays.
    order = np.argsort(likely[kept])
    partner = dict(zip(one[order].tolist(), other[order].tolist(), strict=True))
    if len(partner) < _FEWEST:
        return homography
    pairs = np.array(list(partner.items()), dtype=np.intp)
    found = _homography(pairs, blank, photo, 1.2 * mm)
    return homography if found is None else found[0]


def _mm_in_px(homography: Doubles, at_mm: Doubles) -> float:
    """Return how many photo pixels a millimetre has near *at_mm*."""
    square = at_mm + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    middle, right, down = cv2.perspectiveTransform(square[None], homography)[0]
    return float((np.linalg.norm(right - middle) + np.linalg.norm(down - middle)) / 2)
