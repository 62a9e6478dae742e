"""The upload gate: from bytes that anybody may have sent to an upright RGB photo."""

import re
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

MAX_BYTES = 20 * 1024 * 1024
MAX_PIXELS = 64_000_000
# Below this not even the roads can be told apart.
MIN_SIDE_PX = 480
# Larger photos are read at a fraction of their size where the format can do so cheaply.
_ENOUGH_PX = 4096
# Half of a photo is enough to find a map in, and mostly to read it, if that has so many pixels.
_HALF_PX = 2000
# What is printed is looked for in a picture so large: steps of brightness that make an edge, and
# the share of edges. Of all our boards it is 0.3 and more, of paper with a hard shadow 0.007.
_PRINT_PX, _AN_EDGE, _LEAST_PRINT = 600, 40.0, 0.01
_JPEG = b"\xff\xd8\xff"
# Cameras write up to some ten; each takes as long as the whole picture.
MAX_SCANS = 100
# In what is compressed: a marker that is neither a stuffed byte nor a restart.
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
_SCAN, _END = 0xDA, 0xD9
_SCAN_BYTES = bytes([0xFF, _SCAN])
_FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
_HEIF = "HEIF"
_HEIF_BRANDS = tuple(b"heic heix heim heis hevc hevx hevm hevs mif1 msf1".split())

Size = tuple[int, int]


class NotReadReason(StrEnum):
    """Why a photo gives no reading."""

    NOT_AN_IMAGE = "not-an-image"
    TOO_LARGE = "too-large"
    TOO_SMALL = "too-small"
    TOO_BLURRED = "too-blurred"
    NO_BOARD = "no-board"
    OTHER_BOARD = "other-board"
    UNSURE_BOARD = "unsure-board"
    CUT_OFF = "cut-off"
    NOT_A_MAP = "not-a-map"
    NO_PRINT = "no-print"
    NOTHING_NEW = "nothing-new"
    NOT_TOGETHER = "not-together"
    SEVERAL_BOARDS = "several-boards"
    MIRRORED = "mirrored"
    NOT_A_FILM = "not-a-film"
    FILM_TOO_LONG = "film-too-long"


