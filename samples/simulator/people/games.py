"""Makes up games: what could legally stand on a board after ten rounds."""

from dataclasses import dataclass

import numpy as np

from samples.simulator.people.offmap import (
    crossed_out,
    extra_section,
    ferries_of,
    remote_tourists,
    spaces_of,
    with_cafe_area,
)
from scorer.rules.board.board import Board, CafeBonus, TouristKind
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import SECTION_COLOURS, CafeMark, Tourists, coloured, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace

OCCUPIED = 10
# Sections that are drawn together.
PIECE = 2
TASK_SIZE = 3
# Of the cards in a city's deck: 6 of 36.
_REPEAT_CARDS = 1 / 6
# Of the rounds that fill a location, where a city's cards send tourists away.
_ONE_CARD_GOES = 0.5


@dataclass(frozen=True, slots=True)
class Game:
    """Marks with the order of play: ``pieces`` are the sections that were drawn together.

    ``places`` are the locations with tourists as they were filled; without them their order
    is that of the notation.
    """

    marks: Marks
    pieces: tuple[tuple[RoadId, ...], ...]
    places: tuple[Location, ...] = ()


def random_game(
    board: Board, city: City, rng: np.random.Generator, odd_task_share: float = 0.0
) -> Game:
    """Return a plausible legal game on *board*.

    Ten locations with what two cards deal and a café's bonus adds, for each a piece of up to two
    sections beside it, every café that a section reaches circled, and in part of the games three
    ringed task crossroads; with *odd_task_share* these may lie at a café too. Beside that, what
    the city has of its own (``beside``).
    """
    places = _places(board, rng)
    left = crossed_out(board, places, rng)
    pieces = _pieces(board, places, rng)
    if city.game.sections_per_round > PIECE:
        pieces = _longer(board, pieces, rng)
    sections = frozenset(section for piece in pieces for section in piece)
    cafes = _cafes(board, sections, rng)
    extra = [c for c, mark in cafes.items() if mark is CafeMark.USED]
    for crossroads in extra:
        if board.cafe_at[crossroads].bonus is CafeBonus.SECTION:
            pieces += _extra_section(board, sections, cafes, rng)
            sections = frozenset(section for piece in pieces for section in piece)
    instant = sum(board.cafe_at[c].bonus is CafeBonus.TOURISTS for c in extra)
    tourists = _tourists(city, left.occupied, instant, bool(spaces_of(board)), rng)
    marks = Marks(
        city=board.city,
        board=board.id,
        sections=sections,
        tourists=tourists,
        cafes=cafes,
        task=_task(board, city, rng, odd_task_share),
        crossed=left.crossed,
    )
    tourists |= remote_tourists(board, city, rng)
    marks = replace(marks, tourists=tourists)
    marks = with_cafe_area(board, city, marks, rng)
    if city.coloured:
        colours = {section: SECTION_COLOURS[int(rng.integers(3))] for section in sorted(sections)}
        marks = replace(marks, sections=coloured(sections, colours))
    return Game(marks, tuple(pieces), tuple(tourists))


def _places(board: Board, rng: np.random.Generator) -> list[Location]:
    beside = {*spaces_of(board), *ferries_of(board)}
    known = sorted(cell.location for cell in board.cells if cell.location not in beside)
    chosen = rng.permutation(len(known))[:OCCUPIED]
    return [known[int(index)] for index in chosen]


def _pieces(
    board: Board, places: list[Location], rng: np.random.Generator
) -> list[tuple[RoadId, ...]]:
    """Return for each of *places* one or two new sections, joined to the others where it can be."""
    drawn: set[RoadId] = set()
    pieces = []
    for place in places:
        size = PIECE if rng.random() < 0.92 else 1
        options = _options(board, place, drawn, size)
        if not options:
            continue
        ends = _loose_ends(drawn)
        weights = np.array([_appeal(option, ends, drawn) for option in options])
        piece = options[int(rng.choice(len(options), p=weights / weights.sum()))]
        pieces.append(piece)
        drawn |= set(piece)
    return pieces


def _longer(
    board: Board, pieces: list[tuple[RoadId, ...]], rng: np.random.Generator
) -> list[tuple[RoadId, ...]]:
    """Return *pieces* with a third section after most, where a round allows so many."""
    drawn = {road for piece in pieces for road in piece}
    found = []
    for piece in pieces:
        found.append(piece)
        more = extra_section(board, piece, drawn, rng) if rng.random() < 0.9 else None
        if more is not None:
            found.append((more,))
            drawn.add(more)
    return found


