"""Who asks, as far as proxies that were named say so."""

from collections.abc import Iterable
from typing import Any

import pytest

from scorer.web.hosted.proxies import Behind, networks
from scorer.web.serving.hosts import HostError


def asks(named: str, address: str, said: str = "", scheme: str = "") -> tuple[str, str, set[str]]:
    """Who asks, by which scheme, and which headers of proxies the app sees."""
    seen: dict[str, Any] = {}

    def app(environ: dict[str, Any], _: object) -> Iterable[bytes]:
        seen.update(environ)
        return []

    environ = {
        "REMOTE_ADDR": address,
        "HTTP_X_FORWARDED_FOR": said,
        "HTTP_X_FORWARDED_PROTO": scheme,
        "HTTP_X_FORWARDED_HOST": "evil.example",
        "HTTP_X_REAL_IP": "6.6.6.6",
        "wsgi.url_scheme": "http",
    }
    Behind(app, networks(named))(environ, lambda *_: None)
    left = {name for name in seen if "FORWARDED" in name or "REAL_IP" in name}
    return seen["REMOTE_ADDR"], seen["wsgi.url_scheme"], left


def test_a_named_proxy_says_who_asks_and_how() -> None:
    assert asks("10.0.0.1", "10.0.0.1", "1.2.3.4", "https") == ("1.2.3.4", "https", set())


def test_nobody_else_is_believed() -> None:
    assert asks("10.0.0.1", "5.5.5.5", "1.2.3.4", "https") == ("5.5.5.5", "http", set())
    assert asks("", "127.0.0.1", "1.2.3.4", "https") == ("127.0.0.1", "http", set())


@pytest.mark.parametrize(
    ("said", "who"),
    [
        # What a visitor wrote comes first, what the proxies added last.
        ("6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"),
        ("1.2.3.4, 10.0.0.2, 10.0.0.3", "1.2.3.4"),
        ("nonsense", "10.0.0.1"),
        ("1.2.3.4, nonsense", "10.0.0.1"),
        ("", "10.0.0.1"),
        ("2001:db8::7", "2001:db8::7"),
    ],
)
def test_the_last_address_that_is_no_proxys_asks(said: str, who: str) -> None:
    assert asks("10.0.0.0/24", "10.0.0.1", said)[0] == who


@pytest.mark.parametrize("named", ["proxy.example", "10.0.0.1/8", "10.0.0.1, x"])
def test_what_is_no_address_or_network_is_refused(named: str) -> None:
    with pytest.raises(HostError, match="no IP address or network"):
        networks(named)
