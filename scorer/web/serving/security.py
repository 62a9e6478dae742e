"""Security headers on every answer, and the check against forged requests."""

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFProtect

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


# A game of six has some 20 kB. Only where photos and boards are sent more is read.
MOST_BYTES = 1_000_000
PHOTO_PARTS = ("upload", "teach", "shareboard", "mapphoto", "mapteach", "townteach")
# Where a saved game is opened, a board's file may come too; it bounds games itself.
ALSO_BOARDS = "home.from_file"


def init_app(app: Flask) -> None:
    """Guard every view of *app*."""
    # Before the check against forged requests, which reads the whole form.
    app.before_request(_bound)
    CSRFProtect(app)
    app.after_request(_headers)


def _bound() -> None:
    takes_files = request.blueprint in PHOTO_PARTS or request.endpoint == ALSO_BOARDS
    if not takes_files or request.mimetype != "multipart/form-data":
        request.max_content_length = MOST_BYTES


def _headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if "Cache-Control" not in response.headers:
        # Also after going back, a board is shown as it is now.
        response.cache_control.no_store = True
    return response
