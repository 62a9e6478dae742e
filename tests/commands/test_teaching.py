"""Teaching a board on the command line: learn, correct, share, forget; and --board auto."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.cli import main
from scorer.rules.board.geometry import geometry_json
from scorer.rules.city.city import city_names, load_city
from scorer.rules.values import replace
from scorer.store.database import open_database
from scorer.store.games import GameStore, NewPlayer
from scorer.vision.boards.picture import load_board, load_picture
from scorer.vision.boards.taught import save_taught
from scorer.vision.teach.propose import empty_board
from tests.support import scenes
from tests.support.photos import blank_photo, other_photo, sample_photo

pytestmark = pytest.mark.slow

CORNERS = ";".join(f"{x},{y}" for x, y in scenes.CORNERS)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which one board has been taught, under the name Red Town."""
    folder = tmp_path_factory.mktemp("data")
    shown = scenes.shuffled(scenes.first_city())
    scene = scenes.scene(shown, noise=2)
    (folder / "blank.jpg").write_bytes(scenes.encoded(scene.rgb))
    (folder / "town.geometry.json").write_bytes(geometry_json(shown.board))
    filled = scenes.scene(shown, drawn=("b1-c1",), noise=2, corners_xy=scenes.CORNERS + 15)
    (folder / "filled.jpg").write_bytes(scenes.encoded(filled.rgb))
    done = learn(folder, "Red Town", f"--geometry={folder}/town.geometry.json")
    assert done.exit_code == 0, done.output
    return folder


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), env={"SCORER_DATA": str(folder)})


def learn(folder: Path, name: str, *options: str) -> Result:
    blank = f"{folder}/blank.jpg"
    city = ("--city", "first-city", "--name", name)
    return run(folder, "board", "learn", blank, *city, f"--corners={CORNERS}", *options)


def test_a_taught_board_is_listed_and_read(taught: Path) -> None:
    listed = run(taught, "board", "list").output
    assert "red-town\tfirst-city\tRed Town" in listed
    read = run(taught, "read", f"{taught}/filled.jpg", "--board", "Red Town")
    assert read.exit_code == 0, read.output
    assert "Sections (1): b1-c1" in read.output


def test_a_board_is_learned_from_filled_photos(taught: Path) -> None:
    shown = scenes.shuffled(scenes.first_city())
    names = []
    for number, drawn in enumerate((("c3-d3", "b1-b2"), ("c3-d3", "a5-b5"))):
        scene = scenes.scene(shown, drawn=drawn, noise=2, corners_xy=scenes.CORNERS + 12 * number)
        names.append(f"{taught}/drawn-{number}.jpg")
        Path(names[-1]).write_bytes(scenes.encoded(scene.rgb))
    where = ("--city", "first-city", "--name", "Filled", "--drawn", "--anyway")
    placed = (f"--geometry={taught}/town.geometry.json", f"--corners={CORNERS}")
    done = run(taught, "board", "learn", *names, *where, *placed)
    assert done.exit_code == 0, done.output
    (unknown,) = [line for line in done.output.splitlines() if "photo: roads" in line]
    assert unknown.startswith("not yet known, covered in every photo")
    assert "c3-d3" in unknown
    assert "b1-b2" not in unknown
    read = run(taught, "read", names[1], "--board", "Filled")
    assert "Sections (2): a5-b5 c3-d3" in read.output
    better = run(taught, "board", "improve", "Filled", f"{taught}/blank.jpg", "--blank")
    assert better.exit_code == 0, better.output
    assert "not yet known" not in better.output
    strange = run(taught, "board", "improve", "Filled", f"{taught}/town.geometry.json")
    assert strange.exit_code == 2
    assert "no photo made filled better" in strange.output
    run(taught, "board", "remove", "filled")


