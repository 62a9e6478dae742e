"""Innsmouth by brute force: every walk, every policy of the check. Shares no code with the rules.

    python -m tests.support.innsmouthbrute --walks 20000 --boards 500

compares ``walkable`` with trying every walk on random drawings, and the best route with the
best of all walks under the best of all policies on random small boards, and prints the counts.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import factorial
from typing import Any, NamedTuple

from samples.simulator.innsmouth.games import small_drawing
from scorer.rules.board.board import RoadKind
from scorer.rules.innsmouth.filled import Filled, InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.pieces import Character, Deck, GoalCard, Group, Measure, Threat, Tier
from scorer.rules.innsmouth.route import Route, Segment, walkable
from scorer.rules.innsmouth.search.best import best_route, without_ferries, without_threat
from scorer.rules.innsmouth.town import Town, practice_town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Crossroads, NameSet, RoadId

Ferry = tuple[str, str]
# A route: sections and, between segments, ferries, as (kind, from, to).
Steps = tuple[tuple[str, str, str], ...]
KINDS = ("circle", "square", "triangle", "cross")
WANTED = {"circle": "red", "square": "green", "triangle": "blue", "cross": "purple"}


# --- walks ---


def walks(
    sections: list[RoadId], side: dict[str, int], boatman: bool, most: int
) -> Iterator[Steps]:
    """Yield every final route as it is walked, each way round, with at most so many ferries."""
    points = {end for section in sections for end in section.ends}
    water = [p for p in points if p in side]

    def on(at: str, steps: Steps, used: frozenset[str], ferries: int) -> Iterator[Steps]:
        if steps and steps[-1][0] != "~":
            yield steps
        for section in sections:
            if section not in used and at in section.ends:
                to = section.ends[1] if section.ends[0] == at else section.ends[0]
                yield from on(to, (*steps, (section, at, to)), used | {section}, ferries)
        if ferries < most and steps and steps[-1][0] != "~" and at in side:
            for to in water:
                if to != at and (boatman or side[to] != side[at]):
                    yield from on(to, (*steps, ("~", at, to)), used, ferries + 1)

    for start in points:
        yield from on(start, (), frozenset(), 0)


def as_route(steps: Steps) -> Route:
    """Return the route that is walked by *steps*."""
    segments, walked = [], list[tuple[str, str, str]]()
    for step in (*steps, ("~", "", "")):
        if step[0] == "~":
            points = [walked[0][1], *(to for _, _, to in walked)]
            names = tuple(RoadId(name) for name, _, _ in walked)
            segments.append(Segment(tuple(map(Crossroads, points)), names))
            walked = []
        else:
            walked.append(step)
    return Route(tuple(segments))


def walk_exists(sections: list[RoadId], ferries: list[Ferry]) -> bool:
    """Whether some order walks all of *sections* and *ferries*, never two ferries in a row."""
    links = [(*s.ends, False) for s in sections] + [(*f, True) for f in ferries]
    whole = (1 << len(links)) - 1

    @cache
    def goes_on(at: str, used: int, by_ferry: bool) -> bool:
        if used == whole:
            return not by_ferry
        for i, (a, b, ferry) in enumerate(links):
            if used >> i & 1 or at not in (a, b) or (ferry and (by_ferry or not used)):
                continue
            if goes_on(b if at == a else a, used | 1 << i, ferry):
                return True
        return False

    return any(goes_on(end, 0, False) for a, b, _ in links for end in (a, b))


# --- the check ---


def thrown(count: int) -> list[tuple[tuple[int, ...], float]]:
    """Return every throw of so many dice, sorted faces, with its chance."""
    found = []
    for faces in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for number in Counter(faces).values():
            ways //= factorial(number)
        found.append((faces, ways / 6**count))
    return found


# A level of five symbols and four ferries is the highest.
CULTISTS, FERRIES = 5, 4
THROWN = [thrown(count) for count in range(CULTISTS + FERRIES + 1)]


def raised(dice: tuple[int, ...], cards: tuple[int, int, int]) -> Iterator[tuple[int, ...]]:
    """Yield everything that Daggers, Amulets and Tiaras can make of *dice*, each used or not."""
    daggers, amulets, tiaras = cards
    yield dice
    if daggers:
        chosen = [(i,) for i in range(len(dice))] + list(combinations(range(len(dice)), 2))
        for some in chosen:
            more = tuple(min(6, v + 2 * (i in some)) for i, v in enumerate(dice))
            yield from raised(tuple(sorted(more)), (daggers - 1, amulets, tiaras))
    if amulets:
        yield from raised(tuple(min(6, v + 1) for v in dice), (daggers, amulets - 1, tiaras))
    if tiaras:
        for i in range(len(dice)):
            yield from raised(
                tuple(sorted((*dice[:i], 6, *dice[i + 1 :]))), (daggers, amulets, tiaras - 1)
            )


@cache
def endings(
    dice: tuple[int, ...], cards: tuple[int, int, int], hunting: bool
) -> frozenset[tuple[int, int]]:
    """Return all pairs of hits and failures that can come of *dice*."""
    found = set()
    for after in set(raised(dice, cards)):
        hits = sum(v >= 5 for v in after) if hunting else 0
        found.add((hits, sum(v < (4 if hunting else 5) for v in after)))
    return frozenset(found)


@cache
def check_value(
    level: int,
    taken: int,
    deck: tuple[int, int, int, int],
    hunting: bool,
    table: tuple[tuple[tuple[int, int], int], ...],
) -> float:
    """Return the expected points of a check under the best policy; *table* are those by ends."""
    points = dict(table)

    def settled(dice: tuple[int, ...], cards: tuple[int, int, int]) -> float:
        return max(points[end] for end in endings(dice, cards, hunting))

    def on_table(
        dice: tuple[int, ...],
        rerolls: int,
        cards: tuple[int, int, int],
        known: dict[tuple[tuple[int, ...], int], float],
    ) -> float:
        if (dice, rerolls) not in known:
            if not rerolls:
                known[dice, rerolls] = settled(dice, cards)
            else:
                keeps = {k for n in range(level + 1) for k in combinations(dice, n)}
                known[dice, rerolls] = max(
                    sum(
                        chance * on_table(tuple(sorted(kept + more)), rerolls - 1, cards, known)
                        for more, chance in THROWN[level - len(kept)]
                    )
                    for kept in keeps
                )
        return known[dice, rerolls]

    @cache
    def opened(cards: tuple[int, int, int, int]) -> float:
        count = sum(cards)
        known: dict[tuple[tuple[int, ...], int], float] = {}
        stop = 7 * (taken - count) + sum(
            chance * on_table(dice, cards[0], (cards[1], cards[2], cards[3]), known)
            for dice, chance in THROWN[level]
        )
        if count == taken or count == sum(deck):
            return stop
        more = 0.0
        for kind in range(4):
            if deck[kind] > cards[kind]:
                after = tuple(n + (i == kind) for i, n in enumerate(cards))
                chance = (deck[kind] - cards[kind]) / (sum(deck) - count)
                more += chance * opened(after)
        return max(stop, more)

    return opened((0, 0, 0, 0))


# --- a route's points ---


class Rules:
    """The points of routes over one filled board, straight from the rule text."""

    def __init__(self, filled: Filled) -> None:
        self.filled, self.town = filled, filled.town
        self.who = filled.setup.character.value
        self.marks = {mark.locations[0]: mark for mark in filled.town.board.landmarks}

    def worth(self, steps: Steps) -> float:
        """Return the expected total of a route under the best policy."""
        roads = [kind for kind, _, _ in steps if kind != "~"]
        ferries = [(a, b) for kind, a, b in steps if kind == "~"]
        along = {q for r in roads for q in self.town.board.road_of[RoadId(r)].locations}
        touched = {end for r in roads for end in RoadId(r).ends} | set(roads)
        caches = sum(place in touched for place in self.filled.caches)
        shelters = [s.tourists for s in self.town.shelters if s.at in touched]
        fixed = sum(
            m.value or 0 for q, m in self.marks.items() if q in along and m.kind == "yellow"
        )
        side: dict[str, int] = dict(self.town.side.items())
        across = sum(side[a] != side[b] for a, b in ferries)
        tourists: dict[str, Group] = {
            q: g for q, g in self.filled.marks.tourists.items() if q in along
        }
        symbols: dict[str, int] = {q: n for q, n in self.filled.marks.threats.items() if n}
        turns = self.turns(steps)

        def total(left: dict[str, Group]) -> int:
            points = fixed
            for kind in KINDS:
                people = sum(getattr(g, kind) for g in (*left.values(), *shelters))
                sights = sum(q in along and m.kind == WANTED[kind] for q, m in self.marks.items())
                points += people * sights
            for card in self.filled.setup.goals:
                points += self.goal(
                    card,
                    along,
                    left,
                    (*left.values(), *shelters),
                    len(roads),
                    turns,
                    caches,
                    len(shelters),
                )
            return points

        if self.who == "warlock":
            return self.rituals(tourists, symbols, caches, total)
        level = sum(n for q, n in symbols.items() if q in along)
        level += 0 if self.who == "boatman" else len(ferries)
        taken = min(7, caches)
        sure = (8 * taken if self.who == "collector" else 0) + (
            10 * across if self.who == "boatman" else 0
        )
        table = []
        for hits in range(level + 1 if self.who == "huntress" else 1):
            for failed in range(level + 1 - hits):
                best = max(
                    self.punished(tourists, left, failed, total)
                    for left in self.hunted(symbols, along, hits)
                )
                table.append(((hits, failed), best + 10 * hits))
        deck = self.filled.deck
        return sure + check_value(level, taken, deck, self.who == "huntress", tuple(table))

    def turns(self, steps: Steps) -> int:
        count = 0
        pairs = list(pairwise(steps))
        if steps and steps[0][1] == steps[-1][2]:
            pairs.append((steps[-1], steps[0]))
        for (one, _, at), (other, _, _) in pairs:
            count += one != "~" and other != "~" and not self.straight(one, at, other)
        return count

    def straight(self, one: str, at: str, other: str) -> bool:
        """Whether the straight roads leave in opposite directions, a quarter circle each side."""
        xy: dict[str, Any] = dict(self.town.board.crossroads_xy.items())
        board = self.town.board
        ways = []
        for name in (one, other):
            road = board.road_of[RoadId(name)]
            if road.kind is not RoadKind.STRAIGHT:
                return False
            a, b = road.id.ends
            x, y = xy[b if a == at else a]
            x0, y0 = xy[at]
            size = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
            ways.append(((x - x0) / size, (y - y0) / size))
        return bool(ways[0][0] * ways[1][0] + ways[0][1] * ways[1][1] < -0.87)

    def goal(self, card: GoalCard, along: Any, left: Any, groups: Any, *counts: int) -> int:
        length, turns, caches, shelters = counts
        if card.measure == "tourists":
            value = sum(getattr(g, card.of) if card.of else g.total for g in groups)
        elif card.measure == "landmarks":
            value = sum(q in along and card.of in ("", m.kind) for q, m in self.marks.items())
        else:
            value = {
                "turns": turns, "length": length, "caches": caches, "shelters": shelters,
                "quarters": len(along), "occupied": len(left),
            }[card.measure]  # fmt: skip
        return max((t.points for t in card.tiers if value >= t.threshold), default=0)

    def near(self, quarter: str) -> list[str]:
        column, row = ord(quarter[0]), int(quarter[1])
        return [f"{chr(column + dx)}{row + dy}" for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]

    def takes(self, left: dict[str, Group], symbols: dict[str, int]) -> list[tuple[str, str]]:
        """Return which quarter goes, with which symbol's quarter: all that the rules allow."""
        x_y: dict[str, tuple[int, int]] = dict(self.town.coordinates.items())
        may = [q for q in left if any(s in symbols for s in (q, *self.near(q)))]
        ranks: list[Callable[[str], int]] = [
            lambda q: -left[q].total,
            lambda q: q not in symbols,
            lambda q: sum(x_y[q]),
        ]
        for rank in ranks:
            may = [q for q in may if rank(q) == min(map(rank, may))]
        return [
            (q, s)
            for q in may
            for s in ([q] if q in symbols else [n for n in self.near(q) if n in symbols])
        ]

    def punished(self, left: Any, symbols: Any, failed: int, total: Any) -> int:
        takes = self.takes(left, symbols) if failed else []
        if not takes:
            return int(total(left))
        return max(
            self.punished(_less(left, q), _fewer(symbols, s), failed - 1, total) for q, s in takes
        )

    def hunted(self, symbols: dict[str, int], along: Any, hits: int) -> list[dict[str, int]]:
        there = [q for q in symbols if q in along]
        if not hits or not there:
            return [symbols]
        return [one for q in there for one in self.hunted(_fewer(symbols, q), along, hits - 1)]

    def rituals(
        self, left: Any, symbols: Any, caches: int, total: Any, gained: int = 0, times: int = -1
    ) -> int:
        times = sum(symbols.values()) if times < 0 else times
        takes = self.takes(left, symbols) if times else []
        if not takes:
            return int(total(left)) + gained
        return max(
            self.rituals(
                _less(left, q), _fewer(symbols, s), caches, total,
                gained + caches * left[q].total, times - 1,
            )
            for q, s in takes
        )  # fmt: skip


