"""Whole tables, by hand: places, teams, goal cards that routes fight over, and the solo game.

The boards are made up: popular landmarks whose values are the points, so that each segment
drawn is worth what a player needs in the example.
"""

from typing import Any

import pytest

from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode, Setup
from scorer.rules.referee import FindingKind
from scorer.rules.status import Checking, Status
from scorer.rules.table.game import PlayedBoard, PlayedGame
from scorer.rules.table.result import Settling, Table, best_rivals, table_of
from scorer.rules.table.solo import Challenge
from scorer.rules.table.ties import Figures, Standing, TeamFigures, TieBreak, figures_of
from scorer.rules.values import replace
from tests.support.judgecases import walk
from tests.support.layouts import board

CITY = load_city("first-city")
TASK = frozenset(map(Crossroads.parse, ("b1", "d3", "e4")))
LENGTH = GoalCard(Measure.LENGTH, Direction.AT_LEAST, 1, 3, 5)


def streets(**values: int) -> Board:
    """Return a board of 6 columns and 5 rows with popular landmarks of *values*."""
    return board(
        page_mm=[90, 80],
        columns=6,
        rows=5,
        coordinates={"columns": [1, 2, 3, 4, 5, 6], "rows": [1, 2, 3, 4, 5]},
        landmarks={place: {"kind": "yellow", "value": value} for place, value in values.items()},
    )


def street(line: int, start: str, sections: int) -> frozenset[RoadId]:
    """Return *sections* in a row along the horizontal *line*, from the column line *start* on."""
    first = ord(start)
    return frozenset(
        RoadId.parse(f"{chr(first + i)}{line}-{chr(first + i + 1)}{line}") for i in range(sections)
    )


def player(name: str, on: Board, *drawn: frozenset[RoadId], **setup: Any) -> PlayedBoard:
    marks = Marks(CITY.id, on.id, frozenset().union(*drawn))
    ratings = {iconic.id: 4 for iconic in CITY.iconic}
    return PlayedBoard(name, on, marks, Setup(ratings, **setup))


def table(*players: PlayedBoard, mode: GameMode = GameMode.USUAL, **keys: Any) -> Table:
    seated = tuple(replace(player, setup=replace(player.setup, mode=mode)) for player in players)
    return table_of(PlayedGame(CITY, mode, False, seated, **keys))


def final(found: Table) -> Table:
    """Return *found*, once nothing is open on any board."""
    seats = tuple(replace(seat, status=Status.because()) for seat in found.seats)
    return replace(found, seats=seats)


def test_most_points_win_and_equal_points_are_decided_by_the_longer_route() -> None:
    """Above the top line lies A1 with 6, above the second A2 with 9 (between lines 1 and 2).

    Ann walks a0-b0: A1, 6 PP, 1 section. Bob walks a0-b0-c0: A1, 6 PP, 2 sections.
    Cy walks a2-b2: A2, 9 PP.
    """
    on = streets(A1=6, A2=9)
    found = table(
        player("Ann", on, street(0, "a", 1)),
        player("Bob", on, street(0, "a", 2)),
        player("Cy", on, street(2, "a", 1)),
    )
    assert [seat.sheet.total for seat in found.seats] == [6, 6, 9]
    assert found.standings == (
        Standing(1, (2,), TieBreak.POINTS),
        Standing(2, (1,), TieBreak.LENGTH),
        Standing(3, (0,), None),
    )
    assert found.winners == (2,)
    assert found.settling is Settling.ALONE
    assert found.plain_standings == found.standings


def test_then_tourists_decide_and_then_landmarks() -> None:
    """All 6 PP on 1 section. Ann has a tourist there and 1 landmark; Bob none and 2 (one of 0
    PP, across the road); Cy none and 1. A circle without a red landmark gives no PP.
    """
    ann = player("Ann", streets(A1=6), street(0, "a", 1))
    circle = {Location.parse("A1"): tourists_of({TouristKind.CIRCLE: 1})}
    ann = replace(ann, marks=replace(ann.marks, tourists=circle))
    bob = player("Bob", streets(A1=6, A2=0), street(1, "a", 1))
    found = table(player("Cy", streets(A1=6), street(0, "a", 1)), bob, ann)
    assert [figures_of(seat.sheet) for seat in found.seats] == [
        Figures(6, 1, 0, 1),
        Figures(6, 1, 0, 2),
        Figures(6, 1, 1, 1),
    ]
    assert found.standings == (
        Standing(1, (2,), TieBreak.TOURISTS),
        Standing(2, (1,), TieBreak.LANDMARKS),
        Standing(3, (0,), None),
    )


