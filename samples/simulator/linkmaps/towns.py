"""Made-up towns: locations and links put down at random, with room for every space."""

import math
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.map import (
    XY,
    Link,
    LinkColour,
    Place,
    Ticket,
    TicketMap,
    Track,
)

_PAGES = ((297.0, 210.0), (330.0, 240.0), (280.0, 280.0), (400.0, 270.0))
_TRIES = 400
# Links that meet in a location are at least so far apart in direction, in degrees.
_APART = 40.0
_APART_DOUBLE = 62.0
_SYLLABLES = ("ka", "mo", "ri", "ten", "sol", "ber", "lin", "dor", "va", "nu", "pel", "ost")


def random_town(id_: str, rng: np.random.Generator) -> TicketMap:
    """Return a map of some 14 to 24 locations, with links of 1 to 4 spaces and a score track."""
    page = _PAGES[int(rng.integers(len(_PAGES)))]
    scale = max(page) / 297
    long = float(rng.uniform(11.5, 15.5)) * scale
    wide = long * float(rng.uniform(0.42, 0.56))
    rim = float(rng.uniform(3.4, 5.4)) * scale
    cell = float(rng.uniform(9, 12)) * scale
    places = _places(page, cell + 8 * scale + rim, 2 * rim + 1.35 * long, rng)
    links = _links(places, long, wide, rim, rng)
    used = sorted({end for link in links for end in link.between}, key=lambda id_: int(id_[1:]))
    named = tuple(Place(id_, _name(rng), places[int(id_[1:])]) for id_ in used)
    return TicketMap(
        id=id_,
        name=_name(rng),
        practice=True,
        points=(1, 2, 4, 7),
        places=named,
        links=links,
        tickets=_tickets(used, rng),
        track=_track(page, cell) if rng.random() < 0.7 else None,
        page_mm=page,
        space_mm=(round(long, 1), round(wide, 1)),
        place_mm=round(rim, 1),
    )


def _name(rng: np.random.Generator) -> str:
    return "".join(str(part) for part in rng.choice(_SYLLABLES, int(rng.integers(2, 4)))).title()


def _places(page: XY, margin: float, apart: float, rng: np.random.Generator) -> list[XY]:
    found: list[XY] = []
    for _ in range(_TRIES):
        at = rng.uniform((margin, margin), (page[0] - margin, page[1] - margin))
        if all(math.dist(at, other) > apart for other in found) and len(found) < 24:
            found.append((round(float(at[0]), 1), round(float(at[1]), 1)))
    return found


def _links(
    places: list[XY], long: float, wide: float, rim: float, rng: np.random.Generator
) -> tuple[Link, ...]:
    """Return links between neighbours, none crossing, none over a location, double ones too."""
    pitch, rest = long + 0.9, 2 * rim + 2.4
    chosen: list[tuple[int, int, int]] = []
    pairs = sorted(
        combinations(range(len(places)), 2), key=lambda p: math.dist(places[p[0]], places[p[1]])
    )
    for a, b in pairs:
        length = int((math.dist(places[a], places[b]) - rest) // pitch)
        if not 1 <= length <= 4 or rng.random() < 0.12:
            continue
        if _fits(places, (a, b), [(c, d) for c, d, _ in chosen], rim + wide):
            chosen.append((a, b, length))
    found: list[Link] = []
    for a, b, length in chosen:
        others = [(c, d) for c, d, _ in chosen if (c, d) != (a, b)]
        ends = (f"p{a}", f"p{b}")
        one, two = (_colour(rng) for _ in range(2))
        roomy = _angles(places, (a, b), others) > _APART_DOUBLE
        clear = _clear(places, (a, b), rim + 2.2 * wide)
        if roomy and clear and rng.random() < 0.45:
            lanes = _lanes(places[a], places[b], wide / 2 + 0.6)
            found += [Link(ends, length, one, 1, lanes[0]), Link(ends, length, two, 2, lanes[1])]
        else:
            bend = _bend(places[a], places[b], float(rng.uniform(-1, 1)) * 0.05)
            found.append(Link(ends, length, one, 1, bend if rng.random() < 0.3 else ()))
    return tuple(found)


def _colour(rng: np.random.Generator) -> LinkColour:
    return tuple(LinkColour)[int(rng.integers(len(LinkColour)))]


def _fits(
    places: list[XY], pair: tuple[int, int], others: list[tuple[int, int]], room: float
) -> bool:
    a, b = pair
    crossing = any(
        _cross(places[a], places[b], places[c], places[d])
        for c, d in others
        if len({a, b, c, d}) == 4
    )
    return not crossing and _clear(places, pair, room) and _angles(places, pair, others) > _APART


def _clear(places: list[XY], pair: tuple[int, int], room: float) -> bool:
    """Whether no third location lies near the line between two."""
    line = np.linspace(places[pair[0]], places[pair[1]], 30)
    rest = [places[i] for i in range(len(places)) if i not in pair]
    return all(np.hypot(*(line - at).T).min() > room for at in rest)


def _angles(places: list[XY], pair: tuple[int, int], others: list[tuple[int, int]]) -> float:
    """Return the least angle, in degrees, between a link and those that share a location."""
    least = 180.0
    for here, there in (pair, pair[::-1]):
        for other in others:
            if here in other:
                far = other[0] if other[1] == here else other[1]
                one, two = (np.subtract(places[end], places[here]) for end in (there, far))
                cos = one @ two / (np.hypot(*one) * np.hypot(*two))
                least = min(least, math.degrees(math.acos(max(-1.0, min(1.0, float(cos))))))
    return least


def _cross(a: XY, b: XY, c: XY, d: XY) -> bool:
    def side(p: XY, q: XY, r: XY) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _lanes(a: XY, b: XY, off: float) -> tuple[tuple[XY, ...], tuple[XY, ...]]:
    way = np.subtract(b, a)
    across = np.array([-way[1], way[0]]) / np.hypot(*way) * off
    one, two = (_rounded([np.add(a, s * across), np.add(b, s * across)]) for s in (-1, 1))
    return one, two


def _bend(a: XY, b: XY, share: float) -> tuple[XY, ...]:
    """Return a line that bows by *share* of its length."""
    way = np.subtract(b, a)
    across = np.array([-way[1], way[0]]) * share
    steps = np.linspace(0, 1, 9)
    return _rounded([np.add(a, t * way) + 4 * t * (1 - t) * across for t in steps])


def _rounded(points: list[NDArray[np.float64]]) -> tuple[XY, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _tickets(ids: list[str], rng: np.random.Generator) -> tuple[Ticket, ...]:
    pairs = list(combinations(ids, 2))
    picked = rng.permutation(len(pairs))[:20]
    return tuple(Ticket(pairs[int(i)], int(rng.integers(3, 13))) for i in picked)


def _track(page: XY, cell: float) -> Track:
    """Return a track round the page, its spaces about *cell* wide."""
    inset = cell / 2 + 4
    corners = [(inset, inset), (page[0] - inset, inset), (page[0] - inset, page[1] - inset)]
    corners += [(inset, page[1] - inset), (inset, inset)]
    places: list[XY] = []
    for a, b in pairwise(corners):
        steps = round(math.dist(a, b) / cell)
        line = np.linspace(a, b, steps + 1)[:-1]
        places += _rounded(list(line))
    return Track(len(places), tuple(places))
