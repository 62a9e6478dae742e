"""A final route that somebody names by its crossroads, and what is wrong with it if it is none."""

from collections.abc import Iterable
from itertools import pairwise

from scorer.rules.board.board import Board
from scorer.rules.notation import Crossroads, NotationError, RoadId, RulesError
from scorer.rules.position.marks import Marks
from scorer.rules.scoring.sheet import FinalRoute

# Between two crossroads of a route: the ride from one to the other.
RIDE = "~"


class RouteError(RulesError):
    """A list of crossroads that cannot be walked over the sections drawn, and why not."""


def parse_route(text: str, board: Board, marks: Marks) -> FinalRoute:
    """Return the final route through the crossroads in *text*, in walking order.

    Parameters
    ----------
    text : str
        Crossroads with commas or spaces between, ``a0,b0,b1``; nothing is the empty route.
        Where two roads lead to a crossroads the road's suffix tells which: ``a0,b0/north``,
        or ``a0,b0/`` for the one without. ``~`` is a ride between two: ``a0,b0,~,d2,d3``.

    Raises
    ------
    RouteError
        If it cannot be walked, with everything that is wrong: crossroads that are not on
        the board, steps without a road, sections that are not drawn or walked twice.
    """
    stops = text.replace(",", " ").split()
    rides = [number for number, stop in enumerate(stops) if stop == RIDE]
    stops = [stop for stop in stops if stop != RIDE]
    if len(stops) == 1:
        raise RouteError(
            f"{stops[0]} alone is no walk: give two crossroads or more, or none for the empty route"
        )
    points, wrong = [], []
    for stop in stops:
        try:
            point = Crossroads.parse(stop.partition("/")[0])
        except NotationError as error:
            wrong.append(str(error))
            continue
        points.append(point)
        if point not in board.crossroads_xy:
            wrong.append(f"there is no crossroads {point} on this board")
    if not wrong:
        wrong = _unridable(board, points, rides)
    if wrong:
        raise RouteError("; ".join(wrong))
    ride = rides[0] if rides else None
    suffixes = [stop.partition("/")[2] if "/" in stop else None for stop in stops[1:]]
    walked: list[RoadId] = []
    for number, (pair, suffix) in enumerate(zip(pairwise(points), suffixes, strict=True), 1):
        if number == ride:
            continue
        step = _step(board, *pair, suffix)
        if not isinstance(step, RoadId):
            wrong.append(f"step {number}: {step}")
            continue
        wrong += [f"step {number}: {why}" for why in _unwalkable(step, walked, marks)]
        walked.append(step)
    if wrong:
        raise RouteError("; ".join(wrong))
    return FinalRoute.of(tuple(points), tuple(walked), ride - 1 if ride is not None else None)


def _unridable(board: Board, points: list[Crossroads], rides: list[int]) -> list[str]:
    """Return what is wrong with rides that stand before the crossroads of these numbers."""
    if not rides:
        return []
    if len(rides) > 1:
        return ["a final route takes one ride at most"]
    if not 2 <= rides[0] <= len(points) - 2:
        return ["a ride joins two segments: a section comes before it and one behind it"]
    one, other = points[rides[0] - 1], points[rides[0]]
    pairs = {pair for transport in board.transports for pair in transport.pairs}
    if (min(one, other), max(one, other)) not in pairs:
        return [f"no ride goes from {one} to {other} on this board"]
    return []


def _step(board: Board, one: Crossroads, other: Crossroads, suffix: str | None) -> RoadId | str:
    """Return the road from *one* crossroads to the *other*, or why there is none."""
    if one == other:
        return f"it stays at {one}"
    roads = [road.id for road in board.roads_at[one] if other in road.id.ends]
    chosen = [road for road in roads if suffix in (None, road.suffix)]
    if len(chosen) == 1:
        return chosen[0]
    if len(roads) > 1:
        ways = " or ".join(f"{other}/{road.suffix}" for road in roads)
        return f"several roads join {one} and {other}; write {ways}"
    if roads:
        return f"the road from {one} to {other} has no suffix {suffix!r}"
    ends = sorted({road.id.other_end(one) for road in board.roads_at[one]})
    return f"no road joins {one} and {other}; from {one} roads lead to {_list(ends)}"


def _unwalkable(step: RoadId, walked: list[RoadId], marks: Marks) -> list[str]:
    wrong = []
    if step not in marks.sections:
        wrong.append(f"{step} is not drawn")
    if step in walked:
        wrong.append(f"{step} is walked a second time, first in step {walked.index(step) + 1}")
    return wrong


def _list(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
