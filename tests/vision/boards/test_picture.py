"""What is worked out from a board's picture, and how long it is kept."""

import gc
import weakref
from pathlib import Path

import pytest

from scorer.rules.city.city import City
from scorer.rules.values import replace
from scorer.vision.boards.picture import PictureError, load_picture
from scorer.vision.boards.taught import save_taught
from scorer.vision.geometry import frame_of
from scorer.vision.locate.prints import prints_of


def test_it_is_worked_out_once_and_goes_with_its_picture() -> None:
    picture = replace(load_picture("first-city"), strange=True)
    assert frame_of(picture) is frame_of(picture)
    assert prints_of(picture, 1.0) is prints_of(picture, 1.0)
    assert prints_of(picture, 1.0) is not prints_of(picture, 2.0)
    gone = weakref.ref(picture)
    del picture
    gc.collect()
    assert gone() is None


def test_a_taught_board_is_kept_where_that_is_wanted(tmp_path: Path) -> None:
    shipped = load_picture("first-city")
    save_taught(tmp_path, replace(shipped, board=replace(shipped.board, id="own")))
    kept = load_picture("own", tmp_path)
    assert load_picture("own", tmp_path) is kept
    assert load_picture("own", tmp_path, keep=False) is not kept


def test_the_layout_of_a_new_city_is_to_be_drawn_first(atlantis: City) -> None:
    """Nobody can photograph it."""
    with pytest.raises(PictureError, match="it has no picture yet; draw it by `make reference`"):
        load_picture(atlantis.practice_board.id)
