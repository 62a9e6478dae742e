"""What a better picture of a board shows where an earlier one left its landmarks or cafés to guess.

What a person has said of a place stays.
"""

from collections.abc import Mapping

from scorer.rules.board.board import Board, LandmarkKind, plain_id
from scorer.rules.city.city import City
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.teach.kinds import landmark_kinds
from scorer.vision.teach.propose import filling
from scorer.vision.teach.symbols import symbols

Kinds = Mapping[Location, LandmarkKind]


def shown_later(board: Board, before: BoardPicture, after: BoardPicture, city: City) -> Board:
    """Return *board* with what the picture *after* seems to show, and *before* did not.

    A place changes only if it still is as *before* had it proposed, and no value or name was told
    of it; cafés and points only while nobody has said that they are right.
    """
    return _with_landmarks(_with_symbols(board, before, after, city), before, after, city)


def _with_landmarks(board: Board, before: BoardPicture, after: BoardPicture, city: City) -> Board:
    (then, asked), (now, unclear) = landmark_kinds(before, city), landmark_kinds(after, city)
    # Of a location that was not clear, and is not asked about any more, a person has told.
    guessed = {cell.location for cell in board.cells if not cell.location.name}
    guessed -= {*asked, *unclear}
    changed = {*board.unshown} - {*unclear}
    changed |= {
        place
        for place in guessed
        if then.get(place) != now.get(place) and _untouched(board, place, then)
    }
    if not changed:
        return board
    kept = [mark for mark in board.landmarks if not changed & {*mark.locations}]
    new = [filling(board, place, now[place]) for place in sorted(changed & {*now})]
    left = tuple(place for place in board.unshown if place in unclear)
    return replace(board, landmarks=(*kept, *new), unshown=left).checked()


def _untouched(board: Board, place: Location, then: Kinds) -> bool:
    there = board.landmark_at.get(place, ())
    if place not in then:
        return not there
    kind = then[place]
    return [(one.id, one.value, one.name) for one in there] == [(plain_id(kind, place), None, "")]


def _with_symbols(board: Board, before: BoardPicture, after: BoardPicture, city: City) -> Board:
    if not board.guessed:
        return board
    (cafes_then, points_then), (cafes, points) = symbols(before, city), symbols(after, city)
    then, now = ({cafe.crossroads: cafe for cafe in some} for some in (cafes_then, cafes))
    mine = dict(board.cafe_at)
    for place in then.keys() ^ now.keys():
        as_proposed = then[place].bonus if place in then else None
        if (mine[place].bonus if place in mine else None) == as_proposed:
            mine.pop(place, None)
            mine |= {place: now[place]} if place in now else {}
    untouched = {
        p for p in {*points_then} ^ {*points} if (p in board.visit_all) == (p in points_then)
    }
    visit_all = {*board.visit_all} ^ untouched
    found = tuple(sorted(mine.values(), key=lambda cafe: cafe.crossroads))
    return replace(board, cafes=found, visit_all=tuple(sorted(visit_all))).checked()
