"""Pictures told apart by which array they are, so that what is made of one can be kept."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, slots=True)
class Same:
    """A picture, the same as another if it is the very array: a key for ``lru_cache``.

    A board's reference picture is one array for all photos of that board, and is never changed.
    """

    picture: NDArray[np.uint8]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.picture is other.picture

    def __hash__(self) -> int:
        return id(self.picture)
