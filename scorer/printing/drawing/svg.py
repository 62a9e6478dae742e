"""Writes a drawing as SVG, in millimetres."""

from xml.sax.saxutils import escape, quoteattr

from scorer.printing.drawing.drawing import Drawing, Font, Path, Shape, Text
from scorer.printing.drawing.letters import is_standard
from scorer.printing.drawing.webfont import FAMILY, font_style

_FACES = {
    Font.SANS: ("Helvetica, Arial", "sans-serif", ""),
    Font.BOLD: ("Helvetica, Arial", "sans-serif", ' font-weight="bold"'),
    Font.TITLE: ("Times, 'Times New Roman'", "serif", ' font-weight="bold"'),
}
# Nobody sees them, but they make one sign of several, as a family's emoji.
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"


def write_svg(drawing: Drawing) -> str:
    """Return *drawing* as an SVG document whose user units are millimetres.

    Letters beyond Latin-1 travel in it, so that every viewer can show them.
    """
    width, height = (_number(size) for size in drawing.size_mm)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">',
        f"<title>{_words(drawing.title)}</title>",
    ]
    shapes = [shape for group in drawing.groups for shape in group.shapes]
    if style := font_style("".join(shape.text for shape in shapes if isinstance(shape, Text))):
        lines.append(style)
    for group in drawing.groups:
        lines.append(f"<g id={quoteattr(group.name)}>")
        lines += [_element(shape) for shape in group.shapes]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _element(shape: Shape) -> str:
    return _path(shape) if isinstance(shape, Path) else _text(shape)


def _path(path: Path) -> str:
    data = " ".join(
        step.command + " ".join(f"{_number(x)} {_number(y)}" for x, y in step.points)
        for step in path.steps
    )
    paint = f'fill="{path.fill or "none"}"'
    if path.stroke:
        paint += (
            f' stroke="{path.stroke}" stroke-width="{_number(path.width)}"'
            ' stroke-linecap="round" stroke-linejoin="round"'
        )
    if path.dash:
        paint += f' stroke-dasharray="{_number(path.dash[0])} {_number(path.dash[1])}"'
    return f'<path d="{data}" {paint}/>'


def _text(text: Text) -> str:
    x, y = text.at
    first, last, weight = _FACES[text.font]
    families = f"{first}, {last}" if is_standard(text.text) else f"{FAMILY}, {first}, {last}"
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(text.size)}"'
        f' font-family="{families}"{weight} fill="{text.fill}" text-anchor="{text.anchor}">'
        f"{_words(text.text)}</text>"
    )


def _words(text: str) -> str:
    # XML has no way to write control characters, which a name from outside may hold.
    return escape("".join(one for one in text if one.isprintable() or one in _JOINERS))
