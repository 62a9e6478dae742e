"""The line of a server of many processes: photos wait in the database, RQ brings them to workers.

The database has the truth: a photo that was taken is there until it is over, whatever happens to
Redis or a worker. Redis has what passes: whose turn it is, which stage a photo is in, and for how
long a worker answers for it.
"""

from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import TypeVar

import msgspec
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.serializers import JSONSerializer

from scorer.rules.jsonfile import data_of, value_from
from scorer.store.sharing import PhotoJobs
from scorer.store.values import NotReachableError
from scorer.vision.locate.look import Look
from scorer.web.hosted.news import RedisHub
from scorer.web.hosted.turns import Turns
from scorer.web.reading.keeping import Aim, whose
from scorer.web.reading.line import Ticket
from scorer.web.reading.messages import Stage, Task
from scorer.web.reading.process import LIMIT_S, START_S
from scorer.web.reading.queue import (
    MOST_WAITING,
    MOST_WAITING_EACH,
    BusyError,
    Failure,
    Outcome,
    new_id,
)
from scorer.web.reading.waiting import Waiting, outcome_in, packed, waiting_in

T = TypeVar("T")
PHOTOS, LOOKS = "scorer-photos", "scorer-looks"
# What a worker runs, by its name: no code comes with a job.
READ, LOOK = "scorer.web.hosted.worker.read", "scorer.web.hosted.worker.look"
# For each worker, so many photos may wait.
MOST_WAITING_A_WORKER = 8
# A reader is ended long before; this ends a worker whose engines never answer.
_MOST_S = int(START_S + 20 * LIMIT_S)
# Stages and looks that nobody asks for any more.
STAGE_TTL_S, LOOK_TTL_S = 600, 15
# A phone looks so often by itself, in case news were lost.
_LOOK_AGAIN_S = 1.0
_WAITING = Stage("waiting")
_STAGES = msgspec.json.Decoder(Stage)
_LOOKS = msgspec.msgpack.Decoder(Look, dec_hook=value_from)


def topic_of(id_: str) -> str:
    """Return the topic under which news of the photo *id_* are told."""
    return f"photo:{id_}"


