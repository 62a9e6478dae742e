"""The ink of one board that several photos show: of every pixel, what those say that see it.

All photos are rectified to the same frame, so that a pixel is the same place in each. Ink is told
from print in each photo by itself, by its own light and reflections; only what is left is put
together. So neither a lamp nor a shadow of one photo is taken for a difference of the board.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.values import replace
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink
from scorer.vision.ink.sampling import blurred

Floats = NDArray[np.float32]

# What is hidden in one photo still counts for this much, so that where all are blind there is
# something to divide by.
_BLIND = np.float32(1e-4)
# So many pictures of a film are read together.
MOST_TOGETHER = 3
# Light above this much of the darkest picture's may be a reflection; and what the sharpest picture
# is worth, as a share of the map under one.
_BRIGHTER, _SHARP = np.float32(1.15), 0.02
# A reflection's rim, this wide, is no part of what is seen well; and weights change this slowly.
_RIM_MM, _SMOOTH_MM = 0.7, 0.5


def sight(ink: Ink, rectified: Rectified) -> Floats:
    """Return how well a photo sees every pixel, (H, W): 1 where nothing pales the ink, 0 blind."""
    scale = rectified.px_per_mm
    side = 2 * round(_RIM_MM * scale) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    blind = cv2.dilate(ink.hidden.astype(np.uint8), disc)
    # Ink that was paled by so much is as much noisier.
    clear = np.where(blind > 0, np.float32(0), 1 / ink.paled**2)
    soft = cv2.GaussianBlur(clear.astype(np.float32), (0, 0), _SMOOTH_MM * scale)
    return np.asarray(np.where(ink.hidden, np.float32(0), soft), np.float32)


def ink_together(inks: Sequence[Ink], sights: Sequence[Floats]) -> Ink:
    """Return the ink that several photos of a board show, of which each sees some pixels.

    Parameters
    ----------
    inks : sequence of Ink
        In the same frame, at least one.
    sights : sequence of (H, W) float32
        As ``sight`` gives them. Where no photo sees anything all are heard, and it is hidden.
    """
    weights = [one + _BLIND for one in sights]
    whole = np.sum(weights, axis=0)
    shares = [weight / whole for weight in weights]
    level = float(np.mean([ink.level for ink in inks]))
    strength = np.zeros_like(inks[0].strength)
    density = np.zeros_like(inks[0].density)
    expected = np.zeros_like(inks[0].expected)
    off = np.zeros_like(inks[0].photo)
    for ink, share in zip(inks, shares, strict=True):
        strength += share * ink.strength
        density += (share * np.float32(level / ink.level))[..., None] * ink.density
        expected += share[..., None] * ink.expected
        paled = ink.paled * np.float32(level / ink.level)
        off += (share * paled)[..., None] * (ink.expected - ink.photo)
    return Ink(
        strength,
        density,
        np.logical_and.reduce([ink.hidden for ink in inks]),
        level,
        expected,
        expected - off,
        np.ones_like(inks[0].paled),
        all(ink.grey for ink in inks),
    )


def picture_together(photos: Sequence[Rectified], sights: Sequence[Floats]) -> Rectified:
    """Return the first of *photos* with the others' pixels where they see more, in its light."""
    first = photos[0]
    best = sights[0].copy()
    rgb = first.rgb.astype(np.float32)
    for photo, seen in zip(photos[1:], sights[1:], strict=True):
        both = first.seen & photo.seen & (sights[0] > 0.5) & (seen > 0.5)
        light = _light(first, both) / _light(photo, both)
        better = np.clip(2 * (seen - best) - 0.5, 0, 1).astype(np.float32)
        soft = cv2.GaussianBlur(better, (0, 0), 0.5 * first.px_per_mm)
        rgb += soft[..., None] * (photo.rgb * light - rgb)
        best = np.maximum(best, seen)
    seen = np.logical_or.reduce([photo.seen for photo in photos])
    return replace(first, rgb=np.clip(np.rint(rgb), 0, 255).astype(np.uint8), seen=seen)


def _light(photo: Rectified, where: NDArray[np.bool_]) -> Floats:
    """Return the usual light (3,) of *photo* at the pixels *where*; of all of it where none are."""
    soft = blurred(photo.rgb, 2.0)
    pixels = soft[where] if where.any() else soft.reshape(-1, 3)
    return np.asarray(np.maximum(np.median(pixels, axis=0), 1), np.float32)


def together_clearest(photos: Sequence[Rectified], most: int = MOST_TOGETHER) -> list[int]:
    """Return which of *photos*, at most so many, leave least under reflections; in their order.

    A reflection is where a photo is brighter than the darkest of all, each in its own light. What
    several do alike goes to the sharper one.
    """
    greys = [_small_light(photo) for photo in photos]
    darkest_of_all = np.min(greys, axis=0)
    veils = [np.clip(grey / darkest_of_all - _BRIGHTER, 0, 1) for grey in greys]
    sharp = [float(cv2.Laplacian(photo.rgb, cv2.CV_32F).var()) for photo in photos]
    chosen: list[int] = []
    left = np.ones_like(darkest_of_all)
    while len(chosen) < min(most, len(photos)):
        rest = [at for at in range(len(photos)) if at not in chosen]
        veil = {at: float(np.minimum(left, veils[at]).mean()) for at in rest}
        best = min(rest, key=lambda at: veil[at] - _SHARP * sharp[at] / max(sharp))
        chosen.append(best)
        left = np.minimum(left, veils[best])
    return sorted(chosen, key=lambda at: (chosen.index(at) > 0, at))


def _small_light(photo: Rectified) -> Floats:
    """Return the light of a photo in small, (H / 8, W / 8), its usual light being 1."""
    grey = cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) + 8
    small = cv2.resize(grey, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    return np.asarray(small / np.median(small), np.float32)
