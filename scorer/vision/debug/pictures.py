"""Pictures of what each stage of reading made of a photo, for a person to look at."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from scorer.vision.debug import draw, locating
from scorer.vision.debug.places import places_of
from scorer.vision.decide.seen import Seen
from scorer.vision.geometry import Rectified
from scorer.vision.locate.locate import NotFound, Recognised
from scorer.vision.photo.gate import Photo

# Larger pictures show nothing more and are slow to look at.
_LONGEST_PX = 1600


class DebugError(ValueError):
    """The folder for debug pictures cannot be used, with the reason."""


@dataclass(frozen=True)
class Debug:
    """A folder that takes one numbered picture for each stage, and ``reading.json`` in the end."""

    folder: Path
    names: list[str] = field(default_factory=list)

    def located(self, photo: Photo, found: Recognised | NotFound) -> None:
        """Write where the map was found; the photo itself where it was not."""
        if isinstance(found, NotFound):
            self.save("photo", photo.rgb)
            return
        shown = locating.located_picture(photo.rgb, found.picture, found.located.mapping)
        self.save("located", shown)

    def rectified(self, rectified: Rectified) -> None:
        """Write the map from above, alone and with the blank board."""
        self.save("rectified", rectified.rgb)
        self.save("aligned", locating.aligned_picture(rectified))

    def seen(self, seen: Seen) -> None:
        """Write what was seen and decided: pictures, and every place in ``reading.json``."""
        flat, marks = seen.rectified, seen.marks
        self.save("ink", draw.ink_picture(seen.ink))
        self.save("sections", draw.sections_picture(flat, seen.sections, marks.sections))
        self.save("rings", draw.rings_picture(flat, seen.board, seen.rings, seen.cafes, marks))
        self.save("shapes", draw.shapes_picture(flat, seen.crowds))
        self.save("read", draw.read_picture(flat, seen.board, marks, seen.asked))
        places = msgspec.json.encode(places_of(seen))
        self._write("reading.json", msgspec.json.format(places, indent=1) + b"\n")

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
        self._write(f"{len(self.names):02d}-{name}.png", encoded.tobytes())

    def _write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise DebugError(f"cannot write {path}: {error.strerror}") from error
