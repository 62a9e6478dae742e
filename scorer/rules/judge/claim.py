"""The claim file: what a player wrote on the own sheet, to be held against the board."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from scorer.rules.board import Board
from scorer.rules.city import City, load_city
from scorer.rules.given import RouteError, parse_route
from scorer.rules.goals import check_goals
from scorer.rules.jsonfile import JsonError, decode_json
from scorer.rules.judge.judge import Claim
from scorer.rules.marks import MarksError, MarksFile, SetupFile, marks_on, setup_in
from scorer.rules.sheet import Step
from scorer.rules.steps import SPECIAL

# Far more than any line of a real game; it keeps sums within what machines count quickly.
MOST_POINTS = 9999


class ClaimError(ValueError):
    """A claim file that cannot be judged, naming the key."""


class ClaimFile(msgspec.Struct, forbid_unknown_fields=True):
    """A player's own sheet as JSON.

    ``lines`` are the numbers written, by step; ``total`` what they came to; ``route`` the
    crossroads of the player's own final route, in the order walked. ``rivals`` are,
    for each goal card, the best result of another player who reached it, null for none.
    """

    marks: MarksFile
    setup: SetupFile = msgspec.field(default_factory=SetupFile)
    lines: dict[str, int] = {}
    total: int | None = None
    route: list[str] | None = None
    rivals: list[int | None] | None = None


@dataclass(frozen=True)
class ClaimOn:
    """A claim with the board and the city that it is about."""

    board: Board
    city: City
    claim: Claim


def parse_claim(data: bytes) -> ClaimFile:
    """Return the claim file that *data* holds, its names not yet looked up.

    Raises
    ------
    ClaimError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, ClaimFile)
    except JsonError as error:
        raise ClaimError(f"claim: {error}") from error


def claim_on(file: ClaimFile, board_of: Callable[[str], Board]) -> ClaimOn:
    """Return *file* as a claim, every name looked up.

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
        city = load_city(file.marks.city)
    except ValueError as error:
        raise ClaimError(f"$.marks.city: {error}") from error
    try:
        board = board_of(file.marks.board)
    except ValueError as error:
        raise ClaimError(f"$.marks.board: {error}") from error
    marks = marks_on(file.marks, board, "$.marks")
    setup = setup_in(file.setup, city, "$.setup")
    try:
        check_goals(board, setup)
    except MarksError as error:
        raise ClaimError(f"$.setup{str(error).removeprefix('$')}") from error
    lines = _lines(file, city)
    rivals = tuple(file.rivals) if file.rivals is not None else None
    if rivals is not None and len(rivals) != len(setup.goals):
        raise ClaimError(
            f"$.rivals: {len(rivals)} results, but {len(setup.goals)} goal cards lie out"
        )
    route, problem = None, ""
    if file.route is not None:
        try:
            route = parse_route(",".join(file.route), board, marks)
        except RouteError as error:
            problem = str(error)
    claim = Claim(marks, setup, lines, file.total, route, rivals, problem)
    return ClaimOn(board, city, claim)


def _lines(file: ClaimFile, city: City) -> dict[Step, int]:
    if not file.lines and file.total is None:
        raise ClaimError("$.lines: nothing to judge; give a line's points or the total")
    missing = {kind.value for kind in SPECIAL if kind not in city.landmarks}
    known = [step.value for step in Step if step.value not in missing]
    known += [special.step for special in city.specials if special.step not in known]
    for step, points in file.lines.items():
        if step not in known:
            raise ClaimError(f"$.lines.{step}: {city.name} has the lines {', '.join(known)}")
        _check(f"$.lines.{step}", points)
    if file.total is not None:
        _check("$.total", file.total)
    return {Step.own(step): points for step, points in file.lines.items()}


def _check(path: str, points: int) -> None:
    if not 0 <= points <= MOST_POINTS:
        raise ClaimError(f"{path}: {points} is not from 0 to {MOST_POINTS}")
