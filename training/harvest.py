"""Harvest examples for the networks from simulated photos of boards of random art.

    python -m training.harvest hand-drawn-shapes.npz -o examples --count 600 --seed 1
    python -m training.harvest hand-drawn-shapes.npz -o filled --count 400 --seed 2 --filled

With ``--filled`` nobody photographed the boards blank: each is learned from the photos of one
game, some from a single one.

Every photo goes the way that a reading takes it: rectified by its corners and refined, its ink
found, and cut into pictures by ``scorer.vision.evidence.networks.patches``. One file a photo.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from samples.simulator.art import Split, art_page
from samples.simulator.art.taught import learned_page
from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.people.outlines import load_outlines
from samples.simulator.people.realink import Drawer, load_writers
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import ART, DRY, THIN, Kind, Manner
from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.drawn.learn import learn_drawn
from scorer.vision.evidence.networks import patches
from scorer.vision.evidence.touristkinds import KINDS as LOOKED_AT
from scorer.vision.evidence.touristkinds import shape_patches
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink, find_ink
from scorer.vision.locate.locate import from_corners
from scorer.vision.locate.rectify import rectify
from scorer.vision.photo.gate import NotRead, open_photo
from training.kept import keep, left
from training.packing import packed

KINDS = (TouristKind.CIRCLE, TouristKind.SQUARE, TouristKind.TRIANGLE)
CAFES = (None, CafeMark.VISITED, CafeMark.USED)
# How often each stratum comes: most is to be learned from what is hard.
_SHARES = {Kind.EASY: 0.12, Kind.MEDIUM: 0.38, Kind.HARD: 0.5}
PENS = {"usual": ART, "thin": THIN, "dry": DRY}
_PHOTOS_PER_BOARD = 3
_LEARNED_SHARE = 0.5
_SEARCH_PX = 1600
# How many photos a board is learned from that was never blank, and how often.
_PLAYERS, _PLAYED = (1, 2, 3, 4), (0.25, 0.2, 0.15, 0.4)
# How far the shapes' middles are missed by, in mm, when they are found.
_MISSED_MM = 1.1
# How many photos are made grey: colour helps to tell ink from print, and may be missing.
GREY_SHARE = 0.2
# Lenses and bent cards leave some photos beside their print by about this much.
_MISFIT_SHARE, _MISFIT_MM = 0.4, 0.25


@dataclass(frozen=True)
class Source:
    """What is photographed: art of ``split``, drawn on by one of ``drawers`` with such pens."""

    city: City
    split: Split
    drawers: tuple[Drawer, ...]
    seed: int
    megapixels: float
    kind: Kind | None = None
    manner: Manner = ART


def photos(source: Source, first: int, count: int) -> Iterator[tuple[int, BoardPicture, Photo]]:
    """Yield numbered photos with the picture that their board is known by."""
    page: PrintedPage | None = None
    known: BoardPicture | None = None
    for index in range(first, first + count):
        rng = np.random.default_rng((source.seed, index, 9))
        if page is None or known is None or index % _PHOTOS_PER_BOARD == 0:
            page, known = _board(source, index // _PHOTOS_PER_BOARD)
        yield index, known, _photo(source, page, index, rng)


def filled_photos(
    source: Source, first: int, count: int
) -> Iterator[tuple[int, BoardPicture, Photo]]:
    """Yield numbered photos with what those of the same game tell of their board.

    Numbers are left out where fewer than four play.
    """
    most = max(_PLAYERS)
    for number in range(-(-first // most), (first + count) // most):
        rng = np.random.default_rng((source.seed, number, 8))
        page = art_page(source.city, source.split, (source.seed, number, 5), f"art-{number}")
        players = int(rng.choice(_PLAYERS, p=_PLAYED))
        taken = [_photo(source, page, number * most + own, rng) for own in range(players)]
        corners = np.array(taken[0].truth["corners_xy"])
        learned = learn_drawn([photo.jpeg for photo in taken], page.board, corners)
        if isinstance(learned, NotRead):
            continue
        for own, photo in enumerate(taken):
            yield number * most + own, learned.picture, photo


def _photo(source: Source, page: PrintedPage, index: int, rng: np.random.Generator) -> Photo:
    kind = source.kind or any_kind(_SHARES, rng)
    size = source.megapixels * float(rng.uniform(0.8, 1.4))
    seed = (source.seed, index, 3)
    drawer = one_of(source.drawers, rng)
    return simulate(page, source.city, kind, seed, size, drawer=drawer, manner=source.manner)


def one_of(drawers: tuple[Drawer, ...], rng: np.random.Generator) -> Drawer:
    """Return one of *drawers*, each as often as the others."""
    return drawers[int(rng.integers(len(drawers)))]


def any_kind(shares: dict[Kind, float], rng: np.random.Generator) -> Kind:
    """Return a kind of photo, each as often as *shares* say."""
    return list(shares)[int(rng.choice(len(shares), p=list(shares.values())))]


def _board(source: Source, number: int) -> tuple[PrintedPage, BoardPicture]:
    seed = (source.seed, number, 5)
    page = art_page(source.city, source.split, seed, f"art-{number}")
    return page, known_picture(page, source.city, seed, source.megapixels)


def known_picture(
    page: PrintedPage, city: City, seed: tuple[int, ...], megapixels: float
) -> BoardPicture:
    """Return what *page* is known by: its print, or for half of the pages a blank photo."""
    learned = np.random.default_rng(seed).random() < _LEARNED_SHARE
    known = learned_page(page, city, seed, megapixels) if learned else page
    return BoardPicture(page.board, known.rgb, known.px_per_mm)


def rectified_photo(
    photo: Photo, picture: BoardPicture, grey_share: float = GREY_SHARE
) -> Rectified | None:
    """Return the map in *photo*, its corners refined as a person's would be; None if lost.

    It is made grey with a chance of *grey_share*.
    """
    opened = open_photo(photo.jpeg)
    if isinstance(opened, NotRead):
        return None
    shrink = min(1.0, _SEARCH_PX / max(opened.rgb.shape[:2]))
    grey = cv2.cvtColor(opened.rgb, cv2.COLOR_RGB2GRAY)
    resized = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    small = np.asarray(resized, np.uint8)
    corners = np.array(photo.truth["corners_xy"])
    found = from_corners(small, picture, (corners + 0.5) * shrink / opened.scale - 0.5)
    if found is None or found.agreement < 0.2:
        return None
    mapping = found.mapping.scaled(1 / shrink)
    rgb = opened.rgb
    if np.random.default_rng((*photo.truth["seed"], 12)).random() < grey_share:
        rgb = np.repeat(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)
    return rectify(rgb, picture, mapping.bent_by(_misfit(photo)))


def _misfit(photo: Photo) -> np.ndarray:
    """Return a field (15, 2) in mm by which some photos lie beside their print, others not."""
    rng = np.random.default_rng((*photo.truth["seed"], 11))
    field = np.zeros((15, 2))
    if rng.random() < _MISFIT_SHARE:
        field[:6] = rng.normal(0, _MISFIT_MM, (6, 2)) / np.array([1, 2, 2, 3, 3, 3])[:, None]
    return field


def examples(
    photo: Photo, picture: BoardPicture, grey_share: float = GREY_SHARE
) -> dict[str, np.ndarray] | None:
    """Return the labelled pictures of one photo, or None where its map was not found."""
    rectified = rectified_photo(photo, picture, grey_share)
    if rectified is None:
        return None
    board = picture.board
    ink = find_ink(rectified)
    layers = patches.Layers.of(rectified, ink)
    marks = true_marks(photo, picture)
    rng = np.random.default_rng((*photo.truth["seed"], 13))
    crossroads = tuple(board.crossroads_xy)
    places = tuple(board.crossroads_xy[point] for point in crossroads)
    return {
        **road_examples(marks, layers, board),
        "points": packed(patches.point_patches(layers, board, places)),
        "ringed": np.array([point in marks.task for point in crossroads]),
        **cafe_examples(marks, layers, board),
        **location_examples(photo, layers, board),
        **shape_examples(photo, board, rectified, ink, rng),
        "kind": np.array(list(Kind).index(Kind(photo.truth["stratum"]))),
    }


def road_examples(marks: Marks, layers: patches.Layers, board: Board) -> dict[str, np.ndarray]:
    """Return the pictures of the roads, and whether their *marks* have a section there."""
    roads, pictures = patches.road_patches(layers, board)
    drawn = np.array([road in marks.sections for road in roads])
    return {"roads": packed(pictures), "drawn": drawn}


def cafe_examples(marks: Marks, layers: patches.Layers, board: Board) -> dict[str, np.ndarray]:
    """Return the pictures of the cafés, the numbers in ``CAFES`` of their *marks*, and rings."""
    symbols = tuple(cafe.xy for cafe in board.cafes)
    words = [CAFES.index(marks.cafes.get(cafe.crossroads)) for cafe in board.cafes]
    return {
        "cafes": packed(patches.point_patches(layers, board, symbols)),
        "cafe_marks": np.array(words),
        "cafe_ringed": np.array([cafe.crossroads in marks.task for cafe in board.cafes]),
    }


def location_examples(photo: Photo, layers: patches.Layers, board: Board) -> dict[str, np.ndarray]:
    """Return the pictures of the locations, and every tourist's cell, kind and middle."""
    return {
        "locations": packed(patches.location_patches(layers, board.cells)),
        "figures": _figures(photo, layers.rectified, board),
    }


