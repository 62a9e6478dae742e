"""Goal cards measured once more for tests, by coordinates and plain words, sharing no code."""

import random
from itertools import pairwise

from scorer.rules.board.board import Board, RoadKind
from scorer.rules.city.city import City
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import RoadId
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.values import replace
from tests.support.brute import Walk, task_points, total, walks

Rivals = tuple[int | None, ...]


def spot(name: str) -> tuple[int, int]:
    """Return the column and the line of a crossroads ``c4``, the square of a location ``C4``."""
    return ord(name[0].lower()) - ord("a"), int(name[1:])


def bends(board: Board, walk: Walk) -> list[bool]:
    """Return, for each crossroads passed, whether the walk turns there; round if it closes."""
    points, walked = walk
    spots = [spot(str(point)) for point in points]
    odd = {road.id for road in board.roads if road.kind in (RoadKind.CORNER, RoadKind.DIAGONAL)}
    steps = [(x - v, y - w) for (v, w), (x, y) in pairwise(spots)]
    if not steps:
        return []
    found = []
    for n in range(len(steps) if points[0] == points[-1] else len(steps) - 1):
        m = (n + 1) % len(steps)
        found.append(steps[n] != steps[m] or bool({walked[n], walked[m]} & odd))
    return found


def value(card: GoalCard, board: Board, marks: Marks, walk: Walk) -> int:
    """Return what *card* measures on *walk*."""
    points, walked = walk
    closed = bool(walked) and points[0] == points[-1]
    on = {str(place) for road in board.roads if road.id in walked for place in road.locations}
    held: dict[str, dict[str, int]] = {
        str(place): {str(kind): number for kind, number in group.counts}
        for place, group in marks.tourists.items()
    }
    full = {place for place in held if place in on and any(held[place].values())}
    seen = [mark for mark in board.landmarks if mark.roads & set(walked)]
    if card.measure == "turns":
        return bends(board, walk).count(True)
    if card.measure == "length":
        return len(walked)
    if card.measure == "straight-run":
        return longest_run(bends(board, walk), len(walked), closed=closed)
    if card.measure == "tourists":
        return sum(
            number
            for place in full
            for kind, number in held[place].items()
            if card.of in ("", kind)
        )
    if card.measure == "landmarks":
        return sum(card.of in ("", mark.kind) for mark in seen)
    if card.measure == "iconic":
        return sum(mark.kind == "grey" for mark in seen)
    if card.measure == "occupied":
        return len(full)
    if card.measure == "largest-group":
        return max((len(grown({place}, full)) for place in full), default=0)
    if card.measure == "crossings":
        passed = points[:-1] if closed else points[1:-1]
        return len(passed) - len(set(passed))
    if card.measure in ("along", "across"):
        return sum(str(section) in card.elements for section in walked)
    near = [
        any(str(place) in card.elements for place in board.road_of[section].locations)
        for section in walked
    ]
    if card.measure == "beside":
        return sum(near)
    assert card.measure == "ends-beside"
    return int(any(near if closed else near[:1] + near[-1:]))


def longest_run(turned: list[bool], length: int, *, closed: bool) -> int:
    """Return the longest run of sections without a turn, tried from every section."""
    best = 0
    for start in range(length):
        run = 1
        while run < length:
            joint = start + run - 1
            if joint >= len(turned) and not closed:
                break
            if turned[joint % len(turned)]:
                break
            run += 1
        best = max(best, run)
    return best


def grown(group: set[str], full: set[str]) -> set[str]:
    """Return *group* with all of *full* that hangs on it side by side."""
    spots = {place: spot(place) for place in full}
    near = {
        place
        for place in full
        for other in group
        if abs(spots[place][0] - spots[other][0]) + abs(spots[place][1] - spots[other][1]) <= 1
    }
    return group if near <= group else grown(group | near, full)


def goal_points(card: GoalCard, rivals: Rivals | None, number: int, value: int) -> int:
    """Return the PP for *value* of the card with that *number*."""
    more = card.direction == "at-least"
    if value < card.threshold if more else value > card.threshold:
        return 0
    if rivals is None:
        return card.reached
    rival = rivals[number]
    behind = rival is not None and (rival > value if more else rival < value)
    return card.reached if behind else card.won


def best_with_goals(
    board: Board, city: City, marks: Marks, setup: Setup, rivals: Rivals | None
) -> tuple[int, int]:
    """Return the most points of any walk, goals included, and the most sections with so many."""
    without = replace(setup, tasks=False)
    known: dict[frozenset[RoadId], int] = {}
    best = (0, 0)
    for walk in walks(marks.sections):
        # Walked backwards nothing changes; half of them save half the time.
        if walk[0] and walk[0][0] > walk[0][-1]:
            continue
        # Only the task and the cards need every order of the same sections.
        sections = frozenset(walk[1])
        if sections not in known:
            known[sections] = total(board, city, marks, without, walk)
        points = known[sections] + (task_points(walk[0], marks.task) if setup.tasks else 0)
        points += sum(
            goal_points(card, rivals, n, value(card, board, marks, walk))
            for n, card in enumerate(setup.goals)
        )
        best = max(best, (points, len(walk[1])))
    return best


def random_cards(rng: random.Random, board: Board, city: City) -> tuple[GoalCard, ...]:
    """Return one to three cards of any measure, asking for something within reach."""
    return tuple(random_card(rng, board, city) for _ in range(rng.randint(1, 3)))


def random_card(rng: random.Random, board: Board, city: City) -> GoalCard:
    """Return a card of any measure and direction."""
    measure = rng.choice(list(Measure))
    shapes, colours = list(map(str, city.tourists)), list(map(str, city.landmarks))
    kinds = {"tourists": shapes, "landmarks": colours}.get(measure, [])
    roads = sorted(map(str, board.road_of))
    places = sorted(map(str, board.cell_of))
    marked = {"along": roads, "across": roads, "beside": places, "ends-beside": places}
    of = rng.choice(["", *kinds]) if kinds else ""
    known = marked.get(measure, [])
    elements = tuple(sorted(rng.sample(known, len(known) // 3)))
    most = {"ends-beside": 1, "crossings": 2, "iconic": 2, "landmarks": 3}.get(measure, 6)
    reached = rng.randint(1, 8)
    return GoalCard(
        measure,
        rng.choice(list(Direction)),
        rng.randint(0, most),
        reached,
        reached + rng.randint(0, 6),
        of,
        elements,
    )


def random_rivals(rng: random.Random, cards: tuple[GoalCard, ...]) -> Rivals | None:
    """Return rivals' best values that reach the goals, or None for a board on its own."""
    if rng.random() < 0.25:
        return None
    found: list[int | None] = []
    for card in cards:
        more = rng.randint(0, 3)
        value = card.threshold + more if card.direction == "at-least" else card.threshold - more
        found.append(max(0, value) if rng.random() < 0.7 else None)
    return tuple(found)
