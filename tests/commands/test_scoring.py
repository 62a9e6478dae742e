"""``scorer score``: goal cards, routes given by hand, the best few, and a time limit."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import EXAMPLE, refused, scorer

BEST = "a4,a5,a6,b6,b5,b4,c4,c3,c2,d2,d3,e3,f3,f4,e4,d4,d5,e5"
SETUP = EXAMPLE / "setup.json"


def score_json(*arguments: str | Path) -> Any:
    done = scorer("score", EXAMPLE / "marks.json", "--json", *arguments)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def with_goals(folder: Path, *goals: dict[str, Any]) -> Path:
    """Return a file with the worked example's set-up and *goals*."""
    path = folder / "setup.json"
    path.write_text(json.dumps(json.loads(SETUP.read_text()) | {"goals": goals}))
    return path


TURNS = {"measure": "turns", "direction": "at-least", "threshold": 10, "reached": 4, "won": 8}


def test_goal_cards_are_a_line_of_the_sheet(tmp_path: Path) -> None:
    """On its own a board wins nothing: 105 and the 4 for reaching."""
    setup = with_goals(tmp_path, TURNS)
    sheet = score_json("--setup", setup)
    assert (sheet["total"], sheet["lines"][-1]["step"], sheet["given_up"]) == (109, "goals", 0)
    assert sheet["goals"] == [
        TURNS | {"value": 11, "is_reached": True, "is_won": False, "points": 4}
    ]
    text = scorer("score", EXAMPLE / "marks.json", "--setup", setup).stdout
    assert "turns 11 ≥ 10, reached → 4" in text


def test_what_a_goal_costs_elsewhere_is_told(tmp_path: Path) -> None:
    """Two of 17 sections must go: one can for nothing, without a second 7 blue are lost."""
    goal = {"measure": "length", "direction": "at-most", "threshold": 15, "reached": 9, "won": 9}
    setup = with_goals(tmp_path, goal)
    sheet = score_json("--setup", setup)
    assert (sheet["total"], sheet["length"]) == (105 - 7 + 9, 15)
    assert (sheet["given_up"], sheet["given_up_lines"]) == (7, {"blue": 7})
    text = scorer("score", EXAMPLE / "marks.json", "--setup", setup).stdout
    assert "7 PP are given up elsewhere for the goal cards: 7 blue." in text


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"measure": "corners"}, "$.goals[0].measure"),
        ({"direction": "up"}, "$.goals[0].direction"),
        ({"won": 3}, "$.goals[0].won: 3 is not between 4, the PP for reaching, and 999"),
        ({"elements": ["b2-c2"]}, "$.goals[0].elements: turns has no marked elements"),
        ({"measure": "along"}, "$.goals[0].elements: along needs the marked roads, like b2-c2"),
        (
            {"measure": "along", "elements": ["g6-h6"]},
            "$.goals[0].elements[0]: there is no road g6-h6 on this board",
        ),
    ],
)
def test_goal_cards_that_make_no_sense_are_refused(
    change: dict[str, Any], why: str, tmp_path: Path
) -> None:
    setup = with_goals(tmp_path, TURNS | change)
    refused(scorer("score", EXAMPLE / "marks.json", "--setup", setup), why)


def test_the_best_route_given_by_hand_is_proved_best() -> None:
    sheet = score_json("--setup", SETUP, "--route", BEST)
    assert (sheet["total"], sheet["optimal"], sheet["best"]["total"]) == (
        105, True, 105,
    )  # fmt: skip
    assert sheet["best"]["difference"] == {}


def test_a_shorter_route_is_compared_with_the_best() -> None:
    """Without d5-e5 the third blue landmark is missed: 2 × 7 instead of 3 × 7."""
    shorter = BEST.removesuffix(",e5")
    sheet = score_json("--setup", SETUP, "--route", shorter)
    assert (sheet["total"], sheet["optimal"], sheet["at_most_more"]) == (98, False, 7)
    assert sheet["best"]["comparison"] == "your route 98, best 105: +7 blue"
    text = scorer("score", EXAMPLE / "marks.json", "--setup", SETUP, "--route", shorter).stdout
    assert "Your route 98, best 105: +7 blue" in text
    assert "The best final route scores 7 more, proved." in text


