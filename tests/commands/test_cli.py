"""The ``scorer`` command: results on stdout, refusals on stderr with exit status 2."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from PIL import Image, ImageOps

from scorer import cli
from scorer.web.hosted.settings import DATABASE, REDIS
from tests.support.commands import EXAMPLE, refused, scorer
from tests.support.films import lamped_film

ROOT = Path(__file__).parents[2]
# The table of the rulebook's worked example.
EXAMPLE_POINTS = {
    "red": 12,
    "green": 20,
    "blue": 21,
    "yellow": 18,
    "grey": 10,
    "cafes": 2,
    "visit-all": 12,
    "task": 10,
}


@pytest.mark.slow
def test_the_example_ends_in_105() -> None:
    done = scorer("example")
    assert done.exit_code == 0, done.output
    assert "Status: to check (1)." in done.stdout
    assert "Best route for what was read" in done.stdout
    total = next(line for line in done.stdout.splitlines() if line.strip().startswith("Total"))
    assert total.split() == ["Total", "105"]


def test_the_worked_example_scores_as_in_the_rulebook() -> None:
    done = scorer("score", EXAMPLE / "marks.json", "--setup", EXAMPLE / "setup.json", "--json")
    assert done.exit_code == 0, done.output
    sheet = json.loads(done.stdout)
    points = {line["step"]: line["points"] for line in sheet["lines"]}
    assert {step: points[step] for step in EXAMPLE_POINTS} == EXAMPLE_POINTS
    assert sheet["total"] == 105
    assert sheet["optimal"] is True


@pytest.mark.slow
def test_reading_the_sample_gives_exactly_its_marks() -> None:
    done = scorer("read", EXAMPLE / "photo.jpg", "--board", "first-city", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["marks"] == json.loads((EXAMPLE / "marks.json").read_text())


@pytest.mark.slow
def test_a_reading_can_be_piped_into_score() -> None:
    reading = scorer("read", EXAMPLE / "photo.jpg", "--json").stdout.encode()
    done = scorer("score", "-", "--setup", EXAMPLE / "setup.json", stdin=reading)
    assert done.exit_code == 0, done.output
    assert "105" in done.stdout


@pytest.mark.slow
def test_two_photos_of_one_board_are_read_together() -> None:
    photo = EXAMPLE / "photo.jpg"
    done = scorer("read", photo, photo, "--board", "first-city", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["marks"] == json.loads((EXAMPLE / "marks.json").read_text())


@pytest.mark.slow
def test_photos_of_two_players_are_not_read_together() -> None:
    done = scorer("read", EXAMPLE / "photo.jpg", ROOT / "samples" / "photos" / "easy-1.jpg")
    refused(done, "easy-1.jpg was not read (not-together)", "one player's board")


@pytest.mark.slow
def test_of_several_boards_in_a_photo_the_corners_are_told(tmp_path: Path) -> None:
    both = Image.new("RGB", (3200, 1200))
    for at, file in enumerate((EXAMPLE / "photo.jpg", ROOT / "samples" / "photos" / "easy-1.jpg")):
        tile = ImageOps.exif_transpose(Image.open(file)).resize((1600, 1200))
        both.paste(tile, (1600 * at, 0))
    both.save(tmp_path / "both.jpg", quality=95)
    done = scorer("read", tmp_path / "both.jpg")
    refused(done, "(several-boards)", "2 boards")
    ways = sorted(re.findall(r'--corners "(.*)"', done.output))
    corners = min(ways, key=lambda way: int(way.split(",")[0]))
    assert len(ways) == 2
    done = scorer("read", tmp_path / "both.jpg", "--corners", corners, "--json")
    truth = json.loads((EXAMPLE / "marks.json").read_text())
    assert json.loads(done.stdout)["marks"]["sections"] == truth["sections"]


@pytest.mark.slow
def test_a_film_is_read_too(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(lamped_film((73.0, 86.0), (124.0, 136.0)))
    done = scorer("read", film, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["marks"] == json.loads((EXAMPLE / "marks.json").read_text())
    film.write_bytes(film.read_bytes()[:700])
    refused(scorer("read", film), "film.mp4 was not read (not-a-film)", "H.264")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("serve", "--port", "abc"), "'abc' cannot be; give a whole number, 1 to 65535."),
        (("serve", "--port", "0"), "give a whole number, 1 to 65535."),
        (("score", "-", "--alternatives", "1.5"), "'1.5' cannot be; give a whole number, 1 to 20."),
        (("evaluate", ".", "--count", "x"), "'x' cannot be; give a whole number, 1 or more."),
        (("score", "-", "--time-limit", "soon"), "'soon' is no number of seconds; give 0 or more"),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_those_that_can(
    arguments: tuple[str, ...], told: str
) -> None:
    refused(scorer(*arguments), arguments[-2], told)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("serve", "--proxy", "nope"), "--proxy goes with --public NAME"),
        (("serve", "--processes", "2"), "--processes needs SCORER_DATABASE_URL and"),
        (("score", EXAMPLE / "marks.json", "--town", EXAMPLE / "marks.json"), "--town goes with"),
        (("read", EXAMPLE / "photo.jpg", "--town", EXAMPLE / "marks.json"), "--town goes with"),
        (("evaluate", ".", "--filled", "1", "--teach", EXAMPLE / "photo.jpg"), "leave out --teach"),
    ],
)
def test_an_option_that_would_be_left_unread_is_refused(
    arguments: tuple[str | Path, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (DATABASE, REDIS):
        monkeypatch.delenv(name, raising=False)
    refused(scorer(*arguments), told)


def test_innsmouth_is_read_in_one_photo() -> None:
    photo = EXAMPLE / "photo.jpg"
    refused(scorer("read", photo, photo, "--board", "innsmouth"), "one photo")


@pytest.mark.parametrize(
    ("board", "setup", "told"),
    [
        ("london", {"ratings": {"tv-tower": 8}}, "$.ratings.tv-tower"),
        ("paris", {"goals": [{"measure": "turns", "direction": "at-least", "threshold": 5,
                              "reached": 4, "won": 8}]}, "$.goals: Paris is played without"),
        ("auto", {"ratings": {"moon": 8}}, "the set-up fits none of the known boards"),
        ("auto", {"modes": "x"}, "unknown key `modes`"),
    ],
)  # fmt: skip
def test_a_setup_of_another_city_is_refused_before_the_photo_is_read(
    board: str, setup: dict[str, Any], told: str, tmp_path: Path
) -> None:
    photo, beside = tmp_path / "no-photo.jpg", tmp_path / "setup.json"
    photo.write_bytes(b"")
    beside.write_text(json.dumps(setup))
    refused(scorer("read", photo, "--board", board, "--setup", beside), told)


@pytest.mark.slow
def test_from_photo_to_sheet_in_one_command() -> None:
    done = scorer("read", EXAMPLE / "photo.jpg", "--setup", EXAMPLE / "setup.json", "--json")
    assert json.loads(done.stdout)["sheet"]["total"] == 105


@pytest.mark.slow
def test_debug_leaves_a_picture_of_every_stage(tmp_path: Path) -> None:
    done = scorer("read", EXAMPLE / "photo.jpg", "--debug", tmp_path / "stages")
    assert done.exit_code == 0, done.output
    pictures = sorted((tmp_path / "stages").glob("*.png"))
    assert len(pictures) >= 5
    assert (tmp_path / "stages" / "reading.json").exists()
    for path in pictures:
        with Image.open(path) as picture:
            assert min(picture.size) >= 300


def test_every_command_explains_itself() -> None:
    def walk(command: click.Command, path: list[str]) -> None:
        done = scorer(*path, "--help")
        assert done.exit_code == 0
        assert command.help, path
        if isinstance(command, click.Group):
            for name, inner in command.commands.items():
                walk(inner, [*path, name])

    walk(cli.main, [])


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    for name, command in cli.main.commands.items():
        if isinstance(command, click.Group):
            for inner in command.commands:
                assert f"scorer {name} {inner}" in text
        else:
            assert f"scorer {name}" in text


def test_boards_are_listed_and_shown() -> None:
    assert "first-city" in scorer("board", "list").stdout
    geometry = json.loads(scorer("board", "show", "first-city", "--json").stdout)
    assert len(geometry["roads"]) == 84
    assert len(geometry["cells"]) == 36


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "start"), [("pdf", b"%PDF-"), ("png", b"\x89PNG"), ("svg", b"<")]
)
def test_boards_are_drawn(tmp_path: Path, suffix: str, start: bytes) -> None:
    file = tmp_path / f"board.{suffix}"
    done = scorer("board", "render", "first-city", "-o", file, "--dpi", "60")
    assert done.exit_code == 0, done.output
    assert file.read_bytes().startswith(start)


def test_an_unknown_picture_format_is_refused(tmp_path: Path) -> None:
    refused(scorer("board", "render", "first-city", "-o", tmp_path / "b.bmp"), "pdf, png or svg")


def test_an_unknown_board_is_refused() -> None:
    refused(scorer("board", "show", "atlantis"), "atlantis", "first-city")
    refused(scorer("read", EXAMPLE / "photo.jpg", "--board", "atlantis"), "atlantis")


def test_an_unknown_city_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "marks.json"
    file.write_text(json.dumps({"city": "atlantis", "board": "first-city"}))
    refused(scorer("score", file), "unknown city 'atlantis'", "first-city")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sections": ["a0-b1"]}, ["$.sections[0]", "a0-b1"]),
        ({"tourists": {"B3": {"circle": -1}}}, ["$.tourists.B3.circle", "below zero"]),
        ({"tourists": {"Z9": {"circle": 1}}}, ["$.tourists.Z9"]),
        ({"tourists": {"B3": {"circle": "two"}}}, ["$.tourists"]),
        ({"cafes": {"b2": "visited"}}, ["$.cafes.b2"]),
        ({"task": ["h9"]}, ["$.task[0]"]),
        ({"routes": []}, ["routes"]),
    ],
)
def test_marks_that_do_not_fit_are_refused(
    tmp_path: Path, change: dict[str, object], words: list[str]
) -> None:
    file = tmp_path / "marks.json"
    file.write_text(json.dumps({"city": "first-city", "board": "first-city", **change}))
    refused(scorer("score", file), *words)


def test_a_rating_off_its_track_is_refused(tmp_path: Path) -> None:
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps({"ratings": {"school": 7}}))
    done = scorer("score", EXAMPLE / "marks.json", "--setup", setup)
    refused(done, "$.ratings.school", "4, 6, 8, 10, 12")


def test_text_that_is_no_json_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "marks.json"
    file.write_text("{")
    refused(scorer("score", file), "is no JSON")


def test_a_byte_order_mark_is_passed_over_and_another_encoding_is_named(tmp_path: Path) -> None:
    text = (EXAMPLE / "marks.json").read_text()
    file = tmp_path / "marks.json"
    file.write_text(text, encoding="utf-8-sig")
    assert scorer("score", file).stdout == scorer("score", EXAMPLE / "marks.json").stdout
    file.write_text(text, encoding="utf-16")
    refused(scorer("score", file), "marks.json is no JSON: the text is in UTF-16; save it as UTF-8")


def test_marks_inside_a_reading_are_refused_with_their_place_in_it(tmp_path: Path) -> None:
    file = tmp_path / "reading.json"
    marks = {"city": "first-city", "board": "first-city", "tourists": {"B3": {"circle": "two"}}}
    file.write_text(json.dumps({"marks": marks}))
    refused(
        scorer("score", file),
        "$.marks.tourists.B3.circle: expected a whole number, found text in quotes",
    )


def test_json_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "marks.json"
    file.write_text("[" * 100_000)
    done = scorer("score", file)
    refused(done, "is no JSON")
    # What is wrong is in the file: how the command is called is no help.
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.slow
def test_a_closed_standard_input_is_refused() -> None:
    program = "from scorer.cli import main; main(['score', '-'])"
    close_and_run = ["sh", "-c", 'exec "$0" -c "$1" <&-', sys.executable, program]
    done = subprocess.run(close_and_run, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "standard input is closed" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    refused(scorer("score", tmp_path / "none.json"), "none.json")
    refused(scorer("read", tmp_path / "none.jpg"), "none.jpg")


@pytest.mark.slow
def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    file = tmp_path / "no-folder"
    file.write_text("a file, no folder")
    refused(scorer("board", "render", "first-city", "-o", file / "b.png"), "b.png")
    refused(scorer("read", EXAMPLE / "photo.jpg", "--debug", file / "stages"), "stages")


def test_a_text_file_named_jpg_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_text("this is no picture")
    refused(scorer("read", file), "not-an-image")
    # Corners set by hand would not help.
    done = scorer("board", "learn", file, "--city", "first-city", "--name", "Fake")
    refused(done, "not-an-image")
    assert "--corners" not in done.stderr


@pytest.mark.slow
def test_a_blank_white_picture_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "white.png"
    Image.fromarray(np.full((1500, 2000, 3), 255, np.uint8)).save(file)
    refused(scorer("read", file), "photo")
