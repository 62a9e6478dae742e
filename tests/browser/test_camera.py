"""The camera page over https: a simulated photo before a fake camera, found, taken and scored."""

import base64
import hashlib
import re
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.support import photos
from tests.support.browser.browsing import IPHONE, PATIENCE_MS, Launch, Server, Watch
from tests.support.browser.pages import MARKS, BoardPage
from tests.support.browser.said import said

# Of the camera's picture, in pixels.
WIDTH, HEIGHT = 1600, 1200


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("secure"), scheme="https") as server:
        yield server


def trusted(server: Server) -> str:
    """Return the key that Chromium shall trust: that of the root which the http page offers."""
    key = server.root().public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(key).digest()).decode()


def frames(folder: Path) -> Path:
    """Return a film of the worked example: far away first, then near."""
    with Image.open(BytesIO(photos.sample_photo())) as photo:
        near = photo.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    far = Image.new("RGB", (WIDTH, HEIGHT), (70, 60, 52))
    far.paste(near.resize((WIDTH * 2 // 5, HEIGHT * 2 // 5)), (500, 400))
    film = folder / "film.mjpeg"
    # Chromium shows some thirty pictures a second, over and over.
    film.write_bytes(photos.jpeg(far, quality=85) * 240 + photos.jpeg(near, quality=88) * 400)
    return film


@pytest.fixture
def camera(launch: Launch, secure: Server, tmp_path: Path) -> Iterator[Browser]:
    browser = launch(
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={frames(tmp_path)}",
        f"--ignore-certificate-errors-spki-list={trusted(secure)}",
    )
    yield browser
    browser.close()


def test_the_camera_finds_the_map_and_takes_the_photo_by_itself(
    camera: Browser, secure: Server, watch: Watch
) -> None:
    page = phone(camera, watch)
    heard: list[tuple[str, float]] = []
    page.expose_function("hear", lambda text: heard.append((text, time.perf_counter())))
    page.add_init_script(
        """new MutationObserver(() => {
             const hint = document.getElementById("hint")?.textContent;
             const drawn = document.querySelector("#outline .outline")?.getAttribute("points");
             const said = `${hint}${drawn ? " (outline)" : ""}`;
             if (hint && said !== window.last) hear((window.last = said));
           }).observe(document, { subtree: true, childList: true, attributes: true });"""
    )
    page.goto(secure.url)
    page.get_by_role("link", name=said("camera.live")).tap()
    page.wait_for_url("**/game/**")
    board = BoardPage(page).ready()
    now = time.perf_counter()
    told = [text for text, _ in heard]
    print(f"\n{told}")
    far, good = (f"{said(f'camera.{name}')} (outline)" for name in ("far", "good"))
    assert told.index(far) < told.index(good) < told.index(f"{said('camera.taken')} (outline)")
    print(f"from the photo to its score: {now - heard[-1][1]:.1f} s")
    assert board.state["marks"]["sections"] == MARKS["sections"]
    # Under https the page is kept for when there is no connection.
    page.wait_for_function(
        "navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.active))"
    )


def test_the_button_takes_the_photo_and_one_players_board_gets_it(
    camera: Browser, secure: Server, watch: Watch
) -> None:
    page = phone(camera, watch)
    BoardPage(page).open_empty(secure.url)
    page.get_by_role("link", name=said("camera.live")).tap()
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    page.locator("#shoot:enabled").evaluate("(button) => { button.click(); button.click(); }")
    # Taken from afar: whatever becomes of it, the photo is this board's.
    page.wait_for_url(re.compile("/game/[^/]+/1(/corners)?$"))
    assert len([one for one in sent if one.endswith("/1/photo")]) == 1
    key = page.url.split("/game/")[1].split("/")[0]
    assert page.request.get(f"{secure.url}/game/{key}/1/photo.jpg").status == 200


def phone(browser: Browser, watch: Watch) -> Page:
    page = browser.new_context(**IPHONE, ignore_https_errors=True).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE_MS)
    watch.over(page)
    return page
