"""What was drawn: the photo explained as reference × local light, and the ink that is left.

Ink takes light away, so it is measured as optical density: how much darker, in the
logarithm of the pixel values, a place is than the blank board would be there under the
same light.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.geometry import Rectified
from scorer.vision.ink.blank import Blank, Print
from scorer.vision.ink.sampling import (
    LOGARITHMS,
    averaged,
    blurred,
    brightest,
    darkest,
    logarithms,
    looked_up,
    times,
)

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# The rectified photo can be this far off the reference; prints that near are no ink.
_SLACK_MM = 0.5
# No pen stroke is wider; what is darker over a wider area is shadow.
_WIDEST_MM = 6.0
# Density below which nothing counts as ink, however faint the pens are.
_FLOOR = 0.16
# How much brighter than the board around it (in logarithm) a reflection is, and the share
# of the print's contrast that it takes away. Either is worth as much as the other.
_VEIL = 0.1
_CONTRAST_LOST = 0.6
# Brighter places that keep more of the contrast than this are simply in better light.
_MOST_CONTRAST = 0.8
# A patch is burnt out from this pixel value on, where it leaves this little contrast, and
# as long as it is no larger part of the picture than this.
_BURNT, _BURNT_CONTRAST, _BURNT_SHARE = 247, 0.4, 0.35
# Where less of the contrast is left, over so many mm, something lies on the board or the picture's
# data are lost. In the rest there is more, but in a copy in black and white.
_COVERED_CONTRAST, _COVERED_MM, _OPEN_CONTRAST = 0.15, 8.0, 0.5
# So far around it contrast is the mean of both.
_COVERED_RIM_MM = 4.0
# Print darker (in logarithm) than this gets this share of the rest as slack.
_DARK_PRINT, _DARK_PRINT_SLACK = 0.35, 0.2
# Density times this is lost where a reflection doubles the light; see _compensation.
_MOST_COMPENSATION = 2.5


@dataclass(frozen=True, slots=True)
class Ink:
    """Ink on a rectified photo.

    Attributes
    ----------
    strength : (H, W) float32
        Optical density, scaled so that the photo's usual pen is about 1.
    density : (H, W, 3) float32
        The same per channel, not scaled: its direction is the ink's colour.
    hidden : (H, W) bool
        Places that were not seen: reflections, covered, or outside the photo.
    level : float
        Density of the usual pen, which ``strength`` was divided by.
    expected, photo : (H, W, 3) float32
        Logarithms: the blank board under this photo's light, and the photo.
    paled : (H, W) float32
        What density was multiplied by where a reflection pales ink: 1 nearly everywhere.
    grey : bool
        Whether the photo has no colours at all; then ``expected`` has none either.
    """

    strength: Floats
    density: Floats
    hidden: Mask
    level: float
    expected: Floats
    photo: Floats
    paled: Floats
    grey: bool = False

    def off(self, window: tuple[slice, slice] = (slice(None), slice(None))) -> Floats:
        """Return (H, W, 3) how much darker than the blank board each channel is in *window*.

        In the measure of ``strength``, from -1 to 2, but nothing is forgiven: so it shows ink
        on dark print too, as long as its colour is another, and every misfit of the print.
        """
        found = self.expected[window] - self.photo[window]
        times(found, self.paled[window] / np.float32(self.level), out=found)
        return np.clip(found, -1, 2, out=found)

    @property
    def soft(self) -> Floats:
        """The strength, blurred as fits a picture of half the size."""
        return np.asarray(cv2.GaussianBlur(self.strength, (0, 0), 0.8), np.float32)

    def closely(self, window: tuple[slice, slice], slack_px: int = 4) -> Floats:
        """Return the strength in *window* with the print laid exactly on it.

        The usual strength forgives any small misfit and so loses ink between fine print.
        Here the print is first moved, all together, to where it explains the photo best; a
        misfit of a single pixel is forgiven then.
        """
        rows, columns = window
        photo, (height, width) = self.photo[window], self.photo.shape[:2]
        ys = np.clip(np.arange(rows.start - slack_px, rows.stop + slack_px), 0, height - 1)
        xs = np.clip(np.arange(columns.start - slack_px, columns.stop + slack_px), 0, width - 1)
        print_ = self.expected[ys[:, None], xs[None, :]]
        moves = range(-slack_px, slack_px + 1)
        best = (np.inf, 0, 0)
        # Every other row and column is enough to tell how well the print fits.
        some = np.ascontiguousarray(photo[::2, ::2])
        others = [[np.ascontiguousarray(print_[y::2, x::2]) for x in (0, 1)] for y in (0, 1)]
        for down in moves:
            top, odd_row = divmod(slack_px + down, 2)
            for right in moves:
                left, odd_column = divmod(slack_px + right, 2)
                moved = _moved(others[odd_row][odd_column], some.shape, top, left)
                off = cv2.threshold(cv2.absdiff(moved, some), 0.15, 0, cv2.THRESH_TRUNC)[1]
                misfit = cv2.norm(off, cv2.NORM_L1) / some.size + 4e-4 * np.hypot(down, right)
                best = min(best, (misfit, down, right))
        near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
        dark = np.asarray(cv2.erode(print_, near), np.float32)
        off = _moved(dark, photo.shape, slack_px + best[1], slack_px + best[2]) - photo
        return np.asarray(np.maximum(brightest(off), 0) / self.level, dtype=np.float32)


def _moved(print_: Floats, shape: tuple[int, ...], down: int, right: int) -> Floats:
    """Return the part of *print_* of *shape* that starts at row *down*, column *right*."""
    return print_[down : down + shape[0], right : right + shape[1]]


def find_ink(rectified: Rectified) -> Ink:
    """Return the ink on *rectified*, prints and light taken out."""
    scale = rectified.px_per_mm
    photo = logarithms(blurred(rectified.rgb, 0.17 * scale))
    print_ = Print.of(rectified)
    blank = Blank.under(photo, print_, rectified)
    density = _darker(blank, photo, print_.soft, scale)
    hidden = _hidden(blank.veil, blank.contrast, rectified)
    paled = _compensation(blank.veil, blank.contrast)
    raw = brightest(density) * paled
    level = _usual_pen(raw, hidden)
    strength = (raw / level).astype(np.float32)
    expected = blank.expected
    grey = np.array_equal(brightest(rectified.rgb), darkest(rectified.rgb))
    if grey:
        expected = np.repeat(averaged(expected)[..., None], 3, axis=2)
    return Ink(strength, density, hidden, level, expected, photo, paled, grey)


def _darker(blank: Blank, photo: Floats, print_: NDArray[np.uint8], scale: float) -> Floats:
    """Return how much darker *photo* is than anything expected nearby, wide shadows out."""
    slack = 2 * round(_SLACK_MM * scale) + 1
    near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (slack, slack))
    # Dark print can hardly be foretold exactly, and ink hardly be seen on it; a veil leaves less
    # of either.
    left = 1 - _paled(blank.veil - _VEIL) * (1 - blank.contrast)
    # In place: these are the largest pictures there are.
    foretold = looked_up(print_, np.minimum(LOGARITHMS + _DARK_PRINT, 0) * _DARK_PRINT_SLACK)
    times(foretold, left, out=foretold)
    foretold += blank.expected
    dark = np.asarray(cv2.erode(foretold, near, dst=foretold), np.float32)
    dark -= photo
    widest = round(_WIDEST_MM * scale)
    small = cv2.resize(dark, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    kernel = np.ones((widest // 4, widest // 4), np.uint8)
    shade = cv2.morphologyEx(np.maximum(small, 0), cv2.MORPH_OPEN, kernel)
    wide = cv2.resize(shade, (photo.shape[1], photo.shape[0]), interpolation=cv2.INTER_LINEAR)
    dark -= wide
    return np.maximum(dark, 0, out=dark)


def _hidden(veil: Floats, contrast: Floats, rectified: Rectified) -> Mask:
    """Return the places where something hides what may be drawn, or the photo ends."""
    lifted = (veil > 0.4 * _VEIL) & (contrast < _MOST_CONTRAST)
    glare = lifted & (veil / _VEIL + (1 - contrast) / _CONTRAST_LOST > 1.15)
    found = (glare | _burnt(contrast, rectified.rgb)).astype(np.uint8)
    opened = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    return np.asarray((opened > 0) | _covered(contrast, rectified) | ~rectified.seen)


def _covered(contrast: Floats, rectified: Rectified) -> Mask:
    """Return the places on which something even lies, as a phone or a dark cloth."""
    across = round(_COVERED_MM * rectified.px_per_mm)
    even = (contrast < _COVERED_CONTRAST).astype(np.uint8)
    if not even.any():
        return np.zeros(contrast.shape, np.bool_)
    wide = cv2.morphologyEx(even, cv2.MORPH_OPEN, np.ones((across, across), np.uint8)) > 0
    rest = contrast[~wide]
    if not (wide.any() and rest.size and float(np.median(rest)) > _OPEN_CONTRAST):
        return np.zeros(contrast.shape, np.bool_)
    rim = 2 * round(_COVERED_RIM_MM * rectified.px_per_mm) + 1
    return np.asarray(cv2.dilate(wide.astype(np.uint8), np.ones((rim, rim), np.uint8)) > 0)


def _burnt(contrast: Floats, rgb: NDArray[np.uint8]) -> Mask:
    """Return the places that are burnt out."""
    if rgb.max() < _BURNT:
        return np.zeros(contrast.shape, np.bool_)
    burnt = (darkest(blurred(rgb, 2.0)) >= _BURNT) & (contrast < _BURNT_CONTRAST)
    # Where the whole board is burnt out, that is exposure: ink would still be seen on it.
    return np.asarray(burnt & (float(burnt.mean()) < _BURNT_SHARE))


def _compensation(veil: Floats, contrast: Floats) -> Floats:
    """Return what to multiply density by where a reflection pales the ink."""
    more = np.clip(1 / (contrast + 0.1), 1, _MOST_COMPENSATION) - 1
    return np.asarray(1 + _paled(veil) * more, np.float32)


def _paled(veil: Floats) -> Floats:
    """Return from 0 to 1 how far what lies under a *veil* is paled by it."""
    return np.asarray(np.clip(veil / _VEIL, 0, 1), np.float32)


def _usual_pen(density: Floats, hidden: Mask) -> float:
    """Return the density of the photo's usual pen, at least twice the floor."""
    inked = density[(density > _FLOOR) & ~hidden]
    if inked.size < 0.0005 * density.size:
        return 2.5 * _FLOOR
    return max(float(np.percentile(inked, 60)), 2 * _FLOOR)
