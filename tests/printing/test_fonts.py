"""The shipped fonts: what they hold, how large they are, and that their licence is kept."""

import io
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scorer.printing.drawing.letters import EAST, SANS, lacks
from scorer.printing.fonts.build import SOURCES, build, cut, eastern
from scorer.rules.city.city import city_names, load_city
from scorer.web.serving.words import LANGUAGES, catalogue


def letters_of(path: Path) -> set[int]:
    with TTFont(path) as font:
        return set(font.getBestCmap())


def test_every_word_of_every_language_and_every_name_on_a_board_can_be_printed() -> None:
    texts = [text for language in LANGUAGES for text in catalogue(language).values()]
    cities = [load_city(name) for name in city_names()]
    texts += [mark.name for city in cities for mark in city.practice_board.landmarks]
    assert len(texts) > 1000
    assert [text for text in texts if lacks(text)] == []


def test_the_letters_of_names_are_held() -> None:
    east = letters_of(EAST)
    for first, last in (("ぁ", "ゖ"), ("ァ", "ヺ")):
        assert set(range(ord(first), ord(last) + 1)) <= east
    # Forms that only names have, a Jōyō kanji beyond 16 bits, and Chinese surnames.
    assert set(map(ord, "髙﨑德渡邊濵惠𠮟黃吳张陈")) <= east
    latin = [range(0xC0, 0x180), range(0x400, 0x460)]
    assert {code for codes in latin for code in codes} <= letters_of(SANS)


def test_the_larger_font_holds_what_it_was_cut_for() -> None:
    lacking = {chr(code) for code in eastern() - letters_of(SANS) - letters_of(EAST)}
    assert len(lacking) < 100
    assert not [letter for letter in lacking if "CJK UNIFIED" in unicodedata.name(letter, "")]


def test_the_fonts_are_small_and_say_under_which_licence_they_are() -> None:
    assert SANS.stat().st_size + EAST.stat().st_size < 3_000_000
    licence = (SANS.parent / "OFL.txt").read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for path in (SANS, EAST):
        with TTFont(path) as font:
            names, may_be_embedded = font["name"], font["OS/2"].fsType == 0
        assert may_be_embedded
        assert "SIL Open Font License" in names.getDebugName(13)
        assert names.getDebugName(0) in licence
        assert {names.getDebugName(kind) for kind in (1, 4, 6)} == {path.stem}


def cut_down(path: Path, letters: set[int]) -> bytes:
    with TTFont(path, recalcTimestamp=False) as font:
        return cut(font, letters, "Cut")


def test_a_font_is_cut_the_same_each_time() -> None:
    for path in (SANS, EAST):
        letters = {min(letters_of(path)), max(letters_of(path))}
        once = cut_down(path, letters)
        assert once == cut_down(path, letters)
        with TTFont(io.BytesIO(once)) as font:
            assert set(font.getBestCmap()) == letters
            assert font["name"].getDebugName(1) == "Cut"


def test_another_version_of_a_source_is_refused(tmp_path: Path) -> None:
    for name in SOURCES:
        (tmp_path / name).write_bytes(b"another")
    with pytest.raises(ValueError, match="another version"):
        build(tmp_path, tmp_path)