def _less(left: dict[str, Group], quarter: str) -> dict[str, Group]:
    return {q: g for q, g in left.items() if q != quarter}


def _fewer(symbols: dict[str, int], at: str) -> dict[str, int]:
    return {q: n - (q == at) for q, n in symbols.items() if n - (q == at)}


class Bests(NamedTuple):
    """The highest worth of all routes, of those without ferries, and of those without threat."""

    of_all: float
    dry: float
    calm: float


def bests_of(filled: Filled) -> Bests:
    """Return the highest worth of all routes over *filled*, the empty one included.

    Among walks over the same sections with as many ferries only the turns differ.
    """
    rules, town = Rules(filled), filled.town
    boatman = filled.setup.character is Character.BOATMAN
    found: dict[object, Steps] = {}
    side: dict[str, int] = dict(town.side.items())
    for steps in walks(list(filled.marks.sections), side, boatman, FERRIES):
        ferries = [(a, b) for kind, a, b in steps if kind == "~"]
        across = sum(side[a] != side[b] for a, b in ferries)
        roads = frozenset(kind for kind, _, _ in steps if kind != "~")
        found.setdefault((roads, len(ferries), across, rules.turns(steps)), steps)
    worths = [(steps, rules.worth(steps)) for steps in found.values()]
    return Bests(
        max((worth for _, worth in worths), default=0.0),
        max((w for steps, w in worths if all(kind != "~" for kind, _, _ in steps)), default=0.0),
        max((worth for steps, worth in worths if _calm(filled, steps)), default=0.0),
    )


