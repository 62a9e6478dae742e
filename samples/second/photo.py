"""One photo of the second family: the board printed, drawn on, lit and photographed."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.second.hand import INK_PX_PER_MM, Habits, Person, Random, Sheet
from samples.second.ink import lay, paper, random_pens, stand_out
from samples.second.phone import Card, View, developed, random_card, random_view
from samples.second.press import TABLE_MM, TABLE_PX_PER_MM
from samples.second.room import Room, light_over, random_room
from samples.simulator.board.printedpage import PrintedPage, map_corners, to_linear
from samples.simulator.chance import Floats, between
from samples.simulator.people.games import random_game
from samples.simulator.photo import PENS_TRIED, encode
from samples.simulator.strata import ART_STRATA, CONTRAST, Kind
from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.rules.position.marks import Marks

ROOMS_TRIED = 40
_MARGIN_MM = 350.0
_BLINDING = 0.85


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo: ``rgb`` (H, W, 3) upright, ``jpeg``, ``truth``, and what it was taken with."""

    rgb: NDArray[np.uint8]
    jpeg: bytes
    truth: dict[str, Any]
    view: View
    card: Card
    page_mm: tuple[float, float]

    def at(self, page: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return the pixels (N, 2) that show points (N, 2) of the page, in mm."""
        centred = np.asarray(page) - np.array(self.page_mm) / 2
        return self.view.pixels(np.column_stack([centred, self.card.height(centred)]))


@dataclass(frozen=True, slots=True)
class Filled:
    """A page with what was drawn on it: its light (H, W, 3), the marks, and what was laid."""

    page: PrintedPage
    light: Floats
    marks: Marks
    sheet: Sheet
    truth: dict[str, Any]


def blank(page: PrintedPage) -> Filled:
    """Return *page* as it comes from the box."""
    light = paper(page.rgb, page.board.page_mm, INK_PX_PER_MM)
    marks = Marks(page.board.city, page.board.id)
    return Filled(page, light, marks, Sheet(), {"pens": {}, "ghosts": []})


def filled(page: PrintedPage, city: City, person: Person, kind: Kind, rng: Random) -> Filled:
    """Return *page* as *person* fills it in, with pens that stand out from it."""
    board, stratum = page.board, ART_STRATA[kind]
    game = random_game(board, city, rng)
    habits = Habits(person, between(rng, stratum.unsteadiness), stratum.crowding, rng)
    sheet = habits.drawn(board, game.marks, game.pieces)
    coarse = paper(page.rgb, board.page_mm, 1.0)
    pens = random_pens(stratum, rng)
    for _ in range(PENS_TRIED):
        if stand_out(coarse, sheet, pens, CONTRAST):
            break
        pens = random_pens(stratum, rng)
    ghosts = []
    free = [road for road in board.roads if road.id not in game.marks.sections]
    for index in rng.permutation(len(free))[: int(rng.integers(0, stratum.ghosts[1] + 1))]:
        habits.ghost(sheet, np.array(free[int(index)].path, np.float64))
        ghosts.append(str(free[int(index)].id))
    light = paper(page.rgb, board.page_mm, INK_PX_PER_MM)
    lay(light, sheet, pens, rng)
    told: dict[str, Any] = {
        "pens": {use: pen.name for use, pen in pens.items()},
        "ghosts": sorted(ghosts),
    }
    told["width_mm"] = round(pens["route"].nib_mm, 2)
    return Filled(page, light, game.marks, sheet, told)


@dataclass(frozen=True, slots=True)
class _Scene:
    """A card in a room before a phone; ``scale`` makes white paper as bright as it shall be."""

    view: View
    card: Card
    room: Room
    scale: float

    def glare(self, xy: NDArray[np.floating]) -> Floats:
        """Return the light (..., 3) mirrored at points (..., 2), mm from the page's middle."""
        flat = np.asarray(xy, np.float32)
        points = np.concatenate([flat, self.card.height(flat)[..., None]], axis=-1).astype(
            np.float32
        )
        ways = points - self.view.eye.astype(np.float32)
        ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
        lean = self.card.slope(flat).astype(np.float32)
        normal = np.concatenate([-lean, np.ones((*lean.shape[:-1], 1), np.float32)], axis=-1)
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
        cosine = -(ways * normal).sum(axis=-1)
        back = ways + 2 * cosine[..., None] * normal
        return np.asarray(self.room.mirrored(points, back, cosine) * np.float32(self.scale))


def photographed(
    board: Filled,
    table: NDArray[np.uint8],
    kind: Kind,
    rng: Random,
    megapixels: float,
    *,
    clear: bool = False,
    card: Card | None = None,
) -> Shot:
    """Return a photo of *board* on *table* as *kind* allows; *clear*: no lamp is mirrored in it.

    The board lies as *card* does, where given.
    """
    stratum, page_mm = ART_STRATA[kind], board.page.board.page_mm
    half = np.array(page_mm) / 2
    corners = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    map_mm = map_corners(board.page.board) - half
    shown = map_mm + 16 * np.sign(map_mm - map_mm.mean(axis=0))
    close = rng.random() < stratum.close_share
    view, tilt = random_view(shown if close else corners, megapixels, stratum, rng)
    card = card or random_card(page_mm, stratum, rng)
    bright = between(rng, stratum.brightness)
    scene = _in_a_room(
        view, card, map_mm, kind, bright, rng, mirrored=stratum.lamps_on_marks and not clear
    )
    rgb = developed(_light(scene, board, table, between(rng, stratum.veil)), stratum, rng)
    orientation = int(rng.choice([3, 6, 8])) if rng.random() < stratum.exif_share else 1
    quality = int(rng.integers(stratum.jpeg_quality[0], stratum.jpeg_quality[1] + 1))
    shot = Shot(rgb, encode(rgb, quality, orientation), {}, view, card, page_mm)
    seen = shot.at(map_corners(board.page.board))
    truth = {
        "simulated": True,
        "board": board.page.board.id,
        "stratum": kind.value,
        "marks": to_data(board.marks),
        "corners_xy": [[round(float(x), 1), round(float(y), 1)] for x, y in seen],
        "ink": board.truth,
        "hidden": _hidden(scene, board, half),
        "camera": {"size": list(view.size), "tilt_deg": round(tilt, 1), "jpeg_quality": quality},
    }
    return replace(shot, truth=truth)


def _in_a_room(
    view: View,
    card: Card,
    map_mm: NDArray[np.float64],
    kind: Kind,
    bright: float,
    rng: Random,
    *,
    mirrored: bool,
) -> _Scene:
    """Return the scene in a room whose lamps are mirrored on the map only where *mirrored*."""
    stratum = ART_STRATA[kind]
    (left, top), (right, bottom) = map_mm[0].tolist(), map_mm[2].tolist()
    sides = np.linspace(left, right, 25), np.linspace(top, bottom, 25)
    grid = np.stack(np.meshgrid(*sides), axis=-1)
    flat = np.column_stack([grid.reshape(-1, 2), np.zeros(grid[..., 0].size)])
    soft = kind is Kind.EASY
    for attempt in range(ROOMS_TRIED + 1):
        room = random_room(
            rng, soft=soft, shades=(0, 1, 3)[list(Kind).index(kind)], blur=(0.004, 0.05)
        )
        if attempt == ROOMS_TRIED and not mirrored:
            room = replace(room, panels=tuple(replace(one, mirrored=0.0) for one in room.panels))
        scene = _Scene(view, card, room, bright / float(room.falling(flat).mean()))
        dark = replace(scene, room=replace(room, panels=()))
        lamps = float((scene.glare(grid) - dark.glare(grid)).mean(axis=-1).max())
        if not mirrored and lamps < 0.04 * bright:
            break
        if mirrored and lamps > 0.08 * bright:
            # So much pales marks, and does not wipe them out.
            most = max(stratum.glare_limit - bright, 0.1) * float(rng.uniform(0.5, 1))
            dim = min(1.0, most / lamps)
            room = replace(room, panels=tuple(replace(one, mirrored=dim) for one in room.panels))
            scene = replace(scene, room=room)
            break
    return scene


def _light(scene: _Scene, board: Filled, table: NDArray[np.uint8], veil: float) -> Floats:
    """Return the light (H, W, 3) that reaches the lens from every place of the photo."""
    page_mm = board.page.board.page_mm
    half = np.array(page_mm, np.float32) / 2
    rays, eye = scene.view.rays(), scene.view.eye.astype(np.float32)
    seen = eye[:2] - rays[..., :2] * (eye[2] / rays[..., 2])[..., None]
    for _ in range(3):
        reach = (scene.card.height(seen).astype(np.float32) - eye[2]) / rays[..., 2]
        seen = eye[:2] + rays[..., :2] * reach[..., None]
    xy = scene.view.spread(seen)
    on = np.asarray((np.abs(xy) <= half).all(axis=-1))
    fine = np.asarray(cv2.GaussianBlur(board.light, (0, 0), 0.55), np.float32)
    inked = _at(fine, (xy + half) * np.float32(INK_PX_PER_MM))
    about = _at(
        to_linear(table), (xy + np.array(TABLE_MM, np.float32) / 2) * np.float32(TABLE_PX_PER_MM)
    )
    beside = np.hypot(*np.moveaxis(np.maximum(np.abs(xy) - half, 0), -1, 0))
    about *= (1 - np.float32(0.45) * np.exp(-beside / np.float32(3)))[..., None]
    falling, step = light_over(scene.room, page_mm, _MARGIN_MM)
    lit = _at(falling, (xy + half + np.float32(_MARGIN_MM)) / np.float32(step) + 0.5)
    light = np.where(on[..., None], inked, np.float32(0.85) * about)
    light *= lit * np.float32(scene.scale)
    light += scene.view.spread(scene.glare(seen)) * on[..., None]
    light *= np.float32(1 - veil)
    light += np.float32(veil * light.mean())
    return np.asarray(light, np.float32)


def _at(picture: NDArray[np.floating], places: NDArray[np.floating]) -> Floats:
    """Return *picture* at *places* (H, W, 2), pixels whose first covers 0 to 1."""
    x, y = (np.ascontiguousarray(places[..., axis] - 0.5, np.float32) for axis in (0, 1))
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


def _hidden(scene: _Scene, board: Filled, half: NDArray[np.float64]) -> list[dict[str, str]]:
    """Return the marks of which a mirrored lamp blinds more than half, as kind and place."""
    found = []
    for (kind, where), drawn in board.sheet.marks.items():
        shares = [
            (scene.glare(points - half).mean(axis=-1) > _BLINDING).mean() for _, points in drawn
        ]
        if max(shares) > 0.5:
            found.append({"kind": kind, "where": where})
    return sorted(found, key=lambda mark: (mark["kind"], mark["where"]))
