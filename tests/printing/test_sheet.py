"""The score sheet as a PDF."""

import pypdfium2
import pytest

from scorer.printing.sheet import SheetRow, sheet_pdf

ROWS = [SheetRow("Red landmarks", ("12", "3")), SheetRow("Total", ("105", "65"), strong=True)]


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    page = document[0].get_textpage()
    text = page.get_text_range()
    page.close()
    document.close()
    return text


def test_every_figure_stands_on_the_page() -> None:
    text = text_of(sheet_pdf("The First City", ["Anna", "Boris"], ROWS, ["Winner: Anna"]))
    for word in ("The First City", "Anna", "Boris", "12", "105", "65", "Winner: Anna"):
        assert word in text


@pytest.mark.parametrize("fonts", [(), ("/no/such/font.ttf",)])
def test_without_a_wide_font_letters_are_replaced_and_nothing_fails(fonts: tuple[str, ...]) -> None:
    text = text_of(sheet_pdf("Первый город", ["Анна", "千"], ROWS, fonts=fonts))
    assert "Pervyy" in text
    assert "105" in text
