"""From the bytes of a photo of a map to whose each link is, or to why it was not read."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.cut import Cuttings, Flat, cut, flatten_page
from scorer.vision.links.decide import SeenLink, Spaces, decide_links
from scorer.vision.links.find import Located, find_page, from_corners
from scorer.vision.links.groups import Group
from scorer.vision.links.markers import SeenMarker, find_markers
from scorer.vision.links.network import stands
from scorer.vision.links.picture import MapPicture
from scorer.vision.photo.gate import NotRead, NotReadReason, Photo, open_photo

Corners = NDArray[np.float64]

_LEAST_PX_PER_MM = 1.5
# A page's corner may lie this far outside the photo, as a share of its width.
_OVERSHOOT = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfitPhoto(NotRead):
    """A photo whose map was found, but which is not read unasked: it is small or cut off.

    ``corners_xy`` (4, 2) are the page's in the upright photo, perhaps outside it; with them it
    is read as if a person had set them.
    """

    corners_xy: tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class LinksReading:
    """What was read from a photo of a map.

    Attributes
    ----------
    links : tuple of SeenLink
        All links of the map, in its order.
    groups : tuple of Group
        The players' colours that the photo shows.
    markers : tuple of SeenMarker
        The score markers that were found on the track.
    corners_xy : (4, 2) float
        The page's corners in the upright photo, clockwise from its top left.
    agreement : float
        Correlation, -1 to 1, of what is printed with the photo.
    page : Flat
        The page cut out of the photo.
    timings_ms : dict of str to float
        By stage, and ``total``.
    """

    picture: MapPicture
    links: tuple[SeenLink, ...]
    groups: tuple[Group, ...]
    markers: tuple[SeenMarker, ...]
    corners_xy: Corners
    agreement: float
    page: Flat
    timings_ms: dict[str, float]

    @property
    def doubts(self) -> tuple[SeenLink, ...]:
        """The links that a person should look at, the least sure first."""
        doubtful = (link for link in self.links if link.doubtful)
        return tuple(sorted(doubtful, key=lambda one: (one.seen, one.confidence)))


def read_links(
    data: bytes,
    picture: MapPicture,
    colours: Sequence[BusColour] | None = None,
    corners_xy: Corners | None = None,
) -> LinksReading | NotRead:
    """Read whose each link of a map is.

    Parameters
    ----------
    data : bytes
        A picture file.
    picture : MapPicture
        The map that it shows.
    colours : sequence of BusColour, optional
        The players' colours, where they are known.
    corners_xy : (4, 2) float, optional
        The page's corners in the upright photo, set by a person; then it is not looked for.
    """
    start = perf_counter()
    photo = open_photo(data)
    if isinstance(photo, NotRead):
        return photo
    opened = perf_counter()
    located = _located(photo, picture, corners_xy)
    if isinstance(located, NotRead):
        return located
    found = perf_counter()
    flat = flatten_page(photo.rgb, picture, located.mapping)
    links, groups = decide_links(picture.map, _spaces(cut(flat, picture)), colours)
    markers = find_markers(flat, picture, groups)
    end = perf_counter()
    stages = {"open": opened - start, "locate": found - opened, "look": end - found}
    return LinksReading(
        picture=picture,
        links=links,
        groups=groups,
        markers=markers,
        corners_xy=located.mapping.scaled(photo.scale).to_photo(picture.corners_mm),
        agreement=located.agreement,
        page=flat,
        timings_ms={name: 1000 * took for name, took in stages.items()}
        | {"total": 1000 * (end - start)},
    )


def _located(photo: Photo, picture: MapPicture, corners_xy: Corners | None) -> Located | NotRead:
    name = picture.map.name or picture.map.id
    if corners_xy is not None:
        corners = (np.asarray(corners_xy) + 0.5) / photo.scale - 0.5
        return from_corners(photo, picture, corners) or NotRead(
            NotReadReason.NO_BOARD,
            f"The print of the map {name} is not between these corners. Set them to the corners "
            "of the printed board; or check that the right map is chosen.",
            photo.size,
        )
    found = find_page(photo, picture)
    if found is None:
        return NotRead(
            NotReadReason.NO_BOARD,
            f"The map {name} was not found in the photo. Take it from above, with the whole map in "
            "the picture and without glare; or check that the right map is chosen.",
            photo.size,
        )
    return _unless_cut_off(photo, picture, found)


def _unless_cut_off(photo: Photo, picture: MapPicture, found: Located) -> Located | NotRead:
    """Return *found* unless too much of the page lies outside the photo, or it is tiny."""
    corners = found.mapping.scaled(photo.scale).to_photo(picture.corners_mm)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    page = np.linalg.norm(picture.corners_mm - np.roll(picture.corners_mm, 1, axis=0), axis=1)
    outside = np.maximum(-corners, corners - np.array(photo.size)).max()
    if outside > _OVERSHOOT * sides.max():
        hint = (
            "A part of the map lies outside the photo. Step back a little, so that all four "
            "corners of the map are in the picture."
        )
        return _unfit(NotReadReason.CUT_OFF, hint, photo, corners)
    if float((sides / page).min()) < _LEAST_PX_PER_MM:
        hint = (
            "The map is too small in the photo. Go closer, until it fills the picture, or send "
            "the photo at its full size."
        )
        return _unfit(NotReadReason.TOO_SMALL, hint, photo, corners)
    return found


def _unfit(reason: NotReadReason, hint: str, photo: Photo, corners: Corners) -> UnfitPhoto:
    at = tuple((round(x, 1), round(y, 1)) for x, y in corners.tolist())
    return UnfitPhoto(reason=reason, hint=hint, size=photo.size, corners_xy=at)


def _spaces(cuttings: Cuttings) -> dict[str, Spaces]:
    """Return what the network says of every link's spaces."""
    chances, tones, offs = (told.astype(np.float64) for told in stands(cuttings.seen))
    rows: dict[str, list[int]] = {}
    for row, (name, _) in enumerate(cuttings.of):
        rows.setdefault(name, []).append(row)
    burnt = cuttings.burnt.astype(np.float64)
    changed = cuttings.changed.astype(np.float64)
    return {
        name: Spaces(chances[at], tones[at], offs[at], burnt[at], changed[at])
        for name, at in rows.items()
    }
