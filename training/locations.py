"""Train the network that finds tourists' shapes in locations of photos, and write it as ONNX.

    python -m training.locations hand-drawn-shapes.npz examples -o shapes.onnx

Needs torch, onnx and onnxscript besides the project. It learns from harvested locations
(``training.harvest``). Shapes that ``training.synthetic`` draws are also laid into empty ones, and
into the print of others, where they are none (``leaked``).
"""

import argparse
from pathlib import Path

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
from training.held import DEVICE, Held, each, held, inked, turned
from training.loop import begin, learn
from training.marks import split
from training.packing import GREY
from training.shapes import MadeUp, Maps, ShapeNet, counts, focal

# How an example comes about: a filled location, an empty one, shapes drawn into an empty one.
SHARES = (0.38, 0.42, 0.2)
# How often print leaks into what is taken for ink, and how far off it is then at most (pixels).
LEAKY, SLIP_PX = 0.45, 1.3
FIGURED = 0.5
# So many locations' shapes are drawn once, to be laid on others; what is moved is blurred so wide.
MADE_UP = 30_000
_BLUR_PX = 3
# What is less likely a shape's middle than this is beyond doubt.
_NOTHING = 0.1
_AT_ONCE = 100


class Locations:
    """Harvested locations with what is drawn in each."""

    def __init__(self, files: list[Path]) -> None:
        opened = (np.load(file) for file in files)
        every = [one for one in opened if "locations" in one]
        self.pictures = Held(np.concatenate([one["locations"] for one in every]))
        self.labels: list[synthetic.Labels] = []
        for one in every:
            own: list[synthetic.Labels] = [[] for _ in one["locations"]]
            for cell, kind, x, y in one["figures"]:
                own[int(cell)].append((int(kind), float(x), float(y)))
            self.labels += own
        self._maps = Maps(self.labels, len(synthetic.KINDS))
        number = np.array([len(labels) for labels in self.labels])
        self.filled, self.empty = np.flatnonzero(number), np.flatnonzero(number == 0)
        self.doubt(np.zeros(len(number)))

    def doubt(self, doubts: np.ndarray) -> None:
        """Show locations the more often the higher their *doubts* (N,)."""
        self._choosers = Chooser(doubts[self.filled]), Chooser(doubts[self.empty])

    def batch(
        self, made_up: MadeUp, count: int, rng: np.random.Generator, grey: bool = False
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return pictures (N, 6, 96, 96) and their wanted maps (N, 3, 24, 24)."""
        way = rng.choice(3, count, p=SHARES)
        filled, empty = (
            known[rng.permutation(chosen(count, rng))]
            for known, chosen in zip((self.filled, self.empty), self._choosers, strict=True)
        )
        at, laid = np.where(way > 0, empty, filled), rng.integers(len(made_up), size=count)
        seen, drawn = self.pictures[at], each(way == 2)
        ink = torch.where(drawn, torch.maximum(made_up.ink[laid], seen[:, :1]), seen[:, :1])
        pen = torch.ones(count, 3, 1, 1, device=DEVICE) if grey else coloured(count, rng)
        darker = (seen[:, 1:4] + pen * (ink - seen[:, :1])).clamp(max=2)
        seen = inked(torch.cat([ink, darker, seen[:, 4:]], 1), rng, grey)
        seen = torch.where(each(rng.random(count) < LEAKY), leaked(seen, made_up, rng), seen)
        seen, turns = turned(seen, rng, transposed=True)
        return seen, turns(torch.where(drawn, made_up.maps[laid], self._maps[at]))


def coloured(count: int, rng: np.random.Generator) -> torch.Tensor:
    """Return how much pens darken red, green, blue (N, 3, 1, 1), most being 1: some are black."""
    colours = np.where(rng.random((count, 1)) < 0.8, rng.uniform(0.15, 1, (count, 3)), 1)
    return held((colours / colours.max(1, keepdims=True)).astype(np.float32))[..., None, None]


def leaked(seen: torch.Tensor, made_up: MadeUp, rng: np.random.Generator) -> torch.Tensor:
    """Return *seen* (N, 6, 96, 96) as of print that lies a little beside its place, or is duller.

    Half of the time figures are first printed on it that look as tourists do.
    """
    count = len(seen)

    def among(least: float, most: float) -> torch.Tensor:
        return each(rng.uniform(least, most, count).astype(np.float32))

    figure = made_up.ink[rng.integers(len(made_up), size=count)].clamp(0, 1)
    tone = among(0.15, 0.75) * each(rng.random(count) < FIGURED)
    light = seen[:, 4:5] * (1 - tone * figure)
    print_ = torch.log(light.clamp(0, 1) + 0.04)
    moved = _softer(_slipped(print_, rng), among(0.3, 1.0))
    dull = each(rng.normal(0, 0.06, count).astype(np.float32))
    leak = print_ - moved + dull * (print_ - print_.mean((1, 2, 3), keepdim=True))
    leak = leak / among(0.45, 1.1)
    # The ink's strength forgives a small misfit, and so loses ink beside what is dark.
    more = (leak - 0.35).clamp(max=0.6) * (leak > 0.35)
    ink, darker = (seen[:, :1] + more).clamp(0, 2), (seen[:, 1:4] + leak).clamp(-1, 2)
    return torch.cat([ink, darker, light, seen[:, 5:]], 1)


def _slipped(print_: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Return *print_* (N, 1, H, W), each moved by up to ``SLIP_PX``."""
    count, side = len(print_), print_.shape[-1]
    move = np.tile(np.eye(2, 3), (count, 1, 1))
    slip = rng.uniform(-1, 1, (count, 2)) * SLIP_PX * rng.uniform(0, 1, (count, 1))
    move[:, :, 2] = 2 * slip / side
    grid = functional.affine_grid(
        held(move.astype(np.float32)), list(print_.shape), align_corners=False
    )
    return functional.grid_sample(print_, grid, padding_mode="border", align_corners=False)


def _softer(print_: torch.Tensor, sigma: torch.Tensor) -> torch.Tensor:
    """Return *print_* (N, 1, H, W) blurred, each by its *sigma* (N, 1, 1, 1) in pixels."""
    away = torch.arange(-_BLUR_PX, _BLUR_PX + 1, device=DEVICE)
    weight = torch.exp(-(away**2) / (2 * sigma[..., 0] ** 2))
    weight = weight / weight.sum(-1, keepdim=True)
    count, _, height, width = print_.shape
    seen = functional.pad(print_, (_BLUR_PX,) * 4, mode="replicate").transpose(0, 1)
    seen = functional.conv2d(seen, weight[..., None, :], groups=count)
    seen = functional.conv2d(seen, weight[..., None], groups=count)
    return seen.reshape(count, 1, height, width)


def unsure(net: nn.Module, known: Locations) -> np.ndarray:
    """Return how unsure *net* is of each location, (N,): of the shape it is least sure of."""
    net.eval()
    found = []
    with torch.no_grad():
        for first in range(0, len(known.pictures), _AT_ONCE):
            maps = torch.sigmoid(net(known.pictures[first : first + _AT_ONCE]))
            best, second = maps.topk(2, dim=1).values.unbind(1)
            peaks = best >= functional.max_pool2d(best, 5, 1, 2)
            doubt = torch.maximum(torch.minimum(best, 1 - best), second / (best + second))
            doubt = torch.where(peaks & (best > _NOTHING), doubt, 0)
            found.append(doubt.amax((1, 2)).cpu().numpy())
    net.train()
    return np.concatenate(found)


def report(net: nn.Module, aside: Locations, most: int = 3000) -> str:
    """Return in how many of the locations *aside* the counts are wrong."""
    chosen = np.random.default_rng(3).permutation(len(aside.pictures))[:most]
    net.eval()
    found = []
    with torch.no_grad():
        for first in range(0, len(chosen), _AT_ONCE):
            maps = torch.sigmoid(net(aside.pictures[chosen[first : first + _AT_ONCE]]))
            found += counts(maps.cpu().numpy(), 0.5)
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
    add_course(parser, steps=9_000, rate=2e-3, batch=24)
    parser.add_argument("--grey", action="store_true", help=GREY)
    parser.add_argument("--doubtful", action="store_true", help=DOUBTFUL)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    drawn = synthetic.load_drawn(args.drawn, held_out=False)
    made_up = MadeUp(drawn, MADE_UP, args.seed)
    kept, apart = split(args.examples)
    known, aside = Locations(kept), Locations(apart)
    net = begin(ShapeNet(), args)
    print(f"{len(kept)} photos; before: {report(net, aside)}", flush=True)
    if args.doubtful:
        known.doubt(unsure(net, known))

    def loss(rng: np.random.Generator) -> torch.Tensor:
        seen, wanted = known.batch(made_up, args.batch, rng, args.grey)
        return focal(quickly(net, seen), wanted)

    course = Course(args.steps, args.rate, args.seed)
    learn(net, loss, course, args.output.with_suffix(".pt"), lambda: report(net, aside))
    export(nn.Sequential(net, nn.Sigmoid()), (LAYERS, SIDE, SIDE), args.output)


if __name__ == "__main__":
    main()
