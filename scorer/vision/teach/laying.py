"""Laying a board's geometry exactly on a photo of it, by nothing but the locations' sides.

What is printed on the board is not known yet. Only this is: its locations have sides, alike
all over the map, and most of those show as straight edges.
"""

from dataclasses import dataclass
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import (
    PX_PER_MM,
    Frame,
    Mapping,
    field_terms,
    page_to_picture,
    remap,
    sources,
)

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

_SCALE = 3.0
_MARGIN_MM = 8.0
# Half a road's width is one of these, as a share of the distance between roads, to begin with.
_INSETS = (0.025, 0.05, 0.075, 0.1, 0.13, 0.165, 0.2)
_MOST_INSET = 0.28
# Where it is about known, it is looked for from a little less and a little more.
_ABOUT = (0.8, 1.25)
# How near to where it should be a side looks for its edge, from pass to pass.
_FIRST_MM: tuple[tuple[float, ...], ...] = ((2.4, 2.0, 1.6, 1.2, 0.9), (1.2, 0.9), ())
_THEN_MM = (1.2, 0.9, 0.6, 0.4)
_ROUNDS = 3
# The share of a side that is looked at: corners may be rounded.
_ALONG = 0.6
# While looking far, only shifts, scales and perspective are made up for.
_FLAT_MM = 0.95
_FLAT_TERMS, _ALL_TERMS = 6, 15
_STIFFNESS = 0.03
_MOST = 1.0
# How clearly a side shows is told by so many steps to both sides of it, and so near to it.
_BESIDE, _NEAR_MM = 9, 0.8


@dataclass(frozen=True, slots=True)
class Laid:
    """A board laid on a photo.

    Attributes
    ----------
    mapping : Mapping
        From mm on the page to pixels of the photo.
    inset_mm : float
        How far inside the roads' middles the locations' sides are.
    likeness : float
        Correlation of the locations' sides with the edges of the photo, at most 1.
    """

    mapping: Mapping
    inset_mm: float
    likeness: float


def lay(rgb: Picture, page: BoardPicture, mapping: Mapping, inset_mm: float | None = None) -> Laid:
    """Return *mapping* corrected so that the locations' sides lie on edges of the photo.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    page : BoardPicture
        The board; its picture is not looked at.
    mapping : Mapping
        From mm on the page to pixels of *rgb*, right to about 4 mm.
    inset_mm : float, optional
        How far inside the roads' middles the sides are, where that is about known.
    """
    pitch = _pitch(page)
    edges = _edges(rgb, page, mapping)
    # Looking far finds its way from far off, and may lose it from nearby: both are tried.
    insets = [share * pitch for share in _INSETS]
    if inset_mm is not None:
        insets = [inset_mm * times for times in _ABOUT]
    starts = [
        _settled(edges, page, mapping, inset, passes)
        for inset, passes in product(insets, _FIRST_MM)
    ]
    best = laid = max(starts, key=lambda one: one.likeness)
    edges = _edges(rgb, page, laid.mapping)
    for softness in _THEN_MM:
        field, wider = _agreed(edges, page, laid.mapping, laid.inset_mm, softness)
        mapping = laid.mapping.bent_by(field)
        inset_mm = min(max(laid.inset_mm - wider, 0.0), _MOST_INSET * pitch)
        edges = _edges(rgb, page, mapping)
        laid = Laid(mapping, inset_mm, _likeness(edges, page, inset_mm))
        best = max(best, laid, key=lambda one: one.likeness)
    return best


def still_off(page: BoardPicture) -> Doubles:
    """Return by which field, (15, 2) in mm, a page that was flattened as ``lay`` said is still off.

    From above, and without the ink of some photos, it shows more sides than a photo did.

    Parameters
    ----------
    page : BoardPicture
        The board, its picture as flattened.
    """
    as_laid = Mapping.plain(page, page_to_picture(page))
    return lay(page.rgb, page, as_laid).mapping.field


