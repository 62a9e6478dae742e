"""What stands beside the map: remote landmarks, spaces for tourists, the café area."""

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Group,
    Shape,
    Text,
    circle,
    rectangle,
)
from scorer.printing.drawing.letters import fitted
from scorer.printing.drawing.palette import CAFE, HOUSE_EDGE, INK, PAPER, SOFT_INK, TONES, WATER_INK
from scorer.printing.icons.icons import icon
from scorer.printing.layout import Box, Page, inside
from scorer.printing.signs.marked import sign_of
from scorer.printing.signs.symbols import bonus_badge, kind_sign, tourists_badge
from scorer.rules.board.board import CafeBonus, CafeSymbol, Cell, Landmark, Sign
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BONUS_WORDS = {
    "section": "Section",
    "coordinate": "Coordinate",
    "tourists": "Tourists",
    "points": "8 PP",
    "ticket": "Tickets",
}


def is_remote(mark: Landmark, page: Page) -> bool:
    """Return whether *mark* is printed as a tile beside the map."""
    if mark.locations or not mark.polygon:
        return False
    if mark.meeting_point is None:
        return True
    return not inside(page.board.crossroads_xy[mark.meeting_point], mark.polygon)


def remote(page: Page, city: City, pictures: dict[str, str]) -> Group:
    """Return the tiles of remote landmarks, spaces for tourists, and their meeting points."""
    letters = letters_of(page)
    found: list[Shape] = []
    for mark in page.board.landmarks:
        if is_remote(mark, page):
            found += _tile(mark, pictures[mark.id], letters.get(mark.meeting_point), page, city)
    for cell in page.board.cells:
        if cell.location.name:
            found += _space(cell, letters.get(cell.meeting_point))
    for point, letter in letters.items():
        if point is not None:
            found += letter_sign(letter, page.board.crossroads_xy[point], 2.7 * page.scale)
    return Group("remote", tuple(found))


def letters_of(page: Page) -> dict[Crossroads | None, str]:
    """Return a letter for each meeting point of what stands beside the map."""
    points = [mark.meeting_point for mark in page.board.landmarks if is_remote(mark, page)]
    points += [cell.meeting_point for cell in page.board.cells if cell.location.name]
    known = dict.fromkeys(point for point in points if point is not None)
    return dict(zip(known, _LETTERS, strict=False))


def letter_sign(letter: str, at: tuple[float, float], radius: float) -> tuple[Shape, ...]:
    """Return a meeting point's sign: a letter on a dark drop."""
    text = Text(
        (at[0], at[1] + 0.42 * radius), letter, 1.25 * radius, Font.BOLD, PAPER, Anchor.MIDDLE
    )
    x, y = at
    plate = rectangle(x - radius, y - radius, 2 * radius, 2 * radius, 0.55 * radius)
    return plate.painted(INK, PAPER, 0.18 * radius), text


def _tile(
    mark: Landmark, picture: str, letter: str | None, page: Page, city: City
) -> tuple[Shape, ...]:
    box, tones = Box.around(mark.polygon), TONES[mark.kind]
    frame = rectangle(box.left, box.top, box.width, box.height, 1.2)
    painted = frame.painted(tones.tint, tones.line, 0.3)
    if box.height < 12.0:
        return (painted, *_tour_row(mark, box, city))
    size = min(box.width - 4.0, box.height - 7.0)
    text = fitted(mark.name, 2.1, Font.SANS, box.width - 1.4)
    return (
        painted,
        *icon(picture, tones, (box.centre[0], box.top + 1.6 + size / 2), size),
        *kind_sign(mark.kind, (box.right - 2.7, box.top + 2.7), 1.9),
        *(letter_sign(letter, (box.left + 2.8, box.top + 2.8), 2.0) if letter else ()),
        Text((box.centre[0], box.bottom - 1.3), mark.name, text, Font.SANS, INK, Anchor.MIDDLE),
    )


