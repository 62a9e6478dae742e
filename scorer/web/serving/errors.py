"""Every failure as a page or JSON that says what to do, never a traceback."""

import re

from flask import (
    Flask,
    Response,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from flask_limiter import RateLimitExceeded
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.city.city import CityError, UnknownCityError
from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import RulesError
from scorer.rules.position.mark import MarksError
from scorer.rules.table.game import GameError
from scorer.rules.ticket_to_ride.map import MapError
from scorer.store.games import (
    ConflictError,
    NeverSeatError,
    NoRoomError,
    NotReachableError,
    ReadOnlyError,
    UnknownGameError,
    UnknownSeatError,
)
from scorer.web.serving.forms import page_of_address, shown_again, way_back
from scorer.web.serving.limits import note_guess
from scorer.web.serving.words import language, word

# Statuses with words of their own; others speak of a mistake there or here.
WORDED = (400, 403, 404, 405, 413, 415, 429, 500)
# Where in a file the mistake stands, as the layers below begin their messages.
_PATH = re.compile(r"(?:\w+: )?(\$[^\s:]*)|`(\$[^`]*)`")
# What in a form is wrong: named first, or quoted.
_NAMED = re.compile(r"^([\w/-]{1,40}): |'([^']{1,40})'")
# A crossroads or a section on the board.
_ON_BOARD = re.compile(r"\b([a-z]\d{1,2}(?:-[a-z]\d{1,2})?)\b()")
# English words that messages begin with, and the top of a file: they tell no place in it.
_NO_PLACES = ("$", "marks", "setup", "board", "game", "claim", "change")


class RefusedError(ValueError):
    """Something a person sent that cannot be used.

    *name* is that of a word which says what is wrong; the word *name*.hint says what to do.
    """

    def __init__(self, name: str, /, status: int = 422, **values: object) -> None:
        super().__init__(name)
        self.name = name
        self.status = status
        self.values = values


def init_app(app: Flask) -> None:
    """Answer all errors of *app* in words."""
    app.register_error_handler(RefusedError, _refused)
    for kind in (MarksError, GameError, UnknownCityError, CityError):
        app.register_error_handler(kind, _bad_marks)
    # Of a game of another box: boards' mistakes have kinds of their own.
    for entered in (JsonError, InnsmouthError, MapError):
        app.register_error_handler(entered, _bad_entry)
    app.register_error_handler(UnknownGameError, _unknown_game)
    app.register_error_handler(UnknownSeatError, _unknown_seat)
    app.register_error_handler(NeverSeatError, _never_seat)
    app.register_error_handler(ReadOnlyError, _read_only)
    app.register_error_handler(ConflictError, _changed)
    app.register_error_handler(NoRoomError, _no_room)
    app.register_error_handler(NotReachableError, _not_reachable)
    app.register_error_handler(CSRFError, _stale_page)
    app.register_error_handler(RateLimitExceeded, _http)
    app.register_error_handler(HTTPException, _http)


def answer(name: str, status: int, /, **values: object) -> BaseResponse:
    """Return an error as JSON to a script, to a person as the page of their form or its own."""
    message, hint = word(f"error.{name}", **values), word(f"error.{name}.hint", **values)
    if wants_json():
        response: BaseResponse = jsonify(error=message, hint=hint)
    else:
        again = shown_again(message, hint) if status < 500 else None
        response = again or _page(message, hint, way_back() if name != "no-game" else "")
    response.status_code = status
    return response


def _page(message: str, hint: str, back: str) -> Response:
    return make_response(render_template("error.html", message=message, hint=hint, back=back))


def wants_json() -> bool:
    """Whether a script asks, and no person."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html")
    return best == "application/json"


def detail_of(error: Exception) -> str:
    """Return what *error* says, or in other languages than English where the mistake stands.

    The layers below speak English; a place on the board or in a file is understood everywhere.
    """
    text = str(error)
    if language() == "en":
        return text
    found = (one.search(text) for one in (_PATH, _NAMED, _ON_BOARD))
    places = (place[1] or place[2] for place in found if place)
    return next((one for one in places if one not in _NO_PLACES), word("error.somewhere"))


def _refused(error: RefusedError) -> BaseResponse:
    if error.status == 404:
        note_guess()
    return answer(error.name, error.status, **error.values)


def _bad_marks(error: ValueError) -> BaseResponse:
    return answer("marks", 422, detail=detail_of(error))


def _bad_entry(error: RulesError) -> BaseResponse:
    return answer("entry", 422, detail=detail_of(error))


def _unknown_game(_: UnknownGameError) -> BaseResponse:
    note_guess()
    return answer("no-game", 404)


def _unknown_seat(_: UnknownSeatError) -> BaseResponse:
    return answer("no-player", 404)


def _never_seat(_: NeverSeatError) -> BaseResponse:
    return answer("never-player", 404)


def _read_only(_: ReadOnlyError) -> BaseResponse:
    return answer("read-only", 403)


def _changed(_: ConflictError) -> BaseResponse:
    return answer("changed", 409)


def _no_room(_: NoRoomError) -> BaseResponse:
    return answer("no-room", 507)


def _not_reachable(_: NotReachableError) -> BaseResponse:
    response = answer("not-reachable", 503)
    response.headers["Retry-After"] = "5"
    return response


def _stale_page(_: CSRFError) -> BaseResponse:
    return answer("stale", 400)


def _http(error: HTTPException) -> BaseResponse:
    status = error.code or 500
    # A form's page that came back after a refusal bears the address it was sent to.
    if status == 405 and request.method == "GET" and (page := page_of_address()):
        return redirect(page)
    if status == 413 and (request.content_length or 0) <= (request.max_content_length or 0):
        return answer("parts", 413)
    known = status if status in WORDED else 400 if status < 500 else 500
    return answer(str(known), status)
