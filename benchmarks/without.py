"""How well photos are read without one of the things that help.

    python -m benchmarks.without hand FOLDER        as ``scorer evaluate FOLDER``, and its options
    python -m benchmarks.without pale FOLDER

*Hand*: the pens of a player's clear shapes tell nothing of the unclear ones. *Pale*: a section that
is far paler than the board's others is no doubt, and neither is a pale stroke that is taken for
wiped off.
"""

import argparse
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from scorer.commands.evaluating import evaluate
from scorer.vision.decide import interpret, singlemarks

# Where each helps, and what stands in for it.
WITHOUT: dict[str, tuple[object, str, Callable[..., Any]]] = {
    "hand": (interpret, "with_colours", lambda crowds: crowds),
    "pale": (singlemarks, "_pale", lambda _: False),
}


def main() -> None:
    """Read the photos; end as ``scorer evaluate`` does."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("thing", choices=WITHOUT)
    options, others = parser.parse_known_args()
    with patch.object(*WITHOUT[options.thing]):
        evaluate(others, prog_name=f"python -m benchmarks.without {options.thing}")


if __name__ == "__main__":
    main()
