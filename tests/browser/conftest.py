"""The served app, and Chromium as a phone or a laptop that tolerates no error."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scorer.doctor import BROWSERS
from scorer.store.games import GameStore
from tests.support.browser.browsing import (
    AT_ONCE_MS,
    PHONE,
    Launch,
    Opener,
    Server,
    Watch,
)
from tests.support.browser.devices import Devices
from tests.support.browser.expecting import wait_for_elements
from tests.support.stores import store_in


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here; each process that runs some starts one server and one browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def games(server: Server) -> Iterator[GameStore]:
    """The games that the server keeps."""
    store = store_in(server.data_dir)
    yield store
    store.close()


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Start a Chromium with more *arguments*; a process can hold but one Playwright."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail("these tests need Chromium: make browser (or apt-get install chromium)")
    expect.set_options(timeout=AT_ONCE_MS)
    wait_for_elements()
    with sync_playwright() as playwright:
        yield lambda *arguments: playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", *arguments]
        )


@pytest.fixture(scope="session")
def browser(launch: Launch) -> Iterator[Browser]:
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    assert watch.complaints == []


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def new_page(
    request: pytest.FixtureRequest, server: Server, devices: Devices, watch: Watch
) -> Iterator[Opener]:
    """Open a page in a browser of its own: cookies and storage are not shared.

    It is put away before the server ends, lest it complain of what it was still loading.
    """
    assert server.url
    unused = request.node.get_closest_marker("unused") is not None

    def open_page(device: dict[str, object] = PHONE, **extra: object) -> Page:
        return devices.lend({**device, **extra}, watch, unused=unused)

    yield open_page
    devices.take_back(server.url)


@pytest.fixture
def phone(new_page: Opener) -> Page:
    return new_page(PHONE)
