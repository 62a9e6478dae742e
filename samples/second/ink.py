"""Lays a sheet of dabs on print as ink: see-through, darker at its rims, beaded where thin."""

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.second.hand import INK_PX_PER_MM, INKS, Pen, Points, Random, Sheet
from samples.simulator.board.printedpage import to_linear
from samples.simulator.chance import Floats
from samples.simulator.strata import Stratum
from scorer.rules.board.board import TouristKind

SHARE = 0.85
# Of the light on ink so much is thrown back by its own pigment, at most.
_PIGMENT = 0.12
_KINDS = (TouristKind.CIRCLE, TouristKind.SQUARE, TouristKind.TRIANGLE)
# Card with black print on it, and with none.
_BLACK, _PAPER = 0.025, 0.86


def random_pens(stratum: Stratum, rng: Random) -> dict[str, Pen]:
    """Return the pen for each use: one for all, or several of one make."""
    nib, make = float(rng.uniform(*stratum.pen_width_mm)), float(rng.uniform(0.55, 1))
    angle, gaps = float(rng.uniform(0, np.pi)), float(rng.uniform(0.1, 0.7))

    def pen(name: str) -> Pen:
        ink = np.array(INKS[name]) ** float(rng.uniform(0.85, 1.15))
        flow = float(rng.uniform(*stratum.pressure))
        red, green, blue = (float(value) for value in ink)
        return Pen(name, (red, green, blue), nib, flow, make, angle, gaps)

    uses = ["route", "ring", *(kind.value for kind in _KINDS)]
    if rng.random() < 0.4:
        return dict.fromkeys(uses, pen(str(rng.choice(list(INKS)))))
    names = [str(name) for name in rng.permutation(list(INKS))]
    pens = {use: pen(name) for use, name in zip(uses, names, strict=False)}
    if rng.random() < 0.6:
        pens["ring"] = pens["route"]
    return pens


def paper(rgb: NDArray[np.uint8], page_mm: tuple[float, float], px_per_mm: float) -> Floats:
    """Return the light (H, W, 3) that the printed page *rgb* throws back."""
    size = round(page_mm[0] * px_per_mm), round(page_mm[1] * px_per_mm)
    way = cv2.INTER_AREA if size[0] < rgb.shape[1] else cv2.INTER_CUBIC
    resized = np.asarray(cv2.resize(rgb, size, interpolation=way), np.uint8)
    return np.asarray(_BLACK + (_PAPER - _BLACK) * to_linear(resized))


def under(light: Floats, layer: Floats, pen: Pen) -> Floats:
    """Return *light* (..., 3) thrown back through *layer* (...) of *pen*'s ink, 1 being full."""
    left = np.array(pen.ink, np.float32) ** layer[..., None]
    return np.asarray(light * left + _PIGMENT * np.array(pen.ink, np.float32) * (1 - left))


def stand_out(light: Floats, sheet: Sheet, pens: dict[str, Pen], least: float) -> bool:
    """Whether of every mark ``SHARE`` differs from the print *light*, 1 px/mm, by *least* (ΔE)."""
    high, wide = light.shape[:2]
    seen = {}
    for use, pen in pens.items():
        inked = under(light, np.full((high, wide), pen.flow, np.float32), pen)
        lab = [cv2.cvtColor(part.astype(np.float32), cv2.COLOR_LRGB2Lab) for part in (light, inked)]
        seen[use] = np.sqrt(((lab[0] - lab[1]) ** 2).sum(axis=2)) >= least
    for drawn in sheet.marks.values():
        for use, points in drawn:
            at = np.clip(points.astype(int), 0, (wide - 1, high - 1))
            if seen[use][at[:, 1], at[:, 0]].mean() < SHARE:
                return False
    return True


def lay(light: Floats, sheet: Sheet, pens: dict[str, Pen], rng: Random) -> None:
    """Lay *sheet* on *light*, (H, W, 3) at ``INK_PX_PER_MM``, in place."""
    for name in sorted({pen.name for pen in pens.values()}):
        uses = [use for use, pen in pens.items() if pen.name == name]
        dabs = [part for use in uses for part in sheet.dabs.get(use, [])]
        if dabs:
            light[:] = under(
                light, _layer(dabs, light.shape[:2], pens[uses[0]], rng), pens[uses[0]]
            )


def _layer(dabs: list[Points], shape: tuple[int, ...], pen: Pen, rng: Random) -> Floats:
    """Return how much ink lies on each pixel (H, W), 1 being a full layer."""
    fallen = np.zeros(shape, np.float32)
    for line in dabs:
        at = line[:, :2] * INK_PX_PER_MM - 0.5
        force = line[:, 2] * np.clip(1 + 0.16 * _slow(len(line), rng), 0.4, 1.6)
        # The pen rests where it is set down, and is lifted while it moves.
        rest = np.exp(-np.arange(len(line)) / 5)
        force = force * (1 + 0.5 * rest) * (1 - 0.4 * rest[::-1])
        low = np.floor(at).astype(int)
        share = at - low
        for dx in (0, 1):
            for dy in (0, 1):
                x, y = low[:, 0] + dx, low[:, 1] + dy
                inside = (x >= 0) & (y >= 0) & (x < shape[1]) & (y < shape[0])
                part = np.abs(1 - dx - share[:, 0]) * np.abs(1 - dy - share[:, 1]) * force
                np.add.at(fallen, (y[inside], x[inside]), part[inside])
    wet = np.asarray(cv2.filter2D(fallen, -1, pen.nib(rng)), np.float32)
    layer = np.asarray(1 - np.exp(-1.8 * wet), np.float32) / np.float32(1 - np.exp(-1.8))
    # Ink creeps to the rim as it dries, and draws together in beads where there is little.
    rim = layer - cv2.GaussianBlur(layer, (0, 0), 0.3 * INK_PX_PER_MM)
    beads = cv2.GaussianBlur(rng.standard_normal(shape, np.float32), (0, 0), 1.6) * 4
    thin = np.clip(1.3 - layer, 0.1, 1)
    return np.asarray(
        np.clip(
            pen.flow * (layer + 0.35 * layer * np.maximum(rim, 0)) * (1 + 0.22 * beads * thin), 0, 2
        ),
        np.float32,
    )


def _slow(count: int, rng: Random) -> NDArray[np.float64]:
    """Return a slowly changing random course of *count* values, about unit size."""
    knots = np.linspace(0, 1, max(3, count // 40))
    return np.interp(np.linspace(0, 1, count), knots, rng.normal(0, 1, len(knots)))
