"""A phone's screen, a face, a chess board: neither read nor learned, and the reason is told."""

from collections.abc import Callable

import pytest

from scorer.rules.city.city import load_city
from scorer.vision.drawn.learn import learn_drawn
from scorer.vision.photo.gate import NotRead, NotReadReason
from scorer.vision.read import read_photo
from scorer.vision.teach.learn import learn_board
from scorer.vision.teach.propose import empty_board
from tests.support import scenes
from tests.support.pictures import Picture, face, noisy, screenshot, squares

pytestmark = pytest.mark.slow

WANTED = empty_board(load_city("first-city"), "own", "Own")
# What goes on beyond six by six is told to do so; where nothing is like a map, that is told.
WHY = {
    screenshot: NotReadReason.NOT_A_MAP,
    face: NotReadReason.NO_BOARD,
    squares: NotReadReason.NOT_A_MAP,
}


def photo(make: Callable[..., Picture]) -> bytes:
    return scenes.encoded(noisy(make(8) if make is squares else make()))


@pytest.mark.parametrize("make", WHY, ids=lambda make: make.__name__)
def test_what_is_no_map_is_neither_read_nor_learned(make: Callable[..., Picture]) -> None:
    data = photo(make)
    read = read_photo(data, scenes.first_city())
    assert isinstance(read, NotRead)
    assert read.reason is NotReadReason.NO_BOARD
    # Which board it should be of plays no part in learning one: blank or filled.
    learned = learn_board(data, WANTED) if make is face else learn_drawn([data], WANTED)
    assert isinstance(learned, NotRead)
    assert learned.reason is WHY[make]
    assert "hotograph the" in learned.hint
