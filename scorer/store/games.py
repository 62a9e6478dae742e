"""Keeps games: every change checks that it builds on the newest version."""

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, ScalarSelect, func, or_, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session, selectinload

from scorer.store.database import WRITES, forget_journal
from scorer.store.models import BoardRow, GameRow, PictureRow, ReadingRow, now
from scorer.store.values import (
    Changed,
    ConflictError,
    Game,
    Json,
    NewPicture,
    NewPlayer,
    NoRoomError,
    PictureInfo,
    PictureKind,
    Player,
    ReadOnlyError,
    Source,
    StoredReading,
    UnknownGameError,
)

__all__ = [
    "Changed",
    "ConflictError",
    "Game",
    "GameStore",
    "Json",
    "NewPicture",
    "NewPlayer",
    "NoRoomError",
    "PictureInfo",
    "PictureKind",
    "Player",
    "ReadOnlyError",
    "Source",
    "StoredReading",
    "UnknownGameError",
    "new_key",
]

# In the quality of a reading that counts no more: it was taken back, or is of another board.
ASIDE = "aside"


def new_key() -> str:
    """Return a key for a game."""
    return secrets.token_urlsafe(16)


class GameStore:
    """All games in one database.

    Everything but looking raises ``ReadOnlyError`` for a view key, ``UnknownGameError`` for
    an unknown one, ``ConflictError`` where a given version is not the newest, and
    ``NoRoomError`` where the disk is full.

    Writers take turns: each reads what it changes after the one before has written. So
    changes at the same time never fail, whoever makes them.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # The database lets writers wait too, but in no order: the last may wait for ever.
        self._turn = threading.Lock()
        self._journal_to_forget = False

    def create(
        self,
        city: str,
        board_id: str,
        setup: Json,
        players: Sequence[NewPlayer],
        *,
        single: bool,
        key: str = "",
    ) -> str:
        """Keep a new game and return its key, which cannot be guessed: *key* or one made here."""
        key = key or new_key()
        row = GameRow(
            key=key,
            view_key=new_key(),
            city=city,
            board_id=board_id,
            single=single,
            setup=setup,
            photos=0,
            boards=[_new_board(i, board_id, one) for i, one in enumerate(players, 1)],
        )
        with self._writing() as session:
            session.add(row)
            session.commit()
        return key

    def load(self, key: str) -> Game:
        """Return the game with *key*, be it for changes or for looking."""
        with Session(self._engine, expire_on_commit=False) as session:
            return _game(_row(session, key), key)

    def stamp(self, key: str) -> str:
        """Return a text that differs after every change of the game or one of its boards."""
        query = (
            select(GameRow.version, func.sum(BoardRow.version), func.count(BoardRow.seat))
            .join(BoardRow, isouter=True)
            .where(or_(GameRow.key == key, GameRow.view_key == key))
            .group_by(GameRow.key)
        )
        with Session(self._engine, expire_on_commit=False) as session:
            found = session.execute(query).first()
        if found is None:
            raise UnknownGameError("there is no such game")
        return ".".join(map(str, found))

    def change_board(
        self, key: str, seat: int, version: int, marks: Json, settled: frozenset[str]
    ) -> Game:
        """Keep new marks and answered doubts; return the game as it is now."""
        with self._writing() as session:
            board = _board_at(session, key, seat, version)
            board.marks, board.settled = marks, sorted(settled)
            return _kept(session, board.game)

    def correct(self, key: str, seat: int, corrected: Callable[[Game], Changed]) -> Game:
        """Keep what *corrected* makes of the game as it is now; return it as it is then.

        Nobody changes it in between. Whatever *corrected* raises leaves all as it was.
        """
        with self._writing() as session:
            row = _editable(session, key)
            board = _board(row, seat)
            after = corrected(_game(row, key))
            board.marks, board.settled = after.marks, sorted(after.settled)
            board.own = board.own if after.own is None else after.own
            board.changed_at = now()
            if after.setup is not None:
                row.setup, row.changed_at = after.setup, now()
            return _kept(session, row)

    def change_setup(self, key: str, version: int, setup: Json) -> Game:
        """Keep a new set-up, for all players; return the game as it is now."""
        with self._writing() as session:
            row = _row_at(session, key, version)
            row.setup = setup
            return _kept(session, row)

    def change_player(self, key: str, seat: int, name: str, colour: str) -> Game:
        """Keep another name and colour of a player; return the game as it is now."""
        with self._writing() as session:
            row = _editable(session, key)
            board = _board(row, seat)
            board.name, board.colour = name, colour
            row.changed_at = now()
            return _kept(session, row)

    def change_own(self, key: str, seat: int, version: int, own: Json) -> Game:
        """Keep what of the set-up is one player's alone; return the game as it is now."""
        with self._writing() as session:
            board = _board_at(session, key, seat, version)
            board.own = own
            return _kept(session, board.game)

    def add_player(self, key: str, player: NewPlayer | Callable[[Game], NewPlayer]) -> Game:
        """Give a new player the next seat; return the game as it is now.

        What depends on who sits there already is made while nobody else can join.
        """
        with self._writing() as session:
            row = _editable(session, key)
            if not isinstance(player, NewPlayer):
                player = player(_game(row, key))
            seat = max((board.seat for board in row.boards), default=0) + 1
            row.boards.append(_new_board(seat, row.board_id, player))
            row.changed_at = now()
            return _kept(session, row)

    def remove_player(self, key: str, seat: int) -> Game:
        """Forget a player with their board and photo; return the game as it is now."""
        with self._writing() as session:
            row = _editable(session, key)
            row.boards.remove(_board(row, seat))
            row.changed_at = now()
            game = _kept(session, row)
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
    ) -> Game:
        """Keep a reading beside the earlier ones, and *marks* as the current ones.

        The number of *reading* is given here.
        """
        with self._writing() as session:
            board = _board_at(session, key, seat, version)
            board.marks, board.not_read = marks, None
            board.readings.append(
                ReadingRow(
                    number=len(board.readings) + 1,
                    marks=reading.marks,
                    doubts=reading.doubts,
                    corners_xy=reading.corners_xy,
                    quality=reading.quality,
                )
            )
            _put_picture(board, PictureKind.RECTIFIED, rectified)
            return _kept(session, board.game)

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
            row = _editable(session, key)
            row.city, row.board_id, row.setup = city, board_id, setup
            for board in row.boards:
                marks, settled = drawn(_player(board))
                for reading in board.readings:
                    reading.quality = {**reading.quality, ASIDE: True}
                board.board_id, board.not_read = board_id, None
                board.marks, board.settled = marks, sorted(settled)
                _drop_rectified(board)
                board.changed_at = now()
            return _kept(session, row)

    def set_reading_aside(
        self, key: str, seat: int, version: int, marks: Callable[[Player], Json], reason: Json
    ) -> Game:
        """Let the newest reading count no more, for *reason*; *marks* is what stays without it."""
        with self._writing() as session:
            board = _board_at(session, key, seat, version)
            newest = next(one for one in reversed(board.readings) if ASIDE not in one.quality)
            newest.quality = {**newest.quality, ASIDE: True}
            board.marks, board.not_read = marks(_player(board)), reason
            _drop_rectified(board)
            return _kept(session, board.game)

    def set_not_read(self, key: str, seat: int, reason: Json | None) -> None:
        """Keep why the photo could not be read; None: nobody asks any more."""
        with self._writing() as session:
            board = _board(_editable(session, key), seat)
            board.not_read = reason
            session.commit()

    def put_photo(
        self, key: str, seat: int, picture: NewPicture, source: Source, board_id: str | None = None
    ) -> None:
        """Keep the photo of a board, in place of an earlier one; it counts for the game.

        *board_id* is the board that it shows, where that is not the one chosen before.
        """
        with self._writing() as session:
            row = _editable(session, key)
            board = _board(row, seat)
            board.source = source.value
            board.board_id = board_id or board.board_id
            _put_picture(board, PictureKind.PHOTO, picture)
            row.photos += 1
            session.commit()

    def picture(self, key: str, seat: int, kind: PictureKind) -> bytes | None:
        """Return a picture's JPEG, or None if the board has no such picture."""
        query = (
            select(PictureRow.jpeg)
            .join(GameRow, GameRow.key == PictureRow.game_key)
            .where(
                or_(GameRow.key == key, GameRow.view_key == key),
                PictureRow.seat == seat,
                PictureRow.kind == kind.value,
            )
        )
        with Session(self._engine, expire_on_commit=False) as session:
            return session.scalar(query)

    def uses(self, board_id: str) -> bool:
        """Whether any game is played on the board called *board_id*."""
        query = select(func.count()).where(BoardRow.board_id == board_id)
        with Session(self._engine) as session:
            return bool(session.scalar(query))

    def marks_on(self, board_id: str) -> list[dict[str, Any]]:
        """Return what is drawn on every kept board called *board_id*."""
        query = select(BoardRow.marks).where(BoardRow.board_id == board_id)
        with Session(self._engine) as session:
            return list(session.scalars(query))

    def delete(self, key: str) -> None:
        """Forget a game with all its boards, readings and pictures."""
        with self._writing() as session:
            session.delete(_editable(session, key))
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
            changed = func.max(
                GameRow.changed_at, func.coalesce(_newest_board(), GameRow.changed_at)
            )
            old = session.scalars(select(GameRow).where(changed < games)).all()
            for row in old:
                session.delete(row)
            session.flush()
            stale = select(PictureRow).join(PictureRow.board).where(BoardRow.changed_at < photos)
            pictures = session.scalars(stale).all()
            for picture in pictures:
                session.delete(picture)
            session.commit()
        if old or pictures:
            self._forget_journal()
        return len(old) + len(pictures)

    def bytes_used(self) -> int:
        """Return how much of the database file is in use."""
        with Session(self._engine) as session:
            pages, free, size = (
                int(session.scalar(text(f"PRAGMA {name}")) or 0)
                for name in ("page_count", "freelist_count", "page_size")
            )
        return (pages - free) * size

    def close(self) -> None:
        """Let go of the database file."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """Yield a session that nobody else writes beside.

        Raises
        ------
        NoRoomError
            If the disk is full.
        """
        writer = self._engine.execution_options(**{WRITES: True})
        try:
            with self._turn, Session(writer, expire_on_commit=False) as session:
                yield session
        except OperationalError as error:
            if "full" in str(error.orig):
                raise NoRoomError("the disk is full") from error
            raise
        if self._journal_to_forget:
            self._forget_journal()

    def _forget_journal(self) -> None:
        """Empty the journal; if somebody reads meanwhile, after the next change."""
        self._journal_to_forget = not forget_journal(self._engine)


def _newest_board() -> ScalarSelect[datetime]:
    """Return when one of a game's boards was changed last."""
    newest = select(func.max(BoardRow.changed_at)).where(BoardRow.game_key == GameRow.key)
    return newest.correlate(GameRow).scalar_subquery()


