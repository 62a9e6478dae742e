"""The distribution of Innsmouth's threat check beside simulated checks of the same policy.

    python -m tests.support.innsmouthsim --boards 20 --checks 200000

Cards are drawn from a shuffled deck and dice are rolled one by one; what to open, reroll and
raise is asked of the check. Every frequency must lie within four standard errors.
"""

import argparse
import random
import time
from collections import Counter

from samples.simulator.innsmouth.games import played_board
from scorer.rules.innsmouth.check.chances import Results, best_way, picks, results
from scorer.rules.innsmouth.check.decisions import Check, Opened
from scorer.rules.innsmouth.check.dice import NEEDS, SUCCESS, class_of, counts_of
from scorer.rules.innsmouth.pieces import Character
from scorer.rules.innsmouth.search.best import best_route
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground

# How many standard errors a frequency may be off.
ERRORS = 4


class Simulator:
    """Plays one check again and again; what is asked twice is asked once."""

    def __init__(self, check: Check, rng: random.Random) -> None:
        self.check, self.rng = check, rng
        self.deck = [kind for kind, number in enumerate(check.deck) for _ in range(number)]
        self.keeps: dict[tuple[Opened, int], list[int]] = {}
        self.ends: dict[Opened, list[list[int]]] = {}

    def once(self) -> tuple[int, int]:
        """Play the check once and return the total and the VP of goal cards."""
        check, opened = self.check, (0, 0, 0, 0)
        cards = self.rng.sample(self.deck, len(self.deck))
        while check.choices[opened].opens:
            opened = check.opening(opened, cards[sum(opened)])
        dice = [self.rng.randint(1, 6) for _ in range(check.level)]
        for rerolls in range(opened[0], 0, -1):
            dice = self.rerolled(opened, dice, rerolls)
        stakes, ends = check.staked[sum(opened)], self.ways(opened)
        throw = self.throw(opened, dice) - check.throws.starts[check.level]
        return stakes.results[best_way(stakes.values, ends[throw])]

    def throw(self, opened: Opened, dice: list[int]) -> int:
        """Return the number of the multiset that *dice* show."""
        of = [class_of(face, opened[2], hunting=self.check.hunting) for face in dice]
        return self.check.throws.number[counts_of(of, SUCCESS if self.check.hunting else NEEDS)]

    def ways(self, opened: Opened) -> list[list[int]]:
        if opened not in self.ends:
            self.ends[opened] = self.check.ends(opened).tolist()
        return self.ends[opened]

    def rerolled(self, opened: Opened, dice: list[int], rerolls: int) -> list[int]:
        """Return *dice* after one Manuscript."""
        key = (opened, rerolls)
        if key not in self.keeps:
            kept = self.check.stages(opened)[rerolls - 1]
            self.keeps[key] = picks(self.check.throws, kept)
        keep = list(self.check.throws.counts[self.keeps[key][self.throw(opened, dice)]])
        after = []
        for face in dice:
            kind = class_of(face, opened[2], hunting=self.check.hunting)
            keep[kind] -= 1
            after.append(face if keep[kind] >= 0 else self.rng.randint(1, 6))
        return after


def off(told: Results, seen: Counter[tuple[int, int]], count: int) -> float:
    """Return by how many standard errors the worst frequency of *seen* differs."""
    assert set(seen) <= set(told)
    worst = 0.0
    for result, chance in told.items():
        error = (chance * (1 - chance) / count) ** 0.5
        apart = abs(seen[result] / count - chance)
        worst = max(worst, apart / error if error else apart * 1e9)
    return worst


def worst_of(boards: int, checks: int, seed: int) -> float:
    """Return the worst difference, in standard errors, over best routes of *boards* games."""
    rng, town, worst, found = random.Random(seed), practice_town(), 0.0, 0
    others = [who for who in Character if who is not Character.WARLOCK]
    while found < boards:
        ground = Ground(played_board(rng, town, others[found % len(others)]))
        check = ground.check(best_route(ground).passed)
        if not check.level or not check.taken:
            continue
        found += 1
        simulator = Simulator(check, rng)
        seen = Counter(simulator.once() for _ in range(checks))
        worst = max(worst, off(results(check), seen, checks))
    return worst


def main() -> None:
    """Run what the options ask for."""
    parser = argparse.ArgumentParser(prog="tests.support.innsmouthsim")
    parser.add_argument("--boards", type=int, default=20, help="boards after whole games")
    parser.add_argument("--checks", type=int, default=200000, help="simulated checks of each")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    options = parser.parse_args()
    start = time.process_time()
    worst = worst_of(options.boards, options.checks, options.seed)
    print(f"{options.boards} boards, {options.checks} checks each: {worst:.2f} standard errors")
    print(f"{time.process_time() - start:.0f} s of processor time")
    assert worst < ERRORS


if __name__ == "__main__":
    main()
