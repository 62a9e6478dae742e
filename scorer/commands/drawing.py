"""The options of every command that draws into a file."""

from pathlib import Path

import click

from scorer.commands.inputs import WholeNumber

OUTPUT_OPTION = click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; its ending says what it is.",
)
DPI_OPTION = click.option(
    "--dpi",
    default=150,
    show_default=True,
    type=WholeNumber(20, 1200),
    help="Pixels an inch of a .png.",
)
