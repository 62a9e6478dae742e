"""The board page as a person uses it: taps in millimetres of the board, words on the screen."""

import json
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from scorer.resources import folder
from scorer.rules.board import Board
from scorer.rules.city import City, load_city
from scorer.rules.marks import MarksFile, SetupFile, marks_on, setup_in
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.score import score
from scorer.rules.sheet import ScoreSheet

SAMPLE = folder("samples") / "worked-example"
CITY: City = load_city("first-city")
BOARD: Board = CITY.practice_board
MARKS: dict[str, Any] = json.loads((SAMPLE / "marks.json").read_text())
# Of every phone that boards are tapped on.
WIDTH = 390
SETUP: dict[str, Any] = json.loads((SAMPLE / "setup.json").read_text())


def sheet_of(state: dict[str, Any]) -> ScoreSheet:
    """Score a state's marks and set-up by the rules alone."""
    marks = marks_on(msgspec.convert(state["marks"], MarksFile), BOARD)
    return score(BOARD, CITY, marks, setup_in(msgspec.convert(state["setup"], SetupFile), CITY))


def rate(page: Page, landmark: str, rating: int) -> None:
    """Step an iconic landmark's rating up or down to *rating*, one tap a step."""
    field = page.locator(f"#rating-{landmark}")
    now = int(field.input_value())
    scale = [int(text) for text in field.locator("option").all_inner_texts()]
    steps = scale.index(rating) - scale.index(now)
    button = f'[data-button="rating-{landmark}-{"more" if steps > 0 else "less"}"]'
    for _ in range(abs(steps)):
        page.locator(button).tap()
    expect(field).to_have_value(str(rating))


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

    def open_example(self, url: str) -> "BoardPage":
        """Open the worked example as a saved board, from the start page."""
        self.page.goto(url)
        self.page.get_by_text("Open a saved game").click()
        content = json.dumps({"marks": MARKS, "setup": SETUP}).encode()
        file = {"name": "board.json", "mimeType": "application/json", "buffer": content}
        self.page.locator('input[name="file"]').set_input_files(file)  # type: ignore[arg-type]
        self.page.get_by_role("button", name="Open", exact=True).click()
        return self.ready()

    def open_empty(self, url: str) -> "BoardPage":
        """Begin a board by hand, from the start page."""
        self.page.goto(url)
        self.page.get_by_role("button", name="Enter a board by hand").click()
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
        self.page.get_by_role("radio", name=name).tap()

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
        self.tap(*self.board.crossroads_xy[Crossroads.parse(name)])
