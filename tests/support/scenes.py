"""Photos made up for tests: the blank board warped by a known camera, with ink and noise."""

from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.rules.board.board import Board
from scorer.rules.notation import RoadId
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, load_picture

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

SIZE = (1600, 1200)
# The map's corners a0, g0, g6, a6 in the photo: tilted, turned a little, all in view.
CORNERS = np.array([[420.0, 180.0], [1210.0, 260.0], [1130.0, 1010.0], [330.0, 900.0]])
INK = (70, 30, 110)


@dataclass(frozen=True)
class Scene:
    """A photo, (H, W, 3) uint8, and how mm on the page, (…, 2), get to its pixels."""

    rgb: Picture
    corners_xy: Doubles
    homography: Doubles
    bend_mm: float

    def to_photo(self, points_mm: Doubles) -> Doubles:
        """Return where places on the page really are in the photo."""
        flat = np.asarray(points_mm, np.float64).reshape(-1, 1, 2)
        moved = flat + bend(flat, self.bend_mm)
        seen = cv2.perspectiveTransform(moved, self.homography)
        return np.asarray(seen, np.float64).reshape(np.shape(points_mm))


def grey(rgb: Picture) -> Picture:
    """Return the light of a picture."""
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)


def blurred(rgb: Picture, sigma_px: float) -> Picture:
    """Return a picture out of focus."""
    return np.asarray(cv2.GaussianBlur(rgb, (0, 0), sigma_px), np.uint8)


@cache
def first_city() -> BoardPicture:
    """Return the shipped reference picture."""
    return load_picture("first-city")


def bend(points_mm: Doubles, height_mm: float) -> Doubles:
    """Return how far a bent sheet moves its places, (…, 2): a wave across the page."""
    x, y = points_mm[..., 0], points_mm[..., 1]
    wave = np.stack([np.sin((x - 40) / 55), 0.7 * np.cos((y - 20) / 60)], axis=-1)
    return height_mm * wave


