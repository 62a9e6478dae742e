"""Whole claims judged, by hand: slips of the pen, totals, own routes.

The worked example's lines are 12, 20, 21, 18, 10, 2, 12 and 10: 105.
"""

from typing import Any

import pytest

from scorer.rules.city.city import city_names, load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.judge.judge import Claim, LineVerdict, TotalVerdict, Verdict, judge
from scorer.rules.judge.likeliest import MOST_EXPLANATIONS
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import usual_setup
from scorer.rules.scoring.sheet import FinalRoute, Step
from scorer.rules.values import replace
from tests.support.judgecases import BOARD, CITY, MARKS, SETUP, row, told, verdict_on, walk

RIGHT = {
    Step.RED: 12,
    Step.GREEN: 20,
    Step.BLUE: 21,
    Step.YELLOW: 18,
    Step.GREY: 10,
    Step.CAFES: 2,
    Step.VISIT_ALL: 12,
    Step.TASK: 10,
}
FILLED = FilledBoard(BOARD, CITY, MARKS, SETUP)


def judged(
    lines: dict[Step, int], total: int | None = None, route: FinalRoute | None = None
) -> Verdict:
    return judge(Claim(FILLED, lines, total, route))


def total_of(lines: dict[Step, int], total: int) -> TotalVerdict:
    found = judged(lines, total).total
    assert found is not None
    return found


def kinds(found: TotalVerdict) -> list[list[str]]:
    return [[mistake.kind.value for mistake in why.mistakes] for why in found.explanations]


def test_a_right_sheet_is_right_line_by_line() -> None:
    verdict = judged(RIGHT, 105)
    assert verdict.right
    assert [line.difference for line in verdict.lines] == [0] * 8
    assert [line.step for line in verdict.lines] == list(RIGHT)
    assert not verdict.own_route
    assert verdict.given_away == 0


def test_lines_that_were_not_written_are_not_judged() -> None:
    verdict = judged({Step.GREEN: 24})
    assert [(line.step, line.difference) for line in verdict.lines] == [(Step.GREEN, 4)]
    assert verdict.total is None
    assert not verdict.right


@pytest.mark.parametrize(
    ("step", "claimed", "kind"),
    [
        (Step.BLUE, 0, "line-forgotten"),
        # 21 written as 12 needs no other line to be wrong; 12 is also red's number.
        (Step.BLUE, 12, "digits-swapped"),
        # 12 as 21; green's 20 as 02.
        (Step.RED, 21, "digits-swapped"),
        (Step.VISIT_ALL, 22, "tens-carried"),
        (Step.RED, 20, "line-copied"),
        (Step.GREEN, 40, "doubled"),
    ],
)
def test_slips_of_the_pen_are_tried(step: Step, claimed: int, kind: str) -> None:
    found = [mistake[0] for why in told(verdict_on(step, claimed)) for mistake in why]
    assert kind in found


def test_two_lines_swapped_are_told_on_both() -> None:
    """Yellow's 18 on grey's line, grey's 10 on yellow's."""
    verdict = judged({Step.YELLOW: 10, Step.GREY: 18})
    first = [line.explanations[0].mistakes[0] for line in verdict.lines]
    assert [mistake.kind.value for mistake in first] == ["lines-swapped"] * 2
    assert [mistake.others for mistake in first] == [(Step.GREY,), (Step.YELLOW,)]


def test_a_line_that_is_not_in_play_says_so() -> None:
    without = replace(SETUP, tasks=False)
    line = verdict_on(Step.TASK, 10, setup=without)
    assert (line.computed, told(line)) == (0, [[("not-in-play", "", 1)]])
    assert verdict_on(Step.TASK, 0, setup=without).explanations == ()


def test_a_total_added_up_rightly_from_a_wrong_line_points_at_the_lines() -> None:
    """Green 24 instead of 20: 109."""
    found = total_of({**RIGHT, Step.GREEN: 24}, 109)
    assert (found.difference, found.added, found.assumed) == (4, 109, ())
    assert kinds(found)[0] == ["from-lines"]


