"""The ``scorer`` command. Results go to stdout, errors to stderr with exit status 2."""

import errno
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer import __version__, resources
from scorer.rules.board import Board
from scorer.rules.city import City, load_city
from scorer.rules.marks import Marks, Setup

if TYPE_CHECKING:
    from scorer.vision.picture import BoardPicture
    from scorer.vision.read import Reading


class _Commands(click.Group):
    """Turns every refusal of bad input into one line on stderr and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            raise click.UsageError(str(error)) from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Score a filled board of En Route: read its photo, find the best route, explain it."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets phones in.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
def serve(host: str, port: int) -> None:
    """Start the web app; print its address and a QR code for phones."""
    from scorer.web.serve import run

    run(host, port, resources.data_dir())


@main.command()
@click.argument("photo", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--board", "board_id", default="first-city", show_default=True)
@click.option("--setup", "setup_path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the reading as JSON.")
@click.option("--debug", "debug_dir", type=click.Path(file_okay=False, path_type=Path))
def read(
    photo: Path, board_id: str, setup_path: Path | None, as_json: bool, debug_dir: Path | None
) -> None:
    """Read what is drawn on the board in PHOTO.

    With --setup the board is scored too, and each doubt says whether it changes the score.
    With --debug a picture of every stage is left in that folder.
    """
    from scorer.report import findings_text, reading_text, sheet_text
    from scorer.rules.referee import findings
    from scorer.rules.score import score
    from scorer.rules.sheet import sheet_data
    from scorer.vision.read import reading_data, with_score_effect

    picture = _picture(board_id)
    board, city = picture.board, load_city(picture.board.city)
    reading = _read(photo, picture, debug_dir)
    setup = _setup(setup_path, city) if setup_path else None
    if setup:
        reading = with_score_effect(reading, city, board, setup)
    sheet = score(board, city, reading.marks, setup) if setup else None
    if as_json:
        data = reading_data(reading)
        _print_json({**data, "sheet": sheet_data(sheet)} if sheet else data)
        return
    click.echo(reading_text(reading))
    if setup and sheet:
        click.echo(findings_text(findings(board, city, reading.marks, setup)))
        click.echo(sheet_text(sheet, city))


@main.command("score")
@click.argument("marks_path", metavar="MARKS.json", type=click.Path(allow_dash=True))
@click.option("--setup", "setup_path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the score sheet as JSON.")
def score_command(marks_path: str, setup_path: Path | None, as_json: bool) -> None:
    """Find the best final route for MARKS.json (- for standard input) and score it.

    What `scorer read --json` prints is understood as well. Without --setup the game is a
    medium one in which no rating went up.
    """
    from scorer.report import findings_text, sheet_text
    from scorer.rules.referee import findings
    from scorer.rules.score import score
    from scorer.rules.sheet import sheet_data

    board, city, marks = _marks(marks_path)
    setup = _setup(setup_path, city)
    sheet = score(board, city, marks, setup)
    if as_json:
        _print_json(sheet_data(sheet))
        return
    click.echo(sheet_text(sheet, city))
    if noticed := findings_text(findings(board, city, marks, setup)):
        click.echo(noticed)


@main.command()
def example() -> None:
    """Read the worked example's (simulated) photo and score it, line by line."""
    from scorer.report import reading_text, sheet_text
    from scorer.rules.score import score

    folder = resources.folder("samples") / "worked-example"
    picture = _picture("first-city")
    city = load_city(picture.board.city)
    reading = _read(folder / "photo.jpg", picture, None)
    setup = _setup(folder / "setup.json", city)
    click.echo("The worked example of the rulebook, on our own practice layout.\n")
    click.echo(reading_text(reading) + "\n")
    click.echo(sheet_text(score(picture.board, city, reading.marks, setup), city))


@main.group()
def board() -> None:
    """List, show and draw boards."""


