"""The scorer in the browser against the one of the rules, on random boards.

A game is scored by both; ``differences`` tells in what the browser is wrong.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from msgspec import structs
from playwright.sync_api import Page

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import SECTION_COLOURS, CafeMark, coloured, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.goals import Rivals
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.search.best import score, sheet_of
from scorer.rules.values import replace
from scorer.web.views.boardpage import page_marks
from scorer.web.views.phonedata import scoring_data
from tests.support.browser.browsing import ours
from tests.support.randomboards import goal_card, legal_marks

# Scored in the browser between two answers to this program.
BATCH = 25

SHARED = ("total", "lines", "length", "tourists", "landmarks", "lost_tourists", "unused", "goals")

# As texts: that is far quicker than value by value.
_SCORE = """async (text) => {
  const { covers, rulesOf, scoring } = await import("/static/js/scoring/score.js");
  const [data, boards] = JSON.parse(text);
  const rules = rulesOf(data);
  const found = boards.map((board) => {
    const before = performance.now();
    if (!covers(rules, board)) return null;
    const search = scoring(rules, board);
    let [slice, at, step] = [0, before, {}];
    while (!step.done) {
      step = search.next();
      const now = performance.now();
      slice = Math.max(slice, now - at);
      at = now;
    }
    return { sheet: step.value, ms: at - before, slice };
  });
  return JSON.stringify(found);
}"""


@dataclass(frozen=True)
class Game:
    """A random board at the end of a game."""

    city: City
    board: Board
    marks: Marks
    setup: Setup
    rivals: Rivals | None = None

    def data(self) -> dict[str, Any]:
        """Return it as the page hands it to its scorer."""
        rivals = list(self.rivals) if self.rivals is not None else None
        return {
            "marks": page_marks(self.marks),
            "setup": to_data(self.setup),
            "rivals": rivals,
        }


def random_game(
    rng: random.Random,
    city: City,
    *,
    cards: bool = False,
    dense: float = 0.3,
    board: Board | None = None,
    rounds: int | None = None,
) -> Game:
    """Return a game on a *board* of *city*: legal, or all of it in a corner.

    Of the legal ones the share *dense* closes as many circles as it can. Without *board* it is
    on the practice board. A game that ended after so many *rounds* is legal, and soon scored.
    """
    board = board or city.practice_board
    if rounds is not None:
        short = replace(city, game=structs.replace(city.game, rounds=rounds))
        marks = legal_marks(rng, board, short, dense=False)
    else:
        marks = legal_marks(rng, board, city, dense=rng.random() < dense)
        if rng.random() < 0.6:
            marks = _crowded(rng, board, city, marks)
    marks = _beside(rng, board, city, marks)
    setup = Setup(
        {mark.id: rng.choice(city.track(mark.id)) for mark in city.iconic},
        cafes=rng.random() < 0.8,
        tasks=rng.random() < 0.8,
        tours=tuple(tour.id for tour in rng.sample(city.tours, min(3, len(city.tours)))),
        diversity=(0, 2, 5, 9) if city.diversity and rng.random() < 0.3 else (),
    )
    if not cards:
        return Game(city, board, marks, setup)
    goals = tuple(goal_card(rng, board) for _ in range(rng.randint(1, 3)))
    rivals = rng.choice([None, tuple(None for _ in goals), _rivals(rng, goals)])
    return Game(city, board, marks, replace(setup, goals=goals), rivals)


def _beside(rng: random.Random, board: Board, city: City, marks: Marks) -> Marks:
    """Return *marks* with what only some cities have: colours, tickets, a café area, spaces."""
    drawn = sorted(marks.sections) if city.coloured else []
    spaces = [cell.location for cell in board.cells if cell.meeting_point is not None]
    waiting = {place: tourists_of({rng.choice(city.tourists): 2}) for place in spaces[:2]}
    bonuses = [one.id for one in board.cafe_area if one.dock is None and rng.random() < 0.4]
    return replace(
        marks,
        tourists=marks.tourists | waiting,
        sections=coloured(
            marks.sections,
            {road: rng.choice(SECTION_COLOURS) for road in drawn if rng.random() < 0.95},
        ),
        tickets=frozenset(one.id for one in board.cafe_area if one.dock and rng.random() < 0.6),
        cafe_area={id_: rng.choice(list(CafeMark)) for id_ in bonuses},
    )


def _rivals(rng: random.Random, goals: tuple[Any, ...]) -> Rivals:
    return tuple(card.threshold if rng.random() < 0.5 else None for card in goals)


def _crowded(rng: random.Random, board: Board, city: City, marks: Marks) -> Marks:
    """Return *marks* with all on few roads close together: routes meet, cross and close."""
    sections = _corner(rng, board) if rng.random() < 0.8 else _ring(rng, board)
    reached = sorted({end for section in sections for end in section.ends})
    near = sorted({place for section in sections for place in board.road_of[section].locations})
    tourists = {
        place: tourists_of({rng.choice(city.tourists): rng.randint(1, 4)})
        for place in rng.sample(near, min(len(near), 6))
    }
    first = rng.choice(reached)
    ahead = {end for section in sections if first in section.ends for end in section.ends}
    # Of neighbours on a ring the way round it is the longest part.
    task = frozenset(rng.sample(sorted(ahead), 2))
    if rng.random() < 0.7:
        task = frozenset(rng.sample(reached, min(len(reached), 3)))
    if city.game.task_halves and rng.random() < 0.5:
        task = _in_the_other_half(board, task)
    return replace(marks, sections=sections, tourists=tourists, task=task)


def _corner(rng: random.Random, board: Board) -> frozenset[RoadId]:
    """Return up to 16 of the 14 to 24 roads nearest to some crossroads."""
    (x, y) = rng.choice(list(board.crossroads_xy.values()))

    def away(road: RoadId) -> float:
        points = [board.crossroads_xy[end] for end in road.ends]
        return max(abs(px - x) + abs(py - y) for px, py in points)

    roads = sorted((road.id for road in board.roads), key=lambda id_: (away(id_), str(id_)))
    near = roads[: rng.choice((14, 18, 24))]
    return frozenset(rng.sample(near, rng.randint(1, min(16, len(near)))))


def _ring(rng: random.Random, board: Board) -> frozenset[RoadId]:
    """Return the roads round a few locations, as far as there are any, and one or two beside."""
    columns, lines = ({p.lattice[i] for p in board.crossroads_xy if p.lattice} for i in (0, 1))
    left, top = rng.randrange(max(columns) - 2), rng.randrange(max(lines) - 2)
    right, bottom = left + rng.randint(1, 3), top + rng.randint(1, 3)
    around = [Crossroads.at(column, top) for column in range(left, right)]
    around += [Crossroads.at(right, line) for line in range(top, bottom)]
    around += [Crossroads.at(column, bottom) for column in range(right, left, -1)]
    around += [Crossroads.at(left, line) for line in range(bottom, top, -1)]
    pairs = {frozenset(pair) for pair in pairwise([*around, around[0]])}
    ring = [road.id for road in board.roads if frozenset(road.id.ends) in pairs]
    beside = [road.id for road in board.roads if set(road.id.ends) & set(around)]
    return frozenset([*ring, *rng.sample(beside, rng.randint(1, 2))])


def _in_the_other_half(board: Board, task: frozenset[Crossroads]) -> frozenset[Crossroads]:
    """Return the crossroads as far along in the other half as *task*, where all are there."""
    half = max(point.lattice[0] for point in board.crossroads_xy if point.lattice) // 2
    places = [point.lattice for point in task if point.lattice]
    step = half if all(column <= half for column, _ in places) else -half
    other = frozenset(
        Crossroads.at(column + step, line) for column, line in places if column + step >= 0
    )
    return other if len(other) == len(task) and other <= board.crossroads_xy.keys() else task


def differences(game: Game, found: dict[str, Any]) -> list[str]:
    """Return in what the sheet *found* in the browser differs from the rules' own.

    The best total and the figures that break ties must be theirs. Among routes that are
    equal in all of these either may be taken; so every line is compared on the route found.
    """
    of = (game.board, game.city, game.marks, game.setup)
    best = score(FilledBoard(*of, game.rivals))
    figures = ("total", "length", "tourists", "landmarks")
    wrong = [
        f"{name}: {found[name]}, not {getattr(best, name)}"
        for name in figures
        if found[name] != getattr(best, name)
    ]
    route = _route_of(found["route"])
    if (fault := _not_a_walk(game, route)) is not None:
        return [*wrong, fault]
    # As the page would get it.
    expected = to_data(sheet_of(FilledBoard(*of, game.rivals), route))
    return wrong + [
        f"{name}: {found[name]}, not {expected[name]}"
        for name in SHARED
        if _plain(found[name]) != _plain(expected[name])
    ]


def _plain(value: Any) -> Any:
    """Return *value* without keys of goal cards that are left out where they say nothing."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return {k: v for k, v in value.items() if v} if isinstance(value, dict) else value


