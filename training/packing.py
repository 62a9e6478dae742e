"""How harvested pictures are kept (values from -1 to 2 in a byte each), and varied."""

import numpy as np

LEAST, STEPS = -1.0, 85.0
# What ``--grey`` means wherever a network is trained.
GREY = "all examples are of photos made grey; without it their colours are exchanged at random"


def packed(values: np.ndarray) -> np.ndarray:
    """Return *values* from -1 to 2 as bytes."""
    return np.clip(np.rint((values - LEAST) * STEPS), 0, 255).astype(np.uint8)


def unpacked(values: np.ndarray) -> np.ndarray:
    """Return the values that ``packed`` made bytes of, float32."""
    return values.astype(np.float32) / np.float32(STEPS) + np.float32(LEAST)


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
