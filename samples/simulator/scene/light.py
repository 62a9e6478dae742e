"""The light on a table: uneven, coloured, shadowed, and mirrored by a glossy card."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import Floats, between
from samples.simulator.scene.camera import Bend
from samples.simulator.strata import Stratum

XY = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of a head, a hand or a phone: a capsule from ``start`` to ``end``, in mm."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius_mm: float
    edge_mm: float
    depth: float

    def dim(self, xy: XY) -> Floats:
        """Return the share of light that arrives at points (..., 2)."""
        gap = capsule_gap(xy, self.start, self.end, self.radius_mm)
        inside = np.clip(0.5 - gap / self.edge_mm, 0, 1)
        inside = inside * inside * (3 - 2 * inside)
        return np.asarray(1 - self.depth * inside, np.float32)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp or a window as the card mirrors it, (..., 2) mm on the page.

    ``window`` has straight edges and a cross bar; a lamp is a round glow.
    """

    centre: tuple[float, float]
    half_mm: tuple[float, float]
    angle: float
    strength: float
    window: bool

    def glare(self, xy: XY) -> Floats:
        """Return the mirrored light at points (..., 2)."""
        dx, dy = xy[..., 0] - self.centre[0], xy[..., 1] - self.centre[1]
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        u = np.abs(dx * cos + dy * sin) / self.half_mm[0]
        v = np.abs(dy * cos - dx * sin) / self.half_mm[1]
        halo = 0.25 * np.exp(-1.2 * (u * u + v * v) / 1.6)
        if self.window:
            core = 1 / (1 + np.exp(np.clip(14 * (np.maximum(u, v) - 0.9), -50, 50)))
            core *= 1 - 0.7 * np.exp(-((np.minimum(u, v) / 0.09) ** 2))
        else:
            core = np.exp(-((u * u + v * v) ** 1.5))
        return np.asarray(self.strength * (core + halo), np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """All light of a scene; colours are linear RGB, places in mm on the page."""

    colour: tuple[float, float, float]
    slope: tuple[float, float]
    side_colour: tuple[float, float, float]
    side_at: tuple[float, float]
    side_reach_mm: float
    shadows: tuple[Shadow, ...]
    lamps: tuple[Lamp, ...]
    veil: float
    veil_way: float
    gain: float
    direction: tuple[float, float]

    def falling(self, xy: XY, centre: tuple[float, float]) -> Floats:
        """Return the light (..., 3) that falls on points (..., 2)."""
        dx, dy = (xy[..., 0] - centre[0]) / 150, (xy[..., 1] - centre[1]) / 150
        main = np.exp(np.clip(self.slope[0] * dx + self.slope[1] * dy, -1.2, 1.2))
        for shadow in self.shadows:
            main = main * shadow.dim(xy)
        away = (xy[..., 0] - self.side_at[0]) ** 2 + (xy[..., 1] - self.side_at[1]) ** 2
        side = 1 / (1 + away / self.side_reach_mm**2)
        both = main[..., None] * np.array(self.colour) + side[..., None] * self.side_colour
        return np.asarray(self.gain * both, np.float32)

    def mirrored(self, xy: XY, size_mm: tuple[float, float]) -> Floats:
        """Return the light (...) that a glossy card throws back from points (..., 2)."""
        way = np.cos(self.veil_way), np.sin(self.veil_way)
        along = (xy[..., 0] / size_mm[0] - 0.5) * way[0] + (xy[..., 1] / size_mm[1] - 0.5) * way[1]
        total = self.veil * (0.35 + np.clip(0.5 + along, 0, 1) ** 2)
        for lamp in self.lamps:
            total = total + lamp.glare(xy)
        return np.asarray(total, np.float32)

    def on_bend(self, xy: XY, bend: Bend) -> Floats:
        """Return how much lighter (..., about 1) the slopes of a bent card are."""
        step = 2.0
        base = bend.height(xy)
        slope_x = (bend.height(xy + np.array([step, 0])) - base) / step
        slope_y = (bend.height(xy + np.array([0, step])) - base) / step
        facing = slope_x * self.direction[0] + slope_y * self.direction[1]
        return np.asarray(1 - np.clip(1.6 * facing, -0.35, 0.35), np.float32)


def capsule_gap(
    xy: XY, start: tuple[float, float], end: tuple[float, float], radius: float
) -> NDArray[np.floating]:
    """Return how far points (..., 2) are outside a capsule; negative inside."""
    way = np.subtract(end, start)
    dx, dy = xy[..., 0] - start[0], xy[..., 1] - start[1]
    share = np.clip((dx * way[0] + dy * way[1]) / max(float(way @ way), 1e-9), 0, 1)
    return np.asarray(np.hypot(dx - share * way[0], dy - share * way[1]) - radius)


def random_light(
    page_mm: tuple[float, float],
    box: tuple[float, float, float, float],
    inked: NDArray[np.float64],
    stratum: Stratum,
    rng: np.random.Generator,
) -> Light:
    """Return the light over a page; *inked* (N, 2) are points in mm that glare must spare.

    *box* is the map on the page: left, top, right, bottom.
    """
    warm = float(rng.normal(0, stratum.cast))
    tint = float(rng.normal(0, 0.35 * stratum.cast))
    side_warm = warm + float(rng.normal(0, stratum.cast))
    way = float(rng.uniform(0, 2 * np.pi))
    fall = between(rng, stratum.falloff) / 2
    side = between(rng, stratum.falloff)
    colour = (1 + warm, 1 + tint, 1 - warm)
    brightness = between(rng, stratum.brightness)
    # A lamp's core and halo together are 1.25 times its strength.
    room = max(0.0, stratum.glare_limit - brightness) / 1.25
    return Light(
        colour=colour,
        slope=(fall * float(np.cos(way)), fall * float(np.sin(way))),
        side_colour=(side * (1 + side_warm), side, side * (1 - side_warm)),
        side_at=(
            float(rng.uniform(-0.3, 1.3)) * page_mm[0],
            float(rng.uniform(-0.4, 1.4)) * page_mm[1],
        ),
        side_reach_mm=float(rng.uniform(60, 200)),
        shadows=_shadows(page_mm, stratum, rng),
        lamps=_lamps(page_mm, box, inked, stratum, room, rng),
        veil=brightness * between(rng, stratum.veil) * 1.4,
        veil_way=float(rng.uniform(0, 2 * np.pi)),
        gain=brightness / (0.9 * (1 + 0.5 * side)),
        direction=(float(np.cos(way)), float(np.sin(way))),
    )


def _shadows(
    page_mm: tuple[float, float], stratum: Stratum, rng: np.random.Generator
) -> tuple[Shadow, ...]:
    """Return the shadow of whoever takes the photo, reaching in over one side, or none."""
    if rng.random() >= stratum.shadow_share:
        return ()
    wide, high = page_mm
    way = float(rng.uniform(0, 2 * np.pi))
    far = max(wide, high)
    tip = np.array([wide, high]) * rng.uniform(0.2, 0.8, 2)
    root = tip + far * 1.5 * np.array([np.cos(way), np.sin(way)])
    edge = between(rng, stratum.shadow_edge_mm)
    depth = between(rng, stratum.shadow_depth)
    arm = Shadow(_pair(tip), _pair(root), float(rng.uniform(25, 75)), edge, depth)
    if rng.random() < 0.5:
        return (arm,)
    # A phone held out in front: a wider end on the arm.
    across = np.array([-np.sin(way), np.cos(way)]) * float(rng.uniform(25, 60))
    phone = Shadow(_pair(tip - across), _pair(tip + across), 36.0, edge, 0.6 * depth)
    return (arm, phone)


def _pair(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values[0]), float(values[1])


def _lamps(
    page_mm: tuple[float, float],
    box: tuple[float, float, float, float],
    inked: NDArray[np.float64],
    stratum: Stratum,
    strongest: float,
    rng: np.random.Generator,
) -> tuple[Lamp, ...]:
    lamps = []
    for _ in range(int(rng.integers(stratum.lamps[0], stratum.lamps[1] + 1))):
        half = rng.uniform(5, 20, 2)
        spot = rng.uniform((box[0], box[1]), (box[2], box[3]))
        if not stratum.lamps_on_marks:
            spots = rng.uniform((0, 0), page_mm, (60, 2))
            room = np.hypot(*(spots[:, None] - inked[None]).transpose(2, 0, 1)).min(axis=1)
            best = int(room.argmax()) if rng.random() < 0.4 else int((room > 16).argmax())
            spot = spots[best]
            # The glow has faded to next to nothing at 2.4 times its size.
            half = np.minimum(half, max(1.0, float(room[best]) / 2.4))
        lamps.append(
            Lamp(
                centre=_pair(spot),
                half_mm=_pair(half),
                angle=float(rng.uniform(0, np.pi)),
                strength=min(strongest, between(rng, stratum.lamp_strength)),
                window=bool(rng.random() < 0.4),
            )
        )
    return tuple(lamps)
