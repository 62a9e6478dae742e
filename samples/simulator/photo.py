"""One simulated photo: the JPEG and the truth about it."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from samples.simulator.board.ink import lay_ink
from samples.simulator.board.legible import all_seen
from samples.simulator.board.printedpage import (
    PrintedPage,
    draw_ghosts,
    draw_scores,
    draw_smudges,
    map_corners,
    print_light,
)
from samples.simulator.people.games import Game, random_game
from samples.simulator.people.hand import Hand, Outlines, resampled
from samples.simulator.people.offmap import draw_beside, used_corners
from samples.simulator.people.pens import PenSet, random_pens
from samples.simulator.people.realink import Drawer, Writer
from samples.simulator.people.strokes import Drawing, Stroke, draw_marks, pieces_of
from samples.simulator.scene.camera import Bend, Camera, expose, random_bend, random_camera
from samples.simulator.scene.light import Light, random_light
from samples.simulator.scene.scene import Scene, random_things, render
from samples.simulator.scene.tables import random_table
from samples.simulator.strata import PRACTICE, Kind, Manner, Stratum
from scorer.rules.city.city import City
from scorer.rules.innsmouth.filled import InnsmouthMarks
from scorer.rules.jsonfile import to_data
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace

DESCRIPTION = "Simulated photo: drawn and rendered by samples.simulator, not taken by a camera"
_ORIENTATION, _DESCRIPTION, _MAKE, _SOFTWARE = 0x0112, 0x010E, 0x010F, 0x0131
# How the upright picture is turned before it is stored, by EXIF orientation.
_STORED = {
    1: None,
    3: Image.Transpose.ROTATE_180,
    6: Image.Transpose.ROTATE_90,
    8: Image.Transpose.ROTATE_270,
}
# Glare of this linear light, on top of the board's own, leaves nothing to see.
_BLINDING = 0.85
_HIDDEN_SHARE = 0.5
# A player who sees none of this many sets of pens on a board takes the last.
PENS_TRIED = 40


@dataclass(frozen=True, slots=True)
class Photo:
    """A simulated photo: ``rgb`` (H, W, 3) upright before compression, ``jpeg``, ``truth``.

    ``camera`` and ``bend`` tell where every point of the page shows in it, ``drawing`` what
    was drawn where.
    """

    rgb: NDArray[np.uint8]
    jpeg: bytes
    truth: dict[str, Any]
    camera: Camera
    bend: Bend
    drawing: Drawing

    def at(self, page_mm: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return the pixels (N, 2) of ``rgb`` that show the points (N, 2) of the page."""
        return self.camera.project(np.column_stack([page_mm, self.bend.height(page_mm)]))


@dataclass(frozen=True, slots=True)
class Filled:
    """A drawn-on page: what was drawn, and with what; ``strokes`` are those of the marks."""

    marks: Marks | InnsmouthMarks
    drawing: Drawing
    pens: PenSet
    ghosts: list[str]
    strokes: tuple[Stroke, ...]


def simulate(
    page: PrintedPage,
    city: City,
    kind: Kind,
    seed: tuple[int, ...],
    megapixels: float = 3.05,
    marks: Marks | None = None,
    most_bytes: int | None = None,
    drawer: Drawer | None = None,
    manner: Manner = PRACTICE,
) -> Photo:
    """Return the photo that *seed* stands for.

    Parameters
    ----------
    page : PrintedPage
        The blank board.
    kind : Kind
        How hard the photo is.
    seed : tuple of int
        The same seed gives the same photo.
    megapixels : float
        Size of the photo, 4:3; rounded to sides that are multiples of 16.
    marks : Marks, optional
        What is drawn; made up where None.
    most_bytes : int, optional
        Compress the JPEG more than is usual for *kind* until it is no larger.
    drawer : Outlines or Writer, optional
        Tourists that people drew, of which a part is drawn like these; or all ink is a writer's.
    manner : Manner
        The conditions of each kind, and how pens are chosen.
    """
    stratum = manner.strata[kind]
    rngs = streams((*seed, list(Kind).index(kind)))
    game = _game(page, city, stratum, marks, rngs["game"])
    filled = fill(page, city, game, stratum, rngs["hand"], drawer, manner.contrast)
    return photographed(page, filled, kind, stratum, seed, megapixels, most_bytes, rngs)


def simulate_views(
    page: PrintedPage,
    city: City,
    kind: Kind,
    seed: tuple[int, ...],
    views: int,
    megapixels: float = 3.05,
    drawer: Drawer | None = None,
    manner: Manner = PRACTICE,
) -> tuple[Photo, ...]:
    """Return *views* photos of one drawn-on card, the first the one that ``simulate`` gives.

    The others are taken from other sides in other light: only the card itself, as it is bent,
    and what lies about are the same.
    """
    stratum, number = manner.strata[kind], list(Kind).index(kind)
    rngs = streams((*seed, number))
    game = _game(page, city, stratum, None, rngs["game"])
    filled = fill(page, city, game, stratum, rngs["hand"], drawer, manner.contrast)
    photos = [photographed(page, filled, kind, stratum, seed, megapixels, None, rngs)]
    for view in range(1, views):
        elsewhere = streams((*seed, number, view))
        moved = {name: elsewhere[name] for name in ("view", "light", "phone")}
        rngs = {**streams((*seed, number)), **moved}
        bend = photos[0].bend
        photos.append(photographed(page, filled, kind, stratum, seed, megapixels, None, rngs, bend))
    return tuple(photos)


