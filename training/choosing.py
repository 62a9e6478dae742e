"""Which examples a network is shown while it learns."""

import numpy as np

# What ``--doubtful`` means wherever a network is trained.
DOUBTFUL = "show examples more often that the network resumed from is unsure of, whatever is true"
# Of an example beyond doubt this counts as doubt, so that none is forgotten.
_LEAST = 0.05


class Chooser:
    """Chooses among as many examples as there are doubts (N,), from 0 to 1.

    Doubt is what a network thinks without knowing the truth: so that its chances still mean what
    they say after learning more of what it was unsure of.
    """

    def __init__(self, doubts: np.ndarray) -> None:
        self.until = np.cumsum(_LEAST + doubts.astype(np.float64))

    def __call__(self, count: int, rng: np.random.Generator) -> np.ndarray:
        """Return the numbers of *count* examples, sorted; one may come twice."""
        at = np.searchsorted(self.until, rng.random(count) * self.until[-1], "right")
        return np.sort(np.minimum(at, len(self.until) - 1))


def of_kinds(chances: np.ndarray) -> np.ndarray:
    """Return the doubts (N,) of chances (N, K) that sum to 1."""
    return np.asarray(1 - chances.max(axis=1))


def of_either(chances: np.ndarray) -> np.ndarray:
    """Return the doubts (N,) of chances (N,) of being so rather than not."""
    return np.asarray(np.minimum(chances, 1 - chances))
