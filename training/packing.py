"""How harvested pictures are kept (values from -1 to 2 in a byte each), and varied."""

import numpy as np

from scorer.vision.teach.looks import LOOK_SIDE

# Locations that may hold landmarks are kept with a rim, to be shifted.
LANDMARK_SIDE = LOOK_SIDE + 4
LEAST, STEPS = -1.0, 85.0
# What grey pictures are made of red, green and blue, and the usual ink's darkness, a logarithm.
_SHARES, _DARK = np.array([0.299, 0.587, 0.114], np.float32), 0.7
# Ink that darkens no channel more than this is as strong without colours.
_FAINT, _INKED = 0.1, 0.3
# Pictures with fewer inked pixels do not tell how strong ink is without colours; most it is worth.
_ENOUGH, _MOST_STRONGER = 500, 3.0
# What ``--grey`` means wherever a network is trained.
GREY = "examples are of photos made grey; without it colours are exchanged at random"


def packed(values: np.ndarray) -> np.ndarray:
    """Return *values* from -1 to 2 as bytes."""
    return np.clip(np.rint((values - LEAST) * STEPS), 0, 255).astype(np.uint8)


def unpacked(values: np.ndarray) -> np.ndarray:
    """Return the values that ``packed`` made bytes of, float32."""
    return values.astype(np.float32) / np.float32(STEPS) + np.float32(LEAST)


def greyed(pictures: np.ndarray) -> np.ndarray:
    """Return packed *pictures* (N, 5 or 6, H, W) of one photo as if it had been made grey.

    Roughly: how much darker grey is than the print is worked out as if that was white; and as the
    usual pen's ink is paler then, all ink is made stronger by as much. Grey ones stay as they are.
    """
    values = unpacked(pictures)
    strength, darker = values[:, 0], values[:, 1:4]
    if (pictures[:, 1:4] == pictures[:, 1:2]).all():
        return pictures
    grey = -np.log(np.tensordot(np.exp(-_DARK * darker), _SHARES, (1, 0))) / _DARK
    most = darker.max(axis=1)
    left = np.where(most > _FAINT, np.clip(grey, 0, None) / np.maximum(most, _FAINT), 1).clip(0, 1)
    inked, more = strength > _INKED, 1.0
    if inked.sum() > _ENOUGH:
        usual, paler = (np.percentile(ink[inked], 60) for ink in (strength, strength * left))
        more = float(np.clip(usual / max(paler, 0.2), 1, _MOST_STRONGER))
    values[:, 0] = np.clip(strength * left * more, 0, 2)
    values[:, 1:4] = np.clip(grey * more, -1, 2)[:, None]
    return packed(values)


def gains(rng: np.random.Generator, count: int) -> np.ndarray:
    """Return what to multiply the ink of *count* examples by, (count,) float32.

    Half are hardly changed; the others are paler, as a pen that runs dry writes.
    """
    same = rng.normal(1, 0.08, count)
    paler = np.exp(rng.uniform(np.log(0.45), np.log(1.1), count))
    return np.where(rng.random(count) < 0.5, same, paler).astype(np.float32)


def exchanged(layers: int, rng: np.random.Generator, grey: bool = False) -> list[int]:
    """Return the order of a picture's *layers* with those of red, green and blue exchanged.

    In *grey* ones all three are the same, noise that was added to them included.
    """
    colours = [0, 0, 0] if grey else rng.permutation(3).tolist()
    return [0, *(1 + colour for colour in colours), *range(4, layers)]
