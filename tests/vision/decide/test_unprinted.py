"""A second witness where the print is not known."""

import numpy as np
import pytest

from scorer.rules.notation import Crossroads
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.decide.unprinted import REASON, asking_unprinted
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.geometry import Mapping
from scorer.vision.ink.ink import find_ink
from scorer.vision.locate.rectify import rectify
from tests.support import scenes

pytestmark = pytest.mark.slow

DRAWN = ("c3-d3", "b1-b2")


def known_but_for(*roads: str) -> BoardPicture:
    """Return a board whose picture has ink left on roads, and nobody knows what is printed."""
    picture = scenes.first_city()
    inked = scenes.with_ink(picture, roads)
    known = np.where(np.abs(inked.astype(int) - picture.rgb).max(axis=2) > 0, 0, 255)
    return replace(picture, rgb=inked, known=known.astype(np.uint8))


def asked(picture: BoardPicture) -> dict[str, Doubt]:
    """Return what is asked if a reader is sure of nothing on three roads of a photo of two."""
    scene = scenes.scene(drawn=DRAWN, noise=2)
    flat = rectify(scene.rgb, picture, Mapping.plain(picture, scene.homography))
    sure = [Doubt("section", road, False, 0.99, (True,), "faint") for road in (*DRAWN, "e4-f4")]
    found = asking_unprinted(sure, find_ink(flat), flat, picture.board)
    return {doubt.where: doubt for doubt in found}


def test_ink_that_the_picture_hides_is_a_doubt() -> None:
    found = asked(known_but_for("c3-d3"))
    assert set(found) == {"c3-d3"}
    assert found["c3-d3"].reason == REASON
    assert found["c3-d3"].confidence < SURE


def test_where_all_is_known_nobody_else_is_heard() -> None:
    assert asked(replace(known_but_for("c3-d3"), known=None)) == {}
    whole = known_but_for()
    assert whole.known is not None
    assert asked(whole) == {}


def test_a_ring_round_a_symbol_that_is_not_known_is_a_doubt() -> None:
    picture = known_but_for()
    assert picture.known is not None
    cafe = picture.board.cafes[0]
    x, y = (round(value * picture.px_per_mm) for value in cafe.xy)
    picture.known[y - 20 : y + 20, x - 20 : x + 20] = 0
    scene = scenes.scene(noise=2)
    flat = rectify(scene.rgb, picture, Mapping.plain(picture, scene.homography))

    def told(read: str, other: str, confidence: float) -> dict[str, Doubt]:
        doubts = [
            Doubt("cafe", str(one.crossroads), read, confidence, (other, "none"), "faint")
            for one in picture.board.cafes
        ]
        found = asking_unprinted(doubts, find_ink(flat), flat, picture.board)
        assert len(found) < len(doubts)
        return {doubt.where: doubt for doubt in found}

    where = str(cafe.crossroads)
    assert told("visited", "used", 0.99)[where].confidence < SURE
    assert told("used", "visited", 0.99)[where].read == "used"
    # An unsure cross may well be the symbol itself.
    symbol = told("used", "visited", 0.6)[where]
    assert (symbol.read, symbol.alternatives) == ("visited", ("used", "none"))
    assert symbol.confidence <= 0.5


def test_a_ring_where_the_print_of_a_crossroads_is_not_known_is_a_doubt() -> None:
    picture = known_but_for()
    assert picture.known is not None
    x, y = (
        round(value * picture.px_per_mm) for value in picture.board.crossroads_xy[Crossroads("d4")]
    )
    picture.known[y - 20 : y + 20, x - 20 : x + 20] = 0
    scene = scenes.scene(noise=2)
    flat = rectify(scene.rgb, picture, Mapping.plain(picture, scene.homography))
    rings = [Doubt("task", at, True, 0.999, (False,), "faint") for at in ("d4", "b2")]
    bare = [Doubt("task", "d4", False, 0.999, (True,), "faint")]
    (found,) = asking_unprinted([*rings, *bare], find_ink(flat), flat, picture.board)
    assert (found.where, found.read, found.reason) == ("d4", True, REASON)
    assert found.confidence < SURE
