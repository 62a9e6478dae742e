"""Sections and rings by themselves: what a stroke's darkness says, and how small a ring may be."""

import numpy as np
import pytest

from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.values import replace
from scorer.vision.decide.singlemarks import judge_cafes, judge_rings, judge_sections
from scorer.vision.doubts import SURE, Doubt, cafe_word
from scorer.vision.evidence.cafes import CafeEvidence
from scorer.vision.evidence.rings import RingEvidence
from scorer.vision.evidence.sections import SectionEvidence

_ROADS = [RoadId.parse(f"a{n}-a{n + 1}") for n in range(6)]


def _stroke(road: RoadId, dark: float) -> SectionEvidence:
    """Return what is seen of a stroke that is about equally *dark* all along."""
    inked, traced = float(np.clip((dark - 0.2) / 0.3, 0, 1)), float(dark > 0.13)
    path = np.zeros((2, 2), np.float32)
    return SectionEvidence(
        road, inked, inked * dark, dark, dark, 0.0, 0.0, 0.0, traced, 0.1, inked, path
    )


def _judged(darks: list[float], known: list[float]) -> list[Doubt]:
    strokes = tuple(_stroke(road, dark) for road, dark in zip(_ROADS, darks, strict=True))
    _, judged = judge_sections(strokes, dict(zip(_ROADS, known, strict=True)))
    return [one.doubt for one in judged]


def test_a_stroke_far_paler_than_the_boards_sections_is_a_doubt() -> None:
    first, *others = _judged([0.3, 1, 1, 1, 1, 0], [0.999, 0.999, 0.999, 0.999, 0.999, 0.0001])
    assert (first.read, first.reason) == (True, "faint")
    assert first.confidence < SURE
    assert all(one.confidence > SURE for one in others)


def test_where_all_sections_are_pale_the_pen_is_nearly_dry() -> None:
    doubts = _judged([0.3] * 5 + [0], [0.999] * 5 + [0.0001])
    assert [one.read for one in doubts] == [True] * 5 + [False]
    assert all(one.confidence > SURE for one in doubts)


@pytest.mark.parametrize("dark", [0.15, 0.3])
def test_a_pale_stroke_is_never_surely_nothing(dark: float) -> None:
    doubts = _judged([dark, 1, 1, 1, 1, 0.05], [0.0001, 0.999, 0.999, 0.999, 0.999, 0.0001])
    assert (doubts[0].read, doubts[0].reason) == (False, "faint")
    assert doubts[0].confidence < SURE
    # What nobody can see is no doubt.
    assert not doubts[-1].read
    assert doubts[-1].confidence > SURE


C3 = Crossroads.parse("c3")


def _ring(coverage: float, radius_mm: float, glared: float = 0.0) -> RingEvidence:
    path = np.zeros((64, 2), np.float32)
    return RingEvidence(coverage, 0.6, radius_mm, 0.4, 0.2, 0.0, glared, (0.0, 0.0), path)


@pytest.mark.parametrize(
    ("coverage", "radius_mm", "read"),
    [(0.7, 3.5, "visited"), (0.7, 2.0, "visited"), (0.3, 3.5, "none"), (0.5, 1.7, "none")],
)
def test_a_thin_ring_round_a_cafe_counts_beside_a_doubting_network(
    coverage: float, radius_mm: float, read: str
) -> None:
    known = {C3: {cafe_word(None): 0.75, "visited": 0.24, "used": 0.01}}
    seen = CafeEvidence(C3, _ring(coverage, radius_mm), 0.0)
    (one,) = judge_cafes((seen,), known, {C3: 1.0})
    assert one.doubt.read == read
    assert one.doubt.confidence < SURE


@pytest.mark.parametrize("there", [0.6, 0.97])
def test_a_ring_that_its_ink_makes_sure_stays_where_no_section_leads(there: float) -> None:
    known = {C3: {cafe_word(None): 1 - there, "visited": there - 0.0005, "used": 0.0005}}
    seen = CafeEvidence(C3, _ring(0.9, 3.5), 0.0)
    (one,) = judge_cafes((seen,), known, {C3: -4.0})
    assert one.doubt.read == ("visited" if there > SURE else "none")
    assert one.doubt.confidence < SURE


def test_a_cross_that_a_lamp_hides_is_not_one_that_is_missing() -> None:
    known = {C3: {cafe_word(None): 0.02, "visited": 0.6, "used": 0.38}}
    read = []
    for unseen in (0.0, 0.8):
        ring = replace(_ring(0.0, 3.5), unseen=unseen)
        (one,) = judge_cafes((CafeEvidence(C3, ring, 0.0),), known, {C3: 3.0})
        read.append(one.doubt.read)
        assert one.doubt.confidence < SURE
    assert read == ["visited", "used"]


def test_a_ring_that_the_network_half_believes_in_is_a_ring_and_a_doubt() -> None:
    (half,) = judge_rings([C3], (_ring(0.75, 3.5),), frozenset(), {C3: 0.3})
    assert half.doubt.read
    assert half.doubt.confidence < SURE
    (none,) = judge_rings([C3], (_ring(0.0, 3.5),), frozenset(), {C3: 0.002})
    assert not none.doubt.read
    assert none.doubt.confidence > SURE


@pytest.mark.parametrize(
    ("ring", "chance"),
    [
        (_ring(0.95, 2.3), 0.23),
        # Roads' ink, a lamp's edge, and what is open on one side are no small rings.
        (_ring(0.95, 1.8), 0.07),
        (_ring(0.95, 2.3, 1.0), 0.07),
        (_ring(0.4, 2.3), 0.07),
    ],
)
def test_a_ring_round_a_crossroads_may_be_small(ring: RingEvidence, chance: float) -> None:
    """A network that hardly believes in it is heard, but not alone."""
    (one,) = judge_rings([C3], (ring,), frozenset(), {C3: 0.06})
    assert 1 - one.doubt.confidence == pytest.approx(chance, abs=0.02)


def test_where_ink_hardly_shows_on_the_roads_the_network_alone_is_heard() -> None:
    """A blue pen on asphalt at dusk: what measuring does not find may be drawn all the same."""
    known = [0.9, 0.9, 0.9, 0.9, 0.6, 0.02]
    *drawn, none = _judged([0.1] * 6, known)
    assert all(one.read for one in drawn)
    assert not none.read
    assert none.confidence < SURE
    # Where others show clearly, what is not measured is no section.
    *_, unlike, nothing = _judged([1, 1, 1, 1, 0.1, 0.1], known)
    assert not unlike.read
    assert nothing.confidence > SURE
