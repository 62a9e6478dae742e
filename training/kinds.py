"""Train the network that takes a closer look at each tourist, and write it as ONNX.

    python -m training.kinds examples -o scorer/vision/evidence/networks/kinds.onnx

Needs torch, onnx and onnxscript besides the project. ``examples`` is what ``training.crowded``
left there: shapes of all four kinds on simulated photos. The last tenth of the photos is never
learned from: it sets the temperature, by which chances mean what they say, and measures.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scorer.vision.evidence.touristkinds import SHAPE_LAYERS, SHAPE_SIDE
from training.choosing import DOUBTFUL, Chooser, of_kinds
from training.course import Course, add_course
from training.export import export
from training.forward import quickly
from training.held import DEVICE, Held, each, held, inked, looked, noisy
from training.loop import begin, learn
from training.marks import split
from training.packing import GREY, greyed

# Pictures are bent at so many places a side, by up to so much (a picture is 2 wide).
BENDS, BENT = 4, 0.05


class KindNet(nn.Module):
    """(N, 5, 56, 56) pictures of shapes to (N, 4) logits of their kinds."""

    def __init__(self) -> None:
        super().__init__()

        def block(into: int, out: int, stride: int = 1) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
            )

        self.body = nn.Sequential(
            block(SHAPE_LAYERS, 20, 2),
            block(20, 28),
            block(28, 40),
            block(40, 56, 2),
            block(56, 56),
            block(56, 72, 2),
            block(72, 72),
        )
        self.head = nn.Sequential(
            nn.AvgPool2d(2), nn.Flatten(), nn.Linear(9 * 72, 48), nn.ReLU(), nn.Linear(48, 4)
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        return self.head(self.body(seen))


def varied(seen: torch.Tensor, rng: np.random.Generator, grey: bool = False) -> torch.Tensor:
    """Return pictures as other hands might have drawn them, paler or darker, at random.

    Mirrored, turned a little, sized, longer or wider, slanted, shifted, and bent as rubber is.
    """
    count = len(seen)
    turns = rng.normal(0, np.deg2rad(9), count)
    turns += np.where(rng.random(count) < 0.15, rng.uniform(0, 2 * np.pi, count), 0)
    sizes = np.exp(rng.normal(0, 0.1, (count, 1)) + rng.normal(0, 0.07, (count, 2)) * [1, -1])
    sizes[:, 0] *= np.where(rng.random(count) < 0.5, -1.0, 1.0)
    slants = rng.normal(0, 0.08, count)
    turned = np.array([[np.cos(turns), -np.sin(turns)], [np.sin(turns), np.cos(turns)]])
    slanted = np.array([[np.ones(count), slants], [slants, np.ones(count)]])
    moved = np.einsum("ijn,jkn,nk->nik", turned, slanted, sizes)
    shifts = rng.normal(0, 2.0 / SHAPE_SIDE, (count, 2, 1))
    grid = functional.affine_grid(
        held(np.concatenate([moved, shifts], 2).astype(np.float32)),
        [count, SHAPE_LAYERS, SHAPE_SIDE, SHAPE_SIDE],
        align_corners=False,
    )
    bent = torch.randn(count, 2, BENDS, BENDS, device=DEVICE)
    bent *= each(rng.uniform(0, BENT, count).astype(np.float32))
    grid = grid + functional.interpolate(bent, SHAPE_SIDE, mode="bicubic").permute(0, 2, 3, 1)
    seen = functional.grid_sample(seen, grid, padding_mode="border", align_corners=False)
    return noisy(inked(seen, rng, grey), rng)


def main() -> None:
    """Train on harvested examples, set the temperature by those kept apart, and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, nargs="+", help="folders of crowded photos")
    parser.add_argument("-o", "--output", type=Path, required=True)
    add_course(parser, steps=10_000, rate=3e-3, batch=64)
    parser.add_argument("--grey", action="store_true", help=f"{GREY}; coloured ones are made grey")
    parser.add_argument("--doubtful", action="store_true", help=DOUBTFUL)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    kept, apart = split(args.examples)
    pictures, kinds = _loaded(kept, args.grey)
    aside, truth = _loaded(apart, args.grey)
    net = begin(KindNet(), args)
    print(len(pictures), "shapes,", sum(p.numel() for p in net.parameters()), "weights")
    doubts = np.zeros(len(pictures))
    if args.doubtful:
        doubts = of_kinds(torch.softmax(looked(net, pictures), 1).cpu().numpy())
    chosen = Chooser(doubts)

    def loss(rng: np.random.Generator) -> torch.Tensor:
        at = chosen(args.batch, rng)
        seen = varied(pictures[at], rng, args.grey)
        return functional.cross_entropy(quickly(net, seen), held(kinds[at]), label_smoothing=0.01)

    course = Course(args.steps, args.rate, args.seed)
    kept_at = args.output.with_suffix(".pt")
    learn(net, loss, course, kept_at, lambda: _report(net, aside, truth))
    temperature = _temperature(looked(net, aside).cpu().numpy(), truth)
    print(f"temperature {temperature:.2f}")
    last = net.head[-1]
    assert isinstance(last, nn.Linear)
    with torch.no_grad():
        last.weight /= temperature
        last.bias /= temperature
    shape = (SHAPE_LAYERS, SHAPE_SIDE, SHAPE_SIDE)
    export(nn.Sequential(net, nn.Softmax(1)), shape, args.output)


def _loaded(files: list[Path], grey: bool) -> tuple[Held, np.ndarray]:
    parts = [np.load(file) for file in files]
    pictures = [part["shapes"] for part in parts]
    shapes = np.concatenate([greyed(some) for some in pictures] if grey else pictures)
    return Held(shapes), np.concatenate([part["kinds"] for part in parts]).astype(np.int64)


def _report(net: nn.Module, pictures: Held, truth: np.ndarray) -> str:
    read = looked(net, pictures).argmax(1).cpu().numpy()
    table = np.zeros((4, 4), int)
    np.add.at(table, (truth, read), 1)
    return f"wrong {(read != truth).sum()} of {len(truth)} {table.tolist()}"


def _temperature(logits: np.ndarray, truth: np.ndarray) -> float:
    """Return the temperature, at least 1, that makes *truth* likeliest."""
    tried = np.exp(np.linspace(0, 1.5, 60))

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        norm = np.log(np.exp(scaled - scaled.max(1, keepdims=True)).sum(1)) + scaled.max(1)
        return float((norm - scaled[np.arange(len(truth)), truth]).mean())

    return float(tried[int(np.argmin([loss(value) for value in tried]))])


if __name__ == "__main__":
    main()
