"""Whose word is taken for who asks: that of proxies that were named, and nobody else's."""

import ipaddress
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scorer.web.serving.hosts import HostError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_HEADERS = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_FORWARDED_PREFIX",
    "HTTP_FORWARDED",
    "HTTP_X_REAL_IP",
)


def networks(named: str) -> tuple[Network, ...]:
    """Return the addresses and networks in *named*, which commas part.

    Raises
    ------
    HostError
        If one of them is none.
    """
    found: list[Network] = []
    for one in filter(None, (part.strip() for part in named.split(","))):
        try:
            found.append(ipaddress.ip_network(one))
        except ValueError as error:
            raise HostError(f"{one!r} is no IP address or network of a proxy") from error
    return tuple(found)


class Behind:
    """An app behind proxies.

    What a proxy says of who asks is taken; what stands before, others have written: the last
    address that is no proxy's asks. From any other address such headers are dropped.
    """

    def __init__(self, app: App, proxies: Sequence[Network]) -> None:
        self._app, self._proxies = app, proxies

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        said = {name: environ.pop(name, "") for name in _HEADERS}
        if self._is_proxy(environ.get("REMOTE_ADDR", "")):
            asking = [one.strip() for one in said["HTTP_X_FORWARDED_FOR"].split(",")]
            others = (one for one in reversed(asking) if not self._is_proxy(one))
            if (one := next(others, "")) and _address(one):
                environ["REMOTE_ADDR"] = one
            scheme = said["HTTP_X_FORWARDED_PROTO"].rpartition(",")[2].strip()
            environ["wsgi.url_scheme"] = "https" if scheme == "https" else "http"
        return self._app(environ, start_response)

    def _is_proxy(self, text: str) -> bool:
        address = _address(text)
        return address is not None and any(address in network for network in self._proxies)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
