"""From the bytes of a photo of a town to its marks, or to a reason that the user can act on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scorer.rules.innsmouth.filled import InnsmouthMarks
from scorer.rules.innsmouth.town import Town
from scorer.vision import refusals
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.debug.pictures import Debug
from scorer.vision.decide.outside import with_ghost_outside, with_print_outside
from scorer.vision.doubts import Doubt, rank
from scorer.vision.geometry import Rectified
from scorer.vision.ink.quality import Quality
from scorer.vision.innsmouth.decide import decide_town, marks_of
from scorer.vision.innsmouth.known import NOTHING_KNOWN, Known
from scorer.vision.photo.gate import NotRead
from scorer.vision.refusals import Clock, Corners, RefusalError, flattened, found_in, opened


@dataclass(frozen=True, eq=False)
class TownReading:
    """What was read from a photo of a town of Innsmouth.

    Attributes
    ----------
    town : Town
    marks : InnsmouthMarks
    doubts : tuple of Doubt
        Most doubtful first. Their kinds are ``section``, ``tourists``, ``threats`` (how many
        symbols), ``cache``, ``ring``, ``bonus`` (``none``, ``circled`` or ``used``), ``name``.
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the upright photo.
    quality : Quality
    timings_ms : dict of str to float
        By stage, and ``total``.
    rectified : Rectified
        The map seen from straight above.
    confidences : dict of (str, str) to float
        Chance, 0 … 1, that what was read is right, by kind and place; all places.
    """

    town: Town
    marks: InnsmouthMarks
    doubts: tuple[Doubt, ...]
    corners_xy: Corners
    quality: Quality
    timings_ms: dict[str, float]
    rectified: Rectified
    confidences: dict[tuple[str, str], float]


def read_town(
    data: bytes,
    picture: BoardPicture,
    town: Town,
    known: Known = NOTHING_KNOWN,
    corners_xy: Corners | None = None,
    debug_dir: Path | None = None,
    on_stage: Callable[[str], None] | None = None,
    *,
    all_the_same: bool = False,
) -> TownReading | NotRead:
    """Read the marks on a board of Innsmouth in a photo.

    Parameters
    ----------
    data : bytes
        A picture file.
    picture : BoardPicture
        The printed page of the town.
    town : Town
    known : Known
        What lies beside the board and on other boards: evidence beside the ink.
    corners_xy : (4, 2) float, optional
        The map's corners in the upright photo, set by a person; then it is not looked for.
    debug_dir : Path, optional
        Gets a picture of where the map was found, and of the map seen from above.
    on_stage : callable, optional
        Is told each stage when it is over: ``open``, ``locate``, ``rectify``, ``interpret``.
    all_the_same : bool
        A person says that it is this town although its print does not say so.
    """
    clock, debug = Clock(on_stage), Debug(debug_dir) if debug_dir else None
    by_hand = corners_xy is not None
    try:
        photo = opened(data)
        clock.mark("open")
        found = found_in(photo, (picture,), corners_xy, debug)
        clock.mark("locate")
        map_ = flattened(photo, found, by_hand, debug)
        if not all_the_same:
            refusals.unless_this_print(photo, found)
        clock.mark("rectify")
        del photo
    except RefusalError as refusal:
        return refusal.why
    flat = map_.rectified
    laid = with_print_outside(flat) if by_hand and not flat.seen.all() else flat
    every = decide_town(laid, picture, town, known, by_hand=by_hand)
    clock.mark("interpret")
    return TownReading(
        town=town,
        marks=marks_of(every),
        doubts=rank(every),
        corners_xy=map_.corners_xy,
        quality=map_.quality,
        timings_ms=clock.all(),
        rectified=with_ghost_outside(flat) if by_hand else flat,
        confidences={(one.kind, one.where): one.confidence for one in every},
    )
