"""What kind of shape an outline is: numbers that describe it, and the kinds they suggest.

The description does not change with place, size and turning; half of it is taken after
stretching the shape to equal spread both ways, so that a slanted square stays a square.
"""

from functools import cache
from importlib import resources

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from scorer.vision.sampling import sample

Floats = NDArray[np.float32]

_RAYS = 64
_HARMONICS = 8


def midline(strength: Floats, filled: NDArray[np.uint8], pen: float) -> Floats:
    """Return the middle of the stroke round a hole: it keeps corners that the hole has lost.

    Parameters
    ----------
    strength : (H, W) float32
        Ink.
    filled : (H, W) uint8
        The hole in it, not zero inside.
    pen : float
        Width of the stroke in pixels.

    Returns
    -------
    (64, 2) float32
        Points (x, y), once round.
    """
    found = cv2.moments(filled, binaryImage=True)
    middle = np.array([found["m10"], found["m01"]], np.float32) / max(found["m00"], 1e-6)
    turn = np.arange(_RAYS) * 2 * np.pi / _RAYS
    ways = np.stack([np.cos(turn), np.sin(turn)], axis=1).astype(np.float32)
    contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=cv2.contourArea)[:, 0, :].astype(np.float32) - middle
    longest = float(np.hypot(*contour.T).max()) + 1.5 * pen
    radii = np.arange(0, longest, 0.5, dtype=np.float32)
    places = middle + ways[:, None, :] * radii[None, :, None]
    ink, hole = sample(strength, places), sample(filled, places)
    edge = _edge(contour)
    beyond = radii[None, :] - edge[:, None]
    # The stroke's own middle is half a pen away; what lies far beyond is another stroke.
    worth = np.minimum(ink, 1.3) - 0.25 * np.abs(beyond / pen - 0.5)
    worth[(beyond < 0) | (beyond > 1.25 * pen) | (hole > 127)] = -1
    radius = radii[worth.argmax(axis=1)]
    around = np.stack([np.roll(radius, 1), radius, np.roll(radius, -1)])
    return np.asarray(middle + ways * np.median(around, axis=0)[:, None], np.float32)


def _edge(contour: Floats) -> Floats:
    """Return how far the hole reaches along each ray, from its contour about its middle."""
    angle = np.arctan2(contour[:, 1], contour[:, 0])
    order = np.argsort(angle)
    turn = np.arange(_RAYS) * 2 * np.pi / _RAYS
    return np.asarray(
        np.interp(turn, angle[order], np.hypot(*contour[order].T), period=2 * np.pi), np.float32
    )


def describe(contour: Floats) -> Floats:
    """Return the description, (27,) float32, of the shape inside *contour* (N, 2)."""
    contour = np.ascontiguousarray(contour[:, None, :], np.float32)
    area = max(float(cv2.contourArea(contour)), 1.0)
    points = contour[:, 0, :]
    middle, spread = _moments(contour)
    values, axes = np.linalg.eigh(spread)
    values = np.maximum(values, 1e-3)
    whiten = axes @ np.diag(values**-0.5) @ axes.T
    round_ = (points - middle) @ whiten.T.astype(np.float32)
    return np.array(
        [
            *_proportions(contour, area),
            float(np.sqrt(values[0] / values[1])),
            area / (4 * np.pi * float(np.sqrt(values[0] * values[1]))),
            *_harmonics((points - middle) / np.sqrt(area / np.pi)),
            *_harmonics(round_ / 2),
        ],
        dtype=np.float32,
    )


def _moments(contour: Floats) -> tuple[Floats, NDArray[np.float64]]:
    found = cv2.moments(contour)
    area = max(found["m00"], 1e-6)
    middle = np.array([found["m10"] / area, found["m01"] / area], np.float32)
    spread = np.array([[found["mu20"], found["mu11"]], [found["mu11"], found["mu02"]]]) / area
    return middle, spread


def _proportions(contour: Floats, area: float) -> list[float]:
    """Return the area as a share of those of figures laid round the shape."""
    hull = cv2.convexHull(contour)
    hull_area = max(float(cv2.contourArea(hull)), 1.0)
    (_, (width, height), _) = cv2.minAreaRect(hull)
    triangle = max(float(cv2.minEnclosingTriangle(hull)[0]), 1.0)
    _, radius = cv2.minEnclosingCircle(hull)
    around = max(float(cv2.arcLength(contour, True)), 1.0)
    hull_around = max(float(cv2.arcLength(hull, True)), 1.0)
    return [
        area / hull_area,
        hull_area / max(width * height, 1.0),
        hull_area / triangle,
        hull_area / (np.pi * max(radius, 0.5) ** 2),
        4 * np.pi * area / around**2,
        4 * np.pi * hull_area / hull_around**2,
        _corners(hull, hull_area),
        _corners(contour, area),
        min(width, height) / max(width, height, 1.0),
    ]


def _corners(contour: Floats, area: float) -> float:
    return float(len(cv2.approxPolyDP(contour, 0.13 * np.sqrt(area), True)))


def _harmonics(points: Floats) -> Floats:
    """Return the sizes of the waves in the distance from the middle, once round."""
    angle = np.arctan2(points[:, 1], points[:, 0])
    order = np.argsort(angle)
    turn = np.linspace(-np.pi, np.pi, _RAYS, endpoint=False)
    radius = np.interp(turn, angle[order], np.hypot(*points[order].T), period=2 * np.pi)
    return np.asarray(np.abs(np.fft.rfft(radius))[1 : _HARMONICS + 1] / _RAYS, np.float32)


def kind_chances(description: Floats) -> tuple[float, float, float]:
    """Return the chances that a described shape is a circle, a square or a triangle."""
    weights, bias = _fitted()
    sums = weights @ description + bias
    chances = np.exp(sums - sums.max())
    circle, square, triangle = (chances / chances.sum()).tolist()
    return circle, square, triangle


@cache
def _fitted() -> tuple[Floats, Floats]:
    """Return the logistic regression's weights (3, 27) and bias (3,)."""
    text = (resources.files("scorer.vision") / "outlines.json").read_bytes()
    found = msgspec.json.decode(text, type=_Fitted)
    return np.array(found.weights, np.float32), np.array(found.bias, np.float32)


class _Fitted(msgspec.Struct, forbid_unknown_fields=True):
    kinds: list[str]
    weights: list[list[float]]
    bias: list[float]
