"""What another box prints beside its map: its name, and the signs of bonuses to circle."""

from collections.abc import Callable

import cv2
import numpy as np

from samples.simulator.art.artpage import Style
from samples.simulator.art.canvas import FONTS, Canvas, Tone, box, ring
from scorer.printing.seatown import BonusSpot, PageSpots
from scorer.rules.board.board import Point
from scorer.rules.innsmouth.pieces import Bonus
from scorer.rules.innsmouth.teaching.changes import SetSpot
from scorer.rules.innsmouth.teaching.edits import changed
from scorer.rules.innsmouth.town import NAME, Town, bonus_of, bonus_signs, town_of

_NAMES = ("INNSMOUTH", "Innsmouth", "Old Harbour", "GREY BAY", "Saltmouth")
# How far beside the place where it is printed a finger lays a sign, in mm.
_SLIP_MM = 0.7
# Rings go round a name: so much longer than it is the plate that they are drawn on, and higher.
_ROUND, _HIGH = 1.5, 3.0


def with_signs(
    canvas: Canvas, town: Town, style: Style, rng: np.random.Generator
) -> tuple[Town, PageSpots]:
    """Print signs left of the map; return *town* with their places told, and where they are."""
    dark = style.page.line if style.page.value > 0.5 else (0.95, 0.93, 0.88)
    left, high = float(rng.uniform(9, 13)), float(rng.uniform(3.2, 5.5))
    words = _NAMES[int(rng.integers(len(_NAMES)))]
    font = FONTS[int(rng.integers(len(FONTS)))]
    wide = float(rng.uniform(22, 32))
    name = np.array([left + wide / 2, float(rng.uniform(9, 13))])
    wide = _written(canvas, words, name, high, wide, dark, font)
    x, y = float(rng.uniform(11, 24)), float(rng.uniform(34, 60))
    step, across = float(rng.uniform(14, 18)), rng.random() < 0.25
    signs = []
    for i, sign in enumerate(bonus_signs(town.file)):
        at = np.array([x, y + i * step])
        if across and i % 2:
            at += (step, -step)
        figure, size = _FIGURES[bonus_of(sign)], float(rng.uniform(2.2, 3.4))
        if rng.random() < 0.5:
            plate = (4.6, 4.6) if rng.random() < 0.5 else (5.4, 4.4)
            canvas.fill(box(at, plate), style.page.other)
            canvas.line(box(at, plate), dark, 0.25, True)
        figure(canvas, at, size, dark)
        signs.append(BonusSpot(sign, bonus_of(sign), (float(at[0]), float(at[1]))))
    spots = PageSpots(tuple(signs), (float(name[0]), float(name[1])), (_ROUND * wide, _HIGH * high))
    return _laid(town, spots, wide, rng), spots


def _written(
    canvas: Canvas, words: str, middle: np.ndarray, high: float, most: float, tone: Tone, font: int
) -> float:
    """Write *words*, at most *most* mm wide; return how wide they are."""
    (wide, tall), _ = cv2.getTextSize(words, font, 1.0, 1)
    high = min(high, most * tall / wide)
    canvas.text(words, middle, high, tone, font)
    return high * wide / tall


def _laid(town: Town, spots: PageSpots, wide: float, rng: np.random.Generator) -> Town:
    """Return *town* as somebody lays the signs of *spots* by taps on its photo."""
    layout, file = town.file.board, town.file

    def tapped(xy: Point) -> Point:
        x, y = (
            (mm + float(rng.normal(0, _SLIP_MM)) - origin) / layout.cell_mm
            for mm, origin in zip(xy, layout.origin_mm, strict=True)
        )
        return x, y

    for spot in spots.bonuses:
        file = changed(file, SetSpot(spot.id, (tapped(spot.xy),)))
    x, y = spots.name_xy
    file = changed(file, SetSpot(NAME, (tapped((x - wide / 2, y)), tapped((x + wide / 2, y)))))
    return town_of(file)


def _coordinate(canvas: Canvas, at: np.ndarray, size: float, tone: Tone) -> None:
    for way in (-1.0, 1.0):
        shaft = at + size * way * np.array([[-1.0, 0.4], [1.0, 0.4]])
        canvas.line(shaft, tone, 0.4)
        canvas.line(shaft[1] + np.array([[-way, -0.8], [0.0, 0.0], [-way, 0.8]]), tone, 0.4)


def _section(canvas: Canvas, at: np.ndarray, size: float, tone: Tone) -> None:
    _dumb_bell(canvas, at, np.array([size, 0.0]), tone)


def _diagonal(canvas: Canvas, at: np.ndarray, size: float, tone: Tone) -> None:
    canvas.line(box(at, (size, size)), tone, 0.25, True)
    _dumb_bell(canvas, at, np.array([0.75 * size, -0.75 * size]), tone)


def _dumb_bell(canvas: Canvas, at: np.ndarray, half: np.ndarray, tone: Tone) -> None:
    canvas.line(np.array([at - half, at + half]), tone, 0.5)
    for end in (at - half, at + half):
        canvas.fill(ring(end, 0.7), tone)


_FIGURES: dict[Bonus, Callable[[Canvas, np.ndarray, float, Tone], None]] = {
    Bonus.COORDINATE: _coordinate,
    Bonus.SECTION: _section,
    Bonus.DIAGONAL: _diagonal,
}
