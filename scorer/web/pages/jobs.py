"""What becomes of a photo while it is read: stages, the end, and a way to cancel."""

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.values import replace
from scorer.store.games import UnknownGameError
from scorer.web.reading.desk import HARD_TO_FIND, LIMIT_S, Outcome, Ticket
from scorer.web.services import services
from scorer.web.serving.askers import asker
from scorer.web.serving.errors import RefusedError, wants_json
from scorer.web.serving.words import word
from scorer.web.views.notread import (
    ANYWAY,
    NO_MAP,
    NO_PRINT,
    WHICH,
    why_not_joined,
    why_not_opened,
    why_not_read,
    wrong_board_words,
)

views = Blueprint("jobs", __name__, url_prefix="/jobs/<id_>")

# How long a question about the next stage may stay open.
LOOK_S = 4.0


@views.get("")
def status(id_: str) -> Response:
    """Return how far a photo is; with ``seen`` only once it is in another stage.

    Of several photos ``photo`` is the number of the one that was seen.
    """
    job = _job(id_)
    if seen := request.args.get("seen"):
        photo = request.args.get("photo", 0, type=int)
        if (job.stage.name, job.stage.photo) == (seen, photo):
            with services().hub.asking(asker()) as may_wait:
                job.wait(LOOK_S if may_wait else 0, job.stage)
    return jsonify(_status(job))


@views.post("/cancel")
def cancel(id_: str) -> Response:
    """Drop a photo."""
    job = _job(id_)
    job.cancel()
    return jsonify(_status(job))


def follow(job: Ticket) -> BaseResponse:
    """Return where a script may ask about *job*; a person waits for its end."""
    if wants_json():
        response = jsonify(job=url_for("jobs.status", id_=job.id))
        response.status_code = 202
        return response
    job.wait(2 * LIMIT_S * job.patience)
    outcome = _outcome(job)
    if isinstance(outcome, RefusedError):
        raise outcome
    return redirect(_next(outcome), 303)


def _job(id_: str) -> Ticket:
    job = services().desk.job(id_)
    if job is None:
        raise RefusedError("no-job", 404)
    return job


def _status(job: Ticket) -> dict[str, Any]:
    if not job.over:
        stage = job.stage
        at = {"stage": stage.name, "photo": stage.photo, "photos": stage.photos}
        return {"over": False, **at, "ahead": services().desk.ahead(job)}
    outcome = _outcome(job)
    if isinstance(outcome, RefusedError):
        name, values = outcome.name, outcome.values
        error, hint = word(f"error.{name}", **values), word(f"error.{name}.hint", **values)
        failed = {"over": True, "failed": name, "error": error, "hint": hint}
        return failed | _ways_on(job.outcome)
    return {"over": True, "next": _next(outcome), **_wrong_board(outcome)}


def _wrong_board(outcome: Outcome) -> dict[str, str]:
    """Return what to say where the photo that led to *outcome* may be of another's board."""
    if not outcome.key or not outcome.seat or outcome.board or outcome.map:
        return {}
    with suppress(UnknownGameError):
        game = services().games.load(outcome.key)
        if said := wrong_board_words(game, game.player(outcome.seat)):
            return {"note": said, "hint": word("same-photo.hint"), "on": word("same-photo.on")}
    return {}


def _outcome(job: Ticket) -> Outcome | RefusedError:
    """Return where *job* led, or what went wrong."""
    outcome = job.outcome
    if job.failed:
        return RefusedError(job.failed)
    if outcome is None:
        return RefusedError("500" if job.over else "reader-slow")
    if outcome.reason and outcome.joins:
        return RefusedError("not-joined", why=why_not_joined(outcome.reason))
    if outcome.reason and outcome.better:
        reason = "not-this-one" if outcome.reason == "other-board" else outcome.reason
        return RefusedError("not-better", why=why_not_read(reason))
    if _may_show(outcome):
        return outcome
    if outcome.teaching and outcome.reason in (*ANYWAY, NO_PRINT):
        return RefusedError("not-taught", why=why_not_read(outcome.reason))
    if outcome.reason and outcome.by_hand and not outcome.seat:
        return RefusedError("no-page-there")
    own_box = outcome.innsmouth
    if outcome.reason and outcome.by_hand and (own_box or outcome.reason not in WHICH[1:]):
        why = why_not_read(outcome.reason, at_corners=True)
        another = own_box and outcome.reason in WHICH[1:]
        return RefusedError("no-town-there" if another else "no-map-there", why=why)
    teaching = outcome.teaching and outcome.reason in (*WHICH, *NO_MAP)
    if teaching or outcome.reason == NO_PRINT:
        return RefusedError("not-taught", why=why_not_read(outcome.reason))
    if outcome.reason and (outcome.teaching or not outcome.key):
        what, why = why_not_opened(outcome.reason)
        return RefusedError("photo", what=what, why=why)
    return outcome


def _may_show(outcome: Outcome) -> bool:
    """Whether a person may show by its corners where the board is that was not learned."""
    hard = outcome.reason in HARD_TO_FIND and not outcome.by_hand
    return bool(outcome.teaching and outcome.city and outcome.key and hard)


def _ways_on(outcome: Outcome | None) -> dict[str, Any]:
    """Return what a person may do about a board that was not learned although it could be."""
    if outcome is None or not outcome.teaching or outcome.reason not in ANYWAY:
        return {}
    known = replace(outcome, reason="")
    return {"anyway": True, "known": _next(known) if outcome.board else ""}


def _next(outcome: Outcome) -> str:
    if outcome.board:
        key, seat = outcome.key or None, outcome.seat or None
        return url_for("teach.editor", board_id=outcome.board, key=key, seat=seat)
    if _may_show(outcome):
        return url_for(
            "corners.to_teach",
            key=outcome.key,
            seat=outcome.seat,
            city=outcome.city,
            name=outcome.name,
            why=outcome.reason,
        )
    if outcome.map and outcome.innsmouth:
        key, seat = outcome.key or None, outcome.seat or None
        return url_for("townteach.corners", town_id=outcome.map, key=key, seat=seat)
    if outcome.map:
        return url_for("mapteach.corners", map_id=outcome.map)
    if not outcome.seat:
        return url_for("mapphoto.corners" if outcome.reason else "table.page", key=outcome.key)
    if outcome.innsmouth:
        if outcome.reason and outcome.reason not in NO_MAP:
            return url_for("corners.page", key=outcome.key, seat=outcome.seat)
        # The page shows the board of the player whom the address names.
        return url_for("table.page", key=outcome.key, _anchor=f"player-{outcome.seat}")
    # Where the photo shows no map at all there are no corners to drag.
    mapped = outcome.reason and outcome.reason not in NO_MAP
    page = "corners.page" if mapped else "board.page"
    if outcome.reason in WHICH:
        page = "which.page"
    return url_for(page, key=outcome.key, seat=outcome.seat)
