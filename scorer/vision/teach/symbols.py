"""Which crossroads of a board seem to hold a café or a visit-them-all point.

A network says how likely each is at every crossroads, by what it looks like beside the others of
its board, and where the symbol lies. There are about as many as on the practice board of the city,
and no more.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Cafe, CafeBonus, Point
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.evidence.networks import network
from scorer.vision.teach.kinds import about_as_many, likeliest
from scorer.vision.teach.laying import locations_across
from scorer.vision.teach.looks import common, cut, tones

Floats = NDArray[np.float32]

# What a crossroads may hold, after nothing: the network's words.
CAFE, POINT = 1, 2
# A crossroads is looked at in so many pixels a side, in so many layers, so far around it.
SYMBOL_SIDE, SYMBOL_LAYERS, SYMBOL_MM = 44, 11, 9.0
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
# A symbol that seems to lie no farther off than this lies on its crossroads.
_BESIDE_MM = 0.8
# Fewer crossroads than this do not tell what is usual at their kind of place.
_FEW = 3


def symbols(picture: BoardPicture, city: City) -> tuple[tuple[Cafe, ...], tuple[Crossroads, ...]]:
    """Return the cafés and the visit-them-all points that *picture* seems to show.

    There are at most as many of each as on the practice board of *city*. A café gives what most of
    that board's do, until a person says what each gives.
    """
    board, usual = picture.board, city.practice_board
    numbers = [len(usual.cafes), len(usual.visit_all)]
    if not any(numbers):
        return (), ()
    places = sorted(place for place in board.crossroads_xy if place.lattice)
    chances, off = network.symbols(crossroads_looks(picture, places))
    bonus = usual_bonus(city)
    found = likeliest(about_as_many(chances.astype(np.float64), numbers), numbers).tolist()
    cafes = tuple(
        Cafe(place, _moved(board.crossroads_xy[place], off_mm), bonus)
        for place, word, off_mm in zip(places, found, off * SYMBOL_MM, strict=True)
        if word == CAFE
    )
    return cafes, tuple(p for p, word in zip(places, found, strict=True) if word == POINT)


def usual_bonus(city: City) -> CafeBonus:
    """Return what most cafés of *city* give."""
    bonuses = Counter(cafe.bonus for cafe in city.practice_board.cafes)
    return max(bonuses, key=bonuses.__getitem__, default=CafeBonus.SECTION)


def crossroads_looks(picture: BoardPicture, points: Sequence[Crossroads]) -> Floats:
    """Return what the network of symbols is shown of the crossroads *points*, (N, 11, 44, 44)."""
    parts = [cut(picture, crossroads_box(picture.board, point), SYMBOL_SIDE) for point in points]
    rgb, known = (np.stack(part) for part in zip(*parts, strict=True))
    return symbol_layers(rgb, known, outward(picture.board, points))


def crossroads_box(board: Board, point: Crossroads, wider: float = 1.0) -> NDArray[np.float64]:
    """Return the corners (4, 2), in mm, of what is looked at round *point*, so much *wider*."""
    return np.array(board.crossroads_xy[point]) + wider * SYMBOL_MM * _CORNERS


def outward(board: Board, points: Sequence[Crossroads]) -> NDArray[np.int64]:
    """Return which way out of the map lies at each of *points*, (N, 2): -1, 0 or 1 an axis."""
    places = np.array([point.lattice for point in points])
    return np.asarray((places == locations_across(board)).astype(int) - (places == 0), np.int64)


def symbol_layers(rgb: Floats, known: Floats, ways: NDArray[np.int64]) -> Floats:
    """Return the network's input, (N, 11, S, S), of the crossroads of one board.

    Parameters
    ----------
    rgb : (N, S, S, 3) float32
        0 … 255.
    known : (N, S, S) float32
        How far each pixel is known, 0 … 1.
    ways : (N, 2) int
        Which way out of the map lies there, as ``outward`` says.

    Three layers tell how a pixel's logarithms differ from the board's median, three how they
    differ from the median at the same place of all crossroads alike: inside the map, on its
    sides, at its corners, the way out taken into account. One tells what is known, two the colour
    of the board's median, two the way out.
    """
    tone, seen, usual = tones(rgb, known)
    away = np.zeros_like(tone)
    turns = np.array([_quarters(way) for way in ways.tolist()])
    kinds = np.abs(ways).sum(axis=1)
    for kind in range(3):
        alike = np.flatnonzero(kinds == kind)
        place = usual
        if len(alike) >= _FEW:
            turned, there = (
                np.stack([np.rot90(one[i], turns[i]) for i in alike]) for one in (tone, seen)
            )
            place = common(turned, there, usual)
        for i in alike:
            away[i] = tone[i] - (np.rot90(place, -turns[i]) if place.ndim > 1 else place)
    every = (*known.shape, 2)
    light = np.broadcast_to(usual[[0, 2]] - usual[1], every)
    out = np.broadcast_to(ways[:, None, None, :], every)
    share = known[..., None]
    found = np.concatenate([share * (tone - usual), share * away, share, light, out], axis=-1)
    return np.ascontiguousarray(found.transpose(0, 3, 1, 2), np.float32)


def _quarters(way: list[int]) -> int:
    """Return how many quarter turns, against the clock, point *way* up, or up and right."""
    across, down = way
    if down == -1 and across >= 0:
        return 0
    if across == 1:
        return 1
    if down == 1:
        return 2
    return 3 if across == -1 else 0


def _moved(xy: Point, off_mm: NDArray[np.floating]) -> Point:
    if np.hypot(*off_mm) < _BESIDE_MM:
        return xy
    return round(xy[0] + float(off_mm[0]), 2), round(xy[1] + float(off_mm[1]), 2)
