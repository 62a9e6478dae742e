"""From the shapes found in each location to tourists and doubts; crosses rule them out."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from scorer.rules.board.board import TouristKind
from scorer.vision.decide.deals import Deal
from scorer.vision.decide.odds import logistic
from scorer.vision.decide.seen import Judged, Place
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.evidence.crosses import CrossEvidence
from scorer.vision.evidence.shapes import SHAPE, Crowd, Shape
from scorer.vision.placesfile import Opinion, ShapeSeen

# What the networks' log odds of a shape's kind stand for, as a multiple of them.
_KIND_WORTH = 1.9
# Of their word on there being a shape: where it is as likely right as not, and how fast that
# changes.
_THERE_SURE = (0.47, 30.0)
# The next two are of a trace beside shapes, and of one where there are none: most are empty.
_TRACE_IS_SHAPE, _TRACE_ALONE = (0.5, 20.0), (0.65, 20.0)
# Darkness of a shape, beside the usual ones, at which it is as likely a ghost of erased ink.
_GHOST = (0.3, 40.0)
# How many other counts are offered; traces of shapes and counts that are weighed for that.
_OFFERED, _TRACES, _KEPT = 4, 3, 24
# So many counts are told of when somebody asks what was seen.
_TOLD = 5
# A reading that the cards turned into another is at most so sure.
_TURNED = 0.9
# Chance that what looks wiped off counts.
_WIPED_OFF = 0.05
_Numbers = tuple[int, ...]
_Kinds = tuple[TouristKind, ...]
# What the network says at most about the strokes of a cross, of the likeliest shape and the
# next one, and how much each word more speaks against a cross.
_NO_SHAPE = ((0.58, 40.0), (0.52, 20.0))
# A location of which more than this share was not seen is never surer than that.
_HIDDEN, _MOST_HIDDEN = 0.3, 0.9


class CrowdsJudged(NamedTuple):
    """Every location and every cross as judged, and what the cards say of locations' tourists."""

    judged: list[Judged]
    cards: dict[Place, dict[str, float]]


def judge_crowds(
    crowds: tuple[Crowd, ...],
    crosses: tuple[CrossEvidence, ...],
    kinds: _Kinds,
    deal: Deal,
) -> CrowdsJudged:
    """Judge the tourists of every location, and the crosses over some.

    *kinds* are those that the chances of every shape are about, in their order, and *deal* is
    what they come by. Nobody is where a cross is: what looked like tourists there are its strokes.
    """
    shapes = {crowd.location: crowd.shapes for crowd in crowds}
    chances = [_cross_chance(found, shapes.get(found.location, ())) for found in crosses]
    crossed = {
        found.location: chance
        for found, chance in zip(crosses, chances, strict=True)
        if chance > 0.5
    }
    judged, cards = [], {}
    for crowd in crowds:
        inked = by_ink(crowd, len(kinds))
        likely = _by_cards(crowd, inked, deal)
        doubt = _crowd_doubt(crowd, kinds, likely, crossed.get(crowd.location))
        network = Opinion(_worded(inked, kinds), shapes=_shapes_seen(crowd, kinds))
        judged.append(Judged(doubt, network, _measured(crowd)))
        cards[judged[-1].place] = _worded(likely, kinds)
    judged += [_cross_judged(*both) for both in zip(crosses, chances, strict=True)]
    return CrowdsJudged(judged, cards)


def _crowd_doubt(
    crowd: Crowd, kinds: _Kinds, likely: dict[_Numbers, float], crossed: float | None
) -> Doubt:
    """Return the doubt about a location's tourists, where the chance of a cross is *crossed*."""
    seen = _seen(crowd, len(kinds))
    read, chance, reason = _read(crowd, seen, likely)
    counts = _named(read, kinds)
    others = _alternatives(read, seen, kinds, likely)
    if crowd.unseen > _HIDDEN:
        # Whatever else is unclear there, another photo would show it.
        reason = "glare"
    if crossed is not None:
        others = (_words(counts), *filter(None, others)) if counts else others
        counts, chance, reason = {}, crossed, "crossed out or not"
    return Doubt("tourists", str(crowd.location), _words(counts), chance, others, reason)


