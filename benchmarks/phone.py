"""What one waits for at the table, on a phone emulated by Chromium.

    .venv/bin/python -m benchmarks.phone [--taps 40] [--photos 5]

A tap to the updated total, and a photo chosen to its score shown: alone, and when four phones
send theirs at once. It serves the app as ``scorer serve`` does, on this computer alone.
"""

import argparse
import shutil
import statistics
import tempfile
import time

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.taps import free_port, serve
from scorer.doctor import BROWSERS
from scorer.resources import folder
from scorer.rules.city.city import load_city
from scorer.rules.notation import RoadId

PHOTO = folder("samples") / "worked-example" / "photo.jpg"
PATIENCE_MS = 120_000
# Drawn in the worked example and on its best route: without it the total is another one.
ROAD = "c2-d2"
PHONES = 4

# From the finger on the glass to the total of a board that is kept.
WATCH = """() => {
  window.waits = [];
  let begun = 0;
  document.addEventListener("pointerdown", () => (begun = performance.now()), true);
  const total = document.querySelector("#total output");
  new MutationObserver(() => {
    const kept = document.getElementById("game").dataset.status === "settled";
    if (begun && kept && total.textContent !== window.shown) {
      window.waits.push(performance.now() - begun);
      window.shown = total.textContent;
      begun = 0;
    }
  }).observe(document.getElementById("game"), { subtree: true, childList: true, attributes: true });
  window.shown = total.textContent;
}"""


def main() -> None:
    """Time taps and photos, and print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--taps", type=int, default=40)
    parser.add_argument("--photos", type=int, default=5)
    options = parser.parse_args()
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit("this needs Chromium: make browser")
    with tempfile.TemporaryDirectory() as data_dir, sync_playwright() as playwright:
        port = free_port()
        server = serve(data_dir, port)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        url = f"http://127.0.0.1:{port}"
        try:
            page = phone(browser, url)
            photos = [photo(page, url) for _ in range(options.photos + 1)][1:]
            taps = tapped(page, options.taps)
            together = at_once([phone(browser, url) for _ in range(PHONES)], url)
        finally:
            browser.close()
            server.terminate()
            server.wait(20)
    slow = statistics.quantiles(taps, n=20)[18]
    print(f"tap to total: median {statistics.median(taps):.0f} ms, p95 {slow:.0f} ms")
    print(f"photo to score: median {statistics.median(photos):.2f} s, longest {max(photos):.2f} s")
    print(f"{PHONES} photos at once: " + ", ".join(f"{one:.2f} s" for one in sorted(together)))


def phone(browser: Browser, url: str) -> Page:
    """Return a page on a phone of its own, at the start of the app."""
    page = browser.new_page(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en"
    )
    page.set_default_timeout(PATIENCE_MS)
    page.goto(url)
    return page


def photo(page: Page, url: str) -> float:
    """Return the seconds from choosing the photo to its score."""
    page.goto(url)
    begun = time.perf_counter()
    choose(page)
    return shown(page) - begun


def choose(page: Page) -> None:
    """Choose the photo on the start page; it is sent at once."""
    page.locator("input[data-chosen]").set_input_files(PHOTO)


def shown(page: Page) -> float:
    """Wait for the score, and return when it was there."""
    page.locator('#game[data-status="settled"]').wait_for(state="attached")
    page.get_by_text("105", exact=True).first.wait_for()
    return time.perf_counter()


def at_once(pages: list[Page], url: str) -> list[float]:
    """Return the seconds to each score when all phones send a photo together."""
    begun = time.perf_counter()
    for page in pages:
        choose(page)
    return [shown(page) - begun for page in pages]


def tapped(page: Page, taps: int) -> list[float]:
    """Return the milliseconds from each tap on a road to the new total."""
    path = load_city("first-city").practice_board.road_of[RoadId.parse(ROAD)].path
    middle = [sum(axis) / len(path) for axis in zip(*path, strict=True)]
    x, y = page.evaluate(
        """([x, y]) => {
             const point = new DOMPoint(x, y);
             const at = point.matrixTransform(document.getElementById("board").getScreenCTM());
             return [at.x, at.y]; }""",
        middle,
    )
    page.evaluate(WATCH)
    for i in range(taps):
        page.touchscreen.tap(x, y)
        while page.evaluate("window.waits.length") <= i:
            page.wait_for_timeout(20)
    found: list[float] = page.evaluate("window.waits")
    return found


if __name__ == "__main__":
    main()
