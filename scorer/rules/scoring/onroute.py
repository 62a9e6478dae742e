"""What lies on a final route, and by which roads and crossroads it gets there."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from scorer.rules.board.board import Board, Landmark, LandmarkKind, TouristKind
from scorer.rules.city.city import City, Tour
from scorer.rules.notation import Crossroads, Element, Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.values import replace


@dataclass(frozen=True)
class OnRoute:
    """What lies on a final route: all that most terms look at beside the walk itself.

    ``idle`` are the ids of special landmarks that multiply with nobody, for want of a
    section of their own colour.
    """

    locations: frozenset[Location]
    landmarks: tuple[Landmark, ...]
    crossroads: frozenset[Crossroads]
    sections: frozenset[RoadId] = frozenset()
    idle: frozenset[str] = frozenset()

    def of_kind(self, kind: LandmarkKind) -> tuple[Landmark, ...]:
        """Return the landmarks of one colour on the route."""
        return tuple(mark for mark in self.landmarks if mark.kind is kind)

    def reaches(self, place: str) -> bool:
        """Whether it passes a landmark (by its id), location, crossroads or road."""
        names = [mark.id for mark in self.landmarks]
        things: tuple[frozenset[Element], ...] = (
            frozenset(self.locations),
            frozenset(self.crossroads),
            frozenset(self.sections),
        )
        return place in names or any(place == str(name) for group in things for name in group)


def passed_by(filled: FilledBoard, route: FinalRoute) -> OnRoute:
    """Return what lies on *route* with what the city's rules make of it.

    A themed tour in play whose last stage is met puts its remote landmark on the route. In
    a coloured city a red, green or blue landmark is idle without a section of its colour; it is
    on the route all the same (D16).
    """
    board, city, marks = filled.board, filled.city, filled.marks
    passed = on_route(filled, route)
    done = {tour.landmark for tour in tours_done(city, filled.setup, passed)}
    far = tuple(mark for mark in board.landmarks if mark.id in done)
    idle = frozenset(
        mark.id
        for mark in passed.landmarks
        if city.coloured and mark.kind in city.pairs and not _own_colour(mark, marks, passed)
    )
    return replace(passed, landmarks=passed.landmarks + far, idle=idle)


def tours_done(city: City, setup: Setup, passed: OnRoute) -> tuple[Tour, ...]:
    """Return the themed tours in play with their last stage on the route."""
    tours = [city.tour(id_) for id_ in setup.tours]
    return tuple(
        tour
        for tour in tours
        if sum(passed.reaches(place) for place in tour.places) >= tour.last_stage
    )


def _own_colour(mark: Landmark, marks: Marks, passed: OnRoute) -> bool:
    return any(marks.colours.get(road) is mark.kind for road in mark.roads & passed.sections)


def on_route(filled: FilledBoard, route: FinalRoute) -> OnRoute:
    """Return what lies on *route*: beside a section of it, or crossed by one.

    Touching only a location's corner is not enough. A landmark across the water, which no
    road and no meeting point leads to, is on a route that reaches a dock with its ticket
    held (seed 002: the Statue of Liberty is a remote iconic landmark).
    """
    board, sections = filled.board, set(route.sections)
    crossroads = frozenset(end for section in sections for end in section.ends)
    locations = {place for section in sections for place in board.road_of[section].locations}
    locations |= {cell.location for cell in board.cells if cell.meeting_point in crossroads}
    landmarks = tuple(
        mark
        for mark in board.landmarks
        if mark.roads & sections or not crossroads.isdisjoint(_points_to(mark, filled.docks))
    )
    return OnRoute(frozenset(locations), landmarks, crossroads, frozenset(sections))


def reaches(passed: OnRoute, place: Element) -> bool:
    """Whether a route that passes *passed* reaches *place*."""
    if isinstance(place, RoadId):
        return place in passed.sections
    if isinstance(place, Crossroads):
        return place in passed.crossroads
    return place in passed.locations


def ways_to(board: Board, place: Element) -> tuple[RoadId | Crossroads, ...]:
    """Return the roads and crossroads any of which puts *place* on a route."""
    if isinstance(place, Location):
        at = board.cell_of[place].meeting_point
        return (*board.roads_beside[place], *([at] if at else []))
    assert isinstance(place, RoadId | Crossroads)
    return (place,)


def ways_to_landmark(
    mark: Landmark, docks: tuple[Crossroads, ...] = ()
) -> tuple[RoadId | Crossroads, ...]:
    """Return the roads and crossroads any of which puts *mark* on a route; *docks* are open."""
    return (*mark.roads, *_points_to(mark, docks))


def _points_to(mark: Landmark, docks: tuple[Crossroads, ...]) -> tuple[Crossroads, ...]:
    if mark.meeting_point is not None:
        return (mark.meeting_point,)
    return () if mark.roads else docks


def tourist_locations(marks: Marks, passed: OnRoute, shape: TouristKind) -> tuple[Location, ...]:
    """Return the locations on the route with tourists of *shape*, sorted."""
    return tuple(
        place
        for place, group in sorted(marks.tourists.items())
        if group.count(shape) and place in passed.locations
    )


def places_of(landmarks: tuple[Landmark, ...]) -> tuple[Element, ...]:
    """Return where *landmarks* are shown: their locations, or their meeting point."""
    found: list[Element] = []
    for mark in landmarks:
        found += mark.locations
        if not mark.locations and mark.meeting_point is not None:
            found.append(mark.meeting_point)
    return tuple(found)


@dataclass(frozen=True)
class Walked:
    """A final route on a filled board, with all that terms and measures look at."""

    filled: FilledBoard
    route: FinalRoute

    @property
    def board(self) -> Board:
        """The board walked on."""
        return self.filled.board

    @property
    def marks(self) -> Marks:
        """What is drawn on it."""
        return self.filled.marks

    @property
    def setup(self) -> Setup:
        """What lies beside it."""
        return self.filled.setup

    @cached_property
    def passed(self) -> OnRoute:
        """What lies on the route, remote landmarks of tours done too; some may be idle."""
        return passed_by(self.filled, self.route)

    @cached_property
    def near(self) -> OnRoute:
        """What lies beside the route itself: goal cards look at no more."""
        return on_route(self.filled, self.route)

    @property
    def tourists(self) -> int:
        """How many tourists are on the route."""
        held = self.marks.tourists
        return sum(held[place].total for place in held if place in self.passed.locations)

    @cached_property
    def joints(self) -> tuple[tuple[RoadId, Crossroads, RoadId], ...]:
        """The crossroads passed, each between the section before and the one behind it.

        A closed route passes the crossroads where it closes as well (D7). Where a ride
        starts or ends nothing is passed: it is no section (D3).
        """
        points, passed = self.route.crossroads, 0
        found = []
        for part in self.route.parts:
            for i, (before, after) in enumerate(pairwise(part), passed + 1):
                found.append((before, points[i], after))
            passed += len(part) + 1
        if self.route.closed:
            found.append((self.route.sections[-1], points[0], self.route.sections[0]))
        return tuple(found)
