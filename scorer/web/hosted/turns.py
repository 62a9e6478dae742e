"""Whose photo is read next: addresses take turns, so that nobody waits behind all of another's.

The database has the photos that wait, Redis has when an address had its last turn. What RQ brings
to a worker says that a photo waits; which one the worker takes is found out here.
"""

from collections.abc import Iterable
from contextlib import suppress

from redis import Redis
from redis.exceptions import RedisError

from scorer.store.sharing import OpenPhoto, PhotoJobs
from scorer.web.reading.queue import in_turns

# A worker answers for its photo so long after it last said so.
HOLD_S = 4
# An address that had no turn for so long is as good as new.
_SERVED_S = 600
_SERVED = "scorer:served"


class Turns:
    """Chooses among the photos that wait.

    Parameters
    ----------
    jobs : PhotoJobs
    redis : Redis
    """

    def __init__(self, jobs: PhotoJobs, redis: "Redis") -> None:
        self._jobs, self._redis = jobs, redis

    def claim(self, named: str, worker: str) -> str | None:
        """Return the photo that *worker* reads now and answers for; None if there is none.

        The photo *named* comes first if its reading was begun before: it had its turn. Of those
        that were not, that of the address whose last turn is the longest ago is taken. Others
        that were begun are left alone: a worker may have them that lost Redis for a moment.

        Raises
        ------
        RedisError
            If Redis does not answer.
        NotReachableError
            If the database does not.
        """
        photos = self._jobs.open()
        begun = [one for one in photos if one.tries and one.id == named]
        for photo in (*begun, *self.order(one for one in photos if not one.tries)):
            if self._redis.set(held(photo.id), worker, nx=True, ex=HOLD_S):
                self._note(photo.address)
                return photo.id
        return None

    def release(self, id_: str) -> None:
        """Answer for a photo no longer."""
        with suppress(RedisError):
            self._redis.delete(held(id_))

    def is_held(self, id_: str) -> bool:
        """Whether a worker answers for a photo; raises ``RedisError``."""
        return bool(self._redis.exists(held(id_)))

    def order(self, photos: Iterable[OpenPhoto]) -> list[OpenPhoto]:
        """Return *photos*, the oldest first, in the order in which they are read."""
        lines: dict[str, list[OpenPhoto]] = {}
        for photo in photos:
            lines.setdefault(photo.address, []).append(photo)
        served: dict[str, float] = {}
        # Without Redis it is the order in which they came.
        with suppress(RedisError):
            found = self._redis.zrange(_SERVED, 0, -1, withscores=True)
            served = {address.decode(): when for address, when in found}  # type: ignore
        return in_turns([lines[one] for one in sorted(lines, key=lambda one: served.get(one, 0.0))])

    def _note(self, address: str) -> None:
        seconds, micros = self._redis.time()
        now = seconds + micros / 1e6
        self._redis.zadd(_SERVED, {address: now})
        self._redis.zremrangebyscore(_SERVED, 0, now - _SERVED_S)


def held(id_: str) -> str:
    """Return under which key Redis has the worker that answers for a photo."""
    return f"scorer:held:{id_}"
