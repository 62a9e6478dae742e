"""A phone that talks to a served app over the network: cookies, tokens, forms and photos."""

import http.client
import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

_BOUNDARY = "photo-of-a-board"


@dataclass(frozen=True)
class Answer:
    """What the app said."""

    status: int
    text: str
    location: str

    @property
    def json(self) -> Any:
        """The answer as JSON, which it must be."""
        return json.loads(self.text)


class Phone:
    """One phone; it asks for JSON where it sends no form.

    Whatever is lost on the way raises an ``OSError`` or an ``HTTPException``.
    """

    def __init__(self, port: int, address: str = "127.0.0.1", patience_s: float = 30.0) -> None:
        self._port, self._address, self._patience_s = port, address, patience_s
        self._cookie = self._token = ""

    def moved(self, port: int) -> "Phone":
        """Return the same phone, at an app that was started again elsewhere."""
        phone = Phone(port, self._address, self._patience_s)
        phone._cookie, phone._token = self._cookie, self._token
        return phone

    def get(self, path: str) -> Answer:
        """Return the page at *path*."""
        return self._ask("GET", path, b"", {})

    def form(self, path: str, **fields: str) -> Answer:
        """Send a form."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(fields).encode(), kind)

    def json(self, path: str, content: object) -> Answer:
        """Send JSON."""
        kind = {"Content-Type": "application/json", "Accept": "application/json"}
        return self._ask("POST", path, json.dumps(content).encode(), kind)

    def photo(self, path: str, data: bytes, **fields: str) -> Answer:
        """Send a photo, with the *fields* of its form."""
        part = 'Content-Disposition: form-data; name="{}"'
        body = b"".join(
            f"--{_BOUNDARY}\r\n{part.format(name)}\r\n\r\n{value}\r\n".encode()
            for name, value in fields.items()
        )
        head = part.format("photo") + '; filename="photo.jpg"'
        body += f"--{_BOUNDARY}\r\n{head}\r\n\r\n".encode() + data
        body += f"\r\n--{_BOUNDARY}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}"}
        return self._ask("POST", path, body, kind | {"Accept": "application/json"})

    def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, self._patience_s, source_address=(self._address, 0)
        )
        try:
            known = {"Cookie": self._cookie, "X-CSRFToken": self._token}
            connection.request(method, path, body or None, headers | known)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        finally:
            connection.close()
        if cookie := answer.getheader("Set-Cookie"):
            self._cookie = cookie.split(";")[0]
        if token := re.search(r'name="csrf-token" content="([^"]+)"', text):
            self._token = token[1]
        return Answer(answer.status, text, answer.getheader("Location") or "")
