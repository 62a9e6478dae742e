"""Towns of Innsmouth in random art, each as it would be taught: its file and its blank page."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image

from samples.simulator.art.artpage import PX_PER_MM, Style, painted, random_style
from samples.simulator.art.canvas import Canvas, tinted
from samples.simulator.art.families import FAMILIES, Split
from samples.simulator.art.taught import from_above
from samples.simulator.board.legible import lifted
from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.innsmouth.artsigns import with_signs
from samples.simulator.innsmouth.games import marked_board
from samples.simulator.innsmouth.photos import TownPage, blank_town, simulate_town
from samples.simulator.innsmouth.towns import random_town
from samples.simulator.people.hand import Outlines
from samples.simulator.photo import Photo
from samples.simulator.strata import Kind
from scorer.printing.seatown import PageSpots
from scorer.printing.seatown.places import place_xy
from scorer.rules.board.board import Board, RoadKind, WaterKind
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.town import Town
from scorer.rules.jsonfile import to_data
from scorer.rules.values import replace

TOWNS, TOWN_FILE, PAGE_FILE, BLANK_FILE = "towns", "town.json", "picture.png", "blank.jpg"
_WATER_HUES = (0.5, 0.62)
_BRIDGE_MM, _SHELTER_MM, _LIT = 2.6, 1.9, 0.5


@dataclass(frozen=True, slots=True)
class TownArt:
    """Which photos to make: of made-up towns in art of ``split``, ``per_town`` boards of each.

    With ``signs`` the boxes print a name and bonuses beside the map, which are circled.
    """

    split: Split
    kind: Kind
    seed: int
    megapixels: float = 3.05
    per_town: int = 1
    outlines: Outlines | None = None
    signs: bool = False

    def photos(self, first: int, count: int, folder: Path) -> Iterator[tuple[int, Photo]]:
        """Yield *count* numbered photos from number *first* on; their towns go below *folder*."""
        page = None
        for index in range(first, first + count):
            if page is None or index % self.per_town == 0:
                page = self._town(index // self.per_town, folder / TOWNS)
            seed = (self.seed, index, 1)
            game = marked_board(random.Random(f"{self.seed} {index}"), page.town)
            if not self.signs:
                game = _nothing_beside(game)
            photo = simulate_town(page, self.kind, seed, self.megapixels, self.outlines, game)
            photo.truth["town"] = page.town.file.id
            yield index, photo

    def _town(self, number: int, folder: Path) -> TownPage:
        """Return a town as printed; what a blank photo of it teaches is written to ``folder``."""
        name = f"town-{self.split}-{self.seed}-{self.kind}-{number:04d}"
        seed = (self.seed, list(Kind).index(self.kind), number)
        page = art_town(name, self.split, seed, signs=self.signs)
        rng = np.random.default_rng((*seed, 77))
        kind = Kind.EASY if rng.random() < 0.7 else Kind.MEDIUM
        blank = blank_town(page, kind, seed)
        home = folder / name
        home.mkdir(parents=True, exist_ok=True)
        (home / TOWN_FILE).write_text(json.dumps(to_data(page.town.file)), encoding="utf-8")
        seen = from_above(blank.at, blank.rgb, page.town.board.page_mm, rng)
        Image.fromarray(seen).save(home / PAGE_FILE, compress_level=2)
        (home / BLANK_FILE).write_bytes(blank.jpeg)
        return page


def art_town(name: str, split: Split, seed: tuple[int, ...], *, signs: bool = False) -> TownPage:
    """Return the made-up town called *name* that *seed* stands for, in art of *split*.

    With *signs* beside the map, whose places its file tells.
    """
    look, hand = (
        np.random.default_rng(part)
        for part in np.random.SeedSequence((*seed, list(Split).index(split))).spawn(2)
    )
    town = random_town(name, random.Random(f"{name} {seed}"))
    printed = tuple(road for road in town.board.roads if road.kind is not RoadKind.DIAGONAL)
    board = replace(town.board, roads=printed)
    style = random_style(FAMILIES[split], look)
    canvas = painted(board, style, hand, PX_PER_MM)
    _water(canvas, board, style, hand)
    _shelters(canvas, town, style, hand)
    spots = PageSpots((), (0.0, 0.0), (0.0, 0.0))
    if signs:
        beside = np.random.default_rng((*seed, list(Split).index(split), 5))
        town, spots = with_signs(canvas, town, style, beside)
    page = PrintedPage(board, lifted(canvas.rgb, PX_PER_MM))
    return TownPage(town, page, spots)


def _nothing_beside(filled: Filled) -> Filled:
    """Return *filled* on a board of which nobody knows where bonuses and its name stand."""
    return replace(filled, marks=replace(filled.marks, circled=None, used=(), ringed_name=None))


def _water(canvas: Canvas, board: Board, style: Style, rng: np.random.Generator) -> None:
    """Print seas and rivers, and bridges where roads cross these."""
    hue, light = float(rng.uniform(*_WATER_HUES)), float(np.clip(style.light, _LIT, 0.95))
    tones = tinted(hue, float(rng.uniform(0.15, 0.6)), light, style.contrast)
    banks = []
    for body in board.waters:
        path = np.array(body.path)
        if body.kind is WaterKind.SEA:
            canvas.fill(path, tones.base)
            canvas.line(path, tones.line, 0.4, True)
        else:
            canvas.line(path, tones.base, body.width_mm)
            banks.append((path, body.width_mm))
    for road in board.roads:
        path = np.array(road.path)
        if any(_near(path, bank, width) for bank, width in banks):
            canvas.line(path, style.road.base, min(_BRIDGE_MM, 2 * style.road_half_mm))


def _near(path: np.ndarray, bank: np.ndarray, width: float) -> bool:
    """Whether a road's middle lies in a river."""
    middle = path.mean(axis=0)
    for start, end in pairwise(bank):
        along = end - start
        share = np.clip((middle - start) @ along / max(float(along @ along), 1e-9), 0, 1)
        if float(np.linalg.norm(middle - start - share * along)) < width:
            return True
    return False


def _shelters(canvas: Canvas, town: Town, style: Style, rng: np.random.Generator) -> None:
    spot = style.families.spots[int(rng.integers(len(style.families.spots)))]
    for shelter in town.shelters:
        gold = tinted(0.13, 0.6, float(rng.uniform(0.75, 1.0)), 0.3)
        spot(canvas, np.array(place_xy(town, shelter.at)), _SHELTER_MM, gold, rng)