def test_the_same_board_twice_shares_the_win() -> None:
    on = streets(A1=6)
    found = table(player("Ann", on, street(0, "a", 1)), player("Bob", on, street(0, "a", 1)))
    assert found.standings == (Standing(1, (0, 1), None),)
    assert found.winners == (0, 1)


def test_partners_add_their_points_and_the_closer_pair_wins_a_tie() -> None:
    """Seats 1 and 3: 6 + 9 = 15, 3 apart. Seats 2 and 4: 7 + 8 = 15, 1 apart."""
    on = streets(A1=6, C1=7, A5=9, C5=8)
    found = table(
        player("Ann", on, street(0, "a", 1)),
        player("Bob", on, street(0, "c", 1)),
        player("Cy", on, street(5, "a", 1)),
        player("Di", on, street(5, "c", 1)),
        mode=GameMode.TEAM,
    )
    assert found.teams == (TeamFigures(15, 3), TeamFigures(15, 1))
    assert found.team_standings == (
        Standing(1, (1,), TieBreak.DIFFERENCE),
        Standing(2, (0,), None),
    )
    assert found.winners == (1, 3)


def test_places_that_are_told_break_ties_only_once_the_result_is_final() -> None:
    """Ann walks a section, Bob two past the same landmark; of teams the closer pair wins."""
    on = streets(A1=6)
    players = player("Ann", on, street(0, "a", 1)), player("Bob", on, street(0, "a", 2))
    found = table(*players)
    assert found.places == (Standing(1, (0, 1), None),)
    assert final(found).places == found.standings
    assert [one.seats for one in found.standings] == [(1,), (0,)]
    found = table(*players, *players, mode=GameMode.TEAM)
    assert found.team_places == (Standing(1, (0, 1), None),)
    assert final(found).team_places == found.team_standings


def test_whose_board_is_not_begun_is_told_no_place() -> None:
    """Ann has nothing drawn yet; with Bob alone there is nobody to be ahead of."""
    on = streets(A1=6, A2=9)
    ann, bob = player("Ann", on), player("Bob", on, street(0, "a", 1))
    found = table(ann, bob, player("Cy", on, street(2, "a", 1)))
    assert [seat.begun for seat in found.seats] == [False, True, True]
    assert [one.seats for one in found.places] == [(2,), (1,)]
    assert [one.seats for one in found.standings] == [(2,), (1,), (0,)]
    assert table(ann, bob).places == ()
    assert [one.seats for one in table(bob).places] == [(0,)]


def test_a_team_without_a_board_is_told_no_place() -> None:
    on = streets(A1=6)
    drawn = street(0, "a", 1)
    players = (player("Ann", on, drawn), player("Bob", on), player("Cy", on), player("Di", on))
    assert table(*players, mode=GameMode.TEAM).team_places == ()
    players = (*players[:3], player("Di", on, drawn))
    (shared,) = table(*players, mode=GameMode.TEAM).team_places
    assert shared.seats == (0, 1)


def test_the_referee_looks_at_each_player_with_his_own_balance_cards() -> None:
    """21 sections: one more than ten rounds of two; Bob's balance card allows it."""
    on = streets()
    drawn = [street(line, "a", 6) for line in (1, 2, 3)] + [street(4, "a", 3)]
    found = table(player("Ann", on, *drawn), player("Bob", on, *drawn, balance_cards=1))
    (finding,) = found.seats[0].findings
    assert (finding.kind, finding.count, finding.most) == (FindingKind.TOO_MANY_SECTIONS, 21, 20)
    assert len(finding.elements) == 21
    assert found.seats[1].findings == ()


@pytest.mark.parametrize(
    ("direction", "best"), [(Direction.AT_LEAST, (7, None, 3)), (Direction.AT_MOST, (4, None, 3))]
)
def test_the_best_rival_is_the_one_who_reached_it_and_shows_the_best(
    direction: Direction, best: tuple[int | None, ...]
) -> None:
    """Card by card: 4 and 7 and none; none reached it; 3 alone."""
    card = GoalCard(Measure.LENGTH, direction, 3, 3, 5)
    shown = ((4, None, None), (7, None, None), (None, None, 3))
    assert best_rivals((card, card, card), shown) == best


def test_a_goal_is_won_by_the_best_and_by_all_who_tie_for_it() -> None:
    """Length at least 1: 3 PP, best 5. Ann 1, Bob 2, Cy 2 sections; no landmark anywhere."""
    on = streets()
    drawn = {"Ann": 1, "Bob": 2, "Cy": 2}
    found = table(
        *(player(name, on, street(0, "a", n), goals=(LENGTH,)) for name, n in drawn.items())
    )
    results = [seat.sheet.goals[0] for seat in found.seats]
    assert [(result.is_reached, result.is_won, result.points) for result in results] == [
        (True, False, 3),
        (True, True, 5),
        (True, True, 5),
    ]
    assert found.settling is Settling.STABLE


