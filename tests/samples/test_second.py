"""The second family of simulated photos: nothing of it is learned from, and its truth is true."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from samples.second import press
from samples.second.__main__ import main
from samples.second.hand import INK_PX_PER_MM, Habits, Pen, Sheet, people
from samples.second.ink import lay, paper, stand_out, under
from samples.second.phone import Card
from samples.second.photo import Shot, blank, filled, photographed
from samples.second.press import TABLE_MM, TABLE_PX_PER_MM
from samples.second.room import Panel, Room, Shade
from samples.simulator.people.games import random_game
from samples.simulator.strata import ART_STRATA, CONTRAST, Kind
from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import City, load_city
from tests.support.dots import DOTS, dot_centre, dotted, upright
from tests.support.handdrawn import write_shapes

SMALL = 0.8
BLACK = Pen("black", (0.03, 0.03, 0.03), 1.6, 1.0, 0.8, 0.5, 0.2)


@pytest.fixture(scope="module")
def city() -> City:
    return load_city("first-city")


@pytest.fixture(scope="module")
def board(city: City) -> Board:
    return city.practice_board


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("second") / "drawn.npz"
    write_shapes(file)
    return file


def table() -> NDArray[np.uint8]:
    high, wide = (round(side * TABLE_PX_PER_MM) for side in TABLE_MM[::-1])
    return np.full((high, wide, 3), 110, np.uint8)


def shot(board: Board, kind: Kind, seed: int, *, clear: bool = False) -> Shot:
    rng = np.random.default_rng((11, seed))
    return photographed(blank(dotted(board)), table(), kind, rng, SMALL, clear=clear)


@pytest.mark.parametrize("kind", list(Kind))
def test_the_corners_and_the_colours_are_where_the_truth_says(board: Board, kind: Kind) -> None:
    for seed in range(3):
        photo = shot(board, kind, seed, clear=True)
        rgb = upright(photo.jpeg)
        for colour, told in zip(DOTS, photo.truth["corners_xy"], strict=True):
            assert np.hypot(*(dot_centre(rgb, colour) - told)) < 4, (kind, seed, colour)


def test_the_same_luck_gives_the_same_photo(board: Board) -> None:
    first, again, other = (shot(board, Kind.MEDIUM, seed) for seed in (5, 5, 6))
    assert first.jpeg == again.jpeg
    assert first.truth == again.truth
    assert first.jpeg != other.jpeg


def test_only_people_kept_aside_draw(drawn: Path) -> None:
    drawers = people(drawn)
    assert len(drawers) == 2
    for one in drawers:
        assert {kind: len(shapes) for kind, shapes in one.shapes.items()} == {
            TouristKind.CIRCLE: 5,
            TouristKind.SQUARE: 5,
            TouristKind.TRIANGLE: 5,
        }
    circle = drawers[0].outline(TouristKind.CIRCLE, np.random.default_rng(0))
    assert np.hypot(*circle.T) == pytest.approx(1, abs=0.08)


def test_every_mark_of_a_game_is_laid_where_it_belongs(
    board: Board, city: City, drawn: Path
) -> None:
    rng = np.random.default_rng(4)
    game = random_game(board, city, rng)
    sheet = Habits(people(drawn)[0], 1.0, 0.5, rng).drawn(board, game.marks, game.pieces)
    marks = game.marks
    wanted = {("section", str(one)) for one in marks.sections}
    wanted |= {("tourists", str(place)) for place in marks.tourists}
    wanted |= {("cafe", str(point)) for point in marks.cafes}
    wanted |= {("task", str(point)) for point in marks.task}
    assert set(sheet.marks) == wanted
    for place, tourists in marks.tourists.items():
        pieces = sheet.marks["tourists", str(place)]
        assert sorted(use for use, _ in pieces) == sorted(
            kind.value for kind, number in tourists.counts for _ in range(number)
        )
        low, high = np.min(board.cell_of[place].polygon, 0), np.max(board.cell_of[place].polygon, 0)
        for _, points in pieces:
            assert (points > low - 1).all()
            assert (points < high + 1).all()


def test_ink_covers_the_line_and_little_else() -> None:
    light = np.full((300, 500, 3), 0.8, np.float32)
    sheet = Sheet()
    sheet.lay("route", np.column_stack([np.arange(10, 40, 0.12), np.full(250, 15.0)]), None)
    lay(light, sheet, dict.fromkeys(("route", "ring"), BLACK), np.random.default_rng(1))
    row = light[:, 250].mean(axis=1)
    inked = np.flatnonzero(row < 0.4)
    assert 1.1 < len(inked) / INK_PX_PER_MM < 2.1
    assert inked.mean() == pytest.approx(15 * INK_PX_PER_MM, abs=2)
    assert light[:40].min() > 0.75
    assert light[:, :60].min() > 0.75


def test_a_pen_that_nobody_sees_is_not_taken(board: Board) -> None:
    page = dotted(board)
    dark = replace(page, rgb=np.full_like(page.rgb, 40))
    sheet = Sheet()
    line = np.column_stack([np.arange(60, 80, 0.12), np.full(167, 60.0)])
    sheet.lay("route", line, ("section", "a1-b1"))
    for printed, seen in ((page, True), (dark, False)):
        light = paper(printed.rgb, board.page_mm, 1.0)
        assert stand_out(light, sheet, {"route": BLACK}, CONTRAST) is seen


def test_a_full_layer_leaves_the_inks_own_light() -> None:
    white = np.ones((1, 3), np.float32)
    red = replace(BLACK, ink=(0.6, 0.02, 0.03))
    assert under(white, np.zeros(1, np.float32), red) == pytest.approx(white)
    light = under(white, np.ones(1, np.float32), red)[0]
    assert light[0] > 0.6
    assert light[1] < 0.1


def test_a_lamp_lights_the_table_shades_stand_in_it_and_it_is_mirrored() -> None:
    lamp = Panel(
        np.array([0.0, 0.0, 1000.0]),
        np.array([100.0, 0, 0]),
        np.array([0, 100.0, 0]),
        np.array([50.0, 50.0, 50.0]),
    )
    around = np.full(3, 0.1)
    room = Room((lamp,), (), around, 0.01)
    places = np.array([[0.0, 0, 0], [1500.0, 0, 0]])
    near, far = room.falling(places)[:, 0]
    # A lamp of 0.04 m² straight above, 1 m away: its light times 0.04 / pi.
    assert near - 0.1 == pytest.approx(50 * 0.04 / np.pi, rel=0.03)
    assert 0.1 < far < 0.3 * near
    hand = replace(room, shades=(Shade(np.array([0.0, 0.0, 300.0]), (200.0, 200.0), 0.0),))
    assert hand.falling(places)[0, 0] == pytest.approx(0.1)
    origin = np.zeros((2, 3), np.float32)
    ways = np.array([[0, 0, 1], [0.6, 0, 0.8]], np.float32)
    up, aside = room.mirrored(origin, ways, np.array([1.0, 0.8], np.float32))[:, 0]
    assert up == pytest.approx(0.04 * (50 + 0.1))
    assert aside < 0.01


def test_no_lamp_is_mirrored_on_the_map_of_an_easy_photo(board: Board) -> None:
    for seed in range(4):
        assert shot(board, Kind.EASY, seed).truth["hidden"] == []


def test_a_card_rises_to_its_edges() -> None:
    card = Card(0.0, 2.0, 100.0, 0.0, np.zeros((0, 3)))
    heights = card.height(np.array([[0.0, 50], [100, 0], [-100, 0]]))
    assert heights == pytest.approx([0, 2, 2])
    assert card.slope(np.array([[100.0, 0]]))[0, 0] > 0.03


def test_filling_in_draws_a_game_and_says_what_was_wiped_off(
    board: Board, city: City, drawn: Path
) -> None:
    page = dotted(board)
    one = filled(page, city, people(drawn)[0], Kind.HARD, np.random.default_rng(3))
    assert len(one.marks.tourists) == 10
    assert len(one.truth["ghosts"]) <= ART_STRATA[Kind.HARD].ghosts[1]
    changed = np.abs(one.light - blank(page).light).max(axis=2) > 0.1
    assert 0.01 < changed.mean() < 0.2


def test_a_file_without_shapes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "drawn.npz").write_bytes(b"no shapes")
    assert main(["--drawn", str(tmp_path / "drawn.npz"), "-o", str(tmp_path)]) == 2
    assert "no hand-drawn shapes" in capsys.readouterr().err


def test_without_a_browser_the_command_says_what_to_do(
    drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(press, "BROWSERS", ("no-such-browser",))
    assert main(["--drawn", str(drawn), "-o", str(tmp_path)]) == 2
    assert "make browser" in capsys.readouterr().err
