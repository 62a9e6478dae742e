"""Boards read from a photo with doubts, and the page of the corners."""

import json
import re
from io import BytesIO

from PIL import Image, ImageOps
from playwright.sync_api import Locator, Page, expect

from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, Source, StoredReading
from tests.support.browser.browsing import Server
from tests.support.browser.pages import MARKS, SAMPLE, SETUP, BoardPage, on_screen

DOUBTS = [
    {
        "kind": "tourists",
        "where": "C3",
        "read": {"circle": 1, "square": 3},
        "confidence": 0.6,
        "alternatives": [{"circle": 1, "square": 2}],
        "reason": "touching shapes",
    },
    {
        "kind": "section",
        "where": "c2-d2",
        "read": True,
        "confidence": 0.7,
        "alternatives": [False],
        "reason": "faint",
    },
]
# Notes every text of the progress, and how far its bar is, also over the way to the next page.
_NOTED = """
  addEventListener("DOMContentLoaded", () => {
    const note = () => {
      const text = document.querySelector("[data-progress] p")?.textContent;
      const done = document.querySelector("[data-progress] progress")?.value;
      for (const [key, value] of [["told", text], ["done", done]]) {
        const noted = JSON.parse(sessionStorage.getItem(key) ?? "[]");
        if (value && noted.at(-1) !== value)
          sessionStorage.setItem(key, JSON.stringify([...noted, value]));
      }
    };
    const what = { subtree: true, childList: true, attributeFilter: ["value"] };
    new MutationObserver(note).observe(document.body, what);
  });
"""


def note_progress(page: Page) -> None:
    """Note what the progress of a photo shows on *page* from the next page on."""
    page.add_init_script(_NOTED)


def progress_done(page: Page) -> list[float]:
    """Return how far the bar was, of 100, each time that it moved."""
    return [float(part) for part in json.loads(page.evaluate("sessionStorage.getItem('done')"))]


def progress_told(page: Page) -> list[str]:
    """Return what was noted so far, in order."""
    return [str(text) for text in json.loads(page.evaluate("sessionStorage.getItem('told')"))]


def answer_stage(page: Page, *, seen: str = "", **stage: str | int) -> None:
    """Answer what *page* asks of a photo, at first or when it has *seen* a stage, with *stage*.

    The server answers the rest.
    """
    asked = re.compile(rf"/jobs/[^?]+\?seen={seen}(&photo=[^&]*)?$")
    page.route(asked, lambda route: route.fulfill(json=stage))


def open_with_doubts(
    page: Page, server: Server, games: GameStore, doubts: list[dict[str, object]]
) -> BoardPage:
    """Open a game whose photo was read with *doubts*."""
    anna = NewPlayer(MARKS, source=Source.PHOTO)
    key = games.create("first-city", "first-city", SETUP, [anna], single=True)
    photo = (SAMPLE / "photo.jpg").read_bytes()
    games.put_photo(key, 1, NewPicture(PictureInfo(*upright_size(photo)), photo), Source.PHOTO)
    corners = json.loads((SAMPLE / "truth.json").read_text())["corners_xy"]
    reading = StoredReading(0, MARKS, doubts, corners, {})
    frame = {"origin_mm": [30, 20], "px_per_mm": 6.0}
    picture = NewPicture(PictureInfo(600, 600, frame), photo)
    version = games.load(key).player(1).version
    games.add_reading(key, 1, version, reading, MARKS, picture)
    page.goto(f"{server.url}/game/{key}/1")
    return BoardPage(page).ready()


def upright_size(data: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(data)) as image:
        return ImageOps.exif_transpose(image).size


def drag_corner(page: Page, name: str, to: list[float]) -> None:
    """Drag a corner, grabbed a little beside it, to a point of the photo."""
    start = page.get_by_role("slider", name=name).locator(".ring").bounding_box()
    assert start
    target = on_screen(page, "photo", to)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.mouse.move(x + 9, y - 7)
    page.mouse.down()
    page.mouse.move((x + target[0]) / 2, (y + target[1]) / 2)
    page.mouse.move(target[0] + 9, target[1] - 7)
    expect(page.locator("#loupe")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#loupe")).to_be_hidden()


def corner_at(corner: Locator) -> tuple[int, int]:
    x, y = (corner.get_attribute("aria-valuetext") or "").split(", ")
    return int(x), int(y)
