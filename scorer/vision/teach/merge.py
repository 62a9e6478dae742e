"""Several pictures of one page made into one, without the reflections of any."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]

# Light is levelled on pictures of this side.
_COARSE_PX = 48
# A picture this much brighter than the darkest one there shows a reflection.
_GLARE = 0.16
_SOFT_PX = 9.0


def merged(pages: Sequence[tuple[Picture, Mask]]) -> tuple[Picture, Mask]:
    """Return one page of several pictures of it, and where any of them shows it.

    Parameters
    ----------
    pages : sequence of ((H, W, 3) uint8, (H, W) bool)
        The page as each photo shows it, and where that photo reaches. The first one's light
        is kept.

    Reflections only ever add light: where pictures disagree, the darker ones are believed.
    """
    first, seen_first = pages[0]
    level = [_log(first)]
    for page, seen in pages[1:]:
        both = seen & seen_first
        level.append(_log(page) + _light(_log(first) - _log(page), both))
    stack = np.stack(level)
    reach = np.stack([seen for _, seen in pages])
    bright = np.where(reach, _softened(stack.mean(axis=3)), np.inf)
    darkest = bright.min(axis=0)
    trust = np.where(reach, np.exp(-(((bright - darkest[None]) / _GLARE) ** 2)), 0.0)
    trust = np.where(reach.any(axis=0), trust, 1.0).astype(np.float32)
    mixed = (stack * trust[..., None]).sum(axis=0) / trust.sum(axis=0)[..., None]
    page = np.clip(np.exp(mixed) - 1, 0, 255).astype(np.uint8)
    return page, np.asarray(reach.any(axis=0))


def _softened(stack: Floats) -> Floats:
    """Return each picture of *stack*, (N, H, W), softened, so that noise decides nothing."""
    return np.stack([cv2.GaussianBlur(picture, (0, 0), _SOFT_PX) for picture in stack])


def _log(page: Picture) -> Floats:
    return np.asarray(np.log1p(page.astype(np.float32)), np.float32)


def _light(ratio: Floats, both: Mask) -> Floats:
    """Return the smooth part of *ratio*, (H, W, 3): a difference of light, not of glare."""
    height, width = both.shape
    size = (_COARSE_PX, _COARSE_PX)
    weight = cv2.resize(both.astype(np.float32), size, interpolation=cv2.INTER_AREA).ravel()
    coarse = cv2.resize(ratio, size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    steps = np.linspace(-1, 1, _COARSE_PX)
    x, y = (part.ravel() for part in np.meshgrid(steps, steps))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    solved: NDArray[np.floating] = np.zeros((6, 3))
    trust = weight > 0.5
    believed = trust.astype(np.float64)
    for _ in range(8):
        left = (terms * believed[:, None]).T @ terms + 1e-6 * np.eye(6)
        solved = np.linalg.solve(left, (terms * believed[:, None]).T @ coarse)
        apart = np.abs(coarse - terms @ solved).mean(axis=1)
        believed = trust / (1 + (apart / 0.08) ** 2) ** 2
    smooth = (terms @ solved).reshape(_COARSE_PX, _COARSE_PX, 3).astype(np.float32)
    return np.asarray(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_CUBIC))
