"""Doubts met with the rules: what the referee noticed, and whether a doubt is worth points."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scorer.rules.board import Board, LandmarkKind, TouristKind
from scorer.rules.city import City
from scorer.rules.marks import CafeMark, Marks, Setup, tourists_of
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.referee import Finding, FindingKind
from scorer.rules.score import score
from scorer.rules.sheet import Element
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
    match doubt.kind:
        case "section":
            return _with_section(marks, RoadId.parse(doubt.where), value)
        case "task":
            point = frozenset({Crossroads.parse(doubt.where)})
            return replace(marks, task=marks.task | point if value else marks.task - point)
        case "cafe":
            at = Crossroads.parse(doubt.where)
            cafes = {point: mark for point, mark in marks.cafes.items() if point != at}
            return replace(
                marks, cafes=cafes if value == "none" else {**cafes, at: CafeMark(value)}
            )
        case "tourists":
            place = Location.parse(doubt.where)
            rest = {other: group for other, group in marks.tourists.items() if other != place}
            group = tourists_of({TouristKind(kind): number for kind, number in value.items()})
            return replace(marks, tourists={**rest, place: group} if group.counts else rest)
        case "crossed":
            out = frozenset({Location.parse(doubt.where)})
            return replace(marks, crossed=marks.crossed | out if value else marks.crossed - out)
        case "ticket":
            held = frozenset({doubt.where})
            return replace(marks, tickets=marks.tickets | held if value else marks.tickets - held)
        case "cafe-area":
            area = {id_: mark for id_, mark in marks.cafe_area.items() if id_ != doubt.where}
            return replace(
                marks, cafe_area=area if value == "none" else {**area, doubt.where: CafeMark(value)}
            )
        case other:
            raise AssertionError(f"a doubt about {other}")


def _with_section(marks: Marks, road: RoadId, value: bool | str) -> Marks:
    """Return *marks* with a section drawn or not; a word draws it with that colour."""
    colours = {other: kind for other, kind in marks.colours.items() if other != road}
    if isinstance(value, str):
        colours[road] = LandmarkKind(value)
    sections = marks.sections | {road} if value else marks.sections - {road}
    return replace(marks, sections=sections, colours=colours)


def score_changes(
    marks: Marks, doubts: Iterable[Doubt], city: City, board: Board, setup: Setup
) -> tuple[bool, ...]:
    """Return for each doubt whether any alternative of it would change the total."""
    as_read = score(board, city, marks, setup).total
    return tuple(
        any(
            score(board, city, marks_with(marks, doubt, value), setup).total != as_read
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
    match part:
        case RoadId():
            return [("section", str(part))]
        case Location():
            kinds = [("tourists", str(part))] if part in marks.tourists else []
            return kinds + ([("crossed", str(part))] if part in marks.crossed else [])
        case Crossroads():
            kinds = [("cafe", str(part))] if part in marks.cafes else []
            return kinds + ([("task", str(part))] if part in marks.task else [])


def _weakened(doubt: Doubt) -> Doubt:
    odds = _OBJECTION * doubt.confidence / max(1 - doubt.confidence, 1e-6)
    return replace(doubt, confidence=odds / (1 + odds))


def _objected(key: tuple[str, str], marks: Marks) -> Doubt:
    """Return the doubt about a mark that looked clear until the referee objected."""
    kind, where = key
    sure = SURE - 0.03
    match kind:
        case "section":
            return _objected_section(where, marks)
        case "task" | "crossed":
            return Doubt(kind, where, True, sure, (False,), _REASON)
        case "cafe":
            read = marks.cafes[Crossroads.parse(where)].value
            others = tuple(word for word in ("none", "visited", "used") if word != read)
            return Doubt(kind, where, read, sure, others, _REASON)
        case _:
            group = marks.tourists[Location.parse(where)]
            counts = {tourist.value: number for tourist, number in group.counts}
            return Doubt(kind, where, counts, sure, ({},), _REASON)


def _objected_section(where: str, marks: Marks) -> Doubt:
    """Return the doubt about a section: whether it is drawn, or with which pen."""
    road = RoadId.parse(where)
    drawn = road in marks.sections
    colour = marks.colours.get(road)
    read: bool | str = colour.value if colour else drawn
    return Doubt("section", where, read, SURE - 0.03, (not drawn,), _REASON)
