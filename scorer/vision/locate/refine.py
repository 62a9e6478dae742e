"""What a homography leaves over, lens and bent board, measured patch by patch and removed.

Small patches of the blank board are looked up in the flattened photo near the place where
they should be. A smooth field through these offsets, which outvotes patches that ink or
glare misled, then corrects the mapping.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.notation import Crossroads
from scorer.vision.boards.picture import BoardPicture, kept_with_picture
from scorer.vision.geometry import Frame, Mapping, field_terms, frame_of
from scorer.vision.locate.prints import SCALE, agreement, blank_print, contrasts, flatten

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]

_PATCH_MM = 11.0
# How far off a patch is looked for, from pass to pass.
_REACH_MM = (3.5, 2.4, 1.6, 0.8)
# Offsets further than this from the field count less and less.
_OUTLIER_MM = (1.2, 0.8, 0.4, 0.2)
# Keeps terms of the third and fourth degree small where nothing speaks for them.
_STIFFNESS = 0.2
# Patches that match worse say nothing.
_LEAST_MATCH = 0.25
# So few patches say nothing together either.
_FEWEST = 12


@dataclass(frozen=True, slots=True)
class Offsets:
    """Where N patches of the blank board were found, relative to their places.

    Attributes
    ----------
    at_mm, off_mm : (N, 2) float
        The patches' middles on the page, and the ways from there to where they were found.
    sureness : (N, 2, 2) float
        How sharply the matches fix the offsets in each direction; an edge fixes only one.
    """

    at_mm: Doubles
    off_mm: Doubles
    sureness: Doubles


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of the blank board: its top left pixel at ``SCALE``, and its contrasts."""

    x: int
    y: int
    print: Floats


@dataclass(frozen=True, slots=True)
class Refined:
    """A mapping that follows the bent board, and how well the photo agrees with it.

    ``agreement`` is the correlation, -1 to 1, of what is printed in the locations with the
    photo there: near 0 on anything that is not this board in this position.
    """

    mapping: Mapping
    agreement: float


def refine(grey: Bytes, picture: BoardPicture, mapping: Mapping, reach_mm: float = 0.0) -> Refined:
    """Return *mapping* corrected by what the photo shows.

    Parameters
    ----------
    grey : (H, W) uint8
        Upright photo.
    picture : BoardPicture
    mapping : Mapping
        From mm on the page to pixels of *grey*, right to about 2 mm.
    reach_mm : float
        Look at least this far in the first pass.
    """
    mapping, _ = follow(grey, frame_of(picture), _patches_of(picture), mapping, reach_mm)
    return Refined(mapping, agreement(grey, picture, mapping))


def follow(
    grey: Bytes, frame: Frame, patches: Sequence[Patch], mapping: Mapping, reach_mm: float = 0.0
) -> tuple[Mapping, int]:
    """Return *mapping* corrected by where *patches* of the blank *frame* are in the photo.

    And how many of them were found in the last pass.
    """
    found: list[_Match] = []
    for number, (reach, outlier) in enumerate(zip(_REACH_MM, _OUTLIER_MM, strict=True)):
        reach = max(reach, reach_mm) if number == 0 else reach
        flat = contrasts(flatten(grey, frame, mapping))
        found = [one for patch in patches if (one := _look_up(patch, flat, reach))]
        if len(found) < _FEWEST:
            break
        mapping = mapping.bent_by(_field(_offsets(found, frame), mapping, outlier))
    return mapping, len(found)


@kept_with_picture
def _patches_of(picture: BoardPicture) -> tuple[Patch, ...]:
    """Return patches at crossroads, in the middle of roads and of locations."""
    return patches_at(frame_of(picture), blank_print(picture), _nodes(picture))


def blank_of(frame: Frame) -> Floats:
    """Return the contrasts of the blank *frame*, as photos are compared with it."""
    grey = cv2.cvtColor(frame.reference, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, frame.size_at(SCALE), interpolation=cv2.INTER_AREA)
    return contrasts(np.asarray(small, np.uint8))


def patches_at(frame: Frame, blank: Floats, middles: Iterable[Doubles]) -> tuple[Patch, ...]:
    """Return the patches of *blank* round *middles*, (2,) each in mm, that show anything."""
    side = round(_PATCH_MM * SCALE)
    found = []
    for middle in middles:
        x, y = np.round((middle - frame.origin_mm) * SCALE - side / 2).astype(int).tolist()
        x = min(max(x, 0), blank.shape[1] - side)
        y = min(max(y, 0), blank.shape[0] - side)
        piece = blank[y : y + side, x : x + side]
        if piece.std() > 0.25:
            found.append(Patch(x, y, piece))
    return tuple(found)


