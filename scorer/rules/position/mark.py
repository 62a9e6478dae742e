"""Kinds of marks: what a person can draw at a place, how it is told, and where it is kept.

Everything that speaks of single marks (doubts, edits, halves, measuring, the page) uses the
kinds and the values told here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self, TypeVar, assert_never

import msgspec

from scorer.rules.board.board import LandmarkKind, TouristKind
from scorer.rules.notation import Crossroads, Location, NameSet, NotationError, RoadId, RulesError
from scorer.rules.values import replace

# Marks, whose fields have the keys of the kinds.
M = TypeVar("M")

# The pens that a coloured city's sections are drawn with.
SECTION_COLOURS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)


class MarksError(RulesError):
    """Marks or a set-up that do not fit the board, naming the key."""


class CafeMark(StrEnum):
    """A café's mark: circled, or circled and crossed out."""

    VISITED = "visited"
    USED = "used"


class Tourists(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The tourists in one location: how many of each kind; a kind without any is left out.

    >>> Tourists(circle=2, square=1).total
    3
    """

    circle: int = 0
    square: int = 0
    triangle: int = 0
    pentagon: int = 0

    @property
    def counts(self) -> tuple[tuple[TouristKind, int], ...]:
        """The kinds there are any of, each with its number, in the game's order."""
        return tuple((kind, number) for kind in TouristKind if (number := self.count(kind)))

    def count(self, kind: TouristKind) -> int:
        """Return how many there are of *kind*."""
        number: int = getattr(self, kind.value)
        return number

    @property
    def total(self) -> int:
        """How many there are of all kinds."""
        return self.circle + self.square + self.triangle + self.pentagon


def tourists_of(counts: Mapping[TouristKind, int]) -> Tourists:
    """Return the tourists of one location."""
    return Tourists(**{kind.value: number for kind, number in counts.items()})


class _ColouredJson(msgspec.Struct, forbid_unknown_fields=True):
    section: str
    colour: LandmarkKind


class Section(RoadId):
    """A drawn section: the road it lies on, and in a coloured city its pen.

    >>> Section("b2-c2", LandmarkKind.RED) == RoadId("b2-c2")
    True

    Raises
    ------
    NotationError, MarksError
        If the text is no road, or no pen has that colour.
    """

    __slots__ = ("colour",)
    colour: LandmarkKind | None

    def __new__(cls, road: str, colour: LandmarkKind | None = None) -> Self:
        """Return the section on *road*, drawn with *colour*."""
        if colour is not None and colour not in SECTION_COLOURS:
            raise MarksError(f".colour: expected {', '.join(SECTION_COLOURS)}")
        self = super().__new__(cls, road)
        self.colour = colour
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.colour)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Return the section that *data* stands for: its road's name, or that with a colour."""
        if isinstance(data, str):
            return cls(data)
        if not isinstance(data, dict):
            raise NotationError("expected the name of a road in quotes, like b2-c2")
        told = msgspec.convert(data, _ColouredJson)
        return cls(told.section, told.colour)

    def to_json(self) -> str | dict[str, str]:
        """Return the section in the shape of its JSON; inverse of ``from_json``."""
        return {"section": str(self), "colour": self.colour.value} if self.colour else str(self)

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the JSON schema of a section."""
        colours = [colour.value for colour in LandmarkKind]
        coloured = {
            "type": "object",
            "properties": {"section": {"type": "string"}, "colour": {"enum": colours}},
            "required": ["section", "colour"],
            "additionalProperties": False,
        }
        return {"anyOf": [{"type": "string"}, coloured]}


def coloured(
    sections: Iterable[RoadId], colours: Mapping[RoadId, LandmarkKind]
) -> frozenset[RoadId]:
    """Return *sections*, those that have one of *colours* drawn with it, the others with none."""
    return frozenset(Section(road, colours.get(road)) for road in sections)


if TYPE_CHECKING:
    Sections = frozenset[RoadId]
else:

    class Sections(NameSet):
        """The drawn sections; sets of them are equal if their colours are so too."""

        __slots__ = ()
        item = Section

        def __eq__(self, other: object) -> bool:
            same = frozenset.__eq__(self, other)
            if same is True and isinstance(other, Sections):
                return colours_of(self) == colours_of(other)
            return same

        def __ne__(self, other: object) -> bool:
            return not self == other

        __hash__ = NameSet.__hash__


def colours_of(sections: Iterable[RoadId]) -> dict[RoadId, LandmarkKind]:
    """Return the colours of those of *sections* that have one."""
    return {
        road: road.colour
        for road in sections
        if isinstance(road, Section) and road.colour is not None
    }


def roads_of(sections: Iterable[RoadId]) -> list[RoadId]:
    """Return *sections* as roads alone, without colours; in JSON a road is its name."""
    return [
        RoadId(road) if isinstance(road, Section) and road.colour is not None else road
        for road in sections
    ]


# A flag or a section is true or false; a section in a coloured city is its colour's name; a
# circle is "none", "visited" or "used"; tourists are numbers by kind, none of them zero.
MarkValue = bool | str | Mapping[Any, int]

NO_CIRCLE = "none"
# All of a circle's, in the order in which a tap takes it on.
CIRCLES = (NO_CIRCLE, *(mark.value for mark in CafeMark))


class MarkShape(StrEnum):
    """What values a kind of mark takes."""

    SECTION = "section"
    TOURISTS = "tourists"
    CIRCLE = "circle"
    FLAG = "flag"


class MarkKind(StrEnum):
    """A kind of mark: where it stands in ``Marks``, what it is at, and what it may be."""

    SECTION = "section"
    TOURISTS = "tourists"
    CAFE = "cafe"
    TASK = "task"
    CROSSED = "crossed"
    CAFE_AREA = "cafe-area"
    TICKET = "ticket"
    HOT_SPOT = "hot-spot"

    @property
    def key(self) -> str:
        """The field of ``Marks`` that holds such marks."""
        return _KEYS[self]

    @property
    def shape(self) -> MarkShape:
        """What values such a mark takes."""
        return _SHAPES.get(self, MarkShape.FLAG)

    @property
    def nothing(self) -> MarkValue:
        """The value of a place where no such mark is."""
        match self.shape:
            case MarkShape.SECTION | MarkShape.FLAG:
                return False
            case MarkShape.CIRCLE:
                return NO_CIRCLE
            case MarkShape.TOURISTS:
                return {}
            case other:
                assert_never(other)

    def place(self, where: str) -> Any:
        """Return what *where* names: a road, a location, a crossroads, or a symbol's id.

        Raises
        ------
        MarksError
            If it is no such name.
        """
        try:
            return _PLACES[self](where)
        except NotationError as error:
            raise MarksError(f"{self} {where}: {error}") from error

    def places(self, marks: object) -> tuple[str, ...]:
        """Return the names of all places with such a mark, in the order of the notation."""
        return tuple(map(str, sorted(getattr(marks, self.key))))

    def get(self, marks: object, where: str) -> MarkValue:
        """Return what *marks* say about *where*.

        Raises
        ------
        MarksError
            If *where* is no name of a place for this kind.
        """
        place, kept = self.place(where), getattr(marks, self.key)
        match self.shape:
            case MarkShape.SECTION:
                colour = colours_of(kept).get(place)
                return colour.value if colour else place in kept
            case MarkShape.FLAG:
                return bool(place in kept)
            case MarkShape.CIRCLE:
                return kept[place].value if place in kept else NO_CIRCLE
            case MarkShape.TOURISTS:
                return counts_of(kept.get(place))
            case other:
                assert_never(other)

    def set(self, marks: M, where: str, value: MarkValue) -> M:
        """Return *marks* with *value* at *where*; whether a board has that place is not asked.

        Raises
        ------
        MarksError
            If *where* is no name of a place, or *value* no value, for this kind.
        """
        place, kept = self.place(where), getattr(marks, self.key)
        try:
            match self.shape:
                case MarkShape.SECTION:
                    return replace(marks, **{self.key: _with_section(kept, place, value)})
                case MarkShape.FLAG:
                    there = kept | {place} if _flag(value) else kept - {place}
                    return replace(marks, **{self.key: there})
                case MarkShape.CIRCLE:
                    circle = None if value == NO_CIRCLE else CafeMark(str(value))
                    return replace(marks, **{self.key: _with(kept, place, circle)})
                case MarkShape.TOURISTS:
                    group = _group(value)
                    return replace(marks, **{self.key: _with(kept, place, group)})
                case other:
                    assert_never(other)
        except ValueError as error:
            raise MarksError(f"{self} {where}: {value!r} is no value of such a mark") from error


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: its kind, the place's name in notation, and its value."""

    kind: MarkKind
    where: str
    value: MarkValue

    def on(self, marks: M) -> M:
        """Return *marks* with this one at its place, in place of what stood there.

        Raises
        ------
        MarksError
            If the place is no name, or the value none, for this kind.
        """
        return self.kind.set(marks, self.where, self.value)


