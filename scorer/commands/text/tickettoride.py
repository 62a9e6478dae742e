"""The result of a game of Ticket to Ride: Paris as plain text: players as columns."""

from collections.abc import Iterable

from scorer.commands.text.columns import row, rule, short
from scorer.rules.certainty import GameStatus, Lack
from scorer.rules.counted import counted
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.rules.ticket_to_ride.referee import Finding, Offence
from scorer.rules.ticket_to_ride.result import Need, Player, Result, TicketResult
from scorer.rules.ticket_to_ride.sheet import Category, Standing, TieBreak

CATEGORIES = {
    Category.LINKS: "Routes",
    Category.FLAGS: "French flags",
    Category.TICKETS_DONE: "Tickets completed",
    Category.TICKETS_NOT_DONE: "Tickets not completed",
}
AHEAD_BY = {TieBreak.POINTS: "by points", TieBreak.TICKETS: "by more completed tickets"}
NEEDS = {
    Need.PLAYERS: "a second player",
    Need.END: "the end of the game",
    Need.LINKS: "the routes",
    Need.FLAGS: "the French flags",
    Need.TICKETS: "the tickets",
}
OFFENCES = {
    Offence.BUSES_OVER: "buses on the map: {found}; a player has {allowed}.",
    Offence.BOTH_LANES: "{names} are both lanes of one double route.",
    Offence.FLAGS_OVER: "French flags: {found}; blue, white and red routes allow {allowed}.",
    Offence.TRACK: "points that the marker shows beyond the routes: {found}, no multiple of 4.",
    Offence.FLAGS_AND_TRACK: "French flags: {found}, but the marker shows {allowed}.",
    Offence.NO_TICKET: "nobody may be without a ticket.",
    Offence.LINK_TWICE: "{names} is claimed by {found} players.",
    Offence.LANE_CLOSED: "{names}: with two players the second lane is closed.",
    Offence.TICKET_TWICE: "The ticket {names} is held by {found} players.",
    Offence.NOBODY_ENDS_IT: "Nobody has used {allowed} of the buses, so the game is not over.",
}


def ticket_to_ride_text(result: Result, map_: TicketMap) -> str:
    """Return *result*: every player's lines and tickets, who wins by what, and the referee.

    Locations are named as on *map_*.
    """
    practice = " (a practice map)" if result.practice else ""
    rows = [f"Ticket to Ride: Paris, on {result.map}{practice}", "", *_columns(result), ""]
    for player in result.players:
        rows += _player(player, map_)
    rows += _statuses(result)
    rows += ["", *_places(result)]
    if result.findings:
        rows += ["", *(_finding(one, result, map_) for one in result.findings)]
    return "\n".join(rows)


def _columns(result: Result) -> Iterable[str]:
    players = result.players
    yield row("", (short(one.name) for one in players))
    for category, name in CATEGORIES.items():
        yield row(name, (str(one.lines[category]) for one in players))
    yield rule(len(players))
    yield row("Total", (str(one.total) for one in players))
    yield row("Buses left", (str(one.buses_left) for one in result.live.players))


def _player(player: Player, map_: TicketMap) -> Iterable[str]:
    for ticket in player.tickets:
        yield f"  {player.name}: {_ticket(ticket, map_)}"
    if player.tickets and player.idle:
        idle = ", ".join(_link(name, map_) for name in player.idle)
        yield f"  {player.name}: on no completed ticket: {idle}"
    if player.tickets:
        yield ""


def _ticket(ticket: TicketResult, map_: TicketMap) -> str:
    between = _between(map_.ticket[ticket.ticket].between, map_)
    head = f"{'✓' if ticket.done else '✗'} {between} {ticket.points:+d}"
    if ticket.done:
        path = ", ".join(_link(name, map_) for name in ticket.path)
        return f"{head}, {counted(ticket.buses or 0, 'bus', 'buses')}: {path}"
    if ticket.would_do:
        links = " or ".join(_link(name, map_) for name in ticket.would_do)
        return f"{head}; this would have done it: {links}"
    if ticket.missing is None:
        return f"{head}; closed off by the others"
    return f"{head}; {counted(ticket.missing, 'more bus was', 'more buses were')} needed"


def _between(ends: tuple[str, str], map_: TicketMap) -> str:
    return " – ".join(map_.place[id_].name or id_ for id_ in ends)


def _link(name: str, map_: TicketMap) -> str:
    """Return a link by its locations; one lane of two has its colour too."""
    link = map_.link[name]
    double = f" ({link.colour})" if map_.other_lane(link) else ""
    return _between(link.between, map_) + double


def _statuses(result: Result) -> Iterable[str]:
    yield f"Status: {_status(result.status)}."
    for one in result.players:
        if own := [lack for lack in one.status.missing if lack.seat is not None]:
            yield f"  {one.name}: {_needs(own)} not said"
    if of_table := [lack for lack in result.status.missing if lack.seat is None]:
        yield f"  The table: {_needs(of_table)} not said"


def _status(status: GameStatus) -> str:
    """Return all that is open, the most serious first; or that the result is final."""
    open_ = ["incomplete"] if status.missing else []
    if status.to_check:
        open_.append(f"to check ({status.to_check})")
    return "; ".join(open_) or "final"


def _needs(missing: Iterable[Lack]) -> str:
    return ", ".join(NEEDS[Need(lack.what)] for lack in missing)


def _places(result: Result) -> Iterable[str]:
    if result.status.final:
        return [_standing(one, result) for one in result.standings]
    last = [result.players[seat].name for seat in result.live.last_round]
    told = [f"The last round, as two buses or fewer are left: {', '.join(last)}."] if last else []
    playing = any(lack.what == Need.END for lack in result.status.missing)
    ahead = ["Ahead so far:", *(f"  {_standing(one, result)}" for one in result.standings)]
    return (told if playing else []) + ahead


def _standing(standing: Standing, result: Result) -> str:
    """Return a place; what breaks a tie is told only once the result is final."""
    names = [f"{result.players[i].name}, {result.players[i].total}" for i in standing.seats]
    shared = " (shared)" if len(names) > 1 else ""
    by = standing.ahead_by
    told = by is not None and (result.status.final or by is TieBreak.POINTS)
    return f"{standing.place}. {'; '.join(names)}{shared}" + (
        f" — ahead {AHEAD_BY[by]}" if by and told else ""
    )


def _finding(finding: Finding, result: Result, map_: TicketMap) -> str:
    whose = "" if finding.seat is None else f", {result.players[finding.seat].name}"
    named = (
        _between(map_.ticket[name].between, map_)
        if finding.offence is Offence.TICKET_TWICE
        else _link(name, map_)
        for name in finding.names
    )
    said = OFFENCES[finding.offence].format(
        found=finding.found, allowed=finding.allowed, names=" and ".join(named)
    )
    return f"Referee{whose}: {said}"