def blank_photo(
    page: PrintedPage,
    city: City,
    kind: Kind,
    seed: tuple[int, ...],
    megapixels: float = 3.05,
    manner: Manner = PRACTICE,
) -> Photo:
    """Return a photo of the page with nothing drawn on it, as a board is learned from.

    Whoever takes it looks that no lamp is mirrored in it.
    """
    rngs = streams((*seed, len(Kind) + list(Kind).index(kind)))
    stratum = replace(manner.strata[kind], lamps=(0, 0))
    pens = random_pens(rngs["hand"], city.tourists, stratum.pen_width_mm, stratum.pressure)
    nothing = Marks(page.board.city, page.board.id)
    filled = Filled(nothing, Drawing(), pens, [], ())
    return photographed(page, filled, kind, stratum, seed, megapixels, None, rngs)


def photographed(
    page: PrintedPage,
    filled: Filled,
    kind: Kind,
    stratum: Stratum,
    seed: tuple[int, ...],
    megapixels: float,
    most_bytes: int | None,
    rngs: dict[str, np.random.Generator],
    bend: Bend | None = None,
) -> Photo:
    """Return the photo of a page as it was filled in, taken under the conditions of *stratum*.

    The card is bent as it was before where its *bend* is given.
    """
    outline = outline_of(page, stratum, rngs["view"])
    camera, tilt = random_camera(outline, _size(megapixels), stratum, rngs["view"])
    scene = scene_of(page, filled, stratum, camera.px_per_mm, rngs, bend)
    phone = rngs["phone"]
    rgb = expose(render(scene, camera), stratum, phone)
    orientation = int(phone.choice([3, 6, 8])) if phone.random() < stratum.exif_share else 1
    quality = int(phone.integers(stratum.jpeg_quality[0], stratum.jpeg_quality[1] + 1))
    jpeg = encode(rgb, quality, orientation)
    while most_bytes is not None and len(jpeg) > most_bytes and quality > 30:
        quality -= 3
        jpeg = encode(rgb, quality, orientation)
    truth = truth_of(page, filled, kind, seed, corners_of(page, scene, camera))
    truth["hidden"] = hidden(filled.drawing, scene.light, page.board.page_mm)
    truth["camera"] = _camera_truth(camera, tilt, scene, orientation, quality)
    return Photo(rgb, jpeg, truth, camera, scene.bend, filled.drawing)


def fill(
    page: PrintedPage,
    city: City,
    game: Game,
    stratum: Stratum,
    rng: np.random.Generator,
    drawer: Drawer | None = None,
    contrast: float = 0,
) -> Filled:
    """Return *game* as somebody draws it on *page*, with traces of what was wiped off.

    Where marks must stand out by some *contrast*, other pens are tried until all do (``legible``).
    """
    looks = contrast > 0
    filled = _drawn(page, city, game, stratum, rng, drawer, looks)
    for _ in range(PENS_TRIED if looks else 0):
        if all_seen(filled.strokes, page, contrast):
            break
        filled = _drawn(page, city, game, stratum, rng, drawer, looks)
    return filled


def _drawn(
    page: PrintedPage,
    city: City,
    game: Game,
    stratum: Stratum,
    rng: np.random.Generator,
    drawer: Drawer | None,
    shuffled: bool,
) -> Filled:
    pens = random_pens(rng, city.tourists, stratum.pen_width_mm, stratum.pressure, shuffled)
    writer = drawer if isinstance(drawer, Writer) else None
    outlines = drawer if isinstance(drawer, Outlines) else None
    hand = Hand(rng, float(rng.uniform(*stratum.unsteadiness)), outlines)
    under = Drawing()
    ghosts = draw_ghosts(under, page, game.marks, pens, stratum, hand)
    drawing = draw_marks(
        page.board, game.marks, game.pieces, pens, hand, stratum.crowding, game.places
    )
    if writer is not None:
        drawing.strokes[:] = writer.drawn(drawing.strokes, rng)
    strokes = tuple(drawing.strokes)
    draw_beside(drawing, page.board, game.marks, pens.rings, hand)
    drawing.strokes[:0] = under.strokes
    draw_smudges(drawing, page, pens, stratum, hand)
    if rng.random() < 0.6:
        draw_scores(drawing, page, pens, hand)
    return Filled(game.marks, drawing, pens, ghosts, strokes)


