"""Sections that lie on no row count for nothing, however they are walked."""

from random import Random

import numpy as np

from scorer.rules.city.city import load_city
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.scoring.terms.parts import Pieces
from scorer.rules.scoring.terms.runs import NO_COLOUR, TRIPLES, on_runs, runs, runs_from
from scorer.rules.search.cards.rows import Rows
from scorer.rules.search.drawing.graph import bits, graph_of
from tests.support.brute import walks
from tests.support.citysearch import COLOURS

BOARD = load_city("paris").practice_board


def test_no_walk_has_more_runs_than_rows_allow() -> None:
    luck, tight = Random(21), 0
    for _ in range(40):
        # Sections near one another, so that there are rows.
        x, y = luck.choice([point.lattice for point in BOARD.crossroads_xy if point.lattice])
        near = {
            road: sum(
                abs(u - x) + abs(v - y) for u, v in (end.lattice or (9, 9) for end in road.ends)
            )
            for road in BOARD.road_of
        }
        drawn = frozenset(luck.sample(sorted(near, key=lambda road: (near[road], road))[:16], 11))
        kinds = {road: luck.choice(COLOURS) for road in drawn if luck.random() < 0.9}
        letters = {road: str(COLOURS.index(kind)) for road, kind in kinds.items()}
        graph = graph_of(drawn)
        rows = Rows(graph, Pieces(letters, NO_COLOUR, on_runs, runs_from, frozenset(TRIPLES)))
        best: dict[int, int] = {}
        for stops, walked in walks(drawn):
            mask = graph.mask(walked)
            best[mask] = max(best.get(mask, 0), len(runs(kinds, FinalRoute(stops, walked))))
        sets = sorted(best)
        table = np.array([[one >> i & 1 for i in range(len(graph.sections))] for one in sets], bool)
        bounds = rows.of_sets(table).tolist()
        assert bounds == list(map(rows.of_set, sets))
        assert all(bound >= best[one] for bound, one in zip(bounds, sets, strict=True))
        # A set has no less than any part of it.
        for one, bound in zip(sets, bounds, strict=True):
            assert all(rows.of_set(one & ~(1 << i)) <= bound for i in bits(one))
        tight += sum(bound == best[one] > 0 for bound, one in zip(bounds, sets, strict=True))
    assert tight > 100
