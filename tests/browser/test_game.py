"""A whole game with two phones, in two languages: begun, joined, photographed, decided."""

import json
import re
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Error, Page, Route, expect

from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, Source, StoredReading
from scorer.web.serving.words import text_in
from tests.support.browser.browsing import IPHONE, LAPTOP, PHONE, PIXEL, Opener, Server, Watch
from tests.support.browser.late import stood_after_a_late_answer
from tests.support.browser.leaving import OUT_OF_MEMORY
from tests.support.browser.pages import MARKS, SAMPLE, SETUP, WIDTH, BoardPage, rate
from tests.support.browser.photopage import DOUBTS, open_with_doubts
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin, column, draw_example, tell_card
from tests.support.fuzz import CITIES


def test_two_phones_fill_one_table(new_page: Opener, server: Server) -> None:
    anna = new_page(IPHONE, locale="ru-RU")
    begin(anna, server.url, "Анна", "Борис")
    expect(anna.locator("html")).to_have_attribute("lang", "ru")
    boris = new_page(PIXEL, locale="ja-JP")
    boris.goto(anna.locator(".join .address a").get_attribute("href") or "")
    expect(boris.locator("html")).to_have_attribute("lang", "ja")
    boris.get_by_role("link", name="Борис").tap()
    boris.locator(".home-link").tap()
    for landmark, rating in (("school", 8), ("observatory", 6), ("tv-tower", 10)):
        rate(anna, landmark, rating)
        expect(boris.locator(f"#rating-{landmark}")).to_have_value(str(rating))
    anna.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    # The table stays: the board of Boris is still to come.
    expect(anna.locator("#player-1 [data-todo-step=check]")).to_be_visible()
    expect(anna.locator("#scores tr.total td").first).to_have_text("105")
    anna.locator("#player-1 a.who").tap()
    assert BoardPage(anna).ready().state["marks"] == MARKS
    anna.locator('[data-button="all-checked"]').tap()
    BoardPage(anna).ready()
    expect(boris.locator("#scores tr.total td").first).to_have_text("105")
    boris.locator("#player-2 a.who").tap()
    board = BoardPage(boris).ready()
    board.tap_road("c2-d2")
    board.tap_road("d2-d3")
    board.ready()
    anna.locator(".home-link").tap()
    so_far = text_in("ru", "table.so-far", names="Анна")
    expect(anna.locator("#verdict")).to_contain_text(so_far)
    boris.locator('[data-button="all-checked"]').tap()
    board.ready()
    verdict = text_in("ru", "table.winner.one", names="Анна")
    expect(anna.locator("#verdict")).to_contain_text(verdict)
    expect(anna.locator("#scores tr.place td").first).to_have_text("1")


