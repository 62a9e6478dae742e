"""Other routes, a route of one's own, and a disputed sheet."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.jsonfile import to_data
from scorer.rules.search.best import score
from scorer.store.games import GameStore, NewPicture, PictureInfo, StoredReading
from tests.support.cityboards import Game
from tests.support.client import JSON, declare, json_at, json_in
from tests.support.fullboards import cairo, london


def test_the_best_routes_come_in_order(client: FlaskClient, game: str) -> None:
    routes = json_at(client, f"{game}/routes")["alternatives"]
    totals = [route["total"] for route in routes]
    assert totals[0] == 105
    assert totals == sorted(totals, reverse=True)
    for route in routes:
        assert 105 + sum(route["difference"].values()) == route["total"]


def test_the_best_route_as_ones_own_has_no_difference(client: FlaskClient, game: str) -> None:
    stops = json_at(client, f"{game}/state")["sheet"]["route"]["crossroads"]
    answer = json_in(client.post(f"{game}/own", json={"stops": stops}))
    assert (answer["sheet"]["total"], answer["best"], answer["difference"]) == (105, 105, {})
    shorter = json_in(client.post(f"{game}/own", json={"stops": stops[:-3]}))
    assert shorter["sheet"]["total"] == 105 + sum(shorter["difference"].values()) < 105
    nothing = json_in(client.post(f"{game}/own", json={"stops": []}))
    assert nothing["sheet"]["length"] == 0


@pytest.mark.parametrize("played", [cairo(), london()], ids=["cairo", "london"])
def test_a_route_of_ones_own_may_ride(
    client: FlaskClient, opened: Callable[[object], str], played: Game
) -> None:
    address = opened({"marks": to_data(played.marks), "setup": to_data(played.setup)})
    best = score(played.filled)
    ride = best.route.ride
    assert ride
    scene = json_at(client, f"{address}/scene")["scene"]
    assert sorted([str(ride.start), str(ride.end)]) in scene["rides"]
    answer = json_in(client.post(f"{address}/own", json={"stops": best.route.text.split()}))
    assert answer["sheet"]["total"] == answer["best"] == best.total


def test_a_board_without_rides_offers_none(client: FlaskClient, game: str) -> None:
    assert json_at(client, f"{game}/scene")["scene"]["rides"] == []


def test_a_route_that_cannot_be_walked_is_refused(client: FlaskClient, game: str) -> None:
    for stops in (["a0", "b0"], ["a0", "f6"], ["zz"], ["c2"]):
        answer = client.post(f"{game}/own", json={"stops": stops}, headers=JSON)
        assert answer.status_code == 422
        assert "This route cannot be walked" in json_in(answer)["error"]
    # In other languages the place is told alone, which all understand.
    client.set_cookie("language", "ru")
    for stops, place in (
        (["a0", "b0"], "a0-b0"),
        (["a0", "f6"], "a0"),
        (["zz"], "что-то в этих данных"),
    ):
        answer = client.post(f"{game}/own", json={"stops": stops}, headers=JSON)
        assert json_in(answer)["error"] == f"Этот маршрут не пройти: {place}"


def dispute(client: FlaskClient, game: str, total: int | None = None, **lines: int) -> Any:
    body = {"lines": {step.replace("_", "-"): n for step, n in lines.items()}, "total": total}
    return json_in(client.post(f"{game}/dispute", json=body))


def test_a_sheet_written_rightly_is_right(client: FlaskClient, game: str) -> None:
    lines = json_at(client, f"{game}/state")["sheet"]["lines"]
    written = {line["step"].replace("-", "_"): line["points"] for line in lines}
    assert dispute(client, game, 105, **written)["right"] is True


def test_nothing_is_told_before_it_is_ones_turn_to_search(
    client: FlaskClient, game: str, anothers_turn: Callable[[], AbstractContextManager[bool]]
) -> None:
    with anothers_turn():
        assert json_at(client, f"{game}/routes") == {"busy": True}
        assert json_in(client.post(f"{game}/own", json={"stops": []})) == {"busy": True}
        assert dispute(client, game, cafes=6) == {"busy": True}
    assert json_at(client, f"{game}/routes")["alternatives_proved"] is True


def test_a_used_cafe_counted_is_told(client: FlaskClient, game: str) -> None:
    found = dispute(client, game, cafes=6)
    (line,) = found["lines"]
    assert (line["claimed"], line["computed"]) == (6, 2)
    kinds = {one["kind"] for why in line["explanations"] for one in why["mistakes"]}
    assert "used-cafes-counted" in kinds


def doubted(games: GameStore, game: str, **doubt: Any) -> None:
    """A reading of what is drawn in *game* that doubts one place."""
    key = game.split("/")[2]
    player = games.load(key).player(1)
    told = {"confidence": 0.5, "reason": "glare", **doubt}
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    reading = StoredReading(0, player.marks, [told], [], {})
    games.add_reading(key, 1, player.version, reading, player.marks, picture)


def test_a_place_to_check_that_makes_a_number_right_is_told(
    client: FlaskClient, games: GameStore, game: str
) -> None:
    """Of the squares 3 are at C3 on the route, with 2 green landmarks: one more is 2 × 11."""
    values = [{"square": 2, "circle": 1}, {"square": 4, "circle": 1}]
    read = {"square": 3, "circle": 1}
    place = {"kind": "tourists", "where": "C3"}
    doubted(games, game, **place, read=read, alternatives=values)
    found = dispute(client, game, 105, green=22, red=16)
    green, red = sorted(found["lines"], key=lambda line: line["step"])
    assert (green["computed"], found["status"]["to_check"]) == (20, 1)
    assert green["readings"] == [{**place, "value": values[1]}]
    assert red["readings"] == found["total"]["readings"] == []
    # The total that it would come to is explained as well.
    assert dispute(client, game, 107)["total"]["readings"] == [{**place, "value": values[1]}]
    # Once somebody has looked the player is wrong.
    declare(client, game)
    (line,) = dispute(client, game, green=22)["lines"]
    assert line["readings"] == []


def test_a_wrong_total_is_told(client: FlaskClient, game: str) -> None:
    found = dispute(client, game, 93)
    assert (found["total"]["claimed"], found["total"]["computed"]) == (93, 105)
    assert found["right"] is False


def test_what_is_no_sheet_is_refused(client: FlaskClient, game: str) -> None:
    for body in (b"", b"{}", b'{"lines": {"red": -1}}', b'{"lines": {"red": "x"}}'):
        answer = client.post(f"{game}/dispute", data=body, headers=JSON)
        assert answer.status_code == 422
