"""The page of a map that is being taught, as files: cut out of a photo, kept, shown, looked at."""

from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.rules.ticket_to_ride.map import XY
from scorer.vision.links.picture import MapPictureError
from scorer.vision.links.teach import Page, page_of
from scorer.vision.photo.gate import NotRead, has_print, open_photo, without_print
from scorer.vision.photo.jpeg import jpeg_of


class NoPrintError(MapPictureError):
    """There is nothing on a page but paper."""


def photo_size(jpeg: bytes) -> tuple[int, int]:
    """Return width and height of a photo that was opened before."""
    with Image.open(BytesIO(jpeg), formats=("JPEG",)) as image:
        return image.size


def page_png(photo: bytes, corners_xy: NDArray[np.float64]) -> tuple[bytes, XY]:
    """Return the page that a photo shows at four corners (4, 2) as a PNG, and its size in mm.

    Raises
    ------
    NoPrintError
        If nothing is printed on the page.
    MapPictureError
        If it is no photo, or the corners enclose no page.
    """
    opened = open_photo(photo)
    if isinstance(opened, NotRead):
        raise MapPictureError(f"the photo cannot be used: {opened.hint}")
    try:
        page = page_of(opened.rgb, (corners_xy + 0.5) / opened.scale - 0.5)
    except ValueError as error:
        raise MapPictureError(str(error)) from error
    if not has_print(page.rgb):
        raise NoPrintError(without_print().hint)
    return cv2.imencode(".png", page.rgb[..., ::-1])[1].tobytes(), page.page_mm


def page_in(png: bytes, page_mm: XY) -> Page:
    """Return the page that ``page_png`` made."""
    return Page(_rgb(png), page_mm)


def page_jpeg(png: bytes) -> bytes:
    """Return the page as a light picture, for phones."""
    rgb = _rgb(png)
    return jpeg_of(rgb, max(rgb.shape[:2]))[0]


def _rgb(png: bytes) -> NDArray[np.uint8]:
    with Image.open(BytesIO(png), formats=("PNG",)) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
