"""Photos that were read before their board got better: read again with it as it is now."""

from contextlib import suppress

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.store.games import Game, ReadOnlyError
from scorer.store.kept import ALL_THE_SAME, BY_HAND
from scorer.web.pages.jobs import follow
from scorer.web.reading.desk import Ticket
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.limits import limiter, reads
from scorer.web.views.outdated import outdated

views = Blueprint("better", __name__, url_prefix="/game/<key>/better")


@views.post("")
@limiter.limit(reads)
def again(key: str) -> BaseResponse:
    """Read all such photos of a game again; what was corrected stays.

    The form of a board names its seat and leads back to it, the one of the table to the table.
    """
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    seats = outdated(game)
    if not seats:
        return redirect(url_for("table.page", key=key), 303)
    wanted = request.form.get("seat", type=int)
    first = wanted if wanted in seats else seats[0]
    job = _read_again(game, first)
    for seat in seats:
        # What is too much at once waits for somebody to ask for it.
        with suppress(RefusedError):
            if seat != first:
                _read_again(game, seat)
    answer = follow(job)
    # A script asks about the job; a person is where the form was.
    if answer.status_code == 303 and wanted is None:
        return redirect(url_for("table.page", key=key), 303)
    return answer


def _read_again(game: Game, seat: int) -> Ticket:
    reading = game.player(seat).reading
    quality = reading.quality if reading else {}
    told = reading is not None and (BY_HAND in quality or ALL_THE_SAME in quality)
    corners = [(x, y) for x, y in reading.corners_xy] if reading and told else None
    return services().desk.read_again(game, seat, corners, all_the_same=ALL_THE_SAME in quality)
