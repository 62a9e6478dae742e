"""The score sheet of a table as a PDF page: steps as rows, players as columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from scorer.printing.latin import latin

# Fonts that hold Latin, Cyrillic and Japanese letters, where systems keep them. Without one
# the standard fonts must do, and other letters are replaced as on the boards.
WIDE_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/System/Library/Fonts/ヒラギノ角ゴシック W3.ttc",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/msgothic.ttc",
)
_WIDE, _PLAIN = "wide", "Helvetica"
_ROW_MM = 9.0


@dataclass(frozen=True)
class SheetRow:
    """A row: its label and one cell for each player. ``strong``: the total and the like."""

    label: str
    cells: tuple[str, ...]
    strong: bool = False


def sheet_pdf(
    title: str,
    players: Sequence[str],
    rows: Sequence[SheetRow],
    notes: Sequence[str] = (),
    fonts: Sequence[str] = WIDE_FONTS,
) -> bytes:
    """Return a score sheet as a PDF page of A4.

    Parameters
    ----------
    players : sequence of str
        The names over the columns.
    rows : sequence of SheetRow
        Each with as many cells as there are players.
    notes : sequence of str
        Lines below the table: the winner, what was in play.
    fonts : sequence of str
        Font files to look for; the first that is there is used.
    """
    pdf = FPDF(unit="mm", format="A4")
    family = _font(pdf, fonts, "".join([title, *players, *notes, *(row.label for row in rows)]))
    write = latin if family == _PLAIN else str
    pdf.set_title(latin(title))
    pdf.set_margin(18)
    pdf.add_page()
    pdf.set_font(family, size=20)
    pdf.cell(text=write(title), new_x="LMARGIN", new_y="NEXT", h=14)
    pdf.set_font(family, size=11)
    widths = (3, *(2 for _ in players))
    with pdf.table(
        col_widths=widths,
        line_height=_ROW_MM,
        text_align=("LEFT", *("RIGHT" for _ in players)),
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        headings_style=FontFace(emphasis=None),
    ) as table:
        _row(table.row(), [write(text) for text in ("", *players)], None)
        for row in rows:
            style = FontFace(fill_color=(235, 228, 214), size_pt=13) if row.strong else None
            _row(table.row(), [write(text) for text in (row.label, *row.cells)], style)
    pdf.ln(6)
    for note in notes:
        pdf.multi_cell(0, 7, write(note), new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def _row(row: object, texts: Sequence[str], style: FontFace | None) -> None:
    for text in texts:
        row.cell(text, style=style)  # type: ignore[attr-defined]


def _font(pdf: FPDF, fonts: Sequence[str], text: str) -> str:
    """Return the font family to write *text* with."""
    if all(ord(letter) < 256 for letter in text):
        return _PLAIN
    for path in fonts:
        if Path(path).is_file():
            pdf.add_font(_WIDE, fname=path)
            return _WIDE
    return _PLAIN
