"""How good a photo is for reading: sharpness, burnt-out places, size."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from scorer.vision.geometry import Rectified
from scorer.vision.ink.memo import Same
from scorer.vision.ink.sampling import darkest
from scorer.vision.photo.gate import Size

# Blurs that are tried, in mm on the board.
_BLURS_MM = (0.0, 0.15, 0.3, 0.45, 0.65, 0.9, 1.2, 1.6, 2.1)
_SCALE = 3.0
_BURNT = 250


@dataclass(frozen=True, slots=True)
class Quality:
    """What a photo is like.

    Attributes
    ----------
    blur_mm : float
        Standard deviation of the blur on the board, beyond that of its reference picture.
    glare_share : float
        Share of the map that is burnt out.
    px_per_mm : float
        Photo pixels to a millimetre on the board.
    agreement : float
        Correlation, -1 to 1, of what is printed on the board with the photo.
    size : (int, int)
        Width and height of the upright photo in pixels.
    """

    blur_mm: float
    glare_share: float
    px_per_mm: float
    agreement: float
    size: Size


class WrittenQuality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good the photo is; ``size`` in pixels, ``blur`` in mm on the board."""

    blur: float
    glare_share: float
    px_per_mm: float
    agreement: float
    size: tuple[int, int]

    @classmethod
    def of(cls, quality: Quality) -> Self:
        """Return *quality* as it is written."""
        return cls(
            round(quality.blur_mm, 2),
            round(quality.glare_share, 4),
            round(quality.px_per_mm, 2),
            round(quality.agreement, 3),
            quality.size,
        )


def glare_share(rectified: Rectified) -> float:
    """Return the share of the seen map that is burnt out to white."""
    burnt = darkest(rectified.rgb) >= _BURNT
    return float((burnt & rectified.seen).sum() / max(1, rectified.seen.sum()))


def blur_mm(rectified: Rectified) -> float:
    """Return how blurred the photo is: the blur that makes the blank board most like it."""
    shrink = _SCALE / rectified.px_per_mm
    photo = _detail(_small_grey(rectified.rgb, shrink))
    likeness = [
        float(np.vdot(print_, photo)) / max(float(cv2.norm(print_) * cv2.norm(photo)), 1e-6)
        for print_ in _blank_details(Same(rectified.reference), shrink)
    ]
    return _peak(likeness)


@lru_cache(maxsize=1)
def _blank_details(
    reference: Same[NDArray[np.uint8]], shrink: float
) -> tuple[NDArray[np.float32], ...]:
    """Return the details of the blank board in every blur tried."""
    blank = _small_grey(reference.thing, shrink)
    return tuple(_detail(_blurred(blank, blur * _SCALE)) for blur in _BLURS_MM)


def _peak(likeness: list[float]) -> float:
    """Return the blur at the top of the curve through the tried ones."""
    best = int(np.argmax(likeness))
    if best in (0, len(likeness) - 1):
        return _BLURS_MM[best]
    around = slice(best - 1, best + 2)
    curve = np.polyfit(_BLURS_MM[around], likeness[around], 2)
    return float(-curve[1] / (2 * curve[0])) if curve[0] < 0 else _BLURS_MM[best]


def _small_grey(rgb: NDArray[np.uint8], shrink: float) -> NDArray[np.float32]:
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(small.astype(np.float32) + 10.0), np.float32)


def _blurred(picture: NDArray[np.float32], sigma_px: float) -> NDArray[np.float32]:
    if sigma_px <= 0:
        return picture
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.float32)


def _detail(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return fine detail; strong contrasts, which may be ink, count no more than prints."""
    detail = picture - cv2.GaussianBlur(picture, (0, 0), 3 * _SCALE)
    limit = 2.5 * float(np.abs(detail).mean()) + 1e-6
    return np.asarray(np.clip(detail, -limit, limit), np.float32)
