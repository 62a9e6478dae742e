"""A table's result as it is written: seats and teams count from 1, as people count them."""

from typing import Self

import msgspec
from msgspec import UNSET, UnsetType

from scorer.rules.position.setup import GameMode
from scorer.rules.referee import Finding
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.status import Status
from scorer.rules.table.result import Seat, Settling, Table
from scorer.rules.table.solo import Solo
from scorer.rules.table.ties import TEAMS, Standing, TeamFigures, TieBreak


class WrittenStanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place, who takes it, and by what they are ahead of the next one."""

    place: int
    seats: tuple[int, ...]
    ahead_by: TieBreak | None

    @classmethod
    def of(cls, standing: Standing) -> Self:
        """Return *standing* as it is written."""
        return cls(standing.place, _from_one(standing.seats), standing.ahead_by)


class WrittenSettling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the players' routes were found; in a cycle the same came back after ``rounds``."""

    kind: Settling
    rounds: int
    cycle: int


class WrittenSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's result; ``plain`` is of the route that is best without goal cards.

    ``status`` tells how sure it is. Of a board that is not ``begun`` nothing is known yet.
    """

    seat: int
    name: str
    begun: bool
    own_route: bool
    status: Status
    sheet: ScoreSheet
    plain: ScoreSheet
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, number: int, seat: Seat) -> Self:
        """Return *seat*, which is *number* from 1, as it is written."""
        return cls(
            seat=number,
            name=seat.name,
            begun=seat.begun,
            own_route=seat.own_route,
            status=seat.status,
            sheet=seat.sheet,
            plain=seat.plain,
            findings=seat.findings,
        )


class WrittenTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team: its seats, the sum of their PP, and by how much they differ."""

    seats: tuple[int, ...]
    points: int
    difference: int

    @classmethod
    def of(cls, seats: tuple[int, ...], team: TeamFigures) -> Self:
        """Return the *team* of *seats*, which count from 0, as it is written."""
        return cls(_from_one(seats), team.points, team.difference)


class WrittenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a game. Seats count from 1; ``seats`` in ``team_standings`` are teams.

    ``status`` tells how sure it is: ``winners`` are only ahead so far until it is final.
    """

    city: str
    mode: GameMode
    advanced: bool
    status: Status
    winners: tuple[int, ...]
    standings: tuple[WrittenStanding, ...]
    settling: WrittenSettling
    players: tuple[WrittenSeat, ...]
    plain_standings: tuple[WrittenStanding, ...]
    teams: tuple[WrittenTeam, ...] | UnsetType = UNSET
    team_standings: tuple[WrittenStanding, ...] | UnsetType = UNSET
    solo: Solo | UnsetType = UNSET

    @classmethod
    def of(cls, table: Table) -> Self:
        """Return *table* as it is written."""
        teams = tuple(map(WrittenTeam.of, TEAMS, table.teams)) if table.teams else ()
        return cls(
            city=table.city,
            mode=table.mode,
            advanced=table.advanced,
            status=table.status,
            winners=_from_one(table.winners),
            standings=tuple(map(WrittenStanding.of, table.standings)),
            settling=WrittenSettling(table.settling, table.rounds, table.cycle),
            players=tuple(WrittenSeat.of(i, seat) for i, seat in enumerate(table.seats, 1)),
            plain_standings=tuple(map(WrittenStanding.of, table.plain_standings)),
            teams=teams or UNSET,
            team_standings=tuple(map(WrittenStanding.of, table.team_standings)) or UNSET,
            solo=UNSET if table.solo is None else table.solo,
        )


def _from_one(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(number + 1 for number in numbers)
