"""Names of the things on a board: locations, crossroads and roads.

They are strings in notation that know their parts: the same values stand in files, in JSON
and in the rules. A text that is no such name is refused when one is made of it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

_LOCATION = re.compile(r"([A-Z])([1-9][0-9]?)")
_LATTICE = re.compile(r"([a-z])([0-9])")
_NAME = re.compile(r"[a-z][a-z0-9_]*[a-z_][a-z0-9_]*")
_ROAD = re.compile(r"([a-z0-9_]+)-([a-z0-9_]+)(?:/([a-z0-9_]+))?")

T_co = TypeVar("T_co", covariant=True)


class RulesError(ValueError):
    """Input from outside that cannot be used: the base of all such errors of the rules."""


class NotationError(RulesError):
    """A text that should name a thing on the board and does not."""


class Element(str):
    """A part of the board by its name: a location, a crossroads or a road.

    The string is checked when it is made; its parts are worked out once.

    >>> [type(Element(name)).__name__ for name in ("B3", "b2", "b2-c2")]
    ['Location', 'Crossroads', 'RoadId']

    Raises
    ------
    NotationError
        If the text names no such part.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Return the part of the board that *text* names, as the kind that it is."""
        kind = RoadId if "-" in text else Location if text[:1].isupper() else Crossroads
        return cast(Self, kind(text))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the value that *text* names; inverse of ``str``.

        Raises
        ------
        NotationError
            If *text* is no such name, with what was expected.
        """
        return cls(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),)


class Location(Element):
    """A square of the city map, written ``B3``: column B from the left, row 3 from the top.

    ``column`` and ``row`` count from 0. A space for tourists off the map (a remote
    landmark's own) has both at -1 and a ``name`` in lower case; it sorts first.

    >>> Location("B3").column, Location("B3").row
    (1, 2)
    >>> sorted([Location("B1"), Location("A2"), Location("A1")])
    ['A1', 'A2', 'B1']

    Raises
    ------
    NotationError
        If the text is no location, with what was expected.
    """

    __slots__ = ("_key", "column", "row")
    column: int
    row: int
    _key: tuple[int, int, str]

    def __new__(cls, text: str) -> Self:
        """Return the location that *text* names."""
        if match := _LOCATION.fullmatch(text):
            column, row = ord(match[1]) - ord("A"), int(match[2]) - 1
        elif _NAME.fullmatch(text):
            column = row = -1
        else:
            raise NotationError(
                f"{text!r} is no location: expected a column letter and a row, like B3"
            )
        self = str.__new__(cls, text)
        self.column, self.row = column, row
        self._key = column, row, text
        return self

    @classmethod
    def at(cls, column: int, row: int) -> Self:
        """Return the location in *column* and *row*, both from 0."""
        return cls(f"{chr(ord('A') + column)}{row + 1}")

    @property
    def name(self) -> str:
        """What a space off the map is called; empty for a location on the map."""
        return str(self) if self.column < 0 else ""

    def __lt__(self, other: str) -> bool:
        return self._key < other._key if isinstance(other, Location) else str(self) < other

    def __gt__(self, other: str) -> bool:
        return self._key > other._key if isinstance(other, Location) else str(self) > other

    def __le__(self, other: str) -> bool:
        return not self > other

    def __ge__(self, other: str) -> bool:
        return not self < other


class Crossroads(Element):
    """A place where roads meet, written ``b2``: line b from the left, line 2 from the top.

    A crossroads on no lattice point has a name of its own (``times_square``).
    Names sort as the notation asks: letter, then number. ``lattice`` are the column and the
    line counted from 0, None for a crossroads off the lattice.

    >>> Crossroads("b2").lattice
    (1, 2)

    Raises
    ------
    NotationError
        If the text is no crossroads, with what was expected.
    """

    __slots__ = ("lattice",)
    lattice: tuple[int, int] | None

    def __new__(cls, text: str) -> Self:
        """Return the crossroads that *text* names."""
        match = _LATTICE.fullmatch(text)
        if not match and not _NAME.fullmatch(text):
            raise NotationError(
                f"{text!r} is no crossroads: expected a line letter and a line number, like b2"
            )
        self = str.__new__(cls, text)
        self.lattice = (ord(match[1]) - ord("a"), int(match[2])) if match else None
        return self

    @classmethod
    @lru_cache(maxsize=1024)
    def at(cls, column: int, line: int) -> Self:
        """Return the crossroads on vertical line *column* and horizontal line *line*, from 0."""
        return cls(f"{chr(ord('a') + column)}{line}")


class RoadId(Element):
    """A road between two crossroads, written ``b2-c2``, smaller end first.

    Where two roads join the same two crossroads a suffix tells them apart: ``b2-c2/north``.
    A drawn section has the name of the road it lies on. ``ends`` are both crossroads, the
    smaller first.

    >>> RoadId("b2-c2").ends
    ('b2', 'c2')

    Raises
    ------
    NotationError
        If the text is no road, or its ends stand in the wrong order.
    """

    __slots__ = ("ends", "suffix")
    ends: tuple[Crossroads, Crossroads]
    suffix: str

    def __new__(cls, text: str) -> Self:
        """Return the road that *text* names."""
        match = _ROAD.fullmatch(text)
        if not match:
            raise NotationError(f"{text!r} is no road: expected two crossroads, like b2-c2")
        first, second = Crossroads(match[1]), Crossroads(match[2])
        if not first < second:
            raise NotationError(f"'{first}-{second}' is no road: the smaller end comes first")
        self = str.__new__(cls, text)
        self.ends, self.suffix = (first, second), match[3] or ""
        return self

    @classmethod
    @lru_cache(maxsize=4096)
    def between(cls, one: Crossroads, other: Crossroads, suffix: str = "") -> Self:
        """Return the road between two crossroads given in any order."""
        name = f"{min(one, other)}-{max(one, other)}"
        return cls(f"{name}/{suffix}" if suffix else name)

    @property
    def first(self) -> Crossroads:
        """The smaller end."""
        return self.ends[0]

    @property
    def second(self) -> Crossroads:
        """The greater end."""
        return self.ends[1]

    def other_end(self, end: Crossroads) -> Crossroads:
        """Return the end that is not *end*."""
        first, second = self.ends
        return second if end == first else first


def marked_place(text: str) -> Crossroads | RoadId:
    """Return the road or the crossroads that *text* names; a road has a dash.

    Raises
    ------
    NotationError
        If *text* is neither.
    """
    return RoadId(text) if "-" in text else Crossroads(text)


if TYPE_CHECKING:
    NameSet = frozenset
else:

    class NameSet(frozenset[T_co]):
        """A set of names that is walked in their order; in JSON a list that names none twice.

        ``given`` are the names as a file had them, so that errors can tell which one is bad.
        """

        __slots__ = ("given",)

        def __iter__(self) -> Iterator[T_co]:
            return iter(sorted(frozenset.__iter__(self), key=str))
