"""Static files: addresses that change with their content, so that browsers may keep them.

What is text goes out compressed: phones in a crowded room share one network.
"""

import gzip
import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for

from scorer import resources

YEAR_S = 31_536_000
TEXT = (".js", ".css", ".svg")


def init_app(app: Flask) -> None:
    """Give the templates of *app* the function ``asset``."""
    app.jinja_env.globals["asset"] = asset
    app.after_request(_keep_long)
    app.after_request(_compress)


def asset(name: str) -> str:
    """Return the address of the static file called *name*."""
    return url_for("static", filename=name, v=_digest(resources.folder("static") / name))


@cache
def digest_of(folder: Path) -> str:
    """Return a text that changes with any file in *folder*."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return hashlib.sha256("".join(map(_digest, files)).encode()).hexdigest()[:12]


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def _keep_long(response: Response) -> Response:
    """Modules that import each other have plain addresses: browsers ask for them anew."""
    if request.endpoint == "static" and "v" in request.args and response.status_code == 200:
        response.cache_control.no_cache = None
        response.cache_control.max_age = YEAR_S
        response.cache_control.immutable = True
    return response


def _compress(response: Response) -> Response:
    """Send a static text as gzip to browsers that take it."""
    name = (request.view_args or {}).get("filename", "")
    if request.endpoint != "static" or not name.endswith(TEXT) or response.status_code != 200:
        return response
    response.vary.add("Accept-Encoding")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.direct_passthrough = False
        response.set_data(_compressed(resources.folder("static") / name, response.get_data()))
        response.headers["Content-Encoding"] = "gzip"
    return response


_known: dict[Path, tuple[bytes, bytes]] = {}


def _compressed(path: Path, data: bytes) -> bytes:
    """Return *data*, the content of *path*, compressed; once for as long as it stays the same."""
    if _known.get(path, (b"", b""))[0] != data:
        _known[path] = data, gzip.compress(data, mtime=0)
    return _known[path][1]
