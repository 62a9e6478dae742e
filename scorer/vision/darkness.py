"""How dark shapes are as evidence for their kinds, on photos without colours.

Where a player uses a pen for each kind, some pens are darker than others. How dark ink
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
# The least spread, in logarithms.
_LEAST = 0.07
# One pen's kinds differ on average by less than this, and by less than this many spreads;
# at twice as much they are surely by several pens.
_ONE_PEN, _ONE_PEN_SPREADS = 0.2, 2.0
# Share of locations where darkness means nothing; it bounds what it can outweigh.
_ASTRAY = 0.1
# How far off (in spreads, squared) a location may be as a whole to be taken for one of the pens.
_STRANGE = 9.0
# A kind's darkness is known from this many shapes on.
_KNOWN = 1.5
# Shapes of one location that are weighed, at most.
_MOST = 5


def with_darkness(crowds: tuple[Crowd, ...]) -> tuple[Crowd, ...]:
    """Return *crowds* with the chances of each shape's kind weighed by how dark it is."""
    shapes = [shape for crowd in crowds for shape in crowd.shapes]
    if len(shapes) < 4:
        return crowds
    kinds = np.array([shape.kinds for shape in shapes])
    dark = np.array([shape.dark for shape in shapes])
    places = np.repeat(np.arange(len(crowds)), [len(crowd.shapes) for crowd in crowds])
    measured = np.isfinite(dark)
    weighed = kinds.copy()
    for place in range(len(crowds)):
        own = np.flatnonzero((places == place) & measured)[:_MOST]
        others = (places != place) & measured
        if len(own):
            weighed[own] = _weighed(kinds[own], dark[own], kinds[others], dark[others])
    found = iter(weighed.tolist())
    return tuple(
        replace(
            crowd,
            shapes=tuple(replace(shape, kinds=tuple(next(found))) for shape in crowd.shapes),
        )
        for crowd in crowds
    )


def _weighed(kinds: Doubles, dark: Doubles, others: Doubles, others_dark: Doubles) -> Doubles:
    """Return *kinds* (n, K) of one location's shapes weighed by how *dark* (n,) they are.

    The kinds (N, K) of the *others* and their darkness (N,) tell how dark each kind is. A kind
    that they say nothing of keeps its chances.
    """
    # Clear shapes count, unclear ones hardly.
    weights = others**4
    numbers = weights.sum(axis=0)
    known = np.flatnonzero(numbers >= _KNOWN)
    if len(known) < 2:
        return kinds
    usual = (weights.T @ others_dark)[known] / numbers[known]
    away = (others_dark[:, None] - usual) ** 2
    spread = float(np.sqrt((weights[:, known] * away).sum() / weights[:, known].sum()))
    spread = max(spread, _LEAST)
    pens = float(np.ptp(usual)) / max(_ONE_PEN, _ONE_PEN_SPREADS * spread) - 1
    if pens <= 0:
        return kinds
    # Every way to give the shapes kinds that are known.
    every = np.array(list(product(range(len(known)), repeat=len(dark))))
    fits = _fits((dark - usual[every]) / spread)
    likely = ((1 - _ASTRAY) * fits + _ASTRAY) ** min(pens, 1.0)
    likely *= np.prod(kinds[np.arange(len(dark)), known[every]], axis=1)
    shares = np.stack([likely @ (every == kind) for kind in range(len(known))], axis=1)
    found = kinds.copy()
    found[:, known] = kinds[:, known].sum(axis=1, keepdims=True) * shares / likely.sum()
    return found


def _fits(off: Doubles) -> Doubles:
    """Return how well each row of *off* (M, n), in spreads, fits one location, at most 1."""
    shapes = off.shape[1]
    common = _IN_COMMON * np.ones((shapes, shapes)) + (1 - _IN_COMMON) * np.eye(shapes)
    away = (off * np.linalg.solve(common, off.T).T).sum(axis=1)
    # The best row fits, unless nothing really does: then nothing is said.
    best = np.clip(away.min(), shapes, shapes + _STRANGE)
    return np.asarray(np.exp(-0.5 * np.maximum(away - best, 0)))
