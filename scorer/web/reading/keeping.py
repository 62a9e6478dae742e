"""What is kept of a photo in a game, and how a new reading meets corrections."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.notation import Crossroads
from scorer.rules.position.mark import MarkKind
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.store.games import (
    ConflictError,
    Game,
    GameStore,
    NewPicture,
    NewPlayer,
    PictureInfo,
    PictureKind,
    Player,
    Source,
    StoredReading,
    UnknownGameError,
)
from scorer.store.kept import ALL_THE_SAME, BY_HAND, FIND_OUT, PICTURE, PLACES
from scorer.vision.boards.halfboard import Side
from scorer.vision.doubts import Doubt
from scorer.vision.locate.look import Look
from scorer.web.games import towns
from scorer.web.games.tickettoride import drafts
from scorer.web.moving import move, stay, with_corrections
from scorer.web.otherdrawing import over, photo_taken, shows_another
from scorer.web.owners import keep_owner, owner_key
from scorer.web.reading.boxes import keep_town
from scorer.web.reading.maplinks import keep_links, keep_unread
from scorer.web.reading.messages import (
    TAUGHT_ALREADY,
    Before,
    End,
    Frame,
    Opened,
    Read,
    ReadLinks,
    ReadTown,
    Refused,
    Taught,
    View,
)
from scorer.web.reading.queue import Outcome
from scorer.web.samephoto import replaces_wrong_one
from scorer.web.serving.live import Hub

# The board of a game whose photo shows none that is known.
_ANY_BOARD = "first-city"
# People correct while their photo is read; each time the newest marks are taken.
_TRIES = 100


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a photo belongs.

    Without a ``key`` a game is made for it, called ``fresh``, with ``setup`` or the usual one, as
    soon as it is known to be a photo and of which board: ``board_id`` is None until then, and
    where the board is found out anew. ``kept``: the photo is kept already; ``by_hand``: a person
    has set its corners. ``waits``: the game and the seat whose photo waits for a board to be
    learned. ``teaching``: a board is to be learned, or if ``better`` its picture to get so;
    ``owner`` is the key of who will own it. ``first``: the first photo tells the game's board.
    ``joins`` is the number of the reading whose photos it is read together with, 0 for none: if
    they do not go together, all stays as it was. ``links``: it shows the map that all share;
    without a ``key`` one to teach, called ``name``, in the folder ``maps``. ``innsmouth``: it shows
    a board of that game, or the town of its box. ``city``: the one of the board called ``name``
    that is to be learned from the photo that waits, or from one for which a game is made if only
    corners set by a person can help.
    """

    source: Source
    key: str = ""
    seat: int = 1
    board_id: str | None = None
    setup: Setup | None = None
    kept: bool = False
    by_hand: bool = False
    waits: tuple[str, int] | None = None
    teaching: bool = False
    owner: str = ""
    fresh: str = ""
    first: bool = False
    better: bool = False
    links: bool = False
    maps: str = ""
    name: str = ""
    innsmouth: bool = False
    joins: int = 0
    city: str = ""


def whose(aim: Aim) -> tuple[str, int]:
    """Return the game and the seat whose board a photo is to show; nobody's for what all share."""
    return ("", 0) if aim.links or aim.teaching else (aim.key, aim.seat)


