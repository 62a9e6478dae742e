"""Pages that are left before the server has answered what was entered there, and come back to."""

from playwright.sync_api import Page

# As where a browser keeps a page in its memory, and shows it again as it was left.
OUT_OF_MEMORY = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
# The first change is not answered as long as the page is there; what comes after it is sent.
_FIRST_UNANSWERED = """() => {
  const send = window.fetch;
  window.fetch = (address, how) => {
    if (window.unanswered || !String(address).endsWith("/edits")) return send(address, how);
    window.unanswered = true;
    return new Promise(() => {});
  };
}"""


def leave_unanswered(page: Page) -> None:
    """Have the first change that is entered on *page* from now on wait for its answer."""
    page.evaluate(_FIRST_UNANSWERED)


def unanswered(page: Page) -> None:
    """Wait until a change waits for its answer."""
    page.wait_for_function("() => window.unanswered")
