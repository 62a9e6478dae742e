"""Several photos of one board: what one does not see another one tells, before it is decided."""

from typing import Any

import numpy as np
import pytest

from scorer.rules.jsonfile import to_data
from scorer.rules.values import replace
from scorer.vision.decide.decide import decide
from scorer.vision.decide.interpret import interpret
from scorer.vision.evidence.views import OtherDrawingError
from scorer.vision.geometry import Rectified
from tests.support.drawings import PURPLE, Sheet, without_colours

pytestmark = pytest.mark.slow

# Under a lamp at a0 lie b0's café, A1's tourists and a section; under the other one D3's.
LEFT, RIGHT = (26.0, 26.0, 17.0), (101.0, 76.0, 15.0)


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    sheet = Sheet()
    sheet.pen = PURPLE
    for road in ("a0-a1", "a0-b0", "b0-b1", "b1-b2", "b2-c2", "d2-d3"):
        sheet.section(road)
    for where, kinds in {"A1": "ct", "C1": "tt", "D3": "ccss", "B3": "sc"}.items():
        sheet.tourists(where, kinds)
    for point in ("d1", "e3", "b2"):
        sheet.ring(point)
    sheet.cafe("b0", 2)
    sheet.cafe("c2")
    return sheet


def marks(*photos: Rectified, sheet: Sheet) -> Any:
    first, *others = photos
    return to_data(decide(first, sheet.board, others=others).marks)


def test_two_lamped_photos_read_like_one_clear_one(sheet: Sheet) -> None:
    left, right = sheet.photo(glare=LEFT), sheet.photo(glare=RIGHT, shadow=True)
    clear = marks(sheet.photo(), sheet=sheet)
    assert clear["tourists"]["A1"] == {"circle": 1, "triangle": 1}
    alone = [decide(one, sheet.board) for one in (left, right)]
    assert all(to_data(seen.marks) != clear for seen in alone)
    glared = [{place.where for place in seen.asked if place.reason == "glare"} for seen in alone]
    assert all(glared)
    assert not glared[0] & glared[1]
    both = decide(left, sheet.board, others=[right])
    assert to_data(both.marks) == clear
    assert not [doubt for doubt in both.asked if doubt.reason == "glare"]
    assert marks(right, left, sheet=sheet) == clear


def test_what_no_photo_sees_stays_a_doubt(sheet: Sheet) -> None:
    one, two = sheet.photo(glare=LEFT), sheet.photo(glare=LEFT, shadow=True)
    seen = decide(one, sheet.board, others=[two])
    assert "A1" in {doubt.where for doubt in seen.asked if doubt.reason == "glare"}


def test_the_joined_picture_shows_what_the_first_one_does_not(sheet: Sheet) -> None:
    left, right = sheet.photo(glare=LEFT), sheet.photo(glare=RIGHT)
    seen = interpret(left, sheet.board, right)
    x, y = (round(value) for value in left.to_px((26.0, 26.0)))
    lamp = (slice(y - 30, y + 30), slice(x - 30, x + 30))
    clear = sheet.photo().rgb[lamp].astype(int)
    assert np.abs(left.rgb[lamp] - clear).mean() > 40
    assert np.abs(seen.rectified.rgb[lamp] - clear).mean() < 8
    assert not seen.ink.hidden[lamp].any()


def test_a_photo_that_is_cut_off_is_completed_by_another_one(sheet: Sheet) -> None:
    whole = sheet.photo()
    middle = whole.rgb.shape[1] // 2
    parts = []
    for shown in (slice(0, middle + 60), slice(middle - 60, None)):
        seen = np.zeros_like(whole.seen)
        seen[:, shown] = True
        parts.append(
            replace(whole, seen=seen, rgb=np.where(seen[..., None], whole.rgb, 90).astype(np.uint8))
        )
    first, second = parts
    alone = decide(first, sheet.board, by_hand=True)
    assert [doubt for doubt in alone.asked if doubt.reason == "outside the photo"]
    both = decide(first, sheet.board, by_hand=True, others=[second])
    assert to_data(both.marks) == marks(whole, sheet=sheet)
    assert not [doubt for doubt in both.asked if doubt.reason == "outside the photo"]


def test_a_photo_without_colours_helps_too(sheet: Sheet) -> None:
    left, right = sheet.photo(glare=LEFT), without_colours(sheet.photo(glare=RIGHT))
    seen = interpret(left, sheet.board, right)
    assert to_data(seen.marks) == marks(sheet.photo(), sheet=sheet)
    assert not seen.ink.grey


def test_another_players_board_is_refused(sheet: Sheet) -> None:
    other = Sheet(sheet.board)
    for road in ("c0-d0", "d0-d1", "c1-d1", "a2-a3", "c2-c3"):
        other.section(road)
    with pytest.raises(OtherDrawingError) as refused:
        decide(sheet.photo(), sheet.board, others=[sheet.photo(shadow=True), other.photo()])
    assert refused.value.photo == 2
