"""Photos as JPEG bytes again, upright and without metadata."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_QUALITY = 90


def jpeg_of(rgb: NDArray[np.uint8], longest_px: int) -> tuple[bytes, tuple[int, int]]:
    """Return *rgb* as a JPEG file, and the height and width of the picture in it.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    longest_px : int
        The longer side is made no longer than this.
    """
    image = Image.fromarray(rgb)
    if max(image.size) > longest_px:
        image.thumbnail((longest_px, longest_px), Image.Resampling.LANCZOS, reducing_gap=2.0)
    file = BytesIO()
    image.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue(), (image.height, image.width)
