"""The tool that breaks scoring and search on purpose changes what it says, and only that."""

import ast
from importlib.util import module_from_spec

import pytest

from tests.support.mutants import ROOMS, ROOT, Finder, changed, mutants_of, places


def variants(source: str) -> list[str]:
    tree = ast.parse(source)
    return [ast.unparse(changed(tree, at)[0]) for at, _ in enumerate(places(tree))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a <= b"]),
        ("a == 2", ["a != 2", "a == 3"]),
        ("a + b + c", ["a - b + c", "a + b - c"]),
        ("a < b < c", ["a <= b < c", "a < b <= c"]),
        ("a not in b or c", ["a not in b and c", "a in b or c"]),
        ("a * b - c", ["a * b + c", "a + b - c"]),
        ("max(a, key=any)", ["min(a, key=any)", "max(a, key=all)"]),
        ("a = True", ["a = False"]),
        ("for a in b:\n    continue", ["for a in b:\n    break"]),
        ("def f(a: 'b | c'=4):\n    pass", ["def f(a: 'b | c'=5):\n    pass"]),
    ],
)  # fmt: skip
def test_one_place_is_changed_at_a_time(source: str, expected: list[str]) -> None:
    assert sorted(variants(source)) == sorted(expected)


@pytest.mark.parametrize("room", ROOMS)
def test_every_mutant_is_another_program(room: str) -> None:
    mutants = mutants_of(room)
    assert len(mutants) > 300
    for mutant in mutants[::100]:
        tree = ast.parse(mutant.path.read_text())
        other, said = changed(tree, mutant.number)
        assert "→" in said
        assert ast.dump(other) != ast.dump(tree)
        compile(other, str(mutant.path), "exec")


@pytest.mark.parametrize("room", ROOMS)
def test_the_tests_that_must_notice_are_there(room: str) -> None:
    assert all((ROOT / test.partition("::")[0]).exists() for test in ROOMS[room])


def test_a_changed_module_is_loaded_in_place_of_the_one_on_disk() -> None:
    finder = Finder(ROOT / "scorer" / "rules" / "notation.py", ast.parse("value = 2"))
    assert finder.find_spec("scorer.rules.jsonfile", None) is None
    spec = finder.find_spec("scorer.rules.notation", None)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.value == 2
    assert not hasattr(module, "Location")
