"""The blank board as a photo would show it: its colours, contrast, place, sharpness and light.

All of it is worked out from the photo itself, in rounds: whatever differs from the blank board
more than the rest is ink or a reflection, and does not count in the next round. Pictures are
logarithms of pixel values, so that light adds and ink takes away.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.geometry import Rectified
from scorer.vision.ink.memo import Same
from scorer.vision.ink.printcolours import Inks, Learner, Steps
from scorer.vision.ink.sampling import (
    averaged,
    blurred,
    brightest,
    darkest,
    logarithms,
    picked,
    resized,
    times,
    widely_blurred,
)

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# All but sharpness is worked out on a picture this many times smaller.
_STEP = 4
# The photo is never as sharp as the reference picture, which is blurred by so much.
_SOFT_MM = 0.23
# Fields of light and contrast may change over this length, the print's place over that.
_LIGHT_MM, _SLIP_MM = 6.5, 9.0
# Places this wide may be lighter than the light around them, from so much on and up to so much.
_LIFT_MM, _LEAST_LIFT, _MOST_LIFT = 5.0, 0.02, 0.8
# In each round, how far off (in units of the noise) is ink, and whether the print is moved.
_ROUNDS = ((12.0, False), (6.0, True), (3.0, True), (2.5, False))
# Where reflections lie, light is trusted less far.
_BRIGHTER = 1.6
# Print without contrast says nothing of how much is left of it; the second is for laying the
# print under the photo, where noise must not pass for contrast.
_PLAIN, _PLAINER = 3e-5, 1e-3
_LEAST_GAIN, _MOST_GAIN = 0.4, 2.5
# Differences beyond so much noise say little about where the print lies, and how little
# detail (in units of the noise) leaves it where it is.
_SLIP_OUTLIER, _SLIP_RIDGE = 3.0, 0.1
_MOST_SLIP = 0.5
# How sharp the photo is shows in details of this size; differences beyond the second are ink.
_SHARP_MM, _SHARP_OUTLIER = 0.25, 0.06
_LEAST_SHARP, _MOST_SHARP = -0.8, 1.0


@dataclass(frozen=True, slots=True)
class Print:
    """What is printed on a board, the same for all photos of it.

    Attributes
    ----------
    soft : (H, W, 3) uint8
        The reference picture about as sharp as photos are.
    small : (H / 4, W / 4, 3) float32
        Its logarithm, smaller.
    steps : Steps
        The colours of both.
    """

    soft: NDArray[np.uint8]
    small: Floats
    steps: Steps

    @classmethod
    def of(cls, rectified: Rectified) -> "Print":
        """Return the print under *rectified*."""
        return _print(Same(rectified.reference), rectified.px_per_mm)


@lru_cache(maxsize=1)
def _print(reference: Same[NDArray[np.uint8]], scale: float) -> Print:
    soft = blurred(reference.thing, _SOFT_MM * scale)
    whole = logarithms(soft)
    height, width = whole.shape[:2]
    small = resized(whole, (width // _STEP, height // _STEP))
    return Print(soft, small, Steps.of(whole, small))


@dataclass(frozen=True, slots=True)
class Blank:
    """The blank board under a photo's light.

    Attributes
    ----------
    expected : (H, W, 3) float32
        Logarithm of the pixel values that the photo would have.
    veil : (H, W) float32
        How much brighter the light is than the room's, in the logarithm.
    contrast : (H, W) float32
        The share, 0 … 1, that is left of the print's contrast.
    """

    expected: Floats
    veil: Floats
    contrast: Floats

    @classmethod
    def under(cls, photo: Floats, print_: Print, rectified: Rectified) -> Self:
        """Return what *photo* would show if nothing were drawn on the board.

        Parameters
        ----------
        photo : (H, W, 3) float32
            Logarithm of the photo.
        print_ : Print
        rectified : Rectified
            Both, as they were.
        """
        height, width = photo.shape[:2]
        fit = _fitted(photo, print_, rectified)
        slip = resized(fit.slip, (width, height)) * _STEP
        shown = _slid(fit.inks.shown(logarithms(print_.soft)), slip)
        expected = fit.contrast.applied_to_larger(shown, fit.light)
        veil = brightest(_excess(fit.light, fit.trusted))
        return cls(
            _as_sharp(expected, photo, rectified.px_per_mm),
            resized(veil, (width, height)),
            resized(fit.contrast.share, (width, height)),
        )


@dataclass(frozen=True, slots=True)
class _Contrast:
    """What is left of the print's contrast around each place, ink left out.

    ``share`` is between 0 and 1; ``gain``, which may be more than 1 where the reference
    picture itself was veiled, is what to stretch the print by around its ``mean``.
    """

    share: Floats
    gain: Floats
    mean: Floats

    @classmethod
    def of(cls, flat: Floats, shown: Floats, inkless: Floats, reach: float) -> Self:
        known = np.asarray(cv2.erode(inkless, np.ones((3, 3), np.uint8)), np.float32)
        total = widely_blurred(known, reach) + 1e-3
        print_, photo = averaged(shown), averaged(flat)
        weighed = widely_blurred(times(shown, known), reach)
        mean = (weighed + 1e-3 * widely_blurred(shown, reach)) / total[..., None]
        mean_print = averaged(np.asarray(mean, np.float32))
        mean_photo = widely_blurred(photo * known, reach) / total
        both = widely_blurred((print_ - mean_print) * (photo - mean_photo) * known, reach)
        own = widely_blurred((print_ - mean_print) ** 2 * known, reach)
        share = np.clip((both + _PLAIN) / (own + _PLAIN), 0, 1)
        gain = np.clip((both + _PLAINER) / (own + _PLAINER), _LEAST_GAIN, _MOST_GAIN)
        return cls(np.asarray(share), np.asarray(gain), np.asarray(mean))

    def applied(self, shown: Floats) -> Floats:
        return times(shown - self.mean, self.gain) + self.mean

    def applied_to_larger(self, shown: Floats, light: Floats) -> Floats:
        """Return the same of the print *shown* at full size, under *light*: both change widely."""
        height, width = shown.shape[:2]
        beside = self.mean - times(self.mean, self.gain) + light
        # In place: these are the largest pictures there are.
        found = resized(np.asarray(cv2.merge([self.gain] * 3), np.float32), (width, height))
        found *= shown
        found += resized(beside, (width, height))
        return found


@dataclass(frozen=True, slots=True)
class _Fit:
    """All that was worked out, on pictures ``_STEP`` times smaller; ``slip`` in their pixels."""

    inks: Inks
    light: Floats
    contrast: _Contrast
    slip: Floats
    trusted: Floats


def _fitted(photo: Floats, print_: Print, rectified: Rectified) -> _Fit:
    board = print_.small
    size = (board.shape[1], board.shape[0])
    seen = resized(rectified.seen.astype(np.float32), size)
    picture = resized(photo, size)
    scale = rectified.px_per_mm / _STEP
    reach = _LIGHT_MM * scale
    learner = Learner.of(print_.steps, seen)
    inks = Inks.plain(print_.steps)
    slip = np.zeros((*board.shape[:2], 2), np.float32)
    trusted = inkless = seen
    for tightness, moves in _ROUNDS:
        shown = _slid(inks.shown_small(board), slip)
        light = _smooth(picture - shown, trusted, reach)
        contrast = _Contrast.of(picture - light, shown, inkless, reach)
        expected = contrast.applied(shown)
        off = picture - light - expected
        # Every other row and column is enough to tell.
        noise = 1.4826 * float(np.median(np.abs(picked(off[::2, ::2], seen[::2, ::2] > 0)))) + 1e-3
        inkless = seen * (darkest(off) > -tightness * noise).astype(np.float32)
        trusted = inkless * (brightest(off) < _BRIGHTER * tightness * noise).astype(np.float32)
        if moves:
            slip = slip + _slip(off, expected, seen, noise, _SLIP_MM * scale)
        laid = _slid(board, slip)
        known = laid - _smooth(laid, trusted, 2 * reach)
        wanted = picture - _smooth(picture, trusted, 2 * reach)
        inks = learner.inks(laid, picture - light, (known, wanted, trusted))
    shown = _slid(inks.shown_small(board), slip)
    contrast = _Contrast.of(picture - light, shown, inkless, reach)
    left = picture - light - contrast.applied(shown)
    light = light + _lift(left, _LIFT_MM * scale)
    return _Fit(inks, light, contrast, slip, trusted)


def _lift(left: Floats, across: float) -> Floats:
    """Return by how much whole places, *across* pixels wide, are lighter than was foretold.

    Light that is much stronger than round about is not trusted, and so not followed, while it
    is worked out; what is drawn under a veil would not show. The median leaves ink aside.
    """
    height, width = left.shape[:2]
    # Half the size is enough for what is so wide, and takes a quarter of the time.
    small = resized(left, (max(1, width // 2), max(1, height // 2)))
    size = 2 * round(across / 4) + 1
    steps = np.clip(np.rint((small + _MOST_LIFT) * 127 / _MOST_LIFT), 0, 255).astype(np.uint8)
    usual = cv2.medianBlur(steps, size).astype(np.float32) * (_MOST_LIFT / 127) - _MOST_LIFT
    lift = cv2.GaussianBlur(np.maximum(usual - _LEAST_LIFT, 0), (0, 0), across / 16)
    return resized(np.asarray(lift, np.float32), (width, height))


def _smooth(values: Floats, weights: Floats, reach: float) -> Floats:
    """Blur *values* (H, W, 3) over *reach* pixels by *weights* (H, W).

    Far from any weight take wide means.
    """
    height, width = weights.shape
    known = np.asarray(cv2.merge([*cv2.split(times(values, weights)), weights]), np.float32)
    # All that is blurred by so much may as well be small.
    factor = max(1, int(reach / 3))
    small = resized(known, (max(1, width // factor), max(1, height // factor)))
    near, far = (widely_blurred(small, far * reach / factor) for far in (1, 4))
    *total, share = cv2.split(resized(near + np.float32(1e-3) * far, (width, height)))
    share += 1e-6
    return np.asarray(cv2.merge([each / share for each in total]), np.float32)


def _slid(picture: Floats, slip: Floats) -> Floats:
    """Return *picture* taken from places *slip* (H, W, 2) pixels away."""
    if not slip.any():
        return picture
    height, width = picture.shape[:2]
    xs = np.arange(width, dtype=np.float32)[None, :] + slip[..., 0]
    ys = np.arange(height, dtype=np.float32)[:, None] + slip[..., 1]
    found = cv2.remap(picture, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float32)


def _slip(off: Floats, print_: Floats, seen: Floats, noise: float, reach: float) -> Floats:
    """Return from how many pixels away (H, W, 2) *print_* would explain what it is *off* by.

    Least squares on the print's slopes within *reach* pixels; ink and reflections count little.
    """
    soft, difference = averaged(print_), averaged(off)
    right = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3) / 8
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3) / 8
    weight = seen / (1 + (difference / (_SLIP_OUTLIER * noise)) ** 2) ** 2

    def near(values: NDArray[np.floating]) -> Floats:
        return widely_blurred(np.asarray(weight * values, np.float32), reach)

    ridge = _SLIP_RIDGE * noise**2
    xx, yy, xy = near(right * right) + ridge, near(down * down) + ridge, near(right * down)
    x, y = near(right * difference), near(down * difference)
    solved = np.stack([yy * x - xy * y, xx * y - xy * x], axis=-1) / (xx * yy - xy**2)[..., None]
    return np.asarray(np.clip(solved, -_MOST_SLIP, _MOST_SLIP), np.float32)


def _as_sharp(expected: Floats, photo: Floats, scale: float) -> Floats:
    """Return *expected* as sharp or as soft as *photo* shows fine print."""
    soft = cv2.GaussianBlur(expected, (0, 0), _SHARP_MM * scale)
    some = (slice(1, None, 3), slice(1, None, 3))
    edge, off = expected[some] - soft[some], photo[some] - expected[some]
    weight = 1 / (1 + (off / _SHARP_OUTLIER) ** 2) ** 2
    # The one keeps a board without fine print as it is.
    more = float((weight * edge * off).sum() / ((weight * edge * edge).sum() + 1))
    more = float(np.clip(more, _LEAST_SHARP, _MOST_SHARP))
    return np.asarray(cv2.addWeighted(expected, 1 + more, soft, -more, 0, dst=soft), np.float32)


def _excess(light: Floats, trusted: Floats) -> Floats:
    """Return how much brighter *light* is than a room's light, which bends but gently."""
    height, width, channels = light.shape
    rows, columns = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack(
        [np.ones_like(rows), rows, columns, rows * columns, rows**2, columns**2], axis=-1
    )
    every = (slice(None, None, 6), slice(None, None, 6))
    known, trust = terms[every].reshape(-1, 6), trusted[every].ravel() + 0.01
    room = [
        _room(known, light[(*every, channel)].ravel().astype(np.float64), trust)
        for channel in range(channels)
    ]
    return np.asarray(light - terms @ np.stack(room, axis=-1), dtype=np.float32)


def _room(known: Doubles, wanted: Doubles, trust: Floats) -> Doubles:
    """Return how much of each *known* term a room's light has, (6,): reflections lie above."""
    weights: NDArray[np.floating] = trust
    for _ in range(6):
        weighed = known * weights[:, None]
        solved = np.linalg.solve(known.T @ weighed, weighed.T @ wanted)
        off = wanted - known @ solved
        # What lies below is the room.
        weights = trust / (1 + (np.maximum(off, 0) / 0.03) ** 2)
    return np.asarray(solved)
