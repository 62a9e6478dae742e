"""How a landmark's colour is shown in its location: a tint, borders, a badge, a ribbon."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.canvas import FONTS, Canvas, Tones, box, ring
from scorer.rules.board.board import LandmarkKind

Middle = NDArray[np.float64]
# From canvas, the block's middle and half its side (mm), tones, the kind and chance.
Frame = Callable[[Canvas, Middle, float, Tones, LandmarkKind, np.random.Generator], None]
# The corners of a kind's printed symbol, where it has any.
_CORNERS = {LandmarkKind.RED: 24, LandmarkKind.GREEN: 4, LandmarkKind.BLUE: 3}


def tinted_frame(
    at: Canvas,
    middle: Middle,
    half: float,
    tones: Tones,
    kind: LandmarkKind,
    rng: np.random.Generator,
) -> None:
    """The whole block in the kind's tint, a thin border and a badge in a corner."""
    at.fill(box(middle, (half, half)), tones.base)
    at.line(box(middle, (half, half)), tones.line, 0.3, True)
    _badge(at, middle + half * np.array([-0.75, -0.75]), 0.2 * half, tones, kind)


def bordered(
    at: Canvas,
    middle: Middle,
    half: float,
    tones: Tones,
    kind: LandmarkKind,
    rng: np.random.Generator,
) -> None:
    """A broad border of the kind's colour round whatever the block shows."""
    width = float(rng.uniform(0.8, 2.0))
    inner = half - width / 2
    at.line(box(middle, (inner, inner)), tones.other, width, True)
    if rng.random() < 0.5:
        _badge(at, middle + half * np.array([0.72, -0.72]), 0.22 * half, tones, kind)


def cornered(
    at: Canvas,
    middle: Middle,
    half: float,
    tones: Tones,
    kind: LandmarkKind,
    rng: np.random.Generator,
) -> None:
    """A coloured plate with its corners cut off."""
    cut = float(rng.uniform(0.2, 0.4))
    sign = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    points = []
    for index, (x, y) in enumerate(sign):
        first, second = np.array([x * (1 - cut), y]), np.array([x, y * (1 - cut)])
        points += [second, first] if index % 2 == 0 else [first, second]
    at.fill(middle + half * np.array(points), tones.base)
    at.line(middle + half * np.array(points), tones.other, 0.6, True)


def double(
    at: Canvas,
    middle: Middle,
    half: float,
    tones: Tones,
    kind: LandmarkKind,
    rng: np.random.Generator,
) -> None:
    """Two thin borders, the inner one in dashes, on the kind's tint."""
    if rng.random() < 0.6:
        at.fill(box(middle, (half, half)), tones.base)
    at.line(box(middle, (half - 0.2, half - 0.2)), tones.line, 0.35, True)
    inner = half - float(rng.uniform(0.9, 1.6))
    corners = box(middle, (inner, inner))
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for share in np.arange(0, 0.95, 0.12):
            at.line(
                np.array([start + share * (end - start), start + (share + 0.07) * (end - start)]),
                tones.other,
                0.3,
            )


def ribbon(
    at: Canvas,
    middle: Middle,
    half: float,
    tones: Tones,
    kind: LandmarkKind,
    rng: np.random.Generator,
) -> None:
    """A band of the kind's colour with a name on it, at the foot or the head."""
    side = 1 if rng.random() < 0.7 else -1
    band = box(middle + np.array([0, side * 0.8 * half]), (half, 0.2 * half))
    at.fill(band, tones.other)
    letters = "abcdefghilmnoprstuv"
    word = "".join(letters[int(rng.integers(len(letters)))] for _ in range(int(rng.integers(4, 9))))
    place = middle + np.array([0, side * 0.8 * half])
    at.text(word.capitalize(), place, 0.16 * half, tones.base, FONTS[int(rng.integers(3))])
    at.line(box(middle, (half, half)), tones.other, 0.4, True)


def medallion(
    at: Canvas,
    middle: Middle,
    half: float,
    tones: Tones,
    kind: LandmarkKind,
    rng: np.random.Generator,
) -> None:
    """A round plate with a rim, and the kind's symbol in outline in a corner."""
    at.disc(middle, 0.92 * half, tones.base)
    at.line(ring(middle, 0.92 * half), tones.other, float(rng.uniform(0.4, 1.0)), True)
    corners = _CORNERS.get(kind, 5)
    place = middle + half * np.array([rng.choice([-0.75, 0.75]), rng.choice([-0.75, 0.75])])
    at.line(ring(place, 0.2 * half, corners), tones.line, 0.35, True)


def _badge(at: Canvas, middle: Middle, radius: float, tones: Tones, kind: LandmarkKind) -> None:
    """Draw the kind's printed symbol, filled."""
    corners = _CORNERS.get(kind, 10)
    points = ring(np.zeros(2), 1.0, corners)
    if corners == 10:
        points[1::2] *= 0.5
    at.fill(middle + radius * points, tones.line)
