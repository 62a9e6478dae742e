"""A reading of a board of Innsmouth as it is written."""

from typing import Any, Self

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from scorer.rules.innsmouth.filled import GAME, InnsmouthMarks, InnsmouthSetup
from scorer.vision.doubts import Doubt
from scorer.vision.ink.quality import WrittenQuality
from scorer.vision.innsmouth.read import TownReading


class TownDoubt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place to check.

    ``kind`` is ``section``, ``tourists``, ``threats`` (a quarter's number of symbols), ``cache``,
    ``ring``, ``bonus`` or ``name``. A bonus is ``none``, ``circled`` or ``used``.
    """

    kind: str
    where: str
    read: bool | int | str | dict[str, Any]
    confidence: float
    alternatives: tuple[bool | int | str | dict[str, Any], ...]
    reason: str

    @classmethod
    def of(cls, doubt: Doubt) -> Self:
        """Return *doubt* as it is written."""
        sure = round(doubt.confidence, 3)
        return cls(doubt.kind, doubt.where, doubt.read, sure, doubt.alternatives, doubt.reason)


class WrittenTownReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was read from a photo of a board of Innsmouth.

    ``setup`` is what was known beside the photo. ``corners_xy`` are the map's corners a0, g0,
    g6, a6 in the upright photo, in pixels.
    """

    game: str
    town: str
    marks: InnsmouthMarks
    setup: InnsmouthSetup | UnsetType = UNSET
    doubts: tuple[TownDoubt, ...]
    corners_xy: tuple[tuple[float, float], ...]
    quality: WrittenQuality
    timings_ms: dict[str, float]

    @classmethod
    def of(cls, reading: TownReading, setup: InnsmouthSetup | None = None) -> Self:
        """Return *reading* as it is written."""
        return cls(
            game=GAME,
            town=reading.town.file.id,
            marks=reading.marks,
            setup=UNSET if setup is None else setup,
            doubts=tuple(map(TownDoubt.of, reading.doubts)),
            corners_xy=tuple((x, y) for x, y in np.round(reading.corners_xy, 1).tolist()),
            quality=WrittenQuality.of(reading.quality),
            timings_ms={stage: round(ms, 1) for stage, ms in reading.timings_ms.items()},
        )
