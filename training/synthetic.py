"""Made-up tourists in one location, with where they are: to be laid on harvested pictures.

The pictures look like ``scorer.vision.evidence.shapes.patches``: ink strength, 72 pixels a
location, 12 more on each side. Shapes are hand-drawn ones (Hand-drawn Shapes Dataset, F. Robert
2022, CC BY 4.0) and figures of our own, some with the ghost of a wiped-off stroke.
"""

import os
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.packing import packed

Floats = NDArray[np.float32]

SIDE, PITCH, ROOM = 96, 72, 12
# Pictures are drawn this many times larger.
_UP = 3
_MM = PITCH / 25.0
KINDS = ("ellipse", "rectangle", "triangle")
_ROWS: dict[int, tuple[tuple[tuple[float, float], ...], ...]] = {
    1: (((0, 0),),),
    2: (((-0.24, 0), (0.24, 0)), ((-0.2, -0.2), (0.2, 0.2)), ((0, -0.24), (0, 0.24))),
    3: (
        ((-0.33, 0), (0, 0), (0.33, 0)),
        ((-0.23, -0.22), (0.23, -0.22), (0, 0.23)),
        ((-0.23, -0.22), (0.23, -0.22), (-0.23, 0.23)),
        ((0, -0.33), (0, 0), (0, 0.33)),
    ),
    4: (((-0.23, -0.23), (0.23, -0.23), (-0.23, 0.23), (0.23, 0.23)),),
    5: (
        ((-0.32, -0.2), (0, -0.22), (0.32, -0.2), (-0.18, 0.22), (0.18, 0.22)),
        ((-0.3, -0.3), (0.3, -0.3), (0, 0), (-0.3, 0.3), (0.3, 0.3)),
    ),
}


@dataclass(frozen=True)
class Drawn:
    """Hand-drawn shapes: for each of ``KINDS`` pictures (N, 70, 70), 255 where inked."""

    pictures: tuple[NDArray[np.uint8], ...]


