"""What the trained networks say about a board's roads, cafés and crossroads."""

from dataclasses import dataclass

from scorer.rules.board.board import Board
from scorer.rules.notation import Crossroads, RoadId
from scorer.vision.doubts import CAFE_WORDS
from scorer.vision.evidence.networks import averaged, network
from scorer.vision.evidence.networks.patches import Layers, point_patches, road_patches


@dataclass(frozen=True, slots=True)
class Chances:
    """Chances from 0 to 1.

    Attributes
    ----------
    sections : dict of RoadId to float
        That a section is drawn there.
    cafes : dict of Crossroads to dict of str to float
        Of each of a café's marks, by their words in doubts; they sum to 1.
    rings : dict of Crossroads to float
        That a task ring is drawn there.
    """

    sections: dict[RoadId, float]
    cafes: dict[Crossroads, dict[str, float]]
    rings: dict[Crossroads, float]


def find_chances(layers: Layers, board: Board) -> Chances:
    """Return what the networks make of a photo of *board*."""
    roads, pictures = road_patches(layers, board)
    crossroads = tuple(board.crossroads_xy)
    places = tuple(board.crossroads_xy[point] for point in crossroads)
    points = network.points(point_patches(layers, board, places)).tolist()
    symbols = tuple(cafe.xy for cafe in board.cafes)
    cafes = averaged.points(point_patches(layers, board, symbols)).tolist()
    known = dict(zip((cafe.crossroads for cafe in board.cafes), cafes, strict=True))
    # A task's ring is hard to see round a café's. Some symbols lie beside their crossroads.
    beside = [c.crossroads for c in board.cafes if c.xy != board.crossroads_xy[c.crossroads]]
    places = tuple(board.crossroads_xy[point] for point in beside)
    looked = averaged.points(point_patches(layers, board, places)).tolist()
    ringed = {**known, **dict(zip(beside, looked, strict=True))}
    rings = dict(zip(crossroads, points, strict=True)) | ringed
    return Chances(
        sections=dict(zip(roads, averaged.drawn(pictures).tolist(), strict=True)),
        cafes={point: dict(zip(CAFE_WORDS, row, strict=False)) for point, row in known.items()},
        rings={point: row[3] for point, row in rings.items()},
    )
