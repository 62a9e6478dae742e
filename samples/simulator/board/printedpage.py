"""The printed page: a board with its picture, and what is drawn on it besides the marks."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from samples.simulator.chance import Floats
from samples.simulator.people.hand import Hand
from samples.simulator.people.offmap import spaces_of
from samples.simulator.people.pens import Pen, PenSet
from samples.simulator.people.strokes import (
    Drawing,
    Stroke,
    draw_sections,
    draw_tourist,
    inner_box,
)
from samples.simulator.strata import Stratum
from scorer.printing import board_png
from scorer.rules.board.board import Board, Point
from scorer.rules.city.city import City
from scorer.rules.innsmouth.filled import InnsmouthMarks
from scorer.rules.notation import RoadId
from scorer.rules.position.marks import Marks

PRINT_DPI = 254.0
# Light that black print throws back, and how much more white paper does.
_BLACKEST, _INKED = 0.018, 0.9
# Digits as polylines in a box of 1 by 1.6.
_DIGITS: dict[str, tuple[Point, ...]] = {
    "0": ((0.6, 0), (0.1, 0.4), (0.05, 1.1), (0.5, 1.6), (0.95, 1.1), (0.9, 0.4), (0.55, 0)),
    "1": ((0.15, 0.45), (0.6, 0), (0.55, 1.6)),
    "2": ((0.05, 0.4), (0.45, 0), (0.9, 0.35), (0.6, 0.9), (0.05, 1.55), (1, 1.5)),
    "3": ((0.1, 0.1), (0.85, 0.2), (0.4, 0.7), (0.95, 1.1), (0.6, 1.55), (0.05, 1.4)),
    "4": ((0.6, 0), (0.05, 1.0), (0.95, 1.0), (0.7, 0.6), (0.65, 1.6)),
    "5": ((0.9, 0), (0.2, 0.05), (0.15, 0.7), (0.8, 0.75), (0.85, 1.3), (0.1, 1.55)),
    "6": ((0.8, 0.05), (0.2, 0.6), (0.1, 1.3), (0.6, 1.6), (0.9, 1.15), (0.15, 1.05)),
    "7": ((0.05, 0.05), (0.95, 0.05), (0.35, 1.6)),
    "8": ((0.8, 0.2), (0.3, 0.1), (0.8, 1.1), (0.5, 1.6), (0.15, 1.2), (0.75, 0.4), (0.8, 0.15)),
    "9": ((0.85, 0.3), (0.3, 0.1), (0.15, 0.7), (0.85, 0.6), (0.85, 0.2), (0.6, 1.6)),
}


class PageError(ValueError):
    """A reference picture that cannot be used, with what was expected."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A board and the picture of its blank page: ``rgb`` (H, W, 3) uint8 of the whole page."""

    board: Board
    rgb: NDArray[np.uint8]

    @property
    def px_per_mm(self) -> float:
        """Pixels of the picture per mm of the page."""
        return float(self.rgb.shape[1] / self.board.page_mm[0])


def printed(board: Board, city: City) -> PrintedPage:
    """Return *board* as our own printing draws it."""
    with Image.open(BytesIO(board_png(board, city, PRINT_DPI, small=False))) as image:
        return PrintedPage(board, np.asarray(image.convert("RGB")))


def page_from(board: Board, reference: Path) -> PrintedPage:
    """Return *board* with the picture of its blank page in the file *reference*.

    Raises
    ------
    PageError
        If the file is no picture, or its sides are not those of the page.
    """
    try:
        with Image.open(reference) as image:
            rgb = np.asarray(image.convert("RGB"))
    except OSError as error:
        raise PageError(f"{reference}: {error}") from error
    wide, high = board.page_mm
    if abs(rgb.shape[1] / rgb.shape[0] * high / wide - 1) > 0.02:
        raise PageError(f"{reference}: expected the whole page, {wide:g} × {high:g} mm")
    return PrintedPage(board, rgb)


def map_box(board: Board) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the map in mm: the outline of all its cells."""
    points = np.array([p for c in board.cells if c.meeting_point is None for p in c.polygon])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def map_corners(board: Board) -> NDArray[np.float64]:
    """Return the map's outer corners in mm, (4, 2): top left, top right, and on clockwise."""
    left, top, right, bottom = map_box(board)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def to_linear(rgb: NDArray[np.uint8]) -> Floats:
    """Return *rgb* in linear light from 0 to 1."""
    values = np.arange(256) / 255
    table = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.asarray(table.astype(np.float32)[rgb])


def print_light(page: PrintedPage, px_per_mm: float, rng: np.random.Generator) -> Floats:
    """Return the page as a printer put it on card: linear, *px_per_mm*, its tones a bit off."""
    return on_card(_linear(page, px_per_mm), rng)


def on_card(light: Floats, rng: np.random.Generator) -> Floats:
    """Return what *light* (H, W, 3), linear, becomes printed on card, its tones a bit off."""
    grey = light.mean(axis=2, keepdims=True)
    light = grey + (light - grey) * float(rng.uniform(0.82, 1.08))
    light = np.asarray(np.maximum(light, 0) ** float(rng.uniform(0.92, 1.12)), np.float32)
    paper = np.array([1.0, 1.0, 1.0]) - rng.uniform(0, 0.05, 3)
    return np.asarray(_BLACKEST + _INKED * light * paper.astype(np.float32), np.float32)


