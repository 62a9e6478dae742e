"""Starts the app on this computer and says how phones reach it."""

import errno
import io
import logging
import os
import socket
from pathlib import Path

import segno
import waitress

from scorer.web.app import MAX_UPLOAD_BYTES, create_app
from scorer.web.live import MOST_STREAMS

# Set to anything, this variable has each answer logged as a line of JSON.
LOG = "SCORER_LOG"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ServeError(ValueError):
    """The app cannot listen there, saying what to do."""


def run(host: str, port: int, data_dir: Path | None) -> None:
    """Serve the app until it is interrupted.

    Parameters
    ----------
    host : str
        The address to listen on; ``0.0.0.0`` lets phones in the same network in.
    port : int
        The port to listen on.
    data_dir : Path, optional
        Where games are kept; by default this user's data folder.

    Raises
    ------
    ServeError
        If the address or the port cannot be had.
    StoreError
        If games cannot be kept in *data_dir*.
    """
    if os.environ.get(LOG):
        logging.basicConfig(level=logging.INFO, format="%(message)s")
    network = network_address()
    config = {"NETWORK_URL": f"http://{network}:{port}"} if network and host not in LOOPBACK else {}
    app = create_app(data_dir, config)
    server = waitress.create_server(
        app,
        sockets=[_listening(host, port)],
        # Every open page of a game may hold one for its news.
        threads=MOST_STREAMS + 12,
        ident="",
        # Over-large uploads still reach the app, which answers with words.
        max_request_body_size=5 * MAX_UPLOAD_BYTES,
    )
    print(welcome(host, port, network), flush=True)
    # The readers' libraries take a moment to load: have them ready before the first photo.
    readers = app.extensions["scorer"].readers
    readers.warm()
    server.run()
    readers.close()
    print("Stopped. Every board is kept.")


def welcome(host: str, port: int, network: str | None) -> str:
    """Return what to open: the local address, and for phones one with its QR code."""
    lines = [f"\nThe route scorer is running; stop it with Ctrl-C.\n\n  http://localhost:{port}"]
    if host in LOOPBACK:
        lines.append("\nPhones cannot reach it: start it with --host 0.0.0.0 to let them in.")
    elif address := (network if host in ("0.0.0.0", "::") else host):
        url = f"http://{address}:{port}"
        lines.append(f"  {url}    for phones in the same network\n")
        lines.append(_qr(url))
    else:
        lines.append("\nThis computer is in no network that phones could reach it through.")
    return "\n".join(lines)


def network_address() -> str | None:
    """Return this computer's address in its network, or None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing; it only asks which of our addresses would be used.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise ServeError(_cannot_listen(host, port, error)) from error


def _qr(url: str) -> str:
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} is in use: stop the program that uses it, "
            f"or choose another with --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights: choose one above 1023 with --port"
    return f"cannot listen on {host}, port {port} ({error.strerror}): choose another --host"
