"""From a rectified photo to marks and doubts: all the evidence, read together."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, TouristKind
from scorer.rules.city import load_city
from scorer.rules.marks import CafeMark, Marks, Tourists, usual_setup
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.referee import most_sections
from scorer.vision import draw
from scorer.vision.beside import (
    crossable,
    judged_symbols,
    symbol_chances,
    symbols_as_cafes,
    without_stripes,
)
from scorer.vision.cafes import CafeEvidence, find_cafes
from scorer.vision.cards import Deal, some_go_away
from scorer.vision.colours import with_colours
from scorer.vision.crosses import CrossEvidence, find_crosses
from scorer.vision.crowds import judge_crowds
from scorer.vision.debug import Debug
from scorer.vision.doubts import Doubt, cafe_word, rank
from scorer.vision.ink import Ink, find_ink
from scorer.vision.judged import judge_cafes, judge_rings, judge_sections
from scorer.vision.kinds import look_closer
from scorer.vision.legal import (
    FEWEST,
    circled_odds,
    lone_rings,
    reached,
    settled_crowds,
    settled_sections,
    with_referee,
)
from scorer.vision.patches import Layers
from scorer.vision.pens import colour_doubts, section_pens
from scorer.vision.rectify import Rectified
from scorer.vision.rings import RingEvidence, find_rings
from scorer.vision.sections import SectionEvidence, find_sections
from scorer.vision.shapes import INKED, Crowd, Looked, find_shapes, pen_width
from scorer.vision.trained import Chances, find_chances

Bytes = NDArray[np.uint8]

# Sections may run on past their ends, into a café's ring, by this much.
_RUN_ON_MM = 3.0
# A symbol beside the map of which more than this share was not seen is asked about.
_HIDDEN = 0.3


@dataclass(frozen=True, slots=True)
class Interpreted:
    """What is drawn on a board, and where that is doubtful.

    ``every`` holds all places, sure ones too, as ``doubts`` holds the doubtful ones.
    """

    marks: Marks
    doubts: tuple[Doubt, ...]
    every: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class _Judged:
    """Everything read, with a doubt for every place, however sure."""

    sections: frozenset[RoadId]
    tourists: dict[Location, Tourists]
    cafes: dict[Crossroads, CafeMark]
    task: frozenset[Crossroads]
    doubts: tuple[Doubt, ...]


def interpret(rectified: Rectified, board: Board, debug: Debug | None = None) -> Interpreted:
    """Read all marks on a rectified photo.

    Parameters
    ----------
    rectified : Rectified
        The photo laid over the board's reference picture.
    board : Board
    debug : Debug, optional
        Gets one picture per stage.
    """
    ink = find_ink(rectified)
    layers = Layers.of(rectified, ink)
    asked, looked = _asked(layers, board)
    sections = find_sections(ink, rectified, board)
    mask = np.asarray((ink.strength > INKED) * 255, np.uint8)
    pen = pen_width(mask)
    known = asked.result()
    chances, section_doubts = judge_sections(sections, known.sections)
    drawn = frozenset(road for road, chance in chances.items() if chance > 0.5)
    route = _strokes([s.stroke_px for s in sections if s.road in drawn], mask, pen)
    scale = rectified.px_per_mm
    past = [_run_on(s.stroke_px, _RUN_ON_MM * scale) for s in sections if s.road in drawn]
    cafes = find_cafes(ink, _strokes(past, mask, pen), pen, rectified, board)
    points = list(board.crossroads_xy)
    city = load_city(board.city)
    near = reached(board, chances)
    likely = {point: circled_odds(chance, city) for point, chance in near.items()}
    circled, cafe_doubts = judge_cafes(cafes, known.cafes, likely)
    discs = _discs([c.ring for c in cafes if c.crossroads in circled], mask, pen, scale)
    places = [rectified.to_px(board.crossroads_xy[point]) for point in points]
    rings = find_rings(ink, places, scale, discs)
    ring_doubts = judge_rings(points, rings, circled, known.rings)
    cafe_doubts, ring_doubts = lone_rings(cafe_doubts, ring_doubts, near)
    task = frozenset(Crossroads.parse(doubt.where) for doubt in ring_doubts if doubt.read)
    passed_by = {
        Crossroads.parse(doubt.where) for doubt in cafe_doubts if doubt.read == cafe_word(None)
    }
    # A café's ring that turned out to be the task's is among the discs.
    own = task - (passed_by & circled.keys())
    ringed = [ring for point, ring in zip(points, rings, strict=True) if point in own]
    circled = {point: mark for point, mark in circled.items() if point not in passed_by}
    taken = np.maximum(np.maximum(route, discs), _discs(ringed, mask, pen, scale))
    crowds = find_shapes(ink, taken, looked.result(), rectified, board)
    pentagons = TouristKind.PENTAGON in city.tourists
    crowds = look_closer(crowds, ink, rectified, board, pentagons)
    if city.game.hot_spots:
        crowds = without_stripes(crowds, rectified, board)
    crowds = with_colours(crowds)
    crosses = find_crosses(ink, rectified, board, crossable(board))
    crowds = _as_filled(crowds, crosses, rectified, board)
    tourists, crossed, crowd_doubts = judge_crowds(
        crowds, crosses, city.tourists, Deal.of(board, city, circled)
    )
    tickets, area, area_doubts = _judge_beside(ink, layers, pen, board)
    known_cafes = Marks(board.city, board.id, cafes=circled, cafe_area=area)
    most = most_sections(board, city, known_cafes, usual_setup(city))
    section_doubts = settled_sections(section_doubts, chances, tourists.keys(), most, board)
    drawn = frozenset(RoadId.parse(doubt.where) for doubt in section_doubts if doubt.read)
    marks = Marks(board.city, board.id, drawn, tourists, circled, task, crossed)
    marks = replace(marks, tickets=tickets, cafe_area=area)
    if city.coloured:
        pens = section_pens(ink, sections, drawn)
        colours = {road: pen.colour for road, pen in pens.items() if pen.colour is not None}
        marks, section_doubts = replace(marks, colours=colours), colour_doubts(section_doubts, pens)
    judged = (*section_doubts, *cafe_doubts, *ring_doubts, *crowd_doubts, *area_doubts)
    every = with_referee(judged, marks, board)
    doubts = rank(every)
    if debug is not None:
        _show(debug, rectified, ink, sections, crowds, rings, cafes, marks, doubts, board)
    return Interpreted(marks, doubts, every)


def _asked(layers: Layers, board: Board) -> tuple[Future[Chances], Future[Looked]]:
    """Return what the networks are going to say, in this order.

    They run beside the rules: OpenCV lets Python go on meanwhile, and half of the rules'
    work, which keeps one processor busy, needs none of their words.
    """
    networks = ThreadPoolExecutor(1)
    asked = networks.submit(find_chances, layers, board)
    looked = networks.submit(Looked.at, layers, board)
    # Nothing else is asked; the thread ends by itself.
    networks.shutdown(wait=False)
    return asked, looked


def _strokes(paths: list[NDArray[np.float32]], mask: Bytes, pen: float) -> Bytes:
    """Return the ink along *paths*."""
    found = np.zeros_like(mask)
    for path in paths:
        cv2.polylines(found, [np.round(path).astype(np.int32)], False, 255, round(1.35 * pen))
    return found


def _run_on(path: NDArray[np.float32], by_px: float) -> NDArray[np.float32]:
    """Return *path* gone straight on at both ends: pens are rarely lifted on the spot."""
    back, forth = path[0] - path[len(path) // 5], path[-1] - path[-len(path) // 5]
    ends = [
        end + by_px * way / max(float(np.hypot(*way)), 1e-6)
        for end, way in ((path[0], back), (path[-1], forth))
    ]
    return np.asarray(np.vstack([ends[0], path, ends[1]]), np.float32)


def _discs(rings: list[RingEvidence], mask: Bytes, pen: float, scale: float) -> Bytes:
    """Return the discs of *rings*, their strokes included."""
    found = np.zeros_like(mask)
    for ring in rings:
        path = np.round(ring.path_px).astype(np.int32)
        cv2.fillPoly(found, [path], 255)
        cv2.polylines(found, [path], True, 255, round(1.4 * pen))
        middle = (round(ring.middle_px[0]), round(ring.middle_px[1]))
        cv2.circle(found, middle, round(ring.radius_mm * scale + 0.8 * pen), 255, -1)
    return found


def _judge_beside(
    ink: Ink, layers: Layers, pen: float, board: Board
) -> tuple[frozenset[str], dict[str, CafeMark], list[Doubt]]:
    """Judge the symbols beside the map, which no section reaches."""
    symbols = symbols_as_cafes(board)
    nothing = np.zeros(ink.strength.shape, np.uint8)
    cafes = find_cafes(ink, nothing, pen, layers.rectified, symbols)
    circled, doubts = judge_cafes(cafes, symbol_chances(layers, symbols), {})
    unseen = frozenset(c.crossroads for c in cafes if c.ring.unseen > _HIDDEN)
    return judged_symbols(board, circled, doubts, unseen)


def _as_filled(
    crowds: tuple[Crowd, ...],
    crosses: tuple[CrossEvidence, ...],
    rectified: Rectified,
    board: Board,
) -> tuple[Crowd, ...]:
    """Return *crowds* with as many filled as a game leaves; spaces beside the map hold any number.

    A cross may stand for a round, and a part of the board has any share of the locations.
    """
    rounds = load_city(board.city).game.rounds
    crossed = {found.location for found in crosses if found.odds > 0}
    counted = [c for c in crowds if not c.location.name and c.location not in crossed]
    whole = ":" not in board.id and _shows_all(rectified, board)
    least = max(1, rounds - len(crossed)) if whole else 0
    fewest = 1 if some_go_away(board) else FEWEST
    settled = {crowd.location: crowd for crowd in settled_crowds(counted, rounds, least, fewest)}
    return tuple(settled.get(crowd.location, crowd) for crowd in crowds)


def _shows_all(rectified: Rectified, board: Board) -> bool:
    """Return whether every crossroads is in the photo."""
    height, width = rectified.seen.shape
    for xy in board.crossroads_xy.values():
        x, y = (round(value) for value in rectified.to_px(xy))
        if not (0 <= x < width and 0 <= y < height and rectified.seen[y, x]):
            return False
    return True


def _show(
    debug: Debug,
    rectified: Rectified,
    ink: Ink,
    sections: tuple[SectionEvidence, ...],
    crowds: tuple[Crowd, ...],
    rings: tuple[RingEvidence, ...],
    cafes: tuple[CafeEvidence, ...],
    marks: Marks,
    doubts: tuple[Doubt, ...],
    board: Board,
) -> None:
    debug.save("ink", draw.ink_picture(ink))
    debug.save("sections", draw.sections_picture(rectified, sections, marks.sections))
    debug.save("rings", draw.rings_picture(rectified, board, rings, cafes, marks))
    debug.save("shapes", draw.shapes_picture(rectified, crowds))
    debug.save("read", draw.read_picture(rectified, board, marks, doubts))
