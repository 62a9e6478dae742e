"""A whole table: sheets after the checks, the order of open ones, places, and solo."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import UNSET

from scorer import cli
from scorer.commands.schemas import schema_of
from scorer.rules.innsmouth.playing import Advice, Step
from scorer.rules.innsmouth.referee import Offence
from scorer.rules.innsmouth.table import board_of, read_game, result_of
from scorer.rules.innsmouth.town import practice_town
from tests.support.schemas import check

# B2 yellow 4, C2 blue; D6 red, E6 blue. The goal gives 5 VP for a turn.
NORTH = {"sections": ["b1-c1", "c1-c2"], "tourists": {"C2": {"triangle": 2}}}
EAST = {"sections": ["e5-e6", "e6-f6"], "tourists": {"E6": {"triangle": 6}}}
GOAL = {"measure": "turns", "tiers": [{"threshold": 1, "points": 5}]}


def game(*players: dict[str, Any], **setup: Any) -> bytes:
    told = {"game": "innsmouth", "players": players, "setup": {"goals": [GOAL], **setup}}
    return json.dumps(told).encode()


def played(name: str, marks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "marks": marks, "played": {}, **more}


def test_places_by_vp_and_then_goal_cards() -> None:
    """Ann: △2 × 1 + star 4 + a turn 5 = 11 (b1-c1 lies beside B1 and B2). Bob: 6 + 5 = 11. Cy: 6.

    Bob's and Ann's goal VP are equal too: both win.
    """
    short = {**NORTH, "sections": ["c1-c2"]}
    data = game(played("Ann", NORTH), played("Bob", EAST), played("Cy", short))
    result = result_of(read_game(data), practice_town())
    assert [one.total for one in result.players] == [11, 11, 6]
    assert [(one.place, one.seats, one.ahead_by) for one in result.standings] == [
        (1, (1, 2), "points"),
        (3, (3,), None),
    ]
    # Nothing is open; six in one quarter are worth a look.
    assert (result.status.missing, result.status.to_check) == ((), 1)
    assert result.checks == ()


def test_other_symbols_than_on_the_other_boards_are_worth_a_look() -> None:
    """Without fate numbers each board could be right alone."""
    usual = {"A2": 1, "B1": 1, "C3": 2, "F6": 1}
    ann = played("Ann", NORTH | {"threats": usual})
    boards = (EAST | {"threats": usual}, EAST | {"threats": {**usual, "F6": 0, "A5": 1}})
    same, other = (
        result_of(read_game(game(ann, played("Bob", one))), practice_town()) for one in boards
    )
    said = [one for one in other.findings if one.offence is Offence.SYMBOLS_DIFFER]
    assert [one.places for one in said] == [("A5", "F6")]
    assert other.status.to_check == same.status.to_check + 1


def test_open_checks_are_played_by_threat_level() -> None:
    """A symbol in B2 raises Ann's level; nobody is placed before all are played."""
    marks = {
        **NORTH,
        "tourists": {"B2": {"circle": 1}, "C2": {"triangle": 9}},
        "threats": {"B2": 1},
    }
    data = game({"name": "Ann", "marks": marks}, {"name": "Bob", "marks": EAST}, played("Cy", EAST))
    result = result_of(read_game(data), practice_town())
    assert result.checks == (1, 2)
    assert result.standings == ()
    assert [lack.seat for lack in result.status.missing] == [0, 1]


