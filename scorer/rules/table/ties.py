"""Who wins: the order of players and of teams, and what decided it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorer.rules.ranking import ranked
from scorer.rules.scoring.sheet import ScoreSheet

# Players whose partner sits opposite: seats 1 and 3 against 2 and 4, counted from 0.
TEAMS = ((0, 2), (1, 3))


class TieBreak(StrEnum):
    """What puts one ahead of the next, in the order in which it is asked."""

    POINTS = "points"
    LENGTH = "length"
    TOURISTS = "tourists"
    LANDMARKS = "landmarks"
    DIFFERENCE = "difference"


class Figures(NamedTuple):
    """What decides between players, in the order in which it does: more is better."""

    points: int
    length: int
    tourists: int
    landmarks: int


class TeamFigures(NamedTuple):
    """What decides between teams: more points, then the smaller ``difference`` of partners."""

    points: int
    difference: int


@dataclass(frozen=True)
class Standing:
    """A place and who takes it; several share it where nothing sets them apart.

    ``seats`` are the players', or the teams' numbers, from 0. ``ahead_by`` is what puts them
    ahead of the next place, None on the last one.
    """

    place: int
    seats: tuple[int, ...]
    ahead_by: TieBreak | None


def figures_of(sheet: ScoreSheet) -> Figures:
    """Return what of *sheet* decides."""
    return Figures(sheet.total, sheet.length, sheet.tourists, sheet.landmarks)


def team_figures_of(points: Sequence[int]) -> tuple[TeamFigures, ...]:
    """Return the figures of both teams, given the *points* of seats 1 to 4."""
    return tuple(
        TeamFigures(points[one] + points[other], abs(points[one] - points[other]))
        for one, other in TEAMS
    )


def ranking(players: Sequence[Figures]) -> tuple[Standing, ...]:
    """Return the places of *players*, best first.

    Most points win; then the longest final route; then most tourists on it; then most
    landmarks on it (D15 and D16 in ``scoring.measures``); then the place is shared. The rules
    ask this of the first place only; we order all places so (our decision). After a shared
    place as many are passed over as share it: 1, 1, 3.
    """
    breaks = (TieBreak.POINTS, TieBreak.LENGTH, TieBreak.TOURISTS, TieBreak.LANDMARKS)
    return _ranked([tuple(figures) for figures in players], breaks)


def team_ranking(teams: Sequence[TeamFigures]) -> tuple[Standing, ...]:
    """Return the places of both *teams*: most points, then the smaller difference, then shared."""
    breaks = (TieBreak.POINTS, TieBreak.DIFFERENCE)
    return _ranked([(team.points, -team.difference) for team in teams], breaks)


def _ranked(
    figures: Sequence[tuple[int, ...]], breaks: tuple[TieBreak, ...]
) -> tuple[Standing, ...]:
    return tuple(
        Standing(one.place, one.seats, None if one.ahead_by is None else breaks[one.ahead_by])
        for one in ranked(figures)
    )
