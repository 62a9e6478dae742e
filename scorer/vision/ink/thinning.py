"""Strokes thinned to lines of one pixel.

As T. Y. Zhang and C. Y. Suen did ("A fast parallel algorithm for thinning digital patterns", 1984):
rims are taken off, in turns at the lower right and at the upper left. What hangs together goes on
doing so.
"""

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

# A pixel's eight neighbours, (row, column), round it from the one above.
_ROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def _goes(turn: int) -> Mask:
    """Return for each pattern of neighbours, a bit for each, whether their pixel goes in *turn*."""
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    count = bits.sum(axis=1)
    edges = ((bits == 0) & (np.roll(bits, -1, axis=1) == 1)).sum(axis=1)
    up, right, down, left = bits[:, 0], bits[:, 2], bits[:, 4], bits[:, 6]
    inner = (up & left & (right | down)) if turn else (right & down & (up | left))
    return np.asarray((count >= 2) & (count <= 6) & (edges == 1) & (inner == 0))


_GOES = (_goes(0), _goes(1))


def thinned(mask: Mask) -> Mask:
    """Return the lines along the middle of what is set in *mask*, (H, W)."""
    width = mask.shape[1] + 2
    flat = np.pad(mask, 1).astype(np.uint8).ravel()
    left = np.flatnonzero(flat)
    changed = True
    while changed:
        changed = False
        for goes in _GOES:
            pattern = np.zeros(left.size, np.uint8)
            for bit, (row, column) in enumerate(_ROUND):
                pattern |= flat[left + (row * width + column)] << np.uint8(bit)
            gone = goes[pattern]
            if gone.any():
                changed = True
                flat[left[gone]] = 0
                left = left[~gone]
    return np.asarray(flat.reshape(-1, width)[1:-1, 1:-1] > 0)
