"""A reading as it is written: what is printed, and what the reading process hands to the app."""

from typing import TYPE_CHECKING, Any, Self

import msgspec
import numpy as np

from scorer.rules.position.marks import Marks
from scorer.vision.doubts import Doubt
from scorer.vision.ink.quality import WrittenQuality

if TYPE_CHECKING:
    from scorer.vision.read import Reading


class WrittenDoubt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place to check: ``read`` and ``alternatives`` are as the marks would have them.

    ``changes_score`` is null where no set-up was given.
    """

    kind: str
    where: str
    read: bool | str | dict[str, Any]
    confidence: float
    alternatives: tuple[bool | str | dict[str, Any], ...]
    reason: str
    changes_score: bool | None

    @classmethod
    def of(cls, doubt: Doubt, changes_score: bool | None) -> Self:
        """Return *doubt* as it is written."""
        return cls(
            doubt.kind,
            doubt.where,
            doubt.read,
            round(doubt.confidence, 3),
            doubt.alternatives,
            doubt.reason,
            changes_score,
        )


class WrittenReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was read from a photo.

    ``corners_xy`` are the map's corners a0, g0, g6, a6 in the upright photo, in pixels.
    """

    marks: Marks
    doubts: tuple[WrittenDoubt, ...]
    corners_xy: tuple[tuple[float, float], ...]
    quality: WrittenQuality
    timings_ms: dict[str, float]

    @classmethod
    def of(cls, reading: "Reading") -> Self:
        """Return *reading* as it is written."""
        doubts = map(WrittenDoubt.of, reading.doubts, reading.changes_score)
        corners = np.round(reading.corners_xy, 1).tolist()
        return cls(
            reading.marks,
            tuple(doubts),
            tuple((x, y) for x, y in corners),
            WrittenQuality.of(reading.quality),
            {stage: round(ms, 1) for stage, ms in reading.timings_ms.items()},
        )
