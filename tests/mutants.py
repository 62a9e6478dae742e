"""Break the scoring on purpose, one step at a time: the tests must catch every break.

    python -m tests.mutants            all of them, one after another
    python -m tests.mutants task goals   only those whose name starts so

Each mutant is a copy of the program with one expression changed. The tests named in
``TESTS``, a part of all, or a mutant's own ones run on it and have to fail; on the unchanged
copy they have to pass.
It takes some minutes, so it is no part of the usual tests; those only check that every change
still finds its place (``tests/test_mutants.py``).
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
COPIED = ("scorer", "tests", "benchmarks", "samples/worked-example")
TESTS = (
    "tests/rules/test_worked_example.py",
    "tests/rules/test_steps.py",
    "tests/rules/test_measures.py",
    "tests/rules/test_goals.py",
    "tests/rules/test_ties.py",
    "tests/rules/test_alternatives.py",
    "tests/rules/test_search.py::test_no_walk_scores_more[0]",
    "tests/rules/test_goal_search.py::test_no_walk_scores_more_with_goals[0]",
    "tests/rules/test_goal_search.py::test_no_walk_scores_more_with_goals[4]",
    "tests/rules/test_goal_search.py::test_a_walk_may_have_to_stop_beside_the_station",
    "tests/rules/test_outcomes.py::test_every_way_of_meeting_or_passing_up_a_card_is_an_outcome",
    "tests/rules/test_branch.py::test_cutting_branches_misses_nothing[0]",
    "tests/rules/test_outcomes.py::test_cards_for_little_are_searched_right[0]",
    "tests/rules/test_branch.py::test_cutting_branches_and_listing_agree",
)

ZIGZAG = ("tests/rules/test_zigzag.py",)


@dataclass(frozen=True)
class Mutant:
    """A change that makes the score wrong: in *file* of the rules, *old* becomes *new*.

    ``tests`` are those that have to notice.
    """

    name: str
    wrong: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = TESTS


MUTANTS = (
    Mutant(
        "special",
        "landmarks and tourists of a colour are added, not multiplied",
        "steps.py",
        "        len(landmarks) * tourists,\n",
        "        len(landmarks) + tourists,\n",
    ),
    Mutant(
        "tourists",
        "tourists off the route count",
        "steps.py",
        "if group.count(shape) and place in passed.locations",
        "if group.count(shape)",
    ),
    Mutant(
        "corner",
        "a location touched at a corner only is on the route",
        "steps.py",
        "for section in sections for place in board.road_of[section].locations}",
        "for point in crossroads for road in board.roads_at[point] for place in road.locations}",
    ),
    Mutant(
        "yellow",
        "yellow landmarks count one PP each, not their value",
        "steps.py",
        "Line(Step.YELLOW, sum(values),",
        "Line(Step.YELLOW, len(values),",
    ),
    Mutant(
        "grey",
        "every iconic landmark gives the lowest rating",
        "steps.py",
        "[setup.ratings[track] for _, track in rated]",
        "[min(setup.ratings.values()) for _, track in rated]",
    ),
    Mutant(
        "cafes",
        "used café bonuses give PP instead of unused ones",
        "steps.py",
        "if mark is CafeMark.VISITED)",
        "if mark is CafeMark.USED)",
    ),
    Mutant(
        "visit-all",
        "one festival point is enough for the highest PP",
        "steps.py",
        "city.visit_all.points_for(len(points))",
        "city.visit_all.points_for(3 * len(points))",
    ),
    Mutant(
        "task-pair",
        "two passes of one crossroads are a pair",
        "steps.py",
        "if route.crossroads[first] == route.crossroads[last]:",
        "if first == last:",
    ),
    Mutant(
        "task-circle",
        "a closed route may not be started elsewhere for the task",
        "steps.py",
        "elif route.closed and last < first",
        "elif last > first",
    ),
    Mutant(
        "goals-tie",
        "who ties for the best result of a goal has not won it",
        "goals.py",
        "(rival is None or not card.beats(rival, value))",
        "(rival is None or card.beats(value, rival))",
    ),
    Mutant(
        "goals-solo",
        "goals give PP in a solo game",
        "goals.py",
        "points = 0 if self.solo or not reached else",
        "points = 0 if not reached else",
    ),
    Mutant(
        "goals-minus",
        "a − card asks for less than its threshold",
        "cards.py",
        "return value <= self.threshold",
        "return value < self.threshold",
    ),
    Mutant(
        "turns",
        "a closed route does not turn where it closes",
        "measures.py",
        "        if self.route.closed:\n",
        "        if self.route.closed and len(self.route.sections) > 99:\n",
    ),
    Mutant(
        "search-points",
        "the search forgets what landmarks and tourists give together",
        "valuation.py",
        "points += (landmarks * tourists).sum(axis=1)",
        "points += (landmarks + tourists).sum(axis=1)",
    ),
    Mutant(
        "search-loose",
        "the search takes it that going on never loses a goal",
        "search.py",
        "search(keeper, prizes.stops(graph))",
        "search(keeper)",
    ),
    Mutant(
        "search-bound",
        "a branch is cut by a bound that is too low",
        "bounds.py",
        "else ask.length - max(0, least - ask.slack)",
        "else ask.length - max(0, 2 * least - ask.slack)",
    ),
    Mutant(
        "search-limit",
        "a route may keep one thing less than a card for little allows",
        "outcomes.py",
        "return self.value(self.there(sections)) <= self.most",
        "return self.value(self.there(sections)) < self.most",
    ),
    Mutant(
        "search-outcome",
        "the search forgets that a card for little may be passed up",
        "outcomes.py",
        "return [*found, passed_up]",
        "return found or [passed_up]",
    ),
    Mutant(
        "order",
        "the order of a walk may leave a ring beside it",
        "order.py",
        "if far_one == other and not last:",
        "if far_one == other and last:",
    ),
    Mutant(
        "search-stops",
        "a card for where the walk ends never stops a walk that could go on",
        "prizes.py",
        "1 << v for v, around in enumerate(graph.incident) if ends and around & ends[0].mask",
        "1 << v for v, around in enumerate(graph.incident) if ends and not around",
    ),
    Mutant(
        "search-floor",
        "the task's second half of the map has to be better by ten PP",
        "search.py",
        "        keeper.best = Best(0, None, None, floor)\n    prizes = valuation.prizes\n    if",
        "        keeper.best = Best(0, None, None, floor.with_points(9))\n"
        "    prizes = valuation.prizes\n    if",
        ("tests/rules/cities/test_new_york.py",),
    ),
    Mutant(
        "zigzag-streets",
        "of the streets at a crossroads one is left out of the kind of which there are fewer",
        "bounds.py",
        "return self._streets.ahead(v) if more else self._streets.behind(v)",
        "return self._streets.behind(v) if more else self._streets.ahead(v)",
        ZIGZAG,
    ),
    Mutant(
        "zigzag-bound",
        "more is left out than a walk needs to that always turns",
        "zigzag.py",
        "ended = np.minimum(before[y - x - 1], before[y - x + 1])[ending, :ENDS]",
        "ended = before[y - x - 1][ending, :ENDS]",
        ZIGZAG,
    ),
    Mutant(
        "zigzag-order",
        "orders that run straight on once are taken for ones that never do",
        "zigzag.py",
        "    if any(excess):\n        return None",
        "    if any(excess) and ends is None:\n        return None",
        ZIGZAG,
    ),
    Mutant(
        "alternatives",
        "routes past the same locations with the same total are told apart",
        "keep.py",
        "kind = (found.worth.points, passed)",
        "kind = (found.worth.points, found.sections)",
    ),
    Mutant(
        "ties",
        "the player with the fewest points is first",
        "ties.py",
        "order = sorted(set(figures), reverse=True)",
        "order = sorted(set(figures))",
    ),
)


def source_of(mutant: Mutant, root: Path = ROOT) -> Path:
    """Return the file that *mutant* changes."""
    return root / "scorer" / "rules" / mutant.file


def caught(copy: Path, tests: tuple[str, ...]) -> bool:
    """Whether *tests* fail on the program in *copy*."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    # Lest the installed program be tested in place of the copy.
    done = subprocess.run(
        command,
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout.decode() + done.stderr.decode())
    return done.returncode == 1


def run(mutants: tuple[Mutant, ...]) -> list[Mutant]:
    """Try *mutants* and say what became of each; return those that no test caught."""
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in COPIED:
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        if any(caught(copy, tests) for tests in dict.fromkeys(one.tests for one in mutants)):
            raise SystemExit("the tests fail on the unchanged program")
        for mutant in mutants:
            source = source_of(mutant, copy)
            whole = source.read_text()
            source.write_text(whole.replace(mutant.old, mutant.new))
            dead = caught(copy, mutant.tests)
            source.write_text(whole)
            print(f"{'caught' if dead else 'MISSED':<8}{mutant.name:<15}{mutant.wrong}", flush=True)
            survivors += [] if dead else [mutant]
    return survivors


def main() -> None:
    """Try the mutants that the arguments name, or all; exit with 1 if any is missed."""
    # Its mutants are made of this module's.
    from tests.mutants_cities import CITY_MUTANTS

    names, every = tuple(sys.argv[1:]), (*MUTANTS, *CITY_MUTANTS)
    chosen = tuple(mutant for mutant in every if not names or mutant.name.startswith(names))
    survivors = run(chosen)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} caught")
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
