"""The app asked by a test client: photos sent, tables begun and filled."""

import json
import re
from collections.abc import Callable
from html import unescape
from io import BytesIO
from time import monotonic, sleep
from typing import Any
from urllib.parse import parse_qs, urlparse

from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

JSON = {"Accept": "application/json"}
OPEN = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}


def json_in(answer: TestResponse) -> Any:
    """What *answer* says as JSON, which it must."""
    assert answer.is_json, answer.text
    return answer.json


def json_at(client: FlaskClient, address: str) -> Any:
    """What the app says as JSON under *address*."""
    return json_in(client.get(address))


def ended(client: FlaskClient, job: str) -> dict[str, Any]:
    """Follow a job to its end, from stage to stage."""
    answer: dict[str, Any] = {"over": False, "stage": "", "photo": 0}
    while not answer["over"]:
        answer = json_at(client, f"{job}?seen={answer['stage']}&photo={answer['photo']}")
    return answer


def offered_corners(page: str) -> list[list[float]]:
    """Return the corners that a page begins with."""
    found = re.search(r'data-corners="([^"]*)"', page)
    assert found
    corners: list[list[float]] = json.loads(unescape(found[1]))
    return corners


def begin(client: FlaskClient, *names: str, **form: str) -> str:
    """Begin a game with players called *names*; return its address."""
    data = {"board": "first-city", "kind": "usual", "mode": "medium", **form}
    data |= {f"name{i}": name for i, name in enumerate(names, 1)}
    answer = client.post("/games", data=data)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def table(client: FlaskClient, game: str) -> dict[str, Any]:
    found: dict[str, Any] = json_at(client, f"{game}/table")
    return found


def stats_of(client: FlaskClient, game: str) -> dict[str, Any]:
    """What the BG Stats app is handed by the link on the page of *game*."""
    link = re.search(r'href="([^"]*/bgstats)"', client.get(game).text)
    assert link
    answer = client.get(link[1])
    assert answer.status_code == 303
    address = urlparse(answer.headers["Location"])
    assert (address.scheme, address.netloc) == ("https", "app.bgstatsapp.com")
    found: dict[str, Any] = json.loads(parse_qs(address.query)["data"][0])
    return found


def draw(client: FlaskClient, board: str, marks: dict[str, Any]) -> None:
    """Put *marks* on a board, as taps would."""
    edits = [{"kind": "section", "where": one, "value": True} for one in marks["sections"]]
    edits += [{"kind": "tourists", "where": w, "value": v} for w, v in marks["tourists"].items()]
    edits += [{"kind": "cafe", "where": w, "value": v} for w, v in marks["cafes"].items()]
    edits += [{"kind": "task", "where": w, "value": True} for w in marks["task"]]
    version = json_at(client, f"{board}/state")["version"]
    answer = client.post(f"{board}/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text


def declare(client: FlaskClient, board: str, value: bool = True) -> dict[str, Any]:
    """Declare a board checked, as the button does, or take that back; return its state."""
    state = json_at(client, f"{board}/state")
    edit = {"kind": "checked", "where": str(state["reading"]), "value": value}
    answer = client.post(f"{board}/edits", json={"version": state["version"], "edits": [edit]})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = json_in(answer)
    return found


def rate(client: FlaskClient, game: str, ratings: dict[str, int]) -> None:
    version = table(client, game)["version"]
    edits = [{"kind": "rating", "where": w, "value": v} for w, v in ratings.items()]
    answer = client.post(f"{game}/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text


def upload(client: FlaskClient, data: bytes, name: str = "photo.jpg", **form: str) -> TestResponse:
    file = FileStorage(BytesIO(data), name, content_type="image/jpeg")
    return send(client, "/photos", {"board": "first-city", **form, "photo": file})


def send(
    client: FlaskClient, address: str, form: dict[str, Any], headers: dict[str, str] | None = None
) -> TestResponse:
    """Send a form with large files in it, which the client itself would leave open."""
    boundary, body = encode_multipart(form)
    kind = f'multipart/form-data; boundary="{boundary}"'
    return client.post(address, data=body, content_type=kind, headers=headers)


TURNS = {"measure": "turns", "direction": "at-least", "threshold": 1, "reached": 4, "won": 8}


def set_goals(client: FlaskClient, game: str, *cards: dict[str, Any]) -> None:
    version = table(client, game)["version"]
    edits = [{"kind": "goals", "where": "", "value": list(cards)}]
    answer = client.post(f"{game}/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text


def until(true: Callable[[], object]) -> None:
    """Wait until something is *true*, at most half a minute."""
    end = monotonic() + 30
    while not true():
        assert monotonic() < end
        sleep(0.01)
