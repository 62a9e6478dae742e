"""What is printed beside the map: title, legend, ruler and the scoring boxes."""

import math
from dataclasses import dataclass

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Group,
    Path,
    Shape,
    Text,
    parse_path,
    polyline,
    rectangle,
    star,
)
from scorer.printing.drawing.letters import fitted
from scorer.printing.drawing.palette import (
    FESTIVAL,
    HOUSE_EDGE,
    INK,
    PAPER,
    SOFT_INK,
    TONES,
)
from scorer.printing.layout import Box, Page
from scorer.printing.signs.marked import paint_of, sign_of
from scorer.printing.signs.symbols import (
    cafe_sign,
    festival_sign,
    kind_sign,
    logo,
)
from scorer.rules.board.board import LandmarkKind, Paint, Point, Sign
from scorer.rules.city.city import City
from scorer.rules.scoring.sheet import Step

PRACTICE_WORDS = "A practice layout of our own, not the publisher's board"
RULER_MM = 50.0

_SPECIAL = {
    Step.RED: LandmarkKind.RED,
    Step.GREEN: LandmarkKind.GREEN,
    Step.BLUE: LandmarkKind.BLUE,
    Step.PURPLE: LandmarkKind.PURPLE,
}
_ROW_MM = 9.8
_LABEL_MM = 14.0
_NARROWEST_BLANK_MM = 8.0


@dataclass(frozen=True, slots=True)
class Row:
    """A scoring box: its step, its label, a hint in one or two lines, room for a product."""

    step: Step
    label: str
    hint: tuple[str, ...]
    product: bool = False


def scoring_rows(city: City) -> tuple[Row, ...]:
    """Return the scoring boxes of *city* in the order of its steps; the total comes after."""
    pairs = {Step(kind.value): shape for kind, shape in city.pairs.items()}
    table = city.visit_all.points
    counts = " / ".join(str(count) for count in range(1, len(table)))
    worth = " / ".join(str(points) for points in table[1:])
    words = {
        Step.YELLOW: ("Yellow", ("sum of the stars",)),
        Step.GREY: (city.step_names.get("grey", "Grey"), ("sum of the ratings",)),
        Step.CAFES: ("Cafés", (f"{city.game.cafe_points} for each unused bonus",)),
        Step.VISIT_ALL: (city.visit_all.name, (f"{counts}  gives  {worth}",)),
        Step.TASK: ("Personal task", (_task_hint(city),)),
        Step.GOALS: ("Goal cards", ("reached or won",)),
    }
    colours = {kind.value for kind in city.landmarks}
    rows = []
    for step in Step:
        if step in pairs:
            rows.append(Row(step, step.value.capitalize(), ("tourists ×", "landmarks"), True))
        elif step in words and (step not in (Step.YELLOW, Step.GREY) or step.value in colours):
            rows.append(Row(step, *words[step]))
    goals = any(mode.goals for mode in city.modes)
    own = {special.step: special for special in city.specials}
    kept = [
        row
        for row in rows
        if (row.step is not Step.VISIT_ALL or any(table))
        and (row.step is not Step.GOALS or goals)
        and row.step.value not in own
    ]
    kept += [Row(Step.own(s.step), s.name, (s.hint,) if s.hint else ()) for s in own.values()]
    return tuple(kept)


def _task_hint(city: City) -> str:
    factor = city.game.task_factor
    words = "longest part between two"
    return words if factor == 1 else f"{factor} × the {words}"


def title(page: Page, city: City) -> Group:
    """Return the city's name and, on a layout of our own, the words that say so."""
    room = page.park.top
    size = min(9.4, 0.44 * room)
    mark = min(11.8, 0.55 * room)
    left, top = page.park.left, 0.22 * room
    words = PRACTICE_WORDS if page.board.practice else page.board.name
    x = left + mark + 3.0
    width = page.park.right - x
    return Group(
        "title",
        (
            *logo((left, top), mark),
            Text(
                (x, top + 0.6 * mark),
                city.name,
                fitted(city.name, size, Font.TITLE, width),
                Font.TITLE,
                INK,
            ),
            Text((x, top + 1.02 * mark), words, min(3.1, 0.16 * room), Font.SANS, SOFT_INK),
        ),
    )


