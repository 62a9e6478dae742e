"""Every city is played from a new game to its score sheet, on a phone and by taps alone.

The boards are those that were worked by hand for the tests of the rules.
"""

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.jsonfile import to_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.search.best import score
from tests.support.browser.browsing import Server
from tests.support.browser.cities import GAMES, begin
from tests.support.browser.leaving import leave_unanswered, unanswered
from tests.support.browser.pages import BoardPage, rate
from tests.support.cityboards import Game


def draw_sections(board: BoardPage, game: Game) -> None:
    colours = {str(road): kind.value for road, kind in game.marks.colours.items()}
    names = sorted(map(str, game.marks.sections), key=lambda name: colours.get(name, ""))
    pen = ""
    for name in names:
        if (colour := colours.get(name, "")) != pen:
            pen = colour
            board.page.locator(f"#pens button.{pen}").tap()
        board.tap_road(name)
    for road in game.marks.hot_spots:
        board.page.locator("#pens button.hot-spot").tap()
        board.tap_road(str(road))


def place_tourists(board: BoardPage, game: Game) -> None:
    board.mode("tourists")
    page = board.page
    for place, tourists in game.marks.tourists.items():
        board.tap_location(str(place))
        for kind, number in tourists.counts:
            for _ in range(number):
                page.locator(f'[data-button="{kind}-more"]').tap()
        page.locator('[data-button="done"]').tap()
    for place in game.marks.crossed:
        board.tap_location(str(place))
        page.locator('[data-button="cross"]').tap()
        page.locator('[data-button="done"]').tap()


def circle_cafes(board: BoardPage, game: Game) -> None:
    board.mode("cafe")
    symbols = {symbol.id: symbol.xy for symbol in game.board.cafe_area}
    circles = [(game.board.cafe_at[point].xy, mark) for point, mark in game.marks.cafes.items()]
    circles += [(symbols[name], mark) for name, mark in game.marks.cafe_area.items()]
    circles += [(symbols[name], CafeMark.VISITED) for name in game.marks.tickets]
    for xy, mark in circles:
        for _ in range(1 if mark is CafeMark.VISITED else 2):
            board.tap(*xy)


def ring_task(board: BoardPage, game: Game) -> None:
    board.mode("task")
    for point in game.marks.task:
        board.tap_crossroads(str(point))


def set_up(board: BoardPage, game: Game) -> None:
    page = board.page
    for name, rating in game.setup.ratings.items():
        rate(page, name, rating)
    for name in game.setup.tours:
        page.locator(f"#tour-{game.city.tour(name).colour}").select_option(name)


@pytest.mark.parametrize("city", GAMES)
def test_a_city_is_played_from_start_to_sheet(phone: Page, server: Server, city: str) -> None:
    game = GAMES[city]
    board = begin(phone, server.url, game.city.id)
    for enter in (draw_sections, place_tourists, circle_cafes, ring_task, set_up):
        enter(board, game)
    board.ready()
    assert board.state["marks"] == on_page(game)
    best = score(FilledBoard(game.board, game.city, game.marks, game.setup))
    assert board.total == best.total >= game.total()
    for line in best.lines:
        row = phone.locator(f'[data-step="{line.step}"] .points')
        expect(row).to_have_text(str(line.points))
    phone.locator(".home-link").tap()
    expect(phone.locator("#scores tr.total td")).to_have_text(str(best.total))


def test_a_citys_own_goal_card_is_one_tap_away(phone: Page, server: Server) -> None:
    phone.goto(f"{server.url}/new")
    phone.locator('select[name="board"]').select_option("london")
    phone.locator("form button.primary").tap()
    phone.locator('[data-button="add-Thames: waterfront"]').tap()
    expect(phone.locator(".goal legend").first).to_have_text("Thames: waterfront")
    # The page is left before the server has answered.
    leave_unanswered(phone)
    phone.locator("#goal-0-threshold").fill("1")
    phone.locator("#goal-0-won").fill("12")
    unanswered(phone)
    phone.locator("#goal-0-won").press("Tab")
    phone.locator("#player-1 a.who").tap()
    board = BoardPage(phone, GAMES["london"].board).ready()
    board.tap_road("b4-c4")
    board.ready()
    card = GAMES["london"].city.goals[0].on(board.board)
    assert "b4-c4" in card.elements
    expect(phone.locator('[data-step="goals"] .points')).to_have_text("12")


def on_page(game: Game) -> dict[str, object]:
    """The marks as the page has them: sections by name alone, their colours beside them."""
    data: dict[str, object] = to_data(game.marks)
    data["sections"] = sorted(map(str, game.marks.sections))
    if game.marks.colours:
        colours = sorted(game.marks.colours.items())
        data["colours"] = {str(road): kind.value for road, kind in colours}
    return data
