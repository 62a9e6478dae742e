"""Players' names: one line, and no letter torn that people see as one."""

import pytest

from scorer.rules.table.names import clusters, initial, not_shown, one_line, shortened

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
JAPAN = "\U0001f1ef\U0001f1f5"
FRANCE = "\U0001f1eb\U0001f1f7"
WALES = "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
WAVE = "\N{WAVING HAND SIGN}\U0001f3fd"
HEART = "\N{HEAVY BLACK HEART}\ufe0f\u200d\N{FIRE}"
KEYCAP = "1\ufe0f\u20e3"
KSHA = "\u0915\u094d\u0937"
SIGNS = (FAMILY, JAPAN, FRANCE, WALES, WAVE, HEART, KEYCAP)


def test_what_people_see_as_one_letter_is_one() -> None:
    assert clusters("".join(SIGNS)) == list(SIGNS)
    assert clusters("Anna") == list("Anna")
    assert clusters("e\u0301ё") == ["e\u0301", "ё"]
    assert clusters("ｶﾞ") == ["ｶﾞ"]
    assert clusters("\u1112\u1161\u11ab\u1112") == ["\u1112\u1161\u11ab", "\u1112"]
    assert initial(f"{FAMILY} Anna") == FAMILY
    assert initial("") == ""


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *((sign, sign) for sign in SIGNS),
        ("  Anna \n\t Maria\x07 ", "Anna Maria"),
        # Two Annas who look alike would be told apart by nothing.
        ("An\u200dna", "Anna"),
        ("\u200dAnna\u200c", "Anna"),
        ("Anna\u200d \N{GIRL}", "Anna \N{GIRL}"),
        ("Anna\U000e0067", "Anna"),
        ("e\u0301", "é"),
        # A Persian name, and an Indian sign: joiners are a part of how they are written.
        ("علی\u200cرضا", "علی\u200cرضا"),
        (f"{KSHA[:2]}\u200d{KSHA[2]}", f"{KSHA[:2]}\u200d{KSHA[2]}"),
        ("An\u202ena", "An na"),
    ],
)
def test_a_name_is_one_line_with_what_joins_letters(typed: str, name: str) -> None:
    assert one_line(typed) == name
    assert not_shown(name) == ""
    assert (not_shown(typed) == "") == (one_line(typed) == typed or typed == "e\u0301")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Anna", "Anna"),
        ("x" * 41, "x" * 40),
        # A word's end where one is near.
        ("Maximiliane Charlotte von und zu Hohenfels", "Maximiliane Charlotte von und zu"),
        ("Ann " + "x" * 60, "Ann " + "x" * 36),
        ("x" * 40 + " Anna", "x" * 40),
        ("x" * 39 + " Anna", "x" * 39),
        # Signs that do not fit go as a whole.
        ("x" * 35 + FAMILY, "x" * 35),
        ("x" * 33 + FAMILY + "y", "x" * 33 + FAMILY),
        ("x" * 39 + JAPAN, "x" * 39),
        (FAMILY * 6, FAMILY * 5),
        ("x" * 39 + "e\u0301", "x" * 39),
        ("e" + "\u0301" * 60, "e" + "\u0301" * 39),
    ],
)
def test_a_long_name_ends_with_a_whole_letter(name: str, kept: str) -> None:
    assert shortened(name) == kept
