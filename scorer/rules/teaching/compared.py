"""Which of a city's marks, as on a taught board, nobody has compared with the printed board yet.

No photo tells where bridges, stations and banks are: a new board has those of the practice layout.
"""

from scorer.rules.board.board import BANKS, Board
from scorer.rules.board.geometry import parse_geometry, says_what_is_compared
from scorer.rules.city.city import load_city
from scorer.rules.notation import Location, RoadId
from scorer.rules.teaching.corrections import CorrectionError, beside
from scorer.rules.values import replace


def all_marks(usual: Board) -> tuple[str, ...]:
    """Return the kinds of marks that boards of the city of *usual* have, its practice board."""
    return (*(group.id for group in usual.marked), *([BANKS] if one_sided(usual) else []))


def still_usual(board: Board, usual: Board) -> tuple[str, ...]:
    """Return the kinds of marks of *board* that are exactly those of the practice board."""

    def same(id_: str) -> bool:
        if id_ == BANKS:
            return one_sided(board) == one_sided(usual)
        return board.marked_as(id_) == usual.marked_as(id_)

    return tuple(filter(same, all_marks(usual)))


def compared(board: Board, usual: Board, marks: str, *, right: bool = True) -> Board:
    """Return *board* where somebody has said that *marks* are right, or takes that back.

    Raises
    ------
    CorrectionError
        If boards of the city have no such marks.
    """
    known = all_marks(usual)
    if marks not in known:
        there = ", ".join(known) or "none"
        raise CorrectionError(f"{marks[:40]!r}: there are no such marks; there are {there}")
    open_ = {*board.uncompared} - {marks} if right else {*board.uncompared, marks}
    return replace(board, uncompared=tuple(id_ for id_ in known if id_ in open_))


def kept_board(data: bytes) -> Board:
    """Return the taught board that the geometry file *data* describes, as it was kept.

    Files from before the app asked do not say what somebody has compared: there it is what differs
    from the practice layout (our decision; nobody can be asked any more).

    Raises
    ------
    BoardError
        If the file is no such JSON or contradicts itself, naming the place.
    """
    board = parse_geometry(data)
    if board.practice or says_what_is_compared(data):
        return board
    return replace(board, uncompared=still_usual(board, load_city(board.city).practice_board))


def one_sided(board: Board) -> dict[RoadId, tuple[Location, ...]]:
    """Return the roads where a section leaves a location beside it out, and those it reaches."""
    return {
        road.id: tuple(sorted(road.locations))
        for road in board.roads
        if set(road.locations) != {*beside(board, road.id)}
    }