def _tour_row(mark: Landmark, box: Box, city: City) -> tuple[Shape, ...]:
    """Return a box to tick, the landmark, and the themed tour that leads there."""
    tour = next((t.name for t in city.tours if t.landmark == mark.id), "")
    side = min(4.2, box.height - 2.0)
    left, y = box.left + side + 8.4, box.centre[1]
    room = box.right - left - 0.8
    name, small = fitted(mark.name, 2.5, Font.BOLD, room), fitted(tour, 2.0, Font.SANS, room)
    tick = rectangle(box.left + 1.2, y - side / 2, side, side, 0.6)
    return (
        tick.painted(PAPER, INK, 0.35),
        *kind_sign(mark.kind, (box.left + side + 4.6, y), 1.9),
        Text((left, y - 0.2), mark.name, name, Font.BOLD, INK),
        Text((left, y + 2.3), tour, small, Font.SANS, SOFT_INK),
    )


def _space(cell: Cell, letter: str | None) -> tuple[Shape, ...]:
    """Return an empty field for the tourists of a remote landmark."""
    box = Box.around(cell.polygon)
    frame = rectangle(box.left, box.top, box.width, box.height, 1.2)
    return (
        frame.painted(PAPER, HOUSE_EDGE, 0.4, (1.2, 0.9)),
        *(letter_sign(letter, (box.left + 2.8, box.top + 2.8), 2.0) if letter else ()),
        Text((box.right - 1.2, box.top + 3.2), "tourists", 2.0, Font.SANS, SOFT_INK, Anchor.END),
    )


def cafe_area(page: Page) -> Group:
    """Return the symbols to circle when a café gives a bonus, and the docks' tickets."""
    symbols = page.board.cafe_area
    if not symbols:
        return Group("cafe-area", ())
    found: list[Shape] = []
    rows = sorted({symbol.xy[1] for symbol in symbols})
    for y in rows:
        row = [symbol for symbol in symbols if symbol.xy[1] == y]
        left = min(symbol.xy[0] for symbol in row)
        right = max(symbol.xy[0] for symbol in row)
        words = _BONUS_WORDS.get(row[0].bonus, row[0].bonus)
        at = ((left + right) / 2, y - 6.2)
        found.append(Text(at, words, 2.7, Font.BOLD, INK, Anchor.MIDDLE))
        for symbol in row:
            found.append(circle(symbol.xy, 4.4).painted(PAPER, HOUSE_EDGE, 0.3, (0.8, 0.7)))
            found += _symbol(symbol.bonus, symbol.xy)
            if symbol.dock is not None:
                for number, word in enumerate(_dock_name(symbol).split()):
                    place = (symbol.xy[0], y + 6.9 + 2.2 * number)
                    size = fitted(word, 2.1, Font.SANS, 10.4)
                    found.append(Text(place, word, size, Font.SANS, SOFT_INK, Anchor.MIDDLE))
    return Group("cafe-area", tuple(found))


def dock_names(page: Page) -> Group:
    """Return the docks' names on the map, so that tickets can be told apart."""
    found = []
    for symbol in page.board.cafe_area:
        if symbol.dock is None:
            continue
        x, y = page.board.crossroads_xy[symbol.dock]
        beside = x <= page.map.left + 1
        at = (x + 2.4, y + 4.9) if beside else (x, y + 4.9)
        anchor = Anchor.END if beside else Anchor.MIDDLE
        found.append(Text(at, _dock_name(symbol), 2.1, Font.BOLD, WATER_INK, anchor))
    return Group("dock-names", tuple(found))


def _dock_name(symbol: CafeSymbol) -> str:
    return symbol.id.replace("-", " ").title()


def _symbol(bonus: str, at: tuple[float, float]) -> tuple[Shape, ...]:
    if bonus == "ticket":
        return sign_of(Sign.DOCK, at, 2.6)
    if bonus == "points":
        text = Text((at[0], at[1] + 1.2), "8", 3.4, Font.BOLD, PAPER, Anchor.MIDDLE)
        return circle(at, 3.0).painted(CAFE), text
    if bonus == "tourists":
        return tourists_badge(at, 3.0)
    return bonus_badge(CafeBonus(bonus), at, 3.0)
