"""Simulated photos of finished boards of Innsmouth."""

import random
from dataclasses import dataclass
from io import BytesIO
from typing import Self

import numpy as np
from PIL import Image

from samples.simulator.board.legible import all_seen
from samples.simulator.board.printedpage import (
    PRINT_DPI,
    PrintedPage,
    draw_ghosts,
    draw_scores,
    draw_smudges,
)
from samples.simulator.innsmouth.drawing import draw_town, random_habits
from samples.simulator.innsmouth.games import marked_board
from samples.simulator.people.hand import Hand, Outlines
from samples.simulator.people.pens import PenSet, random_pens
from samples.simulator.people.strokes import Drawing
from samples.simulator.photo import PENS_TRIED, Filled, Photo, photographed, streams
from samples.simulator.strata import ART_STRATA, Kind, Stratum
from scorer.printing.seatown import PageSpots, as_png, photo_board, spots_of, town_drawing
from scorer.rules.board.board import TouristKind
from scorer.rules.innsmouth.filled import Filled as FilledBoard
from scorer.rules.innsmouth.filled import InnsmouthMarks
from scorer.rules.innsmouth.town import Town
from scorer.rules.jsonfile import to_data
from scorer.rules.values import replace

# By default every player has one pen; by agreement all share pens of four colours.
_ONE_PEN = 0.8
_KINDS = tuple(TouristKind)


@dataclass(frozen=True)
class TownPage:
    """A town, its printed page, and where players write beside the map."""

    town: Town
    page: PrintedPage
    spots: PageSpots

    @classmethod
    def of(cls, town: Town) -> Self:
        """Return the page of *town* as our own printing draws it."""
        with Image.open(BytesIO(as_png(town_drawing(town), PRINT_DPI, small=False))) as image:
            rgb = np.asarray(image.convert("RGB"))
        return cls(town, PrintedPage(photo_board(town), rgb), spots_of(town))


def simulate_town(
    page: TownPage,
    kind: Kind,
    seed: tuple[int, ...],
    megapixels: float = 3.05,
    outlines: Outlines | None = None,
    game: FilledBoard | None = None,
) -> Photo:
    """Return the photo of a finished game that *seed* stands for, or of *game*.

    The conditions are those of boards of random art: what is drawn can be seen. The truth tells
    what lies beside the board too.

    Parameters
    ----------
    page : TownPage
    kind : Kind
        How hard the photo is.
    seed : tuple of int
        The same seed gives the same photo.
    megapixels : float
        Size of the photo, 4:3.
    outlines : Outlines, optional
        Tourists that people drew.
    game : Filled, optional
        The board; made up where None.
    """
    stratum = ART_STRATA[kind]
    rngs = streams((*seed, list(Kind).index(kind)))
    if game is None:
        game = marked_board(random.Random(int(rngs["game"].integers(2**62))), page.town)
    filled = _filled(page, game, stratum, rngs["hand"], outlines)
    photo = photographed(page.page, filled, kind, stratum, seed, megapixels, None, rngs)
    photo.truth["setup"] = to_data(game.setup)
    return photo


def blank_town(page: TownPage, kind: Kind, seed: tuple[int, ...], megapixels: float = 5.0) -> Photo:
    """Return a photo of the page with nothing drawn on it, as a town is taught from.

    Whoever takes it looks that no lamp is mirrored in it.
    """
    rngs = streams((*seed, len(Kind) + list(Kind).index(kind)))
    stratum = replace(ART_STRATA[kind], lamps=(0, 0))
    pens = random_pens(rngs["hand"], _KINDS, stratum.pen_width_mm, stratum.pressure)
    filled = Filled(InnsmouthMarks(), Drawing(), pens, [], ())
    return photographed(page.page, filled, kind, stratum, seed, megapixels, None, rngs)


def _filled(
    page: TownPage,
    game: FilledBoard,
    stratum: Stratum,
    rng: np.random.Generator,
    outlines: Outlines | None,
) -> Filled:
    """Return *game* as somebody draws it with pens that can be seen on the page."""
    habits = random_habits(rng)
    for _ in range(PENS_TRIED):
        pens = random_pens(rng, _KINDS, stratum.pen_width_mm, stratum.pressure, shuffled=True)
        if rng.random() < _ONE_PEN:
            pens = PenSet(pens.route, pens.route, dict.fromkeys(_KINDS, pens.route))
        hand = Hand(rng, float(rng.uniform(*stratum.unsteadiness)), outlines)
        under = Drawing()
        ghosts = draw_ghosts(under, page.page, game.marks, pens, stratum, hand)
        crowding = stratum.crowding
        drawing = draw_town(page.town, page.spots, game.marks, pens, hand, habits, crowding)
        if all_seen(drawing.strokes, page.page):
            break
    strokes = tuple(drawing.strokes)
    drawing.strokes[:0] = under.strokes
    draw_smudges(drawing, page.page, pens, stratum, hand)
    if rng.random() < 0.4:
        draw_scores(drawing, page.page, pens, hand)
    return Filled(game.marks, drawing, pens, ghosts, strokes)
