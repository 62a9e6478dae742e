"""Pieces of a walk that are known bound the runs of the whole of it."""

from itertools import pairwise
from random import Random

import pytest

from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import coloured
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import usual_setup
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.scoring.terms.allterms import terms_in_play
from scorer.rules.scoring.terms.parts import OnWalk
from scorer.rules.scoring.terms.runs import FIELD, NO_COLOUR, on_runs, runs, runs_from
from tests.support.brute import walks

PARIS = load_city("paris")
BOARD = PARIS.practice_board
COLOURS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)


@pytest.mark.parametrize(
    ("word", "every", "own"),
    [
        ("0", 1, (1, 0, 0)),
        (NO_COLOUR, 0, (0, 0, 0)),
        ("01", 2, (1, 1, 0)),
        ("00", 2, (2, 0, 0)),
        ("012", 3, (1, 1, 1)),
        ("0000", 2, (2, 0, 0)),
        ("01010", 4, (2, 2, 0)),
        ("-01012-", 3, (1, 1, 1)),
        ("0-12-0", 2, (2, 0, 0)),
        ("00012", 4, (2, 1, 1)),
        ("10012012", 8, (3, 3, 2)),
    ],
)
def test_how_many_sections_of_a_piece_lie_on_runs(
    word: str, every: int, own: tuple[int, int, int]
) -> None:
    """In front a run may end, behind one may begin; either way of reading is the same."""
    packed = sum(number << place * FIELD for place, number in enumerate((every, *own)))
    assert on_runs(word) == on_runs(word[::-1]) == packed


def test_every_run_takes_three_sections_one_of_each_colour() -> None:
    words = {0: "", 1: "012", 2: "012012"}
    assert {number: runs_from(on_runs(word) if word else 0) for number, word in words.items()} == {
        number: number for number in words
    }
    assert runs_from(sum(map(on_runs, ("0", "0", "0", "1", "1", "1", "2")))) == 1
    # Only seven of these sections lie on runs: too few for three.
    assert runs_from(on_runs("-0120012-") + on_runs("-012-")) == 3
    assert runs_from(on_runs("-0120012-") + on_runs("0")) == 2


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
            assert runs_from(most) >= len(runs(colours, route))
            assert pieces.points(most) >= part.points(route)
