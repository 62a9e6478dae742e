"""The layer rule: who may import whom."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "scorer"
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
    "vision": {"cv2", "skimage", "PIL"},
    "printing": {"fpdf", "pypdfium2", "PIL"},
    "store": {"sqlalchemy", "alembic"},
    "web": {"flask", "flask_babel", "flask_limiter", "flask_wtf", "waitress", "segno", "werkzeug"},
}
# Modules that would let clock or chance into the rules.
IMPURE = {"datetime", "os", "random", "secrets", "socket", "subprocess", "time"}
STANDARD = {"numpy", "msgspec", "__future__"}


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
