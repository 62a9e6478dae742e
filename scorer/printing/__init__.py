"""Draws practice boards as PDF, PNG and SVG.

``art.board_drawing`` describes a page in millimetres, ``svg`` and ``pdf`` write that
description, and the PNG is the PDF page rendered. Letters beyond Latin-1 come from the fonts
that the package ships (see ``letters``).
"""

from scorer.printing.art import board_drawing
from scorer.printing.drawing.drawing import Text
from scorer.printing.drawing.letters import MISSING, lacks
from scorer.printing.drawing.pdf import render_png, write_pdf
from scorer.printing.drawing.svg import write_svg
from scorer.rules.board.board import Board
from scorer.rules.city.city import City

__all__ = ["board_pdf", "board_png", "board_svg", "missing_letters"]


def board_svg(board: Board, city: City, *, on_paper: bool = True) -> str:
    """Return *board*, a board of *city*, as an SVG document with its size in mm.

    For a screen, not *on_paper*, without what stands beside the map for those who print it.
    """
    return write_svg(board_drawing(board, city, on_paper=on_paper))


def board_pdf(board: Board, city: City) -> bytes:
    """Return *board*, a board of *city*, as a PDF page of ``board.page_mm`` at true size."""
    return write_pdf(board_drawing(board, city))


def board_png(board: Board, city: City, dpi: float, *, small: bool = True) -> bytes:
    """Return *board* as a PNG of *dpi* dots per inch.

    The picture is RGB, ``round(page_mm * dpi / 25.4)`` pixels wide and high, and shows the
    very page of ``board_pdf``. The picture that photos of a practice board are compared with
    is one of 152.4 dpi (6 pixels per mm): ``scorer board render NAME -o FILE --dpi 152.4``.
    A *small* file takes longer to write.
    """
    return render_png(board_pdf(board, city), board.page_mm, dpi, small=small)


def missing_letters(board: Board, city: City) -> str | None:
    """Return a sentence if the fonts lack letters of *board*; PDF and PNG show a mark instead."""
    shapes = [shape for group in board_drawing(board, city).groups for shape in group.shapes]
    lacking = any(lacks(shape.text) for shape in shapes if isinstance(shape, Text))
    return f"{MISSING} stands for letters that the fonts lack" if lacking else None
