"""The route search beside OR-tools CP-SAT and a plain depth-first search, in one run.

    python -m benchmarks.route                 peers on 30 boards, worst case over 1,000
    python -m benchmarks.route --boards 10 --worst 200

All three get the same seeded boards and must find the same optimum. Times are of the search
alone, from marks to the best route; ratios of medians and of each pair are printed.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from benchmarks.boards import legal_marks
from benchmarks.peers import cp_sat_best, depth_first_best
from scorer.rules.city import City, load_city
from scorer.rules.graph import graph_of
from scorer.rules.marks import Marks, Setup, usual_setup
from scorer.rules.score import score
from scorer.rules.search import best_route
from scorer.rules.valuation import valuation_of

Search = Callable[[City, Marks, Setup], int]


@dataclass(frozen=True)
class Timed:
    """A search's best total and the milliseconds it took."""

    total: int
    ms: float


def ours(city: City, marks: Marks, setup: Setup) -> int:
    """Return the best total (cafés left out) by the search of this project."""
    graph = graph_of(marks.sections)
    board = city.practice_board
    return best_route(graph, valuation_of(graph, board, city, marks, setup, 0)).worth.points


def timed(search: Search, city: City, marks: Marks, setup: Setup) -> Timed:
    """Run *search* once and time it."""
    start = time.perf_counter()
    total = search(city, marks, setup)
    return Timed(total, (time.perf_counter() - start) * 1000)


def circles(marks: Marks) -> int:
    """Return mu: how many independent circles the drawing has."""
    graph = graph_of(marks.sections)
    parts = len(graph.components(graph.everything))
    return len(graph.sections) - len(graph.crossroads) + parts


def compare(city: City, setup: Setup, count: int, seed: int) -> None:
    """Print ours, CP-SAT and depth-first search on *count* boards of 20 to 30 sections."""
    rng = random.Random(seed)
    ours_ms, sat_ms, dfs_ms = [], [], []
    print(f"{'sections':>8} {'mu':>3} {'best':>5} {'ours ms':>8} {'CP-SAT ms':>10} {'DFS ms':>9}")
    boards: list[Marks] = []
    while len(boards) < count:
        marks = legal_marks(rng, city.practice_board, city, dense=len(boards) % 2 == 0)
        if 20 <= len(marks.sections) <= 30:
            boards.append(marks)
    ours(city, boards[0], setup)
    for marks in boards:
        mine = min((timed(ours, city, marks, setup) for _ in range(3)), key=_ms)
        sat = timed(cp_sat_best, city, marks, setup)
        dfs = timed(depth_first_best, city, marks, setup)
        if not mine.total == sat.total == dfs.total:
            drawn = " ".join(sorted(map(str, marks.sections)))
            raise SystemExit(f"optima differ: {mine.total} {sat.total} {dfs.total}: {drawn}")
        ours_ms.append(mine.ms)
        sat_ms.append(sat.ms)
        dfs_ms.append(dfs.ms)
        print(
            f"{len(marks.sections):>8} {circles(marks):>3} {mine.total:>5} {mine.ms:>8.2f}"
            f" {sat.ms:>10.1f} {dfs.ms:>9.1f}"
        )
    print(f"\nsame optimum on all {count} boards")
    _ratio("CP-SAT", sat_ms, ours_ms)
    _ratio("depth-first search", dfs_ms, ours_ms)


def worst_case(city: City, setup: Setup, count: int, seed: int) -> None:
    """Print how long our search takes over *count* random legal boards."""
    rng = random.Random(seed)
    found = []
    for i in range(count):
        marks = legal_marks(rng, city.practice_board, city, dense=i % 2 == 1)
        best = min(timed(ours, city, marks, setup).ms for _ in range(2))
        found.append((best, len(marks.sections), circles(marks)))
    found.sort()
    times = [ms for ms, _, _ in found]
    print(f"\n{count} legal boards: median {statistics.median(times):.2f} ms, ", end="")
    print(f"99 % within {times[int(len(times) * 0.99)]:.2f} ms")
    ms, sections, mu = found[-1]
    print(f"worst {ms:.2f} ms ({sections} sections, mu {mu})")


def beyond_games(city: City, setup: Setup, count: int, seed: int) -> None:
    """Print how long drawings take that no game produces, up to all roads of the board."""
    roads = sorted(city.practice_board.road_of)
    rng = random.Random(seed)
    print(f"\n{'sections':>8} {'mu':>6} {'median ms':>10} {'worst ms':>9} {'proved':>7}")
    for sections in (30, 40, 50, 60, 66, 72, 78, len(roads)):
        times, mus, proved = [], [], 0
        for _ in range(count):
            marks = legal_marks(rng, city.practice_board, city, dense=True)
            marks = replace(
                marks,
                sections=frozenset(rng.sample(roads, sections)),
                task=frozenset(rng.sample(sorted(city.practice_board.crossroads_xy), 3)),
            )
            start = time.perf_counter()
            proved += score(city.practice_board, city, marks, setup).optimal
            times.append((time.perf_counter() - start) * 1000)
            mus.append(circles(marks))
        print(
            f"{sections:>8} {min(mus):>2}–{max(mus):<3} {statistics.median(times):>10.1f}"
            f" {max(times):>9.1f} {proved:>3}/{count}"
        )


def _ms(run: Timed) -> float:
    return run.ms


def _ratio(name: str, theirs: list[float], ours_ms: list[float]) -> None:
    pairs = [t / o for t, o in zip(theirs, ours_ms, strict=True)]
    print(
        f"{name}: median {statistics.median(theirs):.1f} ms against "
        f"{statistics.median(ours_ms):.2f} ms; ratio per board: median "
        f"{statistics.median(pairs):.0f}, least {min(pairs):.0f}, most {max(pairs):.0f}"
    )


def main() -> None:
    """Run all three parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=30, help="boards beside the peers")
    parser.add_argument("--worst", type=int, default=1000, help="boards for the worst case")
    parser.add_argument("--beyond", type=int, default=10, help="boards of each size beyond games")
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    city = load_city("first-city")
    setup = usual_setup(city, "medium")
    compare(city, setup, chosen.boards, chosen.seed)
    worst_case(city, setup, chosen.worst, chosen.seed + 1)
    beyond_games(city, setup, chosen.beyond, chosen.seed + 2)


if __name__ == "__main__":
    main()