def test_tab_goes_down_the_page_of_a_table(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    order = """() => [...document.querySelectorAll("#table > *")]
      .filter((part) => part.checkVisibility() && !part.matches(".toast"))
      .map((part) => [part.getBoundingClientRect().top, part.className])"""
    first = phone.evaluate(order)
    assert [y for y, _ in first] == sorted(y for y, _ in first)
    names = [name for _, name in first]
    assert names.index("card people") < names.index("card join") < names.index("card sheet")


def test_what_was_drawn_for_a_removed_player_is_never_the_next_ones(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    watch.forgiven = ("404",)
    begin(phone, server.url, "Anna", "Boris")
    table = phone.url
    key = table.split("/")[-1]
    phone.locator("#player-2 a.who").tap()
    board = BoardPage(phone).ready()
    games.remove_player(key, 2)
    expect(phone.locator("#gone")).to_contain_text(said("error.no-player"))
    board.tap_road("c2-d2")
    expect(phone.locator("#problem")).to_be_hidden()
    nothing = games.load(key).player(1).marks
    joined = games.add_player(key, NewPlayer(nothing, "Chen", "black"))
    phone.goto(table)
    expect(phone.locator(".players b")).to_have_text(["Anna", "Chen"])
    seat = joined.players[-1].seat
    phone.locator(f"#player-{seat} a.who").tap()
    assert BoardPage(phone).ready().state["marks"]["sections"] == []
    assert games.load(key).player(seat).marks == nothing
    phone.goto(f"{table}/2")
    expect(phone.locator("h1")).to_have_text(said("error.no-player"))
    # Nobody ever sat there.
    phone.goto(f"{table}/99")
    expect(phone.locator("h1")).to_have_text(said("error.never-player"))
    phone.get_by_role("link", name=said("error.back")).tap()
    expect(phone.locator(".players b")).to_have_text(["Anna", "Chen"])


@pytest.mark.unused
def test_a_deleted_game_is_said_to_be_gone_on_every_phone_and_forgotten(
    phone: Page, server: Server, games: GameStore, new_page: Opener, watch: Watch
) -> None:
    asked = ("/edits", "/events", "/stamp", "/state", "/table", "/scoring/")
    watch.forgiven = ("404", "ERR_INTERNET_DISCONNECTED", *asked)
    begin(phone, server.url, "Anna", "Boris")
    table, key = phone.url, phone.url.split("/")[-1]
    asking, offline, start = new_page(), new_page(), new_page()
    for page in (asking, offline):
        page.goto(f"{table}/1")
        BoardPage(page).ready()
    start.goto(table)
    expect(start.locator("#scores td").first).to_be_visible()
    start.goto(server.url)
    expect(start.locator("#recent li")).to_have_count(1)
    offline.context.set_offline(True)
    BoardPage(offline).tap_road("c2-d2")
    expect(offline.locator("#saving")).to_have_text(said("offline"))
    games.delete(key)
    offline.context.set_offline(False)
    for page in (phone, asking, offline):
        gone = page.locator("#gone")
        expect(gone).to_contain_text(said("table.gone"))
        expect(gone).to_contain_text(said("gone.kept"))
        expect(gone).to_be_in_viewport(ratio=1)
        # No card touches the edges of the screen.
        assert gone.evaluate("card => card.getBoundingClientRect().left") >= 8
    # What it says of a change is true, whatever is tapped now.
    BoardPage(asking).tap_road("c2-d2")
    road = asking.locator('[data-where="c2-d2"]')
    expect(road).to_have_attribute("aria-pressed", "false")
    for page in (asking, offline):
        expect(page.locator("#problem")).to_be_hidden()
        expect(page.locator("#saving")).not_to_have_text(said("offline"))
        assert not page.evaluate("Object.keys(localStorage).some((k) => k.startsWith('unsent:'))")
    for page in (phone, start):
        page.goto(server.url)
        expect(page.locator("#recent li")).to_have_count(0)
        assert key not in page.evaluate("localStorage.getItem('boards')")


def test_a_photo_of_the_board_of_another_player_is_noticed(
    phone: Page, server: Server, games: GameStore
) -> None:
    begin(phone, server.url, "Anna", "Boris", "Chen")
    key = phone.url.split("/")[-1]
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    for seat in (1, 3):
        version = games.load(key).player(seat).version
        games.add_reading(key, seat, version, StoredReading(0, MARKS, [], [], {}), MARKS, picture)
    names = said("list").join(("Anna", "Chen"))
    expect(phone.locator("#verdict")).to_contain_text(said("table.alike", names=names))
    for seat in (1, 3):
        photo = NewPicture(PictureInfo(9, 9), f"jpeg {seat}".encode())
        games.put_photo(key, seat, photo, Source.PHOTO)
    phone.goto(f"{phone.url}/3")
    expect(phone.locator("#wrong-board")).to_contain_text(said("drawn-alike", names="Anna"))
    phone.get_by_role("link", name=said("photo.replace")).tap()
    expect(phone.locator("#photo .picker").first).to_be_in_viewport()


def test_a_board_that_may_have_no_task_is_told_so_by_one_tap(
    phone: Page, server: Server, games: GameStore
) -> None:
    """Anna ringed her task's crossroads; Boris's photo shows none, and no doubt; Cleo's a doubt."""
    begin(phone, server.url, "Anna", "Boris", "Cleo")
    table, key = phone.url, phone.url.split("/")[-1]
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    bare = {**MARKS, "task": []}
    for seat, marks, doubts in ((1, MARKS, []), (2, bare, []), (3, bare, DOUBTS)):
        version = games.load(key).player(seat).version
        read = StoredReading(0, marks, doubts, [], {})
        games.add_reading(key, seat, version, read, marks, picture)
    open_ = said("result.of", name="Boris", open=said("result.missing.task"))
    expect(phone.locator("#verdict")).to_contain_text(open_)
    phone.locator("#player-2 a.who").tap()
    board = BoardPage(phone).ready()
    phone.locator('[data-part="part-check"]').tap()
    phone.locator('[data-button="to-task"]').tap()
    expect(phone.locator('[data-mode="task"]')).to_be_checked()
    expect(phone.locator("#toast.shown")).to_have_text(said("begin.task"))
    # The way there from the table says so too, and it stands there until something is ringed.
    phone.goto(f"{phone.url.partition('#')[0]}?#mode=task")
    expect(phone.locator("#toast.shown")).to_have_text(said("begin.task"))
    expect(phone.locator("#saving.hint")).to_have_text(said("begin.task"))
    # The word lies between the crossroads that may be tapped and the bar below them.
    map_, word, bar = (
        phone.locator(name).bounding_box()
        for name in (".board-frame", "#toast", '[data-mode="task"]')
    )
    assert map_
    assert word
    assert bar
    assert map_["y"] + map_["height"] <= word["y"] <= bar["y"] - word["height"]
    board.ready()
    phone.locator('[data-part="part-check"]').tap()
    phone.locator('[data-button="without-task"]').tap()
    expect(phone.locator("#status")).not_to_contain_text(said("result.missing.task"))
    board.ready()
    phone.goto(table)
    expect(phone.locator("#verdict")).not_to_contain_text(open_)
    # Who declares a board checked says it of the task, too.
    phone.locator("#player-3 a.who").tap()
    board.ready()
    phone.locator('[data-part="part-check"]').tap()
    checked = phone.locator('[data-button="all-checked"]')
    expect(checked).to_contain_text(said("result.all-checked.task"))


def test_four_columns_and_a_doubt_fit_a_narrow_phone_in_russian(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    page = new_page(IPHONE, locale="ru-RU")
    page.set_viewport_size({"width": 360, "height": 740})
    begin(page, server.url, "Anna", "Борис", "Chen", "Maximiliane-Charlotte")
    key = page.url.split("/")[-1]
    photo = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    for seat in (1, 2, 3, 4):
        reading = StoredReading(0, MARKS, DOUBTS, [], {})
        games.add_reading(key, seat, games.load(key).player(seat).version, reading, MARKS, photo)
    expect(page.locator("#scores td.open")).to_have_count(4)
    over = "one => one.scrollWidth - one.clientWidth"
    assert page.locator("#scores").evaluate(over) == 0
    # On paper the name is whole.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1000})
    assert page.locator("#scores th .name").last.evaluate(over) == 0
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 360, "height": 740})
    page = open_with_doubts(page, server, games, DOUBTS).page
    undo, redo = (page.locator(name).bounding_box() for name in ("#undo", "#redo"))
    assert undo
    assert redo
    assert undo["y"] == redo["y"]
    page.locator('[data-part="part-check"]').tap()
    title = page.locator(".doubt-head h2")
    expect(title).to_be_in_viewport()
    lower = page.locator(".stage").bounding_box()
    box = title.bounding_box()
    assert lower
    assert box
    assert box["y"] >= lower["y"] + lower["height"]


def test_a_question_about_tourists_fits_a_window_at_200_percent(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    three = {"circle": 1, "square": 1, "triangle": 1}
    doubt = {
        "kind": "tourists",
        "where": "E5",
        "read": three,
        "confidence": 0.7,
        "alternatives": [{"circle": 1}],
        "reason": "faint",
    }
    page = new_page(LAPTOP)
    open_with_doubts(page, server, games, [doubt])
    for width, height in ((640, 400), (700, 500)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".doubt-choices")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == width
    # A word of the sheet stands on one line.
    page.set_viewport_size({"width": 640, "height": 400})
    assert page.locator('[data-step="task"] .working').bounding_box()["height"] < 30  # type: ignore[index]


def cards(page: Page) -> list[dict[str, Any]]:
    """The goal cards as the server keeps them."""
    found: list[dict[str, Any]] = page.request.get(f"{page.url}/table").json()["setup"]["goals"]
    return found


def test_a_goal_card_counts_once_its_figures_are_told(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    draw_example(phone)
    phone.locator('[data-button="add-goal"]').tap()
    expect(phone.locator("#goals")).to_contain_text(said("goals.figures"))
    for name, value in (("threshold", "3"), ("reached", "4")):
        phone.locator(f"#goal-new-{name}").fill(value)
        phone.locator(f"#goal-new-{name}").press("Tab")
    assert cards(phone) == []
    phone.reload()
    expect(phone.locator("#goal-new-threshold")).to_have_value("3")
    tell_card(phone, 3, 4, 9)
    expect(phone.locator("#goals")).not_to_contain_text(said("goals.figures"))
    assert [(c["threshold"], c["reached"], c["won"]) for c in cards(phone)] == [(3, 4, 9)]
    # Whoever empties a figure has told no other.
    phone.locator("#goal-0-threshold").fill("")
    phone.locator("#goal-0-threshold").press("Tab")
    expect(phone.locator("#goal-0-threshold")).to_have_value("3")
    assert cards(phone)[0]["threshold"] == 3
    phone.locator('[data-button="add-goal"]').tap()
    phone.locator('[data-button="goal-new-remove"]').tap()
    expect(phone.locator("#goal-new-measure")).to_have_count(0)
    assert len(cards(phone)) == 1
    # A mode without goal cards puts them aside, and does not delete them.
    phone.locator("label:has(#mode-simplified)").tap()
    expect(phone.locator("#goals [data-aside]")).to_have_text(said("goals.aside.one", n=1))
    phone.locator("label:has(#mode-full)").tap()
    expect(phone.locator("#goal-0-threshold")).to_have_value("3")


def test_two_goal_cards_entered_at_once_do_not_mix(new_page: Opener, server: Server) -> None:
    anna, boris = new_page(IPHONE), new_page(PIXEL)
    begin(anna, server.url, "Anna", "Boris")
    boris.goto(anna.url)
    for phone in (anna, boris):
        phone.locator('[data-button="add-goal"]').tap()
    anna.locator("#goal-new-threshold").press_sequentially("1")
    tell_card(boris, 5, 2, 6)
    expect(anna.locator("#goal-0-threshold")).to_have_value("5")
    anna.locator("#goal-new-threshold").press_sequentially("2")
    tell_card(anna, 12, 3, 7)
    expect(boris.locator("#goal-1-threshold")).to_have_value("12")
    assert [one["threshold"] for one in cards(anna)] == [5, 12]


@pytest.mark.parametrize("back", ["location.reload()", OUT_OF_MEMORY])
def test_the_start_page_tells_what_a_game_comes_to_by_now(
    phone: Page, new_page: Opener, server: Server, back: str
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    draw_example(phone)
    total = phone.locator("#scores .total td").first
    expect(total).not_to_have_text("–")
    other = new_page()
    other.goto(phone.url)
    expect(other.locator("#scores .total td").first).to_have_text(total.inner_text())
    phone.goto(server.url)
    expect(phone.locator("#recent strong")).not_to_have_text("–")
    before = phone.locator("#recent strong").inner_text()
    for name in ("school", "observatory", "tv-tower"):
        other.locator(f"#rating-{name}").select_option("12")
    now = other.locator("#scores .total td").first
    expect(now).not_to_have_text(before)
    expect(other.locator("#verdict")).not_to_contain_text("TV tower")
    phone.evaluate(back)
    expect(phone.locator("#recent strong")).to_have_text(now.inner_text())


def test_a_name_that_is_being_typed_is_not_lost_when_another_phone_joins(
    phone: Page, new_page: Opener, server: Server
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    other = new_page()
    other.goto(phone.url)
    joining = "form[action$='/players'] input[name=name]"
    field = phone.locator(joining)
    field.scroll_into_view_if_needed()
    field.press_sequentially("Cle")
    with phone.expect_response("**/table"):
        other.locator(joining).fill("Dora")
        other.locator(joining).press("Enter")
    expect(other.locator(".players b")).to_have_count(3)
    field.press_sequentially("o")
    expect(field).to_have_value("Cleo")
    field.press("Enter")
    names = ["Anna", "Boris", "Dora", "Cleo"]
    expect(phone.locator(".players b")).to_have_text(names)


def test_the_table_names_the_city_that_another_phone_chose(
    phone: Page, new_page: Opener, server: Server
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    other = new_page()
    other.goto(f"{phone.url}/1/which")
    other.locator("form[action$='/which'] button").filter(has_text="London").click()
    expect(phone.locator("#game-name")).to_have_text("London")


@pytest.mark.unused
def test_what_was_set_without_a_connection_outlives_a_reload_and_takes_nothing_away(
    phone: Page, new_page: Opener, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("409", "ERR_INTERNET_DISCONNECTED", "/edits", "/events", "/stamp", "/table")
    begin(phone, server.url, "Anna", "Boris")
    other = new_page()
    other.goto(phone.url)
    other.locator('[data-button="add-goal"]').tap()
    phone.context.set_offline(True)
    for name in ("school", "observatory"):
        phone.locator(f"#rating-{name}").select_option("8")
    phone.locator('[data-button="add-goal"]').tap()
    for name in ("threshold", "reached", "won"):
        phone.locator(f"#goal-new-{name}").fill("9")
    phone.locator("#goal-new-won").press("Tab")
    expect(phone.locator("#goal-new-card")).to_have_count(0)
    other.locator("#rating-school").select_option("10")
    tell_card(other, threshold=4)
    phone.goto("about:blank")
    phone.context.set_offline(False)
    phone.goto(other.url)
    left = said("undone.theirs", what="School of Illusions: 8")
    expect(phone.locator("#toast")).to_have_text(left)
    for page in (phone, other):
        for i, asked in enumerate(("4", "9")):
            expect(page.locator(f"#goal-{i}-threshold")).to_have_value(asked)
        expect(page.locator("#rating-school")).to_have_value("10")
        expect(page.locator("#rating-observatory")).to_have_value("8")


def test_a_rating_whose_answer_was_lost_does_not_override_a_newer_one(
    phone: Page, new_page: Opener, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_FAILED", "/edits")
    begin(phone, server.url, "Anna", "Boris")
    other = new_page()
    other.goto(phone.url)
    school = "#rating-school"
    taken: list[tuple[Route, APIResponse]] = []
    phone.route("**/edits", lambda route: taken.append((route, route.fetch())), times=1)
    phone.locator(school).select_option("8")
    expect(other.locator(school)).to_have_value("8")
    with other.expect_response("**/edits"):
        other.locator(school).select_option("10")
    for route, _ in taken:
        route.abort()
    left = said("undone.theirs", what="School of Illusions: 8")
    expect(phone.locator("#toast")).to_have_text(left)
    for page in (phone, other):
        expect(page.locator(school)).to_have_value("10")
        expect(page.locator("#live")).to_have_text(said("table.live"))


def test_a_board_hears_that_others_ringed_their_task(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    anna, boris = new_page(IPHONE), new_page(PIXEL)
    begin(anna, server.url, "Anna", "Boris")
    key = anna.url.split("/")[-1]
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    marks = {**MARKS, "task": []}
    version = games.load(key).player(2).version
    games.add_reading(key, 2, version, StoredReading(0, marks, [], [], {}), marks, picture)
    boris.goto(f"{anna.url}/2")
    BoardPage(boris).ready()
    anna.locator("#player-1 a.who").tap()
    board = BoardPage(anna).ready()
    for wanted in (True, False):
        board.mode("task")
        board.tap_crossroads("c1")
        board.ready()
        told = expect(boris.locator("#status"))
        open_ = said("result.missing.task")
        (told.to_contain_text if wanted else told.not_to_contain_text)(open_)


def test_names_stand_as_they_are_and_a_new_one_reaches_the_open_board(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    """Anna-Maria has no board yet, and Boris waits for it; then he is called otherwise."""
    turns = {"measure": "turns", "threshold": 1, "reached": 4, "won": 8, "direction": "at-least"}
    empty = {"city": "first-city", "board": "first-city"}
    settled = frozenset({"checked:0"})
    players = [NewPlayer(empty, "Anna-Maria"), NewPlayer(MARKS, "Boris", settled=settled)]
    setup = {**SETUP, "goals": [turns], "goal_cards": True}
    key = games.create("first-city", "first-city", setup, players, single=False)
    boris, other = new_page(IPHONE), new_page(PIXEL)
    boris.goto(f"{server.url}/game/{key}/2")
    BoardPage(boris).ready()
    waits = said("result.missing.boards", places="Anna-Maria")
    expect(boris.locator("#status")).to_contain_text(waits)
    other.goto(f"{server.url}/game/{key}")
    token = other.locator('meta[name="csrf-token"]').get_attribute("content") or ""
    form: dict[str, str | float | bool] = {"name": "Bo-Ris", "csrf_token": token}
    assert other.request.post(f"{server.url}/game/{key}/players/2", form=form).ok
    expect(boris.locator("h1 span")).to_have_text("Bo-Ris")


def test_a_full_game_played_without_goal_cards_is_said_to_be_so_by_one_tap(
    phone: Page, server: Server, games: GameStore
) -> None:
    """As for tasks: from a board, and from the card where goal cards are entered."""
    settled = frozenset({"checked:0"})
    for in_card in (False, True):
        player = NewPlayer(MARKS, "Anna", settled=settled)
        setup = {**SETUP, "goal_cards": True}
        key = games.create("first-city", "first-city", setup, [player], single=in_card)
        phone.goto(f"{server.url}/game/{key}/1")
        board = BoardPage(phone).ready()
        expect(phone.locator("#status")).to_contain_text(said("result.missing.goals"))
        line = phone.locator('[data-step="goals"]')
        expect(line).to_contain_text(said("goals.not-entered"))
        # Its fields are there on the page of one player of several too.
        expect(phone.locator("#goals")).to_contain_text(said("goals.hint.in-play"))
        name = "goals-without" if in_card else "without-goals"
        phone.locator(f'[data-button="{name}"]').tap()
        board.ready()
        expect(line).to_contain_text(said("not-in-play"))
        assert board.state["status"]["kind"] == "final"
        expect(phone.locator(f'[data-button="{name}"]')).to_be_hidden()
        phone.locator("#undo").tap()
        board.ready()
        assert board.state["status"]["missing"] == [{"kind": "goals"}]


def test_a_board_scored_alone_gets_company(phone: Page, server: Server) -> None:
    board = BoardPage(phone).open_example(server.url)
    phone.locator('[data-part="part-share"]').tap()
    phone.locator("form.add input[name=name]").fill("Boris")
    phone.locator("form.add button").tap()
    phone.wait_for_url("**/game/*")
    expect(phone.locator("#scores tr.total td")).to_have_text(["105", "–"])
    expect(phone.locator(".players b")).to_have_text([said("player.nameless", n=1), "Boris"])
    phone.go_back()
    board.ready()
    phone.reload()
    board.ready()
    expect(phone.locator("form.add")).to_have_count(0)


def test_a_slow_answer_does_not_hide_what_came_after_it(
    phone: Page, server: Server, new_page: Opener
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    other = new_page(PIXEL)
    other.goto(phone.url)
    expect(other.locator("#table.ready")).to_be_visible()
    taken: list[tuple[Route, APIResponse]] = []
    other.route("**/table", lambda route: taken.append((route, route.fetch())), times=1)
    with other.expect_request("**/table"):
        rate(phone, "school", 8)
    rate(phone, "school", 10)
    other.wait_for_timeout(1000)
    [(route, answer)] = taken
    route.fulfill(response=answer)
    expect(other.locator("#rating-school")).to_have_value("10")
    other.wait_for_timeout(1000)
    expect(other.locator("#rating-school")).to_have_value("10")


def test_a_slow_answer_does_not_hide_what_was_rated_here(
    phone: Page, server: Server, new_page: Opener
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    other = new_page(PIXEL)
    other.goto(phone.url)
    expect(other.locator("#table.ready")).to_be_visible()

    def rates_here() -> None:
        with phone.expect_response("**/edits") as answered:
            rate(phone, "school", 10)
        answered.value.finished()
        phone.wait_for_timeout(100)

    stood = stood_after_a_late_answer(
        phone, "#rating-school", lambda: rate(other, "school", 8), rates_here
    )
    assert stood == ["10"]


def test_a_line_of_the_table_leads_to_its_place_on_the_board(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    draw_example(phone)
    expect(phone.locator("#scores tr.total td").first).not_to_have_text("–")
    phone.locator('#scores td a[href*="line=red"]').first.tap()
    board = BoardPage(phone).ready()
    red = next(line for line in board.state["sheet"]["lines"] if line["step"] == "red")
    assert board.lit == sorted(red["from"])
    expect(phone.locator(".count-mark")).to_have_count(len(red["from"]))


@pytest.mark.parametrize("begun", [False, True])
def test_what_comes_in_late_moves_nothing_away_from_a_finger(
    phone: Page, server: Server, begun: bool
) -> None:
    begin(phone, server.url, *["Anna", "Boris"][: 2 - begun])
    if begun:
        draw_example(phone)
        expect(phone.locator("#scores tr.total td").first).not_to_have_text("–")
    held: list[Route] = []
    phone.route("**/table", lambda route: held.append(route), times=1)
    with phone.expect_request("**/table"):
        phone.reload()
    name = phone.locator("#player-1 .who")
    before = name.bounding_box() if name.is_visible() else None
    assert (before is None) is begun
    held[0].continue_()
    expect(phone.locator("#live")).not_to_be_empty()
    expect(name).to_be_visible()
    assert before in (None, name.bounding_box())


def test_who_looks_on_changes_nothing(phone: Page, new_page: Opener, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    draw_example(phone)
    looker = new_page()
    looker.goto(phone.locator(".join .small a").get_attribute("href") or "")
    expect(looker.locator("#scores tr.total td").first).not_to_have_text("–")
    expect(looker.locator("form:not(.languages)")).to_have_count(0)
    looker.locator("#player-1 a.who").tap()
    board = BoardPage(looker).ready()
    before = board.state
    board.tap_road("a0-b0")
    looker.wait_for_timeout(200)
    assert board.state == before
    expect(looker.locator(".modes")).to_have_count(0)


def test_a_long_name_without_spaces_has_its_place(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Maximilianejosephinecharlottewilhelmine", "Boris")
    draw_example(phone)
    expect(phone.locator("#scores tr.total td").first).not_to_have_text("–")
    assert phone.evaluate("document.documentElement.scrollWidth") == WIDTH
    tools = phone.locator("#player-1 .tool").first.bounding_box()
    name = phone.locator("#player-1 .who b").bounding_box()
    assert tools
    assert name
    assert name["x"] + name["width"] <= tools["x"]
    phone.locator("#player-1 a.who").tap()
    BoardPage(phone).ready()
    head = phone.locator(".stage .top").bounding_box()
    assert head
    assert head["height"] < 80


def test_exports_are_opened_again(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    draw_example(phone)
    expect(phone.locator("#scores tr.total td").first).not_to_have_text("–")
    total = column(phone, 1, "total")
    with phone.expect_download() as waiting:
        phone.locator('a[href$="game.json"]').tap()
    phone.goto(server.url)
    phone.get_by_text(said("home.saved")).tap()
    phone.locator('input[name="file"]').set_input_files(waiting.value.path())
    phone.get_by_role("button", name=said("home.saved.open"), exact=True).tap()
    expect(phone.locator("#scores tr.total td").first).to_have_text(total)
    assert re.search(r"/game/[\w-]{22}$", phone.url)


@pytest.mark.unused
def test_a_dropped_connection_is_told_and_mended(
    phone: Page, server: Server, new_page: Opener, watch: Watch
) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", "/events", "/stamp", "/table")
    begin(phone, server.url, "Anna", "Boris")
    expect(phone.locator("#live")).to_contain_text(said("table.live"))
    phone.context.set_offline(True)
    expect(phone.locator("#live")).to_contain_text(said("table.offline"), timeout=15_000)
    other = new_page()
    other.goto(phone.url)
    rate(other, "school", 8)
    phone.context.set_offline(False)
    expect(phone.locator("#rating-school")).to_have_value("8", timeout=15_000)


# Phones of Apple leave a page without a word about it.
SILENT_LEAVING = "addEventListener('beforeunload', (event) => event.stopImmediatePropagation())"


def test_a_link_is_followed_while_others_join(
    phone: Page, new_page: Opener, server: Server
) -> None:
    phone.add_init_script(SILENT_LEAVING)
    begin(phone, server.url, "Anna")
    other = new_page()
    other.goto(phone.url)
    held: list[Route] = []
    phone.route(f"{server.url}/", lambda route: held.append(route))
    phone.locator("a.home-link").evaluate("link => link.click()")
    other.locator(".add [name=name]").fill("Boris")
    other.locator(".add button").click()
    expect(other.locator(".players b")).to_have_text(["Anna", "Boris"])
    phone.wait_for_timeout(2_000)
    for route in held:
        with suppress(Error):
            route.continue_()
    expect(phone).to_have_url(f"{server.url}/")


# A stream that was cut off on its way: it opens, and nothing more is heard of it.
SILENT = """() => {
  window.streams = [];
  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor(address) {
      super();
      window.streams.push(address);
      setTimeout(() => this.dispatchEvent(new Event("open")));
    }
    close() {
      this.readyState = 2;
    }
  };
}"""


@pytest.mark.unused
def test_a_stream_of_which_nothing_is_heard_is_opened_anew(phone: Page, server: Server) -> None:
    phone.add_init_script(f"({SILENT})()")
    phone.clock.install()
    begin(phone, server.url, "Anna", "Boris")
    expect(phone.locator("#live")).to_contain_text(said("table.live"))
    assert phone.evaluate("window.streams.length") == 1
    phone.clock.fast_forward(100_000)
    phone.wait_for_function("window.streams.length === 2")


# Words of the sheet's first column that stand on two lines. A soft hyphen ends a part of a word.
_BROKEN = """() => [...document.querySelectorAll("#scores tbody th")].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  const bottom = (at) => {
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + 1);
    return range.getBoundingClientRect().bottom;
  };
  while (texts.nextNode())
    for (const { 0: part, index } of texts.currentNode.data.matchAll(/[^\\s\u00ad]+/g))
      if (bottom(index) !== bottom(index + part.length - 1)) broken.push(part);
  return broken; })"""


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_words_of_the_sheet_break_where_they_may(
    new_page: Opener, server: Server, language: str
) -> None:
    page = new_page({**PHONE, "viewport": {"width": 360, "height": 640}}, locale=language)
    for city in CITIES:
        begin(page, server.url, "Eve", "Fay", "Gus", "Hal", board=city)
        assert page.evaluate(_BROKEN) == [], city
    # Five have the names below the signs: what London has for itself shares one sign.
    begin(page, server.url, "Eve", "Fay", "Gus", "Hal", board="london")
    page.locator("form.add input[name=name]").fill("Ida")
    page.locator("form.add button").tap()
    expect(page.locator("#scores thead .name")).to_have_count(5)
    assert page.evaluate(_BROKEN) == []
    names = page.locator("#scores tbody th > span > span")
    high = names.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert len(high) > 7
    assert min(high) > 10


def test_what_the_status_of_four_says_does_not_run_together(
    new_page: Opener, server: Server
) -> None:
    page = new_page({**PHONE, "viewport": {"width": 360, "height": 640}}, locale="ru-RU")
    begin(page, server.url, "Eve", "Fay", "Gus", "Hal")
    edits = [{"kind": "section", "where": "a0-b0", "value": True}]
    token = page.locator('meta[name="csrf-token"]').get_attribute("content") or ""
    for seat in range(1, 5):
        version = page.request.get(f"{page.url}/{seat}/state").json()["version"]
        answer = page.request.post(
            f"{page.url}/{seat}/edits",
            data=json.dumps({"version": version, "edits": edits}),
            headers={"Content-Type": "application/json", "X-CSRFToken": token},
        )
        assert answer.ok
    said_there = page.locator("#scores .certainty td a")
    expect(said_there).to_have_count(4)
    longest = text_in("ru", "result.short.to-check", n=15)
    said_there.evaluate_all(
        "(all, text) => all.forEach((one) => one.replaceChildren(text))", longest
    )
    edges = said_there.evaluate_all("""all => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { left, right } = range.getBoundingClientRect();
      return [left, right]; })""")
    for (_, right), (left, _) in pairwise(edges):
        assert left - right >= 6


@pytest.mark.parametrize("language", ["ru-RU", "ja-JP"])
def test_longer_words_fit_a_narrow_phone(new_page: Opener, server: Server, language: str) -> None:
    narrow = {**PHONE, "viewport": {"width": 360, "height": 740}}
    page = new_page(narrow, locale=language)
    page.goto(server.url)
    widths = {"/": page.evaluate("document.documentElement.scrollWidth")}
    begin(page, server.url, "Анна", "Борис", "千代子", "Maximiliane-Charlotte")
    widths["table"] = page.evaluate("document.documentElement.scrollWidth")
    page.locator("#player-1 a.who").tap()
    BoardPage(page).ready()
    page.locator('[data-button="own"]').tap()
    widths["board"] = page.evaluate("document.documentElement.scrollWidth")
    assert set(widths.values()) == {360}, widths
    # No line begins with a long sound or a small letter.
    assert page.evaluate("getComputedStyle(document.body).lineBreak") == "strict"


def _enter_a_solo_card(phone: Page) -> None:
    """A card gives no PP: what it requires is enough, and once reached it is marked."""
    draw_example(phone)
    phone.locator('[data-button="add-goal"]').tap()
    expect(phone.locator("#goals")).to_contain_text(said("goals.figures.solo"))
    expect(phone.locator("#goal-new-reached, #goal-new-won")).to_have_count(0)
    phone.locator("#goal-new-threshold").fill("1")
    phone.locator("#goal-new-threshold").press("Tab")
    expect(phone.locator("#goal-0-threshold")).to_have_value("1")
    expect(phone.locator('#scores a[href$="#line=goals"]')).to_have_text("+")


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("first-city", said("solo.so-far.goals", points=0, least=40, goals=0, wanted=2)),
        ("paris", said("solo.so-far.tours", points=0, least=40, goals=0, wanted=2)),
    ],
)
def test_a_solo_player_sets_out_for_a_challenge(
    phone: Page, server: Server, board: str, told: str
) -> None:
    phone.goto(f"{server.url}/new")
    phone.locator('select[name="board"]').select_option(board)
    phone.locator('label:has(input[value="solo"])').tap()
    phone.locator("form button.primary").tap()
    expect(phone.locator("#verdict")).to_contain_text(said("solo.none"))
    for field, figure in (("points", "40"), ("goals", "2")):
        phone.locator(f"#challenge-{field}").fill(figure)
        phone.locator(f"#challenge-{field}").press("Tab")
    expect(phone.locator("#verdict")).to_contain_text(told)
    if board == "first-city":
        _enter_a_solo_card(phone)
    # An emptied figure stays as told, and no more goals are wanted than there are cards.
    for field, figure, stays in (("points", "", "40"), ("points", "-5", "0"), ("goals", "9", "3")):
        phone.locator(f"#challenge-{field}").fill(figure)
        phone.locator(f"#challenge-{field}").press("Tab")
        expect(phone.locator(f"#challenge-{field}")).to_have_value(stays)


def test_a_team_game_is_begun_played_again_and_deleted(
    phone: Page, server: Server, watch: Watch
) -> None:
    names = ("Anna", "Boris", "Chen", "Dora")
    phone.goto(f"{server.url}/new")
    for i, name in enumerate(names, 1):
        phone.locator(f'input[name="name{i}"]').fill(name)
    phone.locator('select[name="colour2"]').select_option("black")
    phone.locator('label:has(input[value="team"])').tap()
    phone.locator('select[name="board"]').select_option("first-city")
    phone.locator("form button.primary").tap()
    expect(phone.locator("#scores")).to_contain_text("Anna")
    draw_example(phone)
    expect(phone.locator("#verdict")).to_contain_text("Anna, Chen")
    expect(phone.locator("#scores .place th")).to_have_text(said("table.place.team"))
    # The best of four has no place of her own; a team has one once both have a board.
    expect(phone.locator("#scores .place td")).to_have_text(["–"] * 4)
    first = phone.url
    phone.get_by_role("button", name=said("rematch")).tap()
    phone.wait_for_url(lambda url: url != first)
    assert phone.locator(".players b").all_inner_texts() == list(names)
    expect(phone.locator("#player-2 .token")).to_have_class("token black")
    expect(phone.locator("#scores tr.total td").first).to_have_text("–")
    phone.get_by_text(said("delete.game")).tap()
    second = phone.url
    phone.locator("#delete").tap()
    expect(phone.locator("#recent li")).to_have_count(1)
    watch.forgiven = ("404",)
    phone.goto(second)
    expect(phone.locator("h1")).to_have_text(said("error.no-game"))


def test_ratings_that_stand_as_shown_are_no_changes(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    phone.locator('[data-button="as-shown"]').tap()
    expect(phone.locator("#toast")).to_have_text(said("done.ratings"))
    expect(phone.locator(".unrated")).to_have_count(0)


@pytest.mark.unused
def test_a_game_that_could_not_be_deleted_stays_in_the_list(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", "/healthz", "/events", "/stamp")
    begin(phone, server.url, "Anna", "Boris")
    phone.get_by_text(said("delete.game")).tap()
    phone.context.set_offline(True)
    phone.locator("#delete").tap()
    expect(phone.locator("[data-offline]")).to_have_text(said("form.offline"))
    phone.context.set_offline(False)
    phone.goto(server.url)
    expect(phone.locator("#recent li")).to_have_count(1)
