"""What processes of a server share beside games: photos that wait, what was taught, settings."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from sqlalchemy import Engine, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError
from sqlalchemy.orm import Session

from scorer.store.database import WRITES
from scorer.store.dialects import dialect_of
from scorer.store.models import BoardFileRow, MapFileRow, PhotoJobRow, SettingRow, now
from scorer.store.values import NoRoomError, NotReachableError

# How long the phone of a photo may ask where it led.
KEPT_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class JobState:
    """What is known of a photo: ``outcome`` is where it led, as it was handed in."""

    over: bool
    failed: str
    outcome: bytes | None
    tries: int


@dataclass(frozen=True, slots=True)
class OpenPhoto:
    """A photo that is not over: how often its reading was begun, and where it came from."""

    id: str
    tries: int
    address: str


class _Shared:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._dialect = dialect_of(engine)
        self._reader = self._dialect.reader()

    @contextmanager
    def _looking(self) -> Iterator[Session]:
        try:
            with Session(self._reader) as session:
                yield session
        except TimeoutError as error:
            raise NotReachableError("the database has too much to do") from error

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """Yield a session; what it did is kept at the end, or nothing of it."""
        writer = self._engine.execution_options(**{WRITES: True})
        try:
            with self._dialect.turn(), Session(writer) as session, session.begin():
                yield session
        except TimeoutError as error:
            raise NotReachableError("the database has too much to do") from error
        except DBAPIError as error:
            if self._dialect.is_full(error):
                raise NoRoomError("the disk is full") from error
            raise


class PhotoJobs(_Shared):
    """Photos that wait, and where the last ones led; each has an id that nobody can guess."""

    def add(self, id_: str, work: bytes, address: str) -> None:
        """Keep a photo that waits, with all that is to become of it; not one that is there.

        Raises
        ------
        NoRoomError
            If the disk is full.
        """
        row = {"id": id_, "work": work, "address": address, "created_at": now()}
        more = {"tries": 0, "over": False, "failed": "", "outcome": None}
        with suppress(IntegrityError), self._writing() as session:
            session.execute(insert(PhotoJobRow).values(**row, **more))

    def begin(self, id_: str) -> tuple[bytes, int] | None:
        """Count that reading begins; return the work and how often it was begun; None: over."""
        with self._writing() as session:
            query = select(PhotoJobRow.work, PhotoJobRow.tries).where(
                PhotoJobRow.id == id_, ~PhotoJobRow.over
            )
            found = session.execute(query.with_for_update()).first()
            if found is None or found[0] is None:
                return None
            tries = found[1] + 1
            mine = update(PhotoJobRow).where(PhotoJobRow.id == id_)
            session.execute(mine.values(tries=tries))
        return found[0], tries

    def work(self, id_: str) -> bytes | None:
        """Return the work of a photo that waits."""
        with self._looking() as session:
            return session.scalar(select(PhotoJobRow.work).where(PhotoJobRow.id == id_))

    def end(self, id_: str, failed: str = "", outcome: bytes | None = None) -> bool:
        """Keep that a photo is over, and forget it; what it came to stays the first.

        Returns
        -------
        bool
            Whether it was not over before.
        """
        with self._writing() as session:
            mine = update(PhotoJobRow).where(PhotoJobRow.id == id_, ~PhotoJobRow.over)
            values = {"over": True, "failed": failed, "outcome": outcome}
            ended = session.execute(mine.values(**values, work=None, address=""))
            old = now() - KEPT_FOR
            session.execute(
                delete(PhotoJobRow).where(PhotoJobRow.over, PhotoJobRow.created_at < old)
            )
            return bool(ended.rowcount)  # type: ignore[attr-defined]

    def state(self, id_: str) -> JobState | None:
        """Return what is known of a photo; None: nothing any more."""
        query = select(
            PhotoJobRow.over, PhotoJobRow.failed, PhotoJobRow.outcome, PhotoJobRow.tries
        ).where(PhotoJobRow.id == id_)
        with self._looking() as session:
            found = session.execute(query).first()
        return JobState(*found) if found else None

    def waiting(self, address: str) -> tuple[int, int]:
        """Return how many photos are not over, all together and of *address*."""
        query = select(func.count(), func.count().filter(PhotoJobRow.address == address))
        with self._looking() as session:
            everybody, own = session.execute(query.where(~PhotoJobRow.over)).one()
        return int(everybody), int(own)

    def open(self) -> list[OpenPhoto]:
        """Return all photos that are not over, the oldest first."""
        query = select(PhotoJobRow.id, PhotoJobRow.tries, PhotoJobRow.address)
        in_order = query.where(~PhotoJobRow.over).order_by(PhotoJobRow.created_at, PhotoJobRow.id)
        with self._looking() as session:
            return [OpenPhoto(*row) for row in session.execute(in_order)]


class TaughtKind(Enum):
    """What was taught: the name of its folder, and where its files are kept."""

    BOARDS = "boards"
    MAPS = "maps"

    @property
    def row(self) -> type[BoardFileRow] | type[MapFileRow]:
        """The rows of its files."""
        return BoardFileRow if self is TaughtKind.BOARDS else MapFileRow


class TaughtFiles(_Shared):
    """The files of taught boards or maps; each has the time of its last change, in nanoseconds."""

    def __init__(self, engine: Engine, kind: TaughtKind) -> None:
        super().__init__(engine)
        self.kind, self._row = kind, kind.row
        # Numbers that nobody else locks.
        self._changing, self._handing_on = {
            TaughtKind.BOARDS: (3025002, 3025003),
            TaughtKind.MAPS: (3025004, 3025005),
        }[kind]

    def stamp(self) -> bytes:
        """Return what differs after every change of a file."""
        with self._looking() as session:
            query = select(SettingRow.value).where(SettingRow.name == self.kind.value)
            return session.scalar(query) or b""

    def listed(self) -> dict[tuple[str, str], int]:
        """Return the time of each file's last change, by its board or map and its name."""
        query = select(self._row.taught, self._row.name, self._row.changed_ns)
        with self._looking() as session:
            return {(taught, name): ns for taught, name, ns in session.execute(query)}

    def load(self, taught: str, name: str) -> bytes | None:
        """Return a file."""
        row = self._row
        query = select(row.data).where(row.taught == taught, row.name == name)
        with self._looking() as session:
            return session.scalar(query)

    def change(
        self,
        new: dict[tuple[str, str], tuple[int, bytes]],
        gone: set[tuple[str, str]],
        by: bytes,
        fresh: Iterable[str] = (),
    ) -> bool:
        """Keep *new* files, forget those that are *gone*, all or nothing; *by* is a new stamp.

        Returns
        -------
        bool
            Whether somebody else was faster to keep one of the *fresh* boards; theirs stays.
        """
        row = self._row
        with self._writing() as session:
            # Of two servers that hand on at once, one waits for the other.
            session.execute(select(func.pg_advisory_xact_lock(self._handing_on)))
            query = select(row.taught).where(row.taught.in_([*fresh]))
            taken = set(session.scalars(query))
            new = {place: file for place, file in new.items() if place[0] not in taken}
            for taught, name in {*new, *gone}:
                session.execute(delete(row).where(row.taught == taught, row.name == name))
            for (taught, name), (ns, data) in new.items():
                values = {"taught": taught, "name": name, "changed_ns": ns, "data": data}
                session.execute(insert(row).values(**values))
            stamp = self.kind.value
            session.execute(delete(SettingRow).where(SettingRow.name == stamp))
            session.execute(insert(SettingRow).values(name=stamp, value=by))
        return bool(taken)

    def origin(self) -> bytes:
        """Return what tells this database from all others."""
        return Settings(self._engine).agreed("origin", lambda: secrets.token_bytes(16))

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Let no other process in here meanwhile."""
        with self._engine.connect() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(self._changing)))
            yield


class Settings(_Shared):
    """Short values that all processes agree on; none is empty."""

    def value(self, name: str) -> bytes | None:
        """Return the value called *name*; None: nobody has made it yet."""
        query = select(SettingRow.value).where(SettingRow.name == name)
        with self._looking() as session:
            return session.scalar(query)

    def keep(self, name: str, value: bytes) -> None:
        """Keep *value* in the place of what is called *name*."""
        with self._writing() as session:
            session.execute(delete(SettingRow).where(SettingRow.name == name))
            session.execute(insert(SettingRow).values(name=name, value=value))

    def agreed(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return the value called *name*; the first process to ask makes it."""
        while True:
            if found := self.value(name):
                return found
            try:
                with self._writing() as session:
                    session.execute(insert(SettingRow).values(name=name, value=make()))
            except IntegrityError:
                # Another one was faster.
                continue
