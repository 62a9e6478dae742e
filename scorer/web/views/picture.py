"""A picture of one board to share: the art, what was drawn, the route and the score sheet."""

import base64
from xml.sax.saxutils import escape

from scorer.printing import board_svg
from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.sheet import ScoreSheet
from scorer.store.games import Player
from scorer.web.boards import city_data, shown_part
from scorer.web.services import services
from scorer.web.words import plural, word

_LINE_MM = 9.0
# Where long words may break on a narrow phone.
SOFT = "\u00ad"
_FONT = "system-ui, 'Noto Sans', 'Noto Sans CJK JP', sans-serif"


def board_picture_svg(player: Player, board: Board, city: City, sheet: ScoreSheet) -> str:
    """Return the picture as SVG; in it stand only the art and our own numbers and names."""
    part = shown_part(board)
    lines = _sheet_lines(player, city, sheet)
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
        f'<rect x="{part.x}" y="{part.y}" width="100%" height="100%" fill="#fffdf8"/>'
        f"{_art(board, city)}{_drawn(board, player, sheet)}"
        f'<rect x="{part.x}" y="{part.y + part.height}" width="{part.width}"'
        f' height="{height}" fill="#fffdf8"/>'
        f'<g font-family="{_FONT}" font-size="5.2" fill="#2b2932">{texts}</g></svg>'
    )


def _sheet_lines(player: Player, city: City, sheet: ScoreSheet) -> list[tuple[str, str]]:
    shown = city_data(city)
    names = shown["step_names"]
    heading = player.name or shown["name"]
    rows = [
        (names.get(line.step.value) or word(f"step.{line.step.value}"), str(line.points))
        for line in sheet.lines
    ]
    length = plural("sections", sheet.length)
    return [(heading, length), *rows, (word("total"), f"{sheet.total} {word('pp')}")]


def _art(board: Board, city: City) -> str:
    """Return the board's art as an SVG element; a taught board's is its own photo."""
    width, height = board.page_mm
    taught = services().taught_boards / board.id / "reference.png"
    if taught.is_file():
        data = base64.b64encode(taught.read_bytes()).decode()
        source = f"data:image/png;base64,{data}"
        return f'<image href="{source}" width="{width}" height="{height}"/>'
    art = board_svg(board, city)
    return art[art.index("<svg") :].replace('mm"', '"')


def _drawn(board: Board, player: Player, sheet: ScoreSheet) -> str:
    """Return the sections left out, the route over them, and the tourists as figures."""
    paths = {str(road.id): road.path for road in board.roads}
    on_route = [str(section) for section in sheet.route.sections]
    others = [str(unused.section) for unused in sheet.unused]
    marks = [
        _path([paths[one] for one in others], "#4a4a52", 1.7, ' stroke-dasharray="0.1 3.1"'),
        _path([paths[one] for one in on_route], "#fff", 4.6),
        _path([paths[one] for one in on_route], "#5c1f86", 3.0),
    ]
    return "".join(marks) + "".join(_tourists(board, player))


def _path(
    roads: list[tuple[tuple[float, float], ...]], colour: str, width: float, more: str = ""
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
