"""Seeded random boards and goal cards as legal games have them, for tests and benchmarks."""

import random

from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import City, load_city
from scorer.rules.city.goalcards import OF_LOCATIONS, OF_ROADS, Direction, GoalCard, Measure
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import CafeMark, Tourists, tourists_of
from scorer.rules.position.marks import Marks

CITY = load_city("first-city")
BOARD = CITY.practice_board


def legal_marks(rng: random.Random, board: Board, city: City, *, dense: bool) -> Marks:
    """Return the marks of a random game: ten rounds, each a location and two sections.

    A *dense* game closes as many circles as it can, which is the search's worst case, and
    uses up to ten more sections than ten rounds give (cafés and balance cards): at most 30.
    """
    places = rng.sample([cell.location for cell in board.cells], city.game.rounds)
    drawn: set[RoadId] = set()
    tourists: dict[Location, Tourists] = {}
    for place in places:
        tourists[place] = _card_pair(rng, city)
        drawn |= _two_sections(rng, board, place, drawn, dense=dense)
    if dense:
        for _ in range(rng.randint(0, 30 - len(drawn))):
            drawn.add(_closing(rng, board, drawn))
    reached = sorted({end for section in drawn for end in section.ends})
    cafes = {
        point: rng.choice(list(CafeMark)) for point in sorted(board.cafe_at) if point in reached
    }
    task = rng.sample(reached if dense else sorted(board.crossroads_xy), 3)
    return Marks(city.id, board.id, frozenset(drawn), tourists, cafes, frozenset(task))


# For each measure thresholds that about half of such boards reach, of a + and of a − card.
THRESHOLDS = {
    Measure.TURNS: ((8, 16), (2, 8)),
    Measure.LENGTH: ((14, 24), (8, 16)),
    Measure.STRAIGHT_RUN: ((3, 6), (1, 3)),
    Measure.TOURISTS: ((12, 24), (2, 10)),
    Measure.LANDMARKS: ((6, 11), (2, 6)),
    Measure.ICONIC: ((1, 3), (0, 1)),
    Measure.OCCUPIED: ((6, 9), (2, 5)),
    Measure.LARGEST_GROUP: ((3, 6), (1, 2)),
    Measure.CROSSINGS: ((1, 4), (0, 1)),
    Measure.ALONG: ((3, 7), (0, 2)),
    Measure.ACROSS: ((2, 4), (0, 1)),
    Measure.BESIDE: ((4, 9), (0, 3)),
    Measure.ENDS_BESIDE: ((1, 1), (0, 0)),
}


def goal_card(rng: random.Random, board: Board) -> GoalCard:
    """Return a goal card of any measure; one in four asks for little."""
    measure = rng.choice(list(THRESHOLDS))
    little = rng.random() < 0.25
    marked: list[str] = []
    if measure in OF_ROADS:
        marked = rng.sample(sorted(map(str, board.road_of)), 24)
    if measure in OF_LOCATIONS:
        marked = rng.sample(sorted(map(str, board.cell_of)), 8)
    reached = rng.randint(3, 8)
    return GoalCard(
        measure,
        Direction.AT_MOST if little else Direction.AT_LEAST,
        rng.randint(*THRESHOLDS[measure][little]),
        reached,
        reached + rng.randint(2, 6),
        elements=tuple(sorted(marked)),
    )


def _card_pair(rng: random.Random, city: City) -> Tourists:
    """Return the tourists of two cards: two each, of one or two kinds."""
    kinds = [rng.choice(city.tourists) for _ in range(4)]
    return tourists_of({kind: kinds.count(kind) for kind in TouristKind})


def _two_sections(
    rng: random.Random, board: Board, place: Location, drawn: set[RoadId], *, dense: bool
) -> set[RoadId]:
    """Return two new sections in a row, the first beside *place*; one or none if boxed in."""
    beside = [r.id for r in board.roads if place in r.locations and r.id not in drawn]
    if dense and drawn:
        beside = [_closing(rng, board, drawn)]
    if not beside:
        return set()
    first = rng.choice(beside)
    ends = [end for end in first.ends for _ in (0, 1)]
    rng.shuffle(ends)
    for end in ends:
        ahead = [r.id for r in board.roads_at[end] if r.id not in drawn and r.id != first]
        if ahead:
            return {first, rng.choice(ahead)}
    return {first}


def _closing(rng: random.Random, board: Board, drawn: set[RoadId]) -> RoadId:
    """Return a road that closes a circle of *drawn*, or else one that continues it."""
    reached: set[Crossroads] = {end for section in drawn for end in section.ends}
    free = [road.id for road in board.roads if road.id not in drawn]
    closing = [id_ for id_ in free if set(id_.ends) <= reached]
    return rng.choice(closing or [id_ for id_ in free if set(id_.ends) & reached])


def random_marks(rng: random.Random, board: Board, city: City) -> Marks:
    """Return marks crowded into a corner of the board, so that routes meet and cross."""
    columns, lines = rng.choice([(3, 2), (2, 3), (3, 3)])
    left, top = rng.randrange(6 - columns), rng.randrange(6 - lines)
    window = {
        Crossroads.at(column, line)
        for column in range(left, left + columns)
        for line in range(top, top + lines)
    }
    roads = [road.id for road in board.roads if set(road.id.ends) <= window]
    drawn = frozenset(rng.sample(roads, min(len(roads), rng.randint(1, 9))))
    near = [
        cell.location
        for cell in board.cells
        if left - 1 <= cell.location.column < left + columns
        and top - 1 <= cell.location.row < top + lines
    ]
    tourists = {}
    for place in rng.sample(near, min(len(near), rng.randint(0, 5))):
        kinds = rng.sample(list(city.tourists), rng.randint(1, 2))
        counts = {kind: rng.randint(1, 3) for kind in city.tourists if kind in kinds}
        tourists[place] = tourists_of(counts)
    cafes = {point: rng.choice(list(CafeMark)) for point in board.cafe_at if rng.random() < 0.3}
    task = frozenset(rng.sample(sorted(window), min(len(window), rng.randint(0, 3))))
    return Marks(city.id, board.id, drawn, tourists, cafes, task)


def scattered(rng: random.Random, sections: int) -> Marks:
    """Return First City marks: so many sections anywhere, ten occupied locations and a task."""
    places = rng.sample(sorted(BOARD.cell_of), 10)
    return Marks(
        CITY.id,
        BOARD.id,
        frozenset(rng.sample(sorted(BOARD.road_of), sections)),
        {place: tourists_of({rng.choice(CITY.tourists): rng.randint(1, 4)}) for place in places},
        {},
        frozenset(rng.sample(sorted(BOARD.crossroads_xy), 3)),
    )
