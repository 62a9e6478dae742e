"""Pages as they would look in the light, and through the camera, of one of their photos."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.ink.sampling import averaged, logarithms, resized, times, widely_blurred

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# All is worked out on pictures this many times smaller.
_STEP = 4
# While reflections are looked for, light may change over this length; afterwards, when they are to
# stay where they are, over that. Colours are compared by their detail over the third.
_LIGHT_MM, _ROOM_MM, _DETAIL_MM = 6.5, 25.0, 8.0
# What differs by more (in logarithm) from round to round is ink, or a reflection.
_ROUNDS = (0.5, 0.25, 0.15)
# Contrast and lightness are compared over these lengths.
_CONTRAST_MM, _LIFT_MM = 3.0, 1.5
# Print with less contrast does not tell how much of it is left. Where much is to be evened out,
# noise must not pass for contrast.
_PLAIN, _PLAINER = 1e-3, 4e-3
# Reflections are evened out over this length. What differs by more (in logarithm) there is ink.
_EVEN_MM, _APART, _INKED = 3.0, 0.25, 0.15
# Paler print is not stretched further: its noise would be, too.
_LEAST_SHARE = 0.4
# A page says nothing where a reflection leaves no more of the print's contrast than this, and all
# where it leaves so much: ink pales as print does, and is then taken for print.
_NO_CONTRAST, _FULL_CONTRAST = 0.35, 0.8
# It says nothing either where it is lighter than usual by so much (in logarithm) all around, and
# all where it is by this at most.
_LIFTED, _EVEN = 0.45, 0.15
# Print that a reflection pales differs (in logarithm) by less than this, ink by more.
_PALED = 0.8
# However little a page is trusted, it is by this.
_LEAST = 0.02
# Reflections only lighten: of two pages, or four, the darker one in the middle is usual.
_MIDDLE = 0.45


@dataclass(frozen=True, eq=False, slots=True)
class Page:
    """A board's page as one photo shows it.

    Attributes
    ----------
    rgb : (H, W, 3) uint8
    seen : (H, W) bool
        Where the photo reaches.
    inked : (H, W) float32
        The chance, 0 … 1, that a pixel is not the print's: inked, or not known.
    contested : (H, W) bool
        Where it looks inked, but hardly is.
    """

    rgb: Bytes
    seen: Mask
    inked: Floats
    contested: Mask


@dataclass(frozen=True, eq=False, slots=True)
class InOneLight:
    """Pages in the light and the colours of one of them, without the reflections on it.

    Attributes
    ----------
    looks : tuple of (H, W, 3) float32
        Logarithms.
    trust : tuple of (H, W) float32
        How far to trust each page, 0 … 1: a reflection leaves little of the print's contrast, and
        makes all around it lighter.
    """

    looks: tuple[Floats, ...]
    trust: tuple[Floats, ...]


@dataclass(frozen=True, eq=False, slots=True)
class _Light:
    """What takes a page to another one's light: a 3 × 3 mixing of its colours, and what to add.

    ``lit`` is the page so taken; it and ``added`` are (h, w, 3), as small as all is compared.
    """

    mixing: Floats
    added: Floats
    lit: Floats

    def on(self, look: Floats) -> Floats:
        """Return the page's *look* at full size in this light."""
        height, width = look.shape[:2]
        mixed = np.asarray(cv2.transform(look, self.mixing), np.float32)
        mixed += resized(self.added, (width, height))
        return mixed