def shape_examples(
    photo: Photo, board: Board, rectified: Rectified, ink: Ink, rng: np.random.Generator
) -> dict[str, np.ndarray]:
    """Return the pictures of the tourists, found nearly where they are, and their kinds."""
    figures = photo.drawing.figures
    off = rng.uniform(-_MISSED_MM, _MISSED_MM, (len(figures), 2))
    middles = [
        rectified.to_px((figure.middle[0] + x, figure.middle[1] + y))
        for figure, (x, y) in zip(figures, off.tolist(), strict=True)
    ]
    return {
        "shapes": packed(shape_patches(ink, rectified, middles, board)),
        "kinds": np.array([LOOKED_AT.index(figure.kind) for figure in figures]),
    }


def true_marks(photo: Photo, picture: BoardPicture) -> Marks:
    """Return what is drawn on the board in *photo*."""
    return from_data(photo.truth["marks"], Marks).checked_on(picture.board)


def _figures(photo: Photo, rectified: Rectified, board: Board) -> np.ndarray:
    """Return every tourist as cell, kind and middle (x, y) in its location's picture."""
    cells = board.cells
    number = {cell.location: index for index, cell in enumerate(cells)}
    rows = []
    for figure in photo.drawing.figures:
        index = number[figure.location]
        frame = patches.frame(cells[index], rectified)
        x, y = (np.array(rectified.to_px(figure.middle)) - frame[:, 2]) / frame[0, 0]
        rows.append((index, KINDS.index(figure.kind), float(x), float(y)))
    return np.array(rows, np.float32).reshape(-1, 4)