def nominal_light(page: PrintedPage, px_per_mm: float) -> Floats:
    """Return the page as it should look printed: linear, *px_per_mm*."""
    return np.asarray(_BLACKEST + _INKED * _linear(page, px_per_mm), np.float32)


def _linear(page: PrintedPage, px_per_mm: float) -> Floats:
    return linear(page.rgb, page.board.page_mm, px_per_mm)


def linear(rgb: NDArray[np.uint8], page_mm: tuple[float, float], px_per_mm: float) -> Floats:
    """Return *rgb*, the picture of a page of *page_mm*, in linear light, *px_per_mm*."""
    wide, high = (round(side * px_per_mm) for side in page_mm)
    way = cv2.INTER_AREA if wide < rgb.shape[1] else cv2.INTER_CUBIC
    resized = cv2.resize(rgb, (wide, high), interpolation=way)
    return to_linear(np.asarray(resized, np.uint8))


def draw_ghosts(
    drawing: Drawing,
    page: PrintedPage,
    marks: Marks | InnsmouthMarks,
    pens: PenSet,
    stratum: Stratum,
    hand: Hand,
) -> list[str]:
    """Draw what was wiped off and still shows faintly; return the names of its places."""
    board, rng = page.board, hand.rng
    free = sorted(set(board.road_of) - marks.sections)
    empty = sorted(set(board.cell_of) - set(marks.tourists))
    names = []
    for _ in range(int(rng.integers(stratum.ghosts[0], stratum.ghosts[1] + 1))):
        force = float(rng.uniform(0.05, 0.15))
        if empty and rng.random() < 0.3:
            location = empty[int(rng.integers(len(empty)))]
            kind = sorted(pens.tourists)[int(rng.integers(len(pens.tourists)))]
            faint = {k: pen.worn(1.2, force) for k, pen in pens.tourists.items()}
            centre, width = inner_box(board.cell_of[location])
            faint_pens = PenSet(pens.route, pens.rings, faint)
            draw_tourist(drawing, kind, centre, 0.2 * width, faint_pens, hand)
            names.append(str(location))
        elif free:
            section = free[int(rng.integers(len(free)))]
            _draw_ghost_section(drawing, board, section, pens.route.worn(1.3, force), hand)
            names.append(str(section))
    return sorted(set(names))


def _draw_ghost_section(
    drawing: Drawing, board: Board, section: RoadId, pen: Pen, hand: Hand
) -> None:
    faint = Drawing()
    draw_sections(faint, board, ((section,),), pen, hand)
    drawing.strokes += faint.strokes


def draw_smudges(
    drawing: Drawing, page: PrintedPage, pens: PenSet, stratum: Stratum, hand: Hand
) -> None:
    """Draw where a sleeve smeared fresh ink: broad and faint."""
    left, top, right, bottom = map_box(page.board)
    rng = hand.rng
    for _ in range(int(rng.integers(stratum.smudges[0], stratum.smudges[1] + 1))):
        start = rng.uniform((left, top), (right, bottom))
        path = np.stack([start, start + rng.normal(0, 12, 2)])
        pen = pens.route.worn(float(rng.uniform(3, 6)), float(rng.uniform(0.04, 0.1)))
        drawing.strokes.append(Stroke(hand.line(path), pen))


def draw_scores(drawing: Drawing, page: PrintedPage, pens: PenSet, hand: Hand) -> None:
    """Draw a number in some of the empty boxes beside the map."""
    pen = pens.rings if hand.rng.random() < 0.6 else next(iter(pens.tourists.values()))
    for left, top, wide, high in _empty_boxes(page):
        if hand.rng.random() < 0.4:
            continue
        number = str(int(hand.rng.integers(0, 25)))
        size = min(0.42 * high, 0.4 * wide) * float(hand.rng.uniform(0.85, 1.1))
        x, y = hand.rng.normal((left + wide / 2, top + high / 2), 0.05 * high)
        for index, digit in enumerate(number):
            at = (x + size * (1.25 * (index - len(number) / 2) + 0.12), y - 0.8 * size)
            shape = np.array(_DIGITS[digit]) * size + at
            drawing.strokes.append(Stroke(hand.scrawl(shape), pen.worn(0.75, 0.95)))


def _empty_boxes(page: PrintedPage) -> list[tuple[float, float, float, float]]:
    """Return left, top, width and height in mm of the empty white boxes off the map."""
    scale = 4.0
    wide, high = (round(side * scale) for side in page.board.page_mm)
    small = cv2.resize(page.rgb, (wide, high), interpolation=cv2.INTER_AREA).min(axis=2)
    left, top, right, bottom = (round(scale * v) for v in map_box(page.board))
    white = (small > 235).astype(np.uint8)
    white[max(0, top) : bottom, max(0, left) : right] = 0
    for place in spaces_of(page.board):
        # Tourists are written there, no points.
        outline = scale * np.array(page.board.cell_of[place].polygon)
        cv2.fillPoly(white, [np.round(outline).astype(np.int32)], 0)
    _, _, found, _ = cv2.connectedComponentsWithStats(white, connectivity=4)
    boxes = []
    for x, y, across, down, area in found[1:]:
        filled = area / (across * down)
        if filled > 0.93 and 7 < across / scale < 40 and 6 < down / scale < 25:
            boxes.append((x / scale, y / scale, across / scale, down / scale))
    return boxes
