"""The route search beside OR-tools CP-SAT and a plain depth-first search, in one run.

    python -m benchmarks.route                 peers on 30 boards, worst case over 1,000
    python -m benchmarks.route --boards 10 --worst 200 --goals 100 --beyond 3

All three get the same seeded boards and must find the same optimum. Then goal cards, and
time against the number of circles (mu) up to all roads of the board. Times are of the search
alone, from marks to the best route, in processor time, so that other work on the machine
matters little; ratios of medians and of each pair are printed.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks.peers import NotProvedError, cp_sat_best, depth_first_best
from scorer.rules.city.city import City, load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.search.best import score
from scorer.rules.search.candidates.listing import best_route
from scorer.rules.search.drawing.graph import graph_of
from scorer.rules.search.valuation import parts_of, valuation_of
from scorer.rules.values import replace
from tests.support.randomboards import goal_card, legal_marks

Search = Callable[[City, Marks, Setup], int]


@dataclass(frozen=True)
class Timed:
    """A search's best total and the milliseconds it took."""

    total: int
    ms: float


def ours(city: City, marks: Marks, setup: Setup) -> int:
    """Return the best total (cafés left out) by the search of this project."""
    graph = graph_of(marks.sections)
    filled = FilledBoard(city.practice_board, city, replace(marks, cafes={}), setup)
    return best_route(graph, valuation_of(graph, filled, parts_of(filled))).worth.points


def timed(search: Search, city: City, marks: Marks, setup: Setup) -> Timed:
    """Run *search* once and time it."""
    start = time.process_time()
    total = search(city, marks, setup)
    return Timed(total, (time.process_time() - start) * 1000)


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


def against_circles(city: City, setup: Setup, count: int, seed: int, seconds: float) -> None:
    """Print how time grows with the circles of a drawing, up to all roads, beside CP-SAT.

    No game produces the larger ones. CP-SAT gets the first drawing of each size only, and so
    many *seconds* by the clock for it.
    """
    roads = sorted(city.practice_board.road_of)
    rng = random.Random(seed)
    print(
        f"\n{'sections':>8} {'mu':>7} {'candidates':>22} {'median ms':>10} {'worst ms':>9}", end=""
    )
    print(f" {'proved':>7} {'CP-SAT ms':>12}")
    for sections in (20, 30, 36, 42, 48, 54, 60, 66, 72, 78, len(roads)):
        times, mus, numbers, proved, sat = [], [], [], 0, ""
        for number in range(count):
            marks = legal_marks(rng, city.practice_board, city, dense=True)
            marks = replace(
                marks,
                sections=frozenset(rng.sample(roads, sections)),
                task=frozenset(rng.sample(sorted(city.practice_board.crossroads_xy), 3)),
                cafes={},
            )
            start = time.process_time()
            sheet = score(FilledBoard(city.practice_board, city, marks, setup))
            times.append((time.process_time() - start) * 1000)
            proved += sheet.optimal
            mus.append(circles(marks))
            numbers.append(candidates(marks))
            if number == 0:
                sat = _cp_sat_ms(city, marks, setup, sheet.total, seconds)
        print(
            f"{sections:>8} {min(mus):>3}–{max(mus):<3} {min(numbers):>10.2g}–{max(numbers):<10.2g}"
            f" {statistics.median(times):>10.1f} {max(times):>9.1f} {proved:>3}/{count} {sat:>12}"
        )


