"""A whole evening with four phones, tapped as people tap: from joining to the rematch."""

import io
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from scorer.resources import folder
from tests.support.browser.browsing import IPHONE, Opener, Server
from tests.support.browser.pages import SAMPLE, BoardPage
from tests.support.browser.said import said
from tests.support.browser.tablepage import tell_card

PHOTOS = folder("samples") / "photos"
NAMES = ("Anna", "Boris", "Chen", "Dora")
# With all three rings of the personal task.
OTHERS = ("easy-3", "medium-2", "medium-5")
# Big enough to be read, and quickly.
WIDTH_PX = 1500
# What an evening may cost all four together.
MOST_TAPS = 40


class Hand:
    """One person with a phone, whose taps are counted."""

    def __init__(self, name: str, page: Page) -> None:
        self.name, self.page, self.taps = name, page, 0

    def tap(self, target: str | Locator) -> None:
        found = self.page.locator(target) if isinstance(target, str) else target
        found.tap()
        self.taps += 1

    def type(self, field: str, text: str) -> None:
        """Type into a field: one tap on it, and the keyboard."""
        self.tap(field)
        self.page.locator(field).fill(text)

    def photograph(self, photo: bytes) -> None:
        """Choose a photo: a tap on the button and one on the picture."""
        file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}
        BoardPage(self.page).ready()
        chooser = self.page.locator("#photo input[data-send]").nth(1)
        with self.page.expect_event("load", timeout=60_000):
            chooser.set_input_files(file)  # type: ignore[arg-type]
        self.taps += 2
        BoardPage(self.page).ready()

    def check(self) -> None:
        """Answer each doubtful place as it was read."""
        board = BoardPage(self.page).ready()
        while board.state["status"]["to_check"]:
            self.tap('#doubts [data-button="choice-0"]')
            board.ready()


def small(path: Path) -> bytes:
    """Return a photo as a phone with little time sends it."""
    with Image.open(path) as photo:
        photo.thumbnail((WIDTH_PX, WIDTH_PX))
        out = io.BytesIO()
        photo.save(out, "jpeg", quality=88)
    return out.getvalue()


def test_an_evening(new_page: Opener, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    hands = [Hand(name, new_page(IPHONE)) for name in NAMES]
    anna, *others = hands
    anna.page.goto(server.url)
    anna.tap("a.start")
    anna.type('input[name="name1"]', anna.name)
    anna.tap('label:has(input[value="full"])')
    anna.tap("form button.primary")
    link = anna.page.locator("[data-copy]").get_attribute("data-copy") or ""
    assert link.endswith("/join")
    for hand in others:
        hand.page.goto(link)
        hand.type('input[name="name"]', hand.name)
        hand.tap(hand.page.get_by_role("button", name=said("join.in")))
    expect(anna.page.locator("#player-4")).to_be_visible()
    table = anna.page.url
    anna.tap("#player-1 [data-todo-step=photo]")
    photos = [SAMPLE / "photo.jpg", *(PHOTOS / f"{name}.jpg" for name in OTHERS)]
    for hand, photo in zip(hands, photos, strict=True):
        hand.photograph(small(photo))
        hand.check()
    for hand in (anna, *others[:2]):
        hand.tap(".home-link")
        expect(hand.page.locator("#verdict")).to_contain_text(said("table.so-far", names=""))
    # What belongs to the game is asked for once, not of each of the four.
    expect(anna.page.locator("[data-todo-step=ratings]")).to_have_count(1)
    anna.tap("#shared-todo [data-todo-step=ratings]")
    anna.tap('[data-button="rating-school-more"]')
    anna.tap('[data-button="as-shown"]')
    anna.tap("#shared-todo [data-todo-step=goals]")
    anna.tap('[data-button="add-goal"]')
    tell_card(anna.page)
    anna.taps += 3
    expect(anna.page.locator(".todo a.open")).to_have_count(0)
    for hand in hands[:3]:
        expect(hand.page.locator("#verdict.sure")).to_be_visible()
    winners = {hand.page.locator("#verdict").inner_text() for hand in hands[:3]}
    assert len(winners) == 1
    anna.tap(anna.page.get_by_role("button", name=said("rematch")))
    anna.page.wait_for_url(lambda url: url not in (table, f"{table}#setup", f"{table}#goals"))
    again = anna.page.url.split("#")[0]
    for hand in others[:2]:
        hand.page.wait_for_url(again)
    others[2].page.wait_for_url(f"{again}/4")
    for hand in hands:
        assert hand.page.request.get(f"{again}/table").json()["mode"] == "full"
    expect(others[0].page.locator(".players b")).to_have_text(list(NAMES))
    taps = {hand.name: hand.taps for hand in hands}
    with capsys.disabled():
        print(f"\nAn evening of four: {sum(taps.values())} taps, {taps}")
    assert sum(taps.values()) <= MOST_TAPS
