"""Small solid things on a map, as a camera sees them: buses, markers, hands and cards."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import Floats
from samples.simulator.scene.camera import Bend, Camera

Points = NDArray[np.float64]
Colour = tuple[float, float, float]
_SHIFT = 4


@dataclass(frozen=True, slots=True)
class Face:
    """A flat piece of a solid: its corners (N, 3) in mm, its colour in linear light."""

    corners: Points
    colour: Colour


@dataclass(frozen=True, slots=True)
class Solid:
    """A thing: its faces, its foot (N, 2) and how high it is, in mm. ``gloss`` is its shine."""

    faces: tuple[Face, ...]
    foot: Points
    height: float
    gloss: float


@dataclass(frozen=True, slots=True)
class Sun:
    """Where most light comes from: a way on the page (unit length) and how steep it falls."""

    way: tuple[float, float]
    steepness: float
    softness_mm: float
    depth: float


def prism(
    foot: Points,
    height: float,
    inset: float,
    colour: Colour,
    gloss: float,
    roof: Colour | None = None,
) -> Solid:
    """Return a solid on *foot* (N, 2), its roof smaller by *inset* mm all round."""
    middle = foot.mean(axis=0)
    away = foot - middle
    top = middle + away * (1 - inset / np.hypot(*away.T).min())
    # Sides rise straight to the shoulder and lean in from there to the roof.
    shoulder = height * 0.8
    low, high = (_raised(foot, z) for z in (0.0, shoulder))
    roofline = _raised(top, height)
    faces = []
    for lower, upper in ((low, high), (high, roofline)):
        for i in range(len(foot)):
            j = (i + 1) % len(foot)
            faces.append(Face(np.stack([lower[i], lower[j], upper[j], upper[i]]), colour))
    faces.append(Face(roofline, roof or colour))
    return Solid(tuple(faces), foot, height, gloss)


def _raised(points: Points, z: float) -> Points:
    return np.column_stack([points, np.full(len(points), z)])


def lay_solids(
    picture: Floats,
    camera: Camera,
    bend: Bend,
    solids: list[Solid],
    sun: Sun,
    rng: np.random.Generator,
) -> Floats:
    """Paint *solids* on *picture*, shadows first; return where they cover the card, (H, W)."""
    cover = np.zeros(picture.shape[:2], np.float32)
    for solid in solids:
        _shadow(picture, camera, bend, solid, sun)
    eye = -camera.distance_mm * camera.turn[2] * (1, 1, -1) + (*camera.target, 0)
    for solid in sorted(solids, key=lambda one: -float(np.linalg.norm(_middle(one) - eye))):
        glint = solid.gloss * float(rng.uniform(0, 1))
        for face in sorted(solid.faces, key=lambda one: -_distance(one, eye)):
            _paint(picture, cover, camera, bend, face, sun, glint)
    return cover


def _middle(solid: Solid) -> Points:
    x, y = solid.foot.mean(axis=0)
    return np.array([x, y, solid.height / 2])


def _distance(face: Face, eye: Points) -> float:
    return float(np.linalg.norm(face.corners.mean(axis=0) - eye))


def _seen(camera: Camera, bend: Bend, corners: Points) -> Points:
    """Return where *corners* (N, 3), heights above the card, show."""
    raised = corners.copy()
    raised[:, 2] += bend.height(corners[:, :2])
    return camera.project(raised)


def _shadow(picture: Floats, camera: Camera, bend: Bend, solid: Solid, sun: Sun) -> None:
    """Darken the card where *solid* keeps the light off, and close round its foot."""
    thrown = solid.foot - np.array(sun.way) * solid.height / sun.steepness
    hull = cv2.convexHull(np.concatenate([solid.foot, thrown]).astype(np.float32))[:, 0]
    for outline, depth, soft in (
        (hull.astype(np.float64), sun.depth, sun.softness_mm),
        (solid.foot, 0.5, 0.8),
    ):
        at = _seen(camera, bend, _raised(outline, 0.0))
        sigma = max(0.6, soft * camera.px_per_mm)
        window, mask = _mask(picture.shape[:2], at, int(3 * sigma) + 2)
        if window is not None:
            soft_mask = cv2.GaussianBlur(mask, (0, 0), sigma)
            picture[window] *= (1 - depth * soft_mask)[..., None]


def _paint(
    picture: Floats,
    cover: Floats,
    camera: Camera,
    bend: Bend,
    face: Face,
    sun: Sun,
    glint: float,
) -> None:
    """Paint *face* as lit from the sun's side and from above."""
    window, mask = _mask(picture.shape[:2], _seen(camera, bend, face.corners), 2)
    if window is None:
        return
    a, b, c = face.corners[:3]
    normal = np.cross(b - a, c - a)
    normal = normal / max(float(np.linalg.norm(normal)), 1e-9)
    if normal[2] < 0:
        normal = -normal
    ray = np.array([sun.way[0], sun.way[1], sun.steepness])
    facing = max(0.0, float(normal @ ray) / float(np.linalg.norm(ray)))
    light = 0.5 + 0.5 * facing + 0.08 * normal[2]
    shine = glint * max(0.0, facing) ** 6
    colour = np.array(face.colour, np.float32) * np.float32(light) + np.float32(shine)
    share = mask[..., None]
    picture[window] += share * (colour - picture[window])
    cover[window] = np.maximum(cover[window], mask)


def _mask(
    shape: tuple[int, ...], at: Points, margin: int
) -> tuple[tuple[slice, slice] | None, Floats]:
    """Return the window of a picture round the polygon *at* (N, 2), and the polygon in it."""
    low = np.maximum(np.floor(at.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(at.max(axis=0)).astype(int) + margin + 1, shape[1::-1])
    if (high <= low).any():
        return None, np.zeros((0, 0), np.float32)
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    points = np.round((at - low) * 2**_SHIFT).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, _SHIFT)
    window = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
    return window, np.asarray(mask.astype(np.float32) / 255, np.float32)
