"""Small made-up boards for tests: what other cities need, long before those cities exist."""

from typing import Any

import msgspec

from scorer.rules.board import Board
from scorer.rules.practice import Layout, layout_board


def board(**changes: Any) -> Board:
    """Return a made-up board of 3 columns and 2 rows of 10 mm, with *changes* to its layout."""
    return layout_board(layout(**changes), "made-up")


def layout(**changes: Any) -> Layout:
    """Return the layout of that board as its city file would give it."""
    usual: dict[str, Any] = {
        "id": "made-up",
        "name": "Made-up",
        "page_mm": [60, 50],
        "origin_mm": [15, 10],
        "cell_mm": 10,
        "columns": 3,
        "rows": 2,
        "coordinates": {"columns": [1, 2, 3], "rows": [1, 2]},
        "landmarks": {},
        "cafes": {},
        "visit_all": [],
    }
    return msgspec.convert(usual | changes, Layout)
