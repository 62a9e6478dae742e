"""How sure a total is, as the commands say it: in the text, and in the JSON."""

import json
from typing import Any

import pytest

from tests.support.commands import EXAMPLE, refused, scorer

MARKS = json.loads((EXAMPLE / "marks.json").read_text())
SETUP = json.loads((EXAMPLE / "setup.json").read_text())
DRAWN = {key: value for key, value in MARKS.items() if key not in ("city", "board")}
FINAL = {
    "kind": "final",
    "missing": [],
    "to_check": 0,
    "ratings": [],
    "checked": False,
    "cards": [],
}


def said(command: str, data: object, *options: str) -> str:
    done = scorer(command, "-", *options, stdin=json.dumps(data).encode())
    assert done.exit_code == 0, done.output
    return done.stdout


def status(command: str, data: object) -> Any:
    return json.loads(said(command, data, "--json"))["status"]


def game(*players: dict[str, Any], **keys: Any) -> dict[str, Any]:
    seated = [
        {"name": name, "marks": DRAWN, **one}
        for name, one in zip(("Ann", "Bob"), players, strict=True)
    ]
    return {"city": "first-city", "ratings": SETUP["ratings"], "players": seated, **keys}


def test_a_board_with_all_ratings_is_final_and_proved() -> None:
    board = {"marks": MARKS, "setup": SETUP}
    assert status("score", board) == FINAL
    text = said("score", board)
    assert "Status: final.\n" in text
    assert "Proved: no other final route" in text


def test_marks_alone_leave_the_ratings_open_and_nothing_is_proved() -> None:
    found = status("score", MARKS)
    assert found["kind"] == "ratings-not-set"
    assert found["ratings"] == ["school", "observatory", "tv-tower"]
    text = said("score", MARKS)
    assert "Status: ratings not set (School of Illusions, Skywatcher Observatory, TV tower" in text
    assert "Best route for what was read: no other final route" in text
    assert "Proved" not in text


def test_what_a_saved_board_says_of_its_checking_counts() -> None:
    board = {"marks": MARKS, "setup": SETUP}
    assert status("score", board | {"to_check": 2})["to_check"] == 2
    assert status("score", board | {"to_check": 2, "checked": True}) == FINAL | {"checked": True}
    assert status("score", board | {"checked": False})["missing"] == [{"kind": "drawing"}]
    assert "Status: to check (2).\n" in said("score", board | {"to_check": 2})
    assert "Status: incomplete (what is drawn).\n" in said("score", board | {"checked": False})


@pytest.mark.parametrize(
    ("key", "value"), [("to_check", -1), ("to_check", True), ("to_check", "2"), ("checked", 1)]
)
def test_a_checking_that_makes_no_sense_is_refused(key: str, value: object) -> None:
    data = json.dumps({"marks": MARKS, key: value}).encode()
    refused(scorer("score", "-", stdin=data), f"$.{key}: expected")


def test_each_doubt_of_a_reading_is_to_check() -> None:
    doubts = [{"kind": "section"}, {"kind": "cafe"}]
    found = status("score", {"marks": MARKS, "doubts": doubts, "setup": SETUP})
    assert (found["kind"], found["to_check"]) == ("to-check", 2)


def test_another_route_is_compared_with_the_best_of_what_was_read() -> None:
    board = {"marks": MARKS, "setup": SETUP}
    assert "scores 103 more, proved.\n" in said("score", board, "--route", "")
    doubtful = said("score", board | {"to_check": 1}, "--route", "")
    assert "scores 103 more, proved for what was read.\n" in doubtful


def test_a_table_names_winners_only_when_every_board_is_final() -> None:
    few = {"marks": {"sections": ["d5-e5"]}, "checked": True}
    done = said("table", game({}, few))
    assert "Status: final.\n" in done
    assert "\n1. Ann, 105 PP — ahead by points" in done
    open_ = said("table", game({"to_check": 3}, few))
    assert "Status: to check.\n  Ann: to check (3)\n  Bob: final\n" in open_
    assert "\nAhead so far:\n  1. Ann, 105 PP — ahead by points" in open_


def test_what_breaks_a_tie_is_told_only_when_final() -> None:
    """Bob draws the same and one section more in front of his best route, for no points.

    It is more than the rules allow, so his board is declared checked.
    """
    longer = {"marks": DRAWN | {"sections": [*MARKS["sections"], "a3-a4"]}}
    done = said("table", game({}, longer | {"checked": True}))
    open_ = said("table", game({}, longer | {"checked": False}))
    assert ("ahead by the longer" in done, "ahead by the longer" in open_) == (True, False)


def test_a_table_says_how_sure_each_player_is_and_all_together() -> None:
    table = json.loads(said("table", game({"to_check": 3}, {"checked": True}), "--json"))
    assert [one["status"]["kind"] for one in table["players"]] == ["to-check", "final"]
    assert (table["status"]["kind"], table["status"]["to_check"]) == ("to-check", 3)


def test_ratings_of_a_player_alone_are_given_ratings() -> None:
    rated = {"ratings": SETUP["ratings"]}
    table = json.loads(said("table", game(rated, {}, ratings={}), "--json"))
    assert [one["status"]["kind"] for one in table["players"]] == ["final", "ratings-not-set"]


def test_a_solo_game_is_won_or_lost_only_when_final() -> None:
    player = {"name": "Ann", "marks": DRAWN}
    data = {"city": "first-city", "mode": "solo", "challenge": {"points": 10}, "players": [player]}
    rated = data | {"ratings": SETUP["ratings"]}
    assert "Won: the challenge wanted 10 PP." in said("table", rated)
    open_ = said("table", data)
    assert "So far:\n" in open_
    assert "The challenge wants 10 PP." in open_
    assert "Won" not in open_


def test_a_verdict_says_how_sure_the_right_numbers_are() -> None:
    claim = {"marks": MARKS, "lines": {"red": 12}}
    assert status("dispute", claim)["kind"] == "ratings-not-set"
    assert status("dispute", claim | {"setup": SETUP}) == FINAL
    assert "Status: ratings not set (" in said("dispute", claim)
    # What is open may yet make another number right.
    wrong = claim | {"lines": {"red": 16}, "total": 99}
    assert "4 too many: 12 so far" in said("dispute", wrong)
    assert "4 too many: 12 is right" in said("dispute", wrong | {"setup": SETUP})


@pytest.mark.slow
def test_a_reading_is_scored_with_its_status() -> None:
    photo, setup = EXAMPLE / "photo.jpg", EXAMPLE / "setup.json"
    done = scorer("read", photo, "--setup", setup, "--json")
    reading = json.loads(done.stdout)
    doubts = len(reading["doubts"])
    kind = "to-check" if doubts else "final"
    assert reading["status"] == FINAL | {"kind": kind, "to_check": doubts}
    told = f"Status: to check ({doubts})." if doubts else "Status: final."
    assert told in scorer("read", photo, "--setup", setup).stdout
    assert told in scorer("example").stdout
    assert "status" not in json.loads(scorer("read", photo, "--json").stdout)
