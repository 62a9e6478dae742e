"""Other routes, a route of one's own, and a disputed sheet."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.conftest import JSON


def test_the_best_routes_come_in_order(client: FlaskClient, game: str) -> None:
    routes = client.get(f"{game}/routes").json["alternatives"]
    totals = [route["total"] for route in routes]
    assert totals[0] == 105
    assert totals == sorted(totals, reverse=True)
    for route in routes:
        assert 105 + sum(route["difference"].values()) == route["total"]


def test_the_best_route_as_ones_own_has_no_difference(client: FlaskClient, game: str) -> None:
    stops = client.get(f"{game}/state").json["sheet"]["route"]["crossroads"]
    answer = client.post(f"{game}/own", json={"stops": stops}).json
    assert (answer["sheet"]["total"], answer["best"], answer["difference"]) == (105, 105, {})
    shorter = client.post(f"{game}/own", json={"stops": stops[:-3]}).json
    assert shorter["sheet"]["total"] == 105 + sum(shorter["difference"].values()) < 105
    nothing = client.post(f"{game}/own", json={"stops": []}).json
    assert nothing["sheet"]["length"] == 0


def test_a_route_that_cannot_be_walked_is_refused(client: FlaskClient, game: str) -> None:
    for stops in (["a0", "b0"], ["a0", "f6"], ["zz"], ["c2"]):
        answer = client.post(f"{game}/own", json={"stops": stops}, headers=JSON)
        assert answer.status_code == 422
        assert "This route cannot be walked" in answer.json["error"]


def dispute(client: FlaskClient, game: str, total: int | None = None, **lines: int) -> Any:
    body = {"lines": {step.replace("_", "-"): n for step, n in lines.items()}, "total": total}
    return client.post(f"{game}/dispute", json=body).json


def test_a_sheet_written_rightly_is_right(client: FlaskClient, game: str) -> None:
    lines = client.get(f"{game}/state").json["sheet"]["lines"]
    written = {line["step"].replace("-", "_"): line["points"] for line in lines}
    assert dispute(client, game, 105, **written)["right"] is True


def test_a_used_cafe_counted_is_told(client: FlaskClient, game: str) -> None:
    found = dispute(client, game, cafes=6)
    (line,) = found["lines"]
    assert (line["claimed"], line["computed"]) == (6, 2)
    kinds = {one["kind"] for why in line["explanations"] for one in why["mistakes"]}
    assert "used-cafes-counted" in kinds


def test_a_wrong_total_is_told(client: FlaskClient, game: str) -> None:
    found = dispute(client, game, 93)
    assert (found["total"]["claimed"], found["total"]["computed"]) == (93, 105)
    assert found["right"] is False


def test_what_is_no_sheet_is_refused(client: FlaskClient, game: str) -> None:
    for body in (b"", b"{}", b'{"lines": {"red": -1}}', b'{"lines": {"red": "x"}}'):
        answer = client.post(f"{game}/dispute", data=body, headers=JSON)
        assert answer.status_code == 422
