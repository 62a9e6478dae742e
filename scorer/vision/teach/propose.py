"""What a board that nobody described seems to have printed on it, for a person to correct."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import (
    Board,
    BoardError,
    Cafe,
    CafeBonus,
    Cell,
    Landmark,
    Point,
    plain_id,
)
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, map_corners_mm
from scorer.vision.teach.kinds import landmark_kinds
from scorer.vision.teach.laying import locations_across

Doubles = NDArray[np.float64]

# A board that nobody measured is taken to have locations of this size, and this much beside
# the map, so that cafés, numbers and the rim of the card help to find it again.
_LOCATION_MM = 25.0
_BESIDE_MM = 30.0
# A symbol at a crossroads reaches this far around it, and outside the map further.
_SYMBOL_MM = 3.6
_LEAST_STRANGE = 1.5
# How far outside the map a symbol on its rim is looked for.
_OUTSIDE_MM = (0.0, 1.5, 3.0, 4.5)


def empty_board(city: City, id_: str, name: str) -> Board:
    """Return a board of *city* with its roads, and nothing printed on them yet.

    The roads are those of the practice board, straightened out on a page of a usual size.
    """
    usual = city.practice_board
    corners = map_corners_mm(usual)
    across, down = locations_across(usual)
    first, size = corners[0], corners[2] - corners[0]
    wanted = np.array([across, down]) * _LOCATION_MM

    def place(xy: Point) -> Point:
        x, y = ((np.array(xy) - first) / size * wanted + _BESIDE_MM).tolist()
        return round(x, 3), round(y, 3)

    return replace(
        usual,
        id=id_,
        name=name,
        page_mm=(float(wanted[0] + 2 * _BESIDE_MM), float(wanted[1] + 2 * _BESIDE_MM)),
        cells=tuple(
            Cell(cell.location, tuple(map(place, cell.polygon)), cell.meeting_point)
            for cell in usual.cells
        ),
        crossroads_xy={point: place(xy) for point, xy in usual.crossroads_xy.items()},
        roads=tuple(replace(road, path=tuple(map(place, road.path))) for road in usual.roads),
        landmarks=tuple(
            replace(mark, polygon=tuple(map(place, mark.polygon)))
            for mark in usual.landmarks
            if mark.meeting_point is not None
        ),
        cafes=(),
        visit_all=(),
        practice=False,
        coordinates=None,
        waters=(),
    ).checked()


def proposed(picture: BoardPicture, city: City) -> Board:
    """Return the board of *picture* with the landmarks, cafés and points that it seems to show.

    Values, names and bonuses are left open, and whether the cafés and points are right. How many
    of these there are is taken from *city*.
    """
    board = picture.board
    lab = cv2.cvtColor(picture.rgb, cv2.COLOR_RGB2LAB).astype(np.float64)
    kinds = landmark_kinds(picture, city)
    marks = [mark for mark in board.landmarks if not mark.locations]
    for location, kind in kinds.items():
        roads = frozenset(road.id for road in board.roads if location in road.locations)
        marks.append(Landmark(plain_id(kind, location), kind, (location,), roads))
    cafes, points = _symbols(lab, picture, city)
    return replace(
        board,
        landmarks=tuple(marks),
        cafes=tuple(cafes),
        visit_all=tuple(sorted(points)),
        guessed=bool(city.practice_board.cafes or city.practice_board.visit_all),
    ).checked()


def turned(picture: BoardPicture, quarters: int) -> BoardPicture:
    """Return *picture* with its page turned clockwise, the board staying as it is.

    Raises
    ------
    BoardError
        If the page does not fit its board then: only square ones can be turned by 90 degrees.
    """
    rgb = np.ascontiguousarray(np.rot90(picture.rgb, -quarters))
    if rgb.shape != picture.rgb.shape:
        raise BoardError("a map that is no square can be turned by 180 degrees only")
    known = picture.known
    if known is not None:
        known = np.ascontiguousarray(np.rot90(known, -quarters))
    return replace(picture, rgb=rgb, known=known)


@dataclass(frozen=True, slots=True)
class _Symbol:
    """What may be printed at a crossroads: where, how unlike the usual, what it looks like."""

    crossroads: Crossroads
    xy: Point
    strange: float
    look: Doubles
    inner: bool


def _symbols(
    lab: Doubles, picture: BoardPicture, city: City
) -> tuple[list[Cafe], list[Crossroads]]:
    """Return the cafés and the visit-them-all points: the crossroads that look unlike most."""
    usual = city.practice_board
    most = len(usual.cafes) + len(usual.visit_all)
    every = sorted(_at_crossroads(lab, picture), key=lambda one: -one.strange)
    found = [one for one in every[:most] if one.strange >= _LEAST_STRANGE]
    stars = _alike(found, len(usual.visit_all))
    cafes = [
        Cafe(one.crossroads, one.xy, CafeBonus.SECTION)
        for one in sorted(found, key=lambda one: one.crossroads)
        if one.crossroads not in stars
    ]
    return cafes, stars


def _at_crossroads(lab: Doubles, picture: BoardPicture) -> list[_Symbol]:
    """Return what every crossroads of the lattice looks like."""
    points = [point for point in picture.board.crossroads_xy if point.lattice]
    ways = {point: _outward(picture.board, point) for point in points}
    inner = [point for point in points if not ways[point].any()]
    rim = [point for point in points if ways[point].any()]
    found = _compared(lab, picture, {point: (0.0, ways[point]) for point in inner})
    # On the rim a symbol may be printed outside the map.
    tried = [
        _compared(lab, picture, {point: (out, ways[point]) for point in rim}) for out in _OUTSIDE_MM
    ]
    return found + [max(same, key=lambda one: one.strange) for same in zip(*tried, strict=True)]


def _compared(
    lab: Doubles, picture: BoardPicture, places: dict[Crossroads, tuple[float, Doubles]]
) -> list[_Symbol]:
    """Return crossroads compared with each other, so far outside the map, each turned so that
    the way out is the same.
    """
    if len(places) < 3:
        return []
    at = {
        point: np.array(picture.board.crossroads_xy[point]) + out * way
        for point, (out, way) in places.items()
    }
    looks = {point: _look(lab, picture, at[point]) for point in places}
    turned = np.array(
        [np.rot90(looks[point], _quarters(way)) for point, (_, way) in places.items()]
    )
    apart = np.abs(turned - np.median(turned, axis=0)).mean(axis=(1, 2, 3))
    spread = np.median(np.abs(apart - np.median(apart))) + 0.35
    strange = (apart - np.median(apart)) / spread
    return [
        _Symbol(point, _point(at[point]), float(how), looks[point], not way.any())
        for (point, (_, way)), how in zip(places.items(), strange, strict=True)
    ]


def _look(lab: Doubles, picture: BoardPicture, place: Doubles) -> Doubles:
    """Return the colours around *place*, (N, N, 3), at a few pixels a millimetre."""
    scale = picture.px_per_mm
    reach = _SYMBOL_MM * np.linspace(-1, 1, 15)
    x, y = np.meshgrid(reach + place[0], reach + place[1])
    seen = cv2.remap(
        lab.astype(np.float32),
        (x * scale - 0.5).astype(np.float32),
        (y * scale - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, np.float64)


def _alike(found: Sequence[_Symbol], count: int) -> list[Crossroads]:
    """Return the *count* inner symbols that are most alike, the rest being alike as well."""
    if not any(one.inner for one in found) or len(found) <= count:
        return [one.crossroads for one in found if one.inner][:count]
    flat = np.array([cv2.GaussianBlur(one.look, (0, 0), 1.0).ravel() for one in found])
    apart = np.linalg.norm(flat[:, None] - flat[None], axis=2)
    inner = [i for i, one in enumerate(found) if one.inner]
    groups = [sorted(inner, key=lambda j: apart[i, j])[:count] for i in inner]

    def unlike(group: list[int]) -> float:
        rest = [i for i in range(len(found)) if i not in group]
        return sum(float(apart[np.ix_(part, part)].mean()) * len(part) for part in (group, rest))

    return [found[i].crossroads for i in min(groups, key=unlike)]


def _outward(board: Board, point: Crossroads) -> Doubles:
    """Return the way out of the map at *point*, one step along an axis; zero inside."""
    across, down = locations_across(board)
    column, line = point.lattice or (0, 0)
    to_side = float((column == across) - (column == 0))
    return np.array([to_side, 0.0 if to_side else float((line == down) - (line == 0))])


def _quarters(way: Doubles) -> int:
    """Return how many quarter turns, against the clock, point *way* up."""
    return {(1, 0): 1, (0, 1): 2, (-1, 0): 3}.get((int(way[0]), int(way[1])), 0)


def _point(place: Doubles) -> Point:
    return round(float(place[0]), 2), round(float(place[1]), 2)
