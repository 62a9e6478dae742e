"""Files that are the same each time, in any letters; the committed reference picture."""

import base64
import io
import os
import re
import subprocess
import sys
from importlib import resources
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from scorer.printing import board_pdf, board_png, board_svg, missing_letters
from scorer.printing.art import board_drawing
from scorer.printing.drawing.drawing import Font, Step, parse_path, star
from scorer.printing.drawing.letters import fitted, lacks, printable, text_width
from scorer.printing.drawing.webfont import FAMILY
from scorer.rules.city.city import city_names, load_city
from tests.support.printedboards import BOARDS, first_city, laid_out

REFERENCE_DPI = 152.4


@pytest.mark.slow
@pytest.mark.parametrize("name", city_names())
def test_a_screen_shows_no_legend_and_no_ruler(name: str) -> None:
    """On Hong Kong's page the legend reaches up to the map, and screens would cut it off."""
    city = load_city(name)
    groups = [
        {group.name for group in board_drawing(city.practice_board, city, on_paper=paper).groups}
        for paper in (True, False)
    ]
    assert groups[0] - groups[1] >= {"legend", "ruler"}
    assert "landmarks" in groups[1]


def test_the_reference_picture_is_that_of_the_board() -> None:
    data = (resources.files("scorer.vision.boards") / "references" / "first-city.png").read_bytes()
    reference = Image.open(io.BytesIO(data))
    city = first_city()
    fresh = Image.open(io.BytesIO(board_png(city.practice_board, city, REFERENCE_DPI, small=False)))
    assert len(data) < 700_000
    assert reference.mode == "RGB"
    assert reference.size == (297 * 6, 210 * 6)
    off = np.abs(np.asarray(reference).astype(int) - np.asarray(fresh))
    assert off.mean() < 0.5, "draw it anew: scorer board render first-city --dpi 152.4"
    assert (off.max(axis=2) > 24).mean() < 0.001


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-city", "odd"])
def test_the_same_board_gives_the_same_bytes(name: str) -> None:
    board, city = BOARDS[name](), first_city()
    assert board_svg(board, city) == board_svg(board, city)
    assert board_pdf(board, city) == board_pdf(board, city)
    assert board_png(board, city, 50) == board_png(board, city, 50)


@pytest.mark.slow
def test_another_process_draws_the_same() -> None:
    script = (
        "import hashlib; from scorer.printing import board_svg;"
        "from scorer.rules.city.city import load_city; city = load_city('first-city');"
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


@pytest.mark.slow
def test_another_board_is_drawn_differently() -> None:
    city = first_city()
    assert board_svg(laid_out(id="one"), city) != board_svg(laid_out(id="two"), city)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Café «Ёж» “Oko” – Dvořák…", "Café «Ёж» “Oko” – Dvořák…"),
        ("e\N{COMBINING ACUTE ACCENT}", "é"),
        ("さくら 都市 王小明 张伟", "さくら 都市 王小明 张伟"),
        ("𝐀nna ﬁ", "Anna fi"),
        ("tab\there", "tab here"),
        ("so\N{SOFT HYPHEN}ft ❤\N{VARIATION SELECTOR-16}", "soft �"),
        ("김철수 🎲", "��� �"),
    ],
)
def test_letters_are_kept_where_a_font_holds_them(text: str, printed: str) -> None:
    assert printable(text) == printed
    assert lacks(text) == ("�" in printed)


FOREIGN = {
    "B2": {"kind": "red", "name": "Башня «Ёж» & <sons>"},
    "C3": {"kind": "blue", "name": "都市博物館"},
    "D4": {"kind": "green", "name": "Parkanlagenverwaltungsgebäudevorplatz"},
}


@pytest.mark.slow
def test_a_name_in_any_letters_is_printed() -> None:
    document = pypdfium2.PdfDocument(board_pdf(laid_out(landmarks=FOREIGN), first_city()))
    try:
        printed = " ".join(document[0].get_textpage().get_text_range().split())
    finally:
        document.close()
    for name in ("Башня «Ёж» & <sons>", "都市博物館"):
        assert name in printed


def test_a_picture_carries_the_letters_beyond_latin_and_no_others() -> None:
    city = first_city()
    drawn = board_svg(laid_out(landmarks=FOREIGN), city)
    words = " ".join("".join(ElementTree.fromstring(drawn).itertext()).split())
    assert "Башня «Ёж» & <sons>" in words
    held = set()
    for data in re.findall(r"base64,([^\"]+)", drawn):
        with TTFont(io.BytesIO(base64.b64decode(data))) as font:
            held |= set(font.getBestCmap())
    assert {chr(code) for code in held} == set("БашняЁж都市博物館")
    named = [line for line in drawn.splitlines() if f"{FAMILY}, Helvetica" in line]
    assert len(named) == 2
    assert "<style>" not in board_svg(laid_out(), city)


def test_letters_that_no_font_holds_are_told() -> None:
    city = first_city()
    assert missing_letters(laid_out(landmarks=FOREIGN), city) is None
    lacking = laid_out(landmarks={"B2": {"kind": "red", "name": "서울"}})
    assert "�" in (missing_letters(lacking, city) or "")


def test_control_characters_do_not_break_the_svg() -> None:
    board = laid_out(landmarks={"B2": {"kind": "red", "name": "Old\x01\x1f Fair\ud800"}})
    assert "Old Fair" in "".join(ElementTree.fromstring(board_svg(board, first_city())).itertext())


def test_an_emoji_of_several_stays_one_in_the_svg() -> None:
    family = "\N{MAN}\u200d\N{GIRL}"
    board = laid_out(landmarks={"B2": {"kind": "red", "name": family}})
    assert family in "".join(ElementTree.fromstring(board_svg(board, first_city())).itertext())


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
