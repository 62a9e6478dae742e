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
# Of these, only those that count for so much, beside the one that counts for most, tell of light.
_LEAST_SHARE = 0.5
_LIMITS = (0.08,) * 8
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
        level.append(_log(page) + smooth_light(_log(first) - _log(page), both.astype(np.float32)))
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


def smooth_light(apart: Floats, weight: Floats, limits: Sequence[float] = _LIMITS) -> Floats:
    """Return the smooth part of *apart*, (H, W, C): a difference of light, not of glare.

    Parameters
    ----------
    apart : (H, W, C) float32
        Logarithms of one picture less those of another one.
    weight : (H, W) float32
        How far each pixel counts, 0 … 1.
    limits : sequence of float
        What differs by more, from round to round, is no light.
    """
    height, width, colours = apart.shape
    size = (_COARSE_PX, _COARSE_PX)
    share = cv2.resize(weight, size, interpolation=cv2.INTER_AREA).ravel()
    total = cv2.resize(apart * weight[..., None], size, interpolation=cv2.INTER_AREA)
    coarse = total.reshape(-1, colours) / np.maximum(share, 1e-6)[:, None]
    steps = np.linspace(-1, 1, _COARSE_PX)
    x, y = (part.ravel() for part in np.meshgrid(steps, steps))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    solved: NDArray[np.floating] = np.zeros((6, colours))
    trust = share > _LEAST_SHARE * share.max()
    believed = trust.astype(np.float64)
    for limit in limits:
        left = (terms * believed[:, None]).T @ terms + 1e-6 * np.eye(6)
        solved = np.linalg.solve(left, (terms * believed[:, None]).T @ coarse)
        off = np.abs(coarse - terms @ solved).mean(axis=1)
        believed = trust / (1 + (off / limit) ** 2) ** 2
    smooth = (terms @ solved).reshape(_COARSE_PX, _COARSE_PX, colours).astype(np.float32)
    found = cv2.resize(smooth, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(found, np.float32).reshape(height, width, colours)
