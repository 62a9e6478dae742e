"""Harvest examples from simulated photos of boards that are fuller than any game leaves them.

    python -m training.crowded hand-drawn-shapes.npz -o examples --count 600 --seed 1

Tourists stand in nearly every location, up to half of the other roads are drawn as well, and
boards of random art have three times as many cafés, all of them marked at random: a photo shows the
networks as much as several games do, and above all sections that run through a circle, which is
crossed out or not. A part of the photos is of the practice boards of all cities. Half of the photos
show pentagons too; the network that finds shapes (``training.locations``) learns from the others.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from samples.simulator.art import Split, art_page
from samples.simulator.board.printedpage import PrintedPage, printed
from samples.simulator.people.games import random_game
from samples.simulator.people.realink import Drawer
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import ART, PRACTICE, Kind, Manner
from scorer.rules.board.board import Board, Cafe
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.position.mark import tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.evidence.networks import patches
from scorer.vision.evidence.touristkinds import KINDS
from scorer.vision.ink.ink import find_ink
from training.harvest import (
    CAFES,
    GREY_SHARE,
    PENS,
    add_hands,
    any_kind,
    cafe_examples,
    drawers_of,
    known_picture,
    location_examples,
    one_of,
    rectified_photo,
    road_examples,
    shape_examples,
    true_marks,
)
from training.kept import keep, left

_ART_SHARE, _PENTAGON_SHARE, _EMPTY_SHARE = 0.75, 0.5, 0.15
# How often a player takes pens that can be seen on the board, and the light is kind.
_SEEN_SHARE = 0.85
_PHOTOS_PER_BOARD = 3
_SHARES = {Kind.EASY: 0.15, Kind.MEDIUM: 0.45, Kind.HARD: 0.4}
_CAFES = 22
# At most this share of the roads is drawn besides a game's sections.
_MORE_SECTIONS = 0.5
# The share of cafés round which a task is ringed too: rare in games, and easily missed.
_RINGED_CAFES = 0.25
_NUMBERS, _OFTEN = [1, 2, 3, 4, 5], [0.14, 0.28, 0.3, 0.2, 0.08]


def crowded(board: Board, pentagons: bool, rng: np.random.Generator) -> Marks:
    """Return a game on *board* with tourists nearly everywhere and cafés marked at random.

    A café may be circled, used, a task's, or both.
    """
    city = load_city("new-york")
    marks = random_game(board, city, rng).marks
    share = float(rng.uniform(0, _MORE_SECTIONS))
    sections = marks.sections | {road.id for road in board.roads if rng.random() < share}
    kinds = len(KINDS) if pentagons else len(KINDS) - 1
    tourists = {}
    for cell in board.cells:
        if rng.random() < _EMPTY_SHARE:
            continue
        number = int(rng.choice(_NUMBERS, p=_OFTEN))
        drawn = [KINDS[int(rng.integers(kinds))] for _ in range(number)]
        tourists[cell.location] = tourists_of({kind: drawn.count(kind) for kind in KINDS})
    marked = {cafe.crossroads: CAFES[int(rng.integers(len(CAFES)))] for cafe in board.cafes}
    cafes = {place: mark for place, mark in marked.items() if mark is not None}
    ringed = {place for place in marked if rng.random() < _RINGED_CAFES}
    return replace(
        marks,
        task=frozenset(ringed),
        sections=frozenset(sections),
        tourists=tourists,
        cafes=cafes,
        crossed=frozenset(),
    )


def with_cafes(city: City, count: int, rng: np.random.Generator) -> City:
    """Return the 6 × 6 *city* with *count* cafés on its practice board."""
    board = city.practice_board
    free = sorted(board.crossroads_xy)
    places = [free[int(index)] for index in rng.permutation(len(free))[:count]]
    bonus = board.cafes[0].bonus
    cafes = tuple(Cafe(point, board.crossroads_xy[point], bonus) for point in places)
    return replace(city, practice_board=replace(board, cafes=cafes))


@dataclass(frozen=True)
class Source:
    """What is photographed: boards by ``seed``, drawn on by one of ``drawers`` with such pens.

    With ``lamps``, at least and at most so many are mirrored in every photo; in easy ones they
    are too weak to be seen.
    """

    drawers: tuple[Drawer, ...]
    seed: int
    megapixels: float
    kind: Kind | None = None
    manner: Manner = ART
    lamps: tuple[int, int] | None = None

    def photos(self, first: int, count: int) -> Iterator[tuple[int, BoardPicture, Photo, bool]]:
        """Yield numbered photos: what the board is known by, and whether there are pentagons."""
        number, board = -1, None
        for index in range(first, first + count):
            if board is None or number != index // _PHOTOS_PER_BOARD:
                number = index // _PHOTOS_PER_BOARD
                board = self._board(number)
            yield index, board[1], *self._photo(*board, index)

    def _board(self, number: int) -> tuple[PrintedPage, BoardPicture]:
        rng = np.random.default_rng((self.seed, number, 21))
        seed = (self.seed, number, 22)
        if rng.random() < _ART_SHARE:
            city = with_cafes(load_city("first-city"), _CAFES, rng)
            page = art_page(city, Split.TRAIN, seed, f"crowded-{number}")
            return page, known_picture(page, city, seed, float(rng.uniform(2, 5)))
        names = [*city_names(), "new-york"]
        city = load_city(names[int(rng.integers(len(names)))])
        page = printed(city.practice_board, city)
        return page, BoardPicture(page.board, page.rgb, page.px_per_mm)

    def _photo(self, page: PrintedPage, known: BoardPicture, index: int) -> tuple[Photo, bool]:
        rng = np.random.default_rng((self.seed, index, 23))
        pentagons = bool(rng.random() < _PENTAGON_SHARE)
        kind = self.kind or any_kind(_SHARES, rng)
        size = self.megapixels * float(rng.uniform(0.8, 1.6))
        size *= 1.6 if len(page.board.cells) > 50 else 1.0
        photo = simulate(
            page,
            load_city("new-york"),
            kind,
            (self.seed, index, 24),
            size,
            crowded(known.board, pentagons, rng),
            drawer=one_of(self.drawers, rng),
            manner=self._manner(rng),
        )
        return photo, pentagons

    def _manner(self, rng: np.random.Generator) -> Manner:
        manner = self.manner if rng.random() < _SEEN_SHARE else PRACTICE
        if self.lamps is None:
            return manner
        strata = {kind: replace(one, lamps=self.lamps) for kind, one in manner.strata.items()}
        return replace(manner, strata=strata)


def examples(
    photo: Photo,
    picture: BoardPicture,
    pentagons: bool,
    rng: np.random.Generator,
    grey_share: float = GREY_SHARE,
) -> dict[str, np.ndarray] | None:
    """Return the pictures of one photo with their truth; None where its map was not found."""
    rectified = rectified_photo(photo, picture, grey_share)
    if rectified is None:
        return None
    ink = find_ink(rectified)
    layers = patches.Layers.of(rectified, ink)
    marks = true_marks(photo, picture)
    found = shape_examples(photo, picture.board, rectified, ink, rng)
    found |= cafe_examples(marks, layers, picture.board)
    found |= road_examples(marks, layers, picture.board)
    return found if pentagons else found | location_examples(photo, layers, picture.board)


def main() -> None:
    """Write the examples of many photos, one file each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drawn", type=Path, help="npz of hand-drawn shapes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[kind.value for kind in Kind], help="only this kind")
    parser.add_argument("--lamps", type=int, nargs=2, help="so many mirrored lamps in a photo")
    parser.add_argument("--megapixels", type=float, default=2.2)
    parser.add_argument("--grey", type=float, default=GREY_SHARE, help="share of grey photos")
    add_hands(parser)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    drawers = drawers_of(args, held_out=False)
    kind = Kind(args.kind) if args.kind else None
    lamps = tuple(args.lamps) if args.lamps else None
    source = Source(drawers, args.seed, args.megapixels, kind, PENS[args.pens], lamps)
    started, stem = time.time(), f"crowded-{args.seed}"
    wanted = left(args.output, stem, args.first, args.count)
    for index, picture, photo, pentagons in source.photos(*wanted):
        rng = np.random.default_rng((args.seed, index, 25))
        found = examples(photo, picture, pentagons, rng, args.grey)
        if found is not None:
            keep(args.output, stem, index, found)
        if index % 20 == 0:
            print(f"{index}: {time.time() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
