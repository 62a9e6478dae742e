"""``scorer read``, ``score`` and ``example``: from a photo or marks to the sheet."""

from pathlib import Path

import click

from scorer import resources
from scorer.commands.inputs import marks_from, picture_of, print_json, read_file, setup_from
from scorer.rules.city import load_city


@click.command()
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

    picture = picture_of(board_id)
    board, city = picture.board, load_city(picture.board.city)
    reading = read_file(photo, picture, debug_dir)
    setup = setup_from(setup_path, city) if setup_path else None
    if setup:
        reading = with_score_effect(reading, city, board, setup)
    sheet = score(board, city, reading.marks, setup) if setup else None
    if as_json:
        data = reading_data(reading)
        print_json({**data, "sheet": sheet_data(sheet)} if sheet else data)
        return
    click.echo(reading_text(reading))
    if setup and sheet:
        click.echo(findings_text(findings(board, city, reading.marks, setup)))
        click.echo(sheet_text(sheet, city))


@click.command("score")
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

    board, city, marks = marks_from(marks_path)
    setup = setup_from(setup_path, city)
    sheet = score(board, city, marks, setup)
    if as_json:
        print_json(sheet_data(sheet))
        return
    click.echo(sheet_text(sheet, city))
    if noticed := findings_text(findings(board, city, marks, setup)):
        click.echo(noticed)


@click.command()
def example() -> None:
    """Read the worked example's (simulated) photo and score it, line by line."""
    from scorer.report import reading_text, sheet_text
    from scorer.rules.score import score

    folder = resources.folder("samples") / "worked-example"
    picture = picture_of("first-city")
    city = load_city(picture.board.city)
    reading = read_file(folder / "photo.jpg", picture, None)
    setup = setup_from(folder / "setup.json", city)
    click.echo("The worked example of the rulebook, on our own practice layout.\n")
    click.echo(reading_text(reading) + "\n")
    click.echo(sheet_text(score(picture.board, city, reading.marks, setup), city))
