"""Marks that may stand in doubtful places of the worked example, and what they make right.

On its route are 2 green landmarks × 10 squares, 3 of them at C3 and 2 at A5, and 2 red ones × 6
circles, 2 of them at E4.
"""

from scorer.rules.judge.judge import Claim, judge
from scorer.rules.judge.othermarks import Fitting, marks_that_fit
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import Mark, MarkKind
from scorer.rules.scoring.sheet import ScoreSheet, Step
from scorer.rules.search.best import score
from scorer.rules.values import replace
from tests.support.judgecases import BOARD, CITY, MARKS, SETUP

FILLED = FilledBoard(BOARD, CITY, MARKS, SETUP)


def at(place: str, **tourists: int) -> Mark:
    return Mark(MarkKind.TOURISTS, place, tourists)


def fitting(claim: Claim, *others: Mark) -> Fitting:
    return marks_that_fit(judge(claim), FILLED, others, score)


def test_each_mark_that_makes_a_number_right_is_told_with_it() -> None:
    four, three = at("C3", circle=1, square=4), at("A5", square=3, triangle=1)
    claim = Claim(FILLED, {Step.GREEN: 22, Step.RED: 14, Step.BLUE: 21}, 107)
    found = fitting(claim, four, at("C3", circle=1, square=2), at("E4", circle=3), three)
    assert found == {
        Step.GREEN: (four, three),
        Step.RED: (at("E4", circle=3),),
        None: (four, at("E4", circle=3), three),
    }


def test_of_one_place_only_the_likeliest_is_told() -> None:
    one, other = at("C3", square=4, circle=1), at("C3", square=4)
    assert fitting(Claim(FILLED, {Step.GREEN: 22}), one, other) == {Step.GREEN: (one,)}


def test_what_is_right_needs_no_search() -> None:
    def never(_: FilledBoard) -> ScoreSheet:
        raise AssertionError

    verdict = judge(Claim(FILLED, {Step.GREEN: 20}, 105))
    assert marks_that_fit(verdict, FILLED, [at("C3")], never) == {}


def test_a_route_that_is_not_proved_best_tells_nothing() -> None:
    def hasty(filled: FilledBoard) -> ScoreSheet:
        return replace(score(filled), optimal=False)

    verdict = judge(Claim(FILLED, {Step.GREEN: 22}))
    others = [at("C3", circle=1, square=4)]
    assert marks_that_fit(verdict, FILLED, others, hasty) == {Step.GREEN: ()}
