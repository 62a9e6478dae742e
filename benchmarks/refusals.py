"""How fast photos of other things than boards are refused, and whether any would be taught.

    python -m benchmarks.refusals FOLDER…            every picture in these folders
    python -m benchmarks.refusals FOLDER --list      each picture, with its reason and times
    python -m benchmarks.refusals FOLDER --way teaching   in this way alone

Every picture is read and taught in processes of their own, which have opened no board before: so
the times are those of the first photo after a start, in processor time without the start itself.
*All boards*: it may be of any board that is shipped. *One chosen*: it is read as the board of the
First City, and then compared with all others, as the app does. A board that pictures are refused
of as *another board* is offered to be taught, and so is one that ``learn_board`` takes.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from scorer.rules.city.city import load_city
from scorer.vision.boards.halfboard import half_pictures, is_double
from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.boards.taught import known_pictures
from scorer.vision.locate.otherboard import shown_instead
from scorer.vision.photo.gate import NotRead, NotReadReason
from scorer.vision.read import read_photo
from scorer.vision.teach.learn import learn_board
from scorer.vision.teach.propose import empty_board

CHOSEN = "first-city"
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic")
# Nothing was taught in this folder: only the shipped boards are known.
NOWHERE = Path(os.devnull)


@dataclass(frozen=True)
class Refusal:
    """What came of a picture in one way, and the seconds of processor that it took."""

    reason: str
    seconds: float


def with_halves(pictures: tuple[BoardPicture, ...]) -> tuple[BoardPicture, ...]:
    """Return *pictures*, and those of the halves of double boards."""
    halves = [half for one in pictures if is_double(one.board) for half in half_pictures(one)]
    return (*pictures, *halves)


def among_all(data: bytes) -> str:
    """Return why a photo is of none of the shipped boards, or ``read``."""
    found = read_photo(data, with_halves(known_pictures(NOWHERE)))
    return str(found.reason) if isinstance(found, NotRead) else "read"


def as_chosen(data: bytes) -> str:
    """Return why a photo is not of the chosen board, or that it is of another one."""
    found = read_photo(data, load_picture(CHOSEN))
    if not isinstance(found, NotRead):
        return "read"
    others = [one for one in known_pictures(NOWHERE) if one.board.id != CHOSEN]
    if shown_instead(data, with_halves(tuple(others))):
        return "read"
    return str(found.reason)


def taught(data: bytes) -> str:
    """Return why a photo teaches no board, or ``taught``."""
    found = learn_board(data, empty_board(load_city(CHOSEN), "own", "Own"))
    return str(found.reason) if isinstance(found, NotRead) else "taught"


WAYS: dict[str, Callable[[bytes], str]] = {
    "all boards": among_all,
    "one chosen": as_chosen,
    "teaching": taught,
}


def told(asked: tuple[str, Path]) -> Refusal:
    """Try a picture in one way; a crash is told as one."""
    way, file = asked
    data = file.read_bytes()
    start = time.process_time()
    try:
        reason = WAYS[way](data)
    # That nothing crashes is what is measured.
    except Exception as error:
        reason = f"crash: {error!r}"
    return Refusal(reason, time.process_time() - start)


def measured(
    files: list[Path], ways: list[str], processes: int
) -> Iterator[tuple[Path, dict[str, Refusal]]]:
    """Yield what came of each picture in some *ways*, every try in a process of its own."""
    tries = ((way, file) for file in files for way in ways)
    with get_context("fork").Pool(processes, maxtasksperchild=1) as pool:
        found = pool.imap(told, tries)
        for file in files:
            yield file, {way: next(found) for way in ways}


def pictures_in(folders: list[Path]) -> list[Path]:
    """Return all pictures in *folders*, in order."""
    found = {file for folder in folders for file in folder.rglob("*")}
    return sorted(file for file in found if file.suffix.lower() in PICTURES)


def table(all_: dict[Path, dict[str, Refusal]]) -> str:
    """Return the figures of all pictures, a line a way."""
    lines = [f"{'':12} {'median':>7} {'99 %':>7} {'most':>7}  reasons"]
    for way in next(iter(all_.values())):
        some = [one[way] for one in all_.values()]
        times = sorted(one.seconds for one in some)
        reasons = Counter(one.reason for one in some)
        said = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
        high = times[min(len(times) - 1, int(0.99 * len(times)))]
        lines.append(f"{way:12} {median(times):7.2f} {high:7.2f} {times[-1]:7.2f}  {said}")
    offered = sum(is_offered(one) for one in all_.values())
    lines.append(f"{len(all_)} pictures, {offered} of them offered to be taught")
    return "\n".join(lines)


def is_offered(one: dict[str, Refusal]) -> bool:
    """Whether a picture is said to show another board, or would be learned as one."""
    return any(got.reason in ("taught", NotReadReason.OTHER_BOARD) for got in one.values())


def main() -> int:
    """Run the benchmark; return 2 where there is no picture."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--list", action="store_true", help="tell of each picture")
    parser.add_argument("--way", choices=WAYS, action="append", help="not in all three ways")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    if not (files := pictures_in(options.folders)):
        print("refusals: no pictures there", file=sys.stderr)
        return 2
    all_ = {}
    for file, one in measured(files, options.way or list(WAYS), options.processes):
        all_[file] = one
        if options.list:
            figures = "  ".join(f"{way} {got.reason} {got.seconds:.2f}" for way, got in one.items())
            print(f"{file.name}: {figures}", flush=True)
    print(table(all_))
    return 0


if __name__ == "__main__":
    sys.exit(main())
