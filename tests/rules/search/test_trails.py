"""The plain lattice against trail counts known from outside (walks that repeat no road)."""

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.search.drawing.graph import Graph, bits, graph_of

GRAPH = graph_of(load_city("first-city").practice_board.road_of)


def trails(start: str, longest: int, graph: Graph = GRAPH) -> list[int]:
    """Return how many directed trails of 1, 2 … *longest* roads start at a crossroads."""
    counts = [0] * longest

    def further(at: int, walked: int, length: int) -> None:
        for i in bits(graph.incident[at] & ~walked):
            counts[length] += 1
            if length + 1 < longest:
                a, b = graph.ends[i]
                further(b if at == a else a, walked | 1 << i, length + 1)

    further(graph.crossroads.index(Crossroads(start)), 0, 0)
    return counts


@pytest.mark.parametrize("corner", ["a0", "a6", "g0", "g6"])
def test_from_each_corner(corner: str) -> None:
    assert trails(corner, 9) == [2, 4, 10, 26, 64, 162, 408, 1042, 2588]


def test_from_the_centre() -> None:
    assert trails("d3", 7) == [4, 12, 36, 104, 272, 656, 1488]


def test_from_everywhere() -> None:
    each = [trails(str(point), 6) for point in GRAPH.crossroads]
    assert [sum(column) for column in zip(*each, strict=True)] == [
        168, 428, 1120, 2940, 7432, 18580,
    ]  # fmt: skip


def large_lattice(size: int) -> Graph:
    """Return a lattice of *size* × *size* crossroads, beyond what the notation has lines for."""

    def point(x: int, y: int) -> Crossroads:
        return Crossroads(f"x{x}_y{y}")

    steps = [(x, y, x + 1, y) for x in range(size - 1) for y in range(size)]
    steps += [(y, x, y, x + 1) for x, y, _, _ in steps]
    return graph_of(RoadId.between(point(a, b), point(c, d)) for a, b, c, d in steps)


def test_where_no_edge_is_near() -> None:
    """OEIS A006817: trails on the square lattice; 9 roads lead no further than 9 lines away."""
    assert trails("x9_y9", 9, large_lattice(19)) == [
        4, 12, 36, 108, 316, 916, 2628, 7500, 21268,
    ]  # fmt: skip
