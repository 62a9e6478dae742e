"""The printed page and the table of the second family, drawn as SVG by Chromium."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from samples.second.figures import (
    LANDMARKS,
    SCENES,
    Random,
    Tint,
    cup,
    disc,
    path,
    polygon,
    rect,
    spot,
    tag,
)
from samples.simulator.board.legible import lifted
from samples.simulator.board.printedpage import PrintedPage, map_box
from scorer.doctor import BROWSERS
from scorer.rules.board.board import Board, Cell, LandmarkKind

PX_PER_MM = 8.0
TABLE_MM = (900.0, 800.0)
TABLE_PX_PER_MM = 1.25
_HUES = {
    LandmarkKind.RED: 4.0,
    LandmarkKind.GREEN: 118.0,
    LandmarkKind.BLUE: 214.0,
    LandmarkKind.PURPLE: 284.0,
    LandmarkKind.YELLOW: 48.0,
    LandmarkKind.GREY: 220.0,
}
_FONTS = ("serif", "sans-serif", "monospace", "DejaVu Sans Condensed, sans-serif")


class PressError(RuntimeError):
    """No browser to draw with."""


@dataclass(frozen=True, slots=True)
class Press:
    """A browser's page that turns SVG into pictures."""

    page: Page

    def picture(
        self, svg: str, size_mm: tuple[float, float], px_per_mm: float
    ) -> NDArray[np.uint8]:
        """Return *svg*, drawn in mm, as a picture (H, W, 3)."""
        wide, high = (round(side * px_per_mm) for side in size_mm)
        self.page.set_viewport_size({"width": wide, "height": high})
        body = tag(
            "svg",
            svg,
            xmlns="http://www.w3.org/2000/svg",
            width=wide,
            height=high,
            viewBox=f"0 0 {size_mm[0]} {size_mm[1]}",
            style="display:block",
        )
        self.page.set_content(f"<body style='margin:0;background:#fff'>{body}</body>")
        with Image.open(BytesIO(self.page.screenshot(timeout=120_000))) as image:
            return np.asarray(image.convert("RGB"))


@contextmanager
def press() -> Iterator[Press]:
    """Start Chromium for as long as pictures are wanted."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        raise PressError("the second family is drawn by Chromium: make browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield Press(browser.new_page())
        finally:
            browser.close()


@dataclass(frozen=True, slots=True)
class _Style:
    """What one board's print has in common; lightness in percent, sizes in mm."""

    ground: Tint
    road: float
    block: float
    half_mm: float
    texture: str
    plate: int
    figures: tuple[int, ...]
    scenes: tuple[int, ...]
    font: str
    corner_mm: float
    busy: float
    vivid: float
    plate_light: float
    dashed: bool


_TEXTURES = ("none", "url(#wash)", "url(#grain)", "url(#edges)")


def printed_page(press: Press, board: Board, seed: tuple[int, ...]) -> PrintedPage:
    """Return *board* in the print that *seed* stands for."""
    rng = np.random.default_rng(seed)
    style = _style(rng)
    parts = [_definitions(rng), _ground(board, style, rng)]
    parts += [_block(board, cell, style, rng) for cell in board.cells]
    parts += [_symbols(board, style, rng), _margins(board, style, rng)]
    rgb = press.picture("".join(parts), board.page_mm, PX_PER_MM)
    return PrintedPage(board, lifted(rgb, PX_PER_MM))


def _style(rng: Random) -> _Style:
    block = float(rng.choice([90, 80, 68, 54], p=[0.4, 0.3, 0.2, 0.1])) + float(rng.normal(0, 3))
    gap = float(rng.uniform(4, 30)) * float(rng.choice([-1, 1]))
    road = block + gap if 42 < block + gap < 100 else block - gap
    figures = rng.permutation(len(LANDMARKS))[: int(rng.integers(6, len(LANDMARKS)))]
    return _Style(
        ground=Tint(float(rng.uniform(0, 360)), float(rng.uniform(4, 55))),
        road=float(np.clip(road, 42, 100)),
        block=block,
        half_mm=float(rng.uniform(1.0, 3.8)),
        texture=_TEXTURES[int(rng.integers(len(_TEXTURES)))],
        plate=int(rng.integers(4)),
        figures=tuple(figures.tolist()),
        scenes=tuple(rng.permutation(len(SCENES))[: int(rng.integers(1, 5))].tolist()),
        font=_FONTS[int(rng.integers(len(_FONTS)))],
        corner_mm=float(rng.choice([0, 0.8, 2.5, 5])),
        busy=float(rng.uniform(0.1, 1)),
        vivid=float(rng.uniform(25, 80)),
        plate_light=float(rng.uniform(55, 88)),
        dashed=bool(rng.random() < 0.35),
    )


