"""Static files: one address for all that changes with any of them, so that browsers keep them.

The scripts import one another by their places, and so from the same address: a page that was
opened before asks for nothing. What is text goes out compressed: phones in a crowded room share
one network.
"""

import gzip
import hashlib
import posixpath
import re
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, send_from_directory

from scorer import resources

YEAR_S = 31_536_000
TEXT = (".js", ".css", ".svg")
# What a script needs before it runs; what it asks for later (``import("…")``) is not found.
_NEEDS = re.compile(
    r"""^(?:import\s*|(?:import|export)\b[^"';=()]*\bfrom\s*)["']([^"']+)["']""", re.MULTILINE
)


def init_app(app: Flask) -> None:
    """Serve static files from *app*, and give its templates ``asset`` and ``modules``."""
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals["modules"] = modules
    app.add_url_rule("/static/<of>/<path:filename>", "static", _file)
    app.after_request(_compress)


def asset(name: str) -> str:
    """Return the address of the static file called *name*."""
    return f"/static/{version()}/{name}"


def modules(page: str) -> list[str]:
    """Return the addresses of the script of *page* and of all that it needs."""
    return [asset(name) for name in needed(f"js/pages/{page}.js")]


@cache
def needed(script: str) -> tuple[str, ...]:
    """Return *script* and all that it imports, itself or by others, each once."""
    found = [script]
    for one in found:
        text = (resources.folder("static") / one).read_text("utf-8")
        places = (posixpath.join(one, "..", name) for name in _NEEDS.findall(text))
        found += [other for other in map(posixpath.normpath, places) if other not in found]
    return tuple(found)


@cache
def version() -> str:
    """Return a text that changes with any static file."""
    folder = resources.folder("static")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return hashlib.sha256("".join(map(_digest, files)).encode()).hexdigest()[:12]


def mark_of(told: bytes) -> str:
    """Return what an address says of *told*, of which the app draws what browsers keep.

    Another version may draw it otherwise, or its scripts ask for more of it.
    """
    return hashlib.sha256(version().encode() + told).hexdigest()[:12]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _file(of: str, filename: str) -> Response:
    """Return a file. A page of another version gets what there is, and does not keep it."""
    response = send_from_directory(resources.folder("static"), filename)
    if of == version():
        response.cache_control.no_cache = None
        response.cache_control.max_age = YEAR_S
        response.cache_control.immutable = True
    return response


def as_gzip(response: Response) -> Response:
    """Send the text of *response* as gzip to browsers that take it."""
    response.vary.add("Accept-Encoding")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.set_data(gzip.compress(response.get_data(), mtime=0))
        response.headers["Content-Encoding"] = "gzip"
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
