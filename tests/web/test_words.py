"""The words that the page's scripts ask for."""

import re

from scorer.resources import folder
from scorer.rules.city import load_city
from scorer.web.words import words

SCRIPTS = "".join(path.read_text() for path in sorted((folder("static") / "js").glob("*.js")))
WORDS = words(load_city("first-city"))
# word("name"), plural("name", n), and names put together: word(`done.task.${value}`).
ASKED = set(re.findall(r'\bword\([^()"`]*"([^"]+)"', SCRIPTS))
PLURALS = set(re.findall(r'\bplural\("([^"]+)"', SCRIPTS)) | {"circle", "square", "triangle"}
BEGINNINGS = tuple(set(re.findall(r"\bword\(`([\w.-]+)\$", SCRIPTS)))


def test_every_word_that_is_asked_for_is_there() -> None:
    assert len(ASKED) > 20
    assert set(WORDS) >= ASKED
    assert set(WORDS) >= {f"{name}.{form}" for name in PLURALS for form in ("one", "other")}


def test_each_beginning_of_a_name_has_words() -> None:
    for beginning in BEGINNINGS:
        assert any(name.startswith(beginning) for name in WORDS), beginning


def test_no_word_is_left_over() -> None:
    kinds = {"circle", "square", "triangle", "pentagon"}
    for name in WORDS:
        used = f'"{name}"' in SCRIPTS or name.startswith(BEGINNINGS) or name in kinds
        assert used or name.rpartition(".")[0] in PLURALS | kinds, name


def test_the_blanks_of_a_plural_are_the_number() -> None:
    for name, text in WORDS.items():
        if name.endswith((".one", ".other")):
            assert re.findall(r"\{(\w+)\}", text) == ["n"], name
