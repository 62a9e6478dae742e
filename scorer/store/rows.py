"""Rows of games and boards: how they are found, and the values that they become."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session, selectinload

from scorer.store.known import Versions
from scorer.store.models import BoardRow, GameRow, ReadingRow, now
from scorer.store.values import (
    ASIDE,
    ASKED,
    DECLINED,
    OTHER_VIEWS,
    PLACE,
    ConflictError,
    Game,
    NewPlayer,
    PictureInfo,
    PictureKind,
    Player,
    ReadOnlyError,
    Source,
    StoredReading,
    UnknownGameError,
    UnknownSeatError,
)


def versions_of(session: Session, key: str) -> Versions:
    """Return by what a game is known to be as it was: its version, its boards' and their number."""
    boards = func.coalesce(func.sum(BoardRow.version), 0), func.count(BoardRow.seat)
    query = (
        select(GameRow.version, *boards, GameRow.created_at)
        .join(BoardRow, isouter=True)
        .where(or_(GameRow.key == key, GameRow.view_key == key))
        .group_by(GameRow.key)
    )
    found = session.execute(query).first()
    if found is None:
        raise UnknownGameError("there is no such game")
    return found[0], found[1], found[2], found[3]


def row_of(session: Session, key: str, *, to_change: bool = False) -> GameRow:
    """Return the row of the game with *key*, be it for changes or for looking."""
    query = (
        select(GameRow)
        .where(or_(GameRow.key == key, GameRow.view_key == key))
        .options(
            selectinload(GameRow.boards).options(
                selectinload(BoardRow.readings), selectinload(BoardRow.pictures)
            )
        )
    )
    # Boards are asked for after the game, and so as the writer before has left them.
    row = session.scalar(query.with_for_update() if to_change else query)
    if row is None:
        raise UnknownGameError("there is no such game")
    return row


def editable_row(session: Session, key: str) -> GameRow:
    """Return the row of the game with *key*, which has to be the one for changes."""
    row = row_of(session, key, to_change=True)
    if row.key != key:
        raise ReadOnlyError("this key is for looking only")
    return row


def row_at(session: Session, key: str, version: int) -> GameRow:
    """Return the row of a game that is to be changed from *version* on."""
    row = editable_row(session, key)
    if row.version != version:
        raise ConflictError(f"the game is at version {row.version}, not {version}")
    row.changed_at = now()
    return row


def board_in(row: GameRow, seat: int) -> BoardRow:
    """Return the row of who sits at *seat*."""
    for board in row.boards:
        if board.seat == seat:
            return board
    raise UnknownSeatError(f"nobody sits at {seat} in this game")


def board_at(session: Session, key: str, seat: int, version: int) -> BoardRow:
    """Return the row of a board that is to be changed from *version* on."""
    board = board_in(editable_row(session, key), seat)
    if board.version != version:
        raise ConflictError(f"the board is at version {board.version}, not {version}")
    board.changed_at = now()
    return board


def keep(session: Session, row: GameRow) -> Game:
    """Keep what was changed; return the game as it is then."""
    session.commit()
    return game_of(row, row.key)


def new_board(seat: int, board_id: str, player: NewPlayer) -> BoardRow:
    """Return the row of a new player."""
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


def drop_rectified(board: BoardRow) -> None:
    """Forget the picture of a board's map from above."""
    board.pictures = [one for one in board.pictures if one.kind != PictureKind.RECTIFIED.value]


def kinds_in(board: BoardRow) -> set[str]:
    """Return the kinds of pictures that a board keeps."""
    return {one.kind for one in board.pictures}


def counted(board: BoardRow) -> int:
    """Return the number of the reading that counts on a board, 0 for none."""
    newest = _newest(board.readings)
    return newest.number if newest else 0


def is_unread(board: BoardRow) -> bool:
    """Whether the photo of a board is a later one than its reading: that one's is the other."""
    kinds = kinds_in(board)
    return PictureKind.OTHER in kinds and PictureKind.OTHER_RECTIFIED not in kinds


