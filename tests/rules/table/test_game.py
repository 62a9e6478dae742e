"""Game files: what the table shares, what is each player's own, and what is refused where."""

import json
from typing import Any

import pytest

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import RoadId
from scorer.rules.position.mark import MarksError
from scorer.rules.position.setup import GameMode
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.table.game import GameError, PlayedGame, PlayerColour, parse_game
from scorer.rules.table.result import table_of
from scorer.rules.table.solo import Challenge
from scorer.rules.table.written import WrittenTable
from scorer.rules.values import replace
from tests.support.judgecases import walk

CITY = load_city("first-city")
GOAL = {"measure": "turns", "direction": "at-least", "threshold": 4, "reached": 4, "won": 8}


def board_of(name: str) -> Board:
    if name != CITY.practice_board.id:
        raise ValueError(f"unknown board {name!r}")
    return CITY.practice_board


def player(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "marks": {"sections": ["a0-b0"]}} | keys


def game(*players: dict[str, Any], **keys: Any) -> PlayedGame:
    file = {"city": "first-city", "players": players or (player("Ann"), player("Bob"))} | keys
    return parse_game(json.dumps(file).encode()).played_in(CITY, board_of)


def test_ratings_are_common_and_a_player_may_have_his_own() -> None:
    """The rounds board lies in the middle of the table; what is not rated there is 4."""
    made = game(player("Ann"), player("Bob", ratings={"school": 12}), ratings={"school": 8})
    ann, bob = made.players
    assert ann.setup.ratings == {"school": 8, "observatory": 4, "tv-tower": 4}
    assert bob.setup.ratings == {"school": 12, "observatory": 4, "tv-tower": 4}


def test_modules_and_goals_are_common_and_balance_cards_each_players_own() -> None:
    made = game(player("Ann", balance_cards=2), player("Bob"), cafes=False, goals=[GOAL])
    ann, bob = made.players
    assert (ann.setup.cafes, bob.setup.cafes) == (False, False)
    assert ann.setup.goals == bob.setup.goals
    assert [goal.measure for goal in ann.setup.goals] == ["turns"]
    assert (ann.setup.balance_cards, bob.setup.balance_cards) == (2, 0)


def test_marks_may_leave_city_and_board_to_the_game_or_bring_them() -> None:
    full = {"city": "first-city", "board": "first-city", "sections": ["a0-b0"]}
    made = game(player("Ann"), player("Bob", marks=full), player("Cy", board="first-city"))
    assert made.players[0].marks == made.players[1].marks == made.players[2].marks
    assert made.players[0].marks.sections == {RoadId.parse("a0-b0")}


def test_names_lose_the_blanks_around_them() -> None:
    assert [seated.name for seated in game(player(" Ann "), player("Bob")).players] == [
        "Ann",
        "Bob",
    ]


def test_a_player_may_have_a_colour_and_old_files_have_none() -> None:
    made = game(player("Ann", colour="sky"), player("Bob"), player("Cy", colour="sky"))
    sky = PlayerColour.SKY
    assert [seated.colour for seated in made.players] == [sky, None, sky]


def test_a_colour_is_only_shown() -> None:
    plain = game(player("Ann"), player("Bob"))
    painted = game(player("Ann", colour="black"), player("Bob", colour="green"))
    bare = [replace(seated, colour=None) for seated in painted.players]
    assert bare == list(plain.players)
    assert WrittenTable.of(table_of(painted)) == WrittenTable.of(table_of(plain))


@pytest.mark.parametrize("colour", ["pink", "Sky", "", 7])
def test_a_colour_that_nobody_has_is_refused_with_its_seat(colour: object) -> None:
    with pytest.raises(GameError, match=r"^game: \$\.players\[1\]\.colour: "):
        game(player("Ann", colour="sky"), player("Bob", colour=colour))


def test_a_player_may_have_chosen_a_route() -> None:
    made = game(player("Ann", route=["b0", "a0"]), player("Bob", route=[]), player("Cy"))
    routes = [seated.route for seated in made.players]
    assert routes == [walk("b0 a0"), FinalRoute(), None]


