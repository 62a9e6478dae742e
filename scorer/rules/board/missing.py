"""What a board still lacks before its totals can be right: values, names, places."""

from dataclasses import dataclass
from enum import StrEnum

from scorer.rules.board.board import BANKS, Board, LandmarkKind
from scorer.rules.notation import Location


class Need(StrEnum):
    """What is not known: which landmark stands in a location that no photo shows clearly, the
    value of a popular landmark, which iconic landmark a grey one is, where an iconic landmark
    stands, whether the cafés and visit-them-all points are right, or whether the city's marks are
    so.
    """

    KIND = "kind"
    VALUE = "value"
    NAME = "name"
    PLACE = "place"
    SYMBOLS = "symbols"
    MARKS = "marks"


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that a board lacks.

    Attributes
    ----------
    need : Need
    landmark : str
        The id of the landmark; of one that has no place yet, its rating track; of marks, what
        they are called; else none.
    locations : tuple of Location
        The location, or where the landmark lies; empty if it has no place yet.
    """

    need: Need
    landmark: str
    locations: tuple[Location, ...] = ()


def missing(board: Board, usual: Board) -> tuple[Lack, ...]:
    """Return what *board* lacks, landmark by landmark; nothing once it is complete.

    A value of 0 is known, one that nobody has entered is not. ``usual`` is the practice board
    of its city, which tells which iconic landmarks stand on the map.

    Examples
    --------
    >>> from scorer.rules.city.city import load_city
    >>> board = load_city("first-city").practice_board
    >>> missing(board, board)
    ()
    """
    found = [
        Lack(Need.KIND, "", (location,))
        for location in board.unshown
        if location not in board.landmark_at
    ]
    found += [
        Lack(Need.VALUE, mark.id, mark.locations)
        for mark in board.landmarks
        if mark.kind is LandmarkKind.YELLOW and mark.value is None
    ]
    unnamed = [mark for mark in board.landmarks if mark.unnamed]
    found += [Lack(Need.NAME, mark.id, mark.locations) for mark in unnamed]
    # Those that nobody has named may be the ones that are looked for.
    without = _unplaced(board, usual)
    found += [Lack(Need.PLACE, track) for track in without[len(unnamed) :]]
    if board.guessed:
        found.append(Lack(Need.SYMBOLS, ""))
    marks = (*(group.id for group in usual.marked), BANKS)
    found += [Lack(Need.MARKS, id_) for id_ in marks if id_ in board.uncompared]
    return tuple(found)


def _unplaced(board: Board, usual: Board) -> list[str]:
    """Return the rating tracks of landmarks on the map of *usual* that *board* has none of."""
    there = {mark.rated_as for mark in board.landmarks}
    tracks = dict.fromkeys(mark.rated_as for mark in usual.landmarks if mark.locations)
    return [track for track in tracks if track and track not in there]
