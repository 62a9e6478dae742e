"""Train the network that finds tourists' shapes in locations of photos, and write it as ONNX.

    python -m training.locations hand-drawn-shapes.npz examples -o shapes.onnx

Needs torch, onnx and onnxscript besides the project. It goes on from the weights that
``training.shapes`` left (``--resume``), which know ink alone, and learns on harvested
locations (``training.harvest``) what the print and unseen places tell. Shapes of the hand-drawn
data set are also drawn into harvested empty locations, as ``training.synthetic`` does, and into
the print of others, where they are none (``leaked``).
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scorer.vision.evidence.networks.patches import LAYERS, SIDE
from training import synthetic
from training.choosing import DOUBTFUL, Chooser
from training.course import Course, add_course
from training.export import export
from training.forward import quickly
from training.loop import begin, learn
from training.marks import split
from training.packing import GREY, exchanged, gains, unpacked
from training.shapes import ShapeNet, counts, focal, heat

BATCH = 24
# How an example comes about: a filled location, an empty one, shapes drawn into an empty one.
SHARES = (0.38, 0.42, 0.2)
# How often print leaks into what is taken for ink, and how far off it is then at most (pixels).
LEAKY, SLIP_PX = 0.45, 1.3
FIGURED = 0.5
# What is less likely a shape's middle than this is beyond doubt.
_NOTHING = 0.1
Labels = list[tuple[int, float, float]]


class Locations:
    """Harvested locations with what is drawn in each."""

    def __init__(self, files: list[Path]) -> None:
        opened = (np.load(file) for file in files)
        every = [one for one in opened if "locations" in one]
        self.pictures = np.concatenate([one["locations"] for one in every])
        self.labels: list[Labels] = []
        for one in every:
            own: list[Labels] = [[] for _ in one["locations"]]
            for cell, kind, x, y in one["figures"]:
                own[int(cell)].append((int(kind), float(x), float(y)))
            self.labels += own
        number = np.array([len(labels) for labels in self.labels])
        self.filled, self.empty = np.flatnonzero(number), np.flatnonzero(number == 0)
        self.doubt(np.zeros(len(number)))

    def doubt(self, doubts: np.ndarray) -> None:
        """Show locations the more often the higher their *doubts* (N,)."""
        self._choosers = Chooser(doubts[self.filled]), Chooser(doubts[self.empty])

    def example(
        self, drawn: synthetic.Drawn, rng: np.random.Generator, grey: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return a picture (6, 96, 96) and its wanted maps (3, 24, 24)."""
        way = int(rng.choice(3, p=SHARES))
        known, chosen = (self.empty if way else self.filled), self._choosers[way > 0]
        index = int(known[chosen(1, rng)[0]])
        seen, labels = unpacked(self.pictures[index]), self.labels[index]
        if way == 2:
            ink, labels = synthetic.location(drawn, rng, seen[0].copy())
            pen = np.float32(1) if grey else coloured(rng)[:, None, None]
            seen[1:4] = np.minimum(seen[1:4] + pen * np.maximum(ink - seen[0], 0), 2)
            seen[0] = ink
        seen[:4] *= gains(rng, 1)
        if rng.random() < LEAKY:
            seen = leaked(seen, drawn, rng)
        seen = seen[exchanged(LAYERS, rng, grey)]
        wanted = heat(labels)
        turns = int(rng.integers(4))
        seen, wanted = np.rot90(seen, turns, (1, 2)), np.rot90(wanted, turns, (1, 2))
        if rng.random() < 0.5:
            seen, wanted = seen[:, :, ::-1], wanted[:, :, ::-1]
        return seen, wanted


def coloured(rng: np.random.Generator) -> np.ndarray:
    """Return how much a pen darkens red, green and blue (3,), the most being 1: some are black."""
    colours = rng.uniform(0.15, 1, 3) if rng.random() < 0.8 else np.ones(3)
    return np.asarray(colours / colours.max(), np.float32)


