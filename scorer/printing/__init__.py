"""Draws practice boards as PDF, PNG and SVG.

``art.board_drawing`` describes a page in millimetres, ``svg`` and ``pdf`` write that
description, and the PNG is the PDF page rendered. SVG shows any script; in PDF and PNG letters
that are not Latin are replaced (see ``latin``).
"""

from scorer.printing.art import board_drawing
from scorer.printing.pdf import render_png, write_pdf
from scorer.printing.svg import write_svg
from scorer.rules.board import Board
from scorer.rules.city import City

__all__ = ["board_pdf", "board_png", "board_svg"]


def board_svg(board: Board, city: City) -> str:
    """Return *board*, a board of *city*, as an SVG document with its size in mm."""
    return write_svg(board_drawing(board, city))


def board_pdf(board: Board, city: City) -> bytes:
    """Return *board*, a board of *city*, as a PDF page of ``board.page_mm`` at true size."""
    return write_pdf(board_drawing(board, city))


def board_png(board: Board, city: City, dpi: float) -> bytes:
    """Return *board* as a PNG of *dpi* dots per inch.

    The picture is RGB, ``round(page_mm * dpi / 25.4)`` pixels wide and high, and shows the
    very page of ``board_pdf``. The picture that photos of a practice board are compared with
    is one of 152.4 dpi (6 pixels per mm): ``scorer board render NAME -o FILE --dpi 152.4``.
    """
    return render_png(board_pdf(board, city), board.page_mm, dpi)
