"""The printed town of Innsmouth: what is drawn is where the town's file says.

The file is read here by itself: crossroads c3 is at (2, 3) of the lattice, whose first crossroads
a0 is at (52, 28) mm and whose roads are 25 mm long.
"""

import io
import re
import tomllib
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PIL import Image

from scorer.printing.drawing.drawing import Drawing, Path, Text, circle
from scorer.printing.layout import Box
from scorer.printing.seatown import as_pdf, as_png, as_svg, cache_cards, colours, town_drawing
from scorer.printing.seatown.places import MOORING_MM, SHELTER_MM
from scorer.printing.seatown.words import ENGLISH
from scorer.rules.board.board import LandmarkKind, RoadKind
from scorer.rules.innsmouth.pieces import Bonus
from scorer.rules.innsmouth.town import (
    PRACTICE,
    Town,
    bonus_signs,
    load_town,
    practice_town,
    town_of,
)
from tests.support.printedboards import hex_rgb

DATA = tomllib.loads(PRACTICE.read_text())
PX_PER_MM = 5


def at(name: str) -> tuple[float, float]:
    """Return where the vertex *name* of the file is on the page."""
    if name in DATA["vertices"]:
        x, y = DATA["vertices"][name]["at"]
    else:
        x, y = "abcdefg".index(name[0]), int(name[1])
    return 52 + 25 * x, 28 + 25 * y


def changed(**changes: Any) -> Town:
    return town_of(msgspec.structs.replace(practice_town().file, **changes))


@cache
def drawing() -> Drawing:
    return town_drawing(practice_town())


def group(name: str) -> list[Path | Text]:
    return [shape for one in drawing().groups if one.name == name for shape in one.shapes]


def words(of: Drawing) -> list[str]:
    return [s.text for one in of.groups for s in one.shapes if isinstance(s, Text)]


def middle(path: Path) -> tuple[float, float]:
    return Box.around([p for step in path.steps for p in step.points]).centre


def discs(shapes: list[Path | Text], fill: str, radius: float) -> list[tuple[float, float]]:
    """Return the middles of the discs of *radius* painted *fill*."""
    steps = len(circle((0, 0), radius).steps)
    found = []
    for shape in shapes:
        if isinstance(shape, Path) and shape.fill == fill and len(shape.steps) == steps:
            box = Box.around([p for step in shape.steps for p in step.points])
            if box.width == pytest.approx(2 * radius):
                found.append(box.centre)
    return found


def same_places(found: list[tuple[float, float]], wanted: list[tuple[float, float]]) -> bool:
    return sorted((round(x, 3), round(y, 3)) for x, y in found) == sorted(
        (round(x, 3), round(y, 3)) for x, y in wanted
    )


@cache
def picture() -> NDArray[np.int64]:
    """Return the page as RGB, five pixels to the millimetre."""
    image = Image.open(io.BytesIO(as_png(drawing(), 25.4 * PX_PER_MM, small=False)))
    return np.asarray(image.convert("RGB")).astype(np.int64)


def near(pixel: NDArray[np.int64], colour: str, by: int = 12) -> bool:
    return bool(np.abs(pixel - hex_rgb(colour)).max() <= by)


def test_landing_places_of_each_side_are_marked() -> None:
    shapes = group("places")
    sheltered = {one["at"] for one in DATA["shelters"]}
    for fill, points in zip((colours.MOORING, colours.PAPER), DATA["sides"], strict=True):
        found = discs(shapes, fill, MOORING_MM)
        assert len(found) == len(points)
        free = [at(point) for point in points if point not in sheltered]
        assert same_places([x for x in found if _is_any(x, free)], free)
        # Beside the shelter's sign, not over it: 2.7 + 0.95 mm from its middle, and the rims.
        for x, y in [xy for xy in found if not _is_any(xy, free)]:
            offs = [(abs(x - at(p)[0]), y - at(p)[1]) for p in points if p in sheltered]
            assert any(3.65 < dx < 4.5 and dy == pytest.approx(0) for dx, dy in offs)


def _is_any(xy: tuple[float, float], others: list[tuple[float, float]]) -> bool:
    return any(xy == pytest.approx(other) for other in others)


