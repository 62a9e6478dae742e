"""Writes simulated photos of maps with buses: ``python -m samples.simulator.linkmaps --help``."""

import argparse
import json
import sys
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from samples.simulator.art.families import Split
from samples.simulator.art.taught import from_above
from samples.simulator.linkmaps.art import printed_map
from samples.simulator.linkmaps.photo import simulate_map
from samples.simulator.linkmaps.towns import random_town
from samples.simulator.strata import Kind
from scorer.printing.linkmaps import map_png
from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.map import TicketMap, load_map

_DPI = 152.4
PRACTICE = "lantern-bay"
MAP_FILE, PICTURE_FILE = "map.json", "picture.png"
Picture = NDArray[np.uint8]


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    split = Split(options.split)
    if options.development and split is Split.TEST:
        parser.error("--development goes with --split train: the other split is for tests alone")
    options.output.mkdir(parents=True, exist_ok=True)
    for index in range(options.first, options.first + options.count):
        seed = (options.seed, index)
        kind = tuple(Kind)[index % len(Kind)] if options.kind == "all" else Kind(options.kind)
        # Of every three rounds one shows the practice map, the others a new map each.
        number = index // len(Kind)
        practice = number % 3 == 0
        town = (split, (options.seed, number), options.output, options.development)
        map_, printed = _practice() if practice else _made_up(*town)
        photo = simulate_map(map_, printed, kind, seed, options.megapixels)
        name = f"{split.value}-{options.seed}-{index:04d}"
        (options.output / f"{name}.jpg").write_bytes(photo.jpeg)
        truth = {"photo": f"{name}.jpg", **photo.truth}
        (options.output / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n")
        print(options.output / f"{name}.jpg", flush=True)
    return 0


@cache
def _practice() -> tuple[TicketMap, Picture]:
    map_ = load_map(PRACTICE)
    with Image.open(BytesIO(map_png(map_, _DPI))) as image:
        return map_, np.asarray(image.convert("RGB"))


@lru_cache(maxsize=1)
def _made_up(
    split: Split, seed: tuple[int, ...], folder: Path, development: bool
) -> tuple[TicketMap, Picture]:
    """Return a new map and its print; write what its owner has taught into *folder*.

    The picture taught is the print itself or, for every other map, what a photo of the blank
    map gives.
    """
    rng = np.random.default_rng((*seed, 3, list(Split).index(split)))
    map_ = random_town(f"town-{split.value}-{seed[0]}-{seed[1]}", rng)
    printed = printed_map(map_, split, rng, development=development)
    taught = printed
    if rng.random() < 0.5:
        assert map_.page_mm
        photo = simulate_map(map_, printed, Kind.EASY, (*seed, 5), 2.5, blank=True)
        taught = from_above(photo.at, photo.rgb, map_.page_mm, rng)
    home = folder / "maps" / map_.id
    home.mkdir(parents=True, exist_ok=True)
    (home / MAP_FILE).write_text(json.dumps(to_data(map_)) + "\n")
    Image.fromarray(taught).save(home / PICTURE_FILE, compress_level=2)
    return map_, printed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m samples.simulator.linkmaps",
        description="Write simulated photos of maps with buses, each with its truth as JSON: the "
        "practice map, and maps made up anew, into DIR/maps.",
    )
    parser.add_argument("--split", choices=[split.value for split in Split], default="train")
    parser.add_argument(
        "--development",
        action="store_true",
        help="with the split train: spaces of shapes that training never shows",
    )
    kinds = [*(kind.value for kind in Kind), "all"]
    parser.add_argument("--kind", choices=kinds, default="all", help="how hard, in turn")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first photo")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--megapixels", type=float, default=2.0, help="size (default: 2.0)")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    return parser


if __name__ == "__main__":
    sys.exit(main())
