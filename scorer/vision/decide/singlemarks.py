"""Each mark by itself: what the network and the measuring rule say about it together.

The rules measure strokes along roads and round points. Both are witnesses to the same ink: their
log odds are added, each times its worth.
"""

from collections.abc import Set as AbstractSet

import numpy as np

from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.mark import CafeMark
from scorer.vision.decide.odds import log_odds, logistic
from scorer.vision.decide.seen import Judged
from scorer.vision.doubts import SURE, Doubt, cafe_word
from scorer.vision.evidence.cafes import LEAST_RING, CafeEvidence
from scorer.vision.evidence.rings import RingEvidence
from scorer.vision.evidence.sections import SectionEvidence
from scorer.vision.placesfile import Opinion

_NO_RING = cafe_word(None)
# Coverage at which a road is as likely drawn as not, and how fast that changes.
_SECTION_AT, _SECTION_SLOPE = 0.66, 18.0
# Chance that a stroke is a section whose ink fades to a trace on its way.
_FADING = 0.45
# Ink mostly inside a reflection may be the reflection's own edge.
_GLARED, _IN_GLARE = 0.4, 0.85
# A stroke that is pale all along is as dark as this nearly everywhere, and inks less than that. It
# may be a trace of what was wiped off if it is paler than this share of the board's sections. Of so
# many these are known.
_PALE, _PALE_INKS, _PALER, _SECTIONS_KNOWN = 0.13, 0.66, 0.6, 4
# Where the ink of the board's sections covers less than this, the median, it hardly shows on its
# roads: measuring says nothing, and only below this chance the network is sure that none is drawn.
# It is 0.75 and more on all but three of 200 photos.
_HARDLY_SHOWS, _SURELY_NONE = 0.4, 0.008
# A stroke this far beside the road's middle, on average, is rather a shape's edge.
# Shapes do not reach from end to end: a stroke that does may lie further beside it.
_BESIDE_MM, _WHOLE, _WHOLE_MM = 1.15, 0.96, 0.8
# The same for rings, by the share of directions inked.
_RING_AT, _RING_SLOPE = 0.75, 22.0
_RING_MM = (2.6, 6.2)
_RING_OFF_MM = 1.9
# Smaller ones, where light hides nothing, may be small rings; what goes round no nearer than it is
# looked for is the ink of roads. Inked all round they are as likely as this: the network decides.
_SMALL_RING_MM, _SMALL_RING = (1.9, 2.6), 0.85
# The same for a café's, whose own print is no ring: one smaller than so many mm must be inked by
# so much more a mm.
_CAFE_RING_AT, _CAFE_RING_MM = 0.42, (1.6, 6.2)
_SMALL_MM, _SMALL_MORE = 2.4, 0.25
# The same for a task's ring round a circled café: it lies outside the other.
_SECOND_RING_AT, _SECOND_RING_MM, _SECOND_RING_OFF_MM = 0.55, (4.5, 7.4), 1.5
# What is added to the log odds of a task's ring where no café's is: the network's word on thin
# rings is often too low, and on what is no ring it is hardly ever high.
_RING_MORE = 1.0
# What the network's word on it counts for, the mean of many looks, and the rule's; and what is
# added to both as log odds.
_SECOND_KNOWN_WORTH, _SECOND_RULE_WORTH, _SECOND_MORE = 2.0, 0.6, 1.6
# The same for a stroke across a café.
_STROKE_AT, _STROKE_SLOPE = 0.56, 12.0
# A measuring rule counts for this much beside the network that was trained for the same
# question; the one and the other are at most as sure as these log odds.
_RULE_WORTH, _SUREST, _RULE_SUREST = 0.3, 8.0, 3.0
_CAFE_RULE_WORTH, _CROSSED_RULE_WORTH = 0.5, 0.3
# So much of its word is believed when it comes to how sure a café's mark is.
_CAREFUL_TEMPER = 0.5
# From this chance of a ring on, what is doubtful is the stroke across it.
_CLEAR_RING = 0.9
# Where a ring is not seen, neither is a stroke across it: so much is added to its log odds.
_UNSEEN_CROSS = 0.8
# A place of which more than this share was not seen is never surer than that.
_HIDDEN, _MOST_HIDDEN = 0.3, 0.9
# The same where the network and the rule say opposite things, this far apart.
_CONTRADICTED = 0.9
# Chance that a place which was not seen has nothing drawn on it.
_UNSEEN_IS_EMPTY = 0.75