@pytest.mark.parametrize(
    ("challenge", "needed"),
    [
        ({"level": "beginner"}, Challenge(115, 0)),
        ({"level": "legendary", "goals": 1}, Challenge(160, 1)),
        ({"points": 130, "goals": 1}, Challenge(130, 1)),
        ({"level": "experienced", "points": 130}, Challenge(130, 0)),
    ],
)
def test_a_challenge_is_a_level_of_the_table_or_points_of_ones_own(
    challenge: dict[str, Any], needed: Challenge
) -> None:
    made = game(player("Ann"), mode="solo", challenge=challenge, goals=[GOAL])
    assert (made.mode, made.challenge) == (GameMode.SOLO, needed)


def test_in_the_advanced_mode_all_final_ratings_are_given() -> None:
    ratings = {"school": 8, "observatory": 6}
    made = game(ratings=ratings | {"tv-tower": 4}, advanced=True)
    assert made.advanced
    with pytest.raises(GameError, match=r"\$\.ratings\.tv-tower: missing; in the advanced mode"):
        game(ratings=ratings, advanced=True)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"mode": "duel"}, r"\$\.mode: unknown value 'duel'"),
        ({"mode": "team"}, r"\$\.players: a team game has 4 players, not 2"),
        ({"mode": "solo"}, r"\$\.players: a solo game has 1 player, not 2"),
        ({"players": []}, r"\$\.players: a game has 1 to 8 players, not 0"),
        (
            {"players": [player(str(i)) for i in range(9)]},
            r"\$\.players: a game has 1 to 8 players, not 9",
        ),
        ({"ratings": {"tower": 8}}, r"\$\.ratings\.tower: The First City rates only"),
        ({"ratings": {"school": 7}}, r"\$\.ratings\.school: 7 is not on its track"),
        ({"challenge": {"points": 100}}, r"\$\.challenge: only the solo game has one"),
        ({"advanced": 1}, r"game: \$\.advanced: expected true or false"),
        ({"rounds": 10}, r"game: \$: unknown key `rounds`"),
    ],
)
def test_what_does_not_fit_the_table_is_refused(keys: dict[str, Any], words: str) -> None:
    with pytest.raises((GameError, MarksError), match=words):
        game(**keys)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"name": " "}, r"\$\.players\[1\]\.name: expected 1 to 40 characters"),
        ({"name": "x" * 41}, r"\$\.players\[1\]\.name: expected 1 to 40 characters"),
        ({"name": "Bob\nBy"}, r"\$\.players\[1\]\.name: expected .* on one line, not U\+000A$"),
        ({"name": "Bob\u200f"}, r"on one line, not U\+200F RIGHT-TO-LEFT MARK"),
        ({"name": "Ann "}, r"\$\.players\[1\]\.name: player 1 is called Ann too"),
        ({"board": "atlantis"}, r"\$\.players\[1\]\.board: unknown board 'atlantis'"),
        ({"marks": {"board": "atlantis"}}, r"\$\.players\[1\]\.marks\.board: unknown board 'atl"),
        (
            {"board": "first-city", "marks": {"board": "other"}},
            r"\$\.players\[1\]\.marks\.board: 'other', but the player's board is 'first-city'",
        ),
        ({"marks": {"city": "rome"}}, r"\$\.players\[1\]\.marks\.city: these marks are of 'rome'"),
        (
            {"marks": {"sections": ["a0-b0", "a1-b1", "a0-c0"]}},
            r"\$\.players\[1\]\.marks\.sections\[2\]: there is no road a0-c0",
        ),
        (
            {"marks": {"tourists": {"A1": {}, "B3": {"circle": "2"}}}},
            r"\$\.players\[1\]\.marks\.tourists\.B3\.circle: expected a whole number",
        ),
        ({"ratings": {"school": 7}}, r"\$\.players\[1\]\.ratings\.school: 7 is not on its track"),
        ({"balance_cards": 5}, r"\$\.players\[1\]\.balance_cards: 5 is not from 0 to 4"),
        (
            {"route": ["a0", "b0", "c0"]},
            r"\$\.players\[1\]\.route: step 2: b0-c0 is not drawn",
        ),
        ({"seat": 1}, r"\$\.players\[1\]: unknown key `seat`; known are name,"),
    ],
)
def test_what_does_not_fit_one_player_is_refused_with_the_seat(
    keys: dict[str, Any], words: str
) -> None:
    with pytest.raises((GameError, MarksError), match=words):
        game(player("Ann"), player("Bob") | keys)