def all_marks(marks: object) -> tuple[Mark, ...]:
    """Return every mark of *marks*, kind by kind, in the order of the notation."""
    return tuple(
        Mark(kind, where, kind.get(marks, where))
        for kind in MarkKind
        for where in kind.places(marks)
    )


def differences(before: M, after: M) -> tuple[Mark, ...]:
    """Return the marks that lead from *before* to *after*, kind by kind."""
    found = []
    for kind in MarkKind:
        places = sorted({*getattr(before, kind.key), *getattr(after, kind.key)})
        for where in map(str, places):
            value = kind.get(after, where)
            if kind.get(before, where) != value:
                found.append(Mark(kind, where, value))
    return tuple(found)


def kinds_table() -> dict[str, dict[str, str]]:
    """Return for each kind its key in the format and its shape, as plain data."""
    return {kind.value: {"key": kind.key, "shape": kind.shape.value} for kind in MarkKind}


def counts_of(group: Tourists | None) -> dict[str, int]:
    """Return the tourists of one location as a value: numbers by kind, none of them zero."""
    return {kind.value: number for kind, number in group.counts} if group else {}


def _with_section(sections: frozenset[RoadId], road: RoadId, value: MarkValue) -> Any:
    """Return *sections* with one drawn or not; a word draws it with that colour."""
    rest = sections - {road}
    if isinstance(value, str):
        return rest | {Section(road, LandmarkKind(value))}
    return rest | {road} if _flag(value) else rest


