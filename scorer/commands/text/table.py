"""The result of a whole table as plain text for the terminal: players as columns."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from scorer.commands.text.board import step_name
from scorer.commands.text.columns import FIRST_COLUMN, row, rule, short
from scorer.commands.text.status import status_text, status_words
from scorer.rules.city.city import City
from scorer.rules.counted import counted
from scorer.rules.position.setup import GameMode
from scorer.rules.scoring.sheet import ScoreSheet, Step
from scorer.rules.table.result import Seat, Settling, Table
from scorer.rules.table.solo import Solo
from scorer.rules.table.ties import TEAMS, Standing, TieBreak

AHEAD_BY = {
    TieBreak.POINTS: "by points",
    TieBreak.LENGTH: "by the longer final route",
    TieBreak.TOURISTS: "by the tourists on the route",
    TieBreak.LANDMARKS: "by the landmarks on the route",
    TieBreak.DIFFERENCE: "by the smaller difference between partners",
}
MODES = {GameMode.USUAL: "", GameMode.SOLO: ", solo game", GameMode.TEAM: ", team game"}


class Goals(NamedTuple):
    """What the challenge of a solo game asks for beside PP, and how it is said to be met."""

    one: str
    meets: str
    is_met: str

    def met(self, number: int) -> str:
        """Say that *number* of them are met."""
        return f"{counted(number, self.one)} {self.is_met}"


CARDS = Goals("goal card", "reaches", "reached")
TOURS = Goals("tour", "finishes", "finished")


def table_text(table: Table, city: City) -> str:
    """Return *table*: the lines of every player, who wins by what, routes and referee."""
    advanced = ", advanced mode" if table.advanced else ""
    rows = [f"{city.name}: final scores{MODES[table.mode]}{advanced}", ""]
    rows += _columns(table, city)
    rows += ["", *_statuses(table, city)]
    if said := _result(table, city):
        rows += ["", *said]
    if table.settling is not Settling.ALONE:
        rows += ["", *_settling(table, city)]
    rows.append("")
    for seat in table.seats:
        rows += _route(seat, table, city) if seat.begun else []
    noticed = [(seat.name, finding) for seat in table.seats for finding in seat.findings]
    if noticed:
        rows.append("")
        rows += [f"Referee, {name}: {finding.message}" for name, finding in noticed]
    return "\n".join(rows)


def _columns(table: Table, city: City) -> list[str]:
    seats = table.seats
    sheets = [seat.sheet for seat in seats if seat.begun]
    rows = [row("", (short(seat.name) for seat in seats))]
    steps = list(dict.fromkeys(line.step for sheet in sheets for line in sheet.lines))
    for step in steps:
        points = partial(_points, step)
        rows.append(row(step_name(step, city), _cells(seats, points)))
    rows.append(rule(len(seats)))
    figures: list[tuple[str, Callable[[ScoreSheet], str]]] = [
        ("Total", lambda sheet: str(sheet.total)),
        ("Route length", lambda sheet: str(sheet.length)),
        ("Tourists on it", lambda sheet: str(sheet.tourists)),
        ("Landmarks on it", lambda sheet: str(sheet.landmarks)),
    ]
    rows += [row(name, _cells(seats, figure)) for name, figure in figures]
    return rows + _goals(seats)


def _cells(seats: Sequence[Seat], figure: Callable[[ScoreSheet], str]) -> list[str]:
    """Return the *figure* of each player's sheet; of a board that is not begun there is none."""
    return [figure(seat.sheet) if seat.begun else "–" for seat in seats]


def _points(step: Step, sheet: ScoreSheet) -> str:
    return next((str(line.points) for line in sheet.lines if line.step == step), "")


def _goals(seats: Sequence[Seat]) -> list[str]:
    rows = []
    for i, first in enumerate(seats[0].sheet.goals):
        what = first.name or " ".join(filter(None, (first.of, first.measure.value)))
        asked = f"{what} {first.direction.sign} {first.threshold}"
        rows.append(row(f"{asked:.{FIRST_COLUMN - 1}}", _cells(seats, partial(_goal, i))))
    return rows


def _goal(card: int, sheet: ScoreSheet) -> str:
    result = sheet.goals[card]
    word = "won" if result.is_won else "reached" if result.is_reached else "no"
    return f"{result.value} {word}"


def _statuses(table: Table, city: City) -> list[str]:
    """Return how sure the result is, and below, of each board that is not final, why."""
    if table.status.final:
        return [status_text(table.status, city)]
    words = [
        (seat.name, status_words(seat.status, city) if seat.begun else "no board yet")
        for seat in table.seats
    ]
    if len({said for _, said in words}) == 1:
        return [status_text(table.status, city)]
    kind = table.status.kind.value.replace("-", " ")
    return [f"Status: {kind}.", *(f"  {name}: {said}" for name, said in words)]


