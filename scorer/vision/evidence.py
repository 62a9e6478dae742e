"""From a rectified photo to marks and doubts: all the evidence, read together."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, TouristKind
from scorer.rules.city import load_city
from scorer.rules.marks import CafeMark, Marks, Tourists
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.vision import draw
from scorer.vision.beside import (
    crossable,
    judged_symbols,
    symbol_chances,
    symbols_as_cafes,
    without_stripes,
)
from scorer.vision.cafes import CafeEvidence, find_cafes
from scorer.vision.colours import with_colours
from scorer.vision.crosses import find_crosses
from scorer.vision.crowds import judge_crowds, logistic
from scorer.vision.debug import Debug
from scorer.vision.doubts import Doubt, cafe_word, rank, with_referee
from scorer.vision.ink import Ink, find_ink
from scorer.vision.kinds import look_closer
from scorer.vision.patches import Layers
from scorer.vision.pens import colour_doubts, section_pens
from scorer.vision.rectify import Rectified
from scorer.vision.rings import RingEvidence, find_rings
from scorer.vision.sections import SectionEvidence, find_sections
from scorer.vision.shapes import INKED, Crowd, Looked, find_shapes, pen_width
from scorer.vision.trained import Chances, find_chances

Bytes = NDArray[np.uint8]

# Coverage at which a road is as likely drawn as not, and how fast that changes.
_SECTION_AT, _SECTION_SLOPE = 0.66, 18.0
# Chance that a stroke is a section whose ink fades to a trace on its way.
_FADING = 0.45
# Ink mostly inside a reflection may be the reflection's own edge.
_GLARED, _IN_GLARE = 0.4, 0.85
# A stroke this far beside the road's middle, on average, is rather a shape's edge.
# Shapes do not reach from end to end: a stroke that does may lie further beside it.
_BESIDE_MM, _WHOLE, _WHOLE_MM = 1.15, 0.96, 0.8
# The same for rings, by the share of directions inked. Fine print round a café swallows
# ink, and no shapes lie near it.
_CAFE_RING_AT = 0.45
_RING_AT, _RING_SLOPE = 0.75, 22.0
_RING_MM = (2.6, 6.2)
_RING_OFF_MM = 1.9
# Sections may run on past their ends, into a café's ring, by this much.
_RUN_ON_MM = 3.0
# The same for a stroke across a café.
_STROKE_AT, _STROKE_SLOPE = 0.56, 12.0
# A hand-made rule counts for this much beside the network that was trained for the same
# question; the one and the other are at most as sure as these log odds.
_RULE_WORTH, _SUREST, _RULE_SUREST = 0.3, 8.0, 3.0
_CAFE_RULE_WORTH = 0.5
# On boards of other styles the network is a bit too sure of what is crossed out.
_CROSSED_TEMPER, _CROSSED_RULE_WORTH = 0.8, 0.7
# So much of its word is believed when it comes to how sure a café's mark is.
_CAREFUL_TEMPER = 0.5
_LONE_RING = 0.4
# A place of which more than this share was not seen is never surer than that.
_HIDDEN, _MOST_HIDDEN = 0.3, 0.9
# The same where the network and the rule say opposite things, this far apart.
_CONTRADICTED = 0.9
# Chance that a place which was not seen has nothing drawn on it.
_UNSEEN_IS_EMPTY = 0.75


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
    drawn, section_doubts = _judge_sections(sections, known.sections)
    route = _strokes([s.stroke_px for s in sections if s.road in drawn], mask, pen)
    scale = rectified.px_per_mm
    past = [_run_on(s.stroke_px, _RUN_ON_MM * scale) for s in sections if s.road in drawn]
    cafes = find_cafes(ink, _strokes(past, mask, pen), pen, rectified, board)
    points = list(board.crossroads_xy)
    circled, cafe_doubts = _judge_cafes(cafes, known.cafes)
    discs = _discs([c.ring for c in cafes if c.crossroads in circled], mask, pen, scale)
    places = [rectified.to_px(board.crossroads_xy[point]) for point in points]
    rings = find_rings(ink, places, scale, discs)
    task, ring_doubts = _judge_rings(points, rings, circled, known.rings)
    ringed = [ring for point, ring in zip(points, rings, strict=True) if point in task]
    taken = np.maximum(np.maximum(route, discs), _discs(ringed, mask, pen, scale))
    city = load_city(board.city)
    crowds = find_shapes(ink, taken, looked.result(), rectified, board)
    pentagons = TouristKind.PENTAGON in city.tourists
    crowds = look_closer(crowds, ink, rectified, board, pentagons)
    if city.game.hot_spots:
        crowds = without_stripes(crowds, rectified, board)
    crowds = with_colours(crowds)
    crosses = find_crosses(ink, rectified, board, crossable(board))
    tourists, crossed, crowd_doubts = judge_crowds(crowds, crosses, city.tourists)
    tickets, area, area_doubts = _judge_beside(ink, layers, pen, board)
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


def _judge_sections(
    sections: tuple[SectionEvidence, ...], known: dict[RoadId, float]
) -> tuple[frozenset[RoadId], list[Doubt]]:
    """Judge sections by what the network *known* and the strokes say."""
    drawn, doubts = set(), []
    for found in sections:
        rule, reason = _stroke_chance(found)
        chance = _joined(known[found.road], rule)
        apart = abs(known[found.road] - rule) > _CONTRADICTED
        if apart or found.unseen > _HIDDEN:
            chance = float(np.clip(chance, 1 - _MOST_HIDDEN, _MOST_HIDDEN))
        read = chance > 0.5
        if read:
            drawn.add(found.road)
        doubts.append(
            Doubt("section", str(found.road), read, max(chance, 1 - chance), (not read,), reason)
        )
    return frozenset(drawn), doubts


def _stroke_chance(found: SectionEvidence) -> tuple[float, str]:
    """Return how likely the stroke along a road is a section, and what weakens that most."""
    chance = logistic(found.coverage - _SECTION_AT, _SECTION_SLOPE)
    reason = "faint"
    if chance < _FADING and found.traced > 0.9 and found.coverage > 0.15:
        # A stroke that fades along its way: a dry pen, or light that swallows it.
        chance = _FADING
    aside = found.beside_mm - _BESIDE_MM - (_WHOLE_MM if found.whole > _WHOLE else 0)
    if aside > 0:
        chance *= float(np.exp(-3 * aside))
        reason = "beside the road"
    if chance > 0.5 and found.glared > _GLARED:
        chance, reason = min(chance, _IN_GLARE), "glare"
    if found.unseen > 0.2:
        share = min(1.0, (found.unseen - 0.2) / 0.3)
        chance += share * ((1 - _UNSEEN_IS_EMPTY) * (1 - chance) - 0.2 * chance)
        reason = "glare"
    return chance, reason


def _joined(known: float, rule: float) -> float:
    """Return the chance that the network's word and the hand-made rule's make together."""
    return _odds_pooled(known, rule, 1.0, _RULE_WORTH)


def _log_odds(chance: float, surest: float) -> float:
    return float(np.clip(np.log(max(chance, 1e-9) / max(1 - chance, 1e-9)), -surest, surest))


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


def _ring_chance(ring: RingEvidence, at: float = _RING_AT) -> float:
    if not _RING_MM[0] <= ring.radius_mm <= _RING_MM[1] or ring.offset_mm > _RING_OFF_MM:
        return 0.001
    return logistic(ring.coverage - at - 0.3 * max(0.0, ring.wobble_mm - 0.3), _RING_SLOPE)


def _judge_cafes(
    cafes: tuple[CafeEvidence, ...], known: dict[Crossroads, dict[str, float]]
) -> tuple[dict[Crossroads, CafeMark], list[Doubt]]:
    circled, doubts = {}, []
    for found in cafes:
        ring = _ring_chance(found.ring, _CAFE_RING_AT)
        reason = "faint"
        if found.ring.unseen > 0.2 and ring < 0.5:
            ring, reason = max(ring, 1 - _UNSEEN_IS_EMPTY), "glare"
        used = logistic(found.stroke - _STROKE_AT, _STROKE_SLOPE)
        rule = {
            "none": 1 - ring,
            CafeMark.VISITED.value: ring * (1 - used),
            CafeMark.USED.value: ring * used,
        }
        chances = _pooled(known[found.crossroads], rule, _CROSSED_TEMPER)
        careful = _pooled(known[found.crossroads], rule, _CAREFUL_TEMPER)
        order = sorted(chances, key=lambda word: -chances[word])
        most = _MOST_HIDDEN if found.ring.unseen > _HIDDEN else 1.0
        if order[0] != "none":
            circled[found.crossroads] = CafeMark(order[0])
            reason = "crossed out or not" if ring > 0.9 else reason
        doubts.append(
            Doubt(
                "cafe",
                str(found.crossroads),
                cafe_word(circled.get(found.crossroads)),
                min(most, chances[order[0]], careful[order[0]]),
                tuple(order[1:]),
                reason,
            )
        )
    return circled, doubts


def _pooled(known: dict[str, float], rule: dict[str, float], temper: float) -> dict[str, float]:
    """Return a café's chances that the network's and the hand-made rule's make together.

    Whether it is circled and whether a circle is crossed out are two questions.
    """
    visited, used = CafeMark.VISITED.value, CafeMark.USED.value
    ring = _odds_pooled(1 - known["none"], 1 - rule["none"], 1.0, _CAFE_RULE_WORTH)
    known_used = known[used] / max(known[used] + known[visited], 1e-9)
    rule_used = rule[used] / max(rule[used] + rule[visited], 1e-9)
    crossed = _odds_pooled(known_used, rule_used, temper, _CROSSED_RULE_WORTH)
    return {"none": 1 - ring, visited: ring * (1 - crossed), used: ring * crossed}


def _odds_pooled(known: float, rule: float, known_worth: float, rule_worth: float) -> float:
    odds = known_worth * _log_odds(known, _SUREST) + rule_worth * _log_odds(rule, _RULE_SUREST)
    return logistic(odds, 1.0)


def _judge_beside(
    ink: Ink, layers: Layers, pen: float, board: Board
) -> tuple[frozenset[str], dict[str, CafeMark], list[Doubt]]:
    """Judge the symbols beside the map, which no section reaches."""
    symbols = symbols_as_cafes(board)
    nothing = np.zeros(ink.strength.shape, np.uint8)
    cafes = find_cafes(ink, nothing, pen, layers.rectified, symbols)
    circled, doubts = _judge_cafes(cafes, symbol_chances(layers, symbols))
    unseen = frozenset(c.crossroads for c in cafes if c.ring.unseen > _HIDDEN)
    return judged_symbols(board, circled, doubts, unseen)


def _judge_rings(
    points: list[Crossroads],
    rings: tuple[RingEvidence, ...],
    circled: dict[Crossroads, CafeMark],
    known: dict[Crossroads, float],
) -> tuple[frozenset[Crossroads], list[Doubt]]:
    """Judge task rings; one ring round a café is the café's alone."""
    task, doubts = set(), []
    for point, ring in zip(points, rings, strict=True):
        chance = _ring_chance(ring, _RING_AT + (0.08 if point in circled else 0.0))
        reason = "faint"
        if point in circled:
            chance = min(chance, 0.9)
            reason = "ring beside a café's"
        elif chance > 0.5 and ring.glared > _GLARED:
            chance, reason = min(chance, _IN_GLARE), "glare"
        elif ring.unseen > 0.3 and chance < 0.5:
            chance, reason = max(chance, 0.06), "glare"
        rule, chance = chance, _joined(known[point], chance)
        if point in circled and rule < 0.5:
            # What looks like a second ring to the network alone is a doubt at most.
            chance = min(chance, _LONE_RING)
        read = chance > 0.5
        if read:
            task.add(point)
        doubts.append(Doubt("task", str(point), read, max(chance, 1 - chance), (not read,), reason))
    return frozenset(task), doubts


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
