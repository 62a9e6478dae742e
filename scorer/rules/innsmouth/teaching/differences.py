"""What differs between a town as a game has it and as it is told now."""

from typing import Any

from scorer.rules.board.board import RoadKind
from scorer.rules.innsmouth.ownbox import town_in
from scorer.rules.innsmouth.town import Part, TownFile

# What is no part that a box is asked for: signs beside the map, and the town's name.
BESIDE, NAMED = "beside", "name"
# Stands for what has no places or cards of its own.
_ALL = ""


def differences(before: TownFile, after: TownFile) -> dict[str, tuple[str, ...]]:
    """Return what differs: by part the roads, places, cards or characters that do.

    A part is named without any where it differs as a whole, or where somebody has told since
    that it is as in the box.

    Raises
    ------
    InnsmouthError
        If one of them is no town, with the key.
    """
    first, second = _parts(before), _parts(after)
    now_told = {*before.unknown} ^ {*after.unknown}
    found = {}
    for part, old in first.items():
        new = second[part]
        names = [one for one in {**old, **new} if old.get(one) != new.get(one)]
        if names or part in now_told:
            found[part] = tuple(sorted(name for name in names if name != _ALL))
    return found


def _parts(file: TownFile) -> dict[str, dict[str, Any]]:
    """Return what each part of *file* says, by its places or cards."""
    town, layout = town_in(file), file.board
    quarters = {
        str(place): (layout.landmarks.get(str(place)), place in file.no_diagonals)
        for place in town.quarters
    }
    roads = {
        str(road.id): road.locations
        for road in town.board.roads
        if road.kind is not RoadKind.DIAGONAL
    }
    shape = (layout.lanes, file.vertices, file.dead_ends, layout.origin_mm, layout.cell_mm)
    return {
        Part.WATER: {_ALL: (layout.rivers, layout.seas, file.sides)},
        Part.ROADS: {**roads, _ALL: shape},
        Part.QUARTERS: {**quarters, _ALL: layout.coordinates},
        Part.SHELTERS: {one.at: one.tourists for one in file.shelters},
        Part.CACHES: dict(file.caches),
        Part.DECK: {_ALL: file.deck},
        Part.BONUSES: {who.value: card for who, card in file.bonuses.items()},
        Part.GOALS: {_ALL: file.goals},
        Part.LEVELS: {_ALL: file.levels},
        Part.THREAT: {_ALL: file.signs},
        BESIDE: {_ALL: file.spots},
        NAMED: {_ALL: file.name},
    }
