"""The printed picture of a made-up map: grounds, spaces, locations and names in random styles.

No style of the one split is in the other: reading can be tried on art that it never saw.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.canvas import FONTS, Canvas, Tone, Tones, box, random_tones, ring
from samples.simulator.art.families import FAMILIES, Split
from samples.simulator.art.textures import Texture
from scorer.rules.ticket_to_ride.map import Link, LinkColour, TicketMap
from scorer.rules.ticket_to_ride.spaces import Space, line_of, spaces_of

PX_PER_MM = 6.0
Outline = NDArray[np.float64]
_HUES: dict[LinkColour, Tone] = {
    LinkColour.BLUE: (0.22, 0.42, 0.75),
    LinkColour.WHITE: (0.94, 0.93, 0.9),
    LinkColour.RED: (0.78, 0.2, 0.18),
    LinkColour.YELLOW: (0.93, 0.78, 0.2),
    LinkColour.GREEN: (0.27, 0.58, 0.3),
    LinkColour.PURPLE: (0.5, 0.28, 0.62),
}


@dataclass(frozen=True, slots=True)
class Style:
    """What a map's art has in common. ``inner`` draws what stands in a space."""

    outline: Callable[[float, float], Outline]
    inner: str
    rim_mm: float
    bed: bool
    place: str
    font: int
    textures: tuple[Texture, ...]
    ground: Tones
    other: Tones
    ink: Tone
    paints: dict[LinkColour, Tone]


def printed_map(
    map_: TicketMap, split: Split, rng: np.random.Generator, *, development: bool = False
) -> NDArray[np.uint8]:
    """Return the picture (H, W, 3) of the whole page of *map_*, ``PX_PER_MM``."""
    assert map_.page_mm
    style = random_style(split, rng, development=development)
    canvas = Canvas.of(map_.page_mm, PX_PER_MM)
    _ground(canvas, map_.page_mm, style, rng)
    _track(canvas, map_, style)
    for link in map_.links:
        _link(canvas, map_, link, style, rng)
    _places(canvas, map_, style)
    return canvas.rgb


def random_style(split: Split, rng: np.random.Generator, *, development: bool = False) -> Style:
    """Return a style of *split*; for *development* one with spaces that training never shows."""
    textures = FAMILIES[split].textures
    pool = _DEVELOPMENT if development else _POOLS[split]
    outlines, inners, places, fonts = pool.outlines, pool.inners, pool.places, pool.fonts
    value = float(rng.choice([0.88, 0.7, 0.5, 0.32]))
    vivid = float(rng.uniform(0.55, 1.05))
    turn = rng.normal(0, 0.05, 3)

    def paint(tone: Tone) -> Tone:
        grey = float(np.mean(tone))
        red, green, blue = np.clip(
            grey + (np.array(tone) - grey) * vivid + turn, 0.03, 0.98
        ).tolist()
        return red, green, blue

    picked = rng.permutation(len(textures))[: int(rng.integers(1, 4))]
    dark = value < 0.55
    return Style(
        outline=outlines[int(rng.integers(len(outlines)))],
        inner=inners[int(rng.integers(len(inners)))],
        rim_mm=float(rng.uniform(0.3, 0.9)),
        bed=bool(rng.random() < 0.5),
        place=places[int(rng.integers(len(places)))],
        font=fonts[int(rng.integers(len(fonts)))],
        textures=tuple(textures[int(i)] for i in picked),
        ground=random_tones(rng, value, float(rng.uniform(0.1, 0.4))),
        other=random_tones(rng, value, float(rng.uniform(0.1, 0.4))),
        ink=(0.95, 0.93, 0.88) if dark else (0.12, 0.1, 0.09),
        paints={colour: paint(tone) for colour, tone in _HUES.items()},
    )


def _ground(
    canvas: Canvas, page: tuple[float, float], style: Style, rng: np.random.Generator
) -> None:
    """Cover the page, then quarters of the town with other grounds."""
    middle = np.array(page) / 2
    _cover(canvas, box(middle, (page[0] / 2, page[1] / 2)), style.textures[0], style.ground, rng)
    for texture in style.textures:
        for _ in range(int(rng.integers(1, 4))):
            at = rng.uniform((0, 0), page)
            radius = float(rng.uniform(0.12, 0.35)) * min(page)
            wobble = 1 + 0.25 * np.sin(np.linspace(0, 2 * np.pi, 36) * int(rng.integers(2, 6)))
            quarter = at + (ring(at, radius) - at) * wobble[:, None]
            tones = style.other if rng.random() < 0.6 else style.ground
            _cover(canvas, quarter, texture, tones, rng)


