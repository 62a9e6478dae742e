"""Train the network that tells cafés and visit-them-all points, and write it as ONNX.

    python -m training.crossroads harvest -o crossroads --count 2000 --seed 84
    python -m training.crossroads train crossroads -o scorer/vision/evidence/networks/symbols.onnx

Harvesting needs the project, training also torch, onnx and onnxscript. Boards are blank pages of
random art, with random numbers of cafés and points, and the practice boards. Most symbols are made
up here of the simulator's figures, and lie alike at all cafés, or points, of a board; single ones
that mean nothing lie at other crossroads. Light, noise, blur and ink are put on while the network
learns.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.artpage import art_page
from samples.simulator.art.canvas import Canvas, Tones, box, random_tones, ring
from samples.simulator.art.families import FAMILIES, Split
from samples.simulator.art.figures import Figure
from samples.simulator.board.printedpage import PrintedPage, printed
from scorer.rules.board.board import Cafe, CafeBonus
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.teach.looks import cut
from scorer.vision.teach.symbols import (
    CAFE,
    POINT,
    SYMBOL_MM,
    SYMBOL_SIDE,
    crossroads_box,
    outward,
)
from training.course import add_steps
from training.crossings import SIDE, Crossings

_PX_PER_MM = 4.0
_PER_FILE = 100
_CAFES, _POINTS = (3, 11), (0, 7)
# How dark a symbol's ground is; the page is lightened afterwards, but not what means nothing on it.
_DARKEST, _DARKEST_OTHER = 0.35, 0.48
_MADE_UP_SHARE, _ALIKE_SHARE, _OTHER_SHARE = 0.7, 0.85, 0.3
_USUAL = FAMILIES[Split.TRAIN]
_FIGURES = (*_USUAL.cafes, *_USUAL.spots, *_USUAL.icons)


def _city(rng: np.random.Generator) -> City:
    """Return the First City with random numbers of cafés and points on its board."""
    city = load_city("first-city")
    usual = city.practice_board
    # The page puts them elsewhere: only how many there are counts.
    places = sorted(usual.crossroads_xy)
    cafes = 7 if rng.random() < 0.4 else int(rng.integers(*_CAFES))
    points = int(rng.integers(*_POINTS))
    board = replace(
        usual,
        cafes=tuple(
            Cafe(place, usual.crossroads_xy[place], CafeBonus.SECTION) for place in places[:cafes]
        ),
        visit_all=tuple(places[cafes : cafes + points]),
    )
    return replace(city, practice_board=board)


def made_up(rng: np.random.Generator) -> Figure:
    """Return a symbol put together from figures, with a ground or without one."""
    shape, corners = int(rng.integers(4)), int(rng.integers(3, 9))
    rim = float(rng.uniform(0.2, 0.8)) if rng.random() < 0.6 else 0.0
    count = int(rng.choice([1, 1, 2]))
    chosen = [_FIGURES[int(i)] for i in rng.integers(len(_FIGURES), size=count)]
    sizes = rng.uniform(0.45, 0.95, count)

    def figure(
        at: Canvas,
        middle: NDArray[np.float64],
        half: float,
        tones: Tones,
        hand: np.random.Generator,
    ) -> None:
        ground = {
            1: ring(middle, half),
            2: ring(middle, half, corners),
            3: box(middle, (0.85 * half, 0.85 * half)),
        }.get(shape)
        if ground is not None:
            at.fill(ground, tones.base)
            if rim:
                at.line(ground, tones.line, rim, True)
        for one, size in zip(chosen, sizes, strict=True):
            one(at, middle, half * float(size), tones, hand)

    return figure


def _alike(figure: Figure, tones: Tones | None, seed: int) -> Figure:
    """Return *figure* drawn alike wherever it is, in *tones* of its own if given."""

    def same(
        at: Canvas,
        middle: NDArray[np.float64],
        half: float,
        usual: Tones,
        _hand: np.random.Generator,
    ) -> None:
        figure(at, middle, half, tones or usual, np.random.default_rng(seed))

    return same


def _symbol(known: tuple[Figure, ...], rng: np.random.Generator) -> Figure:
    """Return the symbol of a board: one of *known*, or a made-up one."""
    own = rng.random() < _MADE_UP_SHARE
    figure = made_up(rng) if own else known[int(rng.integers(len(known)))]
    if rng.random() > _ALIKE_SHARE:
        return figure
    tones = _tones(rng, _DARKEST) if rng.random() < 0.6 else None
    return _alike(figure, tones, int(rng.integers(1 << 30)))


def _tones(rng: np.random.Generator, darkest: float) -> Tones:
    return random_tones(rng, float(rng.uniform(darkest, 1.0)), float(rng.uniform(0.1, 0.5)))


def art(seed: int, number: int) -> PrintedPage:
    """Return the board number *number* of *seed*."""
    rng = np.random.default_rng((seed, number, 71))
    # One of each, so that a page takes these.
    families = replace(
        _USUAL, cafes=(_symbol(_USUAL.cafes, rng),), spots=(_symbol(_USUAL.spots, rng),)
    )
    name, place = f"crossroads-{number}", (seed, number, 72)
    page = art_page(
        _city(rng),
        Split.TRAIN,
        place,
        name,
        families=families,
        px_per_mm=_PX_PER_MM,
        rim_points=True,
    )
    if rng.random() > _OTHER_SHARE:
        return page
    canvas, board = Canvas(page.rgb.copy(), page.px_per_mm), page.board
    held = {cafe.crossroads for cafe in board.cafes} | set(board.visit_all)
    free = [point for point in sorted(board.crossroads_xy) if point not in held]
    for index in rng.permutation(len(free))[: int(rng.integers(1, 4))]:
        middle = np.array(board.crossroads_xy[free[int(index)]]) + rng.normal(0, 1.5, 2)
        made_up(rng)(canvas, middle, float(rng.uniform(1.5, 4)), _tones(rng, _DARKEST_OTHER), rng)
    return replace(page, rgb=canvas.rgb)


def crossroads_of(page: PrintedPage) -> Crossings:
    """Return all crossroads of *page*."""
    board = page.board
    picture = BoardPicture(board, page.rgb, page.px_per_mm)
    points = sorted(point for point in board.crossroads_xy if point.lattice)
    wider = SIDE / SYMBOL_SIDE
    parts = [cut(picture, crossroads_box(board, point, wider), SIDE)[0] for point in points]
    cafes = {cafe.crossroads: cafe.xy for cafe in board.cafes}
    kinds, off = [], []
    for point in points:
        xy = np.array(board.crossroads_xy[point])
        kinds.append(CAFE if point in cafes else POINT if point in board.visit_all else 0)
        off.append((np.array(cafes.get(point, xy)) - xy) / SYMBOL_MM)
    return Crossings(
        np.rint(np.stack(parts)).astype(np.uint8),
        np.array(kinds, np.int8),
        np.array(off, np.float32),
        outward(board, points).astype(np.int8),
    )


def harvest(seed: int, first: int, count: int, output: Path) -> None:
    """Write *count* numbered pages, many in a file, and all practice boards into *output*."""
    started = time.process_time()
    for start in range(first, first + count, _PER_FILE):
        pages = [crossroads_of(art(seed, start + i)) for i in range(_PER_FILE)]
        _write(pages, output / f"{seed}-{start:05d}.npz")
        print(f"{start}: {time.process_time() - started:.0f} s", flush=True)
    for name in city_names():
        city = load_city(name)
        page = crossroads_of(printed(city.practice_board, city))
        _write([page], output / f"practice-{name}.npz")


def _write(pages: Sequence[Crossings], path: Path) -> None:
    parts = zip(*(astuple(page) for page in pages), strict=True)
    names = [field.name for field in fields(Crossings)]
    whole = {name: np.stack(part) for name, part in zip(names, parts, strict=True)}
    np.savez(path, allow_pickle=False, **whole)


def main() -> None:
    """Harvest, or train."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_steps(parser, count=2_000, steps=3_000)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.step == "harvest":
        args.output.mkdir(parents=True, exist_ok=True)
        harvest(args.seed, args.first, args.count, args.output)
    else:
        from training.crossroadsnet import train

        train(args)


if __name__ == "__main__":
    main()
