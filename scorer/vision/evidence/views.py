"""What several photos of one board say of each place, put together before anything is decided.

A photo counts at a place for as much as it sees of it: nothing under a lamp, a hand or where it
is cut off. Photos that both see a place are no independent witnesses: the same careless shape
misleads both. So their log odds are averaged, and the average made surer by a part only of what
independent ones would make it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.rules.notation import Crossroads
from scorer.vision.doubts import CAFE_WORDS
from scorer.vision.evidence.networks.network import STRIDE
from scorer.vision.evidence.networks.patches import (
    Layers,
    location_patches,
    locations_seen,
    points_seen,
    roads_seen,
)
from scorer.vision.evidence.networks.trained import Chances
from scorer.vision.evidence.shapes import Looked
from scorer.vision.evidence.touristkinds import KindsAt, closer_look
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# How much of a second witness's independence is believed, of marks and of shapes' middles.
_MORE, _MORE_MIDDLES, _MORE_KINDS = 0.5, 0.3, 0.5
# Nobody is surer than this (log odds), and a photo that sees less than this share is not heard.
_SUREST, _LEAST = 7.0, 0.02
# Sections that one photo clearly shows and another one, which sees the road well, clearly does
# not: so many are no misreading, but another drawing.
_CLEARLY, _WELL, _OTHER_DRAWING = 0.95, 0.8, 4
# A shape is about so wide.
_SHAPE_MM = 8.0


@dataclass(frozen=True, slots=True)
class View:
    """One photo of a board, with what the networks say of it.

    ``sight`` (H, W) is how well it sees every pixel, as ``ink.together.sight`` gives it.
    """

    rectified: Rectified
    ink: Ink
    sight: Floats
    layers: Layers
    chances: Chances
    looked: Looked


class OtherDrawingError(Exception):
    """Photos that do not show the same filled board: ``photo`` differs from the first, 0."""

    def __init__(self, photo: int) -> None:
        super().__init__(f"photo {photo} shows another drawing")
        self.photo = photo


def unless_same_drawing(views: Sequence[View], board: Board) -> None:
    """Refuse photos that show clearly that they are not of the same filled *board*.

    Raises
    ------
    OtherDrawingError
        If the first photo and another one contradict each other about several roads that both
        see well.
    """
    roads = [road.id for road in board.roads]
    seen = np.array([roads_seen(view.sight, view.layers, board) for view in views])
    said = np.array([[view.chances.sections[road] for road in roads] for view in views])
    drawn, free = (said > _CLEARLY) & (seen > _WELL), (said < 1 - _CLEARLY) & (seen > _WELL)
    for photo in range(1, len(views)):
        apart = (drawn[0] & free[photo]) | (free[0] & drawn[photo])
        if apart.sum() >= _OTHER_DRAWING:
            raise OtherDrawingError(photo)


def pooled_odds(odds: Doubles, weights: Doubles, more: float = _MORE) -> Doubles:
    """Return the log odds (…) of photos' *odds* (photos, …) by their *weights* (photos, …)."""
    weights = np.where(weights.max(axis=0) > _LEAST, weights, 1e-3)
    whole = weights.sum(axis=0)
    mean = (weights * odds).sum(axis=0) / whole
    witnesses = whole**2 / (weights**2).sum(axis=0)
    return np.asarray(mean * (1 + more * (witnesses - 1)))


def _odds(chances: Doubles) -> Doubles:
    with np.errstate(divide="ignore"):
        return np.asarray(np.clip(np.log(chances) - np.log1p(-chances), -_SUREST, _SUREST))


def _chances(odds: Doubles) -> Doubles:
    return np.asarray(1 / (1 + np.exp(-odds)))


def chances_together(views: Sequence[View], board: Board) -> Chances:
    """Return what the networks say of roads, cafés and crossroads on all *views* of *board*."""
    roads = [road.id for road in board.roads]
    seen: Doubles = np.array([roads_seen(view.sight, view.layers, board) for view in views])
    said = np.array([[view.chances.sections[road] for road in roads] for view in views])
    sections = _chances(pooled_odds(_odds(said), seen))
    points = tuple(board.crossroads_xy)
    seen = _points(views, board, tuple(board.crossroads_xy.values()))
    said = np.array([[view.chances.rings[point] for point in points] for view in views])
    rings = _chances(pooled_odds(_odds(said), seen))
    return Chances(
        sections=dict(zip(roads, sections.tolist(), strict=True)),
        cafes=_cafes(views, board),
        rings=dict(zip(points, rings.tolist(), strict=True)),
    )


def _points(
    views: Sequence[View], board: Board, places: tuple[tuple[float, float], ...]
) -> Doubles:
    return np.array([points_seen(view.sight, view.layers, board, places) for view in views])


def _cafes(views: Sequence[View], board: Board) -> dict[Crossroads, dict[str, float]]:
    cafes = [cafe.crossroads for cafe in board.cafes]
    if not cafes:
        return {}
    seen = _points(views, board, tuple(cafe.xy for cafe in board.cafes))
    said = np.array(
        [[[view.chances.cafes[at][word] for word in CAFE_WORDS] for at in cafes] for view in views]
    )
    kinds = kinds_together(said, seen)
    return {
        at: dict(zip(CAFE_WORDS, row, strict=True))
        for at, row in zip(cafes, kinds.tolist(), strict=True)
    }


def kinds_together(said: Doubles, seen: Doubles, more: float = _MORE) -> Doubles:
    """Return chances (N, K) that sum to 1 of photos' own, (photos, N, K), by what each has *seen*.

    *seen* is (photos, N), from 0 to 1.
    """
    logs = np.log(np.maximum(said, np.exp(-_SUREST)))
    pooled = pooled_odds(logs, np.repeat(seen[..., None], said.shape[2], axis=2), more)
    chances = np.exp(pooled - pooled.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def looked_together(views: Sequence[View], layers: Layers, board: Board) -> Looked:
    """Return where the network sees middles on all *views*, with the pictures of their *layers*."""
    pictures = location_patches(layers, board.cells)
    said = np.array([view.looked.chances for view in views], np.float64)
    if not said.size:
        return Looked(pictures, views[0].looked.chances)
    seen = np.array(
        [locations_seen(view.sight, view.layers, board.cells, STRIDE) for view in views]
    )
    seen = np.repeat(seen[:, :, None], said.shape[2], axis=2)
    maps = _chances(pooled_odds(_odds(said), seen, _MORE_MIDDLES))
    return Looked(pictures, maps.astype(np.float32))


def closer_look_together(views: Sequence[View], board: Board) -> KindsAt:
    """Return what looks at shapes on all *views* of *board*."""
    looks = [closer_look(view.ink, view.rectified, board) for view in views]

    def kinds_at(middles_px: list[Point]) -> Floats:
        if not middles_px:
            return looks[0](middles_px)
        said = np.array([look(middles_px) for look in looks], np.float64)
        at = np.rint(np.array(middles_px)).astype(int)
        seen = []
        for view in views:
            reach = round(_SHAPE_MM * view.rectified.px_per_mm) | 1
            near = cv2.blur(view.sight, (reach, reach))
            height, width = near.shape
            seen.append(near[np.clip(at[:, 1], 0, height - 1), np.clip(at[:, 0], 0, width - 1)])
        return kinds_together(said, np.array(seen), _MORE_KINDS).astype(np.float32)

    return kinds_at
