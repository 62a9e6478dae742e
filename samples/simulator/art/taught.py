"""The folder of a taught board: its geometry, and its reference picture."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.photo import Photo, blank_photo
from samples.simulator.strata import ART, Kind
from scorer.rules.board.geometry import geometry_json
from scorer.rules.city.city import City
from scorer.vision.boards.picture import GEOMETRY_FILE, REFERENCE_FILE

BLANK_FILE, BLANK_TRUTH = "blank.jpg", "blank.json"
_PX_PER_MM = 6.0
_EVERY = 8
# What a careful finder of the map leaves over: an error that changes slowly over the page.
_SLIP_MM = 0.12


def teach(page: PrintedPage, folder: Path) -> PrintedPage:
    """Write the board with its printed picture into *folder*; return *page*."""
    write_board(page, folder)
    return page


def teach_from_photo(
    page: PrintedPage, city: City, seed: tuple[int, ...], folder: Path, megapixels: float = 5.0
) -> PrintedPage:
    """Write the board with the picture that a blank photo of it gives into *folder*.

    The photo and its truth are written beside them. Returned is what was learned: its light,
    noise and blur are the photo's.
    """
    photo, learned = _learned(page, city, seed, megapixels)
    write_board(learned, folder)
    (folder / BLANK_FILE).write_bytes(photo.jpeg)
    truth = {"photo": BLANK_FILE, **photo.truth}
    text = json.dumps(truth, indent=1, ensure_ascii=False)
    (folder / BLANK_TRUTH).write_text(text + "\n", encoding="utf-8")
    return learned


def learned_page(
    page: PrintedPage, city: City, seed: tuple[int, ...], megapixels: float = 5.0
) -> PrintedPage:
    """Return the board with the picture that a blank photo of it gives."""
    return _learned(page, city, seed, megapixels)[1]


def _learned(
    page: PrintedPage, city: City, seed: tuple[int, ...], megapixels: float
) -> tuple[Photo, PrintedPage]:
    rng = np.random.default_rng((*seed, 77))
    kind = Kind.EASY if rng.random() < 0.7 else Kind.MEDIUM
    photo = blank_photo(page, city, kind, seed, megapixels, ART)
    return photo, PrintedPage(page.board, from_above(photo.at, photo.rgb, page.board.page_mm, rng))


def write_board(page: PrintedPage, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / GEOMETRY_FILE).write_bytes(geometry_json(page.board))
    Image.fromarray(page.rgb).save(folder / REFERENCE_FILE, compress_level=2)


def from_above(
    at: Callable[[NDArray[np.floating]], NDArray[np.float64]],
    rgb: NDArray[np.uint8],
    page_mm: tuple[float, float],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Return a page as seen from above in the photo *rgb*, nearly where it should be.

    *at* tells the pixels (N, 2) that show points (N, 2) of the page.
    """
    wide, high = (round(side * _PX_PER_MM) for side in page_mm)
    # Worked out on a coarse grid with a rim, whose nodes sit where resizing expects them.
    columns, rows = (
        _EVERY * (np.arange(-1, -(-side // _EVERY) + 1) + 0.5) / _PX_PER_MM for side in (wide, high)
    )
    at_mm = np.stack(np.meshgrid(columns, rows), axis=-1)
    share = 2 * np.pi * at_mm / np.array(page_mm)
    slip = rng.normal(0, _SLIP_MM, (2, 2)) @ np.stack(
        [np.sin(share[..., 0]), np.cos(share[..., 1])], 1
    )
    points = (at_mm + np.moveaxis(slip, 1, -1)).reshape(-1, 2)
    coarse = at(points).reshape(at_mm.shape).astype(np.float32)
    fine = cv2.resize(coarse, None, fx=_EVERY, fy=_EVERY, interpolation=cv2.INTER_LINEAR)
    fine = fine[_EVERY : _EVERY + high, _EVERY : _EVERY + wide]
    x, y = (np.ascontiguousarray(fine[..., axis]) for axis in (0, 1))
    return np.asarray(
        cv2.remap(rgb, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
