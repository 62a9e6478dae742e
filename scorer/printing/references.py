"""Draws the reference picture of every shipped board: ``python -m scorer.printing.references``.

Photos of a practice board are compared with its picture, 6 pixels per mm.
"""

import sys
from pathlib import Path

from scorer.printing import board_png
from scorer.rules.city.city import city_names, load_city

DPI = 6 * 25.4


def write_references(folder: Path) -> None:
    """Write ``<board>.png`` into *folder* for the practice board of every city."""
    for name in city_names():
        city = load_city(name)
        board = city.practice_board
        (folder / f"{board.id}.png").write_bytes(board_png(board, city, DPI))


if __name__ == "__main__":
    write_references(Path(sys.argv[1]))
