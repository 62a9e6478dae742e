"""Pieces of a walk that are known bound the runs of the whole of it."""

from itertools import pairwise
from random import Random

import pytest

from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks, coloured, usual_setup
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.scoring.terms.allterms import terms_in_play
from scorer.rules.scoring.terms.parts import OnWalk
from scorer.rules.scoring.terms.runs import NO_COLOUR, RUN, runs, thirds
from tests.support.brute import walks

PARIS = load_city("paris")
BOARD = PARIS.practice_board
COLOURS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("0", 1),
        (NO_COLOUR, 0),
        ("01", 2),
        ("00", 2),
        ("012", 3),
        ("0000", 2),
        ("0-12-0", 2),
        ("00012", 4),
        ("10012012", 8),
    ],
)
def test_how_many_sections_of_a_piece_lie_on_runs(word: str, count: int) -> None:
    """In front a run may end, behind one may begin; either way of reading is the same."""
    assert thirds(word) == thirds(word[::-1]) == count


def test_no_walk_has_more_runs_than_its_pieces_say() -> None:
    luck = Random(12)
    roads = [road.id for road in BOARD.roads]
    for _ in range(60):
        drawn = luck.sample(roads, 14)
        colours: dict[RoadId, LandmarkKind] = {road: luck.choice(COLOURS) for road in drawn}
        setup = usual_setup(PARIS)
        marks = Marks(PARIS.id, BOARD.id, coloured(frozenset(drawn), colours))
        filled = FilledBoard(BOARD, PARIS, marks, setup)
        (part,) = (
            part
            for term in terms_in_play(PARIS, setup)
            for part in term.search(filled)
            if isinstance(part, OnWalk)
        )
        pieces = part.pieces
        assert pieces is not None
        for points, walked in walks(frozenset(drawn)):
            word = "".join(pieces.letters.get(road, pieces.other) for road in walked)
            cuts = sorted({0, len(word), *luck.sample(range(len(word) + 1), min(2, len(word)))})
            most = sum(pieces.most(word[a:b]) for a, b in pairwise(cuts))
            route = FinalRoute(points, walked)
            assert most >= RUN * len(runs(colours, route))
            assert pieces.points(most) >= part.points(route)