def _result(table: Table, city: City) -> list[str]:
    settled = _settled(table, city)
    if settled and not table.status.final:
        so_far = "So far:" if table.solo else "Ahead so far:"
        return [so_far, *(f"  {line}" for line in settled)]
    return settled


def _settled(table: Table, city: City) -> list[str]:
    if table.solo is not None:
        return _solo(table.solo, _goals_of(city), final=table.status.final)
    if not table.teams:
        totals = [seat.sheet.total for seat in table.seats]
        return [
            _standing(standing, [f"{table.seats[i].name}, {totals[i]} PP" for i in standing.seats])
            for standing in table.places
        ]
    names = [" and ".join(table.seats[i].name for i in seats) for seats in TEAMS]
    told = [
        f"{name}, {team.points} PP, {team.difference} apart"
        for name, team in zip(names, table.teams, strict=True)
    ]
    return [
        _standing(standing, [told[i] for i in standing.seats]) for standing in table.team_places
    ]


def _standing(standing: Standing, names: list[str]) -> str:
    shared = " (shared)" if len(names) > 1 else ""
    ahead = f" — ahead {AHEAD_BY[standing.ahead_by]}" if standing.ahead_by else ""
    return f"{standing.place}. {'; '.join(names)}{shared}{ahead}"


def _goals_of(city: City) -> Goals:
    return TOURS if city.tours else CARDS


def _solo(solo: Solo, goals: Goals, *, final: bool) -> list[str]:
    no_points = "; goal cards give no PP in a solo game" if goals is CARDS else ""
    rows = [f"{solo.points} PP, {goals.met(solo.goals)}{no_points}."]
    if solo.challenge is None:
        return [*rows, "No challenge was chosen, so there is nothing to win or lose."]
    wanted = f"{solo.challenge.points} PP"
    if solo.challenge.goals:
        wanted += f" and {goals.met(solo.challenge.goals)}, both on one route"
    if not final:
        return [*rows, f"The challenge wants {wanted}."]
    if solo.won:
        return [*rows, f"Won: the challenge wanted {wanted}."]
    if solo.points_with_goals is None:
        why = f"no final route {goals.meets} {counted(solo.challenge.goals, goals.one)}"
    else:
        enough = f" that {goals.meets} enough {goals.one}s" * bool(solo.challenge.goals)
        why = f"a final route{enough} has at most {solo.points_with_goals} PP"
    proof = "" if solo.proved else " (not proved)"
    return [*rows, f"Lost: the challenge wanted {wanted}, but {why}{proof}."]


def _settling(table: Table, city: City) -> list[str]:
    if table.settling is Settling.CYCLE:
        return [
            "Goal cards: the players' best replies to each other go round without end, so nobody",
            "could settle. Each keeps the route that is best without goal cards.",
        ]
    rows = ["Goal cards: nobody gains by another route while the others keep theirs."]
    plain = [seat for seat in table.seats if seat.plain.route != seat.sheet.route]
    rows += [
        f"  Without a look at the cards {seat.name} would take another route: {_without(seat)}"
        for seat in plain
    ]
    rows += [
        f"  {seat.name} gives up {seat.sheet.given_up} PP on other lines for the cards: "
        + ", ".join(
            f"{-points:+d} {step_name(step, city)}"
            for step, points in seat.sheet.given_up_lines.items()
        )
        for seat in table.seats
        if seat.sheet.given_up
    ]
    return rows


def _without(seat: Seat) -> str:
    cards = sum(result.points for result in seat.plain.goals)
    return f"{seat.plain.total - cards} PP and {cards} for goal cards, {seat.plain.total} in all."


def _route(seat: Seat, table: Table, city: City) -> list[str]:
    walk = seat.sheet.route.text or "none"
    length = counted(seat.sheet.length, "section")
    rows = [f"{seat.name}'s final route, {length}: {walk}"]
    more = seat.sheet.at_most_more
    if seat.own_route:
        rows.append(
            f"  chosen by {seat.name}; another would score {more} more"
            if more
            else f"  chosen by {seat.name}, and none scores more"
        )
    elif table.solo is not None and seat.sheet.route != seat.plain.route:
        above = seat.plain.total - seat.sheet.total
        said = f"the route with most PP has {above} more" if above else "another has as many PP"
        goals = _goals_of(city)
        rows.append(f"  {said}, but {goals.meets} too few {goals.one}s")
    elif more and table.settling is not Settling.CYCLE:
        rows.append(f"  not proved: another may score up to {more} more")
    return rows
