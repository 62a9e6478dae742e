"""How sure a result is: what is missing, what cannot be, and what somebody declared checked."""

import pytest
from msgspec.structs import replace

from scorer.rules.certainty import Certainty, GameStatus, Lack
from scorer.rules.phototour.game import Contest, Diary, PhotoTour
from scorer.rules.phototour.result import Need, result_of

WHOLE = PhotoTour(
    (Diary(name="Anna", cards=7, card_points=9), Diary(name="Boris", cards=5, card_points=8)),
    (Contest(results=(1, 2)),) * 3,
)


def with_anna(**changes: object) -> PhotoTour:
    anna, boris = WHOLE.players
    return replace(WHOLE, players=(replace(anna, **changes), boris))


def test_a_game_of_which_all_is_said_is_final() -> None:
    result = result_of(WHOLE)
    assert result.status == GameStatus(Certainty.FINAL)
    assert [one.status.final for one in result.players] == [True, True]
    # Contests 1 : 2, three times: 3 and 7 each.
    assert [one.total for one in result.players] == [18, 29]


@pytest.mark.parametrize(
    ("field", "need"),
    [
        ("cards", Need.CARDS),
        ("card_points", Need.CARD_POINTS),
        ("tokens", Need.TOKENS),
        ("reserve", Need.RESERVE),
        ("slots", Need.SLOTS),
        ("bonuses", Need.BONUSES),
    ],
)
def test_what_nobody_said_of_a_diary_is_missing(field: str, need: Need) -> None:
    result = result_of(with_anna(**{field: None}))
    assert result.status == GameStatus(Certainty.INCOMPLETE, (Lack(need, 0),))
    assert [one.status.final for one in result.players] == [False, True]


def test_a_figure_or_a_contest_may_be_missing() -> None:
    open_ = replace(WHOLE, contests=(Contest(results=(1, None)), WHOLE.contests[0]))
    result = result_of(open_)
    assert result.status.missing == (Lack(Need.CONTEST, 1, 1), Lack(Need.CONTEST, None, 3))
    assert result.players[0].status == result.status
    assert result.players[1].status == result.status


def test_nobody_plays_alone() -> None:
    """What the table lacks its only player lacks too: both are told alike."""
    alone = PhotoTour(WHOLE.players[:1], (Contest(results=(1,)),) * 3)
    result = result_of(alone)
    assert result.status.missing == (Lack(Need.PLAYERS),)
    assert result.players[0].status == result.status


def test_what_cannot_be_on_the_whole_table_is_to_check_for_everybody() -> None:
    nobody_full = with_anna(cards=6)
    result = result_of(nobody_full)
    assert [one.seat for one in result.findings] == [None]
    assert [one.status for one in result.players] == [result.status] * 2


def test_what_cannot_be_is_to_check_until_somebody_says_that_it_is_so() -> None:
    wrong = with_anna(reserve=4, tokens=22)
    result = result_of(wrong)
    assert (result.status.kind, result.status.to_check) == (Certainty.TO_CHECK, 2)
    assert [one.status.to_check for one in result.players] == [2, 0]
    checked = result_of(replace(wrong, checked=True))
    assert checked.status == GameStatus(Certainty.FINAL, checked=True)
    assert len(checked.findings) == 2


def test_what_is_missing_stays_missing_however_it_was_checked() -> None:
    result = result_of(replace(with_anna(cards=None, reserve=4), checked=True))
    assert result.status.kind is Certainty.INCOMPLETE
