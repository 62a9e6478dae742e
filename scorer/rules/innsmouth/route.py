"""The final route with ferries: what can be walked, how, and with how many turns.

A route is up to five segments joined by ferries. Each segment is a walk of at least one
section; no section is walked twice. A ferry joins two water vertices of different sides, the
Boatman's also two of one side; it is no section and no turn (our decision).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from scorer.rules.innsmouth.pieces import MOST_FERRIES, InnsmouthError
from scorer.rules.innsmouth.town import Town
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.scoring.measures import runs_on

Ferry = tuple[Crossroads, Crossroads]
FERRY_SIGN = "~"


@dataclass(frozen=True)
class Segment:
    """A walk: ``sections[i]`` joins ``crossroads[i]`` and ``crossroads[i + 1]``."""

    crossroads: tuple[Crossroads, ...]
    sections: tuple[RoadId, ...]


@dataclass(frozen=True)
class Route:
    """A final route in walking order; a ferry leads from each segment to the next."""

    segments: tuple[Segment, ...] = ()

    @property
    def sections(self) -> tuple[RoadId, ...]:
        return tuple(section for segment in self.segments for section in segment.sections)

    @property
    def ferries(self) -> tuple[Ferry, ...]:
        """The ends of each ferry, in walking order."""
        pairs = zip(self.segments, self.segments[1:], strict=False)
        return tuple((one.crossroads[-1], other.crossroads[0]) for one, other in pairs)

    @property
    def closed(self) -> bool:
        """Whether it ends where it begins."""
        segments = self.segments
        return bool(segments) and segments[0].crossroads[0] == segments[-1].crossroads[-1]

    @property
    def text(self) -> str:
        """The crossroads in walking order, with ``~`` for each ferry."""
        return f" {FERRY_SIGN} ".join(" ".join(segment.crossroads) for segment in self.segments)

    def crossing(self, town: Town) -> int:
        """How many ferries lead from one side of the river to the other.

        Source: "Boatman".
        """
        return sum(town.side.get(a) != town.side.get(b) for a, b in self.ferries)


def walkable(
    sections: Iterable[RoadId],
    ferries: Sequence[Ferry] = (),
    side: dict[Crossroads, int] | None = None,
    *,
    boatman: bool = False,
) -> bool:
    """Whether all of *sections* and *ferries* can be walked as one final route.

    With s and f the ends of sections and of ferries at a vertex: (1) all hangs together; (2) at
    most two vertices have s + f odd; (3) nowhere is f > s; (4) where no vertex is odd, some
    vertex has f ≤ s − 2. At an odd vertex f ≤ s means f < s. No section is the empty route.

    Source: step 1; "Ferries".

    Parameters
    ----------
    side : dict
        The side of each water vertex; without it every ferry is taken for a right one.
    boatman : bool
        Whether ferries may join vertices of one side.
    """
    drawn = list(sections)
    if not drawn or not _may_sail(ferries, side, boatman=boatman):
        return not drawn and not ferries
    s = Counter(end for section in drawn for end in section.ends)
    f = Counter(end for ferry in ferries for end in ferry)
    odd = [v for v in s | f if (s[v] + f[v]) % 2]
    return (
        _together([section.ends for section in drawn] + list(ferries))
        and len(odd) <= 2
        and all(f[v] <= s[v] for v in f)
        and (bool(odd) or any(f[v] <= s[v] - 2 for v in s))
    )


def _may_sail(
    ferries: Sequence[Ferry], side: dict[Crossroads, int] | None, *, boatman: bool
) -> bool:
    if len(ferries) > MOST_FERRIES or any(a == b for a, b in ferries):
        return False
    if side is None:
        return True
    at = [(side.get(a), side.get(b)) for a, b in ferries]
    return all(a and b and (boatman or a != b) for a, b in at)


def _together(pairs: Sequence[tuple[Crossroads, Crossroads]]) -> bool:
    """Whether all vertices of *pairs* hang together over them."""
    near: dict[Crossroads, set[Crossroads]] = {}
    for a, b in pairs:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    reached = {pairs[0][0]}
    queue = list(reached)
    for at in queue:
        fresh = near[at] - reached
        reached |= fresh
        queue += sorted(fresh)
    return len(reached) == len(near)


def turns(route: Route, town: Town) -> int:
    """Return how many turns *route* has.

    As in the base game: vertices passed where the next section does not run straight on; a
    closed route may turn where it closes. A ferry is no turn.

    Source: "Goal cards" (the winding route).
    """
    joints = [
        (before, point, after)
        for segment in route.segments
        for before, point, after in zip(
            segment.sections, segment.crossroads[1:], segment.sections[1:], strict=False
        )
    ]
    if route.closed:
        start, end = route.segments[0], route.segments[-1]
        joints.append((end.sections[-1], start.crossroads[0], start.sections[0]))
    return sum(not runs_on(town.board, one, at, other) for one, at, other in joints)


def parse_route(steps: Sequence[str], town: Town, where: str = "$.route") -> Route:
    """Return the route that *steps* tell: sections in walking order, ``~`` for a ferry.

    Where a segment could be walked either way, it is walked so that ferries join both sides
    of the river, if it can be.

    Raises
    ------
    InnsmouthError
        If a segment is empty or two sections in a row do not meet, with the step.
    """
    segments: list[list[RoadId]] = [[]]
    for i, step in enumerate(steps):
        if step == FERRY_SIGN:
            segments.append([])
            continue
        section = RoadId.parse(step)
        if segments[-1] and not set(section.ends) & set(segments[-1][-1].ends):
            raise InnsmouthError(f"{where}[{i}]: {step} does not meet {segments[-1][-1]}")
        segments[-1].append(section)
    if not all(segments) and len(segments) > 1:
        raise InnsmouthError(f"{where}: a ferry {FERRY_SIGN} joins two segments, one on each side")
    ways = [_walked(segment, where) for segment in segments if segment]
    routes = [Route(row) for row in product(*ways)]
    return max(routes, key=lambda route: (_landing(route, town), route.crossing(town)))


def _landing(route: Route, town: Town) -> int:
    """Return how many ends of ferries are by the water, of those that lead somewhere else."""
    sailed = [(a, b) for a, b in route.ferries if a != b]
    return sum(end in town.side for ferry in sailed for end in ferry)


def _walked(sections: list[RoadId], where: str) -> list[Segment]:
    """Return the walks over *sections* in this order, from either end."""
    found = []
    for start in sections[0].ends:
        points = [start]
        for section in sections:
            if points[-1] in section.ends:
                points.append(section.other_end(points[-1]))
        if len(points) > len(sections):
            found.append(Segment(tuple(points), tuple(sections)))
    if not found:
        raise InnsmouthError(f"{where}: {' '.join(sections)} cannot be walked in this order")
    return found


def check_route(route: Route, town: Town, drawn: Iterable[RoadId], *, boatman: bool) -> None:
    """Refuse a route that the rules do not allow.

    Source: step 1; "Ferries", "Boatman".

    Raises
    ------
    InnsmouthError
        If a section is not drawn or walked twice, or a ferry is not allowed, with the reason.
    """
    missing = sorted(set(route.sections) - set(drawn))
    if missing:
        raise InnsmouthError(f"$.route: {missing[0]} is not drawn")
    if len(set(route.sections)) < len(route.sections):
        raise InnsmouthError("$.route: a section is walked twice")
    if len(route.ferries) > MOST_FERRIES:
        raise InnsmouthError(f"$.route: at most {MOST_FERRIES} ferries may be used")
    for ferry in route.ferries:
        if not _may_sail([ferry], town.side, boatman=boatman):
            raise InnsmouthError(
                f"$.route: no ferry leads from {ferry[0]} to {ferry[1]}: it joins two crossroads "
                "by the water on different sides"
            )