def _options(
    board: Board, place: Location, drawn: set[RoadId], size: int
) -> list[tuple[RoadId, ...]]:
    """Return the pieces of *size* undrawn sections in a row that run beside *place*."""
    beside = [r.id for r in board.roads if place in r.locations and r.id not in drawn]
    if size == 1:
        return [(road,) for road in beside]
    found = set()
    for road in beside:
        for end in road.ends:
            for other in board.roads_at[end]:
                if other.id != road and other.id not in drawn:
                    found.add((min(road, other.id), max(road, other.id)))
    return sorted(found) or [(road,) for road in beside]


def _loose_ends(drawn: set[RoadId]) -> set[Crossroads]:
    degree: dict[Crossroads, int] = {}
    for road in drawn:
        for end in road.ends:
            degree[end] = degree.get(end, 0) + 1
    return {point for point, count in degree.items() if count == 1}


def _appeal(piece: tuple[RoadId, ...], ends: set[Crossroads], drawn: set[RoadId]) -> float:
    """Return how much a player would like *piece*: best to lengthen a segment."""
    touched = {end for road in piece for end in road.ends}
    if touched & ends:
        return 6.0
    near = {end for road in drawn for end in road.ends}
    return 2.0 if touched & near else 1.0


def _cafes(
    board: Board, sections: frozenset[RoadId], rng: np.random.Generator
) -> dict[Crossroads, CafeMark]:
    touched = {end for section in sections for end in section.ends}
    return {
        point: CafeMark.USED if rng.random() < 0.5 else CafeMark.VISITED
        for point in sorted(touched & set(board.cafe_at))
    }


def _extra_section(
    board: Board,
    sections: frozenset[RoadId],
    cafes: dict[Crossroads, CafeMark],
    rng: np.random.Generator,
) -> list[tuple[RoadId, ...]]:
    """Return at most one more section, at a loose end and reaching no further café."""
    untouched = set(board.cafe_at) - set(cafes)
    found = [
        road.id
        for end in sorted(_loose_ends(set(sections)))
        for road in board.roads_at[end]
        if road.id not in sections and not untouched & set(road.id.ends)
    ]
    return [(found[int(rng.integers(len(found)))],)] if found else []


def _tourists(
    city: City,
    places: tuple[Location, ...],
    instant: int,
    going_away: bool,
    rng: np.random.Generator,
) -> dict[Location, Tourists]:
    """Return for each of *places* what two cards show; *instant* of them may hold one more.

    Where a city's own cards send their tourists away, some get those of one card.
    """
    found = {}
    for index, place in enumerate(places):
        alone = going_away and rng.random() < _ONE_CARD_GOES
        drawn = _dealt(city.tourists, alone, rng)
        if index < instant and rng.random() < 0.8:
            drawn.append(_any(city.tourists, rng))
        counts: dict[TouristKind, int] = {kind: drawn.count(kind) for kind in city.tourists}
        found[place] = tourists_of(counts)
    return found


def _dealt(
    kinds: tuple[TouristKind, ...], alone: bool, rng: np.random.Generator
) -> list[TouristKind]:
    """Return the tourists of a round, of one card *alone* or of two.

    A card shows one or two of one kind. A repeat card stands for two of the other's kind, and
    two repeat cards for two of any one.
    """
    first, second = _any(kinds, rng), _any(kinds, rng)
    one, other = rng.integers(1, 3, 2)
    if alone:
        return [first] * int(one)
    repeats = rng.random(2) < _REPEAT_CARDS
    if repeats.all():
        return [first] * 2
    if repeats.any():
        return [first] * int(one + 2)
    return [first] * int(one) + [second] * int(other)


def _any(kinds: tuple[TouristKind, ...], rng: np.random.Generator) -> TouristKind:
    return kinds[int(rng.integers(len(kinds)))]


def _task(
    board: Board, city: City, rng: np.random.Generator, odd_share: float
) -> frozenset[Crossroads]:
    if rng.random() >= 0.6:
        return frozenset()
    free = sorted(set(board.crossroads_xy) - set(board.cafe_at))
    if rng.random() < odd_share:
        free = sorted(board.crossroads_xy)
    if city.game.task_halves:
        right = bool(rng.integers(2))
        free = [p for p in free if p.lattice and (p.lattice[0] >= board.half) is right]
    return frozenset(free[int(index)] for index in rng.permutation(len(free))[:TASK_SIZE])
