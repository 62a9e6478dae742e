"""Files that are the same each time, in any letters; the committed reference picture."""

import io
import os
import subprocess
import sys
from importlib import resources
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from scorer.printing import board_pdf, board_png, board_svg
from scorer.printing.latin import fitted, latin, text_width
from scorer.printing.shapes import Font, Step, parse_path, star
from tests.printing.boards import BOARDS, first_city, laid_out

REFERENCE_DPI = 152.4


def test_the_reference_picture_is_that_of_the_board() -> None:
    data = (resources.files("scorer.vision") / "references" / "first-city.png").read_bytes()
    reference = Image.open(io.BytesIO(data))
    city = first_city()
    fresh = Image.open(io.BytesIO(board_png(city.practice_board, city, REFERENCE_DPI)))
    assert len(data) < 700_000
    assert reference.mode == "RGB"
    assert reference.size == (297 * 6, 210 * 6)
    off = np.abs(np.asarray(reference).astype(int) - np.asarray(fresh))
    assert off.mean() < 0.5, "draw it anew: scorer board render first-city --dpi 152.4"
    assert (off.max(axis=2) > 24).mean() < 0.001


@pytest.mark.parametrize("name", ["first-city", "odd"])
def test_the_same_board_gives_the_same_bytes(name: str) -> None:
    board, city = BOARDS[name](), first_city()
    assert board_svg(board, city) == board_svg(board, city)
    assert board_pdf(board, city) == board_pdf(board, city)
    assert board_png(board, city, 50) == board_png(board, city, 50)


def test_another_process_draws_the_same() -> None:
    script = (
        "import hashlib; from scorer.printing import board_svg;"
        "from scorer.rules.city import load_city; city = load_city('first-city');"
        "print(hashlib.sha256(board_svg(city.practice_board, city).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_another_board_is_drawn_differently() -> None:
    city = first_city()
    assert board_svg(laid_out(id="one"), city) != board_svg(laid_out(id="two"), city)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Café «Ёж»", "Café «Yozh»"),
        ("Площадь", "Ploshchad"),
        ("Й й", "Y y"),
        ("Dvořák", "Dvorák"),
        ("“Oko” – tower…", '"Oko" - tower...'),
        ("都市", "??"),
        ("tab\there", "tab here"),
    ],
)
def test_foreign_letters_become_latin_ones(text: str, plain: str) -> None:
    assert latin(text) == plain


def test_a_name_in_any_letters_is_printed() -> None:
    board = laid_out(
        landmarks={
            "B2": {"kind": "red", "name": "Башня «Ёж» & <sons>"},
            "C3": {"kind": "blue", "name": "都市博物館"},
            "D4": {"kind": "green", "name": "Parkanlagenverwaltungsgebäudevorplatz"},
        }
    )
    city = first_city()
    words = " ".join("".join(ElementTree.fromstring(board_svg(board, city)).itertext()).split())
    assert "Башня «Ёж» & <sons>" in words
    assert "都市博物館" in words
    document = pypdfium2.PdfDocument(board_pdf(board, city))
    try:
        printed = " ".join(document[0].get_textpage().get_text_range().split())
        assert "Bashnya «Yozh» & <sons>" in printed
    finally:
        document.close()


def test_control_characters_do_not_break_the_svg() -> None:
    board = laid_out(landmarks={"B2": {"kind": "red", "name": "Old\x01\x1f Fair\ud800"}})
    assert "Old Fair" in "".join(ElementTree.fromstring(board_svg(board, first_city())).itertext())


def test_text_is_as_wide_as_the_standard_fonts_say() -> None:
    # Adobe's metrics for Helvetica, in thousandths: a 556, i 222, W 944; bold i 278.
    assert text_width("aiW", 1.0, Font.SANS) == pytest.approx(0.556 + 0.222 + 0.944)
    assert text_width("i", 10.0, Font.BOLD) == pytest.approx(2.78)
    assert fitted("aaaa", 1.0, Font.SANS, 1.112) == pytest.approx(0.5)
    assert fitted("aaaa", 1.0, Font.SANS, 9.0) == 1.0


def test_paths_are_read_as_in_svg() -> None:
    path = parse_path("M 0 0 L 2 0 2 2 C 1 2 0 1 0 0 Z")
    assert path.steps == (
        Step("M", ((0, 0),)),
        Step("L", ((2, 0),)),
        Step("L", ((2, 2),)),
        Step("C", ((1, 2), (0, 1), (0, 0))),
        Step("Z"),
    )


@pytest.mark.parametrize("text", ["M 1", "Q 1 2 3 4", "1 2", "O 1 2", "C 1 2 3 4", "Z 1"])
def test_a_wrong_path_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="path"):
        parse_path(text)


def test_a_star_has_its_tip_at_the_top() -> None:
    tips = [step.points[0] for step in star((0, 0), 2.0, 4, 0.5).steps[:-1]]
    assert tips[0] == pytest.approx((0, -2))
    assert tips[1] == pytest.approx((0.7071, -0.7071), abs=1e-3)
    assert len(tips) == 8
