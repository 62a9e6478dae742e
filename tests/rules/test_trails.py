"""The plain lattice against trail counts known from outside (walks that repeat no road)."""

import pytest

from scorer.rules.city import load_city
from scorer.rules.graph import bits, graph_of
from scorer.rules.notation import Crossroads

GRAPH = graph_of(load_city("first-city").practice_board.road_of)


def trails(start: str, longest: int) -> list[int]:
    """Return how many directed trails of 1, 2 … *longest* roads start at a crossroads."""
    counts = [0] * longest

    def further(at: int, walked: int, length: int) -> None:
        for i in bits(GRAPH.incident[at] & ~walked):
            counts[length] += 1
            if length + 1 < longest:
                a, b = GRAPH.ends[i]
                further(b if at == a else a, walked | 1 << i, length + 1)

    further(GRAPH.crossroads.index(Crossroads(start)), 0, 0)
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
