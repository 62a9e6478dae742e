"""An answer of the server that arrives after a newer one."""

from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Route

# What stands at a place, looked at whenever the page is drawn.
_LOOK = """(place) => {
  window.stood = [];
  const look = () => {
    const { value, textContent } = document.querySelector(place);
    const now = value ?? textContent;
    if (window.stood.at(-1) !== now) window.stood.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""


def stood_after_a_late_answer(
    page: Page, place: str, other: Callable[[], object], own: Callable[[], object]
) -> list[str]:
    """Return what stood at *place* since *own*, which *page* does while its news is held back.

    The news is what *other* did on another phone before; it arrives after *own* was answered.
    """
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/table", lambda route: held.append((route, route.fetch())), times=1)
    with page.expect_request("**/table"):
        other()
    while not held:
        page.wait_for_timeout(20)
    own()
    page.evaluate(_LOOK, place)
    [(route, answer)] = held
    with page.expect_response("**/table"):
        route.fulfill(response=answer)
    page.wait_for_timeout(300)
    stood: list[str] = page.evaluate("window.stood")
    return stood
