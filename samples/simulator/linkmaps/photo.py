"""One simulated photo of a map with buses on it: the JPEG and the truth about it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from samples.simulator.board.printedpage import linear, on_card
from samples.simulator.chance import Floats
from samples.simulator.linkmaps.buses import (
    Claims,
    bus_solids,
    random_claims,
    random_clutter,
    random_make,
    shades,
)
from samples.simulator.linkmaps.solids import Colour, Solid, Sun, lay_solids
from samples.simulator.photo import encode
from samples.simulator.scene.camera import Bend, Camera, expose, random_bend, random_camera
from samples.simulator.scene.light import Light, random_light
from samples.simulator.scene.scene import Scene, render
from samples.simulator.scene.tables import random_table
from samples.simulator.strata import ART_STRATA, Kind, Stratum
from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.rules.ticket_to_ride.spaces import spaces_of
from scorer.rules.values import replace

_NAMES = ("claims", "buses", "view", "table", "light", "phone", "print")
# Mirrored light from which a space cannot be told.
_BLINDING = 0.8
# The share of photos with a lamp so bright that nothing is to be seen where it is mirrored.
_LAMPS = {Kind.EASY: 0.05, Kind.MEDIUM: 0.15, Kind.HARD: 0.25}


@dataclass(frozen=True, slots=True)
class MapPhoto:
    """A simulated photo: ``rgb`` (H, W, 3) upright before compression, ``jpeg``, ``truth``."""

    rgb: NDArray[np.uint8]
    jpeg: bytes
    truth: dict[str, Any]
    camera: Camera
    bend: Bend

    def at(self, page_mm: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return the pixels (N, 2) of ``rgb`` that show the points (N, 2) of the page."""
        return self.camera.project(np.column_stack([page_mm, self.bend.height(page_mm)]))


def simulate_map(
    map_: TicketMap,
    picture: NDArray[np.uint8],
    kind: Kind,
    seed: tuple[int, ...],
    megapixels: float = 3.0,
    *,
    blank: bool = False,
) -> MapPhoto:
    """Return the photo that *seed* stands for.

    Parameters
    ----------
    picture : (H, W, 3) uint8
        The printed page of *map_*.
    megapixels : float
        Size of the photo, 4:3.
    blank : bool
        Nothing lies on the map or about it, as when an owner teaches it.
    """
    assert map_.page_mm
    page, stratum = map_.page_mm, ART_STRATA[kind]
    if not blank and np.random.default_rng((*seed, 9)).random() < _LAMPS[kind]:
        stratum = replace(stratum, lamps=(1, 2), lamp_strength=(0.8, 1.8), glare_limit=np.inf)
    parts = np.random.SeedSequence((*seed, list(Kind).index(kind))).spawn(len(_NAMES))
    rngs = {name: np.random.default_rng(p) for name, p in zip(_NAMES, parts, strict=True)}
    claims = Claims((), {}, {}) if blank else random_claims(map_, rngs["claims"])
    camera, tilt = _camera(page, stratum, megapixels, rngs["view"])
    scene = _scene(page, picture, stratum, camera, rngs)
    tones = shades(claims.colours, rngs["buses"])
    solids, clutter = _solids(map_, claims, tones, rngs["buses"], blank=blank)
    sun = _sun(scene.light, rngs["buses"])

    def lay(light: Floats) -> Floats:
        return lay_solids(light, camera, scene.bend, [*solids, *clutter], sun, rngs["buses"])

    rgb = expose(render(scene, camera, lay), stratum, rngs["phone"])
    orientation = 1 if rngs["phone"].random() >= stratum.exif_share else 6
    quality = int(rngs["phone"].integers(stratum.jpeg_quality[0], stratum.jpeg_quality[1] + 1))
    corners = np.array([[0, 0], [page[0], 0], [page[0], page[1]], [0, page[1]]])
    seen = camera.project(np.column_stack([corners, scene.bend.height(corners)]))
    truth = {
        "simulated": True,
        "map": map_.id,
        "stratum": kind.value,
        "players": [colour.value for colour in claims.colours],
        "links": {name: colour.value for name, colour in sorted(claims.owner.items())},
        "markers": {colour.value: space for colour, space in claims.markers.items()},
        "tones": {colour.value: [round(v, 4) for v in tone] for colour, tone in tones.items()},
        "hidden": _hidden(map_, scene, camera, clutter),
        "corners_xy": [[round(float(x), 1), round(float(y), 1)] for x, y in seen],
        "camera": {"size": list(camera.size), "tilt_deg": round(tilt, 1)},
        "seed": list(seed),
    }
    return MapPhoto(rgb, encode(rgb, quality, orientation), truth, camera, scene.bend)


