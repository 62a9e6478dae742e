"""The score sheet of a table as a PDF page: steps as rows, players as columns."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace
from fpdf.table import Row
from PIL import ImageChops, ImageOps

from scorer.printing.drawing.letters import EAST, SANS, embed, printable, shipped_width
from scorer.printing.drawing.pdf import render_page

_A4_MM = (210.0, 297.0)
_MARGIN_MM = 18.0
_LINE_MM = 5.5
# Above and below, right and left of a cell's text.
_PADDING_MM = (1.75, 1.0)
# For what is written by hand.
_PEN_MM = (4.0, 1.0)
# Takes a line's height, and shows nothing.
_NOTHING = "\u00a0"
# How much wider than a player's column the steps' one is, and its least share of the page.
_LABELS, _LABELS_SHARE = 1.5, 0.29
# With more players than this the page lies on its side.
_UPRIGHT = 5
# Of a picture to send: sharp on a phone, and small. White is left round the sheet.
_PICTURE_DPI, _EDGE_MM = 110.0, 8.0
_STRONG_PT, _SIZE_PT, _LEAST_PT = 13.0, 11.0, 7.0


@dataclass(frozen=True)
class SheetRow:
    """A row: its label and one cell for each player. ``strong``: the total and the like."""

    label: str
    cells: tuple[str, ...] = ()
    strong: bool = False


def blank_pdf(title: str, players: int, rows: Sequence[SheetRow]) -> bytes:
    """Return an empty score sheet for a pen: a column for each of *players*, room for names."""
    empty = (_NOTHING,) * players
    return sheet_pdf(title, empty, [replace(row, cells=empty) for row in rows], for_pen=True)


def sheet_png(
    title: str, players: Sequence[str], rows: Sequence[SheetRow], notes: Sequence[str] = ()
) -> bytes:
    """Return what stands on ``sheet_pdf`` as a PNG, without the empty rest of the page."""
    sheet = _sheet(title, players, rows, notes)
    pdf = bytes(sheet.output())
    if sheet.pages_count > 1:
        # In a picture all of it stands on one page.
        pdf = bytes(_sheet(title, players, rows, notes, height=sheet.pages_count).output())
    page = render_page(pdf, _PICTURE_DPI)
    edge = round(_EDGE_MM / 25.4 * _PICTURE_DPI)
    shown = page.crop(ImageChops.invert(page).getbbox())
    out = io.BytesIO()
    ImageOps.expand(shown, edge, "white").save(out, "png", optimize=True)
    return out.getvalue()


def sheet_pdf(
    title: str,
    players: Sequence[str],
    rows: Sequence[SheetRow],
    notes: Sequence[str] = (),
    *,
    for_pen: bool = False,
) -> bytes:
    """Return a score sheet as a PDF of A4, in the shipped fonts.

    Parameters
    ----------
    players : sequence of str
        The names over the columns.
    rows : sequence of SheetRow
        Each with as many cells as there are players.
    notes : sequence of str
        Lines below the table: the winner, what was in play.
    for_pen : bool
        Whether the cells are to be written in: all have a frame, and rows are higher.
    """
    return bytes(_sheet(title, players, rows, notes, for_pen=for_pen).output())


def _sheet(
    title: str,
    players: Sequence[str],
    rows: Sequence[SheetRow],
    notes: Sequence[str],
    *,
    for_pen: bool = False,
    height: int = 1,
) -> FPDF:
    """Return the sheet on pages as high as *height* of A4."""
    wide, high = _A4_MM if len(players) <= _UPRIGHT else _A4_MM[::-1]
    pdf = FPDF("portrait", "mm", (wide, height * high))
    _set_fonts(pdf, [title, *players, *notes, *(row.label for row in rows)])
    pdf.set_title(printable(title))
    pdf.set_margin(_MARGIN_MM)
    pdf.add_page()
    pdf.set_font(SANS.stem, size=20)
    # Neither cell nor line takes no text at all.
    pdf.cell(text=printable(title) or " ", new_x="LMARGIN", new_y="NEXT", h=14)
    pdf.set_font(SANS.stem, size=_SIZE_PT)
    labels_mm = pdf.epw * max(_LABELS_SHARE, _LABELS / (_LABELS + len(players)))
    column_mm = (pdf.epw - labels_mm) / max(1, len(players))
    names = [FontFace(size_pt=_size([name], column_mm)) for name in players]
    plain = FontFace(size_pt=_size([row.label for row in rows], labels_mm))
    strong = FontFace(size_pt=_STRONG_PT, fill_color=(235, 228, 214))
    with pdf.table(
        col_widths=(labels_mm, *(column_mm for _ in players)),
        line_height=_LINE_MM,
        padding=_PEN_MM if for_pen else _PADDING_MM,
        text_align=("LEFT", *("RIGHT" for _ in players)),
        borders_layout=TableBordersLayout.ALL if for_pen else TableBordersLayout.HORIZONTAL_LINES,
        headings_style=FontFace(emphasis=None),
    ) as table:
        _row(table.row(), ["", *players], [plain, *names])
        for row in rows:
            label, cell = (strong, strong) if row.strong else (plain, None)
            styles = [label, *(cell for _ in players)]
            _row(table.row(), [row.label, *row.cells], styles)
    pdf.ln(6)
    for note in filter(None, notes):
        pdf.multi_cell(0, 7, printable(note), align="L", new_x="LMARGIN", new_y="NEXT")
    return pdf


def _row(row: Row, texts: Sequence[str], styles: Sequence[FontFace | None]) -> None:
    for text, style in zip(texts, styles, strict=True):
        row.cell(printable(text), style=style)


def _size(texts: Sequence[str], column_mm: float) -> float:
    """Return the size at which no word of *texts* breaks, in points, unless it were tiny."""
    words = [word for text in texts for word in text.split()]
    widest = max((shipped_width(word, 1) for word in words), default=1)
    room_pt = (column_mm - 2 * _PADDING_MM[1] - 0.5) / 25.4 * 72
    return max(_LEAST_PT, min(_SIZE_PT, room_pt / widest))


def _set_fonts(pdf: FPDF, texts: Sequence[str]) -> None:
    """Embed what *texts* need; the larger font stands in where the first has no letter."""
    if EAST.stem in embed(pdf, ["0", *texts]):
        pdf.set_fallback_fonts([EAST.stem])
