"""Small things at the table: another photo, hints, pens, and what messages say."""

import io

from PIL import Image
from playwright.sync_api import Page, expect

from scorer.rules.city.city import load_city
from tests.support.browser.browsing import IPHONE, Opener, Server, Watch
from tests.support.browser.pages import SAMPLE, BoardPage
from tests.support.browser.said import said

# What a phone without a connection asks for in vain.
OFFLINE = ("/edits", "/events", "/stamp", "/state", "/scoring/")


def test_a_photo_of_no_use_is_named_and_another_is_chosen(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    with Image.open(SAMPLE / "photo.jpg") as photo:
        photo.thumbnail((560, 560))
        small = io.BytesIO()
        photo.save(small, "jpeg")
    for data, why in ((b"no photo", "not-an-image"), (small.getvalue(), "too-small")):
        file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": data}
        phone.locator("[data-chosen]").set_input_files(file)  # type: ignore[arg-type]
        problem = phone.locator("[data-problem]")
        expect(problem).to_contain_text(said(f"not-read.{why}"))
        with phone.expect_file_chooser():
            problem.get_by_role("button", name=said("corners.another")).tap()


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
    expect(phone.locator("#pens .swatch")).to_have_count(3)
    phone.context.set_offline(True)
    board.tap_road("c2-d2")
    expect(phone.locator("#saving")).to_have_text(said("offline"))
    tops = [phone.locator(one).bounding_box() for one in ("#undo", "#redo", "#check")]
    assert len({round(box["y"]) for box in tops if box}) == 1
    confirmed = phone.evaluate(
        """async (value) => {
             const { describe } = await import("/static/js/parts/board/describe.js");
             const edit = { kind: "section", where: "a0-b0", value };
             return describe([edit], {}, { marks: { sections: [] }, setup: {} }); }""",
        False,
    )
    state = said("section.not-drawn")
    assert confirmed == said("done.confirmed", where="a0–b0", state=state)
    phone.context.set_offline(False)
