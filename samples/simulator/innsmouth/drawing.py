"""Turns the marks of Innsmouth into the strokes of a hand, mostly all with one pen.

The rulebook's pictures of threat and cache symbols are lost. So a player draws any of several
figures that no tourist looks like, the same all over a board.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from samples.simulator.people.hand import Hand
from samples.simulator.people.pens import Pen, PenSet
from samples.simulator.people.strokes import (
    Drawing,
    Subject,
    draw_sections,
    draw_symbol,
    draw_tourist,
    inner_box,
    layout,
    pieces_of,
    pulled,
)
from scorer.printing.seatown import PageSpots
from scorer.printing.seatown.places import place_xy
from scorer.rules.board.board import Point, TouristKind
from scorer.rules.innsmouth.filled import InnsmouthMarks
from scorer.rules.innsmouth.pieces import Tourist
from scorer.rules.innsmouth.town import Town
from scorer.rules.notation import Location
from scorer.rules.position.mark import CafeMark

THREAT = "threat"
_SHAPES = {
    Tourist.CIRCLE: TouristKind.CIRCLE,
    Tourist.SQUARE: TouristKind.SQUARE,
    Tourist.TRIANGLE: TouristKind.TRIANGLE,
}


class ThreatFigure(StrEnum):
    """What a player draws as a threat symbol."""

    SPIRAL = "spiral"
    EYE = "eye"
    STAR = "star"
    ZIGZAG = "zigzag"
    TRIDENT = "trident"


class CacheFigure(StrEnum):
    """What a player draws as a cache."""

    DOT = "dot"
    BOX = "box"


# Outlines as polylines in a square from -1 to 1.
_STAR: tuple[Point, ...] = tuple(
    (float(np.sin(turn)), float(-np.cos(turn))) for turn in 0.8 * np.pi * np.arange(6)
)
_ZIGZAG: tuple[Point, ...] = ((-0.95, 0.75), (-0.5, -0.8), (0.0, 0.75), (0.5, -0.8), (0.95, 0.75))
_FORK: tuple[Point, ...] = ((-0.8, -0.9), (-0.7, 0.0), (0.0, 0.25), (0.7, 0.0), (0.8, -0.9))
_STEM: tuple[Point, ...] = ((0.0, -1.0), (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class TownFigure:
    """A tourist or a threat symbol as drawn: its kind, its quarter, its middle in mm."""

    kind: str
    quarter: Location
    middle: Point


@dataclass(slots=True)
class TownDrawing(Drawing):
    """All strokes on a town's page, and all that was drawn into quarters."""

    in_quarters: list[TownFigure] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Habits:
    """What one player's threat symbols and caches look like."""

    threat: ThreatFigure
    cache: CacheFigure


def random_habits(rng: np.random.Generator) -> Habits:
    """Return a player's habits, each as likely as the others."""
    threats, caches = list(ThreatFigure), list(CacheFigure)
    return Habits(threats[int(rng.integers(len(threats)))], caches[int(rng.integers(len(caches)))])


def draw_town(
    town: Town,
    spots: PageSpots,
    marks: InnsmouthMarks,
    pens: PenSet,
    hand: Hand,
    habits: Habits,
    crowding: float,
) -> TownDrawing:
    """Return *marks* as drawn by *hand*: caches first, what is crossed out last."""
    drawing = TownDrawing()
    for place in sorted(marks.caches or ()):
        _draw_cache(drawing, place_xy(town, place), place, habits.cache, pens.route, hand)
    pieces = pieces_of(frozenset(marks.sections), hand.rng)
    draw_sections(drawing, town.board, pieces, pens.route, hand)
    for quarter in sorted({*marks.tourists, *marks.threats}):
        _draw_quarter(drawing, town, quarter, marks, pens, hand, habits.threat, crowding)
    for place in sorted(marks.rings):
        ring = Subject("ring", place)
        draw_symbol(drawing, place_xy(town, place), CafeMark.VISITED, ring, pens.rings, hand, 1.0)
    _draw_beside(drawing, spots, marks, pens.rings, hand)
    return drawing


def _draw_quarter(
    drawing: TownDrawing,
    town: Town,
    quarter: Location,
    marks: InnsmouthMarks,
    pens: PenSet,
    hand: Hand,
    threat: ThreatFigure,
    crowding: float,
) -> None:
    """Draw tourists and threat symbols side by side, in any order."""
    rng, group = hand.rng, marks.tourists.get(quarter)
    counts = group.counts if group else (0, 0, 0, 0)
    kinds = [kind.value for kind, n in zip(Tourist, counts, strict=True) for _ in range(n)]
    kinds += [THREAT] * marks.threats.get(quarter, 0)
    if rng.random() < 0.5:
        kinds = [kinds[int(index)] for index in rng.permutation(len(kinds))]
    middle, width = inner_box(town.board.cell_of[quarter])
    for kind, (at, radius) in zip(kinds, layout(middle, width, len(kinds), hand, crowding),
                                  strict=True):  # fmt: skip
        drawing.in_quarters.append(TownFigure(kind, quarter, at))
        if kind == THREAT:
            _draw_threat(drawing, threat, at, radius, quarter, pens.rings, hand)
        elif kind == Tourist.CROSS:
            _draw_cross(drawing, at, radius, quarter, pens.tourists[TouristKind.PENTAGON], hand)
        else:
            draw_tourist(drawing, _SHAPES[Tourist(kind)], at, radius, pens, hand, quarter)


