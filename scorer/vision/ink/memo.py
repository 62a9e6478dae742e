"""Things told apart by which they are, so that what is made of one can be kept."""

from dataclasses import dataclass
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True, eq=False, slots=True)
class Same(Generic[Thing]):
    """A thing, the same as another if it is the very thing: a key for ``lru_cache``.

    A board, and the array that is its reference picture, are the same for all photos of that
    board, and are never changed. Comparing all that is in them would take too long.
    """

    thing: Thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)
