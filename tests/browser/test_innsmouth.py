"""Innsmouth on phones: from the start page over routes and checks to the winner.

What the board comes to is worked out by hand in ``tests/rules/innsmouth/test_boards.py``.
"""

import json
import random
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from samples.simulator.innsmouth.games import played_board
from samples.simulator.innsmouth.photos import TownPage, simulate_town
from samples.simulator.strata import Kind
from scorer.rules.innsmouth.filled import Filled, InnsmouthSetup
from scorer.rules.innsmouth.pieces import Character, Threat
from scorer.rules.innsmouth.table import InnsmouthGame, read_game, result_of
from scorer.rules.innsmouth.town import PRACTICE, practice_town
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import NameSet
from scorer.rules.values import replace as replace_values
from scorer.web.serving.words import catalogue
from tests.support.browser.access import violations
from tests.support.browser.browsing import IPHONE, PHONE, Opener, Server, Watch
from tests.support.browser.hand import Hand
from tests.support.browser.othergames import IN_VAIN, begin_box, fits, put, sent
from tests.support.browser.said import said
from tests.support.innsmouthpages import (
    FATES,
    SECTIONS,
    WHOLE,
    board_entries,
    own_entry,
    shared_entries,
)

begin = partial(begin_box, "innsmouth")


def state_of(page: Page) -> dict[str, Any]:
    """What the server keeps once all that was entered is there: shared values, and players'."""
    sent(page)
    found: dict[str, Any] = page.request.get(f"{page.url.split('#')[0]}/table").json()["state"]
    return found


def check_of(page: Page, seat: int) -> Any:
    """The check of the player at *seat* as the server keeps it."""
    return state_of(page)["players"][str(seat)]["check"]


def won_by(name: str) -> str:
    """What is said of a winner by points."""
    text = said("table.winner.one", names=name)
    return said("table.decided", text=text, by=said("innsmouth.by.points"))


def tap_road(hand: Hand, section: str) -> None:
    """Tap on the middle of a road; a straight one has no width that could be tapped by itself."""
    road = hand.page.locator(f'#map [data-road="{section}"]')
    road.evaluate("(road) => road.scrollIntoView({ block: 'center' })")
    x, y = road.evaluate(
        """(road) => {
          const { x, y, width, height } = road.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }"""
    )
    hand.page.touchscreen.tap(x, y)
    hand.taps += 1


def set_up(hand: Hand) -> None:
    """Tell what lies beside the boards; digits go on to the next fate number."""
    page = hand.page
    hand.tap("label:has(#threat-cultists)")
    page.locator("#cache-card").select_option("fog")
    page.locator("#goal-0").select_option(index=1)
    page.locator("#goal-1").select_option(index=1)
    hand.tap("#fate-0")
    for digit in FATES:
        page.keyboard.press(str(digit))
    # All symbols are on the map at once.
    expect(page.locator("#map .threat")).to_have_count(5)


def draw_board(hand: Hand) -> None:
    """Draw sections with taps on roads, and tourists with taps on a quarter."""
    page = hand.page
    page.locator("#character").select_option("detective")
    for section in SECTIONS:
        tap_road(hand, section)
    expect(page.locator("#map .ink .section")).to_have_count(len(SECTIONS))
    hand.tap('#map [data-quarter="C2"]')
    for _ in range(3):
        hand.tap('[data-button="triangle-more"]')
    expect(page.locator('#map [data-held="C2"] .tourist')).to_have_count(3)
    hand.tap('[data-button="quarter-done"]')


def take_route(hand: Hand, expected: str) -> None:
    """Look at the routes that are offered, and take the best without end bonuses."""
    page = hand.page
    hand.tap("label:has(#mode-route)")
    expect(page.locator('[data-button="route-best"] strong')).to_contain_text(expected)
    hand.tap('[data-button="route-best"]')
    expect(page.locator("#routes")).to_contain_text(said("innsmouth.proved"))
    hand.tap('[data-button="accept"]')
    expect(page.locator(".check-head strong")).to_contain_text(expected)


def test_a_board_is_drawn_with_the_keyboard_alone(phone: Page, server: Server) -> None:
    page = phone
    begin(page, server.url, "Anna")
    focused = partial(page.evaluate, "Object.values(document.activeElement.dataset)[0] ?? ''")
    expect(page.locator("#map [tabindex='0']")).to_have_count(1)
    page.locator("#map [tabindex='0']").focus()
    here = focused()
    # From a quarter over the road between to the quarter beside it, and from there back.
    places = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
        places.append(focused())
    assert len({here, *places}) == 3
    assert (places[0], places[3]) == (places[2], here)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#map .ink .section")).to_have_count(1)
    assert focused() == places[0]
    page.keyboard.press("ArrowRight")
    for leave in ("Escape", "Enter"):
        page.keyboard.press("Enter")
        assert focused() == "circle-more"
        page.keyboard.press("Enter")
        if leave == "Enter":
            page.locator('[data-button="quarter-done"]').focus()
        page.keyboard.press(leave)
        expect(page.locator("#quarter")).to_be_hidden()
        assert focused() == places[1]
    assert state_of(page)["players"]["1"]["tourists"][places[1]] == {"circle": 2}


def test_two_phones_from_the_board_to_the_winner(new_page: Opener, server: Server) -> None:
    """The Detective: 20.3 expected, ends with 20. The Boatman: 31 expected, ends with 33."""
    anna = begin(new_page(IPHONE), server.url, "Anna", "Boris")
    page = anna.page
    set_up(anna)
    draw_board(anna)
    put(page, *board_entries(1, "detective"))
    other = Hand(new_page(PHONE))
    other.page.goto(page.locator("[data-copy]").get_attribute("data-copy") or "")
    other.tap(other.page.get_by_role("link", name="Boris"))
    expect(other.page.locator('[data-button="tab-2"][aria-pressed="true"]')).to_be_visible()
    put(other.page, *board_entries(2, "boatman"))
    expect(other.page.locator("#map .threat")).to_have_count(5)
    take_route(anna, "20.3")
    take_route(other, "31.0")
    # Each phone shows both, and whose check comes first: the higher threat level's.
    expect(page.locator('[data-button="tab-2"]')).to_contain_text("≈31")
    first = said("innsmouth.next", name="Anna")
    expect(other.page.locator("#verdict")).to_contain_text(first)
    anna_checks(anna)
    boris_checks(other)
    winner = said("table.winner.one", names="Boris")
    for hand in (anna, other):
        expect(hand.page.locator("#verdict")).to_contain_text("Boris")
        totals = hand.page.locator("#scores .total td")
        expect(totals.nth(0)).to_have_text("20")
        expect(totals.nth(1)).to_have_text("33")
        # Six sections are fewer than ten rounds draw.
        expect(hand.page.locator("#checks li")).not_to_have_count(0)
    anna.tap("#scores .certainty a >> nth=0")
    expect(anna.page.locator("#checks h2")).to_be_in_viewport()
    anna.tap('[data-button="checked"]')
    for hand in (anna, other):
        expect(hand.page.locator("#verdict.sure")).to_contain_text(winner)
    one_more_tourist(other)


def one_more_tourist(hand: Hand) -> None:
    """A correction of the board leaves the check as it was played."""
    page = hand.page
    total = page.locator("#scores .total td").nth(1)
    hand.tap("label:has(#mode-board)")
    hand.tap('#map [data-quarter="C2"]')
    hand.tap('[data-button="triangle-more"]')
    expect(total).not_to_have_text("33")
    expect(total).not_to_contain_text("≈")
    hand.tap("label:has(#mode-check)")
    expect(page.locator("#check")).to_contain_text(said("innsmouth.outcome.entered"))


