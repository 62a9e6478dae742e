"""Expectations of elements that are not there yet, at less cost.

Each time that Playwright looks for an expected element in vain it describes the whole page, in
case that this was the last time: a seventh of the work of the tests in a browser. Waiting for the
element describes nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Expect, Locator

from tests.support.browser.browsing import AT_ONCE_MS

# What is expected of one element that is there.
_OF_ONE = (
    "to_be_checked",
    "to_be_disabled",
    "to_be_enabled",
    "to_be_focused",
    "to_be_in_viewport",
    "to_be_visible",
    "to_contain_text",
    "to_have_attribute",
    "to_have_class",
    "to_have_text",
    "to_have_value",
)


def wait_for_elements() -> None:
    """Let every expectation of an element wait until the element is there."""
    expect = Expect.__call__

    def patient(self: Expect, actual: Any, message: str | None = None) -> Any:
        expected = expect(self, actual, message)
        if isinstance(actual, Locator):
            for name in _OF_ONE:
                state = "visible" if name == "to_be_visible" else "attached"
                setattr(expected, name, _once_there(actual, state, getattr(expected, name)))
        return expected

    Expect.__call__ = patient  # type: ignore[method-assign]


def _once_there(
    locator: Locator, state: Any, expectation: Callable[..., None]
) -> Callable[..., None]:
    def wait_and_expect(*wanted: Any, timeout: float = AT_ONCE_MS, **how: Any) -> None:
        # Of several elements, or none, lists are expected.
        if not any(isinstance(one, list) for one in wanted):
            # What is wrong with the element is for the expectation to say.
            with suppress(Error):
                locator.wait_for(state=state, timeout=timeout)
        expectation(*wanted, timeout=timeout, **how)

    return wait_and_expect
