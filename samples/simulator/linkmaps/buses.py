"""Who claims which links, and the buses, markers, hands and cards that then lie about."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.canvas import ring
from samples.simulator.linkmaps.solids import Colour, Face, Solid, prism
from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.ticket_to_ride.map import Link, TicketMap
from scorer.rules.ticket_to_ride.spaces import Space, spaces_of

# What plastic of each colour throws back, linear.
PLASTICS: dict[BusColour, Colour] = {
    BusColour.BLUE: (0.03, 0.11, 0.42),
    BusColour.BLACK: (0.02, 0.02, 0.022),
    BusColour.RED: (0.48, 0.03, 0.03),
    BusColour.GREEN: (0.03, 0.26, 0.07),
    BusColour.YELLOW: (0.75, 0.5, 0.03),
    BusColour.WHITE: (0.72, 0.71, 0.66),
    BusColour.PURPLE: (0.2, 0.05, 0.3),
    BusColour.ORANGE: (0.72, 0.2, 0.02),
    BusColour.PINK: (0.7, 0.2, 0.32),
}
_USUAL = (BusColour.BLUE, BusColour.BLACK, BusColour.RED, BusColour.GREEN)


@dataclass(frozen=True, slots=True)
class Claims:
    """Who owns what: ``owner`` by the links' names, markers' spaces by colour (or none)."""

    colours: tuple[BusColour, ...]
    owner: dict[str, BusColour]
    markers: dict[BusColour, int]


def random_claims(map_: TicketMap, rng: np.random.Generator) -> Claims:
    """Return a position that may come up in a game: early ones, late ones, and ends."""
    seats = int(rng.choice([2, 3, 4], p=[0.25, 0.35, 0.4]))
    pool = list(_USUAL) if rng.random() < 0.6 else list(PLASTICS)
    colours = tuple(pool[int(i)] for i in rng.permutation(len(pool))[:seats])
    goal = 13 if rng.random() < 0.75 else int(rng.integers(0, 13))
    left = dict.fromkeys(colours, map_.buses)
    owner: dict[str, BusColour] = {}
    for turn in range(60):
        colour = colours[turn % seats]
        if any(map_.buses - one >= goal for one in left.values()):
            break
        open_ = [
            link
            for link in map_.links
            if link.length <= left[colour] and _open(map_, link, colour, owner, seats)
        ]
        if open_:
            link = open_[int(rng.integers(len(open_)))]
            owner[link.name] = colour
            left[colour] -= link.length
    markers: dict[BusColour, int] = {}
    if map_.track and map_.track.xy and rng.random() < 0.8:
        for colour in colours:
            points = sum(map_.points_of(map_.link[n]) for n, c in owner.items() if c is colour)
            markers[colour] = (points + 4 * int(rng.integers(0, 3))) % map_.track.length
    return Claims(colours, owner, markers)


def _open(
    map_: TicketMap, link: Link, colour: BusColour, owner: dict[str, BusColour], seats: int
) -> bool:
    if link.name in owner:
        return False
    other = map_.other_lane(link)
    taken = owner.get(other.name) if other else None
    return taken is None or (seats > 2 and taken is not colour)


@dataclass(frozen=True, slots=True)
class Make:
    """How the buses of a set are made: shares of a space, roofs and windows."""

    long: float
    wide: float
    high: float
    inset: float
    roof: str
    gloss: float


def random_make(rng: np.random.Generator) -> Make:
    """Return a make of buses: one set of plastic has one mould."""
    return Make(
        long=float(rng.uniform(0.78, 0.98)),
        wide=float(rng.uniform(0.66, 0.95)),
        high=float(rng.uniform(0.55, 0.95)),
        inset=float(rng.uniform(0.3, 0.9)),
        roof=str(rng.choice(["plain", "ribs", "deck", "hatch"])),
        gloss=float(rng.uniform(0.0, 0.35)),
    )


def shades(colours: tuple[BusColour, ...], rng: np.random.Generator) -> dict[BusColour, Colour]:
    """Return the colour of each player's plastic, a little off the usual one."""
    found = {}
    for colour in colours:
        red, green, blue = (np.array(PLASTICS[colour]) * np.exp(rng.normal(0, 0.16, 3))).tolist()
        found[colour] = (min(red, 0.9), min(green, 0.9), min(blue, 0.9))
    return found