@pytest.mark.parametrize(
    ("checked", "won", "totals"), [(None, True, [5, 0]), (True, False, [3, 5])]
)
def test_a_board_that_is_not_begun_shows_nothing_on_a_card(
    checked: bool | None, won: bool, totals: list[int]
) -> None:
    """At most 3 sections: 3 PP, best 5. Ann walks 2; Bob has no board, or one without a route."""
    short = GoalCard(Measure.LENGTH, Direction.AT_MOST, 3, 3, 5)
    on = streets()
    ann = player("Ann", on, street(0, "a", 2), goals=(short,))
    bob = replace(player("Bob", on, goals=(short,)), checking=Checking(checked=checked))
    # Whoever chose a route keeps it: the shortest one would win too.
    found = table(replace(ann, route=walk("a0 b0 c0")), bob)
    assert [seat.sheet.total for seat in found.seats] == totals
    assert [seat.plain.total for seat in found.seats] == totals
    results = [seat.sheet.goals[0] for seat in found.seats]
    assert [one.is_won for one in results] == [won, not won]
    assert results[1].is_reached is not won
    assert [sum(line.points for line in seat.sheet.lines) for seat in found.seats] == totals


def test_nobody_gives_way_to_a_board_that_is_not_begun() -> None:
    """At most 3 sections: 3 PP, best 5. Ann: 10 PP on 3 or 9 on 1; Bob: no board."""
    short = GoalCard(Measure.LENGTH, Direction.AT_MOST, 3, 3, 5)
    on = streets(A1=9, A3=10)
    ann = player("Ann", on, street(0, "a", 1), street(2, "a", 3), goals=(short,))
    found = table(ann, player("Bob", on, goals=(short,)))
    assert [seat.sheet.total for seat in found.seats] == [15, 0]
    assert found.settling is Settling.STABLE


def test_a_player_gives_up_a_point_for_a_goal_he_would_lose() -> None:
    """Ann: 10 PP on 1 section, or 9 PP on 3. Bob: 2 sections only, 0 PP.

    Against Bob's 2 sections Ann's short segment reaches the goal (10 + 3), her long one wins
    it (9 + 5): 14 beats 13. Bob then only reaches it: 3. Without the card Ann would take 10.
    """
    on = streets(A1=10, A3=9)
    ann = player("Ann", on, street(0, "a", 1), street(2, "a", 3), goals=(LENGTH,))
    found = table(ann, player("Bob", on, street(5, "a", 2), goals=(LENGTH,)))
    assert [seat.sheet.total for seat in found.seats] == [14, 3]
    assert [seat.sheet.goals[0].is_won for seat in found.seats] == [True, False]
    assert found.settling is Settling.STABLE
    assert [seat.plain.total for seat in found.seats] == [13, 5]


def test_best_replies_without_rest_end_in_the_plain_routes() -> None:
    """Ann: 10 PP on 1 section or 9 PP on 3. Bob: 10 PP on 2 or 9 PP on 4. Best gives 2 more.

    Bob shows 2: Ann goes to 3 (9 + 5 against 10 + 3). Bob goes to 4 (9 + 5 against 10 + 3).
    Ann cannot win and goes back to 1 (10 + 3 against 9 + 3). Then 2 is enough for Bob
    (10 + 5 against 9 + 5), and all begins again. So each keeps the route that is best
    without cards: Ann 10 + 3, Bob 10 + 5.
    """
    ann_on, bob_on = streets(A1=10, A3=9), streets(A1=10, A3=9)
    ann = player("Ann", ann_on, street(0, "a", 1), street(2, "a", 3), goals=(LENGTH,))
    bob = player("Bob", bob_on, street(0, "a", 2), street(2, "a", 4), goals=(LENGTH,))
    found = table(ann, bob)
    assert found.settling is Settling.CYCLE
    assert found.cycle == 2
    assert [seat.sheet.total for seat in found.seats] == [13, 15]
    assert found.seats[0].sheet == found.seats[0].plain
    assert found.winners == (1,)


def test_without_cards_solo_wants_points_alone() -> None:
    on = streets(A1=10)
    ann = player("Ann", on, street(0, "a", 1))
    for points, won in ((10, True), (11, False)):
        found = table(ann, mode=GameMode.SOLO, challenge=Challenge(points, 0))
        assert found.solo is not None
        assert (found.solo.won, found.solo.points) == (won, 10)
        assert found.winners == ((0,) if won else ())
    without = table(ann, mode=GameMode.SOLO)
    assert without.solo is not None
    assert without.solo.won is None