def put_aside(session: Session, board: BoardRow) -> None:
    """Keep the photo that counts as the other one, as a new one comes."""
    kept = PictureKind.OTHER in kinds_in(board)
    if _other(board.readings):
        drop_other_pictures(board)
        if not kept:
            # From before both photos were kept: the only one is of the other reading.
            return
    elif is_unread(board):
        return
    if counted(board) and not board.not_read:
        drop_other_pictures(board)
        move_picture(session, board, PictureKind.PHOTO, PictureKind.OTHER)


def drop_other_pictures(board: BoardRow) -> None:
    """Forget the photo of a reading that does not count, and its map."""
    gone = PictureKind.OTHER, PictureKind.OTHER_RECTIFIED
    board.pictures = [one for one in board.pictures if one.kind not in gone]


def move_picture(session: Session, board: BoardRow, kind: PictureKind, to: PictureKind) -> None:
    """Let a picture be one of another kind, in the place of the one that is so already."""
    board.pictures = [one for one in board.pictures if one.kind != to]
    session.flush()
    for picture in board.pictures:
        if picture.kind == kind:
            picture.kind = to.value
    session.flush()


def swap_pictures(session: Session, board: BoardRow) -> None:
    """Let the photo that counts and the other one change places, with their maps."""
    for one, other in (
        (PictureKind.PHOTO, PictureKind.OTHER),
        (PictureKind.RECTIFIED, PictureKind.OTHER_RECTIFIED),
    ):
        at = {picture.kind: picture for picture in board.pictures}
        # No two may have one kind, not even for a moment.
        for picture, kind in (
            (at.get(one), "moving"),
            (at.get(other), one.value),
            (at.get(one), other.value),
        ):
            if picture is not None:
                picture.kind = kind
                session.flush()


def drop_views(board: BoardRow) -> None:
    """Forget the photos that show what the board's photo shows from other sides."""
    board.pictures = [one for one in board.pictures if one.kind not in OTHER_VIEWS]


def game_of(row: GameRow, key: str) -> Game:
    """Return a game as its row has it, to whoever came with *key*."""
    return Game(
        key=key,
        view_key=row.view_key,
        editable=key == row.key,
        created_at=row.created_at,
        box=row.box,
        city=row.city,
        board_id=row.board_id,
        single=row.single,
        setup=row.setup,
        photos=row.photos,
        version=row.version,
        players=tuple(sorted(map(player_of, row.boards), key=_place)),
        left_seat=row.left_seat,
        changed_at=max(map(_in_utc, [row.changed_at, *(one.changed_at for one in row.boards)])),
    )


def _in_utc(when: datetime) -> datetime:
    """Return *when* with its zone, which SQLite does not keep."""
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _place(player: Player) -> tuple[int, int]:
    """Return where a player sits: a place that somebody left, else the own seat."""
    return player.own.get(PLACE, player.seat), player.seat


def drop_other(board: BoardRow) -> None:
    """Let a reading that somebody could still choose be gone for good, as its photo is."""
    for reading in board.readings:
        if reading.quality.get(ASIDE) in (ASKED, DECLINED):
            reading.quality = {**reading.quality, ASIDE: True}


def player_of(row: BoardRow) -> Player:
    """Return a player as their row has them."""
    other = _other(row.readings)
    # From before both photos were kept: what was read is not in the only one.
    shown = other is None or PictureKind.OTHER in kinds_in(row)
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
            PictureKind(kept.kind): PictureInfo(kept.width, kept.height, kept.frame, kept.digest)
            for kept in row.pictures
            if shown
        },
        other=other,
    )


def _newest(rows: Sequence[ReadingRow]) -> StoredReading | None:
    """Return the newest reading that was not set aside."""
    return next((_reading(row) for row in reversed(rows) if ASIDE not in row.quality), None)


def _other(rows: Sequence[ReadingRow]) -> StoredReading | None:
    """Return the newest reading if it shows another drawing and does not count."""
    newest = rows[-1] if rows else None
    chosen = newest is not None and newest.quality.get(ASIDE) in (ASKED, DECLINED)
    return _reading(newest) if newest is not None and chosen else None


def _reading(row: ReadingRow) -> StoredReading:
    return StoredReading(row.number, row.marks, row.doubts, row.corners_xy, row.quality)