class Keeper:
    """Keeps what is found in one photo; called from a thread of its own."""

    def __init__(self, games: GameStore, boards: Path, hub: Hub, aim: Aim) -> None:
        self._games, self._boards, self._hub, self._aim = games, boards, hub, aim
        self._key = aim.key
        self._opened: Opened | None = None
        self._is_picture = aim.kept

    def __call__(self, message: Opened | End) -> Outcome | None:
        """Keep *message*; return where the photo led, once that is known."""
        try:
            match message:
                case Opened():
                    self._is_picture = True
                    lost = self._aim.teaching and not self._aim.fresh
                    self._opened = None if self._aim.kept or lost else message
                    if self._aim.board_id and not self._aim.joins:
                        self._keep_photo(self._aim.board_id)
                    return None
                case Taught() if self._aim.links:
                    return self._keep_blank_map(message)
                case Taught():
                    if self._aim.owner:
                        keep_owner(self._boards, message.board_id, self._aim.owner)
                    key, seat = self._aim.waits or ("", 0)
                    return Outcome(key, seat, board=message.board_id)
                case ReadLinks():
                    opened, self._opened = self._opened, None
                    keep_links(self._games, self._key, opened, message, self._aim.seat)
                    return Outcome(self._key)
                case ReadTown():
                    opened, self._opened = self._opened, None
                    keep_town(self._games, self._key, self._aim.seat, opened, message)
                    return Outcome(self._key, self._aim.seat, innsmouth=True)
                case Look():
                    # Nothing of a glance is kept.
                    return None
                case Refused():
                    return self._refused(message)
                case Read() if self._aim.joins:
                    return self._joined(message)
                case Read():
                    found = message.reading.marks.board
                    self._keep_photo(found)
                    if self._aim.key and self._aim.board_id is None and not self._moved(found):
                        return self._refused(Refused("other-board", instead=found))
                    self._keep_reading(message)
                    return Outcome(self._key, self._aim.seat)
        finally:
            self._hub.tell(self._key)

    def _joined(self, message: Read) -> Outcome:
        """Keep what a further photo shows together with those before, and that photo."""
        opened, self._opened = self._opened, None
        player = self._games.load(self._key).player(self._aim.seat)
        if opened is None or player.reading is None or player.reading.number != self._aim.joins:
            # Another photo was taken meanwhile, or the board is another one now.
            return self._refused(Refused("not-together"))
        self._keep_reading(message, _pictures(opened))
        return Outcome(self._key, self._aim.seat)

    def _keep_blank_map(self, message: Taught) -> Outcome:
        opened, self._opened = self._opened, None
        assert opened
        maps, id_ = Path(self._aim.maps), message.board_id
        if owner_key(maps, id_) not in ("", self._aim.owner):
            # Somebody else was faster with a map of that name.
            return Outcome(reason=TAUGHT_ALREADY)
        begin = towns.begin if self._aim.innsmouth else drafts.begin
        begin(maps, id_, self._aim.name, opened.jpeg)
        keep_owner(maps, id_, self._aim.owner)
        key, seat = self._aim.waits or ("", 0)
        return Outcome(key, seat, map=id_, innsmouth=self._aim.innsmouth)

    def forget(self) -> None:
        """Forget the game that was made for the photo: nobody was told where it is."""
        if self._aim.fresh:
            with suppress(UnknownGameError):
                self._games.delete(self._aim.fresh)

    def _refused(self, message: Refused) -> Outcome:
        if self._aim.links:
            return self._map_refused(message)
        if self._aim.joins:
            return Outcome(self._key, self._aim.seat, message.reason, joins=True)
        self._keep_photo(message.board_id or self._any_board())
        if not self._is_picture and not self._aim.teaching:
            # Nothing was opened, and nothing is kept: the board stays as it was.
            return Outcome(reason=message.reason)
        if not self._key:
            key, seat = self._aim.waits or ("", 0)
            return Outcome(
                key,
                seat,
                message.reason,
                message.board_id,
                teaching=self._aim.teaching,
                better=self._aim.better,
                by_hand=self._aim.by_hand,
                city=self._aim.city,
                name=self._aim.name if self._aim.city else "",
            )
        kept: dict[str, Any] = {"reason": message.reason}
        if message.instead:
            kept |= {"instead": message.instead}
        if self._aim.board_id is None and not (message.instead or self._aim.innsmouth):
            kept |= {"unknown": True}
        if message.corners_xy:
            kept |= {"corners_xy": [list(corner) for corner in message.corners_xy]}
        if message.others_xy:
            kept |= {"others_xy": [[list(at) for at in one] for one in message.others_xy]}
        aim = self._aim
        if message.corners_xy and aim.by_hand:
            kept |= {BY_HAND: True}
        if message.half:
            kept |= {"half": message.half.value}
        self._games.set_not_read(self._key, aim.seat, kept)
        return Outcome(
            self._key,
            aim.seat,
            message.reason,
            by_hand=aim.by_hand,
            innsmouth=aim.innsmouth,
            teaching=aim.teaching,
            city=aim.city,
            name=aim.name if aim.city else "",
        )

    def _any_board(self) -> str:
        return load_city(self._aim.city).practice_board.id if self._aim.city else _ANY_BOARD

    def _map_refused(self, message: Refused) -> Outcome:
        """Keep the photo of a game's map that was not read: people may set its corners."""
        opened, self._opened = self._opened, None
        if self._aim.by_hand:
            return Outcome(self._key, reason=message.reason, by_hand=True)
        if not self._key or not (opened or self._aim.kept):
            return Outcome(reason=message.reason)
        keep_unread(self._games, self._key, opened, message, self._aim.seat)
        return Outcome(self._key, reason=message.reason)

    def _moved(self, board_id: str) -> bool:
        """Let the game be played on the board called *board_id*, which its photo shows.

        Return whether it is now: where another photo has told the board before, it is not.
        """
        game = self._games.load(self._key)
        if game.player(self._aim.seat).board_id == board_id:
            stay(self._games, self._key)
            return True
        if self._aim.first and FIND_OUT not in game.setup:
            return False
        move(self._games, game, self._board(board_id), self._board)
        return True

    def _keep_photo(self, board_id: str) -> None:
        """Keep the photo, if it is not kept yet, as one of the board called *board_id*."""
        opened, self._opened = self._opened, None
        if opened is None:
            return
        self._key = self._key or self._new_game(board_id)
        picture, *views = _pictures(opened)
        self._games.put_photo(self._key, self._aim.seat, picture, self._aim.source, views=views)

    def _new_game(self, board_id: str) -> str:
        fresh = self._aim.fresh
        with suppress(UnknownGameError):
            # Made before the app was ended, and begun once more.
            return self._games.load(fresh).key
        board = self._board(board_id)
        city = load_city(board.city)
        player = NewPlayer(to_data(Marks(city.id, board.id)), source=self._aim.source)
        setup = to_data(self._aim.setup or usual_setup(city))
        return self._games.create(city.id, board.id, setup, [player], single=True, key=fresh)

    def _keep_reading(self, message: Read, views: Sequence[NewPicture] = ()) -> None:
        key, seat, file = self._key, self._aim.seat, message.reading
        frame = {
            "origin_mm": list(message.frame.origin_mm),
            "px_per_mm": message.frame.px_per_mm,
        }
        picture = NewPicture(PictureInfo(message.width, message.height, frame), message.jpeg)
        for left in reversed(range(_TRIES)):
            player = self._games.load(key).player(seat)
            if player.board_id != file.marks.board:
                # Another board was chosen meanwhile: the photo is read again as that one.
                return
            board = self._board(player.board_id)
            read = file.marks.checked_on(board)
            stored = _stored(message, read, self._aim)
            corrected = with_corrections(player, board, read)
            marks = to_data(corrected)
            if not (views or (self._aim.kept and player.reading and not is_unread(player))):
                # Read again, the photo shows what it did.
                doubtful = {one.where for one in file.doubts if one.kind == MarkKind.SECTION}
                apart = shows_another(player, board, read, doubtful, _seen(message, board))
                marks, stored = over(player, stored, to_data(read) if apart else marks, apart=apart)
            try:
                game = self._games.add_reading(
                    key, seat, player.version, stored, marks, picture, views
                )
            except ConflictError:
                if not left:
                    raise
            else:
                if replaces_wrong_one(game, game.player(seat)):
                    # It was asked for: nobody is asked whether it counts.
                    taken = partial(photo_taken, seat=seat, board=board)
                    self._games.correct(key, seat, taken)
                return

    def _board(self, board_id: str) -> Board:
        from scorer.vision.boards.picture import load_board

        return load_board(board_id, self._boards)


