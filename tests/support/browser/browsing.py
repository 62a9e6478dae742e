"""The served app, the kinds of devices, and a watch over what pages complain about."""

import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Response

from scorer.web.hosted.settings import engines_named
from scorer.web.serving.assets import asset
from tests.support.browser.proxy import Proxy

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}


IPHONE = {
    "viewport": {"width": 390, "height": 664},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
}


# What an iPhone with iOS 15.4 lacks of what others have.
IOS_15 = """
delete AbortSignal.timeout;
delete Array.prototype.toReversed;
delete Array.prototype.toSorted;
delete HTMLFormElement.prototype.requestSubmit;
delete Response.json;
delete URLSearchParams.prototype.size;
"""


PIXEL = {
    "viewport": {"width": 412, "height": 839},
    "device_scale_factor": 2.625,
    "is_mobile": True,
    "has_touch": True,
    "user_agent": "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
}


LAPTOP = {"viewport": {"width": 1280, "height": 800}}


# Reading a photo takes a second or two; on a busy machine many.
PATIENCE_MS = 45_000
# What a page is expected to show at once; on a busy machine its own search takes seconds.
AT_ONCE_MS = 30_000


def ours(script: str) -> str:
    """Return *script*, its static files at the addresses that the app gives them."""
    return script.replace("/static/", asset(""))


def free_ports() -> int:
    """Return a port that is free, as is the next one.

    It is one of those that no connection is given by chance, as the ones of other tests are.
    """
    while True:
        port = random.randrange(10_000, 30_000)
        with suppress(OSError), socket.socket() as one, socket.socket() as next_one:
            one.bind(("127.0.0.1", port))
            next_one.bind(("127.0.0.1", port + 1))
            return port


class Server:
    """``scorer serve`` as a process of its own, on a data folder.

    With ``reads`` the processes that read photos begin with it, as they do for people; without,
    when the first photo comes.
    """

    def __init__(self, data_dir: Path, *, scheme: str = "http", reads: bool = True) -> None:
        self.data_dir, self.scheme, self.reads = data_dir, scheme, reads
        self.port = free_ports()
        self.url = f"{scheme}://127.0.0.1:{self.port}"
        # Where https is spoken, the next port speaks http.
        self.plain_port = self.port + (scheme == "https")
        self.plain_url = f"http://127.0.0.1:{self.plain_port}"
        self.proxy: Proxy | None = None

    def start(self) -> None:
        # All tests come from one address, and faster than people.
        command = (
            "from scorer.cli import main; from scorer.web.serving import limits; "
            "limits.HOME = limits.Quotas('1200 per minute', '1200 per minute'); main()"
        )
        if not self.reads:
            later = "from scorer.web.reading.queue import PhotoQueue; "
            command = f"{later}PhotoQueue.warm = lambda queue: None; {command}"
        listening = ["--port", str(self.port)]
        if self.scheme == "https":
            listening += ["--https"]
            if engines_named():
                # A server of many processes leaves https to a proxy.
                listening = ["--port", str(self.plain_port)]
                self.proxy = Proxy(self.data_dir / "proxy", self.port, self.plain_port)
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, "serve", *listening],
            env={**os.environ, "SCORER_DATA": str(self.data_dir)},
            stdout=subprocess.DEVNULL,
        )
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"{self.plain_url}/healthz", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
            if self.process.poll() is not None:
                break
        self.stop()
        pytest.fail("the server did not start")

    def root(self) -> x509.Certificate:
        """The certificate that vouches for the server where it speaks https."""
        if self.proxy:
            return self.proxy.root
        with urllib.request.urlopen(f"{self.plain_url}/certificate/root.crt") as answer:
            return x509.load_der_x509_certificate(answer.read())

    def stop(self) -> None:
        if self.proxy:
            self.proxy.close()
        self.process.terminate()
        self.process.wait(60)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@dataclass
class Watch:
    """Notes what a page complains about; ``forgiven`` holds what a test provokes."""

    complaints: list[str] = field(default_factory=list)
    forgiven: tuple[str, ...] = ()

    def over(self, page: Page) -> None:
        for event, listener in self._listeners:
            page.on(event, listener)

    def leave(self, page: Page) -> None:
        for event, listener in self._listeners:
            page.remove_listener(event, listener)

    @property
    def _listeners(self) -> tuple[tuple[Any, Any], ...]:
        return (
            ("console", self.said),
            ("pageerror", self.erred),
            ("requestfailed", self.failed),
            ("response", self.answered),
        )

    def erred(self, error: Error) -> None:
        self.note(f"uncaught: {error}")

    def said(self, message: ConsoleMessage) -> None:
        if not ("503" in message.text and _is_stream(message.location["url"])):
            self.note(f"{message.type}: {message.text} {message.location['url']}")

    def answered(self, answer: Response) -> None:
        # The server learns of closed pages a little later, and counts their streams until then.
        # Where there are too many, a page asks now and then.
        if answer.status >= 400 and not (answer.status == 503 and _is_stream(answer.url)):
            self.note(f"{answer.status}: {answer.url}")

    def failed(self, request: Request) -> None:
        # A page that is left drops its stream, and what it was about to ask.
        if request.failure != "net::ERR_ABORTED":
            self.note(f"failed: {request.url}")

    def note(self, text: str) -> None:
        if not any(word in text for word in self.forgiven):
            self.complaints.append(text)


def _is_stream(url: str) -> bool:
    return urlsplit(url).path.endswith("/events")


Opener = Callable[..., Page]
Launch = Callable[..., Browser]
