"""``scorer read``, ``score`` and ``example``: from a photo or marks to the sheet."""

from pathlib import Path

import click

from scorer import resources
from scorer.commands.innsmouth import (
    TOWN_OPTION,
    is_innsmouth,
    read_innsmouth,
    refuse_town,
    score_innsmouth,
)
from scorer.commands.inputs import (
    CORNERS_HELP,
    InputError,
    Seconds,
    WholeNumber,
    bytes_of,
    corners_from,
    json_of,
    look_at_setup,
    marks_from,
    picture_of,
    pictures_of,
    print_json,
    read_file,
    read_together,
    setup_from,
    stop_after,
)
from scorer.rules.city.box import in_box
from scorer.rules.city.city import load_city
from scorer.rules.innsmouth.filled import GAME
from scorer.rules.jsonfile import to_data
from scorer.rules.position.filled import FilledBoard


@click.command()
@click.argument(
    "photos",
    metavar="PHOTO...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--board",
    "board_id",
    default="first-city",
    show_default=True,
    help="Which board it is; auto finds out. innsmouth is a town of that game.",
)
@click.option("--corners", help=CORNERS_HELP + "; then the map is not looked for.")
@click.option(
    "--all-the-same",
    is_flag=True,
    help="It is this board, although its print does not say so (with --corners).",
)
@click.option(
    "--setup",
    "setup_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What lies beside the board: ratings, goal cards, modes; Innsmouth's counts as evidence.",
)
@TOWN_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print the reading as JSON.")
@click.option(
    "--debug",
    "debug_dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a picture of every step, and reading.json, into this folder.",
)
def read(
    photos: tuple[Path, ...],
    board_id: str,
    corners: str | None,
    all_the_same: bool,
    setup_path: Path | None,
    town_path: Path | None,
    as_json: bool,
    debug_dir: Path | None,
) -> None:
    """Read what is drawn on the board in PHOTO.

    Several photos of the same filled board, from different sides, are read together: what one
    does not see, under a lamp or where it is cut off, another one tells.

    A photo whose print is not that of the board is not read, unless --corners say where the map
    lies and --all-the-same that it is this board anyway.

    A double board (New York) may be read in photos of its two halves.
    With --setup the board is scored too, and each doubt says whether it changes the score.
    With --debug a picture of every step is left in that folder, and reading.json: who said what
    of each place, and what was decided.
    """
    from scorer.commands.formats import ReadAndScored
    from scorer.commands.text.board import findings_text, reading_text, sheet_text
    from scorer.rules.referee import findings
    from scorer.rules.search.best import score
    from scorer.rules.status import Checking, alone, status_of
    from scorer.rules.values import widened
    from scorer.vision.read import with_score_effect
    from scorer.vision.written import WrittenReading

    if (corners and photos[1:]) or (all_the_same and not corners):
        raise click.UsageError("--corners are those of one photo, and --all-the-same needs them")
    if board_id == GAME:
        if photos[1:]:
            raise click.UsageError("a board of Innsmouth is read in one photo")
        read_innsmouth(
            photos[0], town_path, setup_path, corners, debug_dir,
            all_the_same=all_the_same, as_json=as_json,
        )  # fmt: skip
        return
    refuse_town(town_path)
    pictures = pictures_of(board_id)
    look_at_setup(setup_path, [picture.board for picture in pictures])
    reading = (
        read_together(photos, pictures, debug_dir)
        if photos[1:]
        else read_file(photos[0], pictures, debug_dir, corners_from(corners), all_the_same)
    )
    board = reading.board
    city = in_box(load_city(board.city), board)
    setup = setup_from(setup_path, city) if setup_path else None
    if setup:
        reading = with_score_effect(reading, city, setup)
    filled = FilledBoard(board, city, reading.marks, setup) if setup else None
    if filled:
        checking = Checking(len(reading.doubts))
        sheet, status = score(filled), alone(filled, status_of(filled, checking))
    if as_json:
        more = {"sheet": sheet, "status": status} if filled else {}
        print_json(to_data(widened(WrittenReading.of(reading), ReadAndScored, **more)))
        return
    if board_id == "auto":
        click.echo(f"Board: {board.name or board.id}")
    if all_the_same:
        click.echo(f"Read as {board.name or board.id} because you say so, whatever its print.")
    click.echo(reading_text(reading))
    if filled:
        click.echo(findings_text(findings(filled)))
        click.echo(sheet_text(sheet, city, status))


