"""Marks as the second family's people draw them: dabs of a nib along lines of real hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path as File

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.morphology import skeletonize

from samples.simulator.people.outlines import pictures_by
from scorer.rules.board.board import Board, Cell, TouristKind
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks

Points = NDArray[np.float64]
Random = np.random.Generator
INK_PX_PER_MM = 10.0
STEP_MM = 0.12
_FINER = 4
_STOUT = 1.5
_FEWEST = 4


@dataclass(frozen=True, slots=True)
class Person:
    """What one person drew of each kind: pictures (N, 70, 70), 255 where inked."""

    shapes: Mapping[TouristKind, NDArray[np.uint8]]

    def outline(self, kind: TouristKind, rng: Random) -> Points:
        """Return the points of one line of *kind*, about 0, the farthest 1 away along an axis."""
        drawn = self.shapes[kind]
        return _line(drawn[int(rng.integers(len(drawn)))])


def people(file: File) -> tuple[Person, ...]:
    """Return those who drew all three kinds, of the people whose shapes are never learned from.

    Parameters
    ----------
    file : Path
        The npz that ``samples.simulator.people.outlines`` reads.

    Raises
    ------
    OutlinesError
        If it is no such file.
    """
    found = []
    for _, drawn in sorted(pictures_by(file, held_out=True).items(), key=lambda one: str(one[0])):
        own = {kind: _stout(pictures) for kind, pictures in drawn.items()}
        if min(map(len, own.values())) >= _FEWEST:
            found.append(Person(own))
    return tuple(found)


def _stout(drawn: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the pictures in *drawn* that are no longer than a tourist is."""
    keep = []
    for picture in drawn:
        _, (wide, high), _ = cv2.minAreaRect(cv2.findNonZero((picture > 100).astype(np.uint8)))
        keep.append(max(wide, high) <= _STOUT * max(min(wide, high), 1))
    return np.asarray(drawn[np.array(keep, bool)])


def _line(picture: NDArray[np.uint8]) -> Points:
    """Return the points along the middle of the line in *picture*."""
    fine = cv2.resize(picture, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_CUBIC)
    inked = cv2.GaussianBlur(fine, (0, 0), 0.7 * _FINER) > 110
    rows, columns = np.nonzero(skeletonize(inked))
    points = np.stack([columns, rows], axis=1).astype(np.float64)
    points -= (points.min(axis=0) + points.max(axis=0)) / 2
    return np.asarray(points / np.abs(points).max())


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen: the linear light (RGB) that a full layer of its ink leaves, and how it writes.

    ``flow`` is 1 for a full layer; ``nib_mm`` the nib's width, ``flat`` how much thinner it is
    the other way, ``angle`` how it is held, ``gaps`` how streaky it is.
    """

    name: str
    ink: tuple[float, float, float]
    nib_mm: float
    flow: float
    flat: float
    angle: float
    gaps: float

    def nib(self, rng: Random) -> NDArray[np.float32]:
        """Return what one dab leaves (K, K): its sum is a full layer over a line's width."""
        half = 0.5 * self.nib_mm * INK_PX_PER_MM
        reach = int(np.ceil(half)) + 2
        y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float64)
        along = x * np.cos(self.angle) + y * np.sin(self.angle)
        across = (y * np.cos(self.angle) - x * np.sin(self.angle)) / self.flat
        inside = np.clip(half - np.hypot(along, across) + 0.5, 0, 1)
        inside *= np.clip(1 + self.gaps * rng.normal(0, 1, inside.shape), 0.1, 3)
        # A line of dabs, one each step, crosses a place so many times.
        passes = 2 * half * np.sqrt(self.flat) / (STEP_MM * INK_PX_PER_MM) * 0.785
        return np.asarray(inside / passes, np.float32)


# Linear light through a full layer, as dry-erase and water-soluble pens have it.
INKS = {
    "black": (0.035, 0.033, 0.036),
    "blue": (0.02, 0.06, 0.36),
    "red": (0.62, 0.025, 0.04),
    "green": (0.02, 0.2, 0.07),
    "purple": (0.17, 0.03, 0.26),
    "brown": (0.2, 0.07, 0.03),
    "teal": (0.01, 0.19, 0.25),
    "pink": (0.7, 0.05, 0.25),
}


