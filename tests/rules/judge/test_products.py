"""Lines of special landmarks judged, by hand.

The worked example has on its route: red 2 landmarks (B3, F4) × 6 circles (B6 1, C2 1, C3 1,
E4 2, E5 1); green 2 (C2, C4) × 10 squares (A5 2, A6 1, B6 1, C2 1, C3 3, D5 1, E5 1);
blue 3 (E3, E5, D6) × 7 triangles (A5 1, A6 1, C2 2, D5 2, E5 1). Lost are A2 with 2 circles
and B2 with 2 squares and 1 triangle. Of these the route touches only B2, at its corner c2.
"""

import pytest

from scorer.rules.scoring.sheet import Step
from tests.support.judgecases import BOARD, CITY, MARKS, Told, row, told, verdict_on
from tests.support.layouts import board as made_up


@pytest.mark.parametrize(
    ("step", "claimed", "first"),
    [
        # 2 × (6 + 2): the lost circles at A2.
        (Step.RED, 16, [("tourists-off-route", "A2", 1)]),
        # 2 × (10 + 2): the squares at B2, whose corner the route touches.
        (Step.GREEN, 24, [("tourists-at-corner", "B2", 1)]),
        # 3 × (7 + 1): the triangle at B2.
        (Step.BLUE, 24, [("tourists-at-corner", "B2", 1)]),
        # (2 + 1) × 6: the red landmark C6, at the corner c5 or d5 only.
        (Step.RED, 18, [("landmark-at-corner", "C6", 1)]),
        # (2 + 1) × 10: the green landmark F3, at its corner f3.
        (Step.GREEN, 30, [("landmark-at-corner", "F3", 1)]),
        # (3 + 1) × 7: the blue landmark D1, which the route does not reach at all.
        (Step.BLUE, 28, [("landmark-off-route", "D1", 1)]),
        # (2 - 1) × 6: either of the two.
        (Step.RED, 6, [("landmark-forgotten", "B3 F4", 1)]),
        # (3 - 1) × 7: one of the three.
        (Step.BLUE, 14, [("landmark-forgotten", "D6 E3 E5", 1)]),
        # 2 × (6 - 1): any location with one circle.
        (Step.RED, 10, [("tourists-forgotten", "B6 C2 C3 E5", 1)]),
        # 2 × (10 - 3): only C3 has three squares.
        (Step.GREEN, 14, [("tourists-forgotten", "C3", 1)]),
        # 2 + 6; but 2 × (6 - 2), without E4, is 8 as well.
        (Step.RED, 8, [("sum-for-product", "", 1)]),
        # 3 + 7.
        (Step.BLUE, 10, [("sum-for-product", "", 1)]),
        # 2 × 7 triangles of blue.
        (Step.RED, 14, [("other-tourists", "A5 A6 C2 D5 E5", 1)]),
        # 2 × 23 tourists of all kinds.
        (Step.RED, 46, [("all-tourists", "", 1)]),
        # The landmarks alone, the tourists alone.
        (Step.GREEN, 2, [("landmarks-for-product", "", 1)]),
    ],
)
def test_the_likeliest_mistake_is_the_one_that_was_made(
    step: Step, claimed: int, first: list[Told]
) -> None:
    found = [
        [(kind, " ".join(sorted(where.split())), count) for kind, where, count in why]
        for why in told(verdict_on(step, claimed))
    ]
    assert found[0] == first


def test_two_explanations_of_the_same_number_are_both_told() -> None:
    """8 is 2 + 6, and 2 × (6 - 2) without the circles at E4."""
    found = told(verdict_on(Step.RED, 8))
    assert found[:2] == [[("sum-for-product", "", 1)], [("tourists-forgotten", "E4", 1)]]


def test_the_landmarks_of_another_colour_are_tried_as_well() -> None:
    """The 7 triangles with two red (or green) landmarks: 14, as if one blue were forgotten."""
    line = verdict_on(Step.BLUE, 14)
    found = told(line)
    assert found[1:3] == [[("other-landmarks", "B3 F4", 1)], [("other-landmarks", "C2 C4", 1)]]
    assert [why.mistakes[0].others for why in line.explanations[1:3]] == [
        (Step.RED,),
        (Step.GREEN,),
    ]
    assert found[0] == [("landmark-forgotten", "E3 E5 D6", 1)]


def test_two_mistakes_at_once_are_tried_where_none_alone_will_do() -> None:
    """(2 + 1) × (6 - 1) = 15: C6 at its corner, and one circle forgotten."""
    found = told(verdict_on(Step.RED, 15))
    assert {len(why) for why in found} == {2}
    assert [kind for kind, _, _ in found[0]] == ["landmark-at-corner", "tourists-forgotten"]


