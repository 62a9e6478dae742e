"""The mutants of ``tests/mutants.py`` still find their place in the program."""

import ast

import pytest

from tests.mutants import MUTANTS, ROOT, TESTS, Mutant, source_of
from tests.mutants_cities import BY_HAND, BY_SEARCH, CITY_MUTANTS


@pytest.mark.parametrize("mutant", [*MUTANTS, *CITY_MUTANTS], ids=lambda mutant: mutant.name)
def test_each_change_applies_once_and_leaves_a_program(mutant: Mutant) -> None:
    whole = source_of(mutant).read_text()
    assert whole.count(mutant.old) == 1
    changed = whole.replace(mutant.old, mutant.new)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(whole))


def test_there_is_one_for_every_scoring_step() -> None:
    names = {mutant.name.split("-")[0] for mutant in MUTANTS}
    assert {"special", "yellow", "grey", "cafes", "visit", "task", "goals"} <= names
    tests = (*TESTS, *BY_HAND, *BY_SEARCH)
    assert all((ROOT / test.partition("::")[0]).is_file() for test in tests)


def test_every_city_has_some() -> None:
    names = [mutant.name for mutant in CITY_MUTANTS]
    for city in ("london", "rio", "cairo", "hong-kong", "paris", "new-york"):
        assert any(name.startswith(city) for name in names)
    assert len(set(names)) == len(names)
