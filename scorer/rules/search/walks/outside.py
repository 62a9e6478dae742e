"""What a walk must leave to the ways before and behind its part for the task, at least.

The part lies between crossroads p and q, the walk between its ends s and t. Two ways that
share no section join {s, t} to {p, q}: together they are at least as long as a cheapest flow
of two. And where only two sections join {s, t} to {p, q} at some place, both ways use them up:
the part stays on the side of p and q, and the walk as good as ends at these two sections.
"""

from collections import deque

from scorer.rules.search.drawing.graph import Graph, bits

# What a flow does on a section: from its first to its second crossroads, or the other way.
AHEAD, BACK = 0, 1
FAR = 1 << 20


class _Flow:
    """Sections of a set that a flow uses, each one way only."""

    def __init__(self, graph: Graph, sections: int) -> None:
        self._graph = graph
        self._sections = sections
        # Bit masks of the sections used each way.
        self._used = [0, 0]

    def steps(self, v: int, *, back: bool = False) -> list[tuple[int, int, int]]:
        """Return each section by which more can flow from *v* (*back*: to *v*).

        With it come the crossroads at its other end and what that costs.
        """
        found = []
        for i in bits(self._graph.incident[v] & self._sections):
            a, b = self._graph.ends[i]
            way = (AHEAD if v == a else BACK) ^ int(back)
            if self._used[way] >> i & 1:
                continue
            undone = self._used[1 - way] >> i & 1
            # A ride is no section, but is taken once only as well.
            price = int(not self._graph.free >> i & 1)
            found.append((i, b if v == a else a, -price if undone else price))
        return found

    def send(self, sources: tuple[int, ...], sinks: tuple[int, ...]) -> tuple[int, int, int] | None:
        """Send one more from any of *sources* to any of *sinks*, cheaply.

        Returns
        -------
        cost, source and sink; None where nothing more can flow
        """
        cost = dict.fromkeys(sources, 0)
        came: dict[int, tuple[int, int]] = {}
        queue = deque(sources)
        while queue:
            at = queue.popleft()
            for i, to, more in self.steps(at):
                if cost[at] + more < cost.get(to, FAR):
                    cost[to] = cost[at] + more
                    came[to] = (i, at)
                    queue.append(to)
        reached = [v for v in sinks if v in cost]
        if not reached:
            return None
        sink = at = min(reached, key=lambda v: cost[v])
        while at in came:
            i, before = came[at]
            way = AHEAD if self._graph.ends[i][0] == before else BACK
            if self._used[1 - way] >> i & 1:
                self._used[1 - way] &= ~(1 << i)
            else:
                self._used[way] |= 1 << i
            at = before
        return cost[sink], at, sink

    def leading_to(self, sinks: tuple[int, ...]) -> set[int]:
        """Return the crossroads from which more can flow to any of *sinks*."""
        found, queue = set(sinks), list(sinks)
        for at in queue:
            for _, to, _ in self.steps(at, back=True):
                if to not in found:
                    found.add(to)
                    queue.append(to)
        return found


def most_between(graph: Graph, sections: int, ends: tuple[int, int], stops: tuple[int, int]) -> int:
    """Return how many sections the part of a walk between *stops* has at most.

    Parameters
    ----------
    sections : int
        What is walked, a mask: connected, and odd at both *ends* only.
    """
    if set(ends).isdisjoint(stops):
        near = _near(graph, sections, ends, stops)
        if near is not None:
            sections, ends = near
    flow = _Flow(graph, sections)
    first = flow.send(ends, stops)
    if first is None:
        return 0
    cost, source, sink = first
    other_ends = (ends[0],) if source == ends[1] else (ends[1],)
    other_stops = (stops[0],) if sink == stops[1] else (stops[1],)
    second = flow.send(other_ends, other_stops)
    if second is None:
        return 0
    return graph.length(sections) - cost - second[0]


def _near(
    graph: Graph, sections: int, ends: tuple[int, int], stops: tuple[int, int]
) -> tuple[int, tuple[int, int]] | None:
    """Return the sections on the side of *stops* where two sections lead there, and their ends.

    Of such places the one nearest to *stops* is taken. None where there is none.
    """
    flow = _Flow(graph, sections)
    for _ in range(2):
        if flow.send(ends, stops) is None:
            return None
    if flow.send(ends, stops) is not None:
        return None
    side = flow.leading_to(stops)
    inside, doors = 0, []
    for i in bits(sections):
        within = [v for v in graph.ends[i] if v in side]
        if len(within) == 2:
            inside |= 1 << i
        doors += within if len(within) == 1 else []
    return inside, (doors[0], doors[1])