def _definitions(rng: Random) -> str:
    """Return the textures: a wash of water colours, paper grain, and edges that a brush leaves."""
    seed = int(rng.integers(1000))
    noise = "<feTurbulence type='fractalNoise' baseFrequency='{0}' numOctaves='4' seed='{1}'/>"
    grey = (
        "<feColorMatrix values='0 0 0 0 {0}  0 0 0 0 {0}  0 0 0 0 {0}  {1} 0 0 0 {2}'/>"
        "<feComposite in2='SourceAlpha' operator='in'/>"
        "<feMerge><feMergeNode in='SourceGraphic'/><feMergeNode/></feMerge>"
    )
    dark, much = float(rng.choice([0.1, 0.95])), float(rng.uniform(0.5, 1.1))
    return tag(
        "defs",
        tag("filter", noise.format(0.02, seed) + grey.format(dark, much, -0.42 * much), id="wash")
        + tag(
            "filter",
            noise.format(0.35, seed) + grey.format(dark, 0.7 * much, -0.28 * much),
            id="grain",
        )
        + tag(
            "filter",
            noise.format(0.05, seed)
            + f"<feDisplacementMap in='SourceGraphic' scale='{float(rng.uniform(0.6, 2.2)):.2f}' "
            "xChannelSelector='R' yChannelSelector='G'/>",
            id="edges",
        ),
    )


