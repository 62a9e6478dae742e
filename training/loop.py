"""The one loop by which every network learns.

What a step shows depends on the seed and the number of the step alone, and the state is kept every
minute: a course that was cut off goes on where it stood, and ends with the same weights.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from torch import nn

from training.course import Course
from training.held import DEVICE

Net = TypeVar("Net", bound=nn.Module)

_KEEP_S = 60.0


def learn(
    net: nn.Module,
    loss: Callable[[np.random.Generator], torch.Tensor],
    course: Course,
    weights: Path,
    report: Callable[[], str],
) -> None:
    """Let *net* learn, and write its weights.

    Parameters
    ----------
    net : Module
        As it begins; at the end it has learned.
    loss : callable
        Gives the loss of one step, whose examples are chosen by the generator it is given.
    course : Course
        How long, how fast.
    weights : Path
        Written at the end. The state of a course that was cut off lies beside it.
    report : callable
        Tells how well the network does on what is kept apart; printed now and then.
    """
    optimiser = torch.optim.AdamW(net.parameters(), course.rate, weight_decay=course.decay)
    state = weights.with_suffix(".state")
    first = _gone_on(net, optimiser, course, state)
    kept = time.monotonic()
    for step in range(first, course.steps):
        torch.manual_seed((course.seed << 32) + step)
        for group in optimiser.param_groups:
            group["lr"] = course.rate_at(step)
        found = loss(np.random.default_rng((course.seed, step)))
        optimiser.zero_grad()
        found.backward()
        optimiser.step()
        if time.monotonic() - kept > _KEEP_S:
            _keep(net, optimiser, course, step + 1, state)
            print(f"step {step + 1} of {course.steps}: {report()}", flush=True)
            kept = time.monotonic()
    torch.save({name: value.cpu() for name, value in net.state_dict().items()}, weights)
    state.unlink(missing_ok=True)
    print(f"end: {report()}", flush=True)


def _gone_on(net: nn.Module, optimiser: torch.optim.Optimizer, course: Course, state: Path) -> int:
    """Return the step to go on with, *net* and *optimiser* as they were before it."""
    if not state.exists():
        return 0
    kept = torch.load(state, map_location=DEVICE)
    if kept["course"] != asdict(course):
        print(f"{state} is of another course: this one begins anew", flush=True)
        return 0
    net.load_state_dict(kept["net"])
    optimiser.load_state_dict(kept["optimiser"])
    step: int = kept["step"]
    print(f"goes on with step {step}", flush=True)
    return step


def _keep(
    net: nn.Module, optimiser: torch.optim.Optimizer, course: Course, step: int, state: Path
) -> None:
    whole = {
        "course": asdict(course),
        "step": step,
        "net": net.state_dict(),
        "optimiser": optimiser.state_dict(),
    }
    beside = state.with_suffix(".part")
    torch.save(whole, beside)
    beside.replace(state)


def begin(net: Net, options: argparse.Namespace) -> Net:
    """Give *net* the weights that the command line names, if any, and place it to learn."""
    torch.set_num_threads(1)
    if options.resume:
        net.load_state_dict(torch.load(options.resume, map_location="cpu"))
    net.to(DEVICE, memory_format=torch.channels_last)
    return net
