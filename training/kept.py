"""Harvested examples on disk, one file a photo; a harvest that was cut off goes on."""

from pathlib import Path

import numpy as np


def left(folder: Path, stem: str, first: int, count: int) -> tuple[int, int]:
    """Return the first number and how many of *count* are left after the last in *folder*.

    Files are called *stem*, a hyphen and the number; photos whose map was not found left none.
    """
    folder.mkdir(parents=True, exist_ok=True)
    there = [int(file.stem.rpartition("-")[2]) for file in folder.glob(f"{stem}-*.npz")]
    begin = max([first, *(number + 1 for number in there if number < first + count)])
    return begin, first + count - begin


def keep(folder: Path, stem: str, number: int, examples: dict[str, np.ndarray]) -> None:
    """Write the *examples* of one photo, whole or not at all."""
    beside = folder / f".{stem}-{number:05d}.part"
    with beside.open("wb") as file:
        np.savez(file, allow_pickle=False, **examples)
    beside.replace(folder / f"{stem}-{number:05d}.npz")
