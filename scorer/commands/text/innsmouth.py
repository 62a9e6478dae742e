"""Boards of Innsmouth as plain text for the terminal: routes, chances, advice and the sheet."""

from collections.abc import Iterable

from msgspec import UNSET

from scorer.commands.text.columns import row, rule, short
from scorer.rules.innsmouth.pieces import Bonus
from scorer.rules.innsmouth.playing import Advice, Chance, Option, ShownDie, Step
from scorer.rules.innsmouth.sheet import Line
from scorer.rules.innsmouth.sheet import Step as Field
from scorer.rules.innsmouth.table import BOARD, CHARACTER, THREAT, InnsmouthResult
from scorer.rules.innsmouth.worth import cumulated
from scorer.rules.innsmouth.written import InnsmouthSheet, RouteTold

FIELDS = {
    Field.CIRCLE: "Circles × red",
    Field.SQUARE: "Squares × green",
    Field.TRIANGLE: "Triangles × blue",
    Field.CROSS: "Crosses × purple",
    Field.ARTEFACTS: "Unopened artefacts",
    Field.GOALS: "Goal cards",
    Field.CHARACTER: "Character",
    Field.STARS: "Stars",
}
BONUSES = {Bonus.SECTION: "extra section", Bonus.DIAGONAL: "diagonal section"}


def sheet_text(sheet: InnsmouthSheet) -> str:
    """Return *sheet*: the best routes with their chances, or the lines after the check."""
    practice = " (practice values)" if sheet.practice else ""
    rows = [f"{sheet.town}{practice}: {sheet.character}"]
    if sheet.total is not UNSET:
        rows += [
            f"Final route: {sheet.route}",
            *_lines(sheet.lines),
            f"  {'Total':<22}{sheet.total:>5} VP",
        ]
        if sheet.won is not UNSET:
            rows.append("The challenge is met." if sheet.won else "The challenge is not met.")
    titles = (
        ("Best route", sheet.best),
        ("Route for the challenge", sheet.for_challenge),
        ("Best without ferries", sheet.without_ferries),
        ("Best with threat level 0", sheet.without_threat),
        ("Route in the file", sheet.given),
    )
    for title, route in titles:
        if isinstance(route, RouteTold):
            rows += [
                "",
                *_route(title, route, chances=title in ("Best route", "Route in the file")),
            ]
    if sheet.bonuses and isinstance(sheet.with_bonuses, RouteTold):
        drawn = ", ".join(f"{BONUSES[one.bonus]} {one.road}" for one in sheet.bonuses)
        rows += ["", *_route(f"With the end bonus, {drawn}", sheet.with_bonuses, chances=False)]
    elif sheet.bonuses_at_most_more is not UNSET:
        more = f"at most {sheet.bonuses_at_most_more:.2f} more than the best route"
        rows += ["", f"Not all uses of the end bonuses were tried: {more}"]
    if sheet.findings:
        rows += ["", *(f"{one.message[0].upper()}{one.message[1:]}." for one in sheet.findings)]
    return "\n".join(rows)


def table_text(result: InnsmouthResult) -> str:
    """Return *result*: the players' lines, who wins by what, and which checks are open."""
    players = result.players
    rows = ["Innsmouth: a table", "", row("", (short(one.name) for one in players))]
    for field, name in FIELDS.items():
        rows.append(row(name, (_points(one.lines, field) for one in players)))
    rows.append(rule(len(players)))
    totals = (str(one.total) if one.total is not UNSET else "–" for one in players)
    rows += [row("Total", totals), ""]
    for seat in result.checks:
        one = players[seat - 1]
        rows.append(
            f"{one.name}: the check is open, threat level {one.level}, "
            f"{one.expected:.2f} VP expected"
        )
        rows.append(f"  {one.route or 'no route'}")
    for place in result.standings:
        names = ", ".join(players[seat - 1].name for seat in place.seats)
        ahead = {"points": ", ahead by VP", "goals": ", ahead by goal cards"}
        rows.append(f"{place.place}. {names}{ahead.get(place.ahead_by or '', '')}")
    if result.won is not UNSET:
        rows.append("The challenge is met." if result.won else "The challenge is not met.")
    noted = [f"{players[seat].name}: no board yet." for seat in _lacking(BOARD, result)]
    noted += [f"{one.name}: {said.message}." for one in players for said in one.findings]
    noted += [f"{said.message[0].upper()}{said.message[1:]}." for said in result.findings]
    if any(one.what == THREAT for one in result.status.missing):
        noted.append("It is not told whether the cultists or the Deep Ones threaten.")
    for one in (players[seat] for seat in _lacking(CHARACTER, result)):
        noted.append(f"{one.name}: no character is chosen; counted as {one.character}.")
    if result.status.to_check:
        noted.append(f"To check: {result.status.to_check}.")
    return "\n".join(rows + ([""] if noted else []) + noted)


