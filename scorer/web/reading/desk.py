"""The desk: takes photos, and says what becomes of them. Pages need nothing else of this folder."""

from collections.abc import Sequence
from pathlib import Path

from scorer.rules.board.board import Board
from scorer.rules.position.setup import Setup
from scorer.rules.values import replace
from scorer.store.games import Game, GameStore, PictureKind, Source, new_key
from scorer.store.kept import ALL_THE_SAME, BY_HAND, FIND_OUT
from scorer.vision.locate.look import Look
from scorer.web.anotherphoto import MOST_PHOTOS, may_join, views_of
from scorer.web.reading.boxes import INNSMOUTH, asked_of
from scorer.web.reading.keeping import Aim, before_of
from scorer.web.reading.lessons import lesson, lesson_better
from scorer.web.reading.line import Line, Ticket
from scorer.web.reading.messages import HARD_TO_FIND, Learn, Links, Task
from scorer.web.reading.process import LIMIT_S
from scorer.web.reading.queue import BusyError, Outcome
from scorer.web.reading.waiting import Waiting
from scorer.web.serving.askers import asker, sent_as
from scorer.web.serving.errors import RefusedError

__all__ = ["HARD_TO_FIND", "LIMIT_S", "Desk", "Links", "Look", "Outcome", "Ticket"]

# A camera has moved on by then.
LOOK_S = 10.0