def _row(session: Session, key: str) -> GameRow:
    query = (
        select(GameRow)
        .where(or_(GameRow.key == key, GameRow.view_key == key))
        .options(
            selectinload(GameRow.boards).options(
                selectinload(BoardRow.readings), selectinload(BoardRow.pictures)
            )
        )
    )
    row = session.scalar(query)
    if row is None:
        raise UnknownGameError("there is no such game")
    return row


def _editable(session: Session, key: str) -> GameRow:
    row = _row(session, key)
    if row.key != key:
        raise ReadOnlyError("this key is for looking only")
    return row


def _row_at(session: Session, key: str, version: int) -> GameRow:
    row = _editable(session, key)
    if row.version != version:
        raise ConflictError(f"the game is at version {row.version}, not {version}")
    row.changed_at = now()
    return row


def _board(row: GameRow, seat: int) -> BoardRow:
    for board in row.boards:
        if board.seat == seat:
            return board
    raise UnknownGameError(f"nobody sits at {seat} in this game")


def _board_at(session: Session, key: str, seat: int, version: int) -> BoardRow:
    board = _board(_editable(session, key), seat)
    if board.version != version:
        raise ConflictError(f"the board is at version {board.version}, not {version}")
    board.changed_at = now()
    return board


def _kept(session: Session, row: GameRow) -> Game:
    session.commit()
    return _game(row, row.key)


