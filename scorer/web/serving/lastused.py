"""What took long to work out, kept in mind for whoever asks next."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Results by what they were worked out from; the one asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[bytes, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: bytes) -> T | None:
        """Return the result for *key*, if it is kept."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
            return self._results.get(key)

    def put(self, key: bytes, result: T) -> None:
        """Keep the *result* for *key*."""
        with self._lock:
            self._results[key] = result
            while len(self._results) > self._most:
                self._results.popitem(last=False)
