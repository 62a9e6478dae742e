"""What a board that nobody described seems to have printed on it, for a person to correct."""

import numpy as np

from scorer.rules.board.board import (
    Board,
    BoardError,
    Cell,
    Landmark,
    LandmarkKind,
    Point,
    plain_id,
)
from scorer.rules.city.city import City
from scorer.rules.notation import Location
from scorer.rules.teaching.compared import all_marks
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, map_corners_mm
from scorer.vision.teach.kinds import landmark_kinds
from scorer.vision.teach.laying import locations_across
from scorer.vision.teach.symbols import symbols

# A board that nobody measured is taken to have locations of this size, and this much beside
# the map, so that cafés, numbers and the rim of the card help to find it again.
_LOCATION_MM = 25.0
_BESIDE_MM = 30.0


def empty_board(city: City, id_: str, name: str) -> Board:
    """Return a board of *city* with its roads, and nothing printed on them yet.

    The roads are those of the practice board, straightened out on a page of a usual size.
    """
    usual = city.practice_board
    corners = map_corners_mm(usual)
    across, down = locations_across(usual)
    first, size = corners[0], corners[2] - corners[0]
    wanted = np.array([across, down]) * _LOCATION_MM

    def place(xy: Point) -> Point:
        x, y = ((np.array(xy) - first) / size * wanted + _BESIDE_MM).tolist()
        return round(x, 3), round(y, 3)

    return replace(
        usual,
        id=id_,
        name=name,
        page_mm=(float(wanted[0] + 2 * _BESIDE_MM), float(wanted[1] + 2 * _BESIDE_MM)),
        cells=tuple(
            Cell(cell.location, tuple(map(place, cell.polygon)), cell.meeting_point)
            for cell in usual.cells
        ),
        crossroads_xy={point: place(xy) for point, xy in usual.crossroads_xy.items()},
        roads=tuple(replace(road, path=tuple(map(place, road.path))) for road in usual.roads),
        landmarks=tuple(
            replace(mark, polygon=tuple(map(place, mark.polygon)))
            for mark in usual.landmarks
            if mark.meeting_point is not None
        ),
        cafes=(),
        visit_all=(),
        practice=False,
        coordinates=None,
        waters=(),
    ).checked()


def proposed(picture: BoardPicture, city: City) -> Board:
    """Return the board of *picture* with the landmarks, cafés and points that it seems to show.

    Values, names and bonuses are left open, and whether the cafés, points and the city's marks are
    right; and what stands in locations that no photo shows clearly. How many of these there are
    is taken from *city*.
    """
    board = picture.board
    kinds, unclear = landmark_kinds(picture, city)
    marks = [mark for mark in board.landmarks if not mark.locations]
    marks += [filling(board, location, kind) for location, kind in kinds.items()]
    cafes, points = symbols(picture, city)
    return replace(
        board,
        landmarks=tuple(marks),
        cafes=cafes,
        visit_all=points,
        guessed=bool(city.practice_board.cafes or city.practice_board.visit_all),
        unshown=unclear,
        uncompared=all_marks(city.practice_board),
    ).checked()


def filling(board: Board, location: Location, kind: LandmarkKind) -> Landmark:
    """Return a landmark of *kind* that fills *location*, without a value or a name."""
    roads = frozenset(road.id for road in board.roads if location in road.locations)
    return Landmark(plain_id(kind, location), kind, (location,), roads)


def turned(picture: BoardPicture, quarters: int) -> BoardPicture:
    """Return *picture* with its page turned clockwise, the board staying as it is.

    Raises
    ------
    BoardError
        If the page does not fit its board then: only square ones can be turned by 90 degrees.
    """
    rgb = np.ascontiguousarray(np.rot90(picture.rgb, -quarters))
    if rgb.shape != picture.rgb.shape:
        raise BoardError("a map that is no square can be turned by 180 degrees only")
    known = picture.known
    if known is not None:
        known = np.ascontiguousarray(np.rot90(known, -quarters))
    return replace(picture, rgb=rgb, known=known)
