"""Scoring steps of a city's own, which its file names by their rules.

What most of them give are bonuses: PP for reaching one of some places. The sheet adds them
up for a given route, and the search knows them by the same data, so that both agree. A rule
that no other city has stands in a module of the city's name beside its file.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from scorer.rules.board import Board
from scorer.rules.city import City, CityError, Special
from scorer.rules.marks import Marks, Setup
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.sheet import Element, FinalRoute, Line, Step
from scorer.rules.steps import OnRoute, lines_of, passed_by


@dataclass(frozen=True)
class Bonus:
    """PP that a route gives once when it reaches any of ``places``; always, if there are none.

    ``shown`` is what the sheet points at where that is not the places themselves.
    """

    points: int
    places: tuple[Element, ...]
    shown: tuple[Element, ...] = ()

    def given(self, passed: OnRoute) -> bool:
        """Whether a route that passes *passed* has it."""
        return not self.places or any(reaches(passed, place) for place in self.places)


@dataclass(frozen=True)
class Case:
    """What a rule looks at beside the route."""

    special: Special
    city: City
    board: Board
    marks: Marks
    setup: Setup


# Bonuses that do not depend on how the route is walked.
Rule = Callable[[Case], tuple[Bonus, ...]]
# A whole line that does.
WalkRule = Callable[[Case, FinalRoute], Line]


def each(case: Case) -> tuple[Bonus, ...]:
    """Every marked place on the route gives its printed PP, the rating, or the usual points."""
    special = case.special
    marked = case.board.marked_as(special.of)
    usual = case.setup.ratings[special.rating] if special.rating else special.points
    printed = dict(marked.values)
    return tuple(
        Bonus(usual if isinstance(place, Location) else printed.get(place, usual), (place,))
        for place in marked.places
    )


RULES: dict[str, Rule] = {"each": each}


def rule_of(city: City, special: Special) -> Rule | None:
    """Return the rule of bonuses that *special* names; None for a rule about the walk.

    Raises
    ------
    CityError
        If there is no rule of that name.
    """
    if special.rule in RULES:
        return RULES[special.rule]
    own = _own(city)
    if special.rule in own[0]:
        return own[0][special.rule]
    if special.rule in own[1]:
        return None
    known = ", ".join([*RULES, *own[0], *own[1]])
    raise CityError(
        f"{city.id}.toml: specials.{special.step}.rule: no rule {special.rule!r}; it has {known}"
    )


def walk_rule_of(city: City, special: Special) -> WalkRule | None:
    """Return the rule about the walk that *special* names; None for one of bonuses."""
    if special.rule in RULES:
        return None
    return _own(city)[1].get(special.rule)


def bonuses_of(
    city: City, board: Board, marks: Marks, setup: Setup
) -> tuple[tuple[Special, tuple[Bonus, ...]], ...]:
    """Return each of the city's own steps that is made of bonuses, with these."""
    found = []
    for special in _in_play(city, setup):
        rule = rule_of(city, special)
        if rule is not None:
            found.append((special, rule(Case(special, city, board, marks, setup))))
    return tuple(found)


def city_lines(
    city: City, board: Board, marks: Marks, setup: Setup, route: FinalRoute
) -> tuple[Line, ...]:
    """Return all lines for *route* but the goals: the usual steps, then the city's own."""
    usual = lines_of(city, board, marks, setup, route)
    passed = passed_by(city, board, marks, setup, route)
    return (*usual, *special_lines(city, board, marks, setup, passed, route))


def special_lines(
    city: City, board: Board, marks: Marks, setup: Setup, passed: OnRoute, route: FinalRoute
) -> tuple[Line, ...]:
    """Return a line for each of the city's own steps, in the order of its file."""
    lines = []
    for special in _in_play(city, setup):
        case = Case(special, city, board, marks, setup)
        rule = rule_of(city, special)
        walk_rule = walk_rule_of(city, special)
        if rule is not None:
            lines.append(bonus_line(special, rule(case), passed))
        elif walk_rule is not None:
            lines.append(walk_rule(case, route))
    return tuple(lines)


def _in_play(city: City, setup: Setup) -> list[Special]:
    return [s for s in city.specials if setup.cafes or s.step != Step.CAFES]


def bonus_line(special: Special, bonuses: tuple[Bonus, ...], passed: OnRoute) -> Line:
    """Return the line of *bonuses* for a route that passes *passed*."""
    given = [bonus for bonus in bonuses if bonus.given(passed)]
    points = [bonus.points for bonus in given]
    alike = len(set(points)) == 1 and len(points) > 1
    working = f"{len(points)} × {points[0]}" if alike else " + ".join(map(str, points)) or "0"
    shown = [
        place
        for bonus in given
        for place in bonus.shown or tuple(p for p in bonus.places if reaches(passed, p))
    ]
    return Line(Step.own(special.step), sum(points), working, tuple(dict.fromkeys(shown)))


def reaches(passed: OnRoute, place: Element) -> bool:
    """Whether a route that passes *passed* reaches *place*."""
    if isinstance(place, RoadId):
        return place in passed.sections
    if isinstance(place, Crossroads):
        return place in passed.crossroads
    return place in passed.locations


def _own(city: City) -> tuple[dict[str, Rule], dict[str, WalkRule]]:
    """Return the rules in the city's own module, if it has one: bonuses, and of the walk."""
    name = f"scorer.rules.cities.{city.id.replace('-', '_')}"
    if not find_spec(name):
        return {}, {}
    module = import_module(name)
    return getattr(module, "RULES", {}), getattr(module, "WALK_RULES", {})
