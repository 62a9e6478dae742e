"""The check step by step: what is advised leads where the distribution says."""

from collections import Counter
from itertools import product

import pytest
from msgspec import UNSET

from scorer.rules.innsmouth.check.effects import effects
from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import InnsmouthBoard, InnsmouthMarks
from scorer.rules.innsmouth.pieces import Artefact, Character
from scorer.rules.innsmouth.playing import Advice, CheckState, Left, Rolled, Step, advise
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Location
from scorer.rules.values import replace
from tests.support.innsmouthbrute import endings
from tests.support.innsmouthsim import ERRORS, worst_of
from tests.support.innsmouthtowns import along, board, plain_town

TOWN, TOWN_RED = plain_town("red A6; green B6"), plain_town("red A6 B6")
FILE = InnsmouthBoard("innsmouth", InnsmouthMarks())


def start(who: Character, caches: int = 1, ferries: int = 1) -> tuple[Ground, Pass]:
    """Return a board where the fullest quarter is worth 15, and a symbol along the route."""
    places = ("a1", "b1", "c1")[:caches]
    filled = board(TOWN, "B2 ○15; B4 □2", "B2 B4", character=who, caches=places)
    quarters = along(TOWN, "B2 A6 B6" if ferries else "A6 B6 B2 B4")
    return Ground(filled), Pass(quarters, (1 << caches) - 1, 0, 5, 0, ferries, ferries)


def played_out(ground: Ground, passed: Pass, state: CheckState, chance: float) -> Counter[int]:
    """Return the chance of each total when everything advised is done."""
    advice = advise(ground, passed, state, "")
    found: Counter[int] = Counter()
    for after, part in _after(ground, state, advice):
        if after is None:
            assert isinstance(advice.total, int)
            found[advice.total] += chance  # type: ignore[assignment]
        else:
            found.update(played_out(ground, passed, after, chance * part))
    return found


def _after(
    ground: Ground, state: CheckState, advice: Advice
) -> list[tuple[CheckState | None, float]]:
    """Return what may come of the step advised, each with its chance."""
    best = advice.options[0] if advice.options else None
    match advice.step:
        case Step.OPEN:
            assert best is not None
            if not best.opens:
                return [(replace(state, stopped=True), 1.0)]
            left = [
                (kind, number - state.opened.count(kind))
                for kind, number in zip(Artefact, ground.filled.deck, strict=True)
            ]
            whole = sum(number for _, number in left)
            return [
                (replace(state, opened=(*state.opened, kind)), number / whole)
                for kind, number in left
                if number
            ]
        case Step.ROLL:
            dice = product(range(1, 7), repeat=advice.level)
            return [(replace(state, dice=throw), 6**-advice.level) for throw in dice]
        case Step.REROLL:
            assert best is not None
            assert isinstance(best.dice, tuple)
            kept = list(state.dice or ())
            for die in best.dice:
                kept.remove(die)
            again = product(range(1, 7), repeat=len(best.dice))
            more = state.rerolls + 1
            return [
                (replace(state, dice=(*kept, *new), rerolls=more), 6 ** -len(best.dice))
                for new in again
            ]
        case Step.ERASE:
            assert best is not None
            assert isinstance(best.symbol, str)
            return [(replace(state, erased=(*state.erased, best.symbol)), 1.0)]
        case Step.LEAVE:
            assert best is not None
            assert isinstance(best.quarter, str)
            assert isinstance(best.symbol, str)
            left_ = Left(best.quarter, best.symbol)
            return [(replace(state, left=(*state.left, left_)), 1.0)]
        case Step.DONE:
            return [(None, 1.0)]


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
@pytest.mark.parametrize("ferries", [0, 1])
def test_doing_all_that_is_advised_gives_the_distribution(who: Character, ferries: int) -> None:
    """Every card and every throw tried, with its chance."""
    ground, passed = start(who, ferries=ferries)
    advice = advise(ground, passed, CheckState(board=FILE), "")
    found = played_out(ground, passed, CheckState(board=FILE), 1.0)
    told: Counter[int] = Counter()
    for one in advice.chances:
        told[one.total] += one.chance  # type: ignore[assignment]
    assert set(found) == set(told)
    assert [found[total] for total in told] == pytest.approx([told[total] for total in told])
    mean = sum(total * chance for total, chance in found.items())
    assert advice.expected == pytest.approx(mean)


