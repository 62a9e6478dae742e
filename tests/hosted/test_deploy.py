"""What stands in ``deploy/``: back-up and restore on a real database, and what files name."""

import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from scorer.cli import main
from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, PictureKind, Source
from scorer.store.postgres import open_postgres
from tests.support.engines import Postgres

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PHOTO = NewPicture(PictureInfo(4, 3), bytes(range(256)) * 40)


def run(script: str, argument: str, url: str) -> str:
    done = subprocess.run(
        [str(DEPLOY / script), argument],
        env={**os.environ, "SCORER_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_what_was_backed_up_is_there_after_a_restore(tmp_path: Path, postgres: Postgres) -> None:
    store = GameStore(open_postgres(postgres.url))
    players = [NewPlayer({"sections": ["a0-b0"]}, "Борис")]
    key = store.create("first-city", "first-city", {}, players, single=True)
    store.put_photo(key, 1, PHOTO, Source.PHOTO)
    before = store.load(key)
    file = run("back-up.sh", str(tmp_path / "kept"), postgres.url)
    assert Path(file).stat().st_mode & 0o077 == 0
    store.delete(key)
    late = store.create("first-city", "first-city", {}, players, single=True)
    run("restore.sh", file, postgres.url)
    assert store.load(key) == before
    assert store.picture(key, 1, PictureKind.PHOTO) == PHOTO.jpeg
    with pytest.raises(ValueError, match="no such game"):
        store.load(late)
    store.close()


def calls() -> list[list[str]]:
    """Every call of ``scorer`` in the files of this folder."""
    found = []
    for file in DEPLOY.iterdir():
        text = re.sub(r"\$\{[^}]*\}", "value", file.read_text())
        for line in re.findall(r"(?:/|^\s+command: |^\s+)scorer ((?:serve|worker).*)", text, re.M):
            found.append([word for word in shlex.split(line) if word])
    return found


def test_every_command_in_the_files_exists_with_its_options() -> None:
    assert len(calls()) == 4
    for name, *words in calls():
        command = main.commands[name]
        with click.Context(command) as context:
            command.parse_args(context, list(words))


def test_the_containers_python_is_new_enough() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    # Debian 12 has Python 3.11.
    assert needed == ">=3.11"
    assert "FROM debian:12" in (DEPLOY / "Dockerfile").read_text()