def at_clearest(rgb: Picture, page: BoardPicture, mapping: Mapping) -> Laid:
    """Return a board at *mapping*, unchanged, its sides as far inside as they show most clearly.

    A glance where ``lay`` looks closely: ``likeness`` says how clearly, and is no correlation.
    """
    pitch, edges = _pitch(page), _edges(rgb, page, mapping)
    found = []
    for share in (0.0, *_INSETS):
        at, outward, _ = _sides(page, share * pitch)
        found.append(Laid(mapping, share * pitch, _clearness(edges, at, outward)))
    return max(found, key=lambda one: one.likeness)


@dataclass(frozen=True, slots=True)
class Shown:
    """How clearly sides between two locations show at each of the map's four sides.

    The map's frame, and what is printed along it, run the other way.

    Attributes
    ----------
    between_beyond, between_within : tuples of four floats
        At the left, right, top, bottom, as a share of all sides on the map: in a row of locations
        beyond it, where none is; and in its outermost row. Of 1,008 rows beyond maps in simulated
        photos of unseen art the clearest has 0.36, and each has less than half of what the map's
        outermost row at the other end has.
    pitch_mm : float
        From road to road.
    """

    between_beyond: tuple[float, ...]
    between_within: tuple[float, ...]
    pitch_mm: float

    @property
    def at_other_end(self) -> tuple[float, ...]:
        """What shows within the outermost row at the other end of the map, side by side."""
        left, right, top, bottom = self.between_within
        return right, left, bottom, top


def sides_shown(rgb: Picture, page: BoardPicture, laid: Laid) -> Shown:
    """Return how clearly the sides of a board *laid* on a photo go on beyond the map.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    page : BoardPicture
        The board; its picture is not looked at.
    laid : Laid
        Its mapping leads to pixels of *rgb*.
    """
    pitch = _pitch(page)
    edges = _edges(rgb, page, laid.mapping, pitch + _MARGIN_MM)
    at, outward, _ = _sides(page, laid.inset_mm)
    middles = np.repeat(at.reshape(-1, 4, 2).mean(axis=1), 4, axis=0)
    on_it = max(_clearness(edges, at, outward), 1e-6)
    shown = []
    for axis, way in product((0, 1), (-1, 1)):
        rim = (way * middles[:, axis]).max() - 0.5 * pitch
        between = (way * middles[:, axis] > rim) & (np.abs(outward[:, axis]) < 0.5)
        step = np.eye(2)[axis] * way * pitch
        beyond, within = (
            _clearness(edges, at[between] + moved, outward[between]) / on_it
            for moved in (step, 0 * step)
        )
        shown.append((beyond, within))
    between_beyond, between_within = (tuple(one) for one in zip(*shown, strict=True))
    return Shown(between_beyond, between_within, pitch)


def _clearness(edges: "_Edges", at_mm: Doubles, outward: Doubles) -> float:
    """Return how much stronger edges are at sides, (N, 2), than some mm beside them."""
    steps = np.arange(-_BESIDE, _BESIDE + 1) / _SCALE
    profiles = _profiles(edges, at_mm, outward, steps)
    near = profiles[:, np.abs(steps) < _NEAR_MM].max(axis=1)
    return float((near - np.median(profiles, axis=1)).mean())


@dataclass(frozen=True, slots=True)
class _Edges:
    """How strong upright and level edges are, (H, W) each, on the page as flattened so far.

    ``of_map`` are those on the map alone, less their mean, upright ones first, (N,).
    """

    upright: Floats
    level: Floats
    frame: Frame
    of_map: Floats


def _frame(page: BoardPicture, margin_mm: float) -> Frame:
    corners = page.map_corners_mm
    first, last = corners[0] - margin_mm, corners[2] + margin_mm
    width, height = np.round((last - first) * PX_PER_MM).astype(int).tolist()
    return Frame((float(first[0]), float(first[1])), np.empty((height, width, 3), np.uint8))


