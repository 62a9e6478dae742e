"""Turns marks into the strokes of a hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

import numpy as np
from numpy.typing import NDArray

from samples.simulator.people.hand import Hand, Path, Point
from samples.simulator.people.pens import INKS, Pen, PenSet
from scorer.rules.board.board import Board, Cell, TouristKind
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import CafeMark, Tourists
from scorer.rules.position.marks import Marks

# The size that cells have on the game's own boards; marks on smaller ones are smaller.
USUAL_CELL_MM = 25.0
_CORNERS = {TouristKind.SQUARE: 4, TouristKind.TRIANGLE: 3, TouristKind.PENTAGON: 5}
# Where two to five things go in a square of size 1, and how wide they can be there.
_LAYOUTS: dict[int, tuple[tuple[float, tuple[Point, ...]], ...]] = {
    1: ((0.5, ((0, 0),)),),
    2: (
        (0.46, ((-0.25, 0), (0.25, 0))),
        (0.44, ((-0.23, -0.18), (0.23, 0.18))),
        (0.46, ((0.02, -0.25), (-0.02, 0.25))),
    ),
    3: (
        (0.34, ((-0.35, 0), (0, 0), (0.35, 0))),
        (0.43, ((-0.25, -0.22), (0.25, -0.22), (0, 0.25))),
        (0.43, ((0, -0.25), (-0.25, 0.22), (0.25, 0.22))),
    ),
    4: ((0.44, ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))),),
    5: (
        (0.34, ((-0.35, -0.22), (0, -0.24), (0.35, -0.22), (-0.2, 0.24), (0.2, 0.24))),
        (0.34, ((-0.33, -0.3), (0.33, -0.3), (0, 0), (-0.33, 0.3), (0.33, 0.3))),
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """Ink cut out elsewhere: its ``density`` (H, W), 1 a full layer.

    ``to_page`` (2, 3) takes its pixels (x, y) to mm on the page.
    """

    density: NDArray[np.float32]
    to_page: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One pull of a pen along ``path``, (N, 2) in mm on the page.

    ``outline`` says of which tourist it is the whole outline; of a ring, a circle. With
    ``stamps`` these are laid in place of a line along the path.
    """

    path: Path
    pen: Pen
    outline: TouristKind | None = None
    stamps: tuple[Stamp, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """A mark that can be seen or hidden: its kind, as doubts name it, and its place."""

    kind: str
    where: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One drawn tourist: its kind, its location, and the middle of its outline in mm."""

    kind: TouristKind
    location: Location
    middle: Point


@dataclass(slots=True)
class Drawing:
    """All strokes on one page, for every mark the paths it consists of, and all tourists."""

    strokes: list[Stroke] = field(default_factory=list)
    subjects: dict[Subject, list[Path]] = field(default_factory=dict)
    figures: list[Figure] = field(default_factory=list)

    def add(
        self, path: Path, pen: Pen, *subjects: Subject, outline: TouristKind | None = None
    ) -> None:
        """Draw *path* with *pen* as a part of each of *subjects*: maybe the whole *outline*."""
        self.strokes.append(Stroke(path, pen, outline))
        for subject in subjects:
            self.subjects.setdefault(subject, []).append(path)


def cell_scale(board: Board) -> float:
    """Return how large the cells are, 1 being usual."""
    widths = [float(np.ptp([x for x, _ in cell.polygon])) for cell in board.cells]
    return min(1.3, median(widths) / USUAL_CELL_MM)


def draw_marks(
    board: Board,
    marks: Marks,
    pieces: tuple[tuple[RoadId, ...], ...],
    pens: PenSet,
    hand: Hand,
    crowding: float = 0.0,
    places: tuple[Location, ...] = (),
) -> Drawing:
    """Return *marks* as drawn by *hand*, tourists first at *places*, then at all others.

    ``crowding`` from 0 to 1 pushes tourists together until they touch.
    """
    drawing = Drawing()
    for pen, drawn in _by_pen(marks, pieces, pens.route):
        draw_sections(drawing, board, drawn, pen, hand)
    for location in dict.fromkeys((*places, *marks.tourists)):
        _draw_tourists(drawing, board, location, marks.tourists[location], pens, hand, crowding)
    for crossroads, mark in marks.cafes.items():
        _draw_cafe(drawing, board, crossroads, mark, pens.rings, hand)
    for crossroads in sorted(marks.task):
        _draw_task(drawing, board, crossroads, crossroads in marks.cafes, pens.rings, hand)
    return drawing


def _by_pen(
    marks: Marks, pieces: tuple[tuple[RoadId, ...], ...], route: Pen
) -> list[tuple[Pen, tuple[tuple[RoadId, ...], ...]]]:
    """Return the pieces of each pen: the usual one, or in a coloured city one a colour."""
    if not marks.colours:
        return [(route, pieces)]
    found = []
    for colour in sorted(set(marks.colours.values())):
        mine = [tuple(s for s in piece if marks.colours.get(s) is colour) for piece in pieces]
        pen = Pen(colour.value, INKS[colour.value], route.width_mm, route.pressure)
        found.append((pen, tuple(piece for piece in mine if piece)))
    return found


def pieces_of(
    sections: frozenset[RoadId], rng: np.random.Generator
) -> tuple[tuple[RoadId, ...], ...]:
    """Return *sections* in the pieces of one or two that a player may have drawn together."""
    left = sorted(sections)
    pieces: list[tuple[RoadId, ...]] = []
    while left:
        section = left.pop(int(rng.integers(len(left))))
        joined = [other for other in left if len(set(other.ends) & set(section.ends)) == 1]
        if joined and rng.random() < 0.8:
            other = joined[int(rng.integers(len(joined)))]
            left.remove(other)
            pieces.append((section, other))
        else:
            pieces.append((section,))
    return tuple(pieces)


def draw_sections(
    drawing: Drawing,
    board: Board,
    pieces: tuple[tuple[RoadId, ...], ...],
    pen: Pen,
    hand: Hand,
) -> None:
    """Draw every piece in one stroke, or lift the pen at its crossroads."""
    for piece in pieces:
        joined = _joined(board, piece)
        straight = len(piece) == 2 and _is_straight(joined)
        share = 0.75 if straight else 0.45
        runs = [piece] if hand.rng.random() < share else [(section,) for section in piece]
        for run in runs:
            path = _joined(board, run)
            if hand.rng.random() < 0.5:
                path = path[::-1]
            shift = hand.rng.normal(0, 0.4 * hand.unsteadiness, 2)
            subjects = [Subject("section", str(section)) for section in run]
            stroke = hand.line(path + shift * cell_scale(board))
            drawing.strokes.append(Stroke(stroke, pulled(pen, hand)))
            for subject, section in zip(subjects, run, strict=True):
                drawing.subjects.setdefault(subject, []).append(_path(board, section))


def _path(board: Board, section: RoadId) -> NDArray[np.float64]:
    return np.array(board.road_of[section].path, np.float64)


def _joined(board: Board, run: tuple[RoadId, ...]) -> NDArray[np.float64]:
    """Return the path of one section, or of two from one far end to the other."""
    first = _path(board, run[0])
    if len(run) == 1:
        return first
    second = _path(board, run[1])
    shared = set(run[0].ends) & set(run[1].ends)
    if run[0].ends[0] in shared:
        first = first[::-1]
    if run[1].ends[1] in shared:
        second = second[::-1]
    return np.vstack([first, second[1:]])


def _is_straight(path: NDArray[np.float64]) -> bool:
    steps = np.diff(path, axis=0)
    steps /= np.hypot(steps[:, 0], steps[:, 1])[:, None]
    return bool((steps @ steps[0] > 0.95).all())


def pulled(pen: Pen, hand: Hand) -> Pen:
    """Return *pen* as one stroke finds it: pressed a bit harder or softer."""
    width, pressure = 1 + hand.rng.normal(0, (0.05, 0.07)).clip(-0.15, 0.15)
    return pen.worn(float(width), float(pressure))


def inner_box(cell: Cell) -> tuple[Point, float]:
    """Return the middle of *cell* and the width in mm that tourists take up there."""
    points = np.array(cell.polygon)
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2
    return (float(middle[0]), float(middle[1])), float((high - low).min()) * 0.72


def _draw_tourists(
    drawing: Drawing,
    board: Board,
    location: Location,
    tourists: Tourists,
    pens: PenSet,
    hand: Hand,
    crowding: float,
) -> None:
    rng = hand.rng
    kinds = [kind for kind, number in tourists.counts for _ in range(number)]
    if rng.random() < 0.3:
        kinds = [kinds[int(index)] for index in rng.permutation(len(kinds))]
    middle, width = inner_box(board.cell_of[location])
    places = layout(middle, width, len(kinds), hand, crowding)
    for kind, (at, radius) in zip(kinds, places, strict=True):
        draw_tourist(drawing, kind, at, radius, pens, hand, location)


def layout(
    middle: Point, width: float, number: int, hand: Hand, crowding: float
) -> Iterator[tuple[Point, float]]:
    """Yield where *number* things go in a square of *width* mm round *middle*, and how large.

    Yields each with its radius in mm when its turn to be drawn comes.
    """
    rng = hand.rng
    places = _places(number, rng)
    squeeze = 1 - crowding * float(rng.uniform(0.0, 0.17))
    drift = rng.normal(0, 0.04 * width, 2)
    grown = float(rng.uniform(0.82, 1.0))
    for room, (dx, dy) in places:
        jitter = rng.normal(0, 0.012 * width * (1 + crowding), 2)
        centre = np.array(middle) + drift + width * squeeze * np.array([dx, dy]) + jitter
        # Three to five must fit; one alone would otherwise fill its location.
        radius = min(0.5 * room * width, 4.4) * grown * float(rng.uniform(0.9, 1.05))
        yield (float(centre[0]), float(centre[1])), radius


def _places(number: int, rng: np.random.Generator) -> list[tuple[float, Point]]:
    if number in _LAYOUTS:
        options = _LAYOUTS[number]
        room, points = options[int(rng.integers(len(options)))]
        return [(room, point) for point in points]
    across = int(np.ceil(np.sqrt(number)))
    step = 1 / across
    at = [(column + 0.5) * step - 0.5 for column in range(across)]
    return [(0.9 * step, (at[i % across], at[i // across])) for i in range(number)]


def draw_tourist(
    drawing: Drawing,
    kind: TouristKind,
    centre: Point,
    radius: float,
    pens: PenSet,
    hand: Hand,
    location: Location | None = None,
) -> None:
    """Draw one tourist about ``2 * radius`` mm wide."""
    path = _outline(kind, centre, radius, hand)
    if location:
        middle = (path.min(axis=0) + path.max(axis=0)) / 2
        drawing.figures.append(Figure(kind, location, (float(middle[0]), float(middle[1]))))
    subjects = [Subject("tourists", str(location))] if location else []
    pen = pulled(pens.tourists[kind], hand)
    if kind is not TouristKind.CIRCLE and hand.rng.random() < 0.15:
        # Some lift the pen half way and set it down again not quite there.
        half = len(path) // 2
        drawing.add(path[: half + 2], pen, *subjects)
        drawing.add(path[half:] + hand.rng.normal(0, 0.08 * radius, 2), pen, *subjects)
        return
    drawing.add(path, pen, *subjects, outline=kind)


def _outline(kind: TouristKind, centre: Point, radius: float, hand: Hand) -> Path:
    """Return a tourist's outline: at times a person's, where *hand* knows any, else made up."""
    known = hand.outlines
    outlines = known.by_kind.get(kind, ()) if known else ()
    if known and outlines and hand.rng.random() < known.share:
        return hand.traced(outlines[int(hand.rng.integers(len(outlines)))], centre, radius)
    if kind is TouristKind.CIRCLE:
        return hand.circle(centre, radius)
    return hand.polygon(centre, 1.15 * radius, _CORNERS[kind])


def _draw_cafe(
    drawing: Drawing,
    board: Board,
    crossroads: Crossroads,
    mark: CafeMark,
    pen: Pen,
    hand: Hand,
) -> None:
    at, subject = board.cafe_at[crossroads].xy, Subject("cafe", str(crossroads))
    draw_symbol(drawing, at, mark, subject, pen, hand, cell_scale(board))


def draw_symbol(
    drawing: Drawing,
    at: Point,
    mark: CafeMark,
    subject: Subject,
    pen: Pen,
    hand: Hand,
    scale: float,
) -> None:
    """Draw a ring round a printed symbol, and cross it out where it was used."""
    rng = hand.rng
    spot = np.array(at) + rng.normal(0, 0.35 * hand.unsteadiness, 2)
    centre = (float(spot[0]), float(spot[1]))
    radius = scale * float(rng.uniform(3.9, 5.2))
    ring = hand.circle(centre, radius)
    drawing.add(ring, pulled(pen, hand), subject, outline=TouristKind.CIRCLE)
    if mark is not CafeMark.USED:
        return
    tilt = float(rng.normal(0, 0.15))
    reach = radius * float(rng.uniform(0.8, 1.2))
    way = rng.random()
    angles = [np.pi / 4, -np.pi / 4] if way < 0.75 else [-np.pi / 4] * (1 if way < 0.88 else 2)
    for index, angle in enumerate(angles):
        aside = scale * (1.6 * index - 0.8) if way >= 0.88 else 0.0
        place = (centre[0] + aside, centre[1] + aside)
        drawing.add(hand.dash(place, reach, angle + tilt), pulled(pen, hand), subject)


def _draw_task(
    drawing: Drawing, board: Board, crossroads: Crossroads, ringed: bool, pen: Pen, hand: Hand
) -> None:
    scale, rng = cell_scale(board), hand.rng
    x, y = board.crossroads_xy[crossroads]
    printed = crossroads in board.visit_all or crossroads in board.cafe_at
    radius = float(rng.uniform(3.9, 4.7) if printed else rng.uniform(3.1, 4.5))
    if ringed and np.hypot(*np.subtract(board.cafe_at[crossroads].xy, (x, y))) < 3:
        radius += 2.0
    dx, dy = rng.normal(0, 0.3 * hand.unsteadiness, 2)
    ring = hand.circle((x + float(dx), y + float(dy)), scale * radius)
    subject = Subject("task", str(crossroads))
    drawing.add(ring, pulled(pen, hand), subject, outline=TouristKind.CIRCLE)