def anna_checks(hand: Hand) -> None:
    """Stop, roll 1 and 6 on the table, and lose C2; undo and redo on the way."""
    page = hand.page
    expect(page.locator(".step .choice").first).to_contain_text(said("innsmouth.check.open.no"))
    hand.tap('[data-button="stop-cards"]')
    hand.tap('[data-button="face-1"]')
    hand.tap('[data-button="face-6"]')
    leave = page.locator('[data-button="leave-C2-C3"]')
    expect(leave).to_be_visible()
    # The dice were others after all: each step takes one back.
    hand.tap("#undo")
    hand.tap("#undo")
    hand.tap('[data-button="face-6"]')
    hand.tap('[data-button="face-5"]')
    expect(page.locator(".check-total")).to_have_text(said("innsmouth.vp", n=23))
    hand.tap("#undo")
    hand.tap('[data-button="face-back"]')
    hand.tap('[data-button="face-6"]')
    hand.tap('[data-button="face-1"]')
    hand.tap(leave)
    expect(page.locator(".check-total")).to_have_text(said("innsmouth.vp", n=20))
    expect(page.locator('#map [data-held="C2"] .struck')).to_have_count(1)
    hand.tap("#undo")
    expect(leave).to_be_visible()
    hand.tap("#redo")
    expect(page.locator(".check-total")).to_have_text(said("innsmouth.vp", n=20))


def boris_checks(hand: Hand) -> None:
    """The check was played with cardboard: the card stayed closed, nobody left."""
    page = hand.page
    page.locator("#outcome > summary").tap()
    # A figure that nobody told is not 0.
    hand.tap('[data-button="outcome-done"]')
    lacks = said("innsmouth.outcome.lacks", what=said("innsmouth.outcome.closed"))
    expect(page.locator("#toast.shown")).to_have_text(lacks)
    hand.tap('[data-button="left-C2"]')
    hand.tap('[data-button="left-C2"]')
    hand.tap('[data-button="closed-more"]')
    expect(page.locator("#check")).not_to_contain_text(said("innsmouth.outcome.entered"))
    hand.tap('[data-button="outcome-done"]')
    expect(page.locator("#check")).to_contain_text(said("innsmouth.outcome.entered"))


def test_artefacts_and_dice_again(phone: Page, server: Server) -> None:
    """A Manuscript is dealt, the dice are thrown again; the app rolls what it is asked to."""
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    take_route(hand, "20.3")
    hand.tap('[data-button="open-card"]')
    hand.tap('[data-button="card-manuscript"]')
    expect(phone.locator(".chips")).to_contain_text(said("innsmouth.manuscript"))
    hand.tap('[data-button="face-1"]')
    # A die that lies on the table outlives a reload.
    sent(phone)
    phone.reload()
    expect(phone.locator(".step .die.open")).to_have_count(1)
    hand.tap('[data-button="face-2"]')
    for i in (0, 1):
        expect(phone.locator(f'[data-button="again-{i}"]')).to_have_attribute(
            "aria-pressed", "true"
        )
    # Only one of them after all.
    hand.tap('[data-button="again-1"]')
    hand.tap('[data-button="throw-again"]')
    hand.tap('[data-button="face-6"]')
    hand.tap('[data-button="leave-C2-C3"]')
    # 13 without △3, and the card was opened.
    expect(phone.locator(".check-total")).to_have_text(said("innsmouth.vp", n=13))
    # On the table somebody raised the die by other means: nobody failed.
    phone.locator(".otherwise > summary").tap()
    hand.tap('[data-button="told-failures-less"]')
    expect(phone.locator(".check-total")).to_have_text(said("innsmouth.vp", n=16))
    hand.tap('[data-button="check-again"]')
    hand.tap('[data-button="stop-cards"]')
    hand.tap('[data-button="app-rolls"]')
    expect(phone.locator('.check-total, [data-button="leave-C2-C3"]')).to_be_visible()


