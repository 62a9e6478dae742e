"""How often the judge finds a mistake that was planted, and how often it names it first.

    python -m benchmarks.judge                 300 made-up games
    python -m benchmarks.judge --games 50

Each game is scored; one mistake of each kind is made on purpose, by code of its own that
shares nothing with the judge; then the judge sees the board and that one number. A mistake
is *found* when an explanation of its kind names its place, *first* when it stands on top.
"""

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from samples.simulator.people.games import random_game
from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import City, load_city
from scorer.rules.judge.judge import Claim, judge
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.scoring.mistakes import Explanation
from scorer.rules.scoring.onroute import OnRoute, on_route
from scorer.rules.scoring.sheet import ScoreSheet, Step
from scorer.rules.search.best import score
from scorer.rules.values import replace


@dataclass(frozen=True)
class Played:
    """A game with its sheet and what lies on its route."""

    city: City
    marks: Marks
    setup: Setup
    sheet: ScoreSheet
    passed: OnRoute

    def points(self, step: Step) -> int:
        """Return the right number of a line."""
        return next(line.points for line in self.sheet.lines if line.step is step)

    def working(self, step: Step) -> tuple[int, int]:
        """Return the landmarks and the tourists of a product."""
        line = next(line for line in self.sheet.lines if line.step is step)
        landmarks, tourists = line.working.split(" × ")
        return int(landmarks), int(tourists)


@dataclass(frozen=True)
class Planted:
    """A wrong number, and the mistake behind it: kinds that tell it, and its place."""

    step: Step
    claimed: int
    kinds: frozenset[str]
    place: str = ""


Plant = Callable[[Played, random.Random], Planted | None]
OFF = ("at-corner", "across-water", "off-route")


def _product(played: Played, rng: random.Random) -> tuple[Step, LandmarkKind]:
    kind = rng.choice(sorted(played.city.pairs))
    return Step(kind.value), kind


def tourists(played: Played, rng: random.Random, *, on: bool) -> Planted | None:
    """Tourists of one location forgotten, or counted off the route."""
    step, kind = _product(played, rng)
    shape = played.city.pairs[kind]
    places = [
        place
        for place, group in sorted(played.marks.tourists.items())
        if group.count(shape) and (place in played.passed.locations) == on
    ]
    if not places:
        return None
    place = rng.choice(places)
    landmarks, count = played.working(step)
    number = played.marks.tourists[place].count(shape)
    kinds = ["tourists-forgotten"] if on else [f"tourists-{how}" for how in OFF]
    wrong = landmarks * (count - number if on else count + number)
    return Planted(step, wrong, frozenset(kinds), str(place))


def landmark(played: Played, rng: random.Random, *, on: bool) -> Planted | None:
    """One landmark of a product forgotten, or counted off the route."""
    step, kind = _product(played, rng)
    marks = [
        mark
        for mark in played.city.practice_board.landmarks
        if mark.kind is kind and (mark in played.passed.landmarks) == on
    ]
    if not marks:
        return None
    landmarks, count = played.working(step)
    kinds = ["landmark-forgotten"] if on else [f"landmark-{how}" for how in OFF]
    place = str(rng.choice(marks).locations[0])
    return Planted(step, (landmarks - 1 if on else landmarks + 1) * count, frozenset(kinds), place)


def added(played: Played, rng: random.Random) -> Planted:
    """Landmarks and tourists added instead of multiplied."""
    step, _ = _product(played, rng)
    return Planted(step, sum(played.working(step)), frozenset({"sum-for-product"}))


def rating(played: Played, rng: random.Random) -> Planted | None:
    """An iconic landmark's rating read one box off."""
    rated = [mark for mark in played.passed.landmarks if mark.kind is LandmarkKind.GREY]
    if not rated:
        return None
    mark = rng.choice(rated)
    steps = played.city.track(mark.id)
    at = steps.index(played.setup.ratings[mark.id])
    other = at + rng.choice([way for way in (-1, 1) if 0 <= at + way < len(steps)])
    kind = "rating-one-box-back" if other < at else "rating-one-box-on"
    wrong = played.points(Step.GREY) + steps[other] - steps[at]
    return Planted(Step.GREY, wrong, frozenset({kind}), str(mark.locations[0]))


