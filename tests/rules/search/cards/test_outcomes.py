"""Outcomes of goal cards: limits that a route keeps, and the search of drawings under them."""

import random
from collections import defaultdict

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode, Setup, lowest_ratings, usual_setup
from scorer.rules.scoring.goals import Rivals
from scorer.rules.search.best import score
from scorer.rules.search.candidates import listing as search
from scorer.rules.search.cards.cardworth import Prizes, prizes_of
from scorer.rules.search.cards.limits import Limit
from scorer.rules.search.cards.outcomes import outcomes_of
from scorer.rules.search.drawing.graph import Graph, bits, graph_of
from scorer.rules.search.rides import rides_of
from scorer.rules.search.walks.walk import best_split, with_tips
from scorer.rules.values import replace
from tests.support.brute import task_points, total, walks
from tests.support.brute_goals import best_with_goals, random_card, random_rivals, value
from tests.support.randomboards import random_marks, scattered

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)
# A street of two squares: d2-e2-f2 above, d3-e3-f3 below, and the three rungs.
LADDER = ("d2-e2", "e2-f2", "d3-e3", "e3-f3", "d2-d3", "e2-e3", "f2-f3")


def asks(measure: Measure, most: int, reached: int = 4, won: int = 8, **more: object) -> GoalCard:
    """Return a card that asks for no more than *most*."""
    card = {"measure": measure, "direction": Direction.AT_MOST, "threshold": most}
    return GoalCard(**card, reached=reached, won=won, **more)  # type: ignore[arg-type]


def prizes(
    graph: Graph, *cards: GoalCard, marks: Marks | None = None, rivals: Rivals | None = None
) -> Prizes:
    marks = marks or Marks(CITY.id, BOARD.id)
    setup = Setup(lowest_ratings(CITY), goals=cards)
    found = prizes_of(graph, FilledBoard(BOARD, CITY, marks, setup, rivals))
    assert found is not None
    return found


def limit_of(graph: Graph, card: GoalCard, marks: Marks | None = None) -> Limit:
    """Return the limit that a route keeps which meets *card*."""
    (limit,) = outcomes_of(prizes(graph, card, marks=marks))[0].limits
    return limit


def ladder() -> Graph:
    return graph_of(map(RoadId.parse, LADDER))


def test_a_limit_of_sections_leaves_so_many_of_the_marked() -> None:
    """Three marked of seven, one allowed: four others and one are walked at most."""
    graph = ladder()
    limit = limit_of(graph, asks(Measure.ALONG, 1, elements=("d2-d3", "e2-e3", "f2-f3")))
    assert not limit.keeps(graph.everything)
    assert limit.keeps(graph.mask(map(RoadId.parse, LADDER[:5])))
    assert limit.length(graph.everything) == 4 + 1
    assert limit.marked == graph.mask(map(RoadId.parse, LADDER[4:]))


def test_a_walk_with_one_turn_is_on_two_lines() -> None:
    """The lines are two of two sections and three of one: 2 + 2 sections at most."""
    graph = ladder()
    limit = limit_of(graph, asks(Measure.TURNS, 1))
    assert len(limit.elements) == 5
    assert limit.most == 2
    assert limit.length(graph.everything) == 4
    assert limit.keeps(graph.mask(map(RoadId.parse, ("d2-e2", "e2-f2", "f2-f3"))))
    assert not limit.keeps(graph.mask(map(RoadId.parse, ("d2-e2", "e2-e3", "e3-f3"))))


def test_without_a_crossing_each_crossroads_is_passed_once() -> None:
    """All 84 roads: 49 crossroads passed once are 48 sections between them and 2 at the ends."""
    graph = graph_of(BOARD.road_of)
    limit = limit_of(graph, asks(Measure.CROSSINGS, 0))
    assert len(limit.elements) == 25
    assert limit.length(graph.everything) == 50
    assert limit_of(graph, asks(Measure.CROSSINGS, 3)).length(graph.everything) == 53


def test_locations_of_a_limit_weigh_their_tourists_or_hang_together() -> None:
    graph = ladder()
    places = {"D3": 1, "E3": 4, "D2": 2}
    tourists = {Location.parse(p): tourists_of({CITY.tourists[0]: n}) for p, n in places.items()}
    marks = Marks(CITY.id, BOARD.id, frozenset(graph.sections), tourists)
    many = limit_of(graph, asks(Measure.TOURISTS, 5), marks)
    assert many.value(many.there(graph.everything)) == 7
    top = graph.mask([RoadId.parse("d2-e2")])
    # Both D2 above and D3 below are on the route by it: 2 + 1 tourists, adjacent to each other.
    assert many.value(many.there(top)) == 3
    group = limit_of(graph, asks(Measure.LARGEST_GROUP, 1), marks)
    assert group.value(group.there(top)) == 2
    assert group.value(group.there(graph.mask([RoadId.parse("d2-d3")]))) == 1