def in_one_light(pages: Sequence[Page], px_per_mm: float, *, as_first: bool = False) -> InOneLight:
    """Return *pages*, of one size, in the light of the one with least reflections, or *as_first*.

    Where most pages are alike, that is the print's look: a page is trusted as far as it has that,
    and of three or more, what reflections add and pale is taken off. Ink counts for nothing.
    """
    height, width = pages[0].seen.shape
    whole, size, scale = (width, height), (width // _STEP, height // _STEP), px_per_mm / _STEP
    every = [logarithms(page.rgb) for page in pages]
    small = [resized(look, size) for look in every]
    free = [resized((1 - page.inked) * page.seen, size) for page in pages]
    trust = _trust(_lights(small, free, 0, scale, _LIGHT_MM), free, scale)
    # Once it is known where reflections lie, light is compared without what they hide.
    clear = [own * one for own, one in zip(free, trust, strict=True)]
    base = 0 if as_first else int(np.argmax([one.mean() for one in trust]))
    # Of two pages neither tells which one looks as usual.
    evened = len(pages) > 2 and not as_first
    lights = _lights(small, clear, base, scale, _ROOM_MM if evened else _LIGHT_MM)
    trust = _trust(lights, free, scale)
    looks = [light.on(look) for look, light in zip(every, lights, strict=True)]
    if evened:
        lit = [light.lit for light in lights]
        clear = [own * one for own, one in zip(free, trust, strict=True)]
        wanted, known = _usual_colours(lit, clear), np.max(clear, axis=0)
        uneven = (
            _Uneven.of(one, wanted, known * own, scale) for one, own in zip(lit, clear, strict=True)
        )
        looks = [one.off(look) for look, one in zip(looks, uneven, strict=True)]
    return InOneLight(
        tuple(looks),
        tuple(resized(one, whole) * page.seen for one, page in zip(trust, pages, strict=True)),
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Uneven:
    """What reflections do to a page: its ``mean`` round about, and the one that is ``wanted``.

    Both are (h, w, 3). ``share``, (h, w), is left of the contrast.
    """

    mean: Floats
    wanted: Floats
    share: Floats

    @classmethod
    def of(cls, mine: Floats, wanted: Floats, weight: Floats, scale: float) -> Self:
        """Return it of the page *mine*, by what weighs something."""
        off, limit = averaged(mine - wanted), _APART
        for _ in range(2):
            use = np.asarray(weight / (1 + (off / limit) ** 2) ** 2, np.float32)
            mean, aim = (_smooth(look, use, _EVEN_MM * scale) for look in (mine, wanted))
            one, other = averaged(mine - mean), averaged(wanted - aim)
            off, limit = one - other, _INKED
        use = np.asarray(weight / (1 + (off / limit) ** 2) ** 2, np.float32)
        both, own = (_mean(look * other, use, _CONTRAST_MM * scale) for look in (one, other))
        share = np.clip((both + _PLAINER) / (own + _PLAINER), _LEAST_SHARE, 1)
        return cls(mean, aim, np.asarray(share, np.float32))

    def off(self, look: Floats) -> Floats:
        """Return the page's *look* at full size without them."""
        height, width = look.shape[:2]
        mean, wanted, stretch = (
            resized(np.asarray(one, np.float32), (width, height))
            for one in (self.mean, self.wanted, 1 / self.share)
        )
        found = times(look - mean, stretch)
        found += wanted
        return found


def _lights(
    looks: Sequence[Floats], weights: Sequence[Floats], base: int, scale: float, reach_mm: float
) -> list[_Light]:
    """Return what takes each of *looks* (h, w, 3) to the light of the one of number *base*.

    It may change over *reach_mm*.
    """
    wanted, known = looks[base], weights[base]
    found = [
        _light(look, wanted, known * own, scale, reach_mm)
        for look, own in zip(looks, weights, strict=True)
    ]
    # Its own light stays, whatever lies on it.
    found[base] = _Light(np.eye(3, dtype=np.float32), np.zeros_like(wanted), wanted)
    return found


def _light(mine: Floats, wanted: Floats, weight: Floats, scale: float, reach_mm: float) -> _Light:
    """Return what takes *mine* to the light of what is *wanted*, by what weighs something."""
    mixing, added, lit = np.eye(3, dtype=np.float32), np.zeros_like(mine), mine
    use = weight
    for limit in _ROUNDS:
        mixing = _mixing(mine, wanted, use, _DETAIL_MM * scale)
        mixed = np.asarray(cv2.transform(mine, mixing), np.float32)
        added = _smooth(wanted - mixed, use, reach_mm * scale)
        lit = mixed + added
        off = np.abs(wanted - lit).max(axis=2)
        use = np.asarray(weight / (1 + (off / limit) ** 2) ** 2, np.float32)
    return _Light(mixing, added, lit)


def _mixing(mine: Floats, wanted: Floats, weight: Floats, reach: float) -> Floats:
    """Return the 3 × 3 mixing of colours that takes the one's detail to the other's."""
    known, aim = (values - _smooth(values, weight, reach) for values in (mine, wanted))
    use = weight.ravel()[:, None]
    flat, target = known.reshape(-1, 3), aim.reshape(-1, 3)
    ridge = 1e-4 * max(1.0, float(use.sum())) * np.eye(3)
    left = (flat * use).T @ flat + ridge
    return np.asarray(np.linalg.solve(left, (flat * use).T @ target + ridge).T, np.float32)


def _smooth(values: Floats, weight: Floats, reach: float) -> Floats:
    """Blur *values* (H, W, 3) by *weight*; far from any they take wide means."""
    spread = weight[..., None]
    shape = values.shape
    near, far = (widely_blurred(values * spread, n * reach).reshape(shape) for n in (1, 4))
    count = widely_blurred(weight, reach) + 1e-2 * widely_blurred(weight, 4 * reach) + 1e-6
    return np.asarray((near + 1e-2 * far) / count[..., None], np.float32)


def _trust(lights: Sequence[_Light], free: Sequence[Floats], scale: float) -> list[Floats]:
    """Return how far to trust each of the pages (h, w), 0 … 1, that are *free* of ink so far."""
    looks = [averaged(light.lit) for light in lights]
    usual = _usual(looks, free)
    found = []
    for number, (look, own) in enumerate(zip(looks, free, strict=True)):
        others = [one for other, one in enumerate(free) if other != number]
        # What no other page shows tells nothing of this one.
        both = own * np.max(others, axis=0) if others else np.zeros_like(own)
        # Strokes that are overlooked, and their rims, would speak louder than the print.
        paled = 1 / (1 + ((look - usual) / _PALED) ** 2) ** 2
        weight = np.asarray(np.clip(2 * both - 1, 0, 1) * paled, np.float32)
        left = _contrast(look, usual, weight, _CONTRAST_MM * scale)
        lift = _mean(look - usual, weight, _LIFT_MM * scale)
        clear = (left - _NO_CONTRAST) / (_FULL_CONTRAST - _NO_CONTRAST)
        even = (_LIFTED - lift) / (_LIFTED - _EVEN)
        trust = np.clip(clear, _LEAST, 1) * np.clip(even, _LEAST, 1)
        found.append(np.asarray(trust, np.float32))
    return found


def _usual(looks: Sequence[Floats], weights: Sequence[Floats]) -> Floats:
    """Return the middle (h, w) of *looks*, the darkest first, by their *weights*."""
    number = _middle(looks, weights)
    return np.asarray(np.take_along_axis(np.stack(looks), number[None], axis=0)[0])


def _usual_colours(looks: Sequence[Floats], weights: Sequence[Floats]) -> Floats:
    """Return the same (h, w, 3) of *looks* that have colours."""
    number = _middle([averaged(look) for look in looks], weights)
    return np.asarray(np.take_along_axis(np.stack(looks), number[None, ..., None], axis=0)[0])


def _middle(looks: Sequence[Floats], weights: Sequence[Floats]) -> NDArray[np.intp]:
    """Return the number (h, w) of the middle one of *looks*, the darkest first, by *weights*."""
    order = np.argsort(np.stack(looks), axis=0)
    below = np.cumsum(
        np.take_along_axis(np.stack(weights) + np.float32(1e-3), order, axis=0), axis=0
    )
    middle = (below >= _MIDDLE * below[-1]).argmax(axis=0)
    return np.asarray(np.take_along_axis(order, middle[None], axis=0)[0])


def _contrast(mine: Floats, usual: Floats, weight: Floats, reach: float) -> Floats:
    """Return how much of the *usual* contrast is left on the one, 0 … 1."""
    one, other = (look - _mean(look, weight, reach) for look in (mine, usual))
    both, own = _mean(one * other, weight, reach), _mean(other * other, weight, reach)
    return np.asarray(np.clip((both + _PLAIN) / (own + _PLAIN), 0, 1), np.float32)


def _mean(values: Floats, weight: Floats, reach: float) -> Floats:
    """Return the mean of *values* (h, w) round about by *weight*; far from any a wide one."""
    return _smooth(values[..., None], weight, reach)[..., 0]
