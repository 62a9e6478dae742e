"""Measuring photos of games whose boards are known by nothing but these photos."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.drawn.learn import LearnedDrawn, learn_drawn
from scorer.vision.measure.games import Games, compared
from scorer.vision.photo.gate import NotRead
from tests.support import scenes

pytestmark = pytest.mark.slow

DRAWN = (("c3-d3", "b1-b2"), ("a5-b5", "e4-f4"), ("f1-f2",))


@cache
def photo(number: int) -> tuple[bytes, list[list[float]]]:
    """Return one of the photos, and the corners of its map."""
    corners = scenes.CORNERS + 10 * number
    scene = scenes.scene(drawn=DRAWN[number], noise=2, corners_xy=corners)
    return scenes.encoded(scene.rgb), scene.corners_xy.tolist()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three photos with truth, of a board that is known to lie there."""
    for number, drawn in enumerate(DRAWN):
        data, corners = photo(number)
        (tmp_path / f"photo-{number}.jpg").write_bytes(data)
        truth = {
            "photo": f"photo-{number}.jpg",
            "board": "first-city",
            "stratum": "easy",
            "corners_xy": corners,
            "marks": {"city": "first-city", "board": "first-city", "sections": sorted(drawn)},
        }
        (tmp_path / f"photo-{number}.json").write_text(json.dumps(truth))
    return tmp_path


def test_a_game_is_read_with_what_its_own_photos_taught(folder: Path) -> None:
    games = Games(folder, players=2)
    found = list(games.read())
    # The third photo is too few for a game.
    assert [one.result.photo for one in found] == ["photo-0.jpg", "photo-1.jpg"]
    for one in found:
        assert one.result.measured is not None
        assert one.result.measured.wrong("section") == 0
    (taught,) = games.taught
    assert taught.photos == ("photo-0.jpg", "photo-1.jpg")
    assert taught.corner_mm is not None
    assert taught.corner_mm < 2
    assert taught.proposed is not None
    assert sum(taught.proposed.kinds[1:]) == 36
    assert taught.proposed.cafes[1] == 7
    assert taught.proposed.points[1] == 3


def test_later_photos_fill_in_what_the_first_did_not_show(folder: Path) -> None:
    games = Games(folder, players=1, later=True)
    found = list(games.read())
    assert [one.result.photo for one in found] == ["photo-1.jpg", "photo-2.jpg"]
    assert [taught.photos for taught in games.taught] == [("photo-0.jpg",)]
    for one in found:
        assert one.result.measured is not None
        assert one.result.measured.wrong("section") == 0


def test_who_is_asked_which_side_is_up_knows(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def on_its_side(
        photos: list[bytes], board: Board, corners_xy: NDArray[np.float64] | None = None
    ) -> LearnedDrawn | NotRead:
        if corners_xy is not None:
            return learn_drawn(photos, board, corners_xy)
        lying = learn_drawn(photos, board, np.roll(scenes.CORNERS, 1, axis=0))
        assert isinstance(lying, LearnedDrawn)
        return replace(lying, sure_of_turn=False)

    monkeypatch.setattr("scorer.vision.measure.games.learn_drawn", on_its_side)
    games = Games(folder, players=1)
    (one,) = games.read(1)
    assert one.result.measured is not None
    assert one.result.measured.wrong("section") == 0
    assert not games.taught[0].sure_of_turn
    assert (games.taught[0].corner_mm or 99) < 2


def test_photos_that_are_none_are_lost_and_with_all_of_them_the_board(folder: Path) -> None:
    (folder / "photo-1.jpg").write_bytes(b"no picture")
    lost = list(Games(folder, players=2).read())
    assert [one.result.not_read for one in lost] == ["", "not-an-image"]
    (folder / "photo-0.jpg").write_bytes(b"no picture")
    lost = list(Games(folder, players=2).read())
    assert [one.result.not_read for one in lost] == ["no-board"] * 2


def test_what_is_proposed_is_right_where_the_board_agrees() -> None:
    picture = scenes.first_city()
    bare = replace(
        picture, board=replace(picture.board, landmarks=(), cafes=(), visit_all=()).checked()
    )
    nothing = compared(bare)
    # On a board said to have none, whatever is proposed is wrong.
    assert sum(nothing.kinds[1:]) == 36
    assert nothing.kinds[0] < 20
    assert nothing.cafes == (0, 0, 7)
    assert nothing.points == (0, 0, 3)
    assert not nothing.crossroads_right
    found = compared(picture)
    assert found.kinds[0] > 25
    assert found.cafes == (7, 7, 0)
    assert found.points == (3, 3, 0)
    assert found.crossroads_right
