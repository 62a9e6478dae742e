"""Train the network that finds tourists' shapes in the ink, and write it as ONNX.

    python -m training.shapes hand-drawn-shapes.npz -o scorer/vision/evidence/networks/shapes.onnx

Needs torch, onnx and onnxscript besides the project. It learns from made-up locations
only (``training.synthetic``), seen in every flip and quarter turn.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from training import synthetic
from training.course import Course, add_course
from training.export import export
from training.loop import begin, learn

STRIDE = 4
BATCH = 24

Floats = NDArray[np.float32]
# Pictures (N, 1, 96, 96), and maps of middles (N, 3, 24, 24).
Batch = tuple[Floats, Floats]
# The ink of a location, and its shapes.
Made = tuple[Floats, list[tuple[int, float, float]]]


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


def heat(labels: list[tuple[int, float, float]]) -> NDArray[np.float32]:
    """Return the wanted (3, 24, 24) map: 1 at a shape's middle, falling off round it."""
    side = synthetic.SIDE // STRIDE
    wanted = np.zeros((3, side, side), np.float32)
    rows, columns = np.mgrid[:side, :side]
    for kind, x, y in labels:
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        away = (columns - round(cx)) ** 2 + (rows - round(cy)) ** 2
        wanted[kind] = np.maximum(wanted[kind], np.exp(-away / 1.3))
    return wanted


def focal(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Return the penalty-reduced focal loss of a map of middles."""
    chance = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    hit = wanted > 0.99
    on = -((1 - chance) ** 2) * torch.log(chance) * hit
    off = -((1 - wanted) ** 4) * chance**2 * torch.log(1 - chance) * ~hit
    return (on.sum() + off.sum()) / hit.sum().clamp(min=1)


def _batch(drawn: synthetic.Drawn, rng: np.random.Generator) -> Batch:
    pictures, maps = [], []
    for _ in range(BATCH):
        ink, labels = synthetic.location(drawn, rng)
        wanted, turns = heat(labels), int(rng.integers(4))
        ink, wanted = np.rot90(ink, turns), np.rot90(wanted, turns, axes=(1, 2))
        if rng.random() < 0.5:
            ink, wanted = ink[:, ::-1], wanted[:, :, ::-1]
        pictures.append(ink)
        maps.append(wanted)
    return np.stack(pictures)[:, None].copy(), np.stack(maps).copy()


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


def _truth(labels: list[tuple[int, float, float]]) -> tuple[int, int, int]:
    kinds = [kind for kind, _, _ in labels]
    return kinds.count(0), kinds.count(1), kinds.count(2)


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drawn", type=Path, help="npz of hand-drawn shapes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    add_course(parser, steps=5_000, rate=3e-3)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    drawn = synthetic.load_drawn(args.drawn, held_out=False)
    aside = synthetic.load_drawn(args.drawn, held_out=True)
    watch = np.random.default_rng(2)
    checks = [synthetic.location(aside, watch) for _ in range(600)]
    net = begin(ShapeNet(), args)

    def loss(rng: np.random.Generator) -> torch.Tensor:
        ink, wanted = _batch(drawn, rng)
        return focal(net(torch.from_numpy(ink)), torch.from_numpy(wanted))

    course = Course(args.steps, args.rate, args.seed)
    learn(net, loss, course, args.output.with_suffix(".pt"), lambda: _report(net, checks))
    export(nn.Sequential(net, nn.Sigmoid()), (1, synthetic.SIDE, synthetic.SIDE), args.output)


def _report(net: nn.Module, checks: list[Made]) -> str:
    net.eval()
    with torch.no_grad():
        ink = torch.from_numpy(np.stack([c[0] for c in checks])[:, None])
        got = counts(torch.sigmoid(net(ink)).numpy())
    net.train()
    right = np.mean([g == _truth(c[1]) for g, c in zip(got, checks, strict=True)])
    return f"made-up {right:.4f}"


if __name__ == "__main__":
    main()
