"""Several pages of one print, drawn on differently, made into the print: pixel by pixel.

Ink only takes light away. Where pages differ, the lighter ones are believed, unless they are
lighter all around, as a reflection is. Where all pages are alike, that is print, however much it
looks like ink: nobody draws the same twice. What is inked on all pages is not known.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.drawn.light import Page, in_one_light

Floats = NDArray[np.float32]

# Pages are compared so softly that fine print laid a little off is the same.
_NEAR_MM = 0.25
# Differences (in logarithm) of the same print on two pages; from where on one is inked.
_SAME, _INKED, _INKED_SLOPE = 0.09, 0.2, 0.05
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
    soft = [_soft(look, px_per_mm) for look in looks]
    odds = np.stack([_worth(index, soft, inked, trust) for index in range(len(pages))])
    # A page that a reflection hides does not show print either.
    hidden = [1 - (1 - chance) * one for chance, one in zip(inked, trust, strict=True)]
    nothing = np.sum([np.log(chance) for chance in hidden], axis=0)
    nothing = nothing + (len(pages) - 1) * np.log(_ALIKE_INKS)
    top = np.maximum(odds.max(axis=0), nothing)
    shares = np.exp(odds - top)
    sure = shares.sum(axis=0) / (shares.sum(axis=0) + np.exp(nothing - top))
    return Blanked(_mixed(looks, soft, odds, inked, trust), np.asarray(sure, np.float32))


def _soft(look: Floats, px_per_mm: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(look, (0, 0), _NEAR_MM * px_per_mm), np.float32)


def _worth(
    index: int, soft: Sequence[Floats], inked: Sequence[Floats], trust: Sequence[Floats]
) -> Floats:
    """Return the log odds, (H, W), that page *index* shows print, by what all pages show."""
    found = np.log(1 - inked[index]) + np.log(np.maximum(trust[index], 1e-3))
    for other in range(len(soft)):
        if other != index:
            same, darker = _compared(soft[other], soft[index])
            # What is print here looks like ink there too, where it looks like ink at all.
            print_ = _FREE * same
            ink = inked[other] * darker
            found = found + np.log(trust[other] * (print_ + ink) + _ELSE)
    return np.asarray(found, np.float32)


def _compared(one: Floats, base: Floats) -> tuple[Floats, Floats]:
    """Return how likely *one* looks so if *base* is the same print, and if it is inked there."""
    # Colour by colour: numpy takes four times as long over the last axis of three.
    red, green, blue = (one[..., colour] - base[..., colour] for colour in range(3))
    far = red**2 + green**2 + blue**2
    darkest = -np.minimum(np.minimum(red, green), blue)
    same = np.exp(-0.5 * far / _SAME**2)
    inked = 0.3 / (1 + np.exp(-(darkest - _INKED) / _INKED_SLOPE))
    return np.asarray(same, np.float32), np.asarray(inked, np.float32)


def _mixed(
    looks: Sequence[Floats],
    soft: Sequence[Floats],
    odds: Floats,
    inked: Sequence[Floats],
    trust: Sequence[Floats],
) -> Floats:
    """Return the mean of the pages that agree with the one that shows print best."""
    best = odds.argmax(axis=0)
    base = np.choose(best[..., None], soft)
    total = np.zeros_like(looks[0])
    count = np.full(best.shape, 1e-6, np.float32)
    for number, (look, blur) in enumerate(zip(looks, soft, strict=True)):
        same, _ = _compared(blur, base)
        weight = (1 - inked[number]) * same * trust[number] + 1e-4 * (best == number)
        total += look * weight[..., None]
        count += weight
    return np.asarray(total / count[..., None], np.float32)
