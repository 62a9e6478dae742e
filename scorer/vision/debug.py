"""Pictures of what each stage of reading made of a photo, for a person to look at."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

# Larger pictures show nothing more and are slow to look at.
_LONGEST_PX = 1600


class DebugError(ValueError):
    """The folder for debug pictures cannot be used, with the reason."""


@dataclass(frozen=True)
class Debug:
    """A folder that takes one numbered picture for each stage."""

    folder: Path
    names: list[str] = field(default_factory=list)

    def save(self, name: str, rgb: NDArray[np.uint8]) -> None:
        """Write *rgb*, (H, W, 3) or (H, W) uint8, as the next picture, called *name*.

        Raises
        ------
        DebugError
            If the folder cannot be written to.
        """
        self.names.append(name)
        shrink = min(1.0, _LONGEST_PX / max(rgb.shape[:2]))
        if shrink < 1:
            rgb = np.asarray(
                cv2.resize(rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
            )
        bgr = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR) if rgb.ndim == 3 else rgb
        encoded = cv2.imencode(".png", bgr, [cv2.IMWRITE_PNG_COMPRESSION, 3])[1]
        path = self.folder / f"{len(self.names):02d}-{name}.png"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(encoded.tobytes())
        except OSError as error:
            raise DebugError(f"cannot write {path}: {error.strerror}") from error