def _calm(filled: Filled, steps: Steps) -> bool:
    if filled.setup.character is Character.WARLOCK:
        return True
    roads = [kind for kind, _, _ in steps if kind != "~"]
    along = {q for r in roads for q in filled.town.board.road_of[RoadId(r)].locations}
    ferries = len(steps) - len(roads)
    return not along & set(filled.symbols) and (
        not ferries or filled.setup.character is Character.BOATMAN
    )


# --- random boards ---


def small_board(rng: random.Random, town: Town, sections: int, character: Character) -> Filled:
    """Return a board with few sections, and tourists, symbols and caches near them.

    The cultists' five symbols and the Deep Ones' fewer ones lie there or anywhere.
    """
    drawn = small_drawing(rng, town, sections)
    along = sorted({q for r in drawn for q in town.board.road_of[r].locations})
    near = [q for q in town.quarters if q in along or rng.random() < 0.1]
    tourists = {
        q: Group(**{kind: rng.choice((0, 0, 1, 2)) for kind in KINDS})
        for q in rng.sample(near, min(len(near), rng.randint(3, 6)))
    }
    threat = rng.choice(list(Threat))
    symbols = CULTISTS if threat is Threat.CULTISTS else rng.randint(0, CULTISTS - 1)
    threats = Counter(rng.choice(rng.choice((near, town.quarters))) for _ in range(symbols))
    ends = sorted({end for section in drawn for end in section.ends})
    caches = rng.sample(ends, min(len(ends), rng.randint(0, 2)))
    deck = [0, 0, 0, 0]
    for _ in range(7):
        deck[rng.randrange(4)] += 1
    setup = InnsmouthSetup(threat, character, tuple(caches), small_goals(rng), Deck(*deck))
    held = {q: group for q, group in tourists.items() if group.total}
    return Filled(town, InnsmouthMarks(NameSet(drawn), held, dict(threats)), setup)


