"""The app's words in every language: one folder of TOML files each, read when first needed.

A word has a name; ``{…}`` is filled in. Words that depend on a number have one text per
plural form of their language (``sections.one``, ``sections.few`` …), chosen by the rules of
the Unicode CLDR, here and in the scripts alike.
"""

import gzip
import hashlib
import tomllib
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, redirect, request, url_for
from flask_babel import Babel, format_date, get_locale
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.table.names import LONGEST_NAME, initial

# By their own names; the first is for browsers that speak none of them.
LANGUAGES = {"en": "English", "ru": "Русский", "ja": "日本語"}
COOKIE = "language"
# What a text may end with for a sentence.
ENDS = ("。", ".", "…", "!", "?", "！", "？")
# Where long words may break on a narrow phone; files have no use for it.
SOFT = "\u00ad"
YEAR_S = 31_536_000

views = Blueprint("words", __name__)


class UnknownWordError(KeyError):
    """A name that no word has: our own mistake."""


def init_app(app: Flask) -> None:
    """Choose the language of each request of *app*, and give its templates the words."""
    Babel(app, locale_selector=_chosen)
    app.jinja_env.globals.update(
        word=word, plural=plural, proper=proper, sentences=sentences, longest_name=LONGEST_NAME
    )
    app.jinja_env.filters.update(day=day, initial=initial)
    app.context_processor(_language_of_page)


def language() -> str:
    """Return the language of this request."""
    return str(get_locale())


def word(name: str, /, **values: object) -> str:
    """Return the word called *name* in the language of this request."""
    return text_in(language(), name, **values)


def plural(name: str, n: int, /, **values: object) -> str:
    """Return the form of a word for the number *n* in the language of this request."""
    locale = get_locale()
    # Without a request nobody reads anything.
    assert locale is not None
    form = locale.plural_form(n)
    return text_in(language(), f"{name}.{form}", n=n, **values)


def day(when: datetime) -> str:
    """Return the day of *when* as the language of this request writes it out."""
    return str(format_date(when, "long"))


def proper(kind: str, id_: str, otherwise: str) -> str:
    """Return the name of a thing of the game, or *otherwise* where the language has none."""
    return catalogue(language()).get(f"{kind}.{id_}", otherwise)


def sentence(text: str) -> str:
    """Return *text* with a full stop at its end; a message has one or none."""
    return text if text.endswith(ENDS) else text + word("sign.stop")


def sentences(*texts: str) -> str:
    """Return those of the sentences *texts* that say something, one after the other."""
    return word("sign.space").join(filter(None, texts))


def text_in(language: str, name: str, /, **values: object) -> str:
    """Return the word called *name* in *language*.

    Raises
    ------
    UnknownWordError
        If there is none.
    """
    try:
        return catalogue(language)[name].format(**values)
    except KeyError as error:
        raise UnknownWordError(f"no word {name!r} in {language}") from error


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return all words of *language* by their name."""
    folder = resources.files("scorer.web.serving") / "languages" / language
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        found |= tomllib.loads(file.read_text("utf-8"))
    return found


@views.get("/words/<language>.js")
def all_words(language: str) -> Response:
    """Return the words as a script for those of the page; the address names their content."""
    if language not in LANGUAGES:
        return Response(status=404)
    response = Response(mimetype="text/javascript")
    response.vary.add("Accept-Encoding")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.set_data(_compressed(language))
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.set_data(_packed(language))
    response.cache_control.max_age = YEAR_S
    response.cache_control.immutable = True
    return response


@views.post("/language")
def choose() -> BaseResponse:
    """Keep the language a person chose, and go back to where they were."""
    chosen = request.form.get("language", "")
    response = redirect(local_address(request.form.get("back", "")), 303)
    if chosen in LANGUAGES:
        secure = request.is_secure
        response.set_cookie(
            COOKIE, chosen, max_age=YEAR_S, httponly=True, samesite="Lax", secure=secure
        )
    return response


def local_address(address: str) -> str:
    """Return *address* if it is on this server, the start page otherwise."""
    # A path of its own, and no second slash after the first. Browsers read a backslash as a
    # slash, and leave out tabs and line ends.
    local = address.startswith("/") and not address.startswith("//")
    return address if local and address.isprintable() and "\\" not in address else "/"


def _chosen() -> str:
    kept = request.cookies.get(COOKIE)
    if kept in LANGUAGES:
        return kept
    return request.accept_languages.best_match(list(LANGUAGES)) or next(iter(LANGUAGES))


def _language_of_page() -> dict[str, Any]:
    spoken = language()
    digest = hashlib.sha256(_packed(spoken)).hexdigest()[:12]
    return {
        "language": spoken,
        "languages": LANGUAGES,
        "words_address": url_for("words.all_words", language=spoken, v=digest),
    }


@cache
def _packed(language: str) -> bytes:
    return b"self.WORDS = " + msgspec.json.encode(catalogue(language)) + b";\n"


@cache
def _compressed(language: str) -> bytes:
    return gzip.compress(_packed(language), mtime=0)
