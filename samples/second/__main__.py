"""Writes photos of the second family with their truth: ``python -m samples.second --help``."""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from samples.second.hand import Person, people
from samples.second.photo import Shot, blank, filled, photographed
from samples.second.press import Press, PressError, press, printed_page, table_picture
from samples.simulator.art.layout import random_layout
from samples.simulator.art.photos import BOARDS
from samples.simulator.art.taught import BLANK_FILE, BLANK_TRUTH, from_above, write_board
from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.people.outlines import OutlinesError
from samples.simulator.strata import Kind
from scorer.rules.city.city import City, load_city

_BLANK_MEGAPIXELS = 5.0


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit status, 2 where the input is at fault."""
    options = parser().parse_args(arguments)
    try:
        drawers = people(options.drawn)
        with press() as ready:
            write(options, drawers, ready)
    except (OutlinesError, PressError) as error:
        print(f"second: {error}", file=sys.stderr)
        return 2
    return 0


def write(options: argparse.Namespace, drawers: tuple[Person, ...], ready: Press) -> None:
    """Write the photos that *options*, of ``parser``, ask for, and their boards."""
    city, kind = load_city("first-city"), Kind(options.kind)
    page = None
    for index in range(options.first, options.first + options.count):
        number = index // options.per_board
        name = f"second-{options.seed}-{kind}-{number:04d}"
        seed = (options.seed, list(Kind).index(kind))
        if page is None or index % options.per_board == 0:
            page = _board(ready, city, (*seed, number), name, options.output / BOARDS / name)
        rng = np.random.default_rng((*seed, index, 1))
        drawer = drawers[int(rng.integers(len(drawers)))]
        board = filled(page, city, drawer, kind, rng)
        table = table_picture(ready, (*seed, index, 2), page.board.page_mm)
        group, card = f"{name}-{index:04d}", None
        told: dict[str, object] = {"seed": [*seed, index]}
        if options.views > 1:
            told["group"] = group
        for view in range(options.views):
            luck = np.random.default_rng((*seed, index, 5, view)) if view else rng
            shot = photographed(board, table, kind, luck, options.megapixels, card=card)
            card = shot.card
            _keep(shot, options.output, f"{group}-view{view + 1}" if view else group, told)
        print(options.output / f"{group}.jpg", flush=True)


def _board(ready: Press, city: City, seed: tuple[int, ...], name: str, folder: Path) -> PrintedPage:
    """Return a board as printed; what its blank photo teaches goes into *folder*."""
    rng = np.random.default_rng((*seed, 3))
    page = printed_page(ready, random_layout(city, name, rng), seed)
    kind = Kind.EASY if rng.random() < 0.7 else Kind.MEDIUM
    table = table_picture(ready, (*seed, 4), page.board.page_mm)
    shot = photographed(blank(page), table, kind, rng, _BLANK_MEGAPIXELS, clear=True)
    learned = from_above(shot.at, shot.rgb, page.board.page_mm, rng)
    write_board(PrintedPage(page.board, learned), folder)
    (folder / BLANK_FILE).write_bytes(shot.jpeg)
    truth = {"photo": BLANK_FILE, **shot.truth}
    (folder / BLANK_TRUTH).write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    return page


def _keep(shot: Shot, folder: Path, name: str, more: dict[str, object]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.jpg").write_bytes(shot.jpeg)
    truth = {"photo": f"{name}.jpg", **shot.truth, **more}
    (folder / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    """Return what the command takes."""
    made = argparse.ArgumentParser(
        prog="python -m samples.second",
        description="Write photos of the second simulated family, for tests only, with truth.",
    )
    made.add_argument("--kind", choices=[kind.value for kind in Kind], default="medium")
    made.add_argument("--count", type=int, default=1)
    made.add_argument("--first", type=int, default=0, help="number of the first photo")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--per-board", type=int, default=1, help="photos of each board")
    made.add_argument("--views", type=int, default=1, help="photos of each filled board")
    made.add_argument("--megapixels", type=float, default=3.05)
    made.add_argument(
        "--drawn", type=Path, metavar="NPZ", required=True, help="hand-drawn shapes of people"
    )
    made.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    return made


if __name__ == "__main__":
    sys.exit(main())
