"""Who asks, as limits count them, and what they call what they send."""

import ipaddress
import re
from functools import lru_cache

from flask import current_app, has_request_context, request

# A provider gives each customer so many bits of an address of IPv6, or fewer; the rest is theirs.
_CUSTOMERS_BITS = 64
# As hard to guess as the server's own; it is part of a file's name.
_SENT_AS = re.compile(r"[A-Za-z0-9_-]{22}")


def asker() -> str:
    """Return who asks: an address, and on a public host of IPv6 the network of one customer.

    Empty outside of a request. At home all phones are in one such network, and each counts alone.
    """
    if not has_request_context():
        return ""
    address = request.remote_addr or ""
    return _customer(address) if current_app.config.get("PUBLIC_NAME") else address


def sent_as() -> str:
    """Return what the phone calls the photo it sends, as it may send it twice; else empty."""
    name = request.form.get("sent_as", "") if has_request_context() else ""
    return name if _SENT_AS.fullmatch(name) else ""


@lru_cache(maxsize=1000)
def _customer(address: str) -> str:
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((int(known), _CUSTOMERS_BITS), strict=False))
