"""Starts the app on this computer and says how phones reach it."""

import errno
import io
import logging
import os
import socket
import ssl
from pathlib import Path
from threading import Thread
from typing import Any

import segno
from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server as SecureServer
from flask import Flask

from scorer import resources
from scorer.web.app import MAX_UPLOAD_BYTES, create_app
from scorer.web.hosted.settings import engines_named
from scorer.web.serving.certificates import Authority
from scorer.web.serving.connections import FairServer
from scorer.web.serving.hosts import Public
from scorer.web.serving.live import MOST_STREAMS

# Set to anything, this variable has each answer logged as a line of JSON.
LOG = "SCORER_LOG"
# Beside those for news: more than one address can keep waiting for photos and searches.
THREADS = 32
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ServeError(ValueError):
    """The app cannot listen there, saying what to do."""


def run(
    host: str,
    port: int,
    data_dir: Path | None,
    public: Public | None = None,
    *,
    https: bool = False,
    processes: int = 2,
) -> None:
    """Serve the app until it is interrupted.

    Parameters
    ----------
    host : str
        The address to listen on; ``0.0.0.0`` lets phones in the same network in.
    port : int
        The port to listen on.
    data_dir : Path, optional
        Where games are kept; by default this user's data folder.
    public : Public, optional
        How the whole internet reaches the app; by default only a local network does.
    https : bool
        Whether *port* speaks https, with a certificate of this computer's own authority. The
        next port speaks http all the same, for the page that tells phones how to trust it.
    processes : int
        How many processes answer, where the environment names the engines that they share.

    Raises
    ------
    ServeError
        If the address or the port cannot be had.
    StoreError
        If games cannot be kept in *data_dir*.
    """
    if engines := engines_named():
        if https:
            raise ServeError("a proxy speaks https for a server of many processes: no --https")
        from scorer.web.hosted import server as hosted

        _listening(host, port).close()
        folder = data_dir or resources.data_dir()
        hosted.run(create_app, engines, folder, (host, port), processes, public)
        return
    if os.environ.get(LOG):
        logging.basicConfig(level=logging.INFO, format="%(message)s")
    network = network_address()
    config: dict[str, Any] = public.flask_settings() if public else {}
    if https and public:
        raise ServeError("a proxy speaks https for a public host: leave out --https")
    reached = network if network and host not in LOOPBACK and not public else None
    if reached:
        config["NETWORK_URL"] = f"{'https' if https else 'http'}://{reached}:{port}"
    if https:
        authority = Authority(data_dir or resources.data_dir())
        config["AUTHORITY"] = authority
        config["HTTPS_URL"] = f"https://{reached or 'localhost'}:{port}"
    # The server tells of each request that waits a moment for a thread.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    app = create_app(data_dir, config)
    server = FairServer(
        app,
        _listening(host, port + 1 if https else port),
        # Every open page of a game may hold one for its news.
        threads=MOST_STREAMS + THREADS,
        # Over-large uploads still reach the app, which answers with words.
        max_request_body_size=2 * MAX_UPLOAD_BYTES,
        **(public.server_settings() if public else {}),
    )
    if https:
        context = authority.context(*filter(None, (reached, host)))
        secure = _secure_server(app, host, port, context)
        Thread(target=secure.serve, daemon=True).start()
        print(welcome_https(host, port, reached, authority.fingerprint), flush=True)
        if reached and not authority.vouches_for(reached):
            print(f"\n{reached} is no address of a home network: phones will warn.", flush=True)
    else:
        print(welcome(host, port, network, public), flush=True)
    # The readers' libraries take a moment to load: have them ready before the first photo.
    desk = app.extensions["scorer"].desk
    desk.warm()
    server.run()
    if https:
        secure.stop()
    desk.close()
    print("Stopped. Every board is kept.")


class _LateHandshake(BuiltinSSLAdapter):
    """Lets each connection's own thread shake hands: a phone that is slow holds up nobody."""

    def __init__(self, context: ssl.SSLContext) -> None:
        # No files: the context is ready.
        self.context = context

    def bind(self, sock: socket.socket) -> socket.socket:
        return sock

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        secure = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return secure, {"wsgi.url_scheme": "https", "HTTPS": "on"}


def _secure_server(app: Flask, host: str, port: int, context: ssl.SSLContext) -> SecureServer:
    # Says why where it cannot be had.
    _listening(host, port).close()
    server = SecureServer((host, port), app, numthreads=MOST_STREAMS + THREADS, server_name="")
    server.ssl_adapter = _LateHandshake(context)
    server.max_request_body_size = 2 * MAX_UPLOAD_BYTES
    # Phones that do not trust the authority yet hang up; that is no error of ours.
    server.error_log = lambda *_args, **_more: None  # type: ignore[method-assign]
    server.prepare()
    return server


def welcome_https(host: str, port: int, network: str | None, fingerprint: str) -> str:
    """Return what to open where *port* speaks https and the next one http."""
    address = network or "localhost"
    trust, once = f"http://{address}:{port + 1}/certificate", "so that it trusts the first address"
    lines = [
        "\nThe route scorer is running; stop it with Ctrl-C.\n",
        f"  https://{address}:{port}",
        f"  {trust}    once {'on every phone' if network else 'in a browser here'}, {once}\n",
        # No phone reaches an address that means the phone itself.
        _qr(trust) if network else f"{_unreached(host)}\n",
        "This computer's own authority, by its SHA-256:",
        f"  {fingerprint[:47]}\n  {fingerprint[48:]}",
    ]
    return "\n".join(lines)


def welcome(host: str, port: int, network: str | None, public: Public | None = None) -> str:
    """Return what to open: the local address, and for phones one with its QR code."""
    if public:
        return (
            f"\nThe route scorer is running; stop it with Ctrl-C.\n\n  https://{public.name}"
            f"    by the proxy at {public.proxy}, which asks {host}, port {port}"
        )
    lines = [f"\nThe route scorer is running; stop it with Ctrl-C.\n\n  http://localhost:{port}"]
    if host in LOOPBACK:
        lines.append(f"\n{_unreached(host)}")
    elif address := (network if host in ("0.0.0.0", "::") else host):
        url = f"http://{address}:{port}"
        lines.append(f"  {url}    for phones in the same network\n")
        lines.append(_qr(url))
    else:
        lines.append(f"\n{_unreached(host)}")
    return "\n".join(lines)


def _unreached(host: str) -> str:
    """Return why no phone reaches this computer."""
    if host in LOOPBACK:
        return "Phones cannot reach it: start it with --host 0.0.0.0 to let them in."
    return "This computer is in no network that phones could reach it through."


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