class Desk:
    """Where pages hand in photos, and ask about their jobs.

    All that take a photo return its job, and raise ``RefusedError`` if too many are waiting.

    Parameters
    ----------
    games : GameStore
        Has the photos that are read again.
    boards : Path
        The folder of taught boards.
    line : Line
        Where photos wait.
    """

    def __init__(self, games: GameStore, boards: Path, line: Line) -> None:
        self._games, self._boards, self.line = games, boards, line
        # Of these, too, pages need nothing but the answers.
        self.job, self.ahead, self.reading = line.job, line.ahead, line.reading
        self.warm, self.close = line.warm, line.close

    def read_new(
        self, data: bytes, board_id: str | None, source: Source, setup: Setup | None = None
    ) -> Ticket:
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

    def read_for(self, game: Game, seat: int, data: bytes, source: Source) -> Ticket:
        """Read a photo for the board at *seat*; what was corrected before stays.

        Raises
        ------
        RefusedError
            If the game has had enough photos.
        """
        if game.photos >= MOST_PHOTOS:
            raise RefusedError("many-photos", 429)
        if game.box == INNSMOUTH:
            return self._submit(
                self._of_town(game, seat, data), Aim(source, game.key, seat, innsmouth=True)
            )
        task, first = self._task(game, seat, data), FIND_OUT in game.setup
        if first:
            task = replace(task, board_id=None)
        return self._submit(task, Aim(source, game.key, seat, task.board_id, first=first))

    def read_joining(self, game: Game, seat: int, data: bytes, source: Source) -> Ticket:
        """Read a further photo of the board at *seat* together with those that were read before.

        If they do not go together the reading before stays. Where nothing was read that another
        photo can join, it is read by itself.
        """
        player = game.player(seat)
        if player.reading is None or not may_join(game, player):
            return self.read_for(game, seat, data, source)
        first = self._games.picture(game.key, seat, PictureKind.PHOTO) or b""
        quality = player.reading.quality
        corners = [(x, y) for x, y in player.reading.corners_xy]
        task = Task(
            data,
            player.board_id,
            str(self._boards),
            corners if BY_HAND in quality else None,
            all_the_same=ALL_THE_SAME in quality,
            views=(first, *views_of(self._games, game.key, player)),
            joins=True,
        )
        joins = player.reading.number
        by_hand = BY_HAND in quality
        aim = Aim(source, game.key, seat, player.board_id, by_hand=by_hand, joins=joins)
        return self._submit(task, aim)

    def read_links(self, game: Game, data: bytes, links: Links) -> Ticket:
        """Read a photo of the map that all players of *game* share; what people settled stays.

        Raises
        ------
        RefusedError
            If the game has had enough photos.
        """
        if game.photos >= MOST_PHOTOS:
            raise RefusedError("many-photos", 429)
        task = Task(data, None, str(self._boards), links=links)
        return self._submit(task, Aim(Source.PHOTO, game.key, links=True))

    def read_links_again(
        self,
        game: Game,
        seat: int,
        links: Links,
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> Ticket:
        """Read the photo of a map, kept at *seat*, once more.

        Parameters
        ----------
        corners : sequence of (float, float), optional
            The map's, set by a person; else it is looked for.
        """
        data = self._games.picture(game.key, seat, PictureKind.PHOTO) or b""
        at, by_hand = (list(corners), True) if corners else (None, False)
        task = Task(data, None, str(self._boards), at, links=links)
        aim = Aim(Source.PHOTO, game.key, seat, links=True, kept=True, by_hand=by_hand)
        return self._submit(task, aim)

    def take_map(
        self,
        data: bytes,
        links: Links,
        name: str,
        owner: str,
        *,
        innsmouth: bool = False,
        waits: tuple[str, int] | None = None,
    ) -> Ticket:
        """Take in the photo of a map that is going to be taught, called *name*.

        With *innsmouth* it is the town of a box of that game. *waits* is as in ``learn``.
        """
        task = Task(data, None, str(self._boards), links=links)
        aim = Aim(
            Source.PHOTO,
            links=True,
            maps=links.maps,
            name=name,
            owner=owner,
            innsmouth=innsmouth,
            waits=waits,
        )
        return self._submit(task, aim)

    def read_again(
        self,
        game: Game,
        seat: int,
        corners: Sequence[tuple[float, float]] | None = None,
        *,
        all_the_same: bool = False,
    ) -> Ticket:
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
        if game.box == INNSMOUTH:
            town = replace(self._of_town(game, seat, data), corners_xy=list(corners or ()) or None)
            by_hand = corners is not None
            aim = Aim(player.source, game.key, seat, kept=True, by_hand=by_hand, innsmouth=True)
            return self._submit(town, aim)
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
        views = views_of(self._games, game.key, player)
        return self._submit(replace(task, all_the_same=all_the_same, views=views), aim)

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
    ) -> Ticket:
        """Learn a board from a photo of a blank one.

        Parameters
        ----------
        owner : str
            The key of who will own it.
        waits : (str, int), optional
            The game and the seat whose photo is to be read on it; the outcome names them.
        anyway : bool
            Although something seems to be drawn on it, or the board known already.

        Where the board is not found, and no photo waits, a game is made for this one: a person
        may set the corners on it.
        """
        learn = Learn(city, name, anyway=anyway)
        task, aim = lesson(self._boards, (data,), board_id, learn, waits, owner)
        if not waits:
            aim = replace(aim, fresh=new_key(), city=city, name=name)
        return self._submit(task, aim)

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
        corners: Sequence[tuple[float, float]] | None = None,
        by_hand: bool = False,
    ) -> Ticket:
        """Learn a board from photos of it filled, such as those of a game's players.

        What is proposed is the same as from a blank one; of places that are drawn on in all
        photos the print stays unknown. As many photos are taken as go into one message.

        Parameters
        ----------
        corners : sequence of (float, float), optional
            The map's in the first photo, set by a person; else it is looked for.
        by_hand : bool
            Whether they were set just now, to teach the board by them.
        """
        learn = Learn(city, name, drawn=True, anyway=anyway)
        at = list(corners) if corners else None
        task, aim = lesson(self._boards, photos, board_id, learn, waits, owner, at)
        if waits:
            aim = replace(aim, by_hand=by_hand, city=city, name=name)
        return self._submit(task, aim)

    def learn_better(
        self, photos: Sequence[bytes], board: Board, waits: tuple[str, int] | None = None
    ) -> Ticket:
        """Fill in what no photo of a taught *board* has shown, by more photos, filled or blank.

        All else of its picture stays as it is. *waits* is as in ``learn``.
        """
        return self._submit(*lesson_better(self._boards, photos, board, waits))

    def look(self, data: bytes, board_id: str | None) -> Look | None:
        """Look at a camera's picture for one board, or for all; None if there is no time for it."""
        task = Task(data, board_id, str(self._boards), glance=True)
        return self.line.look(task, asker(), LOOK_S)

    def _of_town(self, game: Game, seat: int, data: bytes) -> Task:
        """Return a photo of a board of Innsmouth to read, with what is known beside it."""
        return Task(data, None, str(self._boards), innsmouth=asked_of(game, seat))

    def _task(
        self, game: Game, seat: int, data: bytes, corners: list[tuple[float, float]] | None = None
    ) -> Task:
        player = game.player(seat)
        before = before_of(self._games, game, player)
        return Task(data, player.board_id, str(self._boards), corners, before=before)

    def _submit(self, task: Task, aim: Aim) -> Ticket:
        # One request may have several kept photos read again.
        id_ = "" if aim.kept else sent_as()
        try:
            return self.line.take(Waiting(task, aim, asker()), id_)
        except BusyError as error:
            raise RefusedError("reader-busy", 503) from error
