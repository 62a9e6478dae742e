"""How well photos of boards of Innsmouth with known truth are read.

    python -m samples.simulator --board innsmouth --kind medium --count 100 --seed 5 -o photos
    python -m benchmarks.readtown photos
    python -m benchmarks.readtown photos --known

Photos of towns in random art are read by what a blank photo taught of each:

    python -m samples.simulator --board innsmouth --art --art-split test --count 50 -o photos

With ``--known`` the reader knows what lies beside the board: threat, character, fate numbers,
cache card. A confident mistake is one at a place where no doubt stands.
"""

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2

from scorer.printing.seatown import photo_page
from scorer.rules.innsmouth.filled import InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.ownbox import town_told
from scorer.rules.innsmouth.town import Town, practice_town
from scorer.rules.jsonfile import from_data
from scorer.vision.boards.picture import BoardPicture, open_picture
from scorer.vision.innsmouth.known import NOTHING_KNOWN, Known
from scorer.vision.innsmouth.page import taught_picture
from scorer.vision.innsmouth.read import TownReading, read_town

Place = tuple[str, str]


@dataclass
class Figures:
    """What came of the photos of one kind."""

    photos: int = 0
    lost: int = 0
    perfect: int = 0
    confident: int = 0
    with_confident: int = 0
    doubts: int = 0
    wrong: Counter[str] = field(default_factory=Counter)


def drawn(marks: InnsmouthMarks) -> dict[Place, Any]:
    """Return what is drawn at each place that has anything."""
    found: dict[Place, Any] = {("section", str(one)): True for one in marks.sections}
    for quarter, group in marks.tourists.items():
        if group.total:
            found["tourists", str(quarter)] = group.counts
    found |= {("threats", str(q)): n for q, n in marks.threats.items() if n}
    found |= {("cache", place): True for place in marks.caches or ()}
    found |= {("ring", place): True for place in marks.rings}
    used = marks.used
    found |= {("bonus", one): "used" if one in used else "circled" for one in marks.circled or ()}
    return found | ({("name", "name"): True} if marks.ringed_name else {})


def mistakes(truth: InnsmouthMarks, reading: TownReading) -> tuple[list[Place], list[Place]]:
    """Return the places that were read wrongly, and those of them where no doubt stands."""
    wanted, got = drawn(truth), drawn(reading.marks)
    doubted = {
        (one.kind, one.where.rpartition("-")[0] if one.kind == "bonus" else one.where)
        for one in reading.doubts
    }
    wrong = sorted(at for at in {*wanted, *got} if wanted.get(at) != got.get(at))
    return wrong, [at for at in wrong if at not in doubted]


@lru_cache(maxsize=2)
def shown(town_id: str | None, folder: Path) -> tuple[Town, BoardPicture]:
    """Return a town that was taught into *folder*, or ours, and the picture of its page."""
    if town_id is None:
        return practice_town(), open_picture(*photo_page(practice_town()))
    town = town_told((folder / town_id / "town.json").read_text())
    picture = taught_picture(town, folder)
    assert picture is not None
    return town, picture


def measure(file: Path, figures: dict[str, Figures], known: bool) -> None:
    """Read the photo that belongs to the truth in *file*, and count what came of it."""
    told = json.loads(file.read_text())
    town, picture = shown(told.get("town"), file.parent / "towns")
    truth = from_data(told["marks"], InnsmouthMarks)
    setup = from_data(told["setup"], InnsmouthSetup)
    beside = Known.of(town, setup) if known else NOTHING_KNOWN
    reading = read_town((file.parent / told["photo"]).read_bytes(), picture, town, beside)
    count = figures.setdefault(told["stratum"], Figures())
    count.photos += 1
    if not isinstance(reading, TownReading):
        count.lost += 1
        print(f"{file.name}: not read ({reading.reason})", flush=True)
        return
    wrong, confident = mistakes(truth, reading)
    count.perfect += not wrong
    count.confident += len(confident)
    count.with_confident += bool(confident)
    count.doubts += len(reading.doubts)
    count.wrong.update(kind for kind, _ in wrong)
    for kind, where in wrong:
        sure = "confidently " if (kind, where) in confident else ""
        print(f"{file.name}: {sure}wrong {kind} {where}", flush=True)


def main() -> None:
    """Measure the photos in a folder."""
    parser = argparse.ArgumentParser(prog="benchmarks.readtown", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--known", action="store_true", help="the set-up is known")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    figures: dict[str, Figures] = {}
    start = time.process_time()
    for file in sorted(options.folder.glob("*.json")):
        measure(file, figures, options.known)
    for kind, one in figures.items():
        wrong = ", ".join(f"{n} {what}" for what, n in sorted(one.wrong.items())) or "nothing"
        print(
            f"{kind}: {one.perfect} of {one.photos} perfect, {one.lost} lost; {one.confident} "
            f"confident mistakes on {one.with_confident} boards, "
            f"{one.doubts / max(1, one.photos - one.lost):.1f} doubts a photo; wrong: {wrong}"
        )
    photos = sum(one.photos for one in figures.values())
    print(f"{(time.process_time() - start) / max(photos, 1):.2f} s of processor time a photo")


if __name__ == "__main__":
    main()
