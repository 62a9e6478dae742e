"""Average the weights of two rounds of a network's training, and write it as ONNX.

    python -m training.blend kinds before.pt after.pt --share 0.7 -o kinds.onnx

A round that goes on from the weights before (``--resume``) ends near them, and what lies between
the two is often righter on photos kept apart than either. The output's ``.pt`` file goes on to
the next round.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from scorer.vision.evidence.networks.patches import LAYERS, SIDE
from scorer.vision.evidence.touristkinds import SHAPE_LAYERS, SHAPE_SIDE
from training.export import export
from training.kinds import KindNet
from training.marks import PointNet, SectionNet, chances_of_points
from training.shapes import ShapeNet

Weights = dict[str, torch.Tensor]

# How each network is made, and what it takes.
NETS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "kinds": (KindNet, (SHAPE_LAYERS, SHAPE_SIDE, SHAPE_SIDE)),
    "shapes": (ShapeNet, (LAYERS, SIDE, SIDE)),
    "sections": (SectionNet, SectionNet.shape),
    "points": (PointNet, PointNet.shape),
}


class Chances(nn.Module):
    """A network of the kind *what* that gives chances by a *temperature*, instead of logits.

    All log odds are *less* by so much than the network learned, which is for marks that are
    rarer than where it learned. (Of kinds and cafés' marks, which sum to 1, that
    changes nothing.)
    """

    def __init__(self, what: str, net: nn.Module, temperature: float, less: float = 0.0) -> None:
        super().__init__()
        self.what, self.net, self.temperature, self.less = what, net, temperature, less

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the chances."""
        logits = self.net(seen) / self.temperature - self.less
        if self.what == "kinds":
            return torch.softmax(logits, 1)
        return chances_of_points(logits) if self.what == "points" else torch.sigmoid(logits)


def blended(before: Weights, after: Weights, share: float) -> Weights:
    """Return the weights between *before* (share 0) and *after* (share 1)."""
    return {
        name: torch.lerp(before[name], value, share) if value.is_floating_point() else value
        for name, value in after.items()
    }


def main() -> None:
    """Blend two files of weights and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=list(NETS))
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.7, help="how much the later round counts")
    parser.add_argument("--temperature", type=float, default=1.0, help="as the last round set it")
    parser.add_argument("--less", type=float, default=0.0, help="take so much off all log odds")
    args = parser.parse_args()
    weights = blended(torch.load(args.before), torch.load(args.after), args.share)
    make, shape = NETS[args.what]
    net = make()
    net.load_state_dict(weights)
    torch.save(weights, args.output.with_suffix(".pt"))
    export(Chances(args.what, net, args.temperature, args.less), shape, args.output)


if __name__ == "__main__":
    main()
