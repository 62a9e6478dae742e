"""Boards for the printing tests: the practice board, and odd ones that cities may bring."""

import io
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.printing import board_png
from scorer.rules.board.board import Board
from scorer.rules.board.practice import Layout, layout_board
from scorer.rules.city.city import City, load_city

# Ten pixels to the millimetre.
DPI = 254.0
PX_PER_MM = 10


def first_city() -> City:
    return load_city("first-city")


def laid_out(**changes: Any) -> Board:
    layout = {
        "id": "plain",
        "name": "Plain",
        "page_mm": (297, 210),
        "origin_mm": (47, 33),
        "cell_mm": 25,
        "columns": 6,
        "rows": 6,
        "coordinates": {"columns": (1, 2, 3, 4, 5, 6), "rows": (6, 5, 4, 3, 2, 1)},
        "landmarks": {},
        "cafes": {},
        "visit_all": (),
        **changes,
    }
    return layout_board(msgspec.convert(layout, Layout), "first-city")


def corner_at(column: float, line: float) -> tuple[float, float]:
    return 47 + 25 * column, 33 + 25 * line


def odd_board() -> Board:
    """Rounded corners, diagonals, half and large and remote landmarks, a ride."""
    at = corner_at
    return laid_out(
        id="odd",
        corners=("a1-b0", "f0-g1", "a5-b6", "f6-g5"),
        diagonals=("b1-c2", "d3-e2"),
        no_roads=("d3-d4", "c4-c5", "b5-c5", "c5-d5", "c5-c6"),
        landmarks={
            "A1": {"kind": "green", "name": "Fox Hill"},
            "F1": {"kind": "red", "name": "Spice Market"},
            "A6": {"kind": "yellow", "value": 10, "name": "Old Clock"},
            "F6": {"kind": "grey", "name": "Skywatcher Observatory", "id": "observatory"},
            "B2": {"kind": "purple", "name": "Crossed House"},
            "upper": {
                "kind": "blue",
                "name": "Upper Half",
                "cells": ("E5",),
                "polygon": (at(4, 4), at(5, 4), at(5, 5)),
                "roads": ("e4-f4", "f4-f5"),
            },
            "lower": {
                "kind": "purple",
                "name": "Lower Half",
                "cells": ("E5",),
                "polygon": (at(4, 4), at(5, 5), at(4, 5)),
                "roads": ("e4-e5", "e5-f5"),
            },
            "long": {"kind": "green", "cells": ("C4", "D4"), "roads": ("c3-d3",)},
            "large": {
                "kind": "red",
                "cells": ("B5", "B6", "C5", "C6"),
                "polygon": (at(1, 4), at(3, 4), at(3, 6), at(1, 6)),
                "roads": ("b4-c4",),
            },
            "remote": {"kind": "red", "meeting_point": "g3"},
        },
        cafes={"a3": "section", "g2": "tourists", "d0": "coordinate", "c2": "tourists"},
        visit_all=("b3", "f2"),
        transports={"boat": (("a2", "g4"),)},
    )


def long_board() -> Board:
    """Two halves side by side: 12 × 6 locations."""
    return laid_out(
        id="long",
        origin_mm=(16.5, 26),
        cell_mm=22,
        columns=12,
        coordinates={"columns": tuple(range(1, 13)), "rows": (1, 2, 3, 4, 5, 6)},
        landmarks={
            "A1": {"kind": "green", "name": "Park"},
            "L1": {"kind": "red", "name": "Spice Market"},
            "G4": {"kind": "yellow", "value": 10, "name": "Old Clock"},
            "L6": {"kind": "grey", "name": "Skywatcher Observatory", "id": "observatory"},
        },
        cafes={"a3": "section", "m2": "tourists", "e6": "coordinate"},
        visit_all=("b3",),
    )


def small_board() -> Board:
    """A small page with no room beside the map."""
    return laid_out(
        id="small",
        page_mm=(110, 112),
        origin_mm=(10, 12),
        cell_mm=15,
        landmarks={"C2": {"kind": "grey", "name": "Skywatcher Observatory", "id": "observatory"}},
        cafes={"a3": "section"},
    )


BOARDS = {
    "first-city": lambda: first_city().practice_board,
    "odd": odd_board,
    "long": long_board,
    "small": small_board,
}


@cache
def picture(name: str) -> NDArray[np.uint8]:
    """Return a board of ``BOARDS`` as RGB pixels, ten to the millimetre. Not to be changed."""
    png = board_png(BOARDS[name](), first_city(), DPI, small=False)
    pixels = np.asarray(Image.open(io.BytesIO(png)))
    pixels.flags.writeable = False
    return pixels


def grey_of(rgb: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the grey of a black-and-white print, 0 to 255."""
    return np.asarray(rgb @ np.array([0.299, 0.587, 0.114]), np.float64)


def luminance(colour: Any) -> Any:
    """Return the relative luminance (WCAG) of RGB values from 0 to 255."""
    share = np.asarray(colour, float) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: Any, other: Any) -> float:
    """Return the contrast ratio (WCAG) of two colours, 1 to 21."""
    dark, light = sorted((float(luminance(one)), float(luminance(other))))
    return (light + 0.05) / (dark + 0.05)


def hex_rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
