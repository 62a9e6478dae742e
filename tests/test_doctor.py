"""``scorer doctor``: says what is missing and the command that mends it."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from scorer import doctor

ROOT = Path(__file__).parent.parent


def test_a_package_that_is_not_there_is_named_with_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(doctor.MODULES, "no_such_module", "no-such-package")
    check = doctor.check_module("no_such_module")
    assert not check.ok
    assert "pip install no-such-package" in check.mend


def test_every_package_that_the_app_needs_is_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {re.match(r"[a-z0-9-]+", text)[0] for text in project["dependencies"]}  # type: ignore[index]
    assert set(doctor.MODULES.values()) == needed


def test_opencv_opens_no_window_and_needs_no_system_library_for_it() -> None:
    assert re.search(r"GUI:\s+NONE", cv2.getBuildInformation())
    lock = (ROOT / "requirements.lock").read_text()
    assert re.findall(r"^opencv-\S*?(?===)", lock, re.MULTILINE) == ["opencv-python-headless"]


def test_a_second_opencv_is_named_with_what_removes_both(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"cv2": ["opencv-python-headless", "opencv-python"]}
    monkeypatch.setattr("importlib.metadata.packages_distributions", lambda: both)
    check = doctor.check_rivals()
    assert not check.ok
    assert check.found == "also opencv-python"
    assert "pip uninstall -y opencv-python-headless opencv-python &&" in check.mend
    assert check.mend.endswith("-m pip install opencv-python-headless")


def test_the_package_that_the_readme_names_is_told_of_it() -> None:
    assert "`opencv-python`" in (ROOT / "README.md").read_text()


@pytest.mark.slow
def test_no_chromium_does_not_stop_the_app(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "BROWSERS", ("no-such-browser",))
    assert doctor.main([]) == 0
    shown = capsys.readouterr().out
    assert "absent   Chromium" in shown
    assert "mend it with: apt-get install -y no-such-browser" in shown
    assert "Everything the app needs is here." in shown


def test_a_needed_thing_missing_is_exit_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(doctor.MODULES, "no_such_module", "no-such-package")
    assert doctor.main([]) == 2
    assert "MISSING  no-such-package" in capsys.readouterr().out


def test_it_runs_before_anything_is_installed() -> None:
    """With -S no installed package is in sight; every one is reported missing."""
    command = [sys.executable, "-S", "-m", "scorer.doctor"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "MISSING  opencv-python-headless" in done.stdout
    assert "make setup" in done.stdout


def test_mending_without_root_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(doctor, "BROWSERS", ("no-such-browser", "nor-this"))
    assert doctor.main(["--mend", "browser"]) == 2
    shown = capsys.readouterr().err
    assert "As root, run: apt-get install -y --no-install-recommends no-such-browser" in shown


def test_what_a_release_does_not_pack_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def install(packages: Sequence[str]) -> int:
        asked.append(tuple(packages))
        return 0 if "nor-this" in packages else 100

    monkeypatch.setattr(doctor, "install", install)
    monkeypatch.setattr(doctor, "BROWSERS", ("no-such-browser", "nor-this"))
    monkeypatch.setattr(doctor, "ENGINES", {"no-such-engine": "its-package"})
    assert doctor.main(["--mend", "browser"]) == 100
    assert asked == [("no-such-browser",), ("nor-this",), ("its-package",)]
