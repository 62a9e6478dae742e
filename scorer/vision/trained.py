"""What the trained networks say about a board's roads, cafés and crossroads."""

from dataclasses import dataclass

from scorer.rules.board import Board
from scorer.rules.notation import Crossroads, RoadId
from scorer.vision import network
from scorer.vision.ink import Ink
from scorer.vision.patches import Layers, point_patches, road_patches
from scorer.vision.rectify import Rectified


@dataclass(frozen=True, slots=True)
class CafeChances:
    """The chances, which sum to 1, that a café carries no mark, a ring, or a ring crossed out."""

    none: float
    visited: float
    used: float


def section_chances(rectified: Rectified, ink: Ink, board: Board) -> dict[RoadId, float]:
    """Return the chance that a section is drawn on each road of *board*."""
    roads, pictures = road_patches(Layers.of(rectified, ink), board)
    return dict(zip(roads, network.drawn(pictures).tolist(), strict=True))


def point_chances(
    rectified: Rectified, ink: Ink, board: Board
) -> tuple[dict[Crossroads, CafeChances], dict[Crossroads, float]]:
    """Return the chances of each café's marks, and that each crossroads carries a task ring."""
    crossroads = tuple(board.crossroads_xy)
    places = tuple(board.crossroads_xy[point] for point in crossroads)
    symbols = tuple(cafe.xy for cafe in board.cafes)
    layers = Layers.of(rectified, ink)
    found = network.points(point_patches(layers, board, (*places, *symbols))).tolist()
    rings = {point: row[3] for point, row in zip(crossroads, found, strict=False)}
    cafes = {
        cafe.crossroads: CafeChances(*row[:3])
        for cafe, row in zip(board.cafes, found[len(crossroads) :], strict=True)
    }
    return cafes, rings