def _worded(likely: dict[_Numbers, float], kinds: _Kinds) -> dict[str, float]:
    """Return the likeliest numbers in words: ``2 circle, 1 square``, or ``nobody``."""
    order = sorted(likely, key=lambda numbers: -likely[numbers])[:_TOLD]
    return {
        ", ".join(f"{n} {kind}" for kind, n in _words(_named(one, kinds)).items())
        or "nobody": likely[one]
        for one in order
    }


def _shapes_seen(crowd: Crowd, kinds: _Kinds) -> tuple[ShapeSeen, ...]:
    """Return the shapes of a location, and the traces that are not counted behind them."""
    both = [(shape, True) for shape in crowd.shapes] + [(trace, False) for trace in crowd.traces]
    return tuple(
        ShapeSeen(
            one.middle_px,
            one.chance,
            {kind.value: chance for kind, chance in zip(kinds, one.kinds, strict=False)},
            counted,
        )
        for one, counted in both
    )


def _measured(crowd: Crowd) -> Opinion:
    figures = {"faint": crowd.faint, "left_over": crowd.left_over, "unseen": crowd.unseen}
    return Opinion(figures=figures, sure=weaknesses(crowd))


def _cross_chance(found: CrossEvidence, shapes: tuple[Shape, ...]) -> float:
    """Return the chance of a cross where the network sees *shapes*: hardly any in a cross."""
    best = sorted((shape.chance for shape in shapes), reverse=True)[: len(_NO_SHAPE)]
    odds = sum(
        slope * (least - chance) for (least, slope), chance in zip(_NO_SHAPE, best, strict=False)
    )
    return logistic(found.odds + odds)


def _cross_judged(found: CrossEvidence, chance: float) -> Judged:
    read = chance > 0.5
    sure = max(chance, 1 - chance)
    reason = "crossed out or not"
    if found.unseen > _HIDDEN:
        sure, reason = min(sure, _MOST_HIDDEN), "glare"
    doubt = Doubt("crossed", str(found.location), read, sure, (not read,), reason)
    figures = {"log_odds": found.odds, "unseen": found.unseen}
    return Judged(doubt, None, Opinion({"crossed": chance}, figures))


def _seen(crowd: Crowd, kinds: int) -> _Numbers:
    """Return how many of each kind the shapes most likely are, each by itself."""
    likeliest = [int(np.argmax(shape.kinds)) for shape in crowd.shapes]
    return tuple(likeliest.count(kind) for kind in range(kinds))


def _read(
    crowd: Crowd, seen: _Numbers, likely: dict[_Numbers, float]
) -> tuple[_Numbers, float, str]:
    """Return how many of each kind there are, how sure that is, and what weakens it most.

    The shapes as *seen* decide, and where they leave it open, what is most *likely* by the
    cards too.
    """
    chance, reason = _crowd_chance(crowd)
    if not crowd.shapes:
        return seen, chance, reason
    best = max(likely, key=lambda numbers: likely[numbers])
    if best != seen and any(best) and _kinds_chance(crowd) * _shapes_chance(crowd) < SURE:
        return best, min(chance, likely[best], _TURNED), "unclear shape"
    by_cards = likely.get(seen, 0.0)
    if chance >= SURE > by_cards:
        reason = "referee"
    return seen, min(chance, by_cards), reason


def _named(numbers: _Numbers, kinds: _Kinds) -> dict[TouristKind, int]:
    return {kind: number for kind, number in zip(kinds, numbers, strict=True) if number}


def _words(counts: dict[TouristKind, int]) -> dict[str, int]:
    return {kind.value: number for kind, number in counts.items()}


def _crowd_chance(crowd: Crowd) -> tuple[float, str]:
    """Return how sure a location's count is, and what weakens it most."""
    reasons = weaknesses(crowd)
    weakest = min(reasons, key=lambda reason: reasons[reason])
    return product_of(reasons.values()), weakest


