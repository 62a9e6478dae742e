"""The documents name only what there is, and stay short."""

import importlib.util
import re

import click
import pytest

from tests.support import documents as docs

DOCUMENTS = docs.documents()
# The changelog tells of what there was.
CURRENT = [name for name in DOCUMENTS if name != docs.CHANGELOG]
COMMANDS = dict(docs.commands())
MOST_WORDS = 20_120
MOST_COLUMNS = 100


@pytest.mark.parametrize("document", CURRENT)
def test_every_scorer_command_and_its_options_exist(document: str) -> None:
    for call in docs.calls(document, "scorer"):
        name = "scorer"
        for word in call:
            if f"{name} {word}" not in COMMANDS:
                break
            name = f"{name} {word}"
        assert name != "scorer" or not call or call[0].startswith("-"), call
        options = {word.partition("=")[0] for word in call if re.match(r"--?[a-z]", word)}
        assert options <= docs.options_of(COMMANDS[name]) | {"-h", "--version"}, (name, call)


@pytest.mark.parametrize("document", CURRENT)
def test_every_module_that_is_run_and_its_options_exist(document: str) -> None:
    for module, *rest in docs.calls(document, "python -m"):
        if module.partition(".")[0] in {"scorer", "samples", "training", "benchmarks", "tests"}:
            options = {word for word in rest if re.match(r"--?[a-z]", word)}
            assert options <= docs.module_options(module), (module, rest)


@pytest.mark.parametrize("document", CURRENT)
def test_every_option_named_by_itself_exists(document: str) -> None:
    named = {line.split()[0] for line in docs.code(document) if line.startswith("--")}
    assert {one.partition("=")[0] for one in named} <= docs.known_options()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help, name
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert [option.opts for option in options if not option.help] == []


@pytest.mark.parametrize("document", CURRENT)
def test_every_make_target_and_variable_exists(document: str) -> None:
    for call in docs.calls(document, "make"):
        variables = {word.partition("=")[0] for word in call if "=" in word}
        assert set(call) - {word for word in call if "=" in word} <= docs.targets(), call
        assert all(f"$({variable})" in docs.text("Makefile") for variable in variables), call


@pytest.mark.parametrize("document", CURRENT)
def test_every_file_and_module_exists(document: str) -> None:
    assert {path for path in docs.paths(document) if not docs.path_exists(path)} == set()
    names = set(docs.dotted_names(document))
    assert {name for name in names if not docs.name_exists(name)} == set()


@pytest.mark.slow
def test_every_file_and_module_named_in_a_docstring_exists() -> None:
    wrong = []
    for name, said in docs.docstrings():
        wrong += [(name, path) for path in docs.SOURCE.findall(said) if not docs.path_exists(path)]
        dotted = docs.DOTTED.findall(docs.SOURCE.sub("", said))
        wrong += [(name, module) for module in dotted if not docs.name_exists(module)]
    assert wrong == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_somewhere(document: str) -> None:
    here = (docs.ROOT / document).parent
    for link in docs.links(document):
        path, _, anchor = link.partition("#")
        target = (here / path).resolve() if path else docs.ROOT / document
        assert target.exists(), link
        if anchor:
            assert anchor in docs.anchors(target.relative_to(docs.ROOT).as_posix()), link


def test_every_picture_is_shown() -> None:
    pictures = {name for name in docs.files() if name.startswith("docs/images/")}
    linked = {
        (docs.ROOT / document).parent.joinpath(link).resolve().relative_to(docs.ROOT).as_posix()
        for document in DOCUMENTS
        for link in docs.links(document)
        if not link.startswith("#") and (docs.ROOT / document).parent.joinpath(link).exists()
    }
    assert pictures <= linked


def test_the_script_that_takes_pictures_takes_those_shown() -> None:
    script = importlib.util.spec_from_file_location("shots", docs.ROOT / "docs/make_screenshots.py")
    assert script
    assert script.loader
    shots = importlib.util.module_from_spec(script)
    script.loader.exec_module(shots)
    shown = {link.rpartition("/")[2] for name in CURRENT for link in docs.links(name)}
    assert shots.SHOWN
    assert set(shots.SHOWN) <= shown


def test_the_documents_stay_short() -> None:
    long = [name for name in CURRENT if name.startswith("docs/") or name.endswith("MODEL.md")]
    words = [word for name in long for word in docs.text(name).split()]
    assert sum(any(map(str.isalnum, word)) for word in words) <= MOST_WORDS


@pytest.mark.parametrize("document", DOCUMENTS)
def test_lines_of_prose_are_short(document: str) -> None:
    lines = docs.prose(document).splitlines()
    tables = ("|", "<", "!", "[", "* [")
    assert [one for one in lines if len(one) > MOST_COLUMNS and not one.startswith(tables)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_rows_of_a_table_have_as_many_columns_as_its_head(document: str) -> None:
    tables = re.findall(r"(?:^\|.*\n)+", docs.text(document), re.MULTILINE)
    for table in tables:
        head, line, *rows = table.splitlines()
        assert re.fullmatch(r"[|:-]+", line), head
        assert [row for row in rows if row.count("|") != head.count("|")] == []


@pytest.mark.parametrize(
    ("span", "there"),
    [
        ("scorer/rules/", True),
        ("tests/test_docs.py", True),
        ("city/*.toml", True),
        ("scorer/rules/nowhere.py", False),
        ("attic/", False),
        ("unknown_module.py", False),
    ],
)
def test_the_walk_notices_what_is_not_there(span: str, there: bool) -> None:
    assert docs.looks_like_a_path(span)
    assert docs.path_exists(span) == there


def test_the_walk_finds_commands_in_spans_and_blocks() -> None:
    found = list(docs.calls("README.md", "scorer"))
    assert any(call[:1] == ["read"] for call in found)
    assert any(docs.calls("samples/README.md", "python -m"))
    assert any(docs.calls("CONTRIBUTING.md", "make"))
