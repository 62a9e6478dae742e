"""Why a board scores what it does: other routes, a route of one's own, a disputed sheet.

Answers are ``busy`` in place of what was asked for where it was not yet one's turn to search.
"""

from itertools import takewhile
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, jsonify, request
from msgspec import Meta, Struct

from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.rules.judge.judge import Claim, TotalVerdict, judge
from scorer.rules.judge.othermarks import Fitting, marks_that_fit
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.scoring.goals import Rivals
from scorer.rules.scoring.mistakes import Explanation
from scorer.rules.scoring.namedroute import RouteError, parse_route
from scorer.rules.scoring.sheet import Step
from scorer.rules.search.alternatives import alternatives, difference
from scorer.rules.search.best import score_route
from scorer.rules.table.result import best_rivals
from scorer.rules.values import replace
from scorer.store.games import Game, Player
from scorer.store.kept import kept_board, kept_setup, told_rivals
from scorer.web.pages.board import opened
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import MAX_SECTIONS
from scorer.web.views.boardpage import other_readings, without_sections
from scorer.web.views.results import status_of_kept, table_result
from scorer.web.views.searches import patient_score, searching, was_busy

views = Blueprint("understand", __name__, url_prefix="/game/<key>/<int:seat>")

ROUTES = 5
# People wait for the best few routes; what is found by then is shown, and not called the best.
PATIENCE_S = 4.0

Written = Annotated[int, Meta(ge=0, le=9999)]


class OwnRoute(Struct, frozen=True, forbid_unknown_fields=True):
    """A route by its crossroads, in walking order; ``~`` is a ride between two."""

    stops: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=400)]


class WrittenSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wrote on the own sheet."""

    lines: Annotated[dict[str, Written], Meta(max_length=30)]
    total: Written | None = None


@views.get("/routes")
def routes(key: str, seat: int) -> Response:
    """Return the best few routes, each with what sets it apart from the best."""
    filled = _board(key, seat)
    with searching(PATIENCE_S) as (stop, _):
        found = alternatives(filled, ROUTES, stop)
    return _told(status=_status(key, seat, filled), **to_data(found))


@views.post("/own")
def own(key: str, seat: int) -> Response:
    """Return the sheet of a route that a person chose, against the best."""
    stops = _decoded(OwnRoute).stops
    filled = _board(key, seat)
    try:
        route = parse_route(",".join(stops), filled.board, filled.marks)
    except RouteError as error:
        raise RefusedError("route", detail=detail_of(error)) from error
    top = patient_score(filled)
    sheet = score_route(filled, route, best=top)
    best = sheet.total + sheet.at_most_more
    apart = {step.value: points for step, points in difference(top, sheet).items()}
    status = _status(key, seat, filled)
    return _told(sheet=to_data(sheet), best=best, difference=apart, status=status)


@views.post("/dispute")
def dispute(key: str, seat: int) -> Response:
    """Return where a sheet written by hand differs, and the likeliest mistakes behind it."""
    written = _decoded(WrittenSheet)
    player = opened(key, seat)[1]
    filled = _board(key, seat)
    lines = {Step.own(step): points for step, points in written.lines.items()}
    with searching(PATIENCE_S) as (stop, _):
        verdict = judge(Claim(filled, lines, written.total), stop)
    others = takewhile(lambda _: not stop(), other_readings(player, filled.marks))
    fitting = marks_that_fit(verdict, filled, others, patient_score)
    return _told(
        status=_status(key, seat, filled),
        right=verdict.right,
        lines=[
            {
                "step": line.step.value,
                "claimed": line.claimed,
                "computed": line.computed,
                "readings": _readings(fitting, line.step),
                "explanations": list(map(_explanation, line.explanations)),
            }
            for line in verdict.lines
        ],
        total=_total(verdict.total, fitting),
    )


def _told(**found: Any) -> Response:
    return jsonify({"busy": True} if was_busy() else found)


def _total(verdict: TotalVerdict | None, fitting: Fitting) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {
        "claimed": verdict.claimed,
        "computed": verdict.computed,
        # Of what was written alone.
        "added": None if verdict.assumed else verdict.added,
        "readings": _readings(fitting, None),
        "explanations": list(map(_explanation, verdict.explanations)),
    }


def _readings(fitting: Fitting, step: Step | None) -> list[dict[str, Any]]:
    """Return the places to check with what would stand there if the number were right."""
    marks = fitting.get(step, ())
    return [{"kind": mark.kind.value, "where": mark.where, "value": mark.value} for mark in marks]


def _explanation(why: Explanation) -> dict[str, Any]:
    return {
        "line": why.line.value if why.line else None,
        "mistakes": [
            {
                "kind": mistake.kind.value,
                "elements": list(map(str, mistake.elements)),
                "figures": mistake.figures,
                "count": mistake.count,
                "some": mistake.with_some,
                "others": [step.value for step in mistake.others],
            }
            for mistake in why.mistakes
        ],
    }


def _decoded(kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise MarksError(str(error)) from error


def _board(key: str, seat: int) -> FilledBoard:
    """Return what a board's score is worked out from; with too much drawn, nothing drawn."""
    game, player, board, city = opened(key, seat)
    filled = kept_board(game, player, board, city)
    if len(filled.marks.sections) > MAX_SECTIONS:
        filled = without_sections(filled)
    return replace(filled, rivals=rivals_of(game, player, city))


def _status(key: str, seat: int, filled: FilledBoard) -> dict[str, Any]:
    game, player, _, city = opened(key, seat)
    status: dict[str, Any] = to_data(status_of_kept(game, player, filled, city))
    return status


def rivals_of(game: Game, player: Player, city: City) -> Rivals | None:
    """Return the others' best results on the goal cards.

    Of a board alone at its table they are what its file told, None where it told nothing.
    """
    setup = kept_setup(game, player, city)
    if len(game.players) == 1:
        return told_rivals(game, setup)
    result = table_result(game, city) if setup.goals else None
    if result is None:
        return None
    others = tuple(
        tuple(goal.value if goal.is_reached else None for goal in seat.sheet.goals)
        for one, seat in zip(game.players, result.seats, strict=True)
        if one is not player
    )
    return best_rivals(setup.goals, others)