def test_shelters_stand_at_their_crossroads_with_who_hides_there() -> None:
    found = discs(group("places"), colours.SHELTER, SHELTER_MM)
    assert same_places(found, [at(one["at"]) for one in DATA["shelters"]])
    outlines = [s for s in group("places") if isinstance(s, Path) and s.stroke == colours.INK]
    # A circle and a triangle, two crosses, a square and a cross: counted from the file.
    assert len(outlines) == sum(n for one in DATA["shelters"] for n in one["tourists"].values())
    for one in DATA["shelters"]:
        x, y = at(one["at"])
        here = [middle(s) for s in outlines]
        close = [p for p in here if abs(p[0] - x) < 12 and abs(p[1] - y) < 8]
        assert len(close) == sum(one["tourists"].values()), one


def test_every_dead_end_has_a_quay() -> None:
    bars = [s for s in group("places") if isinstance(s, Path) and s.stroke == colours.QUAY]
    # One road leads to d3_north, a3_south and g3_south: the others join two or more.
    for name in ("d3_north", "a3_south", "g3_south"):
        x, y = at(name)
        # The tip in the north is reached from above, the tips in the south from below.
        sign = 1 if name == "d3_north" else -1
        assert any(
            middle(bar)[0] == pytest.approx(x) and 1 < sign * (middle(bar)[1] - y) < 4
            for bar in bars
        )
    assert len(bars) == 3


@pytest.mark.slow
def test_roads_are_pale_where_the_file_has_them_and_water_where_it_cuts_them() -> None:
    rgb, seen = picture(), set()
    signs = [at(p) for side in DATA["sides"] for p in side]
    signs += [at(one["at"]) for one in DATA["shelters"]]
    printed = [r for r in practice_town().board.roads if r.kind is not RoadKind.DIAGONAL]
    for road in printed:
        for (x1, y1), (x2, y2) in pairwise(road.path):
            far = np.hypot(x2 - x1, y2 - y1)
            for share in (0.2, 0.5, 0.8):
                # Beside the dashes in the road's middle.
                x = x1 + share * (x2 - x1) + 1.1 * (y2 - y1) / far
                y = y1 + share * (y2 - y1) - 1.1 * (x2 - x1) / far
                if all(np.hypot(x - a, y - b) > 4.6 for a, b in signs):
                    assert near(rgb[int(y * PX_PER_MM), int(x * PX_PER_MM)], colours.ROAD), road.id
                    seen.add(road.id)
    # The lattice has 84 roads: eight go at the corners, and four rounded ones come.
    assert len(seen) == len(printed) == 80
    # The river runs at 3.25 and at 2.75: under the bridges b3-b4 and e2-e3, and between a3 and
    # a3_south, where the road is cut.
    for column, line, is_road in ((1, 3.25, True), (4, 2.75, True), (0, 3.25, False)):
        x, y = 52 + 25 * column + 1.1, 28 + 25 * line + 1.1
        across = rgb[int(y * PX_PER_MM), int(x * PX_PER_MM)]
        assert near(across, colours.ROAD if is_road else colours.RIVER), (column, line)
    # The sea lies east of 6.25: from 208.25 mm on.
    assert near(rgb[100 * PX_PER_MM, int(209.6 * PX_PER_MM)], colours.SEA)
    assert not near(rgb[100 * PX_PER_MM, int(206.5 * PX_PER_MM)], colours.SEA)


@pytest.mark.slow
def test_every_quarter_has_the_tint_of_its_landmark_and_white_ones_none() -> None:
    rgb = picture()
    for column in range(6):
        for row in range(6):
            quarter = "ABCDEF"[column] + str(row + 1)
            x, y = 52 + 25 * column, 28 + 25 * row
            pixels = rgb[y * PX_PER_MM : (y + 25) * PX_PER_MM, x * PX_PER_MM : (x + 25) * PX_PER_MM]
            kind = DATA["board"]["landmarks"].get(quarter, {}).get("kind")
            for other in LandmarkKind:
                wanted = np.array(hex_rgb(colours.TINTS[other]))
                share = (np.abs(pixels - wanted).max(axis=2) <= 2).mean()
                assert (share > 0.08) == (other == kind), (quarter, other, share)


