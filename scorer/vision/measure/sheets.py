"""Pictures of what was measured: a contact sheet of the mistakes, and how far to trust doubts."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.vision.debug.draw import place_of
from scorer.vision.doubts import Doubt
from scorer.vision.geometry import Rectified
from scorer.vision.measure.evaluation import Read
from scorer.vision.measure.measure import Mistake
from scorer.vision.measure.summary import Bin
from scorer.vision.photo.gate import NotRead, open_photo

Picture = NDArray[np.uint8]

_TILE_PX = 260
_LABEL_PX = 66
_ACROSS = 5
_MOST_TILES = 60
# A tile shows so much of the board around a mistake.
_REACH_MM = 22.0
_RED, _AMBER, _BLACK, _WHITE = (190, 20, 30), (200, 120, 0), (20, 20, 20), (255, 255, 255)
_BLUE = (30, 90, 180)
_PLOT_PX, _PLOT_RIM = 560, 70
_TICKS = (0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.997, 0.999, 0.9997)


@dataclass(frozen=True, slots=True)
class Tile:
    """One mistake as seen on the board from above, with what was read and what is true."""

    picture: Picture
    lines: tuple[str, ...]
    confident: bool


def tiles_of(read: Read) -> list[Tile]:
    """Return a tile for each mistake in a photo; one of the whole photo where it was lost."""
    if read.reading is None or read.result.measured is None:
        photo = open_photo(read.data)
        shown = np.zeros((9, 9, 3), np.uint8) if isinstance(photo, NotRead) else photo.rgb
        lines = (_ascii(read.result.photo), f"NOT READ: {read.result.not_read}")
        return [Tile(_fitted(shown), lines, True)]
    return [
        Tile(
            _around(read.reading.rectified, _place(mistake, read.board)),
            (
                _ascii(read.result.photo),
                f"{mistake.kind} {mistake.where}" + (" CONFIDENT" if mistake.confident else ""),
                f"read {_word(mistake.read)}, is {_word(mistake.truth)}",
            ),
            mistake.confident,
        )
        for mistake in read.result.measured.mistakes
    ]


def contact_sheet(tiles: Sequence[Tile]) -> Picture:
    """Return one picture of all *tiles*, (H, W, 3) uint8, the confident mistakes first."""
    shown = sorted(tiles, key=lambda tile: not tile.confident)[:_MOST_TILES]
    if not shown:
        empty = np.full((120, 520, 3), 255, np.uint8)
        return _written(empty, "No mistakes.", (20, 66), _BLACK, 0.8)
    across = min(_ACROSS, len(shown))
    down = -(-len(shown) // across)
    high, wide = _TILE_PX + _LABEL_PX, _TILE_PX + 8
    sheet = np.full((down * high + 40, across * wide + 8, 3), 255, np.uint8)
    more = f", {len(shown)} shown" if len(shown) < len(tiles) else ""
    _written(sheet, f"{len(tiles)} mistakes{more}", (8, 27), _BLACK, 0.7)
    for number, tile in enumerate(shown):
        x, y = 8 + number % across * wide, 40 + number // across * high
        sheet[y : y + _TILE_PX, x : x + _TILE_PX] = tile.picture
        colour = _RED if tile.confident else _AMBER
        cv2.rectangle(sheet, (x, y), (x + _TILE_PX - 1, y + _TILE_PX - 1), colour, 2)
        for row, line in enumerate(tile.lines):
            place = (x, y + _TILE_PX + 17 + 17 * row)
            _written(sheet, line[-40:], place, _BLACK if row != 1 else colour, 0.42)
    return sheet


def reliability_picture(bins: Sequence[Bin]) -> Picture:
    """Return a plot, (H, W, 3) uint8, of how often places were right by how sure the reader was.

    Both run as odds do, so that 99 % and 99.9 % can be told apart. On the diagonal the reader
    knows exactly how good it is; above it, it is too modest.
    """
    size, rim = _PLOT_PX, _PLOT_RIM
    plot = np.full((size + 2 * rim, size + 2 * rim, 3), 255, np.uint8)
    for share in _TICKS:
        place = round(size * _along(share))
        cv2.line(plot, (rim + place, rim), (rim + place, rim + size), (225, 225, 225), 1)
        cv2.line(plot, (rim, rim + size - place), (rim + size, rim + size - place), (225,) * 3, 1)
        text = f"{100 * share:g}%"
        _written(plot, text, (rim + place - 16, rim + size + 22), _BLACK, 0.42)
        _written(plot, text, (rim - 52, rim + size - place + 5), _BLACK, 0.42)
    cv2.line(plot, (rim, rim + size), (rim + size, rim), (150, 150, 150), 1, cv2.LINE_AA)
    places = [
        (
            rim + round(size * _along(one.confidence)),
            rim + size - round(size * _along(one.right / one.places)),
        )
        for one in bins
    ]
    if len(places) > 1:
        cv2.polylines(plot, [np.array(places, np.int32)], False, _BLUE, 2, cv2.LINE_AA)
    for one, (x, y) in zip(bins, places, strict=True):
        cv2.circle(plot, (x, y), 5, _BLUE, -1, cv2.LINE_AA)
        _written(plot, str(one.places), (x + 8, y + 16), _BLACK, 0.4)
    _written(plot, "share that was right (number of places)", (rim, rim - 18), _BLACK, 0.5)
    _written(plot, "how sure the reader was", (rim + size // 2 - 90, rim + size + 48), _BLACK, 0.5)
    return plot


def _along(share: float) -> float:
    """Return where a share stands on an axis that runs as odds do, 0 to 1."""
    lowest, highest = (np.log(tick / (1 - tick)) for tick in (_TICKS[0], _TICKS[-1]))
    held = min(max(share, _TICKS[0]), _TICKS[-1])
    return float((np.log(held / (1 - held)) - lowest) / (highest - lowest))


def _around(rectified: Rectified, place: Point) -> Picture:
    """Return the board around a place, as the photo shows it beside the blank one."""
    x, y = rectified.to_px(place)
    reach = round(_REACH_MM * rectified.px_per_mm / 2)
    padded = cv2.copyMakeBorder(
        rectified.rgb, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=(128, 128, 128)
    )
    height, width = rectified.rgb.shape[:2]
    left, top = min(max(round(x), 0), width), min(max(round(y), 0), height)
    cut = padded[top : top + 2 * reach, left : left + 2 * reach]
    return np.asarray(cv2.resize(cut, (_TILE_PX, _TILE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _fitted(rgb: Picture) -> Picture:
    scale = _TILE_PX / max(rgb.shape[:2])
    size = max(1, round(rgb.shape[1] * scale)), max(1, round(rgb.shape[0] * scale))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    tile = np.full((_TILE_PX, _TILE_PX, 3), 128, np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small
    return tile


def _place(mistake: Mistake, board: Board) -> Point:
    doubt = Doubt(mistake.kind, mistake.where, mistake.read, 0.0, (), "")
    return place_of(doubt, board)


def _word(value: object) -> str:
    """Return a mark in a word: what ``{"circle": 2}`` says is ``2C``."""
    if isinstance(value, dict):
        return " ".join(f"{number}{kind[0].upper()}" for kind, number in value.items()) or "empty"
    if isinstance(value, bool):
        return "drawn" if value else "free"
    return str(value)


def _ascii(text: str) -> str:
    """Return *text* in the letters that the picture's font has."""
    return text.encode("ascii", "replace").decode("ascii")


def _written(
    picture: Picture, text: str, place: tuple[int, int], colour: tuple[int, int, int], size: float
) -> Picture:
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
    return picture
