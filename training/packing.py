"""How harvested pictures are kept: values from -1 to 2 in a byte each."""

import numpy as np

LEAST, STEPS = -1.0, 85.0


def packed(values: np.ndarray) -> np.ndarray:
    """Return *values* from -1 to 2 as bytes."""
    return np.clip(np.rint((values - LEAST) * STEPS), 0, 255).astype(np.uint8)


def unpacked(values: np.ndarray) -> np.ndarray:
    """Return the values that ``packed`` made bytes of, float32."""
    return values.astype(np.float32) / np.float32(STEPS) + np.float32(LEAST)
