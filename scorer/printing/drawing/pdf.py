"""Writes a drawing as a PDF page at true size, and renders such a page as pixels."""

import io
from datetime import UTC, datetime

import pypdfium2
from fpdf import FPDF
from fpdf.drawing import PaintedPath
from PIL import Image
from pypdfium2 import raw

from scorer.printing.drawing.drawing import Anchor, Drawing, Path, Text
from scorer.printing.drawing.letters import FACES, embed, is_standard, printable, runs
from scorer.rules.board.board import Point

POINTS_PER_MM = 72 / 25.4

# Outputs depend on the drawing alone, so the file carries a fixed date.
_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def write_pdf(drawing: Drawing) -> bytes:
    """Return *drawing* as a PDF of one page of its size; the same bytes each time.

    Texts of Latin-1 letters are set in the standard fonts, others in the shipped ones, of which
    the letters used are embedded: see ``letters``.
    """
    pdf = FPDF(unit="mm", format=drawing.size_mm)
    pdf.set_creation_date(_DATE)
    pdf.set_title(printable(drawing.title))
    pdf.set_margin(0)
    pdf.set_auto_page_break(False)
    pdf.add_page()
    shapes = [shape for group in drawing.groups for shape in group.shapes]
    embed(pdf, (shape.text for shape in shapes if isinstance(shape, Text) and _is_foreign(shape)))
    waiting: list[Path] = []
    for shape in shapes:
        if isinstance(shape, Path):
            waiting.append(shape)
        else:
            _draw_paths(pdf, waiting)
            waiting = []
            _draw_text(pdf, shape)
    _draw_paths(pdf, waiting)
    return bytes(pdf.output())


def render_png(pdf: bytes, size_mm: Point, dpi: float, *, small: bool = True) -> bytes:
    """Return the first page of *pdf* as an RGB PNG of ``round(size_mm * dpi / 25.4)`` pixels.

    A *small* file takes longer to write.
    """
    width, height = (round(size * dpi / 25.4) for size in size_mm)
    out = io.BytesIO()
    _rendered(pdf, width, height).save(out, "PNG", optimize=small, compress_level=9 if small else 1)
    return out.getvalue()


def render_page(pdf: bytes, dpi: float) -> Image.Image:
    """Return the first page of *pdf* as an RGB picture, at its own size."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        width, height = document[0].get_size()
    finally:
        document.close()
    return _rendered(pdf, round(width * dpi / 72), round(height * dpi / 72))


def _rendered(pdf: bytes, width: int, height: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        # The page's own size is in rounded points; stretched over the bitmap it is exact.
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_ANNOT)
        image: Image.Image = bitmap.to_pil().convert("RGB")
        return image
    finally:
        document.close()


def _draw_paths(pdf: FPDF, paths: list[Path]) -> None:
    if not paths:
        return
    with pdf.drawing_context() as context:
        for path in paths:
            context.add_item(_painted(path), clone=False)


def _painted(path: Path) -> PaintedPath:
    out = PaintedPath(*path.steps[0].points[0])
    for step in path.steps[1:]:
        if step.command == "M":
            out.move_to(*step.points[0])
        elif step.command == "L":
            out.line_to(*step.points[0])
        elif step.command == "C":
            out.curve_to(*(value for point in step.points for value in point))
        else:
            out.close()
    out.style.auto_close = False
    out.style.fill_color = path.fill
    out.style.stroke_color = path.stroke
    out.style.stroke_width = path.width
    out.style.stroke_cap_style = "round"
    out.style.stroke_join_style = "round"
    out.style.intersection_rule = "nonzero"
    if path.dash:
        out.style.stroke_dash_pattern = list(path.dash)
    return out


def _is_foreign(text: Text) -> bool:
    return not is_standard(printable(text.text))


def _draw_text(pdf: FPDF, text: Text) -> None:
    red, green, blue = (int(text.fill[i : i + 2], 16) for i in (1, 3, 5))
    pdf.set_text_color(red, green, blue)
    pieces = [(FACES[text.font], printable(text.text))]
    if _is_foreign(text):
        pieces = [((font.stem, ""), letters) for font, letters in runs(text.text)]
    widths = [_set(pdf, face, text.size).get_string_width(words) for face, words in pieces]
    shift = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[text.anchor]
    left = text.at[0] - shift * sum(widths)
    for (face, words), width in zip(pieces, widths, strict=True):
        _set(pdf, face, text.size).text(left, text.at[1], words)
        left += width


def _set(pdf: FPDF, face: tuple[str, str], size: float) -> FPDF:
    pdf.set_font(*face, size * POINTS_PER_MM)
    return pdf