def cafe(played: Played, rng: random.Random) -> Planted | None:
    """A used café counted."""
    used = [point for point, mark in played.marks.cafes.items() if mark is CafeMark.USED]
    if not used:
        return None
    wrong = played.points(Step.CAFES) + played.city.game.cafe_points
    return Planted(
        Step.CAFES, wrong, frozenset({"used-cafes-counted"}), str(rng.choice(sorted(used)))
    )


def task_ends(played: Played, rng: random.Random) -> Planted | None:
    """Crossroads counted instead of sections."""
    if not played.points(Step.TASK):
        return None
    wrong = played.points(Step.TASK) + 1
    return Planted(Step.TASK, wrong, frozenset({"task-crossroads-counted"}))


def task_pair(played: Played, rng: random.Random) -> Planted | None:
    """The part between another pair of task crossroads."""
    points = played.sheet.route.crossroads
    visits = [i for i, point in enumerate(points) if point in played.marks.task]
    pairs = [(i, j) for i in visits for j in visits if i < j and points[i] != points[j]]
    if not pairs:
        return None
    first, last = rng.choice(pairs)
    return Planted(Step.TASK, last - first, frozenset({"task-other-pair"}), str(points[first]))


PLANTS: dict[str, Plant] = {
    "tourists off the route counted": lambda played, rng: tourists(played, rng, on=False),
    "tourists on the route forgotten": lambda played, rng: tourists(played, rng, on=True),
    "landmark off the route counted": lambda played, rng: landmark(played, rng, on=False),
    "landmark on the route forgotten": lambda played, rng: landmark(played, rng, on=True),
    "added instead of multiplied": added,
    "rating read one box off": rating,
    "used café counted": cafe,
    "crossroads counted for sections": task_ends,
    "another pair of task crossroads": task_pair,
}


def played(city: City, seed: int) -> Played:
    """Return a made-up legal game with random ratings, and its sheet.

    The task's crossroads lie where something is drawn, so that it often counts.
    """
    rng = random.Random(seed)
    marks = random_game(city.practice_board, city, np.random.default_rng(seed)).marks
    drawn = sorted({end for section in marks.sections for end in section.ends})
    marks = replace(marks, task=frozenset(rng.sample(drawn, 3)))
    ratings = {mark.id: rng.choice(city.track(mark.id)) for mark in city.iconic}
    setup = Setup(usual_setup(city).ratings | ratings)
    filled = FilledBoard(city.practice_board, city, marks, setup)
    sheet = score(filled)
    return Played(city, marks, setup, sheet, on_route(filled, sheet.route))


def tells(why: Explanation, planted: Planted) -> bool:
    """Whether *why* is the planted mistake, alone."""
    if len(why.mistakes) != 1:
        return False
    (mistake,) = why.mistakes
    places = {str(element) for element in mistake.elements}
    return mistake.kind.value in planted.kinds and (not planted.place or planted.place in places)


def main() -> None:
    """Plant mistakes and print what the judge makes of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=300)
    games = parser.parse_args().games
    city = load_city("first-city")
    tried: Counter[str] = Counter()
    found: Counter[str] = Counter()
    first: Counter[str] = Counter()
    ms = []
    for seed in range(games):
        game, rng = played(city, seed), random.Random(seed)
        for name, plant in PLANTS.items():
            planted = plant(game, rng)
            if planted is None or planted.claimed == game.points(planted.step):
                continue
            start = time.perf_counter()
            filled = FilledBoard(city.practice_board, city, game.marks, game.setup)
            (line,) = judge(Claim(filled, {planted.step: planted.claimed})).lines
            ms.append((time.perf_counter() - start) * 1000)
            named = [tells(why, planted) for why in line.explanations]
            tried[name] += 1
            found[name] += any(named)
            first[name] += named[:1] == [True]
    print(f"{'planted':<34}{'times':>7}{'found':>8}{'first':>8}")
    for name in PLANTS:
        times = max(1, tried[name])
        shares = f"{found[name] / times:>8.0%}{first[name] / times:>8.0%}"
        print(f"{name:<34}{tried[name]:>7}{shares}")
    total = tried.total()
    print(f"{'all':<34}{total:>7}{found.total() / total:>8.0%}{first.total() / total:>8.0%}")
    print(f"\nmedian {statistics.median(ms):.0f} ms a line, slowest {max(ms):.0f} ms")


if __name__ == "__main__":
    main()
