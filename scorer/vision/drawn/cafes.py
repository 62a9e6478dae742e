"""Symbols of cafés that are drawn on: what is printed there is taken from the other cafés.

A board prints the same symbol at many of its cafés. Rings and crosses lie on some of them only.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.ink.sampling import LIFT, logarithms

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

# A symbol is looked at so far around its middle, and compared so far.
_REACH_MM, _INNER_MM = 3.6, 3.0
# Cafés whose known parts differ by more (in logarithm) show different symbols.
_ALIKE = 0.16
# What differs by less from what they show is the same.
_SAME = 0.15
# Other cafés must show a pixel so surely, all together, to tell what is printed there.
_LEAST_SHOWN = 0.8
# With fewer pixels in common it is not known whether symbols are alike; mostly they are.
_FEWEST_PX, _MOSTLY = 60, 0.5
# How surely what other cafés show is known, of 255, and from where on a pixel is.
_TOLD, _KNOWN = 150, 128


def with_cafes(picture: BoardPicture, shown: Floats | None = None) -> BoardPicture:
    """Return *picture* with what is not known of cafés' symbols as other cafés show it.

    Parameters
    ----------
    picture : BoardPicture
    shown : (H, W, 3) float32, optional
        Logarithms of what photos show there, be it print or ink: where that is as at other
        cafés, it is print.
    """
    known, cafes = picture.known, picture.board.cafes
    if known is None or len(cafes) < 2:
        return picture
    boxes = [box for cafe in cafes if (box := _box(picture, cafe.xy)) is not None]
    looks = [logarithms(picture.rgb[box]) for box in boxes]
    sure = [(known[box] >= _KNOWN).astype(np.float32) for box in boxes]
    rgb, told = picture.rgb.copy(), known.copy()
    disc = _disc(sure[0].shape) if sure else np.zeros((1, 1), np.bool_)
    for index, box in enumerate(boxes):
        likely, seen = _by_others(index, looks, sure)
        use = disc & (seen >= _LEAST_SHOWN) & (known[box] < _KNOWN)
        if shown is not None:
            same = np.abs(shown[box] - likely).max(axis=2) < _SAME
            likely = np.where(same[..., None], shown[box], likely)
        values = np.exp(likely) * np.float32(255 + LIFT) - np.float32(LIFT)
        fill = np.clip(np.rint(values), 0, 255).astype(np.uint8)
        rgb[box] = np.where(use[..., None], fill, rgb[box])
        told[box] = np.where(use, _TOLD, told[box])
    return replace(picture, rgb=rgb, known=told)


def _by_others(index: int, looks: list[Floats], sure: list[Floats]) -> tuple[Floats, Floats]:
    """Return what cafés like number *index* show, in its light, and how much of it they show."""
    mine, known = looks[index], sure[index]
    total, shown = np.zeros_like(mine), np.zeros_like(known)
    inner = _disc(known.shape, _INNER_MM / _REACH_MM)
    for other in range(len(looks)):
        if other == index:
            continue
        both = (known * sure[other] > 0) & inner
        if both.sum() >= _FEWEST_PX:
            apart = mine[both] - looks[other][both]
            light = np.median(apart, axis=0)
            off = float(np.median(np.abs(apart - light).max(axis=1)))
            worth = float(np.exp(-((off / _ALIKE) ** 2)))
        else:
            light, worth = _usual(mine) - _usual(looks[other]), _MOSTLY
        total += worth * sure[other][..., None] * (looks[other] + light)
        shown += worth * sure[other]
    return np.asarray(total / np.maximum(shown, 1e-3)[..., None], np.float32), shown


def _usual(look: Floats) -> Floats:
    return np.asarray(np.median(look, axis=(0, 1)), np.float32)


def _box(picture: BoardPicture, xy: tuple[float, float]) -> tuple[slice, slice] | None:
    """Return the square round a place, None where the page ends there."""
    half = round(_REACH_MM * picture.px_per_mm)
    x, y = (round(value * picture.px_per_mm) for value in xy)
    height, width = picture.rgb.shape[:2]
    if not (half <= x <= width - half and half <= y <= height - half):
        return None
    return slice(y - half, y + half), slice(x - half, x + half)


def _disc(shape: tuple[int, ...], share: float = 1.0) -> NDArray[np.bool_]:
    """Return the disc that fills so large a *share* of a square's sides."""
    disc = np.zeros((shape[0], shape[1]), np.uint8)
    middle = (shape[1] // 2, shape[0] // 2)
    cv2.circle(disc, middle, round(share * shape[0] / 2), 1, -1)
    return np.asarray(disc > 0)
