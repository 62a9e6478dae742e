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


# Boards of whole games: a diagonal, a dead end and a rounded road among the sections; a Detective's
# rings, and two bonuses circled of which one is crossed out; the ring round the town's name.
KINDS_OF_MARKS = [
    (7, {"d5-e6", "d2-d3_north", "f0-g1"}, {"c1", "d3_north", "e5", "f1"}, ["coordinate"], False),
    (6, {"c4-d5", "e6-f5", "f3_north-g2"}, set(), ["coordinate", "diagonal"], True),
]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "some", "rings", "used", "ringed"), KINDS_OF_MARKS)
def test_every_kind_of_mark_is_read(
    number: int, some: set[str], rings: set[str], used: list[str], ringed: bool, tmp_path: Path
) -> None:
    """Without a set-up; what differs from the drawing, if anything, is asked about."""
    photo = simulate_town(TownPage.of(practice_town()), Kind.EASY, (78, number), 1.6)
    file = tmp_path / "photo.jpg"
    file.write_bytes(photo.jpeg)
    reading = json.loads(run("read", str(file), "--board", "innsmouth", "--json").stdout)
    drawn, read = photo.truth["marks"], reading["marks"]
    doubted = {one["where"] for one in reading["doubts"]}
    assert some <= set(drawn["sections"]) & set(read["sections"])
    assert set(drawn["sections"]) ^ set(read["sections"]) <= doubted
    for key in ("tourists", "threats"):
        places = drawn[key].keys() | read[key].keys()
        wrong = {place for place in places if drawn[key].get(place) != read[key].get(place)}
        assert wrong <= doubted
    assert any("cross" in group for group in read["tourists"].values())
    assert sorted(read["caches"]) == sorted(drawn["caches"])
    assert set(read.get("rings") or ()) == set(drawn.get("rings") or ()) == rings
    assert sorted(read["circled"]) == sorted(drawn["circled"])
    assert sorted(read["used"]) == sorted(drawn["used"]) == used
    assert read["ringed_name"] is drawn["ringed_name"] is ringed


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
