"""The formats that the command prints, typed: what programs that read them may rely on.

What it reads is typed where it is read (``Marks``, ``Setup``, ``Game`` …). Keys
that a result may lack are absent then, not null.
"""

from typing import Any

from msgspec import UNSET, UnsetType

from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.search.alternatives import Alternatives, ComparedSheet
from scorer.rules.status import Status
from scorer.rules.values import widened
from scorer.vision.written import WrittenReading


class Scored(ScoreSheet, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``scorer score`` prints: the sheet of the best route or of the one given.

    ``best`` stands beside a given route, and ``other`` beside two; ``alternatives`` where
    they were asked for, the best first, and whether it is proved that no other belongs
    among them. ``status`` tells how sure the total is.
    """

    best: ComparedSheet | UnsetType = UNSET
    other: ComparedSheet | UnsetType = UNSET
    alternatives: tuple[ComparedSheet, ...] | UnsetType = UNSET
    alternatives_proved: bool | UnsetType = UNSET
    status: Status | UnsetType = UNSET


def scored(
    sheet: ScoreSheet, compared: list[ComparedSheet], found: Alternatives | None, status: Status
) -> Scored:
    """Return *sheet* with its *status*, what is *compared* with it and the alternatives *found*."""
    more: dict[str, Any] = dict(zip(("best", "other"), compared, strict=False))
    more["status"] = status
    if found is not None:
        more |= {"alternatives": found.sheets, "alternatives_proved": found.proved}
    return widened(sheet, Scored, **more)


class ReadAndScored(WrittenReading, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``scorer read`` prints: the reading; sheet and status where a set-up was given.

    ``corners_xy`` are the map's corners a0, g0, g6, a6 in the upright photo, in pixels.
    """

    sheet: ScoreSheet | UnsetType = UNSET
    status: Status | UnsetType = UNSET
