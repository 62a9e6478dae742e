"""The network that tells ink from print without a blank board, and how it learns."""

import argparse
import os
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scorer.vision.evidence.canvas import LAYERS, Canvas
from training.course import Course
from training.export import export
from training.forward import quickly
from training.held import DEVICE, held
from training.loop import begin, learn

CROP = 256
# Ink is rarer than print by far.
_INK_WORTH = 2.0
# The first photos are never learned from.
_ASIDE = 8


def block(into: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Return a convolution of 3 x 3 with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(),
    )


class InkNet(nn.Module):
    """(N, 9, H, W) canvases to (N, 1, H, W): ink or not, as logits; H and W are divided by 8."""

    def __init__(self) -> None:
        super().__init__()
        # Half as fine from the first layer on: a stroke is four pixels wide.
        self.first = nn.Sequential(
            nn.Conv2d(LAYERS, 24, 4, 2, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(), block(24, 24)
        )
        self.second = nn.Sequential(block(24, 40, 2), block(40, 40))
        self.third = nn.Sequential(
            block(40, 64, 2), block(64, 64, dilation=2), block(64, 64, dilation=4), block(64, 64)
        )
        self.up_second = block(64 + 40, 40)
        self.up_first = block(40 + 24, 24)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.ConvTranspose2d(24, 1, 2, 2)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        first = self.first(seen)
        second = self.second(first)
        found = self.third(second)
        found = self.up_second(torch.cat([self.larger(found), second], 1))
        found = self.up_first(torch.cat([self.larger(found), first], 1))
        return self.head(found)


class Chances(nn.Module):
    """A network that gives chances instead of logits; what ink was worth more is taken off."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net, self.less = net, float(np.log(_INK_WORTH))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the chances."""
        return torch.sigmoid(self.net(seen) - self.less)


def loaded(files: list[Path]) -> tuple[np.ndarray, np.ndarray]:
    """Return the canvases (N, H, W, 9) float16 and their ink (N, H, W) uint8 of all *files*."""
    with Pool(os.cpu_count()) as pool:
        layers, truths = zip(*pool.map(_opened, files, chunksize=1), strict=True)
    return np.stack(layers), np.stack(truths)


def _opened(file: Path) -> tuple[np.ndarray, np.ndarray]:
    cv2.setNumThreads(1)
    with np.load(file) as one:
        counts = one["counts"].tolist()
        canvas = Canvas(np.zeros(2), np.ones(2), (counts[0], counts[1]))
        return canvas.layers(one["cut"]).astype(np.float16), one["truth"]


def _crops(
    layers: torch.Tensor, truths: torch.Tensor, count: int, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a batch of crops, their colours exchanged, turned and mirrored, a little noisy."""
    seen, wanted = [], []
    for index in rng.integers(len(layers), size=count).tolist():
        y, x = (int(rng.integers(side - CROP + 1)) for side in layers.shape[1:3])
        one = layers[index, y : y + CROP, x : x + CROP].float().permute(2, 0, 1)
        truth = truths[index, y : y + CROP, x : x + CROP].float()[None] / 255
        turns, mirrored = int(rng.integers(4)), bool(rng.random() < 0.5)
        one, truth = (torch.rot90(part, turns, (1, 2)) for part in (one, truth))
        if turns % 2:
            one = one[[0, 1, 2, 3, 4, 5, 7, 6, 8]]
        if mirrored:
            one, truth = one.flip(2), truth.flip(2)
        colours = rng.permutation(3).tolist() if rng.random() < 0.85 else [0, 0, 0]
        one = one[[*colours, *(3 + c for c in colours), 6, 7, 8]]
        colour = one[:6] * float(np.exp(rng.normal(0, 0.2)))
        noise = torch.randn(1, CROP, CROP, device=DEVICE) * float(rng.uniform(0, 0.03))
        seen.append(torch.cat([colour + noise, one[6:]]))
        wanted.append(truth)
    return torch.stack(seen), torch.stack(wanted)


def _loss(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    worth = torch.tensor(_INK_WORTH, device=logits.device)
    return functional.binary_cross_entropy_with_logits(logits, wanted, pos_weight=worth)


def _report(net: nn.Module, layers: np.ndarray, truths: np.ndarray) -> str:
    """Return how much ink is found, and how much of what is found is ink, on whole canvases."""
    net.eval()
    hit = found = there = 0
    total = 0.0
    with torch.no_grad():
        for one, truth in zip(layers, truths, strict=True):
            seen = torch.from_numpy(one.astype(np.float32).transpose(2, 0, 1)[None])
            wanted = torch.from_numpy(truth.astype(np.float32)[None, None] / 255)
            logits = quickly(net, seen)
            total += float(_loss(logits, wanted))
            said, is_ink = logits[0, 0].numpy() > 0, truth > 127
            hit, found = hit + int((said & is_ink).sum()), found + int(said.sum())
            there += int(is_ink.sum())
    net.train()
    return (
        f"loss {total / len(layers):.4f}, recall {hit / there:.3f}, "
        f"precision {hit / max(1, found):.3f}"
    )


def train(args: argparse.Namespace) -> None:
    """Train and export."""
    torch.manual_seed(args.seed)
    files = [file for folder in args.examples for file in sorted(folder.glob("*.npz"))]
    watched, kept = loaded(files[:_ASIDE]), loaded(files[_ASIDE:])
    net = begin(InkNet(), args)
    layers, truths = (held(part) for part in kept)
    print(f"{len(layers)} photos, {sum(p.numel() for p in net.parameters())} weights", flush=True)

    def loss(rng: np.random.Generator) -> torch.Tensor:
        seen, wanted = _crops(layers, truths, args.batch, rng)
        return _loss(quickly(net, seen), wanted)

    course = Course(args.steps, args.rate, args.seed, decay=1e-2)
    learn(net, loss, course, args.output.with_suffix(".pt"), lambda: _report(net, *watched))
    export(Chances(net), (LAYERS, 504, 504), args.output)
