"""Keeps games: every change checks that it builds on the newest version."""

import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, and_, event, exists, func, or_, select
from sqlalchemy.exc import DBAPIError, TimeoutError
from sqlalchemy.orm import InstrumentedAttribute, Session, object_session
from sqlalchemy.orm.attributes import flag_modified

from scorer.store.database import WRITES
from scorer.store.dialects import dialect_of
from scorer.store.known import KnownGames
from scorer.store.models import EN_ROUTE, BoardRow, GameRow, PictureRow, ReadingRow, now
from scorer.store.pictures import InDatabase, Pictures
from scorer.store.rows import (
    board_at,
    board_in,
    counted,
    drop_other,
    drop_other_pictures,
    drop_rectified,
    drop_views,
    editable_row,
    game_of,
    is_unread,
    keep,
    kinds_in,
    move_picture,
    new_board,
    player_of,
    put_aside,
    row_at,
    row_of,
    swap_pictures,
    versions_of,
)
from scorer.store.values import (
    ASIDE,
    ASKED,
    DECLINED,
    OTHER_VIEWS,
    PLACE,
    Changed,
    ConflictError,
    Game,
    Json,
    NeverSeatError,
    NewPicture,
    NewPlayer,
    NoRoomError,
    NotReachableError,
    PictureInfo,
    PictureKind,
    Played,
    Player,
    ReadOnlyError,
    Source,
    StoredReading,
    UnknownGameError,
    UnknownSeatError,
    board_stamp_of,
    stamp_of,
)

__all__ = [
    "ASIDE",
    "ASKED",
    "DECLINED",
    "EN_ROUTE",
    "OTHER_VIEWS",
    "PLACE",
    "Changed",
    "ConflictError",
    "Game",
    "GameStore",
    "Json",
    "NeverSeatError",
    "NewPicture",
    "NewPlayer",
    "NoRoomError",
    "NotReachableError",
    "PictureInfo",
    "PictureKind",
    "Played",
    "Player",
    "ReadOnlyError",
    "Source",
    "StoredReading",
    "UnknownGameError",
    "UnknownSeatError",
    "new_key",
]

# In a session: the objects of pictures that go with what it deletes.
_GONE = "gone"


def new_key() -> str:
    """Return a key for a game."""
    return secrets.token_urlsafe(16)