def load_drawn(path: Path, held_out: bool) -> Drawn:
    """Return the shapes of four in five contributors, or of the fifth if *held_out*."""
    data = np.load(path)
    people = np.unique(np.concatenate([data[f"{kind}_contributor"] for kind in KINDS]))
    aside = set(np.random.default_rng(7).permutation(people)[: len(people) // 5].tolist())
    kept = []
    for kind in KINDS:
        own = np.array([(c in aside) == held_out for c in data[f"{kind}_contributor"]])
        kept.append(np.array([p for p in data[kind][own] if _stout(p)]))
    return Drawn(tuple(kept))


def _stout(picture: NDArray[np.uint8]) -> bool:
    points = cv2.findNonZero((picture > 100).astype(np.uint8))
    _, (width, height), _ = cv2.minAreaRect(points)
    return min(width, height) > max(width, height) / 1.8


# A shape's kind (index in ``KINDS``) and its middle (x, y) in pixels, of all in one location.
Labels = list[tuple[int, float, float]]
_AT_ONCE = 500


def many(drawn: Drawn, count: int, seed: int) -> tuple[NDArray[np.uint8], list[Labels]]:
    """Return packed ink (N, 96, 96) of at least *count* locations, and the shapes of each.

    All processors draw.
    """
    chunks = [(seed, number) for number in range(-(-count // _AT_ONCE))]
    with Pool(os.cpu_count()) as pool:
        parts = pool.map(partial(_some, drawn), chunks, chunksize=1)
    return np.concatenate([ink for ink, _ in parts]), [one for _, some in parts for one in some]


def _some(drawn: Drawn, seed: tuple[int, int]) -> tuple[NDArray[np.uint8], list[Labels]]:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    made = [location(drawn, rng) for _ in range(_AT_ONCE)]
    return packed(np.stack([ink for ink, _ in made])), [labels for _, labels in made]


def location(drawn: Drawn, rng: np.random.Generator) -> tuple[Floats, Labels]:
    """Return the ink of one made-up location, (96, 96), and its shapes."""
    pen = float(np.exp(rng.uniform(*np.log((0.45, 2.9))))) * _MM
    strength = rng.uniform(0.65, 1.5)
    labels: Labels = []
    ink = np.zeros((SIDE, SIDE), np.float32)
    number = int(rng.choice([0, 1, 2, 3, 4, 5], p=[0.06, 0.1, 0.22, 0.24, 0.26, 0.12]))
    if number:
        labels = _tourists(ink, drawn, number, pen, strength, rng)
    return _photographed(ink, rng), labels


def _tourists(
    ink: Floats,
    drawn: Drawn,
    number: int,
    pen: float,
    strength: float,
    rng: np.random.Generator,
) -> Labels:
    layouts = _ROWS[number]
    layout = layouts[int(rng.integers(len(layouts)))]
    spread = PITCH * rng.uniform(0.52, 0.98)
    middle = SIDE / 2 + rng.normal(0, 0.045 * PITCH, 2)
    sole = int(rng.integers(3)) if rng.random() < 0.35 else None
    faint = rng.uniform(0.45, 1.0) if rng.random() < 0.2 else 1.0
    nearest = _nearest(layout)
    labels: Labels = []
    for dx, dy in layout:
        kind = int(rng.integers(3)) if sole is None else sole
        size = min(nearest * spread * rng.uniform(0.78, 1.2), rng.uniform(5.5, 11) * _MM)
        size = max(size, 3.4 * _MM)
        x, y = middle + spread * np.array([dx, dy]) + rng.normal(0, 0.02 * PITCH, 2)
        tone = strength * faint * rng.uniform(0.85, 1.15)
        cx, cy = put_shape(ink, drawn, kind, (x, y), size, min(pen, 0.33 * size), tone, rng)
        labels.append((kind, cx, cy))
    return labels


def _nearest(layout: tuple[tuple[float, float], ...]) -> float:
    points = np.array(layout)
    if len(points) == 1:
        return 0.45
    apart = np.hypot(*(points[:, None] - points[None, :]).transpose(2, 0, 1))
    return float(apart[apart > 0].min())


def put_shape(
    ink: Floats,
    drawn: Drawn,
    kind: int,
    middle: tuple[float, float],
    size: float,
    pen: float,
    tone: float,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Draw one shape about *size* pixels wide into *ink*; return the middle of its box."""
    if rng.random() < 0.55:
        layer, box = _from_picture(drawn, kind, middle, size, pen, rng)
    else:
        layer, box = _own_figure(kind, middle, size, pen, rng)
    np.maximum(ink, tone * layer, out=ink)
    return box


def _from_picture(
    drawn: Drawn,
    kind: int,
    middle: tuple[float, float],
    size: float,
    pen: float,
    rng: np.random.Generator,
) -> tuple[Floats, tuple[float, float]]:
    pictures = drawn.pictures[kind]
    picture = pictures[int(rng.integers(len(pictures)))]
    x, y, width, height = cv2.boundingRect(cv2.findNonZero((picture > 100).astype(np.uint8)))
    scale = max(size - pen, 4.0) / max(width, height)
    angle = rng.uniform(0, 360) if rng.random() < 0.5 else rng.normal(0, 8)
    turn = cv2.getRotationMatrix2D((x + width / 2, y + height / 2), angle, scale * _UP)
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
        turn = cv2.getRotationMatrix2D((69 - x - width / 2, y + height / 2), angle, scale * _UP)
        x = 70 - x - width
    turn[:, 2] += np.array(middle) * _UP - np.array((x + width / 2, y + height / 2))
    turned = cv2.warpAffine(np.ascontiguousarray(picture), turn, (SIDE * _UP, SIDE * _UP))
    big = np.where(turned > 90, 255, 0).astype(np.uint8)
    grow = round(pen * _UP - 2.6 * scale * _UP)
    if grow > 1:
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (grow, grow))
        big = np.asarray(cv2.dilate(big, brush), np.uint8)
    return _small(big), middle


def _own_figure(
    kind: int,
    middle: tuple[float, float],
    size: float,
    pen: float,
    rng: np.random.Generator,
) -> tuple[Floats, tuple[float, float]]:
    radius = max(size - pen, 4.0) / 2
    if kind == 0:
        path = _ring(middle, radius, rng)
    else:
        corners = 4 if kind == 1 else 3
        angle = (np.pi / 4 if kind == 1 else -np.pi / 2) + rng.normal(0, 0.12)
        if rng.random() < 0.15:
            angle += rng.uniform(0, 2 * np.pi)
        turns = angle + 2 * np.pi * np.arange(corners) / corners
        points = 1.2 * radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        points *= 1 + rng.normal(0, 0.08, 2)
        points += rng.normal(0, 0.09 * radius, points.shape)
        points = np.roll(points, int(rng.integers(corners)), axis=0)
        points -= (points.max(axis=0) + points.min(axis=0)) / 2
        closed = np.vstack([points, points[:1] + rng.normal(0, 0.13 * radius, 2)])
        last = closed[-1] - closed[-2]
        closed[-1] += last / np.hypot(*last) * rng.normal(0.06, 0.14) * radius
        path = _wobbled(closed, 0.05 * radius, rng, 0.14 * radius) + np.array(middle)
    big = np.zeros((SIDE * _UP, SIDE * _UP), np.uint8)
    thick = max(1, round(pen * _UP))
    cv2.polylines(big, [np.round(path * _UP).astype(np.int32)], False, 255, thick)
    return _small(big), middle


def _ring(middle: tuple[float, float], radius: float, rng: np.random.Generator) -> Floats:
    sweep = 2 * np.pi * (1 + np.clip(rng.normal(0.02, 0.05), -0.1, 0.15))
    angle = rng.uniform(0, 2 * np.pi) + np.linspace(0, sweep, 60)
    radii = radius * (1 + np.linspace(-0.5, 0.5, 60) * rng.normal(0, 0.1))
    radii = radii + radius * 0.05 * np.sin(angle * 2 + rng.uniform(0, 6)) * rng.normal()
    oval = np.clip(1 + rng.normal(0, 0.11), 0.75, 1.3)
    ring = np.stack([radii * np.cos(angle) * oval, radii * np.sin(angle) / oval], axis=1)
    return np.asarray(ring + np.array(middle), np.float32)


def _wobbled(
    corners: NDArray[np.floating[Any]], size: float, rng: np.random.Generator, rounding: float
) -> Floats:
    lengths = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    wanted = np.arange(0, lengths[-1], 0.5)
    path = np.stack([np.interp(wanted, lengths, corners[:, axis]) for axis in (0, 1)], axis=1)
    reach = max(1, round(rounding / 0.5))
    kernel = np.hanning(2 * reach + 3)[1:-1]
    kernel /= kernel.sum()
    padded = np.pad(path, ((reach, reach), (0, 0)), "reflect", reflect_type="odd")
    path = np.stack([np.convolve(padded[:, axis], kernel, "valid") for axis in (0, 1)], axis=1)
    noise = cv2.GaussianBlur(rng.normal(0, 1, (len(path), 2)), (1, 0), sigmaX=0.1, sigmaY=9)
    return np.asarray(path + size * 4 * noise, np.float32)


def _small(big: NDArray[np.uint8]) -> Floats:
    small = cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(np.asarray(small, np.float32) / 255, np.float32)


def _stroke(ink: Floats, path: Floats, pen: float, tone: float) -> None:
    big = np.zeros((SIDE * _UP, SIDE * _UP), np.uint8)
    points = [np.round(path * _UP).astype(np.int32)]
    cv2.polylines(big, points, False, 255, max(1, round(pen * _UP)))
    np.maximum(ink, tone * _small(big), out=ink)


def _photographed(ink: Floats, rng: np.random.Generator) -> Floats:
    """Return *ink* as a photo gives it: streaks, ghosts, blur and noise."""
    wild = rng.normal(0, 1, ink.shape).astype(np.float32)
    streaks = np.asarray(cv2.GaussianBlur(wild, (0, 0), 2.2), np.float32)
    streaks *= rng.uniform(0, 0.25) / max(float(streaks.std()), 1e-6)
    ink = ink * np.clip(1 + streaks, 0.3, 1.6)
    if rng.random() < 0.15:
        ghost = np.zeros_like(ink)
        ends = rng.uniform(0, SIDE, (2, 2))
        _stroke(ghost, _wobbled(ends, 0.6, rng, 2.0), rng.uniform(2, 8), 1.0)
        ink = np.maximum(ink, cv2.GaussianBlur(ghost, (0, 0), 2) * rng.uniform(0.05, 0.28))
    soft = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 0.35)
    noise = rng.normal(0, rng.uniform(0, 0.05), soft.shape)
    return np.asarray(np.clip(soft + noise, 0, 2), np.float32)