@pytest.mark.parametrize(
    ("challenge", "words"),
    [
        ({}, r"\$\.challenge: expected a level of the city's table or points"),
        ({"level": "god"}, r"\$\.challenge\.level: The First City has no level 'god'"),
        ({"points": -1}, r"\$\.challenge\.points: -1 is below zero"),
        ({"points": 1, "goals": 4}, r"\$\.challenge\.goals: 4 to reach, but 1 goal cards lie out"),
        ({"points": 1, "goals": -1}, r"\$\.challenge\.goals: -1 to reach"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused(challenge: dict[str, Any], words: str) -> None:
    with pytest.raises(GameError, match=words):
        game(player("Ann"), mode="solo", challenge=challenge, goals=[GOAL])


def test_the_advanced_mode_is_not_for_the_solo_game() -> None:
    with pytest.raises(GameError, match=r"\$\.advanced: the advanced mode is not for the solo"):
        game(player("Ann"), mode="solo", advanced=True)


def test_what_a_game_reads_it_writes() -> None:
    """Saved games keep every key, in its order; of what was left out, the modules are told."""
    own = {"ratings": {"school": 12}, "balance_cards": 2, "route": ["b0", "a0"]}
    drawn: dict[str, Any] = {"tourists": {}, "cafes": {}, "task": [], "crossed": []}
    ann: dict[str, Any] = {"name": "Ann", "board": "first-city", "colour": "sky"}
    ann |= {"marks": {"sections": ["a0-b0"]} | drawn} | own
    common = {"ratings": {"school": 8}, "cafes": False, "tasks": True, "goals": [], "mode": "solo"}
    challenge = {"level": "beginner", "points": None, "goals": 0}
    file = {"city": "first-city"} | common | {"challenge": challenge, "players": [ann]}
    data = to_data(parse_game(json.dumps(file).encode()))
    assert json.dumps(data) == json.dumps(file)
    short = {"city": "first-city", "players": [player("Bob")]}
    again = to_data(parse_game(json.dumps(short).encode()))
    assert list(again) == ["city", *common, "players"]


def test_rio_has_no_advanced_mode_and_paris_no_other() -> None:
    """Seed 002: リオデジャネイロでは上級モードを使用できず、パリでは標準モードを使用できない.

    In Paris the solo game alone is played in the standard mode.
    """
    with pytest.raises(GameError, match=r"\$\.advanced: Rio de Janeiro has no advanced mode"):
        played({"city": "rio-de-janeiro", "advanced": True, "players": [player("Ann", marks={})]})
    paris = {"city": "paris", "players": [player("Ann", marks={})]}
    assert played(paris).advanced
    assert not played({**paris, "mode": "solo"}).advanced
    assert not played({**paris, "city": "london"}).advanced


def test_the_ratings_of_paris_are_asked_for() -> None:
    """No rating is taken for a 4 in silence: the result names those that nobody gave."""
    (seat,) = played({"city": "paris", "players": [player("Ann", marks={})]}).players
    assert seat.setup.unrated


def test_paris_is_played_without_goal_cards() -> None:
    """Seed 002: in Paris themed tours stand in the place of goals (目標は使用されません)."""
    card = {"measure": "turns", "direction": "at-least", "threshold": 3, "reached": 5, "won": 9}
    with pytest.raises(MarksError, match=r"\$\.goals: Paris is played without goal cards"):
        played({"city": "paris", "goals": [card], "players": [player("Ann", marks={})]})


def played(file: dict[str, Any]) -> PlayedGame:
    city = load_city(file["city"])
    return parse_game(json.dumps(file).encode()).played_in(city, lambda _: city.practice_board)
