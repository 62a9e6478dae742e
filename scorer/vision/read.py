"""From the bytes of a photo to a reading, or to a reason that the user can act on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board
from scorer.rules.city import City, load_city
from scorer.rules.marks import Marks, Setup, marks_data, usual_setup
from scorer.rules.referee import findings
from scorer.vision import views
from scorer.vision.debug import Debug
from scorer.vision.doubts import Doubt
from scorer.vision.effect import score_changes, with_findings
from scorer.vision.evidence import interpret
from scorer.vision.gate import NotRead, NotReadReason, Photo, open_photo
from scorer.vision.locate import Located, NotFound, Recognised, from_corners, recognise
from scorer.vision.outside import (
    asking_outside,
    share_seen,
    with_ghost_outside,
    with_print_outside,
)
from scorer.vision.picture import BoardPicture
from scorer.vision.quality import Quality, blur_mm, glare_share, quality_data
from scorer.vision.rectify import Mapping, Rectified, rectify
from scorer.vision.refusals import no_board

__all__ = [
    "NotRead",
    "NotReadReason",
    "Reading",
    "Unfit",
    "read_photo",
    "reading_data",
    "with_score_effect",
]

Corners = NDArray[np.float64]

# Maps are looked for in a copy of this size.
_SEARCH_PX = 2000
# A map's corner may lie this far outside the photo: less than half a road's width.
_OVERSHOOT_MM = 1.0
_LEAST_PX_PER_MM = 2.2
_MOST_BLUR_MM = 1.5
# With corners set by hand: the least share of the map that must be in the photo.
_LEAST_OF_MAP = 0.12


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read from a photo.

    Attributes
    ----------
    marks : Marks
    doubts : tuple of Doubt
        Most doubtful first.
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the upright photo.
    quality : Quality
    timings_ms : dict of str to float
        By stage, and ``total``.
    rectified : Rectified
        The map seen from straight above.
    changes_score : tuple of bool or None
        For each doubt, whether an alternative would change the score; None if not asked.
    confidences : dict of (str, str) to float
        Chance, 0 … 1, that what was read is right, by kind and place as in doubts; all
        places of the board.
    """

    marks: Marks
    doubts: tuple[Doubt, ...]
    corners_xy: Corners
    quality: Quality
    timings_ms: dict[str, float]
    rectified: Rectified
    changes_score: tuple[bool | None, ...]
    confidences: dict[tuple[str, str], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit(NotRead):
    """A photo whose map was found, but which is too poor to be read unasked.

    Reading it with these corners as if a person had set them reads it anyway.

    Attributes
    ----------
    board : str
        The id of the board that was found.
    corners_xy : (4, 2) tuple of float
        The map's corners a0, g0, g6, a6 in the upright photo, perhaps outside it.
    """

    board: str
    corners_xy: tuple[tuple[float, float], ...]


def read_photo(
    data: bytes,
    picture: BoardPicture | Sequence[BoardPicture],
    corners_xy: Corners | None = None,
    debug_dir: Path | None = None,
    on_stage: Callable[[str], None] | None = None,
) -> Reading | NotRead:
    """Read the marks on the board in a photo.

    Parameters
    ----------
    data : bytes
        A picture file.
    picture : BoardPicture or sequence of BoardPicture
        The board it should show, or all boards that it may show: then the reading's marks
        say which one it is.
    corners_xy : (4, 2) float, optional
        The map's corners a0, g0, g6, a6 in the upright photo or outside it, set by a person;
        then the map is not looked for, and of several boards the one that agrees best is
        taken. The photo is read however poor it is: what lies outside it is doubtful.
    debug_dir : Path, optional
        Gets one picture per stage.
    on_stage : callable, optional
        Is told each stage when it is over: ``open``, ``locate``, ``rectify``, ``interpret``.
    """
    clock = _Clock(on_stage)
    debug = Debug(debug_dir) if debug_dir else None
    photo = open_photo(data)
    clock.mark("open")
    if isinstance(photo, NotRead):
        return photo
    pictures = (picture,) if isinstance(picture, BoardPicture) else tuple(picture)
    found = _located(photo, pictures, corners_xy)
    clock.mark("locate")
    if isinstance(found, NotRead):
        if debug:
            debug.save("photo", photo.rgb)
        return found
    picture, located = found.picture, found.located
    if debug:
        debug.save("located", views.located_picture(photo.rgb, picture, located.mapping))
    # Who set the corners wants it read as it is.
    if corners_xy is None and (refusal := _out_of_view(photo, picture, located.mapping)):
        return refusal
    rectified = rectify(photo.rgb, picture, located.mapping)
    if corners_xy is not None and (nothing := _hardly_any(photo, picture, rectified)):
        return nothing
    quality = _quality(photo, picture, located, rectified)
    clock.mark("rectify")
    if debug:
        debug.save("rectified", rectified.rgb)
        debug.save("aligned", views.aligned_picture(rectified))
    if corners_xy is None and (refusal := _blurred(photo, picture, located.mapping, quality)):
        return refusal
    by_hand, corners = corners_xy is not None, _corners(photo, picture, located.mapping)
    # The photo itself, the largest picture of all, is not needed any more.
    del photo
    return _interpreted(picture, corners, rectified, quality, clock, debug, by_hand)


def with_score_effect(reading: Reading, city: City, board: Board, setup: Setup) -> Reading:
    """Return *reading*, each doubt told whether one of its alternatives changes the total."""
    changes = score_changes(reading.marks, reading.doubts, city, board, setup)
    return replace(reading, changes_score=changes)


def reading_data(reading: Reading) -> dict[str, Any]:
    """Return *reading* in the shape of its JSON."""
    return {
        "marks": marks_data(reading.marks),
        "doubts": [
            {
                "kind": doubt.kind,
                "where": doubt.where,
                "read": doubt.read,
                "confidence": round(doubt.confidence, 3),
                "alternatives": list(doubt.alternatives),
                "reason": doubt.reason,
                "changes_score": changes,
            }
            for doubt, changes in zip(reading.doubts, reading.changes_score, strict=True)
        ],
        "corners_xy": np.round(reading.corners_xy, 1).tolist(),
        "quality": quality_data(reading.quality),
        "timings_ms": {stage: round(ms, 1) for stage, ms in reading.timings_ms.items()},
    }


class _Clock:
    """Time of each stage, in ms."""

    def __init__(self, on_stage: Callable[[str], None] | None) -> None:
        self.start = self.last = perf_counter()
        self.stages: dict[str, float] = {}
        self.on_stage = on_stage

    def mark(self, stage: str) -> None:
        now = perf_counter()
        self.stages[stage] = 1000 * (now - self.last)
        self.last = now
        if self.on_stage:
            self.on_stage(stage)

    def all(self) -> dict[str, float]:
        return {**self.stages, "total": 1000 * (self.last - self.start)}


def _located(
    photo: Photo, pictures: Sequence[BoardPicture], corners_xy: Corners | None
) -> Recognised | NotRead:
    """Return which board it is and where, its mapping leading to pixels of ``photo.rgb``."""
    shrink = min(1.0, _SEARCH_PX / max(photo.rgb.shape[:2]))
    small = _small_grey(photo.rgb, shrink)
    if corners_xy is None:
        found = recognise(small, pictures)
        if isinstance(found, NotFound):
            return no_board(photo, found, pictures)
    else:
        corners = (np.asarray(corners_xy) + 0.5) * (shrink / photo.scale) - 0.5
        by_hand = [
            Recognised(picture, located)
            for picture in pictures
            if (located := from_corners(small, picture, corners)) is not None
        ]
        if not by_hand:
            return NotRead(
                NotReadReason.NO_BOARD,
                "These four corners do not enclose a map. Put them on the outermost crossroads, "
                "clockwise, starting at the map's top left.",
                photo.size,
            )
        found = max(by_hand, key=lambda one: one.located.agreement)
    mapping = found.located.mapping.scaled(1 / shrink)
    return replace(found, located=replace(found.located, mapping=mapping))


def _small_grey(rgb: NDArray[np.uint8], shrink: float) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _corners(photo: Photo, picture: BoardPicture, mapping: Mapping) -> Corners:
    """Return the map's corners in the upright photo at its full size."""
    return mapping.scaled(photo.scale).to_photo(picture.map_corners_mm)


def _px_per_mm(photo: Photo, picture: BoardPicture, mapping: Mapping) -> float:
    """Return the photo pixels to a millimetre on the map's shortest side."""
    corners, page = _corners(photo, picture, mapping), picture.map_corners_mm
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float((sides / np.linalg.norm(page - np.roll(page, 1, axis=0), axis=1)).min())


def _out_of_view(photo: Photo, picture: BoardPicture, mapping: Mapping) -> NotRead | None:
    corners = _corners(photo, picture, mapping)
    scale = _px_per_mm(photo, picture, mapping)
    outside = np.maximum(-0.5 - corners, corners - (np.array(photo.size) - 0.5)).max()
    if outside > _OVERSHOOT_MM * scale:
        return _unfit(
            NotReadReason.CUT_OFF,
            "A part of the map lies outside the photo. Step back a little, so that all four "
            "corners of the map are in the picture.",
            photo,
            picture,
            mapping,
        )
    if scale < _LEAST_PX_PER_MM:
        return _unfit(
            NotReadReason.TOO_SMALL,
            "The board is too small in the photo. Go closer, until the map fills the picture, "
            "or send the photo at its full size.",
            photo,
            picture,
            mapping,
        )
    return None


def _hardly_any(photo: Photo, picture: BoardPicture, rectified: Rectified) -> NotRead | None:
    """Return a refusal where next to nothing of the map within the corners is in the photo."""
    if share_seen(rectified, picture) >= _LEAST_OF_MAP:
        return None
    return NotRead(
        NotReadReason.NO_BOARD,
        "Between these four corners there is hardly anything of the photo. Put them on the "
        "outermost crossroads of the map that it shows.",
        photo.size,
    )


def _quality(
    photo: Photo, picture: BoardPicture, located: Located, rectified: Rectified
) -> Quality:
    return Quality(
        blur_mm=blur_mm(rectified),
        glare_share=glare_share(rectified),
        px_per_mm=_px_per_mm(photo, picture, located.mapping),
        agreement=located.agreement,
        size=photo.size,
    )


def _blurred(
    photo: Photo, picture: BoardPicture, mapping: Mapping, quality: Quality
) -> NotRead | None:
    if quality.blur_mm <= _MOST_BLUR_MM:
        return None
    return _unfit(
        NotReadReason.TOO_BLURRED,
        "The photo is too blurred to tell the marks apart. Hold the phone still, tap the board "
        "to focus, and take it again in more light.",
        photo,
        picture,
        mapping,
    )


def _unfit(
    reason: NotReadReason, hint: str, photo: Photo, picture: BoardPicture, mapping: Mapping
) -> Unfit:
    corners = tuple((x, y) for x, y in _corners(photo, picture, mapping).tolist())
    return Unfit(reason, hint, photo.size, board=picture.board.id, corners_xy=corners)


def _interpreted(
    picture: BoardPicture,
    corners_xy: Corners,
    rectified: Rectified,
    quality: Quality,
    clock: _Clock,
    debug: Debug | None,
    by_hand: bool,
) -> Reading:
    board = picture.board
    if by_hand and not rectified.seen.all():
        found = interpret(with_print_outside(rectified), board, debug)
        found = asking_outside(found, rectified, board)
        rectified = with_ghost_outside(rectified)
    else:
        found = interpret(rectified, board, debug)
    city = load_city(board.city)
    noticed = findings(board, city, found.marks, usual_setup(city))
    doubts = with_findings(found.doubts, noticed, found.marks)
    clock.mark("interpret")
    return Reading(
        marks=found.marks,
        doubts=doubts,
        corners_xy=corners_xy,
        quality=quality,
        timings_ms=clock.all(),
        rectified=rectified,
        changes_score=(None,) * len(doubts),
        confidences={
            (doubt.kind, doubt.where): doubt.confidence for doubt in (*found.every, *doubts)
        },
    )
