"""Tints stay off the roads, pens stand out, and the kinds are told apart in grey."""

import io
import math
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from scorer.printing.drawing.drawing import Drawing, Group, Text
from scorer.printing.drawing.palette import GARDEN, HOUSE, PLOT, ROAD, TONES
from scorer.printing.drawing.pdf import render_png, write_pdf
from scorer.printing.layout import segments
from scorer.printing.signs.symbols import kind_sign, valued_star
from scorer.rules.board.board import Board, LandmarkKind
from tests.support.printedboards import (
    BOARDS,
    DPI,
    PX_PER_MM,
    contrast,
    first_city,
    grey_of,
    hex_rgb,
    picture,
)

pytestmark = pytest.mark.slow

PENS = {
    "red": (205, 20, 40),
    "green": (20, 130, 60),
    "blue": (30, 80, 180),
    "purple": (120, 50, 160),
    "black": (30, 30, 30),
}
# What a café with its badge, or a festival point, covers around its middle, in mm.
SIGN_MM = 6.2


def signs_of(board: Board) -> list[tuple[float, float]]:
    stops = {stop for ride in board.transports for group in ride.groups for stop in group}
    crossroads = (*board.visit_all, *stops)
    return [cafe.xy for cafe in board.cafes] + [board.crossroads_xy[point] for point in crossroads]


@pytest.mark.parametrize("name", ["first-city", "odd", "long"])
def test_nothing_coloured_reaches_onto_a_road(name: str) -> None:
    board: Board = BOARDS[name]()
    rgb = picture(name).astype(int)
    signs = signs_of(board)
    seen = 0
    for road in board.roads:
        for start, end in segments(road.path):
            for along in np.arange(0, 1.001, 0.05):
                middle = [start[i] + along * (end[i] - start[i]) for i in (0, 1)]
                length = math.dist(start, end)
                for off in (-1.7, 0.0, 1.7):
                    x = middle[0] + off * (end[1] - start[1]) / length
                    y = middle[1] - off * (end[0] - start[0]) / length
                    if any(math.dist((x, y), sign) < SIGN_MM for sign in signs):
                        continue
                    pixel = rgb[int(y * PX_PER_MM), int(x * PX_PER_MM)]
                    assert pixel.min() > 210, f"{road.id} at {x:.1f}, {y:.1f}: {pixel}"
                    assert np.ptp(pixel) < 25, f"{road.id} at {x:.1f}, {y:.1f}: {pixel}"
                    seen += 1
    assert seen > 30 * len(board.roads)


@pytest.mark.parametrize("name", ["first-city", "long"])
def test_a_location_shows_the_colour_of_its_landmark(name: str) -> None:
    board: Board = BOARDS[name]()
    rgb = picture(name).astype(int)
    for mark in board.landmarks:
        x, y = board.cell_of[mark.locations[0]].polygon[3]
        # A third up the left edge, where neither sign, name nor badge stands.
        red, green, blue = rgb[int((y - 7.0) * PX_PER_MM), int((x + 3.1) * PX_PER_MM)]
        fits = {
            LandmarkKind.RED: red > max(green, blue) + 15,
            LandmarkKind.GREEN: green > max(red, blue) + 10,
            LandmarkKind.BLUE: blue > max(red, green) + 10,
            LandmarkKind.YELLOW: min(red, green) > blue + 30,
            LandmarkKind.GREY: max(red, green, blue) - min(red, green, blue) < 10,
        }
        assert fits[mark.kind], f"{mark.id}: {red, green, blue}"


@pytest.mark.parametrize("pen", PENS)
def test_every_pen_stands_out_on_every_fill(pen: str) -> None:
    fills = [ROAD, PLOT, HOUSE, GARDEN, *(tones.tint for tones in TONES.values())]
    for fill in fills:
        assert contrast(PENS[pen], hex_rgb(fill)) >= 3.0, fill


def sign_pixels(kind: LandmarkKind) -> NDArray[np.float64]:
    """Return a landmark's sign on its tint, drawn large, as grey values."""
    tint = Group("tint", ())
    drawing = Drawing((12.0, 12.0), "sign", (tint, Group("sign", kind_sign(kind, (6.0, 6.0), 4))))
    png = render_png(write_pdf(drawing), drawing.size_mm, DPI, small=False)
    return grey_of(np.asarray(Image.open(io.BytesIO(png))))


def filled_share(kind: LandmarkKind) -> float:
    """Return how much of the box around a sign is filled."""
    dark = sign_pixels(kind) < 230
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    box = dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return float(box.mean())


def test_signs_have_the_shapes_of_the_game() -> None:
    shares = {kind: filled_share(kind) for kind in LandmarkKind}
    assert shares[LandmarkKind.RED] == pytest.approx(math.pi / 4, abs=0.02)
    assert shares[LandmarkKind.GREEN] == pytest.approx(1.0, abs=0.02)
    assert shares[LandmarkKind.BLUE] == pytest.approx(0.5, abs=0.04)
    assert shares[LandmarkKind.GREY] < 0.4
    assert 0.4 < shares[LandmarkKind.YELLOW] < 0.6


def test_kinds_differ_in_shape_or_lightness_in_grey() -> None:
    for one, other in combinations(LandmarkKind, 2):
        shape = abs(filled_share(one) - filled_share(other))
        light = abs(np.median(sign_grey(one)) - np.median(sign_grey(other)))
        assert shape > 0.03 or light > 40, f"{one} and {other}"


def sign_grey(kind: LandmarkKind) -> NDArray[np.float64]:
    return sign_pixels(kind)[55:66, 55:66]


def test_signs_stand_out_on_their_tints_in_the_printed_board() -> None:
    board = first_city().practice_board
    rgb = picture("first-city")
    for mark in board.landmarks:
        x, y = board.cell_of[mark.locations[0]].polygon[0]
        top, left = int((y + 2.9) * PX_PER_MM), int((x + 2.9) * PX_PER_MM)
        corner = rgb[top : top + 70, left : left + 70].reshape(-1, 3)
        tint = rgb[int((y + 18.0) * PX_PER_MM), int((x + 3.1) * PX_PER_MM)]
        dark = corner[np.argsort(grey_of(corner))[: len(corner) // 40]].mean(axis=0)
        assert contrast(dark, tint) >= 3.0, mark.id


@pytest.mark.parametrize("value", [6, 12])
def test_the_value_on_a_star_can_be_read(value: int) -> None:
    tones = TONES[LandmarkKind.YELLOW]
    *_, number = valued_star(value, (6.0, 6.0), 3.0)
    assert isinstance(number, Text)
    assert number.text == str(value)
    assert number.fill
    assert contrast(hex_rgb(number.fill), hex_rgb(tones.symbol)) >= 4.5


def test_names_can_be_read_on_their_tints() -> None:
    for tones in TONES.values():
        assert contrast((0x3A, 0x35, 0x2C), hex_rgb(tones.tint)) >= 7.0


def test_no_two_locations_look_alike() -> None:
    board = first_city().practice_board
    grey = grey_of(picture("first-city"))
    looks = []
    for cell in board.cells:
        x, y = cell.polygon[0]
        top, left = int((y + 3) * PX_PER_MM), int((x + 3) * PX_PER_MM)
        looks.append(grey[top : top + 190, left : left + 190])
    for one, other in combinations(looks, 2):
        assert np.abs(one - other).mean() > 2.5
