"""Changes that must not matter, or only in one direction, with goal cards in play.

What holds, and why: turning everything moves every route to one that measures the same. A
section more leaves every old route as it was, so the best can only get better, whatever the
cards ask. So it is with PP printed on cards. A rival who does better can only take wins away.
A tourist less lowers counts of tourists, so it never raises the total unless a card asks for
*few* of them: there it may, which is shown by hand.
"""

import random

import msgspec
import pytest

from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import OF_LOCATIONS, OF_ROADS, Direction, GoalCard, Measure
from scorer.rules.notation import Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.search.best import score
from scorer.rules.values import replace
from tests.support.brute_goals import Rivals, random_cards, random_rivals
from tests.support.layouts import board, drawn
from tests.support.randomboards import legal_marks
from tests.support.turned import TURNS, Turned

pytestmark = pytest.mark.slow

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)
OF_TOURISTS = (Measure.TOURISTS, Measure.OCCUPIED, Measure.LARGEST_GROUP)


def games(seed: int, count: int) -> list[tuple[Marks, Setup, Rivals | None]]:
    """Return whole games with cards that ask for about as much as such boards have."""
    rng = random.Random(seed)
    found: list[tuple[Marks, Setup, Rivals | None]] = []
    for i in range(count):
        cards = tuple(
            msgspec.structs.replace(card, threshold=2 * card.threshold)
            for card in random_cards(rng, BOARD, CITY)
        )
        marks = legal_marks(rng, BOARD, CITY, dense=i % 3 == 0)
        found.append((marks, replace(SETUP, goals=cards), random_rivals(rng, cards)))
    return found


def turned_card(turned: Turned, card: GoalCard) -> GoalCard:
    """Return *card* with its marked elements moved."""
    elements: tuple[object, ...] = ()
    if card.measure in OF_ROADS:
        elements = tuple(turned.road(RoadId.parse(text)) for text in card.elements)
    if card.measure in OF_LOCATIONS:
        elements = tuple(turned.place(Location.parse(text)) for text in card.elements)
    return msgspec.structs.replace(card, elements=tuple(map(str, elements)))


@pytest.mark.parametrize("name", TURNS)
def test_turning_city_marks_and_cards_together_changes_nothing(name: str) -> None:
    turned = Turned(TURNS[name])
    made = turned.board(BOARD)
    for marks, setup, rivals in games(21, 10):
        moved = replace(setup, goals=tuple(turned_card(turned, card) for card in setup.goals))
        before = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        after = score(FilledBoard(made, CITY, turned.marks(marks), moved, rivals))
        assert (before.total, before.length) == (after.total, after.length)
        assert (before.tourists, before.landmarks) == (after.tourists, after.landmarks)


def test_a_section_more_never_lowers_the_total_whatever_the_cards_ask() -> None:
    rng = random.Random(22)
    for marks, setup, rivals in games(22, 20):
        road = rng.choice(sorted(set(BOARD.road_of) - marks.sections))
        more = replace(marks, sections=marks.sections | {road})
        before = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        assert score(FilledBoard(BOARD, CITY, more, setup, rivals)).total >= before.total


def test_a_tourist_less_never_raises_the_total_unless_few_are_asked_for() -> None:
    rng = random.Random(23)
    for marks, setup, rivals in games(23, 25):
        few = [c.direction is Direction.AT_MOST and c.measure in OF_TOURISTS for c in setup.goals]
        if any(few):
            continue
        place = rng.choice(sorted(marks.tourists))
        counts = dict(marks.tourists[place].counts)
        counts[rng.choice(sorted(counts))] -= 1
        less = replace(marks, tourists=marks.tourists | {place: tourists_of(counts)})
        before = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        assert score(FilledBoard(BOARD, CITY, less, setup, rivals)).total <= before.total


def test_where_few_tourists_are_asked_for_one_less_may_raise_it() -> None:
    """b0-c0 gives the yellow 6 and passes two tourists. At most one: 4 more, with one less."""
    made = board(landmarks={"B1": {"kind": "yellow", "value": 6}})
    goal = GoalCard(Measure.TOURISTS, Direction.AT_MOST, 1, 4, 4)
    setup = replace(SETUP, goals=(goal,))
    totals = [
        score(
            FilledBoard(made, CITY, drawn("b0 c0", tourists=f'{{"B1": {{"circle": {n}}}}}'), setup)
        ).total
        for n in (2, 1)
    ]
    assert totals == [6, 10]


def test_more_points_on_a_card_never_lower_the_total_and_a_card_less_never_raises_it() -> None:
    for marks, setup, rivals in games(24, 12):
        first, *rest = setup.goals
        dearer = msgspec.structs.replace(first, reached=first.reached + 3, won=first.won + 3)
        before = score(FilledBoard(BOARD, CITY, marks, setup, rivals)).total
        more = replace(setup, goals=(dearer, *rest))
        assert before <= score(FilledBoard(BOARD, CITY, marks, more, rivals)).total <= before + 3
        fewer = replace(setup, goals=tuple(rest))
        left = rivals[1:] if rivals is not None else None
        assert score(FilledBoard(BOARD, CITY, marks, fewer, left)).total <= before


def test_a_rival_who_does_better_never_raises_the_total() -> None:
    for marks, setup, _ in games(25, 12):
        better: list[tuple[int | None, ...]] = [(None,) * len(setup.goals)]
        for more in (0, 1, 3):
            better.append(
                tuple(
                    max(0, c.threshold + (more if c.direction is Direction.AT_LEAST else -more))
                    for c in setup.goals
                )
            )
        totals = [score(FilledBoard(BOARD, CITY, marks, setup, rivals)).total for rivals in better]
        assert totals == sorted(totals, reverse=True)
        assert score(FilledBoard(BOARD, CITY, marks, setup)).total <= totals[-1]
