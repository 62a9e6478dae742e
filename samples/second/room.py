"""The room of the second family: its lamps and windows light the board and are mirrored in it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.second.hand import Random
from samples.simulator.chance import Floats

Vector = NDArray[np.float64]
_SAMPLES = 5
_GRID = 6.0
# What clear plastic mirrors of light from straight above.
_MIRRORED = 0.04


@dataclass(frozen=True, slots=True)
class Panel:
    """A rectangle that shines: its middle, two half sides (mm), its light; ``mirrored`` of it."""

    middle: Vector
    along: Vector
    up: Vector
    light: Vector
    mirrored: float = 1.0

    def samples(self) -> Vector:
        """Return points (N, 3) spread over the panel."""
        steps = (np.arange(_SAMPLES) + 0.5) / _SAMPLES * 2 - 1
        a, b = (part.ravel() for part in np.meshgrid(steps, steps))
        return np.asarray(self.middle + a[:, None] * self.along + b[:, None] * self.up)

    @property
    def normal(self) -> Vector:
        """The unit vector across the panel."""
        across = np.cross(self.along, self.up)
        return np.asarray(across / np.linalg.norm(across))

    @property
    def area(self) -> float:
        """Its size in mm²."""
        return float(4 * np.linalg.norm(np.cross(self.along, self.up)))


@dataclass(frozen=True, slots=True)
class Shade:
    """What stands in the light, as an ellipse lying in the air: middle, half sides, angle."""

    middle: Vector
    half: tuple[float, float]
    angle: float


@dataclass(frozen=True, slots=True)
class Room:
    """What shines, what stands in the light, and the light that comes from all around."""

    panels: tuple[Panel, ...]
    shades: tuple[Shade, ...]
    around: Vector
    blur: float

    def falling(self, points: Vector) -> Vector:
        """Return the light (N, 3) that falls on *points* (N, 3) from above."""
        total = np.tile(self.around, (len(points), 1))
        for panel in self.panels:
            spots = panel.samples()
            for spot in spots:
                way = spot - points
                far = np.sqrt((way**2).sum(axis=1))
                facing = np.clip(way[:, 2] / far, 0, 1) * np.abs(way @ panel.normal) / far
                share = facing / far**2 * panel.area / len(spots) / np.pi
                for shade in self.shades:
                    share = share * _passes(points, way, shade)
                total = total + share[:, None] * panel.light
        return total

    def mirrored(self, points: Floats, ways: Floats, cosine: Floats) -> Floats:
        """Return the light (..., 3) that *points* (..., 3) mirror, seen from along *ways*.

        *ways* (..., 3) lead from the points to what is mirrored; *cosine* (...) is that of the
        angle to the board's normal.
        """
        share = _MIRRORED + (1 - _MIRRORED) * (1 - np.clip(cosine, 0, 1)) ** 5
        height = np.clip(ways[..., 2], 0, 1)
        seen = (0.6 + 0.4 * height)[..., None] * self.around.astype(np.float32)
        for panel in self.panels:
            cover = self._cover(panel, points, ways)
            if cover is not None:
                seen = seen + (cover * panel.mirrored)[..., None] * panel.light.astype(np.float32)
        return np.asarray(share[..., None] * seen, np.float32)

    def _cover(self, panel: Panel, points: Floats, ways: Floats) -> Floats | None:
        """Return how much of *panel* each point mirrors, 0 to 1; None if none does."""
        normal = panel.normal.astype(np.float32)
        toward = ways @ normal
        toward = np.where(np.abs(toward) < 1e-4, 1e-4, toward)
        reach = ((panel.middle.astype(np.float32) - points) @ normal) / toward
        hit = points + ways * reach[..., None] - panel.middle.astype(np.float32)
        cover = np.asarray(reach > 0, np.float32)
        for side in (panel.along, panel.up):
            long = float(np.linalg.norm(side))
            at = np.abs(hit @ (side / long).astype(np.float32))
            soft = np.maximum(self.blur * np.abs(reach), 1.0)
            cover = cover * np.clip((long - at) / soft + 0.5, 0, 1)
        return cover if cover.max() > 0.01 else None


def _passes(points: Vector, way: Vector, shade: Shade) -> Vector:
    """Return 1 for the points whose light does not meet *shade*, else 0."""
    share = (shade.middle[2] - points[:, 2]) / np.maximum(way[:, 2], 1e-6)
    at = points[:, :2] + way[:, :2] * share[:, None] - shade.middle[:2]
    cos, sin = np.cos(shade.angle), np.sin(shade.angle)
    u = (at[:, 0] * cos + at[:, 1] * sin) / shade.half[0]
    v = (at[:, 1] * cos - at[:, 0] * sin) / shade.half[1]
    return np.asarray(~((u * u + v * v < 1) & (share > 0) & (share < 1)), np.float64)


def random_room(rng: Random, *, soft: bool, shades: int, blur: tuple[float, float]) -> Room:
    """Return a room by day or by night.

    *soft* rooms have large lamps and much light from all around; *shades* is how many hands,
    phones and heads are about at most.
    """
    day = rng.random() < 0.5
    warm = np.array([1.0, 0.78, 0.55]) ** float(rng.uniform(0.2, 1.1))
    sky = np.array([0.84, 0.93, 1.0]) ** float(rng.uniform(0.3, 1.5))
    panels = []
    if day or rng.random() < 0.3:
        panels += _window(rng, sky * float(rng.uniform(2, 4)))
    if not day or rng.random() < 0.4:
        for _ in range(int(rng.integers(1, 4 if soft else 3))):
            panels.append(_lamp(rng, warm, soft=soft))
    tint = sky if day else warm
    middle = Room(tuple(panels), (), np.zeros(3), 0.0).falling(np.zeros((1, 3))).mean()
    # Walls and ceiling throw much of a room's light back.
    around = tint * middle * float(rng.uniform(0.5, 1.5) if soft else rng.uniform(0.4, 1.0))
    standing = tuple(_shade(rng, soft=soft) for _ in range(int(rng.integers(0, shades + 1))))
    return Room(tuple(panels), standing, around, float(rng.uniform(*blur)))


def _window(rng: Random, light: Vector) -> list[Panel]:
    """Return the panes of a window in a wall."""
    angle, far = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(900, 3000))
    inward = np.array([np.cos(angle), np.sin(angle), 0])
    aside = np.array([-inward[1], inward[0], 0])
    half = float(rng.uniform(180, 450)), float(rng.uniform(250, 600))
    middle = (
        inward * far + aside * float(rng.uniform(-900, 900)) + (0, 0, float(rng.uniform(600, 1300)))
    )
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    pane = half[0] / columns, half[1] / rows
    return [
        Panel(
            middle
            + aside * pane[0] * (2 * c + 1 - columns)
            + np.array([0, 0, pane[1] * (2 * r + 1 - rows)]),
            aside * pane[0] * 0.93,
            np.array([0, 0, pane[1] * 0.94]),
            light,
        )
        for c in range(columns)
        for r in range(rows)
    ]


def _lamp(rng: Random, tint: Vector, *, soft: bool) -> Panel:
    """Return a lamp on the ceiling or above the table."""
    turn = float(rng.uniform(0, np.pi))
    half = rng.uniform(150, 500, 2) if soft else rng.uniform(40, 180, 2)
    along = np.array([np.cos(turn), np.sin(turn), 0]) * half[0]
    up = np.array([-np.sin(turn), np.cos(turn), 0]) * half[1]
    place = np.append(rng.uniform(-1300, 1300, 2), float(rng.uniform(700, 2000)))
    power = float(rng.uniform(0.6, 1.6)) * 3.1 * place[2] ** 2 / (4 * half[0] * half[1])
    return Panel(place, along, up, tint * power)


def _shade(rng: Random, *, soft: bool) -> Shade:
    """Return a hand with a phone, or a head, between board and light."""
    high = float(rng.uniform(200, 500) if soft else rng.uniform(60, 400))
    place = np.append(rng.uniform(-260, 260, 2), high)
    half = float(rng.uniform(40, 130)), float(rng.uniform(40, 90))
    return Shade(place, half, float(rng.uniform(0, np.pi)))


def light_over(room: Room, page_mm: tuple[float, float], margin: float) -> tuple[Floats, float]:
    """Return the light that falls on the table, on a grid, and the grid's step in mm.

    It begins *margin* mm to the left of and above the page, whose middle is the origin.
    """
    columns = np.arange(-margin, page_mm[0] + margin + _GRID, _GRID) - page_mm[0] / 2
    rows = np.arange(-margin, page_mm[1] + margin + _GRID, _GRID) - page_mm[1] / 2
    x, y = np.meshgrid(columns, rows)
    points = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    light = room.falling(points).reshape(*x.shape, 3)
    return np.asarray(cv2.GaussianBlur(light.astype(np.float32), (0, 0), 0.6)), _GRID