@pytest.mark.parametrize("hunting", [False, True])
@pytest.mark.parametrize("cards", [(2, 0, 1), (1, 1, 0), (0, 1, 2)])
def test_effects_named_reach_what_they_promise(cards: tuple[int, int, int], hunting: bool) -> None:
    """Every die is shown once, and each card is used on dice as often as it may be."""
    daggers, amulets, tiaras = cards
    allowed = {Artefact.DAGGER: 2 * daggers, Artefact.AMULET: 3 * amulets, Artefact.TIARA: tiaras}
    for dice in product(range(1, 7), repeat=3):
        for way in endings(tuple(sorted(dice)), cards, hunting):
            if not hunting and way[1] > min(f for _, f in endings(dice, cards, False)):
                continue
            shown = effects(dice, cards, way, hunting=hunting)
            assert [die.rolled for die in shown] == list(dice)
            final = [die.becomes for die in shown]
            assert sum(face < (4 if hunting else 5) for face in final) == way[1]
            assert not hunting or sum(face >= 5 for face in final) == way[0]
            used = Counter(card for die in shown for card in die.by)
            assert all(number <= allowed[card] for card, number in used.items())
            assert all(die.by.count(Artefact.DAGGER) <= daggers for die in shown)


@pytest.mark.parametrize(
    ("dice", "cards", "becomes"),
    [
        ((1,), (0, 0, 1), (6,)),
        ((6, 4), (0, 1, 0), (6, 5)),
        ((5, 3), (1, 0, 0), (5, 5)),
        ((4, 4), (1, 0, 0), (6, 6)),
        ((4, 2), (0, 1, 1), (5, 6)),
    ],
)
def test_no_die_shows_more_than_six_and_none_is_raised_that_hits(
    dice: tuple[int, ...], cards: tuple[int, int, int], becomes: tuple[int, ...]
) -> None:
    shown = effects(dice, cards, (0, 0), hunting=False)
    assert tuple(die.becomes for die in shown) == becomes


def test_undoing_is_leaving_something_out_of_the_state() -> None:
    ground, passed = start(Character.DETECTIVE)
    before = advise(ground, passed, CheckState(board=FILE), "")
    assert before.step is Step.OPEN
    # What it is worth to open the card and to stop, the better one first.
    assert sorted(one.opens for one in before.options if one.opens is not UNSET) == [False, True]
    assert before.options[0].value == before.expected > before.options[1].value
    later = CheckState(board=FILE, opened=(Artefact.TIARA,), stopped=True, dice=(1, 2))
    assert advise(ground, passed, later, "").step is Step.LEAVE
    assert advise(ground, passed, replace(later, dice=None), "").step is Step.ROLL
    assert advise(ground, passed, CheckState(board=FILE), "") == before


def test_the_vp_of_hits_are_in_what_is_expected() -> None:
    """○15 × 1, a closed artefact and two hits: 15 + 7 + 20 = 42, before and after erasing."""
    ground, passed = start(Character.HUNTRESS)
    state = CheckState(board=FILE, stopped=True, dice=(5, 6))
    asked = advise(ground, passed, state, "")
    assert (asked.step, asked.expected) == (Step.ERASE, 42)
    assert [(one.symbol, one.value) for one in asked.options] == [("B2", 42)]
    done = advise(ground, passed, replace(state, erased=(Location("B2"),)), "")
    assert (done.step, done.expected, done.total) == (Step.DONE, 42, 42)


def test_tourists_of_rituals_are_in_the_total() -> None:
    """Three caches: each of B2's fifteen gives 3 VP. The symbol in B4 reaches nobody."""
    ground, passed = start(Character.WARLOCK, caches=3)
    begun = CheckState(board=FILE)
    asked = advise(ground, passed, begun, "")
    assert (asked.step, asked.expected) == (Step.LEAVE, 45)
    left = (Left(Location("B2"), Location("B2")),)
    done = advise(ground, passed, replace(begun, left=left), "")
    assert (done.step, done.expected, done.total) == (Step.DONE, 45, 45)


