"""Names of the things on a board: locations, crossroads and roads.

Every value object here has ``parse`` and ``str`` as inverses of each other.
"""

import re
from dataclasses import dataclass
from typing import Self

_LOCATION = re.compile(r"([A-Z])([1-9][0-9]?)")
_LATTICE = re.compile(r"([a-z])([0-9])")
_NAME = re.compile(r"[a-z][a-z0-9_]*[a-z_][a-z0-9_]*")
_ROAD = re.compile(r"([a-z0-9_]+)-([a-z0-9_]+)(?:/([a-z0-9_]+))?")


class NotationError(ValueError):
    """A text that should name a thing on the board and does not."""


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A square of the city map, written ``B3``: column B from the left, row 3 from the top.

    ``column`` and ``row`` count from 0. A space for tourists off the map (a remote
    landmark's own) has both at -1 and a ``name`` in lower case.
    """

    column: int
    row: int
    name: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the location that *text* names; inverse of ``str``.

        Raises
        ------
        NotationError
            If *text* is no location, with what was expected.
        """
        if match := _LOCATION.fullmatch(text):
            return cls(ord(match[1]) - ord("A"), int(match[2]) - 1)
        if _NAME.fullmatch(text) and not _LATTICE.fullmatch(text):
            return cls(-1, -1, text)
        raise NotationError(f"{text!r} is no location: expected a column letter and a row, like B3")

    def __str__(self) -> str:
        return self.name or f"{chr(ord('A') + self.column)}{self.row + 1}"


@dataclass(frozen=True, slots=True, order=True)
class Crossroads:
    """A place where roads meet, written ``b2``: line b from the left, line 2 from the top.

    A crossroads on no lattice point has a name of its own (``times_square``).
    Names sort as the notation asks: letter, then number.
    """

    name: str

    @classmethod
    def at(cls, column: int, line: int) -> Self:
        """Return the crossroads on vertical line *column* and horizontal line *line*, from 0."""
        return cls(f"{chr(ord('a') + column)}{line}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the crossroads that *text* names; inverse of ``str``.

        Raises
        ------
        NotationError
            If *text* is no crossroads, with what was expected.
        """
        if _LATTICE.fullmatch(text) or _NAME.fullmatch(text):
            return cls(text)
        raise NotationError(
            f"{text!r} is no crossroads: expected a line letter and a line number, like b2"
        )

    @property
    def lattice(self) -> tuple[int, int] | None:
        """Column and line counted from 0, or None for a crossroads off the lattice."""
        match = _LATTICE.fullmatch(self.name)
        return (ord(match[1]) - ord("a"), int(match[2])) if match else None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, order=True)
class RoadId:
    """A road between two crossroads, written ``b2-c2``, smaller end first.

    Where two roads join the same two crossroads a suffix tells them apart: ``b2-c2/north``.
    A drawn section has the name of the road it lies on.
    """

    first: Crossroads
    second: Crossroads
    suffix: str = ""

    def __post_init__(self) -> None:
        if not self.first < self.second:
            raise NotationError(
                f"'{self.first}-{self.second}' is no road: the smaller end comes first"
            )

    @classmethod
    def between(cls, one: Crossroads, other: Crossroads, suffix: str = "") -> Self:
        """Return the road between two crossroads given in any order."""
        return cls(min(one, other), max(one, other), suffix)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the road that *text* names; inverse of ``str``.

        Raises
        ------
        NotationError
            If *text* is no road, or its ends stand in the wrong order.
        """
        match = _ROAD.fullmatch(text)
        if not match:
            raise NotationError(f"{text!r} is no road: expected two crossroads, like b2-c2")
        return cls(Crossroads.parse(match[1]), Crossroads.parse(match[2]), match[3] or "")

    @property
    def ends(self) -> tuple[Crossroads, Crossroads]:
        """Both ends, smaller first."""
        return self.first, self.second

    def other_end(self, end: Crossroads) -> Crossroads:
        """Return the end that is not *end*."""
        return self.second if end == self.first else self.first

    def __str__(self) -> str:
        return f"{self.first}-{self.second}" + (f"/{self.suffix}" if self.suffix else "")


def marked_place(text: str) -> Crossroads | RoadId:
    """Return the road or the crossroads that *text* names; a road has a dash.

    Raises
    ------
    NotationError
        If *text* is neither.
    """
    return RoadId.parse(text) if "-" in text else Crossroads.parse(text)
