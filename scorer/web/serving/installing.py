"""What lets a phone install the app: a manifest, and under https a service worker."""

import json

from flask import Blueprint, Flask, Response, current_app, request, url_for

from scorer import resources
from scorer.web.serving.assets import asset, version
from scorer.web.serving.words import language, word

views = Blueprint("installing", __name__)

COLOUR = "#f7f3ea"


def init_app(app: Flask) -> None:
    """Tell the templates of *app* what this browser may do: only https gives it a service worker
    and a camera.
    """
    app.context_processor(
        lambda: {"worker_address": _worker_address(), "live_camera": _has_camera()}
    )


@views.get("/manifest.json")
def manifest() -> Response:
    """Return how the installed app is called and looks."""
    content = {
        "name": word("app"),
        "short_name": word("app.short"),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": [{"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    response = Response(json.dumps(content), mimetype="application/manifest+json")
    response.cache_control.max_age = 3600
    return response


@views.get("/sw.js")
def worker() -> Response:
    """Return the service worker; at the top, since it may serve only what lies below it."""
    data = (resources.folder("static") / "sw.js").read_bytes()
    response = Response(data, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _has_camera() -> bool:
    """Whether browsers give pages from this address the camera."""
    return request.is_secure or request.host.split(":")[0] in ("localhost", "127.0.0.1")


def _worker_address() -> str:
    """Return the worker's address, which changes with every file of the app; or nothing."""
    if not (request.is_secure or current_app.config.get("SERVICE_WORKER")):
        return ""
    return url_for("installing.worker", v=version())
