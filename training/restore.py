"""Take a network's weights back out of its ONNX file, for a round of training to go on from.

    python -m training.restore kinds scorer/vision/evidence/networks/kinds.onnx crowded -o kinds.pt
    python -m training.restore ink scorer/vision/evidence/networks/ink.onnx canvases -o ink.pt
    python -m training.restore spaces scorer/vision/links/spaces.onnx maps-1.npz -o spaces.pt

In the file each normalisation is worked into the convolution before it. A network that learns
normalises by the pictures it is shown; so that it starts as what it was, each normalisation is
given the means and variances that pictures of the ``examples`` have there.
"""

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from training import inknet
from training.blend import NETS, Weights
from training.marks import loaded
from training.packing import unpacked
from training.spaces import SpaceNet

# Under which name the examples of each network are kept, and of how many photos are enough.
_EXAMPLES = {"kinds": "shapes", "shapes": "locations", "sections": "roads", "points": "cafes"}
_PHOTOS, _CANVASES, _SPACES_APART = 40, 8, 4
_INK, _SPACES = "ink", "spaces"


def restored(net: nn.Module, file: Path, pictures: torch.Tensor) -> Weights:
    """Return the weights that *net* has in *file*, normalised by *pictures* (N, C, H, W).

    The temperature in *file*, and what was taken off all log odds, are left out.
    """
    named = {
        one.name: torch.tensor(numpy_helper.to_array(one))
        for one in onnx.load(file).graph.initializer
    }
    # What is exported is mostly the network with its chances, which gives all names a prefix.
    known = {name[name.find(".") + 1 :]: value for name, value in named.items()} | named
    norms = {name: part for name, part in net.named_modules() if isinstance(part, nn.BatchNorm2d)}
    net.load_state_dict(
        {
            name: value if name.rpartition(".")[0] in norms else known[name]
            for name, value in net.state_dict().items()
        }
    )
    net.eval()
    for name, norm in norms.items():
        within, _, number = name.rpartition(".")
        bias = known[f"{within}.{int(number) - 1}.weight_bias"]
        norm.register_forward_pre_hook(partial(_taken_out, bias=bias))
    with torch.no_grad():
        net(pictures)
    state: dict[str, Any] = net.state_dict()
    return state


def _taken_out(norm: nn.BatchNorm2d, given: tuple[torch.Tensor], bias: torch.Tensor) -> None:
    """Make *norm*, about to see what the convolution before it found, add no more than *bias*."""
    (found,) = given
    norm.running_mean[:] = found.mean((0, 2, 3))
    norm.running_var[:] = found.var((0, 2, 3))
    norm.weight[:] = torch.sqrt(norm.running_var + norm.eps)
    norm.bias[:] = bias + norm.running_mean


def main() -> None:
    """Write the weights of one network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*NETS, _INK, _SPACES])
    parser.add_argument("file", type=Path)
    parser.add_argument("examples", type=Path, help="folder of harvested photos; of spaces, a file")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    files = sorted(args.examples.glob("*.npz"))[:_PHOTOS]
    if args.what == _INK:
        layers, _ = inknet.loaded(files[:_CANVASES])
        net: nn.Module = inknet.InkNet()
        pictures = torch.from_numpy(layers.astype(np.float32).transpose(0, 3, 1, 2))
    elif args.what == _SPACES:
        seen = np.load(args.examples)["seen"][::_SPACES_APART]
        net, pictures = SpaceNet(), torch.from_numpy(seen.astype(np.float32) / 200)
    else:
        net = NETS[args.what][0]()
        pictures = torch.from_numpy(unpacked(loaded(files, _EXAMPLES[args.what])[::2]))
    torch.save(restored(net, args.file, pictures), args.output)


if __name__ == "__main__":
    main()
