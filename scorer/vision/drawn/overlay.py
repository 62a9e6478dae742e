"""Several pages of one print, drawn on differently, made into the print: pixel by pixel.

Ink only takes light away. Where pages differ, the lighter ones are believed, unless they are
lighter all around, as a reflection is. Where all pages are alike, that is print, however much it
looks like ink: nobody draws the same twice. What is inked on all pages is not known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.drawn.light import Page, in_one_light
from scorer.vision.ink.sampling import averaged, brightest, darkest, times

Floats = NDArray[np.float32]

# Pages are compared so softly that fine print laid a little off is the same.
_NEAR_MM = 0.25
# Differences (in logarithm) of the same print on two pages; from where on one is inked.
_SAME, _INKED, _INKED_SLOPE = 0.09, 0.2, 0.05
# However soft, a page is worth this much of a sharp one's detail.
_LEAST_SHARP = 0.2
# Chance of anything else: a reflection, a misfit.
_ELSE = 0.01
# Two pens leave pixels alike by this chance.
_ALIKE_INKS = 0.25
# The chance that a player leaves a pixel free.
_FREE = 0.8


@dataclass(frozen=True, eq=False, slots=True)
class Blanked:
    """What is printed, as far as pages tell.

    Attributes
    ----------
    page : (H, W, 3) float32
        Logarithms, in the light of one of the pages.
    sure : (H, W) float32
        The chance, 0 … 1, that a pixel is print.
    """

    page: Floats
    sure: Floats


def laid_together(pages: Sequence[Page], px_per_mm: float, *, as_first: bool = False) -> Blanked:
    """Return the print that *pages*, of one size, have in common.

    It is in the light of the page with least reflections, or *as_first*, in that of the first one.
    """
    lit = in_one_light(pages, px_per_mm, as_first=as_first)
    looks, trust = lit.looks, lit.trust
    inked = [np.clip(page.inked, 0.002, 0.998) for page in pages]
    pairs = _Pairs.of([_soft(look, px_per_mm) for look in looks])
    odds = np.stack([_worth(index, pairs, inked, trust) for index in range(len(pages))])
    # A page that a reflection hides does not show print either.
    hidden = [1 - (1 - chance) * one for chance, one in zip(inked, trust, strict=True)]
    nothing = np.sum([np.log(chance) for chance in hidden], axis=0)
    nothing = nothing + (len(pages) - 1) * np.log(_ALIKE_INKS)
    top = np.maximum(odds.max(axis=0), nothing)
    shares = np.exp(odds - top).sum(axis=0)
    sure = shares / (shares + np.exp(nothing - top))
    sharp = _sharpness(looks, inked, trust, px_per_mm)
    # Of soft and sharp pages together the soft ones would blur the print.
    shown = [one * share**2 for one, share in zip(trust, sharp, strict=True)]
    return Blanked(_mixed(looks, pairs, odds, inked, shown), np.asarray(sure, np.float32))


def _soft(look: Floats, px_per_mm: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(look, (0, 0), _NEAR_MM * px_per_mm), np.float32)


def _sharpness(
    looks: Sequence[Floats], inked: Sequence[Floats], trust: Sequence[Floats], px_per_mm: float
) -> list[float]:
    """Return how sharp each page is: how much of the others' fine detail it has.

    1 is the sharpest one's. Of two pages noise cannot be told from detail: both are as sharp.
    """
    if len(looks) <= 2:
        return [1.0] * len(looks)
    fine = [grey - _soft(grey, px_per_mm) for grey in map(averaged, looks)]
    free = [(1 - chance) * one for chance, one in zip(inked, trust, strict=True)]
    found = []
    for number, (own, mine) in enumerate(zip(fine, free, strict=True)):
        others = [other for other in range(len(looks)) if other != number]
        count = np.sum([free[other] for other in others], axis=0)
        usual = np.sum([fine[other] * free[other] for other in others], axis=0) / (count + 1e-3)
        alike = 1 / (1 + ((own - usual) / _SAME) ** 2) ** 2
        weight = mine * np.minimum(count, 1) * alike
        found.append(float((weight * own * usual).sum() / ((weight * usual * usual).sum() + 1e-3)))
    most = max(*found, 1e-3)
    return [max(_LEAST_SHARP, one / most) for one in found]


@dataclass(frozen=True, eq=False, slots=True)
class _Pairs:
    """Every page compared with every other one.

    Attributes
    ----------
    same : tuple of tuple of (H, W) float32
        How likely the one looks so if the other is the same print, by both numbers.
    darker : tuple of tuple of (H, W) float32
        By how much, of all colours at most, the one is darker than the other.
    """

    same: tuple[tuple[Floats, ...], ...]
    darker: tuple[tuple[Floats, ...], ...]

    @classmethod
    def of(cls, soft: Sequence[Floats]) -> Self:
        """Return all of them, from pages as *soft* as they are compared."""
        count, shape = len(soft), soft[0].shape[:2]
        alike, none = np.ones(shape, np.float32), np.zeros(shape, np.float32)
        same: list[list[Floats]] = [[alike] * count for _ in soft]
        darker: list[list[Floats]] = [[none] * count for _ in soft]
        for one in range(count):
            for other in range(one):
                off = np.asarray(soft[one] - soft[other], np.float32)
                far = averaged(off * off) * np.float32(1.5 / _SAME**2)
                same[one][other] = same[other][one] = np.asarray(np.exp(-far), np.float32)
                darker[one][other] = -darkest(off)
                darker[other][one] = brightest(off)
        return cls(tuple(map(tuple, same)), tuple(map(tuple, darker)))


def _worth(index: int, pairs: _Pairs, inked: Sequence[Floats], trust: Sequence[Floats]) -> Floats:
    """Return the log odds, (H, W), that page *index* shows print, by what all pages show."""
    found = np.log(1 - inked[index]) + np.log(np.maximum(trust[index], 1e-3))
    for other in range(len(inked)):
        if other != index:
            darker = pairs.darker[other][index]
            darkened = 0.3 / (1 + np.exp((_INKED - darker) / _INKED_SLOPE))
            # What is print here looks like ink there too, where it looks like ink at all.
            print_ = _FREE * pairs.same[other][index]
            found = found + np.log(trust[other] * (print_ + inked[other] * darkened) + _ELSE)
    return np.asarray(found, np.float32)


def _mixed(
    looks: Sequence[Floats],
    pairs: _Pairs,
    odds: Floats,
    inked: Sequence[Floats],
    trust: Sequence[Floats],
) -> Floats:
    """Return the mean of the pages that agree with the one that shows print best."""
    best = odds.argmax(axis=0)
    total = np.zeros_like(looks[0])
    count = np.full(best.shape, 1e-6, np.float32)
    for number, look in enumerate(looks):
        same = np.choose(best, pairs.same[number])
        weight = (1 - inked[number]) * same * trust[number] + np.float32(1e-4) * (best == number)
        total += times(look, weight)
        count += weight
    return times(total, np.asarray(1 / count, np.float32))
