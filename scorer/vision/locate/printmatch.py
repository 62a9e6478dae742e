"""Whether what is printed on the map in a photo is what is printed on a board.

``agreement`` tells that of a sharp photo. Where a person set the corners the photo may be so
blurred, dark or full of reflections that it agrees with nothing much, not even with the right
board. So the photo is its own measure: each location of the photo is compared with its own
print, and with the prints of all other locations. On the right board a location looks most like
itself, however faintly; on another board it looks like itself no more than like any other.
"""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import Mapping, frame_of
from scorer.vision.locate.prints import contrasts, flatten, prints_of

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Sharp photos are told by fine details; in blurred ones, and where corners are some mm off,
# only details three times as coarse are left.
_COARSER = (1.0, 3.0)
# From here on the board is the right one; below the second it is not. Between them a person is
# asked. On 360 simulated photos, a third of them blurred and a third glared, no other board came
# above 4.1 (1,080 tried); below the second were 4 right ones under heavy glare.
_SURELY, _HARDLY = 6.0, 3.5
# Fewer locations in the photo tell nothing.
_FEWEST = 6


class PrintMatch(StrEnum):
    """What the print says of a board."""

    AGREES = "agrees"
    UNSURE = "unsure"
    DISAGREES = "disagrees"


def verdict(figure: float | None) -> PrintMatch:
    """Return what a figure of ``print_match`` means."""
    if figure is None or _HARDLY <= figure < _SURELY:
        return PrintMatch.UNSURE
    return PrintMatch.AGREES if figure >= _SURELY else PrintMatch.DISAGREES


def print_match(grey: Bytes, picture: BoardPicture, mapping: Mapping) -> float | None:
    """Return how much more the locations in a photo look like themselves than like each other.

    Parameters
    ----------
    grey : (H, W) uint8
        Upright photo; about 2,000 pixels on the longer side are enough.
    picture : BoardPicture
    mapping : Mapping
        From mm on the page to pixels of *grey*.

    Returns
    -------
    float or None
        In standard deviations of the mean: about 0 ± 1 on any other board, 10 and more on the
        right one. None where too little of the map is in the photo.
    """
    shown = _shown(grey, picture, mapping)
    if shown.sum() < _FEWEST:
        return None
    best = -np.inf
    for coarser in _COARSER:
        best = max(best, _figure(grey, picture, mapping, shown, coarser))
        # Coarser details tell nothing new where fine ones say so much.
        if best >= _SURELY:
            break
    return best


def _figure(
    grey: Bytes, picture: BoardPicture, mapping: Mapping, shown: Mask, coarser: float
) -> float:
    prints = prints_of(picture, coarser)
    flat = contrasts(flatten(grey, frame_of(picture), mapping, coarser))
    seen = flat[prints.rows, prints.columns][shown]
    alike = _unit(prints.own[shown]) @ _unit(seen - seen.mean(axis=0)).T
    itself = np.eye(len(alike), dtype=bool)
    others = alike[~itself]
    spread = float(others.std() / np.sqrt(len(alike)))
    return (float(alike[itself].mean()) - float(others.mean())) / max(spread, 1e-6)


def _unit(locations: Floats) -> Floats:
    """Return *locations* (N, H, W) as N vectors of mean 0 and length 1; empty ones stay 0."""
    rows = locations.reshape(len(locations), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3))


def _shown(grey: Bytes, picture: BoardPicture, mapping: Mapping) -> Mask:
    """Return which locations, (N,), the photo shows whole."""
    cells = [cell for cell in picture.board.cells if not cell.location.name]
    last = np.array(grey.shape[::-1]) - 1
    at = (mapping.to_photo(np.array(cell.polygon, np.float64)) for cell in cells)
    return np.array([bool((xy >= 0).all() and (xy <= last).all()) for xy in at])
