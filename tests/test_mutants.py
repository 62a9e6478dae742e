"""The mutants of ``tests/mutants.py`` still find their place in the program."""

import ast

import pytest

from tests.mutants import MUTANTS, ROOT, TESTS, Mutant, source_of


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_each_change_applies_once_and_leaves_a_program(mutant: Mutant) -> None:
    whole = source_of(mutant).read_text()
    assert whole.count(mutant.old) == 1
    changed = whole.replace(mutant.old, mutant.new)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(whole))


def test_there_is_one_for_every_scoring_step() -> None:
    names = {mutant.name.split("-")[0] for mutant in MUTANTS}
    assert {"special", "yellow", "grey", "cafes", "visit", "task", "goals"} <= names
    assert all((ROOT / test.partition("::")[0]).is_file() for test in TESTS)