def test_two_routes_given_by_hand_are_compared_with_each_other_too() -> None:
    """The first misses the third blue landmark, the second 8 of 10 sections of the task."""
    first, second = BEST.removesuffix(",e5"), BEST.removeprefix("a4,a5,")
    sheet = score_json("--setup", SETUP, "--route", first, "--route", second)
    assert (sheet["total"], sheet["best"]["total"], sheet["other"]["total"]) == (98, 105, 97)
    assert sheet["other"]["difference"] == {"blue": 7, "task": -8}
    assert sheet["other"]["comparison"] == "your route 98, the other 97: +7 blue, −8 task"


def test_one_of_a_thing_is_told_in_the_singular(tmp_path: Path) -> None:
    """The road a1-b1 lies between A1 and the edge: one tourist, and no other section."""
    path = tmp_path / "marks.json"
    drawn = {"sections": ["a1-b1"], "tourists": {"A1": {"circle": 1}}}
    path.write_text(json.dumps({"city": "first-city", "board": "first-city", **drawn}))
    text = scorer("score", path, "--alternatives", "1").stdout
    assert "Final route, 1 section: a1 b1" in text
    assert "1 tourist and " in text
    assert "The best route:\n" in text
    assert ",   1 section (the best)" in text


def test_three_routes_are_too_many() -> None:
    done = scorer("score", EXAMPLE / "marks.json", *["--route", BEST] * 3)
    refused(done, "--route: two routes at most are compared")


def test_a_route_that_cannot_be_walked_is_refused_with_what_is_wrong() -> None:
    done = scorer("score", EXAMPLE / "marks.json", "--route", "a4,a5,a4,b5")
    refused(done, "step 2: a4-a5 is walked a second time, first in step 1")
    refused(done, "step 3: no road joins a4 and b5; from a4 roads lead to a3, a5, b4")


def test_the_best_few_routes_are_shown_with_what_sets_them_apart() -> None:
    sheet = score_json("--setup", SETUP, "--alternatives", "3")
    assert [one["total"] for one in sheet["alternatives"]] == [105, 98, 98]
    assert [one["difference"] for one in sheet["alternatives"]] == [{}, {"blue": -7}, {"blue": -7}]
    assert sheet["alternatives_proved"] is True
    text = scorer("score", EXAMPLE / "marks.json", "--setup", SETUP, "--alternatives", "3").stdout
    assert "2.   98 PP, 16 sections (−7 blue)" in text


def test_a_route_with_a_ride_that_was_shown_can_be_given_back(tmp_path: Path) -> None:
    """The tube joins a3 and d2; the best routes of two streets there take it."""
    path = tmp_path / "marks.json"
    roads = ["a2-a3", "a3-a4", "d2-e2", "e2-f2"]
    path.write_text(json.dumps({"city": "london", "board": "london", "sections": roads}))
    text = scorer("score", path, "--alternatives", "3").stdout
    shown = [line.strip() for line in text.splitlines() if line.startswith(" " * 11)]
    rides = [route for route in shown if "~" in route]
    assert rides
    for route in rides:
        done = scorer("score", path, "--route", route)
        assert done.exit_code == 0, done.output
    (best, *_) = rides
    players = [{"name": "Ann", "marks": {"sections": roads}, "route": best.split()}]
    game = tmp_path / "game.json"
    game.write_text(json.dumps({"city": "london", "players": players}))
    told = scorer("table", game).stdout
    assert f"sections: {best}" in told
    assert "a ~ between" in " ".join(scorer("score", "--help").stdout.split())


@pytest.mark.parametrize("count", ["0", "21", "many"])
def test_more_than_twenty_routes_are_refused(count: str) -> None:
    refused(scorer("score", EXAMPLE / "marks.json", "--alternatives", count), "--alternatives")


@pytest.mark.parametrize("command", ["score", "table", "dispute", "check"])
def test_a_time_that_is_no_number_is_refused(command: str) -> None:
    done = scorer(command, EXAMPLE / "marks.json", "--time-limit", "nan")
    refused(done, "--time-limit", "'nan' is no number of seconds; give 0 or more")
    refused(scorer(command, EXAMPLE / "marks.json", "--time-limit", "-1"), "--time-limit", "0")


