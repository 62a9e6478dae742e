"""A filled board on a table among other things, under a light, as the camera sees it."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import Floats
from samples.simulator.scene.camera import GRID, Bend, Camera
from samples.simulator.scene.light import Light, capsule_gap
from samples.simulator.scene.tables import PX_PER_MM

_HALF = GRID // 2


@dataclass(frozen=True, slots=True)
class Thing:
    """A pen, a wooden piece or a card that lies about: a capsule on the table, in mm."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius_mm: float
    colour: tuple[float, float, float]
    tip: tuple[float, float, float]
    round: bool


def random_things(
    page_mm: tuple[float, float],
    box: tuple[float, float, float, float],
    number: int,
    rng: np.random.Generator,
) -> tuple[Thing, ...]:
    """Return things beside the board, some over its margin, none over the map *box* (mm)."""
    found: list[Thing] = []
    for _ in range(30 * number):
        if len(found) == number:
            break
        thing = _random_thing(page_mm, rng)
        line = np.linspace(thing.start, thing.end, 40)
        out = np.maximum(np.maximum(np.subtract(box[:2], line), np.subtract(line, box[2:])), 0)
        gap = np.hypot(out[:, 0], out[:, 1]).min() - thing.radius_mm
        if gap > 16:
            found.append(thing)
    return tuple(found)


def _random_thing(page_mm: tuple[float, float], rng: np.random.Generator) -> Thing:
    middle = rng.uniform(-0.25, 1.25, 2) * page_mm
    way = float(rng.uniform(0, 2 * np.pi))
    colours = ((0.5, 0.05, 0.06), (0.04, 0.12, 0.45), (0.04, 0.3, 0.1), (0.03, 0.03, 0.03))
    colour = colours[int(rng.integers(len(colours)))]
    if rng.random() < 0.7:
        half = 60 * np.array([np.cos(way), np.sin(way)])
        body = (0.8, 0.8, 0.78) if rng.random() < 0.5 else colour
        ends = (_pair(middle - half), _pair(middle + half))
        return Thing(*ends, float(rng.uniform(5, 7)), body, colour, True)
    half = float(rng.uniform(0.1, 9)) * np.array([np.cos(way), np.sin(way)])
    ends = (_pair(middle - half), _pair(middle + half))
    return Thing(*ends, float(rng.uniform(6, 14)), colour, colour, False)


