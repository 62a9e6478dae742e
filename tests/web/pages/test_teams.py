"""A team game whose players come and go: partners who stay, a fifth player, three players."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.client import JSON, begin, draw, json_at, json_in, table


@pytest.fixture
def teams(client: FlaskClient) -> str:
    """AAA and ВВВ play against БББ and ГГГ."""
    return begin(client, "AAA", "БББ", "ВВВ", "ГГГ", kind="team")


def change(client: FlaskClient, game: str, *leave: int, joins: tuple[str, ...] = ()) -> None:
    for seat in leave:
        client.post(f"{game}/players/{seat}", data={"remove": "yes"})
    for name in joins:
        client.post(f"{game}/players", data={"name": name})


def names(client: FlaskClient, game: str) -> list[str]:
    return [one["name"] for one in table(client, game)["players"]]


def test_partners_who_stay_stay_together(
    client: FlaskClient,
    teams: str,
    example: dict[str, Any],
    opened: Callable[[object], str],
) -> None:
    change(client, teams, 2, joins=("Ева",))
    assert names(client, teams) == ["AAA", "Ева", "ВВВ", "ГГГ"]
    for seat in (1, 3):
        draw(client, f"{teams}/{seat}", example["marks"])
    own = table(client, teams)["players"][0]["total"]
    assert [one["points"] for one in table(client, teams)["teams"]["figures"]] == [2 * own, 0]
    draw(client, f"{teams}/5", {**example["marks"], "sections": ["a0-b0"]})
    # The places are those of both partners' team, by their seats.
    places = {one["place"]: one["seats"] for one in table(client, teams)["places"]}
    assert places == {1: [1, 3], 2: [5, 4]}
    content = json_at(client, f"{teams}/game.json")
    again = opened(content)
    assert names(client, again) == names(client, teams)
    assert table(client, again)["teams"] == table(client, teams)["teams"]
    assert "AAA, ВВВ" in client.get(f"{teams}/table.csv").text


def test_whoever_comes_sits_down_where_somebody_left(client: FlaskClient, teams: str) -> None:
    change(client, teams, 1, 4, joins=("Ева", "Жан"))
    assert names(client, teams) == ["Ева", "БББ", "ВВВ", "Жан"]
    change(client, teams, 5, joins=("Зоя",))
    assert names(client, teams) == ["Зоя", "БББ", "ВВВ", "Жан"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "A team game has four players"), ("ru", "В командной игре четыре игрока")],
)
def test_a_fifth_player_of_a_team_game_is_refused(
    client: FlaskClient, teams: str, language: str, words: str
) -> None:
    headers = {**JSON, "Accept-Language": language}
    answer = client.post(f"{teams}/players", data={"name": "Ева"}, headers=headers)
    assert answer.status_code == 422
    assert words in json_in(answer)["error"]
    assert len(names(client, teams)) == 4
    assert 'name="own"' not in client.get(f"{teams}/join").text


def test_nobody_joins_a_solo_game(client: FlaskClient) -> None:
    data = {"board": "first-city", "kind": "solo", "name1": "Ева"}
    game = client.post("/games", data=data).headers["Location"]
    answer = client.post(f"{game}/players", data={"name": "Яна"}, headers=JSON)
    assert answer.status_code == 422
    assert "A solo game has one player" in json_in(answer)["error"]
    assert names(client, game) == ["Ева"]
    assert f'action="{game}/players"' not in client.get(game).text


def test_a_team_game_that_misses_a_player_is_saved_as_it_counts(
    client: FlaskClient, teams: str, opened: Callable[[object], str]
) -> None:
    change(client, teams, 2)
    assert table(client, teams)["teams"] is None
    again = opened(json_at(client, f"{teams}/game.json"))
    assert names(client, again) == ["AAA", "ВВВ", "ГГГ"]
