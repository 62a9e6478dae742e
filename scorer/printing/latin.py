"""Texts in the letters of the standard PDF fonts, and how wide they are.

Those fonts hold the Latin-1 letters and no file has to be shipped or embedded for them. SVG
shows any script; in PDF and PNG letters with foreign accents lose these, Cyrillic letters are
transliterated, typographic quotes and dashes become plain, and what is left becomes ``?``.
"""

import unicodedata
from functools import cache

from fpdf import FPDF

from scorer.printing.shapes import Font

_SOUNDS = "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch y e yu ya i yi ye g"
_CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщыэюяіїєґ",
        _SOUNDS.split(),
        strict=True,
    )
) | {"ъ": "", "ь": ""}
_PLAIN = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "..."}
# The standard PDF font of each face.
FACES = {Font.SANS: ("Helvetica", ""), Font.BOLD: ("Helvetica", "B"), Font.TITLE: ("Times", "B")}


def latin(text: str) -> str:
    """Return *text* in Latin-1 letters, as close as can be."""
    return "".join(_letter(letter) for letter in unicodedata.normalize("NFC", text))


def _letter(letter: str) -> str:
    if ord(letter) < 256:
        return letter if letter.isprintable() or letter == "\xa0" else " "
    if letter in _PLAIN:
        return _PLAIN[letter]
    small = _CYRILLIC.get(letter.lower())
    if small is not None:
        return small if letter.islower() else small.capitalize()
    bare = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in bare if not unicodedata.combining(part))
    return kept if kept and all(ord(part) < 256 for part in kept) else "?"


def text_width(text: str, size: float, font: Font) -> float:
    """Return the width in mm of *text* set in *font* with a size of *size* mm.

    Letters of other scripts count as wide as their replacement; those of East Asia, which SVG
    shows as they are, as wide as they are high.
    """
    pdf = _measure()
    pdf.set_font(*FACES[font], 100)
    square = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    narrow = "".join(letter for letter in text if unicodedata.east_asian_width(letter) not in "WF")
    return (float(pdf.get_string_width(latin(narrow))) / 100 + square) * size


def fitted(text: str, size: float, font: Font, width: float) -> float:
    """Return the size, at most *size*, at which *text* is no wider than *width* mm."""
    needed = text_width(text, size, font)
    return size if needed <= width else size * width / needed


@cache
def _measure() -> FPDF:
    # In points and at size 100 a width reads as a share of the size.
    return FPDF(unit="pt")