def weaknesses(crowd: Crowd) -> dict[str, float]:
    """Return how sure a location's count is as far as each weakness goes, by the reasons."""
    clean = float(np.exp(-1.5 * max(0.0, crowd.left_over - 0.3)))
    seen = 1 - 0.5 * min(1.0, max(0.0, crowd.unseen - 0.12) / 0.3)
    return {
        "unclear shape": _kinds_chance(crowd),
        "open or touching shapes": _shapes_chance(crowd),
        "ink left over": clean,
        "faint": _sure(crowd.faint, *_GHOST) if crowd.shapes else 1.0,
        "glare": seen,
    }


def _kinds_chance(crowd: Crowd) -> float:
    return product_of(max(_kind_chances(shape)) for shape in crowd.shapes)


def _shapes_chance(crowd: Crowd) -> float:
    """Return how sure it is that there are just these shapes."""
    there = product_of(_sure(shape.chance, *_THERE_SURE) for shape in crowd.shapes)
    is_shape = _TRACE_IS_SHAPE if crowd.shapes else _TRACE_ALONE
    return there * product_of(1 - _sure(trace.chance, *is_shape) for trace in crowd.traces)


def product_of(values: Iterable[float]) -> float:
    return float(np.prod(list(values)))


def _sure(chance: float, half: float, slope: float) -> float:
    """Return the chance of being right that the network's own *chance* stands for."""
    return logistic(chance - half, slope)


def _alternatives(
    read: _Numbers, seen: _Numbers, kinds: _Kinds, likely: dict[_Numbers, float]
) -> tuple[dict[str, int], ...]:
    """Return other counts than what was *read*, likeliest first, but before these what was *seen*.

    That nobody is there is offered wherever somebody was read, and one tourist of each kind
    where there is no trace of any: then it is what cannot be seen that makes the doubt.
    """
    order = sorted(likely, key=lambda numbers: (numbers != seen, -likely[numbers]))
    offered = [_named(numbers, kinds) for numbers in order if numbers != read][:_OFFERED]
    if any(read) and {} not in offered:
        offered[_OFFERED - 1 :] = [{}]
    if not offered:
        offered = [{kind: 1} for kind in kinds]
    return tuple(map(_words, offered))


def by_ink(crowd: Crowd, kinds: int) -> dict[_Numbers, float]:
    """Return how likely each number of each kind is by the ink alone.

    Each shape may be of another kind or none, and each trace a shape.
    """
    found: dict[_Numbers, float] = {(0,) * kinds: 1.0}
    for shape in crowd.shapes:
        found = _with_one_more(found, _sure(shape.chance, *_THERE_SURE), _kind_chances(shape))
    for trace in crowd.traces[:_TRACES]:
        # What is clear and yet a trace was wiped off, or lies under a veil.
        clear = trace.chance >= SHAPE
        chance = _WIPED_OFF if clear else _sure(trace.chance, *_TRACE_IS_SHAPE)
        found = _with_one_more(found, chance, _kind_chances(trace))
    return found


def _by_cards(crowd: Crowd, inked: dict[_Numbers, float], deal: Deal) -> dict[_Numbers, float]:
    """Return how likely each number of each kind is, by the ink and by the cards together.

    Cards do not say how many gather in a space beside the map, which has a name.
    """
    found = inked
    if not crowd.location.name:
        found = {numbers: chance * deal.weight(numbers) for numbers, chance in found.items()}
    total = sum(found.values())
    return {numbers: chance / total for numbers, chance in found.items()}


def _kind_chances(shape: Shape) -> tuple[float, ...]:
    """Return the chances of a shape's kinds that the networks' own stand for."""
    worth = [kind**_KIND_WORTH for kind in shape.kinds]
    return tuple(kind / sum(worth) for kind in worth)


def _with_one_more(
    likely: dict[_Numbers, float], there: float, kinds: tuple[float, ...]
) -> dict[_Numbers, float]:
    """Return how likely each count is with one more that is *there* and of *kinds* by chance."""
    found: dict[_Numbers, float] = {}
    for numbers, chance in likely.items():
        found[numbers] = found.get(numbers, 0.0) + chance * (1 - there)
        for index, kind in enumerate(kinds):
            more = tuple(n + (at == index) for at, n in enumerate(numbers))
            found[more] = found.get(more, 0.0) + chance * there * kind
    # Others could not come to matter any more.
    return dict(sorted(found.items(), key=lambda one: -one[1])[:_KEPT])
