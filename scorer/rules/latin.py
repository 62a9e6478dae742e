"""Names spelt in plain Latin letters, for ids that people type and that stand in addresses."""

import re
import unicodedata

# One letter each, and those that take several.
_ALIKE = dict(zip("абвгдезийклмнопрстуфыэіўґј", "abvgdeziyklmnoprstufyeiugj", strict=True))
_LONGER = {
    "ё": "yo", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu",
    "я": "ya", "є": "ye", "ї": "yi", "ъ": "", "ь": "",
}  # fmt: skip
_CYRILLIC = str.maketrans(_ALIKE | _LONGER)


def latin_id(name: str) -> str:
    """Return the Latin letters and digits of *name*: ``Наш дом 2`` → ``nash-dom-2``.

    Cyrillic letters are spelt in Latin ones, and accents left out; of other scripts nothing stays.
    """
    spelt = unicodedata.normalize("NFC", name).lower().translate(_CYRILLIC)
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", spelt)
        if not unicodedata.combining(letter)
    )
    return "-".join(re.findall(r"[a-z0-9]+", bare))
