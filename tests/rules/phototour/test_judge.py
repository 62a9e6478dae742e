"""A player's own sheet of Фототур beside what it comes to."""

from typing import Any

import pytest

from scorer.rules.jsonfile import from_data
from scorer.rules.phototour.game import PhotoTour, checked_game
from scorer.rules.phototour.judge import Mistake, Verdict
from scorer.rules.phototour.result import result_of

# Anna: cards 5 + 4 - 1 = 8; 6 tokens at 3 are 18; reserve 2; contests 5 (shared first), 0 (below
# the minimum), 7; bonuses 6 + 0 (a slot under a wrong card) + 4 = 10. All together 50.
GAME: dict[str, Any] = {
    "game": "phototour",
    "players": [
        {"name": "Anna", "numbers": [1, 2, 3], "tokens": 6, "reserve": 2,
         "slots": [6, {"kind": "city", "points": 5, "holds": 3}], "bonuses": [4]},
        {"name": "Boris", "cards": 7, "card_points": 20, "tokens": 3, "four_a_token": True},
        {"name": "Chen", "cards": 5, "card_points": 20},
    ],
    "contests": [
        {"results": [3, 3, 1]}, {"minimum": 4, "results": [3, 2, 1]}, {"results": [5, 0, 3]},
    ],
    "book": [
        {"number": 1, "points": 5, "kind": "city"},
        {"number": 2, "points": 4, "kind": "city"},
        {"number": 3, "points": -1, "kind": "nature"},
    ],
}  # fmt: skip


def verdicts(seat: int = 0, **changes: Any) -> tuple[Verdict, ...]:
    players = [one | (changes if i == seat else {}) for i, one in enumerate(GAME["players"])]
    game = from_data(GAME | {"players": players}, PhotoTour)
    return result_of(checked_game(game)).players[seat].verdicts


def test_the_right_numbers_are_right() -> None:
    written = {
        "cards": 8,
        "tokens": 18,
        "reserve": 2,
        "contests": 12,
        "conditions": 10,
        "total": 50,
    }
    assert verdicts(written=written) == ()
    assert verdicts(written={}) == ()


@pytest.mark.parametrize(
    ("line", "written", "mistakes"),
    [
        # 8 without the card of 4.
        ("cards", 4, [Mistake.FORGOTTEN]),
        ("tokens", 24, [Mistake.RATE, Mistake.WITH_RESERVE]),  # 6 x 4, and (6 + 2) x 3
        ("tokens", 6, [Mistake.COUNTED]),
        ("reserve", 6, [Mistake.AS_ON_CARDS]),
        ("reserve", 8, [Mistake.AS_ON_CARDS]),
        # 7 in place of a half of 10.
        ("contests", 14, [Mistake.UNDIVIDED]),
        # 7 for the second one, too.
        ("contests", 19, [Mistake.MINIMUM]),
        ("contests", 11, [Mistake.FIGURES]),
        ("contests", 5, [Mistake.FORGOTTEN]),
        ("conditions", 15, [Mistake.UNFIT]),
        ("conditions", 6, [Mistake.FORGOTTEN]),
        ("conditions", 99, []),
    ],
)
def test_a_wrong_number_is_told_with_what_leads_to_it(
    line: str, written: int, mistakes: list[Mistake]
) -> None:
    (found,) = verdicts(written={line: written})
    assert (found.line, found.written, found.mistakes) == (line, written, tuple(mistakes))


def test_a_second_prize_beside_a_shared_first_place() -> None:
    """Chen has 1, 1 and 3 : 0, 0 and 3; beside the shared first place some give 3."""
    assert verdicts(2, written={"contests": 6}) == (
        Verdict("contests", 6, 3, (Mistake.SECOND_TOO,)),
    )


def test_a_wrong_sum_is_told_only_where_all_lines_are_written() -> None:
    lines = {"cards": 8, "tokens": 18, "reserve": 2, "contests": 12, "conditions": 10}
    assert verdicts(written={**lines, "total": 51}) == (Verdict("total", 51, 50, (Mistake.SUM,)),)
    assert verdicts(written={"total": 51}) == (Verdict("total", 51, 50, ()),)


def test_what_is_not_all_told_yet_is_not_compared() -> None:
    written = {"tokens": 1, "contests": 1, "total": 1}
    assert [one.line for one in verdicts(written=written)] == ["tokens", "contests", "total"]
    assert [one.line for one in verdicts(written=written, tokens=None)] == ["contests"]
