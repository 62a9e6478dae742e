"""Browsers that are lent to one test after another, and emptied in between."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page

from tests.support.browser.browsing import PATIENCE_MS, Watch

# What changes a page for as long as it is open.
_LASTING = (
    "add_init_script",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "on",
    "once",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_viewport_size",
)
# What a page keeps beside its cookies.
_KEPT = "local_storage,indexeddb,service_workers,cache_storage"


class Devices:
    """Browsers of their own for each test: no cookies and no storage of another test.

    One that was used before still has the app's files, whose addresses change with their content,
    as the phone of somebody who comes back. Its page is used again as well, unless a test changed
    it for good. Together that saves half of the work of opening a page.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        # A browser that is free shows one page, a blank one.
        self._free: dict[str, list[Page]] = {}
        self._lent: list[tuple[str, Page, Watch]] = []
        self._changed: set[Page] = set()

    def lend(self, options: dict[str, Any], watch: Watch, *, unused: bool) -> Page:
        """Return a page, under *watch*, of a browser with *options*.

        An *unused* one has nothing of the app yet.
        """
        key = "" if unused else repr(sorted(options.items()))
        free = self._free.get(key)
        page = free.pop() if free else self._browser.new_context(**options).new_page()
        page.context.set_default_timeout(PATIENCE_MS)
        if not unused:
            page.context.set_offline = _refuse_offline  # type: ignore[method-assign]
        watch.over(page)
        for name in _LASTING:
            setattr(page, name, partial(self._change, page, getattr(page, name)))
        self._lent.append((key, page, watch))
        return page

    def take_back(self, url: str) -> None:
        """Empty what was lent, after pages at *url*, for the next test."""
        for key, page, watch in self._lent:
            # A test may have closed it.
            if not key or not page.context.pages:
                page.context.close()
                continue
            blank = self._emptied(page, url, watch)
            self._free.setdefault(key, []).append(blank)
        self._lent.clear()

    def _change(
        self, page: Page, change: Callable[..., object], *args: object, **how: object
    ) -> object:
        self._changed.add(page)
        return change(*args, **how)

    def _emptied(self, lent: Page, url: str, watch: Watch) -> Page:
        """Empty the browser of a page; return its one page from now on, a blank one."""
        context = lent.context
        origins = {_origin(url), *(_origin(page.url) for page in context.pages)}
        blank = (self._left(lent, url, watch) and lent) or context.new_page()
        for page in context.pages:
            if page is not blank:
                page.unroute_all(behavior="ignoreErrors")
                page.close()
        session = context.new_cdp_session(blank)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": _KEPT})
        session.send("Page.resetNavigationHistory")
        session.detach()
        context.clear_cookies()
        return blank

    def _left(self, page: Page, url: str, watch: Watch) -> bool:
        """Leave what *page* shows of the app at *url*, if it is as new then."""
        if page.is_closed() or page in self._changed or _origin(page.url) != _origin(url):
            return False
        for name in _LASTING:
            delattr(page, name)
        page.unroute_all(behavior="ignoreErrors")
        session = page.context.new_cdp_session(page)
        # What it was still loading is refused from here on.
        watch.leave(page)
        # It neither loads itself anew nor keeps anything any more.
        session.send("Emulation.setScriptExecutionDisabled", {"value": True})
        kept = {"securityOrigin": _origin(url), "isLocalStorage": False}
        session.send("DOMStorage.clear", {"storageId": kept})
        # It may be about to show another page.
        with suppress(Error):
            page.goto("about:blank")
        session.send("Emulation.setScriptExecutionDisabled", {"value": False})
        session.detach()
        return page.url == "about:blank"


def _refuse_offline(offline: bool) -> None:
    """Without a connection it matters what a page has fetched itself."""
    raise AssertionError("mark this test as one with unused browsers")


def _origin(url: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))
