"""What stands beside a sea-town: name, bonuses, ferries, threat level, score fields, key."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Group,
    Path,
    Shape,
    Text,
    circle,
    parse_path,
    polyline,
    rectangle,
)
from scorer.printing.drawing.letters import fitted
from scorer.printing.layout import Box, Page
from scorer.printing.seatown import colours
from scorer.printing.seatown.places import mooring, quay, shelter_sign, tourist
from scorer.printing.seatown.words import TownWords
from scorer.printing.signs.symbols import kind_sign
from scorer.rules.board.board import LandmarkKind, Point
from scorer.rules.innsmouth.pieces import MOST_FERRIES, WANTED, Bonus
from scorer.rules.innsmouth.town import Town, bonus_of, bonus_signs

RULER_MM = 50.0
# The threat level is ringed on a track up to here: four ferries, and eight symbols.
MOST_THREAT = 12
_EDGE_MM = 5.0
_NARROW_MM, _WIDE_MM = 26.0, 44.0
_GAP_MM = 5.0
_ROW_MM = 11.6
# Where the score fields begin.
_FIELD_SHARE = 0.56


@dataclass(frozen=True)
class _Part:
    """Something beside the map: how high it is, in mm, and how it is drawn in its box."""

    height: float
    drawn: Callable[[Box], Group]


def left_room(page: Page) -> Box:
    """Return the room on the left of the marsh."""
    return Box(_EDGE_MM, page.park.top, page.park.left - 3.0, page.park.bottom)


def right_room(page: Page) -> Box:
    """Return the room on the right of the marsh and of the sea."""
    width = page.board.page_mm[0]
    east = max([page.park.right, *(x for body in page.board.waters for x, _ in body.path)])
    return Box(east + 3.5, page.park.top, width - _EDGE_MM, page.park.bottom)


def beside(town: Town, page: Page, words: TownWords) -> tuple[Group, ...]:
    """Return all that stands beside the map, as far as there is room."""
    found = [_title(town, page, words), _ruler(page, words)]
    left, right = left_room(page), right_room(page)
    if left.width >= _NARROW_MM:
        found += _below_each_other(left, _left_parts(town, words))
    if right.width >= _WIDE_MM:
        found += _below_each_other(right, [_scores(words), _key(words)])
    return tuple(found)


def _left_parts(town: Town, words: TownWords) -> list[_Part]:
    return [_bonuses(town, words), _ferries(words), _threat(words), _TENTACLE]


def _below_each_other(room: Box, parts: list[_Part]) -> list[Group]:
    """Return *parts* from the top of *room* down, without those that find no room."""
    found, top = [], room.top
    for part in parts:
        if top + part.height <= room.bottom + 0.01:
            found.append(part.drawn(Box(room.left, top, room.right, top + part.height)))
            top += part.height + _GAP_MM
    return found


def _plate(box: Box, heading: str) -> list[Shape]:
    size = fitted(heading, 3.3, Font.BOLD, box.width - 3.0)
    frame = rectangle(box.left, box.top, box.width, box.height, 1.8)
    return [
        frame.painted(colours.PLATE, colours.PLATE_EDGE, 0.4),
        _text((box.centre[0], box.top + 4.6), heading, size, Font.BOLD, anchor=Anchor.MIDDLE),
    ]


def _text(
    at: Point, words: str, size: float, font: Font = Font.SANS, anchor: Anchor = Anchor.START
) -> Text:
    return Text(at, words, size, font, colours.INK, anchor)


def _title(town: Town, page: Page, words: TownWords) -> Group:
    """Return the town's name on a plate, to be ringed, and whose layout it is."""
    name, _, rest = town.file.name.partition(": ")
    whose = words.practice if town.file.practice else rest
    box = _title_box(page)
    size = fitted(name, 0.66 * box.height, Font.TITLE, box.width - 8.0)
    at = (box.centre[0], box.centre[1] + 0.34 * size)
    frame = rectangle(box.left, box.top, box.width, box.height, 1.8)
    found: list[Shape] = [
        frame.painted(colours.PLATE, colours.PLATE_EDGE, 0.4),
        _text(at, name, size, Font.TITLE, Anchor.MIDDLE),
        Text((box.right + 4.0, box.centre[1] + 1.3), whose, 3.6, Font.BOLD, colours.PALE_INK),
    ]
    return Group("title", (*found, *_moon((page.board.page_mm[0] - 14.0, box.centre[1]), 4.2)))


def _title_box(page: Page) -> Box:
    return Box(_EDGE_MM, 4.0, _EDGE_MM + 46.0, max(page.park.top - 2.0, 11.0))


