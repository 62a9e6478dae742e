"""``scorer read``, ``score`` and ``example``: from a photo or marks to the sheet."""

from pathlib import Path

import click

from scorer import resources
from scorer.commands.inputs import (
    marks_from,
    picture_of,
    pictures_of,
    print_json,
    read_file,
    read_halves,
    setup_from,
    stop_after,
)
from scorer.rules.city import load_city


@click.command()
@click.argument("photo", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument(
    "other", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--board",
    "board_id",
    default="first-city",
    show_default=True,
    help="Which board it is; auto finds out.",
)
@click.option("--setup", "setup_path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the reading as JSON.")
@click.option("--debug", "debug_dir", type=click.Path(file_okay=False, path_type=Path))
def read(
    photo: Path,
    other: Path | None,
    board_id: str,
    setup_path: Path | None,
    as_json: bool,
    debug_dir: Path | None,
) -> None:
    """Read what is drawn on the board in PHOTO.

    A double board (New York) may be read in two photos, PHOTO and OTHER, one of each half.
    With --setup the board is scored too, and each doubt says whether it changes the score.
    With --debug a picture of every stage is left in that folder.
    """
    from scorer.report import findings_text, reading_text, sheet_text
    from scorer.rules.referee import findings
    from scorer.rules.score import score
    from scorer.rules.sheet import sheet_data
    from scorer.vision.read import reading_data, with_score_effect

    pictures = pictures_of(board_id)
    reading = (
        read_halves(photo, other, pictures, debug_dir)
        if other
        else read_file(photo, pictures, debug_dir)
    )
    board = next(one.board for one in pictures if one.board.id == reading.marks.board)
    city = load_city(board.city)
    setup = setup_from(setup_path, city) if setup_path else None
    if setup:
        reading = with_score_effect(reading, city, board, setup)
    sheet = score(board, city, reading.marks, setup) if setup else None
    if as_json:
        data = reading_data(reading)
        print_json({**data, "sheet": sheet_data(sheet)} if sheet else data)
        return
    if board_id == "auto":
        click.echo(f"Board: {board.name or board.id}")
    click.echo(reading_text(reading))
    if setup and sheet:
        click.echo(findings_text(findings(board, city, reading.marks, setup)))
        click.echo(sheet_text(sheet, city))


@click.command("score")
@click.argument("marks_path", metavar="MARKS.json", type=click.Path(allow_dash=True))
@click.option("--setup", "setup_path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--route",
    "route_texts",
    metavar="a0,b0,…",
    multiple=True,
    help="Score this route and compare it with the best, or with a second one given so.",
)
@click.option(
    "--alternatives",
    "count",
    type=click.IntRange(1, 20),
    help="Show the best so many routes, each with what sets it apart.",
)
@click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0),
    help="Give up the proof after so many seconds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the score sheet as JSON.")
def score_command(
    marks_path: str,
    setup_path: Path | None,
    route_texts: tuple[str, ...],
    count: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Find the best final route for MARKS.json (- for standard input) and score it.

    What `scorer read --json` prints and a board that the app saved are understood as well.
    Without --setup the set-up in the file counts; without one there the game is a medium one
    in which no rating went up. --route names a route by its crossroads in
    walking order; what cannot be walked is refused with everything that is wrong with it.
    """
    from scorer.report import alternatives_text, findings_text, sheet_text
    from scorer.rules.alternatives import (
        alternatives,
        alternatives_data,
        compare,
        comparison_data,
    )
    from scorer.rules.given import parse_route
    from scorer.rules.referee import findings
    from scorer.rules.score import score, score_route
    from scorer.rules.sheet import sheet_data

    board, city, marks, beside = marks_from(marks_path)
    setup = setup_from(setup_path, city) if setup_path or beside is None else beside
    stop = stop_after(seconds)
    sheet = best = score(board, city, marks, setup, stop=stop)
    if len(route_texts) > 2:
        raise click.UsageError("--route: two routes at most are compared")
    routes = [parse_route(text, board, marks) for text in route_texts]
    own = [score_route(board, city, marks, setup, route, best=best) for route in routes]
    sheet = own[0] if own else best
    compared = [compare(sheet, best)] if own else []
    compared += [compare(sheet, other, "the other") for other in own[1:]]
    found = alternatives(board, city, marks, setup, count, stop=stop) if count else None
    if as_json:
        data = sheet_data(sheet)
        for name, other, apart in zip(("best", "other"), [best, *own[1:]], compared, strict=False):
            data[name] = sheet_data(other) | comparison_data(apart)
        print_json(data | (alternatives_data(found) if found else {}))
        return
    click.echo(sheet_text(sheet, city, best))
    for apart in compared:
        click.echo(apart.text.capitalize())
    if found:
        click.echo(alternatives_text(found))
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
