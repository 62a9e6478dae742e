"""Boards of random art: real boards, repeatable, no family in both splits, learnable."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from samples.simulator.__main__ import main
from samples.simulator.art import Split, art_page
from samples.simulator.art.families import FAMILIES
from samples.simulator.art.taught import teach_from_photo
from samples.simulator.board.printedpage import map_box
from samples.simulator.people.outlines import OutlinesError, load_hands, load_outlines
from scorer.rules.board.board import TouristKind
from scorer.rules.board.geometry import parse_geometry
from scorer.rules.city.city import City, load_city
from scorer.vision.boards.picture import load_picture
from tests.support.handdrawn import write_shapes


@pytest.fixture(scope="module")
def city() -> City:
    return load_city("first-city")


@pytest.mark.slow
@pytest.mark.parametrize("split", list(Split))
def test_a_board_is_laid_out_by_the_citys_rules(city: City, split: Split) -> None:
    board = art_page(city, split, (1, 2), "made-up", px_per_mm=4.0).board
    usual = city.practice_board
    assert len(board.cafes) == len(usual.cafes)
    assert {mark.kind for mark in board.landmarks} == {mark.kind for mark in usual.landmarks}
    assert not set(board.visit_all) & set(board.cafe_at)
    left, top, right, bottom = map_box(board)
    assert 0 < left < right < board.page_mm[0]
    assert 0 < top < bottom < board.page_mm[1]
    for mark in board.landmarks:
        beside = {road.id for road in board.roads if mark.locations[0] in road.locations}
        assert mark.roads == beside


@pytest.mark.slow
def test_the_same_seed_gives_the_same_board_and_another_one_another(city: City) -> None:
    first, again, other = (
        art_page(city, Split.TRAIN, (7, index), "made-up", px_per_mm=4.0) for index in (0, 0, 1)
    )
    assert first.board == again.board
    assert np.array_equal(first.rgb, again.rgb)
    assert first.board != other.board


def test_no_family_of_art_is_in_both_splits() -> None:
    for part in fields(FAMILIES[Split.TRAIN]):
        one, other = (set(getattr(FAMILIES[split], part.name)) for split in Split)
        assert one
        assert other
        assert not one & other


@pytest.mark.slow
def test_photos_come_with_their_boards(city: City, tmp_path: Path) -> None:
    arguments = ["--art", "--count", "3", "--per-board", "2", "--megapixels", "0.3"]
    assert main([*arguments, "--art-split", "test", "-o", str(tmp_path)]) == 0
    truths = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*.json"))]
    names = [truth["board"] for truth in truths]
    assert len(set(names)) == 2
    assert names[0] == names[1]
    assert truths[0]["marks"] != truths[1]["marks"]
    for name in names:
        picture = load_picture(name, tmp_path / "boards")
        assert picture.board.city == city.id


@pytest.mark.slow
def test_a_learned_picture_lies_on_the_printed_one(city: City, tmp_path: Path) -> None:
    page = art_page(city, Split.TRAIN, (7, 3), "made-up")
    learned = teach_from_photo(page, city, (7, 3), tmp_path / "made-up", megapixels=2.0)
    wide, high = learned.rgb.shape[1::-1]
    printed = cv2.resize(page.rgb, (wide, high), interpolation=cv2.INTER_AREA)
    assert _agreement(learned.rgb, printed) > 0.8
    assert _agreement(np.roll(learned.rgb, 12, axis=1), printed) < 0.5
    board = parse_geometry((tmp_path / "made-up" / "geometry.json").read_bytes())
    assert board.crossroads_xy == page.board.crossroads_xy
    truth = json.loads((tmp_path / "made-up" / "blank.json").read_text())
    assert truth["marks"]["sections"] == []


@pytest.mark.slow
def test_views_of_one_board_share_the_drawing_and_nothing_else(tmp_path: Path) -> None:
    options = ["--art", "--megapixels", "0.5", "--seed", "5", "--views", "2", "--kind", "hard"]
    assert main([*options, "-o", str(tmp_path)]) == 0
    truths = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*.json"))]
    second, first = sorted(truths, key=lambda truth: "-view2" not in truth["photo"])
    assert first["group"] == second["group"] == first["photo"].removesuffix(".jpg")
    assert first["marks"] == second["marks"]
    assert first["ink"] == second["ink"]
    assert first["corners_xy"] != second["corners_xy"]
    assert first["camera"]["bend_mm"] == second["camera"]["bend_mm"]
    alone = tmp_path / "alone"
    assert main([*options[:-4], "--kind", "hard", "-o", str(alone)]) == 0
    assert (alone / first["photo"]).read_bytes() == (tmp_path / first["photo"]).read_bytes()


def test_peoples_outlines_are_closed_and_split_by_contributor(tmp_path: Path) -> None:
    data: dict[str, Any] = {}
    for index, name in enumerate(("ellipse", "rectangle", "triangle")):
        data[name] = np.stack([_drawn(size) for size in range(20, 30)])
        data[f"{name}_contributor"] = np.arange(10) + 10 * index
    np.savez(tmp_path / "drawn.npz", **data)
    kept, aside = (load_outlines(tmp_path / "drawn.npz", held_out=value) for value in (False, True))
    for kind in (TouristKind.CIRCLE, TouristKind.SQUARE, TouristKind.TRIANGLE):
        assert len(kept.by_kind[kind]) + len(aside.by_kind[kind]) == 10
    assert sum(map(len, aside.by_kind.values())) == 6
    for path in kept.by_kind[TouristKind.CIRCLE]:
        assert np.hypot(*(path[0] - path[-1])) < 0.2
        assert np.hypot(*path.T) == pytest.approx(1, abs=0.08)


def test_one_person_draws_a_board_and_careless_ones_draw_circles_like_squares(
    tmp_path: Path,
) -> None:
    # Of ten people nine draw what they should, and number 3 draws squares for circles.
    write_shapes(tmp_path / "drawn.npz", careless=3)
    hands = [load_hands(tmp_path / "drawn.npz", held_out=value) for value in (False, True)]
    assert [len(some) for some in hands] == [8, 2]
    for one in (*hands[0], *hands[1]):
        assert one.share == 1.0
        assert [len(paths) for paths in one.by_kind.values()] == [5, 5, 5]
    careless = [
        one
        for value in (False, True)
        for one in load_hands(tmp_path / "drawn.npz", held_out=value, careless=True)
    ]
    assert len(careless) == 4
    # A square's corners are far from its middle, a circle's line is everywhere as near.
    near = [np.hypot(*one.by_kind[TouristKind.CIRCLE][0].T) for one in careless]
    assert sum(float(np.ptp(one)) > 0.2 for one in near) == 1


def test_a_file_without_drawn_shapes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "drawn.npz").write_bytes(b"no shapes")
    with pytest.raises(OutlinesError, match="no hand-drawn shapes"):
        load_outlines(tmp_path / "drawn.npz", held_out=False)


def _drawn(radius: int) -> NDArray[np.uint8]:
    picture = np.zeros((70, 70), np.uint8)
    cv2.circle(picture, (35, 35), radius, 255, 3)
    return picture


def _agreement(one: NDArray[np.generic], other: NDArray[np.generic]) -> float:
    """Return how well the edges of two pictures agree."""
    edges = []
    for picture in (one, other):
        grey = cv2.cvtColor(np.asarray(picture, np.uint8), cv2.COLOR_RGB2GRAY).astype(np.float32)
        soft = cv2.GaussianBlur(grey, (0, 0), 2)
        edges.append(cv2.Sobel(soft, cv2.CV_32F, 1, 0)[100:-100, 100:-100].ravel())
    return float(np.corrcoef(edges[0], edges[1])[0, 1])


@pytest.mark.slow
def test_a_film_shows_the_board_of_the_photo_while_the_camera_moves(tmp_path: Path) -> None:
    options = ["--art", "--seed", "5", "--kind", "hard", "--film", "0.5", "-o", str(tmp_path)]
    assert main(options) == 0
    (path,) = tmp_path.glob("*.mp4")
    truth = json.loads(path.with_suffix(".json").read_text())
    assert truth["photo"] == path.name
    film = cv2.VideoCapture(str(path))
    frames = [film.read()[1] for _ in range(4)]
    assert film.read()[0] is False
    assert {frame.shape for frame in frames} in ({(1080, 1920, 3)}, {(1920, 1080, 3)})
    grey = [cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32) for frame in frames]
    (x, y), _ = cv2.phaseCorrelate(grey[0], grey[-1])
    assert x * x + y * y > 5**2
