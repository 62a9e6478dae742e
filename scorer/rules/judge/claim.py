"""A claim: what a player wrote on the own sheet, to be held against the board."""

from collections.abc import Callable

import msgspec

from scorer.rules.board.board import Board
from scorer.rules.city.box import in_box
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.judge.judge import Claim
from scorer.rules.notation import RulesError
from scorer.rules.position.filled import FilledBoard, Rivals
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.goals import check_goals
from scorer.rules.scoring.namedroute import RouteError, parse_route
from scorer.rules.scoring.sheet import Step
from scorer.rules.scoring.terms.allterms import terms_of

# Far more than any line of a real game; it keeps sums within what machines count quickly.
MOST_POINTS = 9999


class ClaimError(RulesError):
    """A claim that cannot be judged, naming the key."""


class WrittenClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player wrote on the own sheet, and the board that it is about.

    ``lines`` are the numbers written, by step; ``total`` what they came to; ``route`` the
    crossroads of the player's own final route, in the order walked. ``rivals`` are,
    for each goal card, the best result of another player who reached it, null for none.
    """

    marks: Marks
    setup: Setup = msgspec.field(default_factory=Setup)
    lines: dict[str, int] = {}
    total: int | None = None
    route: tuple[str, ...] | None = None
    rivals: Rivals | None = None

    def held_against(self, board_of: Callable[[str], Board]) -> Claim:
        """Return the claim on the board filled as it says, for the judge.

        Parameters
        ----------
        board_of : callable
            Returns the board of a name, or raises a ``ValueError`` that says why it cannot.

        Raises
        ------
        ClaimError, MarksError
            If something in it does not fit, with its path.
        """
        try:
            city = load_city(self.marks.city)
        except ValueError as error:
            raise ClaimError(f"$.marks.city: {error}") from error
        try:
            board = board_of(self.marks.board)
        except ValueError as error:
            raise ClaimError(f"$.marks.board: {error}") from error
        city = in_box(city, board)
        marks = self.marks.checked_on(board, "$.marks")
        setup = _setup(self, board, city)
        lines, rivals = _lines(self, city), _rivals(self)
        route, problem = None, ""
        if self.route is not None:
            try:
                route = parse_route(",".join(self.route), board, marks)
            except RouteError as error:
                problem = str(error)
        filled = FilledBoard(board, city, marks, setup, rivals)
        return Claim(filled, lines, self.total, route, problem)


def parse_claim(data: bytes) -> WrittenClaim:
    """Return the claim that the JSON *data* holds, its names not yet looked up.

    Raises
    ------
    ClaimError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, WrittenClaim)
    except JsonError as error:
        raise ClaimError(f"claim: {error}") from error


def _setup(claim: WrittenClaim, board: Board, city: City) -> Setup:
    setup = claim.setup.checked_in(city, "$.setup")
    try:
        check_goals(board, setup)
    except MarksError as error:
        raise ClaimError(f"$.setup{str(error).removeprefix('$')}") from error
    return setup


def _rivals(claim: WrittenClaim) -> Rivals | None:
    cards = len(claim.setup.goals)
    if claim.rivals is not None and len(claim.rivals) != cards:
        raise ClaimError(f"$.rivals: {len(claim.rivals)} results, but {cards} goal cards lie out")
    return claim.rivals


def _lines(claim: WrittenClaim, city: City) -> dict[Step, int]:
    if not claim.lines and claim.total is None:
        raise ClaimError("$.lines: nothing to judge; give a line's points or the total")
    known = [term.step.value for term in terms_of(city)]
    for step, points in claim.lines.items():
        if step not in known:
            raise ClaimError(f"$.lines.{step}: {city.name} has the lines {', '.join(known)}")
        _check(f"$.lines.{step}", points)
    if claim.total is not None:
        _check("$.total", claim.total)
    return {Step.own(step): points for step, points in claim.lines.items()}


def _check(path: str, points: int) -> None:
    if not 0 <= points <= MOST_POINTS:
        raise ClaimError(f"{path}: {points} is not from 0 to {MOST_POINTS}")
