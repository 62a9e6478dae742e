"""Every word in every language, and no page that shows a key or another language."""

import gzip
import json
import re
from collections.abc import Callable

import pytest
from babel import Locale
from flask import Flask
from flask.testing import FlaskClient

from scorer.commands.text.judge import explanation_text
from scorer.resources import folder
from scorer.rules.board.board import CafeBonus
from scorer.rules.city.city import city_names, load_city
from scorer.rules.city.goalcards import Measure
from scorer.rules.referee import FindingKind
from scorer.rules.scoring.mistakes import Explanation, Mistake, MistakeKind
from scorer.rules.scoring.sheet import Reason
from scorer.rules.status import Gap, GapKind, Status
from scorer.vision.photo.gate import NotReadReason
from scorer.web.serving.words import LANGUAGES, catalogue, sentence, sentences, text_in
from scorer.web.views.certainty import open_words
from scorer.web.views.citytexts import cards_data
from tests.support.client import json_in

SCRIPTS = "".join(path.read_text() for path in sorted((folder("static") / "js").rglob("*.js")))
TEMPLATES = "".join(path.read_text() for path in sorted(folder("templates").glob("*.html")))
MODULES = "".join(
    path.read_text() for path in sorted(folder("templates").parent.glob("scorer/web/**/*.py"))
)
ALL = SCRIPTS + TEMPLATES + MODULES
# Mistakes that have to do with another line, which tells them apart.
WITH_ANOTHER_LINE = (
    MistakeKind.OTHER_TOURISTS,
    MistakeKind.OTHER_LANDMARKS,
    MistakeKind.LINES_SWAPPED,
    MistakeKind.LINE_COPIED,
    MistakeKind.SUM_LINE_LEFT_OUT,
    MistakeKind.SUM_LINE_TWICE,
)
FORMS = {"zero", "one", "two", "few", "many", "other"}
OTHERS = [code for code in LANGUAGES if code != "en"]


def names_of(language: str) -> set[str]:
    """The names of all words, the forms of a plural taken as one with a # behind."""
    return {without_form(name) for name in catalogue(language)}