def _moon(at: Point, radius: float) -> tuple[Path, ...]:
    stars = ((-12.0, -1.6), (-19.0, 1.8), (-27.0, -1.0), (-34.0, 1.4), (-7.5, 2.6))
    return (
        circle(at, radius).painted(colours.MOON),
        circle((at[0] - 1.9, at[1] - 1.2), 0.86 * radius).painted(colours.NIGHT),
        *(circle((at[0] + x, at[1] + y), 0.4).painted(colours.MOON) for x, y in stars),
    )


def _ruler(page: Page, words: TownWords) -> Group:
    height = page.board.page_mm[1]
    x, y = page.map.left, (page.park.bottom + height) / 2 - 1.0
    bar = polyline(((x, y), (x + RULER_MM, y)))
    ticks = [
        polyline(((x + i * RULER_MM / 5, y - 1.3), (x + i * RULER_MM / 5, y))) for i in range(6)
    ]
    return Group(
        "ruler",
        (
            bar.joined(*ticks).painted(None, colours.PALE_INK, 0.4),
            Text((x + RULER_MM + 3.0, y), words.ruler, 2.6, Font.SANS, colours.PALE_INK),
        ),
    )


def _bonuses(town: Town, words: TownWords) -> _Part:
    signs = bonus_signs(town.file)
    return _Part(8.0 + 11.0 * len(signs), lambda box: _bonus_plate(signs, box, words))


@dataclass(frozen=True, slots=True)
class BonusSpot:
    """A bonus to circle beside the map: its sign's name, and where its middle is, in mm."""

    id: str
    bonus: Bonus
    xy: Point


@dataclass(frozen=True, slots=True)
class PageSpots:
    """Where players write beside the map: bonuses, and the town's name on its plate, in mm."""

    bonuses: tuple[BonusSpot, ...]
    name_xy: Point
    name_mm: Point


def spots(town: Town, page: Page) -> PageSpots:
    """Return where on its page the bonuses of *town* are circled and its name is ringed."""
    plate, found = _title_box(page), []
    room = left_room(page)
    if room.width >= _NARROW_MM:
        for i, sign in enumerate(bonus_signs(town.file)):
            found.append(BonusSpot(sign, bonus_of(sign), _bonus_xy(room, i)))
    return PageSpots(tuple(found), plate.centre, (plate.width, plate.height))


def _bonus_xy(box: Box, index: int) -> Point:
    return box.left + 7.2, box.top + 12.4 + 11.0 * index


def _bonus_plate(signs: tuple[str, ...], box: Box, words: TownWords) -> Group:
    found = _plate(box, words.bonuses)
    for i, bonus in enumerate(map(bonus_of, signs)):
        x, y = _bonus_xy(box, i)
        found += [sign.placed((x, y), 0.36) for sign in _bonus_sign(bonus)]
        for line, text in enumerate(words.bonus[bonus]):
            at = (box.left + 13.4, y - 0.5 + 3.3 * line)
            found.append(_text(at, text, fitted(text, 3.0, Font.SANS, box.right - 1.5 - at[0])))
    return Group("bonuses", tuple(found))


def _bonus_sign(bonus: Bonus) -> tuple[Path, ...]:
    if bonus is Bonus.COORDINATE:
        arrows = parse_path("M -6 -3 L 3 -3 M 6 3 L -3 3")
        tips = parse_path("M 3 -6.4 L 7.6 -3 L 3 0.4 Z M -3 -0.4 L -7.6 3 L -3 6.4 Z")
        return (arrows.painted(None, colours.INK, 0.7), tips.painted(colours.INK))
    line = "M -6 0 L 6 0" if bonus is Bonus.SECTION else "M -5 5 L 5 -5"
    ends = "O -6 0 2.2 O 6 0 2.2" if bonus is Bonus.SECTION else "O -5 5 2.2 O 5 -5 2.2"
    shown = [
        parse_path(line).painted(None, colours.INK, 0.8),
        parse_path(ends).painted(colours.INK),
    ]
    if bonus is Bonus.DIAGONAL:
        frame = parse_path("R -7.4 -7.4 14.8 14.8")
        shown.insert(0, frame.painted(None, colours.SOFT_INK, 0.3, (0.9, 0.7)))
    return tuple(shown)


def _ferries(words: TownWords) -> _Part:
    return _Part(28.0, lambda box: _ferry_plate(words.ferries, box))


