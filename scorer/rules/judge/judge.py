"""A player's own sheet against the computed one: what differs, and why, most likely."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.alternatives import MOST_ROUTES, alternatives
from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.goals import Rivals
from scorer.rules.judge.case import Case
from scorer.rules.judge.counts import cafe_attempts, visit_all_attempts
from scorer.rules.judge.goals import goals_attempts
from scorer.rules.judge.mistakes import (
    Attempt,
    Explanation,
    Mistake,
    MistakeKind,
    attempt,
    likeliest,
)
from scorer.rules.judge.products import product_attempts
from scorer.rules.judge.specials import special_attempts
from scorer.rules.judge.sums import grey_attempts, yellow_attempts
from scorer.rules.judge.task import task_attempts
from scorer.rules.judge.writing import line_attempts, total_attempts
from scorer.rules.marks import Marks, Setup
from scorer.rules.score import score, score_route
from scorer.rules.sheet import FinalRoute, ScoreSheet, Step, sheet_data

# Lines that a claim must hold before a route is looked for that they fit, and routes told.
FEWEST_LINES = 3
MOST_FITTING = 2
MOST_SECTIONS = 48

_OF_STEP = {
    Step.YELLOW: yellow_attempts,
    Step.GREY: grey_attempts,
    Step.CAFES: cafe_attempts,
    Step.VISIT_ALL: visit_all_attempts,
    Step.TASK: task_attempts,
    Step.GOALS: goals_attempts,
}


@dataclass(frozen=True)
class Claim:
    """A player's own sheet: the lines written down, the total, and the route if it is known.

    ``rivals`` are the others' best results on the goal cards, as for ``score``. A route that
    cannot be walked is left out; ``route_problem`` says what is wrong with it.
    """

    marks: Marks
    setup: Setup
    lines: dict[Step, int] = field(default_factory=dict)
    total: int | None = None
    route: FinalRoute | None = None
    rivals: Rivals | None = None
    route_problem: str = ""


@dataclass(frozen=True)
class LineVerdict:
    """One line that the player wrote. Without ``explanations`` none was found.

    They are ordered, likeliest first, and each leads exactly to ``claimed``.
    """

    step: Step
    claimed: int
    computed: int
    explanations: tuple[Explanation, ...] = ()

    @property
    def difference(self) -> int:
        """How many points too many the player wrote."""
        return self.claimed - self.computed


@dataclass(frozen=True)
class TotalVerdict:
    """The player's total. ``added`` is what the written lines add up to.

    Lines that were not written count in it as computed; ``assumed`` names them.
    """

    claimed: int
    computed: int
    added: int
    assumed: tuple[Step, ...]
    explanations: tuple[Explanation, ...] = ()

    @property
    def difference(self) -> int:
        """How many points too many the player wrote."""
        return self.claimed - self.computed


@dataclass(frozen=True)
class Verdict:
    """What the judge found. ``sheet`` is what the claim is measured against.

    That is the player's own route where it was given and can be walked, else ``best``.
    ``fitting`` are other routes, among the best, on which every line that was written is
    right; they are looked for where some line is wrong.
    """

    sheet: ScoreSheet
    best: ScoreSheet
    own_route: bool
    lines: tuple[LineVerdict, ...]
    total: TotalVerdict | None
    fitting: tuple[ScoreSheet, ...] = ()
    route_problem: str = ""

    @property
    def right(self) -> bool:
        """Whether everything the player wrote is right."""
        wrong = [line for line in self.lines if line.difference]
        total = self.total is None or not self.total.difference
        return not wrong and total and not self.route_problem

    @property
    def given_away(self) -> int:
        """How many points the best route has more than the one measured against."""
        return self.best.total - self.sheet.total


def judge(
    board: Board, city: City, claim: Claim, stop: Callable[[], bool] | None = None
) -> Verdict:
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
    best = sheet = score(board, city, claim.marks, claim.setup, claim.rivals, stop=stop)
    if claim.route is not None:
        sheet = score_route(
            board, city, claim.marks, claim.setup, claim.route, claim.rivals, best=best
        )
    case = Case(board, city, claim.marks, claim.setup, sheet, claim.lines)
    order = [*Step, *claim.lines]
    lines = tuple(_line(case, step) for step in dict.fromkeys(order) if step in claim.lines)
    total = None if claim.total is None else _total(case, claim.total)
    wrong = any(line.difference for line in lines)
    fitting = _fitting(case, claim.rivals, stop) if wrong else ()
    return Verdict(sheet, best, claim.route is not None, lines, total, fitting, claim.route_problem)


def _fitting(
    case: Case, rivals: Rivals | None, stop: Callable[[], bool] | None
) -> tuple[ScoreSheet, ...]:
    """Return the routes, among the best, on which every line of the claim is right.

    One number alone fits too many routes to tell anything, and in drawings far beyond a
    game looking for them takes long.
    """
    if len(case.claimed) < FEWEST_LINES or len(case.marks.sections) > MOST_SECTIONS:
        return ()
    board, city, marks, setup = case.board, case.city, case.marks, case.setup
    tried = alternatives(board, city, marks, setup, MOST_ROUTES, rivals, stop)
    fits = [sheet for sheet in tried.sheets if _fits(sheet, case.claimed)]
    return tuple(fits[:MOST_FITTING])


def _fits(sheet: ScoreSheet, claimed: dict[Step, int]) -> bool:
    points = {line.step: line.points for line in sheet.lines}
    return all(points.get(step, 0) == number for step, number in claimed.items())


def _line(case: Case, step: Step) -> LineVerdict:
    claimed = case.claimed[step]
    computed = case.right[step].points if step in case.right else 0
    if claimed == computed:
        return LineVerdict(step, claimed, computed)
    return LineVerdict(step, claimed, computed, likeliest(_attempts(case, step, claimed), claimed))


def _attempts(case: Case, step: Step, claimed: int) -> Iterator[Attempt]:
    if step not in case.right:
        yield attempt(claimed, Mistake(MistakeKind.NOT_IN_PLAY))
        return
    own = {special.step: special for special in case.city.specials}
    if step.value in own:
        yield from special_attempts(case, own[step.value])
    elif step in _OF_STEP:
        yield from _OF_STEP[step](case)
    elif step.value in case.city.pairs:
        yield from product_attempts(case, step)
    yield from line_attempts(case, step)


def _total(case: Case, claimed: int) -> TotalVerdict:
    assumed = tuple(step for step in case.right if step not in case.claimed)
    lines = {step: line.points for step, line in case.right.items()} | case.claimed
    computed, added = case.sheet.total, sum(lines.values())
    if claimed == computed:
        return TotalVerdict(claimed, computed, added, assumed)
    attempts = [*total_attempts(lines)]
    for step in assumed:
        # The total alone tells of a mistake in a line that was not written down.
        right = case.right[step].points
        attempts += [
            Attempt(added + tried.points - right, _in_line(tried.explanation, step))
            for tried in _attempts(case, step, right)
            if tried.points != right
        ]
    return TotalVerdict(claimed, computed, added, assumed, likeliest(attempts, claimed))


def _in_line(explanation: Explanation, step: Step) -> Explanation:
    """Return *explanation* with the line it is about, which the total alone does not tell."""
    return Explanation(explanation.mistakes, step)


def verdict_data(
    verdict: Verdict, tell: Callable[[Explanation, Step | None], str]
) -> dict[str, Any]:
    """Return *verdict* in the shape of its JSON.

    Parameters
    ----------
    tell : callable
        Says an explanation of a line (None: of the total) in a sentence.
    """
    total = verdict.total
    return {
        "right": verdict.right,
        "against": "route" if verdict.own_route else "best",
        "lines": [
            {
                "step": line.step.value,
                "claimed": line.claimed,
                "computed": line.computed,
                "difference": line.difference,
                "explanations": [
                    {"sentence": tell(why, line.step), **_explanation_data(why)}
                    for why in line.explanations
                ],
            }
            for line in verdict.lines
        ],
        "total": total
        and {
            "claimed": total.claimed,
            "computed": total.computed,
            "difference": total.difference,
            "added": total.added,
            "assumed": [step.value for step in total.assumed],
            "explanations": [
                {"sentence": tell(why, None), **_explanation_data(why)}
                for why in total.explanations
            ],
        },
        "sheet": sheet_data(verdict.sheet),
        "best": sheet_data(verdict.best),
        "given_away": verdict.given_away,
        "fitting": [sheet_data(sheet) for sheet in verdict.fitting],
        "route_problem": verdict.route_problem,
    }


def _explanation_data(explanation: Explanation) -> dict[str, Any]:
    return {
        "line": explanation.line.value if explanation.line else None,
        "mistakes": [
            {
                "kind": mistake.kind.value,
                "from": [str(element) for element in mistake.elements],
                "count": mistake.count,
                "figures": mistake.figures,
                "others": [step.value for step in mistake.others],
            }
            for mistake in explanation.mistakes
        ],
    }
