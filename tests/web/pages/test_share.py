"""What leaves the app, and what of it comes back."""

import csv
import io
import json
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pypdfium2
import pytest
from flask.testing import FlaskClient

from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads
from scorer.web.pages.share import _harmless
from tests.support.client import (
    TURNS,
    begin,
    declare,
    draw,
    json_at,
    json_in,
    rate,
    set_goals,
    stats_of,
    table,
)


@pytest.fixture
def played(client: FlaskClient, example: dict[str, Any]) -> str:
    """A finished game of two."""
    game = begin(client, "=Anna", "Боря", mode="full")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    draw(client, f"{game}/2", {**example["marks"], "sections": ["a0-b0", "b0-b1"]})
    for seat in (1, 2):
        declare(client, f"{game}/{seat}")
    set_goals(client, game, TURNS)
    return game


@pytest.mark.slow
def test_a_game_comes_back_from_its_file_as_it_was(client: FlaskClient, played: str) -> None:
    data = client.get(f"{played}/game.json").data
    answer = client.post("/files", data={"file": (BytesIO(data), "game.json")})
    again = answer.headers["Location"]
    assert again != played
    before, after = table(client, played), table(client, again)
    for key in ("setup", "mode", "places", "kind"):
        assert after[key] == before[key]
    for one, other in zip(before["players"], after["players"], strict=True):
        for key in ("name", "total", "lines", "length", "goals"):
            assert other[key] == one[key]
    assert json_at(client, f"{again}/game.json") == json.loads(data)


def colours(client: FlaskClient, game: str) -> list[str]:
    return [one["colour"] for one in table(client, game)["players"]]


def opened_again(client: FlaskClient, content: dict[str, Any]) -> str:
    file = (BytesIO(json.dumps(content).encode()), "game.json")
    return client.post("/files", data={"file": file}).headers["Location"]


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        # As many cards as it asks for are still to be laid out, or were taken away again.
        ({"level": "", "points": 40, "goals": 2}, {"points": 40, "goals": 2}),
        ({"level": "beginner", "points": None, "goals": 3}, {"points": 115, "goals": 3}),
        # Its points are still to be told, or were taken back.
        ({"level": "", "points": None, "goals": 2}, None),
        ({"level": "", "points": None, "goals": 0}, None),
    ],
)
def test_a_challenge_chosen_before_its_cards_comes_back_from_the_file(
    client: FlaskClient, told: dict[str, Any], wanted: dict[str, Any] | None
) -> None:
    game = begin(client, "Anna", kind="solo", mode="full")
    edits = [{"kind": "challenge", "where": "", "value": told}]
    assert client.post(f"{game}/edits", json={"edits": edits}).status_code == 200
    again = opened_again(client, json_at(client, f"{game}/game.json"))
    for one in (game, again):
        solo = table(client, one)["solo"]
        assert (solo["challenge"], solo["won"]) == (wanted, None if wanted is None else False)
    assert (table(client, again)["challenge"] or {"goals": 0})["goals"] == told["goals"]


