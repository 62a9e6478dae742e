"""The shipped fonts inside an SVG document, cut down to the letters that it uses."""

import base64
import io

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from scorer.printing.drawing.letters import is_standard, runs

# To be named before the fonts that a picture asks for: it has no letters but those that it lends,
# and browsers that find it further behind may draw the first text without it.
FAMILY = "ScorerSans"


def font_style(text: str) -> str:
    """Return a ``style`` element with the letters of *text* beyond Latin-1, or nothing."""
    needed: dict[str, set[str]] = {}
    for font, letters in runs(text):
        foreign = {letter for letter in letters if not is_standard(letter) and letter in text}
        if foreign:
            needed.setdefault(str(font), set()).update(foreign)
    faces = [_face(path, "".join(sorted(letters))) for path, letters in sorted(needed.items())]
    return f"<style>{''.join(faces)}</style>" if faces else ""


def _face(path: str, letters: str) -> str:
    options = Options()
    options.notdef_outline = True
    cut = Subsetter(options)
    cut.populate(text=letters)
    written = io.BytesIO()
    with TTFont(path, recalcTimestamp=False) as font:
        cut.subset(font)
        font.save(written)
    data = base64.b64encode(written.getvalue()).decode()
    codes = ",".join(f"U+{ord(letter):X}" for letter in letters)
    source = f'url("data:font/sfnt;base64,{data}")'
    return f"@font-face{{font-family:{FAMILY};unicode-range:{codes};src:{source}}}"