def _camera(
    page: tuple[float, float], stratum: Stratum, megapixels: float, rng: np.random.Generator
) -> tuple[Camera, float]:
    long = 16 * round(np.sqrt(megapixels * 1e6 * 4 / 3) / 16)
    outline = np.array([[0, 0], [page[0], 0], [page[0], page[1]], [0, page[1]]], np.float64)
    return random_camera(outline, (long, 16 * round(0.75 * long / 16)), stratum, rng)


def _scene(
    page: tuple[float, float],
    picture: NDArray[np.uint8],
    stratum: Stratum,
    camera: Camera,
    rngs: dict[str, np.random.Generator],
) -> Scene:
    # A little finer than the photo shows it: coarser blurs, much finer shimmers.
    density = float(np.clip(1.2 * camera.px_per_mm, 4.0, 12.0))
    name, table = random_table(rngs["table"])
    box = (0.0, 0.0, *page)
    return Scene(
        page=on_card(linear(picture, page, density), rngs["print"]),
        page_mm=page,
        bend=random_bend(page, stratum.bend_mm, rngs["view"]),
        table=table,
        table_name=name,
        table_angle=float(rngs["table"].uniform(0, np.pi)),
        things=(),
        light=random_light(page, box, np.zeros((1, 2)), stratum, rngs["light"]),
    )


def _solids(
    map_: TicketMap,
    claims: Claims,
    tones: dict[BusColour, Colour],
    rng: np.random.Generator,
    *,
    blank: bool,
) -> tuple[list[Solid], list[Solid]]:
    if blank:
        return [], []
    assert map_.page_mm
    make = random_make(rng)
    buses = bus_solids(map_, claims, make, tones, rng)
    return buses, random_clutter(map_.page_mm, rng)


def _sun(light: Light, rng: np.random.Generator) -> Sun:
    return Sun(
        way=light.direction,
        steepness=float(rng.uniform(0.7, 2.5)),
        softness_mm=float(rng.uniform(0.4, 3.0)),
        depth=float(rng.uniform(0.25, 0.6)),
    )


def _hidden(
    map_: TicketMap, scene: Scene, camera: Camera, clutter: list[Solid]
) -> dict[str, list[int]]:
    """Return the spaces, by links, of which a hand, a card or glare hides half or more."""
    covered = np.zeros((camera.size[1], camera.size[0], 3), np.float32)
    dark = Sun((1.0, 0.0), 5.0, 0.1, 0.0)
    cover = lay_solids(covered, camera, scene.bend, clutter, dark, np.random.default_rng(0))
    found: dict[str, list[int]] = {}
    for link in map_.links:
        for number, space in enumerate(spaces_of(map_, link)):
            points = np.array(_spread(map_, space))
            if _lost(points, scene, camera, cover).mean() >= 0.5:
                found.setdefault(link.name, []).append(number)
    return found


def _spread(map_: TicketMap, space: tuple[float, float, float]) -> list[tuple[float, float]]:
    assert map_.space_mm
    x, y, angle = space
    way = np.array([np.cos(angle), np.sin(angle)]) * map_.space_mm[0]
    return [
        (float(x + share * way[0]), float(y + share * way[1]))
        for share in (-0.35, -0.15, 0.15, 0.35)
    ]


def _lost(
    points: NDArray[np.float64], scene: Scene, camera: Camera, cover: Floats
) -> NDArray[np.bool_]:
    """Return which of *points* (N, 2) on the page the photo does not show."""
    at = camera.project(np.column_stack([points, scene.bend.height(points)])).round().astype(int)
    high, wide = cover.shape
    inside = (at >= 0).all(axis=1) & (at[:, 0] < wide) & (at[:, 1] < high)
    x, y = np.clip(at[:, 0], 0, wide - 1), np.clip(at[:, 1], 0, high - 1)
    glare = scene.light.mirrored(points, scene.page_mm)
    return np.asarray(~inside | (cover[y, x] > 0.5) | (glare > _BLINDING))
