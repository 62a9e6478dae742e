"""How the network of symbols at crossroads learns, and the strokes it learns under."""

import argparse
from collections.abc import Sequence

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from scorer.vision.evidence.networks.network import WORDS
from scorer.vision.teach.symbols import SYMBOL_LAYERS, SYMBOL_MM, SYMBOL_SIDE, symbol_layers
from training.comparing import Arrays, Batch, ComparingNet, Floats, inked, lit, train_on
from training.crossings import SIDE, Crossings
from training.export import export
from training.forward import quickly

_SEEN_PER_MM = SYMBOL_SIDE / (2 * SYMBOL_MM)
# Crossroads of a board that are looked at together.
_TOGETHER = 49
# How much a symbol's place counts beside what it is; nearer than this it counts by its square.
_PLACE_WEIGHT, _NEAR = 2.0, 0.05


class Ink:
    """Strokes to lay on crossroads: sections and tourists beside them, and rings."""

    def __init__(self, rng: np.random.Generator, count: int = 1000) -> None:
        self._lines = np.stack([_lines(rng) for _ in range(count)])
        self._rings = np.stack([_ring(rng) for _ in range(count)])

    def laid(self, rgb: Floats, page: Crossings, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Return *rgb* (N, S, S, 3) with ink on it, and what is known of it, (N, S, S)."""
        count = len(rgb)
        if rng.random() < 0.25:
            return rgb, np.ones(rgb.shape[:3], np.float32)
        shares = rng.uniform(0.1, 0.8), rng.uniform(0, 0.5), rng.uniform(0, 0.1)
        lined = rng.random(count) < shares[0]
        ringed = rng.random(count) < np.where(page.kinds > 0, shares[1], shares[2])
        masks = self._lines[rng.integers(len(self._lines), size=count)] * lined[:, None, None]
        rings = self._rings[rng.integers(len(self._rings), size=count)]
        for i in np.flatnonzero(ringed):
            moved = np.eye(2, 3)
            moved[:, 2] = page.off[i] * SYMBOL_MM * _SEEN_PER_MM
            masks[i] = np.maximum(masks[i], cv2.warpAffine(rings[i], moved, (SIDE, SIDE)))
        return inked(rgb, masks, lined | ringed, rng)


def _lines(rng: np.random.Generator) -> Floats:
    """Return what sections that end at a crossroads, and tourists beside it, cover, (S, S)."""
    found, scale = np.zeros((SIDE * 4, SIDE * 4), np.uint8), _SEEN_PER_MM * 4
    thick = round(float(rng.uniform(0.8, 2.4)) * scale)
    middle = np.full(2, SIDE * 2.0)
    for way in np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])[rng.random(4) < 0.55]:
        start = middle + scale * (way * rng.normal(0, 1.2) + rng.normal(0, 0.6, 2))
        end = middle + scale * (way * 14 + rng.normal(0, 0.8, 2))
        _stroke(found, np.stack([start, end]), thick, False)
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        at = middle + scale * rng.choice([-1, 1], 2) * rng.uniform(5.5, 10, 2)
        angle = np.linspace(0, 2 * np.pi, int(rng.choice([3, 4, 20])), endpoint=False)
        outline = np.stack([np.cos(angle), np.sin(angle)], 1) * rng.uniform(1.8, 3.5) * scale
        _stroke(found, at + outline, thick, True)
    return _small(found)


def _ring(rng: np.random.Generator) -> Floats:
    """Return what a ring round a symbol, or a cross through it, covers, (S, S), 0 … 1."""
    found, scale = np.zeros((SIDE * 4, SIDE * 4), np.uint8), _SEEN_PER_MM * 4
    thick = round(float(rng.uniform(0.8, 2.0)) * scale)
    middle, reach = SIDE * 2 + scale * rng.normal(0, 0.5, 2), scale * float(rng.uniform(2.5, 5.5))
    if rng.random() < 0.75:
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = np.stack([np.cos(angle), np.sin(angle)], 1) * rng.uniform(0.85, 1.15, 2)
        _stroke(found, middle + reach * ring + rng.normal(0, 0.04 * reach, (24, 2)), thick, True)
    else:
        for across in (1, -1):
            way = 0.8 * reach * np.array([1, across]) + rng.normal(0, 0.1 * reach, 2)
            _stroke(found, np.stack([middle - way, middle + way]), thick, False)
    return _small(found)


def _stroke(found: NDArray[np.uint8], points: NDArray[np.floating], thick: int, on: bool) -> None:
    cv2.polylines(found, [np.round(points).astype(np.int32)], on, 255, thick, cv2.LINE_AA)


def _small(found: NDArray[np.uint8]) -> Floats:
    small = cv2.resize(found, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)


def varied(page: Crossings, ink: Ink, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return the network's input of *page*, (N, 11, 44, 44), in a light of its own.

    With it comes how far off each symbol lies, (N, 2), in multiples of ``SYMBOL_MM``.
    """
    seen, known = ink.laid(lit(page.rgb, SYMBOL_MM * 2, rng), page, rng)
    rim = (SIDE - SYMBOL_SIDE) // 2
    usual, loose = rng.normal(0, 0.8, 2), float(rng.choice([0.4, 1.0, 1.8]))
    found = np.zeros((len(seen), SYMBOL_SIDE, SYMBOL_SIDE, 4), np.float32)
    shifts = np.rint(usual + rng.normal(0, loose, (len(seen), 2))).astype(int).clip(-rim, rim)
    for one, pixels, share, (x, y) in zip(found, seen, known, (rim + shifts).tolist(), strict=True):
        one[..., :3] = pixels[y : y + SYMBOL_SIDE, x : x + SYMBOL_SIDE]
        one[..., 3] = share[y : y + SYMBOL_SIDE, x : x + SYMBOL_SIDE]
    layers = symbol_layers(found[..., :3], found[..., 3], page.ways.astype(np.int64))
    return layers, np.asarray(page.off - shifts / (_SEEN_PER_MM * SYMBOL_MM), np.float32)


def _batch(pages: Sequence[Arrays], ink: Ink, rng: np.random.Generator) -> Batch:
    """Return pictures (B * 49, 11, 44, 44), what they hold, and how far off."""
    seen, kinds, off = [], [], []
    for arrays in pages:
        some = Crossings(**arrays).some(_TOGETHER, rng)
        quarters = int(rng.integers(4)) if rng.random() < 0.5 else 0
        some = some.turned(quarters, bool(rng.random() < 0.5))
        looks, places = varied(some, ink, rng)
        seen.append(looks)
        kinds.append(some.kinds)
        off.append(places)
    return (
        torch.from_numpy(np.concatenate(seen)),
        torch.from_numpy(np.concatenate(kinds).astype(np.int64)),
        torch.from_numpy(np.concatenate(off)),
    )


def _lost(net: ComparingNet, batch: Batch) -> torch.Tensor:
    seen, kinds, off = batch
    said = quickly(net, seen)
    loss = functional.cross_entropy(said[:, :WORDS], kinds, label_smoothing=0.01)
    there = kinds > 0
    if there.any():
        away = functional.smooth_l1_loss(said[there, WORDS:], off[there], beta=_NEAR)
        loss = loss + _PLACE_WEIGHT * away
    return loss


def _report(net: ComparingNet, watched: list[Batch]) -> str:
    net.eval()
    total, wrong, symbols, away = 0.0, 0, 0, 0.0
    with torch.no_grad():
        for batch in watched:
            seen, kinds, off = batch
            total += float(_lost(net, batch))
            said = quickly(net, seen)
            wrong += int((said[:, :WORDS].argmax(1) != kinds).sum())
            there = kinds > 0
            symbols += int(there.sum())
            away += float((said[there, WORDS:] - off[there]).norm(dim=1).sum())
    net.train()
    millimetres = SYMBOL_MM * away / max(symbols, 1)
    return (
        f"loss {total / len(watched):.4f}, wrong {wrong} with {symbols} symbols, "
        f"{millimetres:.2f} mm off"
    )


class Words(nn.Module):
    """What a network says of crossroads, its first words as chances that sum to 1."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the words."""
        said = self.net(seen)
        return torch.cat([torch.softmax(said[:, :WORDS], 1), said[:, WORDS:]], 1)


def train(args: argparse.Namespace) -> None:
    """Train and export."""
    torch.manual_seed(args.seed)
    ink = Ink(np.random.default_rng(args.seed))
    net = ComparingNet(SYMBOL_LAYERS, SYMBOL_SIDE, WORDS + 2, args.batch)
    train_on(args, net, lambda pages, rng: _batch(pages, ink, rng), _lost, _report)
    export(Words(net), (SYMBOL_LAYERS, SYMBOL_SIDE, SYMBOL_SIDE), args.output)
