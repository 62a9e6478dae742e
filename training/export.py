"""Write trained networks as ONNX files that tell nothing about where they were trained."""

from pathlib import Path

import onnx
import torch
from torch import nn


def export(net: nn.Module, shape: tuple[int, ...], path: Path) -> None:
    """Write *net*, which takes (N, *shape*) float32, to *path*."""
    torch.onnx.export(
        net.cpu().to(memory_format=torch.contiguous_format).eval(),
        (torch.zeros(2, *shape),),
        path,
        dynamo=True,
        external_data=False,
        input_names=["seen"],
        output_names=["chances"],
        dynamic_shapes=({0: torch.export.Dim("n", min=1, max=256)},),
    )
    bare(path)


def bare(path: Path) -> None:
    """Take out of the ONNX file *path* what the exporter noted about this machine."""
    model = onnx.load(path)
    graph = model.graph
    for part in (model, graph, *graph.node, *graph.value_info, *graph.input, *graph.output):
        part.doc_string = ""
        del part.metadata_props[:]
    onnx.save(model, path)
