"""The colours of a photo's buses: as many groups as the photo itself shows, and their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.network import DARKEST

Doubles = NDArray[np.float64]

MOST_PLAYERS = 4
# Buses of one colour lie this close in one photo: the standard deviation of a space's colour.
SPREAD = 0.22
# Groups are two if joining them costs more than this, in squares of that; a link's colour counts
# for so many spaces at most.
_APART = 12.0
_MOST_WEIGHT = 2.0
_LIGHTNESS = 0.5
# How much likelier a name is that fits better; names less likely than that are none.
_NAMES, _LEAST = 0.2, 0.004
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
_RARE = {BusColour.BROWN: 0.8, BusColour.GREY: 0.8}


@dataclass(frozen=True, slots=True)
class Group:
    """Buses of one colour: its name, and its middle, (3,) logarithms of light.

    ``names`` are the chances of all names that it may have.
    """

    colour: BusColour
    middle: Doubles
    names: dict[BusColour, float]

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
    found = (
        Group(name, middle, chances) for (name, chances), middle in zip(names, middles, strict=True)
    )
    return tuple(sorted(found, key=lambda one: list(BusColour).index(one.colour)))


def _merged(tones: Doubles, weights: Doubles, most: int) -> list[Doubles]:
    """Return the middles of groups: the two that are most alike become one until none are.

    Joining two costs what the spread of all links about their groups' middles grows by (Ward).
    So a lone link of an odd colour joins a group that many links far apart would not.
    """
    middles = [tones[i] for i in range(len(tones)) if weights[i] > 0]
    sizes = [min(float(weight), _MOST_WEIGHT) for weight in weights if weight > 0]
    while len(middles) > 1:
        every, heavy = np.array([_even(middle) for middle in middles]), np.array(sizes)
        apart = ((every[:, None] - every[None]) ** 2).sum(axis=2)
        shares = heavy[:, None] * heavy[None] / (heavy[:, None] + heavy[None])
        cost = apart * shares / SPREAD**2 + np.diag([np.inf] * len(every))
        i, j = divmod(int(cost.argmin()), len(every))
        if cost[i, j] > _APART and len(every) <= most:
            break
        total = sizes[i] + sizes[j]
        joined = (sizes[i] * middles[i] + sizes[j] * middles[j]) / total
        kept = [k for k in range(len(every)) if k not in (i, j)]
        middles = [*(middles[k] for k in kept), joined]
        sizes = [*(sizes[k] for k in kept), total]
    return middles


def _even(tone: Doubles) -> Doubles:
    """Return *tone* with its lightness counted less: shadows change it more than the hue."""
    light = tone.mean()
    return np.asarray(tone - light + _LIGHTNESS * light)


def _named(
    middles: Sequence[Doubles], names: tuple[BusColour, ...]
) -> tuple[tuple[BusColour, dict[BusColour, float]], ...]:
    """Return a colour's name for each group, none twice: those that fit best together.

    And the chances of the names that each may have instead, its own among them.
    """
    cost = np.array([[_unlike(middle, name) for name in names] for middle in middles])
    orders = _orders(len(names), len(middles))
    totals = cost[np.arange(len(middles)), orders].sum(axis=1)
    best, found = orders[int(totals.argmin())], []
    for i, own in enumerate(best.tolist()):
        worth = np.full(len(names), np.inf)
        np.minimum.at(worth, orders[:, i], totals)
        likely = np.exp((totals.min() - worth) / _NAMES)
        likely[likely < _LEAST * likely.sum()] = 0.0
        likely /= likely.sum()
        chances = {names[k]: float(one) for k, one in enumerate(likely) if one > 0}
        found.append((names[own], chances))
    return tuple(found)


@lru_cache(maxsize=16)
def _orders(names: int, groups: int) -> NDArray[np.intp]:
    """Return all ways (N, groups) to give each of *groups* another of so many names."""
    return np.array(list(permutations(range(names), groups)), np.intp).reshape(-1, groups)


def _unlike(middle: Doubles, name: BusColour) -> float:
    usual = np.log(np.array(_USUAL[name]) + DARKEST)
    off = middle - usual
    # How light it is varies with the photo more than its hue.
    light = float(off.mean())
    hue = off - light
    return float((hue**2).sum()) + 0.5 * light**2 + _RARE.get(name, 0.0)
