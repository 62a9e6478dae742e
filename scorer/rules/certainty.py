"""How sure a result is, whatever the game: the kinds, and a status for small games.

En Route's boards have more that can be amiss, and a status of their own
(``scorer.rules.status``) of the same kinds.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self

from msgspec import Struct


class Certainty(StrEnum):
    """The kind of a status, the least sure first."""

    INCOMPLETE = "incomplete"
    TO_CHECK = "to-check"
    RATINGS_NOT_SET = "ratings-not-set"
    FINAL = "final"


class Lack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that nobody has said yet.

    ``what`` is a name of the game's own; ``number`` tells which, where there are several of it.
    ``seat`` is the player's position, from 0; None where it is of the table.
    """

    what: str
    seat: int | None = None
    number: int | None = None


class GameStatus(Struct, frozen=True, forbid_unknown_fields=True):
    """How sure the result of a game or a player is.

    ``to_check`` is how many things cannot be as they were entered. Somebody may declare them
    ``checked``: then they are taken as they are.

    >>> GameStatus.because((), to_check=2).kind.value
    'to-check'
    """

    kind: Certainty
    missing: tuple[Lack, ...] = ()
    to_check: int = 0
    checked: bool = False

    @classmethod
    def because(cls, missing: Iterable[Lack], to_check: int, *, checked: bool = False) -> Self:
        """Return the status of a result of which so much is open."""
        lacks, left = tuple(missing), 0 if checked else to_check
        kind = Certainty.INCOMPLETE if lacks else Certainty.TO_CHECK if left else Certainty.FINAL
        return cls(kind, lacks, left, checked)

    @property
    def final(self) -> bool:
        """Whether nothing is left to do."""
        return self.kind is Certainty.FINAL
