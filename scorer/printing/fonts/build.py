"""Cuts the shipped fonts out of Debian's Noto fonts: ``make font``.

By hand: ``python -m scorer.printing.fonts.build FOLDER``, where ``FOLDER`` holds
``NotoSans-Regular.ttf`` and ``NotoSansCJK-Regular.ttc``. The same sources give the same bytes.
The fonts have names of their own, because they hold less than their sources.
"""

import hashlib
import io
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
SANS, EAST = "ScorerSans", "ScorerSansEast"
SOURCES = {
    "NotoSans-Regular.ttf": "89c3c497f618fdaa0b2d1e98fef93582f28c71debd2c4a8cdf41f190ced2909d",
    "NotoSansCJK-Regular.ttc": "b76b0433203017ca80401b2ee0dd69350349871c4b19d504c34dbdd80541690a",
}
# Latin with all accents, Greek, Cyrillic, and the signs that go with them.
_WEST = (
    (0x20, 0x7F), (0xA0, 0x250), (0x300, 0x400), (0x400, 0x530), (0x1E00, 0x1F00),
    (0x2010, 0x2052), (0x20A0, 0x20C0), (0x2116, 0x2117), (0x2122, 0x2123), (0x2212, 0x2213),
    (0xFFFD, 0xFFFE),
)  # fmt: skip
# What stays of the name table: copyright, names, version, licence.
_NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]
_LAYOUT = ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "gasp", "vhea", "vmtx"]


def build(sources: Path, target: Path = HERE) -> None:
    """Write both fonts into *target*.

    Raises
    ------
    ValueError
        If a source is another version than the one that the shipped fonts come from.
    """
    paths = [path for name in SOURCES for path in sources.rglob(name)]
    for path in paths:
        if hashlib.sha256(path.read_bytes()).hexdigest() != SOURCES[path.name]:
            raise ValueError(f"{path} is another version of the font")
    letters = {code for first, end in _WEST for code in range(first, end)}
    with TTFont(paths[0], recalcTimestamp=False) as west:
        (target / f"{SANS}.ttf").write_bytes(cut(west, letters, SANS))
        letters = eastern() - set(west.getBestCmap())
    # The first font of the collection is the Japanese one.
    with TTFont(paths[1], fontNumber=0, recalcTimestamp=False) as east:
        (target / f"{EAST}.otf").write_bytes(cut(east, letters, EAST))


def eastern() -> set[int]:
    """Return the letters of Japanese and the common ones of Chinese, as code points.

    They are those of JIS X 0213 levels 1 to 3, which hold the Jōyō and Jinmeiyō kanji, of
    Windows-31J, of GB 2312 and of level 1 of Big5.
    """
    return {
        code
        for code in range(0x20, 0x30000)
        # Neither halves of letters nor private ones.
        if not 0xD800 <= code < 0xF900
        and (
            len(_encoded(code, "euc_jis_2004")) in (1, 2)
            or _encoded(code, "cp932")
            or _encoded(code, "gb2312")
            or b"\xa1" <= _encoded(code, "big5")[:1] <= b"\xc6"
        )
    }


def _encoded(code: int, codec: str) -> bytes:
    return chr(code).encode(codec, "ignore")


def cut(font: TTFont, letters: Iterable[int], name: str) -> bytes:
    """Cut *font* down to those of *letters* that it has; return it as a file called *name*."""
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = _NAMES
    options.drop_tables += _LAYOUT
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    _rename(font, name)
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _rename(font: TTFont, name: str) -> None:
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6):
            record.string = name
    if "CFF " in font:
        table = font["CFF "].cff
        table.fontNames = [name]
        table[0].FullName = table[0].FamilyName = name


if __name__ == "__main__":
    build(Path(sys.argv[1]))