def scene(
    picture: BoardPicture | None = None,
    corners_xy: Doubles = CORNERS,
    size: tuple[int, int] = SIZE,
    drawn: tuple[str, ...] = (),
    bend_mm: float = 0.0,
    noise: float = 6.0,
    seed: int = 1,
) -> Scene:
    """Return a photo of *picture*, sections *drawn* in ink, as a camera would take it.

    Parameters
    ----------
    corners_xy : (4, 2) float
        Where the corners of the flat map come to lie.
    size : (int, int)
        Width and height of the photo.
    """
    picture = picture or first_city()
    page = with_ink(picture, drawn)
    homography = cv2.getPerspectiveTransform(
        picture.map_corners_mm.astype(np.float32), corners_xy.astype(np.float32)
    ).astype(np.float64)
    width, height = size
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height))
    pixels = np.stack([xs, ys], axis=-1).astype(np.float64).reshape(-1, 1, 2)
    flat = np.asarray(cv2.perspectiveTransform(pixels, np.linalg.inv(homography)), np.float64)
    flat = flat.reshape(height, width, 2)
    # The wave is so gentle that three steps undo it to a few thousandths of a millimetre.
    place = flat
    for _ in range(6 if bend_mm else 0):
        place = flat - bend(place, bend_mm)
    at = (place * picture.px_per_mm - 0.5).astype(np.float32)
    table, grain = table_and_grain(seed, size)
    shown = cv2.remap(cv2.GaussianBlur(page, (0, 0), 1.0), at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    inside = (place >= 0) & (place <= np.array(picture.board.page_mm))
    on_page = inside[..., 0] & inside[..., 1]
    light = 0.75 + 0.2 * xs / width
    photo = np.where(on_page[..., None], shown, table) * light[..., None]
    photo += noise * grain
    rgb = np.clip(photo, 0, 255).astype(np.uint8)
    made = Scene(rgb, corners_xy, homography, bend_mm)
    return replace(made, corners_xy=made.to_photo(picture.map_corners_mm))


@lru_cache(1)
def table_and_grain(seed: int, size: tuple[int, int]) -> tuple[Picture, Doubles]:
    """Return a table of this *size*, and noise for the photo of a deviation of one."""
    rng = np.random.default_rng(seed)
    width, height = size
    spots = rng.integers(60, 90, (height // 8 + 1, width // 8 + 1, 1), np.uint8)
    table = cv2.resize(np.repeat(spots, 3, axis=2), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(table, np.uint8), rng.standard_normal((height, width, 3))


def tilted(board_size_mm: Doubles, tilt_deg: float, turn_deg: float) -> Doubles:
    """Return where a camera sees the corners of a square map, (4, 2), in a 1600 × 1200 photo."""
    half = board_size_mm / 2
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    turn, tilt = np.radians([turn_deg, tilt_deg])
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    x, y = (flat @ spin.T).T
    distance, focal = 330.0, 1300.0
    depth = distance + y * np.sin(tilt)
    return np.stack([800 + focal * x / depth, 600 + focal * y * np.cos(tilt) / depth], axis=1)


def with_ink(picture: BoardPicture, drawn: tuple[str, ...]) -> Picture:
    """Return the page of *picture* with the sections *drawn* along the middle of their roads."""
    page = picture.rgb.copy()
    scale = picture.px_per_mm
    for name in drawn:
        road = picture.board.road_of[RoadId.parse(name)]
        path = np.round(np.array(road.path) * scale).astype(np.int32)
        cv2.polylines(page, [path], False, INK, round(1.4 * scale), cv2.LINE_AA)
    return page


def cropped(board: Board, columns: int, rows: int) -> Board:
    """Return *board* with only its first *columns* and *rows* of locations."""
    points = {
        point: xy
        for point, xy in board.crossroads_xy.items()
        if point.lattice and point.lattice[0] <= columns and point.lattice[1] <= rows
    }
    cells = tuple(
        cell for cell in board.cells if cell.location.column < columns and cell.location.row < rows
    )
    places = {cell.location for cell in cells}
    return replace(
        board,
        crossroads_xy=points,
        cells=cells,
        roads=tuple(road for road in board.roads if set(road.id.ends) <= set(points)),
        landmarks=tuple(mark for mark in board.landmarks if set(mark.locations) <= places),
        cafes=tuple(cafe for cafe in board.cafes if cafe.crossroads in points),
        visit_all=tuple(point for point in board.visit_all if point in points),
        coordinates=None,
    )


def shuffled(picture: BoardPicture) -> BoardPicture:
    """Return another board: the same roads, but other things printed in every location."""
    page, scale = picture.rgb.copy(), picture.px_per_mm
    boxes = []
    for cell in picture.board.cells:
        (left, top), (right, bottom) = np.min(cell.polygon, axis=0), np.max(cell.polygon, axis=0)
        edges = np.round(np.array([left, top, right, bottom]) * scale).astype(int).tolist()
        boxes.append(tuple(edges))
    side = min(min(box[2] - box[0], box[3] - box[1]) for box in boxes)
    for number, (left, top, *_) in enumerate(boxes):
        x, y, *_ = boxes[(number * 7 + 11) % len(boxes)]
        page[top : top + side, left : left + side] = picture.rgb[y : y + side, x : x + side]
    return BoardPicture(picture.board, page, scale)


def encoded(rgb: Picture, kind: str = "JPEG", orientation: int | None = None) -> bytes:
    """Return *rgb* as an image file, its EXIF orientation set where given."""
    image, file = Image.fromarray(rgb), BytesIO()
    exif = Image.Exif()
    if orientation is not None:
        exif[0x0112] = orientation
    image.save(file, kind, quality=92, exif=exif)
    return file.getvalue()


def corner_error_px(found: Doubles, truth: Doubles) -> float:
    """Return how far the worst corner is off, in pixels."""
    return float(np.linalg.norm(found - truth, axis=1).max())
