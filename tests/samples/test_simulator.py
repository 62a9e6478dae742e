"""The simulator: repeatable photos whose truth is true."""

import json
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from samples.simulator.__main__ import main
from samples.simulator.board.printedpage import PrintedPage, map_box, map_corners, printed
from samples.simulator.people.games import random_game
from samples.simulator.people.pens import INKS, Pen
from samples.simulator.people.strokes import Drawing, Subject
from samples.simulator.photo import DESCRIPTION, encode, fill, hidden, simulate
from samples.simulator.scene.light import Lamp, Light, random_light
from samples.simulator.strata import STRATA, Kind
from scorer.rules.board.board import Board
from scorer.rules.board.geometry import parse_geometry
from scorer.rules.city.city import City, load_city
from scorer.rules.notation import RoadId
from scorer.rules.position.marks import Marks
from tests.support.dots import DOTS, dot_centre, dotted, upright

SMALL = 0.5
DESCRIPTION_TAG, ORIENTATION_TAG = 0x010E, 0x0112
REFERENCE = Path(__file__).parents[2] / "scorer/vision/boards/references/first-city.png"


@pytest.fixture(scope="module")
def city() -> City:
    return load_city("first-city")


@pytest.fixture(scope="module")
def page(city: City) -> PrintedPage:
    return printed(city.practice_board, city)


def no_marks(board: Board) -> Marks:
    return Marks(city=board.city, board=board.id)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_photo(page: PrintedPage, city: City) -> None:
    first, second = (simulate(page, city, Kind.MEDIUM, (3, 1), SMALL) for _ in range(2))
    assert first.jpeg == second.jpeg
    assert first.truth == second.truth
    other = simulate(page, city, Kind.MEDIUM, (3, 2), SMALL)
    assert other.truth["marks"] != first.truth["marks"]
    assert other.jpeg != first.jpeg


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_makes_photos_that_say_what_they_are(
    kind: Kind, page: PrintedPage, city: City
) -> None:
    photo = simulate(page, city, kind, (11, 0), SMALL)
    assert photo.truth["simulated"] is True
    assert photo.truth["stratum"] == kind.value
    with Image.open(BytesIO(photo.jpeg)) as image:
        assert image.getexif()[DESCRIPTION_TAG] == DESCRIPTION
        assert "imulated" in DESCRIPTION
    rgb = upright(photo.jpeg)
    assert rgb.shape == photo.rgb.shape
    assert rgb.std() > 15, "the photo shows next to nothing"
    low, high = STRATA[kind].tilt_deg
    assert low <= photo.truth["camera"]["tilt_deg"] <= high


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "off_px"), [(Kind.EASY, 1.0), (Kind.MEDIUM, 1.0)])
@pytest.mark.parametrize("index", range(3))
def test_corners_in_the_truth_are_where_the_photo_shows_them(
    kind: Kind, off_px: float, index: int, city: City
) -> None:
    board = city.practice_board
    blank = no_marks(board).checked_on(board)
    photo = simulate(dotted(board), city, kind, (5, index), 1.0, blank)
    rgb = upright(photo.jpeg)
    found = np.array([dot_centre(rgb, colour) for colour in DOTS])
    miss = np.hypot(*(found - photo.truth["corners_xy"]).T)
    assert miss.max() < off_px, f"{miss} px for {photo.truth['camera']}"


@pytest.mark.slow
def test_corners_follow_a_map_that_is_not_square(city: City) -> None:
    board = wide_board()
    photo = simulate(dotted(board), city, Kind.EASY, (6, 0), 1.0, no_marks(board).checked_on(board))
    rgb = upright(photo.jpeg)
    found = np.array([dot_centre(rgb, colour) for colour in DOTS])
    assert np.hypot(*(found - photo.truth["corners_xy"]).T).max() < 1.0


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_turned_photo_is_upright_again_after_its_exif(orientation: int) -> None:
    rgb = np.zeros((96, 160, 3), np.uint8)
    rgb[:48, :80] = (255, 0, 0)
    rgb[48:, 80:] = (0, 0, 255)
    jpeg = encode(rgb, 95, orientation)
    with Image.open(BytesIO(jpeg)) as image:
        assert image.getexif()[ORIENTATION_TAG] == orientation
        assert (image.size == (96, 160)) == (orientation in (6, 8))
    assert np.abs(upright(jpeg).astype(int) - rgb).mean() < 3


