"""The places of a board whose print no photo has shown yet."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Point
from scorer.vision.boards.picture import BoardPicture, kept_with_picture

Bytes = NDArray[np.uint8]

# What is less sure than this is not known.
_SURE = 128
# A place of which a larger share is not known is not known: of the strip along a road's middle,
# of a location's inside, of the disc of a café's symbol.
_SHARES = {"section": 0.35, "tourists": 0.06, "cafe": 0.2}
_ROAD_MM, _CAFE_MM = 1.2, 3.0
# Ends of roads, where others meet, and rims of locations do not count.
_ENDS, _RIM = 0.15, 0.1
# Masks are drawn this much smaller.
_COARSE = 2


# A page of the app asks each time it is shown.
@kept_with_picture
def unknown_places(picture: BoardPicture) -> tuple[tuple[str, str], ...]:
    """Return the places whose print is not known, by kind and name as in doubts.

    Roads are of the kind ``section``, locations ``tourists``, and there is ``cafe``. The rest is
    known, or nothing depends on it.
    """
    if picture.known is None:
        return ()
    unknown = np.ascontiguousarray(picture.known[::_COARSE, ::_COARSE] < _SURE)
    found = []
    for kind, where, mask in _masks(picture, unknown.shape):
        area = mask > 0
        if area.any() and float(unknown[area].mean()) > _SHARES[kind]:
            found.append((kind, where))
    return tuple(found)


def _masks(picture: BoardPicture, shape: tuple[int, ...]) -> Iterator[tuple[str, str, Bytes]]:
    """Yield kind, name and mask of every place of the board."""
    scale = picture.px_per_mm / _COARSE
    for road in picture.board.roads:
        path = np.array(road.path)
        knots = np.linspace(0, 1, len(path))
        part = np.linspace(_ENDS, 1 - _ENDS, 9)
        points = np.stack([np.interp(part, knots, path[:, axis]) for axis in (0, 1)], axis=1)
        mask = np.zeros(shape, np.uint8)
        width = max(1, round(_ROAD_MM * scale))
        cv2.polylines(mask, [_px(points.tolist(), scale)], False, 1, width)
        yield "section", str(road.id), mask
    for cell in picture.board.cells:
        polygon = np.array(cell.polygon)
        middle = polygon.mean(axis=0)
        mask = np.zeros(shape, np.uint8)
        inner = middle + (1 - 2 * _RIM) * (polygon - middle)
        cv2.fillPoly(mask, [_px(inner.tolist(), scale)], 1)
        yield "tourists", str(cell.location), mask
    for cafe in picture.board.cafes:
        mask = np.zeros(shape, np.uint8)
        x, y = _px([cafe.xy], scale)[0].tolist()
        cv2.circle(mask, (x, y), max(1, round(_CAFE_MM * scale)), 1, -1)
        yield "cafe", str(cafe.crossroads), mask


def _px(points: list[Point], scale: float) -> NDArray[np.int32]:
    return np.asarray(np.round(np.array(points) * scale - 0.5), np.int32)
