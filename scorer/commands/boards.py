"""``scorer board``: list, show and draw boards."""

from pathlib import Path

import click

from scorer import resources
from scorer.commands.drawing import DPI_OPTION, OUTPUT_OPTION
from scorer.commands.inputs import InputError, board_of
from scorer.rules.board.board import Landmark, LandmarkKind
from scorer.rules.city.city import load_city


@click.group()
def board() -> None:
    """List, show and draw boards; teach boards from the box, correct and share them."""


@board.command("list")
def list_boards() -> None:
    """List the boards that photos can be read of."""
    from scorer.vision.boards.taught import BrokenBoard, known_boards

    for shown in known_boards(resources.taught_boards_dir()):
        if isinstance(shown, BrokenBoard):
            click.echo(f"{shown.id} is broken and left out: {shown.reason}", err=True)
        else:
            click.echo(f"{shown.id}\t{shown.city}\t{shown.name}")


def _named(mark: Landmark) -> str:
    """Return name and value of *mark*; what is not known yet is a question mark."""
    name = mark.name or ("?" if mark.unnamed else "")
    unknown = "? PP" if mark.kind is LandmarkKind.YELLOW else ""
    value = unknown if mark.value is None else f"{mark.value} PP"
    return " ".join(filter(None, (name, value)))


@board.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the whole geometry as JSON.")
def show_board(name: str, as_json: bool) -> None:
    """Show what is printed on the board NAME and where (millimetres)."""
    from scorer.rules.board.geometry import geometry_json

    shown = board_of(name)
    if as_json:
        click.echo(geometry_json(shown))
        return
    click.echo(f"{shown.name or shown.id}: a board of {load_city(shown.city).name}")
    click.echo(f"{len(shown.cells)} locations, {len(shown.roads)} roads")
    for mark in shown.landmarks:
        places = " ".join(map(str, mark.locations)) or f"meeting point {mark.meeting_point}"
        click.echo(f"  {mark.kind:<7}{places}  {_named(mark)}")
    for cafe in shown.cafes:
        click.echo(f"  café   {cafe.crossroads}  {cafe.bonus}")
    if shown.visit_all:
        click.echo(f"  visit them all: {' '.join(map(str, shown.visit_all))}")
    for group in shown.marked:
        click.echo(f"  {group.name or group.id}: {' '.join(map(str, group.places))}")
    for ride in shown.transports:
        banks = "; ".join(" ".join(map(str, group)) for group in ride.groups)
        click.echo(f"  ride, {ride.id}: {banks}")
    for goal in load_city(shown.city).goals:
        elements = f", elements {' '.join(goal.on(shown).elements)}" if goal.marked else ""
        click.echo(f"  goal card: {goal.name}, {goal.measure} {goal.threshold}{elements}")


@board.command("render")
@click.argument("name")
@OUTPUT_OPTION
@DPI_OPTION
def render_board(name: str, output: Path, dpi: int) -> None:
    """Draw the board NAME into a .pdf (true size), .png or .svg file."""
    from scorer.printing import board_pdf, board_png, board_svg, missing_letters

    drawn = board_of(name)
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
        raise InputError(f"cannot write {output}: {error.strerror}") from error
    if output.suffix.lower() != ".svg" and (told := missing_letters(drawn, city)):
        click.echo(told, err=True)
