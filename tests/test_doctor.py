"""``scorer doctor``: says what is missing and the command that mends it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scorer import doctor

ROOT = Path(__file__).parent.parent


def test_a_library_that_is_not_there_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(doctor.SYSTEM_LIBRARIES, "libnowhere.so.9", "libnowhere9")
    check = doctor.check_library("libnowhere.so.9")
    assert not check.ok
    assert check.mend == "apt-get install -y libnowhere9"


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


def test_no_chromium_does_not_stop_the_app(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "BROWSERS", ("no-such-browser",))
    assert doctor.main([]) == 0
    shown = capsys.readouterr().out
    assert "absent   Chromium" in shown
    assert "mend it with: apt-get install -y chromium" in shown
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
    assert "MISSING  opencv-python" in done.stdout
    assert "make setup" in done.stdout


def test_mending_without_root_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(doctor, "BROWSERS", ("no-such-browser",))
    assert doctor.main(["--mend", "browser"]) == 2
    assert "As root, run: apt-get install -y --no-install-recommends chromium" in (
        capsys.readouterr().err
    )
