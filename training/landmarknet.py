"""How the network of landmarks learns, and the strokes it learns under."""

import argparse
from collections.abc import Sequence

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from scorer.vision.teach.looks import KINDS, LOOK_LAYERS, LOOK_SIDE, layers
from training.comparing import Arrays, Batch, ComparingNet, Floats, inked, lit, train_on
from training.export import export
from training.forward import quickly
from training.packing import LANDMARK_SIDE as SIDE

_CELL_MM = 25.0


def strokes(rng: np.random.Generator) -> Floats:
    """Return what of a location tourists and sections cover, (S, S), 0 … 1."""
    found = np.zeros((SIDE * 4, SIDE * 4), np.uint8)
    thick = round(float(rng.uniform(1.0, 2.4)) * 4 * LOOK_SIDE / _CELL_MM)
    count = int(rng.choice([1, 2, 3, 4, 5])) if rng.random() < 0.75 else 0
    for _ in range(count):
        middle = rng.uniform(0.22, 0.78, 2) * SIDE * 4
        half = float(rng.uniform(0.08, 0.2)) * SIDE * 4
        corners = int(rng.choice([3, 4, 24]))
        angle = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.normal(0, 0.2)
        angle += {3: -np.pi / 2, 4: np.pi / 4}.get(corners, 0.0)
        ring = middle + half * np.stack([np.cos(angle), np.sin(angle)], 1)
        ring += rng.normal(0, 0.08 * half, ring.shape)
        cv2.polylines(found, [np.round(ring).astype(np.int32)], True, 255, thick, cv2.LINE_AA)
    for side in range(4):
        if rng.random() < 0.2:
            at = int(rng.normal(2, 3)) + 8
            turned = np.rot90(found, side)
            turned[:, max(0, at - thick // 2) : at + thick // 2 + 1] = 255
            found = np.ascontiguousarray(np.rot90(turned, -side))
    small = cv2.resize(found, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)


class Ink:
    """Strokes to lay on boards."""

    def __init__(self, rng: np.random.Generator, count: int = 1500) -> None:
        self._masks = np.stack([strokes(rng) for _ in range(count)])

    def laid(self, rgb: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Return *rgb* (N, S, S, 3) with ink on it, and what is known of it, (N, S, S)."""
        count = len(rgb)
        if rng.random() < 0.4:
            return rgb, np.ones(rgb.shape[:3], np.float32)
        filled = rng.random(count) < rng.uniform(0.05, 0.7)
        masks = self._masks[rng.integers(len(self._masks), size=count)]
        return inked(rgb, masks, filled, rng)


def varied(rgb: NDArray[np.uint8], ink: Ink, rng: np.random.Generator) -> Floats:
    """Return the network's input of one page, (N, 9, 40, 40), in a light of its own."""
    turns = int(rng.integers(4)) if rng.random() < 0.5 else 0
    rgb = np.rot90(rgb, turns, (1, 2))
    if rng.random() < 0.5:
        rgb = rgb[:, :, ::-1]
    seen, known = ink.laid(lit(np.ascontiguousarray(rgb), _CELL_MM, rng), rng)
    usual = rng.normal(2, 0.7, 2)
    found = np.zeros((len(rgb), LOOK_SIDE, LOOK_SIDE, 4), np.float32)
    for one, pixels, share in zip(found, seen, known, strict=True):
        y, x = np.round(usual + rng.normal(0, 0.4, 2)).astype(int).clip(0, SIDE - LOOK_SIDE)
        one[..., :3] = pixels[y : y + LOOK_SIDE, x : x + LOOK_SIDE]
        one[..., 3] = share[y : y + LOOK_SIDE, x : x + LOOK_SIDE]
    return layers(found[..., :3], found[..., 3])


def _batch(pages: Sequence[Arrays], ink: Ink, rng: np.random.Generator) -> Batch:
    """Return pictures (B * 36, 9, 40, 40), their kinds, and which kinds the boards may have."""
    seen, truth, may = [], [], []
    for page in pages:
        rgb, kinds = page["rgb"], page["kinds"]
        chosen = rng.permutation(len(rgb))[:36]
        if len(chosen) < 36:
            chosen = np.concatenate([chosen, rng.integers(len(rgb), size=36 - len(chosen))])
        seen.append(varied(rgb[chosen], ink, rng))
        there = np.isin(np.arange(1 + len(KINDS)), kinds) | (rng.random(1 + len(KINDS)) < 0.6)
        truth.append(kinds[chosen])
        may.append(np.broadcast_to(there, (36, len(there))))
    return (
        torch.from_numpy(np.concatenate(seen)),
        torch.from_numpy(np.concatenate(truth).astype(np.int64)),
        torch.from_numpy(np.concatenate(may).copy()),
    )


def _logits(net: ComparingNet, seen: torch.Tensor, may: torch.Tensor) -> torch.Tensor:
    return torch.where(may, quickly(net, seen), torch.tensor(-30.0))


def _lost(net: ComparingNet, batch: Batch) -> torch.Tensor:
    seen, truth, may = batch
    return functional.cross_entropy(_logits(net, seen, may), truth, label_smoothing=0.01)


def _report(net: ComparingNet, watched: list[Batch]) -> str:
    net.eval()
    total, right, tables = 0.0, 0, 0
    with torch.no_grad():
        for seen, truth, may in watched:
            logits = _logits(net, seen, may)
            total += float(functional.cross_entropy(logits, truth))
            right += int((logits.argmax(1) == truth).sum())
            tables += len(truth)
    net.train()
    return f"loss {total / len(watched):.4f}, right {right / tables:.4f}"


def train(args: argparse.Namespace) -> None:
    """Train and export."""
    torch.manual_seed(args.seed)
    ink = Ink(np.random.default_rng(args.seed))
    net = ComparingNet(LOOK_LAYERS, LOOK_SIDE, 1 + len(KINDS), args.batch)
    train_on(args, net, lambda pages, rng: _batch(pages, ink, rng), _lost, _report)
    shape = (LOOK_LAYERS, LOOK_SIDE, LOOK_SIDE)
    export(nn.Sequential(net, nn.Softmax(1)), shape, args.output)