def test_the_right_board_is_found_out(taught: Path) -> None:
    read = run(taught, "read", f"{taught}/filled.jpg", "--board", "auto")
    assert read.exit_code == 0, read.output
    assert "Board: Red Town" in read.output
    assert "Sections (1): b1-c1" in read.output
    as_json = run(taught, "read", f"{taught}/filled.jpg", "--board", "auto", "--json")
    assert json.loads(as_json.stdout)["marks"]["sections"] == ["b1-c1"]


def test_the_wrong_board_is_told(taught: Path) -> None:
    read = run(taught, "read", f"{taught}/filled.jpg", "--board", "first-city")
    assert read.exit_code == 2
    assert "other-board" in read.output
    assert "It shows the board red-town: --board red-town" in read.output


def test_corners_do_not_make_it_another_board_unless_all_the_same(taught: Path) -> None:
    at = ";".join(f"{x},{y}" for x, y in scenes.CORNERS + 15)
    asked = ("read", f"{taught}/filled.jpg", "--board", "first-city", f"--corners={at}")
    refused = run(taught, *asked)
    assert refused.exit_code == 2
    assert "is not what is printed on the board" in refused.output
    assert "--board red-town" in refused.output
    assert "--all-the-same" in refused.output
    told = run(taught, *asked, "--all-the-same")
    assert told.exit_code == 0, told.output
    assert "because you say so" in told.output
    right = run(taught, "read", f"{taught}/filled.jpg", "--board", "red-town", f"--corners={at}")
    assert "Sections (1): b1-c1" in right.output


def test_all_the_same_needs_corners(taught: Path) -> None:
    refused = run(taught, "read", f"{taught}/filled.jpg", "--all-the-same")
    assert refused.exit_code == 2
    assert "--corners" in refused.output


def test_a_shipped_board_cannot_be_improved(taught: Path) -> None:
    done = run(taught, "board", "improve", "london", f"{taught}/filled.jpg")
    assert done.exit_code == 2
    assert "'london' is a shipped board, which stays as it is; taught are" in done.output


def test_a_name_is_not_taken_twice(taught: Path) -> None:
    again = learn(taught, "red town")
    assert again.exit_code == 2
    assert "--replace" in again.output


def test_corrections_are_kept(taught: Path) -> None:
    known = learn(taught, "Guess")
    assert known.exit_code == 2
    assert "taught already, as 'red-town'" in known.output
    guess = learn(taught, "Guess", "--anyway")
    assert guess.exit_code == 0
    assert "cafés and points are guessed" in guess.output
    mended = run(
        taught, "board", "correct", "guess", "--landmark=A1=yellow:5:Opera", "--landmark=B1=none",
        "--cafe=c0=tourists", "--visit-all=b2 c3", "--road=b2-c2=B2", "--title=My town",
    )  # fmt: skip
    assert mended.exit_code == 0, mended.output
    assert "guessed" not in mended.output
    shown = run(taught, "board", "show", "guess").output
    assert "My town" in shown
    assert "yellow A1  Opera 5 PP" in shown
    assert "café   c0  tourists" in shown
    assert "visit them all: b2 c3" in shown
    run(taught, "board", "correct", "guess", "--landmark=A1=yellow", "--landmark=B1=grey:grey-B1")
    shown = run(taught, "board", "show", "guess").output
    assert "yellow A1  ? PP" in shown, "nobody said what stands on it"
    assert "grey   B1  ?" in shown, "nobody said which one it is"
    run(taught, "board", "remove", "guess")


