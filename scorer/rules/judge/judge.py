"""A player's own sheet against the computed one: what differs, and why, most likely."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct

from scorer.rules.judge.case import Case
from scorer.rules.judge.likeliest import likeliest
from scorer.rules.judge.writing import line_attempts, total_attempts
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.mistakes import Attempt, Explanation, Mistake, MistakeKind, attempt
from scorer.rules.scoring.sheet import FinalRoute, ScoreSheet, Step
from scorer.rules.search.alternatives import MOST_ROUTES, best_few
from scorer.rules.search.best import score, score_route
from scorer.rules.status import NOTHING_KNOWN, Checking, Status, alone, status_of

# Lines that a claim must hold before a route is looked for that they fit, and routes told.
FEWEST_LINES = 3
MOST_FITTING = 2
MOST_SECTIONS = 48


@dataclass(frozen=True)
class Claim:
    """A player's own sheet: the lines written down, the total, and the route if it is known.

    A route that cannot be walked is left out; ``route_problem`` says what is wrong with it.
    ``checking`` tells how far people have looked at the board.
    """

    filled: FilledBoard
    lines: dict[Step, int] = field(default_factory=dict)
    total: int | None = None
    route: FinalRoute | None = None
    route_problem: str = ""
    checking: Checking = NOTHING_KNOWN


class LineVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """One line that the player wrote: how many points too many, and the mistakes behind it.

    Explanations stand likeliest first, and each leads exactly to ``claimed``; without any
    none was found.
    """

    step: Step
    claimed: int
    computed: int
    difference: int
    explanations: tuple[Explanation, ...]


class TotalVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """The player's total. ``added`` is what the written lines add up to.

    Lines that were not written count in it as computed; ``assumed`` names them.
    """

    claimed: int
    computed: int
    difference: int
    added: int
    assumed: tuple[Step, ...]
    explanations: tuple[Explanation, ...]


class Against(StrEnum):
    """Which route a claim is measured against: the one that it names, or the best."""

    ROUTE = "route"
    BEST = "best"


class Verdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What the judge found. ``sheet`` is what the claim is measured against.

    That is the player's own route where it was given and can be walked, else ``best``, which
    has ``given_away`` points more. ``fitting`` are other routes, among the best, on which
    every line that was written is right; they are looked for where some line is wrong.
    ``status`` tells how sure all that was computed is.
    """

    right: bool
    against: Against
    lines: tuple[LineVerdict, ...]
    total: TotalVerdict | None
    sheet: ScoreSheet
    best: ScoreSheet
    given_away: int
    fitting: tuple[ScoreSheet, ...]
    route_problem: str
    status: Status

    @property
    def own_route(self) -> bool:
        """Whether the claim is measured against a route of the player's own."""
        return self.against is Against.ROUTE


def judge(claim: Claim, stop: Callable[[], bool] | None = None) -> Verdict:
    """Return what is wrong with *claim*, line by line, and the likeliest mistakes behind it.

    Parameters
    ----------
    stop : callable, optional
        As for ``score``: once it says yes the best route so far is taken, not proved.

    Raises
    ------
    MarksError
        If a goal card marks something that is not on the board.
    """
    best = sheet = score(claim.filled, stop=stop)
    if claim.route is not None:
        sheet = score_route(claim.filled, claim.route, best=best)
    case = Case(claim.filled, sheet, claim.lines)
    order = [*Step, *claim.lines]
    lines = tuple(_line(case, step) for step in dict.fromkeys(order) if step in claim.lines)
    total = None if claim.total is None else _total(case, claim.total)
    wrong = any(line.difference for line in lines)
    fitting = _fitting(case, stop) if wrong else ()
    right = not wrong and (total is None or not total.difference) and not claim.route_problem
    return Verdict(
        right=right,
        against=Against.BEST if claim.route is None else Against.ROUTE,
        lines=lines,
        total=total,
        sheet=sheet,
        best=best,
        given_away=best.total - sheet.total,
        fitting=fitting,
        route_problem=claim.route_problem,
        status=alone(claim.filled, status_of(claim.filled, claim.checking)),
    )


def _fitting(case: Case, stop: Callable[[], bool] | None) -> tuple[ScoreSheet, ...]:
    """Return the routes, among the best, on which every line of the claim is right.

    One number alone fits too many routes to tell anything, and in drawings far beyond a
    game looking for them takes long.
    """
    if len(case.claimed) < FEWEST_LINES or len(case.filled.marks.sections) > MOST_SECTIONS:
        return ()
    tried, _ = best_few(case.filled, MOST_ROUTES, stop)
    fits = [sheet for sheet in tried if _fits(sheet, case.claimed)]
    return tuple(fits[:MOST_FITTING])


def _fits(sheet: ScoreSheet, claimed: dict[Step, int]) -> bool:
    points = {line.step: line.points for line in sheet.lines}
    return all(points.get(step, 0) == number for step, number in claimed.items())


def _line(case: Case, step: Step) -> LineVerdict:
    claimed = case.claimed[step]
    computed = case.right[step].points if step in case.right else 0
    apart = claimed - computed
    found = likeliest(_attempts(case, step, claimed), claimed) if apart else ()
    return LineVerdict(step, claimed, computed, apart, found)


def _attempts(case: Case, step: Step, claimed: int) -> Iterator[Attempt]:
    if step not in case.right:
        yield attempt(claimed, Mistake(MistakeKind.NOT_IN_PLAY))
        return
    for term in case.terms:
        if term.step is step:
            yield from term.mistakes(case.walked)
    yield from line_attempts(case, step)


def _total(case: Case, claimed: int) -> TotalVerdict:
    assumed = tuple(step for step in case.right if step not in case.claimed)
    lines = {step: line.points for step, line in case.right.items()} | case.claimed
    computed, added = case.sheet.total, sum(lines.values())
    if claimed == computed:
        return TotalVerdict(claimed, computed, 0, added, assumed, ())
    attempts = [*total_attempts(lines)]
    for step in assumed:
        # The total alone tells of a mistake in a line that was not written down.
        right = case.right[step].points
        attempts += [
            Attempt(added + tried.points - right, _in_line(tried.explanation, step))
            for tried in _attempts(case, step, right)
            if tried.points != right
        ]
    found = likeliest(attempts, claimed)
    return TotalVerdict(claimed, computed, claimed - computed, added, assumed, found)


def _in_line(explanation: Explanation, step: Step) -> Explanation:
    """Return *explanation* with the line it is about, which the total alone does not tell."""
    return Explanation(mistakes=explanation.mistakes, line=step)