@pytest.mark.parametrize(
    ("total", "kind", "others"),
    [
        (105 - 21, "sum-line-left-out", (Step.BLUE,)),
        (105 + 18, "sum-line-twice", (Step.YELLOW,)),
        # 2 + 21: cafés and blue left out, and no single line is 23.
        (105 - 23, "sum-line-left-out", (Step.BLUE, Step.CAFES)),
    ],
)
def test_a_total_of_right_lines_added_up_wrongly(
    total: int, kind: str, others: tuple[Step, ...]
) -> None:
    found = total_of(RIGHT, total)
    first = found.explanations[0].mistakes[0]
    assert (first.kind.value, first.others) == (kind, others)
    assert found.added == 105


def test_a_ten_carried_wrongly_and_digits_swapped_in_the_total() -> None:
    """95 = 105 - 10 may be a ten, or the task's (or grey's) 10 left out; 501 is 105 turned."""
    ten = {kind for why in kinds(total_of(RIGHT, 95)) for kind in why}
    assert "sum-line-left-out" in ten
    assert kinds(total_of(RIGHT, 501)) == [["digits-swapped"]]
    assert kinds(total_of(RIGHT, 210)) == [["doubled"]]


def test_a_total_that_nothing_leads_to_is_left_unexplained() -> None:
    assert total_of(RIGHT, 999).explanations == ()


def test_a_wrong_total_alone_is_searched_in_every_line() -> None:
    """98: 7 are missing, one blue landmark of the 3 × 7."""
    found = total_of({}, 98)
    assert found.assumed == tuple(RIGHT)
    why = found.explanations[0]
    assert why.line is Step.BLUE
    assert why.mistakes[0].kind.value == "landmark-forgotten"


def test_a_wrong_total_beside_a_right_line_is_searched_in_the_others() -> None:
    found = total_of({Step.BLUE: 21}, 98)
    assert Step.BLUE not in {why.line for why in found.explanations}
    assert Step.BLUE not in found.assumed


def test_a_right_total_of_wrong_lines_is_still_a_wrong_sheet() -> None:
    """Red 16 and green 16: 4 too many and 4 too few."""
    verdict = judged({**RIGHT, Step.RED: 16, Step.GREEN: 16}, 105)
    assert not verdict.right
    assert verdict.total is not None
    assert verdict.total.difference == 0


def test_a_claim_is_measured_against_the_players_own_route() -> None:
    """The player walked only d5 e5: D5 (yellow, 6) lies above it, D6 (blue) below.

    D5 holds 2 triangles and a square: blue 1 × 2, yellow 6, the unused café 2, the task 0.
    """
    verdict = judged({Step.BLUE: 2, Step.YELLOW: 6, Step.TASK: 0}, route=walk("d5 e5"))
    assert verdict.own_route
    assert verdict.right
    assert verdict.sheet.total == 2 + 6 + 2
    assert (verdict.best.total, verdict.given_away) == (105, 95)


def test_on_the_own_route_other_landmarks_are_near() -> None:
    """On d5 e5 the blue E5 is touched at its corner e5 only: 2 × 2 = 4."""
    (line,) = judged({Step.BLUE: 4}, route=walk("d5 e5")).lines
    assert told(line)[0] == [("landmark-at-corner", "E5", 1)]


def test_lines_that_all_fit_another_route_name_it() -> None:
    """The player kept c3-d3, below the location, where the best route goes round its top.

    Then c2 is passed no more: one festival point, 0 PP. The walk is a4 a5 a6 b6 b5 b4 c4 c3
    d3 e3 f3 f4 e4 d4 d5 e5; from a5 to e3 are 8 sections. The rest is hand counted below.
    """
    other = walk("a4 a5 a6 b6 b5 b4 c4 c3 d3 e3 f3 f4 e4 d4 d5 e5")
    own = judged({}, route=other).sheet
    lines = {line.step: line.points for line in own.lines}
    assert (lines[Step.VISIT_ALL], lines[Step.TASK]) == (0, 8)
    verdict = judged(lines)
    assert not verdict.right
    assert [set(sheet.route.sections) for sheet in verdict.fitting] == [set(other.sections)]