def test_what_a_city_marks_is_corrected(tmp_path: Path) -> None:
    own = own_board(tmp_path, "new-york")
    shown = run(tmp_path, "board", "show", own, "--json").stdout.replace("Flatiron", "Pointed")
    (tmp_path / "own.json").write_text(shown)
    mended = run(
        tmp_path, "board", "correct", own, "--marked=stars:c6=9", "--marked=stars:d6=none",
        "--marked=subway:c2=yes", "--dock=whitehall=b6", f"--geometry={tmp_path}/own.json",
    )  # fmt: skip
    assert mended.exit_code == 0, mended.output
    board = load_board(own, tmp_path / "boards")
    assert {str(place): points for place, points in board.marked_as("stars").values} == {
        "c6": 9, "f6": 5, "j6": 6, "m4": 7,
    }  # fmt: skip
    assert "c2" in map(str, board.transports[0].groups[0])
    assert list(map(str, board.marked_as("docks").crossroads)) == ["b6", "e6"]
    assert "Pointed Building" in {mark.name for mark in board.landmarks}


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--marked=stars:c6", "expected PLACE="),
        ("--marked=stars:c6=many", "expected ID:PLACE=PP"),
        ("--marked=stars=7", "expected ID:PLACE=PP"),
        ("--marked=castles:c6=yes", "boards of New York do not mark it"),
        ("--marked=stars:C6=7", "'C6' is no crossroads"),
        ("--dock=points-1=b6", "no such ticket"),
        ("--geometry={bad}", "$.cells"),
    ],
)
def test_marks_that_cannot_be_change_nothing(option: str, message: str, tmp_path: Path) -> None:
    own = own_board(tmp_path, "new-york")
    before = (tmp_path / "boards" / own / "geometry.json").read_bytes()
    bad = tmp_path / "bad.json"
    bad.write_text('{"id": "x", "page_mm": [1, 2], "cells": 3}')
    refused = run(tmp_path, "board", "correct", own, option.format(bad=bad))
    assert refused.exit_code == 2
    assert message in refused.output
    assert (tmp_path / "boards" / own / "geometry.json").read_bytes() == before


@pytest.mark.parametrize("city", city_names())
def test_a_new_board_begins_with_what_the_practice_layout_marks(city: str) -> None:
    usual = load_city(city).practice_board
    new = empty_board(load_city(city), "own", "Own")
    assert (new.marked, new.transports) == (usual.marked, usual.transports)
    assert {road.id: road.locations for road in new.roads} == {
        road.id: road.locations for road in usual.roads
    }


def own_board(folder: Path, city: str) -> str:
    """Keep the practice board of *city* as if somebody had taught it, and return its id."""
    picture = load_picture(city)
    board = replace(picture.board, id=f"own-{city}", name=f"Own {city}", practice=False)
    save_taught(folder / "boards", replace(picture, board=board))
    return board.id


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--landmark=Z9=red", "Z9"),
        ("--landmark=A1=pink", "'pink' is none of red"),
        ("--landmark=A1", "expected PLACE="),
        ("--landmark=A1=yellow:-5", "'-5' is no value; expected a whole number, as yellow:6"),
        ("--landmark=A1=yellow:6.5", "'6.5' is no value"),
        ("--landmark=A1=yellow:abc:Opera", "'abc' is no value"),
        ("--cafe=a0=gold", "'gold' is none of section"),
        ("--visit-all=b22", "b22"),
        ("--road=b2-c2=F6", "F6 is not beside it"),
        ("--title= ", "name"),
    ],
)
def test_corrections_that_cannot_be_are_refused(option: str, message: str, taught: Path) -> None:
    refused = run(taught, "board", "correct", "red-town", option)
    assert refused.exit_code == 2
    assert message in refused.output


def test_a_board_travels_in_one_file(taught: Path, tmp_path: Path) -> None:
    file = f"{tmp_path}/town.board"
    assert run(taught, "board", "export", "red-town", "-o", file).exit_code == 0
    other = tmp_path / "other"
    assert run(other, "board", "import", file).exit_code == 0
    assert "red-town" in run(other, "board", "list").output
    unknown = run(other, "board", "show", "blue-town")
    assert "known are" in unknown.output
    assert "`scorer board import` takes in a board's file" in unknown.output
    twice = run(other, "board", "import", file)
    assert twice.exit_code == 2
    assert "--name" in twice.output
    assert run(other, "board", "remove", "Red Town").exit_code == 0
    assert "red-town" not in run(other, "board", "list").output