def small_goals(rng: random.Random) -> tuple[GoalCard, ...]:
    """Return up to two goal cards that a small board may reach."""
    cards = []
    for measure in rng.sample(list(Measure), rng.randint(0, 2)):
        low = rng.randint(1, 3)
        of = rng.choice(("", "cross")) if measure is Measure.TOURISTS else ""
        cards.append(GoalCard(measure, (Tier(low, 5), Tier(low + 2, 11)), of))
    return tuple(cards)


def compare_walks(count: int, seed: int) -> int:
    """Compare ``walkable`` with every walk on *count* drawings; return how many can be walked."""
    rng, town, yes = random.Random(seed), practice_town(), 0
    for _ in range(count):
        drawn = small_drawing(rng, town, rng.randint(1, 7))
        water = sorted({end for s in drawn for end in s.ends if end in town.side})
        ferries = []
        for _ in range(rng.randint(0, 4)):
            if len(water) > 1:
                a, b = rng.sample(water, 2)
                ferries.append((a, b))
        mine = walkable(drawn, ferries)
        assert mine == walk_exists(drawn, ferries), (drawn, ferries)  # type: ignore[arg-type]
        yes += mine
    return yes


def compare_best(count: int, seed: int, sections: int = 6) -> int:
    """Compare the best route with brute force on *count* boards; return how many have ferries."""
    rng, town, sailed = random.Random(seed), practice_town(), 0
    for number in range(count):
        who = list(Character)[number % len(Character)]
        filled = small_board(rng, town, rng.randint(3, sections), who)
        ground = Ground(filled)
        best = best_route(ground)
        assert best.optimal
        right = bests_of(filled)
        assert abs(best.worth.value - right.of_all) < 1e-6, (number, filled)
        dry = without_ferries(ground)
        assert abs(dry.worth.value - right.dry) < 1e-6, (number, filled)
        calm = without_threat(ground)
        assert abs(calm.worth.value - right.calm) < 1e-6, (number, filled)
        sailed += bool(best.route.ferries)
    return sailed


def main() -> None:
    """Run what the options ask for."""
    parser = argparse.ArgumentParser(prog="tests.support.innsmouthbrute")
    parser.add_argument("--walks", type=int, default=20000, help="random drawings to walk")
    parser.add_argument("--boards", type=int, default=500, help="random small boards")
    parser.add_argument("--sections", type=int, default=6, help="most sections of these")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    options = parser.parse_args()
    start = time.process_time()
    print(f"{compare_walks(options.walks, options.seed)} of {options.walks} can be walked")
    print(f"{time.process_time() - start:.0f} s of processor time")
    sailed = compare_best(options.boards, options.seed, options.sections)
    print(f"{options.boards} boards agree, {sailed} best routes take a ferry")
    print(f"{time.process_time() - start:.0f} s of processor time")


if __name__ == "__main__":
    main()