def _nodes(picture: BoardPicture) -> list[Doubles]:
    board = picture.board
    nodes = [np.array(xy) for point, xy in board.crossroads_xy.items() if point.lattice]
    nodes += [np.mean(cell.polygon, axis=0) for cell in board.cells if not cell.location.name]
    nodes += [np.mean(road.path, axis=0) for road in board.roads if _straight(road.id.ends)]
    # A ring outside the map too, where cafés and numbers are printed.
    corners = picture.map_corners_mm
    (left, top), (right, bottom) = corners[0] - 7, corners[2] + 7
    steps = np.linspace(0, 1, 9)
    for x in left + steps * (right - left):
        nodes += [np.array([x, top]), np.array([x, bottom])]
    for y in top + steps[1:-1] * (bottom - top):
        nodes += [np.array([left, y]), np.array([right, y])]
    return nodes


def _straight(ends: tuple[Crossroads, Crossroads]) -> bool:
    return all(end.lattice for end in ends)


@dataclass(frozen=True, slots=True)
class _Match:
    """Where a patch was found in the flattened photo.

    ``moved_px`` is the way there in whole pixels, ``around`` how well it matches there and at
    the eight pixels around, (3, 3).
    """

    patch: Patch
    moved_px: tuple[int, int]
    around: Floats


def _look_up(patch: Patch, flat: Floats, reach_mm: float) -> _Match | None:
    """Return where *patch* is in the flattened photo, or None if it is not found for sure."""
    side, reach = patch.print.shape[0], round(reach_mm * SCALE)
    left, top = max(patch.x - reach, 0), max(patch.y - reach, 0)
    window = flat[top : patch.y + side + reach, left : patch.x + side + reach]
    if cv2.meanStdDev(window)[1][0, 0] < 0.1:
        return None
    match = cv2.matchTemplate(window, patch.print, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(match)
    height, width = match.shape
    if best < _LEAST_MATCH or not (0 < x < width - 1 and 0 < y < height - 1):
        return None
    around = np.asarray(match[y - 1 : y + 2, x - 1 : x + 2], np.float32)
    return _Match(patch, (left + x - patch.x, top + y - patch.y), around)


def _offsets(found: list[_Match], frame: Frame) -> Offsets:
    """Return the offsets of patches to a part of a pixel, from how the matches fall off."""
    around = np.stack([one.around for one in found]).astype(np.float64)
    right, left, below, above = (around[:, y, x] for y, x in ((1, 2), (1, 0), (2, 1), (0, 1)))
    best = around[:, 1, 1]
    slope = np.stack([right - left, below - above], axis=1) / 2
    cross = (around[:, 2, 2] - around[:, 2, 0] - around[:, 0, 2] + around[:, 0, 0]) / 4
    across, along = 2 * best - right - left, 2 * best - below - above
    bend = np.stack([across, -cross, -cross, along], axis=1).reshape(-1, 2, 2)
    solved = np.linalg.solve(bend + 1e-3 * np.eye(2), slope[..., None])[..., 0]
    off = np.array([one.moved_px for one in found]) + np.clip(solved, -0.7, 0.7)
    values, axes = np.linalg.eigh(bend)
    scaled = axes * (np.maximum(values, 0) * best[:, None] ** 2)[:, None, :]
    sureness = scaled @ axes.transpose(0, 2, 1)
    middles = np.array([(one.patch.x, one.patch.y) for one in found])
    middles = middles + found[0].patch.print.shape[0] / 2
    return Offsets(middles / SCALE + np.array(frame.origin_mm), off / SCALE, sureness)


def _field(offsets: Offsets, mapping: Mapping, outlier_mm: float) -> Doubles:
    """Return the (15, 2) terms of the smooth field that most offsets agree with."""
    off, sure = offsets.off_mm, offsets.sureness
    terms = field_terms(mapping.normal(offsets.at_mm))
    count = terms.shape[1]
    ridge = np.kron(np.eye(2), np.diag([1e-4] * 6 + [_STIFFNESS] * (count - 6)))
    ridge *= 0.01 * np.trace(sure.sum(axis=0)) / 2
    weight = np.ones(len(off))
    solved = np.zeros((count, 2))
    for softness in (4.0, 3.0, 2.0, 1.5, 1.0, 1.0, 1.0):
        info = sure * weight[:, None, None]
        left = np.block([[(terms.T * info[:, a, b]) @ terms for b in (0, 1)] for a in (0, 1)])
        right = np.einsum("ni,nab,nb->ai", terms, info, off).ravel()
        solved = np.linalg.solve(left + ridge, right).reshape(2, count).T
        apart = off - terms @ solved
        # Measured along the sure directions only: an edge says nothing along itself.
        mean = np.trace(sure, axis1=1, axis2=2)
        far = np.einsum("na,nab,nb->n", apart, sure, apart) / np.maximum(mean, 1e-9)
        weight = 1 / (1 + far / (softness * outlier_mm) ** 2) ** 2
    return solved
