"""The town of somebody's own box, as they give it to the app: checked before anything is drawn.

It is as long as a town's file is, its map has the box's 6 × 6 quarters, and nothing of it lies
far from the map: so a file by a stranger takes no more time than ours.
"""

import math
from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from scorer.rules.board.board import Point
from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.town import Town, TownFile, read_town_file, town_of
from scorer.rules.jsonfile import decode_json

MOST_CHARACTERS = 30_000
SIDE = 6
# Millimetres of a quarter and of the page, and quarters beyond the map.
QUARTER_MM, PAGE_MM, FAR = (15.0, 45.0), (120.0, 600.0), 3.0
# A river's width in quarters.
WIDTHS = (0.05, 1.0)
# A town's name is so long at least, in quarters.
SHORTEST_NAME = 0.3
KEPT = 16


@lru_cache(maxsize=KEPT)
def town_told(text: str) -> Town:
    """Return the town that *text* tells: a town's file as it is, or the same as JSON.

    Raises
    ------
    InnsmouthError, JsonError
        If it is no such file or contradicts itself, with the key.
    """
    if len(text) > MOST_CHARACTERS:
        raise InnsmouthError(
            f"town: {len(text)} characters; a town's file has {MOST_CHARACTERS} at most"
        )
    if not text.lstrip().startswith("{"):
        return town_in(read_town_file(text.encode()))
    return town_in(decode_json(text.encode(), TownFile, start="$.own_town"))


# The towns last made of files: one tap asks several times for that of the same file.
_LAST: deque[tuple[TownFile, Town]] = deque(maxlen=4)


def town_in(file: TownFile) -> Town:
    """Return the town of *file*, which somebody gives.

    Raises
    ------
    InnsmouthError
        If it contradicts itself or is beyond all boxes, with the key.
    """
    for known, town in tuple(_LAST):
        if known is file:
            return town
    _check(file)
    try:
        town = town_of(file)
    except InnsmouthError:
        raise
    except ValueError as error:
        raise InnsmouthError(f"town: {error}") from error
    _LAST.append((file, town))
    return town


def _check(file: TownFile) -> None:
    """Refuse what no box has."""
    board = file.board
    if (board.columns, board.rows) != (SIDE, SIDE):
        raise InnsmouthError(f"town: board: a town has {SIDE} × {SIDE} quarters")
    _within("board.cell_mm", [board.cell_mm], QUARTER_MM)
    _within("board.page_mm", board.page_mm, PAGE_MM)
    _within("board.origin_mm", board.origin_mm, (0.0, PAGE_MM[1]))
    _within("board.rivers.width", [river.width for river in board.rivers], WIDTHS)
    points: list[Point] = [vertex.at for vertex in file.vertices.values()]
    points += [dead_end.at for dead_end in file.dead_ends.values()]
    points += [point for river in board.rivers for point in river.path]
    points += [point for sea in board.seas for point in sea.outline]
    points += [point for lane in board.lanes.values() for point in lane]
    _within("board", [number for point in points for number in point], (-FAR, SIDE + FAR))
    _check_spots(file)
    for key in ("spaces", "marked", "cafe_area", "transports", "cafes"):
        if getattr(board, key):
            raise InnsmouthError(f"town: board.{key}: Innsmouth has none")
    for place, mark in board.landmarks.items():
        if mark.cells or mark.polygon or mark.shape or mark.box_mm or mark.meeting_point:
            raise InnsmouthError(f"town: board.landmarks.{place}: it fills its quarter")
    if any(len(river.path) < 2 for river in board.rivers):
        raise InnsmouthError("town: board.rivers: a path has two points at least")
    if any(len(sea.outline) < 3 for sea in board.seas):
        raise InnsmouthError("town: board.seas: an outline has three points at least")


def _check_spots(file: TownFile) -> None:
    """Refuse signs beside the page, and a name that is shorter than any."""
    board, spots = file.board, file.spots
    places = [(f"bonuses.{sign}", at) for sign, at in spots.bonuses.items()]
    places += [("name", at) for at in spots.name or ()]
    for key, at in places:
        for way in (0, 1):
            mm = board.origin_mm[way] + at[way] * board.cell_mm
            if not 0 <= mm <= board.page_mm[way]:
                raise InnsmouthError(f"town: spots.{key}: it is not on the page")
    if spots.name and math.dist(*spots.name) < SHORTEST_NAME:
        raise InnsmouthError("town: spots.name: tap where the name begins and where it ends")


def _within(key: str, numbers: Iterable[float], limits: tuple[float, float]) -> None:
    for number in numbers:
        if not limits[0] <= number <= limits[1]:
            raise InnsmouthError(f"town: {key}: {number} is not from {limits[0]} to {limits[1]}")
