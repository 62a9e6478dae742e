"""The editor of a taught board as a thumb uses it: taps on the map and on the sheet, counted."""

from playwright.sync_api import Locator, Page, expect

from scorer.rules.board.board import Board, Point
from scorer.rules.notation import Crossroads, Location, RoadId
from tests.support.browser.pages import on_screen
from tests.support.browser.said import said

# What has to stay where it is while places are told.
STILL = ("#map", "#tell")


class EditorPage:
    """A page that teaches *board*."""

    def __init__(self, page: Page, board: Board) -> None:
        self.page = page
        self.board = board
        self.taps = 0
        self.sheet = page.locator("#tell")

    def ready(self) -> "EditorPage":
        """Wait until the map is drawn and everything is saved."""
        self.page.locator('#editor[data-status="settled"]').wait_for(state="attached")
        return self

    def tap_place(self, where: str) -> None:
        """Tap a location, crossroads or road on the map."""
        x, y = on_screen(self.page, "map", list(self.middle(where)))
        self.page.touchscreen.tap(x, y)
        self.taps += 1
        expect(self.sheet).to_have_attribute("data-where", where)

    def middle(self, where: str) -> tuple[float, float]:
        """Return where a place's middle lies, in mm."""
        if where[0].isupper():
            path: tuple[Point, ...] = self.board.cell_of[Location.parse(where)].polygon
        elif "-" in where:
            path = self.board.road_of[RoadId.parse(where)].path
        else:
            path = (self.board.crossroads_xy[Crossroads.parse(where)],)
        xs, ys = zip(*path, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def press(self, text: str) -> None:
        """Press the button of the sheet that says *text*."""
        self.button(text).tap()
        self.taps += 1

    def button(self, text: str) -> Locator:
        return self.sheet.get_by_role("button", name=text, exact=True)

    def close(self) -> None:
        self.press(said("tap.close"))

    @property
    def frames(self) -> list[tuple[float, ...]]:
        """Where the map and the sheet lie on the screen."""
        boxes = [self.page.locator(name).bounding_box() for name in STILL]
        return [(box["x"], box["y"], box["width"], box["height"]) for box in boxes if box]
