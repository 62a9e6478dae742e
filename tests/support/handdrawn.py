"""Files of hand-drawn shapes as the simulators take them, drawn with a ruler."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

PEOPLE, EACH = 10, 5


def write_shapes(file: Path, careless: int | None = None) -> None:
    """Write shapes of ten people, five of each kind; *careless* draws squares for circles."""
    data: dict[str, Any] = {}
    for name, corners in (("ellipse", 40), ("rectangle", 4), ("triangle", 3)):
        drawn = [
            outlined(4 if name == "ellipse" and person == careless else corners)
            for person in range(PEOPLE)
        ]
        data[name] = np.repeat(np.stack(drawn), EACH, axis=0)
        data[f"{name}_contributor"] = np.repeat(np.arange(PEOPLE), EACH)
    np.savez(file, **data)


def outlined(corners: int) -> NDArray[np.uint8]:
    """Return a picture (70, 70) of an outline with so many corners, 255 where inked."""
    picture = np.zeros((70, 70), np.uint8)
    turns = 2 * np.pi * np.arange(corners) / corners + np.pi / 4
    points = 35 + 28 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    cv2.polylines(picture, [points.round().astype(np.int32)], True, 255, 3)
    return picture