def _flag(value: MarkValue) -> bool:
    if not isinstance(value, bool):
        raise MarksError(f"{value!r} is neither true nor false")
    return value


def _group(value: MarkValue) -> Tourists | None:
    if not isinstance(value, Mapping):
        raise MarksError(f"{value!r} are no numbers by kind")
    group = tourists_of({TouristKind(kind): number for kind, number in value.items()})
    return group if group.total else None


def _with(kept: Mapping[Any, Any], place: Any, mark: Any | None) -> dict[Any, Any]:
    """Return *kept* with *mark* at *place*, or without any mark there."""
    rest = {other: one for other, one in kept.items() if other != place}
    return rest if mark is None else {**rest, place: mark}


_KEYS = {
    MarkKind.SECTION: "sections",
    MarkKind.TOURISTS: "tourists",
    MarkKind.CAFE: "cafes",
    MarkKind.CAFE_AREA: "cafe_area",
    MarkKind.TASK: "task",
    MarkKind.CROSSED: "crossed",
    MarkKind.TICKET: "tickets",
    MarkKind.HOT_SPOT: "hot_spots",
}
# The others are there or are not.
_SHAPES = {
    MarkKind.SECTION: MarkShape.SECTION,
    MarkKind.TOURISTS: MarkShape.TOURISTS,
    MarkKind.CAFE: MarkShape.CIRCLE,
    MarkKind.CAFE_AREA: MarkShape.CIRCLE,
}
_PLACES: dict[MarkKind, Callable[[str], Any]] = {
    MarkKind.SECTION: RoadId,
    MarkKind.TOURISTS: Location,
    MarkKind.CAFE: Crossroads,
    MarkKind.CAFE_AREA: str,
    MarkKind.TASK: Crossroads,
    MarkKind.CROSSED: Location,
    MarkKind.TICKET: str,
    MarkKind.HOT_SPOT: RoadId,
}
