"""Parts that only grow, on three roads in a row by hand: a0-b0, b0-c0, c0-d0."""

import numpy as np
import pytest

from scorer.rules.board.board import LandmarkKind
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.scoring.terms.parts import (
    Counted,
    Feature,
    Fewest,
    Fixed,
    Flat,
    Growing,
    Multiplied,
    PartError,
)
from scorer.rules.search.columns import Builder, columns_of
from scorer.rules.search.drawing.graph import graph_of

FIRST, SECOND, THIRD = (RoadId.parse(name) for name in ("a0-b0", "b0-c0", "c0-d0"))
GRAPH = graph_of([FIRST, SECOND, THIRD])
SETS = (0b000, 0b001, 0b010, 0b011, 0b110, 0b111)


def road(section: RoadId, weight: int = 1) -> Feature:
    return Feature((section,), weight)


@pytest.mark.parametrize(
    ("part", "points"),
    [
        (Fixed(4), [4, 4, 4, 4, 4, 4]),
        (Flat((road(FIRST, 3), road(THIRD, 5))), [0, 3, 0, 3, 5, 8]),
        # Reached from either side; what is not drawn is never reached.
        (Flat((Feature((Crossroads("b0"),), 2),)), [0, 2, 2, 2, 2, 2]),
        (Flat((Feature((Crossroads("e5"),), 2),)), [0, 0, 0, 0, 0, 0]),
        # Beyond the table its last entry.
        (Counted((road(FIRST), road(SECOND), road(THIRD)), (0, 1, 7)), [0, 1, 1, 7, 7, 7]),
        (Counted((road(FIRST, 2),), (1, 1, 9)), [1, 9, 1, 9, 1, 9]),
        (Multiplied((road(FIRST), road(SECOND)), (road(THIRD, 3),)), [0, 0, 0, 0, 3, 6]),
        (Fewest(((road(FIRST),), (road(SECOND), road(THIRD))), (0, 6)), [0, 0, 0, 6, 0, 6]),
    ],
)
def test_a_part_is_worth_the_same_for_one_set_and_for_many(
    part: Growing, points: list[int]
) -> None:
    columns = columns_of(GRAPH, [part])
    assert [columns.of_set(sections) for sections in SETS] == points
    assert columns.of_sets(np.array(SETS, np.uint64)).tolist() == points


def test_parts_add_up_and_what_the_same_sections_reach_is_one_feature() -> None:
    parts: list[Growing] = [
        Flat((road(FIRST, 3),)),
        Fixed(1),
        Counted((road(FIRST),), (0, 4)),
        Flat(()),
    ]
    columns = columns_of(GRAPH, [*parts, Flat((road(FIRST, 2),))])
    assert len(columns.masks) == 1
    assert columns.of_set(0b001) == 10


def test_a_ride_reaches_nothing() -> None:
    ride = RoadId.parse("a0-d0")
    joined = graph_of([FIRST, SECOND, THIRD], ride)
    columns = columns_of(joined, [Flat((Feature((Crossroads("a0"),), 2),))])
    assert columns.of_set(1 << joined.number[ride]) == 0
    assert columns.of_set(1 << joined.number[FIRST]) == 2


def test_a_tour_that_is_done_adds_to_the_landmarks_of_its_colour() -> None:
    builder = Builder(GRAPH)
    builder.take(Multiplied((road(FIRST),), (road(SECOND, 3),), LandmarkKind.RED))
    columns, colours = builder.built()
    sums = columns.sums(np.ones((1, len(columns.masks)), np.bool_))
    sums[:, colours[LandmarkKind.RED]] += 1
    assert columns.points(sums).tolist() == [6]


@pytest.mark.parametrize("points", [(), (0, 3, 2), (-1, 0)])
def test_a_table_that_falls_is_no_part(points: tuple[int, ...]) -> None:
    with pytest.raises(PartError, match="must not fall"):
        Counted((road(FIRST),), points)
    with pytest.raises(PartError, match="must not fall"):
        Fewest(((road(FIRST),),), points)


def test_a_weight_below_zero_is_no_feature() -> None:
    with pytest.raises(PartError, match="-2 falls"):
        road(FIRST, -2)
