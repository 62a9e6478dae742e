"""Every failure as a page or JSON that says what to do, never a traceback."""

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_limiter import RateLimitExceeded
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorer.rules.city import CityError, UnknownCityError
from scorer.rules.marks import MarksError
from scorer.rules.score import NotScoredError
from scorer.store.games import UnknownGameError

HINTS = {
    400: ("That was not understood", "Go back, reload the page and try again."),
    403: ("That is not allowed", "Go back to the start page."),
    404: ("There is nothing here", "Check the address, or begin on the start page."),
    405: ("That cannot be done here", "Go back to the start page."),
    413: (
        "That file is too large",
        "Photos may have up to 20 MB. Send a smaller copy: phones offer a size "
        "when sharing, and a screenshot of the photo will do as well.",
    ),
    415: ("That kind of file is not understood", "Send a JPEG or PNG photo."),
    429: ("Too many requests", "Wait a minute, then try again. Nothing was lost."),
    500: (
        "Something went wrong here",
        "It is our mistake, not yours. What was kept before is safe: reload the page.",
    ),
}


class RefusedError(ValueError):
    """Something a person sent that cannot be used: what is wrong, and what to do about it."""

    def __init__(self, message: str, hint: str, status: int = 422) -> None:
        super().__init__(message)
        self.hint = hint
        self.status = status


def init_app(app: Flask) -> None:
    """Answer all errors of *app* in words."""
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(MarksError, _bad_marks)
    app.register_error_handler(UnknownCityError, _bad_marks)
    app.register_error_handler(CityError, _bad_marks)
    app.register_error_handler(NotScoredError, _bad_marks)
    app.register_error_handler(UnknownGameError, _unknown_game)
    app.register_error_handler(CSRFError, _stale_page)
    app.register_error_handler(RateLimitExceeded, _http)
    app.register_error_handler(HTTPException, _http)


def answer(message: str, hint: str, status: int) -> Response:
    """Return an error as JSON to a script, as a page to a person."""
    if _wants_json():
        response = jsonify(error=message, hint=hint)
    else:
        response = make_response(render_template("error.html", message=message, hint=hint))
    response.status_code = status
    return response


def _wants_json() -> bool:
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html")
    return best == "application/json"


def _refused(error: RefusedError) -> Response:
    return answer(str(error), error.hint, error.status)


def _bad_marks(error: ValueError) -> Response:
    return answer(
        f"This board cannot be used: {error}", "Mend that place, then send it again.", 422
    )


def _unknown_game(error: UnknownGameError) -> Response:
    return answer(str(error), "Check the address: it has 22 letters and digits.", 404)


def _stale_page(error: CSRFError) -> Response:
    return answer("This page has grown old", "Reload it, then try again. Nothing was lost.", 400)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    message, hint = HINTS.get(status, HINTS[400 if status < 500 else 500])
    return answer(message, hint, status)