class GameStore:
    """All games in one database.

    Everything but looking raises ``ReadOnlyError`` for a view key, ``UnknownGameError`` for
    an unknown one, ``ConflictError`` where a given version is not the newest, and
    ``NoRoomError`` where the disk is full. All raise ``NotReachableError`` where the database is
    a server that does not answer.

    Writers take turns: each reads what it changes after the one before has written. So
    changes at the same time never fail, whoever makes them.
    """

    def __init__(self, engine: Engine, pictures: Pictures | None = None) -> None:
        self._engine = engine
        self._dialect = dialect_of(engine)
        self._reader = self._dialect.reader()
        self._pictures = pictures or InDatabase()
        self._journal_to_forget = False
        self._known = KnownGames()

    def create(
        self,
        city: str,
        board_id: str,
        setup: Json,
        players: Sequence[NewPlayer],
        *,
        single: bool,
        key: str = "",
        box: str = EN_ROUTE,
    ) -> str:
        """Keep a new game and return its key, which cannot be guessed: *key* or one made here."""
        key = key or new_key()
        row = GameRow(
            key=key,
            view_key=new_key(),
            box=box,
            city=city,
            board_id=board_id,
            single=single,
            setup=setup,
            photos=0,
            left_seat=0,
            boards=[new_board(i, board_id, one) for i, one in enumerate(players, 1)],
        )
        with self._writing() as session:
            session.add(row)
            session.commit()
        return key

    def load(self, key: str) -> Game:
        """Return the game with *key*, be it for changes or for looking."""
        with self._looking() as session:
            # Asked for first: what is read then is as new or newer.
            seen = versions_of(session, key)
            known = self._known.get(key, seen)
            return known or self._known.keep(key, seen, game_of(row_of(session, key), key))

    def topic(self, key: str) -> str:
        """Return the game's key for changes, be *key* that or the one for looking only."""
        return self._kept(key, GameRow.key)

    def stamp(self, key: str) -> str:
        """Return the stamp of the game as it is now, without loading it."""
        with self._looking() as session:
            return stamp_of(*versions_of(session, key)[:3])

    def board_id(self, key: str) -> str:
        """Return the id of the board that the game is played on; empty in other boxes."""
        return self._kept(key, GameRow.board_id)

    def _kept(self, key: str, column: InstrumentedAttribute[str]) -> str:
        query = select(column).where(or_(GameRow.key == key, GameRow.view_key == key))
        with self._looking() as session:
            found = session.scalar(query)
        if found is None:
            raise UnknownGameError("there is no such game")
        return found

    def board_stamp(self, key: str, seat: int) -> str:
        """Return a text that differs after every change of what one board's page shows."""
        query = (
            select(
                GameRow.version,
                GameRow.setup["goals"],
                BoardRow.seat,
                BoardRow.version,
                BoardRow.marks["task"],
            )
            .join(BoardRow, isouter=True)
            .where(or_(GameRow.key == key, GameRow.view_key == key))
        )
        with self._looking() as session:
            found = session.execute(query).all()
            if not found:
                raise UnknownGameError("there is no such game")
            own = next((one for one in found if one[2] == seat), None)
            if own is None:
                raise UnknownSeatError(f"nobody sits at {seat} in this game")
            table = stamp_of(*versions_of(session, key)[:3]) if own[1] else ""
        task = any(rings for *_, rings in found)
        return board_stamp_of(own[0], own[3], table, task=task)

    def change_board(
        self, key: str, seat: int, version: int, marks: Json, settled: frozenset[str]
    ) -> Game:
        """Keep new marks and answered doubts; return the game as it is now."""
        with self._writing() as session:
            board = board_at(session, key, seat, version)
            board.marks, board.settled = marks, sorted(settled)
            return keep(session, board.game)

    def correct(self, key: str, seat: int, corrected: Callable[[Game], Changed]) -> Game:
        """Keep what *corrected* makes of the game as it is now; return it as it is then.

        Nobody changes it in between. Whatever *corrected* raises leaves all as it was.
        """
        with self._writing() as session:
            row = editable_row(session, key)
            board = board_in(row, seat)
            after = corrected(game_of(row, key))
            board.marks, board.settled = after.marks, sorted(after.settled)
            board.own = board.own if after.own is None else after.own
            board.changed_at = now()
            before = counted(board)
            for reading in board.readings:
                reading.quality = after.quality.get(reading.number, reading.quality)
            # From before both photos were kept there may be the chosen one alone.
            if before > counted(board) or (
                before < counted(board) and PictureKind.OTHER in kinds_in(board)
            ):
                swap_pictures(session, board)
            if after.setup is not None:
                row.setup, row.changed_at = after.setup, now()
            game = keep(session, row)
            boards = [one.version for one in game.players]
            seen = game.version, sum(boards), len(boards), game.created_at
            return self._known.keep(key, seen, game)

    def change_setup(self, key: str, version: int, setup: Json) -> Game:
        """Keep a new set-up, for all players; return the game as it is now."""
        with self._writing() as session:
            row = row_at(session, key, version)
            row.setup = setup
            return keep(session, row)

    def play(self, key: str, played: Callable[[Game], Played]) -> Game:
        """Keep what *played* makes of a game of another box; return the game as it is then.

        Nobody changes it in between. Whatever *played* raises leaves all as it was.
        """
        with self._writing() as session:
            row = editable_row(session, key)
            after = played(game_of(row, key))
            row.setup, row.changed_at = after.setup, now()
            for seat, marks in after.players.items():
                board = board_in(row, seat)
                board.marks, board.changed_at = marks, now()
            return keep(session, row)

    def change_player(self, key: str, seat: int, name: str, colour: str) -> Game:
        """Keep another name and colour of a player; return the game as it is now.

        Who had that colour gets the one that is given up for it.
        """
        with self._writing() as session:
            row = editable_row(session, key)
            board = board_in(row, seat)
            for other in row.boards:
                if other is not board and other.colour == colour:
                    other.colour = board.colour
            board.name, board.colour = name, colour
            row.changed_at = now()
            return keep(session, row)

    def change_own(self, key: str, seat: int, version: int, own: Json) -> Game:
        """Keep what of the set-up is one player's alone; return the game as it is now."""
        with self._writing() as session:
            board = board_at(session, key, seat, version)
            board.own = own
            return keep(session, board.game)

    def add_player(self, key: str, player: NewPlayer | Callable[[Game], NewPlayer]) -> Game:
        """Give a new player the next seat; return the game as it is now.

        A board scored on its own is one of a table from then on. What depends on who sits there
        already is made while nobody else can join.
        """
        with self._writing() as session:
            row = editable_row(session, key)
            if not isinstance(player, NewPlayer):
                player = player(game_of(row, key))
            seat = max([row.left_seat, *(board.seat for board in row.boards)]) + 1
            row.boards.append(new_board(seat, row.board_id, player))
            row.single, row.changed_at = False, now()
            return keep(session, row)

    def remove_player(self, key: str, seat: int) -> Game:
        """Forget a player with their board and photo; return the game as it is now."""
        with self._writing() as session:
            row = editable_row(session, key)
            row.boards.remove(board_in(row, seat))
            row.left_seat = max(row.left_seat, seat)
            row.changed_at = now()
            game = keep(session, row)
        self._forget_journal()
        return game

    def add_reading(
        self,
        key: str,
        seat: int,
        version: int,
        reading: StoredReading,
        marks: Json,
        rectified: NewPicture,
        views: Sequence[NewPicture] = (),
    ) -> Game:
        """Keep a reading beside the earlier ones, and *marks* as the current ones.

        The number of *reading* is given here. *views* are further pictures that it was read from:
        they are kept beside the board's photo, and count for the game as one.
        """
        with self._writing() as session:
            board = board_at(session, key, seat, version)
            board.marks, board.not_read = marks, None
            if is_unread(board):
                move_picture(session, board, PictureKind.RECTIFIED, PictureKind.OTHER_RECTIFIED)
            board.readings.append(
                ReadingRow(
                    number=len(board.readings) + 1,
                    marks=reading.marks,
                    doubts=reading.doubts,
                    corners_xy=reading.corners_xy,
                    quality=reading.quality,
                )
            )
            self._put_picture(session, board, PictureKind.RECTIFIED, rectified)
            if views:
                self._put_views(session, board, views)
                board.game.photos += 1
            if ASIDE in reading.quality:
                swap_pictures(session, board)
            return keep(session, board.game)

    def change_map(
        self,
        key: str,
        city: str,
        board_id: str,
        setup: Json,
        drawn: Callable[[Player], tuple[Json, frozenset[str]]],
    ) -> Game:
        """Let all players play on another board, on which *drawn* is what stays of a player's.

        Readings of the board before are kept, but count no more.
        """
        with self._writing() as session:
            row = editable_row(session, key)
            row.city, row.board_id, row.setup = city, board_id, setup
            for board in row.boards:
                marks, settled = drawn(player_of(board))
                for reading in board.readings:
                    reading.quality = {**reading.quality, ASIDE: True}
                board.board_id, board.not_read = board_id, None
                board.marks, board.settled = marks, sorted(settled)
                drop_rectified(board)
                drop_other_pictures(board)
                board.changed_at = now()
            return keep(session, row)

    def set_reading_aside(
        self, key: str, seat: int, version: int, marks: Callable[[Player], Json], reason: Json
    ) -> Game:
        """Let the newest reading count no more, for *reason*; *marks* is what stays without it."""
        with self._writing() as session:
            board = board_at(session, key, seat, version)
            newest = next(one for one in reversed(board.readings) if ASIDE not in one.quality)
            newest.quality = {**newest.quality, ASIDE: True}
            board.marks, board.not_read = marks(player_of(board)), reason
            drop_rectified(board)
            drop_other_pictures(board)
            return keep(session, board.game)

    def set_not_read(self, key: str, seat: int, reason: Json | None) -> None:
        """Keep why the photo could not be read; None: nobody asks any more."""
        with self._writing() as session:
            board = board_in(editable_row(session, key), seat)
            board.not_read = reason
            session.commit()

    def put_photo(
        self,
        key: str,
        seat: int,
        picture: NewPicture,
        source: Source,
        board_id: str | None = None,
        rectified: NewPicture | None = None,
        views: Sequence[NewPicture] = (),
    ) -> None:
        """Keep the photo of a board, in place of earlier ones; it counts for the game.

        *board_id* is the board that it shows, where that is not the one chosen before;
        *rectified* is what was cut out of it, where it is no reading of a board; *views* are
        photos of the same filled board that came with it.
        """
        with self._writing() as session:
            row = editable_row(session, key)
            board = board_in(row, seat)
            board.source = source.value
            board.board_id = board_id or board.board_id
            put_aside(session, board)
            self._put_picture(session, board, PictureKind.PHOTO, picture)
            drop_views(board)
            drop_other(board)
            self._put_views(session, board, views)
            if rectified:
                self._put_picture(session, board, PictureKind.RECTIFIED, rectified)
            row.photos += 1
            session.commit()

    def drop_unread(self, key: str, seat: int) -> Game:
        """Forget a board's photo that was not read; the one before is its photo again.

        A photo that was read before, and not when it was read again, stays.
        """
        with self._writing() as session:
            board = board_in(editable_row(session, key), seat)
            if board.not_read is not None:
                board.not_read, board.changed_at = None, now()
                if is_unread(board):
                    drop_views(board)
                    move_picture(session, board, PictureKind.OTHER, PictureKind.PHOTO)
                elif not counted(board):
                    gone = PictureKind.PHOTO, *OTHER_VIEWS
                    board.pictures = [one for one in board.pictures if one.kind not in gone]
            return keep(session, board.game)

    def put_rectified(self, key: str, seat: int, rectified: NewPicture) -> None:
        """Keep what was cut out of the kept photo anew."""
        with self._writing() as session:
            board = board_in(editable_row(session, key), seat)
            self._put_picture(session, board, PictureKind.RECTIFIED, rectified)
            session.commit()

    def picture(self, key: str, seat: int, kind: PictureKind) -> bytes | None:
        """Return a picture's JPEG, or None if the board has no such picture."""
        query = (
            select(PictureRow.jpeg, PictureRow.place)
            .join(GameRow, GameRow.key == PictureRow.game_key)
            .where(
                or_(GameRow.key == key, GameRow.view_key == key),
                PictureRow.seat == seat,
                PictureRow.kind == kind.value,
            )
        )
        with self._looking() as session:
            found = session.execute(query).first()
        return self._pictures.load(*found) if found else None

    def uses(self, board_id: str) -> bool:
        """Whether any game is played on the board called *board_id*."""
        query = select(func.count()).where(BoardRow.board_id == board_id)
        with self._looking() as session:
            return bool(session.scalar(query))

    def keys_on(self, board_id: str) -> list[tuple[str, str]]:
        """Return the keys for changing and for looking of every game on the board *board_id*."""
        played = exists().where(BoardRow.game_key == GameRow.key, BoardRow.board_id == board_id)
        with self._looking() as session:
            found = session.execute(select(GameRow.key, GameRow.view_key).where(played)).all()
        return [(key, view_key) for key, view_key in found]

    def marks_on(self, board_id: str) -> list[dict[str, Any]]:
        """Return what is drawn on every kept board called *board_id*."""
        query = select(BoardRow.marks).where(BoardRow.board_id == board_id)
        with self._looking() as session:
            return list(session.scalars(query))

    def delete(self, key: str) -> None:
        """Forget a game with all its boards, readings and pictures."""
        with self._writing() as session:
            session.delete(editable_row(session, key))
            session.commit()
        self._forget_journal()

    def forget_old(self, games: datetime, photos: datetime) -> int:
        """Forget games that nobody changed since *games*, and pictures not since *photos*.

        Returns
        -------
        int
            How many games and pictures were forgotten.
        """
        with self._writing() as session:
            later = exists().where(BoardRow.game_key == GameRow.key, BoardRow.changed_at >= games)
            unused = and_(GameRow.changed_at < games, ~later)
            old = session.scalars(select(GameRow).where(unused)).all()
            for row in old:
                session.delete(row)
            session.flush()
            stale = select(PictureRow).join(PictureRow.board).where(BoardRow.changed_at < photos)
            pictures = session.scalars(stale).all()
            for board in {picture.board for picture in pictures}:
                # A new version, so that open pages hear of it; nobody has changed anything.
                flag_modified(board, "changed_at")
            for picture in pictures:
                session.delete(picture)
            session.commit()
        if old or pictures:
            self._forget_journal()
        return len(old) + len(pictures)

    def forget_orphans(self) -> int:
        """Remove the objects of pictures that no row names; return how many."""
        with self._looking() as session:
            known = set(session.scalars(select(PictureRow.place).where(PictureRow.place != "")))
        orphans = [name for name in self._pictures.names() if name not in known]
        self._pictures.forget(orphans)
        return len(orphans)

    def bytes_used(self) -> int:
        """Return how much of the database is in use."""
        return self._dialect.bytes_used()

    def check(self) -> None:
        """Do nothing but ask the database whether it answers."""
        with self._looking() as session:
            session.execute(select(1))

    def close(self) -> None:
        """Let go of the database file."""
        self._engine.dispose()

    @contextmanager
    def _looking(self) -> Iterator[Session]:
        """Yield a session that only looks."""
        try:
            with Session(self._reader, expire_on_commit=False) as session:
                yield session
        except TimeoutError as error:
            raise NotReachableError("the database has too much to do") from error

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """Yield a session that nobody else writes beside, to the same game at least.

        Raises
        ------
        NoRoomError
            If the disk is full.
        """
        writer = self._engine.execution_options(**{WRITES: True})
        try:
            with self._dialect.turn(), Session(writer, expire_on_commit=False) as session:
                gone: list[str] = session.info.setdefault(_GONE, [])
                yield session
        except TimeoutError as error:
            raise NotReachableError("the database has too much to do") from error
        except DBAPIError as error:
            if self._dialect.is_full(error):
                raise NoRoomError("the disk is full") from error
            raise
        self._pictures.forget(gone)
        if self._journal_to_forget:
            self._forget_journal()

    def _put_views(self, session: Session, board: BoardRow, views: Sequence[NewPicture]) -> None:
        """Keep more photos of a filled board in the places that are free; the last one for all."""
        taken = {kept.kind for kept in board.pictures}
        free = [kind for kind in OTHER_VIEWS if kind not in taken] or [OTHER_VIEWS[-1]]
        for kind, view in zip(free, views, strict=False):
            self._put_picture(session, board, kind, view)

    def _put_picture(
        self, session: Session, board: BoardRow, kind: PictureKind, picture: NewPicture
    ) -> None:
        kept = next((old for old in board.pictures if old.kind == kind.value), None)
        if kept is None:
            kept = PictureRow(kind=kind.value, place="")
            board.pictures.append(kept)
        if kept.place:
            session.info[_GONE].append(kept.place)
        kept.width, kept.height = picture.info.width, picture.info.height
        kept.frame = picture.info.frame
        kept.digest = hashlib.sha256(picture.jpeg).hexdigest()
        kept.jpeg, kept.place = self._pictures.keep(picture.jpeg)

    def _forget_journal(self) -> None:
        """Empty the journal; if somebody reads meanwhile, after the next change."""
        self._journal_to_forget = not self._dialect.forget_journal()


@event.listens_for(PictureRow, "after_delete")
def _picture_gone(_mapper: object, _connection: object, row: PictureRow) -> None:
    """Note the object of a picture whose row goes, however it came to go."""
    session = object_session(row)
    if session and row.place:
        session.info[_GONE].append(row.place)