def _cover(
    canvas: Canvas, outline: Outline, texture: Texture, tones: Tones, rng: np.random.Generator
) -> None:
    part, points = canvas.window(outline)
    shape = (part.rgb.shape[0], part.rgb.shape[1])
    part.spread(texture(rng, shape, canvas.px_per_mm, tones), part.mask(points))


def _track(canvas: Canvas, map_: TicketMap, style: Style) -> None:
    places = map_.track.xy if map_.track else ()
    for number, xy in enumerate(places):
        other = places[(number + 1) % len(places)]
        half = 0.47 * math.dist(xy, other)
        cell = box(np.array(xy), (half, half))
        canvas.fill(cell, style.other.base if number % 5 else style.other.other)
        canvas.line(cell, style.ink, 0.25, True)
        canvas.text(str(number), np.array(xy), 0.45 * half, style.ink, style.font)


def _link(
    canvas: Canvas, map_: TicketMap, link: Link, style: Style, rng: np.random.Generator
) -> None:
    assert map_.space_mm
    long, wide = map_.space_mm
    if style.bed:
        canvas.line(np.array(line_of(map_, link)), style.ground.line, wide + 1.6)
    tone = style.paints[link.colour]
    light = float(np.mean(tone))
    rim: Tone = (0.1, 0.1, 0.1) if light > 0.35 else (0.9, 0.9, 0.88)
    for space in spaces_of(map_, link):
        outline = _placed(style.outline(long, wide), space)
        canvas.fill(outline, tone)
        _inner(canvas, space, (long, wide), style, rim)
        canvas.line(outline, rim, style.rim_mm, True)


def _inner(
    canvas: Canvas, space: Space, size: tuple[float, float], style: Style, tone: Tone
) -> None:
    long, wide = size
    match style.inner:
        case "dot":
            canvas.disc(np.array([space.x, space.y]), 0.16 * wide, tone)
        case "frame":
            canvas.line(_placed(_plain(0.8 * long, 0.65 * wide), space), tone, 0.3, True)
        case "stripe":
            canvas.line(_placed(np.array([[-0.3 * long, 0], [0.3 * long, 0]]), space), tone, 0.5)
        case "cross":
            for way in (1, -1):
                bar = np.array([[-0.2, -0.2 * way], [0.2, 0.2 * way]]) * wide
                canvas.line(_placed(bar, space), tone, 0.5)
        case "bar":
            canvas.fill(_placed(_plain(0.12 * long, 0.8 * wide), space), tone)
        case "ring":
            canvas.line(ring(np.array([space.x, space.y]), 0.28 * wide), tone, 0.4, True)
        case "hatched":
            for along in (-0.3, -0.1, 0.1, 0.3):
                bar = np.array([[along - 0.08, -0.4], [along + 0.08, 0.4]]) * (long, wide)
                canvas.line(_placed(bar, space), tone, 0.35)
        case "halves":
            half = np.subtract(_plain(0.46 * long, 0.86 * wide), (0.24 * long, 0.0))
            canvas.fill(_placed(half, space), style.other.other)
        case "letter":
            canvas.text("B", np.array([space.x, space.y]), 0.5 * wide, tone, style.font)
        case "windows":
            for along in (-0.27, 0.0, 0.27):
                pane = np.add(_plain(0.17 * long, 0.4 * wide), (along * long, 0.0))
                canvas.fill(_placed(pane, space), tone)
        case "rails":
            for off in (-0.22, 0.22):
                rail = np.array([[-0.45 * long, off * wide], [0.45 * long, off * wide]])
                canvas.line(_placed(rail, space), tone, 0.3)
        case _:
            pass


def _places(canvas: Canvas, map_: TicketMap, style: Style) -> None:
    rim = map_.place_mm or 4.0
    for place in map_.places:
        assert place.xy
        at = np.array(place.xy)
        outline = _mark(style.place, at, rim)
        canvas.fill(outline, (0.97, 0.96, 0.92))
        canvas.line(outline, (0.15, 0.12, 0.1), 0.7, True)
        if style.place in ("ring", "star"):
            canvas.disc(at, 0.4 * rim, (0.6, 0.15, 0.12))
        below = at + np.array([0, rim + 2.4])
        canvas.text(place.name, below, 2.6, style.ink, style.font)


def _mark(kind: str, at: Outline, rim: float) -> Outline:
    match kind:
        case "square":
            return box(at, (0.85 * rim, 0.85 * rim))
        case "diamond":
            return ring(at, rim, 4)
        case "star":
            reach = np.where(np.arange(16) % 2 == 0, rim, 0.75 * rim)
            return np.asarray(at + (ring(at, 1.0, 16) - at) * reach[:, None])
        case _:
            return ring(at, rim)