def ruler(page: Page) -> Group:
    """Return a bar of 50 mm that tells whether the page was printed at its true size.

    Scoring boxes below the map take its place.
    """
    width, height = page.board.page_mm
    boxes = scoring_box(page)
    tiles = [p[1] for mark in page.board.landmarks for p in mark.polygon]
    lowest = max([page.park.bottom, *tiles, boxes.bottom if boxes else 0.0])
    below = boxes is not None and boxes.top > page.park.bottom
    if (below and height - lowest < 6.0) or height - page.park.bottom < 9.0:
        return Group("ruler", ())
    y = (page.park.bottom + height) / 2 - 0.6
    # Where something is printed below the map, the very edge is left.
    y = y if lowest < y - 4.0 else height - 4.4
    x = page.map.left
    marks = [polyline(((x, y), (x + RULER_MM, y)))]
    for step in range(6):
        at = x + step * RULER_MM / 5
        marks.append(polyline(((at, y - (1.4 if step in (0, 5) else 0.8)), (at, y))))
    paper = "A3" if width > 300 else "A4"
    words = f"Printed at true size when this bar is 50 mm long (print at 100 %, {paper} landscape)"
    return Group(
        "ruler",
        (
            marks[0].joined(*marks[1:]).painted(None, INK, 0.25),
            Text((x + RULER_MM + 3.0, y), words, 2.6, Font.SANS, SOFT_INK),
        ),
    )


def scoring_box(page: Page) -> Box | None:
    """Return the margin that the scoring boxes fill, or None where none is large enough."""
    width, height = page.board.page_mm
    park, edge, gap = page.park, 7.0, 5.0
    right = Box(park.right + gap, park.top, width - edge, park.bottom)
    below = Box(park.left, park.bottom + gap, park.right, height - edge)
    left = Box(edge, park.top, park.left - gap, park.bottom)
    for box, least in ((right, (42.0, 100.0)), (below, (140.0, 25.0)), (left, (42.0, 100.0))):
        if box.width >= least[0] and box.height >= least[1]:
            return box
    return None


def scoring(page: Page, city: City) -> Group:
    """Return the scoring boxes in the order of the steps, and the total."""
    box = scoring_box(page)
    if box is None:
        return Group("scoring", ())
    rows = scoring_rows(city)
    gap = 1.6
    down = min(len(rows) + 1, max(1, math.floor((box.height + gap) / (_ROW_MM + gap))))
    across = math.ceil((len(rows) + 1) / down)
    # The total is a little taller than the others where the boxes stand in one column.
    weight = len(rows) + 1.25 if across == 1 else float(down)
    height = (box.height + gap) / weight - gap
    width = (box.width + 3 * gap) / across - 3 * gap
    found: list[Shape] = []
    for index, row in enumerate((*rows, None)):
        x = box.left + index // down * (width + 3 * gap)
        y = box.top + index % down * (height + gap)
        if row is None:
            found += _total_row(Box(x, y, x + width, box.bottom))
        else:
            sign = _own_sign(row, page, city, (x + 7.0, y + height / 2))
            found += _row(row, Box(x, y, x + width, y + height), sign)
    return Group("scoring", tuple(found))


def _own_sign(row: Row, page: Page, city: City, at: Point) -> tuple[Shape, ...]:
    """Return the sign that the board prints at what a city's own step is about."""
    if row.step is Step.VISIT_ALL and city.visit_all.sign is not Sign.NONE:
        return sign_of(city.visit_all.sign, at, 3.9)
    special = next((s for s in city.specials if s.step == row.step.value), None)
    if special is None or row.step is Step.CAFES:
        return ()
    group = page.board.marked_as(special.of)
    if group.sign is not Sign.NONE:
        return sign_of(group.sign, at, 3.2, special.points or None)
    if group.paint is not Paint.NONE:
        bar = polyline(((at[0] - 3.4, at[1]), (at[0] + 3.4, at[1])))
        return paint_of(group.paint, bar, 5.0)
    return kind_sign(LandmarkKind.GREY, at, 3.6) if special.rating else _runs_sign(at)


def _runs_sign(at: Point) -> tuple[Path, ...]:
    """Return three sections in a row in three colours."""
    kinds = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)
    places = ((-3.6, 2.0), (-1.2, -2.0), (1.2, 2.0), (3.6, -2.0))
    points = [(at[0] + x, at[1] + y) for x, y in places]
    return tuple(
        polyline(points[i : i + 2]).painted(None, TONES[kind].symbol, 1.0)
        for i, kind in enumerate(kinds)
    )


