"""Draws a town of Innsmouth and its cache cards as PDF, PNG and SVG."""

from functools import lru_cache

from scorer.printing.drawing.drawing import Drawing
from scorer.printing.drawing.pdf import render_png, write_pdf
from scorer.printing.drawing.svg import write_svg
from scorer.printing.seatown.art import photo_board, spots_of, town_drawing
from scorer.printing.seatown.beside import BonusSpot, PageSpots
from scorer.printing.seatown.cards import cache_cards
from scorer.printing.seatown.words import TownWords
from scorer.rules.board.board import Board
from scorer.rules.innsmouth.town import Town

# Six pixels per mm, as the pictures of the cities' boards have.
_PHOTO_DPI = 6 * 25.4

__all__ = [
    "BonusSpot",
    "PageSpots",
    "TownWords",
    "as_pdf",
    "as_png",
    "as_svg",
    "cache_cards",
    "photo_board",
    "photo_page",
    "spots_of",
    "town_drawing",
]


def as_svg(drawing: Drawing) -> bytes:
    """Return *drawing* as an SVG document with its size in mm."""
    return write_svg(drawing).encode()


def as_pdf(drawing: Drawing) -> bytes:
    """Return *drawing* as a PDF page at true size."""
    return write_pdf(drawing)


@lru_cache(maxsize=8)
def photo_page(town: Town) -> tuple[Board, bytes]:
    """Return what photos of *town* are compared with: its printed map, and a PNG of the page."""
    return photo_board(town), as_png(town_drawing(town), _PHOTO_DPI, small=False)


def as_png(drawing: Drawing, dpi: float, *, small: bool = True) -> bytes:
    """Return *drawing* as an RGB PNG of *dpi* dots per inch; a *small* one takes longer."""
    return render_png(write_pdf(drawing), drawing.size_mm, dpi, small=small)
