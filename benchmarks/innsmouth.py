"""The best route of Innsmouth on simulated whole games, beside a plain enumeration.

    python -m benchmarks.innsmouth                    500 games, 20 of them enumerated as well
    python -m benchmarks.innsmouth --games 50 --peers 5 --patience 20

Both use the same evaluator of routes. The enumeration walks every route, ferries included, and
weighs each kind of pass once; it is given up after so many seconds. Where it ends, both must find
the same worth. Times are processor time, memory is the peak of this process. At last the
check of every game is played to its end as advised, and the advice of each step is timed.
"""

import argparse
import random
import resource
import statistics
import time
from collections import Counter
from collections.abc import Iterator

from samples.simulator.innsmouth.games import played_board
from scorer.rules.innsmouth.filled import Filled, InnsmouthBoard
from scorer.rules.innsmouth.pieces import Artefact, Character
from scorer.rules.innsmouth.playing import Advice, CheckState, Left, Step, advise
from scorer.rules.innsmouth.search.best import Best, best_route
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.values import replace
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
        steps += advice_ms(filled, best, random.Random(f"{options.seed} {number}"))
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
    print(f"advice of {len(steps)} steps: {quantiles(steps)}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def advice_ms(filled: Filled, best: Best, rng: random.Random) -> list[float]:
    """Play the check to its end, and return how long the advice of each step takes.

    The route is known; all else is worked out anew at each step.
    """
    state = CheckState(board=InnsmouthBoard("innsmouth", filled.marks, filled.setup))
    cards = [kind for kind, n in zip(Artefact, filled.deck, strict=True) for _ in range(n)]
    rng.shuffle(cards)
    times = []
    while True:
        start = time.process_time()
        advice = advise(Ground(filled), best.passed, state, best.route.text)
        times.append((time.process_time() - start) * 1000)
        if advice.step is Step.DONE:
            assert advice.total == advice.expected, (advice, filled)
            return times
        state = followed(state, advice, cards, rng)


def followed(
    state: CheckState, advice: Advice, cards: list[Artefact], rng: random.Random
) -> CheckState:
    """Return *state* after the best option of *advice*; cards and dice come by chance."""
    if advice.step is Step.ROLL:
        return replace(state, dice=tuple(rng.randint(1, 6) for _ in range(advice.level)))
    best = advice.options[0]
    if advice.step is Step.OPEN:
        if not best.opens:
            return replace(state, stopped=True)
        return replace(state, opened=(*state.opened, cards[len(state.opened)]))
    if advice.step is Step.REROLL:
        kept = Counter(state.dice or ()) - Counter(best.dice or ())
        more = (rng.randint(1, 6) for _ in range(advice.level - kept.total()))
        return replace(state, dice=(*kept.elements(), *more), rerolls=state.rerolls + 1)
    assert best.symbol
    if advice.step is Step.ERASE:
        return replace(state, erased=(*state.erased, best.symbol))
    assert best.quarter
    return replace(state, left=(*state.left, Left(best.quarter, best.symbol)))


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
