"""Draws maps of links, such as the practice map of Ticket to Ride, as PDF, PNG and SVG."""

from scorer.printing.drawing.drawing import Drawing
from scorer.printing.drawing.pdf import render_png, write_pdf
from scorer.printing.drawing.svg import write_svg
from scorer.printing.linkmaps.art import UndrawnError, map_drawing
from scorer.printing.linkmaps.labels import label_boxes
from scorer.printing.linkmaps.tickets import ticket_pages
from scorer.printing.linkmaps.words import MapWords
from scorer.rules.ticket_to_ride.map import TicketMap

__all__ = [
    "MapWords",
    "UndrawnError",
    "as_pdf",
    "as_png",
    "as_svg",
    "label_boxes",
    "map_drawing",
    "map_png",
    "ticket_pages",
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


def map_png(map_: TicketMap, dpi: float) -> bytes:
    """Return *map_* as an RGB PNG of *dpi* dots per inch."""
    return as_png(map_drawing(map_), dpi)
