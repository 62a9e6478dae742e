"""Where the bytes of photos and pictures lie: in the database's row, or in a store of objects.

An object's name is made anew for each picture and stands in the row. It is written before its
row is, and removed after its row has gone: whatever ends the app in between costs an object that
nobody needs, never a picture.
"""

from collections.abc import Iterable
from typing import Protocol


class Pictures(Protocol):
    """Keeps the bytes of pictures."""

    def keep(self, jpeg: bytes) -> tuple[bytes, str]:
        """Keep a picture; return what stands in its row: bytes, and the name of its object."""

    def load(self, jpeg: bytes, place: str) -> bytes:
        """Return a picture by what stands in its row."""

    def forget(self, places: Iterable[str]) -> None:
        """Remove the objects called *places*."""

    def names(self) -> Iterable[str]:
        """Return the objects that were written some time ago."""


class InDatabase:
    """All bytes stand in the row."""

    def keep(self, jpeg: bytes) -> tuple[bytes, str]:
        """Return *jpeg* itself."""
        return jpeg, ""

    def load(self, jpeg: bytes, place: str) -> bytes:
        """Return *jpeg* itself.

        Raises
        ------
        LookupError
            If the bytes were kept as an object.
        """
        if place:
            raise LookupError("photos lie in a store: say where it is with SCORER_PHOTOS_URL")
        return jpeg

    def forget(self, places: Iterable[str]) -> None:
        """Do nothing: bytes go with their row."""

    def names(self) -> Iterable[str]:
        """Return nothing."""
        return ()


def pictures_at(url: str) -> Pictures:
    """Return the store of objects at *url*, or the database where there is no address.

    Raises
    ------
    StoreError
        If *url* is no address of a store.
    """
    if not url:
        return InDatabase()
    # Only whoever has such a store needs the library.
    from scorer.store.objects import InObjects

    return InObjects(url)
