"""Firefox and WebKitGTK as systems pack them, driven by the few commands that a whole way needs.

Both understand the commands of W3C's WebDriver: WebKit's driver by HTTP, Firefox's own port,
"Marionette", by JSON with its length in front.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from scorer.doctor import FIREFOX, MINI_BROWSER, WEBKIT_DRIVER, XVFB

# How long something on a page may take on a busy machine.
PATIENCE_S = 30.0
_START_S = 30.0
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_PREFS = """user_pref("marionette.port", {port});
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("intl.accept_languages", "en");
"""


class Transport(Protocol):
    """Sends a command of WebDriver and returns its answer."""

    def __call__(self, name: str, path: str, **values: object) -> Any: ...


class Engine:
    """A browser with one page."""

    def __init__(self, send: Transport) -> None:
        self._send = send

    def open(self, url: str) -> None:
        """Go to *url*."""
        self._send("Navigate", "url", url=url)

    def back(self) -> None:
        """Go back to the page before, which the browser may have in its memory."""
        self._send("Back", "back")

    def run(self, script: str, *values: object) -> Any:
        """Return what *script*, a function's body, returns."""
        return self._send("ExecuteScript", "execute/sync", script=script, args=list(values))

    def click(self, css: str) -> None:
        """Click the first element that fits, once there is one."""
        self.until(f"document.querySelector({json.dumps(css)})")
        element = self._find(css)
        self._send("ElementClick", f"element/{element}/click", id=element)

    def choose(self, css: str, file: Path) -> None:
        """Choose *file* in a file input."""
        self.until(f"document.querySelector({json.dumps(css)})")
        element = self._find(css)
        text = str(file)
        self._send("ElementSendKeys", f"element/{element}/value", id=element, text=text)

    def until(self, condition: str) -> None:
        """Wait until *condition*, an expression, holds on the page.

        Raises
        ------
        AssertionError
            If that takes too long.
        """
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if self.run(f"return Boolean({condition})"):
                return
            time.sleep(0.1)
        raise AssertionError(f"never: {condition}, at {self.run('return location.href')}")

    def _find(self, css: str) -> str:
        found = self._send("FindElement", "element", using="css selector", value=css)
        return str(found.get("value", found)[_ELEMENT])


@contextmanager
def firefox(folder: Path) -> Iterator[Engine]:
    """Firefox without a screen, its profile in *folder*."""
    port = _free_port()
    (folder / "user.js").write_text(_PREFS.format(port=port))
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with _running(command, {"HOME": str(folder)}), _connected(port) as connection:
        _length(connection)
        send = _Marionette(connection)
        send("NewSession", "", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        yield Engine(send)


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """WebKitGTK's MiniBrowser on a screen of its own, its data in *folder*."""
    read, write = os.pipe()
    screen = [XVFB, "-displayfd", str(write), "-screen", "0", "800x900x24", "-nolisten", "tcp"]
    port = _free_port()
    with _running(screen, {}, write), os.fdopen(read) as displays:
        os.close(write)
        # Processes of the system's administrator have no sandbox.
        more = {
            "DISPLAY": f":{displays.readline().strip()}",
            "HOME": str(folder),
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        with _running([WEBKIT_DRIVER, f"--port={port}"], more), _connected(port):
            send = _Http(f"http://127.0.0.1:{port}")
            options = {"binary": MINI_BROWSER, "args": ["--automation"]}
            send.begin({"alwaysMatch": {"webkitgtk:browserOptions": options}})
            try:
                yield Engine(send)
            finally:
                send.end()


class _Marionette:
    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._number = connection, 0

    def __call__(self, name: str, path: str, **values: object) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, f"WebDriver:{name}", values])
        self._connection.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, result = _length(self._connection)
        assert not error, error
        return result["value"] if isinstance(result, dict) and "value" in result else result


class _Http:
    def __init__(self, url: str) -> None:
        self._url, self._session = url, ""

    def begin(self, capabilities: dict[str, Any]) -> None:
        answer = self._ask("/session", {"capabilities": capabilities})
        self._session = f"/session/{answer['sessionId']}"

    def end(self) -> None:
        self._ask(self._session, None, "DELETE")

    def __call__(self, name: str, path: str, **values: object) -> Any:
        return self._ask(f"{self._session}/{path}", values)

    def _ask(self, path: str, values: dict[str, Any] | None, method: str = "POST") -> Any:
        data = None if values is None else json.dumps(values).encode()
        request = urllib.request.Request(self._url + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise AssertionError(error.read().decode()) from None


def _length(connection: socket.socket) -> Any:
    """Return the next message of Marionette: its length, a colon, JSON."""
    size = b""
    while not size.endswith(b":"):
        size += _some(connection, 1)
    data = b""
    while len(data) < int(size[:-1]):
        data += _some(connection, int(size[:-1]) - len(data))
    return json.loads(data)


def _some(connection: socket.socket, most: int) -> bytes:
    data = connection.recv(most)
    assert data, "the browser has gone"
    return data


@contextmanager
def _running(command: list[str], more: dict[str, str], *kept: int) -> Iterator[None]:
    assert shutil.which(command[0]), f"these tests need {command[0]}: make browser"
    process = subprocess.Popen(
        command,
        env={**os.environ, **more},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=kept,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def _connected(port: int) -> Iterator[socket.socket]:
    end = time.monotonic() + _START_S
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), timeout=60)
            break
        except OSError:
            assert time.monotonic() < end, "the browser did not start"
            time.sleep(0.1)
    with connection:
        yield connection


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