def _route_of(data: dict[str, Any]) -> FinalRoute:
    return FinalRoute.of(
        tuple(map(Crossroads.parse, data["crossroads"])),
        tuple(map(RoadId.parse, data["sections"])),
        data["ride"]["after"] if "ride" in data else None,
    )


def _not_a_walk(game: Game, route: FinalRoute) -> str | None:
    """Return why *route* is no final route of the board; None where it is."""
    if len(set(route.sections)) != len(route.sections):
        return "a section is walked twice"
    if not set(route.sections) <= game.marks.sections:
        return "a section is not drawn"
    steps = [set(pair) for pair in pairwise(route.crossroads)]
    if route.ride is not None:
        ride = steps.pop(route.ride.after)
        if not 0 < route.ride.after < len(route.sections):
            return "the ride joins nothing"
        if not any(ride == set(pair) for one in game.board.transports for pair in one.pairs):
            return "there is no such ride"
    if steps != [set(section.ends) for section in route.sections]:
        return "the sections are not walked one after another"
    return None


def scored(page: Page, games: list[Game]) -> Iterator[dict[str, Any] | None]:
    """Yield what the browser makes of each of *games*, which are on one board."""
    data = scoring_data(games[0].board, games[0].city)
    for start in range(0, len(games), BATCH):
        some = [game.data() for game in games[start : start + BATCH]]
        yield from scored_data(page, data, some)


def scored_data(
    page: Page, data: dict[str, Any], boards: list[dict[str, Any]]
) -> list[dict[str, Any] | None]:
    """Return what the browser makes of *boards* by the rules in *data*; None of unknown rules."""
    found: list[dict[str, Any] | None] = json.loads(
        page.evaluate(ours(_SCORE), json.dumps([data, boards]))
    )
    return found
