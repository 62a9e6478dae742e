"""``scorer table`` on games of other boxes: what it says, and what it refuses."""

import json
from typing import Any

import pytest

from scorer.commands.schemas import schema_of
from scorer.commands.text.phototour import AHEAD_BY, CATEGORIES, NEEDS, OFFENCES
from scorer.rules.phototour.referee import Offence
from scorer.rules.phototour.result import Need
from scorer.rules.phototour.sheet import Category, TieBreak
from tests.support.commands import refused, scorer
from tests.support.schemas import check

# Anna 31 + 8 x 3 + 2 + (7 + 1 + 0) + 10 = 75. Boris 30 + 12 x 3 + 1 + (3 + 7 + 7) = 84; his
# four tokens on one card cannot be. Chen: 20 + 0 + 0 + (0 + 1 + 3) = 24.
GAME: dict[str, Any] = {
    "game": "phototour",
    "players": [
        {"name": "Anna", "cards": 7, "card_points": 31, "tokens": 8, "reserve": 2, "slots": [6],
         "bonuses": [4]},
        {"name": "Boris", "cards": 6, "card_points": 30, "tokens": [3, 3, 2, 0, 0, 4],
         "reserve": {"drone": 1}},
        {"name": "Chen", "cards": 5, "card_points": 20},
    ],
    "contests": [
        {"results": [5, 3, 1]},
        {"minimum": 2, "results": [3, 5, 3]},
        {"results": [0, 4, 2]},
    ],
}  # fmt: skip


def given(**changes: Any) -> bytes:
    return json.dumps(GAME | changes).encode()


def said(**changes: Any) -> str:
    done = scorer("table", "-", stdin=given(**changes))
    assert done.exit_code == 0, done.output
    return done.stdout


def with_player(seat: int, **changes: Any) -> list[dict[str, Any]]:
    players = list(GAME["players"])
    players[seat] = {**players[seat], **changes}
    return players


def test_players_are_columns_and_categories_rows() -> None:
    rows = [row.split() for row in said().splitlines()]
    assert ["Anna", "Boris", "Chen"] in rows
    assert ["Photo", "contests", "8", "17", "4"] in rows
    assert ["contest", "1", "5", "→", "7", "3", "→", "3", "1", "→", "0"] in rows
    assert ["Total", "75", "84", "24"] in rows


def test_what_cannot_be_is_to_check_and_nobody_has_won_yet() -> None:
    text = said()
    assert "Status: to check (1)." in text
    assert "Ahead so far:\n  1. Boris, 84 — ahead by points" in text
    assert "Referee, Boris: tokens on card 6: 4; it has places for 3." in text


def test_what_somebody_checked_is_final() -> None:
    text = said(checked=True)
    assert "Status: final." in text
    assert "\n1. Boris, 84 — ahead by points\n2. Anna, 75" in text
    assert "Referee, Boris" in text


def test_what_nobody_has_said_is_named_with_the_player() -> None:
    contests = [*GAME["contests"][:1], {"results": [3, None, 2]}]
    text = said(players=with_player(2, cards=None, tokens=None), contests=contests)
    assert "Status: incomplete; to check (1)." in text
    assert "  Chen: how many cards, the tokens on cards not said" in text
    assert "  Boris: contest 2 not said" in text
    assert "  The table: contest 3 not said" in text


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        # Chen gets 75 too: 71 on cards. With 5 cards against Anna's 7 Chen is ahead.
        ({"card_points": 71}, "2. Chen, 75 — ahead by fewer cards in the diary"),
        # 7 cards each, tokens 8 : 9. 44 + 27 + 4 = 75.
        ({"card_points": 44, "cards": 7, "tokens": 9}, "2. Chen, 75 — ahead by more tokens on"),
        ({"card_points": 47, "cards": 7, "tokens": 8}, "2. Anna, 75; Chen, 75 (shared)"),
    ],
)
def test_a_tie_is_told_with_its_reason(changes: dict[str, Any], reason: str) -> None:
    assert reason in said(players=with_player(2, **changes), checked=True)


def test_the_result_and_the_game_are_as_their_schemas_say() -> None:
    done = scorer("table", "-", "--json", stdin=given())
    printed = json.loads(done.stdout)
    schema = schema_of("phototour-result")
    assert check(printed, schema, schema) == []
    assert printed["status"]["kind"] == "to-check"
    assert [one["status"]["kind"] for one in printed["players"]] == ["final", "to-check", "final"]
    assert printed["standings"][0] == {"place": 1, "seats": [1], "ahead_by": "points"}
    schema = schema_of("phototour")
    assert check(GAME, schema, schema) == []
    assert check(GAME | {"contests": [{"minimum": 0}]}, schema, schema)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "chess"}, ("$.game", "'chess'", "phototour")),
        ({"game": 7}, ("$.game",)),
        ({"players": []}, ("$.players",)),
        ({"players": with_player(1, tokens=[1, 2])}, ("$.players[1].tokens", "6 and not 2")),
        ({"contests": [{"results": [1]}]}, ("$.contests[0].results", "3 and not 1")),
        ({"book": [{"number": 51, "points": 1, "kind": "city"}]}, ("$.book[0].number",)),
    ],
)
def test_bad_input_names_its_place(changes: dict[str, Any], words: tuple[str, ...]) -> None:
    refused(scorer("table", "-", stdin=given(**changes)), *words)


def test_a_list_is_no_game() -> None:
    refused(scorer("table", "-", stdin=b"[]"), "$")


def test_all_that_a_result_may_name_has_words() -> None:
    assert set(CATEGORIES) == set(Category)
    assert set(AHEAD_BY) == set(TieBreak)
    assert set(NEEDS) == set(Need)
    assert set(OFFENCES) == set(Offence)