def test_who_has_no_board_yet_has_no_route_no_check_and_nothing_amiss() -> None:
    """Symbols that the app gives by the fate numbers make no board either."""
    fates = [1, 2, 3, 4, 5, 6, 1, 3, 2, 5]
    alike = {"sections": ["c1-c2"], "tourists": {"C2": {"triangle": 2}}}
    players = [{"name": "Ann", "marks": alike}, {"name": "Cy", "marks": {}}]
    for fated in ({}, {"threats": {"A2": 1}}):
        players[1]["marks"] = fated
        data = game(*players, threat="cultists", fates=fates)
        result = result_of(read_game(data), practice_town())
        assert result.checks == (1,)
        cy = result.players[1]
        assert (cy.route, cy.expected) == ("", UNSET)
        assert not {one.offence for one in cy.findings} - {Offence.SYMBOLS_OVER}
        assert [(one.what, one.seat) for one in result.status.missing] == [
            ("check", 0),
            ("board", 1),
        ]
        assert result.findings == ()
    text = CliRunner().invoke(cli.main, ["table", "-"], input=data).stdout
    assert "Cy: no board yet." in text
    assert "Cy: the check is open" not in text


def test_each_player_may_have_a_character_of_their_own() -> None:
    """Two fives: 20 VP for the Huntress alone; she had symbols along once."""
    hunted = {**NORTH, "threats": {"A5": 1, "B5": 1}}
    ann = {"name": "Ann", "marks": hunted, "character": "huntress", "played": {"hits": 2}}
    result = result_of(read_game(game(ann, played("Bob", NORTH))), practice_town())
    assert [one.total for one in result.players] == [31, 11]


def test_a_solo_game_is_won_or_not() -> None:
    for points, won in ((11, True), (12, False)):
        data = game(played("Ann", NORTH), challenge={"points": points, "goals": 5})
        assert result_of(read_game(data), practice_town()).won is won
    open_ = game({"name": "Ann", "marks": NORTH}, challenge={"points": 11})
    assert result_of(read_game(open_), practice_town()).won is UNSET


def test_in_a_solo_check_the_chance_is_advised_and_the_mean_total_told() -> None:
    """16 VP, the closed card 7 and a turn 5 (GOAL) less △3: 25, so no 30."""
    check = {"stopped": True, "dice": [1, 6]}
    ann = {"name": "Ann", "marks": WHOLE, "route": SAILED, "check": check}
    data = game(ann, caches=["c1"], challenge={"points": 30})
    (found,) = result_of(read_game(data), practice_town()).players
    assert isinstance(found.advice, Advice)
    assert (found.advice.expected, found.expected) == (0, 25)


def test_each_player_may_have_bonuses_of_their_own() -> None:
    """They stand on the character card, which is each player's own in the advanced mode."""
    own = played("Bob", EAST) | {"bonuses": ["diagonal"]}
    data = read_game(game(played("Ann", NORTH), own, bonuses=["section"]))
    boards = [board_of(data, practice_town(), seat) for seat in (0, 1)]
    assert [one.bonuses for one in boards] == [("section",), ("diagonal",)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (game(played("Ann", {"sections": ["a1-a9"]})), r"\$\.players\[0\]\.marks\.sections\[0\]"),
        (game(played("Ann", NORTH, route=["e5-e6"])), r"\$\.players\[0\]\.route: e5-e6 is not"),
        (game(played("A", NORTH), played("B", NORTH), challenge={"points": 9}), "one player"),
        (game(played("Ann", NORTH, check={})), "told twice"),
        (
            game(played("Ann", NORTH) | {"played": {"left": ["B2"]}}),
            r"\$\.players\[0\]\.played\.left\[0\]",
        ),
        (game(played("Ann", NORTH) | {"played": {"closed": 1}}), r"\$\.players\[0\]\.played"),
        (
            game(played("Ann", {"sections": ["b1-c1", "e5-e6"]})),
            r"^\$\.players\[0\]\.marks\.sections: .*; name it: \$\.players\[0\]\.route$",
        ),
        (
            game({"name": "Ann", "marks": NORTH, "check": {"dice": [6]}}),
            r"^\$\.players\[0\]\.check\.dice: 1 are given",
        ),
        (b'{"game": "innsmouth", "town": "x", "players": [{"name": "A", "marks": {}}]}', "no town"),
    ],
)
def test_what_cannot_be_is_told_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        result_of(read_game(data), practice_town())


