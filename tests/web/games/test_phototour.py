"""A game of Фототур in the app: begun, entered, shared, played again."""

import csv
import io
import json
import re
from typing import Any

import pypdfium2
import pytest
from flask.testing import FlaskClient
from PIL import Image

from scorer.rules.jsonfile import to_data
from scorer.rules.phototour.game import read_game
from scorer.rules.phototour.referee import Offence
from scorer.rules.phototour.result import Need, result_of
from scorer.rules.phototour.sheet import Category, TieBreak
from scorer.web.serving.words import SOFT, catalogue, text_in
from tests.support.client import json_at, stats_of, table
from tests.support.phototour import TOTALS, begin, diary_entries, enter

STATUS = {"en": "Final", "ru": "Готово", "ja": "確定"}


@pytest.fixture
def played(client: FlaskClient) -> str:
    """A finished game of three."""
    game = begin(client, "=Anna", "Боря", "さくら")
    enter(client, game, *diary_entries())
    return game


def totals(client: FlaskClient, game: str) -> list[int]:
    return [one["total"] for one in table(client, game)["result"]["players"]]


def test_a_new_game_has_its_players_and_nothing_entered(client: FlaskClient) -> None:
    game = begin(client, "Anna", "", "Chen")
    found = table(client, game)
    assert [one["name"] for one in found["players"]] == ["Anna", "Chen"]
    assert found["status"]["kind"] == "incomplete"
    missing = {one["what"] for one in found["status"]["missing"]}
    assert missing == set(Need) - {Need.PLAYERS}
    assert "phototour.js" in client.get(game).text


def test_without_names_two_sit_down(client: FlaskClient) -> None:
    names = [one["name"] for one in table(client, begin(client))["players"]]
    assert names == ["Player 1", "Player 2"]


def test_the_sheet_follows_what_is_entered(client: FlaskClient, played: str) -> None:
    found = table(client, played)
    assert totals(client, played) == TOTALS
    assert found["status"]["kind"] == "final"
    assert found["result"]["standings"][0] == {
        "place": 1, "seats": [1], "ahead_by": "fewer_cards",
    }  # fmt: skip


def test_others_join_until_the_table_is_full(client: FlaskClient, played: str) -> None:
    page = client.get(f"{played}/join").text
    assert f'href="{played}#player-2"' in page
    answer = client.post(f"{played}/players", data={"name": "Dora", "own": "yes"})
    assert answer.headers["Location"] == f"{played}#player-4"
    found = table(client, played)
    assert found["players"][3]["name"] == "Dora"
    assert found["status"]["kind"] == "incomplete"
    assert client.post(f"{played}/players", data={"name": "Eva"}).status_code == 422
    assert "full: 4" in client.post(f"{played}/players", data={"name": "Eva"}).text


def test_players_are_renamed_and_go(client: FlaskClient, played: str) -> None:
    client.post(f"{played}/players/1", data={"name": "Ann", "colour": "black"})
    client.post(f"{played}/players/2", data={"remove": "yes"})
    found = table(client, played)
    assert [(one["seat"], one["name"]) for one in found["players"]] == [(1, "Ann"), (3, "さくら")]
    # Contests 5 : 1, 3 : 3, 0 : 2 between the two: 7 + 5 + 0 and 3 + 5 + 7.
    assert totals(client, played) == [31 + 24 + 2 + 12 + 10, 20 + 12 + 15 + 5]
    for seat in (1, 3):
        client.post(f"{played}/players/{seat}", data={"remove": "yes"})
    assert table(client, played)["result"] is None
    assert client.get(f"{played}/table.csv").status_code == 200


