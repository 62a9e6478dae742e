"""How a picture correlates everywhere with templates of stripes, faster than by any template.

Each channel of such a template is the product of what goes down it and of what goes across it.
So is its spectrum; and what a window of the picture holds need be summed up only once for all
templates of one size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Spectrum = NDArray[np.complex64]

# What goes down a channel of a template, (h,), and what goes across it, (w,).
Stripes = tuple[Doubles, Doubles]

# What is spread less is even: it is like nothing.
_EVEN = 1e-2


@dataclass(frozen=True, slots=True)
class Everywhere:
    """A picture, ready to be compared.

    Attributes
    ----------
    size, padded : (int, int)
        Its height and width; and with zeros added, so that spectra are found fast.
    spectra : (channels, P, Q / 2 + 1) complex
    sums, squares : (channels, H + 1, W + 1) and (H + 1, W + 1) float
        The sums of all pixels above and to the left; squares are of all channels.
    """

    size: tuple[int, int]
    padded: tuple[int, int]
    spectra: Spectrum
    sums: Doubles
    squares: Doubles

    @classmethod
    def of(cls, picture: Floats) -> Self:
        """Return *picture*, (H, W, channels), ready to be compared."""
        height, width = picture.shape[:2]
        padded = cv2.getOptimalDFTSize(height), cv2.getOptimalDFTSize(width)
        channels = np.moveaxis(picture, 2, 0)
        spectra = np.fft.rfft2(channels, s=padded).astype(np.complex64)
        sums, squares = zip(*(cv2.integral2(one) for one in channels), strict=True)
        return cls((height, width), padded, spectra, np.stack(sums), np.sum(squares, axis=0))

    def likenesses(self, templates: Sequence[Sequence[Stripes]]) -> Iterator[Floats]:
        """Yield the correlation with each of *templates*, (H - h + 1, W - w + 1), -1 to 1.

        Parameters
        ----------
        templates : sequences of (down, across)
            A pair for each channel; all of one size, at most that of the picture.
        """
        if not templates:
            return
        size = len(templates[0][0][0]), len(templates[0][0][1])
        windows, spread = self._windows(*size)
        rows, columns = (side - own + 1 for side, own in zip(self.size, size, strict=True))
        for template in templates:
            parts = zip(self.spectra, template, strict=True)
            spectrum = np.sum(
                [one * _spectrum(stripes, self.padded) for one, stripes in parts], axis=0
            )
            found = np.fft.irfft2(spectrum, s=self.padded)[:rows, :columns].astype(np.float32)
            own = 0.0
            for (down, across), sums in zip(template, windows, strict=True):
                mean = float(down.mean() * across.mean())
                own += float((down @ down) * (across @ across)) - down.size * across.size * mean**2
                found -= mean * sums
            found /= spread * float(np.sqrt(own))
            yield found

    def _windows(self, height: int, width: int) -> tuple[Floats, Floats]:
        """Return the sum of each channel in every window, and how far all of it is spread.

        An even window is spread without end: then it is like nothing.
        """
        sums, squares = (_boxes(one, height, width) for one in (self.sums, self.squares))
        spread = squares - (sums**2).sum(axis=0) / (height * width)
        spread = np.where(spread < _EVEN**2, np.inf, spread)
        return sums.astype(np.float32), np.sqrt(spread).astype(np.float32)


def _boxes(sums: Doubles, height: int, width: int) -> Doubles:
    """Return what is in every window, (…, H - height + 1, W - width + 1)."""
    down = sums[..., height:, :] - sums[..., :-height, :]
    return np.asarray(down[..., width:] - down[..., :-width])


def _spectrum(stripes: Stripes, padded: tuple[int, int]) -> Spectrum:
    down, across = stripes
    in_y = np.conj(np.fft.fft(down, padded[0])).astype(np.complex64)
    in_x = np.conj(np.fft.rfft(across, padded[1])).astype(np.complex64)
    return np.asarray(in_y[:, None] * in_x)
