"""What is printed along roads and on crossroads."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.canvas import Canvas, Tones, ring
from scorer.rules.board.board import Board

# From canvas, board, half a road's width (mm), tones and chance.
Street = Callable[[Canvas, Board, float, Tones, np.random.Generator], None]


def bare(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Nothing but the surface."""


def kerbed(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A line along each side of a road."""
    width = float(rng.uniform(0.15, 0.4))
    for start, end in _lines(board, half):
        aside = _aside(start, end) * half
        at.line(np.array([start + aside, end + aside]), tones.other, width)
        at.line(np.array([start - aside, end - aside]), tones.other, width)


def dashed(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Dashes along the middle of a road."""
    every, width = float(rng.uniform(2, 5)), float(rng.uniform(0.2, 0.7))
    for start, end in _lines(board, 0.0):
        length = float(np.hypot(*(end - start)))
        for along in np.arange(every / 2, length - every / 2, every):
            dash = start + np.outer([along, along + 0.5 * every], (end - start) / length)
            at.line(dash, tones.other, width)


def studded(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A dot on each crossroads, and at times a few along the roads."""
    radius = float(rng.uniform(0.5, max(0.6, min(1.8, half))))
    for xy in board.crossroads_xy.values():
        at.disc(np.array(xy), radius, tones.other)
    if rng.random() < 0.5:
        for start, end in _lines(board, 0.0):
            for share in (0.25, 0.5, 0.75):
                at.disc(start + share * (end - start), 0.35, tones.other)


def chevroned(
    at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """Arrows along the roads."""
    every, width = float(rng.uniform(2.5, 6)), float(rng.uniform(0.2, 0.6))
    for start, end in _lines(board, half):
        length = float(np.hypot(*(end - start)))
        way, aside = (end - start) / length, _aside(start, end)
        for along in np.arange(1.0, length - 1.0, every):
            tip = start + along * way
            wings = [tip - 0.5 * half * (way - side * aside) for side in (-1, 1)]
            at.line(np.array([wings[0], tip, wings[1]]), tones.other, width)


def banded(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A strip of another tone along the middle, such as a river or a lawn between two lanes."""
    width = float(rng.uniform(0.25, 0.9)) * 2 * half
    tone = tones.other if rng.random() < 0.7 else tones.line
    for start, end in _lines(board, float(rng.uniform(0, 1.5)) * half):
        at.line(np.array([start, end]), tone, width)


def zebra(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Bars across the roads near the crossroads."""
    for start, end in _lines(board, half + 0.6):
        aside, way = _aside(start, end), (end - start) / np.hypot(*(end - start))
        for place, inwards in ((start, way), (end, -way)):
            for off in np.linspace(-0.8, 0.8, 4) * half:
                foot = place + off * aside
                at.line(np.array([foot, foot + 1.6 * inwards]), tones.other, 0.2 * half + 0.1)


def railed(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Two rails with ties along the middle of a road."""
    gauge, every = min(0.6, 0.5 * half), float(rng.uniform(1.2, 2.5))
    for start, end in _lines(board, 0.0):
        aside = _aside(start, end)
        for side in (-gauge, gauge):
            at.line(np.array([start + side * aside, end + side * aside]), tones.other, 0.15)
        length = float(np.hypot(*(end - start)))
        for along in np.arange(0, length, every):
            place = start + along * (end - start) / length
            tie = np.array([place - 1.6 * gauge * aside, place + 1.6 * gauge * aside])
            at.line(tie, tones.other, 0.2)


def plazas(at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Rings or discs on the crossroads, of a size with those of a player at times."""
    radius, filled = float(rng.uniform(1.2, 3.4)), rng.random() < 0.5
    for xy in board.crossroads_xy.values():
        if filled:
            at.disc(np.array(xy), radius, tones.other)
        at.line(ring(np.array(xy), radius), tones.line if filled else tones.other, 0.35, True)


def edged_twice(
    at: Canvas, board: Board, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A broken line along one side, a fine whole one in the middle."""
    for start, end in _lines(board, half):
        aside = 0.8 * half * _aside(start, end)
        at.line(np.array([start, end]), tones.other, 0.15)
        for share in np.arange(0.02, 0.95, 0.1):
            piece = np.outer([1 - share, 1 - share - 0.06], start) + np.outer(
                [share, share + 0.06], end
            )
            at.line(piece + aside, tones.line, 0.3)


def _lines(board: Board, short_mm: float) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return both ends of every straight road, *short_mm* off its crossroads."""
    found = []
    for road in board.roads:
        start, end = np.array(road.path[0]), np.array(road.path[-1])
        off = short_mm * (end - start) / np.hypot(*(end - start))
        found.append((start + off, end - off))
    return found


def _aside(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y = (end - start) / np.hypot(*(end - start))
    return np.array([-y, x])
