"""The worker: takes photos from the line, has them read in a process apart, keeps what was found.

RQ brings a photo's id. The worker answers for the photo by a key in Redis that ends with the
worker; what nobody answers for, and does not wait either, is put into the line once more.
"""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic, sleep, time

import msgspec
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from scorer.rules.values import replace
from scorer.store.games import GameStore, NotReachableError
from scorer.vision.locate.look import Look
from scorer.web.hosted.line import LOOKS, PHOTOS, RedisLine, topic_of
from scorer.web.hosted.shelf import ShelfShared
from scorer.web.hosted.turns import HOLD_S, held
from scorer.web.owners import owner_key
from scorer.web.reading.keeping import Aim, Keeper
from scorer.web.reading.messages import TASKS, TAUGHT_ALREADY, End, LostError, Opened, Stage, Task
from scorer.web.reading.process import LIMIT_S, WORKER, Reader, read_by
from scorer.web.reading.queue import WARY_S, Failure, Outcome
from scorer.web.reading.waiting import MOST_TRIES, Waiting, waiting_in

log = logging.getLogger("scorer.worker")
# A worker says this often that it answers for its photo.
HOLD_AGAIN_S = 1.0
# What is neither held nor waiting for so long was left behind.
LEFT_S = 3.0
SWEEP_S = 1.0
# How long a photo that ended a reader is left to other workers.
ELSEWHERE_S = 3
# Redis, or the database, was away: try again after so long.
AGAIN_S = 1.0
_ALIVE_S = 5
_LEFT_TTL_S = 30


