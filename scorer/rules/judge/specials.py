"""A city's own steps tried wrongly: marked places, the Statue's tickets, runs of three colours."""

from collections.abc import Callable, Iterator

from scorer.rules.city import Special
from scorer.rules.judge.case import Case, Change, choices, mistakes_of
from scorer.rules.judge.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.marks import CafeMark
from scorer.rules.sheet import FinalRoute, Step
from scorer.rules.specials import Bonus, bonuses_of, reaches
from scorer.rules.steps import OnRoute, on_route

# Sections of a run of three colours.
RUN = 3


def special_attempts(case: Case, special: Special) -> Iterator[Attempt]:
    """Yield what the line of *special* would be with each mistake made on purpose."""
    for found, bonuses in bonuses_of(case.city, case.board, case.marks, case.setup):
        if found == special:
            yield from _of_places(case, special, bonuses)
    yield from _OF_RULE.get(special.rule, _nothing)(case, special)


def _nothing(case: Case, special: Special) -> Iterator[Attempt]:
    yield from ()


def _of_places(case: Case, special: Special, bonuses: tuple[Bonus, ...]) -> Iterator[Attempt]:
    """Yield places forgotten or counted too many, PP written once, and a rating misread."""
    step = Step.own(special.step)
    right = case.right[step].points
    given = [bonus for bonus in bonuses if bonus.given(case.passed)]
    drawn = on_route(case.board, FinalRoute(sections=tuple(case.marks.sections)))
    changes = [_change(case, drawn, n, bonus) for n, bonus in enumerate(bonuses) if bonus.places]
    for chosen in choices([change for change in changes if change.delta]):
        if chosen:
            yield attempt(right + sum(change.delta for change in chosen), *mistakes_of(chosen))
    where = tuple(place for bonus in given for place in bonus.places)
    figures = {"number": len(given)}
    if where:
        yield attempt(len(given), Mistake(MistakeKind.PLACES_COUNTED, where, figures))
    if len(given) > 1 and where and len({bonus.points for bonus in given}) == 1:
        each = given[0].points
        mistake = Mistake(MistakeKind.PLACES_ONCE, where, figures | {"each": each})
        yield attempt(each, mistake)
    if special.rating:
        yield from _misread(case, special, len(given))


def _change(case: Case, drawn: OnRoute, number: int, bonus: Bonus) -> Change:
    """Return that the place of *bonus* was forgotten, or counted though off the route."""
    if bonus.given(case.passed):
        kind, delta = MistakeKind.PLACE_FORGOTTEN, -bonus.points
        places = tuple(place for place in bonus.places if reaches(case.passed, place))
    else:
        reached = any(reaches(drawn, place) for place in bonus.places)
        kind = MistakeKind.PLACE_OFF_ROUTE if reached else MistakeKind.PLACE_NOT_REACHED
        delta, places = bonus.points, bonus.places
    return Change(f"place {number}", delta, kind, places)


def _misread(case: Case, special: Special, number: int) -> Iterator[Attempt]:
    """Yield the line with the rating read one box too early or too far, or as never risen."""
    steps, rating = case.city.track(special.rating), case.setup.ratings[special.rating]
    at = steps.index(rating)
    readings = {MistakeKind.TRACK_FIRST_BOX: steps[0]}
    if at > 0:
        readings[MistakeKind.TRACK_ONE_BOX_BACK] = steps[at - 1]
    if at < len(steps) - 1:
        readings[MistakeKind.TRACK_ONE_BOX_ON] = steps[at + 1]
    for kind, read in readings.items():
        if number and read != rating:
            figures = {"read": read, "right": rating}
            yield attempt(number * read, Mistake(kind, figures=figures))


def _ticketed(case: Case, special: Special) -> Iterator[Attempt]:
    """Yield the Statue counted without the dock's ticket, or once for each of two docks."""
    rating = case.setup.ratings[special.rating]
    docks = {symbol.id: symbol.dock for symbol in case.board.cafe_area if symbol.dock is not None}
    on = {id_: dock for id_, dock in docks.items() if dock in case.passed.crossroads}
    held = {id_ for id_ in on if id_ in case.marks.tickets}
    if on and not held:
        where = tuple(on.values())
        yield attempt(rating, Mistake(MistakeKind.TICKET_MISSING, where))
    if len(on) > 1 and held:
        where, figures = tuple(on.values()), {"number": len(on)}
        yield attempt(len(on) * rating, Mistake(MistakeKind.RATING_FOR_EACH, where, figures))


def _cafe_area(case: Case, special: Special) -> Iterator[Attempt]:
    """Yield bonuses of the café area forgotten, used ones counted, the 8 PP taken wrongly."""
    right = case.right[Step.own(special.step)].points
    marked = case.marks.cafe_area
    unused = [id_ for id_, mark in marked.items() if mark is CafeMark.VISITED]
    used = [id_ for id_, mark in marked.items() if mark is CafeMark.USED]
    usual = special.points
    each: dict[str, int] = {}
    for found, bonuses in bonuses_of(case.city, case.board, case.marks, case.setup):
        if found == special:
            each = dict(zip(sorted(unused), (bonus.points for bonus in bonuses), strict=True))
    plain = sum(points == usual for points in each.values())
    for count in range(1, plain + 1):
        mistake = Mistake(MistakeKind.AREA_FORGOTTEN, figures={"number": count}, count=count)
        yield attempt(right - count * usual, mistake)
    for count in range(1, len(used) + 1):
        mistake = Mistake(MistakeKind.AREA_USED, figures={"number": count}, count=count)
        yield attempt(right + count * usual, mistake)
    for points in {points for points in each.values() if points != usual}:
        for kind, read in (
            (MistakeKind.AREA_FORGOTTEN_POINTS, 0),
            (MistakeKind.AREA_USUAL, usual),
            (MistakeKind.AREA_BOTH, points + usual),
        ):
            figures = {"read": read, "right": points}
            yield attempt(right - points + read, Mistake(kind, figures=figures))


def _diversity(case: Case, special: Special) -> Iterator[Attempt]:
    """Yield runs that share sections, another row of the table, or the runs themselves."""
    shown = case.right[Step.own(special.step)].elements
    number = len(shown) // RUN
    shared = sum(
        len({case.marks.colours.get(section) for section in part[at : at + RUN]} - {None}) == RUN
        for part in case.sheet.route.parts
        for at in range(len(part) - RUN + 1)
    )
    figures = {"row": shared, "right": number}
    if shared != number:
        wrong = _table(case, shared)
        yield attempt(wrong, Mistake(MistakeKind.RUNS_SHARED, figures=figures))
    for row in (number - 1, number + 1):
        if row >= 0:
            figures = {"row": row, "right": number}
            yield attempt(_table(case, row), Mistake(MistakeKind.RUNS_ROW, figures=figures))
    yield attempt(number, Mistake(MistakeKind.RUNS_COUNTED, figures={"number": number}))


def _table(case: Case, runs: int) -> int:
    """Return the PP for so many *runs*, by the table of the game or else of the city."""
    usual = case.city.diversity.points if case.city.diversity is not None else (0,)
    table = case.setup.diversity or usual
    return table[min(runs, len(table) - 1)]


_OF_RULE: dict[str, Callable[[Case, Special], Iterator[Attempt]]] = {
    "ticketed": _ticketed,
    "cafe-area": _cafe_area,
    "diversity": _diversity,
}