def test_the_command_scores_a_table() -> None:
    data = game(played("Ann", NORTH), {"name": "Bob", "marks": EAST})
    done = CliRunner().invoke(cli.main, ["table", "-"], input=data)
    assert done.exit_code == 0, done.output
    assert "Bob: the check is open, threat level 0, 11.00 VP expected" in done.stdout
    done = CliRunner().invoke(cli.main, ["table", "-", "--json"], input=data)
    schema = schema_of("innsmouth-result")
    assert check(json.loads(done.stdout), schema, schema) == []
    given = schema_of("innsmouth-game")
    assert check(json.loads(data), given, given) == []


# The hand-worked board of test_boards: △3 in C2 may leave with the symbol in C3.
WHOLE = {
    "sections": ["c1-c2", "c2-c3_north", "c3_south-d3", "d3-d4"],
    "tourists": {"C2": {"triangle": 3}, "B3": {"circle": 2}, "C4": {"cross": 2}},
    "threats": {"C3": 1},
}
SAILED = ["c1-c2", "c2-c3_north", "~", "c3_south-d3", "d3-d4"]


def test_a_check_played_with_help_ends_in_the_sheet() -> None:
    """16 VP without a loss, 13 without △3; the card stays closed: 7; a turn gives 5 (GOAL)."""
    ann = {"name": "Ann", "marks": WHOLE, "route": SAILED}
    begun = {"stopped": True, "dice": [1, 6]}
    left = {**begun, "left": [{"quarter": "C2", "symbol": "C3"}]}
    data = game(ann | {"check": begun}, ann | {"name": "Bob", "check": left}, caches=["c1"])
    result = result_of(read_game(data), practice_town())
    first, second = result.players
    assert (first.total, first.expected) == (UNSET, 25)
    assert isinstance(first.advice, Advice)
    assert first.advice.step is Step.LEAVE
    assert (second.total, second.expected) == (25, UNSET)
    assert result.checks == (1,)


def test_who_left_in_a_check_that_is_told() -> None:
    """The same with cardboard; the Warlock's lost tourists count with his two caches."""
    told = {"closed": 1, "left": ["C2"]}
    ann = {"name": "Ann", "marks": WHOLE, "route": SAILED, "played": told}
    cast = {"name": "Bob", "marks": WHOLE, "route": SAILED, "character": "warlock",
            "played": {"left": ["C2"]}}  # fmt: skip
    result = result_of(read_game(game(ann, caches=["c1"])), practice_town())
    assert result.players[0].total == 25
    result = result_of(read_game(game(cast, caches=["c2", "d4"])), practice_town())
    assert result.players[0].total == 13 + 5 + 3 * 2


def test_the_judge_knows_who_left() -> None:
    """△3 left C2, which is blue: 0 × 1. Who adds the landmark writes 1."""
    told = {"closed": 1, "left": ["C2"]}
    ann = {"name": "Ann", "marks": WHOLE, "route": SAILED, "played": told}
    data = game(ann | {"written": {"triangle": 1}}, caches=["c1"])
    (verdict,) = result_of(read_game(data), practice_town()).players[0].verdicts
    assert (verdict.right, verdict.mistakes) == (0, ("added",))


def test_a_route_that_nobody_chose_stays_open_where_none_is_looked_for() -> None:
    data = game({"name": "Ann", "marks": WHOLE}, played("Bob", NORTH))
    result = result_of(read_game(data), practice_town(), lambda _: None)
    assert [(lack.what, lack.seat) for lack in result.status.missing] == [("route", 0)]
    assert (result.players[0].route, result.checks) == ("", ())
    ann = result.players[0]
    assert (ann.level, ann.ferries, ann.taken, ann.findings) == (0, 0, 0, ())
    crowded = {**WHOLE, "tourists": {"C2": {"triangle": 6}}}
    data = game({"name": "Ann", "marks": crowded}, played("Bob", NORTH))
    result = result_of(read_game(data), practice_town(), lambda _: None)
    assert [one.offence for one in result.players[0].findings] == [Offence.TOURISTS_MANY]
