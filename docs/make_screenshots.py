"""Takes the pictures of the app that README and docs show.

    .venv/bin/python docs/make_screenshots.py [FOLDER] [--all]

It serves the app on a new data folder and reads the (simulated) sample photo in Chromium. Without
a folder it renews those in docs/images; with --all it takes every page in every language and theme.
"""

import json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, ViewportSize, sync_playwright
from werkzeug.serving import make_server

from scorer.doctor import BROWSERS
from scorer.printing import board_png
from scorer.printing.drawing.letters import EAST, SANS
from scorer.resources import folder as folder_of
from scorer.rules.city.city import load_city
from scorer.web.app import create_app
from scorer.web.serving.words import LANGUAGES

PHONE = ViewportSize(width=390, height=844)
LAPTOP = ViewportSize(width=1280, height=800)
PATIENCE_MS = 60_000
# What README and docs show.
SHOWN = (
    "phone.png", "phone-line.png", "table.png", "across.png", "phototour.png",
    "innsmouth-phone.png",
)  # fmt: skip
# A board with what New York has of its own.
NEW_YORK: dict[str, Any] = {
    "marks": {
        "city": "new-york",
        "board": "new-york",
        "sections": [
            "a4-b4", "b4-c4", "c4-d3", "d3-e3", "e3-f3", "f3-g2", "g2-h2", "h2-h3", "h3-h4",
            "g4-h4", "h6-i6", "i6-j6",
        ],
        "tourists": {
            "B4": {"pentagon": 2}, "F3": {"circle": 2, "pentagon": 1}, "H4": {"square": 3},
            "G4": {"triangle": 2}, "H6": {"circle": 1},
        },
        "tickets": ["whitehall"],
        "cafe_area": {"section-1": "visited", "coordinate-1": "used", "points-1": "visited"},
        "task": ["b4", "e3", "f6"],
    },
    "setup": {"ratings": {"rockefeller": 8, "statue": 6, "broadway": 3}},
}  # fmt: skip

# A game of another box, whose first player has seven cards for 31.
PHOTOTOUR: dict[str, Any] = {
    "game": "phototour",
    "players": [
        {"name": "Anna", "cards": 7, "card_points": 31, "tokens": 8, "reserve": 2, "slots": [6],
         "bonuses": [4]},
        {"name": "Борис", "cards": 6, "card_points": 30, "tokens": 9, "reserve": 1},
        {"name": "千代子", "cards": 5, "card_points": 20, "tokens": 3, "slots": [5]},
    ],
    "contests": [{"results": [5, 3, 1]}, {"results": [3, 5, 3]}, {"results": [0, 4, 2]}],
}  # fmt: skip

# A whole board of Innsmouth, whose best route takes two ferries.
INNSMOUTH: dict[str, Any] = {
    "game": "innsmouth",
    "setup": {
        "character": "boatman", "caches": "bells", "fates": [5, 5, 2, 3, 5, 4, 6, 5, 1, 5],
        "goals": [
            {"measure": "tourists", "of": "cross", "tiers": [{"threshold": 4, "points": 8}]},
            {"measure": "occupied", "tiers": [{"threshold": 6, "points": 8}]},
        ],
    },
    "players": [
        {"name": "Anna", "marks": {
            "sections": [
                "a2-a3", "a3-b3", "a3_south-b4", "a4-a5", "a4-b4", "a5-b5", "b0-c1", "b2-b3",
                "b2-c2", "b5-b6", "c0-c1", "c1-d1", "c2-c3_north", "c2-d2", "d2-d3_north", "d2-e2",
                "e1-e2", "e4-f4", "e5-f5", "f2-g3", "f3_north-g3", "f4-f5", "f5-f6", "g2-g3",
            ],
            "tourists": {
                "A4": {"cross": 2}, "A6": {"circle": 1, "triangle": 1, "cross": 1},
                "B3": {"square": 1, "cross": 1}, "B1": {"circle": 3},
                "C3": {"circle": 1, "cross": 2},
                "E4": {"circle": 1, "square": 1, "triangle": 1, "cross": 1}, "F3": {"circle": 3},
                "F6": {"circle": 2, "cross": 1}, "D3": {"circle": 1, "triangle": 2, "cross": 1},
                "A3": {"circle": 1, "square": 1, "triangle": 1, "cross": 1},
            },
            "threats": {"E5": 1, "B3": 1, "E4": 1, "F5": 1, "A5": 1},
        }},
        {"name": "Борис", "marks": {}},
    ],
}  # fmt: skip


