"""Dry-erase pens: their inks, and which of them a player uses for what."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from scorer.rules.board.board import TouristKind

Colour = tuple[float, float, float]

# Linear light that a full layer of the ink lets through.
INKS: dict[str, Colour] = {
    "red": (0.66, 0.045, 0.055),
    "green": (0.03, 0.23, 0.085),
    "blue": (0.04, 0.095, 0.46),
    "purple": (0.21, 0.045, 0.33),
    "black": (0.026, 0.026, 0.03),
}
_COLOURED = {
    TouristKind.CIRCLE: "red",
    TouristKind.SQUARE: "green",
    TouristKind.TRIANGLE: "blue",
    TouristKind.PENTAGON: "purple",
}


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen: the linear RGB that its ink lets through, its line width and how hard it writes.

    ``pressure`` scales the ink on the board: 1 covers well, 0.5 is a pen running dry.
    """

    name: str
    ink: Colour
    width_mm: float
    pressure: float

    def worn(self, width: float, pressure: float) -> Self:
        """Return this pen with its width and pressure scaled."""
        return type(self)(self.name, self.ink, self.width_mm * width, self.pressure * pressure)


@dataclass(frozen=True, slots=True)
class PenSet:
    """Which pen draws what."""

    route: Pen
    rings: Pen
    tourists: dict[TouristKind, Pen]

    def names(self) -> dict[str, str]:
        """Return the colour of each use, as the truth gives it."""
        shapes = {kind.value: pen.name for kind, pen in self.tourists.items()}
        return {"route": self.route.name, "ring": self.rings.name, **shapes}


def random_pens(
    rng: np.random.Generator,
    kinds: tuple[TouristKind, ...],
    width_mm: tuple[float, float],
    pressure: tuple[float, float],
    shuffled: bool = False,
) -> PenSet:
    """Return one player's pens for tourists of *kinds*: four colours, or one for everything.

    Where *shuffled*, any colour may be for any kind.
    """
    width = float(rng.uniform(*width_mm))

    def pen(name: str) -> Pen:
        ink = tuple(float(v) for v in np.array(INKS[name]) * np.exp(rng.normal(0, 0.12, 3)))
        mine = width * float(rng.uniform(0.92, 1.08))
        return Pen(name, (ink[0], ink[1], min(ink[2], 1.0)), mine, float(rng.uniform(*pressure)))

    if rng.random() < 0.45:
        only = pen(str(rng.choice(sorted(INKS))))
        return PenSet(only, only, dict.fromkeys(kinds, only))
    box = {name: pen(name) for name in sorted(INKS)}
    rings = "black" if rng.random() < 0.25 else "purple"
    colours = [_COLOURED[kind] for kind in kinds]
    if shuffled:
        colours = [colours[int(index)] for index in rng.permutation(len(kinds))]
    tourists = {kind: box[name] for kind, name in zip(kinds, colours, strict=True)}
    return PenSet(box["purple"], box[rings], tourists)
