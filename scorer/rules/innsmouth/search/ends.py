"""Where the walks of a route end: with how many ferries a set of sections can be walked.

Let s(v) be the sections of the set at vertex v and f(v) the ends of ferries. Every choice of
f with f ≤ s, none away from the water, can be walked if it gives at most two odd vertices s + f,
as many ferry ends on either side of the river, one at least for each connected piece where
there are several, and ferries enough to join them. Which end sails to which may be chosen
afterwards: two ferries in different pieces can exchange ends, and that joins the pieces. For
the same reason no turn is lost in joining walks: at a vertex two walks can be joined in two
ways, and one of them has as many turns, for a section runs straight on into one other at most.

So a route over a set has ``length - ferries - 1`` joints (one more where it is closed), and
the only joints without a turn that cannot be avoided are at vertices where two sections run
straight on and no ferry ends.

Sets of what is possible are the bits of one number: bit ``1024 odd + 32 two + one`` stands for
so many odd vertices, and ferry ends on sides two and one.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from scorer.rules.innsmouth.search.drawing import Drawing
from scorer.rules.search.drawing.graph import bits

ODD, TWO = 1024, 32


@cache
def _within(limit: int, boatman: bool) -> int:
    """Return the bits that stand for no more than *limit* ferries."""
    # The Boatman's ferries may all end on one side.
    ends = 2 * limit if boatman else limit
    return sum(
        1 << ODD * odd + TWO * two + one
        for odd in range(3)
        for two in range(ends + 1)
        for one in range(ends + 1)
        if two + one <= 2 * limit
    )


class Sort(NamedTuple):
    """A sort of possibilities: ``roomy`` if a closed route may begin somewhere.

    At ``spared`` vertices where sections run straight on a ferry ends. No vertex has more ends
    than ``cap``: the Boatman's must not, where all ferries are so many.
    """

    roomy: bool
    spared: int
    cap: int


Ends = dict[Sort, int]


@dataclass(frozen=True)
class Sailing:
    """A way to walk a set of sections: so many ferries, ``crossing`` the river or not."""

    ferries: int
    crossing: int
    closed: bool
    spared: int


class EndsOf:
    """What is possible for the sets of a drawing's sections; pieces are worked out once."""

    def __init__(self, drawing: Drawing, limit: int, *, boatman: bool, turning: bool) -> None:
        self.drawing = drawing
        self.limit = limit
        self.boatman = boatman
        self.turning = turning
        self._within = _within(limit, boatman)
        self._caps = range(limit + 1) if boatman else (limit,)
        self._pieces: dict[int, Ends] = {}

    def of_piece(self, piece: int) -> Ends:
        """Return what is possible for a connected *piece*."""
        if piece not in self._pieces:
            self._pieces[piece] = self._of_piece(piece)
        return self._pieces[piece]

    def _of_piece(self, piece: int) -> Ends:
        drawing, odd, roomy, water = self.drawing, 0, False, []
        for v in drawing.touched(piece):
            s = (drawing.around[v] & piece).bit_count()
            if drawing.side[v]:
                water.append((v, s))
            else:
                odd += s % 2
                roomy = roomy or s % 2 == 0
        if odd > 2:
            return {}
        found: Ends = {Sort(roomy, 0, cap): 1 << ODD * odd for cap in self._caps}
        for v, s in water:
            found = self._with_water(found, v, s, piece)
        return found

    def _with_water(self, before: Ends, v: int, s: int, piece: int) -> Ends:
        """Return what is possible with the ferry ends at water vertex *v* chosen."""
        straight = self.turning and (self.drawing.around[v] & piece) in self.drawing.straight[v]
        step = 1 if self.drawing.side[v] == 1 else TWO
        found: Ends = {}
        for (roomy, spared, cap), possible in before.items():
            for f in range(min(s, cap) + 1):
                sort = Sort(roomy or f <= s - 2, spared + bool(straight and f), cap)
                moved = possible << f * step + ODD * ((s + f) % 2)
                found[sort] = found.get(sort, 0) | moved & self._within
        return {sort: possible for sort, possible in found.items() if possible}

    def of_set(self, mask: int) -> tuple[int, Ends]:
        """Return in how many pieces *mask* falls, and what is possible for them together."""
        pieces = self.drawing.pieces(mask)
        if len(pieces) == 1:
            return 1, self.of_piece(mask)
        found: Ends = {Sort(False, 0, cap): 1 for cap in self._caps}
        if len(pieces) > self.limit + 1:
            return len(pieces), {}
        for piece in pieces:
            found = self.together(found, landed(self.of_piece(piece)))
        return len(pieces), found

    def side_by_side(self, one: Ends, other: Ends) -> Ends:
        """Return what is possible for sets of two parts: each needs a ferry."""
        return self.together(landed(one), landed(other))

    def together(self, one: Ends, other: Ends) -> Ends:
        """Return what is possible for two sets side by side."""
        found: Ends = {}
        for first, mine in one.items():
            for second, theirs in other.items():
                if first.cap != second.cap:
                    continue
                roomy, spared = first.roomy or second.roomy, first.spared + second.spared
                sort = Sort(roomy, spared, first.cap)
                both = found.get(sort, 0)
                for shift in bits(mine):
                    both |= theirs << shift & self._within
                if both:
                    found[sort] = both
        return found

    def sailings(self, pieces: int, ends: Ends) -> list[Sailing]:
        """Return the ways to walk a set of so many *pieces*, fewest ferries first."""
        found = []
        for (roomy, spared, cap), possible in ends.items():
            for at in bits(possible):
                odd, one, two = at // ODD, at % TWO, at % ODD // TWO
                ferries = (one + two) // 2
                closed = odd == 0
                right = one + two == 2 * cap if self.boatman else one == two
                if right and odd != 1 and ferries >= pieces - 1 and (roomy or not closed):
                    found.append(Sailing(ferries, min(one, two), closed, spared))
        return sorted(set(found), key=lambda s: (s.ferries, -s.crossing, not s.closed, -s.spared))


def landed(ends: Ends) -> Ends:
    """Return those of *ends* with a ferry at all: what a piece beside others needs."""
    none = sum(1 << ODD * odd for odd in range(3))
    left = {sort: possible & ~none for sort, possible in ends.items()}
    return {sort: possible for sort, possible in left.items() if possible}
