"""The printed town of Innsmouth and its cache cards in the reader's language."""

from collections.abc import Iterator
from itertools import combinations

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.printing.drawing.drawing import Drawing, Text
from scorer.printing.drawing.letters import lacks, text_width
from scorer.printing.layout import Box
from scorer.printing.seatown import cache_cards, town_drawing
from scorer.printing.seatown.words import ENGLISH
from scorer.rules.innsmouth.town import practice_town
from scorer.web.pages.boxes.townwords import town_words
from scorer.web.serving.words import LANGUAGES, catalogue

LEAST_MM = 1.75


def printed(client: FlaskClient, what: str, language: str) -> str:
    pdf = client.get(f"/innsmouth/{what}.pdf", headers={"Accept-Language": language}).data
    return "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))


def drawings(app: Flask, language: str) -> Iterator[Drawing]:
    town = practice_town()
    with app.test_request_context(headers={"Accept-Language": language}):
        words = town_words(town)
    yield town_drawing(town, words)
    yield from cache_cards(town, words)


def texts(of: Drawing) -> list[Text]:
    return [one for group in of.groups for one in group.shapes if isinstance(one, Text)]


def box_of(text: Text) -> Box:
    wide = text_width(text.text, text.size, text.font)
    left = text.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    return Box(left, text.at[1] - 0.72 * text.size, left + wide, text.at[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_cache_cards_have_the_names_that_the_app_gives_them(
    client: FlaskClient, language: str
) -> None:
    words, shown = catalogue(language), printed(client, "caches", language)
    for name in practice_town().file.caches:
        assert words["town-print.caches"].format(name=words[f"innsmouth.card.{name}"]) in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_beside_the_town_is_in_the_readers_language(
    client: FlaskClient, language: str
) -> None:
    words, shown = catalogue(language), printed(client, "town", language)
    for name in ("bonuses", "ferries", "practice", "joined", "key"):
        assert words[f"town-print.{name}"] in shown
    assert (ENGLISH.ferries in shown) is (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_have_room_and_letters_that_can_be_printed(app: Flask, language: str) -> None:
    for drawing in drawings(app, language):
        boxes = [(one.text, box_of(one)) for one in texts(drawing)]
        for one in texts(drawing):
            assert not lacks(one.text), one.text
            assert one.size >= LEAST_MM, one.text
        for (text, a), (other, b) in combinations(boxes, 2):
            apart = a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
            assert apart, (text, other)


def test_without_words_the_print_is_english(app: Flask) -> None:
    """The app's English names the cards as its list does: with a capital."""
    (town, *_) = drawings(app, "en")
    shown = [one.text for one in texts(town)]
    plain = [one.text for one in texts(town_drawing(practice_town()))]
    # The score fields have the labels of the blank score sheet.
    assert set(plain) - set(shown) == {"Goals", "Character"}
