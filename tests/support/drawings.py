"""Boards and drawings made in the tests, so that what is drawn is known for sure."""

import json
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.board.geometry import parse_geometry
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace
from scorer.vision.geometry import Rectified

SCALE = 6.0
CELL, EDGE = 25.0, 14.0
PURPLE, RED, GREEN, BLUE = (0.45, 0.15, 0.55), (0.8, 0.2, 0.2), (0.2, 0.5, 0.25), (0.2, 0.25, 0.7)


def make_board(columns: int = 4, rows: int = 3, transposed: bool = False) -> Board:
    """Return a board that is not square, with a café outside its edge and one inside."""

    def name(column: int, line: int) -> str:
        column, line = (line, column) if transposed else (column, line)
        return f"{chr(97 + column)}{line}"

    def at(column: float, line: float) -> list[float]:
        x, y = EDGE + CELL * column, EDGE + CELL * line
        return [y, x] if transposed else [x, y]

    def cell(column: int, row: int) -> str:
        column, row = (row, column) if transposed else (column, row)
        return f"{chr(65 + column)}{row + 1}"

    roads = []
    for column in range(columns + 1):
        for line in range(rows + 1):
            for far in ((column + 1, line), (column, line + 1)):
                if far[0] > columns or far[1] > rows:
                    continue
                ends = [name(column, line), name(*far)]
                path = [at(column, line), at(*far)]
                if Crossroads(ends[1]) < Crossroads(ends[0]):
                    ends, path = ends[::-1], path[::-1]
                roads.append({"id": "-".join(ends), "ends": ends, "path": path, "cells": []})
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    page = [CELL * columns + 2 * EDGE, CELL * rows + 2 * EDGE]
    data = {
        "id": "made-up",
        "page_mm": page[::-1] if transposed else page,
        "cells": [
            {"id": cell(c, r), "polygon": [at(c + dx, r + dy) for dx, dy in corners]}
            for c in range(columns)
            for r in range(rows)
        ],
        "crossroads": [
            {"id": name(c, line), "xy": at(c, line)}
            for c in range(columns + 1)
            for line in range(rows + 1)
        ],
        "roads": roads,
        "cafes": [
            {"crossroads": name(1, 0), "xy": at(1, -4.5 / CELL), "bonus": "section"},
            {"crossroads": name(2, 2), "xy": at(2, 2), "bonus": "tourists"},
        ],
    }
    return parse_geometry(json.dumps(data).encode(), "first-city")


