"""Photos as JPEG bytes again, upright and without metadata."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_QUALITY = 90
# Where no photo shows the page.
_NOTHING = 235


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


def beside(
    old: bytes,
    old_frame: tuple[tuple[float, float], float],
    rgb: NDArray[np.uint8],
    frame: tuple[tuple[float, float], float],
) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """Return one picture of two parts of a page, the new one on top, and its origin in mm.

    Parameters
    ----------
    old : bytes
        A JPEG of one part.
    rgb : (H, W, 3) uint8
        The other part; the result has its scale.
    old_frame, frame : ((float, float), float)
        Where each part's upper left corner lies on the page, in mm, and its pixels per mm.
    """
    (origin, scale), (old_origin, old_scale) = frame, old_frame
    with Image.open(BytesIO(old)) as picture:
        size = [round(side * scale / old_scale) for side in picture.size]
        before = np.asarray(picture.convert("RGB").resize((size[0], size[1])), np.uint8)
    first = (min(origin[0], old_origin[0]), min(origin[1], old_origin[1]))
    parts = [
        (part, round((y - first[1]) * scale), round((x - first[0]) * scale))
        for part, (x, y) in ((before, old_origin), (rgb, origin))
    ]
    high = max(top + part.shape[0] for part, top, _ in parts)
    wide = max(left + part.shape[1] for part, _, left in parts)
    page = np.full((high, wide, 3), _NOTHING, np.uint8)
    for part, top, left in parts:
        page[top : top + part.shape[0], left : left + part.shape[1]] = part
    return page, first
