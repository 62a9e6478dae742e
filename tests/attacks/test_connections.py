"""One address with as many connections as it can open: everybody else is answered."""

import http.client
import socket
from collections.abc import Callable, Iterator
from threading import Thread
from time import monotonic

import pytest
from flask import Flask

from scorer.web.serving.connections import MOST_EACH, FairServer
from scorer.web.serving.hosts import Public
from scorer.web.serving.live import MOST_STREAMS_EACH
from tests.support.client import begin

pytestmark = pytest.mark.slow

Ask = Callable[..., http.client.HTTPResponse]
PUBLIC = Public("scores.example.org", "127.0.0.9")
STRANGER, OTHER = "127.0.0.7", "127.0.0.8"


@pytest.fixture(scope="module")
def port(app: Flask) -> Iterator[int]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = FairServer(app, listening, 16, **PUBLIC.server_settings())
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    yield int(listening.getsockname()[1])
    server.asyncore.close_all(server._map)
    server.task_dispatcher.shutdown(timeout=0.1)
    thread.join(5)


@pytest.fixture
def ask(port: int) -> Iterator[Ask]:
    """Ask from an address; the answer stays open until the test ends."""
    opened: list[http.client.HTTPConnection | http.client.HTTPResponse] = []

    def get(
        address: str, path: str = "/healthz", method: str = "GET", **headers: str
    ) -> http.client.HTTPResponse:
        source = (address, 0)
        connection = http.client.HTTPConnection("127.0.0.1", port, 5, source_address=source)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        opened.extend((connection, answer))
        return answer

    yield get
    for one in opened:
        one.close()


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HT", b"POST /boards HTTP/1.1\r\nContent-Length: 9000\r\n\r\nboard="]
)
def test_idle_and_half_sent_connections_keep_nobody_out(port: int, ask: Ask, sent: bytes) -> None:
    held = []
    begun = monotonic()
    for _ in range(2 * MOST_EACH):
        held.append(socket.create_connection(("127.0.0.1", port), 5, (STRANGER, 0)))
        held[-1].sendall(sent)
    for address in (OTHER, STRANGER):
        assert ask(address).status == 200
    assert monotonic() - begun < 5
    # The server closed the oldest ones of those that were too many.
    held[0].settimeout(5)
    assert held[0].recv(1) == b""
    for one in held:
        one.close()


def test_questions_that_begin_a_stream_and_never_read_it_take_none_away(
    app: Flask, ask: Ask
) -> None:
    game = begin(app.test_client(), "Anna")
    for _ in range(25):
        assert ask(STRANGER, f"{game}/events", "HEAD").status == 200
    streams = [ask(STRANGER, f"{game}/events") for _ in range(MOST_STREAMS_EACH + 2)]
    assert [one.status for one in streams] == [200] * MOST_STREAMS_EACH + [503] * 2
    assert ask(OTHER, f"{game}/events").status == 200
    assert ask(OTHER).status == 200


def test_only_the_proxy_says_who_asks(app: Flask, ask: Ask) -> None:
    asked: list[tuple[str, bool]] = []

    def remember() -> None:
        from flask import request

        asked.append((request.remote_addr or "", request.is_secure))

    app.before_request_funcs.setdefault(None, []).append(remember)
    told = {"X-Forwarded-For": "198.51.100.4, 203.0.113.5", "X-Forwarded-Proto": "https"}
    for address in (STRANGER, PUBLIC.proxy):
        ask(address, **told)
    app.before_request_funcs[None].remove(remember)
    # The proxy adds the last one; whatever stands before it anybody may have made up.
    assert asked == [(STRANGER, False), ("203.0.113.5", True)]