def is_unread(player: Player) -> bool:
    """Whether the photo of *player* is a later one than their reading: that one's is the other."""
    kept = player.pictures
    return PictureKind.OTHER in kept and PictureKind.OTHER_RECTIFIED not in kept


def _pictures(opened: Opened) -> list[NewPicture]:
    """Return the photo and, of a film, the further pictures that are to be kept."""
    found = View(opened.jpeg, opened.width, opened.height), *opened.views
    return [NewPicture(PictureInfo(one.width, one.height), one.jpeg) for one in found]


def before_of(games: GameStore, game: Game, player: Player) -> Before | None:
    """Return what was read from the last photo of *player*, if anything was."""
    info, reading = player.pictures.get(PictureKind.RECTIFIED), player.reading
    if info is None or info.frame is None or reading is None:
        return None
    x, y = info.frame["origin_mm"]
    return Before(
        marks=from_data(reading.marks, Marks),
        doubts=msgspec.convert(reading.doubts, tuple[Doubt, ...]),
        # A photo of the whole board says nothing of halves.
        sides=frozenset(map(Side, reading.quality.get("halves", Side))),
        jpeg=games.picture(game.key, player.seat, PictureKind.RECTIFIED) or b"",
        frame=Frame((x, y), info.frame["px_per_mm"]),
    )


def _seen(message: Read, board: Board) -> frozenset[Crossroads]:
    """Return the crossroads that the photo shows, or those before with which it was joined."""
    if not message.half:
        return frozenset(board.crossroads_xy)
    from scorer.vision.boards.halfboard import fold_mm, shows

    fold = fold_mm(board)
    return frozenset(
        point
        for point, (x, _) in board.crossroads_xy.items()
        if any(shows(side, fold, x) for side in message.sides)
    )


def _stored(message: Read, marks: Marks, aim: Aim) -> StoredReading:
    """Return a reading in the shape in which games keep it; halves stand with its quality."""
    data = to_data(message.reading)
    quality = data["quality"]
    if message.all_the_same:
        quality |= {ALL_THE_SAME: True}
    if aim.by_hand:
        quality |= {BY_HAND: True}
    if message.picture:
        quality |= {PICTURE: message.picture}
    if message.places:
        quality |= {PLACES: message.places}
    if message.half:
        quality |= {"halves": sorted(message.sides), "half": message.half.value}
    return StoredReading(0, to_data(marks), data["doubts"], data["corners_xy"], quality)
