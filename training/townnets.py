"""Train one of Innsmouth's networks on what ``training.town`` harvested, and write it as ONNX.

    python -m training.townnets shapes town -o scorer/vision/evidence/networks

Needs torch, onnx and onnxscript besides the project. Each network goes on from that of the
cities in the same folder, its last layer widened by what only Innsmouth has; with ``--further``
from its own one. The last tenth of the photos is never learned from: it sets the temperature, and
measures.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scorer.vision.evidence.networks.patches import LAYERS, SIDE
from training.course import Course, add_course
from training.export import export
from training.forward import quickly
from training.held import Held, held, inked, looked, noisy, turned
from training.loop import begin, learn
from training.marks import PointNet, SectionNet, loaded, split
from training.restore import restored
from training.shapes import Maps, ShapeNet, focal
from training.synthetic import Labels
from training.town import FIGURES

# Of signs beside the map: no mark, circled, crossed out; then a ring, and a cache.
SIGNS, POINTS = 3, 5
Example = tuple[torch.Tensor, torch.Tensor]


def widened(net: nn.Module, last: str, weights: dict[str, torch.Tensor]) -> None:
    """Load *weights* into *net*, whose layer called *last* gives more than they do."""
    own = net.state_dict()
    for part in (f"{last}.weight", f"{last}.bias"):
        known = weights[part]
        own[part][: len(known)] = known
        weights[part] = own[part]
    net.load_state_dict(weights)


class Shapes:
    """Quarters with what is drawn in each, as maps of middles."""

    name, key = "shapes", "locations"

    def __init__(self, files: list[Path]) -> None:
        self.pictures = Held(loaded(files, "locations"))
        self.labels: list[Labels] = []
        for file in files:
            with np.load(file) as one:
                own: list[Labels] = [[] for _ in one["locations"]]
                for cell, kind, x, y in one["figures"]:
                    own[int(cell)].append((int(kind), float(x), float(y)))
            self.labels += own
        self._maps = Maps(self.labels, len(FIGURES))

    def net(self) -> nn.Module:
        """Return the network as it begins."""
        net = ShapeNet()
        net.body[-1] = nn.Conv2d(40, len(FIGURES), 1)
        nn.init.constant_(net.body[-1].bias, -4.0)
        return net

    last, old = "body.7", ShapeNet

    def batch(self, at: np.ndarray, rng: np.random.Generator) -> Example:
        """Return the examples *at*, changed a little each time, and what is wanted."""
        seen, turns = turned(self.pictures[at], rng, transposed=True)
        return inked(seen, rng), turns(self._maps[at])

    def loss(self, logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        """Return the mean loss of a batch."""
        return focal(logits, wanted)

    def report(self, logits: torch.Tensor) -> str:
        """Return in how many quarters the numbers are wrong."""
        wrong = empty = 0
        for maps, labels in zip(torch.sigmoid(logits).cpu(), self.labels, strict=True):
            kinds = [kind for kind, _, _ in labels]
            got = counted(maps)
            wrong += got != [kinds.count(kind) for kind in range(len(FIGURES))]
            empty += not kinds and sum(got) > 0
        return f"wrong {wrong} of {len(self.labels)}, made up in empty {empty}"

    def finished(self, net: nn.Module, logits: torch.Tensor) -> nn.Module:
        """Return *net* giving chances."""
        return nn.Sequential(net, nn.Sigmoid())

    shape: tuple[int, ...] = (LAYERS, SIDE, SIDE)


def counted(maps: torch.Tensor) -> list[int]:
    """Return how many figures of each kind the chances *maps* (5, 24, 24) show."""
    best, kinds = maps.max(dim=0)
    peaks = (best >= functional.max_pool2d(best[None, None], 3, 1, 1)[0, 0]) & (best > 0.5)
    numbers: list[int] = torch.bincount(kinds[peaks], minlength=len(FIGURES)).tolist()
    return numbers


class Sections:
    """Roads and diagonals, drawn or not."""

    name, key, last, old, shape = "sections", "roads", None, SectionNet, SectionNet.shape

    def __init__(self, files: list[Path]) -> None:
        self.pictures, self.drawn = Held(loaded(files, "roads")), loaded(files, "drawn")

    def net(self) -> nn.Module:
        """Return the network as it begins."""
        return SectionNet()

    def batch(self, at: np.ndarray, rng: np.random.Generator) -> Example:
        """Return the examples *at*, changed a little each time, and what is wanted."""
        seen, _ = turned(self.pictures[at], rng)
        return noisy(inked(seen, rng), rng), held(self.drawn[at].astype(np.float32))

    def loss(self, logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        """Return the mean loss of a batch."""
        return functional.binary_cross_entropy_with_logits(logits[:, 0], wanted)

    def report(self, logits: torch.Tensor) -> str:
        """Return how many of all examples are wrong, and confidently so."""
        return wrong(torch.sigmoid(logits[:, 0]).cpu().numpy(), self.drawn)

    def finished(self, net: nn.Module, logits: torch.Tensor) -> nn.Module:
        """Return *net* giving chances that mean what they say."""
        wanted = held(self.drawn.astype(np.float32))
        return Tempered(net, hottest(logits, lambda one: self.loss(one, wanted)), torch.sigmoid)


class Points:
    """Crossroads with rings and caches, and signs beside the map with their marks."""

    name, key, shape = "points", "points", PointNet.shape
    last, old = "head.4", PointNet

    def __init__(self, files: list[Path]) -> None:
        crossroads, signs = loaded(files, "points"), loaded(files, "signs")
        self.pictures = Held(np.concatenate([crossroads, signs]))
        self.first_sign = len(crossroads)
        # For each: 0 or 1 for a crossroads and 2 for a sign; its mark; ringed; cached.
        ringed, cached = loaded(files, "ringed"), loaded(files, "cached")
        marks = loaded(files, "sign_marks")
        nothing = np.zeros(len(marks))
        self.wanted = np.stack(
            [
                np.concatenate([nothing[:0], np.zeros(len(ringed)), nothing + 1]),
                np.concatenate([np.zeros(len(ringed)), marks]),
                np.concatenate([ringed, nothing]),
                np.concatenate([cached, nothing]),
            ],
            axis=1,
        ).astype(np.float32)

    def net(self) -> nn.Module:
        """Return the network as it begins."""
        net = PointNet()
        net.head[4] = nn.Linear(32, POINTS)
        return net

    def batch(self, at: np.ndarray, rng: np.random.Generator) -> Example:
        """Return the examples *at*, changed a little each time, and what is wanted."""
        # Signs are few among all places.
        signs = rng.integers(self.first_sign, len(self.pictures), len(at) // 3)
        at = np.concatenate([at[: len(at) - len(signs)], signs])
        seen, _ = turned(self.pictures[at], rng, transposed=True)
        return noisy(inked(seen, rng), rng), held(self.wanted[at])

    def loss(self, logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        """Return the mean loss of a batch; each counts for what it is a picture of."""
        sign = wanted[:, 0] > 0
        marks = functional.cross_entropy(
            logits[sign, :SIGNS], wanted[sign, 1].long(), reduction="sum"
        )
        both = functional.binary_cross_entropy_with_logits(
            logits[~sign, SIGNS:], wanted[~sign, 2:], reduction="sum"
        )
        return (marks + both) / len(wanted)

    def report(self, logits: torch.Tensor) -> str:
        """Return how many of all examples are wrong, and confidently so."""
        chances, first = chances_of_points(logits).cpu().numpy(), self.first_sign
        rings = wrong(chances[:first, 3], self.wanted[:first, 2])
        caches = wrong(chances[:first, 4], self.wanted[:first, 3])
        signs = int((chances[first:, :SIGNS].argmax(1) != self.wanted[first:, 1]).sum())
        return f"rings {rings}; caches {caches}; signs {signs} of {len(chances) - first}"

    def finished(self, net: nn.Module, logits: torch.Tensor) -> nn.Module:
        """Return *net* giving chances that mean what they say."""
        wanted = held(self.wanted)
        heat_ = hottest(logits, lambda one: self.loss(one, wanted))
        return Tempered(net, heat_, chances_of_points)


Task = Shapes | Sections | Points
TASKS: tuple[type[Points] | type[Shapes] | type[Sections], ...] = (Points, Shapes, Sections)


def chances_of_points(logits: torch.Tensor) -> torch.Tensor:
    """Return the chances (N, 5) of places: the first three sum to 1."""
    return torch.cat([torch.softmax(logits[:, :SIGNS], 1), torch.sigmoid(logits[:, SIGNS:])], 1)


class Tempered(nn.Module):
    """A network that gives chances by a temperature, instead of logits."""

    def __init__(
        self, net: nn.Module, heat: float, chances: Callable[[torch.Tensor], torch.Tensor]
    ) -> None:
        super().__init__()
        self.net, self.heat, self.chances = net, heat, chances

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the chances."""
        return self.chances(self.net(seen) / self.heat)


