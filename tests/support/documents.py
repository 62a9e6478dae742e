"""What the documents name in code: commands, options, targets, files, modules and links."""

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from scorer import cli

ROOT = Path(__file__).parents[2]
CHANGELOG = "CHANGELOG.md"
_FOLDERS = (
    "scorer",
    "samples",
    "training",
    "benchmarks",
    "tests",
    "docs",
    "templates",
    "static",
    "deploy",
)
_ENDINGS = (".py", ".md", ".toml", ".onnx", ".js", ".lock")
DOTTED = re.compile(rf"(?<![\w./-])(?:{'|'.join(_FOLDERS[:5])})(?:\.[A-Za-z_]\w*)+")
SOURCE = re.compile(r"[\w./*-]+\.(?:py|md|toml|onnx|js)\b")
_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`]+)`")
_BLOCK = re.compile(r"(?<=\n\n)(?: {4,}.*\n)+")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


@cache
def files() -> frozenset[str]:
    """Return the project's files, by their paths from the root."""
    folders = [ROOT / name for name in (*_FOLDERS, ".ci")]
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    return frozenset(path.relative_to(ROOT).as_posix() for path in found)


def documents() -> list[str]:
    """Return every document, by its path from the root."""
    return sorted(name for name in files() if name.endswith(".md") and "/." not in name)


@cache
def text(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


def prose(document: str) -> str:
    """Return *document* without its blocks of code."""
    return _BLOCK.sub("", _FENCE.sub("", text(document)))


def code(document: str) -> list[str]:
    """Return the lines of code in *document*, of spans and of blocks; continued ones as one."""
    whole = text(document)
    blocks = _FENCE.findall(whole) + _BLOCK.findall(_FENCE.sub("", whole))
    joined = "".join(blocks).replace("\\\n", " ")
    spans = [" ".join(span.split()) for span in _SPAN.findall(prose(document))]
    return [line.strip() for line in joined.splitlines() if line.strip()] + spans


def words(line: str) -> list[str]:
    """Return the words of a line of code as a shell takes them, up to a pipe or a comment."""
    try:
        found = shlex.split(line, comments=True)
    except ValueError:
        found = line.split()
    for i, word in enumerate(found):
        if word in {"|", ">", "&&", ";", "2>"}:
            return found[:i]
    return [word.rstrip(";,") for word in found]


def calls(document: str, program: str) -> Iterator[list[str]]:
    """Yield the words behind every call of *program* (one or more words) in *document*."""
    wanted = program.split()
    for line in code(document):
        found = words(line)
        for i, word in enumerate(found):
            names = [word.rpartition("/")[2], *found[i + 1 : i + len(wanted)]]
            if names == wanted:
                yield found[i + len(wanted) :]
                break


def commands(
    command: click.Command = cli.main, name: str = "scorer"
) -> Iterator[tuple[str, click.Command]]:
    """Yield every command and group with its whole name."""
    yield name, command
    if isinstance(command, click.Group):
        for inner, one in command.commands.items():
            yield from commands(one, f"{name} {inner}")


def options_of(command: click.Command) -> set[str]:
    """Return the names of the options that *command* takes."""
    named = (param for param in command.params if isinstance(param, click.Option))
    return {name for param in named for name in (*param.opts, *param.secondary_opts)} | {"--help"}


def module_file(module: str) -> str | None:
    """Return the file of a dotted *module* name, None if there is none."""
    path = module.replace(".", "/")
    for name in (f"{path}.py", f"{path}/__main__.py", f"{path}/__init__.py"):
        if name in files():
            return name
    return None


@cache
def module_options(module: str) -> set[str]:
    """Return the options that *module* gives to its argparse parser.

    They may be given by a function of another module, called ``add_…``.
    """
    name = module_file(module)
    assert name, f"there is no module {module}"
    tree = ast.parse(text(name))
    found = _added(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            adding = {one.name for one in node.names if one.name.startswith("add_")}
            inside = module_file(node.module) if adding else None
            functions = _functions(inside) if inside else {}
            while adding & functions.keys():
                other = functions.pop((adding & functions.keys()).pop())
                found |= _added(other)
                # It may leave some to another one beside it.
                adding |= {one.id for one in ast.walk(other) if isinstance(one, ast.Name)}
    return found


def _functions(file: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(text(file))
    return {one.name: one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}


def _added(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_argument":
            values = [one.value for one in node.args if isinstance(one, ast.Constant)]
            found |= {str(value) for value in values if str(value).startswith("-")}
    return found


@cache
def known_options() -> frozenset[str]:
    """Return the options of all commands, and of the project's modules that are run."""
    found = {option for _, command in commands() for option in options_of(command)}
    for name in files():
        if name.endswith(".py") and name.startswith(("samples", "training", "benchmarks", "docs")):
            found |= module_options(name.removesuffix(".py").replace("/", "."))
    return frozenset(found)


def targets() -> set[str]:
    """Return the targets of the Makefile."""
    return set(re.findall(r"^([a-z][a-z-]*):", text("Makefile"), re.MULTILINE))


def looks_like_a_path(span: str) -> bool:
    """Tell whether *span* names a file or folder of the project."""
    if not re.fullmatch(r"[\w./*-]+", span) or span.startswith("/"):
        return False
    top = span.partition("/")[0]
    if top.isupper():
        return False
    folder = ("/" in span and top in _FOLDERS) or re.fullmatch(r"[a-z-]+/", span)
    return bool(folder) or (span.endswith(_ENDINGS) and span[0] != ".")


def paths(document: str) -> set[str]:
    """Return the paths of the project named in *document*'s code, but for those written to."""
    found = set()
    for line in code(document):
        said = words(line)
        outputs = {said[i + 1] for i, word in enumerate(said[:-1]) if word in {"-o", "--resume"}}
        found |= {word for word in said if word not in outputs and looks_like_a_path(word)}
    return found


@cache
def path_exists(span: str) -> bool:
    """Tell whether *span* is the end of a path in the project, or of a folder's."""
    shape = re.escape(span.rstrip("/")).replace(r"\*", "[^/]*")
    whole = re.compile(rf"(?:^|.*/){shape}(?:/.*|$)")
    return any(whole.match(name) for name in files())


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of all modules, classes and functions, each with its file."""
    for name in sorted(one for one in files() if one.endswith(".py")):
        for node in _statements(ast.parse(text(name))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield name, ast.get_docstring(node) or ""


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield *node* and all statements inside it; expressions hold none."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _statements(child)


def dotted_names(document: str) -> list[str]:
    """Return the dotted names of modules, and of what is in them, in *document*'s code."""
    lines = [re.sub(r"\S+\.(?:py|md|json|board)\b(?!\.)", "", line) for line in code(document)]
    return [name for line in lines for name in DOTTED.findall(line)]


@cache
def name_exists(dotted: str) -> bool:
    """Tell whether *dotted* is a folder, a module, or something that a module names."""
    module, _, last = dotted.rpartition(".")
    if module_file(dotted) or path_exists(dotted.replace(".", "/")):
        return True
    inside = module_file(module)
    return inside is not None and re.search(rf"\b{last}\b", text(inside)) is not None


def links(document: str) -> list[str]:
    """Return where *document*'s links and pictures lead, but for those to other sites."""
    found = [one or other for one, other in _LINK.findall(prose(document))]
    return [link for link in found if "://" not in link]


def anchors(document: str) -> set[str]:
    """Return the anchors of *document*'s headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", prose(document), re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {title.replace(" ", "-") for title in kept}
