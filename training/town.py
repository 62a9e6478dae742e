"""Harvest examples of Innsmouth from simulated photos, for ``training.townnets`` to learn from.

    python -m training.town hand-drawn-shapes.npz -o town --count 400 --seed 91
    python -m training.town hand-drawn-shapes.npz -o town-art --count 240 --seed 93 --art

Most boards are fuller than a game leaves them, so that one photo shows as much as several games
do. The networks go on from those of the cities, which know pens, print and light, and learn what
only Innsmouth has: crosses, threat symbols, diagonals through any quarter, caches, and rings
round a name. With ``--art`` towns are made up, in random art.
"""

import argparse
import random
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from samples.simulator.art.families import Split
from samples.simulator.art.taught import from_above
from samples.simulator.innsmouth.drawing import THREAT, TownDrawing
from samples.simulator.innsmouth.games import marked_board
from samples.simulator.innsmouth.photos import TownPage, blank_town, simulate_town
from samples.simulator.innsmouth.townart import art_town
from samples.simulator.people.outlines import load_outlines
from samples.simulator.photo import Photo
from samples.simulator.strata import Kind
from scorer.rules.board.board import RoadKind
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import Bonus, Group, Tourist
from scorer.rules.innsmouth.town import Town, practice_town
from scorer.rules.notation import NameSet
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.evidence.networks import patches
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import find_ink
from scorer.vision.innsmouth.patches import Beside, places_of, sign_patches
from training.harvest import any_kind, rectified_photo
from training.kept import keep, left
from training.packing import packed

FIGURES = (*(kind.value for kind in Tourist), THREAT)
_SHARES = {Kind.EASY: 0.15, Kind.MEDIUM: 0.4, Kind.HARD: 0.45}
_CROWDED, _GREY = 0.7, 0.1
# Of a crowded board: how often a place holds what may stand there.
_TOURISTS, _THREATS, _ROADS, _DIAGONALS, _CACHES, _RINGS = 0.75, 0.35, 0.3, 0.14, 0.3, 0.25
# Of made-up towns, how many are known by a blank photo, and how many of these are easy.
_PHOTOS_PER_TOWN, _LEARNED, _EASY_BLANK = 3, 0.5, 0.7
# Of roads without a section so many are kept as examples.
_UNDRAWN = 60


def crowded(rng: random.Random, town: Town) -> Filled:
    """Return a board filled at random, far fuller than any game leaves it."""
    filled = marked_board(rng, town)
    tourists = {q: _group(rng) for q in town.quarters if rng.random() < _TOURISTS}
    threats = {q: rng.choice((1, 1, 2)) for q in town.quarters if rng.random() < _THREATS}
    roads = {
        road.id
        for road in town.board.roads
        if rng.random() < (_DIAGONALS if road.kind is RoadKind.DIAGONAL else _ROADS)
    }
    places = list(places_of(town))
    bonuses = [bonus for bonus in Bonus if rng.random() < 0.7]
    marks = replace(
        filled.marks,
        sections=NameSet(filled.marks.sections | roads),
        tourists=tourists,
        threats=threats,
        caches=NameSet(place for place in places if rng.random() < _CACHES),
        rings=NameSet(place for place in places if rng.random() < _RINGS),
        circled=tuple(bonuses),
        used=tuple(bonus for bonus in bonuses if rng.random() < 0.5),
        ringed_name=rng.random() < 0.5,
    )
    return replace(filled, marks=marks)


@dataclass(frozen=True)
class Towns:
    """The towns that are photographed: the practice town, or made-up ones in ``art``."""

    art: bool
    seed: int

    def town(self, index: int) -> tuple[TownPage, BoardPicture]:
        """Return the town of photo number *index*, and what it is known by."""
        return self._made_up(index // _PHOTOS_PER_TOWN) if self.art else _practice()

    def filled(self, page: TownPage, rng: np.random.Generator) -> Filled:
        """Return a board to be photographed; nothing is drawn beside the map of a made-up town."""
        luck = random.Random(int(rng.integers(2**62)))
        full = rng.random() < _CROWDED
        game = crowded(luck, page.town) if full else marked_board(luck, page.town)
        if not self.art:
            return game
        return replace(game, marks=replace(game.marks, circled=None, used=(), ringed_name=None))

    def _made_up(self, number: int) -> tuple[TownPage, BoardPicture]:
        seed = (self.seed, number, 5)
        rng = np.random.default_rng((*seed, 77))
        page = art_town(f"{self.seed}-{number}", Split.TRAIN, seed)
        printed = BoardPicture(page.page.board, page.page.rgb, page.page.px_per_mm)
        if rng.random() >= _LEARNED:
            return page, printed
        kind = Kind.EASY if rng.random() < _EASY_BLANK else Kind.MEDIUM
        blank = blank_town(page, kind, seed)
        seen = from_above(blank.at, blank.rgb, page.town.board.page_mm, rng)
        wide, _ = page.town.board.page_mm
        return page, replace(printed, rgb=seen, px_per_mm=seen.shape[1] / wide)


@cache
def _practice() -> tuple[TownPage, BoardPicture]:
    page = TownPage.of(practice_town())
    return page, BoardPicture(page.page.board, page.page.rgb, page.page.px_per_mm)


def _group(rng: random.Random) -> Group:
    kinds = [rng.choice(list(Tourist)) for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 4, 5)))]
    return Group(**{kind.value: kinds.count(kind) for kind in Tourist})


