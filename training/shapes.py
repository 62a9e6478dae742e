"""The network that finds tourists' shapes in the ink, and what it is told while it learns."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from scorer.vision.evidence.networks.patches import LAYERS
from training import synthetic
from training.held import DEVICE, Held, held

STRIDE = 4

Floats = NDArray[np.float32]


class ShapeNet(nn.Module):
    """(N, 6, 96, 96) layers of locations to (N, 3, 24, 24) chances of a middle, as logits."""

    def __init__(self, wide: int = 40) -> None:
        super().__init__()

        def block(into: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(into, out, 3, stride, dilation, dilation, bias=False),
                nn.BatchNorm2d(out),
                nn.ReLU(),
            )

        self.body = nn.Sequential(
            block(LAYERS, 18, 2),
            block(18, 24),
            block(24, wide, 2),
            block(wide, wide),
            block(wide, wide, dilation=2),
            block(wide, wide, dilation=3),
            block(wide, wide),
            nn.Conv2d(wide, 3, 1),
        )
        last = self.body[-1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        nn.init.constant_(last.bias, -4.0)

    def forward(self, ink: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        return self.body(ink)


class Maps:
    """Where the shapes of many locations are: 1 at a shape's middle, falling off round it."""

    def __init__(self, labels: list[synthetic.Labels], kinds: int) -> None:
        most = max(1, *(len(some) for some in labels))
        found = np.full((len(labels), most, 3), -1, np.float32)
        for own, some in zip(found, labels, strict=True):
            own[: len(some)] = np.reshape(some, (-1, 3))
        self._labels, self._kinds = held(found), kinds

    def __getitem__(self, at: np.ndarray) -> torch.Tensor:
        """Return the wanted maps (N, kinds, 24, 24) of the locations *at*."""
        some, side = self._labels[held(at)], synthetic.SIDE // STRIDE
        line = torch.arange(side, device=DEVICE)
        column, row = (torch.round((some[..., i] + 0.5) / STRIDE - 0.5) for i in (1, 2))
        away = (line[:, None] - row[..., None, None]) ** 2
        away = away + (line - column[..., None, None]) ** 2
        falling = torch.exp(-away / 1.3)
        found = [
            (falling * (some[..., 0] == kind)[..., None, None]).amax(1)
            for kind in range(self._kinds)
        ]
        return torch.stack(found, 1)


def focal(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Return the penalty-reduced focal loss of a map of middles."""
    chance = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    hit = wanted > 0.99
    on = -((1 - chance) ** 2) * torch.log(chance) * hit
    off = -((1 - wanted) ** 4) * chance**2 * torch.log(1 - chance) * ~hit
    return (on.sum() + off.sum()) / hit.sum().clamp(min=1)


class MadeUp:
    """Made-up locations: their ink, and where their shapes are; drawn once, laid on many."""

    def __init__(self, drawn: synthetic.Drawn, count: int, seed: int) -> None:
        ink, labels = synthetic.many(drawn, count, seed)
        self.ink, self.maps = Held(ink[:, None]), Maps(labels, 3)

    def __len__(self) -> int:
        return len(self.ink)


def counts(chances: NDArray[np.float32], least: float = 0.4) -> list[tuple[int, int, int]]:
    """Return how many shapes of each kind every map (N, 3, 24, 24) shows inside its location."""
    found = []
    for chance in chances:
        best = chance.max(axis=0)
        padded = np.pad(best, 1)
        side = best.shape[0]
        around = np.stack(
            [padded[r : r + side, c : c + side] for r in range(3) for c in range(3)]
        ).max(axis=0)
        number = [0, 0, 0]
        for row, column in zip(*np.nonzero((best >= around) & (best > least)), strict=True):
            if 3 <= row <= side - 4 and 3 <= column <= side - 4:
                number[int(chance[:, row, column].argmax())] += 1
        found.append((number[0], number[1], number[2]))
    return found
