"""What was drawn: the photo explained as reference × local light, and the ink that is left.

Ink takes light away, so it is measured as optical density: how much darker, in the
logarithm of the pixel values, a place is than the blank board would be there under the
same light.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.rectify import Rectified
from scorer.vision.sampling import blurred, brightest, darkest, resized

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Added to pixel values before the logarithm, so that noise in shadows stays small.
_LIFT = 10.0
# The rectified photo can be this far off the reference; prints that near are no ink.
_SLACK_MM = 0.5
# No pen stroke is wider; what is darker over a wider area is shadow.
_WIDEST_MM = 6.0
# Light is estimated on a picture this many times smaller.
_STEP = 4
# Fields of light may change over this length.
_LIGHT_MM = 6.5
# Printed colours are told apart in this many steps a channel; a colour's own correction
# needs this many pixels (of the small picture, every other row and column).
_BINS = 8
_COMMON = 8
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
# Print darker (in logarithm) than this gets this share of the rest as slack.
_DARK_PRINT, _DARK_PRINT_SLACK = np.float32(0.35), np.float32(0.2)
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
        Places that were not seen: reflections, or outside the photo.
    level : float
        Density of the usual pen, which ``strength`` was divided by.
    expected, photo : (H, W, 3) float32
        Logarithms: the blank board under this photo's light, and the photo.
    """

    strength: Floats
    density: Floats
    hidden: Mask
    level: float
    expected: Floats
    photo: Floats

    @property
    def soft(self) -> Floats:
        """The strength, blurred as fits a picture of half the size."""
        return np.asarray(cv2.GaussianBlur(self.strength, (0, 0), 0.8), np.float32)

    def closely(self, window: tuple[slice, slice], slack_px: int = 4) -> Floats:
        """Return the strength in *window* with the print laid exactly on it.

        The usual strength forgives any small misfit and so loses ink between fine print.
        Here the print is first moved, all together, to where it explains the photo best.
        """
        rows, columns = window
        photo, (height, width) = self.photo[window], self.photo.shape[:2]
        ys = np.clip(np.arange(rows.start - slack_px, rows.stop + slack_px), 0, height - 1)
        xs = np.clip(np.arange(columns.start - slack_px, columns.stop + slack_px), 0, width - 1)
        print_ = self.expected[ys[:, None], xs[None, :]]
        moves = range(-slack_px, slack_px + 1)
        best = (np.inf, 0, 0)
        for down in moves:
            for right in moves:
                # Every other row and column is enough to tell how well the print fits.
                moved = _moved(print_, photo.shape, slack_px + down, slack_px + right)
                off = np.abs(moved[::2, ::2] - photo[::2, ::2])
                misfit = float(np.minimum(off, 0.15).mean()) + 4e-4 * np.hypot(down, right)
                best = min(best, (misfit, down, right))
        off = _moved(print_, photo.shape, slack_px + best[1], slack_px + best[2]) - photo
        return np.asarray(np.maximum(brightest(off), 0) / self.level, dtype=np.float32)


def _moved(print_: Floats, shape: tuple[int, ...], down: int, right: int) -> Floats:
    """Return the part of *print_* of *shape* that starts at row *down*, column *right*."""
    return print_[down : down + shape[0], right : right + shape[1]]


def find_ink(rectified: Rectified) -> Ink:
    """Return the ink on *rectified*, prints and light taken out."""
    scale = rectified.px_per_mm
    photo = _log(blurred(rectified.rgb, 0.17 * scale))
    # The photo is never as sharp as the reference picture.
    print_ = _log(blurred(rectified.reference, 0.23 * scale))
    expected, veil, contrast = _expected(photo, print_, rectified)
    density = _darker(expected, photo, print_, scale)
    hidden = _hidden(veil, contrast, rectified)
    raw = brightest(density) * _compensation(veil, contrast)
    level = _usual_pen(raw, hidden)
    return Ink((raw / level).astype(np.float32), density, hidden, level, expected, photo)


def _log(rgb: NDArray[np.uint8]) -> Floats:
    table = np.log((np.arange(256, dtype=np.float32) + _LIFT) / (255 + _LIFT))
    return np.asarray(cv2.LUT(rgb, table.astype(np.float32)), dtype=np.float32)


