"""Which font holds a letter, how wide texts are, and what stands for a letter that none holds.

A text of Latin-1 letters on a board is set in the standard PDF fonts, for which no file has to
be embedded. Any other text, and every score sheet, is set in the shipped fonts: ``SANS`` holds
Latin, Greek and Cyrillic, ``EAST`` Japanese and the common letters of Chinese. A letter that
neither holds becomes ``MISSING``.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from pathlib import Path

from fontTools.ttLib import TTFont
from fpdf import FPDF

from scorer.printing.drawing.drawing import Font

# The standard PDF font of each face: its family and style.
FACES = {Font.SANS: ("Helvetica", ""), Font.BOLD: ("Helvetica", "B"), Font.TITLE: ("Times", "B")}
_FOLDER = Path(__file__).parent.parent / "fonts"
SANS, EAST = _FOLDER / "ScorerSans.ttf", _FOLDER / "ScorerSansEast.otf"
MISSING = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return *text* in letters that the shipped fonts hold.

    A letter whose accent or shape they lack is written plainly, others become ``MISSING``;
    control characters become spaces, signs that only tell how to draw a letter go.
    """
    return "".join(_letter(letter) for letter in unicodedata.normalize("NFC", text))


def lacks(text: str) -> bool:
    """Return whether some letter of *text* becomes ``MISSING``."""
    return MISSING in printable(text.replace(MISSING, ""))


def without_missing(text: str) -> str:
    """Return *text* in letters that the shipped fonts hold, without those that they lack."""
    return " ".join(printable(text).replace(MISSING, "").split())


def loses_letters(text: str) -> bool:
    """Return whether more than signs, such as emoji, is left out by ``without_missing``."""
    return any(letter.isalpha() and _letter(letter) == MISSING for letter in text)


def can_be_read(text: str) -> bool:
    """Return whether ``without_missing`` leaves something to read: a letter, if there was one."""
    is_read = str.isalpha if any(map(str.isalpha, text)) else str.isalnum
    return not lacks(text) or any(map(is_read, without_missing(text)))


def is_standard(text: str) -> bool:
    """Return whether the standard PDF fonts hold every letter of ``printable(text)``."""
    return all(ord(letter) < 256 for letter in text)


def runs(text: str) -> list[tuple[Path, str]]:
    """Return ``printable(text)`` in pieces, each with the shipped font that holds it."""
    return [(font, "".join(letters)) for font, letters in groupby(printable(text), key=_font)]


def embed(pdf: FPDF, texts: Iterable[str]) -> list[str]:
    """Embed in *pdf* the shipped fonts that *texts* need; return their families."""
    needed = dict.fromkeys(font for text in texts for font, _ in runs(text))
    for font in needed:
        pdf.add_font(font.stem, fname=font)
    return [font.stem for font in needed]


def text_width(text: str, size: float, font: Font) -> float:
    """Return the width in mm of *text* set in *font* with a size of *size* mm."""
    text = printable(text)
    if is_standard(text):
        return float(_measure(font).get_string_width(text)) / 100 * size
    return shipped_width(text, size)


def shipped_width(text: str, size: float) -> float:
    """Return the width of *text* set in the shipped fonts, in the unit of *size*."""
    return sum(_widths(_font(letter))[ord(letter)] for letter in printable(text)) * size


def fitted(text: str, size: float, font: Font, width: float) -> float:
    """Return the size, at most *size*, at which *text* is no wider than *width* mm."""
    needed = text_width(text, size, font)
    return size if needed <= width else size * width / needed


def _letter(letter: str) -> str:
    if _is_held(letter):
        return letter
    if unicodedata.category(letter) == "Cf" or unicodedata.name(letter, "").startswith("VARIATION"):
        return ""
    if not letter.isprintable():
        return " "
    bare = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in bare if not unicodedata.combining(part))
    return kept if kept and all(map(_is_held, kept)) else MISSING


def _is_held(letter: str) -> bool:
    # The larger font is only opened for letters that the smaller one lacks.
    code, drawn = ord(letter), letter.isprintable() or letter == "\N{NO-BREAK SPACE}"
    return drawn and (code in _widths(SANS) or code in _widths(EAST))


def _font(letter: str) -> Path:
    return SANS if ord(letter) in _widths(SANS) else EAST


@cache
def _widths(path: Path) -> dict[int, float]:
    """Return the letters of the font at *path* with their widths, as shares of its size."""
    with TTFont(path, lazy=True) as font:
        unit, widths = font["head"].unitsPerEm, font["hmtx"]
        return {code: widths[name][0] / unit for code, name in font.getBestCmap().items()}


@cache
def _measure(font: Font) -> FPDF:
    # In points and at size 100 a width reads as a share of the size. One for each face, so that
    # threads never set the font of each other.
    pdf = FPDF(unit="pt")
    pdf.set_font(*FACES[font], 100)
    return pdf