@pytest.mark.slow
def test_glare_spares_the_marks_unless_the_photo_is_hard(page: PrintedPage, city: City) -> None:
    page_mm, box = page.board.page_mm, map_box(page.board)
    lost = dict.fromkeys(Kind, 0)
    for kind in Kind:
        for seed in range(10):
            rng = np.random.default_rng(seed)
            filled = fill(page, city, random_game(page.board, city, rng), STRATA[kind], rng)
            inked = np.vstack([p for paths in filled.drawing.subjects.values() for p in paths])
            light = random_light(page_mm, box, inked, STRATA[kind], rng)
            lost[kind] += len(hidden(filled.drawing, light, page_mm))
    assert lost[Kind.EASY] == lost[Kind.MEDIUM] == 0
    assert lost[Kind.HARD] > 5


def test_a_mark_under_a_lamp_is_hidden_and_the_one_beside_it_is_not() -> None:
    lamp = Lamp(centre=(50.0, 50.0), half_mm=(12.0, 12.0), angle=0.0, strength=2.0, window=False)
    light = Light(
        colour=(1.0, 1.0, 1.0),
        slope=(0.0, 0.0),
        side_colour=(0.0, 0.0, 0.0),
        side_at=(0.0, 0.0),
        side_reach_mm=100.0,
        shadows=(),
        lamps=(lamp,),
        veil=0.0,
        veil_way=0.0,
        gain=1.0,
        direction=(1.0, 0.0),
    )
    drawing = Drawing()
    pen = Pen("red", INKS["red"], 1.5, 1.0)
    under, beside = Subject("section", "b2-c2"), Subject("tourists", "F6")
    drawing.add(np.array([[46.0, 50.0], [54.0, 50.0]]), pen, under)
    drawing.add(np.array([[86.0, 50.0], [94.0, 50.0]]), pen, beside)
    assert hidden(drawing, light, (100.0, 100.0)) == [{"kind": "section", "where": "b2-c2"}]


@pytest.mark.slow
def test_a_section_is_drawn_where_the_truth_says(page: PrintedPage, city: City) -> None:
    """Seen through a warp by the corners alone, ink lies on the drawn road and on no other."""
    board = page.board
    file = Marks(city=board.city, board=board.id, sections=frozenset({RoadId("c2-c3")}))
    photo = simulate(page, city, Kind.EASY, (8, 0), 1.0, file.checked_on(board))
    blank = simulate(page, city, Kind.EASY, (8, 0), 1.0, no_marks(board).checked_on(board))
    change = np.abs(photo.rgb.astype(int) - blank.rgb.astype(int)).max(axis=2)
    source = np.array(photo.truth["corners_xy"], np.float32)
    scale = 4.0
    target = (scale * map_corners(board)).astype(np.float32)
    size = (round(scale * board.page_mm[0]), round(scale * board.page_mm[1]))
    warp = cv2.getPerspectiveTransform(source, target)
    flat = cv2.warpPerspective(change.astype(np.uint8), warp, size)
    rows, columns = np.nonzero(flat > 80)
    points = np.column_stack([columns, rows]) / scale
    left, top, right, bottom = map_box(board)
    on_map = (points > (left - 2, top - 2)) & (points < (right + 2, bottom + 2))
    points = points[on_map.all(axis=1)]
    path = np.array(board.road_of[next(iter(file.checked_on(board).sections))].path)
    low, high = path.min(axis=0), path.max(axis=0)
    assert len(points) > 300
    assert (points > low - 4).all()
    assert (points < high + 4).all()
    assert np.ptp(points[:, 1]) > 0.85 * (high - low)[1]


