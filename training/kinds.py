"""Train the network that tells pentagons from the other tourists, and write it as ONNX.

    python -m training.kinds harvest hand-drawn-shapes.npz -o examples --count 120 --seed 1
    python -m training.kinds train examples -o scorer/vision/kinds.onnx

The examples are shapes on simulated photos of the practice boards and of boards of random art,
with tourists of all four kinds in every location. The last tenth of the photos is never
learned from: it sets the temperature, by which chances mean what they say, and measures.
"""

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from samples.simulator.art import Split, art_page
from samples.simulator.games import random_game
from samples.simulator.page import PrintedPage, printed
from samples.simulator.people import Outlines, load_outlines
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import Kind
from scorer.rules.city import city_names, load_city
from scorer.rules.marks import Marks, tourists_of
from scorer.vision.ink import find_ink
from scorer.vision.kinds import KINDS, SHAPE_LAYERS, SHAPE_SIDE, shape_patches
from scorer.vision.picture import BoardPicture
from training.export import export
from training.harvest import rectified_photo
from training.packing import gains, packed, unpacked

# How far the shapes' middles are missed by, in mm, when they are found.
_MISSED_MM = 1.1
_ART_SHARE = 0.5
BATCH, ASIDE = 64, 0.1
_SHARES = {Kind.EASY: 0.15, Kind.MEDIUM: 0.45, Kind.HARD: 0.4}


def crowded(page: PrintedPage, rng: np.random.Generator) -> Marks:
    """Return a game on *page* with one to four tourists of any kinds in every location."""
    city = load_city("new-york")
    marks = random_game(page.board, city, rng).marks
    tourists = {}
    for cell in page.board.cells:
        number = int(rng.choice([1, 2, 3, 4], p=[0.15, 0.3, 0.3, 0.25]))
        drawn = [city.tourists[int(rng.integers(4))] for _ in range(number)]
        tourists[cell.location] = tourists_of({kind: drawn.count(kind) for kind in KINDS})
    return replace(marks, tourists=tourists, colours={}, crossed=frozenset())


@dataclass(frozen=True)
class Source:
    """What is photographed: tourists are drawn as in ``outlines``, on boards by ``seed``."""

    outlines: Outlines
    seed: int
    megapixels: float

    def photo(self, index: int) -> tuple[BoardPicture, Photo]:
        """Return one photo with the picture that its board is known by."""
        rng = np.random.default_rng((self.seed, index, 21))
        if rng.random() < _ART_SHARE:
            page = art_page(load_city("first-city"), Split.TRAIN, (self.seed, index, 22), "art")
        else:
            names = [*city_names(), "new-york", "new-york"]
            city = load_city(names[int(rng.integers(len(names)))])
            page = printed(city.practice_board, city)
        kind = list(_SHARES)[int(rng.choice(len(_SHARES), p=list(_SHARES.values())))]
        size = self.megapixels * (1.6 if len(page.board.cells) > 50 else 1.0)
        seed, city = (self.seed, index, 23), load_city("new-york")
        photo = simulate(page, city, kind, seed, size, crowded(page, rng), outlines=self.outlines)
        return BoardPicture(page.board, page.rgb, page.px_per_mm), photo


def examples(photo: Photo, picture: BoardPicture, rng: np.random.Generator) -> dict | None:
    """Return the pictures and kinds of one photo's shapes; None where its map was not found."""
    rectified = rectified_photo(photo, picture)
    if rectified is None:
        return None
    figures = photo.drawing.figures
    off = rng.uniform(-_MISSED_MM, _MISSED_MM, (len(figures), 2))
    middles = [
        rectified.to_px((figure.middle[0] + x, figure.middle[1] + y))
        for figure, (x, y) in zip(figures, off.tolist(), strict=True)
    ]
    pictures = shape_patches(find_ink(rectified), rectified, middles, picture.board)
    return {
        "shapes": packed(pictures),
        "kinds": np.array([KINDS.index(figure.kind) for figure in figures]),
    }


def harvest(args: argparse.Namespace) -> None:
    """Write the examples of many photos, one file each."""
    cv2.setNumThreads(1)
    args.output.mkdir(parents=True, exist_ok=True)
    source = Source(load_outlines(args.source, held_out=False), args.seed, args.megapixels)
    started = time.time()
    for index in range(args.first, args.first + args.count):
        picture, photo = source.photo(index)
        found = examples(photo, picture, np.random.default_rng((args.seed, index, 24)))
        if found is not None:
            np.savez(args.output / f"kinds-{args.seed}-{index:05d}.npz", **found)
        if index % 10 == 0:
            print(f"{index}: {time.time() - started:.0f} s", flush=True)