@dataclass(slots=True)
class Sheet:
    """What lies on a page: where each pen dabbed, and of which mark each dab is a part.

    ``dabs`` are (N, 3): x, y in mm and the share of a dab; ``marks`` the points of each mark.
    """

    dabs: dict[str, list[Points]] = field(default_factory=dict)
    marks: dict[tuple[str, str], list[tuple[str, Points]]] = field(default_factory=dict)

    def lay(self, use: str, points: Points, mark: tuple[str, str] | None, share: float = 1) -> None:
        """Lay *points* with the pen for *use*, as a part of *mark*."""
        forces = np.full((len(points), 1), share)
        self.dabs.setdefault(use, []).append(np.hstack([points, forces]))
        if mark is not None:
            self.marks.setdefault(mark, []).append((use, points))


@dataclass(frozen=True, slots=True)
class Habits:
    """How one person draws on a board."""

    person: Person
    shake: float
    crowd: float
    rng: Random

    def drawn(self, board: Board, marks: Marks, pieces: tuple[tuple[RoadId, ...], ...]) -> Sheet:
        """Return *marks* as this person draws them; *pieces* are drawn in one pull mostly."""
        sheet = Sheet()
        roads = {road.id: np.array(road.path, np.float64) for road in board.roads}
        for piece in pieces:
            runs = [piece] if self.rng.random() < 0.6 else [(one,) for one in piece]
            for run in runs:
                self._section(sheet, [roads[one] for one in run], list(map(str, run)))
        for location, tourists in marks.tourists.items():
            kinds = [kind for kind, count in tourists.counts for _ in range(count)]
            self._tourists(sheet, board.cell_of[location], str(location), kinds)
        for point, mark in marks.cafes.items():
            self._cafe(sheet, board, point, mark)
        for point in sorted(marks.task):
            self._task(sheet, board, point, point in marks.cafes)
        return sheet

    def ghost(self, sheet: Sheet, path: Points) -> None:
        """Leave what a cloth left of a section along *path*."""
        # 5 to 13 % of a full layer.
        sheet.lay("route", self._pull(path), None, float(self.rng.uniform(0.024, 0.064)))

    def _section(self, sheet: Sheet, paths: list[Points], names: list[str]) -> None:
        path = paths[0]
        for more in paths[1:]:
            path = _joined(path, more)
        sheet.lay("route", self._pull(path), None)
        for name, own in zip(names, paths, strict=True):
            sheet.marks.setdefault(("section", name), []).append(("route", _evenly(own)))

    def _pull(self, path: Points) -> Points:
        """Return the dabs of one pull along *path*: bowed, its bends cut, its ends missed."""
        rng, shake = self.rng, self.shake
        corners = path + rng.normal(0, 0.45 * shake, path.shape) + rng.normal(0, 0.3 * shake, 2)
        for end, inner in ((0, 1), (-1, -2)):
            way = corners[end] - corners[inner]
            way /= max(float(np.hypot(*way)), 1e-6)
            corners[end] += way * float(np.clip(rng.normal(0.2, 0.8 * shake), -1.8, 2.2))
        cut = _cut(corners, float(rng.uniform(0.5, 2.0)))
        line = _evenly(cut)
        share = np.linspace(0, 1, len(line))
        ways = np.gradient(line, axis=0)
        ways /= np.maximum(np.hypot(*ways.T), 1e-6)[:, None]
        length = STEP_MM * len(line)
        bow = float(rng.normal(0, 0.016 * shake)) * length * np.sin(np.pi * share)
        tremor = (
            0.035
            * shake
            * np.sin(2 * np.pi * length * share / rng.uniform(2, 6) + rng.uniform(0, 6))
        )
        aside = np.stack([-ways[:, 1], ways[:, 0]], axis=1)
        return np.asarray(line + aside * (bow + tremor)[:, None])

    def _tourists(self, sheet: Sheet, cell: Cell, name: str, kinds: list[TouristKind]) -> None:
        rng = self.rng
        corners = np.array(cell.polygon)
        middle, width = corners.mean(axis=0), float(np.ptp(corners, axis=0).min())
        inner = width - float(rng.uniform(4.5, 6.5))
        count = len(kinds)
        rows = {1: 1, 2: 1, 3: int(rng.integers(1, 3)), 4: 2}.get(count, 2 if count < 7 else 3)
        across = -(-count // rows)
        step = min(inner / across, 9.5), min(inner / rows, 9.5)
        close = 1 - 0.12 * self.crowd * float(rng.random())
        order = [kinds[int(i)] for i in rng.permutation(count)] if rng.random() < 0.6 else kinds
        room = (inner - step[0] * across) / 2, (inner - step[1] * rows) / 2
        shift = rng.uniform(-0.6, 0.6, 2) * room
        for index, kind in enumerate(order):
            row, column = divmod(index, across)
            in_row = min(across, count - row * across)
            at = (
                (column - (in_row - 1) / 2) * step[0] * close,
                (row - (rows - 1) / 2) * step[1] * close,
            )
            size = 0.5 * min(min(step) * float(rng.uniform(0.78, 0.94)), 8.5)
            place = middle + shift + at + rng.normal(0, 0.35 * self.shake, 2)
            sheet.lay(kind.value, self._outline(kind, place, size), ("tourists", name))

    def _outline(self, kind: TouristKind, at: Points, half: float) -> Points:
        turn = float(self.rng.normal(0, 0.09))
        grown = half * self.person.outline(kind, self.rng)
        if self.rng.random() < 0.5:
            grown = grown * (-1, 1)
        both = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        dabs = np.unique(np.round(grown @ both / STEP_MM), axis=0) * STEP_MM
        return np.asarray(dabs + at)

    def _cafe(self, sheet: Sheet, board: Board, point: Crossroads, mark: CafeMark) -> None:
        rng, subject = self.rng, ("cafe", str(point))
        at = np.array(board.cafe_at[point].xy) + rng.normal(0, 0.4 * self.shake, 2)
        half = float(rng.uniform(4.0, 5.4))
        sheet.lay("ring", self._outline(TouristKind.CIRCLE, at, half), subject)
        if mark is CafeMark.USED:
            for angle in (0.8, -0.8) if rng.random() < 0.75 else (-0.8,):
                tilt = angle + float(rng.normal(0, 0.15))
                reach = (
                    half * float(rng.uniform(0.8, 1.15)) * np.array([np.cos(tilt), np.sin(tilt)])
                )
                sheet.lay("ring", self._pull(np.stack([at - reach, at + reach])), subject)

    def _task(self, sheet: Sheet, board: Board, point: Crossroads, ringed: bool) -> None:
        rng = self.rng
        at = np.array(board.crossroads_xy[point])
        half = float(rng.uniform(3.3, 4.6))
        if point in board.visit_all or point in board.cafe_at:
            half = float(rng.uniform(4.0, 4.8))
        if ringed and np.hypot(*(at - board.cafe_at[point].xy)) < 3:
            half += 2.0
        place = at + rng.normal(0, 0.35 * self.shake, 2)
        sheet.lay("ring", self._outline(TouristKind.CIRCLE, place, half), ("task", str(point)))


def _joined(first: Points, second: Points) -> Points:
    """Return two paths that share an end as one."""
    for a in (first, first[::-1]):
        for b in (second, second[::-1]):
            if np.allclose(a[-1], b[0]):
                return np.vstack([a, b[1:]])
    raise ValueError("the paths do not meet")


def _cut(corners: Points, mm: float) -> Points:
    """Return *corners* with each bend cut off by about *mm* on both sides."""
    parts = [corners[:1]]
    for before, at, after in zip(corners, corners[1:], corners[2:], strict=False):
        back, on = before - at, after - at
        for share, way in ((1.0, back), (0.45, back), (0.45, on), (1.0, on)):
            parts.append((at + way / np.hypot(*way) * mm * share)[None])
    return np.vstack([*parts, corners[-1:]])


def _evenly(path: Points) -> Points:
    """Return points ``STEP_MM`` apart along *path*."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0, lengths[-1], max(3, round(lengths[-1] / STEP_MM)))
    return np.stack([np.interp(at, lengths, path[:, axis]) for axis in (0, 1)], axis=1)
