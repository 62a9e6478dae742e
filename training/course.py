"""How long and how fast a network learns."""

import argparse
import math
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Course:
    """How long a network learns, how fast at first, and by which seed.

    ``decay`` is the weights', ``warm`` the number of steps until the full rate.
    """

    steps: int
    rate: float
    seed: int = 1
    decay: float = 1e-3
    warm: int = 50

    def rate_at(self, step: int) -> float:
        """Return the rate of *step*: it rises, then fades to nothing."""
        fade = 0.5 + 0.5 * math.cos(math.pi * step / self.steps)
        return self.rate * min(1.0, (step + 1) / self.warm) * fade


def add_course(parser: argparse.ArgumentParser, steps: int, rate: float, batch: int) -> None:
    """Let the command line say how long and how fast a network learns, and from what on."""
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--batch", type=int, default=batch, help="examples at a step")
    parser.add_argument("--rate", type=float, default=rate, help="at first")
    parser.add_argument("--seed", type=int, default=1, help="of what each step shows")
    parser.add_argument("--resume", type=Path, help="weights (.pt) to begin with")


def add_steps(parser: argparse.ArgumentParser, count: int, steps: int) -> None:
    """Let the command line harvest numbered pages, or train on what was harvested."""
    both = parser.add_subparsers(dest="step", required=True)
    cutting = both.add_parser("harvest")
    cutting.add_argument("-o", "--output", type=Path, required=True)
    cutting.add_argument("--count", type=int, default=count, help="how many pages")
    cutting.add_argument("--first", type=int, default=0, help="the first page's number")
    cutting.add_argument("--seed", type=int, default=1, help="of all pages")
    learning = both.add_parser("train")
    learning.add_argument("pages", type=Path, nargs="+", help="folders of harvested pages")
    learning.add_argument("-o", "--output", type=Path, required=True)
    add_course(learning, steps=steps, rate=3e-3, batch=4)
