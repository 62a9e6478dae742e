"""Which way round a board lies in a photo, told by its landmarks' colours and its page's rim."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, LandmarkKind
from scorer.vision.geometry import Mapping

Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]

# Directions of the landmarks' colours in the a and b channels of Lab.
COLOURS = {
    LandmarkKind.RED: (0.9, 0.4),
    LandmarkKind.GREEN: (-0.8, 0.6),
    LandmarkKind.BLUE: (0.0, -1.0),
    LandmarkKind.PURPLE: (0.7, -0.7),
    LandmarkKind.YELLOW: (0.0, 1.0),
    LandmarkKind.GREY: (0.0, 0.0),
}
# The rim of the page is looked for so far to both sides of where it should be.
_REACH_MM = 8.0
_RIM_MM = 2.0


def turn_agreement(rgb: Picture, board: Board, mapping: Mapping) -> float:
    """Return how well a photo fits *board* if it lies as *mapping* says: higher is better.

    Colours of the landmarks decide where there are any; the rim of the page helps, and
    decides in a photo without colours.
    """
    return colour_agreement(rgb, board, mapping) + 0.5 * rim_agreement(rgb, board, mapping)


def colour_agreement(rgb: Picture, board: Board, mapping: Mapping) -> float:
    """Return how well the colours of the locations fit the landmarks, -1 to 1.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    board : Board
    mapping : Mapping
        From mm on the page to pixels of *rgb*.
    """
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    seen, wanted = [], []
    for cell in board.cells:
        if cell.location.name:
            continue
        landmarks = board.landmark_at.get(cell.location, ())
        wanted.append(COLOURS[landmarks[0].kind] if landmarks else (0.0, 0.0))
        seen.append(_colour(lab, mapping.to_photo(_inner(np.array(cell.polygon)))))
    one, other = np.array(wanted), np.array(seen)
    # A tint of the light shifts all locations alike.
    one, other = one - one.mean(axis=0), other - other.mean(axis=0)
    spread = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / spread if spread > 1e-6 else 0.0


def rim_agreement(rgb: Picture, board: Board, mapping: Mapping) -> float:
    """Return how clearly edges lie where the page should end, 0 to about 1.

    Sides of the page outside the photo say nothing.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), (0, 0), 1.0)
    width, height = board.page_mm
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    steps = np.arange(-_REACH_MM, _REACH_MM + 0.1, 0.5)
    found = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / np.linalg.norm(end - start)
        outward = np.array([along[1], -along[0]])
        middle = start + np.linspace(0.06, 0.94, 60)[:, None] * (end - start)
        at = mapping.to_photo(middle[:, None] + steps[None, :, None] * outward)
        profile = _profile(grey, at)
        rises = np.abs(np.diff(profile))
        near = np.abs(steps[:-1] + 0.25) <= _RIM_MM
        usual = float(np.median(rises)) + 0.5
        found.append(np.clip((rises[near].max() / usual - 2) / 8, 0, 1) if profile.any() else 0.0)
    return float(np.mean(found))


def _profile(grey: NDArray[np.generic], at: Doubles) -> Doubles:
    """Return the mean brightness along lines at places *at*, (N, S, 2); zeros if unseen."""
    height, width = grey.shape[:2]
    index = np.round(at).astype(int)
    seen = (index >= 0).all(axis=(1, 2)) & (index < [width, height]).all(axis=(1, 2))
    if seen.mean() < 0.5:
        return np.zeros(at.shape[1])
    index = index[seen]
    return np.asarray(grey[index[..., 1], index[..., 0]].astype(np.float64).mean(axis=0))


def _colour(lab: NDArray[np.generic], at: Doubles) -> Doubles:
    height, width = lab.shape[:2]
    x = np.clip(np.round(at[..., 0]).astype(int), 0, width - 1)
    y = np.clip(np.round(at[..., 1]).astype(int), 0, height - 1)
    return np.asarray(lab[y, x].reshape(-1, 3)[:, 1:].astype(np.float64).mean(axis=0))


def _inner(polygon: Doubles) -> Doubles:
    """Return places spread over the middle of a location."""
    middle, half = polygon.mean(axis=0), 0.3 * np.ptp(polygon, axis=0)
    steps = np.linspace(-1, 1, 13)
    return np.asarray(middle + np.stack(np.meshgrid(steps, steps), axis=-1) * half)
