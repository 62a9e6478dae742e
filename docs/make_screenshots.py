"""Takes the pictures of the app that README and docs show.

    .venv/bin/python docs/make_screenshots.py [FOLDER]

It serves the app on a new data folder, reads the (simulated) sample photo in Chromium and
leaves the pictures in FOLDER, by default docs/images.
"""

import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from werkzeug.serving import make_server

from scorer.doctor import BROWSERS
from scorer.web.app import create_app

PHONE = ViewportSize(width=390, height=844)
LAPTOP = ViewportSize(width=1280, height=800)
PATIENCE_MS = 60_000


def main(folder: Path) -> None:
    """Take every picture into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit("The pictures need Chromium: make browser")
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        board = read_sample(browser, url)
        for name, scheme in (("", "light"), ("-dark", "dark")):
            phone = opened(browser, url, PHONE, scheme)
            keep(phone, folder / f"start{name}.png")
            phone_pictures(phone, board, folder, name)
            laptop = opened(browser, board, LAPTOP, scheme)
            laptop.locator('[data-step="task"]').click()
            keep(laptop, folder / f"laptop{name}.png")
        browser.close()
    for picture in sorted(folder.glob("*.png")):
        print(f"{picture}  {picture.stat().st_size // 1000} kB")


def phone_pictures(page: Page, board: str, folder: Path, name: str) -> None:
    """Take what a phone shows of *board*: result, explained line, tourists, corners."""
    page.goto(board)
    settle(page)
    page.evaluate("document.getElementById('sheet-title').scrollIntoView()")
    keep(page, folder / f"phone{name}.png")
    page.locator('[data-step="green"]').tap()
    keep(page, folder / f"phone-line{name}.png")
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("radio", name="Tourists").tap()
    page.locator('[data-where="C3"]').press("Enter")
    keep(page, folder / f"phone-tourists{name}.png")
    page.goto(f"{board}/corners")
    page.get_by_role("slider", name="A1").focus()
    keep(page, folder / f"phone-corners{name}.png")


def keep(page: Page, path: Path) -> None:
    """Write what *page* shows to *path*, in 256 colours to keep the repository small."""
    with Image.open(BytesIO(settle(page).screenshot())) as picture:
        picture.convert("RGB").quantize(256).save(path, optimize=True)


def opened(browser: Browser, url: str, size: ViewportSize, scheme: str) -> Page:
    """Open *url* in a window of *size*; a narrow one is a phone's."""
    narrow = size == PHONE
    page = browser.new_page(
        viewport=size,
        device_scale_factor=2 if narrow else 1,
        is_mobile=narrow,
        has_touch=narrow,
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


def settle(page: Page) -> Page:
    """Wait until pictures are there and movements are over."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    return page


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
    default = Path(__file__).parent / "images"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
