"""What is told about a filled board of Innsmouth: routes with their prospects, and the sheet."""

from collections.abc import Callable

import msgspec
from msgspec import UNSET, UnsetType

from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import Filled, InnsmouthBoard
from scorer.rules.innsmouth.outcome import told_findings
from scorer.rules.innsmouth.pieces import Bonus, Character
from scorer.rules.innsmouth.playing import Chance, shown
from scorer.rules.innsmouth.referee import Finding, findings
from scorer.rules.innsmouth.route import FERRY_SIGN, Route
from scorer.rules.innsmouth.search.best import Best, best_route, without_ferries, without_threat
from scorer.rules.innsmouth.search.bonuses import best_use
from scorer.rules.innsmouth.search.whole import given_route, whole_route
from scorer.rules.innsmouth.sheet import Line, sheet_after, solo_won
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import RoadId


class RouteTold(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A route and what it promises under best play.

    ``sections`` are in walking order, ``~`` for a ferry. ``expected`` is the expected total.
    ``win`` is the chance to meet the solo challenge. ``optimal`` and ``at_most_more`` tell what
    is proved; a route that was given has neither.
    """

    route: str
    sections: tuple[str, ...]
    expected: float
    goals: float
    level: int
    taken: int
    ferries: int
    length: int
    turns: int
    chances: tuple[Chance, ...]
    win: float | UnsetType = UNSET
    optimal: bool | UnsetType = UNSET
    at_most_more: float | UnsetType = UNSET


class BonusTold(msgspec.Struct, frozen=True):
    """An end bonus, and the road or diagonal to draw with it."""

    bonus: Bonus
    road: RoadId


class InnsmouthSheet(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What ``scorer score`` prints of a board of Innsmouth.

    ``bonuses`` make the route ``with_bonuses`` the best one; no other use of end bonuses gives
    ``bonuses_at_most_more`` than what is told. After a check that was played
    there are ``lines`` and a ``total`` in place of all that is expected.
    """

    town: str
    practice: bool
    character: Character
    best: RouteTold | UnsetType = UNSET
    without_ferries: RouteTold | UnsetType = UNSET
    without_threat: RouteTold | UnsetType = UNSET
    given: RouteTold | UnsetType = UNSET
    for_challenge: RouteTold | UnsetType = UNSET
    bonuses: tuple[BonusTold, ...] = ()
    with_bonuses: RouteTold | UnsetType = UNSET
    bonuses_at_most_more: float | UnsetType = UNSET
    route: str | UnsetType = UNSET
    lines: tuple[Line, ...] = ()
    total: int | UnsetType = UNSET
    won: bool | UnsetType = UNSET
    findings: tuple[Finding, ...] = ()


def sections_of(route: Route) -> tuple[str, ...]:
    """Return the sections in walking order, ``~`` for a ferry; inverse of ``parse_route``."""
    found: list[str] = []
    for segment in route.segments:
        found += [FERRY_SIGN, *segment.sections] if found else segment.sections
    return tuple(found)


def told(
    filled: Filled,
    file: InnsmouthBoard,
    stop: Callable[[], bool] | None,
    *,
    bonuses: bool = True,
) -> InnsmouthSheet:
    """Return what there is to tell of *filled*, the board in *file*.

    Where the end bonuses help most takes far longer than all else; *bonuses* asks for it.

    Raises
    ------
    InnsmouthError
        If the route or the outcome of the check in the file cannot be.
    """
    if file.played is not None:
        return _after_check(filled, file)
    ground = Ground(filled)
    best = best_route(ground, None, stop)
    given: RouteTold | UnsetType = UNSET
    walked = best.passed
    if file.route is not None:
        route = given_route(filled, file.route)
        walked = ground.passed(route)
        given = route_told(ground, route, walked)
    challenge = filled.setup.challenge
    solo = None
    if challenge is not None:
        solo = best_route(Ground(filled, challenge), None, stop)
    calm = without_ferries(ground, stop), without_threat(ground, stop)
    use = best_use(ground, best, stop) if bonuses else None
    drawn = use.drawn if use else ()
    return InnsmouthSheet(
        town=filled.town.file.name,
        practice=filled.town.file.practice,
        character=filled.setup.character,
        best=_best_told(ground, best),
        without_ferries=_best_told(ground, calm[0]),
        without_threat=_best_told(ground, calm[1]),
        given=given,
        for_challenge=UNSET if solo is None else _best_told(ground, solo),
        bonuses=tuple(BonusTold(*one) for one in drawn),
        with_bonuses=_best_told(ground, use.best) if use and drawn else UNSET,
        bonuses_at_most_more=use.best.at_most_more if use else UNSET,
        findings=findings(filled, ground.level(walked), walked.ferries),
    )


def route_told(ground: Ground, route: Route, passed: Pass) -> RouteTold:
    """Return what is told of a *route* that passes *passed*."""
    filled = ground.filled
    prospect = Ground(filled).prospect(passed)
    win: float | UnsetType = UNSET
    if filled.setup.challenge is not None:
        win = float(Ground(filled, filled.setup.challenge).value(passed))
    return RouteTold(
        route=route.text,
        sections=sections_of(route),
        expected=float(prospect.worth.value),
        goals=float(prospect.worth.goals),
        level=prospect.level,
        taken=prospect.taken,
        ferries=passed.ferries,
        length=passed.length,
        turns=passed.turns,
        chances=shown(prospect.results),
        win=win,
    )


def _best_told(ground: Ground, best: Best) -> RouteTold:
    found = route_told(ground, best.route, best.passed)
    return msgspec.structs.replace(found, optimal=best.optimal, at_most_more=best.at_most_more)


def _after_check(filled: Filled, file: InnsmouthBoard) -> InnsmouthSheet:
    """Return the sheet of a board as it stands after its check."""
    assert file.played is not None
    ground = Ground(filled)
    route = given_route(filled, file.route) if file.route is not None else whole_route(filled)
    passed = ground.passed(route)
    sheet = sheet_after(ground, passed, file.played)
    won = solo_won(sheet, filled)
    return InnsmouthSheet(
        town=filled.town.file.name,
        practice=filled.town.file.practice,
        character=filled.setup.character,
        route=route.text,
        lines=sheet.lines,
        total=sheet.total,
        won=UNSET if won is None else won,
        findings=told_findings(ground, passed, file.played),
    )
