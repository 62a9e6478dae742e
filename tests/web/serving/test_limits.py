"""What guessing costs, and what the phones of one game may ask together."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorer.rules.values import replace
from scorer.store.database import StoreError
from scorer.web.app import create_app
from scorer.web.serving import limits
from scorer.web.serving.askers import asker
from scorer.web.serving.hosts import Public
from tests.support.client import OPEN, begin

pytestmark = pytest.mark.slow


@pytest.fixture
def limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    few = replace(limits.PUBLIC, guesses="5 per minute", game="12 per minute")
    monkeypatch.setattr(limits, "PUBLIC", few)
    public = Public("scores.example.org").flask_settings()
    app = create_app(tmp_path, {**OPEN, **public, "RATELIMIT_ENABLED": True})
    yield app
    app.extensions["scorer"].games.close()


def test_guessing_addresses_of_games_is_stopped_for_whoever_guesses(limited: Flask) -> None:
    client = limited.test_client()
    game = begin(client, "Anna")
    guesses = [client.get(f"/game/guess-{number}/stamp").status_code for number in range(5)]
    assert guesses == [404] * 5
    assert client.get("/jobs/guess").status_code == 429
    # Not even a right guess is answered now; others are.
    assert client.get(f"{game}/stamp").status_code == 429
    other = client.get(f"{game}/stamp", environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert other.status_code == 200


def test_all_addresses_of_one_customer_of_ipv6_count_together(limited: Flask) -> None:
    client = limited.test_client()

    def guess(address: str) -> int:
        return client.get("/jobs/guess", environ_base={"REMOTE_ADDR": address}).status_code

    assert [guess(f"2001:db8:0:7::{n}") for n in range(6)] == [404] * 5 + [429]
    assert guess("2001:db8:0:7:ffff:ffff:ffff:ffff") == 429
    assert guess("2001:db8:0:8::1") == 404
    # An address of IPv4 that is written as one of IPv6 counts alone.
    assert [guess(f"::ffff:192.0.2.{n}") for n in range(6)] == [404] * 6


def test_at_home_each_phone_counts_alone(tmp_path: Path) -> None:
    app = create_app(tmp_path, OPEN)
    with app.test_request_context(environ_base={"REMOTE_ADDR": "fe80::7"}):
        assert asker() == "fe80::7"
    assert asker() == ""
    app.extensions["scorer"].games.close()


def test_right_addresses_cost_no_guess(limited: Flask) -> None:
    client = limited.test_client()
    game = begin(client, "Anna")
    assert {client.get(f"{game}/stamp").status_code for _ in range(10)} == {200}


def test_the_phones_of_one_game_have_a_limit_of_their_own(limited: Flask) -> None:
    client = limited.test_client()
    one, two = begin(client, "Anna"), begin(client, "Boris")

    def ask(game: str, number: int) -> int:
        address = {"REMOTE_ADDR": f"10.0.0.{number}"}
        return client.get(f"{game}/stamp", environ_base=address).status_code

    answers = [ask(one, number) for number in range(13)]
    assert answers == [200] * 12 + [429]
    assert ask(two, 1) == 200


def test_proposals_of_routes_are_no_photos(limited: Flask) -> None:
    """All 46 routes of a box are drawn in a minute, on a host that reads ten photos a minute."""
    client = limited.test_client()
    answers = {client.post("/maps/nowhere/propose", json={}).status_code for _ in range(46)}
    assert answers == {404}


def test_an_operator_sets_how_long_a_public_host_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.GAMES_DAYS, "90")
    monkeypatch.setenv(limits.PHOTOS_DAYS, "7.5")
    monkeypatch.setenv(limits.MOST_GB, "200")
    kept = limits.public_quotas()
    assert kept.games_for is not None
    assert kept.photos_for is not None
    assert (kept.games_for.days, kept.photos_for.total_seconds()) == (90, 7.5 * 86400)
    assert kept.most_bytes == 200_000_000_000


@pytest.mark.parametrize("text", ["soon", "-3", "nan", "1e9"])
def test_what_is_no_number_of_days_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(limits.GAMES_DAYS, text)
    with pytest.raises(StoreError, match=r"SCORER_GAMES_DAYS is .*: expected a number"):
        limits.public_quotas()
