"""What a phone needs to score a board by itself while the server cannot be reached: data alone.

The scripts in ``static/js/scoring`` hold the search and the steps of the sheet; all that
tells one board or city from another is handed over here, worked out by the rules. A rule
that has no such data is named, and a phone that does not know it leaves the score alone.
"""

from collections.abc import Iterable
from typing import Any

from scorer.rules.board import Board, Landmark, LandmarkKind
from scorer.rules.cities import new_york, paris
from scorer.rules.city import City, Diversity, Special, Tour
from scorer.rules.marks import SECTION_COLOURS
from scorer.rules.measures import runs_on
from scorer.rules.notation import Location
from scorer.rules.specials import each, rule_of, walk_rule_of
from scorer.rules.steps import SPECIAL
from scorer.web.limits import MAX_SECTIONS


def scoring_data(board: Board, city: City) -> dict[str, Any]:
    """Return what scoring *board* takes beside marks and set-up.

    Whatever can lie on a route comes with the roads and crossroads that put it there, one
    of which is enough.
    """
    return {
        "most_sections": MAX_SECTIONS,
        "roads": [[str(road.id), *map(str, road.id.ends)] for road in board.roads],
        "straight": _straight(board),
        "locations": [
            [str(place), _puts_on_route(board, place)] for place in sorted(board.cell_of)
        ],
        "landmarks": [_landmark(mark, coloured=city.coloured) for mark in board.landmarks],
        "special": [kind.value for kind in SPECIAL if kind in city.landmarks],
        "pairs": [[kind.value, shape.value] for kind, shape in city.pairs.items()],
        "coloured": city.coloured,
        "visit_all": {
            "at": _names(board.visit_all),
            "points": list(city.visit_all.points),
            "counted": any(city.visit_all.points),
        },
        "cafe_points": city.game.cafe_points,
        "task": {"factor": city.game.task_factor, "half": _half(board, city)},
        "steps": [_step(special, board, city) for special in city.specials],
        "rides": sorted(
            {tuple(map(str, pair)) for ride in board.transports for pair in ride.pairs}
        ),
        "tours": [_tour(tour, board) for tour in city.tours],
        "modes": {mode.id: {"cafes": mode.cafes, "tasks": mode.tasks} for mode in city.modes},
    }


def _landmark(mark: Landmark, *, coloured: bool) -> dict[str, Any]:
    at = mark.meeting_point
    return {
        "id": mark.id,
        "kind": mark.kind.value,
        "points": mark.value or 0 if mark.kind is LandmarkKind.YELLOW else 0,
        "rating": mark.rated_as or "",
        "by": _by(mark),
        "own": _names(sorted(mark.roads)) if coloured else [],
        "places": _names(mark.locations) or ([str(at)] if at else []),
    }


def _by(mark: Landmark) -> list[str]:
    at = mark.meeting_point
    return [*_names(sorted(mark.roads)), *([str(at)] if at else [])]


def _puts_on_route(board: Board, place: Location) -> list[str]:
    at = board.cell_of[place].meeting_point
    return [*_names(board.roads_beside[place]), *([str(at)] if at else [])]


def _straight(board: Board) -> list[list[str]]:
    """Return the pairs of roads that run straight on into each other, and where."""
    return [
        [str(point), str(one.id), str(other.id)]
        for point, roads in board.roads_at.items()
        for i, one in enumerate(roads)
        for other in roads[i + 1 :]
        if runs_on(board, one.id, point, other.id)
    ]


def _half(board: Board, city: City) -> int:
    """Return how many columns on the other half of the map lies; 0 where nobody may choose."""
    if not city.game.task_halves:
        return 0
    return max((p.lattice[0] for p in board.crossroads_xy if p.lattice), default=0) // 2


def _step(special: Special, board: Board, city: City) -> dict[str, Any]:
    """Return a scoring step of the city's own as data, with the kind that a phone knows it by."""
    rule = rule_of(city, special)
    named = {"step": special.step, "rating": special.rating}
    if rule is each:
        return {**named, "kind": "each", "each": _each(special, board)}
    if rule is new_york.ticketed:
        docks = [[one.id, str(one.dock)] for one in board.cafe_area if one.dock is not None]
        return {**named, "kind": "ticketed", "docks": docks}
    if rule is new_york.cafe_area:
        return {**named, "kind": "cafe-area", "each": _cafe_area(special, board)}
    if city.diversity is not None and walk_rule_of(city, special) is paris.diversity:
        return {**named, "kind": "diversity", **_diversity(city.diversity)}
    return {**named, "kind": f"{city.id}:{special.rule}"}


def _cafe_area(special: Special, board: Board) -> list[list[Any]]:
    """Return the symbols beside the map with the PP of each while it is not used."""
    bonus = {one.id: one.bonus == new_york.POINTS_BONUS for one in board.cafe_area}
    return [[id_, new_york.POINTS if bonus[id_] else special.points] for id_ in sorted(bonus)]


def _diversity(table: Diversity) -> dict[str, Any]:
    colours = [kind.value for kind in SECTION_COLOURS]
    return {"points": list(table.points), "practice": table.practice, "colours": colours}


def _each(special: Special, board: Board) -> list[list[Any]]:
    """Return the places of a step with the PP printed there; None stands for the usual ones."""
    marked = board.marked_as(special.of)
    printed = dict(marked.values)
    usual = None if special.rating else special.points
    return [
        [str(place), usual if isinstance(place, Location) else printed.get(place, usual)]
        for place in marked.places
    ]


def _tour(tour: Tour, board: Board) -> dict[str, Any]:
    marks = {mark.id: _by(mark) for mark in board.landmarks}
    cells = {str(place): _puts_on_route(board, place) for place in board.cell_of}
    return {
        "id": tour.id,
        "kind": tour.colour.value,
        "landmark": tour.landmark,
        "needed": tour.last_stage,
        "places": [marks.get(name) or cells.get(name) or [name] for name in tour.places],
    }


def _names(things: Iterable[object]) -> list[str]:
    return list(map(str, things))
