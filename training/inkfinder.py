"""Train the network that tells ink from print without a blank board, and write it as ONNX.

    python -m training.inkfinder harvest hand-drawn-shapes.npz -o canvases --count 300 --seed 5
    python -m training.inkfinder train canvases -o scorer/vision/evidence/networks/ink.onnx

Harvesting needs the project, training also torch, onnx and onnxscript. Photos are of boards of
random art and, one in six, of practice boards. Games on them are made up, with tourists in about
half of the locations. Every photo is laid flat by the simulator's own word, a little off as a
real one is, and cut by ``scorer.vision.evidence.canvas``. What was wiped off is print to the
network.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.art import Split, art_page
from samples.simulator.board.printedpage import PrintedPage, printed
from samples.simulator.people.games import random_game
from samples.simulator.people.hand import Outlines
from samples.simulator.people.outlines import load_outlines
from samples.simulator.people.strokes import Drawing
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import ART, Kind
from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import city_names, load_city
from scorer.rules.position.mark import tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.evidence.canvas import Canvas
from scorer.vision.photo.gate import NotRead, open_photo
from training.course import add_course
from training.kept import keep, left

_SHARES = {Kind.EASY: 0.4, Kind.MEDIUM: 0.35, Kind.HARD: 0.25}
_ART_SHARE = 5 / 6
_PHOTOS_PER_BOARD = 2
_PX_PER_MM = 6.0
_EVERY = 8
# Strokes drawn more faintly were wiped off, or smeared.
_FAINTEST = 0.3
# How far off a board laid on a photo is, in mm, here and there.
_SLIP_MM = 0.25
_FINER = 4
_FILLED = 0.5
_KINDS = (TouristKind.CIRCLE, TouristKind.SQUARE, TouristKind.TRIANGLE)
_OFTEN = [0.14, 0.28, 0.3, 0.2, 0.08]


def _marks(board: Board, rng: np.random.Generator) -> Marks:
    """Return a game with more tourists, cafés and rings than a game leaves."""
    marks = random_game(board, load_city(board.city), rng).marks
    tourists = dict(marks.tourists)
    for cell in board.cells:
        if cell.location.name or rng.random() > _FILLED:
            continue
        drawn = rng.integers(len(_KINDS), size=1 + int(rng.choice(5, p=_OFTEN)))
        counts = {kind: int((drawn == i).sum()) for i, kind in enumerate(_KINDS)}
        tourists[cell.location] = tourists_of(counts)
    free = sorted(set(board.crossroads_xy))
    ringed = {free[int(i)] for i in rng.permutation(len(free))[: int(rng.integers(3, 9))]}
    return replace(marks, tourists=tourists, task=frozenset(ringed))


def _page(seed: int, number: int, rng: np.random.Generator) -> PrintedPage:
    if rng.random() < _ART_SHARE:
        return art_page(load_city("first-city"), Split.TRAIN, (seed, number, 41), f"ink-{number}")
    names = [name for name in city_names() if len(load_city(name).practice_board.cells) < 50]
    city = load_city(names[int(rng.integers(len(names)))])
    return printed(city.practice_board, city)


def flat(photo: Photo, board: Board, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the page as seen from above in *photo*, nearly where it should be."""
    wide, high = (round(side * _PX_PER_MM) for side in board.page_mm)
    columns, rows = (
        _EVERY * (np.arange(-1, -(-side // _EVERY) + 1) + 0.5) / _PX_PER_MM for side in (wide, high)
    )
    at_mm = np.stack(np.meshgrid(columns, rows), axis=-1)
    share = 2 * np.pi * at_mm / np.array(board.page_mm)
    slip = rng.normal(0, _SLIP_MM, (2, 3)) @ np.stack(
        [np.sin(share[..., 0]), np.cos(share[..., 1]), np.ones(share.shape[:2])], 1
    )
    points = (at_mm + np.moveaxis(slip, 1, -1)).reshape(-1, 2)
    coarse = photo.at(points).reshape(at_mm.shape).astype(np.float32)
    fine = cv2.resize(coarse, None, fx=_EVERY, fy=_EVERY, interpolation=cv2.INTER_LINEAR)
    fine = fine[_EVERY : _EVERY + high, _EVERY : _EVERY + wide]
    x, y = (np.ascontiguousarray(fine[..., axis]) for axis in (0, 1))
    opened = open_photo(photo.jpeg)
    assert not isinstance(opened, NotRead)
    rgb = opened.rgb
    found = cv2.remap(rgb, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.uint8)


def inked(drawing: Drawing, canvas: Canvas) -> NDArray[np.uint8]:
    """Return how much of each pixel of *canvas* is under ink, 0 … 255."""
    wide, high = canvas.size
    found = np.zeros((high * _FINER, wide * _FINER), np.uint8)
    to_px = np.linalg.inv(canvas.to_mm)
    scale = float(to_px[0, 0] + to_px[1, 1]) / 2 * _FINER
    for stroke in drawing.strokes:
        if stroke.pen.pressure < _FAINTEST:
            continue
        at = stroke.path @ to_px[:2, :2].T + to_px[:2, 2]
        px = np.round(((at + 0.5) * _FINER - 0.5) * 16).astype(np.int32)
        width = max(1, round(stroke.pen.width_mm * scale))
        cv2.polylines(found, [px], False, 255, width, cv2.LINE_AA, 4)
    small = cv2.resize(found, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def harvest(seed: int, first: int, count: int, outlines: Outlines, output: Path) -> None:
    """Write *count* numbered examples into *output*."""
    page, started = None, time.time()
    begin, many = left(output, str(seed), first, count)
    for index in range(begin, begin + many):
        if page is None or index % _PHOTOS_PER_BOARD == 0:
            number = index // _PHOTOS_PER_BOARD
            page = _page(seed, number, np.random.default_rng((seed, number, 42)))
        rng = np.random.default_rng((seed, index, 43))
        kind = list(_SHARES)[int(rng.choice(3, p=list(_SHARES.values())))]
        marks = _marks(page.board, rng)
        photo = simulate(
            page,
            load_city(page.board.city),
            kind,
            (seed, index, 44),
            float(rng.uniform(1.8, 3.2)),
            marks,
            drawer=outlines,
            manner=ART,
        )
        canvas = Canvas.of(page.board)
        cut = canvas.cut(flat(photo, page.board, rng), _PX_PER_MM)
        truth = inked(photo.drawing, canvas)
        found = {"cut": cut, "truth": truth, "counts": np.array(canvas.counts)}
        keep(output, str(seed), index, found)
        if index % 20 == 0:
            print(f"{index}: {time.time() - started:.0f} s", flush=True)


def main() -> None:
    """Harvest, or train."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    cutting = steps.add_parser("harvest")
    cutting.add_argument("drawn", type=Path, help="npz of hand-drawn shapes")
    cutting.add_argument("-o", "--output", type=Path, required=True)
    cutting.add_argument("--count", type=int, default=300)
    cutting.add_argument("--first", type=int, default=0)
    cutting.add_argument("--seed", type=int, default=1)
    learning = steps.add_parser("train")
    learning.add_argument("examples", type=Path, nargs="+")
    learning.add_argument("-o", "--output", type=Path, required=True)
    add_course(learning, steps=1_400, rate=3e-3, batch=8)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.step == "harvest":
        outlines = load_outlines(args.drawn, held_out=False)
        harvest(args.seed, args.first, args.count, outlines, args.output)
    else:
        from training.inknet import train

        train(args)


if __name__ == "__main__":
    main()
