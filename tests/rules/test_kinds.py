"""Whoever adds a kind or a measure is told by mypy what else it needs."""

import ast
from pathlib import Path

import pytest

from scorer.rules.city.city import city_names, load_city
from scorer.rules.scoring.terms.allterms import terms_of

RULES = Path(__file__).parents[2] / "scorer" / "rules"
SOURCES = sorted(RULES.rglob("*.py"))


def matches(text: str) -> list[ast.Match]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Match)]


def is_exhaustive(match: ast.Match) -> bool:
    """Whether the last case hands what is left to ``assert_never``."""
    (last, *_), *_ = [case.body for case in match.cases[::-1]]
    call = last.value if isinstance(last, ast.Expr) else None
    named = call.func if isinstance(call, ast.Call) else None
    return isinstance(named, ast.Name) and named.id == "assert_never"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(RULES)))
def test_no_match_leaves_a_kind_over(path: Path) -> None:
    assert all(map(is_exhaustive, matches(path.read_text())))


def test_there_are_matches_to_look_at() -> None:
    assert sum(len(matches(path.read_text())) for path in SOURCES) >= 4
    (open_,) = matches("match kind:\n    case 1:\n        pass\n    case _:\n        pass\n")
    assert not is_exhaustive(open_)


def words_of(text: str) -> set[str]:
    """Return the names that a module uses or imports, and the short texts in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found |= set(node.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            found |= set((node.module or "").split("."))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def test_no_module_of_rules_or_web_knows_a_city_but_those_of_one_city() -> None:
    names = {*city_names(), *(name.replace("-", "_") for name in city_names())}
    # The one that a page opens with where nobody chose any.
    names -= {"first-city"}
    assert words_of("from a.own import paris") & names == {"paris"}
    for path in [*SOURCES, *sorted((RULES.parent / "web").rglob("*.py"))]:
        assert path.parent.name == "own" or not words_of(path.read_text()) & names, path


@pytest.mark.parametrize("name", city_names())
def test_every_line_of_a_sheet_is_a_term_with_a_kind(name: str) -> None:
    city = load_city(name)
    terms = terms_of(city)
    assert len({term.step for term in terms}) == len(terms)
    for term in terms:
        data = term.phone_data(city.practice_board)
        assert data["kind"] == term.kind
        assert data["step"] == term.step.value
