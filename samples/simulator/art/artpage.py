"""A printed page of random art."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.canvas import FONTS, Canvas, Tones, box, random_tones, tinted
from samples.simulator.art.families import FAMILIES, Families, Split
from samples.simulator.art.figures import Figure
from samples.simulator.art.frames import Frame
from samples.simulator.art.layout import random_layout
from samples.simulator.art.textures import Texture
from samples.simulator.board.legible import lifted
from samples.simulator.board.printedpage import PrintedPage, map_box
from scorer.rules.board.board import Board, Cell, LandmarkKind
from scorer.rules.city.city import City

PX_PER_MM = 8.0
_HUES = {
    LandmarkKind.RED: 0.0,
    LandmarkKind.GREEN: 0.33,
    LandmarkKind.BLUE: 0.6,
    LandmarkKind.PURPLE: 0.78,
    LandmarkKind.YELLOW: 0.14,
    LandmarkKind.GREY: 0.6,
}


@dataclass(frozen=True, slots=True)
class Style:
    """What one board's art has in common."""

    families: Families
    road_half_mm: float
    page: Tones
    road: Tones
    block: Tones
    spot: Tones
    blocks: tuple[Texture, ...]
    frame: Frame
    light: float
    vivid: float
    contrast: float
    busy: float


def art_page(
    city: City,
    split: Split,
    seed: tuple[int, ...],
    name: str,
    *,
    families: Families | None = None,
    px_per_mm: float = PX_PER_MM,
    rim_points: bool = False,
) -> PrintedPage:
    """Return the board called *name* that *seed* stands for, in art of *split*.

    Parameters
    ----------
    city : City
        A city on the 6 × 6 map.
    split : Split
        Which families of art it is put together from.
    seed : tuple of int
        The same seed gives the same board and the same picture of it.
    name : str
        The board's id.
    families : Families, optional
        What the style is put together from instead of all of *split*.
    px_per_mm : float
        How finely it is painted.
    rim_points : bool
        Whether festival places may lie on the map's rim.
    """
    layout, look, hand = (
        np.random.default_rng(part)
        for part in np.random.SeedSequence((*seed, list(Split).index(split))).spawn(3)
    )
    board = random_layout(city, name, layout, rim_points=rim_points)
    style = random_style(families or FAMILIES[split], look)
    canvas = painted(board, style, hand, px_per_mm)
    _spots(canvas, board, style, hand)
    return PrintedPage(board, lifted(canvas.rgb, px_per_mm))


def painted(board: Board, style: Style, rng: np.random.Generator, px_per_mm: float) -> Canvas:
    """Return the page of *board* with its streets and blocks, and what stands beside its map."""
    canvas = Canvas.of(board.page_mm, px_per_mm)
    _ground(canvas, board, style, rng)
    for cell in board.cells:
        _block(canvas, board, cell, style, rng)
    _margins(canvas, board, style, rng)
    return canvas


def random_style(families: Families, rng: np.random.Generator) -> Style:
    """Return a style put together from *families*."""
    # Between pale and dark; roads are lighter or darker than blocks, at times hardly either.
    block = float(rng.choice([0.92, 0.75, 0.58, 0.42], p=[0.35, 0.32, 0.22, 0.11]))
    block += float(rng.normal(0, 0.05))
    gap = float(rng.uniform(0.02, 0.4)) * (1 if rng.random() < 0.6 else -1)
    road = block + gap if 0.36 < block + gap < 1.05 else block - gap
    contrast = float(rng.choice([0.08, 0.18, 0.3, 0.45], p=[0.2, 0.35, 0.3, 0.15]))
    count = int(rng.integers(1, 4))
    order = rng.permutation(len(families.textures))[:count]
    return Style(
        families=families,
        road_half_mm=float(rng.uniform(0.8, 4.2)),
        page=random_tones(rng, float(rng.uniform(0.35, 1.0)), 0.6 * contrast),
        road=random_tones(rng, float(np.clip(road, 0.36, 1.0)), float(rng.uniform(0.04, 0.22))),
        block=random_tones(rng, float(np.clip(block, 0.36, 1.0)), contrast),
        spot=random_tones(rng, float(rng.uniform(0.7, 1.0)), 0.5),
        blocks=tuple(families.textures[int(index)] for index in order),
        frame=families.frames[int(rng.integers(len(families.frames)))],
        light=float(np.clip(block + rng.normal(0, 0.12), 0.4, 1.0)),
        vivid=float(rng.uniform(0.15, 0.75)),
        contrast=float(rng.uniform(0.12, 0.4)),
        busy=float(rng.uniform(0, 1)),
    )


def _ground(canvas: Canvas, board: Board, style: Style, rng: np.random.Generator) -> None:
    """Cover the page, then the map with its roads."""
    families = style.families
    wide, high = board.page_mm
    page = _any(families.textures, rng) if rng.random() < 0.6 else families.textures[0]
    whole = box(np.array([wide / 2, high / 2]), (wide / 2, high / 2))
    _cover(canvas, whole, page, style.page, rng)
    left, top, right, bottom = map_box(board)
    around = style.road_half_mm + float(rng.uniform(0, 8))
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    town = box(middle, ((right - left) / 2 + around, (bottom - top) / 2 + around))
    surface = (
        _any(families.textures, rng) if rng.random() < 0.5 * style.busy else families.textures[0]
    )
    _cover(canvas, town, surface, style.road, rng)
    if rng.random() < 0.5:
        canvas.line(town, style.road.line, float(rng.uniform(0.2, 1.0)), True)
    street = families.streets[int(rng.integers(len(families.streets)))]
    street(canvas, board, style.road_half_mm, style.road, rng)


