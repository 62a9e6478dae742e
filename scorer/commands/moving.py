"""``scorer move``: from a data folder into the engines of a server of many processes, and back."""

import click

from scorer import resources


@click.command()
@click.option("--back", is_flag=True, help="From the engines into the data folder.")
def move(back: bool) -> None:
    """Copy all games from the data folder to where SCORER_DATABASE_URL points, or back.

    Both servers have to be stopped. The place that games are copied from stays as it is. The
    place that they go to has to be empty of games, photos that wait, and boards and maps of its
    own.
    """
    from scorer.store.database import StoreError
    from scorer.web.hosted.moving import into_engines, out_of_engines
    from scorer.web.hosted.settings import DATABASE, REDIS, engines_named

    engines, folder = engines_named(), resources.data_dir()
    if engines is None:
        raise StoreError(f"set {DATABASE} and {REDIS}: they say where the games go or come from")
    moved = out_of_engines(engines, folder) if back else into_engines(folder, engines)
    click.echo(
        f"Copied: {_many(moved.games, 'game')} with {_many(moved.pictures, 'picture')}, "
        f"{_many(moved.boards, 'taught board')}, {_many(moved.maps, 'taught map')} and "
        f"{_many(moved.waiting, 'photo')} waiting to be read."
    )


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
