"""The score sheet as a PDF."""

from io import BytesIO

import pypdfium2
import pytest
from PIL import Image

from scorer.printing.sheet import SheetRow, sheet_pdf, sheet_png

ROWS = [SheetRow("Red landmarks", ("12", "3")), SheetRow("Total", ("105", "65"), strong=True)]


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    page = document[0].get_textpage()
    text: str = page.get_text_range()
    page.close()
    document.close()
    return text


def test_every_figure_stands_on_the_page() -> None:
    text = text_of(sheet_pdf("The First City", ["Anna", "Boris"], ROWS, ["Winner: Anna"]))
    for word in ("The First City", "Anna", "Boris", "12", "105", "65", "Winner: Anna"):
        assert word in text


NAMES = ["Борис", "さくら", "Zoë", "José", "王小明", "Łukasz", "髙橋", "黃美玲"]


def test_names_read_as_they_are_written_with_no_font_but_the_shipped_ones() -> None:
    rows = [SheetRow("Итого", tuple("123456789"[: len(NAMES)]), strong=True)]
    pdf = sheet_pdf("エン・ルート", NAMES, rows, ["Победитель: さくら"])
    lines = text_of(pdf).split("\r\n")
    assert lines[0] == "エン・ルート"
    assert lines[1].split() == NAMES
    assert lines[-1] == "Победитель: さくら"
    assert b"Helvetica" not in pdf
    # Both fonts are embedded: outlines of one kind each.
    assert b"/FontFile2" in pdf
    assert b"/FontFile3" in pdf


def test_a_letter_that_no_font_holds_has_a_mark() -> None:
    row = SheetRow("Total", ("1", "2"))
    words = text_of(sheet_pdf("", ["An🎲na", "Б"], [row])).split()
    assert words == ["An�na", "Б", "Total", "1", "2"]


def test_a_picture_holds_what_takes_several_pages() -> None:
    """Ten more notes take as much room where they begin a second page."""
    names = [f"Player {n}" for n in range(6)]
    rows = [SheetRow("Red landmarks", ("9",) * 6)] * 12
    heights = [
        Image.open(BytesIO(sheet_png("London", names, rows, ["Still open."] * n))).height
        for n in (1, 11, 21)
    ]
    assert heights[2] - heights[1] == pytest.approx(heights[1] - heights[0], abs=2)
    assert heights[1] > heights[0] + 200


@pytest.mark.parametrize("players", [1, 2, 4, 5, 6, 8])
def test_long_words_do_not_break_and_one_page_is_enough(players: int) -> None:
    names = ["Константиновна"] * players
    rows = [SheetRow("Отдалённые достопримечательности", ("9",) * players)] * 14
    pdf = sheet_pdf("Рио-де-Жанейро", names, rows, ["Победитель"])
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    document.close()
    words = text_of(pdf).split()
    assert words.count("Константиновна") == players
    assert words.count("достопримечательности") == 14