def test_two_numbers_alone_name_no_route() -> None:
    assert judged({Step.VISIT_ALL: 0, Step.TASK: 8}).fitting == ()


def test_a_route_that_cannot_be_walked_is_told_and_the_best_one_is_measured_against() -> None:
    claim = Claim(FILLED, RIGHT, 105, route_problem="step 2: b0-c0 is not drawn")
    verdict = judge(claim)
    assert (verdict.own_route, verdict.right) == (False, False)
    assert verdict.route_problem == "step 2: b0-c0 is not drawn"
    assert verdict.sheet == verdict.best


@pytest.mark.parametrize("step", list(RIGHT))
def test_explanations_are_few_and_ordered_by_likelihood(step: Step) -> None:
    for claimed in range(40):
        whys = verdict_on(step, claimed).explanations
        assert len(whys) <= MOST_EXPLANATIONS
        assert [why.cost for why in whys] == sorted(why.cost for why in whys)
        assert len({len(why.mistakes) for why in whys}) <= 1
        assert len(set(map(repr, whys))) == len(whys)


def test_the_same_claim_gets_the_same_verdict() -> None:
    claim = {Step.RED: 8, Step.GREEN: 22, Step.VISIT_ALL: 0}
    assert judged(claim, 90) == judged(claim, 90)


@pytest.mark.parametrize("name", city_names())
def test_lines_of_every_city_are_judged(name: str) -> None:
    """A drawn row of sections, every line written right, and each of them 1 too many."""
    city = load_city(name)
    on = city.practice_board
    sections = frozenset(road for road in on.road_of if "2" in str(road))
    task = frozenset(sorted(end for road in sections for end in road.ends)[:3])
    marks = Marks(city.id, on.id, sections, task=task)
    setup = usual_setup(city)
    filled = FilledBoard(on, city, marks, setup)
    sheet = judge(Claim(filled, {}, 0)).sheet
    right = {line.step: line.points for line in sheet.lines}
    assert judge(Claim(filled, right, sheet.total)).right
    wrong = {step: points + 1 for step, points in right.items()}
    verdict = judge(Claim(filled, wrong, sum(wrong.values())))
    assert {line.step: line.difference for line in verdict.lines} == dict.fromkeys(right, 1)
    assert verdict.total is not None
    assert verdict.total.explanations[0].mistakes[0].kind.value == "from-lines"


def in_paris(step: Step, claimed: int, **marks: Any) -> LineVerdict:
    """Return the verdict on one line of our Paris board, with no module but the task."""
    city = load_city("paris")
    on = city.practice_board
    file = from_data({"city": city.id, "board": on.id, **marks}, Marks)
    setup = replace(usual_setup(city), cafes=False)
    filled = FilledBoard(on, city, file.checked_on(on), setup)
    (line,) = judge(Claim(filled, {step: claimed})).lines
    return line


def test_where_the_task_is_doubled_its_sections_alone_are_too_few() -> None:
    """a2 to d2 are 3 sections, in Paris 6 PP."""
    line = in_paris(Step.TASK, 3, sections=row("a2 b2 c2 d2"), task=["a2", "d2"])
    assert line.computed == 6
    assert told(line)[0] == [("task-factor", "", 1)]


def test_a_landmark_without_a_section_of_its_own_colour_is_not_counted() -> None:
    """D1 is red; the one section along it is green. 0 × 2 circles, not 1 × 2."""
    line = in_paris(
        Step.RED,
        2,
        sections=[{"section": "d0-d1", "colour": "green"}],
        tourists={"D1": {"circle": 2}},
    )
    assert line.computed == 0
    assert [("landmark-without-colour", "D1", 1)] in told(line)
