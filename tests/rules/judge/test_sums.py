"""Values and ratings judged, by hand.

On the worked example's route are the yellow B4, D5 and A6 with 6 each (E2 with 6 is not), and
of the grey ones the TV tower at A5, rated 10; the school (C1, 8) and the observatory (F2, 6)
are not. The track has the boxes 4, 6, 8, 10, 12.
"""

import pytest

from scorer.rules.scoring.sheet import Step
from scorer.rules.values import replace
from tests.support.judgecases import RATINGS, SETUP, Told, row, told, verdict_on
from tests.support.layouts import board as made_up


@pytest.mark.parametrize(
    ("step", "claimed", "first"),
    [
        (Step.YELLOW, 12, [("landmark-forgotten", "A6 B4 D5", 1)]),
        (Step.YELLOW, 6, [("landmark-forgotten", "A6 B4 D5", 2)]),
        (Step.YELLOW, 24, [("landmark-off-route", "E2", 1)]),
        (Step.YELLOW, 3, [("number-for-values", "B4 D5 A6", 1)]),
        (Step.GREY, 8, [("rating-one-box-back", "A5", 1)]),
        (Step.GREY, 12, [("rating-one-box-on", "A5", 1)]),
        (Step.GREY, 4, [("rating-first-box", "A5", 1)]),
        # The observatory's 6 instead of the tower's 10.
        (Step.GREY, 6, [("rating-of-another", "A5", 1)]),
        # 10 + 8 and 10 + 6: the school, the observatory.
        (Step.GREY, 18, [("landmark-off-route", "C1", 1)]),
        (Step.GREY, 16, [("landmark-off-route", "F2", 1)]),
        (Step.GREY, 0, [("landmark-forgotten", "A5", 1)]),
        # One landmark was counted, not rated.
        (Step.GREY, 1, [("number-for-values", "A5", 1)]),
    ],
)
def test_the_likeliest_mistake_is_the_one_that_was_made(
    step: Step, claimed: int, first: list[Told]
) -> None:
    assert told(verdict_on(step, claimed))[0] == first


def test_a_rating_says_what_was_read_and_what_is_right() -> None:
    (why, *_) = verdict_on(Step.GREY, 8).explanations
    assert why.mistakes[0].figures == {"by": -2, "read": 8, "right": 10}


def test_a_lowest_rating_cannot_be_read_a_box_earlier() -> None:
    """All three stand at 4 now; 3 is no box's figure, 6 the next one's and 12 the last one's."""
    low = replace(SETUP, ratings=RATINGS)
    assert verdict_on(Step.GREY, 3, setup=low).explanations == ()
    assert told(verdict_on(Step.GREY, 6, setup=low))[0] == [("rating-one-box-on", "A5", 1)]
    # 12 is the last box, and 4 + 4 + 4 with both others, off the route.
    last = told(verdict_on(Step.GREY, 12, setup=low))
    assert [("rating-last-box", "A5", 1)] in last
    assert [("landmark-off-route", "C1 F2", 2)] in last


def test_the_number_of_marked_boxes_is_no_rating() -> None:
    """School 8 and tower 12 on the route, 20. For 12 five boxes are marked: 8 + 5 = 13."""
    on = made_up(
        landmarks={"A1": {"kind": "grey", "id": "school"}, "C1": {"kind": "grey", "id": "tv-tower"}}
    )
    setup = replace(SETUP, ratings={**RATINGS, "school": 8, "tv-tower": 12})
    line = verdict_on(
        Step.GREY, 13, on=on, setup=setup, route="a1 b1 c1 d1", sections=row("a1 b1 c1 d1")
    )
    assert line.computed == 20
    assert told(line)[0] == [("rating-boxes", "C1", 1)]


def test_two_ratings_misread_at_once() -> None:
    """10 + 10 both read one box back are 8 + 8; no single box read for 10 takes 4 away."""
    on = made_up(
        landmarks={"A1": {"kind": "grey", "id": "school"}, "C1": {"kind": "grey", "id": "tv-tower"}}
    )
    setup = replace(SETUP, ratings={**RATINGS, "school": 10, "tv-tower": 10})
    line = verdict_on(
        Step.GREY, 16, on=on, setup=setup, route="a1 b1 c1 d1", sections=row("a1 b1 c1 d1")
    )
    assert told(line)[0] == [("rating-one-box-back", "A1 C1", 2)]


def test_a_yellow_landmark_touched_at_its_corner_is_likelier_than_one_far_away() -> None:
    """B1 (5) is on the route a0-a1-b1; C2 is apart, B2 touched at b1; both are worth 7."""
    on = made_up(
        landmarks={
            "A1": {"kind": "yellow", "value": 5},
            "B2": {"kind": "yellow", "value": 7},
            "C2": {"kind": "yellow", "value": 7},
        }
    )
    line = verdict_on(Step.YELLOW, 12, on=on, route="a0 a1 b1", sections=row("a0 a1 b1"))
    assert told(line)[0] == [("landmark-at-corner", "B2", 1)]
