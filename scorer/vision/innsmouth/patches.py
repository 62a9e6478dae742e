"""What the networks for Innsmouth look at: quarters, roads, crossroads, and signs beside the map.

Training cuts its examples with this very code.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, CafeSymbol, Point
from scorer.rules.innsmouth.town import NAME, Town
from scorer.rules.notation import Crossroads, RoadId
from scorer.vision.evidence.networks.patches import (
    POINT_LAYERS,
    POINT_SIDE,
    Layers,
    point_patches,
)

Floats = NDArray[np.float32]

# So much round a sign is shown where a person is asked about it.
_SHOWN_MM = 9.0
# The plate of the name, and a little around it, fills the picture.
_AROUND_NAME = 1.06


def places_of(town: Town) -> dict[str, Point]:
    """Return where caches and rings may be in mm, by name: crossroads, and shelters on roads."""
    found = {str(point): xy for point, xy in sorted(town.board.crossroads_xy.items())}
    named = [place for places in town.file.caches.values() for place in places]
    for place in (*named, *(shelter.at for shelter in town.shelters)):
        found.setdefault(place, place_xy(town, place))
    return found


def place_xy(town: Town, place: str) -> Point:
    """Return where *place*, a crossroads or the middle of a road, is on the page, in mm."""
    if "-" not in place:
        return town.board.crossroads_xy[Crossroads.parse(place)]
    path = town.board.road_of[RoadId.parse(place)].path
    if len(path) > 2:
        return path[len(path) // 2]
    return (path[0][0] + path[1][0]) / 2, (path[0][1] + path[1][1]) / 2


@dataclass(frozen=True, slots=True)
class Beside:
    """What is circled beside the map: the signs of bonuses, and the ends of the name's plate.

    Both stand in the ``cafe_area`` of a town's printed map, the plate's ends as two symbols.
    """

    bonuses: tuple[CafeSymbol, ...]
    name: tuple[Point, Point] | None

    @classmethod
    def of(cls, board: Board) -> "Beside":
        """Return what stands beside the map of *board*, as it is photographed."""
        ends = [symbol.xy for symbol in board.cafe_area if symbol.bonus == NAME]
        signs = tuple(symbol for symbol in board.cafe_area if symbol.bonus != NAME)
        return cls(signs, (ends[0], ends[1]) if len(ends) == 2 else None)

    @property
    def parts(self) -> dict[str, tuple[tuple[float, float, float, float], ...]]:
        """The parts of the page that show a sign, by bonus, and the name: left, top, width and
        height, in mm."""
        found: dict[str, tuple[tuple[float, float, float, float], ...]] = {}
        for sign in self.bonuses:
            x, y = sign.xy
            part = (x - _SHOWN_MM, y - _SHOWN_MM, 2 * _SHOWN_MM, 2 * _SHOWN_MM)
            found[sign.bonus] = (*found.get(sign.bonus, ()), part)
        if self.name is not None:
            (x0, y0), (x1, y1) = self.name
            top, high = min(y0, y1) - _SHOWN_MM, abs(y1 - y0) + 2 * _SHOWN_MM
            found[NAME] = ((min(x0, x1), top, abs(x1 - x0), high),)
        return found


def sign_patches(layers: Layers, board: Board, beside: Beside) -> Floats:
    """Return the pictures (N, 7, 64, 64) of the bonuses' signs and, last, of the town's name."""
    signs = point_patches(layers, board, tuple(sign.xy for sign in beside.bonuses))
    if beside.name is None:
        return signs
    return np.concatenate([signs, _name_patch(layers, beside.name)])


def _name_patch(layers: Layers, ends: tuple[Point, Point]) -> Floats:
    (x0, y0), (x1, y1) = ends
    reach = _AROUND_NAME * math.hypot(x1 - x0, y1 - y0) / 2
    offsets = np.linspace(-reach, reach, POINT_SIDE)
    around = np.stack(np.meshgrid(offsets, offsets), axis=-1)
    places = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + around
    found = np.zeros((1, POINT_LAYERS, POINT_SIDE, POINT_SIDE), np.float32)
    found[0, :-1] = layers.at(layers.scale.places(places[None]))[0].transpose(2, 0, 1)
    return found
