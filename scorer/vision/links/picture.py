"""The picture of a map with nothing on it, which photos are compared with."""

from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.rules.ticket_to_ride.map import MapError, TicketMap, load_map
from scorer.vision.geometry import PX_PER_MM, Frame, Mapping
from scorer.vision.locate.features import Details, page_details
from scorer.vision.locate.refine import Patch, blank_of, patches_at

Doubles = NDArray[np.float64]
SHIPPED = resources.files("scorer.vision.links") / "references"
# Patches of print are looked up in the photo at places so far apart.
_GRID_MM = 13.0
_EDGE_MM = 7.0


class MapPictureError(MapError):
    """A map whose picture is missing or does not fit, saying what to do."""


@dataclass(frozen=True, eq=False)
class MapPicture:
    """A map and the picture ``rgb`` (H, W, 3) uint8 of its whole blank page.

    Pictures are compared by identity, so that what is worked out from one can be kept.
    """

    map: TicketMap
    rgb: NDArray[np.uint8]
    px_per_mm: float

    @cached_property
    def page_mm(self) -> tuple[float, float]:
        """The page's width and height."""
        return self.map.page_mm or (0.0, 0.0)

    @cached_property
    def frame(self) -> Frame:
        """The whole page at ``PX_PER_MM``."""
        wide, high = (round(side * PX_PER_MM) for side in self.page_mm)
        way = cv2.INTER_AREA if wide < self.rgb.shape[1] else cv2.INTER_LINEAR
        return Frame((0.0, 0.0), np.asarray(cv2.resize(self.rgb, (wide, high), interpolation=way)))

    @cached_property
    def blank(self) -> NDArray[np.float32]:
        """The contrasts of the blank page, as photos are compared with it."""
        return blank_of(self.frame)

    @cached_property
    def patches(self) -> tuple[Patch, ...]:
        """Pieces of print all over the page."""
        wide, high = self.page_mm
        columns, rows = (
            np.linspace(_EDGE_MM, side - _EDGE_MM, max(2, round(side / _GRID_MM)))
            for side in (wide, high)
        )
        middles = (np.array([x, y]) for y in rows for x in columns)
        return patches_at(self.frame, self.blank, middles)

    @cached_property
    def corners_mm(self) -> Doubles:
        """The page's corners (4, 2), clockwise from the top left."""
        wide, high = self.page_mm
        return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)

    @cached_property
    def _details(self) -> dict[bool, Details]:
        return {}

    def details(self, level: bool) -> Details:
        """Return the details of the page, as ``features`` compares them."""
        if level not in self._details:
            self._details[level] = page_details(self.rgb, self.px_per_mm, level)
        return self._details[level]

    def mapping(self, homography: Doubles) -> Mapping:
        """Return the mapping that is *homography*, from mm on the page, and nothing else."""
        wide, high = self.page_mm
        return Mapping(homography, np.zeros((15, 2)), (wide / 2, high / 2), max(wide, high) / 2)


def open_map_picture(map_: TicketMap, data: bytes) -> MapPicture:
    """Return *data*, an image of the whole blank page of *map_*, as its picture.

    Raises
    ------
    MapPictureError
        If the map says not where things are drawn, or the image has another shape.
    """
    if map_.page_mm is None or map_.space_mm is None or any(p.xy is None for p in map_.places):
        raise MapPictureError(
            f"map {map_.id}: reading photos takes page_mm, space_mm, and xy of every location"
        )
    try:
        with Image.open(BytesIO(data)) as image:
            rgb = np.asarray(image.convert("RGB"))
    except OSError as error:
        raise MapPictureError(f"map {map_.id}: its picture is no image: {error}") from error
    height, width = rgb.shape[:2]
    scale = width / map_.page_mm[0]
    if abs(height / scale - map_.page_mm[1]) > 0.02 * map_.page_mm[1]:
        raise MapPictureError(
            f"map {map_.id}: its picture is {width} × {height} px, which is not the shape of a "
            f"page of {map_.page_mm[0]:g} × {map_.page_mm[1]:g} mm"
        )
    return MapPicture(map_, rgb, scale)


@cache
def load_map_picture(id_: str) -> MapPicture:
    """Return the picture of the shipped map called *id_*.

    Raises
    ------
    MapError
        If there is no such map.
    """
    map_ = load_map(id_)
    return open_map_picture(map_, (SHIPPED / f"{id_}.png").read_bytes())
