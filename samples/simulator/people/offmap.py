"""What the cities' boards have beside sections, tourists, cafés and rings: made up and drawn.

Only boards that have such places draw any luck for them, so the other boards' photos stay
as they are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.simulator.people.hand import Hand, resampled
from samples.simulator.people.pens import INKS, Pen
from samples.simulator.people.strokes import Drawing, Subject, draw_symbol, inner_box, pulled
from scorer.rules.board.board import Board, CafeBonus, Sign
from scorer.rules.city.city import City
from scorer.rules.notation import Location, RoadId
from scorer.rules.position.mark import CafeMark, Tourists, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace

# Of ten rounds about this share shows two cards of the remote landmarks.
_TWO_REMOTE_CARDS = 0.15
_FERRY_LEFT = 0.45
_HOT_SPOTS = 4
# How often a café's ring stays away because another was visited that round.
_PASSED_BY = 0.15


@dataclass(frozen=True, slots=True)
class Round:
    """What a game's rounds left on the locations: those occupied, and those crossed out."""

    occupied: tuple[Location, ...]
    crossed: frozenset[Location]


def ferries_of(board: Board) -> frozenset[Location]:
    """Return the locations of *board* that are ferries: nobody stays there."""
    groups = [group for group in board.marked if group.sign is Sign.FERRY]
    return frozenset(place for group in groups for place in group.locations)


def spaces_of(board: Board) -> tuple[Location, ...]:
    """Return the spaces for tourists beside the map of *board*."""
    return tuple(cell.location for cell in board.cells if cell.meeting_point is not None)


def crossed_out(board: Board, places: list[Location], rng: np.random.Generator) -> Round:
    """Return which of *places* hold tourists, and which are crossed out instead."""
    ferries = sorted(ferries_of(board))
    left = frozenset(place for place in ferries if rng.random() < _FERRY_LEFT)
    if not spaces_of(board):
        return Round(tuple(places), left)
    away = frozenset(place for place in places if rng.random() < _TWO_REMOTE_CARDS)
    return Round(tuple(place for place in places if place not in away), left | away)


def remote_tourists(board: Board, city: City, rng: np.random.Generator) -> dict[Location, Tourists]:
    """Return the tourists that gathered in the spaces beside the map."""
    found = {}
    for place in spaces_of(board):
        number = int(rng.choice(6, p=[0.12, 0.1, 0.22, 0.24, 0.22, 0.1]))
        drawn = [city.tourists[int(rng.integers(len(city.tourists)))] for _ in range(number)]
        if number:
            found[place] = tourists_of({kind: drawn.count(kind) for kind in city.tourists})
    return found


def with_cafe_area(board: Board, city: City, marks: Marks, rng: np.random.Generator) -> Marks:
    """Return *marks* as New York's cafés leave them: rings on the map, bonuses beside it.

    On the map cafés are only circled. Each gives the bonus of its round's card: some are
    used at once and leave no trace.
    """
    if not board.cafe_area:
        return marks
    cafes = {point: CafeMark.VISITED for point in marks.cafes if rng.random() >= _PASSED_BY}
    order = [board.cafe_area[int(i)] for i in rng.permutation(len(board.cafe_area))]
    area: dict[str, CafeMark] = {}
    tickets = set()
    for symbol in order[: len(cafes)]:
        if symbol.dock is not None:
            tickets.add(symbol.id)
        elif symbol.bonus == CafeBonus.TOURISTS.value:
            # Mostly used at once.
            if rng.random() < 0.3:
                area[symbol.id] = CafeMark.VISITED
        else:
            crossed = symbol.bonus != "points" and rng.random() < 0.5
            area[symbol.id] = CafeMark.USED if crossed else CafeMark.VISITED
    marks = replace(marks, cafes=cafes, cafe_area=area, tickets=frozenset(tickets))
    return replace(marks, hot_spots=_hot_spots(board, city, marks, rng))


