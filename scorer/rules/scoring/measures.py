"""What goal cards measure, each as a function of the final route in walking order.

Our decisions, where the rules are silent:

* **D7** A closed route has no beginning on paper: its turns and straight runs go on over the
  crossroads where it closes, as the parts of the personal task do (D2).
* **D8** A crossing is a crossroads that the route passes twice. Whether the two passes cross
  or only touch at the corner depends on the order of the walk, which the lines on the board do
  not show; so both count. Where the route ends at a crossroads that it passes only once more
  (three sections meet), it crosses nothing. A third pass is a second crossing.
* **D9** Tourists off the route are erased before goals are looked at, so occupied locations
  and their groups are those on the route.
* **D14** A space for tourists beside the map is no location: who waits there counts among the
  tourists on the route, but occupies no location and belongs to no group.
* **D15** The rules call the streets of Rio's carnival and New York's Broadway iconic landmarks
  (seed 002). They are paid by the section, have no place on the map and no one end. So neither is
  a landmark on the route: they count for no measure and break no tie.
* **D16** In Paris a red, green or blue landmark gives PP only by a section of its own colour. By a
  section of another colour it is on the route all the same: it counts as a landmark where a tie
  is broken, and would for a measure.
* **D10** The empty route measures 0 everywhere, and so reaches every ``−`` goal.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import assert_never

from scorer.rules.board.board import Board, LandmarkKind, Road, RoadKind, TouristKind
from scorer.rules.city.goalcards import GoalCard, Measure
from scorer.rules.notation import Crossroads, Element, Location, RoadId
from scorer.rules.scoring.onroute import Walked, places_of

# Roads off the lattice run on into each other where they bend by less than this.
STRAIGHT_BELOW = math.radians(30)


@dataclass(frozen=True)
class Measured:
    """What a measure comes to, and the parts of the board that make it up."""

    value: int
    elements: tuple[Element, ...] = ()


def measured(card: GoalCard, walked: Walked) -> Measured:
    """Return what *card* measures on a route."""
    match card.measure:
        case Measure.TURNS:
            return turns(walked)
        case Measure.LENGTH:
            return length(walked)
        case Measure.STRAIGHT_RUN:
            return straight_run(walked)
        case Measure.TOURISTS:
            return tourists(walked, TouristKind(card.of) if card.of else None)
        case Measure.LANDMARKS:
            return landmarks(walked, LandmarkKind(card.of) if card.of else None)
        case Measure.ICONIC:
            return iconic(walked)
        case Measure.OCCUPIED:
            return occupied(walked)
        case Measure.LARGEST_GROUP:
            return largest_group(walked)
        case Measure.CROSSINGS:
            return crossings(walked)
        case Measure.ALONG | Measure.ACROSS:
            return on_marked_roads(walked, card.roads)
        case Measure.BESIDE:
            return beside(walked, card.locations)
        case Measure.ENDS_BESIDE:
            return ends_beside(walked, card.locations)
        case never:
            assert_never(never)


def measure_value(card: GoalCard, walked: Walked) -> int:
    """Return the value of what *card* measures on a route, walked as given."""
    return measured(card, walked).value


def turns(walked: Walked) -> Measured:
    """Turns on the route: crossroads passed where the next section does not run straight on.

    At a crossroads passed twice each pass counts for itself, so two turns may lie there.
    Corner and diagonal sections turn against every section they join, another of their own
    line included (seed 002, corner roads). A closed route may turn where it closes (D7).
    """
    at = [
        point
        for before, point, after in walked.joints
        if not runs_on(walked.board, before, point, after)
    ]
    return Measured(len(at), tuple(at))


def length(walked: Walked) -> Measured:
    """Length of the route: its sections, each once, a ride by transport none (D3)."""
    return Measured(len(walked.route.sections), walked.route.sections)


def straight_run(walked: Walked) -> Measured:
    """The longest straight run: sections walked one after another without a turn.

    What a turn is, ``turns`` says; a corner or diagonal section is a run of 1. The run of a
    closed route may go over the crossroads where it closes (D7). Among equals the first in
    walking order is shown.
    """
    route = walked.route
    if not route.sections:
        return Measured(0)
    straight = {
        (before, after): runs_on(walked.board, before, point, after)
        for before, point, after in walked.joints
    }
    runs = [[route.sections[0]]]
    for before, after in pairwise(route.sections):
        if straight.get((before, after)):
            runs[-1].append(after)
        else:
            runs.append([after])
    if route.closed and len(runs) > 1 and straight[route.sections[-1], route.sections[0]]:
        runs[0] = runs.pop() + runs[0]
    best = max(runs, key=len)
    return Measured(len(best), tuple(best))


def tourists(walked: Walked, kind: TouristKind | None) -> Measured:
    """Tourists on the route, of one *kind* or of all: those in locations on it."""
    found = {}
    for place, group in sorted(walked.marks.tourists.items()):
        number = group.count(kind) if kind is not None else group.total
        if number and place in walked.near.locations:
            found[place] = number
    return Measured(sum(found.values()), tuple(found))


def landmarks(walked: Walked, kind: LandmarkKind | None) -> Measured:
    """Landmarks on the route, of one *kind* or of all; large ones count once (D15, D16)."""
    found = tuple(mark for mark in walked.near.landmarks if kind in (None, mark.kind))
    return Measured(len(found), places_of(found))


def iconic(walked: Walked) -> Measured:
    """Iconic landmarks on the route: grey ones, and those of other colours with a rating.

    Streets with a rating are none (D15).
    """
    found = tuple(mark for mark in walked.near.landmarks if mark.iconic)
    return Measured(len(found), places_of(found))


def occupied(walked: Walked) -> Measured:
    """Occupied locations on the route: those on it that hold a tourist (D9)."""
    found = _occupied(walked)
    return Measured(len(found), tuple(sorted(found)))


def largest_group(walked: Walked) -> Measured:
    """The largest group of adjacent occupied locations on the route (D9), in locations.

    Two locations are adjacent where they share a side of the city map: a corner is not
    enough, and rivers do not separate them. Spaces off the map are no locations (D14). Among
    equals the group with the first location is shown.
    """
    best = max(groups(_occupied(walked)), key=len, default=())
    return Measured(len(best), best)


def crossings(walked: Walked) -> Measured:
    """Crossings of the route with itself: crossroads passed twice, crossing or touching (D8)."""
    passes = [point for _, point, _ in walked.joints]
    at = [point for i, point in enumerate(passes) if point in passes[:i]]
    return Measured(len(at), tuple(at))


def on_marked_roads(walked: Walked, roads: frozenset[RoadId]) -> Measured:
    """Sections of the route on marked *roads*: along a line, or across it.

    Along: the marked roads are those of the line (a river bank, a tram line, the carnival,
    Broadway). Across: they are the roads that lead over it (bridges). They need not hang
    together; each section counts once.
    """
    found = tuple(section for section in walked.route.sections if section in roads)
    return Measured(len(found), found)


def beside(walked: Walked, marked: frozenset[Location]) -> Measured:
    """Sections of the route beside a *marked* location (a theatre district), or through one.

    A section between two marked locations counts once; across the water is not beside.
    """
    found = tuple(
        section
        for section in walked.route.sections
        if marked.intersection(walked.board.road_of[section].locations)
    )
    return Measured(len(found), found)


def ends_beside(walked: Walked, marked: frozenset[Location]) -> Measured:
    """1 where the route's first or last section is beside a *marked* location, else 0.

    A closed route may be started anywhere (D2), so any of its sections may be the first.
    """
    sections = walked.route.sections
    if not walked.route.closed:
        sections = sections[:1] + sections[1:][-1:]
    found = tuple(
        section
        for section in sections
        if marked.intersection(walked.board.road_of[section].locations)
    )
    return Measured(min(1, len(found)), found[:1])


def runs_on(board: Board, one: RoadId, at: Crossroads, other: RoadId) -> bool:
    """Whether the sections *one* and *other*, which meet *at* a crossroads, run straight on.

    Corner and diagonal sections never do. On the lattice, the crossroads beyond must lie on
    opposite sides. Elsewhere the roads must leave in opposite directions, 30 degrees more or
    less.
    """
    roads = board.road_of[one], board.road_of[other]
    if any(road.kind in (RoadKind.CORNER, RoadKind.DIAGONAL) for road in roads):
        return False
    here = at.lattice
    ahead = [road.id.other_end(at).lattice for road in roads]
    if here and all(ahead) and all(road.kind is RoadKind.STRAIGHT for road in roads):
        (a, b), (c, d) = ((x - here[0], y - here[1]) for x, y in filter(None, ahead))
        return a * d == b * c and a * c + b * d < 0
    one_angle, other_angle = (_angle(board, road, at) for road in roads)
    bend = math.remainder(one_angle - other_angle - math.pi, 2 * math.pi)
    return abs(bend) < STRAIGHT_BELOW


def groups(locations: Iterable[Location]) -> list[tuple[Location, ...]]:
    """Return the groups of adjacent *locations*, sorted."""
    left = set(locations)
    found = []
    for first in sorted(left):
        if first not in left:
            continue
        left.discard(first)
        group = [first]
        for place in group:
            near = sorted(left.intersection(neighbours(place)))
            group += near
            left.difference_update(near)
        found.append(tuple(sorted(group)))
    return found


def neighbours(place: Location) -> tuple[Location, ...]:
    """Return the locations that share a side with *place*, on the map or beyond its end."""
    if place.name:
        return ()
    column, row = place.column, place.row
    steps = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return tuple(Location.at(x, y) for x, y in steps if x >= 0 and y >= 0)


def _occupied(walked: Walked) -> set[Location]:
    held = walked.marks.tourists
    on_map = [place for place in held if not place.name and held[place].total]
    return {place for place in on_map if place in walked.near.locations}


def _angle(board: Board, road: Road, at: Crossroads) -> float:
    """Return the direction in which *road* leaves *at*, by the end of its path nearer to it."""
    x, y = board.crossroads_xy[at]
    path = road.path
    if math.dist(path[-1], (x, y)) < math.dist(path[0], (x, y)):
        path = path[::-1]
    return math.atan2(path[1][1] - path[0][1], path[1][0] - path[0][0])