@pytest.mark.slow
def test_the_command_writes_photos_with_truth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--kind", "easy", "--count", "2", "--seed", "4", "--megapixels", "0.2"]
    arguments += ["--reference", str(REFERENCE)]
    assert main([*arguments, "-o", str(tmp_path / "out")]) == 0
    photos = sorted((tmp_path / "out").glob("*.jpg"))
    assert [str(photo) for photo in photos] == capsys.readouterr().out.split()
    for photo in photos:
        truth = json.loads(photo.with_suffix(".json").read_text())
        assert truth["photo"] == photo.name


def test_any_board_can_be_drawn_on(tmp_path: Path) -> None:
    board = wide_board()
    (tmp_path / "wide.json").write_text(json.dumps(WIDE))
    Image.fromarray(dotted(board, 3.0).rgb).save(tmp_path / "wide.png")
    arguments = ["--geometry", str(tmp_path / "wide.json"), "--megapixels", "0.2"]
    reference = ["--reference", str(tmp_path / "wide.png")]
    assert main([*arguments, *reference, "-o", str(tmp_path / "out")]) == 0
    truth = json.loads(next((tmp_path / "out").glob("*.json")).read_text())
    assert truth["board"] == "wide"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--board", "atlantis"], "atlantis"),
        (["--geometry", "board.json", "--city", "atlantis"], "atlantis"),
        (["--geometry", "missing.json"], "missing.json"),
        (["--marks", "missing.json"], "missing.json"),
        (["--reference", "missing.png"], "missing.png"),
        (["--city", "tokyo"], "--city is that of the board in --geometry"),
        (["--art", "--city", "paris"], "--city is that of the board in --geometry"),
        (["--art", "--board", "paris"], "--art makes boards of first-city"),
    ],
)
def test_bad_input_is_refused_in_words(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "-o", str(tmp_path)]) == 2
    assert words in capsys.readouterr().err


def test_a_picture_of_another_shape_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Image.new("RGB", (100, 100)).save(tmp_path / "square.png")
    assert main(["--reference", str(tmp_path / "square.png"), "-o", str(tmp_path)]) == 2
    assert "297" in capsys.readouterr().err


def grid_geometry(columns: int, rows: int, cell: float) -> dict[str, object]:
    """Return the geometry file of a plain map with no landmarks, 20 mm inside its page."""

    def at(column: int, row: int) -> list[float]:
        return [20 + column * cell, 20 + row * cell]

    def name(column: int, row: int) -> str:
        return f"{chr(ord('a') + column)}{row}"

    def road(start: tuple[int, int], end: tuple[int, int]) -> dict[str, object]:
        ends = [name(*start), name(*end)]
        across = start[1] == end[1]
        sides = [(start[0], start[1] - 1), start] if across else [(start[0] - 1, start[1]), start]
        cells = [
            f"{chr(ord('A') + c)}{r + 1}" for c, r in sides if 0 <= c < columns and 0 <= r < rows
        ]
        return {"id": "-".join(ends), "ends": ends, "path": [at(*start), at(*end)], "cells": cells}

    places = [(c, r) for c in range(columns + 1) for r in range(rows + 1)]
    return {
        "id": "wide",
        "page_mm": [40 + columns * cell, 40 + rows * cell],
        "cells": [
            {
                "id": f"{chr(ord('A') + c)}{r + 1}",
                "polygon": [at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)],
            }
            for c in range(columns)
            for r in range(rows)
        ],
        "crossroads": [{"id": name(*place), "xy": at(*place)} for place in places],
        "roads": [
            road((c, r), (c + dc, r + dr))
            for c, r in places
            for dc, dr in ((1, 0), (0, 1))
            if c + dc <= columns and r + dr <= rows
        ],
    }


WIDE = grid_geometry(7, 4, 20.0)


def wide_board() -> Board:
    return parse_geometry(json.dumps(WIDE).encode(), "first-city")
