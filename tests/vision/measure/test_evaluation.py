"""Measuring a folder of photos: what is found in it, what is printed, written and drawn."""

import gc
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from scorer.cli import main
from scorer.rules.board.geometry import geometry_json
from scorer.rules.values import replace
from scorer.vision.measure import evaluation
from scorer.vision.measure.evaluation import without_colours
from scorer.vision.measure.measure import Judged
from scorer.vision.measure.memory import PeakMemory
from scorer.vision.measure.sheets import contact_sheet, reliability_picture
from scorer.vision.measure.summary import Bin, reliability
from tests.support import scenes
from tests.support.commands import refused

pytestmark = pytest.mark.slow

DRAWN = ("b1-c1", "c1-c2")


def truth(photo: str, **changes: object) -> bytes:
    return json.dumps(
        {
            "photo": photo,
            "board": "first-city",
            "stratum": "easy",
            "marks": {"sections": DRAWN},
            "corners_xy": scenes.CORNERS.tolist(),
            **changes,
        }
    ).encode()


def evaluate(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", str(folder), *options])


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with one photo read well, one with a wrong truth, one without a board."""
    folder = tmp_path_factory.mktemp("photos")
    photo = scenes.encoded(scenes.scene(drawn=DRAWN, noise=3).rgb)
    for name in ("right", "wrong"):
        (folder / f"{name}.jpg").write_bytes(photo)
    (folder / "right.json").write_bytes(truth("right.jpg"))
    (folder / "wrong.json").write_bytes(truth("wrong.jpg", marks={"sections": ["b1-c1"]}))
    empty = scenes.encoded(np.full((900, 900, 3), 90, np.uint8))
    (folder / "empty.jpg").write_bytes(empty)
    (folder / "empty.json").write_bytes(truth("empty.jpg", stratum="hard"))
    (folder / "notes.json").write_text('{"other": 1}')
    options = (
        "--mistakes",
        f"--json={folder}/figures.txt",
        f"--sheet={folder}/sheet.png",
        f"--reliability={folder}/reliability.png",
    )
    result = evaluate(folder, *options)
    assert result.exit_code == 0, result.output
    return folder, result.output


def test_every_photo_and_every_stratum_has_a_line(measured: tuple[Path, str]) -> None:
    _, printed = measured
    assert "NOT READ: no-board" in printed
    assert "section c1-c2: read True, is False (CONFIDENT)" in printed
    lines = {line.split()[0]: line.split() for line in printed.splitlines() if line.strip()}
    assert lines["right.jpg"].count("perfect") == 1
    assert lines["hard"][1:3] == ["1", "1"]
    assert lines["all"][1:3] == ["3", "1"]


def test_the_figures_are_written(measured: tuple[Path, str]) -> None:
    figures = json.loads((measured[0] / "figures.txt").read_text())
    assert (figures["photos"], figures["lost"], figures["perfect"]) == (3, 1, 1)
    assert [one["name"] for one in figures["strata"]] == ["easy", "hard", "all"]
    by_photo = {one["photo"]: one for one in figures["results"]}
    assert by_photo["right.jpg"]["corner_mm"] < 0.5
    assert by_photo["wrong.jpg"]["measured"]["taps"] == 1
    assert by_photo["empty.jpg"]["not_read"] == "no-board"
    assert all(one["peak_mb"] > 50 for one in figures["results"])
    places = sum(one["places"] for one in figures["reliability"]["section"])
    assert places == 2 * 84


def test_the_pictures_are_written(measured: tuple[Path, str]) -> None:
    with Image.open(measured[0] / "sheet.png") as sheet:
        assert sheet.width > 500
    with Image.open(measured[0] / "reliability.png") as plot:
        assert plot.width == plot.height


def test_a_board_that_nobody_taught_is_learned_from_the_folder(tmp_path: Path) -> None:
    board = replace(scenes.first_city().board, id="mine", name="", city="")
    (tmp_path / "mine.geometry.json").write_bytes(geometry_json(board))
    blank = scenes.scene(noise=3)
    (tmp_path / "mine-blank-0.jpg").write_bytes(scenes.encoded(blank.rgb))
    corners = blank.corners_xy.tolist()
    (tmp_path / "mine-blank-0.json").write_bytes(
        truth("mine-blank-0.jpg", board="mine", marks=None, corners_xy=corners)
    )
    filled = scenes.scene(drawn=DRAWN, noise=3, seed=2, corners_xy=scenes.CORNERS + 20)
    (tmp_path / "mine-1.jpg").write_bytes(scenes.encoded(filled.rgb))
    corners = filled.corners_xy.tolist()
    (tmp_path / "mine-1.json").write_bytes(truth("mine-1.jpg", board="mine", corners_xy=corners))
    result = evaluate(tmp_path, f"--json={tmp_path}/figures.txt")
    assert result.exit_code == 0, result.output
    assert "Learned board mine from mine-blank-0.jpg" in result.output
    figures = json.loads((tmp_path / "figures.txt").read_text())
    assert (figures["photos"], figures["perfect"]) == (1, 1)
    assert figures["taught"][0]["corner_mm"] < 0.8


def test_grey_photos_keep_their_orientation() -> None:
    rgb = np.zeros((40, 60, 3), np.uint8)
    rgb[..., 0] = 200
    grey = without_colours(scenes.encoded(rgb, orientation=6))
    from io import BytesIO

    with Image.open(BytesIO(grey)) as image:
        assert image.getexif()[0x0112] == 6
        assert np.ptp(np.asarray(image).astype(int), axis=2).max() == 0


def test_an_unknown_board_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(truth("x.jpg", board="nowhere"))
    (tmp_path / "x.jpg").write_bytes(b"")
    result = evaluate(tmp_path)
    assert result.exit_code == 2
    assert "nowhere" in result.output
    assert "geometry file" in result.output


@pytest.mark.parametrize("text", [b"{", truth("x.jpg", corners_xy=[[1, 2]])])
def test_a_broken_truth_file_is_named(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_bytes(text)
    result = evaluate(tmp_path)
    assert result.exit_code == 2
    assert "broken.json" in result.output


def test_a_photo_whose_truth_file_tells_nothing_is_not_left_out(tmp_path: Path) -> None:
    """Nobody would see that fewer photos were measured."""
    photo = scenes.encoded(scenes.scene(drawn=DRAWN, noise=3).rgb)
    for name in ("right.jpg", "other.jpg"):
        (tmp_path / name).write_bytes(photo)
    (tmp_path / "right.json").write_bytes(truth("right.jpg"))
    (tmp_path / "other.json").write_text("{}")
    refused(
        evaluate(tmp_path),
        "other.json: no truth of other.jpg; expected an object with photo, board and corners_xy",
    )
    # Beside a truth file of another name it may be anything, as what was read from the photo.
    (tmp_path / "other-truth.json").write_bytes(truth("other.jpg"))
    assert evaluate(tmp_path, "--count=1").exit_code == 0


def test_a_photo_of_innsmouth_is_not_measured(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(truth("one.jpg", setup={"threat": "deep-ones"}))
    refused(evaluate(tmp_path), "one.json: a board of Innsmouth")


def test_a_photo_to_teach_from_that_is_not_needed_is_told(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(truth("one.jpg"))
    for name in ("one.jpg", "bad.jpg"):
        (tmp_path / name).write_bytes(b"no photo")
    done = evaluate(tmp_path, f"--teach={tmp_path}/bad.jpg")
    assert "bad.jpg taught nothing: no board here needs it" in done.output


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    result = evaluate(tmp_path)
    assert result.exit_code == 2
    assert "no photos with truth" in result.output


def test_bins_say_how_often_equally_sure_places_were_right() -> None:
    judged = [Judged("section", 0.95, True), Judged("section", 0.94, False)]
    judged += [Judged("task", 1.0, True)] * 3
    found = reliability(judged)
    assert [(one.places, one.right) for one in found] == [(2, 1), (3, 3)]
    assert found[0].confidence == pytest.approx(0.945)


def test_the_plot_puts_the_too_modest_above_the_diagonal() -> None:
    empty = reliability_picture([])
    modest = reliability_picture([Bin(0.5, 0.6, 100, 97, 0.55)])
    y, x = np.nonzero((modest != empty).any(axis=2))
    assert len(x)
    assert x.mean() + y.mean() < modest.shape[0]


@pytest.mark.parametrize("option", ["--json", "--sheet", "--reliability"])
def test_a_place_that_cannot_be_written_to_is_refused_before_photos_are_read(
    tmp_path: Path, option: str
) -> None:
    (tmp_path / "one.json").write_bytes(truth("one.jpg"))
    (tmp_path / "one.jpg").write_bytes(b"no photo")
    done = evaluate(tmp_path, option, str(tmp_path / "none" / "x.png"))
    refused(done, f"cannot write {tmp_path}/none/x.png: No such file or directory")
    kept = tmp_path / "kept"
    kept.write_text("kept")
    refused(evaluate(tmp_path, option, str(kept / "x.png")), f"cannot write {kept}/x.png")
    assert kept.read_text() == "kept"


def test_a_sheet_without_mistakes_says_so() -> None:
    assert (contact_sheet([]) < 100).any()


def test_peak_memory_sees_what_was_taken_and_given_back() -> None:
    # What earlier tests left behind must not be given back meanwhile.
    gc.collect()
    watch = PeakMemory()
    before = watch.peak_mb()
    block = np.ones(300_000_000, np.uint8)
    del block
    assert watch.peak_mb() > before + 200


def test_photos_of_one_group_are_read_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, together = evaluation.read_one, []

    def counted(photos: Sequence[bytes], *rest: Any) -> evaluation.Read:
        together.append(len(photos))
        return read(photos, *rest)

    monkeypatch.setattr(evaluation, "read_one", counted)
    for view in ("a", "a-view2", "b"):
        photo = scenes.encoded(scenes.scene(drawn=DRAWN, noise=3, seed=len(view)).rgb)
        (tmp_path / f"{view}.jpg").write_bytes(photo)
        group = {"group": "a"} if view.startswith("a") else {}
        (tmp_path / f"{view}.json").write_bytes(truth(f"{view}.jpg", **group))
    for views in ((), ("--views", "1")):
        result = evaluate(tmp_path, *views, f"--json={tmp_path}/figures.txt")
        assert result.exit_code == 0, result.output
        figures = json.loads((tmp_path / "figures.txt").read_text())
        assert [found["photo"] for found in figures["results"]] == ["a.jpg", "b.jpg"]
        assert figures["perfect"] == 2
    assert together == [2, 1, 1, 1]
