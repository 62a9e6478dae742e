"""What stands on a page, in which order, and that nothing covers anything else."""

import math
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pypdfium2
import pytest

from scorer.printing import board_pdf, board_svg
from scorer.printing.art import board_drawing
from scorer.printing.drawing.drawing import Anchor, Group, Path, Text
from scorer.printing.drawing.letters import text_width
from scorer.printing.drawing.palette import CAFE
from scorer.printing.layout import Box, Page
from scorer.printing.town.scenery import coordinate_places
from scorer.rules.board.board import Board
from tests.support.printedboards import BOARDS, first_city, laid_out

SVG = "{http://www.w3.org/2000/svg}"
PRACTICE = "A practice layout of our own, not the publisher's board"
NINE = ["Red", "Green", "Blue", "Yellow", "Grey", "Cafés", "Handicraft Festival"]
NINE += ["Personal task", "Goal cards"]


@cache
def svg_of(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(BOARDS[name](), first_city()))


def texts_in(root: ElementTree.Element, group: str) -> list[ElementTree.Element]:
    return root.findall(f"{SVG}g[@id='{group}']/{SVG}text")


def words_of(root: ElementTree.Element, group: str) -> list[str]:
    return [text.text or "" for text in texts_in(root, group)]


def pdf_words(board: Board) -> str:
    document = pypdfium2.PdfDocument(board_pdf(board, first_city()))
    try:
        return " ".join(document[0].get_textpage().get_text_range().split())
    finally:
        document.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_svg_has_the_pages_size_in_mm(name: str) -> None:
    root = svg_of(name)
    width, height = BOARDS[name]().page_mm
    assert root.tag == f"{SVG}svg"
    assert root.get("width") == f"{width:g}mm"
    assert root.get("height") == f"{height:g}mm"
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_city_and_practice_words_stand_on_every_page_of_ours(name: str) -> None:
    assert words_of(svg_of(name), "title") == ["The First City", PRACTICE]
    printed = pdf_words(BOARDS[name]())
    assert "The First City" in printed
    assert PRACTICE in printed


@pytest.mark.slow
def test_a_board_that_is_not_ours_does_not_claim_to_be() -> None:
    board = BOARDS["odd"]()
    boxed = Board(
        **{**{name: getattr(board, name) for name in board.__dataclass_fields__}, "practice": False}
    )
    assert "practice" not in board_svg(boxed, first_city())


@pytest.mark.parametrize("name", ["first-city", "long"])
def test_every_landmark_is_named(name: str) -> None:
    words = " ".join(words_of(svg_of(name), "landmarks"))
    for mark in BOARDS[name]().landmarks:
        assert mark.name in words


def test_the_values_stand_on_the_yellow_landmarks() -> None:
    board = first_city().practice_board
    values = sorted(str(mark.value) for mark in board.landmarks if mark.value is not None)
    words = words_of(svg_of("first-city"), "landmarks")
    assert sorted(word for word in words if word.isdigit()) == values


@pytest.mark.parametrize("name", ["first-city", "long"])
def test_coordinates_run_below_the_columns_and_beside_the_rows(name: str) -> None:
    board: Board = BOARDS[name]()
    assert board.coordinates is not None
    columns, rows = board.coordinates
    tiles = texts_in(svg_of(name), "coordinates")
    below = sorted(tiles, key=lambda tile: -float(tile.get("y", 0)))[: len(columns)]
    below.sort(key=lambda tile: float(tile.get("x", 0)))
    beside = sorted((t for t in tiles if t not in below), key=lambda t: float(t.get("y", 0)))
    assert [int(tile.text or "") for tile in below] == list(columns)
    assert [int(tile.text or "") for tile in beside] == list(rows)
    for tile, cell in zip(below, board.cells, strict=False):
        assert float(tile.get("x", 0)) == pytest.approx(
            (cell.polygon[0][0] + cell.polygon[1][0]) / 2, abs=0.01
        )


def test_nine_scoring_boxes_in_the_order_of_the_steps_then_the_total() -> None:
    texts = texts_in(svg_of("first-city"), "scoring")
    labels = [text for text in texts if text.text in (*NINE, "Total")]
    labels.sort(key=lambda text: float(text.get("y", 0)))
    assert [text.text for text in labels] == [*NINE, "Total"]


@pytest.mark.slow
def test_a_wide_map_has_its_scoring_boxes_below_in_the_same_order() -> None:
    board = BOARDS["long"]()
    words = words_of(svg_of("long"), "scoring")
    assert [word for word in words if word in (*NINE, "Total")] in (
        [*NINE, "Total"],
        [*NINE[3:], "Total"],
    )
    tops = [float(text.get("y", 0)) for text in texts_in(svg_of("long"), "scoring")]
    assert min(tops) > Page(board).map.bottom


