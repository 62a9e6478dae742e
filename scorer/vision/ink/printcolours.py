"""How a photo shows the printed colours, learned from the photo itself.

Phones mix the channels, burn out highlights and stretch the rest, each in its own way. A mixing
of the channels is fitted first, then a smooth correction over all printed colours: a Gaussian
process, which follows colours that are common and takes rare ones from those like them. So ink
on all of a rare colour, such as a café's symbol, is not taken for the colour.
"""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.ink.sampling import LIFT, picked

Floats = NDArray[np.float32]
Numbers = NDArray[np.uint16]

# Colours are looked up in this many steps a channel, and learned from in that many.
_FINE, _COARSE = 32, 8
# A coarse colour is learned from as many pixels at least (every other row and column).
_COMMON = 8
# Variances, in logarithm: of the noise, which rare colours have more of; of the smooth part;
# and of what is left of a colour apart from it, alike for colours this near each other.
_NOISE, _RARE = 1e-3, 100
_SMOOTH, _OWN, _ALIKE = 1.0, 0.02, 0.15


@dataclass(frozen=True, slots=True)
class Steps:
    """Which step of ``_FINE`` ** 3 each pixel's printed colour is, in two sizes of a picture.

    Attributes
    ----------
    whole, small : (H, W) uint16
    used : (N,) int
        The steps that occur.
    """

    whole: Numbers
    small: Numbers
    used: NDArray[np.intp]

    @classmethod
    def of(cls, print_: Floats, smaller: Floats) -> Self:
        """Return the steps of a print (H, W, 3), a logarithm, and of it made *smaller*."""
        whole, small = _steps(print_), _steps(smaller)
        count = _FINE**3
        there = np.bincount(whole.ravel(), minlength=count) > 0
        there |= np.bincount(small.ravel(), minlength=count) > 0
        return cls(whole, small, np.flatnonzero(there))


@dataclass(frozen=True, slots=True)
class Inks:
    """How the photo shows the printed colours, light apart.

    Attributes
    ----------
    steps : Steps
    mixing : (3, 3) float32
    correction : (_FINE ** 3, 3) float32
        What is added to each colour once it is mixed; right for the steps that occur.
    """

    steps: Steps
    mixing: Floats
    correction: Floats

    @classmethod
    def plain(cls, steps: Steps) -> Self:
        """Return printing inks that look in the photo as they do in the reference."""
        return cls(steps, np.eye(3, dtype=np.float32), np.zeros((_FINE**3, 3), np.float32))

    def shown(self, print_: Floats) -> Floats:
        """Return the print as the photo would show it, light apart."""
        return self._shown(print_, self.steps.whole)

    def shown_small(self, print_: Floats) -> Floats:
        """Return the same of the smaller print."""
        return self._shown(print_, self.steps.small)

    def _shown(self, print_: Floats, steps: Numbers) -> Floats:
        found = np.take(self.correction, steps, axis=0)
        return np.asarray(cv2.add(found, cv2.transform(print_, self.mixing), dst=found))


