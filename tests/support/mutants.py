"""Break the scoring or the search on purpose, one place at a time: the tests must notice.

    make mutants                                     40 places of each room, chosen by chance
    .venv/bin/python -m tests.support.mutants scoring --sample 150 --seed 2

A mutant is a module with one operator, number or name exchanged, found in its syntax tree, so
nothing here names a line of the program. Each runs the room's tests in a process of its own,
which loads the changed module in place of the one on disk. Those that no test notices are
printed with file and line: either a test is missing, or the change makes no difference.
"""

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

ROOT = Path(__file__).parents[2]
# A mutant that makes a loop run for ever is noticed after so many seconds.
PATIENCE_S = 240
BY_HAND = (
    "tests/rules/test_worked_example.py",
    "tests/rules/scoring",
    "tests/rules/table/test_ties.py",
    "tests/rules/city",
)
SEARCH = "tests/rules/search"
ROOMS = {
    "scoring": (*BY_HAND, "tests/rules/judge", "tests/rules/table/test_result.py"),
    "search": (
        *BY_HAND,
        f"{SEARCH}/walks",
        f"{SEARCH}/cards",
        f"{SEARCH}/candidates/test_branch.py",
        f"{SEARCH}/candidates/test_listing.py::test_no_walk_scores_more[0]",
        f"{SEARCH}/test_alternatives.py",
        f"{SEARCH}/test_goal_search.py::test_no_walk_scores_more_with_goals[0]",
    ),
    "innsmouth": ("tests/rules/innsmouth",),
}

EXCHANGED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OPERATORS = (ast.operator, ast.boolop, ast.cmpop, ast.unaryop)
RENAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """The place *number* of those that can be changed in the file *path*."""

    path: Path
    number: int


def places(tree: ast.AST) -> Iterator[tuple[int, ast.AST]]:
    """Yield what can be changed in *tree*, each with the line it stands on.

    Annotations and decorators are left alone: they say nothing about what is computed.
    """
    waiting: list[tuple[int, ast.AST]] = [(0, tree)]
    while waiting:
        line, node = waiting.pop()
        line = getattr(node, "lineno", line)
        if _changeable(node):
            yield line, node
        for name, value in reversed(list(ast.iter_fields(node))):
            if name in {"annotation", "returns", "decorator_list", "type_params", "bases"}:
                continue
            inner = value if isinstance(value, list) else [value]
            waiting += [(line, one) for one in reversed(inner) if isinstance(one, ast.AST)]


def _changeable(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return type(value) in (int, bool)
        case ast.Name(id=name):
            return name in RENAMED
        case _:
            return type(node) in EXCHANGED or isinstance(node, ast.Continue)


def changed(tree: ast.Module, number: int) -> tuple[ast.Module, str]:
    """Return *tree* with its place *number* changed, and what was changed into what."""
    tree = _unshared(tree)
    line, place = list(places(tree))[number]
    match place:
        case ast.Constant(value=bool(value)):
            place.value, said = not value, f"{value} → {not value}"
        case ast.Constant(value=int(value)):
            place.value, said = value + 1, f"{value} → {value + 1}"
        case ast.Name(id=name):
            place.id, said = RENAMED[name], f"{name} → {RENAMED[name]}"
        case _:
            new = EXCHANGED.get(type(place), ast.Break)()
            said = f"{type(place).__name__} → {type(new).__name__}"
            _replace(tree, place, new)
    return ast.fix_missing_locations(tree), f"line {line}: {said}"


def _unshared(tree: ast.Module) -> ast.Module:
    """Return a copy of *tree* where each operator is a node of its own.

    The parser uses one node for all operators of a kind: whoever changes one changes all.
    """
    tree = copy.deepcopy(tree)
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, OPERATORS):
                setattr(node, name, type(value)())
            elif isinstance(value, list):
                value[:] = [type(one)() if isinstance(one, OPERATORS) else one for one in value]
    return tree


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if value is old:
                setattr(node, name, new)
            elif isinstance(value, list):
                value[:] = [new if one is old else one for one in value]


class _Loader(SourceFileLoader):
    """Loads a module from a changed tree."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        super().__init__(name, str(path))
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, self.path, "exec")


class Finder(importlib.abc.MetaPathFinder):
    """Gives the changed module in place of the one on disk."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self._name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        self._path, self._tree = path, tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        loader = _Loader(fullname, self._path, self._tree)
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


def mutants_of(room: str) -> list[Mutant]:
    """Return every mutant of the folder *room* of the rules, file by file."""
    files = sorted((ROOT / "scorer" / "rules" / room).rglob("*.py"))
    return [
        Mutant(path, number)
        for path in files
        for number, _ in enumerate(places(ast.parse(path.read_text())))
    ]


def noticed(mutant: Mutant | None, tests: Sequence[str]) -> bool:
    """Whether one of *tests* fails, does not load or does not end; without *mutant* none may."""
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE_S)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        if mutant is not None:
            tree, _ = changed(ast.parse(mutant.path.read_text()), mutant.number)
            sys.meta_path.insert(0, Finder(mutant.path, tree))
        os._exit(int(pytest.main(["-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests])))
    return os.waitpid(child, 0)[1] != 0


def survivors(room: str, count: int, seed: int) -> int:
    """Try *count* mutants of *room*, print those that no test notices, and return how many."""
    if noticed(None, ROOMS[room]):
        raise SystemExit(f"the tests of {room} fail without any change")
    all_of_them = mutants_of(room)
    chosen = random.Random(seed).sample(all_of_them, min(count, len(all_of_them)))
    start, left = time.monotonic(), 0
    for mutant in sorted(chosen, key=lambda one: (one.path, one.number)):
        if not noticed(mutant, ROOMS[room]):
            left += 1
            _, said = changed(ast.parse(mutant.path.read_text()), mutant.number)
            print(f"{mutant.path.relative_to(ROOT)}, {said}", flush=True)
    print(
        f"{room}: {len(chosen) - left} of {len(chosen)} noticed, of {len(all_of_them)} there are; "
        f"{time.monotonic() - start:.0f} s"
    )
    return left


def main() -> None:
    """Run what the options ask for."""
    parser = argparse.ArgumentParser(prog="tests.support.mutants")
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), help=f"of {', '.join(ROOMS)}")
    parser.add_argument("--sample", type=int, default=40, help="how many of each room")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for room in options.rooms:
        survivors(room, options.sample, options.seed)


if __name__ == "__main__":
    main()
