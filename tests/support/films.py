"""Short films, made of pictures: good ones, and hostile ones."""

from functools import cache
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from samples.simulator.filming import mp4_of
from tests.support.photos import lamped_photo

Picture = NDArray[np.uint8]
# The matrix in a track's header: as it is, and turned by a quarter, as phones write it.
_UPRIGHT = bytes.fromhex("00010000" + "00" * 12 + "00010000" + "00" * 12 + "40000000")
_TURNED = bytes.fromhex("000000000001000000000000ffff00000000000000000000000000000000000040000000")


def plain(width: int = 640, height: int = 480, count: int = 12) -> list[Picture]:
    """Return pictures with a red corner at the top left, and a pattern of fine lines."""
    picture = np.full((height, width, 3), 60, np.uint8)
    picture[::4, :, :] = 200
    picture[: height // 4, : width // 4] = (220, 20, 20)
    return [picture.copy() for _ in range(count)]


def turned(film: bytes) -> bytes:
    """Return *film* as a phone held upright writes it: to be turned when it is shown."""
    at = film.rindex(_UPRIGHT)
    return film[:at] + _TURNED + film[at + len(_TURNED) :]


@cache
def lamped_film(*spots_mm: tuple[float, float], each: int = 4) -> bytes:
    """Return a film of the sample over which a lamp's reflection moves from spot to spot."""
    pictures = []
    for spot in spots_mm:
        rgb = np.asarray(ImageOps.exif_transpose(Image.open(BytesIO(lamped_photo(*spot)))))
        small = cv2.resize(rgb, (1440, 1080), interpolation=cv2.INTER_AREA)
        pictures += [np.asarray(small, np.uint8)] * each
    return mp4_of(pictures)