def _row(row: Row, box: Box, sign: tuple[Shape, ...] = ()) -> list[Shape]:
    spare = box.width - 24.0
    # Where the words would leave no room to write in, the sign alone has to do.
    wordless = row.product and spare - _LABEL_MM < 3 * _NARROWEST_BLANK_MM
    shared = (spare - (0.0 if wordless else _LABEL_MM)) / 3
    wide = min(12.5, shared if row.product else 0.22 * box.width)
    blanks, start = _blanks(row, box, wide)
    frame = rectangle(box.left, box.top, box.width, box.height, 1.6)
    return [
        frame.painted(PAPER, HOUSE_EDGE, 0.25),
        *(sign or _step_sign(row.step, (box.left + 7.0, box.centre[1]))),
        *blanks,
        *([] if wordless else _row_words(row, box, start)),
    ]


def _blanks(row: Row, box: Box, wide: float) -> tuple[list[Shape], float]:
    """Return the places to write in, from the right, and where the leftmost begins."""
    y, tall = box.centre[1], min(box.height - 2.0, 11.0)
    kind = _SPECIAL.get(row.step)
    start = box.right - 1.8 - wide
    found: list[Shape] = [_blank(start, y, wide, tall, TONES[kind].symbol if kind else INK, 0.5)]
    for sign in ("=", "×") if row.product else ():
        found.append(Text((start - 2.0, y + 1.3), sign, 4.0, Font.BOLD, SOFT_INK, Anchor.MIDDLE))
        start -= 4.0 + wide
        found.append(_blank(start, y, wide, tall, HOUSE_EDGE, 0.3))
    return found, start


def _row_words(row: Row, box: Box, end: float) -> list[Shape]:
    left, y = box.left + 13.0, box.centre[1]
    room = end - left - 1.5
    whole = " ".join(row.hint)
    one_line = box.height < 12.0 or fitted(whole, 2.6, Font.SANS, room) == 2.6
    hints = (whole,) if one_line else row.hint
    top = y - 0.3 - 1.3 * (len(hints) - 1)
    label = fitted(row.label, 4.0, Font.BOLD, room)
    found: list[Shape] = [Text((left, top), row.label, label, Font.BOLD, INK)]
    for index, hint in enumerate(hints):
        size = fitted(hint, 2.6, Font.SANS, room)
        found.append(Text((left, top + 3.6 + 2.9 * index), hint, size, Font.SANS, SOFT_INK))
    return found


def _total_row(box: Box) -> list[Shape]:
    y = box.centre[1]
    wide = min(24.0, 0.4 * box.width)
    frame = rectangle(box.left, box.top, box.width, box.height, 1.6)
    size = fitted("Total", 6.4, Font.TITLE, box.width - wide - 12.0)
    return [
        frame.painted(INK),
        Text((box.left + 4.6, y + 0.34 * size), "Total", size, Font.TITLE, PAPER),
        Text(
            (box.right - wide - 3.0, y + 0.3 * size),
            "PP",
            0.62 * size,
            Font.BOLD,
            PAPER,
            Anchor.END,
        ),
        _blank(box.right - 1.8 - wide, y, wide, box.height - 3.6, PAPER, 0.3),
    ]


def _blank(x: float, y: float, width: float, height: float, edge: str, line: float) -> Path:
    return rectangle(x, y - height / 2, width, height, 1.0).painted(PAPER, edge, line)


def _step_sign(step: Step, at: Point) -> tuple[Shape, ...]:
    if step in _SPECIAL:
        return kind_sign(_SPECIAL[step], at, 3.4)
    if step in (Step.YELLOW, Step.GREY):
        return kind_sign(LandmarkKind(step.value), at, 3.6)
    if step is Step.CAFES:
        return cafe_sign(at, 3.9)
    if step is Step.VISIT_ALL:
        return festival_sign(at, 3.9)
    return _task_sign(at) if step is Step.TASK else _goal_sign(at)


def _task_sign(at: Point) -> tuple[Path, ...]:
    """Return three ringed crossroads on a walk."""
    line = parse_path("M -8 6 L -8 -6 L 1 -6 L 1 5 L 9 5")
    rings = parse_path("O -8 6 3 O 1 -6 3 O 9 5 3")
    return (
        line.painted(None, INK, 0.5).placed(at, 0.36),
        rings.painted(PAPER, INK, 0.5).placed(at, 0.36),
    )


def _goal_sign(at: Point) -> tuple[Path, ...]:
    """Return a card with a star on it."""
    card = rectangle(-6.5, -9.5, 13, 19, 2)
    return (
        card.painted(PAPER, INK, 0.5).placed(at, 0.38),
        star((at[0], at[1] + 0.1), 1.9, 5, 0.45).painted(FESTIVAL, INK, 0.3),
    )
