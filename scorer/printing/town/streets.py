"""Roads joined into streets, so that one long line is drawn and not many short ones.

Short strips laid end to end show a seam at every crossroads, most of all along the map's edge.
"""

import math

from scorer.rules.board.board import Board, Point, Road, RoadKind
from scorer.rules.notation import Crossroads, RoadId

# Two roads go on into each other when they bend by less than this.
_STRAIGHT_ON = math.radians(25)
# A side street ends this far short of the main one's middle, or its round end would show.
_SHORT_MM = 0.6

# A road seen from one of its ends.
_Arm = tuple[Road, Crossroads]


def streets(board: Board) -> tuple[tuple[Point, ...], ...]:
    """Return the board's roads as long lines in mm; every road lies on exactly one.

    Sea lanes are no streets.
    """
    onward: dict[_Arm, _Arm] = {}
    for crossroads, roads in board.roads_at.items():
        dry = [(road, crossroads) for road in roads if road.kind is not RoadKind.LANE]
        for arm, next_arm in _pairs(dry):
            onward[arm], onward[next_arm] = next_arm, arm
    found = []
    left = {road.id: road for road in board.roads if road.kind is not RoadKind.LANE}
    # Open streets from their ends first; what then remains are rings.
    starts = [(road, end) for road in left.values() for end in road.id.ends]
    starts.sort(key=lambda arm: arm in onward)
    for road, end in starts:
        if road.id in left:
            found.append(_walk(board, (road, end), onward, left))
    return tuple(found)


def _pairs(arms: list[_Arm]) -> list[tuple[_Arm, _Arm]]:
    """Return the roads at a crossroads that go on into each other, the straightest first."""
    if len(arms) == 2:
        return [(arms[0], arms[1])]
    bends = sorted((_bend(arms[i], arms[j]), i, j) for i in range(len(arms)) for j in range(i))
    found: list[tuple[_Arm, _Arm]] = []
    used: set[int] = set()
    for bend, i, j in bends:
        if bend < _STRAIGHT_ON and not used & {i, j}:
            used |= {i, j}
            found.append((arms[i], arms[j]))
    return found


def _path_from(arm: _Arm) -> tuple[Point, ...]:
    road, end = arm
    return road.path if end == road.id.first else road.path[::-1]


def _bend(one: _Arm, other: _Arm) -> float:
    (x1, y1), (x2, y2) = _path_from(one)[:2]
    (x3, y3), (x4, y4) = _path_from(other)[:2]
    turn = math.atan2(y2 - y1, x2 - x1) - math.atan2(y4 - y3, x4 - x3)
    return abs(math.pi - abs(math.remainder(turn, 2 * math.pi)))


def _walk(
    board: Board, start: _Arm, onward: dict[_Arm, _Arm], left: dict[RoadId, Road]
) -> tuple[Point, ...]:
    """Return the street from *start* and take its roads out of *left*."""
    road, end = start
    points = list(_path_from(start))
    del left[road.id]
    end = road.id.other_end(end)
    while (arm := onward.get((road, end))) and arm[0].id in left:
        points += _path_from(arm)[1:]
        road, end = arm[0], arm[0].id.other_end(arm[1])
        del left[road.id]
    if start not in onward and len(board.roads_at[start[1]]) > 2:
        points[0] = _shortened(points[0], points[1])
    if (road, end) not in onward and len(board.roads_at[end]) > 2:
        points[-1] = _shortened(points[-1], points[-2])
    return tuple(points)


def _shortened(end: Point, before: Point) -> Point:
    length = math.dist(end, before)
    share = min(_SHORT_MM, 0.4 * length) / length if length else 0.0
    return end[0] + share * (before[0] - end[0]), end[1] + share * (before[1] - end[1])
