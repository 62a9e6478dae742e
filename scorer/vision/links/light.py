"""The light on a map in a photo, what the card mirrors of it, and how the print has come out.

A photo shows ``light * print + mirrored`` where the card is bare: light and what a laminated card
mirrors change slowly over the page. What is taught of the print is a little off in colour and
contrast. All three are fitted to what most of the page shows; buses and hands are left out by how
far off they are. Things that lie on the card mirror nothing of what it does.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# Light is compared on so coarse a picture, and taken as smooth over so many mm: first over more.
_COARSE_PX_PER_MM = 0.5
_SMOOTH_MM = 16.0
_FIRST = 2.5
_DARKEST = 0.012
# What is off by more than that, in logarithms of light, counts less and less, round by round.
_SOFTNESS = (0.8, 0.5, 0.35)
# How much speaks for no mirrored light where the print has no contrast to tell.
_PLAIN = 0.02
# The light is between these shares of what it would be if nothing were mirrored.
_LEAST, _MOST = 0.25, 1.15
# How much speaks for the print as it was taught.
_TAUGHT = 0.002


@dataclass(frozen=True, slots=True)
class Fit:
    """The light and the mirrored light at each pixel, (H, W, 3), and how far each is trusted."""

    light: Floats
    mirrored: Floats
    trusted: Floats


def evenly_lit(
    photo: Floats, page: Floats, burnt: NDArray[np.bool_], px_per_mm: float
) -> tuple[Floats, Floats]:
    """Return a photo and the blank page under one light.

    Parameters
    ----------
    photo, page : (H, W, 3) float32
        What the photo shows and the blank page as it was taught, linear.
    burnt : (H, W) bool
        Where the photo tells nothing.

    Returns
    -------
    (H, W, 3) and (H, W, 3) float32
        What things on the page throw back of the page's own light; and what would be seen so if
        the page were bare, with what it mirrors.
    """
    share = _COARSE_PX_PER_MM / px_per_mm
    one, other = (
        cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        for picture in (photo, page)
    )
    dark = cv2.resize(burnt.astype(np.float32), one.shape[1::-1], interpolation=cv2.INTER_AREA)
    weight = np.clip(1 - 2 * dark, 0.001, 1).astype(np.float32)
    found = _first(np.asarray(one, np.float32), np.asarray(other, np.float32), weight)
    print_ = _print(np.asarray(one, np.float32), np.asarray(other, np.float32), found)
    came_out = _printed(np.asarray(other, np.float32), print_)
    found = _fitted(np.asarray(one, np.float32), came_out, found.trusted, 1.0)
    found = _less_trusting(np.asarray(one, np.float32), came_out, weight, found, _SOFTNESS[-1])
    found = _fitted(np.asarray(one, np.float32), came_out, found.trusted, 1.0)
    size = (photo.shape[1], photo.shape[0])
    light, mirrored = (
        cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)
        for part in (found.light, found.mirrored)
    )
    light = np.maximum(light, 1e-3)
    bare = np.maximum(_printed(page, print_) + mirrored / light, 0)
    return np.asarray(photo / light, np.float32), np.asarray(bare, np.float32)


def _first(photo: Floats, page: Floats, weight: Floats) -> Fit:
    """Return the light as it is with the print that was taught."""
    found = _fitted(photo, page, weight, _FIRST)
    for softness in _SOFTNESS:
        found = _less_trusting(photo, page, weight, found, softness)
        found = _fitted(photo, page, found.trusted, 1.0)
    return found


def _fitted(photo: Floats, page: Floats, trusted: Floats, reach: float) -> Fit:
    """Return the straight line from *page* to *photo* round each pixel."""
    sigma = reach * _SMOOTH_MM * _COARSE_PX_PER_MM
    below = np.maximum(_blurred(trusted, sigma), 1e-6)[..., None]

    def mean(values: Floats) -> Floats:
        weighted = np.asarray(values * trusted[..., None], np.float32)
        return np.asarray(_blurred(weighted, sigma) / below, np.float32)

    printed, shown = mean(page), mean(photo)
    spread = mean(page * page) - printed**2
    common = mean(photo * page) - shown * printed
    plain = (shown + 1e-4) / (printed + 1e-4)
    prior = _PLAIN * printed**2 + 1e-5
    light = np.clip((common + prior * plain) / (spread + prior), _LEAST * plain, _MOST * plain)
    return Fit(
        np.asarray(light, np.float32), np.asarray(shown - light * printed, np.float32), trusted
    )


def _less_trusting(photo: Floats, page: Floats, weight: Floats, fit: Fit, softness: float) -> Fit:
    """Return *fit*, trusting less where the photo is off it by more than *softness*."""
    least = _DARKEST * float(fit.light.mean())
    told = np.maximum(fit.light * page + fit.mirrored, 0)
    off = np.abs(np.log(told + least) - np.log(np.maximum(photo, 0) + least)).max(axis=2)
    trusted = weight / (1 + (off / softness) ** 4)
    return Fit(fit.light, fit.mirrored, np.asarray(trusted, np.float32))


def _blurred(values: Floats, sigma: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), sigma), np.float32)


def _print(photo: Floats, page: Floats, fit: Fit) -> Floats:
    """Return how the print has come out: (7, 3), from ``_terms`` of what was taught of it."""
    shown = ((photo - fit.mirrored) / np.maximum(fit.light, 1e-3)).reshape(-1, 3)
    terms = _terms(page).reshape(-1, 7).astype(np.float64)
    weight = (fit.trusted * fit.light.mean(axis=2)).reshape(-1, 1).astype(np.float64)
    weight /= weight.sum()
    taught = np.eye(7, 3)
    prior = np.diag([_TAUGHT] * 6 + [10 * _TAUGHT])
    left = (terms * weight).T @ terms + prior
    return np.asarray(
        np.linalg.solve(left, (terms * weight).T @ shown + prior @ taught), np.float32
    )


def _terms(page: Floats) -> Floats:
    """Return red, green and blue of *page*, their squares, and one, (..., 7)."""
    return np.concatenate([page, page * page, np.ones_like(page[..., :1])], axis=-1)


def _printed(page: Floats, print_: Floats) -> Floats:
    came_out = page @ print_[:3] + (page * page) @ print_[3:6] + print_[6]
    return np.asarray(np.maximum(came_out, 0), np.float32)