def test_namesakes_are_told_apart(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Anna")
    enter(client, game, {"seat": 2, "field": "card_points", "value": 5})
    assert [one["name"] for one in table(client, game)["players"]] == ["Anna", "Anna (2)"]
    assert totals(client, game) == [0, 5]


def test_a_rematch_keeps_players_and_the_card_book_alone(client: FlaskClient, played: str) -> None:
    card = {"number": 38, "points": 5, "kind": "city"}
    enter(client, played, {"field": "book", "where": "38", "value": card})
    again = client.post(f"{played}/rematch").headers["Location"]
    assert client.post(f"{played}/rematch").headers["Location"] == again
    assert table(client, played)["rematch"] == again
    assert f'href="{played}">The game before<' in client.get(again).text
    found = table(client, again)
    assert [one["name"] for one in found["players"]] == ["=Anna", "Боря", "さくら"]
    assert found["state"]["shared"]["book"] == {"38": card}
    assert totals(client, again) == [0, 0, 0]


def opened_again(client: FlaskClient, content: dict[str, Any]) -> str:
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    answer = client.post("/files", data={"file": file})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_a_game_comes_back_from_its_file_as_it_was(client: FlaskClient, played: str) -> None:
    content = json_at(client, f"{played}/game.json")
    again = opened_again(client, content)
    assert table(client, again)["result"] == table(client, played)["result"]
    assert json_at(client, f"{again}/game.json") == content


def test_what_comes_up_later_is_not_checked(client: FlaskClient, played: str) -> None:
    tokens = {"field": "tokens", "value": 40}
    enter(client, played, {"seat": 1, **tokens})
    found = enter(client, played, {"field": "checked", "value": True})
    said = found["result"]["findings"]
    assert said
    found = enter(client, played, {"seat": 1, "field": "card_points", "value": 33})
    assert found["result"]["findings"] == said
    assert found["state"]["shared"]["checked"]
    found = enter(client, played, {"seat": 2, **tokens})
    assert len(found["result"]["findings"]) > len(said)
    assert not found["state"]["shared"]["checked"]
    assert found["status"]["to_check"]
    # What comes after it in the same breath is not checked, a figure that changes is.
    checked = {"field": "checked", "value": True}
    found = enter(client, played, checked, {"seat": 1, "field": "tokens", "value": 41})
    assert found["state"]["shared"]["checked"]
    found = enter(client, played, {"seat": 2, "field": "tokens", "value": 0})
    assert found["state"]["shared"]["checked"]
    found = enter(client, played, checked, {"seat": 2, **tokens})
    assert not found["state"]["shared"]["checked"]


def test_the_file_is_one_that_the_command_scores(client: FlaskClient, played: str) -> None:
    enter(client, played, {"seat": 1, "field": "tokens", "value": None})
    data = client.get(f"{played}/game.json").data
    found = table(client, played)
    assert to_data(result_of(read_game(data))) == found["result"]
    assert found["result"]["status"] == found["status"]


# With all that a file may tell in other ways than the page does.
RICH = {
    "game": "phototour",
    "players": [
        {"name": "Anna", "numbers": [38, 16], "tokens": [2, 1], "reserve": {"drone": 1},
         "slots": [{"kind": "city", "points": 5, "holds": 38}, 1], "bonuses": [4, 2]},
        {"name": "Boris", "card_points": [4, 5, 6], "tokens": {"lens": 2}, "four_a_token": True},
    ],
    "contests": [{"region": "North", "results": [None, 3]}, {"minimum": 2, "results": [2, 8]}],
    "book": [
        {"number": 38, "points": 5, "kind": "city", "region": "North"},
        {"number": 16, "points": 4, "kind": "city", "region": "North", "places": 1},
    ],
    "checked": True,
}  # fmt: skip


def test_a_file_told_in_other_ways_opens_with_the_same_result(client: FlaskClient) -> None:
    found = table(client, opened_again(client, RICH))
    told = result_of(read_game(json.dumps(RICH).encode()))
    assert [one["total"] for one in found["result"]["players"]] == [
        one.total for one in told.players
    ]
    # The app asks for all three contests' figures, one by one.
    assert found["status"]["missing"] == [
        {"what": "contest", "seat": seat, "number": 3} for seat in (0, 1)
    ]


@pytest.mark.parametrize(
    "content",
    [{"game": "chess", "players": []}, {"game": 3}, RICH | {"book": []}, RICH | {"players": []}],
)
def test_a_file_of_no_such_game_is_refused_on_the_start_page(
    client: FlaskClient, content: dict[str, Any]
) -> None:
    file = (io.BytesIO(json.dumps(content).encode()), "game.json")
    answer = client.post("/files", data={"file": file})
    assert answer.status_code == 422
    assert 'class="problem' in answer.text


@pytest.mark.parametrize("language", list(STATUS))
def test_all_that_leaves_the_game_says_how_sure_it_is(
    client: FlaskClient, played: str, language: str
) -> None:
    client.set_cookie("language", language)
    text, cells = client.get(f"{played}/table.csv").text, text_in(language, "share.csv.between")
    rows = list(csv.reader(io.StringIO(text), delimiter=cells))
    assert rows[0][1:] == ["'=Anna", "Боря", "さくら"]
    assert SOFT not in "".join(row[0] for row in rows)
    assert ["75", "75", "41"] in [row[1:] for row in rows]
    assert [STATUS[language]] * 3 in [row[1:] for row in rows]
    pdf = pypdfium2.PdfDocument(client.get(f"{played}/sheet.pdf").data)
    text = pdf[0].get_textpage().get_text_range()
    assert "75" in text
    assert STATUS[language] in text
    # The day as the game's page writes it.
    page = client.get(played).text
    (day,) = re.findall('<span class="day">([^<]*)<', page)
    assert " ".join(day.split()) in " ".join(text.split())
    assert catalogue(language)["phototour.by.fewer_cards"] in text.replace("\r\n", " ")
    stats = stats_of(client, played)
    assert stats["game"]["name"] == "Фототур"
    assert [(one["score"], one["winner"]) for one in stats["players"]] == [
        ("75", False), ("75", True), ("41", False),
    ]  # fmt: skip
    assert stats["comments"].startswith(STATUS[language])


def test_the_picture_is_the_printed_sheet_without_the_empty_page(
    client: FlaskClient, played: str
) -> None:
    answer = client.get(f"{played}/sheet.png")
    with Image.open(io.BytesIO(answer.data)) as picture:
        width, height = picture.size
        assert picture.format == "PNG"
        dark = picture.convert("L").point(lambda value: 255 if value < 200 else 0).getbbox()
    assert width > 700
    assert height < width * 1.1
    assert dark
    assert min(dark[0], dark[1], width - dark[2], height - dark[3]) >= 20


@pytest.mark.parametrize("language", list(STATUS))
def test_an_empty_sheet_has_a_row_for_all_that_is_written(
    client: FlaskClient, language: str
) -> None:
    client.set_cookie("language", language)
    pdf = pypdfium2.PdfDocument(client.get("/new/phototour/sheet.pdf").data)
    text = pdf[0].get_textpage().get_text_range().replace("\r\n", " ")
    words = catalogue(language)
    wanted = [words[f"phototour.{one}"] for one in Category if one is not Category.CONTESTS]
    wanted += [words["phototour.contest"].format(n=n) for n in (1, 2, 3)]
    wanted += [words["total"], words["phototour.count"]]
    for word in wanted:
        assert word.replace("\u00ad", "") in text
    assert len(pdf) == 1


def test_a_game_that_nobody_plugged_in_is_not_found(client: FlaskClient) -> None:
    for path in ("/new/chess", "/new/chess/sheet.pdf"):
        assert client.get(path).status_code == 404
    assert client.post("/games/chess").status_code == 404


@pytest.mark.parametrize("language", list(STATUS))
def test_all_that_the_rules_name_has_words(language: str) -> None:
    wanted = {f"phototour.{category}" for category in Category}
    wanted |= {f"phototour.need.{need}" for need in Need}
    wanted |= {f"phototour.by.{by}" for by in TieBreak}
    wanted |= {f"phototour.offence.{offence}" for offence in Offence}
    assert wanted <= set(catalogue(language))
