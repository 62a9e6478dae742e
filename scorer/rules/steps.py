"""Scoring steps 1 to 8: each a function from what is on the route to a line of the sheet."""

from dataclasses import dataclass, replace

from scorer.rules.board import Board, Landmark, LandmarkKind, TouristKind
from scorer.rules.city import City, Tour
from scorer.rules.marks import CafeMark, Marks, Setup
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.sheet import Element, FinalRoute, Line, Step

SPECIAL = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE, LandmarkKind.PURPLE)


@dataclass(frozen=True)
class OnRoute:
    """What lies on a final route: all that steps 1 to 8 look at beside the walk itself.

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


def passed_by(city: City, board: Board, marks: Marks, setup: Setup, route: FinalRoute) -> OnRoute:
    """Return what lies on *route* with what the city's own rules make of it.

    A themed tour in play whose last stage is met puts its remote landmark on the route. In
    a coloured city a red, green or blue landmark is idle without a section of its colour.
    """
    passed = on_route(board, route)
    done = {tour.landmark for tour in tours_done(city, setup, passed)}
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


def on_route(board: Board, route: FinalRoute) -> OnRoute:
    """Return what lies on *route*: beside a section of it, or crossed by one.

    Touching only a location's corner is not enough.
    """
    sections = set(route.sections)
    crossroads = frozenset(end for section in sections for end in section.ends)
    locations = {place for section in sections for place in board.road_of[section].locations}
    locations |= {cell.location for cell in board.cells if cell.meeting_point in crossroads}
    landmarks = tuple(
        mark
        for mark in board.landmarks
        if mark.roads & sections or mark.meeting_point in crossroads
    )
    return OnRoute(frozenset(locations), landmarks, crossroads, frozenset(sections))


def special_line(city: City, marks: Marks, passed: OnRoute, kind: LandmarkKind) -> Line:
    """Steps 1–3: landmarks of one colour on the route × tourists of its shape on the route."""
    shape = city.pairs[kind]
    landmarks = tuple(mark for mark in passed.of_kind(kind) if mark.id not in passed.idle)
    hosts = tourist_locations(marks, passed, shape)
    tourists = sum(marks.tourists[place].count(shape) for place in hosts)
    return Line(
        Step(kind.value),
        len(landmarks) * tourists,
        f"{len(landmarks)} × {tourists}",
        (*places_of(landmarks), *hosts),
    )


def yellow_line(passed: OnRoute) -> Line:
    """Step 4: the sum of the values printed on the popular landmarks on the route."""
    landmarks = passed.of_kind(LandmarkKind.YELLOW)
    values = [mark.value or 0 for mark in landmarks]
    return Line(Step.YELLOW, sum(values), _sum_text(values), places_of(landmarks))


def grey_line(passed: OnRoute, setup: Setup) -> Line:
    """Step 5: the current rating of each iconic landmark on the route.

    A landmark of another colour may be iconic as well, and several may share a rating.
    """
    rated = [(mark, track) for mark in passed.landmarks if (track := mark.rated_as)]
    landmarks = tuple(mark for mark, _ in rated)
    ratings = [setup.ratings[track] for _, track in rated]
    return Line(Step.GREY, sum(ratings), _sum_text(ratings), places_of(landmarks))


def cafes_line(city: City, marks: Marks) -> Line:
    """Step 6: each café bonus received and not used, on the route or not."""
    unused = tuple(p for p, mark in sorted(marks.cafes.items()) if mark is CafeMark.VISITED)
    each = city.game.cafe_points
    return Line(Step.CAFES, len(unused) * each, f"{len(unused)} × {each}", unused)


def visit_all_line(city: City, board: Board, passed: OnRoute) -> Line:
    """Step 7: the city's table for the number of visit-them-all points on the route."""
    points = tuple(point for point in board.visit_all if point in passed.crossroads)
    total = city.visit_all.points_for(len(points))
    word = "point" if len(points) == 1 else "points"
    return Line(Step.VISIT_ALL, total, f"{len(points)} {word} → {total}", points)


