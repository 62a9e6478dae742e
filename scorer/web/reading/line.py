"""The line of photos that wait: what pages and the desk know of it, wherever photos are read."""

from typing import Protocol

from scorer.vision.locate.look import Look
from scorer.web.reading.messages import Stage, Task
from scorer.web.reading.queue import Failure, Outcome
from scorer.web.reading.waiting import Waiting


class Ticket(Protocol):
    """A photo on its way: what stage it is in, and in the end where it led."""

    @property
    def id(self) -> str:
        """What its phone asks for it by."""

    @property
    def stage(self) -> Stage:
        """The stage that it is in."""

    @property
    def patience(self) -> int:
        """How many times as long as reading a photo this may take."""

    @property
    def over(self) -> bool:
        """Whether nothing more will become of it."""

    @property
    def failed(self) -> Failure | None:
        """Why nothing became of it, if so."""

    @property
    def outcome(self) -> Outcome | None:
        """Where it led, as soon as that is known."""

    def wait(self, seconds: float, seen: Stage | None = None) -> None:
        """Return once it is over, or in another stage than *seen*, or after *seconds*."""

    def cancel(self) -> None:
        """Drop it, also while it is read."""


class Line(Protocol):
    """Takes photos, and answers for them until their phones know where they led."""

    def take(self, waiting: Waiting, id_: str = "") -> Ticket:
        """Let a photo wait for its turn; from now on it is not lost.

        Parameters
        ----------
        id_ : str
            Its phone's; one that is known already is not taken twice. By default a new one.

        Raises
        ------
        BusyError
            If too many are waiting, all together or of its address.
        NoRoomError
            If it cannot be kept.
        """

    def job(self, id_: str) -> Ticket | None:
        """Return the photo called *id_*, if it is still known."""

    def ahead(self, job: Ticket) -> int:
        """Return how many photos are read before *job* begins, as far as is known."""

    def reading(self, key: str) -> frozenset[int]:
        """Return the seats of the game with *key* whose photo is on its way, as far as is known."""

    def look(self, task: Task, address: str, seconds: float) -> Look | None:
        """Return what a camera's picture shows; None if there is no time within *seconds*."""

    def warm(self) -> None:
        """Get ready for the first photo."""

    def close(self) -> None:
        """Read no more; what waits is read after the next start."""
