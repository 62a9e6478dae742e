"""In which locations people drew, on a page whose print nobody knows: ink elsewhere is print.

The network that tells ink from print takes letters and icons for ink now and then, but is less
sure of them, and they cover less than tourists do. A game fills a location a round, and no more.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.vision.drawn.parts import Box, inside, near_crossroads

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Ink is worth its area times this power of how sure the network is of it.
_SURENESS = 4
_INKED = 0.5
# Beside the locations that are most inked, one is free whose ink is worth so little.
_FREE = 0.25
# The chance of ink that is left in locations where nobody stands.
_LEFT = 0.02


@dataclass(frozen=True, eq=False, slots=True)
class Standing:
    """The chances of ink on a page, (H, W), once it is known where nobody stands.

    ``contested`` is true in locations that look drawn in although as many others as there are
    rounds look more so.
    """

    chances: Floats
    contested: Mask


def where_people_stand(chances: Floats, board: Board, px_per_mm: float) -> Standing:
    """Return the *chances* of ink, (H, W), without print in locations that nobody drew in.

    Parameters
    ----------
    chances : (H, W) float32
        Of each pixel of the page, 0 … 1, by the network alone.
    board : Board
        Of whose city the number of rounds is looked up.
    px_per_mm : float
    """
    rounds = load_city(board.city).game.rounds
    rings = near_crossroads(board, px_per_mm, chances.shape)
    cells = [cell for cell in board.cells if not cell.location.name]
    insides = [
        (box, inner & ~rings[box])
        for box, inner in (inside(cell, px_per_mm, chances.shape) for cell in cells)
    ]
    worth = np.array([_worth(chances, *inside) for inside in insides])
    order = np.argsort(-worth)
    usual = float(np.median(worth[order[:rounds]]))
    left, contested = chances.copy(), np.zeros(chances.shape, np.bool_)
    for rank, number in enumerate(order.tolist()):
        box, inner = insides[number]
        if worth[number] <= _FREE * usual:
            left[box] = np.where(inner, np.minimum(left[box], _LEFT), left[box])
        elif rank >= rounds:
            contested[box] |= inner
    return Standing(left, contested)


def _worth(chances: Floats, box: Box, inner: Mask) -> float:
    seen = chances[box]
    inked = seen[inner & (seen > _INKED)]
    return float(inked.size * inked.mean() ** _SURENESS) if inked.size else 0.0
