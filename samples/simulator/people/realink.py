"""Ink that people drew by hand, laid in place of simulated strokes.

From hdBPMN (B. Schäfer, H. van der Aa, H. Leopold, H. Stuckenschmidt 2021, CC BY 4.0), cut out as
transmittance; the file is not part of the project.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path as File

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import Floats
from samples.simulator.people.hand import Outlines, Path
from samples.simulator.people.strokes import Stamp, Stroke
from scorer.rules.board.board import TouristKind
from scorer.rules.values import replace

_SPLIT_SEED = 11
# Outlines span so much of their picture.
_SPAN = 48 / 64
# Where a path bends by more than this it is drawn in two pieces.
_BEND_MM = 0.7
# Darker ink than this (of 255) let through no light that could be measured.
_DARKEST = 3


class RealInkError(ValueError):
    """A file that holds no real ink."""


@dataclass(frozen=True, slots=True)
class Writer:
    """What one person drew: densities (H, W), 1 being usual ink of that photo.

    ``strokes`` run along x and are ``widths`` pixels wide.
    """

    outlines: dict[TouristKind, tuple[Floats, ...]]
    strokes: tuple[Floats, ...]
    widths: tuple[float, ...]

    def drawn(self, strokes: list[Stroke], rng: np.random.Generator) -> list[Stroke]:
        """Return *strokes* in this writer's ink: their outlines and straight pieces."""
        return [replace(stroke, stamps=self._stamps(stroke, rng)) for stroke in strokes]

    def _stamps(self, stroke: Stroke, rng: np.random.Generator) -> tuple[Stamp, ...]:
        known = self.outlines.get(stroke.outline) if stroke.outline else None
        if known:
            return (_outline(known[int(rng.integers(len(known)))], stroke.path, rng),)
        corners = cv2.approxPolyDP(stroke.path.astype(np.float32)[:, None], _BEND_MM, False)[:, 0]
        return tuple(
            self._piece(first, last, stroke.pen.width_mm, rng) for first, last in pairwise(corners)
        )

    def _piece(self, first: Path, last: Path, width_mm: float, rng: np.random.Generator) -> Stamp:
        """Return a straight piece from *first* to *last*, mm: a part of a stroke as long."""
        which = int(rng.integers(len(self.strokes)))
        density, width = self.strokes[which], self.widths[which]
        scale = width_mm / width
        along = np.subtract(last, first)
        length = float(np.hypot(*along)) + 0.5 * width_mm
        cut = int(np.clip(round(length / scale), 4, density.shape[1]))
        start = int(rng.integers(density.shape[1] - cut + 1))
        way = along / max(float(np.hypot(*along)), 1e-6)
        across = np.array([-way[1], way[0]]) * scale
        step = way * length / cut
        middle = (np.asarray(first) + last) / 2
        centre = (cut - 1) / 2, (density.shape[0] - 1) / 2
        shift = middle - step * centre[0] - across * centre[1]
        return Stamp(density[:, start : start + cut], np.column_stack([step, across, shift]))


def _outline(density: Floats, path: Path, rng: np.random.Generator) -> Stamp:
    """Return an outline as large as *path*, mm, and where that is, turned a little."""
    low, high = path.min(axis=0), path.max(axis=0)
    side = density.shape[0]
    scale = float((high - low).mean()) / (_SPAN * side)
    turn = float(rng.normal(0, 0.1))
    both = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if rng.random() < 0.5:
        both[:, 0] *= -1
    middle = (low + high) / 2 - both @ np.full(2, (side - 1) / 2)
    return Stamp(density, np.column_stack([both, middle]))


Drawer = Outlines | Writer


def load_writers(file: File, held_out: bool) -> tuple[Writer, ...]:
    """Return four in five of those who drew circles, squares and strokes; the others if *held_out*.

    Parameters
    ----------
    file : Path
        An npz with ``circle``, ``square`` (N, 64, 64, 3) and ``stroke`` (N, 24, 96, 3), uint8,
        255 where no light is lost, and for each ``*_writer``, ``*_level`` (the ink's density)
        and ``*_stroke`` (pixels wide).

    Raises
    ------
    RealInkError
        If it is no such file.
    """
    try:
        with np.load(file) as data:
            inked = {name: _densities(data[name], data[f"{name}_level"]) for name in _NAMES}
            by = {name: data[f"{name}_writer"] for name in _NAMES}
            widths = data["stroke_stroke"]
    except (OSError, KeyError, ValueError) as error:
        raise RealInkError(f"{file}: no real ink: {error}") from error
    every = sorted(set.intersection(*(set(who.tolist()) for who in by.values())))
    aside = set(np.random.default_rng(_SPLIT_SEED).permutation(every)[: -(-len(every) // 5)])
    return tuple(
        Writer(
            {
                TouristKind.CIRCLE: tuple(inked["circle"][by["circle"] == who]),
                TouristKind.SQUARE: tuple(inked["square"][by["square"] == who]),
            },
            tuple(inked["stroke"][by["stroke"] == who]),
            tuple(widths[by["stroke"] == who].tolist()),
        )
        for who in every
        if (who in aside) == held_out
    )


_NAMES = ("circle", "square", "stroke")


def _densities(light: NDArray[np.uint8], level: NDArray[np.floating]) -> Floats:
    dark = -np.log(np.maximum(light, _DARKEST) / np.float32(255)).mean(axis=3)
    return np.asarray(dark / level[:, None, None], np.float32).clip(0, 1.5)
