"""Games and boards begun as the start page begins them, behind a page's back.

What the start page and its forms do on a screen has tests of its own; those of other pages need
not wait for it.
"""

import json
import re
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import FilePayload, Page

_TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')


def begin_with(page: Page, url: str, path: str, **fields: str | FilePayload) -> None:
    """Send the *fields* of a form to the *path* of the server at *url*; open what it leads to."""
    token = _TOKEN.search(page.request.get(f"{url}/new").text())
    assert token, "the page has no token"
    form: dict[str, Any] = {"csrf_token": token[1], **fields}
    answer = page.request.post(f"{url}{path}", multipart=form, max_redirects=0)
    assert answer.status == 303, answer.text()
    page.goto(urljoin(url, answer.headers["location"]))


def open_file(page: Page, url: str, content: Any) -> None:
    """Open the file of a game or a board, whose *content* is told as data for JSON."""
    data = json.dumps(content).encode()
    file = FilePayload(name="saved.json", mimeType="application/json", buffer=data)
    begin_with(page, url, "/files", file=file)
