"""Towns of Innsmouth made up by chance, as other boxes than ours might print them."""

import random

from scorer.rules.board.board import LandmarkKind
from scorer.rules.innsmouth.pieces import Group, Tourist
from scorer.rules.innsmouth.teaching.changes import (
    Change,
    Edge,
    SetCard,
    SetCoordinates,
    SetCorner,
    SetQuarter,
    SetRiver,
    SetRoad,
    SetSea,
    SetShelter,
    SetTold,
)
from scorer.rules.innsmouth.teaching.edits import changed, corners_of, lacks_of, new_town
from scorer.rules.innsmouth.teaching.laying import RoadState, lattice_roads, places_in
from scorer.rules.innsmouth.town import Part, Town, TownFile, town_of
from scorer.rules.notation import Location

_COLOURED = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE, LandmarkKind.PURPLE)
_CARDS, _ON_CARD = 4, 5
_DEAD_ENDS = (RoadState.FIRST, RoadState.SECOND, RoadState.BOTH)


def random_town(name: str, rng: random.Random) -> Town:
    """Return a town called *name*: river, sea, dead ends, quarters, shelters and cards by chance.

    Both sides of its river have crossroads by the water.
    """
    while True:
        file = _map(new_town(name, name), rng)
        if not lacks_of(file):
            return town_of(_beside(file, rng))


def _map(file: TownFile, rng: random.Random) -> TownFile:
    file = changed(file, SetRiver(_river(rng)))
    if rng.random() < 0.7:
        file = changed(file, SetSea((rng.choice(list(Edge)),)))
    for corner in corners_of(file.board):
        file = changed(file, SetCorner(corner, rng.random() < 0.6))
    roads = sorted(lattice_roads(file.board))
    for road in rng.sample(roads, rng.randint(2, 6)):
        file = changed(file, SetRoad(road, rng.choice(_DEAD_ENDS)))
    for road in rng.sample(roads, rng.randint(0, 4)):
        file = changed(file, SetRoad(road, RoadState.NONE))
    return file


def _river(rng: random.Random) -> tuple[tuple[float, float], ...]:
    """Return a river from edge to edge that keeps to the middle, a quarter of a quarter a step."""
    at, path = rng.randint(8, 16) / 4, []
    for bend in range(rng.randint(3, 5) + 1):
        path.append((bend, at))
        at = min(5.5, max(0.5, at + rng.randint(-4, 4) / 4))
    last = path[-1][0]
    line = [(-0.5 + round(28 * bend / last) / 4, y) for bend, y in path]
    # It runs from west to east, or from north to south.
    return tuple(line) if rng.random() < 0.5 else tuple((y, x) for x, y in line)


def _beside(file: TownFile, rng: random.Random) -> TownFile:
    """Return *file* with landmarks, coordinates, shelters and cache cards."""
    quarters = [Location.at(column, row) for column in range(6) for row in range(6)]
    rng.shuffle(quarters)
    changes: list[Change] = []
    for kind in _COLOURED:
        changes += [SetQuarter(quarters.pop(), kind) for _ in range(rng.randint(4, 6))]
    stars = rng.randint(3, 5)
    changes += [
        SetQuarter(quarters.pop(), LandmarkKind.YELLOW, rng.randint(3, 8)) for _ in range(stars)
    ]
    if rng.random() < 0.5:
        columns, rows = (tuple(rng.sample(range(1, 7), 6)) for _ in range(2))
        changes.append(SetCoordinates(columns, rows))
    places = sorted(places_in(file))
    for place in rng.sample(places, rng.randint(2, 4)):
        kinds = [rng.choice(list(Tourist)).value for _ in range(rng.randint(1, 3))]
        group = Group(**{kind: kinds.count(kind) for kind in Tourist})
        changes.append(SetShelter(str(place), group))
    for number in range(1, _CARDS + 1):
        on_card = tuple(map(str, rng.sample(places, _ON_CARD)))
        changes.append(SetCard(f"card {number}", on_card))
    for change in (*changes, *(SetTold(part, True) for part in Part)):
        file = changed(file, change)
    return file