def large_with_goals(city: City, setup: Setup, count: int, seed: int, seconds: float) -> None:
    """Print how long large drawings take with one to three random goal cards in play.

    Those that are not proved after so many *seconds* are counted, with what is left open.
    """
    board = city.practice_board
    roads = sorted(board.road_of)
    rng = random.Random(seed)
    print(f"\n{'sections':>8} {'with cards: median s':>21} {'worst s':>8} {'proved':>7}  open by")
    for sections in (48, 54, 60, 66, 72, 78, len(roads)):
        times, open_by = [], []
        for number in range(count):
            marks = legal_marks(rng, board, city, dense=True)
            marks = replace(
                marks,
                sections=frozenset(rng.sample(roads, sections)),
                task=frozenset(rng.sample(sorted(board.crossroads_xy), 3)),
                cafes={},
            )
            goals = tuple(goal_card(rng, board) for _ in range(1 + number % 3))
            start = time.process_time()
            sheet = score(
                FilledBoard(board, city, marks, replace(setup, goals=goals), (None,) * len(goals)),
                stop=partial(_over, start + seconds),
            )
            times.append(time.process_time() - start)
            open_by += [] if sheet.optimal else [sheet.at_most_more]
        print(
            f"{sections:>8} {statistics.median(times):>21.2f} {max(times):>8.1f}"
            f" {count - len(open_by):>3}/{count}  {' '.join(map(str, open_by))}",
            flush=True,
        )


def _over(end: float) -> bool:
    return time.process_time() >= end


def candidates(marks: Marks) -> int:
    """Return how many sets of sections the search has to account for, over all parts."""
    graph = graph_of(marks.sections)
    found = 0
    for part in graph.components(graph.everything):
        odd = len(graph.odd(part))
        mu = part.bit_count() - len(graph.touched(part)) + 1
        found += (odd * (odd - 1) // 2 + 1) << mu
    return found


def _cp_sat_ms(city: City, marks: Marks, setup: Setup, best: int, seconds: float) -> str:
    """Return CP-SAT's time for *marks*, or that it needs more; stop if optima differ."""
    start = time.process_time()
    try:
        theirs = cp_sat_best(city, marks, setup, seconds)
    except NotProvedError:
        return f"not in {seconds:.0f} s"
    if theirs != best:
        raise SystemExit(f"optima differ: {best} {theirs}")
    return f"{(time.process_time() - start) * 1000:.0f}"


def with_goals(city: City, setup: Setup, count: int, seed: int) -> None:
    """Print how long legal boards take with three goal cards in play, sheet included."""
    board = city.practice_board
    rng = random.Random(seed)
    print(f"\n{'boards':>22} {'median ms':>10} {'99 % ms':>8} {'worst ms':>9} {'proved':>9}")
    for dense in (False, True):
        for cards in (0, 3):
            times, proved = [], 0
            for _ in range(count):
                marks = legal_marks(rng, board, city, dense=dense)
                goals = tuple(goal_card(rng, board) for _ in range(cards))
                start = time.process_time()
                sheet = score(
                    FilledBoard(board, city, marks, replace(setup, goals=goals), (None,) * cards)
                )
                times.append((time.process_time() - start) * 1000)
                proved += sheet.optimal
            times.sort()
            name = f"{'crowded' if dense else 'usual'}, {cards} cards"
            print(
                f"{name:>22} {statistics.median(times):>10.1f} {times[int(count * 0.99)]:>8.1f}"
                f" {times[-1]:>9.1f} {proved:>5}/{count}"
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
    """Run all five parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=30, help="boards beside the peers")
    parser.add_argument("--worst", type=int, default=1000, help="boards for the worst case")
    parser.add_argument("--beyond", type=int, default=10, help="drawings of each size")
    parser.add_argument("--goals", type=int, default=300, help="boards with goal cards")
    parser.add_argument("--large", type=int, default=10, help="large ones with goal cards")
    parser.add_argument("--goal-seconds", type=float, default=30, help="our limit there")
    parser.add_argument("--sat-seconds", type=float, default=60, help="limit of CP-SAT there")
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    city = load_city("first-city")
    setup = usual_setup(city, "medium")
    if chosen.boards:
        compare(city, setup, chosen.boards, chosen.seed)
    if chosen.worst:
        worst_case(city, setup, chosen.worst, chosen.seed + 1)
    if chosen.goals:
        with_goals(city, setup, chosen.goals, chosen.seed + 3)
    if chosen.beyond:
        against_circles(city, setup, chosen.beyond, chosen.seed + 2, chosen.sat_seconds)
    if chosen.large:
        large_with_goals(city, setup, chosen.large, chosen.seed + 4, chosen.goal_seconds)


if __name__ == "__main__":
    main()
