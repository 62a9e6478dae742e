"""Drawings: paths and texts in millimetres, from which every output format is written."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from scorer.rules.board.board import Point

# The share of a radius at which the handles of a Bézier quarter circle lie.
_QUARTER = 0.5522847498


class Font(StrEnum):
    """The three standard faces; every PDF reader has them."""

    SANS = "sans"
    BOLD = "bold"
    TITLE = "title"


class Anchor(StrEnum):
    """Which part of a text stands at its position."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of a path: ``M`` move, ``L`` line, ``C`` cubic Bézier, ``Z`` close; points in mm."""

    command: str
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """An outline: filled, stroked or both; colours as ``#rrggbb``, widths and dashes in mm."""

    steps: tuple[Step, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, float] | None = None

    def painted(
        self,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.25,
        dash: tuple[float, float] | None = None,
    ) -> Self:
        """Return this outline in other colours."""
        return replace(self, fill=fill, stroke=stroke, width=width, dash=dash)

    def joined(self, *others: "Path") -> Self:
        """Return one path of this and the other outlines."""
        return replace(self, steps=sum((other.steps for other in others), self.steps))

    def placed(self, at: Point, scale: float = 1.0) -> Self:
        """Return this outline scaled about the origin, which then lies at *at*."""
        return replace(
            self,
            steps=tuple(
                Step(
                    step.command,
                    tuple((at[0] + x * scale, at[1] + y * scale) for x, y in step.points),
                )
                for step in self.steps
            ),
        )


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text: ``at`` is on its baseline; ``size`` is the font's, in mm."""

    at: Point
    text: str
    size: float
    font: Font = Font.SANS
    fill: str = "#000000"
    anchor: Anchor = Anchor.START


Shape = Path | Text


@dataclass(frozen=True, slots=True)
class Group:
    """A named layer of a drawing; later layers lie above earlier ones."""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A page: its size in mm, its title for the reader of the file, and its layers."""

    size_mm: Point
    title: str
    groups: tuple[Group, ...]


def polygon(points: Iterable[Point]) -> Path:
    """Return the closed outline through *points*."""
    first, *rest = points
    return Path((Step("M", (first,)), *(Step("L", (p,)) for p in rest), Step("Z")))


def polyline(points: Iterable[Point]) -> Path:
    """Return the open line through *points*."""
    first, *rest = points
    return Path((Step("M", (first,)), *(Step("L", (p,)) for p in rest)))


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Path:
    """Return a rectangle with its top left corner at (*x*, *y*), rounded by *radius*."""
    right, bottom = x + width, y + height
    if not radius:
        return polygon(((x, y), (right, y), (right, bottom), (x, bottom)))
    near = radius * (1 - _QUARTER)
    return Path(
        (
            Step("M", ((x + radius, y),)),
            Step("L", ((right - radius, y),)),
            Step("C", ((right - near, y), (right, y + near), (right, y + radius))),
            Step("L", ((right, bottom - radius),)),
            Step("C", ((right, bottom - near), (right - near, bottom), (right - radius, bottom))),
            Step("L", ((x + radius, bottom),)),
            Step("C", ((x + near, bottom), (x, bottom - near), (x, bottom - radius))),
            Step("L", ((x, y + radius),)),
            Step("C", ((x, y + near), (x + near, y), (x + radius, y))),
            Step("Z"),
        )
    )


def circle(centre: Point, radius: float) -> Path:
    """Return a circle."""
    x, y = centre
    return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def star(centre: Point, radius: float, tips: int, inner: float) -> Path:
    """Return a star with a tip at the top; *inner* is its waist as a share of *radius*."""
    found = []
    for index in range(2 * tips):
        reach = radius * (inner if index % 2 else 1.0)
        angle = math.pi * index / tips
        found.append((centre[0] + reach * math.sin(angle), centre[1] - reach * math.cos(angle)))
    return polygon(found)


def parse_path(text: str) -> Path:
    """Return the outline that *text* describes, for pictures kept as data.

    Commands as in SVG, absolute only: ``M x y``, ``L x y …``, ``C`` with three points, ``Z``;
    and two of our own: ``O x y r`` a circle, ``R x y width height`` a rectangle.

    Raises
    ------
    ValueError
        If a command is unknown or its numbers do not fit.
    """
    steps: list[Step] = []
    for command, numbers in _commands(text):
        points = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        if command == "O" and len(numbers) == 3:
            steps += circle((numbers[0], numbers[1]), numbers[2]).steps
        elif command == "R" and len(numbers) == 4:
            steps += rectangle(*numbers).steps
        elif (command == "Z" and not numbers) or (command == "M" and len(numbers) == 2):
            steps.append(Step(command, points))
        elif command == "L" and numbers and len(numbers) % 2 == 0:
            steps += [Step("L", (point,)) for point in points]
        elif command == "C" and numbers and len(numbers) % 6 == 0:
            steps += [Step("C", points[i : i + 3]) for i in range(0, len(points), 3)]
        else:
            raise ValueError(f"path command {command!r} with {len(numbers)} numbers in {text!r}")
    return Path(tuple(steps))


def _commands(text: str) -> list[tuple[str, list[float]]]:
    found: list[tuple[str, list[float]]] = []
    for word in text.split():
        if word.isalpha():
            found.append((word, []))
        elif found:
            found[-1][1].append(float(word))
        else:
            raise ValueError(f"a path begins with a command: {text!r}")
    return found
