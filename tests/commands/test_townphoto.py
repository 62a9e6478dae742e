"""``scorer read --board innsmouth``: from a simulated photo to marks that can be scored."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from samples.simulator.art import Split
from samples.simulator.innsmouth.photos import TownPage, simulate_town
from samples.simulator.innsmouth.townart import TownArt
from samples.simulator.strata import Kind
from scorer import cli
from scorer.commands.schemas import schema_of
from scorer.rules.innsmouth.town import practice_town
from tests.support.schemas import check


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, list(arguments))


@pytest.mark.slow
def test_a_photo_of_the_town_is_read_and_scored(tmp_path: Path) -> None:
    photo = simulate_town(TownPage.of(practice_town()), Kind.EASY, (78, 2), 1.6)
    file, setup = tmp_path / "photo.jpg", tmp_path / "setup.json"
    file.write_bytes(photo.jpeg)
    setup.write_text(json.dumps(photo.truth["setup"]))
    done = run("read", str(file), "--board", "innsmouth", "--setup", str(setup), "--json")
    assert done.exit_code == 0, done.output
    reading = json.loads(done.stdout)
    schema = schema_of("innsmouth-reading")
    assert check(reading, schema, schema) == []
    # Whatever was read wrongly is few, and asked about.
    drawn, read = set(photo.truth["marks"]["sections"]), set(reading["marks"]["sections"])
    doubted = {one["where"] for one in reading["doubts"]}
    assert drawn ^ read <= doubted
    assert reading["marks"]["caches"] == sorted(photo.truth["marks"]["caches"])
    assert reading["marks"]["ringed_name"] is photo.truth["marks"]["ringed_name"]
    # What was read is a board that can be scored as it is.
    board = tmp_path / "reading.json"
    board.write_text(done.stdout)
    scored = run("score", str(board), "--json")
    assert scored.exit_code == 0, scored.output
    assert json.loads(scored.stdout)["character"] == photo.truth["setup"]["character"]


def test_a_photo_of_something_else_is_refused_with_what_to_do(tmp_path: Path) -> None:
    samples = Path(__file__).parents[2] / "samples"
    done = run("read", str(samples / "worked-example" / "photo.jpg"), "--board", "innsmouth")
    assert done.exit_code == 2
    assert "was not read" in done.output
    bad = tmp_path / "setup.json"
    bad.write_text('{"threat": "dragons"}')
    photo = str(samples / "worked-example" / "photo.jpg")
    done = run("read", photo, "--board", "innsmouth", "--setup", str(bad))
    assert done.exit_code == 2
    assert "$.threat" in done.output


@pytest.mark.slow
def test_a_town_that_was_taught_is_read_by_the_picture_beside_its_file(tmp_path: Path) -> None:
    """The simulator writes towns as the app keeps them: JSON, and the page of a blank photo."""
    art = TownArt(Split.TEST, Kind.EASY, 8, 1.6)
    ((_, photo),) = art.photos(0, 1, tmp_path)
    file = tmp_path / "photo.jpg"
    file.write_bytes(photo.jpeg)
    town = tmp_path / "towns" / photo.truth["town"] / "town.json"
    done = run("read", str(file), "--board", "innsmouth", "--town", str(town), "--json")
    assert done.exit_code == 0, done.output
    reading = json.loads(done.stdout)
    assert reading["town"] == photo.truth["town"]
    drawn, read = set(photo.truth["marks"]["sections"]), set(reading["marks"]["sections"])
    assert len(drawn ^ read) <= 2
    # Without that picture it is no board that the app has printed.
    (town.parent / "picture.png").unlink()
    done = run("read", str(file), "--board", "innsmouth", "--town", str(town))
    assert done.exit_code == 2
    # The board that was read is scored by the same file.
    board = tmp_path / "reading.json"
    board.write_text(json.dumps(reading))
    scored = run("score", str(board), "--town", str(town), "--json")
    assert scored.exit_code == 0, scored.output
