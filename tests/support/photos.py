"""Files that people send, good and bad."""

import json
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps
from werkzeug.datastructures import FileStorage

from scorer.resources import folder
from scorer.rules.notation import RoadId
from scorer.vision.boards.picture import load_picture


def sample_photo() -> bytes:
    """Return the simulated photo of the worked example."""
    return (folder("samples") / "worked-example" / "photo.jpg").read_bytes()


def jpeg(image: Image.Image, **extra: object) -> bytes:
    """Return *image* as a JPEG file."""
    file = BytesIO()
    image.save(file, "JPEG", **extra)
    return file.getvalue()


@cache
def cut_photo(share: float) -> tuple[bytes, int]:
    """Return the sample without this *share* of its map on the left, and the pixels cut off."""
    truth = json.loads((folder("samples") / "worked-example" / "truth.json").read_text())
    xs = [x for x, _ in truth["corners_xy"]]
    at = round(min(xs) + share * (max(xs) - min(xs)))
    photo = ImageOps.exif_transpose(Image.open(BytesIO(sample_photo())))
    return jpeg(photo.crop((at, 0, *photo.size)), quality=92), at


@cache
def lamped_photo(x_mm: float, y_mm: float, radius_mm: float = 20.0) -> bytes:
    """Return the sample with a lamp mirrored at a place on the page, which hides what is there."""
    truth = json.loads((folder("samples") / "worked-example" / "truth.json").read_text())
    page_mm = load_picture("first-city").map_corners_mm.astype(np.float32)
    to_photo = cv2.getPerspectiveTransform(page_mm, np.array(truth["corners_xy"], np.float32))
    rgb = np.array(ImageOps.exif_transpose(Image.open(BytesIO(sample_photo()))), np.float64)
    at = np.array([[[x_mm, y_mm]], [[x_mm + radius_mm, y_mm]]])
    (x, y), (rim_x, rim_y) = cv2.perspectiveTransform(at, to_photo)[:, 0]
    rows, columns = np.indices(rgb.shape[:2])
    away = np.hypot(columns - x, rows - y) / np.hypot(rim_x - x, rim_y - y)
    light = 3.0 * np.clip(1.6 - away, 0, 1)
    linear = (rgb / 255) ** 2.2 + light[..., None]
    lit = 255 * np.clip(linear, 0, 1) ** (1 / 2.2)
    return jpeg(Image.fromarray(lit.astype(np.uint8)), quality=82)


@cache
def small_photo() -> bytes:
    """Return the sample taken from far away: a small board on a large table."""
    photo = ImageOps.exif_transpose(Image.open(BytesIO(sample_photo())))
    table = Image.new("RGB", (1200, 900), (70, 60, 52))
    small = photo.resize((photo.width // 5, photo.height // 5), Image.Resampling.LANCZOS)
    table.paste(small, (300, 200))
    return jpeg(table, quality=92)


def blank_photo() -> bytes:
    """Return a photo of nothing but white."""
    return jpeg(Image.new("RGB", (1200, 900), "white"))


@cache
def other_photo() -> bytes:
    """Return a sharp photo of something that is no board: a meadow of coloured discs."""
    rng = np.random.default_rng(7)
    yy, xx = np.mgrid[:900, :1200]
    rgb = np.full((900, 1200, 3), (90, 140, 60), np.uint8)
    for _ in range(150):
        x, y, radius = rng.integers(0, 1200), rng.integers(0, 900), rng.integers(8, 60)
        rgb[(xx - x) ** 2 + (yy - y) ** 2 < radius**2] = rng.integers(0, 255, 3)
    return jpeg(Image.fromarray(rgb))


def png_bomb(side: int = 20_000) -> bytes:
    """Return a small PNG file of *side* × *side* pixels: 400 million by default."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = zlib.compress(bytes((side // 8 + 1) * side), 9)
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def photo_of_half(sections: tuple[str, ...], side: str) -> bytes:
    """Return a plain photo of one half of New York's board, with *sections* drawn on it."""
    picture = load_picture("new-york")
    rgb, scale = picture.rgb.copy(), picture.px_per_mm
    for name in sections:
        path = picture.board.road_of[RoadId.parse(name)].path
        line = np.round(np.array(path) * scale).astype(np.int32)
        cv2.polylines(rgb, [line], False, (40, 40, 150), round(2.2 * scale), cv2.LINE_AA)
    height, width = rgb.shape[:2]
    at = width * 0.53 if side == "left" else width * 0.47
    part = rgb[:, : round(at)] if side == "left" else rgb[:, round(at) :]
    table = np.full((height + 160, part.shape[1] + 160, 3), (96, 84, 70), np.uint8)
    table[80 : 80 + height, 80 : 80 + part.shape[1]] = part
    return jpeg(Image.fromarray(table), quality=92)


def as_file(data: bytes) -> FileStorage:
    """Return *data* as a form sends a photo."""
    return FileStorage(BytesIO(data), "photo.jpg", content_type="image/jpeg")


def plain_papers() -> Iterator[NDArray[np.uint8]]:
    """Pictures in which nothing is printed: white, noisy, in falling light, half in a shadow."""
    rng, (height, width) = np.random.default_rng(5), (900, 1200)
    noise = rng.normal(0, 5, (height, width, 3))
    light = np.linspace(130, 240, width)[None, :, None]
    shadow = np.where(np.arange(width) < 700, 1.0, 0.6)[None, :, None]
    for page in (255.0, 240 + noise, light + noise, shadow * (220 + noise)):
        whole = np.broadcast_to(page, (height, width, 3))
        yield np.clip(whole, 0, 255).astype(np.uint8)