def test_each_symbol_to_erase_is_told_with_the_best_that_may_follow() -> None:
    """Two hits and a failure beside B2 (○3), B4 (○2) and E5 (○1), a symbol in each.

    Source: "Huntress": she erases a symbol for each hit before anybody leaves. ○6 × two red
    landmarks are 12, and the hits 20. After two symbols the third one's quarter leaves: E5 if
    the first is B2 or B4, for then the other goes too; B4 beside B2 if the first is E5.
    """
    filled = board(TOWN_RED, "B2 ○3; B4 ○2; E5 ○1", "B2 B4 E5", character=Character.HUNTRESS)
    passed = Pass(along(TOWN_RED, "B2 B4 E5 A6 B6"), 0, 0, 5, 0)
    state = CheckState(board=FILE, dice=(5, 5, 1))
    asked = advise(Ground(filled), passed, state, "")
    assert (asked.step, asked.expected) == (Step.ERASE, 30)
    assert {one.symbol: one.value for one in asked.options} == {"B2": 30, "B4": 30, "E5": 28}
    once = advise(Ground(filled), passed, replace(state, erased=(Location("E5"),)), "")
    assert {one.symbol: one.value for one in once.options} == {"B2": 28, "B4": 26}
    both = replace(state, erased=(Location("E5"), Location("B2")))
    left = advise(Ground(filled), passed, both, "")
    assert (left.step, left.expected) == (Step.LEAVE, 28)
    assert [(one.quarter, one.symbol) for one in left.options] == [("B4", "B4")]
    more = replace(state, erased=(*both.erased, Location("B4")))
    with pytest.raises(ValueError, match=r"\$\.erased: 2 hits erase so many symbols at most"):
        advise(Ground(filled), passed, more, "")


def test_without_a_hit_the_huntress_erases_nothing() -> None:
    ground, passed = start(Character.HUNTRESS)
    asked = advise(ground, passed, CheckState(board=FILE, stopped=True, dice=(4, 1)), "")
    assert (asked.step, asked.result) == (Step.LEAVE, Rolled(1, 0))


@pytest.mark.parametrize(
    ("dice", "worth"), [((1, 6), {"B1": 7, "C2": 7}), ((1, 1), {"B1": 1, "C2": 7})]
)
def test_i4_each_symbol_that_may_go_is_told_with_what_follows(
    dice: tuple[int, int], worth: dict[str, int]
) -> None:
    """○4 × red 1, □3 × green 2, △1 × blue 1: 11. B2's four leave, with B1's or C2's symbol.

    B1's symbol then reaches nobody; C2's would reach D2, so that a second failure takes □3.
    """
    town = plain_town("red A6; green B6 C6; blue D6")
    filled = board(town, "B2 ○4; D2 □3; B4 △1", "B1 C2")
    passed = Pass(along(town, "B2 D2 B4 A6 B6 C6 D6"), 0, 0, 9, 0, 2, 2)
    asked = advise(Ground(filled), passed, CheckState(board=FILE, dice=dice), "")
    assert {one.quarter for one in asked.options} == {"B2"}
    assert {one.symbol: one.value for one in asked.options} == worth
    assert asked.expected == 7
    gone = (Left(Location("B2"), Location("B1")),)
    after = advise(Ground(filled), passed, CheckState(board=FILE, dice=(1, 1), left=gone), "")
    assert [(one.quarter, one.symbol, one.value) for one in after.options] == [("D2", "C2", 1)]


def test_what_is_open_is_worth_nothing_any_more() -> None:
    """Of three cards two stay closed: 14. A Tiara and a failure: ○15 leave."""
    ground, passed = start(Character.DETECTIVE, caches=3)
    state = CheckState(board=FILE, opened=(Artefact.TIARA,), stopped=True, dice=(1, 2))
    assert advise(ground, passed, state, "").expected == 14


