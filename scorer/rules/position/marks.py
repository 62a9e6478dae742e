"""What is drawn on a board."""

import re
from collections.abc import Container, Iterable
from typing import Any, Self

import msgspec
from msgspec.structs import force_setattr

from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import Crossroads, Location, NameSet, RoadId
from scorer.rules.position.mark import (
    CafeMark,
    MarkKind,
    MarksError,
    MarkShape,
    MarkValue,
    Sections,
    Tourists,
    colours_of,
)
from scorer.rules.values import kept

# Far above what fits into a location; it keeps sums within what machines count quickly.
MOST_TOURISTS = 99

_NOTATION = re.compile(r"(?P<city>\S+) (?P<board>\S+):(?: (?P<rest>.+))?")
_NONE: frozenset[Any] = NameSet()


class Marks(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=False
):
    """What is drawn on one board, and nothing else. Representable is not yet legal.

    ``tourists`` holds no location without tourists; ``cafes`` no untouched café. Some cities
    have more: ``coloured`` sections (Paris), and beside New York's map the ``tickets`` and
    the bonuses circled in the ``cafe_area``, by the ids of their symbols; its ``hot_spots``
    are roads that cost two sections to draw.

    >>> marks = Marks.parse("first-city first-city: section b2-c2; tourists B3=circle:2")
    >>> list(marks.sections), marks.tourists[Location("B3")].circle
    (['b2-c2'], 2)
    >>> marks
    Marks.parse('first-city first-city: section b2-c2; tourists B3=circle:2')
    """

    city: str
    board: str
    sections: Sections = kept(Sections())
    tourists: dict[Location, Tourists] = kept({})
    cafes: dict[Crossroads, CafeMark] = kept({})
    task: NameSet[Crossroads] = kept(_NONE)
    crossed: NameSet[Location] = kept(_NONE)
    tickets: NameSet[str] = _NONE
    cafe_area: dict[str, CafeMark] = {}
    hot_spots: NameSet[RoadId] = _NONE

    def __post_init__(self) -> None:
        """Put everything into the order of the notation; leave out what is no mark."""
        if type(self.sections) is not Sections:
            force_setattr(self, "sections", Sections(self.sections))
        held = sorted((place, group) for place, group in self.tourists.items() if group.total)
        force_setattr(self, "tourists", dict(held))
        for key in ("cafes", "cafe_area"):
            force_setattr(self, key, dict(sorted(getattr(self, key).items())))
        for key in ("task", "crossed", "tickets", "hot_spots"):
            names = getattr(self, key)
            if type(names) is not NameSet or not names:
                force_setattr(self, key, NameSet(names) if names else _NONE)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def colours(self) -> dict[RoadId, LandmarkKind]:
        """The colours of those sections that have one."""
        return colours_of(self.sections)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the marks that *text* tells in notation; inverse of ``str``.

        Raises
        ------
        MarksError
            If *text* is no such notation, with the part that is none.
        """
        found = _NOTATION.fullmatch(text)
        if not found:
            raise MarksError(f"{text!r} are no marks: expected a city, a board and a colon")
        marks = cls(found["city"], found["board"])
        for part in (found["rest"] or "").split("; ") if found["rest"] else ():
            kind, *places = part.split()
            if kind not in _KINDS or not places:
                raise MarksError(f"{part!r}: expected a kind of mark ({', '.join(_KINDS)}), places")
            for place in places:
                where, _, value = place.partition("=")
                marks = _KINDS[kind].set(marks, where, _value(_KINDS[kind], value))
        return marks

    def __str__(self) -> str:
        parts = []
        for kind in MarkKind:
            places = [_written(kind.get(self, place), place) for place in kind.places(self)]
            if places:
                parts.append(" ".join([kind.value, *places]))
        return f"{self.city} {self.board}:" + (f" {'; '.join(parts)}" if parts else "")

    def __repr__(self) -> str:
        return f"Marks.parse({str(self)!r})"

    def checked_on(self, board: Board, path: str = "$") -> Self:
        """Return the marks themselves.

        Parameters
        ----------
        path : str
            Where the marks stand in a larger file, for error messages.

        Raises
        ------
        MarksError
            If they name something that is not on *board*, or a count is negative.
        """
        if self.city != board.city:
            raise MarksError(
                f"{path}.city: these marks are of {self.city!r}, the board of {board.city!r}"
            )
        _known(self.sections, board.road_of, "road", f"{path}.sections")
        _known(self.tourists, board.cell_of, "location", f"{path}.tourists")
        for place, group in self.tourists.items():
            for kind, number in group.counts:
                where = f"{path}.tourists.{place}.{kind}"
                if number < 0:
                    raise MarksError(f"{where}: {number} is below zero")
                if number > MOST_TOURISTS:
                    raise MarksError(f"{where}: {number} is above {MOST_TOURISTS}")
        _known(self.cafes, board.cafe_at, "café", f"{path}.cafes")
        _known(self.task, board.crossroads_xy, "crossroads", f"{path}.task")
        _known(self.crossed, board.cell_of, "location", f"{path}.crossed")
        symbols = {True: set[str](), False: set[str]()}
        for symbol in board.cafe_area:
            symbols[symbol.dock is not None].add(symbol.id)
        _known(self.tickets, symbols[True], "ticket", f"{path}.tickets", "beside")
        _known(self.cafe_area, symbols[False], "café symbol", f"{path}.cafe_area", "beside")
        _known(self.hot_spots, board.road_of, "road", f"{path}.hot_spots")
        return self

    def moved_to(self, city: str, board: str) -> "Marks":
        """Return the same marks on the board of another name."""
        return Marks(city, board, *(getattr(self, name) for name in Marks.__struct_fields__[2:]))


class UnplacedMarks(Marks, frozen=True, forbid_unknown_fields=True):
    """Marks in a larger file, which may leave city and board to that file."""

    city: str = ""
    board: str = ""


def parse_marks(data: bytes, path: str = "$") -> Marks:
    """Return the marks in the JSON *data*, not yet held against a board.

    *path* is where the marks stand in a larger file, for error messages.

    Raises
    ------
    MarksError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, Marks, start=path)
    except JsonError as error:
        raise MarksError(f"marks: {error}") from error


_KINDS = {kind.value: kind for kind in MarkKind}


def _written(value: MarkValue, where: str) -> str:
    """Return the place *where* with what is drawn there, where that is more than drawn."""
    if isinstance(value, bool):
        return where
    if isinstance(value, str):
        return f"{where}={value}"
    return f"{where}={','.join(f'{kind}:{number}' for kind, number in value.items())}"


def _value(kind: MarkKind, text: str) -> MarkValue:
    """Return the value that stands behind a place; inverse of ``_written``."""
    if kind.shape is not MarkShape.TOURISTS:
        return text or True
    pairs = [pair.partition(":") for pair in text.split(",")]
    return {name: int(number) if number.isdecimal() else -1 for name, _, number in pairs}


def _known(
    names: Iterable[str], known: Container[str], what: str, path: str, side: str = "on"
) -> None:
    """Refuse *names* that are not *known*; in a list they have numbers, in a map their names."""
    for i, name in enumerate(getattr(names, "given", names)):
        if name not in known:
            where = f".{name}" if isinstance(names, dict) else f"[{i}]"
            raise MarksError(f"{path}{where}: there is no {what} {name} {side} this board")
