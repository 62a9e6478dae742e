"""How well photos with known truth are read: accuracy, time, memory.

    python -m benchmarks.read samples/photos
    python -m benchmarks.read FOLDER --boards TAUGHT --json figures.json

FOLDER holds photos, each with a JSON file of its truth. A confident mistake is a wrong mark
that no doubt gives away (none at its place offers the truth).
"""

import argparse
import json
import resource
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scorer.rules.board import BoardError
from scorer.vision.measure import (
    KINDS,
    Measured,
    Mistake,
    TruthError,
    corner_error_mm,
    measure,
    parse_truth,
    true_marks,
)
from scorer.vision.picture import BoardPicture, load_picture
from scorer.vision.read import NotRead, read_photo

_HEADINGS = ("sections", "locations", "cafés", "rings")


@dataclass(frozen=True)
class Result:
    """One photo: ``measured`` and the corners' error only where a board was found."""

    photo: str
    stratum: str
    seconds: float
    not_read: str
    corner_mm: float | None
    blur_mm: float | None
    agreement: float | None
    measured: Measured | None
    timings_ms: dict[str, float]


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit status, 2 where the input is at fault."""
    options = _parser().parse_args(arguments)
    pictures: dict[str, BoardPicture] = {}
    results = []
    try:
        truths = [path for path in sorted(options.folder.glob("*.json")) if _is_truth(path)]
        for path in truths[: options.count]:
            results.append(_read(path, options.boards, pictures))
            print(_row(results[-1]), flush=True)
    except (OSError, BoardError, TruthError) as error:
        print(f"read: {error}", file=sys.stderr)
        return 2
    if not results:
        print(f"read: {options.folder} holds no photos with truth", file=sys.stderr)
        return 2
    print(_summary(results))
    if options.mistakes:
        print("\n" + "\n".join(_mistake_rows(results)))
    if options.json:
        options.json.write_text(json.dumps(_data(results), indent=1) + "\n", encoding="utf-8")
    return 0


def _read(path: Path, boards: Path | None, pictures: dict[str, BoardPicture]) -> Result:
    truth = parse_truth(path.read_bytes())
    picture = pictures.get(truth.board) or load_picture(truth.board, boards)
    pictures[truth.board] = picture
    data = (path.parent / truth.photo).read_bytes()
    start = time.perf_counter()
    reading = read_photo(data, picture)
    seconds = time.perf_counter() - start
    if isinstance(reading, NotRead):
        reason = reading.reason.value
        return Result(truth.photo, truth.stratum, seconds, reason, None, None, None, None, {})
    board = picture.board
    return Result(
        truth.photo,
        truth.stratum,
        seconds,
        "",
        corner_error_mm(reading.corners_xy, np.array(truth.corners_xy), board),
        reading.quality.blur_mm,
        reading.quality.agreement,
        measure(reading.marks, reading.doubts, true_marks(truth, board), board),
        reading.timings_ms,
    )


def _row(result: Result) -> str:
    start = f"{result.photo:<36}"
    if result.measured is None or result.corner_mm is None:
        return f"{start}NOT READ: {result.not_read}"
    found = result.measured
    wrong = "  ".join(
        f"{heading} {found.places[kind] - found.wrong(kind)}/{found.places[kind]}"
        for kind, heading in zip(KINDS, _HEADINGS, strict=True)
    )
    verdict = "perfect" if found.perfect else f"{found.confident} confident"
    return (
        f"{start}{result.corner_mm:5.2f} mm  {wrong}  {verdict:<12}"
        f" {found.doubts:>2} doubts  {result.seconds:.2f} s"
    )


def _summary(results: list[Result]) -> str:
    strata = sorted({result.stratum for result in results})
    groups = [(stratum, [r for r in results if r.stratum == stratum]) for stratum in strata]
    if len(groups) > 1:
        groups.append(("all", results))
    head = ("", "photos", "lost", "corner mm", *_HEADINGS, "perfect", "confident", "doubts", "s")
    rows = [head, *(_summary_row(name, group) for name, group in groups)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = ["  ".join(t.rjust(w) for t, w in zip(row, widths, strict=True)) for row in rows]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    notes = (
        "corner mm: median / worst; sections … rings: wrong / all; perfect: boards; confident:\n"
        "mistakes that no doubt gives away; doubts: per photo; s: median / worst per photo."
    )
    return "\n" + "\n".join(lines) + f"\n\n{notes}\nPeak memory of the process: {peak:.0f} MB"


def _summary_row(name: str, group: list[Result]) -> tuple[str, ...]:
    found = [result.measured for result in group if result.measured]
    corners = [result.corner_mm for result in group if result.corner_mm is not None]
    seconds = [result.seconds for result in group]
    return (
        name,
        str(len(group)),
        str(len(group) - len(found)),
        f"{statistics.median(corners):.2f} / {max(corners):.2f}" if corners else "–",
        *(
            f"{sum(m.wrong(kind) for m in found)} / {sum(m.places[kind] for m in found)}"
            for kind in KINDS
        ),
        f"{sum(m.perfect for m in found)} / {len(group)}",
        str(sum(m.confident for m in found)),
        f"{statistics.mean([m.doubts for m in found]):.1f}" if found else "–",
        f"{statistics.median(seconds):.2f} / {max(seconds):.2f}",
    )


def _mistake_rows(results: Iterable[Result]) -> list[str]:
    rows = []
    for result in results:
        for mistake in result.measured.mistakes if result.measured else ():
            rows.append(f"{result.photo}  {_mistake_text(mistake)}")
    return rows


def _mistake_text(mistake: Mistake) -> str:
    known = "CONFIDENT" if mistake.confident else "doubted"
    return f"{mistake.kind} {mistake.where}: read {mistake.read}, is {mistake.truth} ({known})"


def _data(results: list[Result]) -> dict[str, Any]:
    found = [result.measured for result in results if result.measured]
    return {
        "photos": len(results),
        "lost": len(results) - len(found),
        "perfect": sum(m.perfect for m in found),
        "confident": sum(m.confident for m in found),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "results": [asdict(result) for result in results],
    }


def _is_truth(path: Path) -> bool:
    content = json.loads(path.read_text(encoding="utf-8"))
    return isinstance(content, dict) and {"photo", "board", "corners_xy"} <= set(content)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="photos with truth files")
    parser.add_argument("--boards", type=Path, metavar="DIR", help="folder of taught boards")
    parser.add_argument("--count", type=int, metavar="N", help="only the first N photos")
    parser.add_argument("--mistakes", action="store_true", help="list every wrong mark")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
