"""Best replies on made-up games whose outcome is known."""

from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.table.bestreplies import Settled, settle


def test_who_is_content_stays() -> None:
    assert settle((3, 1, 2), lambda seat, all_: all_[seat]) == Settled((3, 1, 2), True, 0)


def test_replies_go_on_until_nobody_changes() -> None:
    """Each wants one more than the most of the others, up to 5.

    From 0, 0: the first takes 1, the second 2; then 3, 4; then 5, 5 (six is not allowed, but
    5 is the best reply to 5 as well); a fourth round changes nothing.
    """

    def reply(seat: int, choices: tuple[int, ...]) -> int:
        others = [choice for other, choice in enumerate(choices) if other != seat]
        return min(5, max(others) + 1)

    assert settle((0, 0), reply) == Settled((5, 5), True, 3)


def test_a_game_without_rest_is_a_cycle() -> None:
    """Matching pennies: the first wants the same side, the second the other one.

    Heads, heads: the first stays, the second goes to tails. The first follows to tails, the
    second goes to heads. The first follows to heads, the second goes to tails: after the
    first round and after the third it is heads, tails; two rounds lie between.
    """

    def reply(seat: int, choices: tuple[str, ...]) -> str:
        if seat == 0:
            return choices[1]
        return "tails" if choices[0] == "heads" else "heads"

    found = settle(("heads", "heads"), reply)
    assert found == Settled(("heads", "tails"), False, 3, 2)


@given(st.lists(st.integers(0, 2), min_size=27 * 3, max_size=27 * 3))
def test_a_stable_result_is_a_best_reply_of_everyone_and_a_cycle_really_comes_back(
    table: list[int],
) -> None:
    """Three players with three choices each, whose replies are any table at all."""

    def reply(seat: int, choices: tuple[int, ...]) -> int:
        return table[seat * 27 + choices[0] * 9 + choices[1] * 3 + choices[2]]

    found = settle((0, 0, 0), reply)
    if found.stable:
        assert found.choices == tuple(reply(seat, found.choices) for seat in range(3))
        return
    choices = found.choices
    for _ in range(found.cycle):
        for seat in range(3):
            choices = (*choices[:seat], reply(seat, choices), *choices[seat + 1 :])
    assert found.cycle > 1
    assert choices == found.choices


def test_nobody_at_the_table_is_at_rest() -> None:
    assert settle((), lambda seat, choices: seat) == Settled((), True, 0)