def bus_solids(
    map_: TicketMap,
    claims: Claims,
    make: Make,
    tones: dict[BusColour, Colour],
    rng: np.random.Generator,
) -> list[Solid]:
    """Return a bus on every space of every claimed link, put down by hand."""
    found: list[Solid] = []
    for name, colour in claims.owner.items():
        for space in spaces_of(map_, map_.link[name]):
            assert map_.space_mm
            off = rng.normal(0, 0.05 * map_.space_mm[1], 2)
            turn = float(rng.normal(0, 0.05))
            put = Space(space.x + float(off[0]), space.y + float(off[1]), space.angle + turn)
            found += _bus(put, map_.space_mm, make, tones[colour])
    for number, (colour, marker) in enumerate(claims.markers.items()):
        assert map_.track
        shift = 1.6 * np.array([number % 2 - 0.5, number // 2 - 0.5])
        foot = ring(np.array(map_.track.xy[marker]) + shift, 0.28 * _cell(map_), 12)
        found.append(prism(foot, 4.0, 0.4, tones[colour], make.gloss))
    return found


def _cell(map_: TicketMap) -> float:
    assert map_.track
    return min(math.dist(map_.track.xy[0], other) for other in map_.track.xy[1:])


def _bus(at: Space, space_mm: tuple[float, float], make: Make, colour: Colour) -> list[Solid]:
    long, wide = make.long * space_mm[0], make.wide * space_mm[1]
    high = make.high * space_mm[1]
    body = prism(_rectangle(at, 0.0, long, wide), high, make.inset, colour, make.gloss)
    dark = _times(colour, 0.55)
    extra: list[Face] = []
    roof = max(wide - 2.4 * make.inset, 0.4 * wide)
    match make.roof:
        case "ribs":
            for along in (-0.3, -0.1, 0.1, 0.3):
                extra.append(_flat(at, along * long, 0.05 * long, roof, high + 0.01, dark))
        case "deck":
            extra.append(_flat(at, -0.08 * long, 0.6 * long, 0.8 * roof, high + 0.01, dark))
        case "hatch":
            extra.append(_flat(at, 0.25 * long, 0.18 * long, 0.6 * roof, high + 0.01, dark))
        case _:
            pass
    return [Solid((*body.faces, *extra), body.foot, body.height, body.gloss)]


def _rectangle(at: Space, along: float, long: float, wide: float) -> NDArray[np.float64]:
    cos, sin = math.cos(at.angle), math.sin(at.angle)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (long / 2, wide / 2) + (along, 0)
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + (at.x, at.y))


def _flat(at: Space, along: float, long: float, wide: float, high: float, colour: Colour) -> Face:
    corners = _rectangle(at, along, long, wide)
    return Face(np.column_stack([corners, np.full(4, high)]), colour)


def _times(colour: Colour, share: float) -> Colour:
    return colour[0] * share, colour[1] * share, colour[2] * share


def random_clutter(page: tuple[float, float], rng: np.random.Generator) -> list[Solid]:
    """Return hands and cards that reach over the rim of the page."""
    found: list[Solid] = []
    for _ in range(int(rng.integers(0, 4))):
        found.append(_card(page, rng))
    if rng.random() < 0.35:
        found += _hand(page, rng)
    return found


def _at_rim(
    page: tuple[float, float], depth: float, rng: np.random.Generator
) -> tuple[Space, float]:
    """Return a place *depth* mm inside a random side, its angle leading out over the rim."""
    side = int(rng.integers(4))
    along = float(rng.uniform(0.1, 0.9))
    x, y = (
        (along * page[0], depth),
        (page[0] - depth, along * page[1]),
        (along * page[0], page[1] - depth),
        (depth, along * page[1]),
    )[side]
    out = (-math.pi / 2, 0.0, math.pi / 2, math.pi)[side]
    return Space(x, y, out), out


def _card(page: tuple[float, float], rng: np.random.Generator) -> Solid:
    """Return a card, face up, that lies over the rim by up to 22 mm."""
    at, _ = _at_rim(page, float(rng.uniform(-6, 22)) - 34.0, rng)
    put = Space(at.x, at.y, at.angle + float(rng.normal(0, 0.25)))
    tone = [float(v) for v in rng.uniform(0.04, 0.6, 3)]
    foot = _rectangle(put, 0.0, 68.0, 44.0)
    white = Face(np.column_stack([foot, np.full(4, 0.3)]), (0.8, 0.79, 0.75))
    inner = _flat(put, 0.0, 61.0, 37.0, 0.31, (tone[0], tone[1], tone[2]))
    band = _flat(put, -8.0, 18.0, 30.0, 0.32, (tone[2], tone[0], tone[1]))
    return Solid((white, inner, band), foot, 0.3, 0.0)


def _hand(page: tuple[float, float], rng: np.random.Generator) -> list[Solid]:
    """Return fingers and the back of a hand that come in over the rim."""
    reach = float(rng.uniform(4, 26) if rng.random() < 0.6 else rng.uniform(26, 75))
    at, out = _at_rim(page, reach, rng)
    skin = np.array([0.52, 0.3, 0.2]) * float(rng.uniform(0.25, 1.15))
    red, green, blue = skin.tolist()
    tone = (float(red), float(green), float(blue))
    found = []
    across = np.array([-math.sin(out), math.cos(out)])
    way = np.array([math.cos(out), math.sin(out)])
    for finger, back in ((-1.5, 9.0), (-0.5, 1.0), (0.5, 0.0), (1.5, 5.0)):
        root = np.array([at.x, at.y]) + across * finger * 17.0 + way * (back + 38.0)
        lean = out + float(rng.normal(0, 0.06))
        foot = _rectangle(Space(float(root[0]), float(root[1]), lean), 0.0, 76.0, 14.5)
        found.append(prism(_smooth(foot), 11.0, 3.0, tone, 0.05))
    palm = np.array([at.x, at.y]) + way * 108.0
    wide = _rectangle(Space(float(palm[0]), float(palm[1]), out), 0.0, 85.0, 78.0)
    found.append(prism(_smooth(wide), 16.0, 6.0, tone, 0.05))
    return found


def _smooth(foot: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a rectangle with its corners cut off."""
    found = []
    for i in range(4):
        a, b, c = foot[i - 1], foot[i], foot[(i + 1) % 4]
        cut = 0.45 * min(np.hypot(*(a - b)), np.hypot(*(c - b)))
        for other in (a, c):
            found.append(b + (other - b) / np.hypot(*(other - b)) * cut)
    return np.array(found)
