"""Tourists' outlines that people drew, from the Hand-drawn Shapes Dataset.

F. Robert 2022, CC BY 4.0; the file is not part of the project.
"""

from collections.abc import Mapping
from pathlib import Path as File

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.people.hand import Outlines, Path
from scorer.rules.board.board import TouristKind

_NAMES = {
    TouristKind.CIRCLE: "ellipse",
    TouristKind.SQUARE: "rectangle",
    TouristKind.TRIANGLE: "triangle",
}
_INKED = 100
# Shapes longer than this many times their width are no tourist's.
_STOUT = 1.5
_SPLIT_SEED = 7
# Of whom fewer outlines of a kind are known, nobody can draw a whole board.
_FEWEST = 4


class OutlinesError(ValueError):
    """A file that holds no hand-drawn shapes."""


def load_outlines(file: File, held_out: bool) -> Outlines:
    """Return the closed outlines of four in five contributors, or of the fifth if *held_out*.

    Parameters
    ----------
    file : Path
        An npz with ``ellipse``, ``rectangle`` and ``triangle``, (N, 70, 70) uint8, 255 where
        inked, and ``*_contributor`` arrays.

    Raises
    ------
    OutlinesError
        If it is no such file.
    """
    people = _people(file, held_out).values()
    return Outlines({kind: tuple(path for one in people for path in one[kind]) for kind in _NAMES})


def load_hands(file: File, held_out: bool, careless: bool = False) -> tuple[Outlines, ...]:
    """Return the outlines of each contributor, who draws all tourists of a board alone.

    Only of those who drew some of each kind; with *careless* only of the third of all whose
    circles and squares are most alike. For the rest see ``load_outlines``.
    """
    everybody = _people(file, held_out) | _people(file, not held_out)
    full = {who: own for who, own in everybody.items() if min(map(len, own.values())) >= _FEWEST}
    alike = sorted(full, key=lambda who: (_apart(full[who]), str(who)))[: -(-len(full) // 3)]
    chosen = [who for who in _people(file, held_out) if who in (alike if careless else full)]
    return tuple(Outlines(full[who], share=1.0) for who in chosen)


_Own = Mapping[TouristKind, tuple[Path, ...]]


def _people(file: File, held_out: bool) -> dict[object, _Own]:
    """Return the outlines of each of the contributors that are, or are not, *held_out*."""
    return {
        who: {kind: _all_traced(drawn) for kind, drawn in own.items()}
        for who, own in pictures_by(file, held_out).items()
    }


def pictures_by(file: File, held_out: bool) -> dict[object, dict[TouristKind, NDArray[np.uint8]]]:
    """Return what each of the contributors drew that are, or are not, *held_out*: by kind, as
    pictures (N, 70, 70), 255 where inked; as for ``load_outlines``."""
    try:
        with np.load(file) as data:
            people = {kind: data[f"{name}_contributor"] for kind, name in _NAMES.items()}
            pictures = {kind: data[name] for kind, name in _NAMES.items()}
    except (OSError, KeyError, ValueError) as error:
        raise OutlinesError(f"{file}: no hand-drawn shapes: {error}") from error
    every = np.unique(np.concatenate(list(people.values())))
    aside = held_out_people(every)
    return {
        who: {kind: pictures[kind][people[kind] == who] for kind in _NAMES}
        for who in every.tolist()
        if (who in aside) == held_out
    }


def _all_traced(drawn: NDArray[np.uint8]) -> tuple[Path, ...]:
    traced = (_traced(picture) for picture in drawn)
    return tuple(path for path in traced if path is not None)


def _apart(own: _Own) -> float:
    """Return by how many of its spreads a person's circles are rounder than the squares."""
    circles, squares = (
        np.array([_edgy(path) for path in own[kind]])
        for kind in (TouristKind.CIRCLE, TouristKind.SQUARE)
    )
    spread = np.sqrt((circles.var() + squares.var()) / 2) + 1e-3
    return float((squares.mean() - circles.mean()) / spread)


def _edgy(path: Path) -> float:
    """Return how far *path* is from the ellipse that fits it best, as a share of its radius."""
    (x, y), axes, turn = cv2.fitEllipse(path.astype(np.float32))
    cos, sin = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    along = (path - (x, y)) @ np.array([[cos, -sin], [sin, cos]]) / np.maximum(axes, 1e-3) * 2
    return float(np.hypot(*along.T).std())


def held_out_people(people: NDArray[np.generic]) -> set[object]:
    """Return the fifth of *people* whose shapes are never learned from."""
    order = np.random.default_rng(_SPLIT_SEED).permutation(people)
    return set(order[: len(people) // 5].tolist())


def _traced(picture: NDArray[np.uint8]) -> Path | None:
    """Return the middle of the line of a closed outline, about 0 and of size 1; else None."""
    inked = (picture > _INKED).astype(np.uint8)
    contours, tree = cv2.findContours(inked, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not len(contours):
        return None
    largest = max(range(len(contours)), key=lambda index: cv2.contourArea(contours[index]))
    inner = [c for c, node in zip(contours, tree[0], strict=True) if node[3] == largest]
    outer = contours[largest]
    area = cv2.contourArea(outer)
    if not inner or max(map(cv2.contourArea, inner)) < 0.45 * area:
        return None
    _, (wide, high), _ = cv2.minAreaRect(outer)
    if max(wide, high) > _STOUT * min(wide, high):
        return None
    path = outer[:, 0].astype(np.float64)
    path -= (path.min(axis=0) + path.max(axis=0)) / 2
    # The contour has the corners of pixels; a hand has not.
    reach = np.exp(-0.5 * (np.arange(-4, 5) / 1.6) ** 2)
    smooth = np.stack(
        [
            np.convolve(np.concatenate([v[-4:], v, v[:4]]), reach / reach.sum(), "valid")
            for v in path.T
        ],
        axis=1,
    )
    closed = np.vstack([smooth, smooth[:3]])
    return np.asarray(closed / np.abs(closed).max(), np.float64)
