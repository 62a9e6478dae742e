"""A phone's camera: where it stands, its lens, and what its processing does to the light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import Floats, between
from samples.simulator.strata import Stratum

Points = NDArray[np.float64]

# Focal length by the photo's long side; 26 mm on film, as phones have.
_FOCAL = 0.74
GRID = 8


@dataclass(frozen=True, slots=True)
class Bend:
    """How a card does not lie flat: it bows along a direction, and one corner lifts.

    Heights are in mm above the table; ``centre`` and ``half`` are the page's.
    """

    bow_mm: float
    direction: float
    hollow: bool
    curl_mm: float
    corner: tuple[int, int]
    centre: tuple[float, float]
    half: tuple[float, float]

    def height(self, xy: NDArray[np.floating]) -> NDArray[np.floating]:
        """Return the height at points (..., 2) in mm of the page."""
        u = (xy[..., 0] - self.centre[0]) / self.half[0]
        v = (xy[..., 1] - self.centre[1]) / self.half[1]
        u, v = np.clip(u, -1.2, 1.2), np.clip(v, -1.2, 1.2)
        along = (u * np.cos(self.direction) + v * np.sin(self.direction)) ** 2
        bow = self.bow_mm * (along if self.hollow else np.maximum(1 - along, 0))
        lifted = np.clip((u * self.corner[0] + v * self.corner[1]) / 2 - 0.3, 0, 1)
        return np.asarray(bow + self.curl_mm * lifted**2)


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole with a lens that bends lines, looking at a page on a table.

    ``turn`` is the rotation (3, 3) from page to camera, ``target`` the page point (mm) in the
    photo's middle but for ``distance_mm``; ``distortion`` is the change of the radius at half
    the photo's diagonal. ``size`` is width and height in pixels.
    """

    size: tuple[int, int]
    turn: NDArray[np.float64]
    target: tuple[float, float]
    distance_mm: float
    distortion: float

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return _FOCAL * max(self.size)

    @property
    def px_per_mm(self) -> float:
        """How large the page's middle is in the photo."""
        return self.focal_px / self.distance_mm

    def project(self, xyz: Points) -> Points:
        """Return where points (N, 3) show, (N, 2) in pixels; mm, the third the height."""
        seen = (xyz * (1, 1, -1) - (*self.target, 0)) @ self.turn.T + (0, 0, self.distance_mm)
        straight = self.focal_px * seen[:, :2] / seen[:, 2:]
        bent = straight.copy()
        for _ in range(25):
            bent = straight / self._pull(bent)
        return bent + self._middle()

    def page_points(self, pixels: NDArray[np.floating], bend: Bend | None) -> NDArray[np.float64]:
        """Return the page points in mm that *pixels* (..., 2) show, (..., 2).

        With *bend* they lie on the bent card, without it on the table.
        """
        bent = np.asarray(pixels, np.float64) - self._middle()
        straight = bent * self._pull(bent)
        rays = np.concatenate([straight / self.focal_px, np.ones((*bent.shape[:-1], 1))], axis=-1)
        ways = rays @ self.turn
        eye = -self.distance_mm * self.turn[2] + (*self.target, 0)
        height: NDArray[np.floating] = np.zeros(bent.shape[:-1])
        for _ in range(1 if bend is None else 5):
            reach = (-height - eye[2]) / ways[..., 2]
            xy = eye[:2] + reach[..., None] * ways[..., :2]
            if bend is not None:
                height = bend.height(xy)
        return np.asarray(xy)

    def page_map(self, bend: Bend | None) -> Floats:
        """Return the page point that every pixel shows, (H, W, 2) in mm."""
        wide, high = self.size
        # Computed on a coarse grid with a rim, whose nodes sit where resizing expects them.
        columns = GRID * (np.arange(-1, wide // GRID + 1) + 0.5) - 0.5
        rows = GRID * (np.arange(-1, high // GRID + 1) + 0.5) - 0.5
        coarse = self.page_points(np.stack(np.meshgrid(columns, rows), axis=-1), bend)
        full = cv2.resize(
            coarse.astype(np.float32),
            (wide + 2 * GRID, high + 2 * GRID),
            interpolation=cv2.INTER_LINEAR,
        )
        return np.asarray(full[GRID:-GRID, GRID:-GRID], np.float32)

    def _middle(self) -> tuple[float, float]:
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    def _pull(self, bent: NDArray[np.float64]) -> NDArray[np.float64]:
        diagonal = np.hypot(*self.size) / 2
        radius = (bent**2).sum(axis=-1, keepdims=True) / diagonal**2
        return np.asarray(1 + self.distortion * radius)


def random_bend(
    page_mm: tuple[float, float], limits: tuple[float, float], rng: np.random.Generator
) -> Bend:
    """Return a card that is bent by up to *limits* mm."""
    half = page_mm[0] / 2, page_mm[1] / 2
    return Bend(
        bow_mm=between(rng, limits),
        direction=float(rng.uniform(0, np.pi)),
        hollow=bool(rng.random() < 0.5),
        curl_mm=between(rng, limits) * float(rng.uniform(0, 2)),
        corner=(int(rng.choice([-1, 1])), int(rng.choice([-1, 1]))),
        centre=half,
        half=half,
    )


def random_camera(
    outline: Points, size: tuple[int, int], stratum: Stratum, rng: np.random.Generator
) -> tuple[Camera, float]:
    """Return a camera that has the page points *outline* (N, 2) in view, and its tilt in degrees.

    *size* is the photo's when the phone is held across; it may be held upright.
    """
    tilt = between(rng, stratum.tilt_deg)
    towards = float(rng.uniform(0, 2 * np.pi))
    axis = np.deg2rad(tilt) * np.array([np.cos(towards), np.sin(towards), 0])
    quarters = int(rng.integers(4)) if rng.random() < stratum.any_turn_share else 0
    lean = np.deg2rad(rng.normal(0, stratum.turn_deg / 2))
    if rng.random() < 0.25 * stratum.any_turn_share:
        lean = float(rng.uniform(-np.pi / 4, np.pi / 4))
    lean += quarters * np.pi / 2
    about = np.array([0.0, 0.0, float(lean)])
    turn = cv2.Rodrigues(about)[0] @ cv2.Rodrigues(axis)[0]
    # People hold the phone along the board, but not always.
    if rng.random() < (0.85 if quarters % 2 else 0.12):
        size = size[::-1]
    middle = outline.mean(axis=0)
    bent = between(rng, stratum.distortion)
    margin = float(rng.uniform(0.02, 0.1))
    camera = Camera(size, turn, (float(middle[0]), float(middle[1])), 400.0, bent)
    for _ in range(12):
        camera = reframed(camera, outline, margin)
    camera = _shifted(camera, outline, rng)
    # Rarely a strong tilt and lens leave the steps above wandering off: another try.
    return (camera, tilt) if _shows(camera, outline) else random_camera(outline, size, stratum, rng)


def _shows(camera: Camera, outline: Points) -> bool:
    """Whether *outline* lies in view, but for a fifth of the photo at most."""
    seen = camera.project(np.column_stack([outline, np.zeros(len(outline))]))
    slack = 0.2 * np.array(camera.size)
    return bool((seen > -slack).all() and (seen < camera.size + slack).all())


def reframed(camera: Camera, outline: Points, margin: float) -> Camera:
    """Return *camera* nearer to showing *outline* in the middle, filling the photo to a margin."""
    seen = camera.project(np.column_stack([outline, np.zeros(len(outline))]))
    low, high = seen.min(axis=0), seen.max(axis=0)
    wanted = np.array(camera.size) * (1 - 2 * margin)
    grown = float(((high - low) / wanted).max())
    x, y = camera.page_points((low + high) / 2, None)
    distance = camera.distance_mm * float(np.clip(grown, 0.6, 1.8))
    return Camera(camera.size, camera.turn, (float(x), float(y)), distance, camera.distortion)


def _shifted(camera: Camera, outline: Points, rng: np.random.Generator) -> Camera:
    """Return *camera* aimed a bit off *outline*, most of which stays in view."""
    seen = camera.project(np.column_stack([outline, np.zeros(len(outline))]))
    spare = np.maximum(np.array(camera.size) - np.ptp(seen, axis=0), 0) / 2
    aim = np.array(camera.size) / 2 + 0.6 * spare * rng.uniform(-1, 1, 2)
    x, y = camera.page_points(aim, None)
    target = (float(x), float(y))
    return Camera(camera.size, camera.turn, target, camera.distance_mm, camera.distortion)


def expose(light: Floats, stratum: Stratum, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return what the phone makes of *light* (H, W, 3), linear with the exposure applied."""
    scale = max(light.shape[:2]) / 3000
    light = _blurred(light, stratum, scale, rng)
    light *= _vignette(light.shape[:2], float(rng.uniform(0.03, 0.22)))[..., None]
    light = _with_noise(light, between(rng, stratum.noise), scale, rng)
    values = toned(light, float(rng.uniform(0.0, 0.3)))
    return _sharpened(values * np.float32(255), scale, rng)


def toned(light: Floats, punch: float) -> Floats:
    """Return *light* as sRGB values from 0 to 1, softer at the top, contrast up by *punch*."""
    brightest, steps = 2.0, 65535
    tone = np.linspace(0, brightest, steps + 1)
    knee = 0.8
    soft = knee + (1 - knee) * np.tanh((tone - knee) / (1 - knee))
    tone = np.where(tone > knee, soft, tone)
    power = 1.055 * np.maximum(tone, 1e-6) ** (1 / 2.4) - 0.055
    curve = np.where(tone <= 0.0031308, 12.92 * tone, power)
    curve += punch * (curve - 0.5) * curve * (1 - curve)
    at = np.clip(light * np.float32(steps / brightest), 0, steps).astype(np.uint16)
    return np.asarray(curve.astype(np.float32)[at])


def _blurred(light: Floats, stratum: Stratum, scale: float, rng: np.random.Generator) -> Floats:
    sigma = between(rng, stratum.defocus_px) * scale
    if sigma > 0.2:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sigma), np.float32)
    length = between(rng, stratum.motion_px) * scale * 2.5
    if length < 1:
        return light
    side = 2 * int(np.ceil(length)) + 1
    kernel = np.zeros((side, side), np.float32)
    way = float(rng.uniform(0, np.pi))
    for step in np.linspace(-0.5, 0.5, 4 * side):
        x, y = side / 2 + length * step * np.cos(way), side / 2 + length * step * np.sin(way)
        kernel[int(y), int(x)] += 1
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)


def _vignette(shape: tuple[int, int], strength: float) -> Floats:
    y = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, shape[1], dtype=np.float32)[None]
    return np.asarray(1 - strength * (x * x + y * y) / 2, np.float32)


def _with_noise(light: Floats, size: float, scale: float, rng: np.random.Generator) -> Floats:
    """Return *light* with photon noise, some of it in blotches as denoising leaves them."""
    noise = rng.standard_normal(light.shape, np.float32)
    noise = 0.75 * noise + 0.9 * cv2.GaussianBlur(noise, (0, 0), max(0.6, 0.9 * scale))
    noise += 0.5 * cv2.blur(noise.mean(axis=2), (3, 3))[..., None]
    spread = size * np.sqrt(0.08 + 0.92 * np.clip(light, 0, 1))
    return np.asarray(light + spread * noise, np.float32)


def _sharpened(values: Floats, scale: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    soft = cv2.GaussianBlur(values, (0, 0), max(0.7, 1.1 * scale))
    sharp = values + float(rng.uniform(0.15, 0.6)) * (values - soft)
    return np.asarray(np.clip(np.rint(sharp), 0, 255), np.uint8)
