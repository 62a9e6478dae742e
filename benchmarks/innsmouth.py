"""The best route of Innsmouth on simulated whole games, beside a plain enumeration.

    python -m benchmarks.innsmouth                    500 games, 20 of them enumerated as well
    python -m benchmarks.innsmouth --games 50 --peers 5 --patience 20

Both use the same evaluator of routes. The enumeration walks every route, ferries included, and
weighs each kind of pass once; it is given up after so many seconds. Where it ends, both must find
the same worth. Times are processor time, memory is the peak of this process. At last the
advice of one step of the check is timed on every game.
"""

import argparse
import random
import resource
import statistics
import time
from collections.abc import Iterator

from samples.simulator.innsmouth.games import played_board
from scorer.rules.innsmouth.filled import Filled, InnsmouthBoard
from scorer.rules.innsmouth.pieces import Character
from scorer.rules.innsmouth.playing import CheckState, advise
from scorer.rules.innsmouth.search.best import Best, best_route
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground
from tests.support.innsmouthbrute import as_route, walks


class GivenUpError(Exception):
    """The enumeration took too long."""


def enumerated(filled: Filled, patience_s: float) -> float:
    """Return the best expected total by walking every route.

    Raises
    ------
    GivenUpError
        If it takes longer than *patience_s*.
    """
    start, ground = time.process_time(), Ground(filled)
    side: dict[str, int] = dict(filled.town.side.items())
    boatman = filled.setup.character is Character.BOATMAN
    tried = walks(list(filled.marks.sections), side, boatman, 4)
    best, seen = 0.0, set()
    for number, steps in enumerate(tried):
        if number % 256 == 0 and time.process_time() - start > patience_s:
            raise GivenUpError
        passed = ground.passed(as_route(steps))
        if passed not in seen:
            seen.add(passed)
            best = max(best, ground.value(passed))
    return best


def games(count: int, seed: int) -> Iterator[Filled]:
    """Yield *count* boards after whole games."""
    rng, town = random.Random(seed), practice_town()
    for _ in range(count):
        yield played_board(rng, town)


def main() -> None:
    """Run what the options ask for."""
    parser = argparse.ArgumentParser(prog="benchmarks.innsmouth")
    parser.add_argument("--games", type=int, default=500, help="simulated whole games")
    parser.add_argument("--peers", type=int, default=20, help="how many are enumerated as well")
    parser.add_argument("--patience", type=float, default=20, help="seconds for each of these")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    options = parser.parse_args()
    times, steps, proved, who = [], [], 0, []
    ended, peers = 0, []
    for number, filled in enumerate(games(options.games, options.seed)):
        start = time.process_time()
        best = best_route(Ground(filled))
        times.append((time.process_time() - start) * 1000)
        who.append(filled.setup.character.value)
        proved += best.optimal
        steps.append(advice_ms(filled, best))
        if number < options.peers:
            start = time.process_time()
            try:
                other = enumerated(filled, options.patience)
            except GivenUpError:
                peers.append(f"game {number}: ours {times[-1]:.0f} ms, enumeration given up")
                continue
            ms = (time.process_time() - start) * 1000
            assert abs(other - best.worth.value) < 1e-6, (number, other, best.worth)
            ended += 1
            peers.append(f"game {number}: ours {times[-1]:.0f} ms, enumeration {ms:.0f} ms")
    print("\n".join(peers))
    print(f"enumeration ended on {ended} of {min(options.peers, options.games)}, same worth")
    report(times, who, proved)
    print(f"advice of a step: {quantiles(steps)}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def advice_ms(filled: Filled, best: Best) -> float:
    """Return how long the first advice of the check takes, the route being known."""
    state = CheckState(board=InnsmouthBoard("innsmouth", filled.marks, filled.setup))
    start = time.process_time()
    advise(Ground(filled), best.passed, state, best.route.text)
    return (time.process_time() - start) * 1000


def report(times: list[float], who: list[str], proved: int) -> None:
    """Print the times of the search, for all and by character."""
    print(f"{len(times)} games, {proved} proved: {quantiles(times)}")
    for one in sorted(set(who)):
        mine = [ms for ms, name in zip(times, who, strict=True) if name == one]
        print(f"  {one:<10} {len(mine):>4}: {quantiles(mine)}")


def quantiles(times: list[float]) -> str:
    """Return median, 99 % and worst of *times*."""
    ordered = sorted(times)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return (
        f"median {statistics.median(times):.0f} ms, 99 % {high:.0f} ms, worst {ordered[-1]:.0f} ms"
    )


if __name__ == "__main__":
    main()