def examples(photo: Photo, game: Filled, picture: BoardPicture) -> dict[str, np.ndarray] | None:
    """Return the labelled pictures of one photo, or None where its map was not found."""
    rectified = rectified_photo(photo, picture, _GREY)
    if rectified is None:
        return None
    town, marks = game.town, game.marks
    layers = patches.Layers.of(rectified, find_ink(rectified))
    roads, pictures = patches.road_patches(layers, town.board)
    drawn = np.array([road in marks.sections for road in roads])
    rng = np.random.default_rng((*photo.truth["seed"], 13))
    kept = np.concatenate([np.flatnonzero(drawn), rng.permutation(np.flatnonzero(~drawn))])
    kept = kept[: int(drawn.sum()) + _UNDRAWN]
    places = places_of(town)
    return {
        "roads": packed(pictures[kept]),
        "drawn": drawn[kept],
        "points": packed(patches.point_patches(layers, picture.board, tuple(places.values()))),
        "ringed": np.array([place in marks.rings for place in places]),
        "cached": np.array([place in (marks.caches or ()) for place in places]),
        "locations": packed(patches.location_patches(layers, town.board.cells)),
        "figures": _figures(photo, rectified, town),
        **_sign_examples(layers, game, picture),
    }


def _sign_examples(
    layers: patches.Layers, game: Filled, picture: BoardPicture
) -> dict[str, np.ndarray]:
    beside, marks = Beside.of(picture.board), game.marks
    if beside.name is None:
        return {}
    circled, used = set(marks.circled or ()), set(marks.used)
    signs = [2 if s.bonus in used else int(s.bonus in circled) for s in beside.bonuses]
    return {
        "signs": packed(sign_patches(layers, picture.board, beside)),
        "sign_marks": np.array([*signs, int(bool(marks.ringed_name))]),
    }


def _figures(photo: Photo, rectified: Rectified, town: Town) -> np.ndarray:
    """Return every tourist and symbol as quarter, kind and middle (x, y) in its picture."""
    assert isinstance(photo.drawing, TownDrawing)
    number = {cell.location: index for index, cell in enumerate(town.board.cells)}
    rows = []
    for figure in photo.drawing.in_quarters:
        index = number[figure.quarter]
        frame = patches.frame(town.board.cells[index], rectified)
        x, y = (np.array(rectified.to_px(figure.middle)) - frame[:, 2]) / frame[0, 0]
        rows.append((index, FIGURES.index(figure.kind), float(x), float(y)))
    return np.array(rows, np.float32).reshape(-1, 4)


def harvest(options: argparse.Namespace) -> None:
    """Write the examples of photos, one file a photo."""
    cv2.setNumThreads(1)
    outlines = load_outlines(options.drawn, held_out=False)
    started, stem = time.process_time(), str(options.seed)
    first, count = left(options.output, stem, options.first, options.count)
    towns = Towns(options.art, options.seed)
    for index in range(first, first + count):
        if index == first or index % _PHOTOS_PER_TOWN == 0:
            page, picture = towns.town(index)
        rng = np.random.default_rng((options.seed, index, 9))
        game = towns.filled(page, rng)
        size = options.megapixels * float(rng.uniform(0.8, 1.4))
        seed = (options.seed, index, 3)
        photo = simulate_town(page, any_kind(_SHARES, rng), seed, size, outlines, game)
        found = examples(photo, game, picture)
        if found is None:
            print(f"{index}: not found", flush=True)
            continue
        keep(options.output, stem, index, found)
        if index % 20 == 0:
            print(f"{index}: {time.process_time() - started:.0f} s", flush=True)


def main() -> None:
    """Harvest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drawn", type=Path, help="npz of hand-drawn shapes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=91)
    parser.add_argument("--megapixels", type=float, default=2.3)
    parser.add_argument("--art", action="store_true", help="made-up towns in random art")
    harvest(parser.parse_args())


if __name__ == "__main__":
    main()
