"""Crosses drawn over locations: two long strokes that meet, where tourists are short ones."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Sign
from scorer.rules.notation import Location
from scorer.vision.evidence.networks.patches import PITCH, SIDE, patch
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink
from scorer.vision.ink.sampling import sample

Floats = NDArray[np.float32]

# Angles and offsets of the lines that are tried, the latter as shares of a location's width.
_ANGLES_DEG = np.arange(24, 67, 4)
_OFFSETS = np.linspace(-0.22, 0.22, 19)
# Half the length of these lines, and of it so much may be missing within a stroke.
_REACH, _GAP = 0.5, 0.045
_INKED = 0.38
# A stroke of this length is as likely a cross's as not, and how fast that changes.
_LONG, _SLOPE = 0.45, 30.0
# The same for the share of the ink that lies beside both strokes, this far from their middle.
_REST, _BROAD = 0.2, 0.085
# Neither says more than this in favour of a cross, in log odds.
_MOST = 3.5
# Ink nearer to the location's border may be a section's.
_RIM = 0.12
_STEPS = 145


@dataclass(frozen=True, slots=True)
class CrossEvidence:
    """What the ink says about a cross over one location.

    Attributes
    ----------
    location : Location
    odds : float
        Logarithm of the odds that its ink is two long crossing strokes.
    unseen : float
        Share of the location that was not seen.
    """

    location: Location
    odds: float
    unseen: float


def crossable(board: Board) -> tuple[Location, ...]:
    """Return the locations of *board* that may be crossed out.

    Ferries are when they have left; where tourists gather beside the map, any location is
    when both cards of a round sent its tourists there.
    """
    ferries = {p for group in board.marked if group.sign is Sign.FERRY for p in group.locations}
    if ferries:
        return tuple(sorted(ferries))
    if any(cell.meeting_point for cell in board.cells):
        return tuple(cell.location for cell in board.cells if cell.meeting_point is None)
    return ()


def find_crosses(
    ink: Ink, rectified: Rectified, board: Board, places: tuple[Location, ...]
) -> tuple[CrossEvidence, ...]:
    """Return the evidence for a cross over each of *places*, in their order."""
    found = []
    hidden = np.asarray(ink.hidden, np.float32)
    soft = ink.soft if places else hidden
    for place in places:
        cell = board.cell_of[place]
        unseen = float(patch(cell, hidden, rectified)[_INNER].mean())
        found.append(CrossEvidence(place, _odds(patch(cell, soft, rectified)), unseen))
    return tuple(found)


_INNER = (slice((SIDE - PITCH) // 2, (SIDE + PITCH) // 2),) * 2


def _odds(ink: Floats) -> float:
    """Return the log odds that the ink of a location, (SIDE, SIDE), is two crossing strokes."""
    falling = _longest(ink, np.deg2rad(_ANGLES_DEG))
    rising = _longest(ink, np.deg2rad(-_ANGLES_DEG))
    long = _SLOPE * (min(falling.length, rising.length) - _LONG)
    # Touching tourists can hold a long line too, but more of their ink lies beside it.
    alone = _SLOPE * (_REST - _share_beside(ink, (falling, rising)))
    return float(min(long, _MOST) + min(alone, _MOST))


@dataclass(frozen=True, slots=True)
class _Stroke:
    """The longest inked stretch along a line: its length as a share of the location's width.

    ``at`` is the line's middle (x, y) in the patch, ``way`` its direction.
    """

    length: float
    at: tuple[float, float]
    way: tuple[float, float]


def _longest(ink: Floats, angles: NDArray[np.float64]) -> _Stroke:
    """Return the longest inked stretch of all lines tried."""
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    across = np.stack([-ways[:, 1], ways[:, 0]], axis=1)
    along = np.linspace(-_REACH, _REACH, _STEPS)
    middles = across[:, None, :] * _OFFSETS[None, :, None] * PITCH + (SIDE - 1) / 2
    points = middles[:, :, None, :] + ways[:, None, None, :] * along[None, None, :, None] * PITCH
    inked = sample(ink, np.asarray(points, np.float32)) > _INKED
    step = 2 * _REACH / (_STEPS - 1)
    gap = round(_GAP / step)
    lengths = np.array([[_stretch(line, gap) for line in lines] for lines in inked])
    # Where several lines are as long, the middle one runs along the stroke's middle.
    best = np.argwhere(lengths >= lengths.max() - 2)
    angle, offset = best[len(best) // 2]
    (x, y), (dx, dy) = middles[angle, offset].tolist(), ways[angle].tolist()
    return _Stroke(float(lengths.max() * step), (x, y), (dx, dy))


def _share_beside(ink: Floats, strokes: tuple[_Stroke, ...]) -> float:
    """Return the share of the location's ink that lies on none of *strokes*."""
    rows, columns = np.indices(ink.shape)
    inner = np.zeros(ink.shape, np.bool_)
    rim = round((SIDE - PITCH) / 2 + _RIM * PITCH)
    inner[rim:-rim, rim:-rim] = True
    inked = inner & (ink > _INKED)
    beside = inked.copy()
    for stroke in strokes:
        off = (columns - stroke.at[0]) * stroke.way[1] - (rows - stroke.at[1]) * stroke.way[0]
        beside &= np.abs(off) > _BROAD * PITCH
    return float(beside.sum() / max(1, inked.sum()))


def _stretch(line: NDArray[np.bool_], gap: int) -> int:
    """Return the length of the longest run of *line*, gaps of up to *gap* included."""
    at = np.flatnonzero(line)
    if not at.size:
        return 0
    breaks = np.flatnonzero(np.diff(at) > gap + 1)
    firsts = at[np.concatenate(([0], breaks + 1))]
    lasts = at[np.concatenate((breaks, [at.size - 1]))]
    return int((lasts - firsts).max() + 1)
