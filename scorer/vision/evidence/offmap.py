"""Symbols beside the map: bonuses and tickets, circled and crossed out as cafés are.

They are read as the cafés of a board of their own, which no section reaches.
"""

from typing import Self

from scorer.rules.board.board import Board, Cafe, CafeBonus, Point
from scorer.rules.notation import Crossroads
from scorer.rules.values import replace
from scorer.vision.doubts import CAFE_WORDS
from scorer.vision.evidence.networks import network
from scorer.vision.evidence.networks.patches import Layers, point_patches


class _Symbol(Crossroads):
    """A symbol beside the map where a crossroads is asked for: any id, on no lattice point."""

    __slots__ = ()

    def __new__(cls, id_: str) -> Self:
        self = str.__new__(cls, id_)
        self.lattice = None
        return self


def symbols_as_cafes(board: Board) -> Board:
    """Return *board* with the symbols beside its map in place of its cafés, by their ids."""
    places: dict[Crossroads, Point] = {_Symbol(symbol.id): symbol.xy for symbol in board.cafe_area}
    cafes = tuple(Cafe(point, xy, CafeBonus.CARD) for point, xy in places.items())
    return replace(board, cafes=cafes, crossroads_xy=places, roads=())


def symbol_chances(layers: Layers, symbols: Board) -> dict[Crossroads, dict[str, float]]:
    """Return what one look of the network makes of the cafés of *symbols*."""
    places = tuple(cafe.xy for cafe in symbols.cafes)
    if not places:
        return {}
    rows = network.points(point_patches(layers, symbols, places)).tolist()
    return {
        cafe.crossroads: dict(zip(CAFE_WORDS, row, strict=False))
        for cafe, row in zip(symbols.cafes, rows, strict=True)
    }