def add_hands(parser: argparse.ArgumentParser) -> None:
    """Let the command line say who draws, and with what pens."""
    parser.add_argument("--pens", choices=PENS, default="usual", help="of what width and ink")
    parser.add_argument("--real-ink", type=Path, metavar="NPZ", help="ink of real hands instead")


def drawers_of(options: argparse.Namespace, held_out: bool) -> tuple[Drawer, ...]:
    """Return those of whom one draws each board, as the command line said."""
    if options.real_ink is not None:
        return load_writers(options.real_ink, held_out)
    return (load_outlines(options.drawn, held_out),)


def main() -> None:
    """Harvest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drawn", type=Path, help="npz of hand-drawn shapes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--split", choices=[split.value for split in Split], default="train")
    parser.add_argument("--kind", choices=[kind.value for kind in Kind], help="only this kind")
    parser.add_argument("--megapixels", type=float, default=2.0)
    parser.add_argument("--grey", type=float, default=GREY_SHARE, help="share of grey photos")
    parser.add_argument("--filled", action="store_true", help="boards that were never blank")
    add_hands(parser)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    split = Split(args.split)
    source = Source(
        load_city("first-city"),
        split,
        drawers_of(args, held_out=split is Split.TEST),
        args.seed,
        args.megapixels,
        Kind(args.kind) if args.kind else None,
        PENS[args.pens],
    )
    started, stem = time.time(), f"{args.split}-{args.seed}"
    wanted = left(args.output, stem, args.first, args.count)
    for index, picture, photo in (filled_photos if args.filled else photos)(source, *wanted):
        found = examples(photo, picture, args.grey)
        if found is None:
            print(f"{index}: not found", flush=True)
            continue
        keep(args.output, stem, index, found)
        if index % 20 == 0:
            print(f"{index}: {time.time() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
