"""Pictures of what the reader saw and made of it, for ``--debug``."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks
from scorer.vision.doubts import Doubt
from scorer.vision.evidence.cafes import CafeEvidence
from scorer.vision.evidence.rings import RingEvidence
from scorer.vision.evidence.sections import SectionEvidence
from scorer.vision.evidence.shapes import Crowd
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink

Bytes = NDArray[np.uint8]

_GREEN, _RED, _AMBER = (0, 150, 60), (210, 40, 40), (235, 150, 0)
_BLUE, _GREY, _PURPLE = (20, 90, 200), (120, 120, 120), (130, 60, 170)
_KIND_COLOURS = (_RED, _GREEN, _BLUE, _PURPLE)
_OUTLINES = (
    ((-7, -7), (7, -7), (7, 7), (-7, 7)),
    ((0, -9), (8, 7), (-8, 7)),
    ((0, -9), (9, -2), (5, 8), (-5, 8), (-9, -2)),
)


def ink_picture(ink: Ink) -> Bytes:
    """Return the ink dark on white, what was not seen hatched in amber."""
    shade = np.clip(255 - 190 * ink.strength, 0, 255).astype(np.uint8)
    picture = np.repeat(shade[..., None], 3, axis=2)
    rows, columns = np.indices(shade.shape)
    hatched = ink.hidden & ((rows + columns) % 12 < 5)
    picture[hatched] = _AMBER
    return np.asarray(picture, np.uint8)


def sections_picture(
    rectified: Rectified, sections: tuple[SectionEvidence, ...], drawn: frozenset[RoadId]
) -> Bytes:
    """Return every road's best stroke with its coverage in percent; drawn ones in green."""
    picture = _pale(rectified)
    for found in sections:
        colour = _GREEN if found.road in drawn else _GREY
        path = np.round(found.stroke_px).astype(np.int32)
        cv2.polylines(picture, [path], False, colour, 3 if found.road in drawn else 1, cv2.LINE_AA)
        if found.coverage > 0.1:
            _write(picture, f"{100 * found.coverage:.0f}", tuple(path[len(path) // 2]), colour)
    return picture


def rings_picture(
    rectified: Rectified,
    board: Board,
    rings: tuple[RingEvidence, ...],
    cafes: tuple[CafeEvidence, ...],
    marks: Marks,
) -> Bytes:
    """Return the best closed path round every crossroads and café, those read in colour."""
    picture = _pale(rectified)
    for point, ring in zip(board.crossroads_xy, rings, strict=True):
        _ring(picture, ring, _BLUE if point in marks.task else _GREY, f"{100 * ring.coverage:.0f}")
    for cafe in cafes:
        colour = {None: _GREY, CafeMark.VISITED: _GREEN, CafeMark.USED: _RED}[
            marks.cafes.get(cafe.crossroads)
        ]
        label = f"{100 * cafe.ring.coverage:.0f}/{100 * cafe.stroke:.0f}"
        _ring(picture, cafe.ring, colour, label)
    return picture


def shapes_picture(rectified: Rectified, crowds: tuple[Crowd, ...]) -> Bytes:
    """Return every shape's middle with its kind and the chance of it; traces in grey."""
    picture = _pale(rectified)
    for crowd in crowds:
        for shape, sure in [(s, True) for s in crowd.shapes] + [(t, False) for t in crowd.traces]:
            kind = int(np.argmax(shape.kinds))
            colour = _KIND_COLOURS[kind] if sure else _GREY
            middle = (round(shape.middle_px[0]), round(shape.middle_px[1]))
            _figure(picture, kind, middle, colour)
            label = f"{100 * shape.chance * shape.kinds[kind]:.0f}"
            _write(picture, label, (middle[0] - 9, middle[1] + 26), colour)
    return picture


def _figure(
    picture: Bytes, kind: int, middle: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    """Draw a filled circle, square, triangle or pentagon."""
    if kind == 0:
        cv2.circle(picture, middle, 8, colour, -1, cv2.LINE_AA)
        return
    outline = np.array(_OUTLINES[kind - 1], np.int32) + middle
    cv2.fillPoly(picture, [outline], colour, cv2.LINE_AA)


def read_picture(
    rectified: Rectified, board: Board, marks: Marks, doubts: tuple[Doubt, ...]
) -> Bytes:
    """Return the photo with all marks read drawn over it, doubtful places framed in amber."""
    picture = rectified.rgb.copy()
    for id_ in marks.sections:
        path = np.array([rectified.to_px(point) for point in board.road_of[id_].path])
        cv2.polylines(picture, [np.round(path).astype(np.int32)], False, _GREEN, 5, cv2.LINE_AA)
    for point in marks.task:
        _circle(picture, rectified, board.crossroads_xy[point], _BLUE)
    for point, mark in marks.cafes.items():
        colour = _RED if mark is CafeMark.USED else _GREEN
        _circle(picture, rectified, board.cafe_at[point].xy, colour)
    for location, tourists in marks.tourists.items():
        text = " ".join(f"{number}{kind.value[0].upper()}" for kind, number in tourists.counts)
        x, y = rectified.to_px(board.cell_of[location].polygon[0])
        _write(picture, text, (round(x) + 16, round(y) + 34), (0, 0, 0))
    for location in marks.crossed:
        _cross(picture, rectified, board.cell_of[location].polygon)
    for symbol in board.cafe_area:
        used = marks.cafe_area.get(symbol.id) is CafeMark.USED
        if symbol.id in marks.cafe_area or symbol.id in marks.tickets:
            _circle(picture, rectified, symbol.xy, _RED if used else _GREEN)
    for doubt in doubts:
        x, y = rectified.to_px(place_of(doubt, board))
        corner, other = (round(x) - 26, round(y) - 26), (round(x) + 26, round(y) + 26)
        cv2.rectangle(picture, corner, other, _AMBER, 4)
        _write(picture, f"{100 * doubt.confidence:.0f}%", (corner[0], corner[1] - 5), _AMBER)
    return picture


def place_of(doubt: Doubt, board: Board) -> Point:
    """Return the middle of the doubtful place, in mm."""
    if doubt.kind == "section":
        path = np.array(board.road_of[RoadId.parse(doubt.where)].path)
        return float(path[:, 0].mean()), float(path[:, 1].mean())
    if doubt.kind in ("tourists", "crossed"):
        corners = np.array(board.cell_of[Location.parse(doubt.where)].polygon)
        return float(corners[:, 0].mean()), float(corners[:, 1].mean())
    if doubt.kind in ("cafe-area", "ticket"):
        return next(symbol.xy for symbol in board.cafe_area if symbol.id == doubt.where)
    point = Crossroads.parse(doubt.where)
    return board.cafe_at[point].xy if doubt.kind == "cafe" else board.crossroads_xy[point]


def _pale(rectified: Rectified) -> Bytes:
    return np.asarray(128 + rectified.rgb // 2, np.uint8)


def _ring(picture: Bytes, ring: RingEvidence, colour: tuple[int, int, int], label: str) -> None:
    if ring.coverage < 0.15:
        return
    path = np.round(ring.path_px).astype(np.int32)
    cv2.polylines(picture, [path], True, colour, 2, cv2.LINE_AA)
    _write(picture, label, (round(ring.middle_px[0]) - 10, round(ring.middle_px[1]) + 5), colour)


def _circle(
    picture: Bytes, rectified: Rectified, place: Point, colour: tuple[int, int, int]
) -> None:
    x, y = rectified.to_px(place)
    radius = round(4.6 * rectified.px_per_mm)
    cv2.circle(picture, (round(x), round(y)), radius, colour, 4, cv2.LINE_AA)


def _cross(picture: Bytes, rectified: Rectified, polygon: tuple[Point, ...]) -> None:
    """Draw a cross over the inner half of a location."""
    corners = np.array([rectified.to_px(point) for point in polygon])
    low, high = corners.min(axis=0), corners.max(axis=0)
    left, top, right, bottom = np.round([*(0.75 * low + 0.25 * high), *(0.25 * low + 0.75 * high)])
    for start, end in (((left, top), (right, bottom)), ((left, bottom), (right, top))):
        first, last = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
        cv2.line(picture, first, last, _RED, 4, cv2.LINE_AA)


def _write(picture: Bytes, text: str, place: tuple[int, ...], colour: tuple[int, int, int]) -> None:
    where = (int(place[0]), int(place[1]))
    cv2.putText(picture, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 4)
    cv2.putText(picture, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
