"""A short film of a filled board: the camera moves over it, and reflections move with it."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.people.games import random_game
from samples.simulator.people.realink import Drawer
from samples.simulator.photo import corners_of, fill, outline_of, scene_of, streams, truth_of
from samples.simulator.scene.camera import Camera, expose, random_camera, reframed
from samples.simulator.scene.light import Lamp
from samples.simulator.scene.scene import render
from samples.simulator.strata import PRACTICE, Kind, Manner
from scorer.rules.city.city import City
from scorer.rules.values import replace

# Pictures a second: fewer than phones take, of which a reader looks at no more anyway.
RATE = 8.0
# As phones film.
SIZE = (1920, 1080)
# The camera swings by so much to either side.
_SWING_DEG = 14.0
# A mirrored lamp moves by this share of the camera's way: lamps hang higher than phones are held.
_FOLLOWS = 0.7
_MARGIN = 0.05


def simulate_film(
    page: PrintedPage,
    city: City,
    kind: Kind,
    seed: tuple[int, ...],
    seconds: float,
    drawer: Drawer | None = None,
    manner: Manner = PRACTICE,
) -> tuple[bytes, dict[str, Any]]:
    """Return an MP4 of *seconds* of the board that *seed* stands for, and its truth.

    The truth's corners are those in the first picture.
    """
    stratum, number = manner.strata[kind], list(Kind).index(kind)
    rngs = streams((*seed, number))
    game = random_game(page.board, city, rngs["game"], stratum.odd_task_share)
    filled = fill(page, city, game, stratum, rngs["hand"], drawer, manner.contrast)
    outline = outline_of(page, stratum, rngs["view"])
    first, _ = random_camera(outline, SIZE, stratum, rngs["view"])
    scene = scene_of(page, filled, stratum, first.px_per_mm, rngs)
    way = float(rngs["view"].uniform(0, 2 * np.pi))
    cameras = _moving(first, outline, way, max(2, round(seconds * RATE)))
    pictures = []
    for camera in cameras:
        moved = _FOLLOWS * (_eye(camera) - _eye(cameras[0]))
        lamps = tuple(_moved(lamp, moved) for lamp in scene.light.lamps)
        light = replace(scene.light, lamps=lamps)
        pictures.append(expose(render(replace(scene, light=light), camera), stratum, rngs["phone"]))
    truth = truth_of(page, filled, kind, seed, corners_of(page, scene, cameras[0]))
    return mp4_of(pictures), truth


def _moving(camera: Camera, outline: NDArray[np.float64], way: float, count: int) -> list[Camera]:
    """Return *count* cameras that swing over the page in direction *way*, *outline* in view."""
    found = []
    for share in np.linspace(-1, 1, count):
        swing = np.deg2rad(_SWING_DEG * share) * np.array([np.cos(way), np.sin(way), 0.0])
        turned = replace(camera, turn=camera.turn @ cv2.Rodrigues(swing)[0])
        for _ in range(6):
            turned = reframed(turned, outline, _MARGIN)
        found.append(turned)
    return found


def _eye(camera: Camera) -> NDArray[np.float64]:
    """Return over which point (2,) of the page *camera* stands, in mm."""
    return np.asarray(np.array(camera.target) - camera.distance_mm * camera.turn[2][:2])


def _moved(lamp: Lamp, by: NDArray[np.float64]) -> Lamp:
    return replace(lamp, centre=(lamp.centre[0] + float(by[0]), lamp.centre[1] + float(by[1])))


def mp4_of(pictures: Sequence[NDArray[np.uint8]]) -> bytes:
    """Return *pictures* (H, W, 3), ``RATE`` of them a second, as an MP4."""
    height, width = pictures[0].shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.mp4"
        code = cv2.VideoWriter.fourcc(*"mp4v")
        writer = cv2.VideoWriter(str(path), code, RATE, (width, height))
        for rgb in pictures:
            writer.write(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))
        writer.release()
        return path.read_bytes()