def _edges(
    rgb: Picture, page: BoardPicture, mapping: Mapping, margin_mm: float = _MARGIN_MM
) -> _Edges:
    """Return the edges that go on straight for the length of a location's side."""
    frame = _frame(page, margin_mm)
    flat = remap(rgb, sources(frame, mapping, _SCALE)).astype(np.float32) / 255
    lab = cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_RGB2LAB), (0, 0), 0.8)
    right, down = cv2.Sobel(lab, cv2.CV_32F, 1, 0), cv2.Sobel(lab, cv2.CV_32F, 0, 1)
    strength = np.sqrt(_squares(right) + _squares(down))
    around = cv2.blur(strength, (41, 41)) + 0.2 * float(strength.mean()) + 0.05
    of_all = cv2.merge([around, around, around])
    along = round(_ALONG * 0.8 * 25 * _SCALE)
    upright = np.sqrt(_squares(cv2.blur(cv2.divide(right, of_all), (1, along))))
    level = np.sqrt(_squares(cv2.blur(cv2.divide(down, of_all), (along, 1))))
    seen = (np.minimum(values, _MOST) for values in (upright, level))
    return _Edges(upright, level, frame, _on_map(page, frame, *seen))


def _squares(values: NDArray[Any]) -> Floats:
    """Return the sum over channels of squares, (H, W)."""
    return np.asarray(cv2.transform(cv2.multiply(values, values), np.ones((1, 3))), np.float32)


def _on_map(page: BoardPicture, frame: Frame, *pictures: Floats) -> Floats:
    """Return the pixels (N,) of *pictures* of *frame* that lie on the map, each less its mean."""
    corners = (page.map_corners_mm[[0, 2]] - np.array(frame.origin_mm)) * _SCALE
    (left, top), (right, bottom) = np.round(corners).astype(int).tolist()
    of_map = (picture[top:bottom, left:right] for picture in pictures)
    return np.concatenate([(some - some.mean()).ravel() for some in of_map])


def _settled(
    edges: _Edges, page: BoardPicture, given: Mapping, inset_mm: float, passes: tuple[float, ...]
) -> Laid:
    """Return where the sides settle from a first guess, all seen as *given* flattened it."""
    pitch = _pitch(page)
    moved = np.zeros((15, 2))
    for softness in passes:
        field, wider = _agreed(edges, page, given, inset_mm, softness, moved)
        moved = moved + field
        inset_mm = min(max(inset_mm - 0.5 * wider, 0.01 * pitch), _MOST_INSET * pitch)
    return Laid(given.bent_by(moved), inset_mm, _likeness(edges, page, inset_mm, given, moved))


def _sides(page: BoardPicture, inset_mm: float) -> tuple[Doubles, Doubles, Doubles]:
    """Return of all sides the middles and the ways outwards, (N, 2), and half lengths, (N,)."""
    polygons = [np.array(c.polygon) for c in page.board.cells if not c.location.name]
    first = np.array([polygon.min(axis=0) for polygon in polygons])
    last = np.array([polygon.max(axis=0) for polygon in polygons])
    middle, half = (first + last) / 2, (last - first) / 2 - inset_mm
    ways = np.array([[-1.0, 0], [1, 0], [0, -1], [0, 1]])
    at = middle[:, None] + ways[None] * half[:, None]
    outward = np.broadcast_to(ways, at.shape)
    lengths = np.stack([half[:, 1], half[:, 1], half[:, 0], half[:, 0]], axis=1)
    return at.reshape(-1, 2), outward.reshape(-1, 2), lengths.ravel()


def _profiles(edges: _Edges, at_mm: Doubles, outward: Doubles, steps: Doubles) -> Doubles:
    """Return how strong edges are, (N, S), at *steps* mm outwards from places, (N, 2)."""
    places = at_mm[:, None] + steps[None, :, None] * outward[:, None]
    at = ((places - np.array(edges.frame.origin_mm)) * _SCALE - 0.5).astype(np.float32)
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    upright, level = (
        cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
        for values in (edges.upright, edges.level)
    )
    return np.asarray(np.where(np.abs(outward[:, :1]) > 0.5, upright, level), np.float64)