def _draw_cross(
    drawing: Drawing, at: Point, radius: float, quarter: Location, pen: Pen, hand: Hand
) -> None:
    tilt, mine = float(hand.rng.normal(0, 0.12)), pulled(pen, hand)
    for angle in (np.pi / 4, -np.pi / 4):
        reach = 1.15 * radius * float(hand.rng.uniform(0.88, 1.1))
        shift = hand.rng.normal(0, 0.07 * radius, 2)
        place = (at[0] + float(shift[0]), at[1] + float(shift[1]))
        corners = _turned(np.array([[-1.0, 0.0], [1.0, 0.0]]), angle + tilt) * reach + place
        stroke = hand.line(corners, slip_mm=0.07 * radius, end_mm=0.08 * radius)
        drawing.add(stroke, mine, Subject("tourists", str(quarter)))


def _draw_threat(
    drawing: Drawing,
    figure: ThreatFigure,
    at: Point,
    radius: float,
    quarter: Location,
    pen: Pen,
    hand: Hand,
) -> None:
    mine, subject = pulled(pen, hand), Subject("threats", str(quarter))
    turn = float(hand.rng.normal(0, 0.15))
    for path in _figure(figure, hand):
        drawing.add(_turned(path, turn) * 1.05 * radius + at, mine, subject)


def _figure(figure: ThreatFigure, hand: Hand) -> list[NDArray[np.float64]]:
    """Return the strokes of a threat symbol of size 1, about its middle."""
    match figure:
        case ThreatFigure.SPIRAL:
            turns = float(hand.rng.uniform(1.9, 2.4))
            angle = np.linspace(0, 2 * np.pi * turns, 90) + float(hand.rng.uniform(0, 6.28))
            grown = np.linspace(0.06, 1.0, 90) ** float(hand.rng.uniform(0.8, 1.0))
            way = -1.0 if hand.rng.random() < 0.3 else 1.0
            spiral = np.stack([grown * np.cos(angle), way * grown * np.sin(angle)], axis=1)
            return [hand.scrawl(spiral)]
        case ThreatFigure.EYE:
            along = np.linspace(-1.0, 1.0, 25)
            lid = 0.62 * (1 - along**2)
            rim = np.concatenate(
                [np.stack([along, -lid], 1), np.stack([along[::-1], lid[::-1]], 1)]
            )
            angle = np.linspace(0, 2 * np.pi, 20)
            pupil = 0.16 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
            return [hand.scrawl(rim), hand.scrawl(pupil)]
        case ThreatFigure.STAR:
            return [hand.scrawl(np.array(_STAR))]
        case ThreatFigure.ZIGZAG:
            return [hand.scrawl(np.array(_ZIGZAG))]
        case ThreatFigure.TRIDENT:
            return [hand.scrawl(np.array(_FORK)), hand.scrawl(np.array(_STEM))]


def _draw_cache(
    drawing: Drawing, at: Point, place: str, figure: CacheFigure, pen: Pen, hand: Hand
) -> None:
    rng, mine, subject = hand.rng, pulled(pen, hand), Subject("cache", place)
    x, y = np.array(at) + rng.normal(0, 0.4 * hand.unsteadiness, 2)
    centre = (float(x), float(y))
    if figure is CacheFigure.BOX:
        drawing.add(hand.polygon(centre, float(rng.uniform(2.4, 3.2)), 4), mine, subject)
        return
    radius = float(rng.uniform(1.1, 1.7))
    angle = np.linspace(0, 2 * np.pi * 3, 60)
    grown = np.linspace(1.0, 0.1, 60)
    filled = np.stack([grown * np.cos(angle), grown * np.sin(angle)], axis=1)
    drawing.add(hand.scrawl(filled * radius) + centre, mine.worn(1.1, 1.0), subject)


def _draw_beside(
    drawing: Drawing, spots: PageSpots, marks: InnsmouthMarks, pen: Pen, hand: Hand
) -> None:
    """Draw rings round bonuses, crossed out where they were used, and round the name."""
    free = list(spots.bonuses)
    used = list(marks.used)
    for bonus in marks.circled or ():
        spot = next(one for one in free if one.bonus is bonus)
        free.remove(spot)
        mark = CafeMark.USED if bonus in used else CafeMark.VISITED
        if bonus in used:
            used.remove(bonus)
        draw_symbol(drawing, spot.xy, mark, Subject("bonus", spot.id), pen, hand, 1.0)
    if marks.ringed_name:
        x, y = np.array(spots.name_xy) + hand.rng.normal(0, 0.5, 2)
        wide, high = spots.name_mm
        across = 0.5 * wide * float(hand.rng.uniform(0.66, 0.88))
        ring = hand.circle((0.0, 0.0), 1.0 * across)
        flat = 0.5 * high * float(hand.rng.uniform(0.8, 1.0)) / across
        drawing.add(ring * (1.0, flat) + (x, y), pulled(pen, hand), Subject("name", "name"))


def _turned(path: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(path @ np.array([[cos, sin], [-sin, cos]]), np.float64)
