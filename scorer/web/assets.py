"""Addresses of static files that change with their content, so that browsers may keep them."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for

from scorer import resources

YEAR_S = 31_536_000


def init_app(app: Flask) -> None:
    """Give the templates of *app* the function ``asset``."""
    app.jinja_env.globals["asset"] = asset
    app.after_request(_keep_long)


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