@dataclass(frozen=True, slots=True)
class NotRead:
    """A photo that was not read: why, and what the user can do about it.

    ``size`` is the upright photo's width and height in pixels, where it is known; ``photo`` says
    which one it is of several, counted from 0.
    """

    reason: NotReadReason
    hint: str
    size: Size | None = None
    photo: int = 0


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright photo without its metadata.

    Attributes
    ----------
    rgb : (H, W, 3) uint8
        The pixels, perhaps fewer than the file has.
    size : (int, int)
        Width and height of the file's picture when upright.
    file : bytes or None
        The file, if it was opened ``halved``; see ``whole``.
    """

    rgb: NDArray[np.uint8]
    size: Size
    file: bytes | None = None

    @property
    def scale(self) -> float:
        """Pixels of the file to one of ``rgb``."""
        return float(self.size[0] / self.rgb.shape[1])

    @property
    def whole(self) -> "Photo":
        """The photo with all its pixels: opened once more if it was opened ``halved``."""
        again = open_photo(self.file) if self.file else self
        return again if isinstance(again, Photo) else self


def open_photo(data: bytes, *, halved: bool = False) -> Photo | NotRead:
    """Return the photo in *data*, or why there is none. The size is judged before decoding.

    *halved*, a large JPEG is decoded at half its size, which takes a third of the time.
    """
    if len(data) > MAX_BYTES:
        return NotRead(
            NotReadReason.TOO_LARGE,
            f"The file has {len(data) / 1e6:.0f} MB; at most {MAX_BYTES // 2**20} MB are read. "
            "Take the photo with a lower resolution, or send it as a JPEG.",
        )
    # Most files have no more of these two bytes in all, which is counted in no time.
    if data.count(_SCAN_BYTES) > MAX_SCANS and _scans(data) > MAX_SCANS:
        return NotRead(
            NotReadReason.NOT_AN_IMAGE,
            f"The picture is made of more than {MAX_SCANS} layers. Send a screenshot of it.",
        )
    try:
        with Image.open(BytesIO(data), formats=_formats(data)) as image:
            return _too_large_or_small(image) or _jpeg(image, data, halved) or _decode(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return _too_many_pixels("far too many")
    except UnidentifiedImageError:
        return _unknown(data)
    # Pillow's decoders raise these, and no common class, on broken files.
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, MemoryError, RuntimeError):
        return NotRead(
            NotReadReason.NOT_AN_IMAGE,
            "The picture file is damaged or incomplete. Send it once more, or take a new photo.",
        )


def sharpness(rgb: NDArray[np.uint8]) -> float:
    """Return how crisp a photo's edges are, from 0 (all haze) to about 1.

    The strength of the finest details relative to the coarser ones, where there are any.
    """
    step = max(1, round(max(rgb.shape[:2]) / 1000))
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8)
    fine = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1))
    wide = cv2.GaussianBlur(smooth, (0, 0), 3.0)
    coarse = np.hypot(cv2.Sobel(wide, cv2.CV_32F, 1, 0), cv2.Sobel(wide, cv2.CV_32F, 0, 1))
    strong = float(np.percentile(fine, 99)), float(np.percentile(coarse, 99))
    return float(np.clip((strong[0] / max(strong[1], 1e-3) - 1) / 3, 0, 1))


def contrast(rgb: NDArray[np.uint8]) -> float:
    """Return how much there is to see in a photo at all: how far, in steps of brightness of
    256, its parts differ from each other. An evenly lit empty table has less than 10.
    """
    small = cv2.resize(
        cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), (96, 96), interpolation=cv2.INTER_AREA
    )
    smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.5)
    # Light that falls off over the table is none of its contents.
    steps = np.linspace(-1, 1, 96)
    x, y = (part.ravel() for part in np.meshgrid(steps, steps))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    rest = smooth.ravel() - terms @ np.linalg.lstsq(terms, smooth.ravel(), rcond=None)[0]
    return float(np.ptp(np.percentile(rest, [2, 98])))


def has_print(rgb: NDArray[np.uint8]) -> bool:
    """Whether anything is printed in a picture, (H, W, 3): edges, which plain paper has none of."""
    scale = _PRINT_PX / max(rgb.shape[:2])
    small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY).astype(np.float32)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, along = (cv2.Sobel(smooth, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return bool((np.hypot(across, along) > _AN_EDGE).mean() > _LEAST_PRINT)


def without_print(size: Size | None = None) -> NotRead:
    """Return why a picture of plain paper teaches no board."""
    return NotRead(
        NotReadReason.NO_PRINT,
        "Nothing is printed there, it is one even surface. A board has a print: photograph the "
        "board itself, and set the corners on its map.",
        size,
    )


def _too_large_or_small(image: Image.Image) -> NotRead | None:
    width, height = image.size
    if width * height > MAX_PIXELS:
        return _too_many_pixels(f"{width * height / 1e6:.0f} million")
    if min(width, height) < MIN_SIDE_PX:
        return NotRead(
            NotReadReason.TOO_SMALL,
            f"The photo has only {width} × {height} pixels. Send the original, not a preview; "
            "1,500 pixels a side are enough.",
            _upright_size(image),
        )
    return None


def _jpeg(image: Image.Image, data: bytes, halved: bool) -> Photo | None:
    """Return a coloured JPEG that is read at its full size, None if *data* is none or damaged.

    The same pixels as Pillow's, in half the time: it copies them twice. *halved*, a large one at
    half its size: nearly the means of four pixels each, without working the four out.
    """
    size = _upright_size(image)
    if not data.startswith(_JPEG) or image.mode != "RGB" or max(size) >= 2 * _ENOUGH_PX:
        return None
    coded = np.frombuffer(data, np.uint8)
    # Half of an odd number of pixels is no whole one: then the scale would not be the same.
    if halved and max(size) >= 2 * _HALF_PX and not (size[0] % 2 or size[1] % 2):
        rgb = cv2.imdecode(coded, cv2.IMREAD_REDUCED_COLOR_2)
        if rgb is not None and (2 * rgb.shape[1], 2 * rgb.shape[0]) == size:
            return Photo(np.asarray(cv2.cvtColor(rgb, cv2.COLOR_BGR2RGB), np.uint8), size, data)
    rgb = cv2.imdecode(coded, cv2.IMREAD_COLOR_RGB)
    if rgb is None or (rgb.shape[1], rgb.shape[0]) != size:
        return None
    return Photo(np.asarray(rgb, np.uint8), size)


def _decode(image: Image.Image) -> Photo:
    size = _upright_size(image)
    if max(image.size) >= 2 * _ENOUGH_PX:
        factor = max(image.size) // _ENOUGH_PX
        image.draft("RGB", (image.width // factor, image.height // factor))
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith("I"):
        # Of grey in 16 bits Pillow takes all beyond 255 for white.
        image = Image.fromarray((np.asarray(image) // 256).clip(0, 255).astype(np.uint8))
    return Photo(np.asarray(image.convert("RGB") if image.mode != "RGB" else image), size)


def _scans(data: bytes) -> int:
    """Return how often a JPEG goes over its picture, counted to ``MAX_SCANS``; 0 for others."""
    scans, at = 0, 2 if data.startswith(_JPEG) else len(data)
    while scans <= MAX_SCANS and (found := _MARKER.search(data, at)):
        kind = found[1][0]
        if kind == _END:
            break
        scans += kind == _SCAN
        # What belongs to the marker is passed over, with whatever looks like one in it.
        at = found.end() + max(2, int.from_bytes(data[found.end() : found.end() + 2], "big"))
    return scans


def _upright_size(image: Image.Image) -> Size:
    width, height = image.size
    # The orientations from 5 on lay the picture on its side.
    on_side = image.getexif().get(0x0112) in (5, 6, 7, 8)
    return (height, width) if on_side else (width, height)


def _too_many_pixels(count: str) -> NotRead:
    return NotRead(
        NotReadReason.TOO_LARGE,
        f"The picture has {count} pixels; at most {MAX_PIXELS // 10**6} million are read. "
        "Take the photo with a lower resolution: 12 million are plenty.",
    )


def _formats(data: bytes) -> tuple[str, ...]:
    """Return the formats to try; the decoder of HEIF is loaded by the first such file."""
    if not _is_heif(data):
        return _FORMATS
    from pi_heif import register_heif_opener

    # Of all pictures in the file only the photo itself is wanted, in one thread of many readers.
    register_heif_opener(thumbnails=False, depth_images=False, aux_images=False, decode_threads=1)
    return (*_FORMATS, _HEIF)


def _is_heif(data: bytes) -> bool:
    return data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS


def _unknown(data: bytes) -> NotRead:
    if _is_heif(data):
        hint = (
            "This HEIC picture is damaged or incomplete, or of a kind that cannot be opened here. "
            "Send it once more, or as a JPEG."
        )
    elif not data:
        hint = "The file is empty. Choose a photo."
    else:
        hint = "This file is no photo. Send a JPEG, HEIC, PNG, WebP or AVIF picture of the board."
    return NotRead(NotReadReason.NOT_AN_IMAGE, hint)
