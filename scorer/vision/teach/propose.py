"""What a board that nobody described seems to have printed on it, for a person to correct."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import (
    Board,
    BoardError,
    Cafe,
    CafeBonus,
    Cell,
    Landmark,
    LandmarkKind,
    Point,
)
from scorer.rules.city import City
from scorer.rules.notation import Crossroads, Location
from scorer.vision.picture import BoardPicture, map_corners_mm
from scorer.vision.turns import COLOURS

Doubles = NDArray[np.float64]

# A board that nobody measured is taken to have locations of this size, and this much beside
# the map, so that cafés, numbers and the rim of the card help to find it again.
_LOCATION_MM = 25.0
_BESIDE_MM = 30.0
# Colours this far (in Lab) from those of plain locations are a landmark's.
_LEAST_COLOUR = 3.0
_LEAST_GREY = 3.0
# They are this much further off than plain ones usually are.
_CLEARLY = 2.5
# What has less than this share of the colour of others is only tinted.
_FAINT = 0.6
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
    across, down = _counts(usual)
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

    Values, names and bonuses are left open. How many cafés and points there are is taken from
    *city*.
    """
    board = picture.board
    lab = cv2.cvtColor(picture.rgb, cv2.COLOR_RGB2LAB).astype(np.float64)
    kinds = _landmarks(lab, picture, city)
    marks = [mark for mark in board.landmarks if not mark.locations]
    iconic = [mark.id for mark in city.iconic]
    for location, kind in kinds.items():
        roads = frozenset(road.id for road in board.roads if location in road.locations)
        id_ = f"{kind}-{location}"
        if kind is LandmarkKind.GREY:
            id_ = iconic.pop(0)
        marks.append(Landmark(id_, kind, "", None, (location,), roads))
    cafes, points = _symbols(lab, picture, city)
    return replace(
        board, landmarks=tuple(marks), cafes=tuple(cafes), visit_all=tuple(sorted(points))
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
    return replace(picture, rgb=rgb)


def _landmarks(lab: Doubles, picture: BoardPicture, city: City) -> dict[Location, LandmarkKind]:
    """Return what kind of landmark each location seems to hold, plain ones left out."""
    cells = [cell for cell in picture.board.cells if not cell.location.name]
    colours = np.array([_vivid(lab, picture, np.array(cell.polygon)) for cell in cells])
    # Most locations are plain: their usual colour is that of the light on the paper.
    plain = np.median(colours, axis=0)
    off = colours - plain
    strength = np.linalg.norm(off[:, 1:], axis=1)
    limit = max(_LEAST_COLOUR, _widest_gap(strength))
    known = {mark.kind for mark in city.practice_board.landmarks}
    found = {
        cell.location: (_kind_of(away[1:], known), strong)
        for cell, away, strong in zip(cells, off, strength, strict=True)
        if strong >= limit
    }
    kinds = {location: kind for location, (kind, _) in found.items()}
    if LandmarkKind.GREY in known:
        darkness = {c.location: abs(away[0]) for c, away in zip(cells, off, strict=True)}
        for location in _greys(found, darkness, len(city.iconic)):
            kinds[location] = LandmarkKind.GREY
    return {cell.location: kinds[cell.location] for cell in cells if cell.location in kinds}


def _widest_gap(strength: Doubles) -> float:
    """Return the strength between plain locations and landmarks: where the widest gap is.

    On every board about a third of the locations are landmarks at least, and not nearly all.
    """
    ordered = np.maximum(np.sort(strength), 1.0)
    first, last = len(ordered) * 3 // 10, len(ordered) * 9 // 10
    ratios = ordered[first + 1 : last] / ordered[first : last - 1]
    at = first + int(ratios.argmax())
    return float(np.sqrt(ordered[at] * ordered[at + 1]))


def _greys(
    found: dict[Location, tuple[LandmarkKind, float]], darkness: dict[Location, float], most: int
) -> list[Location]:
    """Return up to *most* locations that are grey landmarks rather than anything else.

    Some boards tint them faintly: much less vivid than others of that hue. Else they are
    lighter or darker than plain locations.
    """
    faint = []
    for location, (kind, strong) in found.items():
        alike = [other for of, other in found.values() if of is kind]
        if strong < _FAINT * max(alike):
            faint.append(location)
    if faint:
        return sorted(faint, key=lambda location: found[location][1])[:most]
    plain = {place: dark for place, dark in darkness.items() if place not in found}
    limit = max(_LEAST_GREY, _CLEARLY * float(np.median([*plain.values()]))) if plain else 0.0
    dark = [place for place in sorted(plain, key=lambda p: -plain[p]) if plain[place] >= limit]
    return dark[:most]


def _vivid(lab: Doubles, picture: BoardPicture, polygon: Doubles) -> Doubles:
    """Return the mean colour, (3,), of a location's inside: lightness, and its vivid half's hue."""
    first, last = polygon.min(axis=0), polygon.max(axis=0)
    middle, half = (first + last) / 2, 0.32 * (last - first)
    (left, top), (right, bottom) = (
        np.round(corner * picture.px_per_mm).astype(int).tolist()
        for corner in (middle - half, middle + half)
    )
    inside = lab[top:bottom, left:right].reshape(-1, 3)
    chroma = np.linalg.norm(inside[:, 1:] - np.median(lab[..., 1:], axis=(0, 1)), axis=1)
    vivid = inside[chroma >= np.median(chroma)]
    return np.array([inside[:, 0].mean() * 100 / 255, *vivid[:, 1:].mean(axis=0)])


def _kind_of(hue: Doubles, known: set[LandmarkKind]) -> LandmarkKind:
    kinds = [kind for kind in COLOURS if kind in known and kind is not LandmarkKind.GREY]
    ways = np.array([COLOURS[kind] for kind in kinds])
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    return kinds[int((ways @ hue).argmax())]


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
    across, down = _counts(board)
    column, line = point.lattice or (0, 0)
    to_side = float((column == across) - (column == 0))
    return np.array([to_side, 0.0 if to_side else float((line == down) - (line == 0))])


def _quarters(way: Doubles) -> int:
    """Return how many quarter turns, against the clock, point *way* up."""
    return {(1, 0): 1, (0, 1): 2, (-1, 0): 3}.get((int(way[0]), int(way[1])), 0)


def _point(place: Doubles) -> Point:
    return round(float(place[0]), 2), round(float(place[1]), 2)


def _counts(board: Board) -> tuple[int, int]:
    points = [point.lattice for point in board.crossroads_xy if point.lattice]
    return max(column for column, _ in points), max(line for _, line in points)
