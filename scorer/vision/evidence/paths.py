"""The most inked path through a strip, found by dynamic programming."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Worth of columns beyond the strip's sides.
_NOWHERE = -1e9


def best_paths(gain: Floats, slope: int, bend: np.float32) -> NDArray[np.int64]:
    """Return, per strip and row, the column of the path that gains most from end to end.

    Parameters
    ----------
    gain : (strips, rows, columns) float32
    slope : int
        A path moves at most so many columns from one row to the next.
    bend : float32
        The price of each column that it moves.
    """
    strips, rows, columns = gain.shape
    around = np.full((strips, columns + 2 * slope), _NOWHERE, np.float32)
    # Every step that a path may take, (steps, strips, columns), as a view of the row before.
    steps = np.moveaxis(sliding_window_view(around, columns, axis=1), 1, 0)
    price = bend * np.abs(np.arange(-slope, slope + 1, dtype=np.float32))[:, None, None]
    came = np.zeros((rows, strips, columns), np.int8)
    best = gain[:, 0]
    for row in range(1, rows):
        around[:, slope : slope + columns] = best
        worth = steps - price
        came[row] = worth.argmax(axis=0) - slope
        best = worth.max(axis=0) + gain[:, row]
    column = best.argmax(axis=1)
    path = np.empty((strips, rows), np.int64)
    everyone = np.arange(strips)
    for row in range(rows - 1, -1, -1):
        path[:, row] = column
        column = column + came[row, everyone, column]
    return path