def hidden(drawing: Drawing, light: Light, page_mm: tuple[float, float]) -> list[dict[str, str]]:
    """Return the marks of which glare hides more than half of a stroke, as kind and place."""
    found = []
    for subject, paths in drawing.subjects.items():
        for path in paths:
            lost = light.mirrored(resampled(path, 0.5), page_mm) > _BLINDING
            if lost.mean() > _HIDDEN_SHARE:
                found.append({"kind": subject.kind, "where": subject.where})
                break
    return sorted(found, key=lambda mark: (mark["kind"], mark["where"]))


def encode(rgb: NDArray[np.uint8], quality: int, orientation: int) -> bytes:
    """Return *rgb* (H, W, 3), upright, as a JPEG stored as EXIF *orientation* says."""
    image = Image.fromarray(rgb)
    turned = _STORED[orientation]
    if turned is not None:
        image = image.transpose(turned)
    exif = Image.Exif()
    exif[_DESCRIPTION] = DESCRIPTION
    exif[_MAKE] = "Simulated"
    exif[_SOFTWARE] = "samples.simulator"
    exif[_ORIENTATION] = orientation
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=quality, exif=exif)
    return buffer.getvalue()


def streams(seed: tuple[int, ...]) -> dict[str, np.random.Generator]:
    """Return a generator for each part, so that a change to one leaves the others as they were."""
    names = ("game", "hand", "ink", "view", "table", "light", "phone")
    parts = np.random.SeedSequence(seed).spawn(len(names))
    return {name: np.random.default_rng(part) for name, part in zip(names, parts, strict=True)}


def scene_of(
    page: PrintedPage,
    filled: Filled,
    stratum: Stratum,
    px_per_mm: float,
    rngs: dict[str, np.random.Generator],
    bend: Bend | None = None,
) -> Scene:
    """Return what stands before the camera; the card bent as *bend*, if given."""
    page_mm, used = page.board.page_mm, used_corners(page.board)
    box = (*used[0].tolist(), *used[2].tolist())
    # A little finer than the photo shows it: coarser blurs, much finer shimmers.
    density = float(np.clip(1.2 * px_per_mm, 4.0, 12.0))
    inked = print_light(page, density, rngs["ink"])
    lay_ink(inked, density, filled.drawing.strokes, rngs["ink"])
    drawn = [path for paths in filled.drawing.subjects.values() for path in paths]
    points = np.vstack([resampled(path, 2.0) for path in drawn] or [np.zeros((1, 2))])
    table_name, table = random_table(rngs["table"])
    number = int(rngs["table"].integers(stratum.objects[0], stratum.objects[1] + 1))
    return Scene(
        page=inked,
        page_mm=page_mm,
        bend=bend or random_bend(page_mm, stratum.bend_mm, rngs["view"]),
        table=table,
        table_name=table_name,
        table_angle=float(rngs["table"].uniform(0, np.pi)),
        things=random_things(page_mm, box, number, rngs["table"]),
        light=random_light(page_mm, box, points, stratum, rngs["light"]),
    )


def _game(
    page: PrintedPage, city: City, stratum: Stratum, marks: Marks | None, rng: np.random.Generator
) -> Game:
    if marks is None:
        return random_game(page.board, city, rng, stratum.odd_task_share)
    return Game(marks, pieces_of(marks.sections, rng))


def _size(megapixels: float) -> tuple[int, int]:
    long = 16 * round(np.sqrt(megapixels * 1e6 * 4 / 3) / 16)
    return long, 16 * round(0.75 * long / 16)


def outline_of(
    page: PrintedPage, stratum: Stratum, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return what the photo shows whole: the page, or only what is drawn on and a bit around."""
    if rng.random() >= stratum.close_share:
        wide, high = page.board.page_mm
        return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    around = float(rng.uniform(13, 22))
    return used_corners(page.board) + around * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def corners_of(page: PrintedPage, scene: Scene, camera: Camera) -> list[list[float]]:
    """Return where the map's corners show in the photo, in pixels."""
    corners = map_corners(page.board)
    seen = camera.project(np.column_stack([corners, scene.bend.height(corners)]))
    return [[round(float(x), 1), round(float(y), 1)] for x, y in seen]


def truth_of(
    page: PrintedPage, filled: Filled, kind: Kind, seed: tuple[int, ...], corners: list[list[float]]
) -> dict[str, Any]:
    """Return what the truth of a photo says of the board and its ink."""
    return {
        "simulated": True,
        "board": page.board.id,
        "stratum": kind.value,
        "marks": to_data(filled.marks),
        "corners_xy": corners,
        "ink": {
            "pens": filled.pens.names(),
            "width_mm": round(filled.pens.route.width_mm, 2),
            "ghosts": filled.ghosts,
        },
        "seed": list(seed),
    }


def _camera_truth(
    camera: Camera, tilt: float, scene: Scene, orientation: int, quality: int
) -> dict[str, Any]:
    return {
        "size": list(camera.size),
        "tilt_deg": round(tilt, 1),
        "distance_mm": round(camera.distance_mm),
        "distortion": round(camera.distortion, 4),
        "bend_mm": round(scene.bend.bow_mm, 2),
        "table": scene.table_name,
        "lamps": len(scene.light.lamps),
        "exif_orientation": orientation,
        "jpeg_quality": quality,
    }
