"""The small networks, run in OpenCV. They were trained by ``training/``; see MODEL.md.

Of those of tourists there is another each, which went on learning from photos without colours
alone: of such a *grey* photo it is asked instead.
"""

from functools import cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Pixels of a location's picture per value of the maps of middles.
STRIDE = 4
# OpenCV plans anew for every other number of pictures, so that it is always the same. More at
# once take no less time each, and more memory.
_TOGETHER = {"shapes": 4, "sections": 7, "points": 7, "kinds": 4, "ink": 1}
# What a crossroads may hold: nothing, a café, a visit-them-all point.
WORDS = 3
# While one thread opens a network, another would open it once more.
_OPENING = Lock()


def middles(patches: Floats, grey: bool) -> Floats:
    """Return the chances that a shape's middle lies at each place of each patch.

    Parameters
    ----------
    patches : (N, 6, 96, 96) float32
        As ``patches.location_patches`` gives them.
    grey : bool
        Whether the photo has no colours.

    Returns
    -------
    (N, 3, 24, 24) float32
        For circles, squares and triangles.
    """
    if not len(patches):
        return np.zeros((0, 3, patches.shape[2] // STRIDE, patches.shape[3] // STRIDE), np.float32)
    return _word("shapes-grey" if grey else "shapes", patches)


def drawn(roads: Floats) -> Floats:
    """Return the chances (N,) that each road of ``patches.road_patches`` carries a section."""
    return _word("sections", roads)[:, 0]


def points(pictures: Floats) -> Floats:
    """Return the chances (N, 4) for each picture of ``patches.point_patches``.

    Those of a café without mark, circled and crossed out, which sum to 1, if it is a
    café's picture; and that of a task ring, if it is a crossroads'.
    """
    return _word("points", pictures)


def kinds(pictures: Floats, grey: bool) -> Floats:
    """Return the chances (N, 4) of a circle, square, triangle or pentagon; they sum to 1.

    Parameters
    ----------
    pictures : (N, 5, 56, 56) float32
        As ``kinds.shape_patches`` gives them.
    grey : bool
        Whether the photo has no colours.
    """
    if not len(pictures):
        return np.zeros((0, 4), np.float32)
    return _word("kinds-grey" if grey else "kinds", pictures)


def town_middles(patches: Floats) -> Floats:
    """Return the chances (N, 5, 24, 24) of middles as ``middles`` does, in Innsmouth's quarters.

    For circles, squares, triangles, crosses and threat symbols.
    """
    return _word("shapes-town", patches)


def town_drawn(roads: Floats) -> Floats:
    """Return the chances (N,) of sections on roads and diagonals of Innsmouth."""
    return _word("sections-town", roads)[:, 0]


def town_points(pictures: Floats) -> Floats:
    """Return the chances (N, 5) for each picture of ``scorer.vision.innsmouth.patches``.

    Those of a sign beside the map without mark, circled and crossed out, which sum to 1; that
    of a ring, and that of a cache, if it is a crossroads' picture.
    """
    return _word("points-town", pictures)


def inked(canvases: Floats) -> Floats:
    """Return the chances (N, H, W) that ink lies on each pixel of canvases (N, 9, H, W).

    As ``scorer.vision.evidence.canvas`` cuts them.
    """
    return _word("ink", canvases)[:, 0]


def landmarks(looks: Floats) -> Floats:
    """Return the chances (N, 7) of what each location of one board holds; they sum to 1.

    No landmark, then the kinds in the order of ``scorer.vision.teach.looks.KINDS``. All locations
    of the board are told from one another, so that they are looked at together.

    Parameters
    ----------
    looks : (N, 9, 40, 40) float32
        As ``scorer.vision.teach.looks`` cuts them; at least one.
    """
    return _board("landmarks", looks)


def symbols(looks: Floats) -> tuple[Floats, Floats]:
    """Return what each crossroads of one board holds, and how far off its symbol lies.

    All crossroads of the board are told from one another, so that they are looked at together.

    Parameters
    ----------
    looks : (N, 11, 44, 44) float32
        As ``scorer.vision.teach.symbols`` cuts them; at least one.

    Returns
    -------
    chances : (N, 3) float32
        Of nothing, a café, a visit-them-all point; they sum to 1.
    off : (N, 2) float32
        From the crossroads to the middle of its symbol, right and down, as a share of half the side
        of what is looked at.
    """
    said = _board("symbols", looks)
    return said[:, :WORDS], said[:, WORDS:]


def _board(network: str, looks: Floats) -> Floats:
    """Return what one *network* makes of all places of a board."""
    found, one_at_a_time = _network(network)
    with one_at_a_time:
        found.setInput(looks)
        return np.array(found.forward(), np.float32)


def _word(network: str, pictures: Floats) -> Floats:
    """Return what one *network* makes of *pictures*, at least one."""
    together, found = _TOGETHER[network.split("-")[0]], []
    asked, one_at_a_time = _network(network)
    with one_at_a_time:
        for first in range(0, len(pictures), together):
            some = pictures[first : first + together]
            full = np.zeros((together, *pictures.shape[1:]), np.float32)
            full[: len(some)] = some
            asked.setInput(full)
            found.append(np.array(asked.forward()[: len(some)], np.float32))
    return np.concatenate(found)


def _network(name: str) -> tuple[cv2.dnn.Net, Lock]:
    """Return a network, and what lets one thread at a time ask it: it keeps its last input."""
    with _OPENING:
        return _opened(name)


@cache
def _opened(name: str) -> tuple[cv2.dnn.Net, Lock]:
    data = (resources.files("scorer.vision.evidence.networks") / f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8)), Lock()
