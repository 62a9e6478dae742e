"""The colours of a photo's buses: as many groups as the photo itself shows, and their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.network import DARKEST

Doubles = NDArray[np.float64]

MOST_PLAYERS = 4
# Buses of one colour lie this close in one photo, as a standard deviation of a space's colour;
# and groups whose middles are nearer than this are one.
SPREAD = 0.22
_NEAR = 0.62
# What usual plastic of each colour throws back, linear red, green and blue.
_USUAL = {
    BusColour.BLUE: (0.03, 0.11, 0.42),
    BusColour.BLACK: (0.02, 0.02, 0.02),
    BusColour.RED: (0.48, 0.03, 0.03),
    BusColour.GREEN: (0.03, 0.26, 0.07),
    BusColour.YELLOW: (0.75, 0.5, 0.03),
    BusColour.WHITE: (0.72, 0.71, 0.66),
    BusColour.PURPLE: (0.2, 0.05, 0.3),
    BusColour.ORANGE: (0.72, 0.2, 0.02),
    BusColour.BROWN: (0.16, 0.07, 0.03),
    BusColour.GREY: (0.2, 0.2, 0.2),
    BusColour.PINK: (0.7, 0.2, 0.32),
}
# Of these colours boxes have buses rarely: another must be clearly less like what is seen.
_RARE = {BusColour.BROWN: 0.3, BusColour.GREY: 0.3}


@dataclass(frozen=True, slots=True)
class Group:
    """Buses of one colour: its name, and its middle, (3,) logarithms of light."""

    colour: BusColour
    middle: Doubles

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The colour as a screen shows it."""
        light = np.clip(np.exp(self.middle) - DARKEST, 0, 1)
        red, green, blue = (np.sqrt(light) * 255).round().astype(int).tolist()
        return red, green, blue


def groups_of(
    tones: Doubles, weights: Doubles, colours: Sequence[BusColour] | None = None
) -> tuple[Group, ...]:
    """Return the groups among links with *tones* (N, 3) that count with *weights* (N,).

    Parameters
    ----------
    colours : sequence of BusColour, optional
        The players' colours, where they are known: no others are named.
    """
    most = min(MOST_PLAYERS, len(colours)) if colours else MOST_PLAYERS
    middles = _merged(tones, weights, most)
    names = _named(middles, tuple(colours) if colours else tuple(BusColour))
    found = (Group(name, middle) for name, middle in zip(names, middles, strict=True))
    return tuple(sorted(found, key=lambda one: list(BusColour).index(one.colour)))


def _merged(tones: Doubles, weights: Doubles, most: int) -> list[Doubles]:
    """Return the middles of groups: the two nearest become one until all lie apart."""
    middles = [tones[i] for i in range(len(tones)) if weights[i] > 0]
    sizes = [float(weight) for weight in weights if weight > 0]
    while len(middles) > 1:
        every = np.array(middles)
        apart = np.linalg.norm(every[:, None] - every[None], axis=2)
        heavy = np.array(sizes)
        # A large group next to a lone bus is as near as their middles; two large ones less so.
        shares = 2 * heavy[:, None] * heavy[None] / (heavy[:, None] + heavy[None])
        cost = apart * np.minimum(1.0, 0.55 + 0.12 * shares) + np.diag([np.inf] * len(every))
        i, j = divmod(int(cost.argmin()), len(every))
        if cost[i, j] > _NEAR and len(every) <= most:
            break
        total = sizes[i] + sizes[j]
        joined = (sizes[i] * middles[i] + sizes[j] * middles[j]) / total
        kept = [k for k in range(len(every)) if k not in (i, j)]
        middles = [*(middles[k] for k in kept), joined]
        sizes = [*(sizes[k] for k in kept), total]
    return middles


def _named(middles: Sequence[Doubles], names: tuple[BusColour, ...]) -> tuple[BusColour, ...]:
    """Return a colour's name for each group, none twice: those that fit best together."""
    cost = np.array([[_unlike(middle, name) for name in names] for middle in middles])
    orders = permutations(range(len(names)), len(middles))
    best = min(orders, key=lambda order: sum(cost[i, j] for i, j in enumerate(order)))
    return tuple(names[j] for j in best)


def _unlike(middle: Doubles, name: BusColour) -> float:
    usual = np.log(np.array(_USUAL[name]) + DARKEST)
    off = middle - usual
    # How light it is varies with the photo more than its hue.
    light = float(off.mean())
    hue = off - light
    return float((hue**2).sum()) + 0.5 * light**2 + _RARE.get(name, 0.0)