def _new_board(seat: int, board_id: str, player: NewPlayer) -> BoardRow:
    return BoardRow(
        seat=seat,
        name=player.name,
        colour=player.colour,
        board_id=board_id,
        source=player.source.value,
        marks=player.marks,
        own=player.own,
        settled=sorted(player.settled),
        not_read=None,
    )


def _put_picture(board: BoardRow, kind: PictureKind, picture: NewPicture) -> None:
    kept = next((old for old in board.pictures if old.kind == kind.value), None)
    if kept is None:
        kept = PictureRow(kind=kind.value)
        board.pictures.append(kept)
    kept.width, kept.height = picture.info.width, picture.info.height
    kept.frame, kept.jpeg = picture.info.frame, picture.jpeg


def _drop_rectified(board: BoardRow) -> None:
    board.pictures = [one for one in board.pictures if one.kind != PictureKind.RECTIFIED.value]


def _game(row: GameRow, key: str) -> Game:
    return Game(
        key=key,
        view_key=row.view_key,
        editable=key == row.key,
        created_at=row.created_at,
        city=row.city,
        board_id=row.board_id,
        single=row.single,
        setup=row.setup,
        photos=row.photos,
        version=row.version,
        players=tuple(map(_player, row.boards)),
    )


def _player(row: BoardRow) -> Player:
    return Player(
        seat=row.seat,
        name=row.name,
        colour=row.colour,
        board_id=row.board_id,
        source=Source(row.source),
        marks=row.marks,
        own=row.own,
        settled=frozenset(row.settled),
        not_read=row.not_read,
        version=row.version,
        reading=_newest(row.readings),
        pictures={
            PictureKind(kept.kind): PictureInfo(kept.width, kept.height, kept.frame)
            for kept in row.pictures
        },
    )


def _newest(rows: Sequence[ReadingRow]) -> StoredReading | None:
    """Return the newest reading that was not set aside."""
    return next((_reading(row) for row in reversed(rows) if ASIDE not in row.quality), None)


def _reading(row: ReadingRow) -> StoredReading:
    return StoredReading(row.number, row.marks, row.doubts, row.corners_xy, row.quality)
