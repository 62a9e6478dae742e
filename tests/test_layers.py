"""The layer rule and the walls: who may import whom, in small folders and few levels.

In every folder its children (modules, and folders taken as one) import one another in few
levels and in no circle. A module of a folder's own ``__init__`` belongs to the folder.
"""

import ast
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "scorer"
LAYERS = ("rules", "vision", "printing", "store", "web")
ALLOWED_LAYERS = {
    "rules": {"rules"},
    "vision": {"vision", "rules"},
    "printing": {"printing", "rules"},
    "store": {"store", "rules"},
    "web": {"web", "vision", "printing", "store", "rules"},
}
# Third-party packages each layer may use besides numpy and msgspec.
ALLOWED_PACKAGES = {
    "rules": set[str](),
    "vision": {"cv2", "skimage", "PIL", "pi_heif"},
    "printing": {"fontTools", "fpdf", "pypdfium2", "PIL"},
    "store": {"sqlalchemy", "alembic", "obstore"},
    "web": {
        "cheroot",
        "cryptography",
        "flask",
        "flask_babel",
        "flask_limiter",
        "flask_wtf",
        "gunicorn",
        "prometheus_client",
        "redis",
        "rq",
        "segno",
        "waitress",
        "werkzeug",
    },
}
# Modules that would let clock or chance into the rules.
IMPURE = {"datetime", "os", "random", "secrets", "socket", "subprocess", "time"}
STANDARD = {"numpy", "msgspec", "__future__"}
MOST_MODULES = 16
MOST_LEVELS = 8

Graph = dict[str, set[str]]


def imported(path: Path) -> set[str]:
    """Return the dotted names of all modules that *path* imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
    return found


def breaches(layer: str, modules: set[str]) -> set[str]:
    """Return those of *modules* that *layer* must not import."""
    found = set()
    for module in modules:
        top, _, rest = module.partition(".")
        if top == "scorer":
            inner = rest.split(".")[0]
            if inner in LAYERS and inner not in ALLOWED_LAYERS[layer]:
                found.add(module)
            if inner in {"cli", "commands", "report"} or (
                inner and inner not in LAYERS and layer != "web"
            ):
                found.add(module)
        elif top in sys.stdlib_module_names:
            if layer == "rules" and top in IMPURE:
                found.add(module)
        elif top not in STANDARD | ALLOWED_PACKAGES[layer]:
            found.add(module)
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_it_may(layer: str) -> None:
    files = sorted((PACKAGE / layer).rglob("*.py"))
    assert files
    for path in files:
        assert not breaches(layer, imported(path)), path


@pytest.mark.parametrize(
    ("layer", "module"),
    [
        ("rules", "cv2"),
        ("rules", "time"),
        ("rules", "scorer.vision.read"),
        ("vision", "flask"),
        ("vision", "scorer.printing"),
        ("printing", "scorer.web"),
        ("store", "scorer.vision.read"),
        ("web", "scorer.cli"),
    ],
)
def test_the_walk_notices_a_breach(layer: str, module: str) -> None:
    assert breaches(layer, {module, "numpy"}) == {module}


@pytest.mark.parametrize("layer", LAYERS)
def test_each_layer_says_what_it_is_for_in_three_sentences(layer: str) -> None:
    title, text = (PACKAGE / layer / "README.md").read_text().split("\n", 1)
    assert title == f"# {layer}"
    assert text.count(".\n") == 3


def modules() -> dict[str, Path]:
    """Return the files of the package by their dotted names; a folder's own is the folder."""
    found = {}
    for path in sorted((ROOT / "scorer").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imports(path: Path, known: dict[str, Path]) -> set[str]:
    """Return which of the *known* modules *path* imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inner = {f"{module}.{alias.name}" for alias in node.names}
            found |= (inner & known.keys()) or {module}
    return found & known.keys()


def child_of(folder: str, module: str) -> str | None:
    """Return the child of *folder* that *module* lies in, None if it lies elsewhere."""
    if not module.startswith(f"{folder}."):
        return None
    return ".".join(module.split(".")[: folder.count(".") + 2])


def folders() -> list[str]:
    """Return the folders of the package by their dotted names."""
    return sorted({name.rpartition(".")[0] for name in modules() if "." in name})


@cache
def graphs() -> dict[str, Graph]:
    """Return, for every folder, which of its children import which."""
    known = modules()
    found: dict[str, Graph] = {folder: defaultdict(set) for folder in folders()}
    for name, path in known.items():
        for other in imports(path, known):
            for folder, graph in found.items():
                one, two = child_of(folder, name), child_of(folder, other)
                if one and two and one != two:
                    graph[one].add(two)
    return found


def levels(graph: Graph) -> int:
    """Return over how many levels *graph* lies.

    Raises
    ------
    AssertionError
        If an import runs back up, with the way round.
    """
    known: dict[str, int] = {}

    def level(child: str, above: tuple[str, ...]) -> int:
        assert child not in above, " imports ".join((*above[above.index(child) :], child))
        if child not in known:
            below = graph.get(child, set())
            known[child] = 1 + max((level(one, (*above, child)) for one in below), default=0)
        return known[child]

    return max((level(child, ()) for child in list(graph)), default=1)


@pytest.mark.parametrize("folder", folders())
def test_imports_inside_a_folder_go_one_way_and_few_levels_deep(folder: str) -> None:
    assert levels(graphs()[folder]) <= MOST_LEVELS


@pytest.mark.parametrize("folder", folders())
def test_a_folder_holds_few_modules(folder: str) -> None:
    inside = (ROOT / folder.replace(".", "/")).glob("*.py")
    assert len([path for path in inside if path.stem != "__init__"]) <= MOST_MODULES


def test_the_walk_notices_an_import_that_runs_back_up() -> None:
    with pytest.raises(AssertionError, match="a imports b imports a"):
        levels({"a": {"b"}, "b": {"a"}})


def test_the_walk_counts_levels() -> None:
    assert levels({"a": {"b", "c"}, "b": {"c"}}) == 3
