"""The drawn sections as bit masks, and which sets of them can be part of a final route.

Sections are bits of one machine word. Sets are listed for one connected part of the drawing at
a time, section by section, all at once. A set is dropped as soon as it leaves more than two odd
vertices away from the water, since a walk has two ends, and only a ferry ends a walk besides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import Character, InnsmouthError
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.scoring.measures import runs_on
from scorer.rules.search.drawing.graph import bits

# Sections that one machine word holds; no game draws half as many.
WORD = 64

Masks = NDArray[np.uint64]


@dataclass(frozen=True)
class Drawing:
    """Drawn sections and their vertices, by numbers.

    ``ends[i]`` are the vertices of section *i*, ``around[v]`` the sections at vertex *v*;
    ``side[v]`` is the side of a water vertex, 0 elsewhere. ``straight[v]`` are the pairs of
    sections (masks) that run straight on at *v*.
    """

    sections: tuple[RoadId, ...]
    vertices: tuple[Crossroads, ...]
    ends: tuple[tuple[int, int], ...]
    around: tuple[int, ...]
    side: tuple[int, ...]
    straight: tuple[frozenset[int], ...]

    @property
    def everything(self) -> int:
        """All sections."""
        return (1 << len(self.sections)) - 1

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The connected parts of the drawing, each a mask."""
        return self.pieces(self.everything)

    def pieces(self, mask: int) -> tuple[int, ...]:
        """Return the connected parts of *mask*."""
        found = []
        while mask:
            part, fresh = 0, mask & -mask
            while fresh:
                part |= fresh
                wave = 0
                for i in bits(fresh):
                    a, b = self.ends[i]
                    wave |= self.around[a] | self.around[b]
                fresh = wave & mask & ~part
            found.append(part)
            mask &= ~part
        return tuple(found)

    def touched(self, mask: int) -> list[int]:
        """Return the vertices at which sections of *mask* end."""
        return [v for v, around in enumerate(self.around) if around & mask]

    def reaching(self, places: Iterable[str]) -> int:
        """Return the sections that walk a road of *places*, or end at a vertex of them."""
        named = set(places)
        return sum(
            1 << i
            for i, section in enumerate(self.sections)
            if section in named or named & set(section.ends)
        )


def drawing_of(filled: Filled) -> Drawing:
    """Return the drawing of *filled*.

    Raises
    ------
    InnsmouthError
        If more sections are drawn than a machine word holds.
    """
    sections = tuple(sorted(filled.marks.sections))
    if len(sections) > WORD:
        raise InnsmouthError(
            f"$.marks.sections: {len(sections)} are drawn; no game draws more than {WORD}"
        )
    board, vertices = filled.town.board, tuple(sorted({e for s in sections for e in s.ends}))
    number = {point: v for v, point in enumerate(vertices)}
    ends = tuple((number[one.first], number[one.second]) for one in sections)
    around = [0] * len(vertices)
    for i, pair in enumerate(ends):
        for v in pair:
            around[v] |= 1 << i
    straight = [
        frozenset(
            1 << i | 1 << j
            for i in bits(mask)
            for j in bits(mask)
            if i < j and runs_on(board, sections[i], vertices[v], sections[j])
        )
        for v, mask in enumerate(around)
    ]
    sides = tuple(filled.town.side.get(point, 0) for point in vertices)
    return Drawing(sections, vertices, ends, tuple(around), sides, tuple(straight))


def threatened(filled: Filled, drawing: Drawing) -> int:
    """Return the sections that put a quarter with a threat symbol along the route.

    None for the Warlock, whose threat level is not raised.
    """
    if filled.setup.character is Character.WARLOCK:
        return 0
    road_of, symbols = filled.town.board.road_of, filled.symbols
    return sum(
        1 << i
        for i, section in enumerate(drawing.sections)
        if any(quarter in symbols for quarter in road_of[section].locations)
    )


def listed(
    drawing: Drawing, part: int, touchy: int, most: int, needed: int = 0
) -> tuple[Masks, bool]:
    """Return the sets in a connected *part* that a best route may take of it, and if these are all.

    A walk that ends away from the water where it could go on is no better than the longer
    one, unless all that it could take is *touchy*: brings a threat symbol. Of more than
    *most* sets at a time the first are kept. All of them take what is *needed* of the part.
    """
    sets = np.zeros(1, np.uint64)
    loose = np.zeros(1, np.uint8)
    left, whole = part, True
    for i in _order(drawing, part):
        left &= ~(1 << i)
        if needed >> i & 1:
            sets = sets | np.uint64(1 << i)
        else:
            sets = np.concatenate([sets | np.uint64(1 << i), sets])
            loose = np.concatenate([loose, loose])
        for v in drawing.ends[i]:
            if drawing.around[v] & left:
                continue
            odd = (np.bitwise_count(sets & np.uint64(drawing.around[v])) & 1).astype(np.bool_)
            if drawing.side[v]:
                continue
            loose = loose + odd
            goes_on = (~sets & np.uint64(drawing.around[v] & ~touchy)) != 0
            keep = (loose <= 2) & ~(odd & goes_on)
            sets, loose = sets[keep], loose[keep]
        if len(sets) > most:
            sets, loose, whole = sets[:most], loose[:most], False
    return sets[sets != 0], whole


def _order(drawing: Drawing, part: int) -> list[int]:
    """Return the sections of *part* so that vertices are soon done with."""
    found: list[int] = []
    left = part
    open_: list[int] = []
    while left:
        ready = [v for v in open_ if drawing.around[v] & left]
        if not ready:
            ready = [min(drawing.touched(left), key=lambda v: drawing.around[v].bit_count())]
        # The vertex with fewest sections left is closed first.
        v = min(ready, key=lambda v: (drawing.around[v] & left).bit_count())
        i = next(iter(bits(drawing.around[v] & left)))
        found.append(i)
        left &= ~(1 << i)
        open_ += [end for end in drawing.ends[i] if end not in open_]
    return found
