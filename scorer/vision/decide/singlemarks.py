"""Each mark by itself: what the networks and the hand-made rules say about it together."""

import numpy as np

from scorer.rules.marks import CafeMark
from scorer.rules.notation import Crossroads, RoadId
from scorer.vision.cafes import CafeEvidence
from scorer.vision.crowds import logistic
from scorer.vision.doubts import Doubt, cafe_word
from scorer.vision.legal import settled_task
from scorer.vision.rings import RingEvidence
from scorer.vision.sections import SectionEvidence

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
# The same for a task's ring round a circled café: it lies outside the other.
_SECOND_RING_AT, _SECOND_RING_MM, _SECOND_RING_OFF_MM = 0.55, (4.5, 7.4), 1.5
# What the network's word on it counts for, the mean of many looks, and the rule's; and what is
# added to both as log odds.
_SECOND_KNOWN_WORTH, _SECOND_RULE_WORTH, _SECOND_MORE = 2.0, 0.6, 1.6
# The same for a stroke across a café.
_STROKE_AT, _STROKE_SLOPE = 0.56, 12.0
# A hand-made rule counts for this much beside the network that was trained for the same
# question; the one and the other are at most as sure as these log odds.
_RULE_WORTH, _SUREST, _RULE_SUREST = 0.3, 8.0, 3.0
_CAFE_RULE_WORTH, _CROSSED_RULE_WORTH = 0.5, 0.3
# So much of its word is believed when it comes to how sure a café's mark is.
_CAREFUL_TEMPER = 0.5
# A place of which more than this share was not seen is never surer than that.
_HIDDEN, _MOST_HIDDEN = 0.3, 0.9
# The same where the network and the rule say opposite things, this far apart.
_CONTRADICTED = 0.9
# Chance that a place which was not seen has nothing drawn on it.
_UNSEEN_IS_EMPTY = 0.75


def judge_sections(
    sections: tuple[SectionEvidence, ...], known: dict[RoadId, float]
) -> tuple[dict[RoadId, float], list[Doubt]]:
    """Judge sections by what the network *known* and the strokes say: the chance of each."""
    chances, doubts = {}, []
    for found in sections:
        rule, reason = _stroke_chance(found)
        chance = chances[found.road] = _joined(known[found.road], rule)
        apart = abs(known[found.road] - rule) > _CONTRADICTED
        if apart or found.unseen > _HIDDEN:
            chance = float(np.clip(chance, 1 - _MOST_HIDDEN, _MOST_HIDDEN))
        read = chance > 0.5
        doubts.append(
            Doubt("section", str(found.road), read, max(chance, 1 - chance), (not read,), reason)
        )
    return chances, doubts


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


def _ring_chance(
    ring: RingEvidence,
    at: float = _RING_AT,
    radii_mm: tuple[float, float] = _RING_MM,
    off_mm: float = _RING_OFF_MM,
) -> float:
    if not radii_mm[0] <= ring.radius_mm <= radii_mm[1] or ring.offset_mm > off_mm:
        return 0.001
    return logistic(ring.coverage - at - 0.3 * max(0.0, ring.wobble_mm - 0.3), _RING_SLOPE)


def judge_cafes(
    cafes: tuple[CafeEvidence, ...],
    known: dict[Crossroads, dict[str, float]],
    likely: dict[Crossroads, float],
) -> tuple[dict[Crossroads, CafeMark], list[Doubt]]:
    """Judge cafés by what the network *known* and the strokes say, and how *likely* rules make it.

    The latter are log odds of a circle.
    """
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
        chances = _pooled(known[found.crossroads], rule, 1.0)
        careful = _pooled(known[found.crossroads], rule, _CAREFUL_TEMPER)
        legal = _with_ring_odds(chances, likely.get(found.crossroads, 0.0))
        order = sorted(legal, key=lambda word: -legal[word])
        most = _MOST_HIDDEN if found.ring.unseen > _HIDDEN else 1.0
        if order[0] != "none":
            circled[found.crossroads] = CafeMark(order[0])
            reason = "crossed out or not" if ring > 0.9 else reason
        doubts.append(
            Doubt(
                "cafe",
                str(found.crossroads),
                cafe_word(circled.get(found.crossroads)),
                min(most, *(said[order[0]] for said in (chances, legal, careful))),
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


def _with_ring_odds(chances: dict[str, float], odds: float) -> dict[str, float]:
    """Return a café's *chances* with the *odds* (log) that there is a ring from elsewhere."""
    none = logistic(_log_odds(chances["none"], _SUREST) - odds, 1.0)
    ring = max(1 - chances["none"], 1e-9)
    rest = {word: (1 - none) * chance / ring for word, chance in chances.items()}
    return {**rest, "none": none}


def _odds_pooled(known: float, rule: float, known_worth: float, rule_worth: float) -> float:
    odds = known_worth * _log_odds(known, _SUREST) + rule_worth * _log_odds(rule, _RULE_SUREST)
    return logistic(odds, 1.0)


def judge_rings(
    points: list[Crossroads],
    rings: tuple[RingEvidence, ...],
    circled: dict[Crossroads, CafeMark],
    known: dict[Crossroads, float],
) -> list[Doubt]:
    """Judge task rings; one ring round a café is the café's alone."""
    doubts = []
    for point, ring in zip(points, rings, strict=True):
        if point in circled:
            chance, reason = _second_ring_chance(known[point], ring), "ring beside a café's"
        else:
            rule, reason = _lone_ring_chance(ring)
            chance = _joined(known[point], rule)
        read = chance > 0.5
        doubts.append(Doubt("task", str(point), read, max(chance, 1 - chance), (not read,), reason))
    return settled_task(doubts)


def _lone_ring_chance(ring: RingEvidence) -> tuple[float, str]:
    """Return how likely the ink is a ring where no café's is, and what weakens that most."""
    chance = _ring_chance(ring)
    if chance > 0.5 and ring.glared > _GLARED:
        return min(chance, _IN_GLARE), "glare"
    if ring.unseen > 0.3 and chance < 0.5:
        return max(chance, 0.06), "glare"
    return chance, "faint"


def _second_ring_chance(known: float, ring: RingEvidence) -> float:
    """Return the chance of a task's ring round a café's, of which the ink is left out."""
    rule = _ring_chance(ring, _SECOND_RING_AT, _SECOND_RING_MM, _SECOND_RING_OFF_MM)
    odds = _SECOND_KNOWN_WORTH * _log_odds(known, _SUREST)
    odds += _SECOND_RULE_WORTH * _log_odds(rule, _RULE_SUREST)
    return logistic(odds + _SECOND_MORE, 1.0)