def test_every_way_of_meeting_or_passing_up_a_card_is_an_outcome() -> None:
    """A rival has 3: no more than 3 win 8 PP, up to 5 reach 4, and else there is nothing."""
    graph = ladder()
    found = outcomes_of(prizes(graph, asks(Measure.LENGTH, 5), rivals=(3,)))
    assert [(o.points, [limit.most for limit in o.limits], o.rank) for o in found] == [
        (8, [3], 0),
        (4, [5], 0),
        (0, [], 0),
    ]
    turns = outcomes_of(prizes(graph, asks(Measure.TURNS, 2)))
    # Meeting it depends on the order too: looked at loosely, and a scout goes before.
    assert [(o.points, len(o.limits), o.rank) for o in turns] == [(4, 1, 2), (0, 0, 0), (4, 1, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_cards_for_little_are_searched_right(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every walk tried one by one, nothing listed, the cards all asking for little."""
    monkeypatch.setattr(search, "LISTED", 0)
    rng = random.Random(1400 + seed)
    for _ in range(40):
        marks = random_marks(rng, BOARD, CITY)
        cards = tuple(
            replace_direction(random_card(rng, BOARD, CITY)) for _ in range(rng.randint(1, 3))
        )
        setup = Setup(SETUP.ratings, goals=cards, tasks=rng.random() < 0.8)
        rivals = random_rivals(rng, cards)
        sheet = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        best = best_with_goals(BOARD, CITY, marks, setup, rivals)
        assert (sheet.total, sheet.length) == best, (marks, setup, rivals)
        assert sheet.optimal


def replace_direction(card: GoalCard) -> GoalCard:
    if card.measure is Measure.ENDS_BESIDE:
        return card
    return GoalCard(
        card.measure,
        Direction.AT_MOST,
        card.threshold,
        card.reached,
        card.won,
        card.of,
        card.elements,
    )


@pytest.mark.slow
def test_goals_needed_in_a_solo_game_are_searched_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """The most PP among walks that reach two cards, or as many as can be, every walk tried."""
    monkeypatch.setattr(search, "LISTED", 0)
    rng = random.Random(1500)
    for _ in range(25):
        marks = random_marks(rng, BOARD, CITY)
        cards = tuple(random_card(rng, BOARD, CITY) for _ in range(3))
        setup = Setup(SETUP.ratings, goals=cards, mode=GameMode.SOLO)
        sheet = score(FilledBoard(BOARD, CITY, marks, setup), needed=2)
        apart = replace(setup, goals=())
        best: dict[int, int] = defaultdict(lambda: -1)
        for walk in walks(marks.sections):
            met = sum(card.meets(value(card, BOARD, marks, walk)) for card in cards)
            points = total(BOARD, CITY, marks, apart, walk)
            best[min(2, met)] = max(best[min(2, met)], points)
        reached = min(2, sum(goal.is_reached for goal in sheet.goals))
        assert (reached, sheet.total) == max(best.items())


@pytest.mark.slow
@pytest.mark.parametrize("sections", [78, 84])
def test_large_drawings_with_a_card_for_little_are_proved(sections: int) -> None:
    """What such a card costs there is far more than it gives; that is seen at once."""
    marks = scattered(random.Random(sections), sections)
    plain = score(FilledBoard(BOARD, CITY, marks, SETUP))
    for card in (
        asks(Measure.LENGTH, 12),
        asks(Measure.TURNS, 5),
        asks(Measure.TOURISTS, 2),
        asks(Measure.OCCUPIED, 1),
        asks(Measure.LANDMARKS, 3),
    ):
        sheet = score(FilledBoard(BOARD, CITY, marks, replace(SETUP, goals=(card,)), (None,)))
        assert (sheet.optimal, sheet.total) == (True, plain.total), card


def test_a_walk_by_given_first_and_last_sections_has_its_longest_part() -> None:
    """Every order of a set of sections tried: the longest part of those that begin and end so."""
    rng = random.Random(1600)
    tried = 0
    while tried < 60:
        marks = random_marks(rng, BOARD, CITY)
        graph = graph_of(marks.sections)
        odd = graph.odd(graph.everything)
        if len(odd) != 2 or len(marks.sections) < 3 or len(graph.components(graph.everything)) > 1:
            continue
        task = tuple(v for v, point in enumerate(graph.crossroads) if point in marks.task)
        longest: dict[tuple[RoadId, RoadId], int] = {}
        for points, walked in walks(marks.sections):
            if len(walked) == len(marks.sections) and points[0] == graph.crossroads[odd[0]]:
                pair = walked[0], walked[-1]
                found = task_points(points, marks.task)
                longest[pair] = max(longest.get(pair, 0), found)
        for one in bits(graph.incident[odd[0]]):
            for other in bits(graph.incident[odd[1]]):
                named = graph.sections[one], graph.sections[other]
                if one == other:
                    continue
                tips = with_tips(graph, (odd[0], odd[1]), (one, other))
                walkable = tips.graph.connected_to(tips.ends[0], graph.everything)
                assert (walkable == graph.everything) == (named in longest)
                if named in longest:
                    split = best_split(tips.graph, graph.everything, tips.ends, tips.of_task(task))
                    assert (split.points if split else 0) == longest[named]
        tried += 1


def test_a_ride_is_on_no_line_and_turns_nowhere() -> None:
    """Two roads in Cairo joined by the boat: with no turn a walk is on one line at either bank."""
    cairo = load_city("cairo")
    board = cairo.practice_board
    sections = frozenset(map(RoadId.parse, ("a5-b5", "b5-c5", "d2-d3", "d3-d4")))
    marks = Marks(cairo.id, board.id, sections)
    setup = Setup(lowest_ratings(cairo), goals=(asks(Measure.TURNS, 0),))
    filled = FilledBoard(board, cairo, marks, setup)
    ride = rides_of(filled)[0]
    graph = graph_of(sections, ride)
    found = prizes_of(graph, filled)
    (limit,) = outcomes_of(found)[0].limits
    assert limit.most == 2
    assert not any(element.mask & graph.free for element in limit.elements)
    assert limit.keeps(graph.everything)
