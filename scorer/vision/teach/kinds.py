"""Which landmark each location of a board seems to hold.

A network says how likely each kind is in each location, by what it looks like beside the others
of its board. There are about as many of each kind as on the practice board, and no more.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Cell, LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.notation import Location
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.evidence.networks import averaged
from scorer.vision.teach.looks import KINDS, cut, looks

Doubles = NDArray[np.float64]

# How many locations more or fewer of a kind are no surprise.
_LOOSE = 1.0
# Under ink a landmark looks plainer than it is: so many times likelier it seems to be none.
_PLAINER = 4.0
_ROUNDS, _STEP = 8, 0.7
# What is less likely is asked about.
_CLEAR = 0.6
# Of a location that shows less of its print nobody can tell what it holds.
_LEAST_SHOWN = 0.42


def landmark_kinds(
    picture: BoardPicture, city: City
) -> tuple[dict[Location, LandmarkKind], tuple[Location, ...]]:
    """Return what kind of landmark each location of *picture* seems to hold, plain ones left out.

    There are at most as many of each kind as on the practice board of *city*. Of the locations
    returned beside them it is not clear what they hold, if anything.
    """
    cells = _on_map(picture)
    marks = city.practice_board.landmark_at.values()
    most = Counter(one[0].kind for one in marks)
    numbers = [most[kind] for kind in KINDS]
    chances = averaged.landmarks(looks(picture, cells)).astype(np.float64)
    chances[:, 0] /= _PLAINER
    not_shown = unshown(picture)
    hidden = np.array([cell.location in not_shown for cell in cells])
    # They hold what locations usually hold, and nothing that others would lack then.
    chances[hidden] = _usual(len(cells), numbers) / len(cells)
    chances = about_as_many(chances, numbers)
    chances[hidden] = np.eye(1, chances.shape[1])
    found = likeliest(chances, numbers)
    clear = ~hidden & (chances[np.arange(len(found)), found] >= _CLEAR)
    kinds = {
        cell.location: KINDS[word - 1]
        for cell, word, sure in zip(cells, found.tolist(), clear, strict=True)
        if word and sure
    }
    unclear = tuple(cell.location for cell, sure in zip(cells, clear, strict=True) if not sure)
    return kinds, unclear


def unshown(picture: BoardPicture) -> tuple[Location, ...]:
    """Return the locations of whose print no photo has shown enough to tell what they hold."""
    if picture.known is None:
        return ()
    return tuple(
        cell.location
        for cell in _on_map(picture)
        if cut(picture, np.array(cell.polygon))[1].mean() < _LEAST_SHOWN
    )


def _on_map(picture: BoardPicture) -> Sequence[Cell]:
    return [cell for cell in picture.board.cells if not cell.location.name]


def _usual(count: int, most: list[int]) -> Doubles:
    """Return how many of *count* locations usually hold nothing, and each kind, (1 + K,)."""
    return np.array([max(count - sum(most), 0), *most], np.float64)


def about_as_many(chances: Doubles, most: list[int]) -> Doubles:
    """Return *chances* (N, 1 + K) told that about so many locations hold each kind, *most* (K,).

    A kind that is expected more rarely becomes likelier everywhere, and the other way round. One
    that no location may hold is not likely anywhere.
    """
    usual = _usual(len(chances), most)
    found = chances * np.array([1, *most]).clip(0, 1)
    found = found / found.sum(axis=1, keepdims=True)
    weight = np.ones(len(usual))
    for _ in range(_ROUNDS):
        now = found * weight
        expected = (now / now.sum(axis=1, keepdims=True)).sum(axis=0)
        weight *= ((usual + _LOOSE) / (expected + _LOOSE)) ** _STEP
    now = found * weight
    return np.asarray(now / now.sum(axis=1, keepdims=True), np.float64)


def likeliest(chances: Doubles, most: list[int]) -> NDArray[np.int64]:
    """Return what each location is likeliest to hold, (N,): 0 for nothing, else a kind's number.

    Parameters
    ----------
    chances : (N, 1 + K) float
        Of no landmark, and of each kind.
    most : list of int
        How many locations may hold each kind, (K,). Where more seem to, those that hold the next
        likeliest nearly as likely are taken to hold that.
    """
    left = chances * np.array([1, *most]).clip(0, 1)
    while True:
        found = left.argmax(axis=1)
        for number, limit in enumerate(most, 1):
            mine = np.flatnonzero(found == number)
            if len(mine) > limit:
                next_likely = np.sort(left[mine], axis=1)[:, -2]
                least = mine[int(np.argmax(next_likely / left[mine, number]))]
                left[least, number] = 0
                break
        else:
            return np.asarray(found, np.int64)
