"""What cities have beside the usual marks: tourists and bonuses beside the map, and crosses.

Symbols beside the map are circled and crossed out as cafés are, and are read the same way.
"""

from dataclasses import replace

from scorer.rules.board import Board, Cafe, CafeBonus, Sign
from scorer.rules.marks import CafeMark
from scorer.rules.notation import Crossroads, Location
from scorer.vision import network
from scorer.vision.doubts import CAFE_WORDS, Doubt
from scorer.vision.patches import Layers, point_patches

# How sure it is that nothing is drawn where nothing was seen.
_NOT_SEEN = 0.6


def crossable(board: Board) -> tuple[Location, ...]:
    """Return the locations of *board* that may be crossed out.

    Ferries are when they have left; where tourists gather beside the map, any location is
    when both cards of a round sent its tourists there.
    """
    ferries = {p for group in board.marked if group.sign is Sign.FERRY for p in group.locations}
    if ferries:
        return tuple(sorted(ferries))
    if any(cell.meeting_point for cell in board.cells):
        return tuple(cell.location for cell in board.cells if cell.meeting_point is None)
    return ()


def symbols_as_cafes(board: Board) -> Board:
    """Return *board* with the symbols beside its map in place of its cafés, by their ids."""
    places = {Crossroads(symbol.id): symbol.xy for symbol in board.cafe_area}
    cafes = tuple(Cafe(point, xy, CafeBonus.CARD) for point, xy in places.items())
    return replace(board, cafes=cafes, crossroads_xy=places, roads=())


def symbol_chances(layers: Layers, symbols: Board) -> dict[Crossroads, dict[str, float]]:
    """Return what the network makes of the cafés of *symbols*, as ``find_chances`` does."""
    places = tuple(cafe.xy for cafe in symbols.cafes)
    if not places:
        return {}
    rows = network.points(point_patches(layers, symbols, places)).tolist()
    return {
        cafe.crossroads: dict(zip(CAFE_WORDS, row, strict=False))
        for cafe, row in zip(symbols.cafes, rows, strict=True)
    }


def judged_symbols(
    board: Board,
    circled: dict[Crossroads, CafeMark],
    doubts: list[Doubt],
    unseen: frozenset[Crossroads],
) -> tuple[frozenset[str], dict[str, CafeMark], list[Doubt]]:
    """Return tickets held, the bonuses circled, and the doubts about both.

    *circled* and *doubts* are those of the symbols read as cafés. A ticket is held or not:
    nobody crosses one out. What is *unseen*, as where the photo shows the map alone, is
    asked about.
    """
    tickets = {symbol.id for symbol in board.cafe_area if symbol.dock is not None}
    circled = {point: mark for point, mark in circled.items() if point not in unseen}
    hidden = set(map(str, unseen))
    doubts = [_not_seen(doubt) if doubt.where in hidden else doubt for doubt in doubts]
    held = frozenset(str(point) for point in circled if str(point) in tickets)
    area = {str(point): mark for point, mark in circled.items() if str(point) not in tickets}
    return held, area, [_doubt(doubt, ticket=doubt.where in tickets) for doubt in doubts]


def _not_seen(doubt: Doubt) -> Doubt:
    none, *others = CAFE_WORDS
    return replace(
        doubt, read=none, confidence=_NOT_SEEN, alternatives=tuple(others), reason="glare"
    )


def _doubt(doubt: Doubt, *, ticket: bool) -> Doubt:
    if not ticket:
        return replace(doubt, kind="cafe-area")
    read = doubt.read != CAFE_WORDS[0]
    reason = doubt.reason if doubt.reason != "crossed out or not" else "faint"
    return replace(doubt, kind="ticket", read=read, alternatives=(not read,), reason=reason)