def main(folder: Path, *, everything: bool) -> None:
    """Take the pictures that README and docs show; or every page in every language and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit("The pictures need Chromium: make browser")
    with (
        served() as url,
        tempfile.TemporaryDirectory() as fonts,
        sync_playwright() as playwright,
    ):
        # The shipped fonts show players' names wherever the machine has no letters for them.
        environment = {**os.environ, "XDG_DATA_HOME": str(with_fonts(Path(fonts)))}
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"], env=environment
        )
        game = begin_game(browser, url)
        board = read_sample(browser, url)
        york = open_board(browser, url, NEW_YORK)
        tour = open_board(browser, url, PHOTOTOUR, "**/game/*")
        sea = open_board(browser, url, INNSMOUTH, "**/game/*")
        own = teach_board(browser, url) if everything else ""
        for language in LANGUAGES if everything else ("en",):
            for scheme in ("light", "dark"):
                name = "" if scheme == "light" else "-dark"
                name += f"-{language}" if everything else ""
                phone = opened(browser, url, PHONE, scheme, language)
                phone_pictures(phone, url, game, board, folder, name)
                # A picture in a drawing does not keep a page from being loaded.
                with phone.expect_response("**/art"):
                    phone.goto(york)
                keep(phone, folder / f"across{name}.png")
                phone.goto(tour)
                keep(phone, folder / f"phototour{name}.png")
                innsmouth_picture(phone, sea, folder / f"innsmouth-phone{name}.png")
                if everything:
                    further_pictures(phone, url, game, york, own, folder, name)
                if language == "en":
                    laptop = opened(browser, board, LAPTOP, scheme, language)
                    laptop.locator('[data-step="task"]').click()
                    keep(laptop, folder / f"laptop{name}.png")
        browser.close()
    for picture in sorted(folder.glob("*.png")):
        print(f"{picture}  {picture.stat().st_size // 1000} kB")


def phone_pictures(page: Page, url: str, game: str, board: str, folder: Path, name: str) -> None:
    """Take what a phone shows: start, a game, its table, one board from all sides."""
    keep(page, folder / f"start{name}.png")
    page.goto(f"{url}/new")
    keep(page, folder / f"new{name}.png")
    page.goto(game)
    page.evaluate("document.getElementById('scores').closest('section').scrollIntoView()")
    keep(page, folder / f"table{name}.png")
    page.evaluate("document.getElementById('players-title').scrollIntoView()")
    keep(page, folder / f"players{name}.png")
    page.goto(f"{url}/teach")
    keep(page, folder / f"teach{name}.png")
    page.goto(board)
    settle(page)
    page.evaluate("document.getElementById('sheet-title').scrollIntoView()")
    keep(page, folder / f"phone{name}.png")
    page.locator('[data-step="green"]').tap()
    keep(page, folder / f"phone-line{name}.png")
    page.locator('[data-button="load"]').tap()
    page.locator('[data-button="route-1"]').tap()
    page.evaluate("document.getElementById('routes').scrollIntoView()")
    keep(page, folder / f"phone-routes{name}.png")
    page.evaluate("scrollTo(0, 0)")
    page.locator('[data-mode="tourists"]').tap()
    page.locator('[data-where="C3"]').press("Enter")
    keep(page, folder / f"phone-tourists{name}.png")
    page.goto(f"{board}/corners")
    page.locator(".handle").first.focus()
    keep(page, folder / f"phone-corners{name}.png")


def innsmouth_picture(page: Page, game: str, path: Path) -> None:
    """Take the best routes of a game of Innsmouth."""
    page.goto(game)
    page.locator("label:has(#mode-route)").tap()
    # Routes with end bonuses come last.
    page.locator('[data-button="accept"]:enabled').wait_for()
    page.evaluate("document.getElementById('entering').scrollIntoView()")
    keep(page, path)


def further_pictures(
    page: Page, url: str, game: str, york: str, own: str, folder: Path, name: str
) -> None:
    """Take the pages that README and docs do not show."""
    page.goto(game)
    settle(page)
    page.locator('[data-button="add-goal"]').tap()
    for figure, value in (("threshold", "10"), ("reached", "4"), ("won", "8")):
        page.locator(f"#goal-new-{figure}").fill(value)
    settle(page)
    page.evaluate("document.getElementById('goals').scrollIntoView()")
    keep(page, folder / f"goals{name}.png")
    page.locator('[data-button="goal-0-remove"]').tap()
    page.evaluate("document.getElementById('setup').scrollIntoView()")
    keep(page, folder / f"setup{name}.png")
    page.evaluate("document.querySelector('.join').scrollIntoView()")
    keep(page, folder / f"join{name}.png")
    look = page.locator(".join .small a").get_attribute("href") or ""
    page.goto(look)
    keep(page, folder / f"look{name}.png")
    page.goto(f"{game}/2")
    keep(page, folder / f"empty{name}.png")
    page.goto(york)
    settle(page)
    page.locator('[data-mode="cafe"]').tap()
    page.locator("#half").tap()
    keep(page, folder / f"across-cafes{name}.png")
    page.goto(own)
    keep(page, folder / f"editor{name}.png")
    page.evaluate("document.querySelector('.steps').scrollIntoView({ block: 'center' })")
    keep(page, folder / f"editor-value{name}.png")
    page.goto(f"{url}/game/unknown")
    keep(page, folder / f"error{name}.png")
    page.goto(f"{url}/new")
    for i in (1, 2):
        page.locator(f'input[name="name{i}"]').fill(f"Anna {i}")
    page.locator('label:has(input[value="solo"])').tap()
    page.locator("form button.primary").tap()
    keep(page, folder / f"refused{name}.png")


def keep(page: Page, path: Path) -> None:
    """Write what *page* shows to *path*, in 256 colours to keep the repository small."""
    with Image.open(BytesIO(settle(page).screenshot())) as picture:
        picture.convert("RGB").quantize(256).save(path, optimize=True)


def opened(
    browser: Browser, url: str, size: ViewportSize, scheme: str, language: str = "en"
) -> Page:
    """Open *url* in a window of *size*; a narrow one is a phone's."""
    narrow = size == PHONE
    page = browser.new_page(
        viewport=size,
        device_scale_factor=2 if narrow else 1,
        is_mobile=narrow,
        has_touch=narrow,
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page.set_default_timeout(PATIENCE_MS)
    page.goto(url)
    return settle(page)


def read_sample(browser: Browser, url: str) -> str:
    """Read the sample photo and return its board's address."""
    page = opened(browser, url, PHONE, "light")
    page.get_by_role("button", name="Try the sample").tap()
    page.wait_for_url("**/game/*/1")
    return page.url


def begin_game(browser: Browser, url: str) -> str:
    """Begin a game of three, one board filled from the sample photo; return its address."""
    page = opened(browser, f"{url}/new", PHONE, "light")
    for i, name in enumerate(("Anna", "Борис", "千代子"), 1):
        page.locator(f'input[name="name{i}"]').fill(name)
    page.locator("form button.primary").tap()
    page.wait_for_url("**/game/*")
    game = page.url
    settle(page)
    for name, rating in (("school", "8"), ("observatory", "6"), ("tv-tower", "10")):
        page.locator(f"#rating-{name}").select_option(rating)
        settle(page)
    sample = folder_of("samples") / "worked-example" / "photo.jpg"
    page.locator("input[data-send]").nth(1).set_input_files(sample)
    page.locator("#scores tr.total td").first.wait_for()
    page.close()
    return game


def open_board(
    browser: Browser, url: str, board: dict[str, Any], wanted: str = "**/game/*/1"
) -> str:
    """Open a saved board or game, and return its address, which is like the *wanted* one."""
    page = opened(browser, url, PHONE, "light")
    page.locator("footer summary").tap()
    data = json.dumps(board).encode()
    file = FilePayload(name="board.json", mimeType="application/json", buffer=data)
    page.locator('input[name="file"]').set_input_files(file)
    page.locator("footer form button").first.tap()
    page.wait_for_url(wanted)
    page.close()
    return page.url


def teach_board(browser: Browser, url: str) -> str:
    """Teach a board from a picture of a blank one, and return its page's address."""
    page = opened(browser, f"{url}/teach", PHONE, "light")
    page.locator('input[name="name"][required]').fill("Our own board")
    city = load_city("first-city")
    blank = board_png(city.practice_board, city, 150)
    file = FilePayload(name="blank.png", mimeType="image/png", buffer=blank)
    page.locator('input[name="photo"]').set_input_files(file)
    page.locator("form button.primary").tap()
    page.wait_for_url("**/teach/*")
    page.close()
    return page.url


def settle(page: Page) -> Page:
    """Wait until pictures are there and movements are over; the stream of news never ends."""
    page.wait_for_load_state("load")
    page.wait_for_timeout(900)
    return page


def with_fonts(folder: Path) -> Path:
    """Put the shipped fonts where a program whose data are in *folder* finds them."""
    (folder / "fonts").mkdir()
    for font in (SANS, EAST):
        shutil.copy(font, folder / "fonts")
    return folder


@contextmanager
def served() -> Iterator[str]:
    """Serve the app on a new data folder; give its address."""
    with tempfile.TemporaryDirectory() as data_dir:
        app = create_app(Path(data_dir))
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.port}"
        server.shutdown()


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if argument != "--all"]
    if given:
        main(Path(given[0]), everything="--all" in sys.argv)
    else:
        with tempfile.TemporaryDirectory() as taken:
            main(Path(taken), everything=False)
            for shown in SHOWN:
                shutil.copy(Path(taken) / shown, Path(__file__).parent / "images" / shown)
