"""A picture of one board to share: the art, what was drawn, the route and the score sheet."""

import base64
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from scorer.printing import board_svg
from scorer.printing.drawing.webfont import FAMILY, font_style
from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.status import Status
from scorer.store.games import Player
from scorer.store.kept import kept_marks
from scorer.web.serving.words import SOFT, plural, word
from scorer.web.views.boardart import taught_picture
from scorer.web.views.certainty import kind_word
from scorer.web.views.knownboards import city_data, game_name, shown_part

_LINE_MM = 9.0
_FONT = f"{FAMILY}, system-ui, sans-serif"


def board_picture_svg(
    player: Player, board: Board, city: City, sheet: ScoreSheet, status: Status
) -> str:
    """Return the picture as SVG; in it stand only the art and our own numbers and names."""
    part = shown_part(board)
    lines = _sheet_lines(player, board, city, sheet, status)
    height = part.height + (len(lines) + 1) * _LINE_MM
    heights = [part.y + part.height + (i + 1) * _LINE_MM for i in range(len(lines))]
    texts = "".join(
        f'<text x="{part.x + 8}" y="{y}">{escape(left.replace(SOFT, ""))}</text>'
        f'<text x="{part.x + part.width - 8}" y="{y}" text-anchor="end">{escape(right)}</text>'
        for y, (left, right) in zip(heights, lines, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{part.width * 5}" height="{height * 5}"'
        f' viewBox="{part.x} {part.y} {part.width} {height}">'
        f"{font_style(''.join(left + right for left, right in lines))}"
        f'<rect x="{part.x}" y="{part.y}" width="100%" height="100%" fill="#fffdf8"/>'
        f"{_art(board, city)}{_drawn(board, player, sheet)}"
        f'<rect x="{part.x}" y="{part.y + part.height}" width="{part.width}"'
        f' height="{height}" fill="#fffdf8"/>'
        f'<g font-family="{_FONT}" font-size="5.2" fill="#2b2932">{texts}</g></svg>'
    )


def _sheet_lines(
    player: Player, board: Board, city: City, sheet: ScoreSheet, status: Status
) -> list[tuple[str, str]]:
    names = city_data(city)["step_names"]
    heading = player.name or game_name(board, city)
    rows = [
        (names.get(line.step.value) or word(f"step.{line.step.value}"), str(line.points))
        for line in sheet.lines
    ]
    length = plural("sections", sheet.length)
    total = (word("total"), f"{sheet.total} {word('pp')}")
    return [(heading, length), *rows, total, (word("result"), kind_word(status))]


def _art(board: Board, city: City) -> str:
    """Return the board's art as an SVG element; a taught board's is its own photo."""
    width, height = board.page_mm
    if light := taught_picture(board):
        source = f"data:image/jpeg;base64,{base64.b64encode(light).decode()}"
        return f'<image href="{source}" width="{width}" height="{height}"/>'
    art = board_svg(board, city, on_paper=False)
    return art[art.index("<svg") :].replace('mm"', '"')


def _drawn(board: Board, player: Player, sheet: ScoreSheet) -> str:
    """Return all that is drawn: sections left out, the route over them, its ends, and marks."""
    paths = {str(road.id): road.path for road in board.roads}
    marks = kept_marks(player, board)
    on_route = [str(section) for section in sheet.route.sections]
    others = [str(unused.section) for unused in sheet.unused]
    drawn = [
        _path([paths[one] for one in others], "#4a4a52", 1.7, ' stroke-dasharray="0.1 3.1"'),
        _path([paths[one] for one in on_route], "#fff", 4.6),
        _path([paths[one] for one in on_route], "#5c1f86", 3.0),
        *(_path([paths[road]], *_PENS[pen.value]) for road, pen in sorted(marks.colours.items())),
        *_rings(board, marks),
        *_ends(board, sheet),
    ]
    return "".join(drawn) + "".join(_tourists(board, player))


# The colours of pens, told apart by their dashes too; as the app draws them.
_PENS: dict[str, tuple[str, float, str]] = {
    "red": ("#e4572e", 1.8, ' stroke-dasharray="0.1 2.4"'),
    "green": ("#6fe3a1", 1.8, ' stroke-dasharray="3.5 2.5"'),
    "blue": ("#7cc4ff", 1.8, ""),
}


def _rings(board: Board, marks: Marks) -> Iterator[str]:
    """Yield rings round cafés, bonuses and tickets, used ones crossed out, and the task's."""
    circled = {str(point): mark for point, mark in marks.cafes.items()}
    circled |= marks.cafe_area | dict.fromkeys(marks.tickets, CafeMark.VISITED)
    symbols = [(str(cafe.crossroads), cafe.xy) for cafe in board.cafes]
    symbols += [(symbol.id, symbol.xy) for symbol in board.cafe_area]
    for name, at in symbols:
        if name in circled:
            yield _ring(at, 4.8, "#1a1720", circled[name] is CafeMark.USED)
    for crossroads in marks.task:
        yield _ring(board.crossroads_xy[crossroads], 5.6, "#b3261e")
    for location in marks.crossed:
        polygon = board.cell_of[location].polygon
        middle = tuple(sum(axis) / len(polygon) for axis in zip(*polygon, strict=True))
        yield _cross(middle[0], middle[1], 6.0)


def _ring(at: tuple[float, float], radius: float, colour: str, used: bool = False) -> str:
    x, y = at
    circle = f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none"'
    rings = f'{circle} stroke="#fff" stroke-width="2.4"/>{circle} stroke="{colour}"'
    return f'{rings} stroke-width="1.3"/>{_cross(x, y, 3.4) if used else ""}'


def _cross(x: float, y: float, reach: float) -> str:
    lines = (
        ((x - reach, y - reach), (x + reach, y + reach)),
        ((x + reach, y - reach), (x - reach, y + reach)),
    )
    return _path(list(lines), "#1a1720", 1.3)


def _ends(board: Board, sheet: ScoreSheet) -> Iterator[str]:
    """Yield the marks of the route's start and end; a closed route has only its start."""
    points = sheet.route.crossroads
    if not sheet.route.sections:
        return
    start, end = board.crossroads_xy[points[0]], board.crossroads_xy[points[-1]]
    flag = "M-1.5 -2.1H1.9L1.1 -.95L1.9 .2H-.7V2.2H-1.5Z"
    play = "M-1.1 -1.9L2 0L-1.1 1.9Z"
    for at, sign in ((end, flag), (start, play)) if start != end else ((start, play),):
        yield (
            f'<g class="end" transform="translate({at[0]} {at[1]})"><circle r="3.6" fill="#5c1f86"'
            f' stroke="#fff" stroke-width="0.9"/><path d="{sign}" fill="#fff"/></g>'
        )


def _path(
    roads: Sequence[tuple[tuple[float, float], ...]], colour: str, width: float, more: str = ""
) -> str:
    data = "".join("M" + "L".join(f"{x} {y}" for x, y in road) for road in roads)
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linecap="round" stroke-linejoin="round"{more}/>'
    )


def _tourists(board: Board, player: Player) -> list[str]:
    signs = {"circle": "●", "square": "■", "triangle": "▲", "pentagon": "⬟"}
    found = []
    for cell in board.cells:
        counts = player.marks.get("tourists", {}).get(str(cell.location), {})
        text = " ".join(f"{signs[kind]}{number}" for kind, number in counts.items() if number)
        if text:
            xs = [x for x, _ in cell.polygon]
            y = max(y for _, y in cell.polygon) - 4
            found.append(
                f'<text x="{sum(xs) / len(xs)}" y="{y}" text-anchor="middle" font-size="5"'
                f' font-weight="700" font-family="{_FONT}" fill="#1a1720" stroke="#fff"'
                f' stroke-width="1.4" paint-order="stroke">{text}</text>'
            )
    return found
