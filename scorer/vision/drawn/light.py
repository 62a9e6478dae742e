"""A page as it would look in the light, and through the camera, of another photo."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.ink.sampling import averaged, logarithms, resized, widely_blurred

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# All is worked out on pictures this many times smaller.
_STEP = 4
# Light may change over this length; colours are compared by their detail over that.
_LIGHT_MM, _DETAIL_MM = 6.5, 8.0
# What differs by more (in logarithm) from round to round is ink, or a reflection.
_ROUNDS = (0.5, 0.25, 0.15)
# Print with less contrast does not tell how much of it is left.
_PLAIN = 1e-3
# A page says nothing where a reflection leaves no more of the print's contrast than this, and all
# where it leaves so much: ink pales as print does, and is then taken for print.
_NO_CONTRAST, _FULL_CONTRAST = 0.35, 0.8
# Print that a reflection pales differs (in logarithm) by less than this, ink by more.
_PALED = 0.8


@dataclass(frozen=True, eq=False, slots=True)
class Page:
    """A board's page as one photo shows it.

    Attributes
    ----------
    rgb : (H, W, 3) uint8
    seen : (H, W) bool
        Where the photo reaches.
    inked : (H, W) float32
        The chance, 0 … 1, that a pixel is not the print's: inked, or not known.
    contested : (H, W) bool
        Where it looks inked, but hardly is.
    """

    rgb: Bytes
    seen: Mask
    inked: Floats
    contested: Mask


@dataclass(frozen=True, eq=False, slots=True)
class AsFirst:
    """A page in the light and the colours of the first one.

    Attributes
    ----------
    look : (H, W, 3) float32
        Logarithms.
    trust, first_trust : (H, W) float32
        How far to trust this page, and the first one beside it, 0 … 1: a reflection leaves little
        of the print's contrast.
    """

    look: Floats
    trust: Floats
    first_trust: Floats


def as_first(page: Page, first: Page, px_per_mm: float) -> AsFirst:
    """Return *page* in the *first* one's light; ink on either counts for nothing."""
    height, width = page.seen.shape
    size, scale = (width // _STEP, height // _STEP), px_per_mm / _STEP
    whole = logarithms(page.rgb)
    mine, wanted = resized(whole, size), resized(logarithms(first.rgb), size)
    both = (page.seen & first.seen).astype(np.float32)
    weight = resized((1 - page.inked) * (1 - first.inked) * both, size)
    mixing, light = np.eye(3, dtype=np.float32), np.zeros_like(mine)
    use = weight
    for limit in _ROUNDS:
        mixing = _mixing(mine, wanted, use, _DETAIL_MM * scale)
        mixed = np.asarray(cv2.transform(mine, mixing), np.float32)
        light = _smooth(wanted - mixed, use, _LIGHT_MM * scale)
        off = np.abs(wanted - mixed - light).max(axis=2)
        use = np.asarray(weight / (1 + (off / limit) ** 2) ** 2, np.float32)
    lit, reach = np.asarray(mixed + light, np.float32), _LIGHT_MM * scale
    look = np.asarray(cv2.transform(whole, mixing), np.float32) + resized(light, (width, height))
    use = np.asarray(weight / (1 + (off / _PALED) ** 2) ** 2, np.float32)
    mine_left, wanted_left = _contrast(lit, wanted, use, reach), _contrast(wanted, lit, use, reach)
    return AsFirst(
        np.asarray(look, np.float32), _trust(mine_left, page.seen), _trust(wanted_left, first.seen)
    )


def _trust(left: Floats, seen: Mask) -> Floats:
    """Return how far to trust a page that has so much of another's contrast *left*."""
    height, width = seen.shape
    trust = np.clip((left - _NO_CONTRAST) / (_FULL_CONTRAST - _NO_CONTRAST), 0.02, 1)
    return np.asarray(resized(np.asarray(trust, np.float32), (width, height)) * seen, np.float32)


def _mixing(mine: Floats, wanted: Floats, weight: Floats, reach: float) -> Floats:
    """Return the 3 × 3 mixing of colours that takes the one's detail to the other's."""
    known, aim = (values - _smooth(values, weight, reach) for values in (mine, wanted))
    use = weight.ravel()[:, None]
    flat, target = known.reshape(-1, 3), aim.reshape(-1, 3)
    ridge = 1e-4 * max(1.0, float(use.sum())) * np.eye(3)
    left = (flat * use).T @ flat + ridge
    return np.asarray(np.linalg.solve(left, (flat * use).T @ target + ridge).T, np.float32)


def _smooth(values: Floats, weight: Floats, reach: float) -> Floats:
    """Blur *values* (H, W, 3) by *weight*; far from any they take wide means."""
    spread = weight[..., None]
    near, far = widely_blurred(values * spread, reach), widely_blurred(values * spread, 4 * reach)
    count = widely_blurred(weight, reach) + 1e-2 * widely_blurred(weight, 4 * reach) + 1e-6
    return np.asarray((near + 1e-2 * far) / count[..., None], np.float32)


def _contrast(mine: Floats, wanted: Floats, weight: Floats, reach: float) -> Floats:
    """Return how much of the print's contrast is left on the one, beside the other."""
    one, other = averaged(mine), averaged(wanted)
    count = widely_blurred(weight, reach) + 1e-4
    means = [widely_blurred(values * weight, reach) / count for values in (one, other)]
    one, other = one - means[0], other - means[1]
    both = widely_blurred(one * other * weight, reach) / count
    own = widely_blurred(other * other * weight, reach) / count
    return np.asarray(np.clip((both + _PLAIN) / (own + _PLAIN), 0, 1), np.float32)
