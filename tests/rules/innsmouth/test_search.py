"""The best route beside brute force, and what is shown beside it."""

import random

import pytest

from samples.simulator.innsmouth.games import played_board
from scorer.rules.innsmouth.pieces import Bonus, Challenge, Character
from scorer.rules.innsmouth.route import check_route, parse_route, walkable
from scorer.rules.innsmouth.search.best import Limits, best_route
from scorer.rules.innsmouth.search.bonuses import best_use, unused, with_sections
from scorer.rules.innsmouth.search.drawing import WORD
from scorer.rules.innsmouth.search.whole import best_over, whole_route
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground
from tests.support.innsmouthbrute import as_route, compare_best, small_board, walks
from tests.support.innsmouthtowns import board, plain_town

TOWN = practice_town()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
def test_no_walk_and_no_policy_is_better(seed: int) -> None:
    """``python -m tests.support.innsmouthbrute`` does the same for 500 boards."""
    assert compare_best(20, seed) > 1


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
def test_a_whole_game_is_proved_and_its_route_is_worth_what_it_says(who: Character) -> None:
    filled = played_board(random.Random(who.value), TOWN, who)
    ground = Ground(filled)
    best = best_route(ground)
    assert best.optimal
    boatman = who is Character.BOATMAN
    check_route(best.route, TOWN, filled.marks.sections, boatman=boatman)
    assert walkable(best.route.sections, best.route.ferries, TOWN.side, boatman=boatman)
    assert ground.passed(best.route) == best.passed
    assert ground.value(best.passed) == pytest.approx(best.worth.value)
    # Whoever names these sections alone is told the same worth.
    over = best_over(ground, best.route.sections)
    assert ground.value(ground.passed(over)) == pytest.approx(best.worth.value)


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
def test_no_route_has_a_better_chance_in_solo(who: Character) -> None:
    """Brute force over walks; the policy of each is that of its own check."""
    rng = random.Random(who.value)
    for points in (8, 20):
        filled = small_board(rng, TOWN, 5, who)
        ground = Ground(filled, Challenge(points, 5 if filled.setup.goals else 0))
        side: dict[str, int] = dict(TOWN.side.items())
        boatman = who is Character.BOATMAN
        tried = walks(list(filled.marks.sections), side, boatman, 4)
        passes = {ground.passed(as_route(steps)) for steps in tried}
        chance = max(ground.value(passed) for passed in passes)
        assert best_route(ground).worth.value == pytest.approx(chance)


def test_nothing_drawn_is_the_empty_route() -> None:
    best = best_route(Ground(board(TOWN)))
    assert (best.route.text, best.worth.value, best.optimal) == ("", 0, True)
    assert whole_route(board(TOWN)).text == ""


def test_among_equals_the_longer_route_is_best() -> None:
    best = best_route(Ground(board(plain_town("yellow A1=5"), sections="b0-b1 b1-b2 b2-b3")))
    assert (best.worth.value, best.worth.length) == (5, 3)


def test_a_stopped_search_says_what_is_open() -> None:
    filled = played_board(random.Random(3), TOWN, Character.DETECTIVE)
    best = best_route(Ground(filled), None, lambda: True)
    assert not best.optimal
    whole = best_route(Ground(filled))
    assert 0 < best.worth.value <= whole.worth.value
    assert best.worth.value + best.at_most_more >= whole.worth.value


def test_only_routes_over_needed_sections_are_looked_for() -> None:
    ground = Ground(board(plain_town("yellow A1=5"), sections="b0-b1 e4-e5"))
    floor = best_route(ground).worth
    best = best_route(ground, Limits(needed=2, floor=floor))
    assert best.route.text == ""


def test_the_end_bonus_is_drawn_where_it_helps_most() -> None:
    """c2-d2 joins both halves: B1 (5), D3 (7) along one route."""
    town = plain_town("yellow B1=5 D3=7")
    filled = board(town, sections="b1-c1 c1-c2 d2-d3", bonuses=(Bonus.SECTION,))
    use = best_use(Ground(filled), best_route(Ground(filled)))
    assert use is not None
    assert use.drawn == ((Bonus.SECTION, "c2-d2"),)
    assert use.best.worth.value == 12
    assert unused(filled) == (Bonus.SECTION,)


@pytest.mark.slow
def test_no_other_place_for_the_end_bonus_is_better() -> None:
    filled = board(
        TOWN, "B2 ○2; E5 ×2; D4 △1", "C2", "b1-b2 b2-b3 d3-d4", bonuses=(Bonus.DIAGONAL,)
    )
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    roads = [road.id for road in TOWN.board.roads if road.kind.value == "diagonal"]
    tried = [best_route(Ground(with_sections(filled, (road,)))).worth.value for road in roads]
    assert use is not None
    assert use.best.worth.value == max(tried) > best.worth.value


def test_too_many_sections_are_refused_in_words() -> None:
    every = " ".join(road.id for road in TOWN.board.roads)
    with pytest.raises(ValueError, match=f"no game draws more than {WORD}"):
        best_route(Ground(board(TOWN, sections=every)))


def test_what_is_left_on_the_board_is_the_route() -> None:
    route = whole_route(board(TOWN, sections="c1-c2 c2-c3_north c3_south-d3"))
    assert parse_route(["c1-c2", "c2-c3_north", "~", "c3_south-d3"], TOWN).crossing(TOWN) == 1
    assert len(route.ferries) == 1
    with pytest.raises(ValueError, match="cannot all be walked"):
        whole_route(board(TOWN, sections="c1-c2 e4-e5"))
