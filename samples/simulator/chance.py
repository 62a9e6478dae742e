"""Smooth randomness: noise along a line and over a surface."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def between(rng: np.random.Generator, limits: tuple[float, float]) -> float:
    """Return a number from *limits*, evenly."""
    return float(rng.uniform(*limits))


def waves(rng: np.random.Generator, count: int, knots: float) -> NDArray[np.float64]:
    """Return *count* samples of a smooth random curve of about unit size.

    ``knots`` is the number of random values that the curve runs through.
    """
    places = max(4, round(knots) + 3)
    values = rng.standard_normal(places).astype(np.float32)[None]
    # A cubic through the values; its ends, where resizing repeats a value, are cut off.
    inner = max(count, 2)
    smooth = cv2.resize(values, (inner + 2 * (inner // places + 1), 1), None, 0, 0, cv2.INTER_CUBIC)
    start = (smooth.shape[1] - count) // 2
    return np.asarray(smooth[0, start : start + count], np.float64)


def clouds(
    rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float], octaves: int = 1
) -> Floats:
    """Return noise of *shape* (height, width) with structures of *cell* (height, width) pixels.

    Every further octave is half as coarse and half as strong; the sum has about unit size.
    """
    height, width = shape
    total = np.zeros(shape, np.float32)
    strength, power = 1.0, 0.0
    for octave in range(octaves):
        rows = max(2, round(height / cell[0] * 2**octave) + 1)
        columns = max(2, round(width / cell[1] * 2**octave) + 1)
        values = rng.standard_normal((min(rows, height), min(columns, width)), np.float32)
        total += strength * cv2.resize(values, (width, height), None, 0, 0, cv2.INTER_CUBIC)
        power += strength**2
        strength /= 2
    return np.asarray(total / np.sqrt(power), np.float32)
