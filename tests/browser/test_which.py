"""A photo of another board than the one chosen, on a phone."""

from playwright.sync_api import APIResponse, Page, Route, expect

from scorer.rules.values import replace
from scorer.vision.boards.taught import remove_taught, save_taught
from tests.support import scenes
from tests.support.browser.browsing import IPHONE, Opener, Server
from tests.support.browser.pages import BoardPage
from tests.support.browser.said import said

DRAWN = ("b1-c1", "c1-c2", "c2-c3")
TOWN = scenes.shuffled(scenes.first_city())
AT = scenes.CORNERS + 15


def send(page: Page, url: str, board: str) -> None:
    """Choose the photo of the town on the start page."""
    page.goto(url)
    page.locator('#photo-form select[name="board"]').select_option(board)
    photo = scenes.encoded(scenes.scene(TOWN, drawn=DRAWN, noise=2, corners_xy=AT).rgb)
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.locator("input[data-chosen]").set_input_files(file)  # type: ignore[arg-type]
    page.wait_for_url("**/which", timeout=120_000)


def fits(page: Page) -> bool:
    """Whether nothing on the page is wider than the phone."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


class SlowAnswer:
    """Holds back the server's answer to what is sent to an address, not what the server does."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.held: list[tuple[Route, APIResponse]] = []
        page.route(address, lambda route: self.held.append((route, route.fetch(max_redirects=0))))

    def give(self) -> None:
        while not self.held:
            self.page.wait_for_timeout(50)
        self.page.wait_for_timeout(500)
        for route, answer in self.held:
            route.fulfill(response=answer)


def test_the_board_that_a_photo_shows_is_one_tap_away(new_page: Opener, server: Server) -> None:
    board = replace(TOWN.board, id="red-town", name="Red Town", practice=False)
    save_taught(server.data_dir / "boards", replace(TOWN, board=board))
    # The languages with the longest words and the tallest letters.
    phone, other = (new_page(IPHONE, locale=language) for language in ("ru", "ja"))
    try:
        send(phone, server.url, "first-city")
        other.goto(phone.url)
        for page in (other, phone):
            offer = page.locator("button.instead")
            expect(offer).to_contain_text("Red Town")
            expect(offer).to_be_in_viewport(ratio=1)
            assert fits(page)
        offer.tap()
        phone.wait_for_url("**/game/*/1")
        read = BoardPage(phone).ready()
        assert read.state["marks"]["sections"] == sorted(DRAWN)
        assert read.state["marks"]["board"] == "red-town"
    finally:
        # Open pages would ask for a board that is there no more.
        for page in (other, phone):
            page.goto("about:blank")
        remove_taught(server.data_dir / "boards", "red-town")


def test_an_unknown_board_is_scored_only_when_told_all_the_same(
    new_page: Opener, server: Server
) -> None:
    # What a service worker asks for cannot be held back.
    phone = new_page(IPHONE, service_workers="block")
    send(phone, server.url, "auto")
    expect(phone.locator(".asked")).to_contain_text(said("which.why.unknown"))
    expect(phone.get_by_role("link", name=said("which.box"))).to_be_in_viewport(ratio=1)
    game = phone.url.removesuffix("/which")
    late: list[Route] = []
    phone.route("**/corners.js*", lambda route: late.append(route), times=1)
    phone.get_by_role("link", name=said("which.corners")).tap()
    read = phone.get_by_role("button", name=said("corners.read"))
    # Until the page can take a tap, it takes none.
    expect(read).to_be_disabled()
    late[0].continue_()
    read.tap()
    phone.wait_for_url("**/which")
    assert phone.request.get(f"{game}/state").json()["sheet"]["total"] == 0
    name = said("board.first-city")
    phone.get_by_role("button", name=said("which.same", name=name)).tap()
    phone.wait_for_url("**/game/*/1")
    BoardPage(phone).ready()
    banner = phone.locator("#all-the-same")
    expect(banner).to_contain_text(said("which.banner", name=name))
    phone.reload()
    BoardPage(phone).ready()
    expect(banner).to_be_visible()
    slow = SlowAnswer(phone, "**/which/undo")
    with phone.expect_response("**/state"):
        banner.get_by_role("button").tap()
    # By now the page knows that its reading is gone; it must not load itself anew meanwhile.
    slow.give()
    phone.wait_for_url("**/which")
    phone.goto(game)
    BoardPage(phone).ready()
    expect(banner).to_have_count(0)
    assert phone.request.get(f"{game}/state").json()["marks"]["sections"] == []


def test_a_tapped_board_asks_where_it_stands_and_the_answer_is_at_the_top(
    new_page: Opener, server: Server
) -> None:
    phone = new_page(IPHONE, viewport={"width": 360, "height": 640})
    board = BoardPage(phone).open_example(server.url)
    phone.goto(f"{board.page.url.split('#')[0]}/which")
    boards = phone.locator(".boards > li")
    tapped = boards.nth(3)
    tapped.locator("summary").tap()
    expect(tapped.get_by_role("button")).to_be_in_viewport(ratio=1)
    # The tapped board has a row of its own, and the others fill theirs.
    tops = [box["y"] for one in boards.all() if (box := one.bounding_box())]
    assert tops[3] < tops[2] == tops[4]
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    # As where the photo is read again and shows no such board.
    phone.reload()
    expect(phone.locator(".top")).to_be_in_viewport(ratio=1)


def test_the_page_goes_on_once_another_phone_has_had_the_photo_read(
    new_page: Opener, server: Server
) -> None:
    mine, other = new_page(IPHONE), new_page(IPHONE)
    send(mine, server.url, "auto")
    other.goto(mine.url)
    expect(other.locator(".asked")).to_contain_text(said("which.why.unknown"))
    board = replace(TOWN.board, id="late-town", name="Late Town", practice=False)
    save_taught(server.data_dir / "boards", replace(TOWN, board=board))
    try:
        mine.reload()
        mine.locator(".boards > li").filter(has_text="Late Town").get_by_role("button").tap()
        for page in (mine, other):
            page.wait_for_url("**/game/*/1", timeout=60_000)
            assert BoardPage(page).ready().state["marks"]["sections"] == sorted(DRAWN)
    finally:
        remove_taught(server.data_dir / "boards", "late-town")
