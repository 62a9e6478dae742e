"""Cafés: circled when visited, and crossed out when their bonus was used."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Cafe, Point
from scorer.rules.notation import Crossroads
from scorer.rules.values import replace
from scorer.vision.evidence.rings import RingEvidence, find_rings
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink
from scorer.vision.ink.sampling import sample

Floats = NDArray[np.float32]

# Without this much of a ring there is nothing to cross out.
LEAST_RING = 0.3
# Directions and offsets of the chords across a café that are tried.
_DIRECTIONS = 24
_OFFSETS_MM = (-1.0, -0.5, 0.0, 0.5, 1.0)
# A stroke within this angle of a drawn section that ends here may be that section.
_ALONG_DEG = 20.0
_INKED = 0.33
# Half a chord's length in radii of the ring: strokes across mostly reach out of it.
_REACH = 1.25
# A ring's own stroke is taken for this much wider than the pen.
_RING_WIDTH = 1.3
# Print this much darker (in logarithm) than the paper hides strokes.
_DARK = 0.3
# A chord of which less than this share tells anything is not worth its inked share; the
# same where dark print does not count, and what that is worth by itself.
_LEAST, _LEAST_LIGHT, _LIGHT_WORTH = 0.25, 0.15, 0.3
# Half the side of the window round a café.
_WINDOW_MM = 8.0


@dataclass(frozen=True, slots=True)
class CafeEvidence:
    """What the ink says about one café: its ring, and how far a stroke runs across it.

    ``stroke`` is the inked share, 0 … 1, of the best chord that is no section's.
    """

    crossroads: Crossroads
    ring: RingEvidence
    stroke: float


def find_cafes(
    ink: Ink, route: NDArray[np.uint8], pen_px: float, rectified: Rectified, board: Board
) -> tuple[CafeEvidence, ...]:
    """Return the evidence for every café of *board*, in its order.

    Parameters
    ----------
    ink : Ink
    route : (H, W) uint8
        Not zero on the strokes of drawn sections, and where they may run on past their ends.
    pen_px : float
        Width of the usual stroke.
    """
    places = [rectified.to_px(cafe.xy) for cafe in board.cafes]
    close = _closely(ink, places, rectified)
    rings = find_rings(close, places, rectified.px_per_mm)
    return tuple(
        CafeEvidence(
            cafe.crossroads, ring, _stroke(close, route, pen_px, rectified, board, cafe, ring)
        )
        for cafe, ring in zip(board.cafes, rings, strict=True)
    )


def _closely(ink: Ink, places: Sequence[Point], rectified: Rectified) -> Ink:
    """Return *ink* looked at closely round *places*: a thin ring is lost in a café's fine print."""
    strength = ink.strength.copy()
    for place in places:
        window, _ = _window(np.array(place, np.float32), rectified)
        strength[window] = ink.closely(window)
    return replace(ink, strength=strength)


def _stroke(
    ink: Ink,
    route: NDArray[np.uint8],
    pen_px: float,
    rectified: Rectified,
    board: Board,
    cafe: Cafe,
    ring: RingEvidence,
) -> float:
    """Return the best inked share of a chord across *cafe* that no section explains."""
    if ring.coverage < LEAST_RING:
        return 0.0
    place = np.array(rectified.to_px(cafe.xy), np.float32)
    middle = np.array(ring.middle_px, np.float32)
    radius = ring.radius_mm * rectified.px_per_mm
    window, corner = _window(place, rectified)
    strength = ink.strength[window]
    turn = np.asarray(np.arange(_DIRECTIONS) * np.pi / _DIRECTIONS, np.float32)
    chords = _chords(middle - corner.astype(np.float32), turn, _REACH * radius, rectified.px_per_mm)
    inked = sample(strength, chords) > _INKED
    explained = _with_ring(route[window], ring, corner, _RING_WIDTH * pen_px)
    drawn = sample(explained, chords) > 127
    dark = sample(_dark_print(ink.expected[window]), chords) > 127
    # What lies on dark print is worth less, since ink can hardly be seen on it.
    share = (1 - _LIGHT_WORTH) * _share(inked, ~drawn, _LEAST)
    share += _LIGHT_WORTH * _share(inked, ~drawn & ~dark, _LEAST_LIGHT)
    for angle in _section_angles(board, cafe.crossroads, route, rectified):
        apart = np.abs((turn - angle + np.pi / 2) % np.pi - np.pi / 2)
        share[apart < np.deg2rad(_ALONG_DEG)] *= 0.5
    return float(share.max())


def _with_ring(
    route: NDArray[np.uint8], ring: RingEvidence, corner: NDArray[np.int64], width: float
) -> NDArray[np.uint8]:
    """Return *route* and the stroke of *ring* itself, in a window that starts at *corner*."""
    found = route.copy()
    path = np.round(ring.path_px - corner).astype(np.int32)
    cv2.polylines(found, [path], True, 255, max(1, round(width)))
    return found


def _share(inked: NDArray[np.bool_], counts: NDArray[np.bool_], least: float) -> Floats:
    """Return how much of each chord is inked where that *counts*; (directions, offsets)."""
    known = np.maximum(counts.sum(axis=2), least * counts.shape[2])
    return np.asarray((inked & counts).sum(axis=2) / known)


def _dark_print(expected: Floats) -> NDArray[np.uint8]:
    """Return where the print is so dark that ink on it can hardly be seen, and its border."""
    light = np.percentile(expected, 80, axis=(0, 1))
    dark = ((expected - light).min(axis=2) < -_DARK).astype(np.uint8) * 255
    return np.asarray(cv2.dilate(dark, np.ones((5, 5), np.uint8)), np.uint8)


def _window(place: Floats, rectified: Rectified) -> tuple[tuple[slice, slice], NDArray[np.int64]]:
    half = round(_WINDOW_MM * rectified.px_per_mm)
    height, width = rectified.rgb.shape[:2]
    left, top = (int(v) for v in np.maximum(np.round(place).astype(int) - half, 0))
    right, bottom = min(left + 2 * half, width), min(top + 2 * half, height)
    return (slice(top, bottom), slice(left, right)), np.array([left, top])


def _chords(middle: Floats, turn: Floats, half: float, scale: float) -> Floats:
    """Return points (directions, offsets, along, 2) on chords near *middle*."""
    ways = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    across = np.stack([-ways[:, 1], ways[:, 0]], axis=1)
    along = np.linspace(-half, half, 31)
    offsets = np.array(_OFFSETS_MM) * scale
    return np.asarray(
        middle
        + ways[:, None, None, :] * along[None, None, :, None]
        + across[:, None, None, :] * offsets[None, :, None, None],
        dtype=np.float32,
    )


def _section_angles(
    board: Board, point: Crossroads, route: NDArray[np.uint8], rectified: Rectified
) -> list[float]:
    """Return the directions of the drawn sections that end at *point*."""
    found = []
    for road in board.roads_at[point]:
        path = road.path if road.id.first == point else road.path[::-1]
        (x0, y0), (x1, y1) = path[0], path[1]
        middle = rectified.to_px(((x0 + x1) / 2, (y0 + y1) / 2))
        if _near(route, middle):
            found.append(float(np.arctan2(y1 - y0, x1 - x0)))
    return found


def _near(route: NDArray[np.uint8], place: tuple[float, float]) -> bool:
    column, row = round(place[0]), round(place[1])
    return bool(route[max(0, row - 14) : row + 15, max(0, column - 14) : column + 15].any())