def _expected(photo: Floats, print_: Floats, rectified: Rectified) -> tuple[Floats, Floats, Floats]:
    """Return the blank board under the photo's light, and how reflections lift it.

    The printed colours as the camera shows them, and a smooth field of light, are fitted
    in turns, leaving out what fits badly: ink and reflections.
    """
    height, width = photo.shape[:2]
    small = (width // _STEP, height // _STEP)
    seen = resized(rectified.seen.astype(np.float32), small)
    board = resized(print_, small)
    picture = resized(photo, small)
    reach = _LIGHT_MM * rectified.px_per_mm / _STEP
    tiny = cv2.resize(rectified.reference, small, interpolation=cv2.INTER_AREA)
    bins = _colour_bins(np.asarray(tiny, np.uint8))
    inks = _Inks(np.eye(3, dtype=np.float32), np.zeros((_BINS**3, 3), np.float32))
    trusted = seen
    for tightness in (12.0, 6.0, 3.0, 2.5):
        left = picture - inks.seen_as(board, bins)
        light = _smooth(left, trusted, reach)
        off = left - light
        noise = 1.4826 * float(np.median(np.abs(off[seen > 0]))) + 1e-3
        inkless = seen * (darkest(off) > -tightness * noise).astype(np.float32)
        trusted = inkless * (brightest(off) < 1.6 * tightness * noise).astype(np.float32)
        mixing = _mixing(picture, board, trusted, reach)
        inks = _Inks(mixing, _curve(picture - light - board @ mixing.T, bins, seen))
    wide = resized(light, (width, height))
    expected = inks.seen_as(print_, _colour_bins(rectified.reference)) + wide
    excess = [_excess(light[..., channel], trusted) for channel in range(3)]
    veil = np.asarray(np.max(excess, axis=0), np.float32)
    contrast = _contrast_left(picture - light, inks.seen_as(board, bins), inkless, reach)
    veil = resized(veil, (width, height))
    contrast = resized(contrast, (width, height))
    return expected, veil, contrast


@dataclass(frozen=True, slots=True)
class _Inks:
    """How the photo shows the printed colours: a 3 × 3 mixing, and a correction per colour.

    The correction (bins, 3) catches what is not linear, such as highlights that the phone
    burnt out while dark print kept its contrast.
    """

    mixing: Floats
    curve: Floats

    def seen_as(self, print_: Floats, bins: NDArray[np.int32]) -> Floats:
        """Return *print_* (logarithm, (H, W, 3)) as the photo would show it, light apart."""
        return np.asarray(cv2.transform(print_, self.mixing) + self.curve[bins])


def _colour_bins(rgb: NDArray[np.uint8]) -> NDArray[np.int32]:
    coarse = rgb // (256 // _BINS)
    found = coarse[..., 0].astype(np.int32) * _BINS**2
    found += coarse[..., 1].astype(np.int32) * _BINS
    return np.asarray(found + coarse[..., 2])


def _curve(off: Floats, bins: NDArray[np.int32], seen: Floats) -> Floats:
    """Return the median of *off* for each printed colour that is common enough, else zero."""
    use = seen[::2, ::2].ravel() > 0.5
    known, values = bins[::2, ::2].ravel()[use], off[::2, ::2].reshape(-1, 3)[use]
    order = np.argsort(known, kind="stable")
    known, values = known[order], values[order]
    found = np.zeros((_BINS**3, 3), dtype=np.float32)
    starts = np.flatnonzero(np.diff(known, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(known)], strict=True):
        if end - start >= _COMMON:
            found[known[start]] = np.median(values[start:end], axis=0)
    return found


def _mixing(picture: Floats, board: Floats, trusted: Floats, reach: float) -> Floats:
    """Fit the camera's 3 × 3 mixing of the printed colours to the trusted pixels' detail."""
    use = trusted > 0.5
    known = (board - _smooth(board, trusted, 2 * reach))[use]
    wanted = (picture - _smooth(picture, trusted, 2 * reach))[use]
    # A little ridge keeps a board without colours from giving wild colour mixing.
    ridge = 1e-5 * len(known) * np.eye(3, dtype=np.float32)
    solved = np.linalg.solve(known.T @ known + ridge, known.T @ wanted + ridge)
    return np.asarray(solved.T, dtype=np.float32)


def _smooth(values: Floats, weights: Floats, reach: float) -> Floats:
    """Blur *values* over *reach* pixels by *weights*; far from any weight take wide means."""
    spread = weights[..., None] if values.ndim == 3 else weights
    total = _blur(values * spread, reach) + 1e-3 * _blur(values * spread, 4 * reach)
    share = _blur(weights, reach) + 1e-3 * _blur(weights, 4 * reach) + 1e-6
    return np.asarray(total / (share[..., None] if values.ndim == 3 else share))


def _blur(values: Floats, reach: float) -> Floats:
    """Blur widely at a price that does not grow with *reach*."""
    factor = max(1, int(reach / 3))
    height, width = values.shape[:2]
    small = resized(values, (max(1, width // factor), max(1, height // factor)))
    soft = cv2.GaussianBlur(small, (0, 0), reach / factor, borderType=cv2.BORDER_REPLICATE)
    return resized(np.asarray(soft, np.float32), (width, height))


def _excess(light: Floats, trusted: Floats) -> Floats:
    """Return how much brighter *light* is than a room's light, which bends but gently."""
    height, width = light.shape
    rows, columns = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack(
        [np.ones_like(rows), rows, columns, rows * columns, rows**2, columns**2], axis=-1
    )
    every = (slice(None, None, 6), slice(None, None, 6))
    known, wanted = terms[every].reshape(-1, 6), light[every].ravel().astype(np.float64)
    trust = trusted[every].ravel() + 0.01
    weights = trust
    for _ in range(6):
        weighed = known * weights[:, None]
        solved = np.linalg.solve(known.T @ weighed, weighed.T @ wanted)
        off = wanted - known @ solved
        # Reflections lie above; what lies below is the room.
        weights = trust / (1 + (np.maximum(off, 0) / 0.03) ** 2)
    return np.asarray(light - terms @ solved, dtype=np.float32)


def _contrast_left(flat: Floats, board: Floats, inkless: Floats, reach: float) -> Floats:
    """Return the share, 0 … 1, of the print's contrast that is left around each place."""
    known = np.asarray(cv2.erode(inkless, np.ones((3, 3), np.uint8)), np.float32)
    print_, photo = board.mean(axis=2), flat.mean(axis=2)
    share = _blur(known, reach) + 1e-3
    mean_print, mean_photo = (
        _blur(print_ * known, reach) / share,
        _blur(photo * known, reach) / share,
    )
    both = _blur((print_ - mean_print) * (photo - mean_photo) * known, reach)
    own = _blur((print_ - mean_print) ** 2 * known, reach)
    return np.asarray(np.clip((both + 3e-5) / (own + 3e-5), 0, 1), np.float32)


def _darker(expected: Floats, photo: Floats, print_: Floats, scale: float) -> Floats:
    """Return how much darker *photo* is than anything expected nearby, wide shadows out."""
    slack = 2 * round(_SLACK_MM * scale) + 1
    near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (slack, slack))
    # Dark print can hardly be foretold exactly, and ink hardly be seen on it.
    hard = np.minimum(print_ + _DARK_PRINT, 0) * _DARK_PRINT_SLACK
    dark = cv2.erode(expected + hard, near) - photo
    widest = round(_WIDEST_MM * scale)
    small = cv2.resize(dark, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    kernel = np.ones((widest // 4, widest // 4), np.uint8)
    shade = cv2.morphologyEx(np.maximum(small, 0), cv2.MORPH_OPEN, kernel)
    wide = cv2.resize(shade, (photo.shape[1], photo.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.maximum(dark - wide, 0), dtype=np.float32)


def _hidden(veil: Floats, contrast: Floats, rectified: Rectified) -> Mask:
    """Return the places where a reflection hides what may be drawn, or the photo ends."""
    lifted = (veil > 0.4 * _VEIL) & (contrast < _MOST_CONTRAST)
    glare = lifted & (veil / _VEIL + (1 - contrast) / _CONTRAST_LOST > 1.15)
    burnt = (darkest(blurred(rectified.rgb, 2.0)) >= _BURNT) & (contrast < _BURNT_CONTRAST)
    # Where the whole board is burnt out, that is exposure: ink would still be seen on it.
    burnt &= float(burnt.mean()) < _BURNT_SHARE
    opened = cv2.morphologyEx(
        (glare | burnt).astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)
    )
    return np.asarray((opened > 0) | ~rectified.seen)


def _compensation(veil: Floats, contrast: Floats) -> Floats:
    """Return what to multiply density by where a reflection pales the ink."""
    pale = np.clip(np.maximum(veil, 0) / _VEIL, 0, 1)
    more = np.clip(1 / (contrast + 0.1), 1, _MOST_COMPENSATION) - 1
    return np.asarray(1 + pale * more, np.float32)


def _usual_pen(density: Floats, hidden: Mask) -> float:
    """Return the density of the photo's usual pen, at least twice the floor."""
    inked = density[(density > _FLOOR) & ~hidden]
    if inked.size < 0.0005 * density.size:
        return 2.5 * _FLOOR
    return max(float(np.percentile(inked, 60)), 2 * _FLOOR)
