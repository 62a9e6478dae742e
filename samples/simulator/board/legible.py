"""What can be seen on a printed board: how far ink must stand out from the print under it.

A player takes a pen that shows, and a board is printed to be written on. So on boards of random
art at least ``SHARE`` of every stroke of every mark differs from the print around it by
``CONTRAST`` or more (CIE 1976 ΔE, white being the page's paper in the scene's own light), and
wide printed areas are no darker than ``FLOOR`` in any of red, green and blue.
"""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.board.ink import covered
from samples.simulator.board.printedpage import PrintedPage, nominal_light
from samples.simulator.chance import Floats
from samples.simulator.people.hand import resampled
from samples.simulator.people.strokes import Stroke
from samples.simulator.strata import CONTRAST

SHARE = 0.85
FLOOR = 0.42
# The print is averaged over this size; finer print is texture under a stroke.
_GRAIN_MM = 1.0
# Dark print narrower than this is a line or a figure, and stays as dark as it is.
_WIDE_MM = 2.0
_SOFTNESS = 4


def contrast(print_: Floats, stroke: Stroke) -> NDArray[np.float64]:
    """Return how far the ink of *stroke* stands out from *print_* (N, 3), linear; ΔE, (N,)."""
    inked = covered(print_, np.full(len(print_), stroke.pen.pressure, np.float32), stroke.pen.ink)
    both = np.stack([print_, inked]).astype(np.float32)
    lab = cv2.cvtColor(both, cv2.COLOR_LRGB2Lab).astype(np.float64)
    return np.asarray(np.sqrt(((lab[0] - lab[1]) ** 2).sum(axis=1)))


def all_seen(strokes: Iterable[Stroke], page: PrintedPage, least: float = CONTRAST) -> bool:
    """Whether every one of *strokes* stands out from *page* by *least* (ΔE)."""
    print_ = nominal_light(page, 1 / _GRAIN_MM)
    high, wide = print_.shape[:2]
    for stroke in strokes:
        at = np.rint(resampled(stroke.path, 0.5) / _GRAIN_MM - 0.5).astype(int)
        under = print_[at[:, 1].clip(0, high - 1), at[:, 0].clip(0, wide - 1)]
        if (contrast(under, stroke) < least).mean() > 1 - SHARE:
            return False
    return True


def lifted(rgb: NDArray[np.uint8], px_per_mm: float) -> NDArray[np.uint8]:
    """Return *rgb* (H, W, 3) with its wide dark areas printed no darker than ``FLOOR``.

    Texture keeps its sequence of tones, and fine dark lines their contrast.
    """
    side = 2 * round(_WIDE_MM * px_per_mm / 2) + 1
    near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    wide = cv2.morphologyEx(rgb, cv2.MORPH_CLOSE, near).astype(np.float32) / 255
    wanted = (wide**_SOFTNESS + FLOOR**_SOFTNESS) ** (1 / _SOFTNESS)
    # A white area stays white.
    wanted *= (1 + FLOOR**_SOFTNESS * wide**_SOFTNESS) ** (-1 / _SOFTNESS)
    gain = wanted / np.maximum(wide, 0.04)
    soft = cv2.GaussianBlur(np.asarray(gain, np.float32), (0, 0), 0.15 * px_per_mm)
    lighter = np.maximum(rgb.astype(np.float32), 0.04 * 255) * soft
    return np.asarray(np.clip(np.rint(lighter), 0, 255), np.uint8)
