"""A game of several players: beginning it, joining, the score sheet, links, deleting."""

import csv
import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import BytesIO, StringIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.city.city import city_names, load_city
from scorer.store.games import Game, GameStore, NewPicture, PictureInfo, Source
from tests.support.client import (
    JSON,
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
from tests.support.phototour import begin as begin_phototour


@pytest.fixture
def four(client: FlaskClient) -> str:
    return begin(client, "Anna", "Boris", "千", "Dora")


def test_players_sit_in_the_order_they_were_named(client: FlaskClient, four: str) -> None:
    players = table(client, four)["players"]
    assert [(one["seat"], one["name"]) for one in players] == [
        (1, "Anna"), (2, "Boris"), (3, "千"), (4, "Dora"),
    ]  # fmt: skip
    assert len({one["colour"] for one in players}) == 4
    assert {one["status"] for one in players} == {"empty"}


def test_the_worked_example_stands_in_its_column(
    client: FlaskClient, four: str, example: dict[str, Any]
) -> None:
    rate(client, four, example["setup"]["ratings"])
    draw(client, f"{four}/2", example["marks"])
    found = table(client, four)
    boris = found["players"][1]
    assert (boris["total"], boris["optimal"], boris["status"]) == (105, True, "hand")
    assert boris["lines"] == {
        "red": 12, "green": 20, "blue": 21, "yellow": 18, "grey": 10,
        "cafes": 2, "visit-all": 12, "task": 10,
    }  # fmt: skip
    assert found["status"]["kind"] == "incomplete"


def test_a_table_whose_turn_to_be_searched_has_not_come_says_so(
    client: FlaskClient,
    four: str,
    example: dict[str, Any],
    anothers_turn: Callable[[], AbstractContextManager[bool]],
) -> None:
    draw(client, f"{four}/2", example["marks"])
    with anothers_turn():
        found = table(client, four)
        assert (found["busy"], found["players"][1]["optimal"]) == (True, False)
    after = table(client, four)
    assert (after["busy"], after["players"][1]["optimal"]) == (False, True)


def test_a_board_scored_on_its_own_becomes_the_first_of_a_table(
    client: FlaskClient, games: GameStore, example: dict[str, Any]
) -> None:
    board = client.post("/boards", data={"board": "first-city"}).headers["Location"]
    draw(client, board, example["marks"])
    key = board.split("/")[2]
    assert client.get(f"/game/{key}").headers["Location"] == board
    assert "Add a player" in client.get(board).text
    looking = games.load(key).view_key
    assert client.post(f"/game/{looking}/players", data={"name": "Boris"}).status_code == 403
    assert client.post(f"/game/{key}/players", data={"name": "Boris"}).status_code == 303
    players = table(client, f"/game/{key}")["players"]
    assert [one["name"] for one in players] == ["Player 1", "Boris"]
    assert len({one["colour"] for one in players}) == 2
    assert [one["status"] for one in players] == ["hand", "empty"]
    assert client.get(f"/game/{key}").status_code == 200
    assert "Add a player" not in client.get(board).text


def test_places_are_told_once_two_boards_are_known(
    client: FlaskClient, games: GameStore, four: str, example: dict[str, Any]
) -> None:
    draw(client, f"{four}/2", example["marks"])
    assert table(client, four)["places"] == []
    # A photo that is still being read says nothing of its board yet.
    photo = NewPicture(PictureInfo(4, 4), b"photo")
    games.put_photo(four.split("/")[2], 3, photo, Source.PHOTO)
    found = table(client, four)
    assert (found["places"], found["players"][2]["status"]) == ([], "empty")
    draw(client, f"{four}/1", {**example["marks"], "sections": ["a0-b0"]})
    assert [one["seats"] for one in table(client, four)["places"]] == [[2], [1]]


def test_boards_that_are_drawn_alike_are_named(
    client: FlaskClient, four: str, example: dict[str, Any]
) -> None:
    assert table(client, four)["alike"] == []
    for seat in (2, 4):
        draw(client, f"{four}/{seat}", example["marks"])
    assert table(client, four)["alike"] == [[2, 4]]
    changed = {**example["marks"], "sections": example["marks"]["sections"][4:]}
    draw(client, f"{four}/3", changed)
    assert table(client, four)["alike"] == [[2, 4]]


def test_ties_are_broken_by_the_longer_route(client: FlaskClient, example: dict[str, Any]) -> None:
    game = begin(client, "Anna", "Boris")
    marks = {**example["marks"], "tourists": {}, "cafes": {}, "task": []}
    draw(client, f"{game}/1", {**marks, "sections": ["a0-b0"]})
    draw(client, f"{game}/2", {**marks, "sections": ["a0-b0", "b0-c0"]})
    rate(client, game, example["setup"]["ratings"])
    declare(client, f"{game}/1")
    found = table(client, game)
    assert [one["total"] for one in found["players"]] == [0, 0]
    assert found["places"] == [{"place": 1, "seats": [1, 2], "ahead_by": None}]
    assert "by the" not in client.get(f"{game}/table.csv").text
    declare(client, f"{game}/2")
    found = table(client, game)
    assert found["places"][0] == {"place": 1, "seats": [2], "ahead_by": "length"}
    assert found["status"]["kind"] == "final"
    assert "Winner: Boris (by the longer route)" in client.get(f"{game}/table.csv").text


def test_a_rating_set_on_one_phone_counts_for_all(
    client: FlaskClient, four: str, example: dict[str, Any]
) -> None:
    rate(client, four, example["setup"]["ratings"])
    draw(client, f"{four}/1", example["marks"])
    state = json_at(client, f"{four}/1/state")
    edit = {"kind": "rating", "where": "tv-tower", "value": 12}
    client.post(f"{four}/1/edits", json={"version": state["version"], "edits": [edit]})
    found = table(client, four)
    assert found["setup"]["ratings"]["tv-tower"] == 12
    assert found["players"][0]["total"] == 107
    assert json_at(client, f"{four}/2/state")["setup"]["ratings"]["tv-tower"] == 12


def test_two_phones_that_set_ratings_at_once_are_told(client: FlaskClient, four: str) -> None:
    version = table(client, four)["version"]
    edit = {"kind": "rating", "where": "school", "value": 6}
    first = client.post(f"{four}/edits", json={"version": version, "edits": [edit]})
    late = client.post(f"{four}/edits", json={"version": version, "edits": [edit]})
    assert (first.status_code, late.status_code) == (200, 409)
    assert json_in(late)["state"] == json_in(first)


@pytest.mark.parametrize("turned", [False, True])
def test_goal_cards_changed_while_the_page_is_left_are_kept_in_whatever_order_they_come(
    client: FlaskClient, four: str, turned: bool
) -> None:
    before = table(client, four)
    first, last = ({**TURNS, "won": won} for won in (10, 12))
    chain = [(before["setup"]["goals"], [first]), ([first], [last])]
    edits = [{"kind": "goals", "where": "", "was": was, "value": now} for was, now in chain]
    sent = [edits[:1], edits]
    for one in reversed(sent) if turned else sent:
        client.post(f"{four}/edits", json={"version": before["version"], "edits": one})
    assert [card["won"] for card in table(client, four)["setup"]["goals"]] == [12]


def test_goal_cards_that_lie_out_otherwise_than_a_phone_knew_are_told(
    client: FlaskClient, four: str
) -> None:
    version = table(client, four)["version"]
    others = {"kind": "goals", "where": "", "value": [{**TURNS, "measure": "length"}]}
    client.post(f"{four}/edits", json={"edits": [others]})
    own = {"kind": "goals", "where": "", "was": [], "value": [TURNS]}
    late = client.post(f"{four}/edits", json={"version": version, "edits": [own]})
    assert late.status_code == 409
    assert [one["measure"] for one in json_in(late)["state"]["setup"]["goals"]] == ["length"]


def test_marks_do_not_belong_to_the_whole_table(client: FlaskClient, four: str) -> None:
    edit = {"kind": "section", "where": "a0-b0", "value": True}
    answer = client.post(f"{four}/edits", json={"version": 1, "edits": [edit]}, headers=JSON)
    assert answer.status_code == 422


def test_a_team_game_has_two_teams(client: FlaskClient, example: dict[str, Any]) -> None:
    game = begin(client, "Anna", "Boris", "Chen", "Dora", kind="team")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    teams = table(client, game)["teams"]
    assert [one["points"] for one in teams["figures"]] == [105, 0]
    # Nobody has a place while only one team has a board.
    assert table(client, game)["places"] == teams["places"] == []
    draw(client, f"{game}/2", {**example["marks"], "tourists": {}})
    found = table(client, game)
    # Partners share the place of their team, whoever of all four has most.
    assert [(one["place"], one["seats"]) for one in found["places"]] == [(1, [1, 3]), (2, [2, 4])]
    rows = list(csv.reader(StringIO(client.get(f"{game}/table.csv").text)))
    assert ["Team’s place", "1", "2", "1", "2"] in rows
    points = [one["points"] for one in found["teams"]["figures"]]
    told = f"Team 1: Anna, Chen, {points[0]} PP, difference 105. Team 2: Boris, Dora, {points[1]}"
    assert rows[-1][0].startswith(told)
    assert "Ahead so far: Anna, Chen." in rows[-1][0]


def test_partners_win_together(client: FlaskClient, example: dict[str, Any]) -> None:
    """Boris has most of all, but Anna and Chen have more together."""
    game = begin(client, "Anna", "Boris", "Chen", "Dora", kind="team")
    rate(client, game, example["setup"]["ratings"])
    fewer = {**example["marks"], "cafes": {}}
    little = {"sections": ["b1-c1"], "tourists": {}, "cafes": {}, "task": []}
    for seat, marks in enumerate((fewer, example["marks"], fewer, little), 1):
        draw(client, f"{game}/{seat}", marks)
        declare(client, f"{game}/{seat}")
    found = table(client, game)
    assert found["status"]["kind"] == "final", found["status"]
    totals = [one["total"] for one in found["players"]]
    assert max(totals) == totals[1]
    assert [one["seats"] for one in found["places"]] == [[1, 3], [2, 4]]
    assert "Winner: Anna, Chen (by points)" in client.get(f"{game}/table.csv").text
    winners = [one["name"] for one in stats_of(client, game)["players"] if one["winner"]]
    assert winners == ["Anna", "Chen"]


def test_a_solo_game_seats_one(client: FlaskClient) -> None:
    assert len(table(client, begin(client, "Anna", kind="solo"))["players"]) == 1
    data = {"board": "first-city", "kind": "solo", "name1": "Anna", "name2": "Boris"}
    answer = client.post("/games", data=data)
    assert answer.status_code == 422
    assert "A solo game has one player" in answer.text
    # The name counts in whichever row it was typed.
    only = client.post("/games", data={**data, "name1": ""}).headers["Location"]
    assert [one["name"] for one in table(client, only)["players"]] == ["Boris"]


@pytest.mark.slow
def test_more_players_join_change_and_leave(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris")
    client.post(f"{game}/players", data={"name": " Chen \n\x07 Li  "})
    client.post(f"{game}/players/1", data={"name": "Anne", "colour": "black"})
    client.post(f"{game}/players/2", data={"remove": "yes"})
    # A second tap says nothing more.
    again = client.post(f"{game}/players/2", data={"remove": "yes"})
    assert again.headers["Location"] == game
    assert client.post(f"{game}/players/2", data={"name": "Boris"}).status_code == 404
    players = table(client, game)["players"]
    assert [(one["seat"], one["name"]) for one in players] == [(1, "Anne"), (3, "Chen Li")]
    assert players[0]["colour"] == "black"
    for _ in range(10):
        answer = client.post(f"{game}/players", data={"name": "one more"})
        # More than a box has boards for are taken, with a word.
        seated = len(table(client, game)["players"])
        assert ("boards for 4 players" in client.get(game).text) == (seated > 4)
    assert answer.status_code == 422
    assert "This table is full" in answer.text


def test_nobody_shares_a_colour(client: FlaskClient) -> None:
    form = {"board": "first-city", **{f"name{i}": f"Anna {i}" for i in (1, 2, 3)}}
    chosen = {"colour1": "sky", "colour2": "orange", "colour3": "sky"}
    game = client.post("/games", data={**form, **chosen}).headers["Location"]
    assert [one["colour"] for one in table(client, game)["players"]] == ["sky", "orange", "green"]
    # Who had it gets the one that is given up.
    client.post(f"{game}/players/3", data={"name": "Anna 3", "colour": "orange"})
    assert [one["colour"] for one in table(client, game)["players"]] == ["sky", "green", "orange"]


def test_a_name_is_text_and_nothing_else(client: FlaskClient) -> None:
    game = begin(client, "<script>alert(1)</script>", "Boris")
    page = client.get(game).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.slow
def test_an_emoji_of_several_is_one_letter_of_a_name(client: FlaskClient) -> None:
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
    game = begin(client, f"{family} Anna", "Maximiliane Charlotte")
    names = [one["name"] for one in table(client, game)["players"]]
    assert names == [f"{family} Anna", "Maximiliane Charlotte"]
    # The circle beside the name has all of the family, too.
    assert f'aria-hidden="true">{family}</span>' in client.get(game).text
    # A game that is saved as a file is opened again.
    content = client.get(f"{game}/game.json").data
    file = {"file": (BytesIO(content), "game.json")}
    again = client.post("/files", data=file).headers["Location"]
    assert [one["name"] for one in table(client, again)["players"]] == names


@pytest.mark.slow
def test_the_view_link_shows_all_and_changes_nothing(
    client: FlaskClient, games: GameStore, four: str
) -> None:
    key = four.rpartition("/")[2]
    look = f"/game/{games.load(key).view_key}"
    page = client.get(look)
    assert page.status_code == 200
    for path in ("", "/1", "/table", "/1/scene", "/1/state"):
        assert key not in client.get(look + path).text, path
    assert "<form" not in re.sub(r'<form class="languages".*?</form>', "", page.text, flags=re.S)
    before = table(client, four)
    edit = {"kind": "section", "where": "a0-b0", "value": True}
    rating = {"kind": "rating", "where": "school", "value": 6}
    version = json_at(client, f"{look}/1/state")["version"]
    for path, send in (
        ("/1/edits", {"json": {"version": version, "edits": [edit]}}),
        ("/edits", {"json": {"version": before["version"], "edits": [rating]}}),
        ("/players", {"data": {"name": "Mallory"}}),
        ("/players/1", {"data": {"name": "Mallory"}}),
        ("/rematch", {}),
        ("/delete", {}),
        ("/1/photo", {"data": {}}),
    ):
        assert client.post(look + path, headers=JSON, **send).status_code == 403, path
    assert table(client, four) == before


def test_deleting_a_game_takes_every_board_away(client: FlaskClient, four: str) -> None:
    assert client.post(f"{four}/delete").status_code == 303
    for path in ("", "/1", "/4", "/table", "/stamp", "/events", "/join.svg"):
        assert client.get(four + path).status_code == 404, path


def test_a_rematch_keeps_the_players_and_nothing_they_drew(
    client: FlaskClient, four: str, example: dict[str, Any]
) -> None:
    rate(client, four, example["setup"]["ratings"])
    draw(client, f"{four}/1", example["marks"])
    again = client.post(f"{four}/rematch").headers["Location"]
    assert again != four
    found = table(client, again)
    assert [one["name"] for one in found["players"]] == ["Anna", "Boris", "千", "Dora"]
    assert {one["total"] for one in found["players"]} == {0}
    assert set(found["setup"]["ratings"].values()) == {4}


def test_all_phones_are_told_of_a_rematch_and_there_is_but_one(
    client: FlaskClient, four: str
) -> None:
    keys = set(re.findall(r'/game/([\w-]{22})"', client.get(four).text))
    (view,) = {f"/game/{key}" for key in keys} - {four}
    assert table(client, four)["rematch"] is None
    before = json_at(client, f"{four}/stamp")
    again = client.post(f"{four}/rematch").headers["Location"]
    assert json_at(client, f"{four}/stamp") != before, "nobody would be told"
    assert table(client, four)["rematch"] == again
    assert json_at(client, f"{four}/3/state")["rematch"] == f"{again}/3"
    assert client.post(f"{four}/rematch").headers["Location"] == again
    looked_at = table(client, view)["rematch"]
    assert looked_at not in (None, again)
    assert not table(client, looked_at)["editable"]
    # From there a link leads back, on a phone that looks on to where it may look.
    assert f'href="{four}">The game before<' in client.get(again).text
    assert f'href="{view}">The game before<' in client.get(looked_at).text
    client.post(f"{again}/1/which/by-hand", data={"board": "london"})
    assert f'href="{four}">The game before<' in client.get(again).text, "in another city too"
    assert "The game before" not in client.get(four).text
    for game in (four, again):
        assert not {"rematch", "rematch_of"} & client.get(f"{game}/game.json").get_json().keys()
    client.post(f"{again}/delete")
    assert table(client, four)["rematch"] is None
    third = client.post(f"{four}/rematch").headers["Location"]
    assert third != again
    client.post(f"{four}/delete")
    assert "The game before" not in client.get(third).text


def test_full_stays_full_and_asks_for_its_cards(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris", mode="full")
    assert table(client, game)["mode"] == "full"
    assert {"kind": "goals"} in table(client, game)["status"]["missing"]
    client.post(f"{game}/edits", json={"edits": [{"kind": "goals", "where": "", "value": [TURNS]}]})
    found = table(client, game)
    assert found["mode"] == "full"
    assert {"kind": "goals"} not in found["status"]["missing"]
    again = client.post(f"{game}/rematch").headers["Location"]
    assert table(client, again)["mode"] == "full"
    assert table(client, again)["setup"]["goals"] == [], "they are drawn anew"
    client.post(
        f"{again}/edits", json={"edits": [{"kind": "mode", "where": "", "value": "medium"}]}
    )
    assert table(client, again)["mode"] == "medium"
    saved = client.get(f"{game}/game.json").get_json()
    assert saved["goal_cards"] is True


@pytest.mark.parametrize("mode", ["simplified", "medium"])
def test_a_mode_without_goal_cards_puts_them_aside(client: FlaskClient, mode: str) -> None:
    """They count nowhere, and come back with the mode; cards laid out instead replace them."""
    game = begin(client, "Anna", mode="full")
    set_goals(client, game, TURNS)

    def chosen(*edits: tuple[str, object]) -> dict[str, Any]:
        sent = [{"kind": kind, "where": "", "value": value} for kind, value in edits]
        assert client.post(f"{game}/edits", json={"edits": sent}).status_code == 200
        return table(client, game)

    # Phones that have not heard of it say beside the mode that there are no cards.
    for edits in ([("mode", mode)], [("mode", mode), ("goals", [])]):
        without = chosen(*edits)
        assert without["mode"] == mode
        assert without["setup"]["goals"] == []
        assert "goals" not in without["players"][0]["lines"]
        state = json_at(client, f"{game}/1/state")
        assert (state["setup"]["goals"], state["sheet"]["goals"]) == ([], [])
        for data in (without, state):
            assert [one["measure"] for one in data["goals_aside"]] == ["turns"]
        saved = json_at(client, f"{game}/game.json")
        assert (saved["goals"], "goals_aside" in saved) == ([], False)
        back = chosen(("mode", "full"))
        assert [one["measure"] for one in back["setup"]["goals"]] == ["turns"]
        assert back["goals_aside"] == []
    chosen(("mode", mode))
    other = chosen(("goals", [{**TURNS, "measure": "length"}]), ("mode", "full"))
    assert [one["measure"] for one in other["setup"]["goals"]] == ["length"]
    assert other["goals_aside"] == []


def test_paris_asks_for_its_tours_once_or_is_told_that_there_are_no_others(
    client: FlaskClient,
) -> None:
    game = begin(client, "Anna", "Boris", board="paris")

    def lacks(game: str, *edits: tuple[str, Any]) -> bool:
        for kind, value in edits:
            edit = {"kind": kind, "where": "", "value": value}
            assert client.post(f"{game}/edits", json={"edits": [edit]}).status_code == 200
        return {"kind": "tours"} in table(client, game)["status"]["missing"]

    assert lacks(game)
    assert client.get(f"{game}/table.csv").text.count("the themed tours") == 1
    assert lacks(game, ("tours", ["islands", "bridges"]))
    assert not lacks(game, ("fewer-tours", True))
    data = client.get(f"{game}/game.json").data
    assert json.loads(data)["fewer_tours"] is True
    opened = client.post("/files", data={"file": (BytesIO(data), "game.json")})
    assert not lacks(opened.headers["Location"])
    # Whoever changes the tours later may have more of them.
    assert lacks(game, ("tours", ["islands"]))
    assert not lacks(game, ("tours", ["islands", "bridges", "lights"]))
    assert not lacks(game, ("tours", []), ("fewer-tours", True))
    again = client.post(f"{game}/rematch").headers["Location"]
    assert lacks(again), "they are drawn anew"


def test_a_phone_that_joins_is_asked_who_holds_it(client: FlaskClient, four: str) -> None:
    page = client.get(f"{four}/join").text
    for seat, name in enumerate(("Anna", "Boris", "千", "Dora"), 1):
        assert re.search(f'href="{four}/{seat}".*{name}', page)
    answer = client.post(f"{four}/players", data={"name": "Emil", "own": "yes"})
    assert answer.headers["Location"] == f"{four}/5"
    assert f'data-copy="http://localhost{four}/join"' in client.get(four).text


def test_start_makes_the_players_that_were_filled_in(client: FlaskClient) -> None:
    form = {"board": "first-city", "name2": "Anna", "name4": "Boris", "colour4": "black"}
    found = table(client, client.post("/games", data=form).headers["Location"])
    assert [(one["name"], one["colour"]) for one in found["players"]] == [
        ("Anna", "sky"),
        ("Boris", "black"),
    ]


def test_one_board_scored_on_its_own_shows_itself(client: FlaskClient, game: str) -> None:
    answer = client.get(game.rpartition("/")[0])
    assert (answer.status_code, answer.headers["Location"]) == (302, game)


def test_the_qr_code_is_a_picture(client: FlaskClient, four: str) -> None:
    answer = client.get(f"{four}/join.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_the_stream_tells_of_a_change(client: FlaskClient, four: str) -> None:
    stamp = json_at(client, f"{four}/stamp")["stamp"]
    answer = client.get(f"{four}/events?seen={stamp}")
    events = answer.iter_encoded()
    assert next(events).startswith(b"retry:")
    assert next(events) == b": here\n\n"
    client.post(f"{four}/players", data={"name": "Eve"})
    after = json_at(client, f"{four}/stamp")["stamp"]
    assert after != stamp
    assert next(events) == f"event: stamp\ndata: {after}\n\n".encode()
    client.post(f"{four}/delete")
    assert next(events).startswith(b"event: gone")
    answer.close()


@pytest.mark.parametrize(
    ("box", "page"), [("en-route", "table"), ("en-route", "1/scene"), ("phototour", "table")]
)
def test_what_changes_while_a_page_is_answered_is_told_to_it(
    client: FlaskClient, four: str, monkeypatch: pytest.MonkeyPatch, box: str, page: str
) -> None:
    if box == "phototour":
        four = begin_phototour(client, "Anna", "Boris")
    load = GameStore.load

    def loaded(store: GameStore, key: str) -> Game:
        game = load(store, key)
        store.change_player(key, 1, "Eve", "blue")
        return game

    with monkeypatch.context() as patch:
        patch.setattr(GameStore, "load", loaded)
        shown = json_at(client, f"{four}/{page}")["stamp"]
    now = json_at(client, f"{four}/{page.removesuffix('table').removesuffix('scene')}stamp")
    assert shown != now["stamp"]
    assert json_at(client, f"{four}/{page}")["stamp"] == now["stamp"]


def test_a_board_is_told_of_what_bears_on_it(client: FlaskClient, four: str) -> None:
    def stamps() -> list[str]:
        return [json_at(client, f"{four}/{seat}/stamp")["stamp"] for seat in (1, 2)]

    def tap(road: str) -> list[str]:
        version = json_at(client, f"{four}/1/state")["version"]
        edit = {"kind": "section", "where": road, "value": True}
        client.post(f"{four}/1/edits", json={"version": version, "edits": [edit]})
        return stamps()

    first = stamps()
    assert first == [str(json_at(client, f"{four}/{seat}/state")["version"]) for seat in (1, 2)]
    with client.get(f"{four}/2/events?seen={first[1]}") as answer:
        events = answer.iter_encoded()
        assert next(events).startswith(b"retry:")
        assert next(events) == b": here\n\n"
        second = tap("a0-b0")
        assert next(events) == b": here\n\n", "another board is no news"
        assert second[0] != first[0]
        assert second[1] == first[1]
        rating = {"kind": "rating", "where": "school", "value": 6}
        client.post(f"{four}/edits", json={"edits": [rating]})
        third = stamps()
        assert all(new != old for new, old in zip(third, second, strict=True))
        assert next(events) == f"event: stamp\ndata: {third[1]}\n\n".encode()
    goals = {"kind": "goals", "where": "", "value": [TURNS]}
    client.post(f"{four}/edits", json={"edits": [goals]})
    before = stamps()
    assert all(new != old for new, old in zip(tap("b0-c0"), before, strict=True)), "all compete"
    client.post(f"{four}/delete")
    assert client.get(f"{four}/1/stamp").status_code == 404


def test_beyond_so_many_streams_pages_ask_instead(client: FlaskClient, four: str) -> None:
    from scorer.web.serving.live import MOST_STREAMS

    open_ones = [
        client.get(f"{four}/events", environ_base={"REMOTE_ADDR": f"192.0.2.{i}"})
        for i in range(MOST_STREAMS)
    ]
    started = [next(one.iter_encoded()) for one in open_ones]
    assert len(started) == MOST_STREAMS
    assert client.get(f"{four}/events").status_code == 503
    for one in open_ones:
        one.close()
    after = client.get(f"{four}/events")
    assert after.status_code == 200
    after.close()


def test_one_address_does_not_take_all_streams(client: FlaskClient, four: str) -> None:
    from scorer.web.serving.live import MOST_STREAMS_EACH

    open_ones = [client.get(f"{four}/events") for _ in range(MOST_STREAMS_EACH)]
    assert client.get(f"{four}/events").status_code == 503
    other = client.get(f"{four}/events", environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert other.status_code == 200
    for one in (*open_ones, other):
        one.close()


def test_streams_that_nobody_reads_end_as_well(client: FlaskClient, four: str) -> None:
    from scorer.web.serving.live import MOST_STREAMS

    for _ in range(2 * MOST_STREAMS):
        client.head(f"{four}/events").close()
    answer = client.get(f"{four}/events")
    assert answer.status_code == 200
    answer.close()


def test_goal_cards_are_won_against_the_others(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna", "Boris", mode="full")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    draw(client, f"{game}/2", {**example["marks"], "sections": ["a0-b0", "b0-b1"]})
    set_goals(client, game, TURNS)
    anna, boris = table(client, game)["players"]
    assert (anna["lines"]["goals"], boris["lines"]["goals"]) == (8, 4)
    assert anna["goals"][0]["won"]
    assert boris["goals"][0]["reached"]
    assert not boris["goals"][0]["won"]
    state = json_at(client, f"{game}/1/state")
    assert state["sheet"]["total"] == anna["total"]


def test_a_goal_card_that_means_nothing_is_refused(client: FlaskClient, four: str) -> None:
    before = table(client, four)
    for card in ({**TURNS, "won": 1}, {**TURNS, "of": "red"}, {**TURNS, "measure": "magic"}):
        edits = [{"kind": "goals", "where": "", "value": [card]}]
        data = {"version": before["version"], "edits": edits}
        assert client.post(f"{four}/edits", json=data, headers=JSON).status_code == 422
    assert table(client, four) == before


def csv_of(client: FlaskClient, game: str) -> list[list[str]]:
    return list(csv.reader(StringIO(client.get(f"{game}/table.csv").text)))


def test_a_solo_player_sets_out_for_a_level_of_the_table(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna", kind="solo")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    declare(client, f"{game}/1")
    assert table(client, game)["solo"]["won"] is None
    assert csv_of(client, game)[-1][0] == "Landmarks on it", "no challenge, no word of one"
    assert stats_of(client, game)["players"][0]["winner"] is False
    for points, won in ((105, True), (106, False)):
        version = table(client, game)["version"]
        challenge = {"level": "", "points": points, "goals": 0}
        edits = [{"kind": "challenge", "where": "", "value": challenge}]
        client.post(f"{game}/edits", json={"version": version, "edits": edits})
        assert table(client, game)["solo"]["won"] is won
        said = f"Challenge {'' if won else 'not '}met: 105 of {points} PP, 0 of 0 goals."
        assert csv_of(client, game)[-1][0] == said
        stats = stats_of(client, game)
        assert (stats["players"][0]["winner"], stats["comments"]) == (won, f"Final · {said}")
    # A reached card gives no points: on the paper pad it is marked.
    set_goals(client, game, TURNS, {**TURNS, "threshold": 99})
    assert ["Goal cards", "+"] in csv_of(client, game)
    set_goals(client, game, {**TURNS, "threshold": 99})
    assert ["Goal cards", "0"] in csv_of(client, game)


def test_a_challenge_is_one_once_its_points_are_told(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna", kind="solo")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    for value, status in (
        ({"goals": 0}, 200),
        ({"level": "", "points": None, "goals": 0}, 200),
        ({"points": -5, "goals": 0}, 422),
        ({"points": 1000, "goals": 0}, 422),
        ({"points": 40, "goals": 4}, 422),
    ):
        edits = [{"kind": "challenge", "where": "", "value": value}]
        answer = client.post(f"{game}/edits", json={"edits": edits}, headers=JSON)
        assert answer.status_code == status
        solo = table(client, game)["solo"]
        assert (solo["challenge"], solo["won"]) == (None, None)


def test_balance_cards_are_each_players_own(client: FlaskClient, four: str) -> None:
    version = json_at(client, f"{four}/1/state")["version"]
    edits = [{"kind": "balance", "where": "", "value": 2}]
    client.post(f"{four}/1/edits", json={"version": version, "edits": edits})
    assert [one["balance_cards"] for one in table(client, four)["players"]] == [2, 0, 0, 0]
    assert json_at(client, f"{four}/1/state")["setup"]["balance_cards"] == 2


@pytest.mark.slow
@pytest.mark.parametrize("city", city_names())
def test_every_city_has_its_table_and_boards(client: FlaskClient, city: str) -> None:
    board = load_city(city).practice_board
    game = begin(client, "Anna", "Boris", board=board.id)
    roads = [str(road.id) for road in board.roads[:4]]
    edits = [{"kind": "section", "where": one, "value": True} for one in roads]
    if load_city(city).coloured:
        edits = [{**edit, "value": "red"} for edit in edits]
    version = json_at(client, f"{game}/1/state")["version"]
    answer = client.post(f"{game}/1/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text
    assert sorted(json_in(answer)["marks"]["sections"]) == sorted(roads)
    found = table(client, game)
    assert found["players"][0]["total"] == json_in(answer)["sheet"]["total"]
    assert client.get(f"{game}/1/scene").status_code == 200
    assert client.get(f"{game}/1").status_code == 200


def test_a_name_that_is_too_long_or_gone_is_refused_without_a_script_too(
    client: FlaskClient,
) -> None:
    game = begin(client, "Anna", "Boris")
    for typed, told in (("x" * 41, "at most 40 characters"), (" ", "Enter a name")):
        answer = client.post(f"{game}/players/1", data={"name": typed})
        assert answer.status_code == 422
        assert told in answer.text
        # The page comes back with what was typed.
        assert f'value="{typed}"' in answer.text
    assert [one["name"] for one in table(client, game)["players"]] == ["Anna", "Boris"]
    assert client.post(f"{game}/players", data={"name": "x" * 41}).status_code == 422
    for address in ("/games", "/games/phototour"):
        form = {"board": "first-city", "kind": "usual", "name1": "x" * 41, "name2": "Boris"}
        answer = client.post(address, data=form)
        assert answer.status_code == 422
        assert 'value="Boris"' in answer.text
    assert client.post(f"{game}/players/1", data={"name": "x" * 40}).status_code == 303
