"""``scorer map``: list, show, draw and read maps of Ticket to Ride."""

from pathlib import Path

import click

from scorer.rules.jsonfile import to_data


@click.group("map")
def map_group() -> None:
    """List, show and draw the maps of Ticket to Ride: Paris."""


@map_group.command("list")
def list_maps() -> None:
    """List the maps: practice maps of our own."""
    from scorer.rules.ticket_to_ride.map import load_map, map_names

    for id_ in map_names():
        found = load_map(id_)
        kind = "practice" if found.practice else "taught"
        click.echo(f"{id_}\t{kind}\t{found.name}")


@map_group.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the whole map as JSON.")
def show_map(name: str, as_json: bool) -> None:
    """Show the locations, routes and tickets of the map NAME."""
    from scorer.commands.inputs import print_json
    from scorer.rules.ticket_to_ride.map import load_map

    shown = load_map(name)
    if as_json:
        print_json(to_data(shown))
        return
    practice = ", a practice map of our own" if shown.practice else ""
    click.echo(f"{shown.name or shown.id}{practice}")
    points = ", ".join(f"{n}: {value}" for n, value in enumerate(shown.points, 1))
    click.echo(f"points by length: {points}; {shown.buses} buses a player")
    for link in shown.links:
        click.echo(f"  {link.name}  {link.length} {link.colour}")
    for ticket in shown.tickets:
        click.echo(f"  ticket {ticket.name}  {ticket.points}")


@map_group.command("render")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; its ending says what it is.",
)
@click.option(
    "--dpi",
    default=150,
    show_default=True,
    type=click.IntRange(20, 1200),
    help="Pixels an inch of a .png.",
)
@click.option("--tickets", is_flag=True, help="Draw the tickets, to cut out, not the map.")
def render_map(name: str, output: Path, dpi: int, tickets: bool) -> None:
    """Draw the map NAME, or its tickets, into a .pdf (true size), .png or .svg file."""
    from scorer.printing.linkmaps import as_pdf, as_png, as_svg, map_drawing, ticket_pages
    from scorer.rules.ticket_to_ride.map import load_map

    map_ = load_map(name)
    pages = ticket_pages(map_) if tickets else (map_drawing(map_),)
    if len(pages) != 1:
        raise click.UsageError(f"{name} has {len(map_.tickets)} tickets; one page of 1 to 21 fits")
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
        raise click.UsageError(f"cannot write {output}: {error.strerror}") from error
