"""Searches on behalf of people who wait: each once, two at a time, and none for ever.

A drawing that nobody would draw in a game may take a minute of processor, and anybody may send
one. So what is found in time is shown, with how many PP more there may be, and is kept. One
address never has both turns, and cannot make many requests wait for its own.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic

import msgspec
from flask import g, has_request_context

from scorer.rules.board.board import Board
from scorer.rules.board.geometry import geometry_json
from scorer.rules.jsonfile import to_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.search.best import score
from scorer.web.serving.askers import asker
from scorer.web.serving.lastused import Kept

Stop = Callable[[], bool]

AT_ONCE = 2
AT_ONCE_EACH = 1
# Of one address, with those that search; what comes on top is told at once to ask again.
MOST_EACH = 4
# So long all searches of a request for one board may take, and those for a whole table.
PATIENCE_S = 2.0
TABLE_PATIENCE_S = 6.0
# So long a request waits for its turn.
QUEUE_S = 2.0
# Sheets kept in mind; a state with doubts takes some twenty.
MOST_KEPT = 1000


class Turns:
    """Who may search: so many at once, fewer of one address."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._searching: Counter[str] = Counter()
        self._there: Counter[str] = Counter()

    @contextmanager
    def turn(self, address: str) -> Iterator[bool]:
        """Wait for a turn, though not for ever; yield whether there was one."""
        with self._changed:
            free = self._there[address] < MOST_EACH
            self._there[address] += 1
            granted = free and self._changed.wait_for(lambda: self._may(address), QUEUE_S)
            self._searching[address] += granted
        try:
            yield granted
        finally:
            with self._changed:
                self._there -= Counter([address])
                self._searching -= Counter({address: int(granted)})
                self._changed.notify_all()

    def _may(self, address: str) -> bool:
        full = self._searching.total() >= AT_ONCE
        return not full and self._searching[address] < AT_ONCE_EACH


_turns = Turns()
_sheets = Kept[ScoreSheet](MOST_KEPT)


def patient_score(filled: FilledBoard) -> ScoreSheet:
    """Return the sheet of the best final route, proved as far as people wait for it."""
    key = key_of(filled.board, [to_data(filled.marks), to_data(filled.setup), filled.rivals])
    if (known := _sheets.get(key)) is not None:
        return known
    with searching() as (stop, granted):
        sheet = score(filled, stop=stop)
    if granted:
        _sheets.put(key, sheet)
    return sheet


@contextmanager
def searching(seconds: float | None = None) -> Iterator[tuple[Stop, bool]]:
    """Yield what stops the searches inside, and whether they have a turn.

    Without one they stop at once, and those after them in the same request, which is to be made
    again (``was_busy``). All searches of one request share the *seconds*, which are those for one
    board unless others are given.
    """
    if was_busy():
        yield lambda: True, False
        return
    with _turns.turn(asker()) as granted:
        _note(granted)
        end = _end(PATIENCE_S if seconds is None else seconds) if granted else 0.0
        yield lambda: monotonic() > end, granted


def was_busy() -> bool:
    """Whether a search of this request waited for its turn in vain: nothing tells its result."""
    return has_request_context() and "no_turn" in g


def key_of(board: Board, about: object) -> bytes:
    """Return what tells results on *board* apart; one taught anew by its name is another one."""
    shown = board.id.encode() if board.practice else geometry_json(board)
    return hashlib.sha256(shown + b"\0" + msgspec.json.encode(about)).digest()


def _note(granted: bool) -> None:
    if not granted and has_request_context():
        g.no_turn = True


def _end(seconds: float) -> float:
    if not has_request_context():
        return monotonic() + seconds
    if "searches_end" not in g:
        g.searches_end = monotonic() + seconds
    return float(g.searches_end)
