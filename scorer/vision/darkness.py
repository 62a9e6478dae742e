"""How dark shapes are as evidence for their kinds, on photos without colours.

Where a player uses a pen of its own for each kind, some pens are darker than others. How dark ink
looks differs from place to place too, by the print and the light, but much the same for all
shapes of one location: so these are weighed together. As with colours (``colours.py``), the clear
shapes of this very photo tell, and with one pen for everything nothing changes.
"""

from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scorer.vision.shapes import Crowd

Doubles = NDArray[np.float64]

# Share of the spread of one pen's darkness that all shapes of a location have in common.
_IN_COMMON = 0.7
# The least spread, in logarithms, and that of a kind that nothing is known of.
_LEAST, _UNKNOWN = 0.07, 0.15
# One pen's kinds differ on average by less than this, and by less than this many spreads;
# at twice as much they are surely by several pens.
_ONE_PEN, _ONE_PEN_SPREADS = 0.15, 1.5
# Share of locations where darkness means nothing; it bounds what it can outweigh.
_ASTRAY = 0.1
# A kind's darkness is known from this many shapes on.
_KNOWN = 1.5
# Shapes of one location that are weighed together at most.
_TOGETHER = 5


def with_darkness(crowds: tuple[Crowd, ...]) -> tuple[Crowd, ...]:
    """Return *crowds* with the chances of each shape's kind weighed by how dark it is."""
    number = [len(crowd.shapes) for crowd in crowds]
    if sum(number) < 4:
        return crowds
    kinds = np.array([shape.kinds for crowd in crowds for shape in crowd.shapes])
    dark = np.array([shape.dark for crowd in crowds for shape in crowd.shapes])
    first = np.concatenate([[0], np.cumsum(number)])
    weighed = []
    for crowd, start, end in zip(crowds, first, first[1:], strict=False):
        some = _weighed(kinds, dark, slice(start, min(end, start + _TOGETHER))).tolist()
        shapes = tuple(
            replace(shape, kinds=tuple(own)) for shape, own in zip(crowd.shapes, some, strict=False)
        )
        weighed.append(replace(crowd, shapes=(*shapes, *crowd.shapes[len(shapes) :])))
    return tuple(weighed)


def _weighed(kinds: Doubles, dark: Doubles, own: slice) -> Doubles:
    """Return *kinds* (N, K) of the shapes in *own* weighed by what is *dark* (N,) in the others."""
    # Clear shapes count, unclear ones hardly.
    weights = kinds**4
    weights[own] = 0
    numbers = weights.sum(axis=0)
    known = numbers >= _KNOWN
    if not known.any() or not len(dark[own]):
        return kinds[own]
    usual = (weights.T @ dark) / np.maximum(numbers, 1e-6)
    spread = (weights * (dark[:, None] - usual) ** 2).sum() / weights.sum()
    spread = max(float(np.sqrt(spread)), _LEAST)
    pens = np.ptp(usual[known]) / max(_ONE_PEN, _ONE_PEN_SPREADS * spread) - 1
    if pens <= 0:
        return kinds[own]
    usual = np.where(known, usual, usual[known].mean())
    # Every way to give the location's shapes their kinds.
    every = np.array(list(product(range(kinds.shape[1]), repeat=len(dark[own]))))
    fits = _fits(dark[own] - usual[every], spread, np.where(known, 0, _UNKNOWN)[every])
    likely = ((1 - _ASTRAY) * fits + _ASTRAY) ** min(float(pens), 1.0)
    likely *= np.prod(kinds[own][np.arange(every.shape[1]), every], axis=1)
    found = np.stack([likely @ (every == kind) for kind in range(kinds.shape[1])], axis=1)
    return np.asarray(found / likely.sum())


def _fits(off: Doubles, spread: float, more: Doubles) -> Doubles:
    """Return how well each row of *off* (M, n) fits one location, the best row 1.

    *spread* is every shape's, *more* (M, n) what comes on top of it.
    """
    shapes = off.shape[1]
    common = _IN_COMMON * np.ones((shapes, shapes)) + (1 - _IN_COMMON) * np.eye(shapes)
    varied = spread**2 * common + more[:, :, None] ** 2 * np.eye(shapes)
    away = (off[:, None] @ np.linalg.solve(varied, off[:, :, None]))[:, 0, 0]
    odds = -0.5 * (away + np.linalg.slogdet(varied)[1])
    return np.asarray(np.exp(odds - odds.max()))