def _ferry_plate(heading: str, box: Box) -> Group:
    found = _plate(box, heading)
    hull = parse_path("M -8 1 L 8 1 L 5.4 6 L -5.4 6 Z M 0 -8 L 0 1 M 0 -8 L 5 -1 L 0 -1")
    for i in range(MOST_FERRIES):
        x = box.centre[0] + (i % 2 - 0.5) * 15.0
        y = box.top + 11.8 + (i // 2) * 10.4
        tile = rectangle(x - 6.6, y - 4.6, 13.2, 9.2, 1.0)
        found.append(tile.painted(colours.PAPER, colours.PLATE_EDGE, 0.3))
        found.append(hull.painted(None, colours.MOORING, 0.35).placed((x, y + 0.4), 0.38))
    return Group("ferries", tuple(found))


def _threat(words: TownWords) -> _Part:
    return _Part(10.0 + 9.4 * MOST_THREAT / 3, lambda box: _threat_plate(words.threat, box))


def _threat_plate(heading: str, box: Box) -> Group:
    found = _plate(box, heading)
    for number in range(1, MOST_THREAT + 1):
        x = box.centre[0] + ((number - 1) % 3 - 1) * 10.0
        y = box.top + 11.4 + (number - 1) // 3 * 9.4
        tile = rectangle(x - 4.2, y - 4.2, 8.4, 8.4, 1.0)
        found.append(tile.painted(colours.PAPER, colours.PLATE_EDGE, 0.3))
        found.append(_text((x, y + 1.4), str(number), 4.0, Font.BOLD, Anchor.MIDDLE))
    return Group("threat", tuple(found))


def _tentacle(room: Box) -> Group:
    """Return an arm of something, out of the dark, where the left margin is free."""
    curve = "M 6 100 C 2 70 34 62 30 40 C 27 24 10 28 12 42 C 13 50 22 50 22 43"
    back = " C 20 46 16 45 16 41 C 16 33 25 34 26 42 C 27 58 -10 66 -6 100 Z"
    scale, at = 0.4, (room.left + 0.42 * room.width, room.bottom - 40.0)
    arm = parse_path(curve + back).painted(colours.NIGHT_LINE)
    cups = parse_path("O -1 88 2.2 O 2 79 2 O 8 71 1.8 O 15 64 1.6 O 22 57 1.4 O 27 50 1.2")
    shapes = (arm, cups.painted(colours.NIGHT))
    return Group("tentacle", tuple(shape.placed(at, scale) for shape in shapes))


def _scores(words: TownWords) -> _Part:
    high = 13.0 + _ROW_MM * (len(WANTED) + len(words.rows) + 1)
    return _Part(high, lambda box: _score_plate(words, box))


def _score_plate(words: TownWords, box: Box) -> Group:
    """Return the score fields, in the order in which they are counted."""
    high = _ROW_MM
    found, y = _plate(box, words.points), box.top + 7.6 + high / 2
    for kind, colour in WANTED.items():
        found.append(tourist(kind, (box.left + 5.6, y), 2.2))
        found.append(_text((box.left + 10.2, y + 1.2), "×", 4.0, anchor=Anchor.MIDDLE))
        found += kind_sign(colour, (box.left + 15.0, y), 2.3)
        found += _field(box, y, high)
        y += high
    room = _FIELD_SHARE * box.width - 4.4
    for label in words.rows:
        size = fitted(label, 3.4, Font.SANS, room)
        found.append(_text((box.left + 3.4, y + 1.2), label, size))
        found += _field(box, y, high)
        y += high
    size = fitted(words.total, 5.4, Font.TITLE, room)
    found.append(_text((box.left + 3.4, y + 2.8), words.total, size, Font.TITLE))
    found += _field(box, y + 1.4, high + 2.0)
    return Group("scores", tuple(found))


def _field(box: Box, y: float, high: float) -> Iterable[Path]:
    left = box.left + _FIELD_SHARE * box.width
    field = rectangle(left, y - high / 2 + 0.6, box.right - 3.0 - left, high - 1.2, 0.8)
    yield field.painted(colours.PAPER, colours.PLATE_EDGE, 0.3)


def _key(words: TownWords) -> _Part:
    return _Part(47.0, lambda box: _key_plate(words, box))


def _key_plate(words: TownWords, box: Box) -> Group:
    """Return what the small signs of the map say."""
    signs: tuple[tuple[Path, ...], ...] = (
        mooring((0, 0), 1),
        mooring((0, 0), 2),
        quay((-1.9, 0), (1, 0)),
        shelter_sign((0, 0)),
        kind_sign(LandmarkKind.YELLOW, (0, 0), 2.5),
    )
    found, y = _plate(box, words.key), box.top + 10.4
    for shapes, text in zip(signs, words.signs, strict=True):
        found += [shape.placed((box.left + 6.0, y)) for shape in shapes]
        size = fitted(text, 3.1, Font.SANS, box.width - 14.0)
        found.append(_text((box.left + 11.6, y + 1.1), text, size))
        y += 6.6
    size = fitted(words.joined, 3.1, Font.SANS, box.width - 6.8)
    found.append(_text((box.left + 3.4, y + 0.4), words.joined, size))
    return Group("key", tuple(found))


_TENTACLE = _Part(40.0, _tentacle)
