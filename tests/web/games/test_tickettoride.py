"""A game of Ticket to Ride: Paris in the app: begun, tapped, shared, played again."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.game import read_game
from scorer.rules.ticket_to_ride.map import LinkColour
from scorer.rules.ticket_to_ride.referee import Offence
from scorer.rules.ticket_to_ride.result import Need, result_of
from scorer.rules.ticket_to_ride.sheet import Category, TieBreak
from scorer.web.serving.words import catalogue, text_in
from tests.support.client import json_at, stats_of, table
from tests.support.phototour import enter
from tests.support.tickettoride import BAY, LINKS, TICKETS, TOTALS, begin, game_entries

STATUS = {"en": "Final", "ru": "Готово", "ja": "確定"}
THREE: dict[str, Any] = {
    "id": "three",
    "name": "Three Places",
    "points": [1, 2, 4],
    "places": [
        {"id": "a", "xy": [10, 10]}, {"id": "b", "xy": [60, 10]}, {"id": "c", "xy": [35, 50]},
    ],
    "links": [
        {"between": ["a", "b"], "length": 2, "colour": "red"},
        {"between": ["b", "c"], "length": 3, "colour": "blue"},
    ],
    "tickets": [{"between": ["a", "c"], "points": 6}],
    "page_mm": [80, 60],
}  # fmt: skip


@pytest.fixture
def played(client: FlaskClient) -> str:
    """A finished game of two."""
    game = begin(client, "=Anna", "Боря")
    enter(client, game, *game_entries())
    return game


@pytest.fixture
def taught(app: Flask) -> Path:
    """A map that was taught on this server."""
    home = Path(app.config["TAUGHT_MAPS"]) / "three"
    home.mkdir(parents=True)
    (home / "map.json").write_text(json.dumps(THREE))
    return home


def totals(client: FlaskClient, game: str) -> list[int]:
    return [one["total"] for one in table(client, game)["result"]["players"]]


def test_a_new_game_is_played_on_the_practice_map(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris")
    found = table(client, game)
    assert found["state"]["shared"]["map"] == "lantern-bay"
    missing = {one["what"] for one in found["status"]["missing"]}
    assert missing == set(Need) - {Need.PLAYERS}
    page = client.get(game).text
    assert "ticket-to-ride.js" in page
    assert "A practice map of our own" in page


def test_the_sheet_follows_what_is_tapped(client: FlaskClient, played: str) -> None:
    found = table(client, played)
    assert totals(client, played) == TOTALS
    assert found["status"]["kind"] == "final"
    assert found["result"]["standings"][0] == {"place": 1, "seats": [1], "ahead_by": "points"}


def test_while_it_is_played_the_running_total_and_buses_left_are_told(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris")
    links = [one for one in game_entries() if one["field"] == "links"]
    live = enter(client, game, *links)["result"]["live"]
    # No flag is told yet: 19 and 15 points; 15 and 11 of 15 buses.
    assert live["players"] == [{"points": 19, "buses_left": 0}, {"points": 15, "buses_left": 4}]
    assert live["last_round"] == [0]


def test_alone_nobody_has_won(client: FlaskClient) -> None:
    game = begin(client, "Anna")
    found = enter(client, game, {"seat": 1, "field": "links", "where": LINKS[0][0], "value": True})
    assert {"what": "players"} in found["status"]["missing"]
    assert client.get(f"{game}/table.csv").status_code == 200


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"seat": 1, "field": "links", "where": "a-b", "value": True}, "$.players[0].links[0]"),
        ({"seat": 1, "field": "links", "where": "a", "value": 5}, "$.players[0].links"),
        ({"seat": 2, "field": "tickets", "value": ["a-b"]}, "$.players[1].tickets[0]"),
        ({"seat": 2, "field": "tickets", "value": 3}, "$.players[1].tickets"),
        ({"seat": 2, "field": "flags", "value": -1}, "$.players[1].flags"),
        ({"seat": 2, "field": "marker", "value": "x"}, "$.players[1].marker"),
        ({"seat": 2, "field": "bus", "value": "pinkish"}, "$.players[1].bus"),
        ({"field": "read", "where": "a-b", "value": "pinkish"}, "$.read"),
        ({"field": "doubts", "where": "a-b", "value": {}}, "$.doubts"),
        ({"field": "by_hand", "value": {"x": 1}}, "$.by_hand"),
        ({"field": "finished", "value": 3}, "$.finished"),
        ({"field": "map", "value": "nowhere"}, "unknown map 'nowhere'"),
        ({"field": "map", "value": {**THREE, "links": []}}, "$.map.links"),
        ({"field": "map", "value": {**THREE, "points": [1]}}, "$.map.links[0].length"),
    ],
)
def test_what_cannot_be_entered_is_refused_with_its_place(
    client: FlaskClient, entry: dict[str, Any], place: str
) -> None:
    game = begin(client, "Anna", "Boris")
    before = json_at(client, f"{game}/table")
    headers = {"Accept": "application/json"}
    answer = client.post(f"{game}/edits", json={"edits": [entry]}, headers=headers)
    assert answer.status_code == 422, answer.text
    assert place in (answer.json or {})["error"]
    assert json_at(client, f"{game}/table") == before


def test_a_game_comes_back_from_its_file_as_it_was(client: FlaskClient, played: str) -> None:
    content = json_at(client, f"{played}/game.json")
    assert content["map"] == "lantern-bay"
    again = opened(client, content)
    assert table(client, again)["result"] == table(client, played)["result"]
    assert json_at(client, f"{again}/game.json") == content


def test_a_ticket_counts_once_where_a_file_opened_before_brought_it_twice(
    client: FlaskClient, played: str
) -> None:
    # Of Anna's tickets one gives 5 and one takes 6.
    twice = [name for name in TICKETS[0] for _ in range(2)]
    enter(client, played, {"seat": 1, "field": "tickets", "value": twice})
    assert totals(client, played) == TOTALS
    content = json_at(client, f"{played}/game.json")
    assert content["players"][0]["tickets"] == list(TICKETS[0])


def test_a_file_with_a_ticket_twice_is_refused_with_its_place(
    client: FlaskClient, played: str
) -> None:
    content = json_at(client, f"{played}/game.json")
    content["players"][0]["tickets"] = [TICKETS[0][0]] * 2
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    answer = client.post("/files", data={"file": file})
    assert answer.status_code == 422
    assert f"$.players[0].tickets[1]: {TICKETS[0][0]} is listed twice" in answer.text


def opened(client: FlaskClient, content: dict[str, Any]) -> str:
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    answer = client.post("/files", data={"file": file})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_the_file_is_one_that_the_command_scores(client: FlaskClient, played: str) -> None:
    data = client.get(f"{played}/game.json").data
    assert to_data(result_of(read_game(data))) == table(client, played)["result"]


def test_a_map_of_the_file_goes_with_the_game(client: FlaskClient) -> None:
    players = [{"name": "Ann", "links": ["b-a"], "tickets": ["c-a"]}, {"name": "Bob"}]
    game = opened(client, {"game": "ticket-to-ride", "map": THREE, "players": players})
    # Two points for a-b; the ticket fails.
    assert totals(client, game) == [-4, 0]
    assert json_at(client, f"{game}/map.json")["map"]["name"] == "Three Places"
    assert json_at(client, f"{game}/game.json")["map"]["id"] == "three"
    assert "Map: Three Places" in client.get(game).text


@pytest.mark.usefixtures("taught")
def test_a_game_begins_on_a_map_that_was_taught_here_and_may_change_to_ours(
    client: FlaskClient,
) -> None:
    assert "Three Places" in client.get("/new/ticket-to-ride").text
    answer = client.post("/games/ticket-to-ride", data={"name1": "Ann", "map": "three"})
    game = answer.headers["Location"]
    enter(client, game, {"seat": 1, "field": "links", "where": "a-b", "value": True})
    assert totals(client, game) == [2]
    again = client.post(f"{game}/rematch").headers["Location"]
    assert table(client, again)["state"]["shared"]["map"]["id"] == "three"
    assert client.post(f"{game}/map", data={"map": "lantern-bay"}).status_code == 303
    found = table(client, game)
    assert found["state"]["shared"]["map"] == "lantern-bay"
    assert found["result"]["players"][0]["total"] == 0
    wrong = client.post(f"{game}/map", data={"map": "nowhere"}, headers={"Accept": "text/html"})
    assert wrong.status_code == 422
    assert 'class="problem' in wrong.text


@pytest.mark.usefixtures("taught")
def test_a_game_outlives_its_taught_map(client: FlaskClient, taught: Path) -> None:
    answer = client.post("/games/ticket-to-ride", data={"name1": "Ann", "map": "three"})
    game = answer.headers["Location"]
    (taught / "map.json").unlink()
    enter(client, game, {"seat": 1, "field": "links", "where": "b-c", "value": True})
    assert totals(client, game) == [4]


def test_an_unknown_map_is_refused(client: FlaskClient) -> None:
    answer = client.post("/games/ticket-to-ride", data={"name1": "Ann", "map": "nowhere"})
    assert answer.status_code == 422


def test_the_drawing_has_a_place_for_every_space_and_name(client: FlaskClient) -> None:
    drawing = json_at(client, f"{begin(client, 'Anna')}/map.json")
    left, top, width, height = drawing["view"]
    assert {name: len(spaces) for name, spaces in drawing["spaces"].items()} == {
        link.name: link.length for link in BAY.links
    }
    for spaces in drawing["spaces"].values():
        assert all(left < x < left + width and top < y < top + height for x, y, _ in spaces)
    assert set(drawing["names"]) == set(BAY.place)
    for x, y, wide, high in drawing["names"].values():
        assert left <= x
        assert x + wide <= left + width + 0.01
        assert top <= y
        assert y + high <= top + height + 0.01


def test_an_undrawn_map_has_no_view(client: FlaskClient) -> None:
    bare = {**THREE, "places": [{"id": one} for one in "abc"]}
    game = opened(client, {"game": "ticket-to-ride", "map": bare, "players": [{"name": "Ann"}]})
    assert json_at(client, f"{game}/map.json")["view"] is None


@pytest.mark.parametrize(
    ("language", "of_map", "of_ticket"),
    [
        ("en", "A practice map of our own, not the publisher's", "practice"),
        ("ru", "Учебная карта, нарисованная нами", "учебная"),
        ("ja", "私たちの練習用の地図です", "練習用"),
    ],
)
def test_our_map_and_its_tickets_print_in_the_language_of_the_page(
    client: FlaskClient, language: str, of_map: str, of_ticket: str
) -> None:
    for what, mark in (("map", of_map), ("tickets", of_ticket)):
        headers = {"Accept-Language": language}
        pdf = client.get(f"/maps/lantern-bay/{what}.pdf", headers=headers).data
        (page,) = pypdfium2.PdfDocument(pdf)
        text = page.get_textpage().get_text_range()
        assert mark in text
        assert ("practice" in text) == (language == "en")
    for path in ("/maps/nowhere/map.pdf", "/maps/lantern-bay/other.pdf"):
        assert client.get(path).status_code == 404


def test_a_game_of_another_box_has_no_map(client: FlaskClient) -> None:
    game = client.post("/games/phototour", data={"name1": "Anna"}).headers["Location"]
    assert client.get(f"{game}/map.json").status_code == 404
    assert client.post(f"{game}/map", data={"map": "lantern-bay"}).status_code == 404


@pytest.mark.parametrize("language", list(STATUS))
def test_all_that_leaves_the_game_says_how_sure_it_is(
    client: FlaskClient, played: str, language: str
) -> None:
    client.set_cookie("language", language)
    text, cells = client.get(f"{played}/table.csv").text, text_in(language, "share.csv.between")
    rows = [row[1:] for row in csv.reader(io.StringIO(text), delimiter=cells)]
    assert rows[0] == ["'=Anna", "Боря"]
    assert ["19", "15"] in rows
    assert ["22", "29"] in rows
    assert [STATUS[language]] * 2 in rows
    pdf = pypdfium2.PdfDocument(client.get(f"{played}/sheet.pdf").data)
    assert "29" in pdf[0].get_textpage().get_text_range()
    assert client.get(f"{played}/sheet.png").mimetype == "image/png"
    stats = stats_of(client, played)
    assert stats["game"]["name"] == "Ticket to Ride: Paris"
    assert [(one["score"], one["winner"]) for one in stats["players"]] == [
        ("22", False), ("29", True),
    ]  # fmt: skip


@pytest.mark.parametrize("language", list(STATUS))
def test_an_empty_sheet_has_a_row_for_all_that_is_written(
    client: FlaskClient, language: str
) -> None:
    client.set_cookie("language", language)
    pdf = pypdfium2.PdfDocument(client.get("/new/ticket-to-ride/sheet.pdf").data)
    text = pdf[0].get_textpage().get_text_range().replace("\r\n", " ")
    words = catalogue(language)
    for name in [*Category, "done"]:
        assert words[f"ticket-to-ride.{name}"].replace("\u00ad", "") in text


@pytest.mark.parametrize("language", list(STATUS))
def test_all_that_the_rules_name_has_words(language: str) -> None:
    wanted = {f"ticket-to-ride.{category}" for category in Category}
    wanted |= {f"ticket-to-ride.need.{need}" for need in Need}
    wanted |= {f"ticket-to-ride.by.{by}" for by in TieBreak}
    wanted |= {f"ticket-to-ride.offence.{offence}" for offence in Offence}
    wanted |= {f"ticket-to-ride.colour.{colour}" for colour in LinkColour}
    assert wanted <= set(catalogue(language))


@pytest.mark.parametrize("box", ["ticket-to-ride", "phototour"])
def test_of_two_with_one_name_the_second_is_told_by_the_seat(client: FlaskClient, box: str) -> None:
    data = {"name1": "Ann", "name2": "Ann"}
    game = client.post(f"/games/{box}", data=data).headers["Location"]
    page = client.get(game).text
    listed = page.partition('<ul class="players">')[2].partition("</ul>")[0]
    assert [one.partition("</b>")[0] for one in listed.split("<b>")[1:]] == ["Ann", "Ann (2)"]
    assert "</span> Ann (2)</a>" in client.get(f"{game}/join").text
    # What is changed is the name as it is told.
    assert all(f'value="{name}"' in listed for name in ("Ann", "Ann (2)"))
