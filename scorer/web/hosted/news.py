"""News by Redis publish and subscribe: what one process tells, the streams of all hear."""

from contextlib import suppress
from threading import Thread
from time import sleep

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from scorer.web.serving.live import LOOK_S, Hub

_CHANNEL = "scorer:news"
# While news come by themselves, a stream looks so often all the same.
_LOOK_S = 15.0
# A connection that was lost is tried anew after so long.
_AGAIN_S = 0.5
# How long the thread waits for news before it looks whether it is to end.
_WAIT_S = 1.0


def connected(url: str) -> "Redis":
    """Return a connection to the server at *url*, which gives up soon where there is none."""
    return Redis.from_url(url, retry=once_more(), socket_connect_timeout=1.0, socket_timeout=3.0)


def once_more() -> Retry:
    """Return that a lost connection is opened once more and no longer waited for."""
    return Retry(NoBackoff(), 1)


class RedisHub(Hub):
    """Tells by publishing, and wakes its own streams by what is published.

    While Redis is away, the streams of this process are told directly, and all look for
    themselves every few seconds.

    Parameters
    ----------
    url : str
        Of the Redis server.
    streams : int
        How many streams this process may have.
    streams_each : int
        How many of them one address may have.
    """

    def __init__(self, url: str, streams: int = 0, streams_each: int = 0) -> None:
        super().__init__()
        self.most_streams = streams or self.most_streams
        self.most_streams_each = streams_each or self.most_streams_each
        self._redis = connected(url)
        self._heard = self._closed = False
        self._thread = Thread(target=self._hear, daemon=True)
        self._thread.start()

    @property
    def look_s(self) -> float:
        """Seldom while news come by themselves."""
        return _LOOK_S if self._heard else LOOK_S

    def tell(self, topic: str = "") -> None:
        """Publish *topic*."""
        try:
            self._redis.publish(_CHANNEL, topic)
        except RedisError:
            self._wake(topic)

    def close(self) -> None:
        """End the thread, and wake whoever still listens."""
        self._closed = True
        super().close()
        self._thread.join(2 * _WAIT_S)
        self._redis.close()

    def _hear(self) -> None:
        while not self._closed:
            with suppress(RedisError, OSError, ValueError):
                self._hear_until_lost()
            self._heard = False
            if not self._closed:
                sleep(_AGAIN_S)

    def _hear_until_lost(self) -> None:
        with self._redis.pubsub() as heard:  # type: ignore[no-untyped-call]
            heard.subscribe(_CHANNEL)
            while not self._closed:
                message = heard.get_message(timeout=_WAIT_S)
                if message is None:
                    continue
                if message["type"] == "subscribe":
                    self._heard = True
                    # What was told meanwhile nobody has heard.
                    self._wake("")
                elif message["type"] == "message":
                    self._wake(message["data"].decode())
