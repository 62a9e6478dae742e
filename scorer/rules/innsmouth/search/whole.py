"""Routes that are not looked for: the one that a file names, and what step 1 leaves drawn."""

from collections.abc import Collection
from dataclasses import replace

from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import MOST_FERRIES, Character, InnsmouthError, Measure
from scorer.rules.innsmouth.route import Route, check_route, parse_route
from scorer.rules.innsmouth.search.drawing import drawing_of
from scorer.rules.innsmouth.search.ends import EndsOf
from scorer.rules.innsmouth.search.walks import route_over
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import NameSet, RoadId
from scorer.rules.values import replace as with_changes


def whole_route(filled: Filled) -> Route:
    """Return the route over all sections drawn: what step 1 leaves on the board.

    Raises
    ------
    InnsmouthError
        If they cannot be walked as one route.
    """
    drawing, boatman = drawing_of(filled), filled.setup.character is Character.BOATMAN
    turning = any(card.measure is Measure.TURNS for card in filled.setup.goals)
    ends_of = EndsOf(drawing, MOST_FERRIES, boatman=boatman, turning=turning)
    if not drawing.everything:
        return Route()
    pieces, ends = ends_of.of_set(drawing.everything)
    ways = ends_of.sailings(pieces, ends)
    if not ways:
        raise InnsmouthError(
            "$.marks.sections: they cannot all be walked as one final route; name it: $.route"
        )
    return route_over(drawing, drawing.everything, ways[0])


def best_over(ground: Ground, sections: Collection[RoadId]) -> Route:
    """Return the best route over all of *sections* and no other: how ferries join them best.

    Raises
    ------
    InnsmouthError
        If they are not drawn, or cannot all be walked as one final route.
    """
    filled = ground.filled
    if missing := sorted(set(sections) - set(filled.marks.sections)):
        raise InnsmouthError(f"$.route: {missing[0]} is not drawn")
    marks = with_changes(filled.marks, sections=NameSet(sections))
    drawing = drawing_of(replace(filled, marks=marks))
    if not drawing.everything:
        return Route()
    boatman = ground.character is Character.BOATMAN
    ends_of = EndsOf(drawing, MOST_FERRIES, boatman=boatman, turning=True)
    routes = [
        route_over(drawing, drawing.everything, way)
        for way in ends_of.sailings(*ends_of.of_set(drawing.everything))
    ]
    if not routes:
        raise InnsmouthError("$.route: these sections cannot be walked as one final route")
    return max(routes, key=lambda route: ground.value(ground.passed(route)))


def given_route(filled: Filled, steps: tuple[str, ...]) -> Route:
    """Return the route that a file names, checked.

    Raises
    ------
    InnsmouthError
        If the rules do not allow it.
    """
    route = parse_route(steps, filled.town)
    boatman = filled.setup.character is Character.BOATMAN
    check_route(route, filled.town, filled.marks.sections, boatman=boatman)
    return route
