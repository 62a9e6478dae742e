"""What a phone needs to score a board by itself while the server cannot be reached: data alone.

The scripts in ``static/js/scoring`` hold the search and the kinds of terms; all that tells one
board or city from another is handed over here. Each term gives its kind and parameters; a
phone that does not know a kind leaves the score alone.
"""

from collections.abc import Iterable
from typing import Any

from scorer.rules.board.board import Board, Landmark, LandmarkKind
from scorer.rules.city.city import City, Tour
from scorer.rules.scoring.measures import runs_on
from scorer.rules.scoring.onroute import ways_to
from scorer.rules.scoring.terms.allterms import terms_of
from scorer.web.serving.limits import MAX_SECTIONS


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
            [str(place), _names(ways_to(board, place))] for place in sorted(board.cell_of)
        ],
        "landmarks": [_landmark(mark, coloured=city.coloured) for mark in board.landmarks],
        "docks": [[one.id, str(one.dock)] for one in board.cafe_area if one.dock is not None],
        "pairs": [[kind.value, shape.value] for kind, shape in city.pairs.items()],
        "coloured": city.coloured,
        "terms": [term.phone_data(board) for term in terms_of(city)],
        "rides": rides_data(board),
        "tours": [_tour(tour, board) for tour in city.tours],
        "modes": {mode.id: {"cafes": mode.cafes, "tasks": mode.tasks} for mode in city.modes},
    }


def rides_data(board: Board) -> list[tuple[str, ...]]:
    """Return the pairs of crossroads that a ride may join."""
    return sorted({tuple(map(str, pair)) for ride in board.transports for pair in ride.pairs})


def _landmark(mark: Landmark, *, coloured: bool) -> dict[str, Any]:
    at = mark.meeting_point
    return {
        "id": mark.id,
        "kind": mark.kind.value,
        "points": mark.value or 0 if mark.kind is LandmarkKind.YELLOW else 0,
        "rating": mark.rated_as or "",
        "iconic": mark.iconic,
        "by": _by(mark),
        "own": _names(sorted(mark.roads)) if coloured else [],
        "places": _names(mark.locations) or ([str(at)] if at else []),
    }


def _by(mark: Landmark) -> list[str]:
    at = mark.meeting_point
    return [*_names(sorted(mark.roads)), *([str(at)] if at else [])]


def _straight(board: Board) -> list[list[str]]:
    """Return the pairs of roads that run straight on into each other, and where."""
    return [
        [str(point), str(one.id), str(other.id)]
        for point, roads in board.roads_at.items()
        for i, one in enumerate(roads)
        for other in roads[i + 1 :]
        if runs_on(board, one.id, point, other.id)
    ]


def _tour(tour: Tour, board: Board) -> dict[str, Any]:
    marks = {mark.id: _by(mark) for mark in board.landmarks}
    cells = {str(place): _names(ways_to(board, place)) for place in board.cell_of}
    return {
        "id": tour.id,
        "kind": tour.colour.value,
        "landmark": tour.landmark,
        "needed": tour.last_stage,
        "places": [marks.get(name) or cells.get(name) or [name] for name in tour.places],
    }


def _names(things: Iterable[object]) -> list[str]:
    return list(map(str, things))
