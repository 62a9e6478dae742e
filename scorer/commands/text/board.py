"""Readings and score sheets as plain text for the terminal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scorer.commands.text.doubts import doubt_rows, shapes_text
from scorer.commands.text.status import proof_text, status_text
from scorer.rules.city.city import City
from scorer.rules.counted import counted
from scorer.rules.referee import Finding
from scorer.rules.scoring.sheet import Reason, ScoreSheet, Step
from scorer.rules.search.alternatives import Alternatives, difference_text
from scorer.rules.status import Status

if TYPE_CHECKING:
    from scorer.vision.read import Reading


class _Names(dict[str, str]):
    """Names of the usual steps; a city's own step that nobody names goes by its own."""

    def __missing__(self, step: str) -> str:
        return step.replace("-", " ").capitalize()


STEP_NAMES = _Names(
    {
        Step.RED: "Red landmarks",
        Step.GREEN: "Green landmarks",
        Step.BLUE: "Blue landmarks",
        Step.PURPLE: "Purple landmarks",
        Step.YELLOW: "Popular (yellow)",
        Step.GREY: "Iconic (grey)",
        Step.CAFES: "Unused cafés",
        Step.VISIT_ALL: "Visit them all",
        Step.TASK: "Personal task",
        Step.GOALS: "Goal cards",
    }
)
REASONS = {
    Reason.NOT_CONNECTED: "not connected to the route",
    Reason.ALTERNATIVE: "an alternative the route does not take",
    Reason.DEAD_END: "a dead end",
}


def step_name(step: str, city: City) -> str:
    """Return what *city* calls a step of its sheet."""
    own = {special.step: special.name for special in city.specials} | city.step_names
    return own.get(step) or STEP_NAMES[step]


def sheet_text(
    sheet: ScoreSheet, city: City, status: Status, best: ScoreSheet | None = None
) -> str:
    """Return *sheet* line by line, with the route, what it leaves out, and how sure it is.

    *best* is the best route's sheet where *sheet* is of another route.
    """
    rows = [f"{city.name}: final score sheet", ""]
    for line in sheet.lines:
        parts = " ".join(str(element) for element in line.elements)
        if line.step is Step.GOALS:
            rows.append(f"  {step_name(line.step, city):<34}{line.points:>6}    {parts}")
            rows += [f"      {working}" for working in line.working.split("; ")]
            continue
        rows.append(
            f"  {step_name(line.step, city):<18}{line.working:>16}{line.points:>6}    {parts}"
        )
    rows += ["  " + "-" * 40, f"  {'Total':<34}{sheet.total:>6}", status_text(status, city), ""]
    walk = sheet.route.text or "none"
    rows.append(f"Final route, {counted(sheet.length, 'section')}: {walk}")
    on_it = f"{counted(sheet.tourists, 'tourist')} and {counted(sheet.landmarks, 'landmark')}"
    rows.append(f"{on_it} are on it.")
    if sheet.given_up:
        lines = ", ".join(f"{points} {step}" for step, points in sheet.given_up_lines.items())
        rows.append(f"{sheet.given_up} PP are given up elsewhere for the goal cards: {lines}.")
    known = best is not None and best.optimal
    more = sheet.at_most_more
    rows.append(proof_text(proved=sheet.optimal, more=more, best_known=known, status=status))
    for reason in Reason:
        left = [str(unused.section) for unused in sheet.unused if unused.reason is reason]
        if left:
            rows.append(f"Left out, {REASONS[reason]}: {' '.join(left)}")
    for place, lost in sorted(sheet.lost_tourists.items()):
        rows.append(f"Lost tourists at {place}: {shapes_text(lost.counts)}")
    return "\n".join(rows)


def alternatives_text(found: Alternatives) -> str:
    """Return the best routes, a line each with what sets it apart from the best one."""
    number = len(found.sheets)
    head = f"The best {number} routes that differ in total or in locations:"
    rows = [head if number > 1 else "The best route:"]
    for number, sheet in enumerate(found.sheets, 1):
        apart = difference_text(sheet.difference) if number > 1 else "the best"
        walk = sheet.route.text or "none"
        length = counted(sheet.length, "section")
        rows.append(f"  {number:>2}. {sheet.total:>4} PP, {length:>11} ({apart})")
        rows.append(f"           {walk}")
    if not found.proved:
        rows.append("Not proved: other routes may belong among these.")
    return "\n".join(rows)


def findings_text(findings: Iterable[Finding]) -> str:
    """Return what the referee noticed, a line each; empty if nothing."""
    return "\n".join(f"Referee: {finding.message}" for finding in findings)


def reading_text(reading: "Reading") -> str:
    """Return what was read from a photo and what a person should check."""
    marks = reading.marks
    rows = [
        f"Sections ({len(marks.sections)}): {' '.join(sorted(map(str, marks.sections)))}",
        f"Tourists ({sum(group.total for group in marks.tourists.values())}):",
    ]
    for place, group in sorted(marks.tourists.items()):
        rows.append(f"  {place}  {shapes_text(group.counts)}")
    cafes = ", ".join(f"{point} {mark}" for point, mark in sorted(marks.cafes.items()))
    rows.append(f"Cafés: {cafes or 'none visited'}")
    rows.append(f"Personal task: {' '.join(map(str, sorted(marks.task))) or 'nothing ringed'}")
    rows.append("")
    rows += doubt_rows(reading.doubts)
    return "\n".join(rows)