class Reading:
    """One worker's work: photos, one at a time, and what others left behind.

    Parameters
    ----------
    games : GameStore
    shelf, maps : ShelfShared
        The taught boards and the taught maps.
    line : RedisLine
    command : tuple of str
        Starts a process that reads.
    limit_s : float
        How long one photo may take.
    """

    def __init__(
        self,
        games: GameStore,
        shelf: ShelfShared,
        maps: ShelfShared,
        line: RedisLine,
        command: tuple[str, ...] = WORKER,
        limit_s: float = LIMIT_S,
    ) -> None:
        self.line = line
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self._games, self._shelf, self._maps = games, shelf, maps
        self._reader = Reader(command)
        self._limit_s = limit_s
        self._closed = Event()
        self._sweeper = Thread(target=self._sweep_for_ever, daemon=True)

    def begin(self) -> None:
        """Get a reader ready, and look for what was left behind from now on."""
        self._reader.begin()
        self._sweeper.start()

    def close(self) -> None:
        """End the reader."""
        self._closed.set()
        self._sweeper.join(5)
        with suppress(RedisError):
            self.line.redis.zrem("scorer:workers", self.name)
        self._reader.end()

    def read(self, named: str) -> None:
        """Read the photo whose turn it is and keep what is found; see ``Turns.claim``.

        Whatever happens, the next one is read.
        """
        if self._leave_to_others(named):
            return
        try:
            id_ = self.line.turns.claim(named, self.name)
            if id_ and self._begin(id_):
                self._once_more(id_)
        except RedisError:
            # Which photo others have is not known; it is found again when Redis is back.
            return
        except NotReachableError:
            # The photo is still there, and found again when the database is.
            log.warning('{"reading": "the database does not answer"}')
            self._closed.wait(AGAIN_S)
        finally:
            self._ready_again()

    def _begin(self, id_: str) -> bool:
        """Read a photo that this worker answers for; return whether it is to be tried again."""
        try:
            begun = self.line.jobs.begin(id_)
            if begun is None:
                return False
            waiting = waiting_in(begun[0])
            if waiting is None or begun[1] > MOST_TRIES:
                self._give_up(id_, waiting)
                return False
            return self._work_on(id_, waiting, begun[1])
        finally:
            self.line.turns.release(id_)

    def look(self, id_: str) -> None:
        """Look at a camera's picture."""
        data = self.line.picture(id_)
        if data is None:
            return
        seen: list[Look] = []

        def keep(message: Opened | End) -> None:
            if isinstance(message, Look):
                seen.append(message)

        try:
            self._shelf.pull()
            task = self._own(TASKS.decode(data))
            self._reader.begin()
            read_by(self._reader, task, lambda _: None, keep, self._limit_s)
        except (LostError, NotReachableError, msgspec.MsgspecError):
            self._reader.end()
        finally:
            self._ready_again()
        self.line.seen(id_, seen[0] if seen else None)

    def _ready_again(self) -> None:
        """Let the next photo find a process that is ready."""
        if self._reader.stopped:
            self._reader.end()
        with suppress(OSError):
            self._reader.begin()

    def _work_on(self, id_: str, waiting: Waiting, tries: int) -> bool:
        began = monotonic()
        keeper = self._keeper(waiting)
        outcome, failed = None, None
        try:
            # What its page has just taught must be there.
            taught_map = waiting.task.links or waiting.task.innsmouth
            (self._maps if taught_map else self._shelf).push()
            with self._held(id_):
                outcome = self._found(id_, waiting, keeper)
            if outcome and outcome.board:
                outcome = self._handed_on(outcome, waiting.aim)
            elif outcome and outcome.map:
                outcome = self._map_handed_on(outcome, waiting.aim)
            else:
                # The photo may have shown more of its board than was known.
                self._shelf.push()
        except LostError:
            failed = Failure.SLOW if self._reader.stopped else Failure.CRASHED
        except NotReachableError:
            raise
        except Exception as error:
            log.error('{"reading": "failed", "error": "%s"}', type(error).__name__)
            failed = Failure.OURS
        if failed is Failure.CRASHED and tries < MOST_TRIES:
            self._count("again", 0.0)
            return True
        if failed:
            keeper.forget()
        if not self.line.end(id_, failed, outcome):
            failed = Failure.CANCELLED
        if failed in (Failure.SLOW, Failure.CRASHED):
            self._be_wary(waiting.address)
        self._count(failed or "read", monotonic() - began)
        return False

    def _handed_on(self, outcome: Outcome, aim: Aim) -> Outcome:
        """Hand on the board that was learned; return where that led.

        Another worker may have learned one of the same name meanwhile: the first one stays. A
        worker that ended after it had handed on the same lesson's board has done so well.
        """
        with self._shelf.changing():
            owned = aim.owner and owner_key(self._shelf.folder, outcome.board) == aim.owner
        if outcome.reason == TAUGHT_ALREADY and owned:
            return replace(outcome, reason="")
        if not outcome.reason and aim.owner and not owned:
            return replace(outcome, reason=TAUGHT_ALREADY, teaching=True)
        return outcome

    def _map_handed_on(self, outcome: Outcome, aim: Aim) -> Outcome:
        """Hand on the photo of a map that is going to be taught; of two of one id one stays."""
        with self._maps.changing():
            owned = owner_key(self._maps.folder, outcome.map) == aim.owner
        return outcome if owned else Outcome(reason=TAUGHT_ALREADY)

    def _keeper(self, waiting: Waiting) -> Keeper:
        boards, aim = self._shelf.folder, waiting.aim
        if aim.maps:
            aim = replace(aim, maps=str(self._maps.folder))
        return Keeper(self._games, boards, self.line.hub, aim)

    def _own(self, task: Task) -> Task:
        """Return *task* with the folders of this computer."""
        maps = str(self._maps.folder)
        links = task.links and replace(task.links, maps=maps)
        town = task.innsmouth
        if town and town.maps:
            town = replace(town, maps=maps)
        return replace(task, boards=str(self._shelf.folder), links=links, innsmouth=town)

    def _found(self, id_: str, waiting: Waiting, keeper: Keeper) -> Outcome | None:
        """Have the photo read; return where it led."""
        led: list[Outcome] = []

        def keep(message: Opened | End) -> None:
            if outcome := keeper(message):
                led.append(outcome)

        def enter(stage: Stage) -> None:
            self.line.enter(id_, stage)

        self._reader.begin()
        enter(Stage("starting"))
        try:
            read_by(self._reader, self._own(waiting.task), enter, keep, self._limit_s)
        except BaseException:
            # It may be in the middle of an answer.
            self._reader.end()
            raise
        return led[-1] if led else None

    @contextmanager
    def _held(self, id_: str) -> Iterator[None]:
        """Answer for a photo; end the reader where it is cancelled meanwhile."""
        done = Event()

        def hold() -> None:
            with self.line.hub.listening(topic_of(id_)) as ear:
                while not done.is_set():
                    ear.clear()
                    self._hold(id_)
                    ear.wait(HOLD_AGAIN_S)

        self._hold(id_)
        thread = Thread(target=hold, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            self.line.hub.tell(topic_of(id_))
            thread.join(5)

    def _hold(self, id_: str) -> None:
        with suppress(RedisError):
            self.line.redis.setex(held(id_), HOLD_S, self.name)
        with suppress(NotReachableError):
            state = self.line.jobs.state(id_)
            if state is None or state.over:
                self._reader.stop()

    def _once_more(self, id_: str) -> None:
        """Leave a photo that ended the reader to another worker, if there is one."""
        with suppress(RedisError):
            self.line.redis.setex(f"scorer:not-by:{id_}", ELSEWHERE_S, self.name)
            self.line.put(id_)

    def _leave_to_others(self, id_: str) -> bool:
        with suppress(RedisError):
            not_by = self.line.redis.get(f"scorer:not-by:{id_}")
            if not_by == self.name.encode() and self.line.workers() > 1:
                sleep(0.2)
                self.line.put(id_)
                return True
        return False

    def _be_wary(self, address: str) -> None:
        if address:
            with suppress(RedisError):
                self.line.redis.setex(f"scorer:wary:{address}", int(WARY_S), 1)

    def _give_up(self, id_: str, waiting: Waiting | None) -> None:
        """End a photo that has ended too many workers, or that nobody can read any more."""
        if waiting:
            self._keeper(waiting).forget()
            self._be_wary(waiting.address)
        self.line.end(id_, Failure.CRASHED, None)
        self._count(Failure.CRASHED, 0.0)

    def _count(self, what: str, seconds: float) -> None:
        log.info('{"reading": "%s", "ms": %.0f}', what, 1000 * seconds)
        with suppress(RedisError):
            self.line.redis.hincrby("scorer:readings", what, 1)
            self.line.redis.hincrbyfloat("scorer:readings", "seconds", seconds)

    def _sweep_for_ever(self) -> None:
        while not self._closed.is_set():
            try:
                self.line.redis.zadd("scorer:workers", {self.name: time() + _ALIVE_S})
                if self.line.redis.set("scorer:sweeping", self.name, nx=True, px=700):
                    self.sweep()
            except (RedisError, NotReachableError, OSError):
                # What was left behind is found once they are back.
                pass
            except Exception as error:
                log.error('{"sweeping": "failed", "error": "%s"}', type(error).__name__)
            self._closed.wait(SWEEP_S)

    def sweep(self) -> None:
        """Call a worker for each photo that no worker holds or was called for."""
        photos = [one for one in self.line.jobs.open() if not self.line.turns.is_held(one.id)]
        named = self.line.named()
        begun = {one.id for one in photos if one.tries}
        for id_ in begun.difference(named):
            if self._is_left(id_):
                self.line.put(id_)
        # Of what was not begun, any call brings whichever is next.
        fresh = [one.id for one in photos if not one.tries]
        missing = len(fresh) - (len(named) - len(begun.intersection(named)))
        if missing > 0 and self._is_left("fresh"):
            for id_ in fresh[:missing]:
                self.line.put(id_)

    def _is_left(self, what: str) -> bool:
        """Whether nobody has taken care for a while; until then it is noted since when.

        After Redis was away, workers get time to say what they hold.
        """
        key = f"scorer:left:{what}"
        since = self.line.redis.get(key)
        if not isinstance(since, bytes):
            self.line.redis.setex(key, _LEFT_TTL_S, f"{time():.3f}")
            return False
        left = time() - float(since) >= LEFT_S
        if left:
            self.line.redis.delete(key)
        return left


class _QuietWorker(SimpleWorker):
    """RQ's worker that works in its own process; it waits little for a Redis that was away."""

    exponential_backoff_factor = 1.0


# Whose ``read`` and ``look`` RQ calls.
_reading: Reading | None = None


def read(id_: str) -> None:
    """Read the photo *id_*; RQ calls this by its name."""
    assert _reading
    _reading.read(id_)


def look(id_: str) -> None:
    """Look at the camera's picture *id_*; RQ calls this by its name."""
    assert _reading
    with suppress(RedisError):
        _reading.look(id_)


def work(reading: Reading) -> None:
    """Work until a signal says to stop; what is begun then is read to its end."""
    global _reading
    _reading = reading
    # RQ writes ids into its log, and who has one may ask where the photo led.
    logging.getLogger("rq").setLevel(logging.CRITICAL)
    reading.begin()
    stopped = Event()
    try:
        while not stopped.is_set():
            with suppress(RedisError, OSError):
                worker = _QuietWorker(
                    [PHOTOS, LOOKS],
                    connection=reading.line.redis,
                    serializer=JSONSerializer,
                    log_job_description=False,
                )
                _until_stopped(worker, stopped)
            stopped.wait(AGAIN_S)
    finally:
        reading.close()


def _until_stopped(worker: SimpleWorker, stopped: Event) -> None:
    asked = worker.request_stop

    def stop(number: int, frame: object) -> None:
        stopped.set()
        asked(number, frame)  # type: ignore[no-untyped-call]

    worker.request_stop = stop  # type: ignore[method-assign]
    worker.work(logging_level="CRITICAL")
