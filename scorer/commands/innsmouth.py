"""``scorer check``, ``scorer town``, and what ``scorer score`` says of Innsmouth."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from scorer.commands.drawing import DPI_OPTION, OUTPUT_OPTION
from scorer.commands.inputs import (
    InputError,
    Seconds,
    bytes_of,
    corners_from,
    of_file,
    print_json,
    refuse_board,
    refuse_game,
    stop_after,
    ways_to_pick,
)
from scorer.rules.innsmouth.filled import (
    GAME,
    Filled,
    InnsmouthBoard,
    InnsmouthMarks,
    InnsmouthSetup,
    filled_on,
    read_board,
)
from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.town import Town, load_town, practice_town
from scorer.rules.jsonfile import decode_json, to_data
from scorer.rules.jsonfile.text import JsonError

TOWN_OPTION = click.option(
    "--town",
    "town_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Innsmouth: the file of the town in your box, in place of the practice town.",
)


def is_innsmouth(data: Any) -> bool:
    """Whether *data*, what a JSON file holds, is a board of Innsmouth."""
    return isinstance(data, dict) and data.get("game") == GAME


def town_from(path: Path | None, id_: str) -> Town:
    """Return the town in the file at *path*, or the practice town.

    Raises
    ------
    InnsmouthError
        If there is none called *id_*.
    """
    town = _town_in(path)
    if town.file.id != id_:
        raise InnsmouthError(
            f"$.town: this is a board of {id_!r}, and the town is {town.file.id!r}; "
            "name the town's file with --town"
        )
    return town


def _town_in(path: Path | None) -> Town:
    """Return the town in the file at *path*, which is named if there is none; the practice town."""
    if path is None:
        return practice_town()
    try:
        return load_town(path.read_bytes())
    except InnsmouthError as error:
        raise InputError(f"{path}: {error}") from error


def refuse_town(path: Path | None) -> None:
    """Refuse a town's file beside a board of En Route, which would be left unread."""
    if path is not None:
        raise click.UsageError("--town goes with a board of Innsmouth, and this is one of En Route")


def score_innsmouth(
    data: bytes, town_path: Path | None, stop: Callable[[], bool] | None, *, as_json: bool
) -> None:
    """Print the best routes over the board in *data*, or its sheet after the check."""
    from scorer.commands.text.innsmouth import sheet_text
    from scorer.rules.innsmouth.written import told

    file = read_board(_without_doubts(data))
    sheet = told(filled_on(file, town_from(town_path, file.town)), file, stop)
    if as_json:
        print_json(to_data(sheet))
        return
    click.echo(sheet_text(sheet))


def _without_doubts(data: bytes) -> bytes:
    """Return *data* as a board: what was read from a photo is one, and more."""
    told = decode_json(data, object)
    if isinstance(told, dict) and "doubts" in told:
        board = {key: told[key] for key in ("game", "town", "marks", "setup") if key in told}
        return json.dumps(board).encode()
    return data


def read_innsmouth(
    photo: Path,
    town_path: Path | None,
    setup_path: Path | None,
    corners: str | None,
    debug_dir: Path | None,
    *,
    all_the_same: bool,
    as_json: bool,
) -> None:
    """Print what is drawn on the board of Innsmouth in *photo*."""
    from scorer.commands.text.townphoto import town_reading_text
    from scorer.printing.seatown import photo_page
    from scorer.vision.boards.picture import open_picture
    from scorer.vision.innsmouth.known import NOTHING_KNOWN, Known
    from scorer.vision.innsmouth.page import PICTURE_FILE, picture_at
    from scorer.vision.innsmouth.read import read_town
    from scorer.vision.innsmouth.written import WrittenTownReading
    from scorer.vision.photo.gate import NotRead

    town = _town_in(town_path)
    setup = None
    if setup_path is not None:
        with of_file(setup_path):
            setup = decode_json(setup_path.read_bytes(), InnsmouthSetup)
        filled_on(InnsmouthBoard(GAME, InnsmouthMarks(), setup, town.file.id), town)
    known = NOTHING_KNOWN if setup is None else Known.of(town, setup)
    # A town that was taught in the app has the picture of its blank board beside its file.
    taught = picture_at(town, town_path.with_name(PICTURE_FILE)) if town_path else None
    picture = taught or open_picture(*photo_page(town))
    reading = read_town(
        photo.read_bytes(), picture, town, known, corners_from(corners), debug_dir,
        all_the_same=all_the_same,
    )  # fmt: skip
    if isinstance(reading, NotRead):
        picks = ways_to_pick(reading)
        raise InputError(f"{photo.name} was not read ({reading.reason}): {reading.hint}{picks}")
    if as_json:
        print_json(to_data(WrittenTownReading.of(reading, setup)))
        return
    click.echo(town_reading_text(reading))


