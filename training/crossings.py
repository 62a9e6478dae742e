"""Crossroads of boards, as the network of their symbols learns from them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.vision.teach.symbols import SYMBOL_SIDE

# Crossroads are kept with a rim, to be shifted.
SIDE = SYMBOL_SIDE + 8


@dataclass(frozen=True, slots=True)
class Crossings:
    """Crossroads of a board, and the truth about each.

    Attributes
    ----------
    rgb : (N, 52, 52, 3) uint8
    kinds : (N,) int8
        0 for nothing, ``CAFE`` or ``POINT``.
    off : (N, 2) float32
        How far off its symbol lies, in multiples of ``SYMBOL_MM``.
    ways : (N, 2) int8
        Which way out of the map lies there, as ``outward`` says.
    """

    rgb: NDArray[np.uint8]
    kinds: NDArray[np.int8]
    off: NDArray[np.float32]
    ways: NDArray[np.int8]

    def some(self, count: int, rng: np.random.Generator) -> "Crossings":
        """Return *count* of them in another order, some twice if there are fewer."""
        chosen = rng.permutation(len(self.rgb))[:count]
        more = rng.integers(len(self.rgb), size=count - len(chosen))
        every = np.concatenate([chosen, more])
        return Crossings(self.rgb[every], self.kinds[every], self.off[every], self.ways[every])

    def turned(self, quarters: int, mirrored: bool) -> "Crossings":
        """Return the board turned against the clock, and *mirrored* from left to right."""
        rgb, off, ways = self.rgb, self.off, self.ways
        for _ in range(quarters):
            # Right becomes up.
            rgb = np.rot90(rgb, 1, (1, 2))
            off = np.stack([off[:, 1], -off[:, 0]], 1)
            ways = np.stack([ways[:, 1], -ways[:, 0]], 1)
        if mirrored:
            rgb = rgb[:, :, ::-1]
            off = off * np.array([-1, 1], np.float32)
            ways = ways * np.array([-1, 1], np.int8)
        return Crossings(np.ascontiguousarray(rgb), self.kinds, off, ways)
