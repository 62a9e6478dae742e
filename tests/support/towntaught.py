"""The practice town told by taps, as somebody with a box of it teaches it."""

from collections.abc import Iterator

from scorer.rules.innsmouth.teaching.changes import (
    Change,
    Edge,
    SetCard,
    SetCorner,
    SetQuarter,
    SetRiver,
    SetRoad,
    SetSea,
    SetShelter,
    SetTold,
    SetWater,
)
from scorer.rules.innsmouth.teaching.laying import RoadState, places_in
from scorer.rules.innsmouth.town import Part, TownFile, practice_town
from scorer.rules.notation import Crossroads, Location, RoadId

# Crossroads at the sea's edge whose sides the practice town does not name: rounded corners.
OUR_DEAD_ENDS = {
    "a3-a4": RoadState.SECOND,
    "d2-d3": RoadState.FIRST,
    "g3-g4": RoadState.SECOND,
}


def taps() -> Iterator[Change]:
    """All that the board of the practice town shows, in the order in which it is asked for."""
    ours = practice_town().file
    yield SetRiver(ours.board.rivers[0].path)
    yield SetSea((Edge.RIGHT,))
    for corner in ours.board.corners:
        yield SetCorner(RoadId.parse(corner), True)
    for road, state in OUR_DEAD_ENDS.items():
        yield SetRoad(RoadId.parse(road), state)
    for quarter, mark in ours.board.landmarks.items():
        yield SetQuarter(Location.parse(quarter), mark.kind, mark.value, mark.name)
    for shelter in ours.shelters:
        yield SetShelter(shelter.at, shelter.tourists)
    for card, places in ours.caches.items():
        yield SetCard(card, places)
    for part in Part:
        yield SetTold(part, True)


def dry(file: TownFile) -> Iterator[Change]:
    """Take the water off crossroads where our town has none, and put it where it has."""
    ours = {point for side in practice_town().file.sides for point in side}
    now = {point for side in file.sides for point in side}
    for point in sorted(now - ours):
        yield SetWater(Crossroads.parse(point), False)
    for point in sorted(ours - now):
        yield SetWater(Crossroads.parse(point), True)
    assert ours <= set(places_in(file))
