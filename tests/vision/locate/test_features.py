"""Details of boards' pictures: shipped with them, and kept while other boards are tried."""

from pathlib import Path

import numpy as np
import pytest

from scorer.rules.values import replace
from scorer.vision.boards.halfboard import half_pictures, is_double
from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.boards.taught import known_pictures
from scorer.vision.locate import features
from tests.support import scenes


def all_pictures(folder: Path) -> list[BoardPicture]:
    known = known_pictures(folder)
    return [*known, *(half for one in known if is_double(one.board) for half in half_pictures(one))]


def refuse(picture: BoardPicture, level: bool) -> features.Details:
    raise AssertionError(f"the details of {picture.board.id} are not shipped")


def test_details_of_all_shipped_boards_come_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change to a shipped picture, ``make reference`` works them out anew."""
    monkeypatch.setattr(features, "blank_details", refuse)
    pictures = all_pictures(tmp_path)
    assert len(pictures) == 9
    for picture in pictures:
        for level in (False, True):
            found = features.board_details(picture, level)
            assert found.at.shape == (len(found.turn), 2)
            assert found.looks.shape == (len(found.turn), 128)
            assert np.linalg.norm(found.looks, axis=1) == pytest.approx(1, abs=1e-3)


def test_what_is_kept_of_a_board_is_not_lost_over_all_others(tmp_path: Path) -> None:
    first = [features.board_details(one, False) for one in all_pictures(tmp_path / "a")]
    again = [features.board_details(one, False) for one in all_pictures(tmp_path / "b")]
    assert all(one is other for one, other in zip(first, again, strict=True))


@pytest.mark.slow
def test_shipped_details_are_those_of_the_picture() -> None:
    picture = load_picture("first-city")
    shipped = features.board_details(picture, False)
    found = features.board_details(replace(picture, rgb=picture.rgb.copy()), False)
    fresh = features.blank_details(picture, False)
    assert np.array_equal(found.looks, shipped.looks)
    # Another computer may round otherwise.
    apart = np.linalg.norm(fresh.at[:, None] - shipped.at[None], axis=2).min(axis=1)
    assert (apart < 0.05).mean() > 0.98


@pytest.mark.slow
def test_a_board_of_the_same_name_with_another_picture_has_its_own_details() -> None:
    other = scenes.shuffled(scenes.first_city())
    fresh = features.blank_details(other, False)
    assert np.array_equal(features.board_details(other, False).at, fresh.at)
