"""``scorer map``: list, show, draw and read maps of Ticket to Ride."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorer import resources
from scorer.commands.drawing import DPI_OPTION, OUTPUT_OPTION
from scorer.commands.inputs import (
    CORNERS_HELP,
    InputError,
    WholeNumber,
    corners_from,
    of_file,
)
from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.game import BusColour

if TYPE_CHECKING:
    from scorer.rules.ticket_to_ride.map import TicketMap
    from scorer.vision.links.measure import Summary


@click.group("map")
def map_group() -> None:
    """List, show and draw the maps of Ticket to Ride: Paris."""


def map_of(name: str) -> "TicketMap":
    """Return the map called *name*, shipped or taught."""
    from scorer.vision.links.taught import load_taught

    return load_taught(name, resources.taught_maps_dir())


@map_group.command("list")
def list_maps() -> None:
    """List the maps: practice maps of our own, and those that were taught."""
    from scorer.vision.links.taught import known_maps, load_taught

    for id_ in known_maps(resources.taught_maps_dir()):
        found = load_taught(id_, resources.taught_maps_dir())
        kind = "practice" if found.practice else "taught"
        click.echo(f"{id_}\t{kind}\t{found.name}")


@map_group.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print the whole map as JSON.")
def show_map(name: str, as_json: bool) -> None:
    """Show the locations, routes and tickets of the map NAME."""
    from scorer.commands.inputs import print_json

    shown = map_of(name)
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
@OUTPUT_OPTION
@DPI_OPTION
@click.option("--tickets", is_flag=True, help="Draw the tickets, to cut out, not the map.")
def render_map(name: str, output: Path, dpi: int, tickets: bool) -> None:
    """Draw the map NAME, or its tickets, into a .pdf (true size), .png or .svg file."""
    from scorer.printing.linkmaps import as_pdf, as_png, as_svg, map_drawing, ticket_pages

    map_ = map_of(name)
    pages = ticket_pages(map_) if tickets else (map_drawing(map_),)
    if len(pages) != 1:
        raise InputError(f"{name} has {len(map_.tickets)} tickets; one page of 1 to 21 fits")
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


@map_group.command("read")
@click.argument("photo", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--map", "name", default="lantern-bay", show_default=True, help="Which map it is.")
@click.option(
    "--map-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A map of your own as JSON, instead of --map.",
)
@click.option(
    "--picture",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="With --map-file: the picture of its whole blank page.",
)
@click.option(
    "--colours",
    help="The players' bus colours, such as blue,red,black; without it all are possible.",
)
@click.option("--corners", help=CORNERS_HELP.replace("map's", "page's"))
@click.option("--json", "as_json", is_flag=True, help="Print the reading as JSON.")
def read_map_photo(
    photo: Path,
    name: str,
    map_file: Path | None,
    picture: Path | None,
    colours: str | None,
    corners: str | None,
    as_json: bool,
) -> None:
    """Read whose the routes on the map in PHOTO are, from the buses on them.

    Routes that glare, a hand or a card hides, and those that are not sure, are named with who
    else may own them. Score markers are read where the map tells where its track is.
    """
    from scorer.commands.inputs import print_json
    from scorer.commands.text.links import links_text
    from scorer.rules.ticket_to_ride.map import read_map
    from scorer.vision.links.picture import open_map_picture
    from scorer.vision.links.read import read_links
    from scorer.vision.links.taught import load_picture
    from scorer.vision.links.written import WrittenLinks
    from scorer.vision.photo.gate import NotRead

    if (map_file is None) != (picture is None):
        raise click.UsageError("--map-file and --picture go together")
    if map_file is None or picture is None:
        shown = load_picture(name, resources.taught_maps_dir())
    else:
        with of_file(map_file):
            map_ = read_map(map_file.read_bytes())
        shown = open_map_picture(map_, picture.read_bytes())
    reading = read_links(photo.read_bytes(), shown, _colours(colours), corners_from(corners))
    if isinstance(reading, NotRead):
        raise InputError(f"{photo.name} was not read ({reading.reason}): {reading.hint}")
    written = WrittenLinks.of(reading)
    if as_json:
        print_json(to_data(written))
        return
    click.echo(links_text(written, shown.map))


def _colours(text: str | None) -> tuple[BusColour, ...] | None:
    """Return the colours that *text* names."""
    if text is None:
        return None
    names = [word.strip() for word in text.split(",")]
    known = [colour.value for colour in BusColour]
    for word in names:
        if word not in known:
            raise click.UsageError(f"--colours: unknown {word!r}; known are {', '.join(known)}")
    if len(set(names)) < len(names):
        raise click.UsageError("--colours: every player has a colour of their own")
    return tuple(BusColour(word) for word in names)


@map_group.command("evaluate")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--wrong", is_flag=True, help="Name every photo that was not read perfectly.")
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=WholeNumber(1, 64),
    help="How many photos are read at a time.",
)
def evaluate_maps(folder: Path, wrong: bool, processes: int) -> None:
    """Measure how well the photos of maps in FOLDER, each with its truth, are read."""
    from itertools import groupby

    from scorer.vision.links.measure import measure_folder, summary_of

    found = []
    for one in measure_folder(folder, processes):
        found.append(one)
        if wrong and (one.wrong or one.refused):
            named = ", ".join(
                f"{link.name} is {link.truth or 'free'}, read {link.read or 'free'}"
                f"{' in doubt' if link.doubtful else ''}"
                for link in one.wrong
            )
            click.echo(f"{one.photo}: {one.refused or named}")
    by_stratum = sorted(found, key=lambda one: one.stratum)
    for stratum, group in groupby(by_stratum, key=lambda one: one.stratum):
        click.echo(_figures(stratum or "all", summary_of(group)))
    click.echo(_figures("all", summary_of(found)))


def _figures(name: str, summary: "Summary") -> str:
    right, missed, mistaken = summary.markers
    return (
        f"{name}: {summary.photos} photos, {summary.refused} refused; "
        f"{100 * summary.links_right:.2f} % of {summary.links} routes right; "
        f"{100 * summary.boards_perfect:.1f} % of boards perfect; "
        f"{summary.confident_mistakes} confident mistakes; "
        f"{summary.doubts_a_board:.2f} doubts a board; "
        f"calibration error {summary.calibration_error:.4f}; "
        f"markers {right} right, {missed} not seen, {mistaken} wrong; "
        f"{summary.cpu_s:.2f} s of processor"
    )


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@map_group.command("learn")
@click.argument("map_file", metavar="MAP.json", type=_FILE)
@click.argument("picture", type=_FILE)
@click.option("--corners", help=CORNERS_HELP.replace("map's", "page's"))
@click.option("--replace", "replacing", is_flag=True, help="Replace a map of that id.")
def learn_map(map_file: Path, picture: Path, corners: str | None, replacing: bool) -> None:
    """Keep the map in MAP.json with the PICTURE of its blank page, a photo with --corners.

    Without corners the picture is the page itself, from above.
    """
    from scorer.rules.ticket_to_ride.map import read_map
    from scorer.vision.links.taught import save_taught
    from scorer.vision.links.teach import page_picture

    with of_file(map_file):
        map_ = read_map(map_file.read_bytes())
    shown = page_picture(map_, picture.read_bytes(), corners_from(corners))
    save_taught(shown, resources.taught_maps_dir(), replacing=replacing)
    click.echo(f"{map_.id}: {len(map_.places)} locations, {len(map_.links)} routes")


@map_group.command("export")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.",
)
def export_map(name: str, output: Path) -> None:
    """Pack the taught map NAME into one file, for another computer."""
    from scorer.vision.links.taught import load_picture, packed

    data = packed(load_picture(name, resources.taught_maps_dir()))
    try:
        output.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
    click.echo(f"{output}: {len(data) / 1e6:.1f} MB")


@map_group.command("import")
@click.argument("file", type=_FILE)
@click.option("--replace", "replacing", is_flag=True, help="Replace a map of that id.")
def import_map(file: Path, replacing: bool) -> None:
    """Take in a map that `scorer map export` packed."""
    from scorer.vision.links.taught import save_taught, unpacked

    picture = unpacked(file.read_bytes())
    save_taught(picture, resources.taught_maps_dir(), replacing=replacing)
    click.echo(f"{picture.map.id}: {len(picture.map.links)} routes")


@map_group.command("remove")
@click.argument("name")
def remove_map(name: str) -> None:
    """Forget the taught map NAME."""
    from scorer.vision.links.taught import remove_taught

    remove_taught(name, resources.taught_maps_dir())
    click.echo(f"{name} is forgotten")
