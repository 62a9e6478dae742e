"""Networks that compare the places of a board, the light and ink they learn under, and how."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from samples.simulator.scene.camera import toned
from samples.simulator.scene.light import random_light
from samples.simulator.strata import ART_STRATA, Kind
from scorer.rules.values import replace
from training.course import Course
from training.loop import begin, learn

QUERIES, WIDTH = 6, 64
_SHARES = {Kind.EASY: 0.35, Kind.MEDIUM: 0.4, Kind.HARD: 0.25}
_LAMPS_SHARE = 0.4
# Light falls on so many spots a side of each place.
_LIT = 5
# Black print, and how much more light white paper throws back.
_BLACKEST, _INKED = 0.018, 0.9
# How often a practice board is shown, and of how many pages apart is told how well it goes.
_PRACTICE_SHARE, _WATCHED = 0.06, 60
_LINEAR = ((np.arange(256, dtype=np.float32) / 255 + 0.055) / 1.055) ** 2.4

Floats = NDArray[np.float32]


def block(into: int, out: int, stride: int = 1) -> nn.Sequential:
    """Return a convolution of 3 x 3 with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class Comparing(nn.Module):
    """(B, N, F) places of B boards to the same, each told what all of its board answer.

    An answer to a learned question is the mean of all places, weighted by how well they fit it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked = nn.Linear(WIDTH, QUERIES)
        self.answers = nn.Linear(QUERIES * WIDTH, WIDTH)
        self.own, self.fits = nn.Linear(WIDTH, WIDTH), nn.Linear(QUERIES, WIDTH)

    def forward(self, each: torch.Tensor) -> torch.Tensor:
        """Return the places."""
        fits = self.asked(each)
        weight = torch.softmax(fits, dim=1).transpose(1, 2)
        told = self.answers(torch.matmul(weight, each).reshape(-1, 1, QUERIES * WIDTH))
        return each + torch.relu(self.own(each) + self.fits(fits) + told)


class ComparingNet(nn.Module):
    """(B * N, C, S, S) pictures of the places of B boards to (B * N, W) words.

    Each place is looked at alone. Then learned questions are put to all places of the board, and
    each place is compared with the answers, twice.
    """

    def __init__(self, layers: int, side: int, words: int, boards: int = 1) -> None:
        super().__init__()
        self.boards = boards
        self.body = nn.Sequential(
            block(layers, 24, 2),
            block(24, 32),
            block(32, 48, 2),
            block(48, 48),
            block(48, 40, 2),
        )
        # Where in a place a figure lies is alike on a board.
        across = -(-side // 8)
        self.own = nn.Sequential(nn.Flatten(), nn.Linear(40 * across * across, WIDTH), nn.ReLU())
        self.rounds = nn.ModuleList(Comparing() for _ in range(2))
        self.head = nn.Linear(WIDTH * 2, words)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the words."""
        own = self.own(self.body(seen))
        now = own.reshape(self.boards, -1, WIDTH)
        for compare in self.rounds:
            now = compare(now)
        now = now.reshape(-1, WIDTH)
        return self.head(torch.cat([own, now], 1))


def lit(rgb: NDArray[np.uint8], cell_mm: float, rng: np.random.Generator) -> Floats:
    """Return the places of a page, (N, S, S, 3), as a photo of it shows them, 0 … 255.

    They are lit as if each was *cell_mm* wide.
    """
    kind = list(_SHARES)[int(rng.choice(3, p=list(_SHARES.values())))]
    stratum = replace(ART_STRATA[kind], lamps_on_marks=True)
    if rng.random() > _LAMPS_SHARE:
        stratum = replace(stratum, lamps=(0, 0))
    across = int(np.ceil(np.sqrt(len(rgb))))
    size = (across * cell_mm + 70, across * cell_mm + 50)
    box = (40.0, 25.0, 40 + across * cell_mm, 25 + across * cell_mm)
    light = random_light(size, box, np.zeros((0, 2)), stratum, rng)
    steps = (np.arange(_LIT) + 0.5) / _LIT * cell_mm
    place = rng.permutation(across * across)[: len(rgb)]
    corner = np.stack([place % across, place // across], 1) * cell_mm + box[:2]
    xy = corner[:, None, None] + np.stack(np.meshgrid(steps, steps), -1)
    side = rgb.shape[1]
    falling = _finer(light.falling(xy, (size[0] / 2, size[1] / 2)), side)
    mirrored = _finer(light.mirrored(xy, size)[..., None], side)
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


def _finer(coarse: NDArray[np.floating], side: int) -> Floats:
    flat = coarse.reshape(len(coarse), _LIT, -1).astype(np.float32)
    channels = coarse.shape[-1]
    found = [
        cv2.resize(one.reshape(_LIT, _LIT, channels), (side, side)).reshape(side, side, channels)
        for one in flat
    ]
    return np.stack(found)


def inked(
    rgb: Floats, masks: Floats, filled: NDArray[np.bool_], rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return *rgb* (N, S, S, 3) with ink on it, and what is known of it, (N, S, S).

    Parameters
    ----------
    rgb : (N, S, S, 3) float32
        0 … 255.
    masks : (N, S, S) float32
        What strokes cover, 0 … 1. Some are taken for print, and some print for ink.
    filled : (N,) bool
        Which places have strokes.
    rng : Generator
    """
    count = len(rgb)
    masks = masks * filled[:, None, None]
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


# Arrays of one page, by name.
Arrays = dict[str, NDArray[Any]]
# Pictures of B pages, and what is true of them.
Batch = tuple[torch.Tensor, ...]


def loaded(folders: list[Path]) -> dict[str, list[Arrays]]:
    """Return the pages of each harvested file in *folders*, by the file's name."""
    found = {}
    for file in sorted(file for folder in folders for file in folder.glob("*.npz")):
        with np.load(file) as one:
            whole = {name: one[name] for name in one.files}
        count = len(next(iter(whole.values())))
        found[file.stem] = [{name: part[i] for name, part in whole.items()} for i in range(count)]
    return found


def train_on(
    args: argparse.Namespace,
    net: ComparingNet,
    batch: Callable[[Sequence[Arrays], np.random.Generator], Batch],
    lost: Callable[[ComparingNet, Batch], torch.Tensor],
    report: Callable[[ComparingNet, list[Batch]], str],
) -> None:
    """Let *net* learn from the pages that the command line names; it is ready for one board then.

    The first file's pages are never learned from, and some of them are watched. Practice boards
    are shown now and then.
    """
    files = loaded(args.pages)
    art = [name for name in files if not name.startswith("practice")]
    watched = [
        batch(files[art[0]][i : i + args.batch], np.random.default_rng((5, i)))
        for i in range(0, _WATCHED, args.batch)
    ]
    begin(net, args)
    kept = [page for name in art[1:] for page in files[name]]
    practice = [page for name in files if name not in art for page in files[name]]
    print(f"{len(kept)} pages, {sum(p.numel() for p in net.parameters())} weights", flush=True)

    def loss(rng: np.random.Generator) -> torch.Tensor:
        pages = [
            practice[int(rng.integers(len(practice)))]
            if practice and rng.random() < _PRACTICE_SHARE
            else kept[int(rng.integers(len(kept)))]
            for _ in range(args.batch)
        ]
        return lost(net, batch(pages, rng))

    course = Course(args.steps, args.rate, args.seed, decay=1e-2)
    learn(net, loss, course, args.output.with_suffix(".pt"), lambda: report(net, watched))
    net.boards = 1
