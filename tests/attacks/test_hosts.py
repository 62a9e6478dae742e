"""A Host header of a stranger's choice reaches no link; a public host answers to its own name."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.web.app import create_app
from scorer.web.pages.game import outside
from scorer.web.serving.hosts import HostError, Public
from tests.support.client import OPEN, begin

EVIL = "http://evil.example"
NETWORK = "http://192.168.1.5:8000"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    settings = {**OPEN, **Public("https://Scores.example.org/").flask_settings()}
    app = create_app(tmp_path_factory.mktemp("data"), settings)
    yield app
    app.extensions["scorer"].games.close()


def test_at_home_no_strange_name_stands_in_a_link(client: FlaskClient) -> None:
    game = begin(client, "Anna")
    assert "http://localhost/game/" in client.get(game).text
    assert "evil.example" not in client.get(game, base_url=EVIL).text


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("http://localhost:8000", NETWORK),
        ("http://evil.example", NETWORK),
        ("http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("http://[fe80::1]:8000", "http://[fe80::1]:8000"),
        ("http://kitchen:8000", "http://kitchen:8000"),
        ("http://kitchen.local:8000", "http://kitchen.local:8000"),
        ("http://192.168.1.7.evil.example", NETWORK),
    ],
)
def test_links_name_the_computer_that_was_asked_or_this_one(
    tmp_path: Path, host: str, link: str
) -> None:
    app = create_app(tmp_path, {**OPEN, "NETWORK_URL": NETWORK})
    with app.test_request_context("/", base_url=host):
        assert outside("/game/x") == f"{link}/game/x"
    app.extensions["scorer"].games.close()


def test_a_public_host_answers_to_its_own_name_alone(public: Flask) -> None:
    client = public.test_client()
    assert client.get("/", base_url=EVIL).status_code == 421
    assert client.get("/", base_url=EVIL).text == "https://scores.example.org/\n"
    assert client.get("/healthz").status_code == 200
    answer = client.get("/", base_url="https://scores.example.org")
    assert answer.status_code == 200
    assert "; Secure" in answer.headers["Set-Cookie"]
    chosen = client.post(
        "/language", data={"language": "ru"}, base_url="https://scores.example.org"
    )
    assert "; Secure" in chosen.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("name", "proxy"), [("a b", "127.0.0.1"), ("x/y", "127.0.0.1"), ("x.org", "proxy")]
)
def test_what_is_no_name_or_address_is_refused(name: str, proxy: str) -> None:
    with pytest.raises(HostError, match=r"expected|IP address"):
        Public(name, proxy)
