"""``scorer schema``: the formats for programs and editors."""

import click

from scorer.commands.inputs import print_json


@click.command("schema")
@click.argument("name", required=False)
def schema(name: str | None) -> None:
    """Print the JSON schema of the format NAME, or of all formats by their names.

    marks, setup, board, game, claim and geometry are read; reading, sheet, table and
    verdict are printed; phototour and ticket-to-ride are games of other boxes,
    with their -result, ticket-map a map of the latter and links-reading what a photo of it
    shows; innsmouth and innsmouth-sheet are a board of Innsmouth and what is said of it,
    innsmouth-game and innsmouth-result a whole game, innsmouth-reading what a photo shows, check
    and advice its threat check; places is reading.json, which `scorer read --debug` leaves.
    """
    from scorer.commands.schemas import all_schemas, schema_of

    print_json(schema_of(name) if name else all_schemas())
