"""Colour as evidence for a shape's kind, where a player uses a pen of its own for each.

Nothing is assumed about which colour stands for what: the clear shapes of this very photo
tell. With one pen for everything all colours are alike and nothing changes; and the shape
always has the greater say.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorer.vision.evidence.shapes import Crowd

# Colours closer than this (of unit vectors of density) are the same ink in other light.
_SAME = 0.07
# Share of shapes whose colour means nothing; it bounds what colour can outweigh.
_ASTRAY = 0.06
# One pen's shapes differ on average by less than this, and by less than this many spreads;
# at twice as much they are surely by several pens.
_ONE_PEN, _ONE_PEN_SPREADS = 0.15, 2.0
# A kind's colour is known from this many shapes on.
_KNOWN = 1.5


def with_colours(crowds: tuple[Crowd, ...]) -> tuple[Crowd, ...]:
    """Return *crowds* with the chances of each shape's kind weighed by its colour."""
    shapes = [shape for crowd in crowds for shape in crowd.shapes]
    if len(shapes) < 4:
        return crowds
    kinds = np.array([shape.kinds for shape in shapes])
    colours = np.array([shape.colour for shape in shapes])
    weighed = iter(_weighed(kinds, colours))
    return tuple(
        replace(
            crowd,
            shapes=tuple(
                replace(shape, kinds=tuple(next(weighed).tolist())) for shape in crowd.shapes
            ),
        )
        for crowd in crowds
    )


def _weighed(kinds: NDArray[np.float64], colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return *kinds* (N, K) times the likelihood of each colour (N, 3) among the others."""
    # Clear shapes count, unclear ones hardly.
    weights = kinds**4
    found = np.empty_like(kinds)
    for index in range(len(kinds)):
        others = weights.copy()
        others[index] = 0
        found[index] = kinds[index] * _likelihood(colours[index], colours, others)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def _likelihood(
    colour: NDArray[np.float64], colours: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how well *colour* fits each kind's usual colour; a kind unknown is neutral."""
    numbers = weights.sum(axis=0)
    usual = (weights.T @ colours) / np.maximum(numbers, 1e-6)[:, None]
    away = np.linalg.norm(colours[:, None, :] - usual[None], axis=2) ** 2
    spread = (weights * away).sum() / max(float(weights.sum()), 1e-6)
    width = max(_SAME**2, float(spread))
    fit = np.exp(-(np.linalg.norm(colour - usual, axis=1) ** 2) / (2 * width))
    known = numbers >= _KNOWN
    if not known.any():
        return np.ones(len(numbers))
    fit = ((1 - _ASTRAY) * fit + _ASTRAY) ** _pens(usual[known], float(np.sqrt(spread)))
    return np.where(known, fit, float(np.sqrt(fit[known].max() * fit[known].min())))


def _pens(usual: NDArray[np.float64], spread: float) -> float:
    """Return how much colour tells, 0 to 1: nothing where all was drawn with one pen."""
    apart = np.linalg.norm(usual[:, None, :] - usual[None], axis=2).max()
    one = max(_ONE_PEN, _ONE_PEN_SPREADS * spread)
    return float(np.clip(apart / one - 1, 0, 1))
