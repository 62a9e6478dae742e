"""Who asks, as limits count them."""

import ipaddress
from functools import lru_cache

from flask import current_app, has_request_context, request

# A provider gives each customer so many bits of an address of IPv6, or fewer; the rest is theirs.
_CUSTOMERS_BITS = 64


def asker() -> str:
    """Return who asks: an address, and on a public host of IPv6 the network of one customer.

    Empty outside of a request. At home all phones are in one such network, and each counts alone.
    """
    if not has_request_context():
        return ""
    address = request.remote_addr or ""
    return _customer(address) if current_app.config.get("PUBLIC_NAME") else address


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