@board.command("list")
def list_boards() -> None:
    """List the boards that photos can be read of."""
    from scorer.vision.picture import board_ids, load_board

    for id_ in board_ids(resources.taught_boards_dir()):
        shown = load_board(id_, resources.taught_boards_dir())
        click.echo(f"{id_}\t{shown.city}\t{shown.name}")


@board.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the whole geometry as JSON.")
def show_board(name: str, as_json: bool) -> None:
    """Show what is printed on the board NAME and where (millimetres)."""
    from scorer.rules.geometry import geometry_json

    shown = _board(name)
    if as_json:
        click.echo(geometry_json(shown))
        return
    click.echo(f"{shown.name or shown.id}: a board of {load_city(shown.city).name}")
    click.echo(f"{len(shown.cells)} locations, {len(shown.roads)} roads")
    for mark in shown.landmarks:
        places = " ".join(map(str, mark.locations)) or f"meeting point {mark.meeting_point}"
        value = f" {mark.value} PP" if mark.value is not None else ""
        click.echo(f"  {mark.kind:<7}{places}  {mark.name}{value}")
    for cafe in shown.cafes:
        click.echo(f"  café   {cafe.crossroads}  {cafe.bonus}")
    click.echo(f"  visit them all: {' '.join(map(str, shown.visit_all))}")


@board.command("render")
@click.argument("name")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--dpi", default=150.0, show_default=True, type=click.FloatRange(20, 1200))
def render_board(name: str, output: Path, dpi: float) -> None:
    """Draw the board NAME into a .pdf (true size), .png or .svg file."""
    from scorer.printing import board_pdf, board_png, board_svg

    drawn = _board(name)
    city = load_city(drawn.city)
    match output.suffix.lower():
        case ".pdf":
            data = board_pdf(drawn, city)
        case ".png":
            data = board_png(drawn, city, dpi)
        case ".svg":
            data = board_svg(drawn, city).encode()
        case other:
            raise click.UsageError(f"cannot draw a {other or 'nameless'} file: use pdf, png or svg")
    try:
        output.write_bytes(data)
    except OSError as error:
        raise click.UsageError(f"cannot write {output}: {error.strerror}") from error


@main.command()
def doctor() -> None:
    """Say what is installed, what is missing, and the command that mends it."""
    from scorer import doctor as checks

    sys.exit(checks.main([]))


def _board(id_: str) -> Board:
    from scorer.vision.picture import load_board

    return load_board(id_, resources.taught_boards_dir())


def _picture(id_: str) -> "BoardPicture":
    from scorer.vision.picture import load_picture

    return load_picture(id_, resources.taught_boards_dir())


def _read(photo: Path, picture: "BoardPicture", debug_dir: Path | None) -> "Reading":
    from scorer.vision.read import NotRead, read_photo

    result = read_photo(photo.read_bytes(), picture, debug_dir=debug_dir)
    if isinstance(result, NotRead):
        raise click.UsageError(f"{photo.name} was not read ({result.reason}): {result.hint}")
    return result


def _marks(path: str) -> tuple[Board, City, Marks]:
    from scorer.rules.marks import marks_on, parse_marks

    data = _input(path)
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"{path} is no JSON: {error}") from error
    if isinstance(content, dict) and "marks" in content:
        data = json.dumps(content["marks"]).encode()
    file = parse_marks(data)
    city = load_city(file.city)
    board = _board(file.board)
    return board, city, marks_on(file, board)


def _input(path: str) -> bytes:
    if path == "-" and sys.stdin is None:
        raise click.UsageError("standard input is closed: pipe the marks in, or name a file")
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise click.UsageError(f"cannot read {path}: {error.strerror}") from error


def _setup(path: Path | None, city: City) -> Setup:
    from scorer.rules.marks import parse_setup, usual_setup

    return parse_setup(path.read_bytes(), city) if path else usual_setup(city)


def _print_json(data: Any) -> None:
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))