def judge_sections(
    sections: tuple[SectionEvidence, ...], known: dict[RoadId, float]
) -> tuple[dict[RoadId, float], list[Judged]]:
    """Judge sections by what the network *known* and the strokes say: the chance of each."""
    chances, judged = {}, []
    drawn = [found for found in sections if known[found.road] > 0.5]
    usual = _usual([found.evenly for found in drawn])
    shows = _usual([found.coverage for found in drawn]) >= _HARDLY_SHOWS
    for found in sections:
        rule, reason = _stroke_chance(found)
        chance = _joined(known[found.road], rule) if shows else known[found.road]
        chances[found.road] = chance
        apart = abs(known[found.road] - rule) > _CONTRADICTED
        hardly = not shows and _SURELY_NONE < known[found.road] < 0.5
        if apart or hardly or found.unseen > _HIDDEN:
            chance = float(np.clip(chance, 1 - _MOST_HIDDEN, _MOST_HIDDEN))
        if _pale(found) and (chance < 0.5 or found.evenly < _PALER * usual):
            chance, reason = float(np.clip(chance, 1 - _MOST_HIDDEN, _MOST_HIDDEN)), "faint"
        doubt = _yes_or_no("section", found.road, chance, reason)
        network = Opinion({"drawn": known[found.road]})
        judged.append(Judged(doubt, network, Opinion({"drawn": rule}, _stroke_figures(found))))
    return chances, judged


def _usual(values: list[float]) -> float:
    """Return the median of *values* of the board's sections; 1 where few are known."""
    return float(np.median(values)) if len(values) >= _SECTIONS_KNOWN else 1.0


def _pale(found: SectionEvidence) -> bool:
    """Return whether the stroke is pale all along: a dry pen's, or one that was wiped off."""
    return found.palest > _PALE and found.coverage < _PALE_INKS


def _yes_or_no(kind: str, where: object, chance: float, reason: str) -> Doubt:
    """Return the doubt about a mark that is there with *chance*."""
    read = chance > 0.5
    return Doubt(kind, str(where), read, max(chance, 1 - chance), (not read,), reason)


def _stroke_figures(found: SectionEvidence) -> dict[str, float]:
    return {
        "coverage": found.coverage,
        "whole": found.whole,
        "traced": found.traced,
        "gap": found.gap,
        "strength": found.strength,
        "evenly": found.evenly,
        "palest": found.palest,
        "beside_mm": found.beside_mm,
        "unseen": found.unseen,
        "glared": found.glared,
    }


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
    """Return the chance that the network's word and the measuring rule's make together."""
    return _odds_pooled(known, rule, 1.0, _RULE_WORTH)


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
) -> list[Judged]:
    """Judge cafés by what the network *known* and the strokes say, and how *likely* rules make it.

    The latter are log odds of a circle.
    """
    judged = []
    for found in cafes:
        said = known[found.crossroads]
        rule, reason = _cafe_rule(found)
        more = _UNSEEN_CROSS if found.ring.unseen > _HIDDEN else 0.0
        chances = _pooled(said, rule, 1.0, more)
        careful = _pooled(said, rule, _CAREFUL_TEMPER, more)
        legal = _with_ring_odds(chances, likely.get(found.crossroads, 0.0))
        # What the ink makes sure is doubted where the rules say something else, not changed.
        by = chances if max(chances.values()) >= SURE else legal
        first, *others = sorted(by, key=lambda word: -by[word])
        if first != _NO_RING and 1 - rule[_NO_RING] > _CLEAR_RING:
            reason = "crossed out or not"
        if found.ring.unseen > _HIDDEN:
            reason = "glare"
        most = _MOST_HIDDEN if found.ring.unseen > _HIDDEN else 1.0
        sure = min(most, *(chances_[first] for chances_ in (chances, legal, careful)))
        doubt = Doubt("cafe", str(found.crossroads), first, sure, tuple(others), reason)
        figures = {**_ring_figures(found.ring), "stroke": found.stroke}
        judged.append(Judged(doubt, Opinion(said), Opinion(rule, figures)))
    return judged


def _cafe_rule(found: CafeEvidence) -> tuple[dict[str, float], str]:
    """Return the chances of a café's marks by its strokes, and what weakens them most."""
    least = _CAFE_RING_AT + _SMALL_MORE * max(0.0, _SMALL_MM - found.ring.radius_mm)
    ring, reason = _ring_chance(found.ring, least, _CAFE_RING_MM), "faint"
    if found.ring.unseen > 0.2 and ring < 0.5:
        ring, reason = max(ring, 1 - _UNSEEN_IS_EMPTY), "glare"
    looked_across = found.ring.coverage >= LEAST_RING
    used = logistic(found.stroke - _STROKE_AT, _STROKE_SLOPE) if looked_across else 0.5
    rule = {
        _NO_RING: 1 - ring,
        CafeMark.VISITED.value: ring * (1 - used),
        CafeMark.USED.value: ring * used,
    }
    return rule, reason