@click.command("score")
@click.argument("marks_path", metavar="MARKS.json", type=click.Path(allow_dash=True))
@click.option(
    "--setup",
    "setup_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What lies beside the board: ratings, goal cards, modes.",
)
@click.option(
    "--route",
    "route_texts",
    metavar="a0,b0,…",
    multiple=True,
    help="Score this route and compare it with the best, or with a second one given so. "
    "A ride is a ~ between its stations: a0,b0,~,d2,d3.",
)
@click.option(
    "--alternatives",
    "count",
    type=WholeNumber(1, 20),
    help="Show the best so many routes, each with what sets it apart.",
)
@click.option(
    "--time-limit",
    "seconds",
    type=Seconds(),
    help="Give up the proof after so many seconds.",
)
@TOWN_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print the score sheet as JSON.")
def score_command(
    marks_path: str,
    setup_path: Path | None,
    route_texts: tuple[str, ...],
    count: int | None,
    seconds: float | None,
    town_path: Path | None,
    as_json: bool,
) -> None:
    """Find the best final route for MARKS.json (- for standard input) and score it.

    A board of Innsmouth ("game": "innsmouth") is scored by the rules of that game.

    What `scorer read --json` prints and a board that the app saved are understood as well.
    Without --setup the set-up in the file counts; without one there the game is a medium one
    in which no rating went up. --route names a route by its crossroads in
    walking order; what cannot be walked is refused with everything that is wrong with it.
    """
    from scorer.commands.formats import scored
    from scorer.commands.text.board import alternatives_text, findings_text, sheet_text
    from scorer.rules.position.saved import rivals_in
    from scorer.rules.referee import findings
    from scorer.rules.scoring.namedroute import parse_route
    from scorer.rules.search.alternatives import alternatives, compare
    from scorer.rules.search.best import score, score_route
    from scorer.rules.status import alone, status_of

    data = bytes_of(marks_path)
    content = json_of(marks_path, data)
    if is_innsmouth(content):
        if setup_path or route_texts or count:
            raise click.UsageError("a board of Innsmouth holds its set-up and its route itself")
        if "players" in content:
            raise InputError(f"{marks_path} is a whole game: use scorer table for it")
        score_innsmouth(data, town_path, stop_after(seconds), as_json=as_json)
        return
    refuse_town(town_path)
    board, city, marks, beside, checking = marks_from(marks_path, content)
    setup = setup_from(setup_path, city) if setup_path or beside is None else beside
    rivals = rivals_in(content, setup) if setup is beside else None
    filled = FilledBoard(board, city, marks, setup, rivals)
    status = alone(filled, status_of(filled, checking))
    stop = stop_after(seconds)
    sheet = best = score(filled, stop=stop)
    if len(route_texts) > 2:
        raise click.UsageError("--route: two routes at most are compared")
    routes = [parse_route(text, board, marks) for text in route_texts]
    own = [score_route(filled, route, best=best) for route in routes]
    sheet = own[0] if own else best
    compared = [compare(sheet, best)] if own else []
    compared += [compare(sheet, other, "the other") for other in own[1:]]
    found = alternatives(filled, count, stop=stop) if count else None
    if as_json:
        print_json(to_data(scored(sheet, compared, found, status)))
        return
    click.echo(sheet_text(sheet, city, status, best))
    for apart in compared:
        click.echo(str(apart.comparison).capitalize())
    if found:
        click.echo(alternatives_text(found))
    if noticed := findings_text(findings(filled)):
        click.echo(noticed)


@click.command()
def example() -> None:
    """Read the worked example's (simulated) photo and score it, line by line."""
    from scorer.commands.text.board import reading_text, sheet_text
    from scorer.rules.search.best import score
    from scorer.rules.status import Checking, status_of

    folder = resources.folder("samples") / "worked-example"
    picture = picture_of("first-city")
    city = load_city(picture.board.city)
    reading = read_file(folder / "photo.jpg", picture, None)
    setup = setup_from(folder / "setup.json", city)
    click.echo("The worked example of the rulebook, on our own practice layout.\n")
    click.echo(reading_text(reading) + "\n")
    filled = FilledBoard(picture.board, city, reading.marks, setup)
    status = status_of(filled, Checking(len(reading.doubts)))
    click.echo(sheet_text(score(filled), city, status))
