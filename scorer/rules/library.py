"""The rules as a library: one position of one board, and all that can be asked of it.

``scorer.rules`` hands out these names; nothing in the rules imports this module.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from scorer.rules.board.board import Board
from scorer.rules.city.box import in_box
from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import Mark
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.referee import Finding, findings
from scorer.rules.scoring.namedroute import parse_route
from scorer.rules.scoring.sheet import FinalRoute, ScoreSheet
from scorer.rules.search.alternatives import alternatives
from scorer.rules.search.best import score, score_route
from scorer.rules.status import Checking, Status, alone, status_of
from scorer.rules.values import replace


@dataclass(frozen=True)
class Position(FilledBoard):
    """One player's board at the end of a game, checked when it is made.

    >>> position = Position.of("first-city first-city: section a0-b0 b0-c0")
    >>> position.best().total
    0
    >>> position.with_mark(Mark(MarkKind.CAFE, "a4", "visited")).best().total
    2

    Raises
    ------
    MarksError
        If the board is of another city, a mark is not on the board, or a rating is missing,
        with the place.
    """

    def __post_init__(self) -> None:
        """Check all marks, not only what the search needs."""
        self.marks.checked_on(self.board)
        super().__post_init__()

    @classmethod
    def of(cls, marks: Marks | str, setup: Setup | None = None, board: Board | None = None) -> Self:
        """Return the position with *marks*, given in notation or as a value.

        Parameters
        ----------
        setup : Setup, optional
            Left out, that of a medium game in which no rating went up.
        board : Board, optional
            Left out, the practice board of the marks' city.

        Raises
        ------
        RulesError
            If there is no such city, or something does not fit, with the place.
        """
        drawn = Marks.parse(marks) if isinstance(marks, str) else marks
        city = load_city(drawn.city)
        there = board or city.practice_board
        city = in_box(city, there)
        given = usual_setup(city) if setup is None else setup.checked_in(city)
        return cls(there, city, drawn, given)

    def best(self) -> ScoreSheet:
        """Return the sheet of the best final route.

        >>> Position.of("first-city first-city:").best().optimal
        True
        """
        return score(self)

    def sheet(self, route: FinalRoute | str) -> ScoreSheet:
        """Return the sheet of *route*; in text its crossroads in walking order.

        >>> Position.of("first-city first-city: section a0-b0 b0-c0").sheet("a0 b0 c0").length
        2

        Raises
        ------
        RouteError
            If *route* cannot be walked, with everything that is wrong.
        """
        walked = parse_route(route, self.board, self.marks) if isinstance(route, str) else route
        return score_route(self, walked)

    def alternatives(self, count: int) -> tuple[ScoreSheet, ...]:
        """Return the sheets of the best *count* final routes, best first.

        >>> sheets = Position.of("first-city first-city: section a0-b0").alternatives(2)
        >>> [sheet.route.text for sheet in sheets]
        ['a0 b0', '']

        Raises
        ------
        AlternativesError
            If so many are not offered.
        """
        return alternatives(self, count).sheets

    def findings(self) -> tuple[Finding, ...]:
        """Return what a legal game cannot produce.

        >>> position = Position.of("first-city first-city: task c3")
        >>> [finding.kind.value for finding in position.findings()]
        ['too-few-tasks']
        """
        return findings(self)

    def status(self, to_check: int = 0) -> Status:
        """Return how sure the result is, with *to_check* places that nobody has looked at.

        >>> position = Position.of("first-city first-city: section a0-b0")
        >>> position.status().kind.value, position.status(to_check=2).kind.value
        ('ratings-not-set', 'to-check')
        """
        return alone(self, status_of(self, Checking(to_check)))

    def with_mark(self, *marks: Mark) -> Self:
        """Return the position with *marks* in place of what stood there.

        >>> position = Position.of("first-city first-city:")
        >>> position.with_mark(Mark(MarkKind.TASK, "c3", True)).marks
        Marks.parse('first-city first-city: task c3')

        Raises
        ------
        MarksError
            If a mark is none for its place, or the board has no such place.
        """
        return replace(self, marks=with_marks(self.marks, marks))


def with_marks(drawn: Marks, marks: Iterable[Mark]) -> Marks:
    """Return *drawn* with *marks* in place of what stood there."""
    for mark in marks:
        drawn = mark.on(drawn)
    return drawn