def _likeness(
    edges: _Edges,
    page: BoardPicture,
    inset_mm: float,
    mapping: Mapping | None = None,
    moved: Doubles | None = None,
) -> float:
    """Return how a drawing of nothing but the sides correlates with the edges."""
    at, outward, half = _sides(page, inset_mm)
    along = np.abs(outward[:, ::-1]) * half[:, None]
    ends = np.stack([at - along, at + along], axis=1)
    if mapping is not None and moved is not None:
        ends = ends + field_terms(mapping.normal(ends)) @ moved
    px = np.round((ends - np.array(edges.frame.origin_mm)) * _SCALE - 0.5).astype(int)
    drawn = []
    for axis, values in ((0, edges.upright), (1, edges.level)):
        picture = np.zeros(values.shape, np.float32)
        for first, last in px[np.abs(outward[:, axis]) > 0.5].tolist():
            cv2.line(picture, first, last, 1.0, 1)
        drawn.append(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.float32))
    one, other = edges.of_map, _on_map(page, edges.frame, *drawn)
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-9))


def _agreed(
    edges: _Edges,
    page: BoardPicture,
    mapping: Mapping,
    inset_mm: float,
    softness_mm: float,
    moved: Doubles | None = None,
) -> tuple[Doubles, float]:
    """Return the smooth field, (15, 2) in mm, that takes most sides to an edge, and how much
    further out all sides lie than thought.

    Each side looks for edges near where the others put it. Places are those of *mapping*,
    already *moved* by a field.
    """
    at, outward, _ = _sides(page, inset_mm)
    terms = field_terms(mapping.normal(at))
    shifted = at if moved is None else at + terms @ moved
    terms = terms[:, : _FLAT_TERMS if softness_mm > _FLAT_MM else _ALL_TERMS]
    count = round(2 * softness_mm * _SCALE)
    steps = np.arange(-count, count + 1) / _SCALE
    peaks = _peaky(_profiles(edges, shifted, outward, steps))
    # Unknowns: the field to the right, the field down, and how much further out sides are.
    rows = np.hstack([terms * outward[:, :1], terms * outward[:, 1:], np.ones((len(at), 1))])
    stiff = np.full(rows.shape[1], 1e-3)
    stiff[:-1][np.tile(np.arange(terms.shape[1]) >= 6, 2)] = _STIFFNESS
    solved = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        apart = steps[None] - (rows @ solved)[:, None]
        weight = peaks * np.exp(-0.5 * (apart / softness_mm) ** 2)
        shown = weight.sum(axis=1)
        off = (weight * steps).sum(axis=1) / np.maximum(shown, 1e-9)
        sure = shown / (shown.mean() + 1e-9)
        left = (rows * sure[:, None]).T @ rows + np.diag(stiff) * sure.sum()
        solved = np.linalg.solve(left, (rows * sure[:, None]).T @ off)
    field = np.zeros((15, 2))
    field[: terms.shape[1]] = solved[:-1].reshape(2, -1).T
    return field, float(solved[-1])


def _peaky(profiles: Doubles) -> Doubles:
    """Return *profiles*, (N, S), with their peaks stressed, each of mean 1."""
    above = np.maximum(profiles - np.median(profiles, axis=1, keepdims=True), 0) ** 2
    return np.asarray(above / np.maximum(above.mean(axis=1, keepdims=True), 1e-9))


def locations_across(board: Board) -> tuple[int, int]:
    """Return how many locations the map has across and down."""
    points = [point.lattice for point in board.crossroads_xy if point.lattice]
    return max(column for column, _ in points), max(line for _, line in points)


def _pitch(page: BoardPicture) -> float:
    """Return the distance between two roads, in mm."""
    points = sorted({point.lattice[0] for point in page.board.crossroads_xy if point.lattice})
    return float(np.ptp(page.map_corners_mm[:, 0]) / max(1, len(points) - 1))
