"""Why a board scores what it does: other routes, a route of one's own, a disputed sheet."""

from dataclasses import replace
from time import monotonic
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, jsonify, request
from msgspec import Meta, Struct

from scorer.rules.alternatives import alternatives, alternatives_data, compare
from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.given import RouteError, parse_route
from scorer.rules.goals import Rivals
from scorer.rules.judge.judge import Claim, TotalVerdict, judge
from scorer.rules.judge.mistakes import Explanation
from scorer.rules.marks import Marks, MarksError, Setup
from scorer.rules.score import score_route
from scorer.rules.sheet import Step, sheet_data
from scorer.rules.table import best_rivals
from scorer.store.games import Game, Player
from scorer.web.board import opened
from scorer.web.edits import kept_marks, kept_setup
from scorer.web.errors import RefusedError
from scorer.web.limits import MAX_SECTIONS
from scorer.web.results import table_result

views = Blueprint("understand", __name__, url_prefix="/game/<key>/<int:seat>")

ROUTES = 5
# People wait for the best few routes; what is found by then is shown, and not called the best.
PATIENCE_S = 4.0

Written = Annotated[int, Meta(ge=0, le=9999)]


class OwnRoute(Struct, frozen=True, forbid_unknown_fields=True):
    """A route by its crossroads, in walking order."""

    stops: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=400)]


class WrittenSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wrote on the own sheet."""

    lines: Annotated[dict[str, Written], Meta(max_length=30)]
    total: Written | None = None


@views.get("/routes")
def routes(key: str, seat: int) -> Response:
    """Return the best few routes, each with what sets it apart from the best."""
    marks, setup, rivals, board, city = _board(key, seat)
    end = monotonic() + PATIENCE_S
    found = alternatives(board, city, marks, setup, ROUTES, rivals, lambda: monotonic() > end)
    return jsonify(alternatives_data(found))


@views.post("/own")
def own(key: str, seat: int) -> Response:
    """Return the sheet of a route that a person chose, against the best."""
    stops = _decoded(OwnRoute).stops
    marks, setup, rivals, board, city = _board(key, seat)
    try:
        route = parse_route(",".join(stops), board, marks)
    except RouteError as error:
        raise RefusedError("route", detail=str(error)) from error
    sheet = score_route(board, city, marks, setup, route, rivals)
    best = sheet.total + sheet.at_most_more
    top = alternatives(board, city, marks, setup, 1, rivals).sheets[0]
    difference = {step.value: points for step, points in compare(top, sheet).lines}
    return jsonify(sheet=sheet_data(sheet), best=best, difference=difference)


@views.post("/dispute")
def dispute(key: str, seat: int) -> Response:
    """Return where a sheet written by hand differs, and the likeliest mistakes behind it."""
    written = _decoded(WrittenSheet)
    marks, setup, rivals, board, city = _board(key, seat)
    lines = {Step.own(step): points for step, points in written.lines.items()}
    verdict = judge(board, city, Claim(marks, setup, lines, written.total, None, rivals))
    return jsonify(
        right=verdict.right,
        lines=[
            {
                "step": line.step.value,
                "claimed": line.claimed,
                "computed": line.computed,
                "explanations": list(map(_explanation, line.explanations)),
            }
            for line in verdict.lines
        ],
        total=_total(verdict.total),
    )


def _total(verdict: TotalVerdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {
        "claimed": verdict.claimed,
        "computed": verdict.computed,
        "explanations": list(map(_explanation, verdict.explanations)),
    }


def _explanation(why: Explanation) -> dict[str, Any]:
    return {
        "line": why.line.value if why.line else None,
        "mistakes": [
            {
                "kind": mistake.kind.value,
                "elements": list(map(str, mistake.elements)),
                "figures": mistake.figures,
                "count": mistake.count,
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


def _board(key: str, seat: int) -> tuple[Marks, Setup, Rivals | None, Board, City]:
    """Return what a board's score is worked out from; with too much drawn, nothing drawn."""
    game, player, board, city = opened(key, seat)
    marks = kept_marks(player, board)
    if len(marks.sections) > MAX_SECTIONS:
        marks = replace(marks, sections=frozenset(), colours={}, hot_spots=frozenset())
    return marks, kept_setup(game, player, city), rivals_of(game, player, city), board, city


def rivals_of(game: Game, player: Player, city: City) -> Rivals | None:
    """Return the others' best results on the goal cards, or None where there are no others."""
    setup = kept_setup(game, player, city)
    result = table_result(game, city) if setup.goals and len(game.players) > 1 else None
    if result is None:
        return None
    others = tuple(
        tuple(goal.value if goal.reached else None for goal in seat.sheet.goals)
        for one, seat in zip(game.players, result.seats, strict=True)
        if one is not player
    )
    return best_rivals(setup.goals, others)
