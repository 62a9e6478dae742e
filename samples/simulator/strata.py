"""How hard a photo is: what each stratum allows the hand, the light and the camera to do."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from scorer.rules.values import replace


class Kind(StrEnum):
    """A stratum of photos."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


Range = tuple[float, float]
# How far ink stands out (ΔE, ``board.legible``) where nobody has to look for it.
CONTRAST = 28.0


@dataclass(frozen=True, slots=True)
class Stratum:
    """Ranges that a photo is drawn from; shares are probabilities.

    ``brightness`` is the linear value of white paper before the tone curve (1 is white);
    ``noise`` the standard deviation at that value; blurs are sigmas, in pixels of a photo
    3000 pixels long. Under a mirrored lamp white paper gets no lighter than ``glare_limit``
    (from 1 on it burns out).
    """

    tilt_deg: Range
    turn_deg: float
    any_turn_share: float
    close_share: float
    exif_share: float
    distortion: Range
    bend_mm: Range
    brightness: Range
    noise: Range
    defocus_px: Range
    motion_px: Range
    cast: float
    falloff: Range
    shadow_share: float
    shadow_depth: Range
    shadow_edge_mm: Range
    lamps: tuple[int, int]
    lamp_strength: Range
    lamps_on_marks: bool
    veil: Range
    jpeg_quality: tuple[int, int]
    pen_width_mm: Range
    pressure: Range
    unsteadiness: Range
    crowding: float
    ghosts: tuple[int, int]
    smudges: tuple[int, int]
    objects: tuple[int, int]
    odd_task_share: float
    glare_limit: float = inf


STRATA = {
    Kind.EASY: Stratum(
        tilt_deg=(1.0, 12.0),
        turn_deg=7.0,
        any_turn_share=0.0,
        close_share=0.15,
        exif_share=0.25,
        distortion=(-0.015, 0.02),
        bend_mm=(0.0, 0.5),
        brightness=(0.72, 0.86),
        noise=(0.006, 0.012),
        defocus_px=(0.3, 0.7),
        motion_px=(0.0, 0.6),
        cast=0.05,
        falloff=(0.05, 0.2),
        shadow_share=0.3,
        shadow_depth=(0.1, 0.25),
        shadow_edge_mm=(40.0, 80.0),
        lamps=(0, 0),
        lamp_strength=(0.0, 0.0),
        lamps_on_marks=False,
        veil=(0.0, 0.03),
        jpeg_quality=(86, 93),
        pen_width_mm=(1.2, 1.9),
        pressure=(0.9, 1.15),
        unsteadiness=(0.5, 0.85),
        crowding=0.0,
        ghosts=(0, 0),
        smudges=(0, 0),
        objects=(0, 2),
        odd_task_share=0.0,
    ),
    Kind.MEDIUM: Stratum(
        tilt_deg=(8.0, 25.0),
        turn_deg=12.0,
        any_turn_share=0.5,
        close_share=0.25,
        exif_share=0.5,
        distortion=(-0.04, 0.05),
        bend_mm=(0.0, 1.5),
        brightness=(0.5, 0.8),
        noise=(0.012, 0.024),
        defocus_px=(0.5, 1.1),
        motion_px=(0.0, 1.2),
        cast=0.14,
        falloff=(0.2, 0.5),
        shadow_share=0.6,
        shadow_depth=(0.2, 0.45),
        shadow_edge_mm=(18.0, 50.0),
        lamps=(0, 1),
        lamp_strength=(0.15, 0.8),
        lamps_on_marks=False,
        veil=(0.0, 0.1),
        jpeg_quality=(77, 84),
        pen_width_mm=(1.0, 1.8),
        pressure=(0.7, 1.05),
        unsteadiness=(0.7, 1.15),
        crowding=0.5,
        ghosts=(0, 2),
        smudges=(0, 1),
        objects=(0, 3),
        odd_task_share=0.0,
    ),
    Kind.HARD: Stratum(
        tilt_deg=(18.0, 38.0),
        turn_deg=20.0,
        any_turn_share=0.7,
        close_share=0.35,
        exif_share=0.6,
        distortion=(-0.1, 0.12),
        bend_mm=(0.8, 4.5),
        brightness=(0.16, 0.6),
        noise=(0.02, 0.045),
        defocus_px=(0.8, 1.9),
        motion_px=(0.4, 2.6),
        cast=0.26,
        falloff=(0.4, 0.9),
        shadow_share=0.85,
        shadow_depth=(0.4, 0.7),
        shadow_edge_mm=(1.5, 14.0),
        lamps=(1, 3),
        lamp_strength=(0.5, 2.2),
        lamps_on_marks=True,
        veil=(0.03, 0.22),
        jpeg_quality=(58, 78),
        pen_width_mm=(0.9, 2.3),
        pressure=(0.5, 1.0),
        unsteadiness=(0.9, 1.4),
        crowding=1.0,
        ghosts=(1, 6),
        smudges=(0, 3),
        objects=(0, 4),
        odd_task_share=0.1,
    ),
}

# What boards of random art are photographed under: as hard for the eye as photos are, but
# nothing that a careful person could not read in them.
ART_STRATA = {
    Kind.EASY: replace(STRATA[Kind.EASY], ghosts=(0, 2), pen_width_mm=(1.2, 2.2)),
    Kind.MEDIUM: replace(
        STRATA[Kind.MEDIUM],
        brightness=(0.55, 0.8),
        ghosts=(0, 3),
        pen_width_mm=(1.1, 2.2),
        pressure=(0.8, 1.05),
        glare_limit=1.0,
    ),
    Kind.HARD: replace(
        STRATA[Kind.HARD],
        tilt_deg=(18.0, 36.0),
        distortion=(-0.06, 0.08),
        bend_mm=(0.5, 2.5),
        brightness=(0.24, 0.6),
        noise=(0.02, 0.04),
        defocus_px=(0.7, 1.5),
        motion_px=(0.2, 1.8),
        cast=0.2,
        falloff=(0.3, 0.7),
        shadow_depth=(0.3, 0.55),
        shadow_edge_mm=(4.0, 25.0),
        lamps=(1, 2),
        lamp_strength=(0.15, 0.6),
        veil=(0.03, 0.18),
        jpeg_quality=(62, 80),
        pen_width_mm=(1.2, 2.3),
        pressure=(0.75, 1.0),
        crowding=0.7,
        ghosts=(0, 3),
        smudges=(0, 2),
        glare_limit=0.85,
    ),
}


@dataclass(frozen=True, slots=True)
class Manner:
    """Under which conditions photos are taken, and how pens are chosen.

    With ``contrast`` a player looks at the board and takes pens that stand out from it so far
    (ΔE); 0 where nobody looks.
    """

    strata: Mapping[Kind, Stratum]
    contrast: float


PRACTICE = Manner(STRATA, 0)
ART = Manner(ART_STRATA, CONTRAST)
# The same with pens of which each may be nearly dry, so pale that just anybody still sees them.
DRY = Manner({kind: replace(one, pressure=(0.15, 0.7)) for kind, one in ART_STRATA.items()}, 14)
# Fineliners, and ink of which little has come off the pen.
THIN = Manner(
    {kind: replace(one, pen_width_mm=(0.4, 1.2)) for kind, one in ART_STRATA.items()}, CONTRAST
)