def without_form(name: str) -> str:
    stem, _, last = name.rpartition(".")
    return f"{stem}#" if last in FORMS and stem else name


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_is_missing_in_any_language(language: str) -> None:
    assert names_of(language) == names_of("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_the_forms_of_its_language(language: str) -> None:
    wanted = {*Locale.parse(language).plural_form.tags, "other"}
    words = catalogue(language)
    for name in names_of(language):
        if name.endswith("#"):
            assert {form for form in FORMS if f"{name[:-1]}.{form}" in words} == wanted, name


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_in_the_same_blanks(language: str) -> None:
    english = {without_form(name): blanks(text) for name, text in catalogue("en").items()}
    for name, text in catalogue(language).items():
        assert blanks(text) == english[without_form(name)], name


@pytest.mark.parametrize("kind", WITH_ANOTHER_LINE)
def test_a_mistake_with_another_line_names_it(kind: MistakeKind) -> None:
    assert blanks(catalogue("en")[f"mistake.{kind}"]) == {"other"}


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_are_written_in_their_own_script(language: str) -> None:
    script = {"ru": "[а-яё]", "ja": "[぀-ヿ一-鿿]"}[language]
    plain = {"pp", "doubt.total"}
    for name, text in catalogue(language).items():
        bare = re.sub(r"\{\w+\}", "", text)
        # Words of blanks and signs alone need no translation.
        if re.search(r"[a-z]{2}", bare, re.I) and name not in plain:
            assert re.search(script, text, re.I), name


ASKED = set(re.findall(r"""\bword\(\s*(?:[^()"'`]*\?\s*)?["']([^"']+)["']""", ALL))
ASKED_PLURALS = set(re.findall(r"""\bplural\(\s*["']([^"']+)["']""", ALL))
BEGINNINGS = set(re.findall(r"""\b(?:word|wordOr|plural)\(f?[`"']([\w.-]+)[${]""", ALL)) | set(
    re.findall(r"""\bword\("([\w.-]+)" ~""", ALL)
)


def test_every_word_that_is_asked_for_is_there() -> None:
    assert len(ASKED) > 60
    known = names_of("en")
    assert {name for name in ASKED if not name.endswith(".")} <= known | {
        name.removesuffix("#") for name in known
    }
    assert {f"{name}#" for name in ASKED_PLURALS} <= known
    for beginning in BEGINNINGS:
        assert any(name.startswith(beginning) for name in known), beginning


def test_no_word_is_left_over() -> None:
    beginnings = (*BEGINNINGS, *PROPER)
    for name in names_of("en"):
        stem = name.removesuffix("#").removesuffix(".hint")
        error = stem.removeprefix("error.")
        refused = stem != error and (f'"{error}"' in ALL or error.isdigit())
        assert f'"{stem}"' in ALL or refused or stem.startswith(beginnings), name


# Names of things, looked up by their kind and id.
PROPER = (
    "city.", "board.", "sorted.", "iconic.", "visit-all.", "not-read.", "not-joined.", "level.",
    "colour.", "bonus.", "card.", "tour.", "rule.", "marked.",
    "circle", "square", "triangle", "pentagon",
)  # fmt: skip


PLAIN = ("En Route", "Ticket to Ride", "JavaScript", "JSON", "JPEG", "PNG", "PP")


def city_and_board_names() -> list[str]:
    cities = [load_city(id_) for id_ in city_names()]
    return [name for city in cities for name in (city.name, city.practice_board.name)]


@pytest.fixture
def pages(client: FlaskClient, game: str) -> list[str]:
    return ["/", game, "/nothing", "/game/unknown"]


NAMES = sorted((re.escape(name) for name in catalogue("en") if "." in name), key=len, reverse=True)
KEY = re.compile(rf"(?<![/\w.])(?:{'|'.join(NAMES)})(?![\w/.])")


def shown(page: str) -> str:
    """What a person reads: text, and the labels of what has none."""
    labels = " ".join(re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', page))
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", page, flags=re.S)
    return f"{text} {labels}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_the_browsers_language_and_show_no_key(
    client: FlaskClient, pages: list[str], language: str
) -> None:
    for path in pages:
        page = client.get(path, headers={"Accept-Language": language}).text
        assert f'<html lang="{language}"' in page
        assert not KEY.search(shown(page)), path
        if language != "en":
            # A new city may speak only its file's language, until somebody translates it.
            known = [*LANGUAGES.values(), *PLAIN, *city_and_board_names()]
            rest = re.sub("|".join(map(re.escape, known)), "", shown(page))
            assert not re.search(r"[A-Za-z]{3,}", rest), (path, rest)


def test_a_chosen_language_is_kept_against_the_browsers(client: FlaskClient) -> None:
    answer = client.post("/language", data={"language": "ru", "back": "/"})
    assert answer.headers["Location"] == "/"
    page = client.get("/", headers={"Accept-Language": "ja"}).text
    assert '<html lang="ru"' in page


@pytest.mark.parametrize(
    "back",
    [
        "https://elsewhere.example",
        "//elsewhere.example",
        "/\\x.example",
        "/\t/x.example",
        "/\n//x.example",
    ],
)
def test_choosing_a_language_leads_to_no_other_server(client: FlaskClient, back: str) -> None:
    answer = client.post("/language", data={"language": "ru", "back": back})
    assert answer.headers["Location"] == "/"


def test_an_unknown_language_changes_nothing(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.post("/language", data={"language": "xx"}).headers
    assert client.get("/words/xx.js").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_get_every_word(client: FlaskClient, language: str) -> None:
    plain = client.get(f"/words/{language}.js")
    packed = client.get(f"/words/{language}.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    begin, _, words = plain.text.partition(" = ")
    assert begin == "self.WORDS"
    assert json.loads(words.removesuffix(";\n")) == catalogue(language)


def test_errors_of_files_are_told_in_every_language(
    client: FlaskClient, opened: Callable[[object], str]
) -> None:
    from io import BytesIO

    for language in OTHERS:
        file = (BytesIO(b'{"city": "first-city", "board": "first-city", "task": ["z9"]}'), "x")
        headers = {"Accept-Language": language, "Accept": "application/json"}
        error = json_in(client.post("/files", data={"file": file}, headers=headers))["error"]
        assert "$.task[0]" in error
        assert "crossroads" not in error


def test_a_form_with_too_many_fields_is_not_called_too_large(client: FlaskClient) -> None:
    fields = {f"field{i}": "x" for i in range(60)} | {"board": "first-city"}
    answer = client.post("/photos", data=fields, content_type="multipart/form-data")
    assert answer.status_code == 413
    assert "too many fields" in answer.text


def test_whatever_the_layers_below_name_has_a_word() -> None:
    wanted = {f"finding.{kind}" for kind in FindingKind}
    wanted |= {f"mistake.{kind}" for kind in MistakeKind}
    wanted |= {f"not-read.{reason}" for reason in NotReadReason}
    wanted |= {f"measure.{measure}" for measure in Measure}
    wanted |= {f"reason.{reason}" for reason in Reason}
    wanted |= {f"bonus.{bonus}" for bonus in CafeBonus}
    for name in city_names():
        wanted |= {f"bonus.{mark.bonus}" for mark in load_city(name).practice_board.cafe_area}
    assert wanted <= set(catalogue("en"))


@pytest.mark.parametrize("language", OTHERS)
def test_own_goal_cards_have_a_title_in_every_language(app: Flask, language: str) -> None:
    for name in city_names():
        city = load_city(name)
        with app.test_request_context(headers={"Accept-Language": language}):
            cards = cards_data(city, city.practice_board)["goals"]
        assert len(cards) == len(city.goals)
        for one in cards:
            assert one["title"] != one["card"]["name"]


@pytest.mark.parametrize("language", OTHERS)
def test_translated_cities_have_all_their_names(language: str) -> None:
    words = catalogue(language)
    # A new city needs no more than its file; it speaks that one's language until translated.
    translated = [id_ for id_ in city_names() if f"city.{id_}" in catalogue("en")]
    assert len(translated) >= 7
    for id_ in translated:
        city = load_city(id_)
        steps = [*city.step_names, *(special.step for special in city.specials)]
        names = {f"city.{id_}", f"board.{city.practice_board.id}"}
        names |= {f"iconic.{mark.id}" for mark in city.iconic}
        names |= {f"level.{level.id}" for level in city.levels}
        names |= {f"step.{id_}.{step}" for step in steps}
        names |= {f"visit-all.{id_}"} if city.visit_all.name else set()
        names |= {f"tour.{tour.id}" for tour in city.tours}
        names |= {f"rule.{id_}.{special.step}" for special in city.specials}
        assert names <= set(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_decide_in_the_same_words_in_every_game(language: str) -> None:
    words = catalogue(language)
    boxes = ("table", "phototour", "ticket-to-ride")
    assert len({words[f"{box}.by.points"] for box in boxes}) == 1


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Save"), ("ru", "Сохранить"), ("ja", "保存")]
)
def test_what_was_typed_is_saved_by_a_button_of_one_name(language: str, said: str) -> None:
    assert catalogue(language)["players.keep"] == catalogue(language)["map-editor.keep"] == said


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", "first-city cairo hong-kong london new-york paris rio-de-janeiro"),
        ("ru", "first-city hong-kong cairo london new-york paris rio-de-janeiro"),
        # Hong Kong is sorted as it is said.
        ("ja", "first-city cairo new-york paris hong-kong rio-de-janeiro london"),
    ],
)
def test_cities_follow_the_alphabet_of_the_language(
    client: FlaskClient, language: str, order: str
) -> None:
    for path, field in (("/teach", "city"), ("/", "board")):
        page = client.get(path, headers={"Accept-Language": language}).text
        found, *_ = re.findall(rf'<select name="{field}".*?</select>', page, re.DOTALL)
        named = re.findall(r'<option value="([^"]+)"', found)
        # Cities that came later stand among these.
        assert [one for one in named if one in order.split()] == order.split()


def test_the_page_says_of_a_card_what_the_command_says() -> None:
    """A card called won that is only reached, and one called reached that is won."""
    for kind, counted in ((MistakeKind.GOAL_WON, "won"), (MistakeKind.GOAL_NOT_WON, "reached")):
        mistake = Mistake(kind, figures={"card": 1, "value": 2, "threshold": 3})
        told = explanation_text(Explanation(mistakes=(mistake,)), None, load_city("first-city"))
        for text in (told, catalogue("en")[f"mistake.{kind.value}"]):
            assert f"counted as {counted}" in text


def test_the_rule_of_iconic_landmarks_is_true_once_their_ratings_are_set() -> None:
    """It asked for ratings that stood there, and of those who only look on."""
    for language, asked in (("en", "below"), ("ru", "ниже"), ("ja", "下で")):
        assert asked not in catalogue(language)["rule.grey"]


def test_long_words_of_the_rules_say_where_they_may_break() -> None:
    """They stand in a narrow box beside the board, and few browsers know Russian syllables."""
    for name, text in catalogue("ru").items():
        if name.startswith("rule."):
            assert not re.search(r"[а-яё]{15}", text, re.I), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_open_has_one_colon(language: str) -> None:
    words = catalogue(language)
    for name in (one for one in words if one.startswith("result.missing.")):
        whose = words["result.of"].format(name="Anna", open=words[name])
        told = words["result.open"].format(list=whose)
        assert len(re.findall("[:：]", told)) == 1, told


@pytest.mark.parametrize(
    ("language", "said"), [("en", "健太. Who? Done."), ("ja", "健太。Who?Done.")]
)
def test_sentences_end_and_follow_one_another_as_the_language_does(
    app: Flask, language: str, said: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert sentences(sentence("健太"), sentence("Who?"), "", sentence("Done.")) == said


def test_the_line_below_the_total_has_room_beside_the_buttons_in_japanese() -> None:
    for name in ("best-read", "best-drawn"):
        assert len(catalogue("ja")[name]) <= 8, name


def test_nothing_narrow_joins_japanese_texts() -> None:
    words = catalogue("ja")
    signs = [words[name] for name in words if name.startswith("sign.")] + [words["list"]]
    assert len(signs) == 7
    for sign in signs:
        assert not re.search(r"[ -/:-@]", re.sub(r"\{\w+\}", "", sign)), sign


def test_no_page_joins_texts_with_signs_of_one_language() -> None:
    # What works out a score writes in figures and English, as the command does.
    scripts = [
        path for path in (folder("static") / "js").rglob("*.js") if path.parent.name != "scoring"
    ]
    for text in (TEMPLATES, *(path.read_text() for path in scripts)):
        assert not re.findall(r"\}\}[:;,] .*|\}\}</b> \{\{.*|\}[:;] \$\{.*", text)
        assert not re.findall(r"""join\("(?:; | / |: )"\).*|sentence\([^)]*\)\} .*""", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ratings_that_are_open_do_not_run_on_from_what_stands_before_them(
    app: Flask, language: str
) -> None:
    """In Japanese the goal cards were read as one of those whose rating is open."""
    city = load_city("first-city")
    tracks = [mark.id for mark in city.iconic]
    status = Status.because([Gap(GapKind.GOALS)], ratings=tracks)
    with app.test_request_context(headers={"Accept-Language": language}):
        told = open_words(status, city)
        named = catalogue(language)["list"].join(
            catalogue(language).get(f"iconic.{mark.id}", mark.name) for mark in city.iconic
        )
    assert re.search(rf"[(（]{re.escape(named)}[)）]$", told), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_under_an_icon_is_not_cut_off(client: FlaskClient, language: str) -> None:
    """Phones have room for a dozen letters there."""
    headers = {"Accept-Language": language}
    told = json_in(client.get("/manifest.json", headers=headers))
    assert len(told["short_name"]) <= 12


# What Russian readers call otherwise, with the word of the Russian rules.
NO_TERMS = {
    r"\bтур(ы|ов|ам|ах)?\b": "тематическая экскурсия",
    r"\bгид\b": "экскурсовод",
    r"фишк\w* счёта": "маркер очков",
    r"\bполос[аыу]\b": "дорожка двойного маршрута",
    r"на деление|делени[яй] вместо": "ячейка рейтинга",
    r"поля? игрока|чуж\w+ пол[ея]\b": "планшет игрока",
}


@pytest.mark.parametrize("other", NO_TERMS)
def test_russian_speaks_the_words_of_the_russian_rules(other: str) -> None:
    said = {name: text for name, text in catalogue("ru").items() if re.search(other, text, re.I)}
    assert not said, NO_TERMS[other]


def test_russian_begins_no_line_with_a_dash_or_a_unit() -> None:
    loose = re.compile(r" —|[}\d] (?:ОП|ПО|%|МБ|мм|млн)\b|[}\d] %| …")
    assert not {name for name, text in catalogue("ru").items() if loose.search(text)}


def test_russian_counts_players_of_a_full_table_of_four_and_of_eight() -> None:
    assert [text_in("ru", "error.full", most=most)[-13:] for most in (4, 8)] == [
        "игроков уже 4",
        "игроков уже 8",
    ]
