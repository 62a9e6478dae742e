"""The PDF is A4 and every road lies where the board says, at true size."""

import io
import math

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from scorer.printing import board_pdf, board_png
from scorer.rules.board.board import Board, RoadKind
from tests.support.printedboards import BOARDS, PX_PER_MM, first_city, grey_of, picture

pytestmark = pytest.mark.slow

# Darker than any road, lighter than every kerb.
KERB_GREY = 215


def test_the_page_is_a4_landscape() -> None:
    city = first_city()
    document = pypdfium2.PdfDocument(board_pdf(city.practice_board, city))
    try:
        assert len(document) == 1
        width, height = document[0].get_size()
    finally:
        document.close()
    assert width == pytest.approx(297 / 25.4 * 72, abs=0.02)
    assert height == pytest.approx(210 / 25.4 * 72, abs=0.02)


def strip_at(
    grey: np.ndarray, at: tuple[float, float], across: tuple[float, float]
) -> tuple[float, float]:
    """Return how far, in mm, the light strip reaches from *at* along *across* and against it."""

    def reach(sign: int) -> float:
        for tenth in range(60):
            x = at[0] + sign * across[0] * tenth / 10
            y = at[1] + sign * across[1] * tenth / 10
            if grey[round(y * PX_PER_MM - 0.5), round(x * PX_PER_MM - 0.5)] < KERB_GREY:
                return tenth / 10
        return math.inf

    return reach(1), reach(-1)


@pytest.mark.parametrize("name", ["first-city", "long", "odd"])
def test_every_road_is_a_strip_for_a_pen_at_its_true_place(name: str) -> None:
    board: Board = BOARDS[name]()
    grey = grey_of(picture(name))
    for road in board.roads:
        piece = (len(road.path) - 1) // 2
        start, end = road.path[piece : piece + 2]
        length = math.dist(start, end)
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        across = (end[1] - start[1]) / length, (start[0] - end[0]) / length
        one, other = strip_at(grey, middle, across)
        assert 4.0 <= one + other <= 5.0, f"{road.id} is {one + other} mm wide"
        assert abs(one - other) <= 0.25, f"{road.id} is off its place"


def test_the_map_is_150_mm_between_its_outer_roads() -> None:
    board = first_city().practice_board
    grey = grey_of(picture("first-city"))
    outer = [road for road in board.roads if road.kind is RoadKind.STRAIGHT]
    xs = sorted({x for road in outer for x, _ in road.path})
    edges = []
    for x in (xs[0], xs[-1]):
        one, other = strip_at(grey, (x, 45.5), (1.0, 0.0))
        edges.append(x + (one - other) / 2)
    assert edges[1] - edges[0] == pytest.approx(150, abs=0.15)


@pytest.mark.parametrize("dpi", [72.0, 150.0, 152.4, 300.0])
def test_a_png_has_the_pages_size_in_pixels(dpi: float) -> None:
    city = first_city()
    image = Image.open(io.BytesIO(board_png(city.practice_board, city, dpi)))
    assert image.mode == "RGB"
    assert image.size == (round(297 * dpi / 25.4), round(210 * dpi / 25.4))


def test_a_smaller_page_keeps_its_own_size() -> None:
    document = pypdfium2.PdfDocument(board_pdf(BOARDS["small"](), first_city()))
    try:
        size = document[0].get_size()
    finally:
        document.close()
    assert size == pytest.approx((110 / 25.4 * 72, 112 / 25.4 * 72), abs=0.02)


def test_the_ruler_is_50_mm_long() -> None:
    grey = grey_of(picture("first-city"))
    below = grey[int(195.5 * PX_PER_MM) :, :]
    longest = 0
    for row in below < 100:
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(int), [0]))))
        longest = max(longest, *(edges[1::2] - edges[::2]), 0)
    assert longest / PX_PER_MM == pytest.approx(50, abs=0.4)
