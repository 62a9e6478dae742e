"""Players of one name: told apart when the name is given, and in games from before."""

import csv
import io
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from scorer.rules.table.names import LONGEST_NAME, told_apart
from scorer.store.games import GameStore, NewPlayer
from tests.support.client import begin, json_at, table


def names(client: FlaskClient, game: str) -> list[str]:
    return [one["name"] for one in table(client, game)["players"]]


@pytest.mark.parametrize("name", ["Chen", "Оля"])
def test_a_name_that_is_taken_gets_the_number_of_the_seat(
    client: FlaskClient, opened: Callable[[object], str], name: str
) -> None:
    game = begin(client, name, name)
    client.post(f"{game}/players", data={"name": name})
    told = [name, f"{name} (2)", f"{name} (3)"]
    assert names(client, game) == told
    client.post(f"{game}/players", data={"name": "Anna"})
    client.post(f"{game}/players/4", data={"name": name})
    assert names(client, game) == [*told, f"{name} (4)"]
    # Who keeps their name, as with another colour, keeps it as it is.
    client.post(f"{game}/players/1", data={"name": name, "colour": "black"})
    again = opened(json_at(client, f"{game}/game.json"))
    assert names(client, again) == names(client, game) == [*told, f"{name} (4)"]


def test_a_game_kept_with_two_of_one_name_tells_them_apart_and_its_file_opens(
    client: FlaskClient, games: GameStore, opened: Callable[[object], str]
) -> None:
    game = begin(client, "Chen", "Anna")
    setup = games.load(game.rpartition("/")[2]).setup
    twins = [NewPlayer({"city": "first-city", "board": "first-city"}, "Chen", "sky")] * 2
    key = games.create("first-city", "first-city", setup, twins, single=False)
    old = f"/game/{key}"
    told = ["Chen", "Chen (2)"]
    assert names(client, old) == told
    assert "<b>Chen (2)</b>" in client.get(old).text
    rows = csv.reader(io.StringIO(client.get(f"{old}/table.csv").text))
    assert next(rows)[1:] == told
    assert names(client, opened(json_at(client, f"{old}/game.json"))) == told


def test_a_number_that_is_taken_too_makes_way_for_the_next_and_long_names_for_theirs() -> None:
    assert told_apart("Chen", 2, ["Anna"]) == "Chen"
    assert told_apart("Chen", 2, ["Chen", "Chen (2)"]) == "Chen (3)"
    long = "n" * LONGEST_NAME
    assert told_apart(long, 2, [long]) == "n" * (LONGEST_NAME - 4) + " (2)"