LONG = GoalCard(Measure.LENGTH, Direction.AT_LEAST, 3, 3, 5)


@pytest.mark.parametrize(
    ("challenge", "won", "points", "goals", "with_goals"),
    [
        # 10 PP without the goal or 9 with it: each challenge takes the route that meets it.
        (Challenge(10, 0), True, 10, 0, 10),
        (Challenge(9, 1), True, 9, 1, 9),
        # Both are needed, on one route: 10 PP and the goal cannot be had together.
        (Challenge(10, 1), False, 10, 0, 9),
        (Challenge(11, 0), False, 10, 0, 10),
    ],
)
def test_in_solo_goals_give_nothing_and_both_conditions_are_needed_on_one_route(
    challenge: Challenge, won: bool, points: int, goals: int, with_goals: int
) -> None:
    """Ann: 10 PP on 1 section or 9 PP on 3; the card wants a length of 3."""
    on = streets(A1=10, A3=9)
    ann = player("Ann", on, street(0, "a", 1), street(2, "a", 3), goals=(LONG,))
    found = table(ann, mode=GameMode.SOLO, challenge=challenge)
    assert found.solo is not None
    assert (found.solo.won, found.solo.points, found.solo.goals) == (won, points, goals)
    assert found.solo.points_with_goals == with_goals
    assert found.solo.proved
    assert found.seats[0].sheet.total == points


def test_a_goal_that_no_route_reaches_loses_the_challenge_for_certain() -> None:
    on = streets(A1=10)
    ann = player("Ann", on, street(0, "a", 2), goals=(LONG,))
    found = table(ann, mode=GameMode.SOLO, challenge=Challenge(0, 1))
    assert found.solo is not None
    assert (found.solo.won, found.solo.points_with_goals, found.solo.proved) == (False, None, True)


def test_in_solo_any_of_the_cards_will_do() -> None:
    """Two cards, one to reach: a length of 3 costs a point, at most 1 section costs nothing."""
    on = streets(A1=10, A3=9)
    short = GoalCard(Measure.LENGTH, Direction.AT_MOST, 1, 3, 5)
    drawn = [street(0, "a", 1), street(2, "a", 3)]
    found = table(
        player("Ann", on, *drawn, goals=(LONG, short)),
        mode=GameMode.SOLO,
        challenge=Challenge(10, 1),
    )
    assert found.solo is not None
    assert (found.solo.won, found.solo.points, found.solo.goals) == (True, 10, 1)


def test_a_chosen_route_stays_and_the_others_reply_to_it() -> None:
    """Ann chose her 10 PP on 1 section. Against it Bob's 2 sections win the card: 0 + 5.

    Left to the scorer she would have taken 9 PP on 3 sections, which win the card: 14.
    """
    on = streets(A1=10, A3=9)
    ann = player("Ann", on, street(0, "a", 1), street(2, "a", 3), goals=(LENGTH,))
    chosen = replace(ann, route=walk("a0 b0"))
    found = table(chosen, player("Bob", on, street(5, "a", 2), goals=(LENGTH,)))
    assert [seat.own_route for seat in found.seats] == [True, False]
    assert [seat.sheet.total for seat in found.seats] == [13, 5]
    assert found.seats[0].sheet.at_most_more == 1
    assert not found.seats[0].sheet.optimal


def test_a_chosen_route_decides_a_solo_challenge_too() -> None:
    """10 PP without the goal, chosen; the challenge wants the goal."""
    on = streets(A1=10, A3=9)
    ann = player("Ann", on, street(0, "a", 1), street(2, "a", 3), goals=(LONG,))
    chosen = replace(ann, route=walk("a0 b0"))
    found = table(chosen, mode=GameMode.SOLO, challenge=Challenge(9, 1))
    assert found.solo is not None
    assert (found.solo.won, found.solo.points, found.solo.points_with_goals) == (False, 10, None)


def test_once_time_is_over_the_best_so_far_is_kept_and_not_called_proved() -> None:
    """All 71 roads of the 6 × 5 map: far from proved when nobody looks for longer."""
    on = streets(A1=6)
    everything = frozenset(on.road_of)
    full = replace(player("Ann", on), marks=Marks(CITY.id, on.id, everything, task=TASK))
    game = PlayedGame(CITY, GameMode.USUAL, False, (full,))
    found = table_of(game, stops=lambda: lambda: True)
    assert not found.seats[0].sheet.optimal
    assert found.seats[0].sheet.at_most_more > 0
