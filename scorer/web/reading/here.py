"""The line of a server of one process: photos wait in a folder and are read on this computer."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from scorer.store.games import GameStore
from scorer.vision.locate.look import Look
from scorer.web.reading.keeping import Keeper, whose
from scorer.web.reading.line import Ticket
from scorer.web.reading.messages import End, Opened, Task
from scorer.web.reading.queue import BusyError, Failure, Job, PhotoQueue, Watch, new_id
from scorer.web.reading.waiting import Waiting, WaitingRoom
from scorer.web.serving.live import Hub


class LineHere:
    """Photos in a folder, and a queue of processes that read them.

    Parameters
    ----------
    games : GameStore
        Gets what is found.
    boards : Path
        The folder of taught boards.
    hub : Hub
        Is told whenever something was kept.
    queue : PhotoQueue
    waiting : Path
        The folder that keeps photos until they are read. Those that wait there are read now.
    """

    def __init__(
        self, games: GameStore, boards: Path, hub: Hub, queue: PhotoQueue, waiting: Path
    ) -> None:
        self._games, self._boards, self._hub, self._queue = games, boards, hub, queue
        self._room = WaitingRoom(waiting)
        # Whose photos are on their way: the game and the seat of each job.
        self._whose: dict[str, tuple[str, int]] = {}
        self._taking = Lock()
        # Of these, too, pages need nothing but the answers.
        self.warm, self.close = queue.warm, queue.close
        self.job: Callable[[str], Job | None] = queue.job
        self._resume()

    def take(self, waiting: Waiting, id_: str = "") -> Job:
        """Let a photo wait for its turn, in the folder and in the queue, unless *id_* is there."""
        with self._taking:
            if id_ and (known := self.job(id_)):
                return known
            self._queue.check_room(waiting.address)
            id_ = id_ or new_id()
            self._room.keep(id_, waiting)
            job = self._job_of(id_, waiting)
            self._queue.add(job)
            return job

    def ahead(self, job: Ticket) -> int:
        """Return how many photos are read before *job* begins, as far as is known."""
        assert isinstance(job, Job)
        return self._queue.ahead(job)

    def reading(self, key: str) -> frozenset[int]:
        """Return the seats of the game with *key* whose photo is on its way, as far as is known."""
        own = [(id_, seat) for id_, (game, seat) in list(self._whose.items()) if game == key]
        return frozenset(seat for id_, seat in own if (job := self.job(id_)) and not job.over)

    def look(self, task: Task, address: str, seconds: float) -> Look | None:
        """Return what a camera's picture shows; None if there is no time within *seconds*."""
        seen: list[Look] = []

        def keep(message: Opened | End) -> None:
            if isinstance(message, Look):
                seen.append(message)

        try:
            job = self._queue.glance(task, keep, address=address)
        except BusyError:
            return None
        # Cancelled, it would end a process that is only slow, or still loading.
        job.wait(seconds)
        return seen[0] if seen else None

    def _resume(self) -> None:
        """Go on with what waited when the app ended, and know where the last photos led."""
        for id_, outcome in self._room.outcomes():
            self._queue.know(Job.known(id_, outcome))
        for id_, waiting, begins in self._room.waiting():
            job = self._job_of(id_, waiting)
            if begins:
                self._queue.add(job)
            else:
                job.end(Failure.CRASHED)
                job.watch.ended(job)

    def _job_of(self, id_: str, waiting: Waiting) -> Job:
        keeper = Keeper(self._games, self._boards, self._hub, waiting.aim)

        def ended(job: Job) -> None:
            self._whose.pop(job.id, None)
            if job.failed:
                keeper.forget()
            self._room.ended(job.id, None if job.failed else job.outcome)

        self._whose[id_] = whose(waiting.aim)
        watch = Watch(lambda job: self._room.begun(job.id), ended)
        return Job(waiting.task, keeper, id_, waiting.address, watch)
