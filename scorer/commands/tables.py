"""``scorer table`` and ``scorer dispute``: a whole table's result, and a claim judged."""

from functools import partial

import click

from scorer.commands.inputs import board_of, bytes_of, print_json, stop_after
from scorer.rules.city import load_city

_TIME_LIMIT = click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0),
    help="Give up the proof of a best route after so many seconds.",
)


@click.command("table")
@click.argument("game_path", metavar="GAME.json", type=click.Path(allow_dash=True))
@_TIME_LIMIT
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def table_command(game_path: str, seconds: float | None, as_json: bool) -> None:
    """Score a whole table: GAME.json (- for standard input) holds every player's board.

    Ranks the players with every tie-break, or the teams of two; in a solo game says whether
    the challenge is met. Goal cards are settled between the players.
    """
    from scorer.report_table import table_text
    from scorer.rules.game import GameError, game_on, parse_game
    from scorer.rules.table import table_data, table_of

    file = parse_game(bytes_of(game_path))
    try:
        city = load_city(file.city)
    except ValueError as error:
        raise GameError(f"$.city: {error}") from error
    table = table_of(game_on(file, city, board_of), partial(stop_after, seconds))
    if as_json:
        print_json(table_data(table))
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
    from scorer.report_judge import explanation_text, verdict_text
    from scorer.rules.judge.claim import claim_on, parse_claim
    from scorer.rules.judge.judge import judge, verdict_data

    found = claim_on(parse_claim(bytes_of(claim_path)), board_of)
    verdict = judge(found.board, found.city, found.claim, stop_after(seconds))
    if as_json:
        print_json(verdict_data(verdict, partial(explanation_text, city=found.city)))
        return
    click.echo(verdict_text(verdict, found.city))
