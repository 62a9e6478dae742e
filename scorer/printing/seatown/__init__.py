"""Draws a town of Innsmouth and its cache cards as PDF, PNG and SVG."""

from scorer.printing.drawing.drawing import Drawing
from scorer.printing.drawing.pdf import render_png, write_pdf
from scorer.printing.drawing.svg import write_svg
from scorer.printing.seatown.art import photo_board, spots_of, town_drawing
from scorer.printing.seatown.beside import BonusSpot, PageSpots
from scorer.printing.seatown.cards import cache_cards

__all__ = [
    "BonusSpot",
    "PageSpots",
    "as_pdf",
    "as_png",
    "as_svg",
    "cache_cards",
    "photo_board",
    "spots_of",
    "town_drawing",
]


def as_svg(drawing: Drawing) -> bytes:
    """Return *drawing* as an SVG document with its size in mm."""
    return write_svg(drawing).encode()


def as_pdf(drawing: Drawing) -> bytes:
    """Return *drawing* as a PDF page at true size."""
    return write_pdf(drawing)


def as_png(drawing: Drawing, dpi: float) -> bytes:
    """Return *drawing* as an RGB PNG of *dpi* dots per inch."""
    return render_png(write_pdf(drawing), drawing.size_mm, dpi)