def test_names_values_and_coordinates_are_written() -> None:
    # A long name may stand in two lines: all words are there, and every star's value.
    written = words(drawing())
    for mark in DATA["board"]["landmarks"].values():
        assert set(mark["name"].split()) <= {word for text in written for word in text.split()}
        if "value" in mark:
            assert str(mark["value"]) in written
    tiles = [shape for shape in group("coordinates") if isinstance(shape, Text)]
    assert [tile.text for tile in tiles] == list("123456123456")
    # Below the columns their middles are 64.5, 89.5 ...; beside the rows 40.5, 65.5 ...
    assert [tile.at[0] for tile in tiles[:6]] == [64.5, 89.5, 114.5, 139.5, 164.5, 189.5]
    assert all(abs(tile.at[1] - 40.5 - 25 * i) < 2 for i, tile in enumerate(tiles[6:]))
    assert {"Manuxet", "Devil Reef"} <= set(written)


def test_the_practice_mark_is_printed_on_a_practice_town_alone() -> None:
    assert ENGLISH.practice in words(drawing())
    assert ENGLISH.practice not in words(town_drawing(changed(practice=False)))


def test_each_bonus_is_there_as_often_as_a_character_has_it() -> None:
    assert bonus_signs(practice_town().file) == ("coordinate-1", "section-1", "diagonal-1")
    twice = changed(bonuses={"warlock": (Bonus.DIAGONAL, Bonus.DIAGONAL)})
    assert bonus_signs(twice.file) == (
        "coordinate-1", "section-1", "diagonal-1", "diagonal-2",
    )  # fmt: skip
    names = [one.name for one in town_drawing(twice).groups]
    assert {"bonuses", "ferries", "threat"} <= set(names)
    # The fourth bonus takes the room of the picture below.
    assert "tentacle" in [one.name for one in drawing().groups]
    assert "tentacle" not in names


@pytest.mark.slow
def test_the_page_has_its_true_size() -> None:
    page = pypdfium2.PdfDocument(as_pdf(drawing()))[0]
    assert page.get_size() == pytest.approx((297 / 25.4 * 72, 210 / 25.4 * 72), abs=0.02)
    assert picture().shape == (210 * PX_PER_MM, 297 * PX_PER_MM, 3)
    assert b'width="297mm" height="210mm"' in as_svg(drawing())


def test_a_cache_card_rings_its_places() -> None:
    (page,) = cache_cards(practice_town())
    rings = [s for s in page.groups[0].shapes if isinstance(s, Path) and s.fill == colours.SHELTER]
    wanted = list(DATA["caches"].values())
    assert len(rings) == sum(map(len, wanted))
    for caches in wanted:
        here = [middle(rings.pop(0)) for _ in caches]
        # Small and moved, but alike: distances between rings go by one scale.
        full = [np.subtract(at(a), at(b)) for a, b in pairwise(caches)]
        small = [np.subtract(a, b) for a, b in pairwise(here)]
        scale = np.hypot(*small[0]) / np.hypot(*full[0])
        assert 0.3 < scale < 0.6
        assert np.allclose(small, np.array(full) * scale)
    assert {f"Caches: {name}" for name in DATA["caches"]} <= set(words(page))


def test_five_cache_cards_need_two_pages() -> None:
    five = dict.fromkeys("vwxyz", ("a3",))
    assert len(cache_cards(changed(caches=five))) == 2
    assert cache_cards(changed(caches={})) == ()


def test_a_shelter_on_a_road_stands_in_its_middle() -> None:
    text = PRACTICE.read_text().replace('at = "b5"', 'at = "b5-c5"')
    assert len(re.findall("b5-c5", text)) == 1
    shapes = [s for one in town_drawing(load_town(text.encode())).groups for s in one.shapes]
    # b5 is at (77, 153), c5 at (102, 153).
    assert _is_any((89.5, 153.0), discs(shapes, colours.SHELTER, SHELTER_MM))


def test_what_has_no_room_beside_the_map_is_left_out() -> None:
    # With the map at the left edge 10.5 mm are free there; the other margin grows.
    layout = msgspec.structs.replace(practice_town().file.board, origin_mm=(30.0, 28.0))
    names = [one.name for one in town_drawing(changed(board=layout)).groups]
    assert not {"bonuses", "ferries", "threat"} & set(names)
    assert {"title", "scores", "key", "places"} <= set(names)
