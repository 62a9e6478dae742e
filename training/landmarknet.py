"""The network of landmarks, the light and the ink it learns under, and how it learns."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from samples.simulator.scene.camera import toned
from samples.simulator.scene.light import random_light
from samples.simulator.strata import ART_STRATA, Kind
from scorer.rules.values import replace
from scorer.vision.teach.looks import KINDS, LOOK_LAYERS, LOOK_SIDE, layers
from training.course import Course
from training.export import export
from training.forward import quickly
from training.loop import begin, learn
from training.packing import LANDMARK_SIDE as SIDE

QUERIES, WIDTH = 6, 64
_SHARES = {Kind.EASY: 0.35, Kind.MEDIUM: 0.4, Kind.HARD: 0.25}
_LAMPS_SHARE = 0.4
_PRACTICE_SHARE = 0.06
# The first file's pages are never learned from.
_ASIDE = 1
# Light falls on so many places a side of each location, of so many mm.
_LIT, _CELL_MM = 5, 25.0
# Black print, and how much more light white paper throws back.
_BLACKEST, _INKED = 0.018, 0.9
_LINEAR = ((np.arange(256, dtype=np.float32) / 255 + 0.055) / 1.055) ** 2.4

Floats = NDArray[np.float32]


def block(into: int, out: int, stride: int = 1) -> nn.Sequential:
    """Return a convolution of 3 x 3 with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class Comparing(nn.Module):
    """(B, N, F) locations of B boards to the same, each told what all of its board answer.

    An answer to a learned question is the mean of all locations, weighted by how well they fit it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked = nn.Linear(WIDTH, QUERIES)
        self.answers = nn.Linear(QUERIES * WIDTH, WIDTH)
        self.own, self.fits = nn.Linear(WIDTH, WIDTH), nn.Linear(QUERIES, WIDTH)

    def forward(self, each: torch.Tensor) -> torch.Tensor:
        """Return the locations."""
        fits = self.asked(each)
        weight = torch.softmax(fits, dim=1).transpose(1, 2)
        told = self.answers(torch.matmul(weight, each).reshape(-1, 1, QUERIES * WIDTH))
        return each + torch.relu(self.own(each) + self.fits(fits) + told)


class LandmarkNet(nn.Module):
    """(B * N, 9, 40, 40) pictures of B boards to (B * N, 7) logits: no landmark, or a kind.

    Each location is looked at alone. Then learned questions are put to all locations of the
    board, and each location is compared with the answers, twice.
    """

    def __init__(self, boards: int = 1) -> None:
        super().__init__()
        self.boards = boards
        self.body = nn.Sequential(
            block(LOOK_LAYERS, 24, 2),
            block(24, 32),
            block(32, 48, 2),
            block(48, 48),
            block(48, 40, 2),
        )
        # Where in a location frames, badges and figures are is alike on a board.
        self.own = nn.Sequential(nn.Flatten(), nn.Linear(40 * 25, WIDTH), nn.ReLU())
        self.rounds = nn.ModuleList(Comparing() for _ in range(2))
        self.head = nn.Linear(WIDTH * 2, 1 + len(KINDS))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        own = self.own(self.body(seen))
        now = own.reshape(self.boards, -1, WIDTH)
        for compare in self.rounds:
            now = compare(now)
        now = now.reshape(-1, WIDTH)
        return self.head(torch.cat([own, now], 1))


def lit(rgb: NDArray[np.uint8], rng: np.random.Generator) -> Floats:
    """Return the locations of a page, (N, S, S, 3), as a photo of it shows them, 0 … 255."""
    kind = list(_SHARES)[int(rng.choice(3, p=list(_SHARES.values())))]
    stratum = replace(ART_STRATA[kind], lamps_on_marks=True)
    if rng.random() > _LAMPS_SHARE:
        stratum = replace(stratum, lamps=(0, 0))
    across = int(np.ceil(np.sqrt(len(rgb))))
    size = (across * _CELL_MM + 70, across * _CELL_MM + 50)
    box = (40.0, 25.0, 40 + across * _CELL_MM, 25 + across * _CELL_MM)
    light = random_light(size, box, np.zeros((0, 2)), stratum, rng)
    steps = (np.arange(_LIT) + 0.5) / _LIT * _CELL_MM
    place = rng.permutation(across * across)[: len(rgb)]
    corner = np.stack([place % across, place // across], 1) * _CELL_MM + box[:2]
    xy = corner[:, None, None] + np.stack(np.meshgrid(steps, steps), -1)
    falling = _finer(light.falling(xy, (size[0] / 2, size[1] / 2)))
    mirrored = _finer(light.mirrored(xy, size)[..., None])
    print_ = _printed(rgb, rng)
    seen = print_ * falling + mirrored
    soft = float(rng.uniform(0, 0.9))
    if soft > 0.3:
        seen = np.stack([cv2.GaussianBlur(one, (0, 0), soft) for one in seen])
    noise = float(rng.uniform(*stratum.noise)) * float(rng.uniform(0.3, 0.9))
    seen = seen + noise * np.sqrt(0.08 + 0.92 * seen.clip(0, 1)) * rng.standard_normal(
        seen.shape, np.float32
    )
    return toned(np.asarray(seen, np.float32), float(rng.uniform(0, 0.3))) * np.float32(255)


def _printed(rgb: NDArray[np.uint8], rng: np.random.Generator) -> Floats:
    """Return the light that a printed page throws back, its colours a bit off."""
    linear = _LINEAR[rgb]
    mixing = np.eye(3) + rng.normal(0, 0.05, (3, 3))
    mixing /= mixing.sum(axis=1, keepdims=True)
    linear = np.maximum(linear @ mixing.T.astype(np.float32), 0)
    grey = linear.mean(axis=-1, keepdims=True)
    linear = np.maximum(grey + (linear - grey) * float(rng.uniform(0.82, 1.08)), 0)
    linear = linear ** float(rng.uniform(0.92, 1.12))
    paper = (1 - rng.uniform(0, 0.05, 3)).astype(np.float32)
    return np.asarray(_BLACKEST + _INKED * linear * paper, np.float32)


def _finer(coarse: NDArray[np.floating]) -> Floats:
    flat = coarse.reshape(len(coarse), _LIT, -1).astype(np.float32)
    channels = coarse.shape[-1]
    found = [
        cv2.resize(one.reshape(_LIT, _LIT, channels), (SIDE, SIDE)).reshape(SIDE, SIDE, channels)
        for one in flat
    ]
    return np.stack(found)


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
    """Strokes to lay on boards, some of them taken for print, and print taken for ink."""

    def __init__(self, rng: np.random.Generator, count: int = 1500) -> None:
        self._masks = np.stack([strokes(rng) for _ in range(count)])

    def laid(self, rgb: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Return *rgb* (N, S, S, 3) with ink on it, and what is known of it, (N, S, S)."""
        count = len(rgb)
        known = np.ones(rgb.shape[:3], np.float32)
        if rng.random() < 0.4:
            return rgb, known
        filled = rng.random(count) < rng.uniform(0.05, 0.7)
        masks = self._masks[rng.integers(len(self._masks), size=count)] * filled[:, None, None]
        pen = np.exp(rng.normal(-1.6, 0.7, 3)).clip(0.03, 1.0) * rng.uniform(0.5, 1)
        missed = rng.random(count) < rng.choice([0.0, 0.1, 0.3])
        # Strokes that were taken for print, some in part, and soft rims of the others.
        left = masks * np.where(missed, rng.uniform(0.2, 1.0, count), 0.0)[:, None, None]
        shown = rgb * (1 - left[..., None] * (1 - pen.astype(np.float32)))
        wide = float(rng.choice([1.0, 1.4, 2.0]))
        soft = np.stack([cv2.GaussianBlur(mask, (0, 0), wide) for mask in masks])
        cover = np.maximum(masks, np.clip(3 * soft, 0, 1)) * (~missed)[:, None, None]
        if rng.random() < 0.4:
            grey = rgb.mean(axis=3)
            near = np.stack([cv2.blur(one, (9, 9)) for one in grey])
            dark = grey < near * float(rng.uniform(0.75, 0.93))
            some = rng.random(count) < rng.uniform(0, 0.6)
            wrong = dark * some[:, None, None].astype(np.float32)
            cover = np.maximum(cover, np.stack([cv2.GaussianBlur(w, (0, 0), 1.0) for w in wrong]))
        known = np.clip(1 - cover, 0, 1)
        return np.asarray(shown, np.float32), np.asarray(known, np.float32)