@dataclass
class Sheet:
    """A blank board that can be drawn on, and photographed from straight above."""

    board: Board = field(default_factory=make_board)
    width_mm: float = 1.6
    pen: tuple[float, float, float] = PURPLE

    def __post_init__(self) -> None:
        width, height = (round(side * SCALE) for side in self.board.page_mm)
        self.reference = _printed(self.board, (height, width))
        self._cover = np.zeros((height, width), np.float32)
        self._ink = np.ones((height, width, 3), np.float32)

    def line(self, *points: tuple[float, float], dark: float = 1.0) -> None:
        """Draw a stroke through *points*, in mm; *dark* below 1 leaves it pale."""
        layer = np.zeros(self._cover.shape, np.uint8)
        path = np.round(np.array(points) * SCALE * 16).astype(np.int32)
        thick = max(1, round(self.width_mm * SCALE))
        cv2.polylines(layer, [path], False, 255, thick, cv2.LINE_AA, shift=4)
        cover = dark * cv2.GaussianBlur(layer.astype(np.float32) / 255, (0, 0), 0.8)
        self._ink *= 1 - cover[..., None] * (1 - np.array(self.pen, np.float32))

    def section(self, road: str, aside_mm: float = 0.0, dark: float = 1.0) -> None:
        """Draw a section, *aside_mm* beside the road's middle."""
        (x0, y0), (x1, y1) = self.board.road_of[RoadId.parse(road)].path
        across = np.array([y0 - y1, x1 - x0]) / np.hypot(x1 - x0, y1 - y0) * aside_mm
        self.line((x0 + across[0], y0 + across[1]), (x1 + across[0], y1 + across[1]), dark=dark)

    def round(
        self, middle: tuple[float, float], radius: float, gap: float = 0.0, dark: float = 1.0
    ) -> None:
        """Draw a circle that is left open for *gap* of its way round."""
        turn = np.linspace(0.3, 0.3 + 2 * np.pi * (1 - gap), 60)
        x, y = middle
        path = zip(x + radius * np.cos(turn), y + radius * np.sin(turn), strict=True)
        self.line(*path, dark=dark)

    def corners(self, middle: tuple[float, float], radius: float, number: int) -> None:
        """Draw a triangle or square, standing upright."""
        first = np.pi / 4 if number == 4 else -np.pi / 2
        turn = first + 2 * np.pi * np.arange(number + 1) / number
        x, y = middle
        self.line(*zip(x + radius * np.cos(turn), y + radius * np.sin(turn), strict=True))

    def tourists(self, where: str, kinds: str, radius: float = 3.4) -> None:
        """Draw tourists, ``c``, ``s`` or ``t`` each, in a location."""
        spots = {1: ((0, 0),), 2: ((-5, 0), (5, 0)), 3: ((-5, -4.6), (5, -4.6), (0, 4.8))}
        spots[4] = ((-5, -5), (5, -5), (-5, 5), (5, 5))
        x, y = np.mean(self.board.cell_of[Location.parse(where)].polygon, axis=0)
        for kind, (dx, dy) in zip(kinds, spots[len(kinds)], strict=True):
            middle = (float(x + dx), float(y + dy))
            if kind == "c":
                self.round(middle, radius)
            else:
                self.corners(middle, 1.2 * radius, 4 if kind == "s" else 3)

    def ring(self, where: str, radius: float = 3.9, gap: float = 0.0) -> None:
        """Ring a crossroads."""
        self.round(self.board.crossroads_xy[Crossroads.parse(where)], radius, gap)

    def cafe(self, where: str, strokes: int = 0) -> None:
        """Circle a café, and cross it out with one or two *strokes*."""
        x, y = self.board.cafe_at[Crossroads.parse(where)].xy
        self.round((x, y), 4.5)
        reach = 3.9
        for side in (1, -1)[:strokes]:
            self.line((x - reach, y - side * reach), (x + reach, y + side * reach))

    def photo(
        self,
        light: tuple[float, float, float] = (0.9, 0.85, 0.75),
        shift_px: int = 0,
        glare: tuple[float, float, float] | None = None,
        shadow: bool = False,
        noise: float = 2.0,
        veil: float = 2.5,
    ) -> Rectified:
        """Return the photo: uneven coloured light, *glare* at (x, y, radius) in mm.

        *shift_px* lays it that far beside the reference; *veil* is how much light the glare
        adds, white paper being about 1.
        """
        rows, columns = np.indices(self._cover.shape)
        fall = 1 - 0.35 * columns / columns.max() - 0.1 * rows / rows.max()
        linear = (self.reference / 255.0) ** 2.2 * self._ink * fall[..., None] * np.array(light)
        if shadow:
            edge = 1 / (1 + np.exp(-(columns - 0.55 * columns.max()) / 12))
            linear = linear * (1 - 0.5 * edge)[..., None]
        if glare is not None:
            x, y, radius = (value * SCALE for value in glare)
            bright = np.clip(1.6 - np.hypot(columns - x, rows - y) / radius, 0, 1)
            linear = linear + veil * bright[..., None]
        coded = 255 * np.clip(linear, 0, 1) ** (1 / 2.2)
        coded += np.random.default_rng(5).normal(0, noise, coded.shape)
        rgb = np.clip(coded, 0, 255).astype(np.uint8)
        rgb = np.roll(rgb, shift_px, axis=1)
        seen = np.ones(rgb.shape[:2], np.bool_)
        return Rectified(rgb, self.reference, (0.0, 0.0), SCALE, seen)


def without_colours(rectified: Rectified) -> Rectified:
    """Return the photo as a camera without colours would have taken it."""
    grey = cv2.cvtColor(rectified.rgb, cv2.COLOR_RGB2GRAY)
    return replace(rectified, rgb=np.dstack([grey] * 3))


def _printed(board: Board, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a blank board: light roads, coloured locations with icons, cafés."""
    picture = np.full((*size, 3), (214, 226, 206), np.uint8)
    points = np.array(list(board.crossroads_xy.values()))
    low, high = (points.min(axis=0) - 2) * SCALE, (points.max(axis=0) + 2) * SCALE
    first, last = (tuple(int(v) for v in corner) for corner in (low, high))
    cv2.rectangle(picture, first, last, (246, 246, 242), -1)
    colours = ((222, 212, 190), (240, 200, 196), (190, 214, 236), (200, 226, 200), (248, 226, 150))
    rng = np.random.default_rng(3)
    for index, cell in enumerate(board.cells):
        corners = np.array(cell.polygon) * SCALE
        middle = corners.mean(axis=0)
        inner = np.round(middle + 0.8 * (corners - middle)).astype(np.int32)
        cv2.fillPoly(picture, [inner], colours[index % 5])
        cv2.polylines(picture, [inner], True, (150, 140, 130), 2, cv2.LINE_AA)
        x, y = (int(v) for v in middle + rng.normal(0, 12, 2))
        cv2.rectangle(picture, (x - 24, y - 14), (x + 20, y + 26), (176, 166, 150), 2, cv2.LINE_AA)
        cv2.circle(picture, (x + 10, y - 20), 11, (190, 150, 140), -1, cv2.LINE_AA)
    for cafe in board.cafes:
        x, y = (round(value * SCALE) for value in cafe.xy)
        cv2.circle(picture, (x, y), 20, (252, 250, 246), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 20, (110, 80, 60), 2, cv2.LINE_AA)
        cv2.rectangle(picture, (x - 7, y - 5), (x + 7, y + 7), (120, 80, 60), -1)
    return picture