def test_colours_come_back_from_the_file(client: FlaskClient, played: str) -> None:
    client.post(f"{played}/players/1", data={"name": "Anna", "colour": "black"})
    content = json_at(client, f"{played}/game.json")
    assert [one["colour"] for one in content["players"]] == ["black", "sky"]
    assert colours(client, opened_again(client, content)) == ["black", "sky"]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        pytest.param([None, None], ["orange", "sky"], id="a file from before colours"),
        pytest.param([None, "green"], ["orange", "green"], id="one left out"),
        pytest.param([None, "orange"], ["sky", "orange"], id="its own is taken"),
        pytest.param(["blue", "blue"], ["blue", "blue"], id="both the same by choice"),
    ],
)
def test_who_has_no_colour_in_the_file_gets_one(
    client: FlaskClient, played: str, given: list[str | None], shown: list[str]
) -> None:
    content = json_at(client, f"{played}/game.json")
    for player, colour in zip(content["players"], given, strict=True):
        del player["colour"]
        player |= {"colour": colour} if colour else {}
    assert colours(client, opened_again(client, content)) == shown


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_a_colour_that_nobody_has_is_refused_with_its_place(
    client: FlaskClient, played: str, language: str
) -> None:
    content = json_at(client, f"{played}/game.json")
    content["players"][1]["colour"] = "pink"
    file = (BytesIO(json.dumps(content).encode()), "game.json")
    headers = {"Accept": "application/json", "Accept-Language": language}
    answer = client.post("/files", data={"file": file}, headers=headers)
    assert answer.status_code == 422
    assert "$.players[1].colour" in json_in(answer)["error"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": []}, "a game has 1 to"),
        ({"players": 7}, "$.players"),
        ({"city": "atlantis"}, "unknown city"),
        ({"mode": "team"}, "a team game has 4"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_words(
    client: FlaskClient, played: str, change: dict[str, Any], words: str
) -> None:
    content = {**json_at(client, f"{played}/game.json"), **change}
    file = (BytesIO(json.dumps(content).encode()), "game.json")
    headers = {"Accept": "application/json"}
    answer = client.post("/files", data={"file": file}, headers=headers)
    assert answer.status_code == 422
    assert words in json_in(answer)["error"]


def test_no_cell_of_the_table_is_a_formula(client: FlaskClient, played: str) -> None:
    answer = client.get(f"{played}/table.csv")
    assert answer.mimetype == "text/csv"
    rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert rows[0] == ["Step", "'=Anna", "Боря"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    figures = {row[0]: row[1:] for row in rows}
    totals = [str(one["total"]) for one in table(client, played)["players"]]
    assert figures["Total"] == totals
    # What older readers do not look for comes last: the places, and who is ahead or has won.
    ahead = sorted(totals, key=int, reverse=True)
    assert rows[-2] == ["Place", *(str(ahead.index(one) + 1) for one in totals)]
    assert rows[-1] == ["Winner: =Anna (by points)", "", ""]
    assert {len(row) for row in rows} == {3}


@pytest.mark.parametrize(("language", "between"), [("en", ","), ("ru", ";"), ("ja", ",")])
def test_a_table_opens_in_columns_where_numbers_have_a_comma(
    client: FlaskClient, played: str, language: str, between: str
) -> None:
    """Spreadsheets of such languages split lines at semicolons, and put all in one cell else."""
    text = client.get(f"{played}/table.csv", headers={"Accept-Language": language}).text
    assert f"{between}'=Anna{between}Боря\r\n" in text


def test_the_file_of_one_player_tells_no_place(client: FlaskClient) -> None:
    assert "Place" not in client.get(f"{begin(client, 'Anna')}/table.csv").text


def test_a_name_that_cannot_be_drawn_is_told_by_the_number(client: FlaskClient) -> None:
    game = begin(client, "דוד (2)", "😀", "Ann 😀", "Bob דוד")
    text = " ".join(text_of(client, f"{game}/sheet.pdf").split())
    assert "Player 1 Player 2 Ann Bob" in text
    # Readers can tell which seat it is.
    assert "Player 1: this player’s name cannot be printed here." in text
    assert "Player 2: this player’s name cannot be printed here." in text
    assert "Bob: not all letters of this name can be printed here." in text
    assert "Ann: not all" not in text
    assert "�" not in text
    assert client.get(f"{game}/sheet.png").mimetype == "image/png"
    # Files that hold letters, not their shapes, have the names as they are.
    assert "דוד (2),😀" in client.get(f"{game}/table.csv").text


def test_who_has_no_board_yet_has_no_figures_in_any_file(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    """As on the page: a line, in place of a total of 0 that nobody made."""
    game = begin(client, "Ann", "Bob")
    draw(client, f"{game}/2", example["marks"])
    rows = list(csv.reader(io.StringIO(client.get(f"{game}/table.csv").text)))
    said = {row[0]: row[1] for row in rows[1:-1]}
    assert said.pop("Status") == "no board yet"
    assert set(said.values()) == {"–"}
    assert "Ann – no board yet" in rows[-1][0]
    assert "Ann – board not finished" not in rows[-1][0]
    assert "no board yet" in text_of(client, f"{game}/sheet.pdf")
    stats = stats_of(client, game)
    total = str(table(client, game)["players"][1]["total"])
    assert [one["score"] for one in stats["players"]] == ["", total]
    assert "Ann – no board yet" in stats["comments"]


def test_japanese_sentences_end_as_such_in_every_file(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "ja"
    game = begin(client, "健太", "花子")
    for seat, cafes in ((1, example["marks"]["cafes"]), (2, {})):
        draw(client, f"{game}/{seat}", {**example["marks"], "cafes": cafes})
    *_, (said, *_) = csv.reader(io.StringIO(client.get(f"{game}/table.csv").text))
    assert said.startswith("現在の首位：健太。未確定：")
    assert "；" in said
    assert stats_of(client, game)["comments"].endswith(said)
    for narrow in (". ", "; ", ", ", "。 "):
        assert narrow not in said


def test_files_are_called_after_the_player_and_the_day(client: FlaskClient, played: str) -> None:
    for path, name in (
        ("2/board.svg", "first-city-Боря"),
        ("1/board.json", "first-city-Anna"),
        ("table.csv", "first-city"),
        ("game.json", "first-city"),
    ):
        told = unquote(client.get(f"{played}/{path}").headers["Content-Disposition"])
        day = f"{datetime.now(UTC):%Y-%m-%d}"
        assert f"{name}-{day}.{path.rpartition('.')[2]}" in told
    assert f'download="first-city-Боря-{day}.png"' in client.get(f"{played}/2").text


def test_the_picture_shows_rings_ends_and_crosses(
    client: FlaskClient, played: str, example: dict[str, Any]
) -> None:
    """Four strokes a café that is used, three crossroads of the task, both ends of the route."""
    drawn = ElementTree.fromstring(client.get(f"{played}/1/board.svg").text)
    rings = [one.get("r") for one in drawn.iter() if one.get("stroke") in ("#1a1720", "#b3261e")]
    marks = example["marks"]
    assert rings.count("5.6") == len(marks["task"])
    assert rings.count("4.8") == len(marks["cafes"])
    ends = [one.get("transform") for one in drawn.iter() if one.get("class") == "end"]
    route = json_at(client, f"{played}/1/state")["sheet"]["route"]["crossroads"]
    points = load_city("first-city").practice_board.crossroads_xy
    xy = [points[Crossroads(name)] for name in (route[-1], route[0])]
    assert ends == [f"translate({x} {y})" for x, y in xy]


def test_the_picture_shows_the_pens_of_paris(client: FlaskClient) -> None:
    game = begin(client, "Anna", board="paris")
    edits = [
        {"kind": "section", "where": road, "value": pen}
        for road, pen in (("c1-d1", "red"), ("d1-d2", "green"), ("d2-d3", "blue"))
    ]
    version = json_at(client, f"{game}/1/state")["version"]
    client.post(f"{game}/1/edits", json={"version": version, "edits": edits})
    drawn = client.get(f"{game}/1/board.svg").text
    assert [drawn.count(f'stroke="{pen}"') for pen in ("#e4572e", "#6fe3a1", "#7cc4ff")] == [1] * 3


@pytest.mark.parametrize("cell", ["=1", "＝1+1", " ＋2", "@x", "－3", "\t=1"])
def test_signs_of_formulas_are_made_harmless(cell: str) -> None:
    assert _harmless([cell, "Ann"]) == [f"'{cell}", "Ann"]


def test_marks_of_reached_goal_cards_are_no_formulas() -> None:
    assert _harmless(["++", "+1"]) == ["++", "'+1"]


@pytest.mark.slow
def test_the_sheet_is_a_pdf(client: FlaskClient, played: str) -> None:
    answer = client.get(f"{played}/sheet.pdf", headers={"Accept-Language": "ja"})
    assert answer.data.startswith(b"%PDF-")


def text_of(client: FlaskClient, address: str) -> str:
    document = pypdfium2.PdfDocument(client.get(address).data)
    try:
        return str(document[0].get_textpage().get_text_range())
    finally:
        document.close()


def test_a_sheet_leaves_out_signs_that_its_font_lacks(client: FlaskClient, played: str) -> None:
    assert "Боря" in text_of(client, f"{played}/sheet.pdf")
    client.post(f"{played}/players/1", data={"name": "Anna 🎲"})
    text = text_of(client, f"{played}/sheet.pdf")
    assert "Winner: Anna (by points)" in text
    assert "printed here" not in text
    assert "�" not in text


@pytest.mark.slow
def test_a_board_is_a_picture_without_script(client: FlaskClient, played: str) -> None:
    client.post(f"{played}/players/1", data={"name": "<script>x</script>"})
    answer = client.get(f"{played}/1/board.svg")
    root = ElementTree.fromstring(answer.text)
    assert root.tag.endswith("svg")
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert "http" not in answer.text.replace("http://www.w3.org/", "")


@pytest.mark.slow
def test_bg_stats_gets_names_scores_and_the_winner(client: FlaskClient, played: str) -> None:
    data = stats_of(client, played)
    first, second = table(client, played)["players"]
    assert [(one["name"], one["score"], one["winner"]) for one in data["players"]] == [
        ("=Anna", str(first["total"]), True),
        ("Боря", str(second["total"]), False),
    ]
    assert data["game"]["name"] == "En Route"
    # Plays are counted by board and by role there: how sure one was is no part of either.
    assert data["board"] == table(client, played)["title"]
    assert not [one for one in data["players"] if "role" in one]
    assert data["comments"] == "Final · Winner: =Anna (by points)"


@pytest.mark.slow
def test_bg_stats_gets_what_is_changed_after_the_page_was_drawn(
    client: FlaskClient, played: str
) -> None:
    link = f"{played}/bgstats"
    assert f'href="{link}"' in client.get(played).text
    # Its server is told no key: whoever has one may look at the game.
    key = client.application.extensions["scorer"].games.load(played.split("/")[2]).view_key
    assert key not in client.get(link).headers["Location"]
    before = client.get(link).headers["Location"]
    set_goals(client, played)
    after = client.get(link)
    assert after.headers["Location"] != before
    assert after.headers["Cache-Control"] == "no-store"
    now = [str(one["total"]) for one in table(client, played)["players"]]
    assert [one["score"] for one in stats_of(client, played)["players"]] == now