def _lacking(what: str, result: InnsmouthResult) -> list[int]:
    """Return the players, from 0, of whom *what* is missing."""
    return [one.seat for one in result.status.missing if one.what == what and one.seat is not None]


def _points(lines: tuple[Line, ...], field: Field) -> str:
    return next((str(line.points) for line in lines if line.step is field), "–")


def _route(title: str, route: RouteTold, *, chances: bool) -> Iterable[str]:
    proved = ""
    if route.optimal is not UNSET:
        proved = ", proved" if route.optimal else f", at most {route.at_most_more:.2f} more"
    yield f"{title}{proved}: {route.expected:.2f} VP expected"
    yield f"  {route.route or 'no route'}"
    yield (
        f"  threat level {route.level}, artefacts {route.taken}, ferries {route.ferries}, "
        f"sections {route.length}"
    )
    if route.win is not UNSET:
        yield f"  the challenge is met with {_percent(route.win)}"
    if chances:
        yield from _chances(route.chances)


def _chances(chances: tuple[Chance, ...]) -> Iterable[str]:
    """Yield the chance to reach at least each total."""
    results = {(one.total, one.goals): one.chance for one in chances}
    for total, chance in cumulated(results).items():
        yield f"  {total:>4} or more {_percent(chance):>8}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _lines(lines: tuple[Line, ...]) -> Iterable[str]:
    for line in lines:
        yield f"  {FIELDS[line.step]:<22}{line.points:>5}{_working(line)}"


def _total(total: object) -> str:
    return f"  {'Total':<22}{total!s:>5} VP"


def _working(line: Line) -> str:
    added = line.step in (Field.GOALS, Field.STARS)
    if not line.working or (added and len(line.working) < 2):
        return ""
    return "   " + (" + " if added else " × ").join(map(str, line.working))


def advice_text(advice: Advice, *, solo: bool) -> str:
    """Return *advice*: the step, its choices with their worth, and the chances."""
    rows = [
        f"Route: {advice.route or 'none'}",
        f"Threat level {advice.level}, artefacts taken {advice.taken}",
        "",
        *_advised(advice, solo=solo),
    ]
    if advice.step is Step.DONE:
        rows += [*_lines(advice.lines), _total(advice.total)]
    else:
        rows += ["", "Chances from here:", *_chances(advice.chances)]
    return "\n".join(rows)


def _advised(advice: Advice, *, solo: bool) -> Iterable[str]:
    def worth(option: Option) -> str:
        return _percent(option.value) if solo else f"{option.value:.2f} VP"

    if advice.dice:
        yield "Dice: " + ", ".join(map(_die, advice.dice))
    if advice.result is not None and advice.level:
        yield f"Failures {advice.result.failures}, hits {advice.result.hits}"
    match advice.step:
        case Step.OPEN:
            yield "Open another artefact?"
            for one in advice.options:
                yield f"  {'open' if one.opens else 'stop':<6}{worth(one)}"
        case Step.ROLL:
            yield f"Roll dice: {advice.level}."
        case Step.REROLL:
            yield "Manuscript: which dice to throw again?"
            for one in advice.options:
                dice = " ".join(map(str, one.dice or ())) or "none"
                yield f"  {dice:<10}{worth(one)}"
        case Step.ERASE:
            yield "Which threat symbol to erase?"
            for one in advice.options:
                yield f"  {one.symbol:<6}{worth(one)}"
        case Step.LEAVE:
            yield "Who leaves, and which symbol goes?"
            for one in advice.options:
                yield f"  {one.quarter} with the symbol in {one.symbol}   {worth(one)}"
        case Step.DONE:
            yield "The check is over."


def _die(die: ShownDie) -> str:
    if not die.by:
        return str(die.rolled)
    return f"{die.rolled} becomes {die.becomes} ({', '.join(die.by)})"
