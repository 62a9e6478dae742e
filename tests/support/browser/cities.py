"""Boards of every city in the browser: those worked by hand for the rules' tests."""

from playwright.sync_api import Page

from tests.support.browser.pages import BoardPage
from tests.support.fullboards import cairo, hong_kong, london, new_york, paris, rio_de_janeiro

GAMES = {
    game.city.id: game
    for game in (cairo(), hong_kong(), london(), new_york(), paris(), rio_de_janeiro())
}


def begin(page: Page, url: str, city: str) -> BoardPage:
    page.goto(f"{url}/new")
    page.locator('input[name="name1"]').fill("Anna")
    page.locator('select[name="board"]').select_option(city)
    page.locator("form button.primary").tap()
    page.locator("#player-1 a.who").tap()
    return BoardPage(page, GAMES[city].board).ready()