def test_nobody_leaves_a_quarter_twice() -> None:
    """Two failures, two symbols in B2. Source: punished are quarters that still hold tourists."""
    filled = board(TOWN, "B2 ○3; C2 ○1", "B2 B2")
    passed = Pass(along(TOWN, "B2 C2 A6"), 0, 0, 5, 0)
    begun = CheckState(board=FILE, dice=(1, 1))
    asked = advise(Ground(filled), passed, begun, "")
    assert [(one.quarter, one.value) for one in asked.options] == [("B2", 0)]
    once = replace(begun, left=(Left(Location("B2"), Location("B2")),))
    asked = advise(Ground(filled), passed, once, "")
    assert [(one.quarter, one.symbol) for one in asked.options] == [("C2", "B2")]
    with pytest.raises(ValueError, match=r"\$\.left\[1\]: B2"):
        advise(Ground(filled), passed, replace(once, left=once.left * 2), "")


def test_a_result_told_is_taken_as_it_is() -> None:
    ground, passed = start(Character.DETECTIVE, caches=0)
    for failures in (1, 2):
        state = CheckState(board=FILE, dice=(6, 6), result=Rolled(failures))
        advice = advise(ground, passed, state, "")
        assert (advice.step, advice.result) == (Step.LEAVE, Rolled(failures))


@pytest.mark.parametrize(
    ("card", "dice", "becomes"),
    [
        (Artefact.DAGGER, (4, 3), (6, 5)),
        (Artefact.AMULET, (4, 4), (5, 5)),
        (Artefact.TIARA, (1, 5), (6, 5)),
    ],
)
def test_dice_are_shown_with_the_card_that_raised_them(
    card: Artefact, dice: tuple[int, int], becomes: tuple[int, int]
) -> None:
    ground, passed = start(Character.DETECTIVE)
    state = CheckState(board=FILE, opened=(card,), stopped=True, dice=dice)
    advice = advise(ground, passed, state, "")
    assert tuple((one.rolled, one.becomes) for one in advice.dice) == tuple(
        zip(dice, becomes, strict=True)
    )
    raised = [one for one in advice.dice if one.rolled != one.becomes]
    assert {one.by for one in raised} == {(card,)}


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"opened": (Artefact.TIARA,) * 2}, r"\$\.opened: 2 are open, but 1 were taken"),
        ({"dice": (1,)}, r"\$\.dice: 1 are given; the threat level is 2"),
        ({"dice": (1, 1), "rerolls": 1}, r"\$\.rerolls: 1, but 0 Manuscripts"),
        (
            {"opened": (Artefact.DAGGER,), "dice": (1, 1), "rerolls": 1},
            r"\$\.rerolls: 1, but 0 Manuscripts are open",
        ),
        ({"dice": (1, 1), "result": Rolled(3)}, r"\$\.result"),
        ({"dice": (1, 1), "result": Rolled(1, 1)}, r"\$\.result"),
        ({"dice": (1, 1), "left": (Left(Location("B4"), Location("B4")),)}, r"\$\.left\[0\]: B4"),
        ({"dice": (6, 6), "left": (Left(Location("B2"), Location("B2")),)}, r"\$\.left\[0\]: B2"),
    ],
)
def test_a_state_that_cannot_be_is_refused(state: dict[str, object], message: str) -> None:
    ground, passed = start(Character.DETECTIVE)
    with pytest.raises(ValueError, match=message):
        advise(ground, passed, CheckState(board=FILE, **state), "")  # type: ignore[arg-type]


def test_more_refusals() -> None:
    ground, passed = start(Character.WARLOCK)
    with pytest.raises(ValueError, match="the Warlock opens no artefacts"):
        advise(ground, passed, CheckState(board=FILE, dice=(1,)), "")
    ground, passed = start(Character.DETECTIVE, caches=3)
    with pytest.raises(ValueError, match="2 times tiara, but the deck has 1"):
        advise(ground, passed, CheckState(board=FILE, opened=(Artefact.TIARA,) * 2), "")
    ground, passed = start(Character.HUNTRESS)
    hunted = CheckState(board=FILE, dice=(5, 1), erased=(Location("B4"),))
    with pytest.raises(ValueError, match="no symbol along the route is left in B4"):
        advise(ground, passed, hunted, "")


@pytest.mark.slow
def test_simulated_checks_fall_as_the_distribution_says() -> None:
    """``python -m tests.support.innsmouthsim`` does it 200,000 times on each of 20 boards."""
    assert worst_of(boards=4, checks=1500, seed=2) < ERRORS