def _pair(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values[0]), float(values[1])


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands before the camera: the inked page (H, W, 3) and the table, both linear."""

    page: Floats
    page_mm: tuple[float, float]
    bend: Bend
    table: Floats
    table_name: str
    table_angle: float
    things: tuple[Thing, ...]
    light: Light


# Paints more on the picture (H, W, 3) of what lies there, before the light falls on it; returns
# how much of the card's gloss it hides, (H, W) from 0 to 1.
Lay = Callable[[Floats], Floats]


def render(scene: Scene, camera: Camera, lay: Lay | None = None) -> Floats:
    """Return the light that reaches the camera, (H, W, 3), 1 being white.

    *lay* puts more on the card than the scene has.
    """
    ground = camera.page_map(None)
    card = camera.page_map(scene.bend)
    density = camera.px_per_mm
    picture = _table(scene, ground)
    picture *= _contact(scene, ground)[..., None]
    mask = _card_mask(card, scene.page_mm, density)[..., None]
    scale = scene.page.shape[1] / scene.page_mm[0]
    printed = _sampled(scene.page, card * np.float32(scale) - np.float32(0.5))
    shade = _small(lambda xy: scene.light.on_bend(xy, scene.bend), card)
    printed *= shade[..., None]
    picture += mask * (printed - picture)
    for thing in scene.things:
        _lay_thing(picture, thing, ground, density)
    if lay:
        mask = mask * (1 - lay(picture)[..., None])
    centre = (scene.page_mm[0] / 2, scene.page_mm[1] / 2)
    picture *= _small(lambda xy: scene.light.falling(xy, centre), ground)
    gloss = _small(lambda xy: scene.light.mirrored(xy, scene.page_mm), card)
    picture += mask * gloss[..., None]
    return picture


def _small(compute: Callable[[Floats], Floats], points: Floats) -> Floats:
    """Return a smooth function of *points*, worked out on every fourth pixel."""
    coarse = compute(points[_HALF // 2 :: _HALF, _HALF // 2 :: _HALF])
    size = (points.shape[1], points.shape[0])
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _table(scene: Scene, ground: Floats) -> Floats:
    cos, sin = np.cos(scene.table_angle), np.sin(scene.table_angle)
    turn = np.array([[cos, sin], [-sin, cos]], np.float32)
    at = (ground @ turn.T + 400) * np.float32(PX_PER_MM)
    return _sampled(scene.table, at, cv2.BORDER_REFLECT)


def _sampled(
    picture: Floats, at: NDArray[np.floating], edges: int = cv2.BORDER_REPLICATE
) -> Floats:
    """Return *picture* at the pixels *at* (..., 2), carried on beyond its *edges*."""
    x, y = (np.ascontiguousarray(at[..., axis], np.float32) for axis in (0, 1))
    found = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=edges)
    return np.asarray(found, np.float32)


def _contact(scene: Scene, ground: Floats) -> Floats:
    """Return how the card darkens the table around it: close by, and away from the light."""
    wide, high = scene.page_mm
    lift = 1.0 + scene.bend.bow_mm + scene.bend.curl_mm

    def dim(xy: Floats) -> Floats:
        x = xy[..., 0] + 1.5 * lift * scene.light.direction[0]
        y = xy[..., 1] + 1.5 * lift * scene.light.direction[1]
        over = np.maximum(-x, x - wide), np.maximum(-y, y - high)
        out = np.hypot(np.maximum(over[0], 0), np.maximum(over[1], 0))
        return np.asarray(1 - 0.55 * np.exp(-out / (0.8 + 1.3 * lift)), np.float32)

    return _small(dim, ground)


def _card_mask(card: Floats, page_mm: tuple[float, float], density: float) -> Floats:
    """Return 1 on the card and 0 off it; its corners are a little rounded."""
    radius = 2.0
    half_x, half_y = page_mm[0] / 2, page_mm[1] / 2
    x = np.abs(card[..., 0] - np.float32(half_x)) - np.float32(half_x - radius)
    y = np.abs(card[..., 1] - np.float32(half_y)) - np.float32(half_y - radius)
    out = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0) - radius
    return np.asarray(np.clip(0.5 - out * density, 0, 1), np.float32)


def _lay_thing(picture: Floats, thing: Thing, ground: Floats, density: float) -> None:
    """Paint *thing* on *picture*, with its shadow on what lies under it."""
    reach = thing.radius_mm * 2.2
    ends = np.array([thing.start, thing.end])
    low, high = ends.min(axis=0) - reach, ends.max(axis=0) + reach
    # Looked up on every eighth pixel; the margin in reach makes up for it.
    coarse = ground[::GRID, ::GRID]
    near = ((coarse >= low.astype(np.float32)) & (coarse <= high.astype(np.float32))).all(axis=2)
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    if not len(rows):
        return
    window = (
        slice(max(0, rows[0] - 1) * GRID, (rows[-1] + 1) * GRID),
        slice(max(0, columns[0] - 1) * GRID, (columns[-1] + 1) * GRID),
    )
    xy = ground[window]
    gap = capsule_gap(xy, thing.start, thing.end, thing.radius_mm)
    shadow = 1 - 0.5 * np.exp(-np.maximum(gap, 0) / (0.35 * thing.radius_mm))
    cover = np.clip(0.5 - gap * density, 0, 1)[..., None]
    region = picture[window]
    region *= shadow[..., None].astype(np.float32)
    region += (cover * (_thing_colour(thing, xy, gap) - region)).astype(np.float32)


def _thing_colour(thing: Thing, xy: Floats, gap: NDArray[np.floating]) -> Floats:
    way = np.subtract(thing.end, thing.start)
    length = max(float(way @ way), 1e-9)
    offset = xy - np.array(thing.start)
    along = (offset[..., 0] * way[0] + offset[..., 1] * way[1]) / length
    colour = np.where((along < 0.32)[..., None], thing.tip, thing.colour)
    if not thing.round:
        edge = np.clip(-gap / 1.2, 0, 1)
        return np.asarray(colour * (0.55 + 0.5 * edge)[..., None], np.float32)
    depth = np.clip(-gap / thing.radius_mm, 0, 1)
    shade = 0.4 + 0.7 * np.sqrt(np.clip(1 - (1 - depth) ** 2, 0, 1))
    glint = 0.35 * np.exp(-(((depth - 0.75) / 0.12) ** 2))
    return np.asarray(colour * shade[..., None] + glint[..., None], np.float32)
