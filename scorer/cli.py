"""The ``scorer`` command. Results go to stdout, errors to stderr with exit status 2."""

import errno
import sys
from typing import Any

import click
from click.core import ParameterSource

from scorer import __version__, resources
from scorer.commands.boards import board
from scorer.commands.evaluating import evaluate
from scorer.commands.innsmouth import check_command, town_group
from scorer.commands.inputs import WholeNumber
from scorer.commands.maps import map_group
from scorer.commands.moving import move
from scorer.commands.schema import schema
from scorer.commands.scoring import example, read, score_command
from scorer.commands.tables import dispute, table_command
from scorer.commands.teaching import correct, export, import_, improve, learn, remove


class _Commands(click.Group):
    """Turns every refusal of bad input into one line on stderr and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            raise click.UsageError(str(error)) from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Score a filled board of En Route: read its photo, find the best route, explain it."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets phones in.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=WholeNumber(1, 65535),
    help="The port to listen on.",
)
@click.option(
    "--public",
    metavar="NAME",
    help="Serve the internet as https://NAME through a proxy: no other name is answered, cookies "
    "are for https alone, and there are quotas (docs/security.md).",
)
@click.option(
    "--proxy",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="With --public: the proxy's address, whose word is taken for who asks; on a server of "
    "many processes also several, or networks, with commas between them.",
)
@click.option(
    "--processes",
    default=2,
    show_default=True,
    type=WholeNumber(1, 64),
    help="With SCORER_DATABASE_URL and SCORER_REDIS_URL set: how many processes answer.",
)
@click.option(
    "--https", is_flag=True, help="Speak https, which phones ask for before they give the camera."
)
def serve(
    host: str, port: int, public: str | None, proxy: str, processes: int, https: bool
) -> None:
    """Start the web app; print its address and a QR code for phones."""
    from scorer.web import serve
    from scorer.web.hosted.settings import DATABASE, REDIS, engines_named
    from scorer.web.serving.hosts import Public

    if public is None and _given("proxy"):
        raise click.UsageError("--proxy goes with --public NAME: at home there is no proxy")
    if engines_named() is None and _given("processes"):
        raise click.UsageError(f"--processes needs {DATABASE} and {REDIS}: see docs/hosting.md")
    known = Public(public, proxy) if public else None
    serve.run(host, port, resources.data_dir(), known, https=https, processes=processes)


def _given(option: str) -> bool:
    """Whether somebody has set an option of the running command, be it to its usual value."""
    source = click.get_current_context().get_parameter_source(option)
    return source is not ParameterSource.DEFAULT


@main.command()
def worker() -> None:
    """Read photos for a server of many processes, as SCORER_REDIS_URL and its like name it."""
    from scorer.web.hosted.working import run

    run(resources.data_dir())


@main.command()
def doctor() -> None:
    """Say what is installed, what is missing, and the command that mends it."""
    from scorer import doctor as checks

    sys.exit(checks.main([]))


for command in (
    read,
    score_command,
    check_command,
    table_command,
    dispute,
    schema,
    example,
    board,
    map_group,
    town_group,
    evaluate,
    move,
):
    main.add_command(command)
for command in (learn, improve, correct, export, import_, remove):
    board.add_command(command)
