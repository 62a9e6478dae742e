"""Train the network that finds tourists' shapes in the ink, and write it as ONNX.

    python -m training.shapes hand-drawn-shapes.npz -o scorer/vision/evidence/networks/shapes.onnx

Needs torch, onnx and onnxscript besides the project. It learns from made-up locations
only (``training.synthetic``), seen in every flip and quarter turn.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from training import synthetic
from training.course import Course, add_course
from training.export import export
from training.forward import quickly
from training.held import DEVICE, Held, held, looked, turned
from training.loop import begin, learn

STRIDE = 4
# So many locations are made up; 600 more, by other hands, tell how well it goes.
_MADE_UP, _APART = 60_000, 600

Floats = NDArray[np.float32]


class ShapeNet(nn.Module):
    """(N, 1, 96, 96) ink strength to (N, 3, 24, 24) chances of a shape's middle, as logits.

    With more *layers* than one it sees those of ``patches.Layers``, the ink first.
    """

    def __init__(self, wide: int = 40, layers: int = 1) -> None:
        super().__init__()

        def block(into: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(into, out, 3, stride, dilation, dilation, bias=False),
                nn.BatchNorm2d(out),
                nn.ReLU(),
            )

        self.body = nn.Sequential(
            block(layers, 18, 2),
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
    """Made-up locations: their ink, and where their shapes are; drawn once, seen in many ways."""

    def __init__(self, drawn: synthetic.Drawn, count: int, seed: int, alone: bool) -> None:
        ink, labels = synthetic.many(drawn, count, seed, alone)
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


def _truth(labels: synthetic.Labels) -> tuple[int, int, int]:
    kinds = [kind for kind, _, _ in labels]
    return kinds.count(0), kinds.count(1), kinds.count(2)


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drawn", type=Path, help="npz of hand-drawn shapes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    add_course(parser, steps=5_000, rate=3e-3, batch=24)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    known = MadeUp(synthetic.load_drawn(args.drawn, held_out=False), _MADE_UP, args.seed, False)
    ink, labels = synthetic.many(synthetic.load_drawn(args.drawn, held_out=True), _APART, 2, False)
    aside = Held(ink[:, None])
    net = begin(ShapeNet(), args)

    def loss(rng: np.random.Generator) -> torch.Tensor:
        at = rng.integers(len(known), size=args.batch)
        seen, turns = turned(known.ink[at], rng, transposed=True)
        return focal(quickly(net, seen), turns(known.maps[at]))

    course = Course(args.steps, args.rate, args.seed)
    weights = args.output.with_suffix(".pt")
    learn(net, loss, course, weights, lambda: _report(net, aside, labels))
    export(nn.Sequential(net, nn.Sigmoid()), (1, synthetic.SIDE, synthetic.SIDE), args.output)


def _report(net: nn.Module, aside: Held, labels: list[synthetic.Labels]) -> str:
    got = counts(torch.sigmoid(looked(net, aside)).cpu().numpy())
    right = np.mean([g == _truth(own) for g, own in zip(got, labels, strict=True)])
    return f"made-up {right:.4f}"


if __name__ == "__main__":
    main()
