"""Small things at the table: another photo, hints, pens, and what messages say."""

import io
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from scorer.rules.city.city import load_city
from scorer.store.games import GameStore, NewPlayer, Source
from scorer.web.serving.words import catalogue
from tests.support.browser.browsing import (
    IOS_15,
    IPHONE,
    LAPTOP,
    PHONE,
    Opener,
    Server,
    Watch,
    ours,
)
from tests.support.browser.pages import SAMPLE, BoardPage
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin, draw_example

# What a phone without a connection asks for in vain.
OFFLINE = ("/edits", "/events", "/stamp", "/state", "/scoring/")


def test_a_photo_of_no_use_is_named_and_another_is_chosen(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    with Image.open(SAMPLE / "photo.jpg") as photo:
        photo.thumbnail((560, 560))
        small = io.BytesIO()
        photo.save(small, "jpeg")
    for data, why in (
        (b"no photo", "not-read.not-an-image"),
        (small.getvalue(), "photo.small.why"),
    ):
        file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": data}
        phone.locator("[data-chosen]").set_input_files(file)  # type: ignore[arg-type]
        problem = phone.locator("[data-problem]")
        expect(problem).to_contain_text(said(why))
        with phone.expect_file_chooser():
            problem.get_by_role("button", name=said("corners.another")).tap()


@pytest.mark.parametrize(("size", "why"), [(45_000_000, "413"), (0, "photo-empty")])
def test_what_the_server_would_not_take_is_not_sent(
    phone: Page, server: Server, tmp_path: Path, size: int, why: str
) -> None:
    phone.goto(server.url)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.method))
    file = tmp_path / "photo.jpg"
    with file.open("wb") as out:
        out.truncate(size)
    phone.locator("[data-chosen]").set_input_files(file)
    problem = phone.locator("[data-problem]")
    expect(problem).to_contain_text(said(f"error.{why}.hint"))
    expect(problem).to_contain_text(said("corners.another"))
    assert "POST" not in sent