def task_line(city: City, board: Board, marks: Marks, route: FinalRoute) -> Line:
    """Step 8: the sections on the longest part of the walk between two task crossroads."""
    parts = [task_part(task, route) for task in task_choices(city, board, marks)]
    part = max(parts, key=len)
    word = "section" if len(part) == 1 else "sections"
    factor = city.game.task_factor
    working = f"{len(part)} {word}" if factor == 1 else f"{factor} × {len(part)} {word}"
    return Line(Step.TASK, factor * len(part), working, part)


def task_choices(city: City, board: Board, marks: Marks) -> tuple[frozenset[Crossroads], ...]:
    """Return the crossroads that the personal task may be about, as ringed first.

    Where the player picks the half of the map, those as far along in the other half too.
    """
    places = [point.lattice for point in marks.task]
    half = max((p.lattice[0] for p in board.crossroads_xy if p.lattice), default=0) // 2
    if not city.game.task_halves or not places or None in places:
        return (marks.task,)
    columns = [place[0] for place in places if place is not None]
    step = half if max(columns) <= half else -half if min(columns) >= half else 0
    other = {Crossroads.at(place[0] + step, place[1]) for place in places if place is not None}
    if not step:
        return (marks.task,)
    # A rounded corner has no crossroads; the others of the card count without it.
    return marks.task, frozenset(other & set(board.crossroads_xy))


def task_part(task: frozenset[Crossroads], route: FinalRoute) -> tuple[RoadId, ...]:
    """Return the longest part of *route*, as walked, between two different *task* crossroads.

    Decision D2: which visit of a crossroads passed twice counts is the player's choice, and
    a closed route may be started anywhere, so the longer of its two arcs counts. Two passes
    of the same crossroads are no pair. Among equals the first in walking order is taken.
    Decision D3: a ride adds nothing, but the parts before and behind it add up.
    """
    best: tuple[RoadId, ...] = ()
    walked = route.walked_to
    visits = [i for i, point in enumerate(route.crossroads) if point in task]
    for first in visits:
        for last in visits:
            if route.crossroads[first] == route.crossroads[last]:
                continue
            if first < last:
                part = route.sections[walked(first) : walked(last)]
            elif route.closed and last < first < len(route.crossroads) - 1:
                part = route.sections[walked(first) :] + route.sections[: walked(last)]
            else:
                continue
            if len(part) > len(best):
                best = part
    return best


def tourist_locations(marks: Marks, passed: OnRoute, shape: TouristKind) -> tuple[Location, ...]:
    """Return the locations on the route with tourists of *shape*, sorted."""
    return tuple(
        place
        for place, group in sorted(marks.tourists.items())
        if group.count(shape) and place in passed.locations
    )


def lines_of(
    city: City, board: Board, marks: Marks, setup: Setup, route: FinalRoute
) -> tuple[Line, ...]:
    """Return steps 1 to 8 for *route*, those of modules not in play left out.

    A step that the city counts in its own way (``specials``) is left out as well.
    """
    passed = passed_by(city, board, marks, setup, route)
    own = {special.step for special in city.specials}
    lines = [special_line(city, marks, passed, kind) for kind in SPECIAL if kind in city.landmarks]
    lines += [yellow_line(passed), grey_line(passed, setup)]
    if setup.cafes:
        lines.append(cafes_line(city, marks))
    if any(city.visit_all.points):
        lines.append(visit_all_line(city, board, passed))
    if setup.tasks:
        lines.append(task_line(city, board, marks, route))
    return tuple(line for line in lines if line.step not in own)


def places_of(landmarks: tuple[Landmark, ...]) -> tuple[Element, ...]:
    """Return where *landmarks* are shown: their locations, or their meeting point."""
    found: list[Element] = []
    for mark in landmarks:
        found += mark.locations
        if not mark.locations and mark.meeting_point is not None:
            found.append(mark.meeting_point)
    return tuple(found)


def _sum_text(values: list[int]) -> str:
    return " + ".join(map(str, values)) or "0"
