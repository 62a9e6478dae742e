"""Which landmark each location of a blank board seems to hold.

Landmarks are tinted, at times in all of their location and at times along its rim only, and those
of a kind alike. Whatever their colour they are built alike: a frame, a sign in a corner. So the
colours tell most of them, what these have in common beside colours tells grey ones from plain
locations, and how many of each kind there are is about as on the practice board.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Cell, LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.notation import Location
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.teach.turns import COLOURS

Doubles = NDArray[np.float64]
Mask = NDArray[np.bool_]

# A location is looked at in so many pixels a side, in rings around its middle.
_SIDE, _RINGS = 32, 12
_FIRST_RING, _LAST_RING = 0.1, 0.94
# Lab differences that the light and the paper make.
_NOISE = 0.6
# How much of what most locations look like may be the light's colour.
_LIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)
# A tint weaker than this is the light's.
_LEAST_TINT = 0.8
# How far what landmarks are built like may raise or lower what their colours say.
_LIFT, _MOST_LIFT = 0.5, 1.5
_STEADY = 2.0
_ROUNDS = 4
# A corner's share of the side, and what is left out at the rim.
_CORNER, _RIM = 8, 3
_CORNER_WEIGHT = 2.0
# So many locations of each sort are needed to compare how they are built.
_LEAST_GROUP = 4


def landmark_kinds(picture: BoardPicture, city: City) -> dict[Location, LandmarkKind]:
    """Return what kind of landmark each location of *picture* seems to hold, plain ones left out.

    There are at most as many of each kind as on the practice board of *city*.
    """
    cells = [cell for cell in picture.board.cells if not cell.location.name]
    most = _counts(city.practice_board)
    tinted = [kind for kind in COLOURS if most[kind] and kind is not LandmarkKind.GREY]
    looks = _looks(picture, cells)
    tints = _tints(looks, tinted, most)
    found = _coloured(tints, tinted, most)
    built = _built(looks)
    for number in range(_ROUNDS):
        there = np.array([i in found for i in range(len(cells))])
        if min(there.sum(), (~there).sum()) < _LEAST_GROUP:
            break
        alike = _alike(built, there)
        lift = np.clip(alike / (alike.std() + 1e-6), -_MOST_LIFT, _MOST_LIFT)
        found = _coloured(tints * (1 + _LIFT * lift[:, None]), tinted, most)
        if number:
            rest = [int(i) for i in np.argsort(-alike) if int(i) not in found]
            found |= dict.fromkeys(rest[: most[LandmarkKind.GREY]], LandmarkKind.GREY)
    return {cells[i].location: found[i] for i in sorted(found)}


def _counts(board: Board) -> Counter[LandmarkKind]:
    return Counter(marks[0].kind for marks in board.landmark_at.values())


def _looks(picture: BoardPicture, cells: Sequence[Cell]) -> Doubles:
    """Return each location's picture in Lab, (N, side, side, 3)."""
    lab = cv2.cvtColor(picture.rgb, cv2.COLOR_RGB2LAB)
    found = []
    for cell in cells:
        corners = np.array(cell.polygon) * picture.px_per_mm
        left, top = np.maximum(corners.min(axis=0), 0).astype(int).tolist()
        right, bottom = corners.max(axis=0).astype(int).tolist()
        part = lab[top:bottom, left:right].astype(np.float32)
        found.append(cv2.resize(part, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA))
    return np.array(found, np.float64) * (100 / 255, 1.0, 1.0) - (0.0, 128.0, 128.0)


def _rings() -> list[Mask]:
    away = np.abs(np.arange(_SIDE) - (_SIDE - 1) / 2) / (_SIDE / 2)
    far = np.maximum(away[:, None], away[None])
    edges = np.linspace(_FIRST_RING, _LAST_RING, _RINGS + 1)
    return [(far >= low) & (far < high) for low, high in pairwise(edges.tolist())]


def _tints(looks: Doubles, kinds: Sequence[LandmarkKind], most: Counter[LandmarkKind]) -> Doubles:
    """Return how much each location is tinted like each kind, (N, K), in units of Lab.

    A tint is an offset from what most locations look like, and a colour of its own. Rings that
    tell locations apart count for more. How much of the usual colour is the light's nobody
    knows: the share is taken with which the landmarks' colours are most like those of the kinds.
    """
    seen = np.array([[look[ring][:, 1:].mean(axis=0) for ring in _rings()] for look in looks])
    usual = np.median(seen, axis=0)
    size = np.linalg.norm(seen - usual, axis=2)
    tell = np.percentile(size, 75, axis=0) / (np.median(size, axis=0) + _NOISE)
    weight = tell**2 / (tell**2).sum()
    own, light = np.einsum("crx,r->cx", seen, weight), weight @ usual
    ways = np.array([COLOURS[kind] for kind in kinds])
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    away = own - light
    strength = np.linalg.norm(away, axis=1, keepdims=True)

    def tints(share: float) -> Doubles:
        left = own - share * light
        hue = left / (np.linalg.norm(left, axis=1, keepdims=True) + 1e-6)
        found: Doubles = 0.5 * (away @ ways.T + strength * (hue @ ways.T))
        return found

    def worth(told: Doubles) -> float:
        return sum(float(told[i].max()) for i in _coloured(told, kinds, most))

    return max(map(tints, _LIGHTS), key=worth)


def _coloured(
    tints: Doubles, kinds: Sequence[LandmarkKind], most: Counter[LandmarkKind]
) -> dict[int, LandmarkKind]:
    """Return the locations that are tinted most like each kind, up to as many as there may be."""
    found: dict[int, LandmarkKind] = {}
    number: Counter[LandmarkKind] = Counter()
    for i in np.argsort(-tints.max(axis=1)).tolist() if kinds else ():
        kind = kinds[int(tints[i].argmax())]
        if tints[i].max() >= _LEAST_TINT and number[kind] < most[kind]:
            found[i] = kind
            number[kind] += 1
    return found


def _built(looks: Doubles) -> Doubles:
    """Return what each location is built like beside its colour, (N, F), each on one scale."""
    light = looks[..., 0]
    parts = []
    for ring in _rings():
        parts += [light[:, ring].mean(axis=1), light[:, ring].std(axis=1)]
    for down in (slice(_RIM, _CORNER + 1), slice(-_CORNER - 1, -_RIM)):
        for across in (slice(_RIM, _CORNER + 1), slice(-_CORNER - 1, -_RIM)):
            corner = light[:, down, across].reshape(len(light), -1)
            mean = corner.mean(axis=1)
            parts += [_CORNER_WEIGHT * one for one in (mean, corner.std(axis=1))]
            parts.append(_CORNER_WEIGHT * (mean - light.mean(axis=(1, 2))))
    found = np.array(parts).T
    scaled: Doubles = (found - found.mean(axis=0)) / (found.std(axis=0) + 1e-6)
    return scaled


def _alike(built: Doubles, there: Mask) -> Doubles:
    """Return how much more each location is built like landmarks than like others, (N,).

    Fisher's linear discriminant of those taken for landmarks (*there*) against the rest.
    """
    first, other = built[there].mean(axis=0), np.median(built[~there], axis=0)
    spread = np.cov(np.vstack([built[there] - first, built[~there] - other]).T)
    way = np.linalg.solve(spread + _STEADY * np.eye(len(first)), first - other)
    found: Doubles = (built - (first + other) / 2) @ way
    return found