def _ground(board: Board, style: _Style, rng: Random) -> str:
    wide, high = board.page_mm
    left, top, right, bottom = map_box(board)
    page = float(rng.uniform(60, 99))
    parts = rect(
        0, 0, wide, high, style.ground.at(page, 25), filter=_TEXTURES[int(rng.integers(3))]
    )
    if rng.random() < 0.35:
        parts += "".join(
            path(
                f"M0 {y:.1f}q{wide / 4:.1f} {float(rng.uniform(-9, 9)):.1f} "
                f"{wide / 2:.1f} 0t{wide / 2:.1f} 0",
                "none",
                stroke=style.ground.at(page - 8, 25),
                stroke_width=0.5,
            )
            for y in np.arange(4, high, float(rng.uniform(5, 14)))
        )
    around = style.half_mm + float(rng.uniform(0, 5))
    town = (left - around, top - around, right - left + 2 * around, bottom - top + 2 * around)
    parts += rect(*town, style.ground.at(style.road, -20), rx=style.corner_mm, filter=style.texture)
    if style.dashed:
        dash = style.ground.at(style.road + (18 if style.road < 70 else -22))
        lines = "".join(
            path("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in road.path), "none")
            for road in board.roads
        )
        parts += tag("g", lines, stroke=dash, stroke_width=0.35, stroke_dasharray="1.6 1.4")
    return parts


def _block(board: Board, cell: Cell, style: _Style, rng: Random) -> str:
    corners = np.array(cell.polygon)
    (x, y), half = corners.mean(axis=0), float(np.ptp(corners, axis=0).min()) / 2 - style.half_mm
    landmarks = board.landmark_at.get(cell.location, ())
    if not landmarks and rng.random() < 0.08:
        return ""
    light = style.block + float(rng.normal(0, 2.5))
    inside = rect(
        -1,
        -1,
        2,
        2,
        style.ground.at(light, float(rng.normal(0, 30))),
        rx=style.corner_mm / half,
        filter=style.texture,
    )
    if landmarks:
        inside += _landmark(landmarks[0].kind, landmarks[0].value, style, rng)
    elif rng.random() < style.busy:
        scene = SCENES[style.scenes[int(rng.integers(len(style.scenes)))]]
        drawn = scene(
            Tint(style.ground.hue + float(rng.normal(0, 25)), style.ground.saturation),
            light - 6,
            rng,
        )
        inside += tag(
            "g", drawn, transform="scale(0.9)", opacity=round(float(rng.uniform(0.35, 1)), 2)
        )
    clip = f"c{cell.location}"
    shape = tag("clipPath", rect(-1, -1, 2, 2, "#000", rx=style.corner_mm / half), id=clip)
    return shape + tag(
        "g",
        tag("g", inside, clip_path=f"url(#{clip})"),
        transform=f"translate({x:.2f} {y:.2f}) scale({half:.3f})",
    )


def _landmark(kind: LandmarkKind, value: int | None, style: _Style, rng: Random) -> str:
    """Return a landmark's plate and figure in its colour, its value where it has one."""
    tint = Tint(
        _HUES[kind] + float(rng.normal(0, 5)), 5.0 if kind is LandmarkKind.GREY else style.vivid
    )
    light = style.plate_light
    plate = (
        rect(-1, -1, 2, 2, tint.at(light)),
        disc(0, 0, 0.92, tint.at(light), stroke=tint.at(light - 25), stroke_width=0.06),
        rect(
            -0.94,
            -0.94,
            1.88,
            1.88,
            tint.at(light + 8),
            stroke=tint.at(light - 28),
            stroke_width=0.14,
        ),
        polygon(
            [(-0.95, -0.6), (0, -0.98), (0.95, -0.6), (0.95, 0.8), (0, 0.98), (-0.95, 0.8)],
            tint.at(light),
        ),
    )[style.plate]
    figure = LANDMARKS[
        style.figures[(int(_HUES[kind]) + int(rng.integers(2))) % len(style.figures)]
    ]
    drawn = tag(
        "g", figure(tint, light + float(rng.choice([-14, 12])), rng), transform="scale(0.62)"
    )
    if value is not None or rng.random() < 0.3:
        text = tag(
            "text",
            str(value or kind.value[0].upper()),
            y=0.09,
            text_anchor="middle",
            fill=tint.at(18),
            font_size=0.3,
            font_family=style.font,
            font_weight="bold",
        )
        drawn += tag(
            "g",
            disc(0, 0, 0.22, tint.at(93)) + text,
            transform=f"translate({rng.choice([-0.72, 0.72])} {rng.choice([-0.72, 0.72])})",
        )
    return plate + drawn


def _symbols(board: Board, style: _Style, rng: Random) -> str:
    """Return the cafés, and the crossroads that count together."""
    way, radius = int(rng.integers(12)), float(rng.uniform(2.3, 3.8))
    tint, light = (
        Tint(float(rng.uniform(0, 360)), float(rng.uniform(15, 80))),
        float(rng.choice([35, 75, 90])),
    )
    parts = ""
    for cafe in board.cafes:
        badge = disc(
            0.8 * radius, 0.8 * radius, 0.45 * radius, Tint(40.0 * len(cafe.bonus), 60).at(55)
        )
        parts += tag(
            "g",
            cup(radius, tint, light, way) + badge,
            transform=f"translate({cafe.xy[0]} {cafe.xy[1]})",
        )
    gold, figure, size = (
        Tint(float(rng.uniform(20, 60)), 75),
        int(rng.integers(4)),
        float(rng.uniform(1.8, 3.2)),
    )
    for point in board.visit_all:
        x, y = board.crossroads_xy[point]
        parts += tag("g", spot(size, gold, figure), transform=f"translate({x} {y})")
    return parts


def _margins(board: Board, style: _Style, rng: Random) -> str:
    """Return title, coordinates, boxes for scores and an ornament."""
    left, top, right, bottom = map_box(board)
    wide, high = board.page_mm
    ink = style.ground.at(18)
    letter = {"text_anchor": "middle", "font_family": style.font, "fill": ink}
    parts = tag(
        "text", "Another Town", x=(left + right) / 2, y=0.45 * top, font_size=0.26 * top, **letter
    )
    for index in range(6):
        across, down = (
            left + (index + 0.5) * (right - left) / 6,
            top + (index + 0.5) * (bottom - top) / 6,
        )
        parts += tag(
            "text", str(int(rng.integers(1, 7))), x=across, y=bottom + 11, font_size=4.5, **letter
        )
        parts += tag(
            "text", str(int(rng.integers(1, 7))), x=left - 10, y=down + 1.5, font_size=4.5, **letter
        )
    room = wide - right
    if room > 30:
        fill = style.ground.at(float(rng.choice([100, 96, 88])))
        for index in range(int(rng.integers(4, 10))):
            box = (right + 0.35 * room, top + index * 15.5, min(24.0, 0.5 * room), 11.0)
            parts += rect(*box, fill, rx=1.5, stroke=ink, stroke_width=0.35)
    if rng.random() < 0.5:
        petal = [(0.0, 0.0), (2.0, 2.0), (0.0, 9.0), (-2.0, 2.0)]
        rose = "".join(
            polygon(petal, style.ground.at(40, 90 * i), transform=f"rotate({90 * i})")
            for i in range(4)
        )
        parts += tag("g", rose, transform=f"translate({0.45 * left:.1f} {0.8 * high:.1f})")
    edge = float(rng.uniform(2, 5))
    if rng.random() < 0.6:
        parts += rect(
            edge,
            edge,
            wide - 2 * edge,
            high - 2 * edge,
            "none",
            stroke=ink,
            rx=3,
            stroke_width=round(float(rng.uniform(0.3, 1.4)), 2),
        )
    return parts


def table_picture(
    press: Press, seed: tuple[int, ...], page_mm: tuple[float, float]
) -> NDArray[np.uint8]:
    """Return a table, ``TABLE_MM`` large, with what lies on it; the page's place is free."""
    rng = np.random.default_rng(seed)
    wide, high = TABLE_MM
    wood = Tint(float(rng.uniform(15, 40)), float(rng.uniform(10, 60)))
    light = float(rng.uniform(18, 85))
    kind = int(rng.integers(5))
    frequency = ("0.004 0.25", "0.012", "0.5", "0.03", "0.006 0.12")[kind]
    definitions = tag(
        "defs",
        tag(
            "filter",
            f"<feTurbulence type='fractalNoise' baseFrequency='{frequency}' numOctaves='5' "
            f"seed='{int(rng.integers(999))}'/>"
            "<feColorMatrix values='0 0 0 0 0.1  0 0 0 0 0.06  0 0 0 0 0.03  1.4 0 0 0 -0.5'/>"
            "<feComposite in2='SourceAlpha' operator='in'/>"
            "<feMerge><feMergeNode in='SourceGraphic'/><feMergeNode/></feMerge>",
            id="t",
        ),
    )
    parts = rect(0, 0, wide, high, wood.at(light), filter="url(#t)")
    if kind == 2:
        step = float(rng.uniform(20, 60))
        cloth = Tint(float(rng.uniform(0, 360)), 55)
        parts = rect(0, 0, wide, high, cloth.at(90))
        parts += "".join(
            rect(x, 0, step / 2, high, cloth.at(45), opacity=0.45) for x in np.arange(0, wide, step)
        )
        parts += "".join(
            rect(0, y, wide, step / 2, cloth.at(45), opacity=0.45) for y in np.arange(0, high, step)
        )
    if kind in (0, 4) and rng.random() < 0.6:
        plank = float(rng.uniform(70, 140))
        parts += "".join(
            rect(0, y, wide, 1.2, wood.at(light - 14)) for y in np.arange(10, high, plank)
        )
    for _ in range(int(rng.integers(0, 7))):
        angle, thing = float(rng.uniform(0, 360)), int(rng.integers(4))
        reach = 0.5 * float(np.hypot(*page_mm)) + float(rng.uniform(25, 90))
        way = float(rng.uniform(0, 2 * np.pi))
        x, y = wide / 2 + reach * np.cos(way), high / 2 + 0.85 * reach * np.sin(way)
        tint = Tint(float(rng.uniform(0, 360)), float(rng.uniform(10, 80)))
        figure = (
            rect(-22, -32, 44, 64, tint.at(92), rx=3)
            + rect(-18, -28, 36, 40, tint.at(60))
            + disc(0, 20, 6, tint.at(40)),
            disc(0, 0, 38, tint.at(85))
            + disc(0, 0, 33, Tint(25, 55).at(18))
            + rect(34, -6, 22, 12, tint.at(80), rx=5),
            rect(-70, -5, 140, 10, tint.at(45), rx=5) + rect(50, -5.5, 30, 11, tint.at(20), rx=4),
            rect(-8, -8, 16, 16, tint.at(96), rx=3)
            + disc(-3, -3, 1.6, "#222")
            + disc(3, 3, 1.6, "#222"),
        )[thing]
        parts += tag(
            "g",
            figure,
            transform=f"translate({x:.0f} {y:.0f}) rotate({angle:.0f})",
            style="filter:drop-shadow(2px 3px 3px rgba(0,0,0,.5))",
        )
    return press.picture(definitions + parts, TABLE_MM, TABLE_PX_PER_MM)
