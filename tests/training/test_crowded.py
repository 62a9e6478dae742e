"""Fuller boards than any game leaves, for the networks to learn from."""

from collections import Counter

import numpy as np
import pytest

from samples.simulator.art import Split, art_page
from samples.simulator.people.hand import Outlines
from samples.simulator.photo import simulate
from samples.simulator.strata import Kind
from scorer.rules.board.board import TouristKind
from scorer.rules.city.city import load_city
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.evidence.touristkinds import KINDS
from training.crowded import Source, crowded, examples, with_cafes
from training.packing import unpacked

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("pentagons", [False, True])
def test_crowded_boards_hold_tourists_nearly_everywhere(pentagons: bool) -> None:
    board = load_city("first-city").practice_board
    marks = crowded(board, pentagons, np.random.default_rng(3))
    assert len(marks.tourists) > 0.6 * len(board.cells)
    drawn = Counter(kind for found in marks.tourists.values() for kind, _ in found.counts)
    assert (TouristKind.PENTAGON in drawn) == pentagons
    assert set(drawn) == set(KINDS if pentagons else KINDS[:3])


def test_more_cafes_lie_at_crossroads_of_their_own() -> None:
    city = with_cafes(load_city("first-city"), 22, np.random.default_rng(4))
    assert len({cafe.crossroads for cafe in city.practice_board.cafes}) == 22


def test_every_shape_and_cafe_of_a_crowded_photo_is_an_example() -> None:
    rng = np.random.default_rng(6)
    city = with_cafes(load_city("first-city"), 12, rng)
    page = art_page(city, Split.TRAIN, (5, 1), "made-up")
    marks = crowded(page.board, True, rng)
    photo = simulate(page, load_city("new-york"), Kind.EASY, (5, 1), 1.5, marks)
    found = examples(photo, BoardPicture(page.board, page.rgb, page.px_per_mm), True, rng)
    assert found is not None
    wanted = Counter({kind: sum(t.count(kind) for t in marks.tourists.values()) for kind in KINDS})
    assert Counter(KINDS[int(kind)] for kind in found["kinds"]) == wanted
    ink = unpacked(found["shapes"])[:, 0, 8:-8, 8:-8]
    assert (ink.max(axis=(1, 2)) > 0.5).all()
    assert found["drawn"].sum() == len(marks.sections) > 25
    assert found["cafes"].shape == (12, 7, 64, 64)
    assert sorted(set(found["cafe_marks"].tolist())) == [0, 1, 2]
    ringed = {
        c.crossroads for c, ring in zip(page.board.cafes, found["cafe_ringed"], strict=True) if ring
    }
    assert ringed == marks.task
    assert 0 < len(ringed) < 12
    assert "locations" not in found


def test_more_lamps_are_mirrored_if_asked_for() -> None:
    people = (Outlines({}),)
    usual, lit = Source(people, 1, 1.0), Source(people, 1, 1.0, lamps=(3, 5))
    rng = np.random.default_rng(7)
    assert usual._manner(rng).strata[Kind.EASY].lamps == (0, 0)
    assert {stratum.lamps for stratum in lit._manner(rng).strata.values()} == {(3, 5)}
