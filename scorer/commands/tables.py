"""``scorer table`` and ``scorer dispute``: a whole table's result, and a claim judged."""

from functools import partial

import click

from scorer.commands.inputs import (
    Seconds,
    board_of,
    bytes_of,
    print_json,
    refuse_board,
    refuse_game,
    stop_after,
)
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import to_data

_TIME_LIMIT = click.option(
    "--time-limit",
    "seconds",
    type=Seconds(),
    help="Give up the proof of a best route after so many seconds.",
)


@click.command("table")
@click.argument("game_path", metavar="GAME.json", type=click.Path(allow_dash=True))
@_TIME_LIMIT
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def table_command(game_path: str, seconds: float | None, as_json: bool) -> None:
    """Score a whole table: GAME.json (- for standard input) holds all that its players have.

    Ranks the players with every tie-break, or the teams of two; in a solo game says whether
    the challenge is met. Goal cards are settled between the players. A file with a `game`
    is one of another box: `phototour`, `innsmouth` or `ticket-to-ride`.
    """
    from scorer.commands.othergames import other_game
    from scorer.commands.text.table import table_text
    from scorer.rules.table.game import GameError, parse_game
    from scorer.rules.table.result import table_of
    from scorer.rules.table.written import WrittenTable

    data = bytes_of(game_path)
    refuse_board(game_path, data)
    if other := other_game(data):
        scored = other(data)
        if as_json:
            print_json(to_data(scored.result))
            return
        click.echo(scored.text())
        return
    game = parse_game(data)
    try:
        city = load_city(game.city)
    except ValueError as error:
        raise GameError(f"$.city: {error}") from error
    table = table_of(game.played_in(city, board_of), partial(stop_after, seconds))
    if as_json:
        print_json(to_data(WrittenTable.of(table)))
        return
    click.echo(table_text(table, city))


@click.command("dispute")
@click.argument("claim_path", metavar="CLAIM.json", type=click.Path(allow_dash=True))
@_TIME_LIMIT
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def dispute(claim_path: str, seconds: float | None, as_json: bool) -> None:
    """Judge a player's own sheet: CLAIM.json (- for standard input) holds board and numbers.

    Says which lines differ from the computed ones, by how much, and the likeliest mistakes
    behind each. Every mistake named was tried and leads exactly to the claimed number.
    """
    from scorer.commands.text.judge import told, verdict_text
    from scorer.rules.judge.claim import parse_claim
    from scorer.rules.judge.judge import judge

    data = bytes_of(claim_path)
    refuse_game(claim_path, data)
    found = parse_claim(data).held_against(board_of)
    verdict = judge(found, stop_after(seconds))
    if as_json:
        print_json(to_data(told(verdict, found.filled.city)))
        return
    click.echo(verdict_text(verdict, found.filled.city))
