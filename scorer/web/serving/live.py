"""News of a game, pushed to every open page for as long as the connection holds.

A page that cannot have a stream asks now and then instead; either way it is told a stamp
and fetches what changed.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic

from flask import Flask, Response, request

from scorer.store.games import GameStore, UnknownGameError

# Each stream holds a thread of the server: beyond these, pages ask instead.
MOST_STREAMS = 20
# Nor may one address have all of them.
MOST_STREAMS_EACH = 10
# Questions about photos that may stay open at a time; what comes on top is answered at once.
MOST_ASKING_EACH = 8
# A stream ends before proxies and phones cut it; the browser opens the next one at once.
STREAM_S = 45.0
# Changes by another process of the app are noticed after this time at the latest.
LOOK_S = 2.0


class Hub:
    """Wakes the streams when something may have changed, and counts them."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._streams: Counter[str] = Counter()
        self._asking: Counter[str] = Counter()

    def tell(self) -> None:
        """Wake all streams."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Return when something may have changed, or after *seconds*."""
        with self._changed:
            self._changed.wait(seconds)

    def enter(self, address: str) -> bool:
        """Count a stream to *address*, or return False where there are too many."""
        with self._changed:
            full = self._streams.total() >= MOST_STREAMS
            if full or self._streams[address] >= MOST_STREAMS_EACH:
                return False
            self._streams[address] += 1
            return True

    def leave(self, address: str) -> None:
        """Count a stream to *address* no longer."""
        with self._changed:
            self._streams -= Counter([address])

    @contextmanager
    def asking(self, address: str) -> Iterator[bool]:
        """Count an open question of *address*; yield whether it may stay open for a while."""
        with self._changed:
            self._asking[address] += 1
            few = self._asking[address] <= MOST_ASKING_EACH
        try:
            yield few
        finally:
            with self._changed:
                self._asking -= Counter([address])


def init_app(app: Flask, hub: Hub) -> None:
    """Wake the streams after every request that may have changed something."""

    def wake(response: Response) -> Response:
        if request.method == "POST" and response.status_code < 400:
            hub.tell()
        return response

    app.after_request(wake)


class News:
    """A stream of news to one page; it counts until it is closed, be it read or not.

    A generator would not do: one that nobody begins to read, as after a ``HEAD`` request,
    never ends either.
    """

    def __init__(self, hub: Hub, address: str, events: Iterator[str]) -> None:
        self._hub, self._address, self._events = hub, address, events
        self._open = True

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Count the stream no longer; the server calls this however the answer ends."""
        if self._open:
            self._open = False
            self._hub.leave(self._address)


def news(store: GameStore, hub: Hub, key: str, seen: str, address: str) -> News | None:
    """Return server-sent events: the game's stamp whenever it is another than the last *seen*.

    None where there are too many streams, all together or to *address*.
    """
    if not hub.enter(address):
        return None
    return News(hub, address, _events(store, hub, key, seen))


def _events(store: GameStore, hub: Hub, key: str, seen: str) -> Iterator[str]:
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