@pytest.mark.unused
def test_hints_pens_and_messages_fit_what_is_done(
    new_page: Opener, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", *OFFLINE)
    phone = new_page(IPHONE)
    phone.goto(server.url)
    phone.locator("#hand-form select").select_option("paris")
    phone.locator("#hand-form button").tap()
    board = BoardPage(phone, load_city("paris").practice_board).ready()
    expect(phone.locator("#goals")).to_be_hidden()
    expect(phone.locator('[data-step="goals"]')).to_have_count(0)
    for mode in ("tourists", "cafe", "task", "section"):
        board.mode(mode)
        expect(phone.locator("#saving")).to_have_text(said(f"begin.{mode}"))
        tops = [phone.locator(one).bounding_box() for one in ("#undo", "#redo", "#check")]
        assert len({round(one["y"] + one["height"] / 2) for one in tops if one}) == 1
    expect(phone.locator("#pens .swatch")).to_have_count(3)
    phone.context.set_offline(True)
    board.tap_road("c2-d2")
    expect(phone.locator("#saving")).to_have_text(said("offline"))
    tops = [phone.locator(one).bounding_box() for one in ("#undo", "#redo", "#check")]
    assert len({round(box["y"]) for box in tops if box}) == 1
    confirmed = phone.evaluate(
        ours("""async (value) => {
             const { describe } = await import("/static/js/parts/board/describe.js");
             const edit = { kind: "section", where: "a0-b0", value };
             return describe([edit], {}, { marks: { sections: [] }, setup: {} }); }"""),
        False,
    )
    state = said("section.not-drawn")
    assert confirmed == said("done.confirmed", where="a0–b0", state=state)
    phone.context.set_offline(False)


def first_column(page: Page) -> float:
    return float(str(page.locator("#board").get_attribute("viewBox")).split()[0])


def test_the_pens_of_a_double_map_lie_in_the_bar_and_it_opens_where_it_is_drawn_on(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    small = [{**PHONE, "viewport": {"width": x, "height": y}} for x, y in ((360, 640), (320, 568))]
    for device in (IPHONE, *small, LAPTOP):
        page = new_page(device)
        page.goto(server.url)
        page.locator("#hand-form select").select_option("new-york")
        page.locator("#hand-form button").click()
        BoardPage(page, load_city("new-york").practice_board).ready()
        pens, modes, bar = (page.locator(one).bounding_box() for one in ("#pens", ".modes", ".bar"))
        assert pens
        assert modes
        assert bar
        assert bar["y"] <= pens["y"]
        assert pens["y"] + pens["height"] <= modes["y"]
        assert bar["x"] <= pens["x"]
        assert pens["x"] + pens["width"] <= bar["x"] + bar["width"]
        painted = page.locator(".bar").evaluate("bar => getComputedStyle(bar).backgroundColor")
        assert painted not in ("transparent", "rgba(0, 0, 0, 0)")
        if device is not LAPTOP:
            parts = page.locator("#parts").bounding_box()
            assert parts
            assert parts["y"] + parts["height"] <= bar["y"]
        else:
            sheet = page.locator(".panel").bounding_box()
            assert sheet
            assert bar["x"] + bar["width"] <= sheet["x"]
    board = load_city("new-york").practice_board
    road = max(board.roads, key=lambda one: one.path[0][0])
    marks = {"city": "new-york", "board": "new-york", "sections": [str(road.id)]}
    key = games.create(
        "new-york", "new-york", {}, [NewPlayer(marks, source=Source.FILE)], single=True
    )
    phone = new_page(IPHONE)
    phone.add_init_script(IOS_15)
    phone.goto(f"{server.url}/game/{key}/1")
    BoardPage(phone, board).ready()
    right = first_column(phone)
    phone.locator("#half").tap()
    assert first_column(phone) < right


@pytest.mark.parametrize("size", [(740, 360), (844, 390), (640, 400)])
def test_nothing_is_covered_on_a_phone_held_sideways(
    new_page: Opener, server: Server, size: tuple[int, int]
) -> None:
    width, height = size
    page = new_page({**PHONE, "viewport": {"width": width, "height": height}}, locale="ru-RU")
    page.goto(server.url)
    page.get_by_role("button", name=catalogue("ru")["home.hand"]).click()
    page.locator('#game[data-status="settled"]').wait_for(state="attached")
    # As on a board with a photo and places to check.
    page.evaluate(
        """() => {
             for (const id of ["check", "hide"]) document.getElementById(id).hidden = false;
             document.getElementById("check").textContent = "Проверить: 12"; }"""
    )
    covered = page.evaluate(
        """() => {
             const all = [...document.querySelectorAll(".stage button, .stage a, .bar button")];
             const shown = all.filter((one) => one.offsetParent && one.id !== "pull");
             const board = document.querySelector(".board-frame").getBoundingClientRect();
             return shown.filter((one) => {
               const { left, right, top, bottom } = one.getBoundingClientRect();
               const [x, y] = [(left + right) / 2, (top + bottom) / 2];
               const points = [[x, y], [x, top + 3], [x, bottom - 3], [right - 6, y]];
               const on = right > board.left && left < board.right && top < board.bottom;
               return (on && bottom > board.top) || points.some(([x, y]) => {
                 const there = document.elementFromPoint(x, y);
                 return !there || !one.contains(there); });
             }).map((one) => one.id || one.textContent); }"""
    )
    assert covered == []
    # The modes take little of the sheet, and no slice of it shows below them.
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["height"] <= 52
    assert bar["y"] + bar["height"] == height
    # Held upright, the name above the board takes one line, and the board's own another.
    page.set_viewport_size({"width": 360, "height": 740})
    name, own = page.locator("header.top h1 span"), page.locator("header.top h1 small")
    assert name.evaluate("one => one.getBoundingClientRect().height") < 24
    assert own.evaluate("one => one.getBoundingClientRect().height") < 24
    # A longer one is whole.
    for longer in ("Рио-де-Жанейро", "リオデジャネイロ"):
        name.evaluate("(one, text) => { one.textContent = text; }", longer)
        assert name.evaluate("one => one.scrollHeight - one.clientHeight") <= 0, longer


BESIDE = """() => [...document.querySelectorAll("#sheet .line")].every((line) => {
  const name = line.children[1].getBoundingClientRect();
  const narrow = line.clientWidth <= 250;
  return [narrow ? ".points" : ".working", ".points"].every((one) => {
    const figures = line.querySelector(one).getBoundingClientRect();
    return figures.top < name.bottom && figures.left >= name.right;
  });
})"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_figures_of_the_sheet_stand_beside_their_line(
    new_page: Opener, server: Server, language: str
) -> None:
    page = new_page(PHONE, locale=language)
    begin(page, server.url, "Anna")
    draw_example(page)
    page.locator("#player-1 a.who").tap()
    BoardPage(page).ready()
    for width, height in ((320, 568), (390, 844), (640, 360), (667, 375), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BESIDE), width
        assert page.evaluate("document.documentElement.scrollWidth") == width
