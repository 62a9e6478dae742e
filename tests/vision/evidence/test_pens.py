"""The pens' colours along sections: told by the ink alone, or left open."""

from dataclasses import fields

import numpy as np
import pytest

from scorer.rules.board.board import LandmarkKind
from scorer.rules.notation import RoadId
from scorer.vision.doubts import Doubt
from scorer.vision.evidence.pens import PenColour, colour_doubts, section_pens
from scorer.vision.evidence.sections import SectionEvidence
from scorer.vision.ink.ink import Ink

ROAD = RoadId.parse("a0-b0")


def inked(density: tuple[float, float, float], strength: float = 1.0) -> Ink:
    """Return ink of one colour on a horizontal line 5 pixels wide."""
    size = (40, 120)
    found = np.zeros((*size, 3), np.float32)
    found[18:23, 10:110] = density
    level = np.zeros(size, np.float32)
    level[18:23, 10:110] = strength
    blank = np.zeros((*size, 3), np.float32)
    unveiled = np.ones(size, np.float32)
    return Ink(level, found, np.zeros(size, bool), 1.0, blank, blank, unveiled)


def along() -> SectionEvidence:
    path = np.column_stack([np.arange(10, 110), np.full(100, 20)]).astype(np.float32)
    values = {field.name: 0.0 for field in fields(SectionEvidence)}
    return SectionEvidence(**{**values, "road": ROAD, "stroke_px": path})  # type: ignore[arg-type]


def section_colours(ink: Ink, drawn: frozenset[RoadId]) -> dict[RoadId, LandmarkKind]:
    """Return the colours of the sections drawn whose pen is clear."""
    pens = section_pens(ink, [along()], drawn)
    return {road: pen.colour for road, pen in pens.items() if pen.colour is not None}


@pytest.mark.parametrize(
    ("density", "colour"),
    [
        ((0.4, 3.0, 2.8), LandmarkKind.RED),
        ((3.2, 1.4, 2.4), LandmarkKind.GREEN),
        ((3.1, 2.3, 0.8), LandmarkKind.BLUE),
        # Half the ink, and warm light on all of it.
        ((0.35, 1.5, 1.3), LandmarkKind.RED),
        ((1.6, 0.8, 1.2), LandmarkKind.GREEN),
    ],
)
def test_a_pen_darkens_its_own_channel_least(
    density: tuple[float, float, float], colour: LandmarkKind
) -> None:
    assert section_colours(inked(density), frozenset({ROAD})) == {ROAD: colour}


def test_black_or_pale_ink_is_left_open() -> None:
    assert section_colours(inked((3.5, 3.4, 3.3)), frozenset({ROAD})) == {}
    pale = inked((0.1, 0.6, 0.6), strength=0.2)
    assert section_colours(pale, frozenset({ROAD})) == {}


def test_a_crossing_stroke_of_another_pen_changes_nothing() -> None:
    ink = inked((0.4, 3.0, 2.8))
    ink.density[:, 58:63] = (3.1, 2.3, 0.8)
    assert section_colours(ink, frozenset({ROAD})) == {ROAD: LandmarkKind.RED}


def test_only_sections_that_are_drawn_have_a_colour() -> None:
    assert section_colours(inked((0.4, 3.0, 2.8)), frozenset()) == {}


def test_a_drawn_section_is_doubted_as_its_pen_is() -> None:
    """A clear red one stays sure and offers the other pens; black ink is asked about."""
    drawn = Doubt("section", str(ROAD), True, 0.99, (False,), "faint")
    red = section_pens(inked((0.4, 3.0, 2.8)), [along()], frozenset({ROAD}))
    (sure,) = colour_doubts([drawn], red)
    assert sure.read == "red"
    assert sure.confidence > 0.95
    assert set(sure.alternatives) == {"green", "blue", False}
    black = section_pens(inked((3.5, 3.4, 3.3)), [along()], frozenset({ROAD}))
    (asked,) = colour_doubts([drawn], black)
    assert (asked.read, asked.reason) == (True, "colour")
    assert asked.confidence < 0.2
    assert set(asked.alternatives) == {"red", "green", "blue", False}


def test_a_section_that_is_not_drawn_could_be_of_any_colour() -> None:
    free = Doubt("section", str(ROAD), False, 0.6, (True,), "faint")
    (asked,) = colour_doubts([free], {})
    assert (asked.read, asked.alternatives) == (False, ("red", "green", "blue"))
    assert PenColour(None, 0.1).next_best == tuple(LandmarkKind(c) for c in asked.alternatives)


def on_print(pens: dict[str, tuple[float, float, float]]) -> tuple[Ink, list[SectionEvidence]]:
    """Return strokes by *pens* on white, and below them a green one on yellow print."""
    size = (40 * (len(pens) + 1), 120)
    blank = np.ones((*size, 3))
    blank[-40:] = (0.95, 0.75, 0.2)
    light = blank.copy()
    roads, values = [], {field.name: 0.0 for field in fields(SectionEvidence)}
    for row, passed in enumerate([*pens.values(), pens["green"]]):
        light[40 * row + 18 : 40 * row + 23, 10:110] *= passed
        path = np.column_stack([np.arange(10, 110), np.full(100, 40 * row + 20)])
        road = RoadId.parse(f"a{row}-b{row}")
        given = {**values, "road": road, "stroke_px": path.astype(np.float32)}
        roads.append(SectionEvidence(**given))  # type: ignore[arg-type]
    # Phones lift the darkest places.
    seen, clean = np.log(light + 0.03), np.log(blank + 0.03)
    density = (clean - seen).astype(np.float32)
    strength = (density.max(axis=2) > 0.1).astype(np.float32)
    hidden, unveiled = np.zeros(size, bool), np.ones(size, np.float32)
    before, after = clean.astype(np.float32), seen.astype(np.float32)
    return Ink(strength, density, hidden, 1.0, before, after, unveiled), roads


def test_over_coloured_print_pens_are_told_by_what_they_leave_there() -> None:
    """Green ink on a yellow street darkens blue light least, since there is hardly any."""
    pens = {"red": (0.8, 0.25, 0.3), "green": (0.2, 0.5, 0.33), "blue": (0.25, 0.35, 0.7)}
    ink, sections = on_print(pens)
    drawn = frozenset(section.road for section in sections)
    alone = section_pens(ink, sections[-1:], drawn)
    together = section_pens(ink, sections, drawn)
    assert alone[sections[-1].road].colour is not LandmarkKind.GREEN
    assert [together[s.road].colour for s in sections] == ["red", "green", "blue", "green"]
