"""Examples where networks learn: on an accelerator if there is one, else on the processor."""

import numpy as np
import torch
from torch import nn

from training.packing import LEAST, STEPS, gains

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
# How strong noise is that is added, at most.
_NOISE = 0.05
_AT_ONCE = 256


class Held:
    """Packed pictures (N, C, H, W) that are unpacked as they are looked at."""

    def __init__(self, packed: np.ndarray) -> None:
        self._packed = torch.from_numpy(np.ascontiguousarray(packed)).to(DEVICE)

    def __len__(self) -> int:
        return len(self._packed)

    def __getitem__(self, at: slice | np.ndarray) -> torch.Tensor:
        """Return the pictures *at*, float32 from -1 to 2."""
        chosen = at if isinstance(at, slice) else held(at)
        return self._packed[chosen].float() / STEPS + LEAST


def looked(net: nn.Module, pictures: Held) -> torch.Tensor:
    """Return what *net* makes of all *pictures* as they are."""
    net.eval()
    with torch.no_grad():
        found = [
            net(pictures[first : first + _AT_ONCE]) for first in range(0, len(pictures), _AT_ONCE)
        ]
    net.train()
    return torch.cat(found)


def held(values: np.ndarray) -> torch.Tensor:
    """Return *values* where networks learn."""
    return torch.from_numpy(np.ascontiguousarray(values)).to(DEVICE)


def each(values: np.ndarray) -> torch.Tensor:
    """Return *values* (N,), one for each of N pictures, to reckon with them."""
    return held(values)[:, None, None, None]


def inked(seen: torch.Tensor, rng: np.random.Generator, grey: bool = False) -> torch.Tensor:
    """Return pictures (N, C, H, W), each as another pen might have drawn it.

    The ink of some is paler, and its colours are exchanged. In *grey* ones all three are the same.
    """
    strength = each(gains(rng, len(seen)))
    seen = torch.cat([seen[:, :4] * strength, seen[:, 4:]], 1)
    order = np.tile(np.arange(seen.shape[1]), (len(seen), 1))
    order[:, 1:4] = 1 if grey else rng.permuted(order[:, 1:4], axis=1)
    return seen[torch.arange(len(seen), device=DEVICE)[:, None], held(order)]


def noisy(seen: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Return pictures (N, C, H, W) with noise on all layers but what was seen."""
    strong = each(rng.uniform(0, _NOISE, len(seen)).astype(np.float32))
    noise = torch.randn(len(seen), 5, *seen.shape[2:], device=DEVICE) * strong
    return torch.cat([seen[:, :5] + noise, seen[:, 5:]], 1)


class Turns:
    """How each of N pictures is mirrored and, if any may be *transposed*, transposed."""

    def __init__(self, count: int, rng: np.random.Generator, transposed: bool) -> None:
        self._down, self._across, over = (each(rng.random(count) < 0.5) for _ in range(3))
        self._over = over if transposed else None

    def __call__(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the pictures *seen* (N, C, H, W) turned so."""
        seen = torch.where(self._down, seen.flip(2), seen)
        seen = torch.where(self._across, seen.flip(3), seen)
        if self._over is None:
            return seen
        return torch.where(self._over, seen.transpose(2, 3), seen)


def turned(
    seen: torch.Tensor, rng: np.random.Generator, transposed: bool = False
) -> tuple[torch.Tensor, Turns]:
    """Return pictures (N, C, H, W) turned at random, and how each was."""
    turns = Turns(len(seen), rng, transposed)
    return turns(seen), turns