def test_a_board_on_which_games_are_played_stays(taught: Path, tmp_path: Path) -> None:
    file, board = f"{tmp_path}/town.board", "red-town"
    run(taught, "board", "export", board, "-o", file)
    assert run(tmp_path, "board", "import", file).exit_code == 0
    games = GameStore(open_database(tmp_path))
    marks = {"city": "first-city", "board": board}
    key = games.create("first-city", board, {}, [NewPlayer(marks)], single=True)
    refused = run(tmp_path, "board", "remove", board)
    assert refused.exit_code == 2
    assert f"without '{board}' 1 game could not be opened any more" in refused.output
    (tmp_path / "blank.jpg").write_bytes((taught / "blank.jpg").read_bytes())
    blank, name = f"{tmp_path}/blank.jpg", ("--city", "london", "--name", board)
    other = run(tmp_path, "board", "learn", blank, *name, "--replace")
    assert other.exit_code == 2
    assert f"with another city's board as '{board}' 1 game could not" in other.output
    assert f"{board}\tfirst-city" in run(tmp_path, "board", "list").output
    games.delete(key)
    games.close()
    assert run(tmp_path, "board", "remove", board).exit_code == 0


def test_a_broken_board_is_named_beside_the_list(taught: Path, tmp_path: Path) -> None:
    (tmp_path / "boards" / "torn").mkdir(parents=True)
    (tmp_path / "boards" / "torn" / "geometry.json").write_text("{")
    listed = run(tmp_path, "board", "list")
    assert listed.exit_code == 0
    assert "first-city\t" in listed.stdout
    assert "torn is broken" in listed.stderr


def test_a_board_with_pen_on_it_is_not_taken_for_blank(tmp_path: Path) -> None:
    (tmp_path / "played.jpg").write_bytes(sample_photo())
    refused = run(
        tmp_path, "board", "learn", f"{tmp_path}/played.jpg", "--city=first-city", "--name=Mine"
    )
    assert refused.exit_code == 2
    assert "there is pen on the board in played.jpg" in refused.output
    assert "--drawn" in refused.output


def test_where_no_map_is_found_corners_by_hand_are_offered(tmp_path: Path) -> None:
    (tmp_path / "blank.jpg").write_bytes(other_photo())
    city = ("--city", "first-city", "--name", "x")
    refused = run(tmp_path, "board", "learn", f"{tmp_path}/blank.jpg", *city)
    assert refused.exit_code == 2
    assert "--corners" in refused.output
    bad = run(tmp_path, "board", "learn", f"{tmp_path}/blank.jpg", *city, "--corners=1,2;3")
    assert bad.exit_code == 2
    assert "expected four places" in bad.output


@pytest.mark.parametrize("corners", ["", CORNERS])
def test_white_paper_teaches_no_board(tmp_path: Path, corners: str) -> None:
    (tmp_path / "white.jpg").write_bytes(blank_photo())
    white = ("board", "learn", f"{tmp_path}/white.jpg", "--city", "first-city", "--name", "White")
    for more in ((), ("--drawn",)):
        by_hand = (f"--corners={corners}",) if corners else ()
        refused = run(tmp_path, *white, *more, *by_hand)
        assert refused.exit_code == 2
        assert "(no-print): Nothing is printed there" in refused.output
        assert "By hand" not in refused.output


def test_a_board_kept_under_an_id_made_in_another_way_is_found_by_its_name(tmp_path: Path) -> None:
    picture = load_picture("first-city")
    board = replace(picture.board, id="board-434-43e-43c", name="Дом", practice=False)
    save_taught(tmp_path / "boards", replace(picture, board=board))
    assert "board-434-43e-43c is forgotten" in run(tmp_path, "board", "remove", "Дом").output
