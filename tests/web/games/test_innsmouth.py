"""A game of Innsmouth in the app: entered, routes taken, checks played, shared, opened again.

What the boards come to is worked out by hand in ``tests/rules/innsmouth/test_boards.py``.
"""

import csv
import gzip
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from flask.testing import FlaskClient

from scorer.commands.text.innsmouth import table_text
from scorer.rules.innsmouth.judge import Mistake
from scorer.rules.innsmouth.ownbox import town_told
from scorer.rules.innsmouth.playing import Step as Turn
from scorer.rules.innsmouth.referee import Offence
from scorer.rules.innsmouth.sheet import Step
from scorer.rules.innsmouth.table import TIE_BREAKS, read_game, result_of
from scorer.rules.innsmouth.town import PRACTICE, practice_town
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Crossroads, RulesError
from scorer.rules.values import replace
from scorer.web.games.innsmouth import NOTES
from scorer.web.pages.boxes import innsmouth as pages
from scorer.web.serving.downloads import paper
from scorer.web.serving.lastused import Kept
from scorer.web.serving.words import catalogue
from scorer.web.views import searches
from tests.support.client import json_at, stats_of, table
from tests.support.innsmouthpages import (
    FATES,
    SECTIONS,
    WHOLE,
    board_entries,
    own_entry,
    shared_entries,
)

ROOT = Path(__file__).parent.parent.parent.parent
LANGUAGES = ("en", "ru", "ja")


