"""Players' names on one line, in letters as people see them: an emoji of several is one."""

import unicodedata
from collections.abc import Container
from itertools import count

# With more, a name pushes the table apart.
LONGEST_NAME = 40
# A word that would be cut goes as a whole, if no more than this goes with it.
_NEAR = 12
_JOINER, _NON_JOINER = "\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"
_BLACK_FLAG = "\N{WAVING BLACK FLAG}"
_TAGS = "".join(map(chr, range(0xE0020, 0xE0080)))
# Marks that Unicode calls letters, but writes onto the one before.
_HALF_WIDTH_MARKS = "\uff9e\uff9f"


def one_line(typed: str) -> str:
    """Return *typed* on one line, a space for what cannot be shown.

    What joins letters of one sign stays, as in a family's emoji; elsewhere nobody sees it.
    """
    text = unicodedata.normalize("NFC", typed)
    return " ".join("".join(_shown(text, i) for i in range(len(text))).split())


def not_shown(name: str) -> str:
    """Return the first letter of *name* that can neither be shown nor joins letters, or ""."""
    return next((letter for i, letter in enumerate(name) if _shown(name, i) != letter), "")


def clusters(text: str) -> list[str]:
    """Return *text* in parts that people see as one letter, none of which may be torn."""
    found: list[str] = []
    for letter in text:
        if found and _belongs(found[-1], letter):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def shortened(name: str, most: int = LONGEST_NAME) -> str:
    """Return as much of *name* as *most* characters hold: whole letters, and words if it can."""
    if len(name) <= most:
        return name
    kept, room = "", most
    for part in clusters(name):
        if len(part) > room:
            break
        kept, room = kept + part, room - len(part)
    if not kept:
        # One letter with marks without end.
        return name[:most]
    whole = kept.rpartition(" ")[0]
    within_a_word = name[len(kept)] != " "
    return (whole if within_a_word and whole and len(kept) - len(whole) <= _NEAR else kept).strip()


def told_apart(name: str, number: int, taken: Container[str]) -> str:
    """Return *name*, or where it is *taken* with a number that tells it apart.

    That is *number*, or if this is taken too, the next one that is free.

    >>> told_apart("Chen", 3, ["Chen"])
    'Chen (3)'
    """
    found, numbers = name, count(number)
    while found in taken:
        mark = f" ({next(numbers)})"
        found = shortened(name, LONGEST_NAME - len(mark)) + mark
    return found


def initial(name: str) -> str:
    """Return the first letter of *name*, as people see it."""
    return next(iter(clusters(name)), "")


def _shown(text: str, i: int) -> str:
    """Return what stands for the letter at *i* of *text*."""
    letter, before, after = text[i], text[:i], text[i + 1 :]
    if letter in (_JOINER, _NON_JOINER):
        return letter if before and after and _joins(before[-1], letter, after[0]) else ""
    if letter in _TAGS:
        # The flags of England, Scotland and Wales are a black one with tags.
        return letter if before.rstrip(_TAGS).endswith(_BLACK_FLAG) else ""
    return letter if letter.isprintable() else " "


def _joins(before: str, joiner: str, after: str) -> bool:
    """Whether *joiner* changes what people see between two letters."""
    # Arabic and Persian letters, and those after a sign that takes an Indian one's vowel.
    if unicodedata.combining(before) == 9 or (_is_arabic(before) and _is_arabic(after)):
        return True
    return joiner == _JOINER and _is_emoji(after) and (_is_emoji(before) or _extends(before))


def _belongs(cluster: str, letter: str) -> bool:
    """Whether *letter* goes on the *cluster* before it."""
    if _extends(letter) or letter in (_JOINER, _NON_JOINER):
        return True
    if cluster[-1] == _JOINER:
        return True
    if _is_region(letter):
        return len(cluster) == 1 and _is_region(cluster)
    # A Hangul syllable in parts.
    return 0x1160 <= ord(letter) <= 0x11FF and 0x1100 <= ord(cluster[-1]) <= 0x11FF


def _extends(letter: str) -> bool:
    return (
        unicodedata.category(letter) in ("Mn", "Mc", "Me")
        or letter in _HALF_WIDTH_MARKS
        or 0x1F3FB <= ord(letter) <= 0x1F3FF
        or letter in _TAGS
    )


def _is_emoji(letter: str) -> bool:
    return unicodedata.category(letter) == "So"


def _is_region(letter: str) -> bool:
    return 0x1F1E6 <= ord(letter) <= 0x1F1FF


def _is_arabic(letter: str) -> bool:
    return unicodedata.bidirectional(letter) == "AL"
