"""Chances and their log odds."""

import numpy as np


def logistic(value: float, slope: float = 1.0) -> float:
    """Return the chance, 0 … 1, that *value* stands for, one half at zero."""
    return float(1 / (1 + np.exp(-slope * value)))


def log_odds(chance: float, surest: float) -> float:
    """Return the log odds of *chance*, no further from zero than *surest*."""
    return float(np.clip(np.log(max(chance, 1e-9) / max(1 - chance, 1e-9)), -surest, surest))