class KindNet(nn.Module):
    """(N, 3, 48, 48) pictures of shapes to (N, 4) logits of their kinds."""

    def __init__(self) -> None:
        super().__init__()

        def block(into: int, out: int, stride: int = 1) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
            )

        self.body = nn.Sequential(
            block(SHAPE_LAYERS, 12, 2),
            block(12, 18),
            block(18, 26),
            block(26, 34, 2),
            block(34, 40),
            block(40, 48, 2),
            block(48, 48),
        )
        self.head = nn.Sequential(
            nn.AvgPool2d(2), nn.Flatten(), nn.Linear(9 * 48, 40), nn.ReLU(), nn.Linear(40, 4)
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        return self.head(self.body(seen))


def varied(pictures: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
    """Return *pictures* mirrored, turned a little, sized, shifted and paler at random."""
    count = len(pictures)
    turns = rng.normal(0, np.deg2rad(9), count)
    turns += np.where(rng.random(count) < 0.15, rng.uniform(0, 2 * np.pi, count), 0)
    sizes = np.exp(rng.normal(0, 0.1, count))
    across, down = np.cos(turns) * sizes, np.sin(turns) * sizes
    flips = np.where(rng.random(count) < 0.5, -1.0, 1.0)
    shifts = rng.normal(0, 2.0 / SHAPE_SIDE, (count, 2))
    rows = np.stack([across * flips, -down, shifts[:, 0], down * flips, across, shifts[:, 1]], 1)
    grid = functional.affine_grid(
        torch.from_numpy(rows.reshape(-1, 2, 3).astype(np.float32)),
        [count, SHAPE_LAYERS, SHAPE_SIDE, SHAPE_SIDE],
        align_corners=False,
    )
    moved = functional.grid_sample(
        torch.from_numpy(pictures), grid, padding_mode="border", align_corners=False
    )
    moved[:, :2] *= torch.from_numpy(gains(rng, count))[:, None, None, None]
    moved[:, :2] += float(rng.uniform(0, 0.05)) * torch.randn(moved[:, :2].shape)
    return moved


def train(args: argparse.Namespace) -> None:
    """Train on harvested examples, set the temperature by those kept apart, and export."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    files = sorted(args.source.glob("kinds-*.npz"))
    cut = len(files) - max(1, round(ASIDE * len(files)))
    pictures, kinds = _loaded(files[:cut])
    aside, truth = _loaded(files[cut:])
    net = KindNet()
    print(len(pictures), "shapes,", sum(p.numel() for p in net.parameters()), "weights")
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    started, shown, step = time.time(), 0.0, 0
    while (spent := (time.time() - started) / 60) < args.minutes:
        rate = (
            3e-3 * min(1.0, (step + 1) / 50) * (0.51 + 0.49 * np.cos(np.pi * spent / args.minutes))
        )
        for group in optimiser.param_groups:
            group["lr"] = rate
        at = rng.integers(len(pictures), size=BATCH)
        seen = varied(unpacked(pictures[at]), rng)
        loss = functional.cross_entropy(
            net(seen), torch.from_numpy(kinds[at]), label_smoothing=0.01
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        if spent - shown > 1:
            shown = spent
            print(
                f"{spent:.1f} min, {step}, {loss.item():.3f}",
                _report(net, aside, truth),
                flush=True,
            )
    temperature = _temperature(_logits(net, aside), truth)
    print("end", step, _report(net, aside, truth), f"temperature {temperature:.2f}")
    last = net.head[-1]
    assert isinstance(last, nn.Linear)
    with torch.no_grad():
        last.weight /= temperature
        last.bias /= temperature
    shape = (SHAPE_LAYERS, SHAPE_SIDE, SHAPE_SIDE)
    export(nn.Sequential(net, nn.Softmax(1)), shape, args.output)


def _loaded(files: list[Path]) -> tuple[np.ndarray, np.ndarray]:
    parts = [np.load(file) for file in files]
    shapes = np.concatenate([part["shapes"] for part in parts])
    return shapes, np.concatenate([part["kinds"] for part in parts]).astype(np.int64)


def _logits(net: nn.Module, pictures: np.ndarray) -> np.ndarray:
    net.eval()
    with torch.no_grad():
        parts = np.array_split(pictures, -(-len(pictures) // 256))
        found = [net(torch.from_numpy(unpacked(part))).numpy() for part in parts]
    net.train()
    return np.concatenate(found)


def _report(net: nn.Module, pictures: np.ndarray, truth: np.ndarray) -> str:
    logits = _logits(net, pictures)
    read = logits.argmax(1)
    table = np.zeros((4, 4), int)
    np.add.at(table, (truth, read), 1)
    return f"wrong {(read != truth).sum()} of {len(truth)} {table.tolist()}"


def _temperature(logits: np.ndarray, truth: np.ndarray) -> float:
    """Return the temperature that makes *truth* likeliest."""
    tried = np.exp(np.linspace(-1.0, 1.5, 80))

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        norm = np.log(np.exp(scaled - scaled.max(1, keepdims=True)).sum(1)) + scaled.max(1)
        return float((norm - scaled[np.arange(len(truth)), truth]).mean())

    return float(tried[int(np.argmin([loss(value) for value in tried]))])


def main() -> None:
    """Harvest or train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=["harvest", "train"])
    parser.add_argument("source", type=Path, help="hand-drawn shapes, or harvested examples")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--megapixels", type=float, default=2.4)
    parser.add_argument("--minutes", type=float, default=10)
    args = parser.parse_args()
    harvest(args) if args.step == "harvest" else train(args)


if __name__ == "__main__":
    main()