class RedisLine:
    """Where photos wait for workers.

    Parameters
    ----------
    jobs : PhotoJobs
    redis : Redis
    hub : RedisHub
        Tells of stages.
    """

    def __init__(self, jobs: PhotoJobs, redis: "Redis", hub: RedisHub) -> None:
        self.jobs, self.redis, self.hub = jobs, redis, hub
        self.turns = Turns(jobs, redis)
        self._photos = Queue(PHOTOS, connection=redis, serializer=JSONSerializer)
        self._looks = Queue(LOOKS, connection=redis, serializer=JSONSerializer)

    def take(self, waiting: Waiting, id_: str = "") -> "SharedTicket":
        """Keep a photo, and let it wait for its turn as soon as Redis answers."""
        if id_ and (known := self.job(id_)):
            return known
        self._check_room(waiting.address)
        id_ = id_ or new_id()
        self.jobs.add(id_, packed(waiting), waiting.address)
        # Without Redis it waits all the same: the workers look for what was left behind.
        with suppress(RedisError):
            self._note(id_, waiting.aim)
            self.put(id_)
        return SharedTicket(self, id_, waiting.task.patience)

    def reading(self, key: str) -> frozenset[int]:
        """Return the seats of the game with *key* whose photo is on its way, as far as is known."""
        found: set[int] = set()
        with suppress(RedisError, NotReachableError):
            for name, seat in self.redis.hgetall(f"scorer:reading:{key}").items():
                id_ = name.decode() if isinstance(name, bytes) else name
                state = self.jobs.state(id_)
                if state is None or state.over:
                    self.redis.hdel(f"scorer:reading:{key}", id_)
                else:
                    found.add(int(seat))
        return frozenset(found)

    def _note(self, id_: str, aim: Aim) -> None:
        """Keep whose photo *id_* is; raises ``RedisError``."""
        key, seat = whose(aim)
        if key:
            self.redis.hset(f"scorer:reading:{key}", id_, str(seat))
            self.redis.expire(f"scorer:reading:{key}", STAGE_TTL_S)

    def put(self, id_: str) -> None:
        """Let one worker more look for a photo, such as *id_*; raises ``RedisError``."""
        self._photos.enqueue_call(
            READ,
            args=(id_,),
            timeout=_MOST_S,
            result_ttl=0,
            failure_ttl=60,
            job_id=f"photo-{id_}-{token_hex(4)}",
        )

    def named(self) -> list[str]:
        """Return the photo that each call for a worker names; raises ``RedisError``."""
        calls = self._photos.get_job_ids()
        return [one.removeprefix("photo-").rpartition("-")[0] for one in calls]

    def _check_room(self, address: str) -> None:
        everybody, own = self.jobs.waiting(address)
        workers = self._safely(self.workers, 1)
        most = max(MOST_WAITING, MOST_WAITING_A_WORKER * workers)
        each = 1 if self._safely(lambda: self.is_wary_of(address), False) else MOST_WAITING_EACH
        if everybody >= most or own >= each:
            raise BusyError("too many photos are waiting")

    def workers(self) -> int:
        """Return how many workers there are; raises ``RedisError``."""
        now = int(self.redis.time()[0])
        self.redis.zremrangebyscore("scorer:workers", 0, now - 1)
        return int(self.redis.zcard("scorer:workers"))

    def is_wary_of(self, address: str) -> bool:
        """Whether a photo of *address* has ended a reader lately; raises ``RedisError``."""
        return bool(address and self.redis.exists(f"scorer:wary:{address}"))

    def job(self, id_: str) -> "SharedTicket | None":
        """Return the photo called *id_*, if it is still known."""
        ticket = SharedTicket(self, id_)
        try:
            return ticket if ticket.refresh() else None
        except NotReachableError:
            # A photo that was taken is safe: its phone waits until the database is back.
            return ticket

    def ahead(self, job: Ticket) -> int:
        """Return how many photos are read before *job* begins, as far as is known."""
        try:
            photos = self.jobs.open()
        except NotReachableError:
            return 0
        begun = sum(one.tries > 0 for one in photos)
        waiting = [one.id for one in self.turns.order(one for one in photos if not one.tries)]
        return begun + waiting.index(job.id) if job.id in waiting else 0

    def stage(self, id_: str) -> Stage:
        """Return the stage that a photo is in, as far as Redis knows."""
        found = self._safely(lambda: self.redis.get(f"scorer:stage:{id_}"), None)
        return _STAGES.decode(found) if isinstance(found, bytes) else _WAITING

    def enter(self, id_: str, stage: Stage) -> None:
        """Tell everybody that a stage begins; a stage that Redis misses is no loss."""
        with suppress(RedisError):
            self.redis.setex(f"scorer:stage:{id_}", STAGE_TTL_S, msgspec.json.encode(stage))
        self.hub.tell(topic_of(id_))

    def end(self, id_: str, failed: Failure | None, outcome: Outcome | None) -> bool:
        """Keep where a photo led, and tell everybody; return whether it was not over before."""
        data = packed(outcome) if outcome and not failed else None
        ended = self.jobs.end(id_, failed or "", data)
        self.hub.tell(topic_of(id_))
        return ended

    def cancel(self, id_: str) -> None:
        """Drop a photo; the worker that has it ends its reader."""
        self.end(id_, Failure.CANCELLED, None)

    def look(self, task: Task, address: str, seconds: float) -> Look | None:
        """Return what a camera's picture shows; None if photos wait, or there is no time."""
        id_ = new_id()
        with suppress(RedisError), self.hub.listening(topic_of(id_)) as ear:
            if self._photos.count or self._looks.count > self.workers():
                return None
            data = msgspec.msgpack.encode(task, enc_hook=data_of)
            self.redis.setex(f"scorer:look:{id_}", LOOK_TTL_S, data)
            self._looks.enqueue_call(
                LOOK, args=(id_,), timeout=30, ttl=int(seconds), result_ttl=0, failure_ttl=5
            )
            end = monotonic() + seconds
            while (left := end - monotonic()) > 0:
                ear.clear()
                seen = self.redis.getdel(f"scorer:seen:{id_}")
                if isinstance(seen, bytes):
                    return _LOOKS.decode(seen) if seen else None
                ear.wait(min(left, _LOOK_AGAIN_S))
        return None

    def seen(self, id_: str, look: Look | None) -> None:
        """Answer a camera's picture; raises ``RedisError``."""
        data = msgspec.msgpack.encode(look, enc_hook=data_of) if look else b""
        self.redis.setex(f"scorer:seen:{id_}", LOOK_TTL_S, data)
        self.hub.tell(topic_of(id_))

    def picture(self, id_: str) -> bytes | None:
        """Return a camera's picture that waits, once; raises ``RedisError``."""
        found = self.redis.getdel(f"scorer:look:{id_}")
        return found if isinstance(found, bytes) else None

    def counted(self) -> dict[str, float]:
        """Return how often each end came of a photo, and the seconds; raises ``RedisError``."""
        found = self.redis.hgetall("scorer:readings")
        return {key.decode(): float(value) for key, value in found.items()}  # type: ignore

    def queued(self) -> int:
        """Return how many photos are not over."""
        return self.jobs.waiting("")[0]

    def warm(self) -> None:
        """Do nothing: workers are ready by themselves."""

    def close(self) -> None:
        """Let go of Redis; what waits is read by the workers."""
        self.redis.close()

    def _safely(self, ask: Callable[[], T], otherwise: T) -> T:
        try:
            return ask()
        except RedisError:
            return otherwise


class SharedTicket:
    """A photo on its way, as the database and Redis know it."""

    def __init__(self, line: RedisLine, id_: str, patience: int = 0) -> None:
        self.id = id_
        self._line = line
        self._patience = patience
        self.stage = _WAITING
        self.over = False
        self.failed: Failure | None = None
        self.outcome: Outcome | None = None

    @property
    def patience(self) -> int:
        """How many times as long as reading a photo this may take."""
        if not self._patience:
            waiting = waiting_in(self._line.jobs.work(self.id) or b"")
            self._patience = waiting.task.patience if waiting else 1
        return self._patience

    def refresh(self) -> bool:
        """Look what has become of it; return whether it is known."""
        state = self._line.jobs.state(self.id)
        if state is None:
            return False
        self.over = state.over
        self.failed = Failure(state.failed) if state.failed else None
        self.outcome = outcome_in(state.outcome) if state.outcome else None
        if not self.over:
            self.stage = self._line.stage(self.id)
        return True

    def wait(self, seconds: float, seen: Stage | None = None) -> None:
        """Return once it is over, or in another stage than *seen*, or after *seconds*."""
        end = monotonic() + seconds
        with self._line.hub.listening(topic_of(self.id)) as ear:
            while True:
                ear.clear()
                known = True
                with suppress(NotReachableError):
                    known = self.refresh()
                if not known or self.over or (seen is not None and self.stage != seen):
                    return
                if (left := end - monotonic()) <= 0:
                    return
                ear.wait(min(left, _LOOK_AGAIN_S))

    def cancel(self) -> None:
        """Drop it, also while it is read."""
        self._line.cancel(self.id)
        self.refresh()
