"""Train the network that tells which landmark a location holds, and write it as ONNX.

    python -m training.landmarks harvest -o pages --count 700 --seed 81
    python -m training.landmarks train pages -o scorer/vision/evidence/networks/landmarks.onnx

Harvesting needs the project, training also torch, onnx and onnxscript. Boards are blank pages of
random art, with random numbers of landmarks of each kind, and the practice boards. Half of the
art has frames made up here besides those of the simulator: patches that lie alike in all
landmarks of a board. Light, noise, blur and ink are put on while the network learns.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.art import Split, art_page
from samples.simulator.art.canvas import Canvas, Tones, box
from samples.simulator.art.families import FAMILIES
from samples.simulator.art.frames import Frame
from samples.simulator.board.printedpage import PrintedPage, printed
from scorer.rules.board.board import Board, Landmark, LandmarkKind
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.teach.looks import KINDS, LOOK_SIDE, cut
from training.course import add_steps
from training.packing import LANDMARK_SIDE

_PX_PER_MM = 4.0
_MOST, _PURPLE_SHARE = 7, 0.4
_MADE_UP, _WAVES = 3, 4
_PER_FILE = 100


def _city(rng: np.random.Generator) -> City:
    """Return the First City with random numbers of landmarks on its board."""
    city = load_city("first-city")
    marks: list[Landmark] = []
    for kind in KINDS:
        if kind is LandmarkKind.PURPLE and rng.random() > _PURPLE_SHARE:
            continue
        count = int(rng.integers(1, _MOST))
        marks += [_mark(city.practice_board, kind, len(marks) + i) for i in range(count)]
    chosen = tuple(marks[int(i)] for i in rng.permutation(len(marks))[:26])
    return replace(city, practice_board=replace(city.practice_board, landmarks=chosen))


def _mark(board: Board, kind: LandmarkKind, number: int) -> Landmark:
    place = sorted(cell.location for cell in board.cells)[number % len(board.cells)]
    return Landmark(f"{kind}-{number}", kind, (place,), frozenset())


def made_up(rng: np.random.Generator) -> Frame:
    """Return a frame that tints patches, which lie alike in every landmark of a board."""
    waves = [_waves(rng) for _ in range(3)]
    shares = rng.uniform([0.2, 0.0, 0.0], [0.95, 0.5, 0.12])
    strength = rng.uniform([0.5, 0.5, 0.6], 1.0)
    rim = float(rng.uniform(0.2, 1.2)) if rng.random() < 0.4 else 0.0

    def frame(
        at: Canvas,
        middle: NDArray[np.float64],
        half: float,
        tones: Tones,
        kind: LandmarkKind,
        hand: np.random.Generator,
    ) -> None:
        part, inside = at.window(box(middle, (half, half)))
        block = part.mask(inside)
        for one, share, strong, tone in zip(
            waves, shares, strength, (tones.base, tones.other, tones.line), strict=True
        ):
            field = _field(one, block.shape)
            patch = (field < np.quantile(field, share)).astype(np.float32)
            mask = np.rint(strong * patch * block).astype(np.uint8)
            part.spread(np.broadcast_to(np.array(tone, np.float32), part.rgb.shape), mask)
        if rim:
            at.line(box(middle, (half - rim / 2, half - rim / 2)), tones.other, rim, True)

    return frame


def _waves(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return waves (N, 4): how often across and down, phase, height; alike on all sides at times.

    The first number is negative where a wave is mirrored in the middle.
    """
    found = rng.normal(0, (3.0, 3.0, 3.0, 1.0), (_WAVES, 4))
    if rng.random() < 0.6:
        found[:, 0] = -np.abs(found[:, 0])
    else:
        found[:, 0] = np.abs(found[:, 0])
    return np.asarray(found)


def _field(waves: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float64]:
    y, x = (np.linspace(-1, 1, side) for side in shape[:2])
    total = np.zeros(shape[:2])
    for across, down, phase, height in waves:
        u, v = (np.abs(x), np.abs(y)) if across < 0 else (x, y)
        total += height * np.sin(across * u[None] + down * v[:, None] + phase)
    return total


def art(seed: int, number: int) -> PrintedPage:
    """Return the board number *number* of *seed*."""
    rng = np.random.default_rng((seed, number, 61))
    usual = FAMILIES[Split.TRAIN]
    frames = (*usual.frames, *(made_up(rng) for _ in range(_MADE_UP)))
    families = replace(usual, frames=frames)
    name = f"landmarks-{number}"
    place = (seed, number, 62)
    return art_page(_city(rng), Split.TRAIN, place, name, families=families, px_per_mm=_PX_PER_MM)


def kinds_of(board: Board) -> dict[Location, int]:
    """Return the network's word for each unnamed location of *board*: 0, or a kind's number."""
    marks = board.landmark_at
    return {
        cell.location: 1 + KINDS.index(marks[cell.location][0].kind)
        if marks.get(cell.location)
        else 0
        for cell in board.cells
        if not cell.location.name
    }


def cells_of(page: PrintedPage) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return all unnamed locations of *page*, (N, 44, 44, 3), and what they hold, (N,)."""
    picture = BoardPicture(page.board, page.rgb, page.px_per_mm)
    truth, parts, kinds = kinds_of(page.board), [], []
    for cell in page.board.cells:
        if cell.location not in truth:
            continue
        corners = np.array(cell.polygon)
        middle = corners.mean(axis=0)
        wider = middle + (corners - middle) * LANDMARK_SIDE / LOOK_SIDE
        parts.append(np.rint(cut(picture, wider, LANDMARK_SIDE)[0]).astype(np.uint8))
        kinds.append(truth[cell.location])
    return np.stack(parts), np.array(kinds, np.uint8)


def harvest(seed: int, first: int, count: int, output: Path) -> None:
    """Write *count* numbered pages, many in a file, and all practice boards into *output*."""
    started = time.process_time()
    for start in range(first, first + count, _PER_FILE):
        pages = [cells_of(art(seed, start + i)) for i in range(_PER_FILE)]
        rgb, kinds = (np.stack(part) for part in zip(*pages, strict=True))
        np.savez(output / f"{seed}-{start:05d}.npz", allow_pickle=False, rgb=rgb, kinds=kinds)
        print(f"{start}: {time.process_time() - started:.0f} s", flush=True)
    for name in city_names():
        city = load_city(name)
        rgb, kinds = cells_of(printed(city.practice_board, city))
        np.savez(
            output / f"practice-{name}.npz", allow_pickle=False, rgb=rgb[None], kinds=kinds[None]
        )


def main() -> None:
    """Harvest, or train."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_steps(parser, count=700, steps=1_500)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.step == "harvest":
        args.output.mkdir(parents=True, exist_ok=True)
        harvest(args.seed, args.first, args.count, args.output)
    else:
        from training.landmarknet import train

        train(args)


if __name__ == "__main__":
    main()