@pytest.mark.slow
def test_the_festival_table_is_the_citys() -> None:
    words = words_of(svg_of("first-city"), "scoring")
    assert "1 / 2 / 3  gives  0 / 12 / 24" in words
    legend = words_of(svg_of("first-city"), "legend")
    assert [word for word in legend if word.endswith("PP")] == ["0 PP", "12 PP", "24 PP"]


def test_every_rating_track_has_the_citys_steps() -> None:
    words = words_of(svg_of("first-city"), "legend")
    for mark in first_city().iconic:
        at = words.index(mark.name)
        assert words[at + 1 : at + 6] == ["4", "6", "8", "10", "12"]


def box_of(group: Group) -> Box:
    points = []
    for shape in group.shapes:
        if isinstance(shape, Path):
            points += [point for step in shape.steps for point in step.points]
        else:
            points += text_corners(shape)
    return Box.around(points)


def text_corners(text: Text) -> list[tuple[float, float]]:
    width = text_width(text.text, text.size, text.font)
    left = text.at[0] - {Anchor.START: 0, Anchor.MIDDLE: width / 2, Anchor.END: width}[text.anchor]
    return [(left, text.at[1] - 0.75 * text.size), (left + width, text.at[1] + 0.22 * text.size)]


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_title_legend_boxes_and_map_keep_off_each_other(name: str) -> None:
    board: Board = BOARDS[name]()
    drawing = board_drawing(board, first_city())
    frames = {group.name: box_of(group) for group in drawing.groups if group.shapes}
    named = ("title", "legend", "scoring", "ruler")
    apart: dict[str, Box] = {key: frames[key] for key in named if key in frames}
    apart["park"] = Page(board).park
    for (one, a), (other, b) in combinations(apart.items(), 2):
        beside = a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
        assert beside, f"{one} and {other}"
    for key, frame in apart.items():
        inside = min(frame.left, frame.top, *(s - e for s, e in zip(
            board.page_mm, (frame.right, frame.bottom), strict=True
        )))  # fmt: skip
        assert inside > (0 if name == "small" else 3.0), key


def test_the_practice_board_has_all_of_them() -> None:
    drawing = board_drawing(first_city().practice_board, first_city())
    # What only other cities have: rivers, lanes, coloured streets, what lies beside the map.
    foreign = {"water", "borders", "lanes", "painted-roads", "bridges", "water-names", "remote"}
    foreign |= {"marked-signs", "cafe-area", "dock-names"}
    assert {group.name for group in drawing.groups if not group.shapes} == foreign


@pytest.mark.parametrize("name", ["first-city", "odd", "long"])
def test_cafes_and_coordinates_keep_off_each_other(name: str) -> None:
    board: Board = BOARDS[name]()
    for cafe in board.cafes:
        for place in coordinate_places(Page(board)):
            assert math.dist(cafe.xy, place) > 8.0


def test_texts_of_a_page_do_not_cover_each_other() -> None:
    drawing = board_drawing(first_city().practice_board, first_city())
    texts = [shape for group in drawing.groups for shape in group.shapes if isinstance(shape, Text)]
    boxes = [(text.text, Box.around(text_corners(text))) for text in texts]
    for (one, a), (other, b) in combinations(boxes, 2):
        across = min(a.right, b.right) - max(a.left, b.left)
        down = min(a.bottom, b.bottom) - max(a.top, b.top)
        assert across <= 0 or down <= 0.3, f"{one!r} and {other!r}"


@pytest.mark.slow
def test_each_cafe_bonus_has_a_badge_of_its_own() -> None:
    drawn = set()
    for bonus in ("section", "coordinate", "tourists"):
        svg = board_svg(laid_out(cafes={"c0": bonus}), first_city())
        signs = svg[svg.index('id="signs"') : svg.index('id="coordinates"')]
        drawn.add(signs)
    assert len(drawn) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-city", "odd", "long"])
def test_badges_cover_no_words_and_no_other_sign(name: str) -> None:
    groups = {g.name: g.shapes for g in board_drawing(BOARDS[name](), first_city()).groups}
    words = [
        Box.around(text_corners(text)) for text in groups["landmarks"] if isinstance(text, Text)
    ]
    discs = [
        Box.around(point for step in shape.steps for point in step.points)
        for shape in groups["signs"]
        if isinstance(shape, Path) and shape.fill == CAFE and shape.stroke
    ]
    assert len(discs) == len(BOARDS[name]().cafes)
    for disc in discs:
        for word in words:
            across = min(disc.right, word.right) - max(disc.left, word.left)
            down = min(disc.bottom, word.bottom) - max(disc.top, word.top)
            assert across <= 0 or down <= 0
        off_roads = Page(BOARDS[name]()).road_mm / 2
        for x, y in BOARDS[name]().crossroads_xy.values():
            assert math.dist(disc.centre, (x, y)) > off_roads + 1.5