def test_a_number_that_nothing_leads_to_has_no_explanation() -> None:
    """13 is prime: 13 landmarks with one circle or one with 13 are out of reach."""
    assert verdict_on(Step.RED, 13).explanations == ()


def test_a_right_number_needs_none() -> None:
    line = verdict_on(Step.RED, 12)
    assert (line.difference, line.explanations) == (0, ())


def test_that_no_lost_tourist_was_erased_is_one_mistake() -> None:
    """A1, C1 and C2 hold two circles each; the route a0-a1-b1-c1 passes A1 but neither C1 nor C2.

    It passes the one red landmark, B2: 1 × 6 instead of 1 × 2.
    """
    on = made_up(landmarks={"B2": {"kind": "red"}})
    line = verdict_on(
        Step.RED,
        6,
        on=on,
        route="a0 a1 b1 c1",
        sections=row("a0 a1 b1 c1"),
        tourists={"A1": {"circle": 2}, "C1": {"circle": 2}, "C2": {"circle": 2}},
    )
    assert line.computed == 2
    assert told(line)[0] == [("lost-tourists-kept", "C1 C2", 1)]


def test_a_bank_on_the_other_side_of_the_water_is_told_apart_from_a_corner() -> None:
    """A river lies between the road a1-b1 and the locations A2 (a landmark) and B2 (tourists).

    Walking a1-b1-c1 passes A1 and B1. 1 red landmark (A1) × 1 circle (B1) is right.
    """
    on = made_up(
        landmarks={"A1": {"kind": "red"}, "A2": {"kind": "red"}},
        across={"a1-b1": ["A2"], "b1-c1": ["B2"]},
    )

    def judged(claimed: int) -> list[list[Told]]:
        return told(
            verdict_on(
                Step.RED,
                claimed,
                on=on,
                route="a1 b1 c1",
                sections=row("a1 b1 c1"),
                tourists={"B1": {"circle": 1}, "B2": {"circle": 4}, "C2": {"circle": 6}},
            )
        )

    assert judged(2)[0] == [("landmark-across-water", "A2", 1)]
    assert judged(5)[0] == [("tourists-across-water", "B2", 1)]
    assert judged(7)[0] == [("tourists-at-corner", "C2", 1)]


LANDMARK_KINDS = ("landmark-forgotten", "landmark-at-corner", "landmark-off-route")
TOURIST_KINDS = ("tourists-forgotten", "tourists-at-corner", "tourists-off-route")
ON_ROUTE = {"A5", "A6", "B6", "C2", "C3", "D5", "E4", "E5"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "landmarks", "tourists"), [(Step.RED, 2, 6), (Step.GREEN, 2, 10), (Step.BLUE, 3, 7)]
)
def test_whatever_is_told_of_tourists_and_landmarks_gives_the_claimed_number(
    step: Step, landmarks: int, tourists: int
) -> None:
    """Counted anew from the marks, for every number a player might write."""
    shape = CITY.pairs[next(kind for kind in CITY.pairs if kind.value == step.value)]
    told_of = 0
    for claimed in range(70):
        for why in verdict_on(step, claimed).explanations:
            kinds = {mistake.kind.value for mistake in why.mistakes}
            if not kinds <= {*LANDMARK_KINDS, *TOURIST_KINDS}:
                continue
            told_of += 1
            counts = [landmarks, tourists]
            for mistake in why.mistakes:
                forgotten = mistake.kind.value.endswith("forgotten")
                if mistake.kind.value in LANDMARK_KINDS:
                    counts[0] += -mistake.count if forgotten else mistake.count
                    assert len(mistake.elements) >= mistake.count
                    continue
                groups = [MARKS.tourists[place].count(shape) for place in mistake.elements]  # type: ignore[index]
                assert {str(place) in ON_ROUTE for place in mistake.elements} == {forgotten}
                # Where it cannot be told which, any choice comes to the same.
                assert len(set(groups)) == 1 or len(groups) == mistake.count
                counts[1] += (-1 if forgotten else 1) * sum(groups[: mistake.count])
            assert counts[0] * counts[1] == claimed
    assert told_of > 10


def test_the_facts_of_the_worked_example_that_these_tests_rest_on() -> None:
    places = {str(mark.locations[0]): mark.kind.value for mark in BOARD.landmarks}
    assert {name for name, kind in places.items() if kind == "red"} == {"B1", "B3", "F4", "C6"}
    assert {str(place) for place in MARKS.tourists} == ON_ROUTE | {"A2", "B2"}
