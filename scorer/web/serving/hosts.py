"""Under which names the app is reached: in links and QR codes stands no name that a stranger sent.

At home that are addresses of the local network. A public host names itself, and the proxy that
takes requests for it.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from scorer.web.serving.health import ADDRESSES

# Names that only this computer or its network can mean.
_LOCAL = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")
_HERE = ("localhost", "127.0.0.1", "::1")
_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?:\.(?!-)[a-z0-9-]{1,63})*\Z")


class HostError(ValueError):
    """A name or an address that is none, saying what was expected."""


@dataclass(frozen=True, slots=True)
class Public:
    """A public host: the ``name`` that people reach it by under https, and its ``proxy``.

    Only what comes from the address ``proxy`` may say for whom and by which protocol it asks. A
    server of many processes knows several: addresses and networks with commas between them.

    Raises
    ------
    HostError
        If the name is no host name, or a proxy no IP address.
    """

    name: str
    proxy: str = "127.0.0.1"

    def __post_init__(self) -> None:
        name = re.sub(r"^https://", "", self.name.strip().lower()).rstrip("/")
        if not _NAME.match(name):
            raise HostError(f"{self.name!r} is no host name: expected one like scores.example.org")
        for one in self.proxy.split(","):
            if not _is_network(one.strip()):
                raise HostError(f"{one.strip()!r} is no IP address of a proxy")
        object.__setattr__(self, "name", name)

    def flask_settings(self) -> dict[str, Any]:
        """Return the settings of the app: which names are answered, and cookies for https only."""
        return {
            "PUBLIC_NAME": self.name,
            "SESSION_COOKIE_SECURE": True,
        }

    def server_settings(self) -> dict[str, Any]:
        """Return the settings of the server of one process: whose headers are believed.

        Raises
        ------
        HostError
            If there is more than one proxy: that server believes one.
        """
        if not _is_address(self.proxy):
            raise HostError(f"{self.proxy!r} is no IP address of one proxy")
        return {
            "trusted_proxy": self.proxy,
            "trusted_proxy_count": 1,
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
            "clear_untrusted_proxy_headers": True,
        }


def init_app(app: Flask) -> None:
    """Let *app*, if it is public, answer to its own name alone."""
    app.before_request(_to_another_name)


def asked_by() -> str:
    """Return the address of this server as the request names it; empty if it may be made up."""
    known = current_app.config.get("PUBLIC_NAME") or _is_local(_name())
    return request.host_url.rstrip("/") if known else ""


def is_this_computer() -> bool:
    """Whether the request names a computer that only its own browser can mean."""
    return _name() in _HERE


def _to_another_name() -> Response | None:
    public = current_app.config.get("PUBLIC_NAME")
    # A check whether the app is alive asks it by whatever address it has.
    if not public or _name() in (public, *_HERE) or request.path in ADDRESSES:
        return None
    return Response(f"https://{public}/\n", 421, mimetype="text/plain")


def _name() -> str:
    """Return the name in the request's Host header, without its port."""
    return (urlsplit(request.host_url).hostname or "").lower()


def _is_local(name: str) -> bool:
    return "." not in name or name.endswith(_LOCAL) or _is_address(name)


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
