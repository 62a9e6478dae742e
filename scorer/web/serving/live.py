"""News of a game, pushed to every open page for as long as the connection holds.

A page that cannot have a stream asks now and then instead; either way it is told a stamp
and fetches what changed.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock
from time import monotonic

from flask import Flask, Response, request

from scorer.store.games import UnknownGameError
from scorer.web.serving.askers import asker

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
    """Wakes whoever waits for news of a game or a photo, and counts the streams.

    This one is for a server of one process. A *topic* is the key of a game for changes, or
    another name that no game has.
    """

    # How many streams there may be, and of one address.
    most_streams = MOST_STREAMS
    most_streams_each = MOST_STREAMS_EACH

    def __init__(self) -> None:
        self.ending = False
        self._lock = Lock()
        self._ears: defaultdict[str, set[Event]] = defaultdict(set)
        self._streams: Counter[str] = Counter()
        self._asking: Counter[str] = Counter()

    @property
    def look_s(self) -> float:
        """After how long a stream looks by itself whether something has changed."""
        return LOOK_S

    def tell(self, topic: str = "") -> None:
        """Wake all who listen to *topic*; without one, everybody."""
        self._wake(topic)

    def _wake(self, topic: str) -> None:
        with self._lock:
            told = [*self._ears.get(topic, ())] if topic else [*set().union(*self._ears.values())]
        for ear in told:
            ear.set()

    @contextmanager
    def listening(self, topic: str) -> Iterator[Event]:
        """Yield an event that is set whenever *topic* may have changed.

        Clear it before looking, and nothing that comes meanwhile is missed.
        """
        ear = Event()
        with self._lock:
            self._ears[topic].add(ear)
        try:
            yield ear
        finally:
            with self._lock:
                self._ears[topic].discard(ear)
                if not self._ears[topic]:
                    del self._ears[topic]

    def end_streams(self) -> None:
        """Let all streams end now; their pages open new ones."""
        self.ending = True
        self._wake("")

    def close(self) -> None:
        """Let go of what it needs."""
        self.end_streams()

    def enter(self, address: str) -> bool:
        """Count a stream to *address*, or return False where there are too many."""
        with self._lock:
            full = self._streams.total() >= self.most_streams
            if full or self._streams[address] >= self.most_streams_each:
                return False
            self._streams[address] += 1
            return True

    def leave(self, address: str) -> None:
        """Count a stream to *address* no longer."""
        with self._lock:
            self._streams -= Counter([address])

    @contextmanager
    def asking(self, address: str) -> Iterator[bool]:
        """Count an open question of *address*; yield whether it may stay open for a while."""
        with self._lock:
            self._asking[address] += 1
            few = self._asking[address] <= MOST_ASKING_EACH
        try:
            yield few
        finally:
            with self._lock:
                self._asking -= Counter([address])


def init_app(app: Flask, hub: Hub) -> None:
    """Wake the streams after every request that may have changed something."""

    def wake(response: Response) -> Response:
        if request.method == "POST" and response.status_code < 400:
            hub.tell((request.view_args or {}).get("key", ""))
        return response

    app.after_request(wake)


class News:
    """A stream of news to one page; it counts until it is closed, be it read or not.

    A generator would not do: one that nobody begins to read, as after a ``HEAD`` request,
    never ends either.
    """

    def __init__(self, hub: Hub, address: str, events: Generator[str]) -> None:
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
            # It is not being read any more, but for a server that closes while it reads.
            with suppress(ValueError):
                self._events.close()


def stream(hub: Hub, topic: str, stamp: Callable[[], str]) -> Response:
    """Answer with server-sent events: what *stamp* returns whenever it is another than the last.

    It is asked whenever *topic* may have changed. Where there are too many streams, all together
    or to one address, the page is told to ask now and then.
    """
    address = asker()
    if not hub.enter(address):
        return Response("too many streams: ask now and then\n", 503, mimetype="text/plain")
    told = News(hub, address, _events(hub, topic, stamp, request.args.get("seen", "")))
    return Response(told, mimetype="text/event-stream")


def _events(hub: Hub, topic: str, stamp: Callable[[], str], seen: str) -> Generator[str]:
    yield "retry: 1500\n\n"
    end = monotonic() + STREAM_S
    try:
        with hub.listening(topic) as ear:
            while monotonic() < end and not hub.ending:
                ear.clear()
                now = stamp()
                # A comment now and then finds out whether anybody still listens.
                yield f"event: stamp\ndata: {now}\n\n" if now != seen else ": here\n\n"
                seen = now
                ear.wait(hub.look_s)
    except UnknownGameError:
        yield "event: gone\ndata: \n\n"