def leaked(seen: np.ndarray, drawn: synthetic.Drawn, rng: np.random.Generator) -> np.ndarray:
    """Return *seen* (6, 96, 96) as of a print that lies a little beside its place, or is duller.

    Half of the time figures are first printed on it that look as tourists do.
    """
    found = seen.copy()
    if rng.random() < FIGURED:
        figure, _ = synthetic.location(drawn, rng, np.zeros_like(seen[0]))
        tone = float(rng.uniform(0.15, 0.75))
        found[4] *= 1 - tone * np.clip(figure, 0, 1)
    print_ = np.log(np.clip(found[4], 0, 1) + 0.04)
    move = np.array([[1, 0, rng.uniform(-1, 1)], [0, 1, rng.uniform(-1, 1)]], np.float32)
    move[:, 2] *= SLIP_PX * float(rng.uniform(0, 1))
    moved = cv2.warpAffine(print_, move, print_.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    moved = cv2.GaussianBlur(moved, (0, 0), float(rng.uniform(0.3, 1.0)))
    level = float(rng.uniform(0.45, 1.1))
    leak = (print_ - moved + rng.normal(0, 0.06) * (print_ - print_.mean())) / level
    found[1:4] = np.clip(found[1:4] + leak, -1, 2)
    # The ink's strength forgives a small misfit, and so loses ink beside what is dark.
    found[0] = np.clip(found[0] + np.minimum(leak - 0.35, 0.6) * (leak > 0.35), 0, 2)
    return found


def widened(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return *weights* of a network that saw ink alone for one that sees all layers."""
    first = weights["body.0.0.weight"]
    if first.shape[1] == LAYERS:
        return weights
    more = torch.zeros(first.shape[0], LAYERS - 1, *first.shape[2:])
    return {**weights, "body.0.0.weight": torch.cat([first, more], 1)}


def unsure(net: nn.Module, known: Locations) -> np.ndarray:
    """Return how unsure *net* is of each location, (N,): of the shape it is least sure of."""
    net.eval()
    found = []
    with torch.no_grad():
        for first in range(0, len(known.pictures), 100):
            some = unpacked(known.pictures[first : first + 100])
            maps = torch.sigmoid(net(torch.from_numpy(some)))
            best, second = maps.topk(2, dim=1).values.unbind(1)
            peaks = best >= functional.max_pool2d(best, 5, 1, 2)
            doubt = torch.maximum(torch.minimum(best, 1 - best), second / (best + second))
            doubt = torch.where(peaks & (best > _NOTHING), doubt, 0)
            found.append(doubt.amax((1, 2)).numpy())
    net.train()
    return np.concatenate(found)


def report(net: nn.Module, aside: Locations, most: int = 3000) -> str:
    """Return in how many of the locations *aside* the counts are wrong."""
    chosen = np.random.default_rng(3).permutation(len(aside.pictures))[:most]
    net.eval()
    found = []
    with torch.no_grad():
        for first in range(0, len(chosen), 100):
            some = unpacked(aside.pictures[chosen[first : first + 100]])
            found += counts(torch.sigmoid(net(torch.from_numpy(some))).numpy(), 0.5)
    net.train()
    wrong, missed, ghosts = 0, 0, 0
    for index, got in zip(chosen, found, strict=True):
        kinds = [kind for kind, _, _ in aside.labels[index]]
        truth = kinds.count(0), kinds.count(1), kinds.count(2)
        wrong += got != truth
        missed += sum(got) < sum(truth)
        ghosts += not kinds and sum(got) > 0
    return f"wrong {wrong} of {len(chosen)}, missing some {missed}, made up in empty {ghosts}"


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drawn", type=Path)
    parser.add_argument("examples", type=Path, nargs="+", help="folders of harvested photos")
    parser.add_argument("-o", "--output", type=Path, required=True)
    add_course(parser, steps=9_000, rate=2e-3)
    parser.add_argument("--grey", action="store_true", help=GREY)
    parser.add_argument("--doubtful", action="store_true", help=DOUBTFUL)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    drawn = synthetic.load_drawn(args.drawn, held_out=False)
    kept, apart = split(args.examples)
    known, aside = Locations(kept), Locations(apart)
    net = begin(ShapeNet(layers=LAYERS), args, widened)
    print(f"{len(kept)} photos; before: {report(net, aside)}", flush=True)
    if args.doubtful:
        known.doubt(unsure(net, known))

    def loss(rng: np.random.Generator) -> torch.Tensor:
        pairs = [known.example(drawn, rng, args.grey) for _ in range(BATCH)]
        seen, wanted = (torch.from_numpy(np.stack(part)) for part in zip(*pairs, strict=True))
        return focal(quickly(net, seen), wanted)

    course = Course(args.steps, args.rate, args.seed)
    learn(net, loss, course, args.output.with_suffix(".pt"), lambda: report(net, aside))
    export(nn.Sequential(net, nn.Sigmoid()), (LAYERS, SIDE, SIDE), args.output)


if __name__ == "__main__":
    main()
