"""A game of several players on its page: begun, and its first board drawn."""

import json

from playwright.sync_api import Page, expect

from tests.support.browser.begun import begin_with
from tests.support.browser.pages import MARKS


def begin(page: Page, url: str, *names: str, board: str = "first-city") -> None:
    """Begin a game in which everybody scores for himself."""
    rows = {f"name{i}": name for i, name in enumerate(names, 1)}
    begin_with(page, url, "/games", kind="usual", mode="medium", board=board, **rows)
    expect(page.locator("#scores tbody tr")).not_to_have_count(0)


def column(page: Page, number: int, row: str) -> str:
    """What stands in a player's column, from 1, in a row of the score sheet."""
    return page.locator(f"#scores tr.{row} td").nth(number - 1).inner_text()


def tell_card(page: Page, threshold: int = 10, reached: int = 4, won: int = 8) -> None:
    """Enter the figures of the goal card that was begun."""
    expect(page.locator("#goal-new-card")).to_be_visible()
    forms = page.locator(".goal[id]").count()
    for name, value in (("threshold", threshold), ("reached", reached), ("won", won)):
        page.locator(f"#goal-new-{name}").fill(str(value))
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#goal-new-won").press("Tab")
    expect(page.locator(".goal[id]:not(#goal-new-card)")).to_have_count(forms)


def draw_example(page: Page) -> None:
    """Draw the example's sections and tourists on the first board, behind the page's back."""
    edits = [{"kind": "section", "where": one, "value": True} for one in MARKS["sections"]]
    edits += [{"kind": "tourists", "where": w, "value": v} for w, v in MARKS["tourists"].items()]
    board = f"{page.url}/1"
    version = page.request.get(f"{board}/state").json()["version"]
    token = page.locator('meta[name="csrf-token"]').get_attribute("content") or ""
    answer = page.request.post(
        f"{board}/edits",
        data=json.dumps({"version": version, "edits": edits}),
        headers={"Content-Type": "application/json", "X-CSRFToken": token},
    )
    assert answer.ok
