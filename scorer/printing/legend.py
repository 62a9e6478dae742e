"""The key in the left margin: cafés, tourists, visit-them-all points and rating tracks."""

from scorer.printing.latin import fitted
from scorer.printing.page import Page
from scorer.printing.palette import FESTIVAL, HOUSE_EDGE, INK, PAPER, SOFT_INK, TONES
from scorer.printing.shapes import Anchor, Font, Group, Shape, Text, circle, rectangle
from scorer.printing.symbols import (
    bonus_badge,
    cafe_sign,
    festival_sign,
    kind_outline,
    kind_sign,
)
from scorer.rules.board import CafeBonus, LandmarkKind, Point, TouristKind
from scorer.rules.city import City, Iconic

LEGEND_MM = 24.0

_BONUS_WORDS = {
    CafeBonus.SECTION: ("one extra", "section"),
    CafeBonus.COORDINATE: ("change a", "coordinate"),
    CafeBonus.TOURISTS: ("tourists,", "at once"),
}
# The kind of landmark whose sign has a tourist's shape.
_SHAPE = {
    TouristKind.CIRCLE: LandmarkKind.RED,
    TouristKind.SQUARE: LandmarkKind.GREEN,
    TouristKind.TRIANGLE: LandmarkKind.BLUE,
    TouristKind.PENTAGON: LandmarkKind.PURPLE,
}
_EDGE_MM = 7.0
_GAP_MM = 9.0

# Shapes, with the height that they take from their own top downwards.
_Part = tuple[list[Shape], float]


def legend(page: Page, city: City) -> Group:
    """Return the key, as far down as the left margin has room for it."""
    left, right = _EDGE_MM, page.park.left - 3.0
    if right - left < LEGEND_MM:
        return Group("legend", ())
    y = page.park.top + 4.5
    found: list[Shape] = []
    for part in (_cafes, _tourists, _festival, _ratings):
        shapes, height = part(page, city, (left, y), right)
        if shapes and y + height <= page.park.bottom:
            found += shapes
            y += height + _GAP_MM
    return Group("legend", tuple(found))


def _cafes(page: Page, city: City, at: Point, right: float) -> _Part:
    left, y = at
    kinds = [bonus for bonus in CafeBonus if any(c.bonus is bonus for c in page.board.cafes)]
    if not kinds:
        return [], 0.0
    found: list[Shape] = [_heading("Cafés", at), *cafe_sign((right - 3.2, y - 1.1), 3.2)]
    y += 8.0
    for bonus in kinds:
        first, second = _BONUS_WORDS[bonus]
        found += bonus_badge(bonus, (left + 2.4, y), 2.4)
        found.append(Text((left + 7.0, y - 0.4), first, 2.9, Font.SANS, INK))
        found.append(Text((left + 7.0, y + 2.8), second, 2.9, Font.SANS, INK))
        y += 8.0
    return found, y - 5.2 - at[1]


def _tourists(page: Page, city: City, at: Point, right: float) -> _Part:
    """Return the shapes of the tourists, each in the colour of its landmarks."""
    found: list[Shape] = [_heading("Tourists", at)]
    colours = {shape: kind for kind, shape in city.pairs.items()}
    for index, shape in enumerate(city.tourists):
        place = (at[0] + 2.8 + index * min(7.6, (right - at[0]) / len(city.tourists)), at[1] + 5.6)
        ink = TONES[colours[shape]].symbol if shape in colours else INK
        found.append(kind_outline(_SHAPE[shape], place, 2.3).painted(PAPER, ink, 0.65))
    return found, 8.0


def _festival(page: Page, city: City, at: Point, right: float) -> _Part:
    x, y = at
    if not page.board.visit_all:
        return [], 0.0
    found: list[Shape] = [*festival_sign((right - 3.2, y + 0.9), 3.2)]
    width = right - x - 7.4
    for line in city.visit_all.name.split(" "):
        found.append(Text((x, y), line, fitted(line, 3.5, Font.BOLD, width), Font.BOLD, INK))
        y += 4.2
    y += 1.6
    for count, points in enumerate(city.visit_all.points):
        if count:
            found += [
                circle((x + 1.5 + 3.6 * index, y - 1.0), 1.4).painted(FESTIVAL, INK, 0.2)
                for index in range(count)
            ]
            found.append(Text((right, y), f"{points} PP", 3.0, Font.BOLD, INK, Anchor.END))
            y += 5.0
    return found, y - 5.0 - at[1]


def _ratings(page: Page, city: City, at: Point, right: float) -> _Part:
    """Return a track for each iconic landmark; its first box counts as marked."""
    if not city.iconic:
        return [], 0.0
    found: list[Shape] = [
        _heading("Ratings", at),
        *kind_sign(LandmarkKind.GREY, (right - 3.2, at[1] - 1.1), 2.6),
    ]
    y = at[1] + 6.0
    for mark in city.iconic:
        found += _track(mark, city.ratings.steps, (at[0], y), right)
        y += 11.0
    return found, y - 4.0 - at[1]


def _track(mark: Iconic, steps: tuple[int, ...], at: Point, right: float) -> list[Shape]:
    x, y = at
    size = fitted(mark.name, 2.6, Font.SANS, right - x)
    found: list[Shape] = [Text(at, mark.name, size, Font.SANS, INK)]
    step = (right - x) / len(steps)
    side = min(4.8, step - 0.3)
    for index, value in enumerate(steps):
        left = x + index * step
        box = rectangle(left, y + 1.3, side, side, 0.7)
        fill, edge, ink = (INK, INK, PAPER) if index == 0 else (PAPER, HOUSE_EDGE, SOFT_INK)
        found.append(box.painted(fill, edge, 0.3))
        middle = (left + side / 2, y + 1.3 + 0.7 * side)
        found.append(Text(middle, str(value), 0.56 * side, Font.BOLD, ink, Anchor.MIDDLE))
    return found


def _heading(text: str, at: Point) -> Text:
    return Text(at, text, 3.5, Font.BOLD, INK)
