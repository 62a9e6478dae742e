"""The desk: takes photos, and says what becomes of them. Pages need nothing else of this folder."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from flask import has_request_context, request

from scorer.rules.board.board import Board
from scorer.rules.position.marks import Setup
from scorer.rules.values import replace
from scorer.store.games import Game, GameStore, PictureKind, Source, new_key
from scorer.vision.locate.look import Look
from scorer.web.edits import FIND_OUT
from scorer.web.reading.keeping import Aim, Keeper, before_of
from scorer.web.reading.messages import MOST_BYTES, End, Learn, Opened, Task
from scorer.web.reading.queue import (
    LIMIT_S,
    BusyError,
    Failure,
    Job,
    Outcome,
    PhotoQueue,
    Watch,
    new_id,
)
from scorer.web.reading.waiting import Waiting, WaitingRoom
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.live import Hub

__all__ = ["LIMIT_S", "Desk", "Job", "Look", "Outcome", "PhotoQueue"]

# Enough for every player to try again a dozen times.
MOST_PHOTOS = 60
# A camera has moved on by then.
LOOK_S = 10.0
# Bytes of photos that go into one message together.
_MOST_TOGETHER = MOST_BYTES - 1_000_000


class Desk:
    """Where pages hand in photos, and ask about their jobs.

    All that take a photo return its job, and raise ``RefusedError`` if too many are waiting.

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
        # Of these, too, pages need nothing but the answers.
        self.job, self.ahead = queue.job, queue.ahead
        self.warm, self.close = queue.warm, queue.close
        self._resume()

    def read_new(
        self, data: bytes, board_id: str | None, source: Source, setup: Setup | None = None
    ) -> Job:
        """Read a photo for a game of its own, which is made once it is known to be a photo.

        Parameters
        ----------
        board_id : str or None
            None: it is to be found out.
        setup : Setup, optional
            The game's; by default the usual one of the board's city.
        """
        task = Task(data, board_id, str(self._boards))
        aim = Aim(source, board_id=board_id, setup=setup, fresh=new_key())
        return self._submit(task, aim)

    def read_for(self, game: Game, seat: int, data: bytes, source: Source) -> Job:
        """Read a photo for the board at *seat*; what was corrected before stays.

        Raises
        ------
        RefusedError
            If the game has had enough photos.
        """
        if game.photos >= MOST_PHOTOS:
            raise RefusedError("many-photos", 429)
        task, first = self._task(game, seat, data), FIND_OUT in game.setup
        if first:
            task = replace(task, board_id=None)
        return self._submit(task, Aim(source, game.key, seat, task.board_id, first=first))

    def read_again(
        self,
        game: Game,
        seat: int,
        corners: Sequence[tuple[float, float]] | None = None,
        *,
        all_the_same: bool = False,
    ) -> Job:
        """Read the kept photo again; corrections stay as they are.

        Parameters
        ----------
        corners : sequence of (float, float), optional
            The map's, set by a person; else it is looked for.
        all_the_same : bool
            A person says too that it is the game's board, whatever its print.
        """
        player = game.player(seat)
        data = self._games.picture(game.key, seat, PictureKind.PHOTO) or b""
        task = self._task(game, seat, data, list(corners) if corners else None)
        if (player.not_read or {}).get("unknown") and not all_the_same:
            task = replace(task, board_id=None)
        aim = Aim(
            player.source,
            game.key,
            seat,
            task.board_id,
            kept=True,
            by_hand=corners is not None,
        )
        return self._submit(replace(task, all_the_same=all_the_same), aim)

    def learn(
        self,
        data: bytes,
        city: str,
        board_id: str,
        name: str,
        *,
        owner: str = "",
        waits: tuple[str, int] | None = None,
        anyway: bool = False,
    ) -> Job:
        """Learn a board from a photo of a blank one.

        Parameters
        ----------
        owner : str
            The key of who will own it.
        waits : (str, int), optional
            The game and the seat whose photo is to be read on it; the outcome names them.
        anyway : bool
            Although something seems to be drawn on it, or the board known already.
        """
        return self._learn((data,), board_id, Learn(city, name, anyway=anyway), waits, owner)

    def learn_drawn(
        self,
        photos: Sequence[bytes],
        city: str,
        board_id: str,
        name: str,
        *,
        owner: str = "",
        waits: tuple[str, int] | None = None,
        anyway: bool = False,
    ) -> Job:
        """Learn a board from photos of it filled, such as those of a game's players.

        What is proposed is the same as from a blank one; of places that are drawn on in all
        photos the print stays unknown. As many photos are taken as go into one message.
        """
        learn = Learn(city, name, drawn=True, anyway=anyway)
        return self._learn(photos, board_id, learn, waits, owner)

    def learn_better(
        self, photos: Sequence[bytes], board: Board, waits: tuple[str, int] | None = None
    ) -> Job:
        """Fill in what no photo of a taught *board* has shown, by more photos, filled or blank.

        All else of its picture stays as it is. *waits* is as in ``learn``.
        """
        learn = Learn(board.city, board.name, drawn=True, better=True)
        return self._learn(photos, board.id, learn, waits)

    def _look_for_covered(self, key: str, seat: int, board: Board) -> None:
        """Fill in covered places of a taught *board* by a photo that was read, unless it was."""
        from scorer.vision.boards.later import is_new

        photo = self._games.picture(key, seat, PictureKind.PHOTO)
        if photo and is_new(self._boards, board.id, photo):
            # Where too many wait, the board stays as it is.
            with suppress(RefusedError):
                self.learn_better([photo], board)

    def look(self, data: bytes, board_id: str | None) -> Look | None:
        """Look at a camera's picture for one board, or for all; None if there is no time for it."""
        seen: list[Look] = []

        def keep(message: Opened | End) -> None:
            if isinstance(message, Look):
                seen.append(message)

        task = Task(data, board_id, str(self._boards), glance=True)
        try:
            job = self._queue.glance(task, keep, address=request.remote_addr or "")
        except BusyError:
            return None
        # Cancelled, it would end a process that is only slow, or still loading.
        job.wait(LOOK_S)
        return seen[0] if seen else None

    def _learn(
        self,
        photos: Sequence[bytes],
        board_id: str,
        learn: Learn,
        waits: tuple[str, int] | None = None,
        owner: str = "",
    ) -> Job:
        first, *others = photos
        more: list[bytes] = []
        for data in others:
            if len(first) + sum(map(len, more)) + len(data) < _MOST_TOGETHER:
                more.append(data)
        task = Task(first, board_id, str(self._boards), learn=replace(learn, more=tuple(more)))
        aim = Aim(Source.PHOTO, waits=waits, teaching=True, better=learn.better, owner=owner)
        return self._submit(task, aim)

    def _task(
        self, game: Game, seat: int, data: bytes, corners: list[tuple[float, float]] | None = None
    ) -> Task:
        player = game.player(seat)
        before = before_of(self._games, game, player)
        return Task(data, player.board_id, str(self._boards), corners, before=before)

    def _submit(self, task: Task, aim: Aim) -> Job:
        address = (request.remote_addr or "") if has_request_context() else ""
        waiting, id_ = Waiting(task, aim, address), new_id()
        try:
            self._queue.check_room(address)
        except BusyError as error:
            raise RefusedError("reader-busy", 503) from error
        self._room.keep(id_, waiting)
        job = self._job_of(id_, waiting)
        self._queue.add(job)
        return job

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
        keeper = Keeper(self._games, self._boards, self._hub, waiting.aim, self._look_for_covered)

        def ended(job: Job) -> None:
            if job.failed:
                keeper.forget()
            self._room.ended(job.id, None if job.failed else job.outcome)

        watch = Watch(lambda job: self._room.begun(job.id), ended)
        return Job(waiting.task, keeper, id_, waiting.address, watch)
