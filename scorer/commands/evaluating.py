"""``scorer evaluate``: how well photos with known truth are read."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorer.commands.inputs import InputError, WholeNumber

if TYPE_CHECKING:
    from scorer.vision.measure.evaluation import Proposed, Result, Taught
    from scorer.vision.measure.measure import Mistake
    from scorer.vision.measure.summary import Summary

_DIR = click.Path(exists=True, file_okay=False, path_type=Path)
_IN = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUT = click.Path(dir_okay=False, path_type=Path)
_HEADINGS = {"section": "sections", "tourists": "locations", "cafe": "cafés", "task": "rings"}
_NOTES = """\
corner mm, seconds: median / worst; sections … shapes: wrong / all; perfect: boards;
taps: to put one board right, mean; confident: mistakes that no doubt gives away;
doubts: mean / most of one board; MB: most memory of the process while reading."""


@click.command()
@click.argument("folder", metavar="DIR", type=_DIR)
@click.option("--boards", type=_DIR, help="Folder of taught boards; else DIR/boards.")
@click.option("--teach", "blank", type=_IN, help="Learn the board from this blank photo first.")
@click.option("--geometry", type=_IN, help="The geometry file of the board to learn.")
@click.option("--count", type=WholeNumber(1), help="Only the first so many boards.")
@click.option(
    "--views",
    type=WholeNumber(1),
    help="Of photos of one board (a group), read at most so many together; else all.",
)
@click.option(
    "--filled",
    type=WholeNumber(1),
    metavar="N",
    help="Know each board only by its own photos, N at a time, filled as they are.",
)
@click.option(
    "--later",
    is_flag=True,
    help="With --filled: read only the board's other photos, each filling in what none had shown.",
)
@click.option("--grey", is_flag=True, help="Take the photos' colours away first.")
@click.option("--mistakes", is_flag=True, help="List every wrong mark.")
@click.option("--json", "json_path", type=_OUT, help="Write all figures there.")
@click.option("--sheet", type=_OUT, help="Write a contact sheet of the mistakes there (PNG).")
@click.option("--reliability", type=_OUT, help="Plot there how far to trust the doubts (PNG).")
def evaluate(
    folder: Path,
    boards: Path | None,
    blank: Path | None,
    geometry: Path | None,
    count: int | None,
    views: int | None,
    filled: int | None,
    later: bool,
    grey: bool,
    mistakes: bool,
    json_path: Path | None,
    sheet: Path | None,
    reliability: Path | None,
) -> None:
    """Measure how well the photos in DIR are read.

    Each photo shows a board of En Route and has a JSON file of its truth beside it. A board that
    nobody has taught yet is learned first, from DIR's own NAME.geometry.json and blank photo.
    """
    from scorer.vision.measure.evaluation import Folder
    from scorer.vision.measure.games import Games
    from scorer.vision.measure.sheets import contact_sheet, reliability_picture, tiles_of
    from scorer.vision.measure.summary import all_judged, figures, summaries
    from scorer.vision.measure.summary import reliability as bins_of

    # Reading all photos takes long: what is found then must have its place.
    for path in (json_path, sheet, reliability):
        if path:
            _check_writable(path)
    if blank and filled is not None:
        raise click.UsageError("--filled knows boards by their own photos alone: leave out --teach")
    photos = Folder(folder, boards, blank, geometry, grey, views)
    if filled is not None:
        photos = Games(folder, boards, blank, geometry, grey, views, players=filled, later=later)
    elif later:
        raise click.UsageError("--later goes with --filled N")
    results, tiles, told = [], [], 0
    for read in photos.read(count):
        for taught in photos.taught[told:]:
            click.echo(_taught_text(taught))
        told = len(photos.taught)
        results.append(read.result)
        click.echo(row_text(read.result))
        if sheet:
            tiles += tiles_of(read)
    if blank and not photos.taught:
        click.echo(f"\n{blank.name} taught nothing: no board here needs it (see --geometry)")
    click.echo("\n" + table_text(summaries(results)))
    if guesses := [one.proposed for one in photos.taught if one.proposed is not None]:
        click.echo("\n".join(proposed_rows(guesses)))
    if mistakes:
        click.echo("\n" + "\n".join(_mistake_rows(results)))
    if json_path:
        data = figures(results, photos.taught)
        _write(json_path, (json.dumps(data, indent=1) + "\n").encode())
    if sheet:
        _write(sheet, _png(contact_sheet(tiles)))
    if reliability:
        _write(reliability, _png(reliability_picture(bins_of(all_judged(results)))))


def proposed_rows(guesses: Sequence["Proposed"]) -> list[str]:
    """Return what of boards was guessed rightly, a line each."""
    kinds, cafes, points = (
        [sum(numbers) for numbers in zip(*parts, strict=True)]
        for parts in zip(*((one.kinds, one.cafes, one.points) for one in guesses), strict=True)
    )
    boards = sum(one.crossroads_right for one in guesses)
    return [
        f"kinds of landmarks proposed: {kinds[0]} of {kinds[1]} locations right; "
        f"{kinds[2]} not clear",
        f"cafés found: {cafes[0]} of {cafes[1]}; {cafes[2]} false",
        f"visit-them-all points found: {points[0]} of {points[1]}; {points[2]} false",
        f"all crossroads right: {boards} of {len(guesses)} boards",
    ]


def row_text(result: "Result") -> str:
    """Return one line about one photo."""
    start = f"{result.photo:<36}"
    if result.measured is None or result.corner_mm is None:
        return f"{start}NOT READ: {result.not_read}"
    found = result.measured
    wrong = "  ".join(
        f"{heading} {found.places[kind] - found.wrong(kind)}/{found.places[kind]}"
        for kind, heading in _HEADINGS.items()
    )
    verdict = "perfect" if found.perfect else f"{found.taps} taps, {found.confident} confident"
    return (
        f"{start}{result.corner_mm:5.2f} mm  {wrong}  {verdict:<20}"
        f" {found.doubts:>2} doubts  {result.seconds:.2f} s  {result.peak_mb:.0f} MB"
    )


def table_text(groups: Iterable["Summary"]) -> str:
    """Return a table of figures, one line a group of photos."""
    head = ("", "photos", "lost", "corner mm", *_HEADINGS.values(), "shapes")
    head += ("perfect", "taps", "confident", "doubts", "seconds", "MB")
    rows = [head, *map(_cells, groups)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = ["  ".join(t.rjust(w) for t, w in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(lines) + "\n\n" + _NOTES


def _cells(group: "Summary") -> tuple[str, ...]:
    corner = group.corner_mm
    return (
        group.name,
        str(group.photos),
        str(group.lost),
        f"{corner[0]:.2f} / {corner[1]:.2f}" if corner else "–",
        *(f"{group.wrong[kind]} / {group.places[kind]}" for kind in _HEADINGS),
        f"{group.shapes_wrong} / {group.shapes}",
        f"{group.perfect} / {group.photos}",
        f"{group.taps:.1f}" if group.taps is not None else "–",
        str(group.confident),
        f"{group.doubts:.1f} / {group.most_doubts}" if group.doubts is not None else "–",
        f"{group.seconds[0]:.2f} / {group.seconds[1]:.2f}",
        f"{group.peak_mb:.0f}",
    )


def _taught_text(taught: "Taught") -> str:
    off = "" if taught.corner_mm is None else f", corners within {taught.corner_mm:.2f} mm"
    sure = "" if taught.sure_of_turn else "; which side is up would be asked"
    return (
        f"Learned board {taught.board} from {', '.join(taught.photos)} "
        f"in {taught.seconds:.1f} s{off}{sure}"
    )


def _mistake_rows(results: Iterable["Result"]) -> list[str]:
    return [
        f"{result.photo}  {_mistake_text(mistake)}"
        for result in results
        for mistake in (result.measured.mistakes if result.measured else ())
    ]


def _mistake_text(mistake: "Mistake") -> str:
    known = "CONFIDENT" if mistake.confident else "doubted"
    return f"{mistake.kind} {mistake.where}: read {mistake.read}, is {mistake.truth} ({known})"


def _png(picture: object) -> bytes:
    from io import BytesIO

    import numpy as np
    from PIL import Image

    file = BytesIO()
    Image.fromarray(np.asarray(picture, np.uint8)).save(file, "PNG")
    return file.getvalue()


def _check_writable(path: Path) -> None:
    """Refuse a *path* that nothing can be written to; what stands there stays."""
    was_there = path.exists()
    try:
        with path.open("ab"):
            pass
        if not was_there:
            path.unlink()
    except OSError as error:
        raise _not_writable(path, error) from error


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise _not_writable(path, error) from error


def _not_writable(path: Path, error: OSError) -> InputError:
    return InputError(f"cannot write {path}: {os.strerror(error.errno or 0)}")