def _placed(outline: Outline, space: Space) -> Outline:
    cos, sin = math.cos(space.angle), math.sin(space.angle)
    turned = outline @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray(turned + np.array([space.x, space.y]))


def _plain(long: float, wide: float) -> Outline:
    return box(np.zeros(2), (long / 2, wide / 2))


def _rounded(long: float, wide: float) -> Outline:
    radius = 0.3 * wide
    corners = box(np.zeros(2), (long / 2 - radius, wide / 2 - radius))
    parts = [
        corner + radius * np.stack([np.cos(a), np.sin(a)], axis=1)
        for corner, start in zip(corners, (np.pi, 1.5 * np.pi, 0, 0.5 * np.pi), strict=True)
        for a in [np.linspace(start, start + np.pi / 2, 6)]
    ]
    return np.concatenate(parts)


def _oval(long: float, wide: float) -> Outline:
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    # Between an ellipse and a rectangle, as a racecourse.
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack(
        [
            long / 2 * np.sign(cos) * np.abs(cos) ** 0.6,
            wide / 2 * np.sign(sin) * np.abs(sin) ** 0.6,
        ],
        axis=1,
    )


def _arrow(long: float, wide: float) -> Outline:
    x, y, tip = long / 2, wide / 2, 0.25 * wide
    return np.array([[-x, -y], [x - tip, -y], [x, 0], [x - tip, y], [-x, y], [-x + tip, 0]])


def _notched(long: float, wide: float) -> Outline:
    x, y, cut = long / 2, wide / 2, 0.2 * wide
    return np.array(
        [[-x + cut, -y], [x - cut, -y], [x - cut, -y + cut], [x, -y + cut], [x, y - cut],
         [x - cut, y - cut], [x - cut, y], [-x + cut, y], [-x + cut, y - cut], [-x, y - cut],
         [-x, -y + cut], [-x + cut, -y + cut]]
    )  # fmt: skip


def _chamfered(long: float, wide: float) -> Outline:
    x, y, cut = long / 2, wide / 2, 0.3 * wide
    return np.array(
        [[-x + cut, -y], [x - cut, -y], [x, -y + cut], [x, y - cut], [x - cut, y], [-x + cut, y],
         [-x, y - cut], [-x, -y + cut]]
    )  # fmt: skip


def _slanted(long: float, wide: float) -> Outline:
    x, y, lean = long / 2, wide / 2, 0.2 * wide
    return np.array([[-x + lean, -y], [x, -y], [x - lean, y], [-x, y]])


def _tapered(long: float, wide: float) -> Outline:
    x, y, less = long / 2, wide / 2, 0.17 * wide
    return np.array([[-x, -y], [x, -y + less], [x, y - less], [-x, y]])


def _waisted(long: float, wide: float) -> Outline:
    along = np.linspace(-long / 2, long / 2, 13)
    edge = wide / 2 * (0.78 + 0.22 * (2 * along / long) ** 2)
    return np.column_stack([np.append(along, along[::-1]), np.append(-edge, edge[::-1])])


def _wavy(long: float, wide: float) -> Outline:
    along = np.linspace(-long / 2, long / 2, 33)
    edge = wide / 2 * (0.9 + 0.1 * np.cos(along * 8 * np.pi / long))
    return np.column_stack([np.append(along, along[::-1]), np.append(-edge, edge[::-1])])


@dataclass(frozen=True, slots=True)
class Pool:
    """What a style of one split may have: names but for the outlines, and fonts of OpenCV."""

    outlines: tuple[Callable[[float, float], Outline], ...]
    inners: tuple[str, ...]
    places: tuple[str, ...]
    fonts: tuple[int, ...]


_POOLS = {
    Split.TRAIN: Pool(
        (_rounded, _plain, _slanted, _tapered),
        ("none", "dot", "frame", "bar", "ring", "hatched"),
        ("disc", "ring"),
        FONTS[:2],
    ),
    Split.TEST: Pool(
        (_oval, _arrow, _notched),
        ("stripe", "cross", "rails", "none"),
        ("square", "star", "diamond"),
        FONTS[2:],
    ),
}
_DEVELOPMENT = Pool(
    (_chamfered, _waisted, _wavy),
    ("none", "halves", "letter", "windows"),
    ("disc", "ring"),
    FONTS[:2],
)


def shrunk(rgb: NDArray[np.uint8], px_per_mm: float) -> NDArray[np.uint8]:
    """Return a picture of ``PX_PER_MM`` at another scale."""
    share = px_per_mm / PX_PER_MM
    small = cv2.resize(rgb, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