def varied(rgb: NDArray[np.uint8], ink: Ink, rng: np.random.Generator) -> Floats:
    """Return the network's input of one page, (N, 9, 40, 40), in a light of its own."""
    turns = int(rng.integers(4)) if rng.random() < 0.5 else 0
    rgb = np.rot90(rgb, turns, (1, 2))
    if rng.random() < 0.5:
        rgb = rgb[:, :, ::-1]
    seen, known = ink.laid(lit(np.ascontiguousarray(rgb), rng), rng)
    usual = rng.normal(2, 0.7, 2)
    found = np.zeros((len(rgb), LOOK_SIDE, LOOK_SIDE, 4), np.float32)
    for one, pixels, share in zip(found, seen, known, strict=True):
        y, x = np.round(usual + rng.normal(0, 0.4, 2)).astype(int).clip(0, SIDE - LOOK_SIDE)
        one[..., :3] = pixels[y : y + LOOK_SIDE, x : x + LOOK_SIDE]
        one[..., 3] = share[y : y + LOOK_SIDE, x : x + LOOK_SIDE]
    return layers(found[..., :3], found[..., 3])


def _batch(
    pages: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]], ink: Ink, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return pictures (B * 36, 9, 40, 40), their kinds, and which kinds the boards may have."""
    seen, truth, may = [], [], []
    for rgb, kinds in pages:
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


def _loaded(folders: list[Path]) -> dict[str, list[tuple[NDArray[np.uint8], NDArray[np.uint8]]]]:
    """Return the pages of each file in *folders*."""
    found = {}
    for file in sorted(file for folder in folders for file in folder.glob("*.npz")):
        with np.load(file) as one:
            found[file.stem] = list(zip(one["rgb"], one["kinds"], strict=True))
    return found


def _logits(net: LandmarkNet, seen: torch.Tensor, may: torch.Tensor) -> torch.Tensor:
    return torch.where(may, quickly(net, seen), torch.tensor(-30.0))


def _report(net: LandmarkNet, watched: list[tuple[torch.Tensor, ...]]) -> str:
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
    files = _loaded(args.pages)
    art = [name for name in files if not name.startswith("practice")]
    aside = [page for name in art[:_ASIDE] for page in files[name]]
    watched = [
        _batch(aside[i : i + args.batch], ink, np.random.default_rng((5, i)))
        for i in range(0, 60, args.batch)
    ]
    net = LandmarkNet(args.batch)
    begin(net, args)
    kept = [page for name in art[_ASIDE:] for page in files[name]]
    practice = [page for name in files if name not in art for page in files[name]]
    print(f"{len(kept)} pages, {sum(p.numel() for p in net.parameters())} weights", flush=True)

    def loss(rng: np.random.Generator) -> torch.Tensor:
        pages = [
            practice[int(rng.integers(len(practice)))]
            if practice and rng.random() < _PRACTICE_SHARE
            else kept[int(rng.integers(len(kept)))]
            for _ in range(args.batch)
        ]
        seen, truth, may = _batch(pages, ink, rng)
        return functional.cross_entropy(_logits(net, seen, may), truth, label_smoothing=0.01)

    course = Course(args.steps, args.rate, args.seed, decay=1e-2)
    learn(net, loss, course, args.output.with_suffix(".pt"), lambda: _report(net, watched))
    net.boards = 1
    shape = (LOOK_LAYERS, LOOK_SIDE, LOOK_SIDE)
    export(nn.Sequential(net, nn.Softmax(1)), shape, args.output)