def hottest(logits: torch.Tensor, loss: Callable[[torch.Tensor], torch.Tensor]) -> float:
    """Return the temperature, at least 1, by which the *loss* of *logits* is least."""
    tried = np.exp(np.linspace(0, np.log(2.5), 40))
    return float(min(tried, key=lambda heat: float(loss(logits / heat))))


def wrong(chances: np.ndarray, truth: np.ndarray) -> str:
    """Return how many *chances* are wrong, and how many of these are sure."""
    off = (chances > 0.5) != (truth > 0.5)
    sure = off & (np.maximum(chances, 1 - chances) > 0.93)
    return f"{off.sum()} wrong ({sure.sum()} sure) of {len(truth)}"


def begun(task: Task, folder: Path, further: bool) -> nn.Module:
    """Return the network of *task* with the weights of the cities' one in *folder*.

    Where it goes *further*, with those of its own one there.
    """
    net = task.net()
    some = task.pictures[:: max(1, len(task.pictures) // 1500)].cpu()
    if further:
        net.load_state_dict(restored(task.net(), folder / f"{task.name}-town.onnx", some))
        return net.to(memory_format=torch.channels_last)
    known = restored(task.old(), folder / f"{task.name}.onnx", some)
    if task.last is None:
        net.load_state_dict(known)
    else:
        widened(net, task.last, known)
    return net.to(memory_format=torch.channels_last)


def train(task: Task, aside: Task, options: argparse.Namespace) -> None:
    """Train one network, and write it into the folder that the command line names."""
    torch.manual_seed(options.seed)
    folder = options.output
    net = begun(task, folder, options.further)
    begin(net, options)
    print(
        f"{task.name}: {len(task.pictures)} examples; {aside.report(looked(net, aside.pictures))}"
    )

    def loss(rng: np.random.Generator) -> torch.Tensor:
        seen, wanted = task.batch(rng.integers(0, len(task.pictures), options.batch), rng)
        return task.loss(quickly(net, seen.contiguous()), wanted)

    course = Course(options.steps, options.rate, options.seed)
    weights = folder / f"{task.name}-town.pt"
    learn(net, loss, course, weights, lambda: aside.report(looked(net, aside.pictures)))
    export(
        aside.finished(net, looked(net, aside.pictures)), task.shape, weights.with_suffix(".onnx")
    )


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[task.name for task in TASKS])
    parser.add_argument("examples", type=Path, nargs="+", help="folders of harvested photos")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the networks' folder")
    parser.add_argument("--further", action="store_true", help="go on from its own network there")
    add_course(parser, steps=4_000, rate=1.5e-3, batch=96)
    options = parser.parse_args()
    kept, apart = split(options.examples)
    kind = next(task for task in TASKS if task.name == options.what)
    train(kind(kept), kind(apart), options)


if __name__ == "__main__":
    main()
