"""The route search where somebody scribbles: any sections of the map, up to all of it.

    python -m benchmarks.worst                      every city, 6 drawings of each size and kind
    python -m benchmarks.worst --city london --mode full --drawings 20 --seconds 60
    python -m benchmarks.worst --worst 5            lists the slowest drawings as well

Drawings are *scattered* (any roads), *grown* (each road touches those before) or *crowded*
(each closes a circle where one can be closed). Twelve locations have tourists, every café is
marked, ratings and the task are drawn by chance; with goal cards three cards are in play. Times
are processor time from marks to the sheet. Run the same file in a checkout of an older commit
to compare: the drawings depend on nothing but their seed.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.city.city import City, Mode, city_names, load_city
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark, coloured, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, lowest_ratings
from scorer.rules.search.best import score
from tests.support.randomboards import goal_card

KINDS = ("scattered", "grown", "crowded")
COLOURS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)
STEP = 6
CARDS = 3
OCCUPIED = 12


@dataclass(frozen=True)
class Drawing:
    """One board to score, and the name that it can be made from again."""

    name: str
    filled: FilledBoard


@dataclass(frozen=True)
class Timed:
    """What one search took, and whether it proved its route."""

    seconds: float
    name: str
    total: int
    at_most_more: int


def sections(board: Board, luck: Random, count: int, kind: str) -> frozenset[RoadId]:
    """Return *count* roads of *board*, drawn as *kind* says."""
    if kind == "scattered":
        return frozenset(luck.sample(sorted(board.road_of), count))
    found = [luck.choice(sorted(board.road_of))]
    while len(found) < count:
        reached = {end for road in found for end in road.ends}
        free = sorted(set(board.road_of) - set(found))
        near = [road for road in free if reached & set(road.ends)] or free
        closing = [road for road in near if reached >= set(road.ends)]
        found.append(luck.choice(closing if closing and kind == "crowded" else near))
    return frozenset(found)


def drawing(city: City, mode: Mode, kind: str, count: int, seed: int) -> Drawing:
    """Return one drawing of *count* sections; the same arguments give the same one."""
    name = f"{city.id} {mode.id} {kind} {count} {seed}"
    luck, board = Random(name), city.practice_board
    drawn = sections(board, luck, count, kind)
    places = luck.sample(sorted(board.cell_of), OCCUPIED)
    most = city.game.tourists_per_location
    tourists = {
        place: tourists_of({luck.choice(city.tourists): luck.randint(1, most)}) for place in places
    }
    colours = {road: luck.choice(COLOURS) for road in sorted(drawn)} if city.coloured else {}
    marks = Marks(
        city.id,
        board.id,
        coloured(drawn, colours),
        tourists,
        {point: luck.choice(list(CafeMark)) for point in sorted(board.cafe_at)},
        frozenset(luck.sample(sorted(board.crossroads_xy), 3)),
        tickets=frozenset(s.id for s in board.cafe_area if s.dock and luck.random() < 0.6),
    )
    ratings = {id_: luck.choice(city.track(id_)) for id_ in lowest_ratings(city)}
    tours = tuple(tour.id for tour in luck.sample(city.tours, min(3, len(city.tours))))
    goals = tuple(goal_card(luck, board) for _ in range(CARDS)) if mode.goals else ()
    setup = Setup(ratings, cafes=mode.cafes, tasks=mode.tasks, goals=goals, tours=tours)
    return Drawing(name, FilledBoard(board, city, marks, setup, (None,) * len(goals)))


def timed(one: Drawing, limit: float) -> Timed:
    """Score *one*; give up after *limit* seconds of processor."""
    start = time.process_time()
    sheet = score(one.filled, stop=partial(_over, start + limit))
    return Timed(time.process_time() - start, one.name, sheet.total, sheet.at_most_more)


def _over(end: float) -> bool:
    return time.process_time() >= end


def sizes(board: Board) -> Iterator[int]:
    """Yield the sizes of drawings that are looked at, up to all roads of *board*."""
    yield from range(STEP * 3, len(board.road_of), STEP)
    yield len(board.road_of)


def share(times: list[Timed], of: float) -> float:
    """Return the seconds within which the share *of* some searches end."""
    ordered = sorted(one.seconds for one in times)
    return ordered[min(len(ordered) - 1, int(of * len(ordered)))]


def row(name: str, times: list[Timed]) -> str:
    """Return one line of the table."""
    proved = sum(not one.at_most_more for one in times)
    figures = " ".join(f"{share(times, of):>8.3f}" for of in (0.5, 0.9, 0.99, 1))
    return f"{name:<28} {figures} {proved:>6}/{len(times)}"


def city_times(city: City, mode: Mode, drawings: int, limit: float, seed: int) -> list[Timed]:
    """Time *drawings* of each kind and size; print a line for each size."""
    found = []
    for count in sizes(city.practice_board):
        here = [
            timed(drawing(city, mode, kind, count, seed + number), limit)
            for kind in KINDS
            for number in range(drawings)
        ]
        print(row(f"{city.id} {mode.id} {count}", here), flush=True)
        found += here
    print(row(f"{city.id} {mode.id}, all", found), flush=True)
    return found


def main() -> None:
    """Time what the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--city", choices=city_names(), action="append", help="not all cities")
    parser.add_argument("--mode", action="append", help="not all modes of the game")
    parser.add_argument("--drawings", type=int, default=6, help="of each size and kind")
    parser.add_argument("--seconds", type=float, default=60, help="after which one is given up")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worst", type=int, default=0, help="list so many of the slowest")
    chosen = parser.parse_args()
    print(f"{'seconds of processor':<28} {'median':>8} {'90 %':>8} {'99 %':>8} {'worst':>8} proved")
    every: list[Timed] = []
    for city in map(load_city, chosen.city or city_names()):
        for mode in city.modes:
            if not chosen.mode or mode.id in chosen.mode:
                every += city_times(city, mode, chosen.drawings, chosen.seconds, chosen.seed)
    print(row("all", every))
    for one in sorted(every, key=lambda one: -one.seconds)[: chosen.worst]:
        print(f"{one.seconds:8.2f} s  {one.name}: {one.total}, at most {one.at_most_more} more")


if __name__ == "__main__":
    main()