def _block(
    canvas: Canvas, board: Board, cell: Cell, style: Style, rng: np.random.Generator
) -> None:
    """Print what lies between the roads round one location."""
    corners = np.array(cell.polygon)
    middle = corners.mean(axis=0)
    half = float(np.ptp(corners, axis=0).min()) / 2 - style.road_half_mm
    block = box(middle, (half, half))
    landmarks = board.landmark_at.get(cell.location, ())
    if not landmarks and rng.random() < 0.12:
        return
    _cover(canvas, block, _any(style.blocks, rng), style.block, rng)
    if rng.random() < 0.4:
        canvas.line(block, style.block.line, 0.25, True)
    if landmarks:
        kind = landmarks[0].kind
        strength = 0.04 if kind is LandmarkKind.GREY else style.vivid
        tones = tinted(_HUES[kind], strength, style.light, style.contrast)
        style.frame(canvas, middle, half, tones, kind, rng)
        if rng.random() < 0.85:
            _figure(canvas, style.families.icons, middle, half * 0.62, tones, rng)
    elif rng.random() < style.busy:
        _figure(canvas, style.families.scenes, middle, half * 0.8, style.block, rng)


def _margins(canvas: Canvas, board: Board, style: Style, rng: np.random.Generator) -> None:
    """Print a title, coordinates, boxes for scores and a border."""
    left, top, right, bottom = map_box(board)
    wide, high = board.page_mm
    font = FONTS[int(rng.integers(len(FONTS)))]
    dark = style.page.line if style.page.value > 0.5 else (0.95, 0.93, 0.88)
    title = np.array([(left + right) / 2, top * 0.35])
    canvas.text("RANDOM TOWN" if rng.random() < 0.6 else "City map", title, 0.18 * top, dark, font)
    step = (right - left) / 6, (bottom - top) / 6
    for index in range(6):
        beside = np.array([left - 9, top + (index + 0.5) * step[1]])
        below = np.array([left + (index + 0.5) * step[0], bottom + 9])
        canvas.text(str(int(rng.integers(1, 7))), beside, 3.0, dark, font)
        canvas.text(str(int(rng.integers(1, 7))), below, 3.0, dark, font)
    room = wide - right
    if room > 34:
        for index in range(int(rng.integers(4, 9))):
            middle = np.array([right + 0.62 * room, top + 8 + index * 15.0])
            canvas.fill(box(middle, (min(12.0, 0.25 * room), 5.5)), (1.0, 1.0, 1.0))
            canvas.line(box(middle, (min(12.0, 0.25 * room), 5.5)), dark, 0.3, True)
    if rng.random() < 0.5:
        inset = float(rng.uniform(2, 6))
        border = box(np.array([wide / 2, high / 2]), (wide / 2 - inset, high / 2 - inset))
        canvas.line(border, dark, float(rng.uniform(0.3, 1.5)), True)


def _spots(canvas: Canvas, board: Board, style: Style, rng: np.random.Generator) -> None:
    """Print the cafés and the festival places."""
    cafe, spot = _one(style.families.cafes, rng), _one(style.families.spots, rng)
    radius = float(rng.uniform(2.4, 4.0))
    for place in board.cafes:
        cafe(canvas, np.array(place.xy), radius, style.spot, rng)
        if rng.random() < 0.5:
            beside = np.array(place.xy) + 0.9 * radius * np.array([1.0, rng.choice([-1.0, 1.0])])
            canvas.disc(beside, 0.4 * radius, style.spot.line)
    gold = tinted(0.13, 0.6, float(rng.uniform(0.75, 1.0)), 0.3)
    for point in board.visit_all:
        spot(canvas, np.array(board.crossroads_xy[point]), float(rng.uniform(1.8, 3.4)), gold, rng)


def _cover(
    canvas: Canvas,
    points: NDArray[np.float64],
    texture: Texture,
    tones: Tones,
    rng: np.random.Generator,
) -> None:
    part, inside = canvas.window(points)
    shape = part.rgb.shape[0], part.rgb.shape[1]
    part.spread(texture(rng, shape, part.px_per_mm, tones), part.mask(inside))


def _figure(
    canvas: Canvas,
    figures: tuple[Figure, ...],
    middle: NDArray[np.float64],
    half: float,
    tones: Tones,
    rng: np.random.Generator,
) -> None:
    _one(figures, rng)(canvas, middle, half, tones, rng)


def _any(textures: tuple[Texture, ...], rng: np.random.Generator) -> Texture:
    return textures[int(rng.integers(len(textures)))]


def _one(figures: tuple[Figure, ...], rng: np.random.Generator) -> Figure:
    return figures[int(rng.integers(len(figures)))]