def test_without_any_time_the_sheet_says_what_is_open() -> None:
    sheet = score_json("--setup", SETUP, "--time-limit", "0")
    assert sheet["optimal"] is False
    assert sheet["total"] < 105 <= sheet["total"] + sheet["at_most_more"]
    text = scorer("score", EXAMPLE / "marks.json", "--time-limit", "0").stdout
    assert "Not proved: another final route may score up to" in text


def saved(folder: Path, **setup: object) -> Path:
    """Return a board as the app saves it: the worked example with a set-up of its own."""
    path = folder / "board.json"
    marks = json.loads((EXAMPLE / "marks.json").read_text())
    path.write_text(json.dumps({"marks": marks, "setup": setup}))
    return path


def test_the_setup_in_a_saved_board_counts_unless_another_is_given(tmp_path: Path) -> None:
    """The TV tower's 10 PP of 105 are 4 where no rating went up, and 12 at the top."""
    board = saved(tmp_path, ratings={"tv-tower": 12})
    for arguments, total in [((), 107), (("--setup", SETUP), 105)]:
        done = scorer("score", board, "--json", *arguments)
        assert json.loads(done.stdout)["total"] == total
    low = scorer("score", EXAMPLE / "marks.json", "--json")
    assert json.loads(low.stdout)["total"] == 99


def test_a_bad_setup_in_a_saved_board_is_refused_with_its_path(tmp_path: Path) -> None:
    board = saved(tmp_path, ratings={"tv-tower": 11})
    refused(scorer("score", board), "$.setup.ratings.tv-tower: 11 is not on its track")
    refused(scorer("score", saved(tmp_path, cafes="yes")), "$.setup.cafes")


@pytest.mark.parametrize(
    ("key", "meant"),
    [("setups", "setup"), ("Setup", "setup"), ("to-check", "to_check"), ("check", "checked")],
)
def test_a_key_that_is_nearly_a_known_one_is_refused(key: str, meant: str, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    marks = json.loads((EXAMPLE / "marks.json").read_text())
    path.write_text(json.dumps({"marks": marks, key: {"ratings": {"tv-tower": 8}}}))
    refused(scorer("score", path), f"$.{key}: unknown key `{key}`; did you mean `{meant}`?")


def test_a_mistyped_key_beside_its_right_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    marks = json.loads((EXAMPLE / "marks.json").read_text())
    path.write_text(json.dumps({"marks": marks, "setup": {}, "setups": {}}))
    told = "$.setups: unknown key `setups`; `setup` is there too, so leave one out"
    refused(scorer("score", path), told)


def test_a_key_that_is_there_twice_is_refused() -> None:
    marks = b'{"city": "first-city", "board": "first-city", "task": [], "task": ["b1"]}'
    refused(scorer("score", "-", stdin=marks), "standard input: $.task: the key `task` is there tw")
    game = b'{"game": "phototour", "players": [], "players": [{"name": "Anna"}]}'
    refused(scorer("table", "-", stdin=game), "$.players: the key `players` is there twice")


def test_what_a_file_tells_of_its_photo_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    known = json.loads((EXAMPLE / "truth.json").read_text())
    path.write_text(json.dumps(known | {"hidden": [], "camera": "x", "status": {}, "sheet": {}}))
    assert scorer("score", path).exit_code == 0


def test_a_whole_game_is_sent_to_the_command_for_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"city": "first-city", "players": []}))
    refused(scorer("score", path), "is a whole game: use scorer table")


def test_a_single_board_is_sent_to_the_command_for_it(tmp_path: Path) -> None:
    """As the app saves it, as a reading has it, and one of Innsmouth."""
    path = tmp_path / "board.json"
    marks = json.loads((EXAMPLE / "marks.json").read_text())
    for content in (marks, {"marks": marks}, {"game": "innsmouth", "marks": {}, "setup": {}}):
        path.write_text(json.dumps(content))
        refused(scorer("table", path), f"{path} is a single board: use scorer score for it")


def test_a_bad_setup_is_said_before_the_photo_is_read(tmp_path: Path) -> None:
    setup, photo = tmp_path / "notjson.txt", tmp_path / "photo.jpg"
    setup.write_text("no JSON")
    photo.write_bytes(b"no photo either")
    refused(scorer("read", photo, "--setup", setup), "setup: ")
