"""What ``make train`` would run."""

import re
import subprocess
from pathlib import Path

from tests.support import documents as docs

ROOT = Path(docs.ROOT)
SHIPPED = [ROOT / "scorer/vision/evidence/networks", ROOT / "scorer/vision/links"]


def _planned(tmp_path: Path) -> list[list[str]]:
    recipe = ["make", "--dry-run", "--file", "training/train.mk", f"OUT={tmp_path}"]
    told = subprocess.run(recipe, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = told.replace("\\\n", " ").splitlines()
    return [line.partition(" -m ")[2].split() for line in lines if "python -m" in line]


def test_every_command_of_the_recipe_exists_with_its_options(tmp_path: Path) -> None:
    planned = [words for words in _planned(tmp_path) if words[0] != "pip"]
    assert len(planned) > 15
    for module, *rest in planned:
        options = {word for word in rest if re.match(r"--?[a-z]", word)}
        assert options <= docs.module_options(module), (module, rest)


def test_every_shipped_network_is_trained(tmp_path: Path) -> None:
    planned = _planned(tmp_path)
    trained = {
        Path(words[words.index("-o") + 1]).name
        for words in planned
        if f"{tmp_path}/networks/" in " ".join(words)
    }
    trained |= {f"{words[1]}-town.onnx" for words in planned if words[0] == "training.townnets"}
    shipped = {file.name for folder in SHIPPED for file in folder.glob("*.onnx")}
    assert trained == shipped