def test_undo_takes_back_one_die_after_another(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    take_route(hand, "20.3")
    hand.tap('[data-button="open-card"]')
    hand.tap('[data-button="card-manuscript"]')
    hand.tap('[data-button="face-1"]')
    # Undo is on the screen wherever the check is.
    assert phone.evaluate(
        "document.getElementById('undo').getBoundingClientRect().bottom <= innerHeight"
    )
    open_ = phone.locator(".step .dice .die.open")
    expect(open_).to_have_count(1)
    hand.tap("#undo")
    expect(open_).to_have_count(2)
    for face in (1, 2):
        hand.tap(f'[data-button="face-{face}"]')
    expect(phone.locator('[data-button="throw-again"]')).to_be_visible()
    # The last die was wrong.
    hand.tap("#undo")
    expect(open_).to_have_count(1)
    hand.tap('[data-button="face-3"]')
    hand.tap('[data-button="throw-again"]')
    hand.tap('[data-button="face-6"]')
    hand.tap('[data-button="face-5"]')
    expect(phone.locator(".check-total")).to_be_visible()
    hand.tap("#undo")
    expect(open_).to_have_count(1)
    hand.tap('[data-button="face-6"]')
    expect(phone.locator(".check-total")).to_be_visible()


def test_the_huntress_erases_a_symbol_and_the_warlock_holds_rituals(
    phone: Page, server: Server
) -> None:
    """Both walk over both banks, caches at c2 and d4.

    The Huntress keeps both cards closed, 14, and hits once, 10. The symbol in C3 is gone, so her
    failure takes nobody: 16 + 14 + 10 = 40. With it, △3 would leave: 37. The Warlock has no cards
    and loses them in a ritual: 16 − 3 + 3 · 2 = 19.
    """
    hand = begin(phone, server.url, "Anna", "Boris")
    both = [own_entry(seat, "route", WHOLE) for seat in (1, 2)]
    put(phone, *shared_entries(), {"field": "caches", "value": ["c2", "d4"]},
        *board_entries(1, "huntress"), *board_entries(2, "warlock"), *both)  # fmt: skip
    hand.tap("label:has(#mode-check)")
    for step in ("stop-cards", "face-1", "face-5"):
        hand.tap(f'[data-button="{step}"]')
    # Only the symbol along the route can go, and nobody has left yet.
    expect(phone.locator('[data-button^="erase-"]')).to_have_count(1)
    before = check_of(phone, 1)
    assert before == {"stopped": True, "dice": [1, 5]}
    hand.tap('[data-button="erase-C3"]')
    expect(phone.locator(".check-total")).to_have_text(said("innsmouth.vp", n=40))
    assert check_of(phone, 1) == {**before, "erased": ["C3"]}
    hand.tap("#undo")
    expect(phone.locator('[data-button="erase-C3"]')).to_be_visible()
    assert check_of(phone, 1) == before
    hand.tap("#redo")
    hand.tap('[data-button="tab-2"]')
    for name in ("stop-cards", "app-rolls"):
        expect(phone.locator(f'[data-button="{name}"]')).to_have_count(0)
    hand.tap('[data-button="leave-C2-C3"]')
    expect(phone.locator(".check-total")).to_have_text(said("innsmouth.vp", n=19))
    left = [{"quarter": "C2", "symbol": "C3"}]
    assert check_of(phone, 2) == {"left": left}
    # What is taken back of another player is said.
    hand.tap('[data-button="tab-1"]')
    what = said("result.of", name="Boris", open=said("innsmouth.need.check"))
    for step, word in (("#undo", "undone"), ("#redo", "redone")):
        hand.tap(step)
        expect(phone.locator("#toast.shown")).to_have_text(said(word, what=what))
    totals = phone.locator("#scores .total td")
    for i, total in enumerate(("40", "19")):
        expect(totals.nth(i)).to_have_text(total)
    hand.tap('[data-button="checked"]')
    expect(phone.locator("#verdict.sure")).to_contain_text(won_by("Anna"))


def test_who_only_looks_on_sees_boards_routes_and_sheets(
    phone: Page, new_page: Opener, server: Server
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    put(phone, *shared_entries(), *board_entries(1, "detective"), *board_entries(2, "boatman"),
        {"seat": 1, "field": "route", "value": WHOLE},
        {"seat": 1, "field": "played", "value": {"closed": 1, "left": ["C2"]}})  # fmt: skip
    expect(phone.locator("#scores .total td").first).to_have_text("20")
    looker = new_page()
    looker.goto(phone.locator(".join .small a").get_attribute("href") or "")
    expect(looker.locator("#map .walked")).not_to_have_count(0)
    expect(looker.locator("#map .struck")).to_have_count(1)
    rows = looker.locator("#made-up tr")
    expect(rows.first).to_contain_text(said("innsmouth.circle"))
    expect(rows.last).to_contain_text("20")
    looker.locator('[data-button="tab-2"]').tap()
    expect(looker.locator("#map .ink .section")).to_have_count(len(SECTIONS))
    expect(looker.locator("#map .walked")).to_have_count(0)
    expect(looker.locator("#made-up")).to_contain_text(said("innsmouth.need.route"))
    looker.locator('#map [data-quarter="C2"]').tap()
    expect(looker.locator('#map [role="button"]')).to_have_count(0)


def test_an_outcome_stands_in_place_of_steps_that_no_longer_fit(
    phone: Page, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    take_route(hand, "20.3")
    for step in ("stop-cards", "face-1", "face-6", "leave-C2-C3"):
        hand.tap(f'[data-button="{step}"]')
    expect(phone.locator(".check-total")).to_have_text(said("innsmouth.vp", n=20))
    # By a slip somebody is the Warlock, and the Detective again.
    hand.tap("label:has(#mode-board)")
    phone.locator("#character").select_option("warlock")
    expect(phone.locator("#scores .total td").first).not_to_have_text("20")
    phone.locator("#character").select_option("detective")
    expect(phone.locator("#scores .total td").first).to_have_text("20")
    put(phone, {"seat": 1, "field": "tourists", "where": "C2", "value": None})
    hand.tap("label:has(#mode-check)")
    expect(phone.locator("#check .notice")).to_have_text(said("innsmouth.refit.check"))
    phone.locator("#outcome > summary").tap()
    hand.tap('[data-button="closed-more"]')
    hand.tap('[data-button="outcome-done"]')
    expect(phone.locator("#check")).to_contain_text(said("innsmouth.outcome.entered"))
    expect(phone.locator("#outcome")).to_be_visible()
    sent(phone)
    own = phone.request.get(f"{phone.url.split('#')[0]}/table").json()["state"]["players"]["1"]
    assert (own["check"], own["played"]["closed"]) == (None, 1)


def test_a_route_of_ones_own(phone: Page, server: Server) -> None:
    """North alone is worth 14; with the south-east it cannot be walked."""
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    hand.tap("label:has(#mode-route)")
    hand.tap('[data-button="own-route"]')
    expect(phone.locator("#routes")).to_have_text(
        re.compile(said("innsmouth.own-route.how") + said("innsmouth.own-route.cancel"))
    )
    tap_road(hand, "c1-c2")
    tap_road(hand, "c2-c3_north")
    expect(phone.locator("#routes b").first).to_contain_text("14.0")
    # Undo takes back the last section, and nothing else.
    tap_road(hand, "c3_south-d3")
    hand.tap("#undo")
    expect(phone.locator("#routes b").first).to_contain_text("14.0")
    hand.tap("#undo")
    expect(phone.locator("#map .ink .section:not(.off)")).to_have_count(1)
    tap_road(hand, "c2-c3_north")
    expect(phone.locator("#routes b").first).to_contain_text("14.0")
    tap_road(hand, "e5-e6")
    expect(phone.locator("#routes")).to_contain_text(said("innsmouth.not-walkable"))
    tap_road(hand, "e5-e6")
    hand.tap('[data-button="accept"]')
    expect(phone.locator(".check-head strong")).to_contain_text("14.0")
    # A section of the route is rubbed out: the route goes with it.
    hand.tap("label:has(#mode-board)")
    tap_road(hand, "c1-c2")
    expect(phone.locator("#verdict")).to_contain_text(said("innsmouth.need.route"))
    expect(phone.locator("#toast.shown")).to_contain_text(said("innsmouth.gone.route"))
    hand.tap("#toast button")
    expect(phone.locator("#verdict")).not_to_contain_text(said("innsmouth.need.route"))
    tap_road(hand, "c1-c2")
    # What was done before a reload can still be taken back.
    sent(phone)
    phone.reload()
    expect(phone.locator("#table.ready")).to_be_visible()
    hand.tap("#undo")
    expect(phone.locator("#verdict")).not_to_contain_text(said("innsmouth.need.route"))
    expect(phone.locator('#map [data-ink="c1-c2"]')).to_have_count(1)
    hand.tap("#redo")
    expect(phone.locator("#verdict")).to_contain_text(said("innsmouth.need.route"))


def test_what_is_begun_outlives_a_reload(phone: Page, server: Server) -> None:
    """A route of one's own before it is taken, and an outcome before it is entered."""
    hand = begin(phone, server.url, "Anna", "Boris")
    put(phone, *shared_entries(), *board_entries(1, "detective"), *board_entries(2, "boatman"))
    hand.tap("label:has(#mode-route)")
    hand.tap('[data-button="own-route"]')
    for section in ("c1-c2", "c2-c3_north", "e5-e6"):
        tap_road(hand, section)
    expect(phone.locator("#routes")).to_contain_text(said("innsmouth.not-walkable"))
    sent(phone)
    phone.reload()
    # It goes on where it was, and every tap can still be taken back.
    expect(phone.locator("#routes")).to_contain_text(said("innsmouth.not-walkable"))
    hand.tap("#undo")
    expect(phone.locator("#routes b").first).to_contain_text("14.0")
    # Who looks at a board meanwhile, one's own or another's, comes back to it.
    hand.tap("label:has(#mode-board)")
    hand.tap('[data-button="tab-2"]')
    hand.tap("label:has(#mode-route)")
    expect(phone.locator('[data-button="own-done"]')).to_have_count(0)
    hand.tap('[data-button="tab-1"]')
    hand.tap("label:has(#mode-route)")
    expect(phone.locator("#routes b").first).to_contain_text("14.0")
    hand.tap('[data-button="accept"]')
    phone.locator("#outcome > summary").tap()
    hand.tap('[data-button="closed-more"]')
    hand.tap('[data-button="left-C2"]')
    sent(phone)
    phone.reload()
    expect(phone.locator("#closed")).to_have_value("1")
    expect(phone.locator('[data-button="left-C2"]')).to_have_attribute("aria-pressed", "true")
    hand.tap('[data-button="outcome-done"]')
    assert state_of(phone)["players"]["1"]["played"] == {"closed": 1, "hits": 0, "left": ["C2"]}
    # What is entered, or given up, is begun no more.
    hand.tap("label:has(#mode-route)")
    hand.tap('[data-button="drop-route"]')
    hand.tap('[data-button="own-route"]')
    tap_road(hand, "e5-e6")
    hand.tap('[data-button="own-done"]')
    sent(phone)
    phone.reload()
    expect(phone.locator("#mode-board")).to_be_checked()
    hand.tap("label:has(#mode-route)")
    expect(phone.locator('[data-button="own-done"]')).to_have_count(0)


def test_what_is_sure_and_what_a_solo_player_wants(phone: Page, server: Server) -> None:
    """With threat level 0 nothing is left to chance: c1-c2 gives 7 and a closed artefact."""
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    hand.tap("label:has(#mode-route)")
    sure = phone.locator('[data-button="route-without_ferries"] strong')
    expect(sure).to_have_text(said("innsmouth.vp", n=14))
    expect(phone.locator('[data-button="route-best"] strong')).to_contain_text("≈")
    points, goals = phone.locator("#challenge-points"), phone.locator("#challenge-goals")
    expect(goals).to_be_disabled()
    points.fill("2000")
    expect(points).to_have_value("999")
    points.fill("150")
    goals.fill("16")
    for field, stays in ((points, "150"), (goals, "16")):
        field.fill("")
        field.press("Tab")
        expect(field).to_have_value(stays)
    sent(phone)
    shared = phone.request.get(f"{phone.url.split('#')[0]}/table").json()["state"]["shared"]
    assert shared["challenge"] == {"points": 150, "goals": 16}
    # No route reaches it: none is offered for it.
    expect(phone.locator("#routes .notice")).to_have_text(said("innsmouth.challenge.never"))
    expect(phone.locator('[data-button="route-for_challenge"]')).to_have_count(0)
    # A lost challenge is final, but not shown as good news.
    put(phone, {"seat": 1, "field": "route", "value": ["c1-c2"]},
        {"seat": 1, "field": "played", "value": {"closed": 1}},
        {"field": "checked", "value": True})  # fmt: skip
    expect(phone.locator("#standing")).to_have_text(said("innsmouth.lost"))
    expect(phone.locator("#standing.sure")).to_have_count(0)


def test_routes_are_asked_for_again_until_there_is_an_answer(
    phone: Page, server: Server, watch: Watch
) -> None:
    """The connection breaks once; then others are served first."""
    watch.forgiven = ("ERR_CONNECTION_RESET", "failed: ")
    hand = begin(phone, server.url, "Anna")
    asked = iter(range(9))

    def in_vain_twice(route: Route) -> None:
        match next(asked):
            case 0:
                route.abort("connectionreset")
            case 1:
                route.fulfill(json={"busy": True})
            case _:
                route.continue_()

    phone.route("**/final-routes*", in_vain_twice)
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    hand.tap("label:has(#mode-route)")
    expect(phone.locator('[data-button="route-best"] strong')).to_contain_text("≈")
    assert next(asked) > 2


def test_the_printed_sheet_tells_who_played_whom(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    row = phone.locator("#scores tbody tr").first
    expect(row.locator("td").first).to_have_text(said("innsmouth.detective"))
    # A phone has no room for it beside four names.
    expect(row).to_be_hidden()
    phone.emulate_media(media="print")
    expect(row).to_be_visible()
    expect(row.locator("td")).to_have_text([said("innsmouth.detective"), "?"])


def test_what_is_asked_or_missing_is_at_hand_in_ones_language(
    new_page: Opener, server: Server
) -> None:
    page = new_page(PHONE, locale="ru-RU")
    hand = begin(page, server.url, "Анна")
    words = catalogue("ru")
    put(page, *shared_entries(), *board_entries(1, "boatman"),
        {"field": "fates", "where": 9, "value": None},
        own_entry(1, "rings", {"d3_north": True}), own_entry(1, "route", WHOLE))  # fmt: skip
    sent(page)
    page.reload()
    # Of what lies beside the boards a fate number is missing.
    expect(page.locator("#fate-9")).to_be_visible()
    # A place on a bank has its name in the message, on its button and on the map.
    north = f"d3 {words['innsmouth.side.north']}"
    expect(page.locator("#checks li", has_text=north)).to_have_count(1)
    hand.tap("label:has(#mode-board)")
    expect(page.locator('[data-button="ring-d3_north"]')).to_have_text(north)
    expect(page.locator("#map .named", has_text=north)).to_have_count(1)
    # The tapped quarter stays in view as its panel comes.
    quarter = page.locator('#map [data-quarter="B2"]')
    quarter.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    quarter.tap()
    hand.taps += 1
    expect(page.locator("#quarter")).to_be_in_viewport()
    expect(quarter).to_be_in_viewport(ratio=0.99)
    hand.tap('[data-button="quarter-done"]')
    # What is to be checked is said below the sheet, and a tap away.
    hand.tap("#verdict .open a")
    expect(page.locator("#checks")).to_be_in_viewport()
    # A file tells how much of a photo was open.
    put(page, own_entry(1, "to_check", 2))
    text = words["innsmouth.file-doubts"].format(n=2)
    expect(page.locator("#checks li", has_text=text)).to_have_count(1)
    hand.tap('#checks [data-button="checked"]')
    expect(page.locator("#checks")).not_to_have_class("notice")
    page.reload()
    put(page, {"field": "fates", "where": 9, "value": FATES[9]})
    sent(page)
    page.reload()
    expect(page.locator("#table.ready")).to_be_visible()
    expect(page.locator("#fate-9")).to_be_hidden()


def test_as_many_things_are_listed_as_there_are_to_check(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    asked = {"kind": "section", "where": "a1-a2", "read": True, "alternatives": [False], "order": 0}
    put(phone, *shared_entries(), *board_entries(1, "collector"), *board_entries(2, "boatman"),
        *(own_entry(seat, "route", WHOLE) for seat in (1, 2)),
        own_entry(2, "tourists", {"A1": {"circle": 1}}),
        own_entry(2, "doubts", {"section a1-a2": asked}))  # fmt: skip
    noted = phone.locator("#noted li")
    expect(noted).to_have_text([said("innsmouth.offence.groups-differ")])
    sent(phone)
    table = phone.request.get(f"{phone.url.split('#')[0]}/table").json()
    assert table["status"]["to_check"] > 1
    expect(phone.locator("#counted li")).to_have_count(table["status"]["to_check"])
    # What is open of a photo is listed too, and a tap away.
    hand.tap("#counted a")
    expect(phone.locator('[data-button="tab-2"][aria-pressed="true"]')).to_be_visible()
    expect(phone.locator("#doubt")).to_be_in_viewport()
    # Once all is checked the note is left.
    hand.tap('[data-button="checked"]')
    expect(phone.locator("#checks")).not_to_have_class("notice")
    expect(noted).to_have_count(1)
    # The winner's line tells how much of it the rules do not allow; a doubt of the photo is none.
    objected = said("other.objected.other", n=table["status"]["to_check"] - 1)
    expect(phone.locator("#verdict .objected")).to_have_text(objected)


def test_what_is_said_in_passing_leaves_undo_and_redo_free(
    new_page: Opener, server: Server
) -> None:
    page = new_page({**PHONE, "viewport": {"width": 390, "height": 664}})
    begin(page, server.url, "Anna")
    put(page, *shared_entries(), *board_entries(1, "detective"), own_entry(1, "route", WHOLE))
    page.locator("label:has(#mode-board)").tap()
    expect(page.locator("#map .ink .section")).to_have_count(len(SECTIONS))
    tap_road(Hand(page), WHOLE[0])
    toast = page.locator("#toast.shown")
    expect(toast).to_contain_text(said("innsmouth.gone.route"))
    # Wherever the page is scrolled to meanwhile.
    for above in (0, 20, 40, 70, 120):
        page.evaluate(
            """(above) => {
              const { bottom } = document.getElementById("undo").getBoundingClientRect();
              scrollBy({ top: bottom + above - innerHeight, behavior: "instant" });
            }""",
            above,
        )
        page.wait_for_timeout(50)
        for name in ("undo", "redo"):
            assert page.evaluate(
                """(id) => {
                  const toast = document.getElementById("toast").getBoundingClientRect();
                  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
                  return toast.bottom <= top || toast.top >= bottom;
                }""",
                name,
            ), (above, name)
    expect(toast).to_be_visible()


def test_the_threat_is_open_until_somebody_or_a_photo_tells_it(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna")
    chosen = phone.locator('[data-choice="threat"] input:checked')
    expect(chosen).to_have_count(0)
    expect(phone.locator("#verdict")).to_contain_text(said("innsmouth.need.threat"))
    expect(phone.locator("#fate-0")).to_have_count(0)
    # A ring in a photo tells it; whoever says that there is none opens it again.
    asked = {"kind": "name", "where": "name", "read": True, "alternatives": [False], "order": 0}
    told = {"threat": "deep-ones", "threat_read": True}
    put(phone, *({"field": field, "value": value} for field, value in told.items()),
        own_entry(1, "ringed_name", True),
        own_entry(1, "doubts", {"name name": asked}))  # fmt: skip
    expect(chosen).to_have_value("deep-ones")
    expect(phone.locator("#threat-read")).to_be_visible()
    hand.tap('[data-button="doubt-1"]')
    expect(chosen).to_have_count(0)
    expect(phone.locator("#threat-read")).to_have_count(0)
    hand.tap("#undo")
    expect(chosen).to_have_value("deep-ones")
    # What somebody chooses is no reading any more.
    hand.tap("label:has(#threat-cultists)")
    expect(phone.locator("#fate-0")).to_be_visible()
    shared = state_of(phone)["shared"]
    assert (shared["threat"], shared["threat_read"]) == ("cultists", False)


def test_no_fate_number_is_kept_that_no_die_shows(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna")
    hand.tap("label:has(#threat-cultists)")
    box, toast = phone.locator("#fate-0"), phone.locator("#toast.shown")
    hand.number("#fate-0", 4)
    for wrong, end, n in ((7, "most", 6), (0, "least", 1), (99, "most", 6), (-1, "least", 1)):
        box.fill(str(wrong))
        expect(toast).to_have_text(said(f"number.refused-{end}", n=n, told=wrong))
        expect(box).to_have_value("4")
    box.fill("1.5")
    expect(toast).to_have_text(said("number.refused-whole", told="1.5"))
    box.blur()
    expect(box).to_have_value("4")
    box.fill("6")
    expect(phone.locator("#fate-1")).to_be_focused()
    expect(toast).to_have_count(0)
    assert state_of(phone)["shared"]["fates"][:2] == [6, None]


def test_a_fate_number_shows_what_undo_and_other_phones_make_of_it(
    phone: Page, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna")
    hand.tap("label:has(#threat-cultists)")
    hand.tap("#fate-0")
    for digit in "53":
        phone.keyboard.press(digit)
    expect(phone.locator("#fate-2")).to_be_focused()
    sent(phone)
    put(phone, {"field": "fates", "where": 0, "value": 2})
    expect(phone.locator("#fate-0")).to_have_value("2")
    hand.tap("#undo")
    expect(phone.locator("#fate-1")).to_have_value("")


@pytest.mark.unused
def test_the_question_which_fate_number_stands_names_it(
    phone: Page, server: Server, new_page: Opener, watch: Watch
) -> None:
    watch.forgiven = ("409", *IN_VAIN)
    hand = begin(phone, server.url, "Anna")
    hand.tap("label:has(#threat-cultists)")
    sent(phone)
    other = new_page()
    other.goto(phone.url)
    expect(other.locator("#table.ready")).to_be_visible()
    phone.context.set_offline(True)
    hand.number("#fate-2", 5)
    put(other, {"field": "fates", "where": 2, "value": 1, "was": None})
    phone.context.set_offline(False)
    question = phone.locator("#problem")
    what = said("innsmouth.fate", n=3)
    expect(question).to_contain_text(said("conflict.values", what=what, mine="5", theirs="1"))
    question.get_by_role("button", name=said("conflict.theirs")).tap()
    expect(phone.locator("#fate-2")).to_have_value("1")


def test_goal_cards_have_their_figures_in_full(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna")
    cards = practice_town().file.goals
    for i, card in enumerate(cards[:2]):
        phone.locator(f"#goal-{i}").select_option(index=1)
        figures = ", ".join(f"{one.threshold} → {one.points}" for one in card.tiers)
        expect(phone.locator(f"#goal-{i}-tiers")).to_have_text(figures)
        expect(phone.locator("#setup > summary small")).to_contain_text(f"({figures})")


def test_numbered_cards_and_places_have_names(new_page: Opener, server: Server) -> None:
    page = new_page(PHONE, locale="ru-RU")
    begin(page, server.url, "Анна")
    words = catalogue("ru")
    town = PRACTICE.read_text("utf-8").replace("\npractice = true", "", 1)
    cultists = {"field": "threat", "value": "cultists"}
    put(page, cultists, {"field": "town", "value": town.replace("fog = ", '"card 3" = ')})
    expect(page.locator("#cache-card")).to_contain_text(words["town-editor.card"].format(n=3))
    expect(page.locator("#cache-card")).not_to_contain_text("card 3")
    # Of another town than ours nobody is told that all is practice.
    expect(page.locator(".box-values")).to_contain_text(words["innsmouth.box.town"])
    expect(page.locator(".box-values")).not_to_contain_text(words["innsmouth.box.how"])
    doubt = {
        "kind": "tourists",
        "where": "B5",
        "order": 0,
        "read": {},
        "alternatives": [{"circle": 1}],
    }
    put(page, {"seat": 1, "field": "doubts", "where": "tourists B5", "value": doubt})
    expect(page.locator("#doubt")).to_contain_text("B5")
    assert " ?" not in page.locator("#doubt").inner_text()
    symbols = {"kind": "threats", "where": "C3", "order": -2, "read": 0, "alternatives": [1]}
    put(page, {"seat": 1, "field": "doubts", "where": "threats C3", "value": symbols})
    expect(page.locator("#doubt")).to_have_attribute("data-doubt", "threats C3")
    # Of symbols that the fate numbers give nobody is asked: the next question is.
    # Ink beside a threat symbol may be the symbol's: no answer takes that away.
    put(page, {"field": "fates", "value": FATES},
        {"seat": 1, "field": "doubts", "where": "tourists C3",
         "value": {**doubt, "where": "C3", "order": -1}})  # fmt: skip
    expect(page.locator("#doubt")).to_contain_text("C3, кроме символа угрозы?")
    expect(page.locator('[data-button="doubt-0"]')).to_have_text("только 1 символ угрозы")


def test_two_end_bonuses_alike_are_drawn_and_both_crossed_out(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    put(phone, {"seat": 1, "field": "bonuses", "value": ["section", "section"]})
    hand.tap("label:has(#mode-route)")
    with_both = phone.locator('[data-button="route-with_bonuses"]')
    expect(with_both).to_be_visible(timeout=30_000)
    # What promises most is chosen already.
    expect(with_both).to_have_attribute("aria-pressed", "true")
    hand.tap('[data-button="accept"]')
    expect(phone.locator(".check-head strong")).to_be_visible()
    sent(phone)
    state = phone.request.get(f"{phone.url.split('#')[0]}/table").json()["state"]["players"]["1"]
    assert state["used"] == {"section": 2}
    assert len(state["sections"]) == len(SECTIONS) + 2
    # Both go with the route, and come back with it.
    hand.tap("label:has(#mode-route)")
    hand.tap('[data-button="drop-route"]')
    expect(with_both).to_be_visible()
    bare = state_of(phone)["players"]["1"]
    assert (bare["route"], bare["used"], set(bare["sections"])) == (None, {}, set(SECTIONS))
    hand.tap("#undo")
    expect(phone.locator('[data-button="drop-route"]')).to_be_visible()
    assert state_of(phone)["players"]["1"] == state
    # So they do where a section of the route is rubbed out.
    hand.tap("label:has(#mode-board)")
    tap_road(hand, "c1-c2")
    rubbed = state_of(phone)["players"]["1"]
    assert (rubbed["route"], rubbed["used"]) == (None, {})
    assert set(rubbed["sections"]) == {*SECTIONS} - {"c1-c2"}


def test_a_route_is_taken_once_end_bonuses_are_looked_at_or_one_is_chosen(
    phone: Page, server: Server
) -> None:
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    held: list[Route] = []
    phone.route("**/final-routes?bonuses=yes", lambda route: held.append(route), times=1)
    hand.tap("label:has(#mode-route)")
    accept = phone.locator('[data-button="accept"]')
    expect(accept).to_be_disabled()
    hand.tap('[data-button="route-without_ferries"]')
    expect(accept).to_be_enabled()
    [route] = held
    route.continue_()
    expect(phone.locator("#routes [role=status]")).to_have_count(0)
    # What was chosen stays.
    chosen = phone.locator('[data-button="route-without_ferries"]')
    expect(chosen).to_have_attribute("aria-pressed", "true")


@pytest.mark.unused
def test_without_a_connection_the_last_sheet_stays(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = IN_VAIN
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    take_route(hand, "20.3")
    expect(phone.locator("#live")).to_have_text(said("table.live"))
    phone.context.set_offline(True)
    hand.tap('[data-button="stop-cards"]')
    expect(phone.locator("#saving")).to_have_text(said("innsmouth.unsent"))
    expect(phone.locator("#scores .total td").first).to_have_text("≈20")
    phone.context.set_offline(False)
    expect(phone.locator('[data-button="face-1"]')).to_be_visible()


def test_nobody_is_kept_out(new_page: Opener, server: Server) -> None:
    page = new_page(PHONE, reduced_motion="reduce", bypass_csp=True)
    hand = begin(page, server.url, "Anna", "Boris")
    assert violations(page) == []
    put(page, *shared_entries(), *board_entries(1, "detective"))
    hand.tap('#map [data-quarter="C2"]')
    assert violations(page) == []
    take_route(hand, "20.3")
    assert violations(page) == []


@pytest.mark.parametrize("language", ["en-GB", "ru-RU", "ja-JP"])
def test_all_fits_a_narrow_phone(new_page: Opener, server: Server, language: str) -> None:
    narrow = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = new_page(narrow, locale=language)
    begin(page, server.url, "Анна", "千代子", "Maximiliane-Charlotte", "Борис")
    put(page, *shared_entries(), *board_entries(1, "detective"))
    page.locator('#map [data-quarter="C2"]').tap()
    for mode in ("board", "route", "check"):
        page.locator(f"label:has(#mode-{mode})").tap()
        if mode == "route":
            page.locator('[data-button="accept"]').tap()
            page.locator("label:has(#mode-route)").tap()
        fits(page, 360)
    # Of a chosen goal card the closed list tells the name alone; the figures stand below it.
    for i in range(2):
        expect(page.locator(f"#goal-{i} option:checked")).not_to_contain_text("→")
        expect(page.locator(f"#goal-{i}-tiers")).to_contain_text("→")


def test_the_box_says_what_no_practice_value_does(phone: Page, server: Server) -> None:
    """A split of other than seven cards waits on the phone; tiers and bonuses count at once."""
    hand = begin(phone, server.url, "Anna")
    put(phone, *shared_entries(), *board_entries(1, "detective"))
    phone.locator(".box-values > summary").tap()
    expect(phone.locator(".box-values")).to_contain_text(said("innsmouth.box.how"))
    hand.tap('[data-button="deck-dagger-less"]')
    expect(phone.locator(".box-values")).to_contain_text(said("innsmouth.box.deck", n=6, of=7))
    hand.tap('[data-button="deck-tiara-more"]')
    expect(phone.locator(".box-values")).to_contain_text(said("innsmouth.box.deck", n=7, of=7))
    hand.number("#tier-1-0-threshold", 4)
    hand.number("#tier-1-0-points", 9)
    # The card has one extra section: a tap makes them two, another one takes both away.
    section = phone.locator('[data-button="bonus-detective-section"]')
    hand.tap('[data-button="bonus-detective-section"]')
    expect(section).to_contain_text("×2")
    hand.tap('[data-button="bonus-detective-section"]')
    expect(section).to_have_attribute("aria-pressed", "false")
    phone.wait_for_function("() => !Object.keys(localStorage).some((key) => /^unsent:/.test(key))")
    state = phone.request.get(f"{phone.url.split('#')[0]}/table").json()["state"]["shared"]
    assert state["deck"] == {"manuscript": 2, "dagger": 1, "amulet": 2, "tiara": 2}
    assert state["goals"][1]["tiers"][0] == {"threshold": 4, "points": 9}
    assert state["bonuses"] == {"detective": ["coordinate"]}
    # Four sections reach the tier: 61/3 + 9.
    take_route(hand, "29.3")


def test_the_town_of_ones_own_box_is_drawn_on_all_phones(
    phone: Page, new_page: Opener, server: Server, tmp_path: Path
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    other = new_page()
    other.goto(phone.url)
    expect(other.locator("#table.ready")).to_be_visible()
    file = tmp_path / "town.toml"
    red = PRACTICE.read_text("utf-8").replace('C2 = { kind = "blue"', 'C2 = { kind = "red"')
    file.write_text(red.replace("Sailors' Chapel", "Red Chapel"), "utf-8")
    phone.locator(".box-values > summary").tap()
    phone.locator("#town-file").set_input_files(file)
    for page in (phone, other):
        quarter = page.locator('#map [data-quarter="C2"]')
        expect(quarter).to_have_attribute("aria-label", "C2 Red Chapel (red)")


def test_all_phones_are_told_whose_photo_is_being_read(phone: Page, server: Server) -> None:
    """As after a reload, or on another phone, where no bar shows how far it is."""
    hand = begin(phone, server.url, "Anna", "Boris")

    def being_read(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "reading": [1]})

    phone.route("**/table", being_read)
    phone.reload()
    doing = said("status.reading")
    expect(phone.locator("#reading")).to_be_visible()
    expect(phone.locator("#reading")).to_have_text(doing)
    expect(phone.locator('[data-button="tab-1"]')).to_contain_text(doing)
    expect(phone.locator('[data-button="tab-2"]')).not_to_contain_text(doing)
    # In whichever part of the page; another player's photo is told by the tab alone.
    hand.tap("label:has(#mode-route)")
    expect(phone.locator("#reading")).to_be_visible()
    hand.tap('[data-button="tab-2"]')
    expect(phone.locator("#reading")).to_be_hidden()
    fits(phone, 390)
    # Nothing tells of a photo that led to nothing: the page asks.
    phone.unroute("**/table")
    expect(phone.locator('[data-button="tab-1"]')).not_to_contain_text(doing)


def test_a_photo_fills_the_board_and_asks_about_doubts(
    new_page: Opener, server: Server, tmp_path: Path
) -> None:
    photo = simulate_town(TownPage.of(practice_town()), Kind.MEDIUM, (79, 3), 1.6)
    file = tmp_path / "photo.jpg"
    file.write_bytes(photo.jpeg)
    hand = begin(new_page(IPHONE), server.url, "Anna")
    page = hand.page
    put(page, {"field": "threat", "value": photo.truth["setup"]["threat"]})
    page.locator("#pickers input[data-send]").last.set_input_files(file)
    # The bar says how far it is, and the tab that it is on its way.
    expect(page.locator('[data-button="tab-1"]')).to_contain_text(said("status.reading"))
    expect(page.locator("#reading")).to_be_hidden()
    drawn = len(photo.truth["marks"]["sections"])
    expect(page.locator("#map .ink .section").nth(drawn - 3)).to_be_attached(timeout=60_000)
    expect(page.locator("[data-progress]")).to_be_hidden()
    # A doubt of our own making: the photo was clear here, and the tap stands.
    where = photo.truth["marks"]["sections"][0]
    told = {"kind": "section", "where": where, "read": True, "alternatives": [False], "order": -1}
    put(page, {"seat": 1, "field": "doubts", "where": f"section {where}", "value": told})
    expect(page.locator("#doubt")).to_have_attribute("data-doubt", f"section {where}")
    # The question shows the place; the map is a tap away.
    expect(page.locator("#doubt .cut image")).to_have_count(1)
    hand.tap('[data-button="doubt-look"]')
    expect(page.locator("#map .doubt")).to_be_in_viewport()
    expect(page.locator("#map image.under")).to_be_attached()
    expect(page.locator("#map .doubt")).to_be_attached()
    hand.tap('[data-button="doubt-1"]')
    expect(page.locator(f'#map [data-ink="{where}"]')).to_have_count(0)
    expect(page.locator(f'[data-doubt="section {where}"]')).to_have_count(0)
    hand.tap("#undo")
    expect(page.locator(f'#map [data-ink="{where}"]')).to_have_count(1)
    assert not violations(page)
    # What stands beside the map is shown by itself, as the photo has it.
    page.reload()
    expect(page.locator("#table.ready")).to_be_visible()
    for kind, where, read, other in (
        ("bonus", "section", "circled", "used"), ("name", "name", True, False),
    ):  # fmt: skip
        told = {"kind": kind, "where": where, "read": read, "alternatives": [other], "order": -2}
        key = f"{kind} {where}"
        put(page, {"seat": 1, "field": "doubts", "where": key, "value": told})
        expect(page.locator("#doubt")).to_have_attribute("data-doubt", key)
        expect(page.locator("#doubt .cut image")).to_have_count(1)
        expect(page.locator('[data-button="doubt-look"]')).to_have_count(0)
        hand.tap('[data-button="doubt-1"]')
        expect(page.locator(f'[data-doubt="{key}"]')).to_have_count(0)
    put(page, {"seat": 1, "field": "character", "value": "boatman"})
    expect(page.locator('[data-button="used-section"]')).to_have_attribute("aria-pressed", "true")
    # Of two alike the question is how many; taps beside the board count them too.
    put(page, {"seat": 1, "field": "bonuses", "value": ["coordinate", "coordinate"]})
    told = {"kind": "bonus", "where": "coordinate", "read": 1, "alternatives": [0, 2], "order": -2}
    put(page, {"seat": 1, "field": "doubts", "where": "bonus coordinate", "value": told})
    question = said("innsmouth.doubt.bonuses", where=said("innsmouth.bonus.coordinate"))
    expect(page.locator("#doubt")).to_contain_text(question)
    expect(page.locator('[data-button="doubt-1"]')).to_have_text("0")
    hand.tap('[data-button="doubt-2"]')
    for now in ("2/2", "0/2", "1/2"):
        expect(page.locator('[data-button="used-coordinate"]')).to_contain_text(now)
        hand.tap('[data-button="used-coordinate"]')
    # What is drawn otherwise than the cards say stands there, to be put right.
    sent(page)
    fog = practice_town().file.caches["fog"]
    unlike = {"caches": [*fog[1:], "b1"], "circled": ["diagonal"], "rings": {"c1": True}}
    put(page, {"field": "caches", "value": "fog"}, {"seat": 1, "field": "bonuses", "value": None},
        *(own_entry(1, field, value) for field, value in unlike.items()))  # fmt: skip
    expect(page.locator('[data-button^="cache-"]')).to_have_count(len(fog) + 1)
    expect(page.locator("#map .cache")).to_have_count(len(fog))
    expect(page.locator("#map .ring")).to_have_count(1)
    for name in (f"cache-{fog[0]}", "cache-b1", "circled-diagonal", "circled-coordinate",
                 "circled-section", "ring-c1"):  # fmt: skip
        hand.tap(f'[data-button="{name}"]')
    for kind in ("cache", "circled", "ring"):
        expect(page.locator(f'[data-button^="{kind}-"]')).to_have_count(0)
    own = state_of(page)["players"]["1"]
    assert (own["caches"], own["rings"]) == (sorted(fog), {})
    assert own["circled"] == ["coordinate", "section"]
    # Of this board all signs were read. Where a town's are not laid, the page says what to enter:
    # the name's ring too where the Deep Ones may have been skipped.
    expect(page.locator("#unread")).to_have_count(0)
    shown = {"number": 0, "box": [0, 0, 297, 210], "unread": ["bonus", "name"]}
    put(page, {"seat": 1, "field": "photo", "value": shown})
    put(page, {"field": "threat", "value": "cultists"})
    bonuses = said("innsmouth.unread", what=said("innsmouth.unread.bonus"))
    expect(page.locator("#unread")).to_have_text(bonuses)
    # Without a character there is nothing below the map to enter them by.
    character = own_entry(1, "character", state_of(page)["players"]["1"]["character"])
    put(page, {**character, "value": None})
    expect(page.locator("#unread")).to_have_text(f"{bonuses} {said('innsmouth.unread.who')}")
    put(page, character)
    expect(page.locator("#unread")).to_have_text(bonuses)
    put(page, {"field": "threat", "value": "deep-ones"})
    expect(page.locator("#unread")).to_contain_text(said("innsmouth.unread.name"))


def photo_of(page: Page, seat: int, **seen: Any) -> None:
    """Let a photo come whose reading puts what was *seen* in the place of what was there."""
    was = state_of(page)
    own = was["players"][str(seat)]
    photo = {"number": (own["photo"] or {"number": 0})["number"] + 1, "box": [0, 0, 297, 210],
             "unread": [], "beside": {}}  # fmt: skip
    now = {**seen, "photo": photo}
    before = {"own": {field: own[field] for field in now},
              "shared": {"checked": was["shared"]["checked"]}}  # fmt: skip
    told = {**now, "before": before}
    put(page, {"field": "checked", "value": False},
        *(own_entry(seat, field, value) for field, value in told.items()))  # fmt: skip


def test_a_photo_that_replaces_a_played_board_is_undone_in_one_tap(
    new_page: Opener, server: Server
) -> None:
    hand = begin(new_page(IPHONE), server.url, "Anna", "Boris")
    page = hand.page
    both = [own_entry(seat, "route", WHOLE) for seat in (1, 2)]
    done = [own_entry(seat, "played", {"closed": 1, "left": []}) for seat in (1, 2)]
    put(page, *shared_entries(), *board_entries(1, "detective"), *board_entries(2, "boatman"),
        *both, *done)  # fmt: skip
    hand.tap('[data-button="tab-2"]')
    # A step of one's own lies below the photo in what can be undone.
    hand.tap("label:has(#mode-board)")
    page.locator("#character").select_option("huntress")
    page.locator("#character").select_option("boatman")
    sent(page)
    put(page, {"field": "checked", "value": True})
    expect(page.locator("#verdict.sure")).to_contain_text(won_by("Boris"))
    was = state_of(page)
    photo_of(page, 2, sections={"a1-a2": True}, tourists={"A1": {"circle": 1}})
    toast = page.locator("#toast.shown")
    expect(toast).to_contain_text(said("innsmouth.photo.read.both", name="Boris"))
    expect(page.locator("#verdict")).not_to_contain_text(won_by("Boris"))
    # The message does not stay for long.
    hand.tap(toast.get_by_role("button"))
    expect(page.locator("#verdict.sure")).to_contain_text(won_by("Boris"))
    now = state_of(page)
    assert now["shared"] == was["shared"]
    assert {**now["players"]["2"], "before": None} == was["players"]["2"]
    hand.tap("#redo")
    expect(page.locator("#verdict")).not_to_contain_text(won_by("Boris"))
    # The route is not said to be taken, nor its check to be played.
    for mode, part in (("route", "#routes"), ("check", "#check")):
        hand.tap(f"label:has(#mode-{mode})")
        expect(page.locator(part)).to_contain_text(said("innsmouth.refit.route"))
        expect(page.locator(part)).not_to_contain_text(said("innsmouth.accepted"))
        expect(page.locator('[data-button="to-check"]')).to_have_count(0)
        expect(page.locator("#outcome")).to_be_hidden()
    # So it is where the photo came while this phone showed another page.
    other, address = new_page(PHONE), page.url
    other.goto(address)
    expect(other.locator("#table.ready")).to_be_visible()
    page.goto(server.url)
    photo_of(other, 2, sections={"c1-c2": True})
    page.goto(address)
    expect(toast).to_contain_text(said("innsmouth.photo.read.both", name="Boris"))
    hand.tap("#undo")
    hand.tap("#undo")
    expect(page.locator("#verdict.sure")).to_contain_text(won_by("Boris"))
    assert {**state_of(page)["players"]["2"], "before": None} == was["players"]["2"]
    # A phone that opens the board later takes the photo back too, while nothing was changed since.
    told: dict[str, Any] = {"sections": {"c1-c2": True}, "tourists": {}, "threats": {}}
    bare: dict[str, Any] = {**dict.fromkeys(("route", "check", "played")), "rings": {}, "used": {}}
    photo_of(other, 2, **told, **bare, settled={}, read=told)
    late, later = new_page(PHONE), new_page(PHONE)
    late.goto(address)
    expect(late.locator("#undo")).to_be_enabled()
    put(other, own_entry(2, "tourists", {"A1": {"circle": 1}}))
    later.goto(address)
    expect(later.locator("#table.ready")).to_be_visible()
    expect(later.locator("#undo")).to_be_disabled()


def shared_table(seed: int) -> tuple[InnsmouthSetup, list[Filled]]:
    """The set-up of a table against the cultists, and two boards after a whole game at it."""
    luck, town = random.Random(seed), practice_town()
    first = played_board(luck, town, Character.COLLECTOR)
    while first.setup.threat is not Threat.CULTISTS:
        first = played_board(luck, town, Character.COLLECTOR)
    second = played_board(luck, town, Character.BOATMAN)
    # Fate numbers and the cache card are the table's: symbols and caches are alike on all boards.
    same = {"threats": first.marks.threats, "caches": NameSet(first.caches)}
    boards = [
        replace(one, marks=replace_values(one.marks, **same), setup=first.setup)
        for one in (first, second)
    ]
    return first.setup, boards


def check_to_the_end(hand: Hand) -> int:
    """Play a check with the app's dice, taking back a step on the way; return the total.

    What is kept of the check is then as before the step, and done again as after it.
    """
    page = hand.page
    total = page.locator(".check-total")
    steps = page.locator(
        '.check-total, [data-button="stop-cards"], [data-button="app-rolls"], '
        '[data-button^="leave-"], [data-button="keep-dice"]'
    )
    taken_back, seat = False, int(page.url.rpartition("-")[2])
    for _ in range(40):
        expect(steps.first).to_be_visible()
        if total.is_visible():
            break
        before = None if taken_back else check_of(page, seat)
        steps.first.tap()
        expect(page.locator("#saving")).to_be_empty()
        if not taken_back:
            after = check_of(page, seat)
            assert after != before
            hand.tap("#undo")
            assert check_of(page, seat) == before
            hand.tap("#redo")
            assert check_of(page, seat) == after
            taken_back = True
    found = total.inner_text()
    return int("".join(one for one in found if one.isdigit()))


def test_two_phones_from_photos_to_the_winner(
    new_page: Opener, server: Server, tmp_path: Path
) -> None:
    """Both boards come from photos; everything is played in the app until somebody has won."""
    setup, boards = shared_table(11)
    page_of_town = TownPage.of(practice_town())
    anna = begin(new_page(IPHONE), server.url, "Anna", "Boris")
    anna.page.locator("#cache-card").select_option(str(setup.caches))
    anna.page.locator("#goal-0").select_option(index=1)
    anna.page.locator("#goal-1").select_option(index=1)
    anna.tap("label:has(#threat-cultists)")
    anna.tap("#fate-0")
    for digit in setup.fates:
        anna.page.keyboard.press(str(digit))
    symbols = sum(boards[0].marks.threats.values())
    expect(anna.page.locator("#map .threat")).to_have_count(symbols)
    boris = Hand(new_page(PHONE))
    boris.page.goto(anna.page.locator("[data-copy]").get_attribute("data-copy") or "")
    boris.tap(boris.page.get_by_role("link", name="Boris"))
    expect(boris.page.locator('[data-button="tab-2"][aria-pressed="true"]')).to_be_visible()
    for hand, board, who in zip((anna, boris), boards, ("collector", "boatman"), strict=True):
        photo = simulate_town(page_of_town, Kind.EASY, (79, len(who)), 1.6, game=board)
        file = tmp_path / f"{who}.jpg"
        file.write_bytes(photo.jpeg)
        hand.page.locator("#character").select_option(who)
        hand.page.locator("#pickers input[data-send]").last.set_input_files(file)
        drawn = len(board.marks.sections)
        ink = hand.page.locator("#map .ink .section")
        expect(ink.nth(drawn - 3)).to_be_attached(timeout=60_000)
        expect(hand.page.locator("[data-progress]")).to_be_hidden()
        while hand.page.locator("#doubt").is_visible():
            hand.tap("#doubt .chip >> nth=0")
    for hand in (anna, boris):
        hand.tap("label:has(#mode-route)")
        accept = hand.page.locator('[data-button="accept"], [data-button="search"]')
        expect(accept.first).to_be_visible(timeout=20_000)
        if hand.page.locator('[data-button="search"]').is_visible():
            hand.tap('[data-button="search"]')
        hand.tap('[data-button="accept"]')
        expect(hand.page.locator(".check-head strong")).to_be_visible()
    totals = [check_to_the_end(hand) for hand in (anna, boris)]
    for hand in (anna, boris):
        cells = hand.page.locator("#scores .total td")
        for i, total in enumerate(totals):
            expect(cells.nth(i)).to_have_text(str(total))
    # By the boards that were played, not by what the photos gave.
    result = result_of(played_game(anna.page, boards), practice_town())
    assert [one.total for one in result.players] == totals
    first = result.standings[0]
    names = [("Anna", "Boris")[seat - 1] for seat in first.seats]
    by = "table.by.shared" if len(names) > 1 else f"innsmouth.by.{first.ahead_by}"
    winner = f"table.winner.{'other' if len(names) > 1 else 'one'}"
    text = said(winner, names=said("list").join(names))
    if anna.page.locator('[data-button="checked"]').is_visible():
        anna.tap('[data-button="checked"]')
    for hand in (anna, boris):
        decided = said("table.decided", text=text, by=said(by))
        expect(hand.page.locator("#verdict.sure")).to_contain_text(decided)


def played_game(page: Page, boards: list[Filled]) -> InnsmouthGame:
    """The *boards* as they were drawn, with the routes and checks of the app's game."""
    file = page.request.get(f"{page.url.split('#')[0]}/game.json").json()
    kept = state_of(page)["players"]
    for seat, (one, board) in enumerate(zip(file["players"], boards, strict=True), 1):
        marks = to_data(board.marks)
        # What end bonuses drew for the route is drawn after the photo.
        marks["sections"] += kept[str(seat)]["by_bonus"] or []
        one["marks"] = marks
    return read_game(json.dumps(file).encode())
