"""What axe-core objects to on a page."""

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def violations(page: Page) -> list[str]:
    """What axe-core objects to on a page, with the elements: by day, and to colours by night."""
    page.evaluate(AXE)
    return [*_found(page, "axe.run({ resultTypes: ['violations'] })"), *_by_night(page)]


def _by_night(page: Page) -> list[str]:
    # Nothing but colours hangs on the time of day.
    page.emulate_media(color_scheme="dark")
    found = _found(page, "axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })")
    page.emulate_media(color_scheme="light")
    return found


def _found(page: Page, run: str) -> list[str]:
    # Colours fade in.
    page.wait_for_timeout(200)
    found: dict[str, Any] = page.evaluate(run)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