def _hot_spots(
    board: Board, city: City, marks: Marks, rng: np.random.Generator
) -> frozenset[RoadId]:
    """Return four roads; drawn ones only as far as the rounds had sections for them."""
    spare = city.game.rounds * city.game.sections_per_round - len(marks.sections)
    found: list[RoadId] = []
    for index in rng.permutation(len(board.roads)).tolist():
        road = board.roads[index].id
        drawn = road in marks.sections
        if drawn and spare <= 0:
            continue
        spare -= drawn
        found.append(road)
        if len(found) == _HOT_SPOTS:
            break
    return frozenset(found)


def draw_beside(drawing: Drawing, board: Board, marks: Marks, pen: Pen, hand: Hand) -> None:
    """Draw crosses over locations, hot spots, and what is circled beside the map."""
    for road in sorted(marks.hot_spots):
        _draw_stripes(drawing, board, road, pen, hand)
    for place in sorted(marks.crossed):
        _draw_cross(drawing, board, place, pen, hand)
    at = {symbol.id: symbol.xy for symbol in board.cafe_area}
    for id_, mark in sorted(marks.cafe_area.items()):
        draw_symbol(drawing, at[id_], mark, Subject("cafe_area", id_), pen, hand, 1.0)
    for id_ in sorted(marks.tickets):
        subject = Subject("ticket", id_)
        draw_symbol(drawing, at[id_], CafeMark.VISITED, subject, pen, hand, 1.0)


def _draw_cross(drawing: Drawing, board: Board, place: Location, pen: Pen, hand: Hand) -> None:
    """Draw a × over a location, from corner to corner of about half of it."""
    (x, y), width = inner_box(board.cell_of[place])
    middle = np.array([x, y]) + hand.rng.normal(0, 0.05 * width, 2)
    reach = width * float(hand.rng.uniform(0.36, 0.62))
    tilt = float(hand.rng.normal(0, 0.1))
    at = (float(middle[0]), float(middle[1]))
    for angle in (np.pi / 4, -np.pi / 4):
        stroke = hand.dash(at, reach, angle + tilt)
        drawing.add(stroke, pulled(pen, hand), Subject("crossed", str(place)))


def _draw_stripes(drawing: Drawing, board: Board, road: RoadId, pen: Pen, hand: Hand) -> None:
    """Draw two to four red stripes across a road, as hot spots are marked before the game."""
    red = Pen("red", INKS["red"], pen.width_mm, pen.pressure)
    path = np.array(board.road_of[road].path, np.float64)
    along = path[-1] - path[0]
    angle = float(np.arctan2(along[1], along[0])) + np.pi / 2
    number = int(hand.rng.integers(2, 5))
    middle = resampled(path, 0.5)[len(resampled(path, 0.5)) // 2]
    step = along / np.hypot(*along) * float(hand.rng.uniform(1.9, 2.6))
    for index in range(number):
        place = middle + step * (index - (number - 1) / 2) + hand.rng.normal(0, 0.2, 2)
        tilt = float(hand.rng.normal(0, 0.12))
        reach = float(hand.rng.uniform(1.7, 2.6))
        at = (float(place[0]), float(place[1]))
        drawing.add(hand.dash(at, reach, angle + tilt), red, Subject("hot_spot", str(road)))


def extra_section(
    board: Board, piece: tuple[RoadId, ...], drawn: set[RoadId], rng: np.random.Generator
) -> RoadId | None:
    """Return a free road that goes on from an end of *piece*, where there is one."""
    touched = [end for road in piece for end in road.ends]
    ends = [end for end in touched if touched.count(end) == 1]
    found = sorted(
        road.id
        for end in ends
        for road in board.roads_at[end]
        if road.id not in drawn and road.id not in piece
    )
    return found[int(rng.integers(len(found)))] if found else None


def used_corners(board: Board) -> NDArray[np.float64]:
    """Return the corners of all that is drawn on in mm, (4, 2): the map, and places beside it."""
    outlines = [cell.polygon for cell in board.cells]
    points = np.array([point for outline in outlines for point in outline])
    if board.cafe_area:
        points = np.vstack([points, [symbol.xy for symbol in board.cafe_area]])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
