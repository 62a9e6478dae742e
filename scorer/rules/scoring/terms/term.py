"""A term: one line of the sheet, told once for all who ask for it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from scorer.rules.board.board import Board
from scorer.rules.city.city import City, Special
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.mistakes import Attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import Line, Step
from scorer.rules.scoring.terms.parts import Part


class Term(ABC):
    """How one line of a city's sheet counts. It has four halves, none of which may be missing.

    ``kind`` is the name by which a phone knows how to evaluate the term's data.
    """

    kind: ClassVar[str]

    def __init__(self, city: City, step: Step) -> None:
        self.city = city
        self.step = step

    @property
    def path(self) -> str:
        """Where the city's file tells of it, for error messages."""
        return self.step.value

    def in_play(self, setup: Setup) -> bool:
        """Whether the line stands on the sheet of a game with this *setup*."""
        return True

    @abstractmethod
    def line(self, walked: Walked) -> Line:
        """Return the line of the sheet for one route."""

    @abstractmethod
    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        """Return what the search needs; its parts together give the line's points."""

    @abstractmethod
    def phone(self, board: Board) -> dict[str, Any]:
        """Return the parameters, as JSON, by which a phone evaluates the kind on *board*."""

    @abstractmethod
    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        """Yield what the line would come to with each mistake that players make in it."""

    def phone_data(self, board: Board) -> dict[str, Any]:
        """Return the term as data for a phone."""
        return {"kind": self.kind, "step": self.step.value, **self.phone(board)}


class NamedTerm(Term):
    """A term that a city's file names: its ``special`` holds the figures given there."""

    def __init__(self, city: City, special: Special) -> None:
        super().__init__(city, Step.own(special.step))
        self.special = special

    @property
    def path(self) -> str:
        return special_path(self.special)

    def in_play(self, setup: Setup) -> bool:
        return setup.cafes or self.step is not Step.CAFES


def special_path(special: Special) -> str:
    """Return where a city's file names the rule of *special*, and the rule."""
    return f"specials.{special.step}.rule {special.rule!r}"


# What an abstract method of a term is, in words.
HALVES = {
    "line": "its line on the sheet",
    "search": "its half for the search",
    "phone": "its data for the phone",
    "mistakes": "its mistakes for the judge",
}
