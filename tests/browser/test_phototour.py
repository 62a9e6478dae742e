"""Фототур on phones: from the start page to the winner, without a connection, with a card book."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorer.store.games import GameStore
from tests.support.browser.access import violations
from tests.support.browser.browsing import IPHONE, PHONE, Opener, Server, Watch, ours
from tests.support.browser.hand import Hand
from tests.support.browser.late import stood_after_a_late_answer
from tests.support.browser.othergames import (
    IN_VAIN,
    begin_box,
    fits,
    open_game,
    sent,
    server_totals,
    totals,
)
from tests.support.browser.said import said
from tests.support.phototour import DIARIES, FIGURES, TOTALS

# What a player's end score may cost without a card book.
MOST_TAPS = 25
begin = partial(begin_box, "phototour")


def enter(hand: Hand, seat: int, whose: int) -> int:
    """Enter at *seat* what the player *whose* has; return how many taps that took."""
    before = hand.taps
    diary, figures = DIARIES[whose - 1], FIGURES[whose - 1]
    page = hand.page
    if page.locator(f'[data-button="tab-{seat}"][aria-pressed="true"]').count() == 0:
        hand.tap(f'[data-button="tab-{seat}"]')
    hand.number("#card-points", diary["card_points"])
    if diary["cards"] == 7:
        hand.tap('[data-button="count-more"]')
    else:
        hand.number("#count", diary["cards"])
    hand.number("#tokens", diary["tokens"])
    if diary.get("four_a_token"):
        hand.tap("label:has(#four-4)")
    hand.tap(f"label:has(#reserve-{diary['reserve']})")
    for field in ("slots", "bonuses"):
        if sum(diary[field]):
            hand.number(f"#{field}", sum(diary[field]))
    for i, figure in enumerate(figures):
        if figure:
            hand.number(f"#figure-{i}-{seat}", figure)
    if page.locator('[data-button="rest"]').count():
        hand.tap('[data-button="rest"]')
    return hand.taps - before


def test_a_game_of_three_on_two_phones(
    new_page: Opener, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = begin(new_page(IPHONE), server.url, "Anna", "Chen")
    other = Hand(new_page(PHONE))
    other.page.goto(anna.page.locator("[data-copy]").get_attribute("data-copy") or "")
    other.name('input[name="name"]', "Boris")
    other.tap(other.page.get_by_role("button", name=said("join.in")))
    expect(other.page.locator('[data-button="tab-3"][aria-pressed="true"]')).to_be_visible()
    # The first phone shows the new player without being asked.
    expect(anna.page.locator('[data-button="tab-3"]')).to_be_visible()
    # Chen, who has no phone, sits second, and Boris third.
    taps = {}
    for hand, seat, whose in ((anna, 1, 1), (anna, 2, 3), (other, 3, 2)):
        taps[seat] = enter(hand, seat, whose)
        sent(hand.page)
    winner = said("table.winner.one", names="Boris")
    for hand in (anna, other):
        expect(hand.page.locator("#verdict.sure")).to_contain_text(winner)
        expect(hand.page.locator("#verdict")).to_contain_text(said("phototour.by.fewer_cards"))
        assert totals(hand.page) == [TOTALS[0], TOTALS[2], TOTALS[1]]
    assert server_totals(anna.page) == totals(anna.page)
    with capsys.disabled():
        print(f"\nTaps for an end score in Фототур without a card book: {sorted(taps.values())}")
    assert max(taps.values()) <= MOST_TAPS
    anna.tap(anna.page.get_by_role("button", name=said("rematch")))
    expect(anna.page.locator("#scores .total td").first).to_have_text("0")
    other.page.wait_for_url(anna.page.url)
    expect(other.page.locator("#scores .total td").first).to_have_text("0")


def test_a_players_own_sheet_is_compared_line_by_line(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    for seat in (1, 2):
        enter(hand, seat, seat)
    hand.tap('[data-button="tab-1"]')
    own = phone.locator("#own-sheet")
    hand.tap(own.locator("summary"))
    # 31 on cards is right; 8 tokens of 3, and in a tie of nothing: 32 would be 4 each.
    hand.number("#written-cards", 31)
    expect(own.get_by_text(said("other.judge.right"))).to_be_visible()
    hand.number("#written-tokens", 32)
    line = said("other.judge.wrong", line=said("phototour.tokens"), told=32, right=24)
    expect(own.locator("li")).to_contain_text(line)
    expect(own.locator("li")).to_contain_text(said("phototour.mistake.rate"))
    # What is open is not called wrong.
    hand.tap('[data-button="tab-2"]')
    expect(own.locator("li")).to_have_count(0)
    hand.number("#written-tokens", 27)
    expect(own.get_by_text(said("other.judge.right"))).to_be_visible()
    phone.locator("#tokens").fill("")
    waits = said("other.judge.open", lines=said("phototour.need.tokens"))
    expect(own.get_by_text(waits)).to_be_visible()
    expect(own.locator("li, b")).to_have_count(0)
    phone.locator("#tokens").fill("9")
    sent(phone)
    phone.reload()
    hand.tap('[data-button="tab-1"]')
    hand.tap(own.locator("summary"))
    expect(own.locator("li")).to_contain_text(line)
    fits(phone, 390)
    assert violations(phone) == []


def looking(phone: Page, new_page: Opener) -> Page:
    """Another phone that only looks at the game of *phone*."""
    page = new_page()
    page.goto(phone.locator(".join .small a").get_attribute("href") or "")
    return page


def test_an_answer_that_is_cut_off_is_asked_for_again(
    phone: Page, new_page: Opener, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    looker = looking(phone, new_page)
    expect(looker.locator("#table.ready")).to_be_visible()
    cut = {"status": 200, "content_type": "application/json", "body": '{"stamp": "1'}
    looker.route("**/table", lambda route: route.fulfill(**cut), times=1)
    hand.number("#card-points", 31)
    expect(looker.locator("#scores .total td").first).to_have_text("31")


def test_a_deleted_game_is_said_to_be_gone_and_keeps_nothing(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    watch.forgiven = ("404", *IN_VAIN)
    hand = begin(phone, server.url, "Anna", "Boris")
    games.delete(phone.url.split("#")[0].split("/")[-1])
    expect(phone.locator("#gone")).to_contain_text(said("gone.kept"))
    hand.number("#card-points", 31)
    assert 31 not in totals(phone)
    assert not phone.evaluate("Object.keys(localStorage).some((k) => k.startsWith('unsent:'))")
    phone.goto(server.url)
    expect(phone.locator("#recent li")).to_have_count(0)


def test_an_answer_that_comes_late_hides_nothing(
    phone: Page, new_page: Opener, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    hand.tap('[data-button="tab-2"]')
    other = Hand(new_page())
    other.page.goto(phone.url.split("#")[0])

    def enters(who: Hand, points: int) -> None:
        who.number("#card-points", points)
        sent(who.page)

    stood = stood_after_a_late_answer(
        phone,
        "#scores .total td:last-child",
        lambda: enters(other, 30),
        lambda: enters(hand, 31),
    )
    assert stood == ["31"]
    assert totals(phone) == [30, 31]


def without_connection(page: Page) -> None:
    expect(page.locator("#live")).to_have_text(said("table.live"))
    page.context.set_offline(True)
    expect(page.locator("#live")).to_have_text(said("table.offline"))


@pytest.mark.unused
def test_scoring_goes_on_without_a_connection_and_is_sent_later(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = IN_VAIN
    hand = begin(phone, server.url, "Anna", "Boris", "Chen")
    enter(hand, 1, 1)
    sent(phone)
    without_connection(phone)
    enter(hand, 2, 2)
    enter(hand, 3, 3)
    expect(phone.locator("#saving")).to_have_text(said("other.unsent"))
    assert totals(phone) == TOTALS
    winner = said("table.winner.one", names="Boris")
    expect(phone.locator("#verdict.sure")).to_contain_text(winner)
    expect(phone.locator("#standing")).to_contain_text(winner)
    phone.context.set_offline(False)
    sent(phone)
    expect(phone.locator("#saving")).to_have_text("")
    assert server_totals(phone) == TOTALS
    phone.reload()
    expect(phone.locator("#verdict.sure")).to_contain_text(winner)
    assert totals(phone) == TOTALS


@pytest.mark.unused
def test_what_was_entered_without_a_connection_outlives_a_reload(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = IN_VAIN
    hand = begin(phone, server.url, "Anna", "Boris")
    without_connection(phone)
    hand.number("#tokens", 8)
    expect(phone.locator("#scores .total td").first).to_have_text("24")
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator("#scores .total td").first).to_have_text("24")
    sent(phone)
    assert server_totals(phone) == [24, 0]


@pytest.mark.unused
def test_a_late_phone_asks_before_it_overwrites_a_newer_entry(
    new_page: Opener, server: Server, watch: Watch
) -> None:
    watch.forgiven = (*IN_VAIN, "409")
    phone = new_page()
    late = begin(phone, server.url, "Anna", "Boris")
    other = Hand(new_page())
    other.page.goto(phone.url.split("#")[0])
    without_connection(phone)
    late.number("#slots", 12)
    late.number("#bonuses", 3)
    late.number("#tokens", 4)
    other.number("#slots", 9)
    other.number("#tokens", 5)
    other.number("#card-points", 40)
    sent(other.page)
    phone.context.set_offline(False)
    problem = phone.locator("#problem")

    def asks(field: str, theirs: int, mine: int) -> None:
        what = said("result.of", name="Anna", open=said(f"phototour.need.{field}"))
        expected = said("conflict.values", what=what, theirs=theirs, mine=mine)
        expect(problem.locator("p").first).to_have_text(expected)

    # What belongs to one player is asked at once, or one by one.
    both = problem.locator("li")
    expect(both).to_have_count(2)
    expect(both.first).to_contain_text("12")
    late.tap(problem.get_by_role("button", name=said("conflict.each")))
    asks("slots", 9, 12)
    # Nothing is sent before it is answered.
    assert server_totals(other.page) == [40 + 3 * 5 + 9, 0]
    late.tap(problem.get_by_role("button", name=said("conflict.theirs")))
    asks("tokens", 5, 4)
    late.tap(problem.get_by_role("button", name=said("conflict.mine")))
    sent(phone)
    expect(problem).to_be_hidden()
    expect(phone.locator("#slots")).to_have_value("9")
    for page in (phone, other.page):
        expect(page.locator("#scores .total td").first).to_have_text("64")
    assert server_totals(phone) == [40 + 3 * 4 + 9 + 3, 0]
    for answer, total in (("conflict.all-theirs", 40 + 3 * 2 + 3 + 3), ("conflict.all-mine", 70)):
        without_connection(phone)
        late.number("#slots", 12)
        late.number("#tokens", 5)
        other.number("#slots", 3)
        other.number("#tokens", 2)
        sent(other.page)
        phone.context.set_offline(False)
        late.tap(problem.get_by_role("button", name=said(answer)))
        sent(phone)
        expect(problem).to_be_hidden()
        assert server_totals(phone) == [total, 0]
        other.number("#slots", 1)
        other.number("#tokens", 1)
        sent(other.page)
        expect(phone.locator("#slots")).to_have_value("1")


def test_undo_and_redo_go_step_by_step_on_all_phones(
    phone: Page, new_page: Opener, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    looker = looking(phone, new_page)
    first = looker.locator("#scores .total td").first
    # Two digits are one step.
    hand.number("#card-points", 31)
    hand.tap("label:has(#reserve-2)")
    expect(first).to_have_text("33")
    hand.tap("#undo")
    expect(first).to_have_text("31")
    hand.tap("#undo")
    expect(first).to_have_text("0")
    expect(phone.locator("#card-points")).to_have_value("")
    expect(phone.locator("#undo")).to_be_disabled()
    for total in ("31", "33"):
        hand.tap("#redo")
        expect(first).to_have_text(total)
    expect(looker.locator("#diary, #undo, form:not(.languages)")).to_have_count(0)


def test_undo_leaves_alone_what_another_phone_has_changed_since(
    phone: Page, new_page: Opener, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    other = Hand(new_page())
    other.page.goto(phone.url)
    hand.number("#tokens", 5)
    phone.locator("#tokens").blur()
    expect(other.page.locator("#tokens")).to_have_value("5")
    other.number("#tokens", 7)
    expect(phone.locator("#tokens")).to_have_value("7")
    hand.tap("#undo")
    left = said("undone.theirs", what=said("phototour.need.tokens"))
    expect(phone.locator("#toast")).to_have_text(left)
    expect(phone.locator("#tokens")).to_have_value("7")


def test_points_card_by_card_are_added_up_and_counted(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    hand.tap("label:has(#way-each)")
    hand.tap("#each-0")
    # The return key goes on to the next card.
    for digits in ("4", "11", "6"):
        for digit in digits:
            phone.keyboard.press(digit)
        phone.keyboard.press("Enter")
    summed = said("phototour.each.sum", n=3, points=21)
    expect(phone.locator("#cards .chosen")).to_have_text(summed)
    phone.locator("#each-1").fill("")
    phone.keyboard.press("Tab")
    summed = said("phototour.each.sum", n=2, points=10)
    expect(phone.locator("#cards .chosen")).to_have_text(summed)
    # An empty box moves no other, until the page is opened anew.
    assert boxes(phone) == ["4", "", "6", "", "", "", ""]
    expect(phone.locator("#scores .total td").first).to_have_text("10")
    expect(phone.locator("#scores .tie td").first).to_have_text("2")
    sent(phone)
    assert server_totals(phone) == [10, 0]
    phone.reload()
    expect(phone.locator("#each-1")).to_have_value("6")


def boxes(page: Page) -> list[str]:
    """What stands in the boxes for one card after another."""
    all_ = page.locator(".each input")
    found: list[str] = all_.evaluate_all("all => all.map(({ value }) => value)")
    return found


def test_the_points_of_a_card_are_mended_in_their_own_box(
    phone: Page, new_page: Opener, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    first = phone.locator("#scores .total td").first
    hand.tap("label:has(#way-each)")
    hand.number("#each-2", 12)
    summed = said("phototour.each.sum", n=1, points=12)
    expect(phone.locator("#cards .chosen")).to_have_text(summed)
    assert boxes(phone) == ["", "", "12", "", "", "", ""]
    for i, points in enumerate((5, 4, 3)):
        hand.number(f"#each-{i}", points)
    hand.tap("#each-0")
    phone.keyboard.press("Backspace")
    expect(first).to_have_text("7")
    assert boxes(phone) == ["", "4", "3", "", "", "", ""]
    sent(phone)
    # Another phone tells of one more card, and of one that changed: no box moves.
    other = Hand(new_page())
    other.page.goto(phone.url.split("#")[0])
    other.number("#each-2", 2)
    other.number("#each-1", 8)
    expect(first).to_have_text("14")
    assert boxes(phone) == ["", "4", "8", "2", "", "", ""]
    phone.keyboard.press("6")
    expect(first).to_have_text("20")
    assert boxes(phone) == ["6", "4", "8", "2", "", "", ""]
    sent(phone)
    assert server_totals(phone) == [20, 0]


def test_a_number_typed_as_it_was_shows_at_nobody_else(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    hand.number("#tokens", 8)
    hand.tap("#count")
    hand.tap("#tokens")
    phone.keyboard.press("Backspace")
    phone.keyboard.press("8")
    hand.tap('[data-button="tab-2"]')
    expect(phone.locator("#tokens")).to_have_value("")


def test_no_more_is_taken_than_there_can_be(phone: Page, server: Server) -> None:
    """What is typed beyond it becomes the most there can be, and is said so.

    Where the rules know no most, a slip of the finger is refused, and no 999 taken for it.
    """
    hand = begin(phone, server.url, "Anna", "Boris")

    def typed(field: str, digits: int, taken: int) -> None:
        hand.number(field, digits)
        expect(phone.locator(field)).to_have_value(str(taken))
        expect(phone.locator("#toast.shown")).to_have_text(said("number.most", n=taken))
        # The next word in passing is another one.
        phone.locator("#toast").evaluate("toast => { toast.textContent = ''; }")

    typed("#tokens", 25, 21)
    typed("#count", 8, 7)
    typed("#minimum-0", 100, 99)
    hand.number("#figure-0-1", 5000)
    expect(phone.locator("#figure-0-1")).to_have_value("500")
    refused = said("number.refused-most", n=999, told=5000)
    expect(phone.locator("#toast.shown")).to_have_text(refused)
    hand.number("#minimum-0", 0)
    expect(phone.locator("#toast.shown")).to_have_text(said("number.least", n=1))
    hand.tap('[data-button="kinds"]')
    typed("#tokens-lens", 11, 10)
    typed("#reserve-lens", 4, 3)
    hand.tap("label:has(#way-each)")
    hand.number("#each-0", 1120)
    expect(phone.locator("#each-0")).to_have_value("11")
    hand.tap('[data-button="tab-2"]')
    # Of what the rules do not limit there may be much.
    hand.number("#slots", 120)
    expect(phone.locator("#slots")).to_have_value("120")
    sent(phone)
    assert server_totals(phone) == totals(phone) == [30 + 3 + 7 + 11, 120]


def test_what_is_no_whole_number_is_refused(phone: Page, server: Server) -> None:
    """No digit of it counts, whether it comes at once or letter by letter."""
    hand = begin(phone, server.url, "Anna", "Boris")
    toast, field = phone.locator("#toast"), phone.locator("#card-points")
    hand.number("#card-points", 31)
    for typed in ("1.5", "2,5", "1e2", "ab"):
        refused = said("number.refused-whole", told=typed)
        field.fill(typed)
        expect(toast).to_have_text(refused)
        field.press("Enter")
        expect(field).to_have_value("31")
        hand.tap("#card-points")
        for key in typed:
            phone.keyboard.press(key)
        expect(toast).to_have_text(refused)
        expect(toast).to_have_class(re.compile("shown"))
        field.blur()
        expect(field).to_have_value("31")
    hand.number("#card-points", 32)
    expect(toast).not_to_have_class(re.compile("shown"))
    sent(phone)
    assert server_totals(phone) == totals(phone) == [32, 0]


def test_a_slip_of_the_finger_wins_no_game(phone: Page, server: Server) -> None:
    """Nobody knows what cards are worth, but seven of them never give hundreds."""
    hand = begin(phone, server.url, "Anna", "Boris")
    hand.number("#count", 7)
    hand.tap("#card-points")
    for key in "4444":
        phone.keyboard.press(key)
    expect(phone.locator("#card-points")).to_have_value("444")
    hand.tap('[data-button="rest"]')
    expected = said("phototour.offence.points_over", found=444, most=140)
    expect(phone.locator("#checks li:visible")).to_contain_text(expected)
    hand.number("#card-points", -3)
    below = said("phototour.offence.points_below", found="−3", most=0)
    expect(phone.locator("#checks li:visible")).to_contain_text(below)
    hand.tap("#count")
    hand.number("#card-points", 44)
    expect(phone.locator("#checks")).to_be_hidden()


def test_a_card_that_a_file_put_into_a_slot_can_be_taken_out(phone: Page, server: Server) -> None:
    """Anna: 5 + 4 on cards; a slot for nature holds a card of a city and gives 0, another 6."""
    game = {
        "game": "phototour",
        "players": [
            {"name": "Anna", "numbers": [38, 16],
             "slots": [{"kind": "nature", "points": 5, "holds": 16},
                       {"kind": "city", "points": 6, "holds": 38}]},
            {"name": "Boris", "cards": 7, "card_points": 31},
        ],
        "contests": [{"results": [0, 0]}] * 3,
        "book": [
            {"number": 38, "points": 5, "kind": "city"},
            {"number": 16, "points": 4, "kind": "city"},
        ],
    }  # fmt: skip
    hand = open_game(phone, server.url, game)
    expect(phone.locator("#table.ready")).to_be_visible()
    first = phone.locator("#scores .total td").first
    expect(first).to_have_text("15")
    # What the slots give, not what they could give.
    expect(phone.locator("#slots")).to_have_value("6")
    slots = phone.locator(".slots select")
    slots.first.select_option("nature")
    expect(first).to_have_text("20")
    slots.first.select_option("")
    expect(first).to_have_text("15")
    # The card can lie in the other slot now; a card lies in one slot only.
    expect(slots.nth(1).locator("option")).to_have_count(5)
    slots.nth(1).select_option("16")
    expect(slots.first.locator('option[value="16"]')).to_have_count(0)
    expect(first).to_have_text("15")
    # A card that leaves the diary leaves its slot.
    hand.tap('[data-button="card-16"]')
    out = said("phototour.slot.freed", cards=said("phototour.card", n=16))
    expect(phone.locator("#toast.shown")).to_contain_text(out)
    expect(first).to_have_text("5")
    sent(phone)
    assert server_totals(phone) == totals(phone) == [5, 31]
    hand.tap("#toast button")
    expect(first).to_have_text("15")
    fits(phone, 390)
    assert violations(phone) == []


@pytest.mark.parametrize(
    ("boxes", "told", "after"),
    [
        ([5, None, 3, None], [5, 4], [5, None, 4, None]),
        ([5, None, 3, None], [3], [None, None, 3, None]),
        ([None, None, 3, None], [5, 3], [5, None, 3, None]),
        ([5, None, 3, None], [5, 3, 2], [5, None, 3, 2]),
        ([5, None, 3, None], [1, 2], [1, None, 2, None]),
        # There is no room before the 3, nor are there more than seven boxes on the page.
        ([None, 3, None, None], [5, 4, 3], [5, 4, 3, None, None, None, None]),
        ([], [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_points_keep_their_box_whoever_tells_of_others(
    phone: Page, server: Server, boxes: list[int | None], told: list[int], after: list[int | None]
) -> None:
    phone.goto(f"{server.url}/new/phototour")
    script = """async ([boxes, told]) => {
        const { placed } = await import("/static/js/parts/phototour/boxes.js");
        return placed(boxes, told); }"""
    assert phone.evaluate(ours(script), [boxes, told]) == after


def test_what_cannot_be_is_told_until_somebody_says_that_it_is_so(
    phone: Page, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    for seat in (1, 2):
        hand.tap(f'[data-button="tab-{seat}"]')
        hand.tap('[data-button="count-more"]')
        hand.number("#card-points", 30 + seat)
        hand.tap('[data-button="rest"]')
    expect(phone.locator("#verdict.sure")).to_be_visible()
    hand.number("#tokens", 21)
    hand.number("#minimum-0", 2)
    hand.tap('[data-button="count-less"]')
    offence = said("phototour.offence.tokens_over", found=21, most=18)
    expect(phone.locator("#checks")).to_contain_text(f"Boris – {offence}")
    expect(phone.locator("#verdict")).to_contain_text(said("table.so-far", names="Boris"))
    objected = phone.locator("#verdict .objected a")
    expect(objected).to_have_count(0)
    hand.tap('[data-button="checked"]')
    # The result is sure then, and still says what the rules object to.
    expect(phone.locator("#verdict.sure")).to_be_visible()
    expect(objected).to_have_text(said("other.objected.one", n=1))
    objected.tap()
    expect(phone.locator("#checks")).to_be_in_viewport()
    hand.tap('[data-button="checked"]')
    expect(phone.locator("#verdict.sure")).to_have_count(0)
    expect(objected).to_have_count(0)


def test_tokens_are_told_kind_by_kind(phone: Page, server: Server) -> None:
    """Anna: 2 drones and 3 lenses on cards at 4 each, a film in reserve; Boris: 8 drones."""
    hand = begin(phone, server.url, "Anna", "Boris")
    first = phone.locator("#scores .total td").first
    hand.number("#tokens", 8)
    hand.tap('[data-button="kinds"]')
    # What was told in all stays until a kind is told.
    expect(first).to_have_text("24")
    expect(phone.locator("#tokens-lens")).to_have_value("")
    for name, times in (("tokens-drone", 2), ("tokens-lens", 4), ("reserve-film", 1)):
        for _ in range(times):
            hand.tap(f'[data-button="{name}-more"]')
    hand.tap('[data-button="tokens-lens-less"]')
    hand.tap("label:has(#four-4)")
    expect(first).to_have_text("21")
    expect(phone.locator("#kinds p small").first).to_have_text("5 → 20")
    hand.tap('[data-button="tab-2"]')
    expect(phone.locator("#tokens")).to_have_value("")
    hand.tap('[data-button="kinds"]')
    hand.number("#tokens-drone", 8)
    expect(phone.locator("#checks")).to_be_hidden()
    hand.tap('[data-button="tokens-drone-more"]')
    drones = said("phototour.token.drone")
    eleven = said("phototour.offence.kind_over", found=11, most=10, kind=drones)
    expect(phone.locator("#checks")).to_contain_text(eleven)
    sent(phone)
    assert server_totals(phone) == totals(phone) == [21, 27]
    # Its line of the sheet leads there.
    hand.tap(f'#scores a[aria-label^="Anna, {said("phototour.reserve")}"]')
    expect(phone.locator("#kinds")).to_be_in_viewport()
    hand.tap('[data-button="tab-2"]')
    # A field that is emptied takes its kind away; in all again it is a number once more.
    phone.locator("#tokens-drone").fill("")
    phone.keyboard.press("Tab")
    expect(phone.locator("#checks")).to_be_hidden()
    hand.tap('[data-button="tab-1"]')
    hand.tap('[data-button="kinds"]')
    expect(phone.locator("#tokens")).to_have_value("5")
    hand.tap('[data-button="tokens-more"]')
    expect(first).to_have_text("25")
    sent(phone)
    state = phone.request.get(f"{phone.url.split('#')[0]}/table").json()["state"]["players"]
    assert (state["1"]["tokens"], state["1"]["reserve"]) == (6, {"film": 1})
    assert state["2"]["tokens"] is None


def test_what_was_entered_in_one_way_stays_until_another_is_used(
    phone: Page, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    first = phone.locator("#scores .total td").first
    told_before = phone.locator("#cards .kept")

    def shows(points: str, count: str) -> None:
        hand.tap("label:has(#way-points)")
        expect(phone.locator("#card-points")).to_have_value(points)
        expect(phone.locator("#count")).to_have_value(count)

    # Before anybody has a point nobody has a place.
    expect(phone.locator("#scores .place td")).to_have_text(["–", "–"])
    # Sum and count go along from card by card.
    hand.tap("label:has(#way-each)")
    for i, points in enumerate((5, 4, 3)):
        hand.number(f"#each-{i}", points)
    shows("12", "3")
    expect(phone.locator("#scores .place td")).to_have_text(["1", "2"])
    hand.tap("label:has(#way-numbers)")
    expect(told_before).to_have_text(said("phototour.kept", n=3, points=12))
    expect(first).to_have_text("12")
    hand.tap("label:has(#way-each)")
    assert boxes(phone) == ["5", "4", "3", "", "", "", ""]
    # Whoever corrects the count keeps the sum, and the other way round.
    shows("12", "3")
    hand.tap('[data-button="count-more"]')
    shows("12", "4")
    hand.number("#card-points", 20)
    shows("20", "4")
    # Cards one by one are not known now; the sum counts until one is entered.
    hand.tap("label:has(#way-each)")
    expect(told_before).to_have_text(said("phototour.kept", n=4, points=20))
    expect(first).to_have_text("20")
    hand.number("#each-0", 7)
    expect(told_before).to_have_count(0)
    expect(first).to_have_text("7")
    hand.tap("#undo")
    expect(first).to_have_text("20")
    # A card that was only tried out leaves what was entered before.
    hand.tap("label:has(#way-numbers)")
    hand.tap('[data-button="card-38"]')
    told(hand, 38, 5, "North")
    expect(first).to_have_text("5")
    hand.tap('[data-button="card-38"]')
    expect(first).to_have_text("20")
    shows("20", "4")
    # Cards by their numbers bring their points to the other ways.
    hand.tap("label:has(#way-numbers)")
    hand.tap('[data-button="card-38"]')
    hand.tap('[data-button="card-16"]')
    told(hand, 16, 6, "North")
    expect(first).to_have_text("11")
    shows("11", "2")
    hand.tap("label:has(#way-each)")
    assert boxes(phone) == ["5", "6", "", "", "", "", ""]
    hand.number("#each-2", 8)
    expect(first).to_have_text("19")
    shows("19", "3")
    sent(phone)
    assert server_totals(phone) == [19, 0]


@pytest.mark.parametrize(
    ("language", "points"), [("en-GB", "Points"), ("ru-RU", "Очки"), ("ja-JP", "点")]
)
def test_bonuses_are_asked_for_in_points(
    new_page: Opener, server: Server, language: str, points: str
) -> None:
    """They stand below counts of tokens, and are no counts."""
    page = new_page(locale=language)
    begin(page, server.url, "Anna", "Boris")
    for field in ("slots", "bonuses"):
        expect(page.locator(f'[data-number="{field}"] b')).to_contain_text(points)


def told(hand: Hand, number: int, points: int, region: str) -> None:
    """Tell the book of a card, as it is first met."""
    hand.number("#card-form-points", points)
    hand.tap("label:has(#card-form-kind-city)")
    hand.tap("label:has(#card-form-places-3)")
    known = hand.page.locator(f'label:has(input[name="card-form-region"][value="{region}"])')
    if known.count():
        hand.tap(known)
    else:
        hand.name("#card-form-name", region)
        hand.page.keyboard.press("Tab")
    hand.tap('[data-button="card-done"]')


def test_with_the_card_book_a_diary_is_seven_numbers(
    new_page: Opener, server: Server, watch: Watch
) -> None:
    # The file at the end is no card book.
    watch.forgiven = ("422",)
    phone = new_page(IPHONE)
    hand = begin(phone, server.url, "Anna", "Boris")
    hand.tap("label:has(#way-numbers)")
    for number, points, region in ((38, 5, "North"), (16, 4, "North"), (20, 6, "South")):
        hand.tap(f'[data-button="card-{number}"]')
        told(hand, number, points, region)
    expect(phone.locator("#scores .total td").first).to_have_text("15")
    hand.tap('[data-button="tab-2"]')
    hand.tap("label:has(#way-numbers)")
    # Anna has it; tapped all the same it is told as a card that is there twice.
    expect(phone.locator('[data-button="card-38"]')).to_have_class("card-number known taken")
    hand.tap('[data-button="card-20"]')
    expect(phone.locator("#checks")).to_contain_text(
        said("phototour.offence.card_twice", card=20, found=2)
    )
    hand.tap('[data-button="card-20"]')
    # A way that is emptied again has told nothing.
    expect(phone.locator("#verdict")).to_contain_text(said("phototour.need.cards"))
    phone.locator("#region-0").select_option("North")
    expect(phone.locator("#figure-0-1")).to_have_value("2")
    expect(phone.locator("#figure-0-1")).to_be_disabled()
    expect(phone.locator("#contest-0 .prize").first).to_have_text("→ 7")
    sent(phone)
    assert server_totals(phone) == totals(phone) == [22, 0]
    phone.locator("#book > summary").tap()
    the_book_changes(hand)
    with phone.expect_download() as waiting:
        phone.locator('[data-button="book-save"]').tap()
    saved = json.loads(Path(waiting.value.path()).read_text())
    assert [card["number"] for card in saved["book"]] == [16, 20, 38]
    again_here(phone, server)
    elsewhere(new_page(), server, Path(waiting.value.path()))


def the_book_changes(hand: Hand) -> None:
    """What it does to a contest is said; a card that somebody has goes after a question."""
    page, toast = hand.page, hand.page.locator("#toast.shown")
    first = page.locator("#scores .total td").first
    contest = said("phototour.contest", n=1)
    # A typed figure beside a counted one is pointed out.
    hand.number("#figure-0-2", 1)
    mixed = said("phototour.mixed", counted="Anna", typed="Boris")
    expect(page.locator("#contest-0 .mixed")).to_have_text(mixed)
    for number, told in (
        (38, said("phototour.book.changes", contests=contest)),
        (16, said("phototour.book.renamed", contests=contest, region="Nord")),
    ):
        hand.tap(f'[data-button="book-{number}"]')
        hand.name("#card-form-name", "Nord")
        page.keyboard.press("Tab")
        hand.tap('[data-button="card-done"]')
        expect(toast).to_contain_text(told)
    expect(page.locator("#region-0")).to_have_value("Nord")
    expect(page.locator("#figure-0-1")).to_have_value("2")
    hand.tap('[data-button="book-38"]')
    hand.tap('[data-button="card-drop"]')
    held = said("phototour.card.held", names="Anna")
    expect(page.locator("#card-form .notice")).to_have_text(held)
    hand.tap('[data-button="card-drop"]')
    expect(first).to_have_text("15")
    expect(toast).to_contain_text(contest)
    hand.tap("#toast button")
    expect(first).to_have_text("22")
    expect(page.locator("#figure-0-1")).to_have_value("2")


def again_here(phone: Page, server: Server) -> None:
    """The next game on this phone takes the book with one tap."""
    hand = begin(phone, server.url, "Anna", "Boris")
    phone.locator("#book > summary").tap()
    hand.tap('[data-button="book-use"]')
    expect(phone.locator("#book > summary")).to_have_text(said("phototour.book", n=3, most=50))
    before = hand.taps
    hand.tap("label:has(#way-numbers)")
    for number in (38, 16, 20):
        hand.tap(f'[data-button="card-{number}"]')
    assert hand.taps - before == 4
    expect(phone.locator("#scores .total td").first).to_have_text("15")


def elsewhere(phone: Page, server: Server, file: Path) -> None:
    """Another phone takes the book in from its file."""
    begin(phone, server.url, "Dora", "Eva")
    phone.locator("#book > summary").tap()
    phone.locator("#book-file").set_input_files(file)
    expect(phone.locator("#book > summary")).to_have_text(said("phototour.book", n=3, most=50))
    phone.locator('[data-button="book-16"]').tap()
    expect(phone.locator("#card-form-points")).to_have_value("4")
    phone.locator('[data-button="card-drop"]').tap()
    expect(phone.locator("#book > summary")).to_have_text(said("phototour.book", n=2, most=50))
    wrong: dict[str, Any] = {
        "name": "x.json", "mimeType": "application/json", "buffer": b'{"book": [{"number": 77}]}',
    }  # fmt: skip
    phone.locator("#book-file").set_input_files(wrong)  # type: ignore[arg-type]
    expect(phone.locator("#toast")).to_contain_text("$.book[0]")
    expect(phone.locator("#book > summary")).to_have_text(said("phototour.book", n=2, most=50))


def test_nobody_is_kept_out(new_page: Opener, server: Server) -> None:
    page = new_page(PHONE, reduced_motion="reduce", bypass_csp=True)
    hand = begin(page, server.url, "Anna", "Boris")
    enter(hand, 1, 1)
    assert violations(page) == []
    hand.tap("label:has(#way-numbers)")
    hand.tap('[data-button="card-38"]')
    hand.tap('[data-button="kinds"]')
    page.locator("#book > summary").tap()
    assert violations(page) == []
    page.goto(f"{server.url}/new/phototour")
    assert violations(page) == []


@pytest.mark.parametrize("language", ["en-GB", "ru-RU", "ja-JP"])
def test_all_fits_a_narrow_phone(new_page: Opener, server: Server, language: str) -> None:
    narrow = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = new_page(narrow, locale=language)
    begin(page, server.url, "Анна", "千代子", "Maximiliane-Charlotte", "Борис")
    page.locator("label:has(#way-numbers)").tap()
    page.locator('[data-button="card-38"]').tap()
    page.locator('[data-button="kinds"]').tap()
    page.locator("#book > summary").tap()
    fits(page, 360)
