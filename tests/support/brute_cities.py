"""Every city scored once more from the rules' words, walk by walk, sharing no code with the scorer.

Only what is printed on a board is taken from it: roads, locations, landmarks, stations, signs.
``python -m tests.support.brute_cities 320`` compares so many random boards a city.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from scorer.rules.board.board import Board, Landmark
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.search.best import score
from scorer.rules.values import replace
from tests.support.brute import Walk, walks
from tests.support.citysearch import filled

SECTIONS = 6
# What the rules print; nothing of it is read from a city's file.
SHAPES = {"red": "circle", "green": "square", "blue": "triangle", "purple": "pentagon"}
VISIT_ALL = {"first-city": (0, 0, 12, 24), "hong-kong": (0, 4, 9, 16, 25, 25, 25)}
# Those whose own points are told here, in ``Player.own``; a new city is added with its rules.
TOLD = ("cairo", "first-city", "hong-kong", "london", "new-york", "paris", "rio-de-janeiro")
DIVERSITY = (0, 3, 7, 12, 18, 25, 33)


class Route(NamedTuple):
    """A walk, or two of them with a ride after ``ride`` sections."""

    points: tuple[str, ...]
    sections: tuple[str, ...]
    ride: int | None = None

    @property
    def closed(self) -> bool:
        return bool(self.sections) and self.points[0] == self.points[-1]


class Found(NamedTuple):
    """What a route comes to."""

    points: int
    length: int
    tourists: int
    landmarks: int


def every_route(board: Board, marks: Marks) -> Iterator[Route]:
    """Yield every walk, and every two with no section in common that a ride joins."""
    every = [plain(walk) for walk in walks(frozenset(marks.sections))]
    yield from every
    pairs = {tuple(map(str, pair)) for ride in board.transports for pair in ride.pairs}
    pairs |= {(other, one) for one, other in pairs}
    for first in every:
        for second in every:
            if not first.sections or not second.sections:
                continue
            met = (first.points[-1], second.points[0]) in pairs
            if met and not set(first.sections) & set(second.sections):
                ride = len(first.sections)
                yield Route(first.points + second.points, first.sections + second.sections, ride)


def plain(walk: Walk) -> Route:
    return Route(tuple(map(str, walk[0])), tuple(map(str, walk[1])))


class Sight(NamedTuple):
    """A landmark, the roads along it, and where a remote one is met."""

    mark: Landmark
    sides: set[str]
    meeting: str


class Player:
    """A board and what was played on it, taken apart into names."""

    def __init__(self, city: City, marks: Marks, setup: Setup) -> None:
        self.city, self.marks, self.setup = city.id, marks, setup
        board = self.board = city.practice_board
        self.beside = {str(road.id): set(map(str, road.locations)) for road in board.roads}
        self.sights = [
            Sight(mark, set(map(str, mark.roads)), str(mark.meeting_point or ""))
            for mark in board.landmarks
        ]
        self.spaces = {
            str(cell.location): str(cell.meeting_point)
            for cell in board.cells
            if cell.meeting_point
        }
        self.docks = {
            str(one.dock) for one in board.cafe_area if one.dock and one.id in marks.tickets
        }
        self.groups = {group.id: group for group in board.marked}
        self.pens = {str(road): str(pen) for road, pen in marks.colours.items()}
        self.tours = [tour for tour in city.tours if tour.id in setup.tours]

    def on(self, group: str) -> tuple[set[str], dict[str, int]]:
        """Return the roads of a marked group, and the values printed at its crossroads."""
        found = self.groups[group]
        values = {str(place): value for place, value in found.values}
        return set(map(str, found.roads)), values

    def found(self, route: Route) -> Found:
        walked, passed = set(route.sections), set(route.points)
        places = {place for road in walked for place in self.beside[road]}
        places |= {space for space, at in self.spaces.items() if at in passed}
        there = [one for one in self.sights if self.touches(one, walked, passed)]
        near = {one.mark.id for one in there}
        told = {
            tour.landmark
            for tour in self.tours
            if all(self.met(str(stage), near, passed, walked, places) for stage in tour.places)
        }
        there += [one for one in self.sights if one.mark.id in told and one not in there]
        visitors = {
            str(place): {str(kind): number for kind, number in group.counts}
            for place, group in self.marks.tourists.items()
            if str(place) in places
        }
        total = self.own(route, walked, passed) + self.cafes() + self.task(route)
        for colour, shape in SHAPES.items():
            worth = [one for one in there if self.counts(one, colour, walked, told)]
            total += len(worth) * sum(group.get(shape, 0) for group in visitors.values())
        total += sum(one.mark.value or 0 for one in there if one.mark.kind == "yellow")
        rated = [one.mark.rated_as for one in there if one.mark.rated_as]
        total += sum(self.setup.ratings[track] for track in rated)
        tourists = sum(sum(group.values()) for group in visitors.values())
        return Found(total, len(route.sections), tourists, len(there))

    def touches(self, one: Sight, walked: set[str], passed: set[str]) -> bool:
        mark, sides, meeting = one
        if mark.id == "statue":
            return bool(self.docks & passed)
        return bool(sides & walked) or meeting in passed

    def met(
        self, stage: str, near: set[str], passed: set[str], walked: set[str], places: set[str]
    ) -> bool:
        return any(stage in names for names in (near, passed, walked, places))

    def counts(self, one: Sight, colour: str, walked: set[str], told: set[str]) -> bool:
        mark, sides, _ = one
        if mark.kind != colour:
            return False
        if self.city != "paris" or mark.id in told:
            return True
        return any(self.pens.get(road) == colour for road in sides & walked)

    def cafes(self) -> int:
        if not self.setup.cafes:
            return 0
        if self.city != "new-york":
            return 2 * sum(mark is CafeMark.VISITED for mark in self.marks.cafes.values())
        kept = [id_ for id_, mark in self.marks.cafe_area.items() if mark is CafeMark.VISITED]
        return sum(8 if id_.startswith("points") else 2 for id_ in kept)

    def task(self, route: Route) -> int:
        if not self.setup.tasks:
            return 0
        rings = {str(point) for point in self.marks.task}
        choices = [rings]
        if self.city == "new-york" and rings:
            columns = {ord(name[0]) - ord("a") for name in rings}
            for shift, fits in ((6, max(columns) <= 6), (-6, min(columns) >= 6)):
                if fits and columns != {6}:
                    choices.append({chr(ord(name[0]) + shift) + name[1:] for name in rings})
        longest = max(between(route, choice) for choice in choices)
        return longest * (2 if self.city == "paris" else 1)

    def own(self, route: Route, walked: set[str], passed: set[str]) -> int:
        """Return what this city alone gives."""
        seen = sum(str(point) in passed for point in self.board.visit_all)
        points = VISIT_ALL.get(self.city, (0,) * 9)[seen]
        if self.city == "london":
            stations = {
                str(p) for ride in self.board.transports for pair in ride.pairs for p in pair
            }
            points += 4 * len(stations & passed) + 7 * len(self.on("bridges")[0] & walked)
        if self.city == "rio-de-janeiro":
            points += self.setup.ratings["carnival"] * len(self.on("carnival")[0] & walked)
        if self.city == "new-york":
            points += self.setup.ratings["broadway"] * len(self.on("broadway")[0] & walked)
            points += sum(pp for at, pp in self.on("stars")[1].items() if at in passed)
        if self.city == "paris":
            points += DIVERSITY[most_runs(route, self.pens)]
        return points


def between(route: Route, rings: set[str]) -> int:
    """Return the most sections between passes of two different ringed crossroads."""
    at, longest = 0, 0
    passes: list[tuple[str, int]] = []
    for i, point in enumerate(route.points):
        if i and i != (-1 if route.ride is None else route.ride + 1):
            at += 1
        if point in rings:
            passes.append((point, at))
    for one, first in passes:
        for other, last in passes:
            if one != other and first <= last:
                longest = max(longest, last - first)
                if route.closed:
                    longest = max(longest, len(route.sections) - (last - first))
    return longest


def most_runs(route: Route, pens: dict[str, str]) -> int:
    """Return the most runs of three sections in a row in three colours, none in two runs."""
    colours = [pens[road] for road in route.sections]
    if route.ride is None:
        turns = range(len(colours)) if route.closed else range(1)
        return max((runs_in(colours[n:] + colours[:n]) for n in turns), default=0)
    first, second = colours[: route.ride], colours[route.ride :]
    if route.closed:
        return runs_in(second + first)
    return runs_in(first) + runs_in(second)


def runs_in(colours: list[str]) -> int:
    if len(colours) < 3:
        return 0
    here = 1 + runs_in(colours[3:]) if len(set(colours[:3])) == 3 else 0
    return max(here, runs_in(colours[1:]))


def random_board(city: City, seed: str) -> tuple[Marks, Setup]:
    """Return a small random board with cafés and, in New York, bonuses beside the map."""
    luck = Random(f"{city.id} {seed}")
    marks, setup = filled(city, luck, luck.randint(2, SECTIONS))
    board = city.practice_board
    state = [CafeMark.VISITED, CafeMark.USED]
    cafes = {at: luck.choice(state) for at in sorted(board.cafe_at) if luck.random() < 0.3}
    bonuses = [one.id for one in board.cafe_area if one.dock is None and luck.random() < 0.3]
    area = {id_: luck.choice(state) for id_ in bonuses}
    return replace(marks, cafes=cafes, cafe_area=area), replace(setup, cafes=luck.random() < 0.7)


def compare(city: City, seed: str) -> ScoreSheet:
    """Check the scorer on one board: total, length, and what lies on the route it names."""
    marks, setup = random_board(city, seed)
    player = Player(city, marks, setup)
    sheet = score(FilledBoard(city.practice_board, city, marks, setup))
    best = max(player.found(route)[:2] for route in every_route(city.practice_board, marks))
    route = sheet.route
    ride = route.ride.after if route.ride else None
    told = Route(tuple(map(str, route.crossroads)), tuple(map(str, route.sections)), ride)
    assert sheet.optimal, seed
    assert (sheet.total, sheet.length) == best, (city.id, seed, str(marks))
    found = Found(sheet.total, sheet.length, sheet.tourists, sheet.landmarks)
    assert found == player.found(told), (city.id, seed, str(marks))
    return sheet


if __name__ == "__main__":
    for name in city_names():
        if name not in TOLD:
            print(f"{name}: not compared; tell its own points in Player.own, and name it in TOLD")
            continue
        sheets = [compare(load_city(name), str(n)) for n in range(int(sys.argv[1]))]
        seen = sum(sheet.landmarks for sheet in sheets)
        print(f"{name}: {len(sheets)} boards alike, {seen} landmarks on their routes")
