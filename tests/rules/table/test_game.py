"""Game files: what the table shares, what is each player's own, and what is refused where."""

import json
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.board import Board
from scorer.rules.city import load_city
from scorer.rules.game import Game, GameError, PlayerColour, game_on, parse_game
from scorer.rules.marks import GameMode, MarksError
from scorer.rules.notation import RoadId
from scorer.rules.sheet import FinalRoute
from scorer.rules.solo import Challenge
from scorer.rules.table import table_data, table_of
from tests.rules.judge.cases import walk

CITY = load_city("first-city")
GOAL = {"measure": "turns", "direction": "at-least", "threshold": 4, "reached": 4, "won": 8}


def board_of(name: str) -> Board:
    if name != CITY.practice_board.id:
        raise ValueError(f"unknown board {name!r}")
    return CITY.practice_board


def player(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "marks": {"sections": ["a0-b0"]}} | keys


def game(*players: dict[str, Any], **keys: Any) -> Game:
    file = {"city": "first-city", "players": players or (player("Ann"), player("Bob"))} | keys
    return game_on(parse_game(json.dumps(file).encode()), CITY, board_of)


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
    assert table_data(table_of(painted)) == table_data(table_of(plain))


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
        ({"mode": "duel"}, r"\$\.mode: 'duel' is none of usual, solo, team"),
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
        ({"advanced": 1}, r"game: \$\.advanced: Expected `bool`"),
        ({"rounds": 10}, r"game: \$: .*unknown field `rounds`"),
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
        ({"name": "Bob\nBy"}, r"\$\.players\[1\]\.name: expected .* on one line"),
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
            r"\$\.players\[1\]\.marks\.tourists\.B3\.circle: Expected `int`",
        ),
        ({"ratings": {"school": 7}}, r"\$\.players\[1\]\.ratings\.school: 7 is not on its track"),
        ({"balance_cards": 5}, r"\$\.players\[1\]\.balance_cards: 5 is not from 0 to 4"),
        (
            {"route": ["a0", "b0", "c0"]},
            r"\$\.players\[1\]\.route: step 2: b0-c0 is not drawn",
        ),
        ({"seat": 1}, r"\$\.players\[1\]: .*unknown field `seat`"),
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
        ({"points": 1, "goals": 2}, r"\$\.challenge\.goals: 2 to reach, but 1 goal cards lie out"),
        ({"points": 1, "goals": -1}, r"\$\.challenge\.goals: -1 to reach"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused(challenge: dict[str, Any], words: str) -> None:
    with pytest.raises(GameError, match=words):
        game(player("Ann"), mode="solo", challenge=challenge, goals=[GOAL])


def test_the_advanced_mode_is_not_for_the_solo_game() -> None:
    with pytest.raises(GameError, match=r"\$\.advanced: the advanced mode is not for the solo"):
        game(player("Ann"), mode="solo", advanced=True)
