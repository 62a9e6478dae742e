"""The phone of the second family: where it is held, its lens, its sensor, its processing."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.second.hand import Random
from samples.simulator.chance import Floats, between
from samples.simulator.strata import Stratum

Vector = NDArray[np.float64]
# Where each place of the photo looks is worked out for every so many pixels.
GRID = 4


@dataclass(frozen=True, slots=True)
class Card:
    """How a board lies: rolled a little about an axis, its surface not quite even.

    Points are in mm from the page's middle; ``rise`` is the height at its edge.
    """

    angle: float
    rise: float
    half_mm: float
    ripple: float
    waves: Vector

    def height(self, xy: NDArray[np.floating]) -> NDArray[np.floating]:
        """Return the height of points (..., 2) in mm."""
        across = xy[..., 0] * np.cos(self.angle) + xy[..., 1] * np.sin(self.angle)
        share = np.clip(across / self.half_mm, -1.3, 1.3)
        return np.asarray(self.rise * np.abs(share) ** 2.4)

    def slope(self, xy: NDArray[np.floating]) -> NDArray[np.floating]:
        """Return how the surface leans at points (..., 2) along x and y, ripples included."""
        step = 0.5
        lean = [
            (self.height(xy + np.array(way) * step) - self.height(xy - np.array(way) * step))
            / (2 * step)
            for way in ((1.0, 0.0), (0.0, 1.0))
        ]
        for a, b, phase in self.waves:
            swing = self.ripple * np.cos(xy[..., 0] * a + xy[..., 1] * b + phase)
            lean[0] = lean[0] + swing * a / np.hypot(a, b)
            lean[1] = lean[1] + swing * b / np.hypot(a, b)
        return np.stack(lean, axis=-1)


def random_card(page_mm: tuple[float, float], stratum: Stratum, rng: Random) -> Card:
    """Return a card bent no more than *stratum* has them."""
    return Card(
        angle=float(rng.uniform(0, np.pi)),
        rise=between(rng, stratum.bend_mm),
        half_mm=max(page_mm) / 2,
        ripple=float(rng.uniform(0.0005, 0.004)),
        waves=np.column_stack([rng.normal(0, 0.05, (5, 2)), rng.uniform(0, 6.28, 5)]),
    )


@dataclass(frozen=True, slots=True)
class View:
    """A camera at ``eye`` (mm) with axes ``right``, ``down`` and ``ahead`` (rows of ``axes``).

    ``focal`` is in pixels of the photo of ``size``, ``lens`` what a ray's radius gains per squared
    radius (of the long side's half).
    """

    size: tuple[int, int]
    eye: Vector
    axes: Vector
    focal: float
    lens: float

    def pixels(self, xyz: NDArray[np.floating]) -> Vector:
        """Return the pixels (N, 2) that show points (N, 3)."""
        seen = (xyz - self.eye) @ self.axes.T
        straight = self.focal * seen[:, :2] / seen[:, 2:]
        bent = straight.copy()
        for _ in range(20):
            bent = straight / self._gain(bent)
        return np.asarray(bent + self._middle)

    def rays(self) -> Floats:
        """Return the directions (H / ``GRID`` + 2, W / ``GRID`` + 2, 3) that ``spread`` is for."""
        across, down = (GRID * (np.arange(-1, side // GRID + 1) + 0.5) - 0.5 for side in self.size)
        bent = np.stack(np.meshgrid(across, down), axis=-1) - self._middle
        flat = bent * self._gain(bent) / self.focal
        ways = np.concatenate([flat, np.ones((*flat.shape[:2], 1))], axis=-1) @ self.axes
        return np.asarray(ways / np.linalg.norm(ways, axis=-1, keepdims=True), np.float32)

    def spread(self, coarse: NDArray[np.floating]) -> Floats:
        """Return for each pixel (H, W, …) what *coarse* tells for each of ``rays``."""
        wide, high = self.size
        size = (wide + 2 * GRID, high + 2 * GRID)
        full = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(full[GRID:-GRID, GRID:-GRID])

    @property
    def _middle(self) -> Vector:
        return (np.array(self.size) - 1) / 2

    def _gain(self, bent: NDArray[np.floating]) -> Vector:
        half = max(self.size) / 2
        return np.asarray(1 + self.lens * (bent**2).sum(axis=-1, keepdims=True) / half**2)


def random_view(
    corners: Vector, megapixels: float, stratum: Stratum, rng: Random
) -> tuple[View, float]:
    """Return a view that shows *corners* (N, 2), mm from the page's middle, and its tilt (°)."""
    long = 16 * round(np.sqrt(megapixels * 1e6 * 4 / 3) / 16)
    short = 16 * round(0.75 * long / 16)
    quarter = int(rng.integers(4)) if rng.random() < stratum.any_turn_share else 0
    # Mostly the phone is held along the board.
    upright = (quarter % 2 == 1) != (rng.random() < 0.2)
    size = (short, long) if upright else (long, short)
    tilt = between(rng, stratum.tilt_deg)
    stand = float(rng.normal(0, np.deg2rad(stratum.turn_deg)))
    roll = float(rng.normal(0, np.deg2rad(stratum.turn_deg / 2)))
    if rng.random() < 0.4:
        stand = float(rng.uniform(0, 2 * np.pi))
        roll -= stand
    focal = long * float(rng.choice([0.72, 0.78, 1.4], p=[0.45, 0.35, 0.2]))
    lens = between(rng, stratum.distortion)
    axes = _axes(np.deg2rad(tilt), stand, roll + quarter * np.pi / 2)
    target, distance = np.append(corners.mean(axis=0), 0.0), 400.0
    fill = float(rng.uniform(0.78, 0.97))
    points = np.column_stack([corners, np.zeros(len(corners))])
    for _ in range(30):
        view = View(size, target - axes[2] * distance, axes, focal, lens)
        at = view.pixels(points)
        span, middle = np.ptp(at, axis=0), (at.min(axis=0) + at.max(axis=0)) / 2
        distance *= float(np.clip((span / np.array(size)).max() / fill, 0.7, 1.5))
        off = (middle - (np.array(size) - 1) / 2) / focal * distance
        target = target + 0.7 * (axes[0] * off[0] + axes[1] * off[1]) * (1, 1, 0)
    spare = np.maximum(np.array(size) - span, 0) / 2 * 0.7
    off = rng.uniform(-1, 1, 2) * spare / focal * distance
    target = target + (axes[0] * off[0] + axes[1] * off[1]) * (1, 1, 0)
    return View(size, target - axes[2] * distance, axes, focal, lens), tilt


def _axes(tilt: float, stand: float, roll: float) -> Vector:
    """Return right, down and ahead of a camera that stands *tilt* off straight above."""
    ahead = np.array([-np.sin(tilt) * np.sin(stand), -np.sin(tilt) * np.cos(stand), -np.cos(tilt)])
    right = np.array([np.cos(stand), -np.sin(stand), 0.0])
    down = np.cross(right, ahead)
    cos, sin = np.cos(roll), np.sin(roll)
    return np.stack([cos * right + sin * down, cos * down - sin * right, ahead])


def developed(light: Floats, stratum: Stratum, rng: Random) -> NDArray[np.uint8]:
    """Return the picture that the phone makes of *light* (H, W, 3), white at 1.

    Blur, shading to the corners, one colour a pixel, noise, the colours guessed, denoising, a
    curve, and sharpening.
    """
    scale = max(light.shape[:2]) / 3000
    light = _blurred(light, stratum, scale, rng)
    high, wide = light.shape[:2]
    y, x = np.ogrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    light = light * (1 - float(rng.uniform(0, 0.25)) * (x * x + y * y) / 2)[..., None].astype(
        np.float32
    )
    balance = np.exp(rng.normal(0, 0.5 * stratum.cast, 3)).astype(np.float32)
    raw = np.empty((high, wide), np.float32)
    for row, column, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        raw[row::2, column::2] = light[row::2, column::2, channel]
    noise = 0.75 * between(rng, stratum.noise)
    raw += noise * np.sqrt(np.clip(raw, 0.03, 1)) * rng.standard_normal(raw.shape, np.float32)
    raw = np.clip(raw, 0, 1.6) / 1.6
    colours = cv2.cvtColor((raw * 65535).astype(np.uint16), cv2.COLOR_BayerBG2RGB_EA)
    seen = colours.astype(np.float32) / 65535 * 1.6 * balance
    luma = np.asarray(seen @ np.array([0.25, 0.6, 0.15], np.float32), np.float32)
    tone: NDArray[np.floating] = seen - luma[..., None]
    side = 3 if noise < 0.012 else 5
    tone = np.asarray(cv2.blur(cv2.medianBlur(tone, side), (side, side)), np.float32)
    if noise > 0.01:
        luma = np.asarray(cv2.bilateralFilter(luma, 5, 2.2 * noise, 1.4), np.float32)
    seen = luma[..., None] + tone * float(rng.uniform(0.85, 1.2))
    values = _curve(np.clip(seen, 0, None), float(rng.uniform(0, 0.25)))
    soft = cv2.GaussianBlur(values, (0, 0), 1.3)
    values = values + float(rng.uniform(0.1, 0.8)) * np.clip(values - soft, -0.08, 0.08)
    return np.asarray(np.clip(np.rint(values * 255), 0, 255), np.uint8)


def _curve(light: Floats, contrast: float) -> Floats:
    """Return *light* as a screen's values: bent down where it would burn out, then an S."""
    steps, most = 20000, 2.0
    tone = np.linspace(0, most, steps + 1)
    bent = np.where(tone > 0.75, 0.75 + 0.25 * (1 - np.exp(-(tone - 0.75) / 0.25)), tone)
    values = np.where(
        bent <= 0.0031308, 12.92 * bent, 1.055 * np.maximum(bent, 1e-6) ** (1 / 2.4) - 0.055
    )
    table = values + contrast * np.sin(2 * np.pi * (values - 0.5)) / (2 * np.pi)
    at = np.clip(light * np.float32(steps / most), 0, steps).astype(np.uint16)
    return np.asarray(table.astype(np.float32)[at])


def _blurred(light: Floats, stratum: Stratum, scale: float, rng: Random) -> Floats:
    """Return *light* out of focus and shaken: a disc's and a bent path's blur."""
    radius = 1.9 * between(rng, stratum.defocus_px) * scale
    length = 2.5 * between(rng, stratum.motion_px) * scale
    reach = int(np.ceil(radius + length)) + 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float64)
    kernel = np.zeros_like(x)
    way, bend = float(rng.uniform(0, np.pi)), float(rng.normal(0, 0.8))
    for share in np.linspace(-0.5, 0.5, 15):
        turned = way + bend * share
        dx, dy = length * share * np.cos(turned), length * share * np.sin(turned)
        kernel += np.clip(max(radius, 0.5) - np.hypot(x - dx, y - dy) + 0.5, 0, 1)
    return np.asarray(cv2.filter2D(light, -1, (kernel / kernel.sum()).astype(np.float32)))
