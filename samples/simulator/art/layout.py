"""Where things lie on a board of random art."""

import numpy as np

from scorer.rules.board.board import Board, Cafe, Cell, Landmark, Point, Road
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace

_SIDE = 6


def random_layout(
    city: City, name: str, rng: np.random.Generator, *, rim_points: bool = False
) -> Board:
    """Return a board called *name* of the 6 × 6 *city*.

    The city's own landmarks, cafés and festival places lie elsewhere, on a page of another
    size; festival places on the map's rim only where *rim_points* says so.
    """
    usual = city.practice_board
    across = float(rng.uniform(22.5, 26.5))
    down = across * float(rng.choice([1.0, rng.uniform(0.96, 1.04)]))
    left, top = float(rng.uniform(18, 52)), float(rng.uniform(16, 36))
    page = (
        left + _SIDE * across + float(rng.uniform(18, 70)),
        top + _SIDE * down + float(rng.uniform(16, 32)),
    )

    def place(xy: Point) -> Point:
        (x0, y0) = usual.crossroads_xy[Crossroads.parse("a0")]
        (x1, y1) = usual.crossroads_xy[Crossroads.parse("g6")]
        share = (xy[0] - x0) / (x1 - x0), (xy[1] - y0) / (y1 - y0)
        return (
            round(left + _SIDE * across * share[0], 2),
            round(top + _SIDE * down * share[1], 2),
        )

    points = {point: place(xy) for point, xy in usual.crossroads_xy.items()}
    free = [sorted(points)[int(i)] for i in rng.permutation(len(points))]
    cafes = free[: len(usual.cafes)]
    places = [c for c in free[len(cafes) :] if rim_points or not _sides(c)]
    return replace(
        usual,
        id=name,
        name=f"Random art {name}",
        page_mm=(round(page[0], 1), round(page[1], 1)),
        cells=tuple(Cell(c.location, tuple(map(place, c.polygon))) for c in usual.cells),
        crossroads_xy=points,
        roads=tuple(
            Road(r.id, tuple(map(place, r.path)), r.locations, r.kind) for r in usual.roads
        ),
        landmarks=_moved(usual, rng),
        cafes=tuple(
            Cafe(point, _beside(point, points[point], rng), cafe.bonus)
            for point, cafe in zip(cafes, usual.cafes, strict=True)
        ),
        visit_all=tuple(places[: len(usual.visit_all)]),
        practice=False,
        coordinates=None,
    ).checked()


def _moved(board: Board, rng: np.random.Generator) -> tuple[Landmark, ...]:
    known = sorted(cell.location for cell in board.cells)
    chosen = [known[int(i)] for i in rng.permutation(len(known))]
    return tuple(
        replace(
            mark, id=_name(mark, location), locations=(location,), roads=_roads(board, location)
        )
        for mark, location in zip(board.landmarks, chosen, strict=False)
    )


def _name(mark: Landmark, location: Location) -> str:
    """Return an id with the location in it, but for landmarks that ratings name."""
    return f"{mark.kind}-{location}" if mark.id.startswith(f"{mark.kind}-") else mark.id


def _roads(board: Board, location: Location) -> frozenset[RoadId]:
    return frozenset(road.id for road in board.roads if location in road.locations)


def _sides(point: Crossroads) -> tuple[int, int] | None:
    """Return which way out of the map lies at *point*; None inside."""
    letter, number = str(point)[0], int(str(point)[1:])
    way = (letter == "g") - (letter == "a"), (number == _SIDE) - (number == 0)
    return way if any(way) else None


def _beside(point: Crossroads, xy: Point, rng: np.random.Generator) -> Point:
    """Return where a café's symbol goes: on the map's edge mostly a bit outside."""
    way = _sides(point)
    if way is None:
        off = rng.normal(0, 1.2, 2) if rng.random() < 0.3 else np.zeros(2)
    else:
        out = float(rng.uniform(0, 5))
        both = bool(way[0] and way[1])
        # At a corner it goes out one way only.
        keep = (1, 0) if both and rng.random() < 0.5 else (0, 1) if both else (1, 1)
        off = out * np.array(way) * np.array(keep)
    return round(xy[0] + float(off[0]), 2), round(xy[1] + float(off[1]), 2)