def _ring_figures(ring: RingEvidence) -> dict[str, float]:
    return {
        "coverage": ring.coverage,
        "strength": ring.strength,
        "radius_mm": ring.radius_mm,
        "offset_mm": ring.offset_mm,
        "wobble_mm": ring.wobble_mm,
        "unseen": ring.unseen,
        "glared": ring.glared,
    }


def _pooled(
    known: dict[str, float], rule: dict[str, float], temper: float, more: float
) -> dict[str, float]:
    """Return a café's chances that the network's and the measuring rule's make together.

    Whether it is circled and whether a circle is crossed out are two questions; *more* is added to
    the log odds of the second.
    """
    visited, used = CafeMark.VISITED.value, CafeMark.USED.value
    ring = _odds_pooled(1 - known[_NO_RING], 1 - rule[_NO_RING], 1.0, _CAFE_RULE_WORTH)
    known_used = known[used] / max(known[used] + known[visited], 1e-9)
    rule_used = rule[used] / max(rule[used] + rule[visited], 1e-9)
    crossed = _odds_pooled(known_used, rule_used, temper, _CROSSED_RULE_WORTH, more)
    return {_NO_RING: 1 - ring, visited: ring * (1 - crossed), used: ring * crossed}


def _with_ring_odds(chances: dict[str, float], odds: float) -> dict[str, float]:
    """Return a café's *chances* with the *odds* (log) that there is a ring from elsewhere."""
    none = logistic(log_odds(chances[_NO_RING], _SUREST) - odds)
    ring = max(1 - chances[_NO_RING], 1e-9)
    rest = {word: (1 - none) * chance / ring for word, chance in chances.items()}
    return {**rest, _NO_RING: none}


def _odds_pooled(
    known: float, rule: float, known_worth: float, rule_worth: float, more: float = 0.0
) -> float:
    odds = known_worth * log_odds(known, _SUREST) + rule_worth * log_odds(rule, _RULE_SUREST)
    return logistic(odds + more)


def judge_rings(
    points: list[Crossroads],
    rings: tuple[RingEvidence, ...],
    circled: AbstractSet[Crossroads],
    known: dict[Crossroads, float],
) -> list[Judged]:
    """Judge task rings; one ring round a café that is *circled* is the café's alone."""
    judged = []
    for point, ring in zip(points, rings, strict=True):
        if point in circled:
            rule, reason = _second_ring_rule(ring), "ring beside a café's"
            chance = _second_ring_chance(known[point], rule)
        else:
            rule, reason = _lone_ring_rule(ring)
            chance = logistic(log_odds(_joined(known[point], rule), _SUREST) + _RING_MORE)
        doubt = _yes_or_no("task", point, chance, reason)
        network = Opinion({"ring": known[point]})
        judged.append(Judged(doubt, network, Opinion({"ring": rule}, _ring_figures(ring))))
    return judged


def _lone_ring_rule(ring: RingEvidence) -> tuple[float, str]:
    """Return how likely the ink is a ring where no café's is, and what weakens that most."""
    chance = max(_ring_chance(ring), _small_ring_chance(ring))
    if chance > 0.5 and ring.glared > _GLARED:
        return min(chance, _IN_GLARE), "glare"
    if ring.unseen > 0.3 and chance < 0.5:
        return max(chance, 0.06), "glare"
    return chance, "faint"


def _small_ring_chance(ring: RingEvidence) -> float:
    """Return how likely the ink is a ring smaller than usual; lamps' edges make such, too."""
    if ring.glared > _HIDDEN:
        return 0.0
    return min(_SMALL_RING, _ring_chance(ring, radii_mm=_SMALL_RING_MM))


def _second_ring_rule(ring: RingEvidence) -> float:
    """Return how likely the ink round a café, without the café's own ring, is another one."""
    return _ring_chance(ring, _SECOND_RING_AT, _SECOND_RING_MM, _SECOND_RING_OFF_MM)


def _second_ring_chance(known: float, rule: float) -> float:
    """Return the chance of a task's ring round a café's."""
    odds = _SECOND_KNOWN_WORTH * log_odds(known, _SUREST)
    odds += _SECOND_RULE_WORTH * log_odds(rule, _RULE_SUREST)
    return logistic(odds + _SECOND_MORE)
