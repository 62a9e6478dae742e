"""News of a game, pushed to every open page for as long as the connection holds.

A page that cannot have a stream asks now and then instead; either way it is told a stamp
and fetches what changed.
"""

from collections.abc import Iterator
from threading import Condition
from time import monotonic

from flask import Flask, Response, request

from scorer.store.games import GameStore, UnknownGameError

# Each stream holds a thread of the server: beyond these, pages ask instead.
MOST_STREAMS = 20
# A stream ends before proxies and phones cut it; the browser opens the next one at once.
STREAM_S = 45.0
# Changes by another process of the app are noticed after this time at the latest.
LOOK_S = 2.0


class Hub:
    """Wakes the streams when something may have changed, and counts them."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._streams = 0

    def tell(self) -> None:
        """Wake all streams."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Return when something may have changed, or after *seconds*."""
        with self._changed:
            self._changed.wait(seconds)

    def enter(self) -> bool:
        """Count a stream, or return False where there are too many."""
        with self._changed:
            if self._streams >= MOST_STREAMS:
                return False
            self._streams += 1
            return True

    def leave(self) -> None:
        """Count a stream no longer."""
        with self._changed:
            self._streams -= 1


def init_app(app: Flask, hub: Hub) -> None:
    """Wake the streams after every request that may have changed something."""

    def wake(response: Response) -> Response:
        if request.method == "POST" and response.status_code < 400:
            hub.tell()
        return response

    app.after_request(wake)


def news(store: GameStore, hub: Hub, key: str, seen: str) -> Iterator[str]:
    """Yield server-sent events: the game's stamp whenever it is another than the last *seen*.

    To be called only after ``hub.enter()``.
    """
    try:
        yield "retry: 1500\n\n"
        end = monotonic() + STREAM_S
        while monotonic() < end:
            try:
                stamp = store.stamp(key)
            except UnknownGameError:
                yield "event: gone\ndata: \n\n"
                return
            # A comment now and then finds out whether anybody still listens.
            yield f"event: stamp\ndata: {stamp}\n\n" if stamp != seen else ": here\n\n"
            seen = stamp
            hub.wait(LOOK_S)
    finally:
        hub.leave()
