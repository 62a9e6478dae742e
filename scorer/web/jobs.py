"""What becomes of a photo while it is read: stages, the end, and a way to cancel."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.web.errors import RefusedError, wants_json
from scorer.web.readers import LIMIT_S, Job
from scorer.web.reading import Outcome, why_not_read
from scorer.web.services import services
from scorer.web.words import word

views = Blueprint("jobs", __name__, url_prefix="/jobs/<id_>")

# How long a question about the next stage may stay open.
LOOK_S = 4.0


@views.get("")
def status(id_: str) -> Response:
    """Return how far a photo is; with ``seen`` only once it is in another stage."""
    job = _job(id_)
    if seen := request.args.get("seen"):
        job.wait(LOOK_S, seen)
    return jsonify(_status(job))


@views.post("/cancel")
def cancel(id_: str) -> Response:
    """Drop a photo."""
    job = _job(id_)
    job.cancel()
    return jsonify(_status(job))


def follow(job: Job) -> BaseResponse:
    """Return where a script may ask about *job*; a person waits for its end."""
    if wants_json():
        response = jsonify(job=url_for("jobs.status", id_=job.id))
        response.status_code = 202
        return response
    job.wait(2 * LIMIT_S)
    name, values = _failure(job)
    if name:
        raise RefusedError(name, 422, **values)
    return redirect(_next(job), 303)


def _job(id_: str) -> Job:
    job = services().readers.job(id_)
    if job is None:
        raise RefusedError("no-job", 404)
    return job


def _status(job: Job) -> dict[str, Any]:
    if not job.over:
        return {"over": False, "stage": job.stage, "ahead": services().readers.ahead(job)}
    name, values = _failure(job)
    if name:
        error, hint = word(f"error.{name}", **values), word(f"error.{name}.hint", **values)
        return {"over": True, "failed": name, "error": error, "hint": hint}
    return {"over": True, "next": _next(job)}


def _failure(job: Job) -> tuple[str, dict[str, str]]:
    """Return what went wrong, as a word's name and its values; or nothing."""
    if job.failed:
        return job.failed, {}
    outcome = job.result
    if not isinstance(outcome, Outcome):
        return "500" if job.over else "reader-slow", {}
    if outcome.reason and job.task.corners_xy is not None:
        return "no-map-there", {"why": why_not_read(outcome.reason)}
    if outcome.reason and not outcome.key:
        return "photo", {"why": why_not_read(outcome.reason)}
    return "", {}


def _next(job: Job) -> str:
    outcome = job.result
    assert isinstance(outcome, Outcome)
    if outcome.board:
        return url_for("teach.editor", board_id=outcome.board)
    page = "corners.page" if outcome.reason else "board.page"
    return url_for(page, key=outcome.key, seat=outcome.seat)
