"""Doubts met with the rules: what the referee noticed, and whether a doubt is worth points."""

from collections.abc import Iterable
from typing import Any

from scorer.rules.notation import Crossroads, Element, Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CIRCLES, MarkKind, MarkShape
from scorer.rules.position.marks import Marks
from scorer.rules.referee import Finding, FindingKind
from scorer.rules.search.best import score
from scorer.rules.values import replace
from scorer.vision.doubts import SURE, Doubt

# How much less likely a doubtful mark is when the referee objects to it.
_OBJECTION = 0.3
# Objections to more parts of the board than this say too little about each.
_MOST_PARTS = 3
_REASON = "referee"
# These the reading has weighed by itself, for sure marks too; they must not count twice.
_WEIGHED = {
    FindingKind.TOO_MANY_TOURISTS,
    FindingKind.CAFE_NOT_REACHED,
    FindingKind.CAFE_NOT_CIRCLED,
    FindingKind.TOO_MANY_TASKS,
    FindingKind.TOO_FEW_TASKS,
}


def marks_with(marks: Marks, doubt: Doubt, value: Any) -> Marks:
    """Return *marks* with *value*, ``read`` or one of the alternatives, where *doubt* is."""
    return MarkKind(doubt.kind).set(marks, doubt.where, value)


def score_changes(doubts: Iterable[Doubt], filled: FilledBoard) -> tuple[bool, ...]:
    """Return for each doubt whether any alternative of it would change the total."""
    as_read = score(filled).total
    return tuple(
        any(
            score(replace(filled, marks=marks_with(filled.marks, doubt, value))).total != as_read
            for value in doubt.alternatives
        )
        for doubt in doubts
    )


def with_findings(
    doubts: tuple[Doubt, ...], findings: Iterable[Finding], marks: Marks
) -> tuple[Doubt, ...]:
    """Return *doubts* with what the referee noticed, most doubtful first.

    Doubts about parts that the referee objects to become more doubtful. An objection that
    no doubt explains makes its own parts doubtful. No mark is changed.
    """
    by_place = {(doubt.kind, doubt.where): doubt for doubt in doubts}
    for finding in findings:
        if finding.kind in _WEIGHED:
            continue
        keys = [key for part in finding.elements for key in _kinds_of(part, marks)]
        known = [key for key in keys if key in by_place]
        for key in known:
            by_place[key] = _weakened(by_place[key])
        if not known and len(finding.elements) <= _MOST_PARTS:
            by_place |= {key: _objected(key, marks) for key in keys}
    ranked = sorted(by_place.values(), key=lambda one: (one.confidence, one.kind, one.where))
    return tuple(ranked)


def _kinds_of(part: Element, marks: Marks) -> list[tuple[str, str]]:
    """Return kind and place of the marks that stand at *part* of the board."""
    where = str(part)
    match part:
        case RoadId():
            return [(MarkKind.SECTION, where)]
        case Location():
            kinds = (MarkKind.TOURISTS, MarkKind.CROSSED)
        case Crossroads():
            kinds = (MarkKind.CAFE, MarkKind.TASK)
    return [(kind, where) for kind in kinds if kind.get(marks, where) != kind.nothing]


def _weakened(doubt: Doubt) -> Doubt:
    odds = _OBJECTION * doubt.confidence / max(1 - doubt.confidence, 1e-6)
    return replace(doubt, confidence=odds / (1 + odds))


def _objected(key: tuple[str, str], marks: Marks) -> Doubt:
    """Return the doubt about a mark that looked clear until the referee objected."""
    kind, where = MarkKind(key[0]), key[1]
    read = kind.get(marks, where)
    others: tuple[Any, ...]
    match kind.shape:
        case MarkShape.SECTION:
            # Whether it is drawn, not with which pen.
            others = (not read,)
        case MarkShape.CIRCLE:
            others = tuple(word for word in CIRCLES if word != read)
        case MarkShape.FLAG | MarkShape.TOURISTS:
            others = (kind.nothing,)
    return Doubt(kind.value, where, read, SURE - 0.03, others, _REASON)