def begin(client: FlaskClient, *names: str) -> str:
    answer = client.post(
        "/games/innsmouth", data={f"name{i}": name for i, name in enumerate(names, 1)}
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def enter(client: FlaskClient, game: str, *entries: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"{game}/edits", json={"edits": list(entries)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json or {}
    return found


@pytest.fixture
def two(client: FlaskClient) -> str:
    """The hand-worked board twice: Anna is the Detective, Boris the Boatman."""
    game = begin(client, "Anna", "Boris")
    enter(client, game, *shared_entries(), *board_entries(1, "detective"),
          *board_entries(2, "boatman"))  # fmt: skip
    return game


def seat(found: dict[str, Any], number: int) -> dict[str, Any]:
    one: dict[str, Any] = found["result"]["players"][number - 1]
    return one


def missing(found: dict[str, Any]) -> list[tuple[str, int | None]]:
    return [(one["what"], one.get("seat")) for one in found["status"]["missing"]]


def test_a_new_game_says_what_is_open(client: FlaskClient) -> None:
    found = table(client, begin(client, "Anna", "Boris"))
    own = [(what, i) for i in (0, 1) for what in ("character", "board", "route")]
    open_ = [("threat", None), ("caches", None), ("goal", None), ("goal", None)]
    assert missing(found) == [*open_, *own]
    # The fate numbers give the cultists' symbols.
    game = begin(client, "Anna", "Boris")
    found = enter(client, game, {"field": "threat", "value": "cultists"})
    assert missing(found) == [*open_[1:], ("fates", None), *own]
    assert seat(found, 1)["total"] is None


def test_the_best_routes_are_found_for_each_character(client: FlaskClient, two: str) -> None:
    found = json_at(client, f"{two}/1/final-routes")
    assert found["best"]["expected"] == pytest.approx(61 / 3)
    assert found["best"]["optimal"] is True
    assert (found["best"]["level"], found["best"]["taken"]) == (2, 1)
    assert found["without_ferries"]["expected"] == pytest.approx(14)
    assert found["without_threat"]["sections"] == ["c1-c2"]
    assert "with_bonuses" not in found
    assert json_at(client, f"{two}/2/final-routes")["best"]["expected"] == pytest.approx(31)
    # The extra section joins what is apart; the route is better by it.
    more = json_at(client, f"{two}/1/final-routes?bonuses=yes")
    assert more["bonuses"][0]["bonus"] == "section"
    assert more["with_bonuses"]["expected"] > found["best"]["expected"]


def test_nothing_is_told_before_it_is_ones_turn(
    client: FlaskClient, two: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an address that searches already; the best so far would be no route at all."""
    monkeypatch.setattr(searches, "QUEUE_S", 0.01)
    monkeypatch.setattr(searches, "_turns", searches.Turns())
    # As after a start: nothing has been searched before.
    monkeypatch.setattr(pages, "_kept", Kept(1))
    with searches._turns.turn("127.0.0.1"):
        assert json_at(client, f"{two}/1/final-routes") == {"busy": True}
    assert json_at(client, f"{two}/1/final-routes")["best"]["optimal"] is True


def test_a_route_of_ones_own_is_walked_best(client: FlaskClient, two: str) -> None:
    """North alone: 9 VP, L = 1, a card: 9/3 + 6 · 2/3 + 7 = 14."""
    over = json_at(client, f"{two}/1/final-routes?over=c1-c2,c2-c3_north")["given"]
    assert over["expected"] == pytest.approx(14)
    whole = ",".join(one for one in WHOLE if one != "~")
    assert json_at(client, f"{two}/1/final-routes?over={whole}")["given"]["ferries"] == 1
    # Nothing joins the south-east to anything.
    assert json_at(client, f"{two}/1/final-routes?over=c1-c2,e5-e6")["given"] is None
    assert json_at(client, f"{two}/1/final-routes?over=a1-b1")["given"] is None
    assert client.get(f"{two}/1/final-routes?over=nowhere").status_code == 422


def test_routes_of_other_games_are_not_found(client: FlaskClient) -> None:
    other = client.post("/games/phototour").headers["Location"]
    assert client.get(f"{other}/1/final-routes").status_code == 404


def test_checks_are_played_to_the_winner(client: FlaskClient, two: str) -> None:
    """Anna keeps her card and fails once: 13 + 7 = 20. Boris's die succeeds: 16 + 7 + 10 = 33."""
    found = enter(client, two, own_entry(1, "route", WHOLE), own_entry(2, "route", WHOLE))
    assert [one["advice"]["step"] for one in found["result"]["players"]] == ["open", "open"]
    assert seat(found, 1)["expected"] == pytest.approx(61 / 3)
    # The higher threat level is played first: 2 for Anna, 1 for Boris.
    assert found["result"]["checks"] == [0, 1]
    assert found["result"]["standings"] == []
    rolled = {"stopped": True, "dice": [1, 6]}
    found = enter(client, two, own_entry(1, "check", rolled))
    assert seat(found, 1)["advice"]["options"][0] == {
        "value": 20.0, "quarter": "C2", "symbol": "C3",
    }  # fmt: skip
    left = rolled | {"left": [{"quarter": "C2", "symbol": "C3"}]}
    found = enter(client, two, own_entry(1, "check", left))
    assert seat(found, 1)["total"] == 20
    assert missing(found) == [("check", 1)]
    last = own_entry(2, "check", {"stopped": True, "dice": [6]})
    # Six sections are fewer than ten rounds draw.
    found = enter(client, two, last, {"field": "checked", "value": True})
    assert [one["total"] for one in found["result"]["players"]] == [20, 33]
    assert found["result"]["standings"][0] == {"place": 1, "seats": [1], "ahead_by": "points"}
    assert found["status"]["kind"] == "final"


def test_an_outcome_with_cardboard_counts_who_left(client: FlaskClient, two: str) -> None:
    """As above: △3 left, the card stayed closed."""
    played = {"closed": 1, "left": ["C2"]}
    found = enter(client, two, own_entry(1, "route", WHOLE), own_entry(1, "played", played))
    assert seat(found, 1)["total"] == 20
    # Nobody stands in D4; the outcome does not fit, and the check is open.
    wrong = {"closed": 1, "left": ["D4"]}
    found = enter(client, two, own_entry(1, "played", wrong))
    assert (seat(found, 1)["refit"], seat(found, 1)["total"]) == ("check", None)


def test_an_outcome_that_cannot_be_is_worth_a_look(client: FlaskClient, two: str) -> None:
    """The north alone has threat level 1: one quarter at most. Too few sections stay said."""
    fits = {"closed": 0, "left": ["C2"]}
    north = own_entry(1, "route", ["c1-c2", "c2-c3_north"])
    found = enter(client, two, north, own_entry(1, "played", fits))
    usual = {one[0] for one in seat(found, 1)["findings"]}
    assert {"sections-few", "rings"} <= usual
    found = enter(client, two, own_entry(1, "route", ["c1-c2"]), own_entry(1, "played", fits))
    said = {one[0]: one[2:] for one in seat(found, 1)["findings"]}
    assert set(said) == {*usual, "left-many"}
    assert said["left-many"] == [["C2"], 1, 0]
    assert found["status"]["to_check"] == len(said)


def test_boards_that_are_drawn_exactly_alike_are_named(client: FlaskClient, two: str) -> None:
    found = table(client, two)["result"]["findings"]
    assert [(one[0], one[2]) for one in found] == [("boards-alike", ["1", "2"])]
    rub = {"seat": 1, "field": "sections", "where": "d3-d4", "value": None}
    assert not enter(client, two, rub)["result"].get("findings")


def test_the_warlock_has_rituals_alone(client: FlaskClient) -> None:
    """Caches at c2 and d4: 16 − 3 + 3 · 2 = 19."""
    game = begin(client, "Anna")
    found = enter(
        client, game, *shared_entries(), {"field": "caches", "value": ["c2", "d4"]},
        *board_entries(1, "warlock"), own_entry(1, "route", WHOLE),
    )  # fmt: skip
    assert seat(found, 1)["advice"]["step"] == "leave"
    left = [{"quarter": "C2", "symbol": "C3"}]
    found = enter(client, game, own_entry(1, "check", {"left": left}))
    assert seat(found, 1)["total"] == 19
    found = enter(
        client, game, own_entry(1, "check", None), own_entry(1, "played", {"left": ["C2"]})
    )
    assert seat(found, 1)["total"] == 19


def test_a_solo_game_is_won_or_lost(client: FlaskClient) -> None:
    game = begin(client, "Anna")
    done = {"stopped": True, "dice": [6, 6]}
    entries = [*shared_entries(), *board_entries(1, "detective"), own_entry(1, "route", WHOLE)]
    # Without one the page speaks of points, with one of chances: it is told which.
    assert enter(client, game, *entries)["state"]["shared"]["challenge"] is None
    found = enter(client, game, {"field": "challenge", "value": {"points": 23}})
    assert found["state"]["shared"]["challenge"] == {"points": 23}
    # Only a closed card and two successes come to 23: 1 of 9.
    assert seat(found, 1)["advice"]["expected"] == pytest.approx(1 / 9)
    # The mean total is as without a challenge: nothing else is worth doing.
    assert seat(found, 1)["expected"] == pytest.approx(61 / 3)
    won = enter(client, game, own_entry(1, "check", done))["result"]["won"]
    outcomes = [ended(client, game)]
    lost = enter(client, game, {"field": "challenge", "value": {"points": 24}})["result"]["won"]
    assert (won, lost) == (True, False)
    outcomes.append(ended(client, game))
    enter(client, game, {"field": "challenge", "value": None})
    outcomes.append(ended(client, game))
    assert outcomes == [(True, "The challenge is met."), (False, "The challenge is not met."),
                        (False, "")]  # fmt: skip


def ended(client: FlaskClient, game: str) -> tuple[bool, str]:
    """Whether BG Stats hears that the one player has won, and what the table's file says of it.

    All is declared checked before that.
    """
    enter(client, game, {"field": "checked", "value": True})
    rows = client.get(f"{game}/table.csv").text.splitlines()
    (player,) = stats_of(client, game)["players"]
    said = [row.partition(",")[0] for row in rows if row.startswith("The challenge")]
    return player["winner"], "".join(said)


def test_a_players_own_sheet_is_judged(client: FlaskClient, two: str) -> None:
    """△3 stood before the check: 3 × 1; they left, so it is 0."""
    played = {"closed": 1, "left": ["C2"]}
    written = {"triangle": 3, "stars": 9}
    found = enter(client, two, own_entry(1, "route", WHOLE), own_entry(1, "played", played),
                  own_entry(1, "written", written))  # fmt: skip
    assert seat(found, 1)["verdicts"] == [["triangle", 3, 0, ["lost"]]]
    # The file takes them along.
    assert json_at(client, f"{two}/game.json")["players"][0]["written"] == written


def test_what_no_longer_fits_the_board_goes_and_says_so(client: FlaskClient, two: str) -> None:
    done = {"stopped": True, "dice": [6, 6]}
    enter(client, two, own_entry(1, "route", WHOLE), own_entry(1, "check", done))
    rub = {"seat": 1, "field": "sections", "where": "d3-d4", "value": None}
    found = enter(client, two, rub)
    assert seat(found, 1)["refit"] == "route"
    assert ("route", 0) in missing(found)
    # The file leaves out what does not fit, so the command takes it.
    content = json_at(client, f"{two}/game.json")
    assert "route" not in content["players"][0]
    # With other fate numbers the threat level is another one.
    enter(client, two, rub | {"value": True})
    found = enter(client, two, {"field": "fates", "value": [3, 3, 3, 3, *FATES[4:]]})
    assert (seat(found, 1)["refit"], seat(found, 1)["level"]) == ("check", 3)


def test_a_game_comes_back_from_its_file_as_it_was(client: FlaskClient, two: str) -> None:
    rolled = {"stopped": True, "dice": [1, 6]}
    enter(client, two, own_entry(1, "route", WHOLE), own_entry(2, "route", WHOLE),
          own_entry(1, "check", rolled), own_entry(2, "played", {"closed": 1}),
          {"field": "bonuses", "value": {"detective": ["section"]}})  # fmt: skip
    content = json_at(client, f"{two}/game.json")
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    again = client.post("/files", data={"file": file}).headers["Location"]
    assert table(client, again)["result"] == table(client, two)["result"]
    assert json_at(client, f"{again}/game.json") == content
    told = result_of(read_game(json.dumps(content).encode()), practice_town())
    assert told.players[1].total == seat(table(client, two), 2)["total"] == 33


def opened_again(client: FlaskClient, game: str) -> str:
    """Return the address of the *game* as it is opened from its file."""
    file = (io.BytesIO(json.dumps(json_at(client, f"{game}/game.json")).encode()), "game.json")
    return client.post("/files", data={"file": file}).headers["Location"]


def test_what_is_open_stays_open_in_the_file(client: FlaskClient, two: str) -> None:
    """Boris's photo has two open doubts, and nobody has chosen his character."""
    doubts = {f"section {one}": {"kind": "section", "where": one} for one in SECTIONS[:2]}
    before = enter(client, two, own_entry(2, "character", None), own_entry(2, "doubts", doubts))
    again = opened_again(client, two)
    after = table(client, again)
    assert after["status"] == before["status"]
    assert ("character", 1) in missing(after)
    assert after["state"]["players"]["2"]["character"] is None
    assert after["state"]["players"]["2"]["to_check"] == after["status"]["to_check"] == 2
    # Opened a second time nothing is lost either, until somebody says that all is right.
    assert table(client, opened_again(client, again))["status"] == before["status"]
    found = enter(client, again, {"field": "checked", "value": True})
    assert found["status"]["to_check"] == 0
    assert table(client, opened_again(client, again))["status"]["to_check"] == 0
    content = json_at(client, f"{two}/game.json")
    told = result_of(read_game(json.dumps(content).encode()), practice_town())
    assert next(one.what for one in told.status.missing) == "character"
    assert "Boris: no character is chosen" in table_text(told)


def test_the_threat_stays_open_in_the_file_until_somebody_tells_it(
    client: FlaskClient, two: str
) -> None:
    before = enter(client, two, {"field": "threat", "value": None})
    assert missing(before)[0] == ("threat", None)
    after = table(client, opened_again(client, two))
    assert after["state"]["shared"]["threat"] is None
    assert missing(after) == missing(before)
    told = result_of(
        read_game(json.dumps(json_at(client, f"{two}/game.json")).encode()), practice_town()
    )
    assert told.status.missing[0].what == "threat"
    assert "whether the cultists or the Deep Ones threaten" in table_text(told)


def test_symbols_that_the_fate_numbers_give_are_not_asked_about(
    client: FlaskClient, two: str
) -> None:
    """The fate numbers give C3 one symbol, whether the photo was read before them or after."""
    doubt = {"kind": "threats", "where": "C3", "read": 0, "alternatives": [1], "order": 0}
    asked = own_entry(2, "doubts", {"threats C3": doubt})
    assert enter(client, two, asked)["status"]["to_check"] == 0
    drawn = {"F1": 1, "A6": 2, "F5": 1}
    assert seat(enter(client, two, own_entry(2, "threats", drawn)), 2)["status"]["to_check"] > 0
    found = enter(client, two, own_entry(2, "threats", {**drawn, "C3": 1}))
    assert found["status"]["to_check"] == 0
    found = enter(client, two, {"field": "fates", "where": 9, "value": None})
    assert seat(found, 2)["status"]["to_check"] == 1


def test_files_of_earlier_versions_open_with_the_character_of_the_set_up(
    client: FlaskClient, two: str
) -> None:
    content = json_at(client, f"{two}/game.json")
    content["setup"]["character"] = "collector"
    del content["players"][1]["character"]
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    game = client.post("/files", data={"file": file}).headers["Location"]
    assert table(client, game)["state"]["players"]["2"]["character"] == "collector"


def test_a_board_alone_opens_as_a_game_of_one(client: FlaskClient, two: str) -> None:
    content = json_at(client, f"{two}/game.json")
    board = {key: content[key] for key in ("game", "setup")}
    board |= {"marks": content["players"][0]["marks"], "route": WHOLE}
    board["setup"]["character"] = "detective"
    file = (io.BytesIO(json.dumps(board).encode()), "board.json")
    game = client.post("/files", data={"file": file}).headers["Location"]
    enter(client, two, own_entry(1, "route", WHOLE))
    found, known = (seat(table(client, one), 1) for one in (game, two))
    assert (found["route"], found["expected"]) == (known["route"], known["expected"])
    # What was read from a photo tells neither who plays nor what is right.
    reading = {key: board[key] for key in ("game", "marks")}
    reading |= {"town": "practice", "doubts": [{}, {}], "corners_xy": []}
    file = (io.BytesIO(json.dumps(reading).encode()), "reading.json")
    game = client.post("/files", data={"file": file}).headers["Location"]
    kept = table(client, game)["state"]["players"]["1"]
    assert (kept["character"], kept["to_check"]) == (None, 2)
    assert ("character", 0) in missing(table(client, game))


def test_a_board_of_a_town_that_nobody_taught_is_refused(client: FlaskClient) -> None:
    file = (io.BytesIO(b'{"game": "innsmouth", "town": "ours", "marks": {}}'), "board.json")
    answer = client.post("/files", data={"file": file})
    assert answer.status_code == 422
    assert "$.town: no town is called" in answer.text
    assert "open the whole game" in answer.text


def test_a_rematch_keeps_the_threat_and_the_box(client: FlaskClient, two: str) -> None:
    deck = {"manuscript": 1, "dagger": 2, "amulet": 2, "tiara": 2}
    enter(client, two, {"field": "deck", "value": deck}, {"field": "threat", "value": "deep-ones"})
    again = client.post(f"{two}/rematch").headers["Location"]
    shared = table(client, again)["state"]["shared"]
    assert (shared["deck"], shared["threat"], shared["caches"]) == (deck, "deep-ones", None)


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"field": "fates", "where": 0, "value": 7}, "$.fates[0]"),
        ({"field": "threat", "value": "dragons"}, "$.setup.threat"),
        ({"field": "caches", "value": "rain"}, "$.setup.caches"),
        ({"field": "goals", "where": 0, "value": {"measure": "turns"}}, "$.setup.goals[0]"),
        ({"field": "deck", "value": {"manuscript": 6, "dagger": 0, "amulet": 0, "tiara": 0}},
         "$.setup.deck"),
        ({"field": "bonuses", "value": {"pirate": []}}, "$.bonuses"),
        ({"field": "challenge", "value": {"points": -1}}, "$.challenge"),
        ({"field": "checked", "value": 1}, "$.checked"),
        ({"seat": 1, "field": "character", "value": "pirate"}, "$.players[0].character"),
        ({"seat": 1, "field": "sections", "where": "a1-c3", "value": True}, "sections[0]"),
        ({"seat": 1, "field": "tourists", "where": "C2", "value": {"pentagon": 1}}, "tourists.C2"),
        ({"seat": 1, "field": "used", "where": "diagonal", "value": "x"}, "$.players[0].used"),
        ({"seat": 1, "field": "route", "value": 5}, "$.players[0].route"),
        ({"seat": 1, "field": "by_bonus", "value": {"a1": 5}}, "$.players[0].by_bonus"),
        ({"seat": 1, "field": "to_check", "value": "x"}, "$.players[0].to_check"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(
    client: FlaskClient, two: str, entry: dict[str, Any], place: str
) -> None:
    before = table(client, two)["state"]
    answer = client.post(f"{two}/edits", json={"edits": [entry]})
    assert answer.status_code == 422
    assert place in answer.text
    assert table(client, two)["state"] == before


def test_the_referee_speaks_once_the_route_is_taken(client: FlaskClient, two: str) -> None:
    ten = {"seat": 1, "field": "tourists", "where": "B6", "value": None}
    found = enter(client, two, ten)
    assert seat(found, 1)["findings"] == []
    found = enter(client, two, own_entry(1, "route", WHOLE))
    said = {one[0]: one[3:] for one in seat(found, 1)["findings"]}
    # Nine quarters in place of ten; six sections where ten rounds draw one each; no rings.
    assert said["occupied-few"] == [9, 10]
    assert said["sections-few"] == [6, 10]
    assert found["status"]["to_check"] == len(said) == 3
    found = enter(client, two, {"field": "checked", "value": True})
    assert found["status"]["to_check"] == 0
    # So it stays in the file, here and for ``scorer table``.
    assert table(client, opened_again(client, two))["status"] == found["status"]
    told = read_game(json.dumps(json_at(client, f"{two}/game.json")).encode())
    assert (told.checked, result_of(told, practice_town()).status.to_check) == (True, 0)
    assert result_of(replace(told, checked=False), practice_town()).status.to_check


def test_what_is_wrong_however_much_is_still_to_come_is_said_at_once(
    client: FlaskClient, two: str
) -> None:
    """The fate numbers give a symbol in C3 and none in A2; a round gives no six tourists."""
    drawn = {"A2": 1, "F1": 1, "A6": 2, "F5": 1}
    crowd = {"seat": 1, "field": "tourists", "where": "B6", "value": {"circle": 6}}
    found = enter(client, two, own_entry(1, "threats", drawn), crowd)
    said = {one[0]: one[2] for one in seat(found, 1)["findings"]}
    assert said == {
        "tourists-many": ["B6"], "symbols-lacking": ["C3"], "symbols-over": ["A2"],
    }  # fmt: skip


def referee_of_the_command(client: FlaskClient, game: str, number: int) -> list[Any]:
    """Return what ``scorer table`` says of a player in the file of the *game*."""
    file = read_game(json.dumps(json_at(client, f"{game}/game.json")).encode())
    found: list[Any] = to_data(result_of(file, file.on_town()).players[number - 1].findings)
    return found


def test_all_that_a_file_marks_on_a_board_reaches_the_referee(
    client: FlaskClient, two: str
) -> None:
    """Caches and bonuses unlike the cards, a Boatman's rings, ferries and threat level written.

    The Boatman's route uses one ferry and has threat level 1; the fog card has a cache at c1.
    """
    enter(client, two, own_entry(2, "route", WHOLE))
    content = json_at(client, f"{two}/game.json")
    content["players"][1]["marks"] |= {
        "caches": ["b1", "d3_north"], "circled": ["diagonal"], "used": ["diagonal"],
        "rings": ["c1"], "ferries": 2, "level": 3,
    }  # fmt: skip
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    game = client.post("/files", data={"file": file}).headers["Location"]
    said = seat(table(client, game), 2)["findings"]
    assert {"caches", "bonuses", "rings", "ferries", "level"} <= {one[0] for one in said}
    assert said == referee_of_the_command(client, game, 2)
    # Each goes once it is put right.
    found = enter(client, game, own_entry(2, "caches", None), own_entry(2, "rings", {}),
                  own_entry(2, "circled", None), own_entry(2, "used", {}))  # fmt: skip
    left = {one[0] for one in seat(found, 2)["findings"]}
    assert left & {"caches", "bonuses", "rings", "ferries", "level"} == {"ferries", "level"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_say_what_is_open(client: FlaskClient, two: str, language: str) -> None:
    client.set_cookie("language", language)
    enter(client, two, own_entry(1, "route", WHOLE),
          own_entry(1, "check", {"stopped": True, "dice": [6, 6]}))  # fmt: skip
    text, words = client.get(f"{two}/table.csv").text, catalogue(language)
    rows = list(csv.reader(io.StringIO(text), delimiter=words["share.csv.between"]))
    cells = {row[0].replace("\ufeff", ""): row[1:] for row in rows}
    assert cells[words["total"]] == ["23", "–"]
    assert cells[words["innsmouth.stars"]] == ["9", "–"]
    assert cells[words["innsmouth.who"]] == [
        words["innsmouth.detective"],
        words["innsmouth.boatman"],
    ]
    for name in ("sheet.pdf", "sheet.png"):
        assert client.get(f"{two}/{name}").status_code == 200


def test_paper_is_printed_from_the_app(client: FlaskClient) -> None:
    page = client.get("/new/innsmouth").text
    for address in ("/new/innsmouth/sheet.pdf", "/innsmouth/town.pdf", "/innsmouth/caches.pdf"):
        assert f'href="{address}"' in page
        (drawn,) = pypdfium2.PdfDocument(client.get(address).data)
        assert drawn.get_size()[0] > 500
    assert client.get("/innsmouth/dice.pdf").status_code == 404


def test_a_stranger_asks_for_paper_again_and_again_at_no_cost(client: FlaskClient) -> None:
    drawn: list[bytes] = []

    def draw() -> bytes:
        drawn.append(b"%PDF")
        return drawn[-1]

    def ask(language: str) -> bytes:
        with client.application.test_request_context(headers={"Accept-Language": language}):
            data: bytes = paper("of-this-test.pdf", draw).data
        return data

    assert [ask(one) for one in ("en", "ru", "en", "ru")] == [b"%PDF"] * 4
    assert len(drawn) == 2


def test_a_tie_goes_to_goal_cards_or_is_shared(client: FlaskClient) -> None:
    """The same board and check twice: 23 each, and goal cards give both nothing."""
    game = begin(client, "Anna", "Boris")
    done = {"stopped": True, "dice": [6, 6]}
    for number in (1, 2):
        enter(client, game, *board_entries(number, "detective"), own_entry(number, "route", WHOLE),
              own_entry(number, "check", done))  # fmt: skip
    found = enter(client, game, *shared_entries(), own_entry(1, "check", done),
                  own_entry(2, "check", done), {"field": "checked", "value": True})  # fmt: skip
    assert found["result"]["standings"] == [{"place": 1, "seats": [0, 1]}]
    rows = list(csv.reader(io.StringIO(client.get(f"{game}/table.csv").text)))
    assert [catalogue("en")["innsmouth.tie"], "0", "0"] in rows
    # Both share the first place.
    assert [catalogue("en")["table.place"], "1", "1"] in rows


def test_phones_get_the_town_of_the_rules(client: FlaskClient) -> None:
    game = begin(client, "Anna")
    town, found = practice_town(), json_at(client, f"{game}/town.json")
    assert set(found["roads"]) == set(town.board.road_of)
    assert {id_ for id_, road in found["roads"].items() if len(road["quarters"]) == 0} == set()
    assert found["sides"] == town.side
    assert found["places"]["c3_north"] == list(town.board.crossroads_xy[Crossroads("c3_north")])
    packed = client.get(found["art"], headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == client.get(found["art"]).data
    assert b"<svg" in client.get(found["art"]).data


def own_town() -> str:
    """The practice file as somebody's own: another name, C2 red, one cache card."""
    text = PRACTICE.read_text("utf-8")
    text = text.replace('name = "Innsmouth: practice layout"\npractice = true', 'name = "Ours"')
    return text.replace('C2 = { kind = "blue"', 'C2 = { kind = "red"').replace("fog = ", "salt = ")


def test_the_town_of_ones_own_box_is_played_in(client: FlaskClient) -> None:
    """C2 is red now, so △3 × blue is lost and ○2 × red 2 gives 4: 16 − 3 + 2 = 15; 15 + 7."""
    game = begin(client, "Anna")
    mark = client.get(game).text.split("town.json?v=")[1][:12]
    assert ' of-practice"' in client.get(game).text
    enter(client, game, {"field": "town", "value": own_town()})
    assert ' of-practice"' not in client.get(game).text
    assert client.get(game).text.split("town.json?v=")[1][:12] != mark
    told = json_at(client, f"{game}/town.json")
    assert (told["practice"], told["landmarks"]["C2"]["kind"]) == (False, "red")
    assert "salt" in told["caches"]
    done = {"stopped": True, "dice": [6, 6]}
    found = enter(client, game, *shared_entries("salt"), *board_entries(1, "detective"),
                  own_entry(1, "route", WHOLE), own_entry(1, "check", done))  # fmt: skip
    assert seat(found, 1)["total"] == 22
    content = json_at(client, f"{game}/game.json")
    told_by_rules = read_game(json.dumps(content).encode())
    assert result_of(told_by_rules, told_by_rules.on_town()).players[0].total == 22
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    again = client.post("/files", data={"file": file}).headers["Location"]
    assert seat(table(client, again), 1)["total"] == 22
    assert json_at(client, f"{again}/town.json")["landmarks"] == told["landmarks"]
    # The rematch is played in the same town.
    assert (
        "Ours" in client.get(client.post(f"{game}/rematch").headers["Location"] + "/town.svg").text
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: "no file", "town: "),
        (lambda text: text.replace("columns = 6", "columns = 7"), "6 × 6"),
        (lambda text: text.replace("[6, 3.42]", "[6, 1e9]"), "town: board"),
        (lambda text: text.replace("width = 0.22", "width = nan"), "town: "),
        (lambda text: text.replace("cell_mm = 25", "cell_mm = 2500"), "board.cell_mm"),
        (lambda text: text.replace('"a2", "b4"', '"a2", "z9"'), "caches.bells"),
        (lambda text: text.replace('"a2", "b4"', '"b4", "b4"'), "b4 is named twice"),
        (lambda text: text.replace("tiara = 1", "tiara = 2"), "a deck has 7 artefacts, and not 8"),
        (lambda text: text + "#" * 40_000, "characters"),
        (lambda text: "{}", "$.own_town"),
        (lambda text: text.replace("path = [", "path = [] #"), "town: "),
    ],
)
def test_a_town_that_cannot_be_is_refused(
    client: FlaskClient, change: Callable[[str], str], says: str
) -> None:
    game = begin(client, "Anna")
    entry = {"field": "town", "value": change(own_town())}
    answer = client.post(f"{game}/edits", json={"edits": [entry]})
    assert answer.status_code == 422
    assert table(client, game)["state"]["shared"]["town"] is None
    assert client.get(f"{game}/town.svg").status_code == 200
    with pytest.raises(RulesError, match=re.escape(says)):
        town_told(entry["value"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_rules_name_has_words(language: str) -> None:
    town = practice_town().file
    wanted = {f"innsmouth.{step}" for step in Step}
    wanted |= {f"innsmouth.{kind}" for kind in (*town.bonuses, *town.deck.__struct_fields__)}
    wanted |= {f"innsmouth.card.{name}" for name in town.caches}
    wanted |= {f"innsmouth.measure.{goal.measure}" for goal in town.goals}
    wanted |= {f"innsmouth.offence.{offence}" for offence in Offence}
    wanted |= {f"innsmouth.by.{by}" for by in TIE_BREAKS}
    wanted |= {f"innsmouth.check.{turn}" for turn in Turn}
    wanted |= {f"innsmouth.mistake.{mistake}" for mistake in Mistake}
    assert wanted <= set(catalogue(language))


def test_phones_know_what_is_only_noted() -> None:
    script = ROOT / "static" / "js" / "parts" / "innsmouth" / "onsheet.js"
    told = re.search(r"const NOTES = (\[.*\]);", script.read_text())
    assert told is not None
    assert json.loads(told[1]) == [*NOTES]
