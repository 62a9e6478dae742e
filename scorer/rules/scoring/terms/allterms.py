"""All terms of a city, in the order of its sheet, and its file's rules looked up by name."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import City, CityError, Special
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import Line
from scorer.rules.scoring.terms.bonuses import Each
from scorer.rules.scoring.terms.cafes import Cafes
from scorer.rules.scoring.terms.cards import Goals
from scorer.rules.scoring.terms.parts import Between, GoalCards, PartError
from scorer.rules.scoring.terms.products import Product
from scorer.rules.scoring.terms.runs import Runs
from scorer.rules.scoring.terms.sums import Ratings, Values
from scorer.rules.scoring.terms.tables import VisitAll
from scorer.rules.scoring.terms.task import Task
from scorer.rules.scoring.terms.term import HALVES, NamedTerm, Term, special_path

# The package of the modules of one city each; their kinds build on those of this folder.
OWN = "scorer.rules.scoring.own"

SPECIAL = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE, LandmarkKind.PURPLE)

# Kinds that any city's file may name.
KINDS: Mapping[str, type[NamedTerm]] = {"each": Each, "diversity": Runs}


def terms_of(city: City) -> tuple[Term, ...]:
    """Return the terms of *city* in the order of its sheet.

    A step that the city's file names takes the place of the usual one.

    Raises
    ------
    CityError
        If the file names a rule that there is not, or one that lacks a half.
    """
    usual: list[Term] = [Product(city, kind) for kind in SPECIAL if kind in city.landmarks]
    usual += [Values(city), Ratings(city), Cafes(city), VisitAll(city), Task(city), Goals(city)]
    named = [_named(city, special) for special in city.specials]
    replaced = {term.step for term in named}
    return (*(term for term in usual if term.step not in replaced), *named)


def terms_in_play(city: City, setup: Setup) -> tuple[Term, ...]:
    """Return those terms of *city* that have a line in a game with *setup*."""
    return tuple(term for term in terms_of(city) if term.in_play(setup))


def lines_of(walked: Walked) -> tuple[Line, ...]:
    """Return the lines of the sheet for a route as it is walked."""
    return tuple(term.line(walked) for term in terms_in_play(walked.filled.city, walked.setup))


def check_terms(city: City, source: str) -> None:
    """Refuse a *city* whose rules cannot be scored and proved.

    Each rule is asked for its half for the search on an empty board.

    Raises
    ------
    CityError
        With *source*, the name of the city's file, and the rule.
    """
    board = city.practice_board
    setup = usual_setup(city, city.modes[0].id) if city.modes else Setup({})
    empty = FilledBoard(board, city, Marks(city.id, board.id), setup)
    alone = {Between: 0, GoalCards: 0}
    try:
        for term in terms_of(city):
            for part in _parts(term, empty):
                if type(part) in alone:
                    alone[type(part)] += 1
    except CityError as error:
        raise CityError(f"{source}: {error}") from error
    if max(alone.values()) > 1:
        raise CityError(f"{source}: specials: two rules about the personal task, or about goals")


def _parts(term: Term, empty: FilledBoard) -> tuple[object, ...]:
    try:
        return term.search(empty)
    except PartError as error:
        raise CityError(f"{term.path}: the search cannot prove it: {error}") from error


def _named(city: City, special: Special) -> NamedTerm:
    """Return the term that *special* names, made of its kind."""
    kinds = {**KINDS, **_own_kinds(city.id, tuple(import_module(OWN).__path__))}
    where = special_path(special)
    if special.rule not in kinds:
        known = ", ".join(kinds)
        raise CityError(f"{where}: there is no such rule; it has {known}")
    kind = kinds[special.rule]
    if missing := sorted(kind.__abstractmethods__):
        halves = " and ".join(HALVES.get(name, f"its {name}") for name in missing)
        raise CityError(f"{where}: it lacks {halves}")
    return kind(city, special)


@cache
def _own_kinds(id_: str, folders: tuple[str, ...]) -> Mapping[str, type[NamedTerm]]:
    """Return the kinds in the city's own module, if it has one in any of *folders*."""
    name = f"{OWN}.{id_.replace('-', '_')}"
    if not find_spec(name):
        return {}
    kinds: Mapping[str, type[NamedTerm]] = getattr(import_module(name), "KINDS", {})
    return kinds
