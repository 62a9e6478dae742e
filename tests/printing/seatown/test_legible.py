"""The printed town in lamp light: words can be read, pens show, nothing lies over another."""

import io
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from samples.simulator.board.legible import contrast as ink_contrast
from samples.simulator.people.pens import INKS, Pen
from samples.simulator.people.strokes import Stroke
from samples.simulator.strata import CONTRAST
from scorer.printing.drawing.drawing import Drawing, Group, Path, Text
from scorer.printing.drawing.letters import text_width
from scorer.printing.layout import Box
from scorer.printing.seatown import as_png, cache_cards, colours, town_drawing
from scorer.printing.seatown.art import page_of
from scorer.printing.seatown.beside import left_room, right_room
from scorer.rules.innsmouth.town import practice_town
from tests.support.printedboards import contrast, hex_rgb

PX_PER_MM = 8
# Warm and dim: what is left of the light in red, green and blue, before the eye's own gamma.
LAMP = (0.40, 0.30, 0.19)
# On what a player writes: roads, quarters with or without a landmark, the plates beside.
WRITTEN_ON = (
    colours.ROAD, colours.PLOT, colours.HOUSE, colours.HOUSE_LIT, colours.GARDEN, colours.RIVER,
    colours.PLATE, colours.PAPER, colours.SHELTER, *colours.TINTS.values(),
)  # fmt: skip


@cache
def drawing() -> Drawing:
    return town_drawing(practice_town())


def texts(of: Drawing) -> list[Text]:
    return [s for one in of.groups for s in one.shapes if isinstance(s, Text)]


def box_of(text: Text) -> Box:
    """Return the box of a text's letters: from its baseline up to its capitals."""
    wide = text_width(text.text, text.size, text.font)
    left = text.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    return Box(left, text.at[1] - 0.72 * text.size, left + wide, text.at[1] + 0.02 * text.size)


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.left
        or other.right <= one.left
        or one.bottom <= other.top
        or other.bottom <= one.top
    )


def frame(path: Path) -> Box:
    return Box.around([p for step in path.steps for p in step.points])


def bare(of: Drawing) -> NDArray[np.float64]:
    """Return the page without its words, as RGB from 0 to 255."""
    kept = tuple(
        Group(g.name, tuple(s for s in g.shapes if isinstance(s, Path))) for g in of.groups
    )
    png = as_png(replace(of, groups=kept), 25.4 * PX_PER_MM, small=False)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.float64)


def in_lamp_light(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    light = (rgb / 255) ** 2.2 * np.array(LAMP)
    return np.asarray(255 * light ** (1 / 2.2))


@pytest.mark.slow
@pytest.mark.parametrize("what", ["town", "cards"])
def test_every_word_can_be_read_by_daylight_and_in_lamp_light(what: str) -> None:
    shown = drawing() if what == "town" else cache_cards(practice_town())[0]
    day = bare(shown)
    for least, page in ((4.5, day), (3.0, in_lamp_light(day))):
        for text in texts(shown):
            assert text.size >= 1.75, text.text
            box = box_of(text)
            rows = slice(int(box.top * PX_PER_MM), int(box.bottom * PX_PER_MM) + 1)
            columns = slice(int(box.left * PX_PER_MM), int(box.right * PX_PER_MM) + 1)
            under = page[rows, columns].reshape(-1, 3)
            ink = np.array(hex_rgb(text.fill), float)
            ink = ink if page is day else in_lamp_light(ink)
            # The print under the letters, but for its least favourable twentieth.
            reached = np.sort([contrast(tuple(ink), tuple(pixel)) for pixel in under[::7]])
            assert reached[len(reached) // 20] >= least, (text.text, reached[0])


@pytest.mark.parametrize("pen", sorted(INKS))
@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), LAMP])
def test_every_pen_shows_on_all_that_is_written_on(
    pen: str, light: tuple[float, float, float]
) -> None:
    linear = np.array([[(v / 255) ** 2.2 for v in hex_rgb(fill)] for fill in WRITTEN_ON])
    stroke = Stroke(np.zeros((2, 2)), Pen(pen, INKS[pen], 0.8, 0.85))
    # Colours are judged against paper in the same light, so lamp light alone changes little:
    # the eye takes half of it away.
    half = np.sqrt(np.array(light) / max(light))
    seen = ink_contrast((linear * half).astype(np.float32), stroke)
    assert seen.min() >= CONTRAST, WRITTEN_ON[int(seen.argmin())]


def test_no_two_texts_overlap_and_all_are_on_the_page() -> None:
    boxes = [(text.text, box_of(text)) for text in texts(drawing())]
    assert len(boxes) > 60
    for (name, one), (other_name, other) in combinations(boxes, 2):
        assert apart(one, other), (name, other_name)
    for name, box in boxes:
        assert box.left > 3, name
        assert box.top > 3, name
        assert box.right < 294, name
        assert box.bottom < 207, name


def test_no_sign_at_a_crossroads_covers_a_word_or_another_sign() -> None:
    (shapes,) = [g.shapes for g in drawing().groups if g.name == "places"]
    # Shelters, plates and landing places; what is drawn on a sign or a plate is a part of it.
    wanted = {(colours.SHELTER, colours.SHELTER_EDGE), (colours.PAPER, colours.SHELTER_EDGE)}
    wanted |= {(fill, colours.MOORING) for fill in (colours.PAPER, colours.MOORING)}
    signs = [frame(s) for s in shapes if isinstance(s, Path) and (s.fill, s.stroke) in wanted]
    # Three shelters with a plate each, and eight landing places a side.
    assert len(signs) == 3 + 3 + 8 + 8
    for one, other in combinations(signs, 2):
        assert apart(one, other), (one, other)
    for text in texts(drawing()):
        assert all(apart(box_of(text), sign) for sign in signs), text.text


def test_plates_with_tourists_keep_off_the_roads() -> None:
    (shapes,) = [g.shapes for g in drawing().groups if g.name == "places"]
    edge = (colours.PAPER, colours.SHELTER_EDGE)
    plates = [frame(s) for s in shapes if isinstance(s, Path) and (s.fill, s.stroke) == edge]
    for plate in plates:
        # Straight roads at 52, 77 ... and 28, 53 ... mm, 2.6 mm to each side.
        assert (plate.left - 52) // 25 == (plate.right - 52) // 25
        assert (plate.top - 28) // 25 == (plate.bottom - 28) // 25
        for off in ((plate.left - 52) % 25, (plate.top - 28) % 25):
            assert 2.6 < off < 22.4


def test_what_stands_beside_the_map_keeps_to_its_margin() -> None:
    page = page_of(practice_town())
    left, right = left_room(page), right_room(page)
    sides = {"bonuses": left, "ferries": left, "threat": left, "scores": right, "key": right}
    plates = []
    for group in drawing().groups:
        if group.name in sides:
            plate = frame(next(s for s in group.shapes if isinstance(s, Path)))
            plates.append(plate)
            room = sides[group.name].inset(-0.01)
            assert room.holds((plate.left, plate.top)), group.name
            assert room.holds((plate.right, plate.bottom)), group.name
            for shape in group.shapes:
                box = box_of(shape) if isinstance(shape, Text) else frame(shape)
                assert plate.holds((box.left, box.top)), (group.name, shape)
                assert plate.holds((box.right, box.bottom)), (group.name, shape)
    assert len(plates) == len(sides)
    assert all(apart(one, other) for one, other in combinations(plates, 2))
    # The sea ends at 7.2 of the lattice: 232 mm.
    assert right.left > 232
