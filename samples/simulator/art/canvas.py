"""A page to draw on in millimetres, and the tones to draw with."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import Floats

Tone = tuple[float, float, float]
_SHIFT = 4
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
    cv2.FONT_HERSHEY_PLAIN,
)


@dataclass(frozen=True, slots=True)
class Tones:
    """Three tones that go together, each RGB from 0 to 1: surface, figure and line."""

    base: Tone
    other: Tone
    line: Tone

    @property
    def value(self) -> float:
        """How light the surface is."""
        return float(np.mean(self.base))


@dataclass(frozen=True, slots=True)
class Canvas:
    """A picture ``rgb`` (H, W, 3) uint8, drawn on in mm from its top left corner."""

    rgb: NDArray[np.uint8]
    px_per_mm: float

    @classmethod
    def of(cls, page_mm: tuple[float, float], px_per_mm: float) -> "Canvas":
        """Return an empty page."""
        wide, high = (round(side * px_per_mm) for side in page_mm)
        return cls(np.zeros((high, wide, 3), np.uint8), px_per_mm)

    def spread(self, surface: Floats, mask: NDArray[np.uint8]) -> None:
        """Lay *surface* (H, W, 3), from 0 to 1, where *mask* (H, W) is 255."""
        share = (mask.astype(np.float32) / 255)[..., None]
        mixed = self.rgb * (1 - share) + np.clip(surface, 0, 1) * 255 * share
        self.rgb[:] = np.rint(mixed).astype(np.uint8)

    def mask(self, points: NDArray[np.floating]) -> NDArray[np.uint8]:
        """Return 255 inside the polygon *points* (N, 2) in mm."""
        found = np.zeros(self.rgb.shape[:2], np.uint8)
        cv2.fillPoly(found, [self._at(points)], 255, cv2.LINE_AA, _SHIFT)
        return found

    def window(self, points: NDArray[np.floating]) -> tuple["Canvas", NDArray[np.floating]]:
        """Return the part of the page round *points* (mm), and the points there."""
        scale = self.px_per_mm
        limit = np.array(self.rgb.shape[1::-1])
        low = np.clip(np.floor(points.min(axis=0) * scale).astype(int) - 2, 0, limit - 2)
        high = np.clip(np.ceil(points.max(axis=0) * scale).astype(int) + 2, low + 2, limit)
        part = self.rgb[low[1] : high[1], low[0] : high[0]]
        return Canvas(part, scale), points - low / scale

    def fill(self, points: NDArray[np.floating], tone: Tone) -> None:
        """Fill the polygon *points* (N, 2)."""
        cv2.fillPoly(self.rgb, [self._at(points)], colour(tone), cv2.LINE_AA, _SHIFT)

    def line(
        self, points: NDArray[np.floating], tone: Tone, width_mm: float, closed: bool = False
    ) -> None:
        """Draw a line through *points* (N, 2)."""
        width = max(1, round(width_mm * self.px_per_mm))
        at = [self._at(points)]
        cv2.polylines(self.rgb, at, closed, colour(tone), width, cv2.LINE_AA, _SHIFT)

    def disc(self, middle: NDArray[np.floating], radius_mm: float, tone: Tone) -> None:
        """Fill a circle."""
        self.fill(ring(middle, radius_mm), tone)

    def text(
        self, words: str, middle: NDArray[np.floating], high_mm: float, tone: Tone, font: int
    ) -> None:
        """Write *words* about *middle*, capitals *high_mm* high."""
        (_, tall), _ = cv2.getTextSize(words, font, 1.0, 1)
        size = high_mm * self.px_per_mm / max(tall, 1)
        thick = max(1, round(0.13 * high_mm * self.px_per_mm))
        (wide, tall), _ = cv2.getTextSize(words, font, size, thick)
        x, y = np.asarray(middle) * self.px_per_mm
        at = (round(x - wide / 2), round(y + tall / 2))
        cv2.putText(self.rgb, words, at, font, size, colour(tone), thick, cv2.LINE_AA)

    def _at(self, points: NDArray[np.floating]) -> NDArray[np.int32]:
        px = np.asarray(points, np.float64) * self.px_per_mm - 0.5
        return np.asarray(np.round(px * 2**_SHIFT), np.int32)


def colour(tone: Tone) -> tuple[int, int, int]:
    """Return *tone* as OpenCV wants it."""
    red, green, blue = (round(255 * min(1.0, max(0.0, float(v)))) for v in tone)
    return red, green, blue


def ring(middle: NDArray[np.floating], radius: float, count: int = 36) -> NDArray[np.float64]:
    """Return points (N, 2) round *middle*."""
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.asarray(middle) + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def box(middle: NDArray[np.floating], half: tuple[float, float]) -> NDArray[np.float64]:
    """Return the corners (4, 2) of a box round *middle*."""
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(np.asarray(middle) + signs * np.array(half), np.float64)


def random_tones(rng: np.random.Generator, value: float, contrast: float) -> Tones:
    """Return tones of about *value* (lightness from 0 to 1) that differ by about *contrast*."""
    hue = float(rng.uniform(0, 1))
    strength = float(rng.choice([0.05, 0.2, 0.45, 0.7], p=[0.25, 0.35, 0.25, 0.15]))

    def tone(lightness: float, turn: float) -> Tone:
        lightness = float(np.clip(lightness, 0.06, 1.0))
        return _tone((hue + turn) % 1, strength * min(1.0, 2.2 * (1.05 - lightness)), lightness)

    way = -1.0 if value > 0.55 or rng.random() < 0.5 else 1.0
    return Tones(
        base=tone(value, 0.0),
        other=tone(value + way * contrast * float(rng.uniform(0.4, 1)), float(rng.normal(0, 0.06))),
        line=tone(value + way * contrast * float(rng.uniform(0.9, 1.7)), float(rng.normal(0, 0.1))),
    )


def tinted(hue: float, strength: float, lightness: float, contrast: float) -> Tones:
    """Return tones of one *hue* (0 to 1), of *lightness*, darker ones for figure and line."""
    return Tones(
        _tone(hue, strength, lightness),
        _tone(hue, min(1.0, strength + 0.15), max(0.06, lightness - contrast)),
        _tone(hue, min(1.0, strength + 0.25), max(0.06, lightness - 1.4 * contrast)),
    )


def _tone(hue: float, strength: float, lightness: float) -> Tone:
    angle = 2 * np.pi * (hue + np.array([0, -1 / 3, 1 / 3]))
    wheel = 0.5 + 0.5 * np.cos(angle)
    red, green, blue = np.clip(lightness * (1 - strength * (1 - wheel)), 0, 1).tolist()
    return red, green, blue
