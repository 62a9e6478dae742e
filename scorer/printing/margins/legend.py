"""The key in the left margin: cafés, tourists, visit-them-all points and rating tracks."""

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Group,
    Shape,
    Text,
    circle,
    polyline,
    rectangle,
)
from scorer.printing.drawing.letters import fitted
from scorer.printing.drawing.palette import FESTIVAL, HOUSE_EDGE, INK, PAPER, SOFT_INK, TONES
from scorer.printing.layout import Page
from scorer.printing.signs.marked import paint_of, sign_of
from scorer.printing.signs.places import broken
from scorer.printing.signs.remote import letter_sign, letters_of
from scorer.printing.signs.symbols import (
    bonus_badge,
    cafe_sign,
    festival_sign,
    kind_outline,
    kind_sign,
)
from scorer.rules.board.board import (
    CafeBonus,
    LandmarkKind,
    Marked,
    Paint,
    Point,
    Sign,
    TouristKind,
)
from scorer.rules.city.city import City, Iconic

LEGEND_MM = 24.0

_BONUS_WORDS = {
    CafeBonus.SECTION: ("one extra", "section"),
    CafeBonus.COORDINATE: ("change a", "coordinate"),
    CafeBonus.TOURISTS: ("tourists,", "at once"),
    CafeBonus.INSTANT_SECTION: ("a section,", "at once"),
    CafeBonus.CARD: ("as the card", "says"),
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
    for part in (_cafes, _tourists, _festival, _marked, _ratings):
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
    if not any(city.visit_all.points):
        return [], 0.0
    sign, place = city.visit_all.sign, (right - 3.2, y + 0.9)
    found: list[Shape] = [
        *(festival_sign(place, 3.2) if sign is Sign.NONE else sign_of(sign, place, 3.2))
    ]
    width = right - x - 7.4
    for line in city.visit_all.name.split(" "):
        found.append(Text((x, y), line, fitted(line, 3.5, Font.BOLD, width), Font.BOLD, INK))
        y += 4.2
    y = max(y + 1.6, at[1] + 7.4)
    for count, points in enumerate(city.visit_all.points):
        if count:
            found += [
                circle((x + 1.5 + 3.6 * index, y - 1.0), 1.4).painted(FESTIVAL, INK, 0.2)
                for index in range(count)
            ]
            found.append(Text((right, y), f"{points} PP", 3.0, Font.BOLD, INK, Anchor.END))
            y += 5.0
    return found, y - 5.0 - at[1]


def _marked(page: Page, city: City, at: Point, right: float) -> _Part:
    """Return the signs and the streets that rules of the city are about, with their names."""
    shown = [
        g for g in page.board.marked if g.name and (g.sign, g.paint) != (Sign.NONE, Paint.NONE)
    ]
    letters = letters_of(page)
    if not shown and not letters:
        return [], 0.0
    found: list[Shape] = []
    x, y = at[0], at[1] + 0.6
    for group in shown:
        if group.sign is not Sign.NONE:
            found += sign_of(group.sign, (x + 3.0, y), 2.3, _example(group))
        else:
            bar = polyline(((x + 1.9, y), (x + 4.1, y)))
            found += paint_of(group.paint, bar.painted(None, PAPER), 4.6)
        found += _worded(group.name, (x + 7.0, y), right)
        y += 7.0
    if letters:
        found += letter_sign("A", (x + 3.0, y), 2.3)
        found += _worded("Meeting point", (x + 7.0, y), right)
        y += 7.0
    return found, y - 6.0 - at[1]


def _example(group: Marked) -> int | None:
    """Return the value that a sign shows in the key: the one that all have, if it is one."""
    values = {points for _, points in group.values}
    return values.pop() if len(values) == 1 else None


def _worded(words: str, at: Point, right: float) -> list[Shape]:
    """Return *words* in one line, or in two where they would be too small."""
    room, size = right - at[0], 2.9
    lines = broken(words, room, size)
    size = min(fitted(line, size, Font.SANS, room) for line in lines)
    top = at[1] + 1.0 - 1.6 * (len(lines) - 1)
    return [
        Text((at[0], top + 3.1 * i), line, size, Font.SANS, INK) for i, line in enumerate(lines)
    ]


def _ratings(page: Page, city: City, at: Point, right: float) -> _Part:
    """Return a track for each iconic landmark; its first box counts as marked."""
    if not city.iconic:
        return [], 0.0
    each = 11.0 if len(city.iconic) < 5 else 9.4
    found: list[Shape] = [
        _heading("Ratings", at),
        *kind_sign(LandmarkKind.GREY, (right - 3.2, at[1] - 1.1), 2.6),
    ]
    y = at[1] + 6.0
    for mark in city.iconic:
        found += _track(mark, city.track(mark.id), (at[0], y), right)
        y += each
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
