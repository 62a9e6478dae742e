"""The installed package: a wheel built from this checkout carries everything it needs."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the package as a wheel installs it, away from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def run(installed: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command from *cwd*, with the checkout out of sight."""
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r});"
        "from scorer.cli import main; import scorer;"
        f"assert scorer.__file__.startswith({str(installed)!r}), scorer.__file__;"
        "main(prog_name='scorer')"
    )
    command = [sys.executable, "-P", "-c", code, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120)


def test_the_example_runs_from_anywhere(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "example")
    assert done.returncode == 0, done.stderr
    assert "105" in done.stdout


def test_the_web_page_finds_its_templates_and_static_files(installed: Path, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r});"
        "from pathlib import Path; from scorer.web.app import create_app;"
        "app = create_app(Path('data'));"
        "page = app.test_client().get('/'); assert page.status_code == 200, page.status_code;"
        "import re; links = re.findall(r'/static/[^\"? ]+', page.text); assert links;"
        "[print(link, app.test_client().get(link).status_code) for link in links]"
    )
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[1::2] == ["200"] * len(done.stdout.splitlines())


def test_the_fonts_and_their_licence_are_in_it(installed: Path, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r});"
        "from scorer.printing.sheet import SheetRow, sheet_pdf;"
        "pdf = sheet_pdf('', ['Борис', 'さくら'], [SheetRow('Total', ('1', '2'))]);"
        "import pypdfium2; page = pypdfium2.PdfDocument(pdf)[0];"
        "print(ascii(page.get_textpage().get_text_range()))"
    )
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert ascii("Борис さくら").strip("'") in done.stdout, done.stderr
    assert (installed / "scorer/printing/fonts/OFL.txt").is_file()


def test_no_test_or_tool_travels_in_the_wheel(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {
        "scorer"
    }
