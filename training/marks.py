"""Train the networks that read sections, and cafés with task rings, and write them as ONNX.

    python -m training.marks sections examples -o scorer/vision/evidence/networks/sections.onnx
    python -m training.marks points examples crowded -o scorer/vision/evidence/networks/points.onnx

Needs torch, onnx and onnxscript besides the project. ``examples`` is what ``training.harvest``
left there, ``crowded`` what ``training.crowded`` did; the last tenth of the photos of either is
never learned from: it sets the temperature, by
which chances mean what they say, and measures the network.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scorer.vision.evidence.networks.patches import (
    LAYERS,
    POINT_LAYERS,
    POINT_SIDE,
    ROAD_LONG,
    ROAD_WIDE,
)
from training.choosing import DOUBTFUL, Chooser, of_either, of_kinds
from training.course import Course, add_course
from training.export import export
from training.forward import quickly
from training.held import Held, held, inked, looked, noisy, turned
from training.loop import begin, learn
from training.packing import GREY

ASIDE = 0.1


def block(into: int, out: int, stride: int = 1) -> nn.Sequential:
    """Return a convolution of 3 x 3 with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class SectionNet(nn.Module):
    """(N, 6, 96, 32) pictures of roads to (N, 1): drawn or not, as a logit."""

    shape = (LAYERS, ROAD_LONG, ROAD_WIDE)

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(LAYERS, 14, 2), block(14, 24, 2), block(24, 32), block(32, 44, 2), block(44, 44)
        )
        # What is seen along the road stays in order; across it is taken together.
        self.head = nn.Sequential(
            nn.AvgPool2d((2, 4)), nn.Flatten(), nn.Linear(6 * 44, 32), nn.ReLU(), nn.Linear(32, 1)
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        return self.head(self.body(seen))


class PointNet(nn.Module):
    """(N, 7, 64, 64) pictures of points to (N, 4) logits: café none, circled, used; ringed."""

    shape = (POINT_LAYERS, POINT_SIDE, POINT_SIDE)

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(POINT_LAYERS, 14, 2),
            block(14, 24, 2),
            block(24, 32),
            block(32, 40, 2),
            block(40, 44),
            block(44, 44),
        )
        self.head = nn.Sequential(
            nn.AvgPool2d(2), nn.Flatten(), nn.Linear(16 * 44, 32), nn.ReLU(), nn.Linear(32, 4)
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        return self.head(self.body(seen))


class Sections:
    """Roads, drawn or not."""

    net = SectionNet

    def __init__(self, files: list[Path]) -> None:
        self.pictures, self.drawn = Held(loaded(files, "roads")), loaded(files, "drawn")

    def loss(self, logits: torch.Tensor, at: np.ndarray) -> torch.Tensor:
        """Return the mean loss of the examples *at*."""
        wanted = held(self.drawn[at].astype(np.float32))
        return functional.binary_cross_entropy_with_logits(logits[:, 0], wanted)

    def chances(self, logits: torch.Tensor) -> torch.Tensor:
        """Return chances (N, 1)."""
        return torch.sigmoid(logits)

    def doubts(self, chances: np.ndarray) -> np.ndarray:
        """Return how unsure each of *chances* leaves what is true."""
        return of_either(chances[:, 0])

    def report(self, chances: np.ndarray) -> str:
        """Return how many of all examples are wrong, and confidently so."""
        return _wrong("sections", chances[:, 0], self.drawn)

    def turned(self, pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
        """Return *pictures* as other roads would show them: a road has no direction."""
        return turned(pictures, rng)[0]


class Points:
    """Crossroads, ringed or not, and cafés with their marks, ringed or not as well."""

    net = PointNet

    def __init__(self, files: list[Path]) -> None:
        crossroads, cafes = loaded(files, "points"), loaded(files, "cafes")
        self.pictures = Held(np.concatenate([crossroads, cafes]))
        self.marks = loaded(files, "cafe_marks")
        self.crossroads = len(crossroads)
        self.ringed = np.concatenate([loaded(files, "ringed"), _cafes_ringed(files)])
        # Of some cafés it was not noted.
        self.known = self.ringed >= 0

    def loss(self, logits: torch.Tensor, at: np.ndarray) -> torch.Tensor:
        """Return the mean loss of the examples *at*; each counts for what it is a picture of."""
        ring, cafe = self.known[at], at >= self.crossroads
        ringed = held(self.ringed[at[ring]].astype(np.float32))
        marks = held(self.marks[at[cafe] - self.crossroads].astype(np.int64))
        rings = functional.binary_cross_entropy_with_logits(
            logits[held(ring), 3], ringed, reduction="sum"
        )
        cafes = functional.cross_entropy(logits[held(cafe), :3], marks, reduction="sum")
        return (rings + cafes) / len(at)

    def chances(self, logits: torch.Tensor) -> torch.Tensor:
        """Return chances (N, 4)."""
        return chances_of_points(logits)

    def doubts(self, chances: np.ndarray) -> np.ndarray:
        """Return how unsure each of *chances* leaves what is true."""
        found = np.where(self.known, of_either(chances[:, 3]), 0)
        cafes = found[self.crossroads :]
        np.maximum(cafes, of_kinds(chances[self.crossroads :, :3]), out=cafes)
        return found

    def report(self, chances: np.ndarray) -> str:
        """Return how many of all examples are wrong, and confidently so."""
        first, known = self.crossroads, self.known[self.crossroads :]
        rings = _wrong("rings", chances[:first, 3], self.ringed[:first])
        second = _wrong("of cafes", chances[first:][known, 3], self.ringed[first:][known])
        cafes = chances[first:, :3]
        wrong = cafes.argmax(1) != self.marks
        sure = wrong & (cafes.max(1) > 0.93)
        return f"{rings}; {second}; cafes {wrong.sum()} ({sure.sum()} sure) of {len(wrong)}"

    def turned(self, pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
        """Return *pictures* as other points would show them."""
        return turned(pictures, rng, transposed=True)[0]


def chances_of_points(logits: torch.Tensor) -> torch.Tensor:
    """Return the chances (N, 4) of points: the first three sum to 1."""
    return torch.cat([torch.softmax(logits[:, :3], 1), torch.sigmoid(logits[:, 3:])], 1)


def loaded(files: list[Path], key: str) -> np.ndarray:
    """Return what the *files* have under *key*; not every file has all."""
    opened = (np.load(file) for file in files)
    return np.concatenate([one[key] for one in opened if key in one])


def _cafes_ringed(files: list[Path]) -> np.ndarray:
    """Return whether a task is ringed round each café, 1 or 0; -1 where that was not noted."""
    found = []
    for file in files:
        with np.load(file) as one:
            if "cafe_ringed" in one:
                found.append(one["cafe_ringed"].astype(np.int8))
            elif "cafe_marks" in one:
                found.append(np.full(len(one["cafe_marks"]), -1, np.int8))
    return np.concatenate(found)


def split(folders: list[Path]) -> tuple[list[Path], list[Path]]:
    """Return the files to learn from, and those set aside: the last tenth of every folder."""
    kept: list[Path] = []
    aside: list[Path] = []
    for folder in folders:
        files = sorted(folder.glob("*.npz"))
        last = max(1, round(ASIDE * len(files)))
        kept, aside = kept + files[:-last], aside + files[-last:]
    return kept, aside


def _wrong(name: str, chances: np.ndarray, truth: np.ndarray) -> str:
    wrong = (chances > 0.5) != truth
    sure = wrong & (np.maximum(chances, 1 - chances) > 0.93)
    return f"{name} {wrong.sum()} ({sure.sum()} sure) of {len(truth)}"


def batch(
    task: Sections | Points, at: np.ndarray, rng: np.random.Generator, grey: bool
) -> torch.Tensor:
    """Return the examples *at* as the network sees them, changed a little each time."""
    return noisy(inked(task.turned(task.pictures[at], rng), rng, grey), rng)


def run(net: nn.Module, task: Sections | Points) -> torch.Tensor:
    """Return the logits of all examples of *task*."""
    return looked(net, task.pictures)


def temperature(task: Sections | Points, logits: torch.Tensor) -> float:
    """Return what to divide *logits* by for chances that mean what they say.

    At least 1: what is set aside is of the families of art that were learned from, and the
    network is never to be surer of others than it was trained to be.
    """
    every = np.arange(len(logits))
    tried = np.exp(np.linspace(0, np.log(2.5), 40))
    return float(min(tried, key=lambda heat: float(task.loss(logits / heat, every))))


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["sections", "points"])
    parser.add_argument("examples", type=Path, nargs="+", help="folders of harvested photos")
    parser.add_argument("-o", "--output", type=Path, required=True)
    add_course(parser, steps=12_000, rate=3e-3, batch=128)
    parser.add_argument("--grey", action="store_true", help=GREY)
    parser.add_argument("--doubtful", action="store_true", help=DOUBTFUL)
    parser.add_argument("--less", type=float, default=0.0, help="take so much off all log odds")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    kinds: dict[str, type[Sections | Points]] = {"sections": Sections, "points": Points}
    kind = kinds[args.what]
    kept, aside = split(args.examples)
    task, watched = kind(kept), kind(aside)
    net = begin(kind.net(), args)
    print(f"{len(kept)} photos, {sum(p.numel() for p in net.parameters())} weights", flush=True)
    doubts = np.zeros(len(task.pictures))
    if args.doubtful:
        doubts = task.doubts(task.chances(run(net, task)).cpu().numpy())
    chosen = Chooser(doubts)

    def loss(rng: np.random.Generator) -> torch.Tensor:
        at = chosen(args.batch, rng)
        return task.loss(quickly(net, batch(task, at, rng, args.grey)), at)

    course = Course(args.steps, args.rate, args.seed, decay=1e-2, warm=100)
    learn(net, loss, course, args.output.with_suffix(".pt"), lambda: _report(net, watched))
    heat = temperature(watched, run(net, watched))
    print(f"temperature {heat:.2f}")
    export(Calibrated(net, task, heat, args.less), kind.net.shape, args.output)


class Calibrated(nn.Module):
    """A network that gives chances by a temperature, and a prior, instead of logits.

    All log odds are *less* by so much than the network learned, for marks that are rarer in games
    than where it learned. (Of cafés' marks, which sum to 1, that changes nothing.)
    """

    def __init__(
        self, net: nn.Module, task: Sections | Points, heat: float, less: float = 0.0
    ) -> None:
        super().__init__()
        self.net, self.chances, self.heat, self.less = net, task.chances, heat, less

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the chances."""
        return self.chances(self.net(seen) / self.heat - self.less)


def _report(net: nn.Module, watched: Sections | Points) -> str:
    logits = run(net, watched)
    loss = float(watched.loss(logits, np.arange(len(logits))))
    return f"loss {loss:.4f}, {watched.report(watched.chances(logits).cpu().numpy())}"


if __name__ == "__main__":
    main()