@click.command("check")
@click.argument("state_path", metavar="STATE.json", type=click.Path(allow_dash=True))
@TOWN_OPTION
@click.option(
    "--time-limit",
    "seconds",
    type=Seconds(),
    help="Give up the proof of the best route after so many seconds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the advice as JSON.")
def check_command(
    state_path: str, town_path: Path | None, seconds: float | None, as_json: bool
) -> None:
    """Help with the threat check of Innsmouth: STATE.json (- for standard input) holds it so far.

    Says what to do in the present step and what each choice is worth: open another artefact or
    stop, which dice to throw again, which effects on which dice, which symbol to erase and
    who leaves. Shows the chance of every total. Without a route in the file the best one
    is taken.
    """
    from scorer.commands.text.innsmouth import advice_text
    from scorer.rules.innsmouth.playing import CheckState, advise
    from scorer.rules.innsmouth.worth import Ground

    data = bytes_of(state_path)
    refuse_game(state_path, data)
    refuse_board(state_path, data)
    with of_file(state_path):
        state = _state(decode_json(data, CheckState))
    filled = filled_on(state.board, town_from(town_path, state.board.town))
    ground = Ground(filled, filled.setup.challenge)
    passed, text = _route(filled, state.board, stop_after(seconds))
    advice = advise(ground, passed, state, text)
    if as_json:
        print_json(to_data(advice))
        return
    click.echo(advice_text(advice, solo=filled.setup.challenge is not None))


def _state(state: Any) -> Any:
    if state.board.played is not None:
        raise JsonError("$.board.played: this check was played already; use scorer score")
    return state


def _route(
    filled: Filled, file: InnsmouthBoard, stop: Callable[[], bool] | None
) -> tuple[Any, str]:
    """Return what the route of *file* passes, and its text; the best where it names none."""
    from scorer.rules.innsmouth.search.best import best_route
    from scorer.rules.innsmouth.search.whole import given_route
    from scorer.rules.innsmouth.worth import Ground

    ground = Ground(filled, filled.setup.challenge)
    if file.route is not None:
        route = given_route(filled, file.route)
        return ground.passed(route), route.text
    best = best_route(ground, None, stop)
    return best.passed, best.route.text


@click.group("town")
def town_group() -> None:
    """Draw the town of Innsmouth and its cache cards."""


@town_group.command("render")
@TOWN_OPTION
@OUTPUT_OPTION
@DPI_OPTION
@click.option("--caches", is_flag=True, help="Draw the cache cards, to cut out, not the town.")
def render_town(town_path: Path | None, output: Path, dpi: int, caches: bool) -> None:
    """Draw the practice town, or its cache cards, into a .pdf (true size), .png or .svg file."""
    from scorer.printing.seatown import as_pdf, as_png, as_svg, cache_cards, town_drawing

    town = _town_in(town_path)
    pages = cache_cards(town) if caches else (town_drawing(town),)
    if len(pages) != 1:
        raise InputError(
            f"the town has {len(town.file.caches)} cache cards; one page of 1 to 4 fits"
        )
    match output.suffix.lower():
        case ".pdf":
            data = as_pdf(pages[0])
        case ".png":
            data = as_png(pages[0], dpi)
        case ".svg":
            data = as_svg(pages[0])
        case other:
            raise click.UsageError(f"cannot draw a {other or 'nameless'} file: use pdf, png or svg")
    try:
        output.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
