"""The route search on the cities' boards: against every walk, and how long it takes.

    python -m benchmarks.cities --brute 500   small boards of each feature, compared
    python -m benchmarks.cities --boards 30   typical boards of each city, timed

Typical boards have as many sections as a game allows. New York's largest ones have 45, a ride
and three goal cards. Times are processor time, sheet included.
"""

import argparse
import statistics
import time
from random import Random

from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.search.best import score
from scorer.rules.values import replace
from tests.support.citysearch import FEATURES, agree, filled

# No more were tried for one line of the table.
LARGE = 45


def against_every_walk(count: int) -> None:
    """Compare *count* small boards of each feature with every walk; stop if any differs."""
    print(f"{'feature':<30} {'boards':>6} {'best has a ride':>16} {'s':>6}")
    for name, feature in FEATURES.items():
        start, rides = time.process_time(), 0
        for seed in range(count):
            city, marks, setup = feature.board(f"brute {seed}")
            agree(city, marks, setup)
            rides += (
                score(FilledBoard(city.practice_board, city, marks, setup)).route.ride is not None
            )
        spent = time.process_time() - start
        print(f"{name:<30} {count:>6} {rides:>16} {spent:>6.0f}", flush=True)
    print("the same points and length on all of them")


def typical(count: int) -> None:
    """Print how long *count* boards of each city take that a game could end with."""
    print(f"{'city':<16} {'sections':>8} {'median ms':>10} {'worst ms':>9} {'proved':>7}")
    for name in city_names():
        city = load_city(name)
        most = city.game.rounds * city.game.sections_per_round
        times, proved, sizes = [], 0, []
        for seed in range(count):
            luck = Random(f"typical {name} {seed}")
            size = luck.randint(most - 2, most + 4)
            ms, optimal = _timed(city, *filled(city, luck, size))
            times.append(ms)
            sizes.append(size)
            proved += optimal
        print(
            f"{name:<16} {min(sizes):>3}–{max(sizes):<4} {statistics.median(times):>10.0f} "
            f"{max(times):>9.0f} {proved:>3}/{count}",
            flush=True,
        )


def largest(count: int) -> None:
    """Print how long New York's largest boards take, with rides and three goal cards."""
    city = load_city("new-york")
    board = city.practice_board
    cards = (
        *(goal.on(board) for goal in city.goals),
        GoalCard(Measure.TURNS, Direction.AT_LEAST, 10, 5, 10),
    )
    times, proved, rides = [], 0, 0
    for seed in range(count):
        marks, setup = filled(city, Random(f"largest {seed}"), LARGE)
        start = time.process_time()
        sheet = score(FilledBoard(board, city, marks, replace(setup, goals=cards, tasks=True)))
        times.append(time.process_time() - start)
        proved += sheet.optimal
        rides += sheet.route.ride is not None
    print(
        f"new-york with {LARGE} sections, rides and {len(cards)} goal cards: median "
        f"{statistics.median(times):.2f} s, worst {max(times):.2f} s, "
        f"{proved}/{count} proved, {rides} of them with a ride"
    )


def _timed(city: City, marks: Marks, setup: Setup) -> tuple[float, bool]:
    start = time.process_time()
    sheet = score(FilledBoard(city.practice_board, city, marks, setup))
    return (time.process_time() - start) * 1000, sheet.optimal


def main() -> None:
    """Run what the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--brute", type=int, default=0, help="boards of each feature to compare")
    parser.add_argument("--boards", type=int, default=0, help="boards of each city to time")
    args = parser.parse_args()
    if args.brute:
        against_every_walk(args.brute)
    if args.boards:
        typical(args.boards)
        largest(args.boards)


if __name__ == "__main__":
    main()
