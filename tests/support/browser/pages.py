"""The board page as a person uses it: taps in millimetres of the board, words on the screen."""

import json
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Page, TimeoutError, expect

from scorer.resources import folder
from scorer.rules.board.board import Board
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.search.best import score
from tests.support.browser.begun import open_file
from tests.support.browser.said import said

SAMPLE = folder("samples") / "worked-example"
CITY: City = load_city("first-city")
BOARD: Board = CITY.practice_board
MARKS: dict[str, Any] = json.loads((SAMPLE / "marks.json").read_text())
# Of every phone that boards are tapped on.
WIDTH = 390
SETUP: dict[str, Any] = json.loads((SAMPLE / "setup.json").read_text())


def sheet_of(state: dict[str, Any]) -> ScoreSheet:
    """Score a state's marks and set-up by the rules alone."""
    marks = from_data(state["marks"], Marks).checked_on(BOARD)
    return score(FilledBoard(BOARD, CITY, marks, from_data(state["setup"], Setup).checked_in(CITY)))


def rate(page: Page, landmark: str, rating: int) -> int:
    """Step an iconic landmark's rating to *rating*, one tap a box of its track; return the taps."""
    field = page.locator(f"#rating-{landmark}")
    now = int(field.input_value())
    shown = page.locator(".scale", has=field).locator("small > *")
    scale = [int(text) for text in shown.all_inner_texts()]
    steps = scale.index(rating) - scale.index(now)
    button = f'[data-button="rating-{landmark}-{"more" if steps > 0 else "less"}"]'
    for _ in range(abs(steps)):
        page.locator(button).tap()
    expect(field).to_have_value(str(rating))
    return abs(steps)


def on_map(board: Board, road: str) -> tuple[float, float]:
    """Return the middle of a road, in mm on the board's page."""
    path = board.road_of[RoadId.parse(road)].path
    (x1, y1), (x2, y2) = path[(len(path) - 1) // 2], path[len(path) // 2]
    return (x1 + x2) / 2, (y1 + y2) / 2


def on_screen(page: Page, id_: str, point: list[float]) -> list[float]:
    """Return where a *point* in the units of the drawing *id_* lies on the screen."""
    found: list[float] = page.evaluate(
        """([id, x, y]) => {
             const matrix = document.getElementById(id).getScreenCTM();
             const point = new DOMPoint(x, y).matrixTransform(matrix);
             return [point.x, point.y]; }""",
        [id_, *point],
    )
    return found


class BoardPage:
    """A page that shows a board, by default the First City's."""

    def __init__(self, page: Page, board: Board = BOARD) -> None:
        self.page = page
        self.board = board

    @cached_property
    def _session(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    def open_example(self, url: str, **setup: Any) -> "BoardPage":
        """Open the worked example, *setup* beside it, as a saved board."""
        return self.open_saved(url, MARKS, {**SETUP, **setup})

    def open_saved(self, url: str, marks: Any, setup: Any) -> "BoardPage":
        """Open a saved board."""
        open_file(self.page, url, {"marks": marks, "setup": setup})
        return self.ready()

    def open_empty(self, url: str) -> "BoardPage":
        """Begin a board by hand, from the start page."""
        self.page.goto(url)
        self.page.get_by_role("button", name=said("home.hand")).click()
        return self.ready()

    def ready(self) -> "BoardPage":
        """Wait until the board is drawn and everything is saved."""
        self.page.locator('#game[data-status="settled"]').wait_for(state="attached")
        return self

    @property
    def total(self) -> int:
        return int(self.page.locator("#total output").inner_text())

    @property
    def state(self) -> dict[str, Any]:
        """What the server keeps."""
        state: dict[str, Any] = self.page.request.get(f"{self.page.url.split('#')[0]}/state").json()
        return state

    @property
    def route_drawn(self) -> str:
        return self.page.locator("path.route").get_attribute("d") or ""

    @property
    def lit(self) -> list[str]:
        """The names of what is lit up on the board."""
        lights = self.page.locator("#board [data-lit]").all()
        return sorted({light.get_attribute("data-lit") or "" for light in lights})

    def mode(self, name: str) -> None:
        """Choose what taps change: section, tourists, cafe or task."""
        self.push_down()
        button = self.page.locator(f'[data-mode="{name}"]')
        chosen = self.page.locator(f'[data-mode="{name}"][aria-checked="true"]')
        button.tap()
        with suppress(TimeoutError):
            chosen.wait_for(timeout=2_000)
            return
        # While the page still glides from a drag, a browser takes a tap for the end of that.
        button.tap()
        expect(button).to_have_attribute("aria-checked", "true")

    def push_down(self) -> None:
        """Push the sheet down, as far as it was pulled up over the board."""
        if self.page.locator("#game.up").count():
            self.page.locator("#pull").tap()
            expect(self.page.locator("#game.up")).to_have_count(0)

    def drag(self, *crossroads: str) -> None:
        """Draw with one finger from crossroads to crossroads."""
        stops = [on_screen(self.page, "board", list(self._at(name))) for name in crossroads]

        def touch(kind: str, *fingers: list[float]) -> None:
            points = [{"x": x, "y": y, "id": 0} for x, y in fingers]
            self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", stops[0])
        for (x0, y0), (x1, y1) in pairwise(stops):
            for share in (0.3, 0.65, 1):
                touch("touchMove", [x0 + share * (x1 - x0), y0 + share * (y1 - y0)])
        touch("touchEnd")

    def _at(self, crossroads: str) -> tuple[float, float]:
        return self.board.crossroads_xy[Crossroads.parse(crossroads)]

    def tap(self, x: float, y: float) -> None:
        """Tap the board at a point of its page, in mm; where it lies across, on that half."""
        at = on_screen(self.page, "board", [x, y])
        if not 0 < at[0] < WIDTH:
            self.page.locator("#half").tap()
            at = on_screen(self.page, "board", [x, y])
        self.page.touchscreen.tap(*at)

    def tap_road(self, name: str, aside: float = 0.0) -> None:
        """Tap a road, *aside* mm beside its middle."""
        path = self.board.road_of[RoadId.parse(name)].path
        (x1, y1), (x2, y2) = path[(len(path) - 1) // 2], path[len(path) // 2]
        across = (0.0, aside) if y1 == y2 else (aside, 0.0)
        self.tap((x1 + x2) / 2 + across[0], (y1 + y2) / 2 + across[1])

    def tap_location(self, name: str) -> None:
        polygon = self.board.cell_of[Location.parse(name)].polygon
        n = len(polygon)
        self.tap(sum(x for x, _ in polygon) / n, sum(y for _, y in polygon) / n)

    def tap_cafe(self, name: str) -> None:
        self.tap(*self.board.cafe_at[Crossroads.parse(name)].xy)

    def tap_crossroads(self, name: str) -> None:
        self.tap(*self._at(name))