@dataclass(frozen=True, slots=True)
class Learner:
    """What the inks are learned from, the same in every round of a photo.

    Attributes
    ----------
    steps : Steps
    use : (H, W) bool
        The pixels seen, of every other row and column of the smaller picture.
    groups : tuple of (N,) int
        Which of those pixels are alike in colour.
    noisy : (G, G) float
        How alike the groups are, and how noisy.
    used : (steps in use, G) float32
        How alike each step is to the groups.
    """

    steps: Steps
    use: NDArray[np.bool_]
    groups: tuple[NDArray[np.intp], ...]
    noisy: NDArray[np.floating]
    used: Floats

    @classmethod
    def of(cls, steps: Steps, seen: Floats) -> Self:
        """Return the learner of a photo that shows what of the smaller picture is *seen*."""
        use = seen[::2, ::2] > 0.5
        colours = _colours(steps.small[::2, ::2][use])
        coarse = np.minimum((colours * _COARSE).astype(np.uint16), _COARSE - 1)
        kinds = coarse @ np.array([_COARSE**2, _COARSE, 1], np.uint16)
        order = np.argsort(kinds, kind="stable")
        bounds = np.flatnonzero(np.diff(kinds[order])) + 1
        groups = tuple(some for some in np.split(order, bounds) if len(some) >= _COMMON)
        known = np.array([colours[group].mean(axis=0) for group in groups]).reshape(-1, 3)
        count = np.array([len(group) for group in groups], np.float32)
        noisy = _alike(known, known) + np.diag(_NOISE * (1 + _RARE / count))
        return cls(steps, use, groups, noisy, _alike(_colours(steps.used), known))

    def inks(self, print_: Floats, flat: Floats, detail: tuple[Floats, Floats, Floats]) -> Inks:
        """Return the inks that make *print_* look like *flat*.

        Parameters
        ----------
        print_, flat : (H, W, 3) float32
            The smaller print, and the photo without its light.
        detail : three arrays
            Both, less their surroundings, and how far each pixel is trusted to have no ink.
        """
        mixing = _mixing(*detail)
        off = flat - cv2.transform(print_, mixing)
        return Inks(self.steps, mixing, self._correction(np.asarray(off)))

    def _correction(self, off: Floats) -> Floats:
        """Return the smooth correction that explains most of what is *off*, colour by colour."""
        found = np.zeros((_FINE**3, 3), np.float32)
        if not self.groups:
            return found
        values = picked(off[::2, ::2], self.use)
        # Medians, since ink seldom lies on most of what is printed in one colour.
        medians = np.stack([_median(values[group]) for group in self.groups])
        found[self.steps.used] = self.used @ np.linalg.solve(self.noisy, medians).astype(np.float32)
        return found


def _steps(print_: Floats) -> Numbers:
    scale = (_FINE - 1) / 255
    levels = np.exp(print_) * np.float32(scale * (255 + LIFT)) + np.float32(0.5 - scale * LIFT)
    steps = np.clip(levels.astype(np.int32), 0, _FINE - 1)
    numbers = (steps[..., 0] * _FINE + steps[..., 1]) * _FINE + steps[..., 2]
    return np.asarray(numbers, np.uint16)


def _colours(steps: NDArray[np.integer]) -> Floats:
    """Return the colours (N, 3), 0 … 1, of *steps* (N,)."""
    channels = [steps // _FINE**2, steps // _FINE % _FINE, steps % _FINE]
    return np.asarray(np.stack(channels, axis=-1) / (_FINE - 1), np.float32)


def _mixing(known: Floats, wanted: Floats, trusted: Floats) -> Floats:
    """Fit the camera's 3 × 3 mixing of the printed colours to the trusted pixels' detail."""
    use = trusted > 0.5
    # A little ridge keeps a board without colours from giving wild colour mixing.
    ridge = 1e-5 * int(use.sum()) * np.eye(3, dtype=np.float32)
    print_ = picked(known, use)
    left, right = print_.T @ print_ + ridge, print_.T @ picked(wanted, use) + ridge
    return np.asarray(np.linalg.solve(left, right).T, dtype=np.float32)


def _median(values: Floats) -> Floats:
    """Return the median of every column; of two middle values the larger."""
    middle = len(values) // 2
    return np.asarray(np.partition(values, middle, axis=0)[middle])


def _alike(one: Floats, other: Floats) -> Floats:
    """Return how alike the corrections of colours (N, 3) and (M, 3) are, (N, M)."""
    product = one @ other.T
    apart = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None] - 2 * product
    near = np.exp(-np.maximum(apart, 0) / np.float32(2 * _ALIKE**2))
    return np.asarray(_SMOOTH * (1 + product) ** 2 + _OWN * near, np.float32)
