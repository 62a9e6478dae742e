"""What this computer has for the scorer, what is missing, and the command that mends it.

Needs nothing but the standard library, so that ``python3 -m scorer.doctor`` works before
anything is installed.
"""

import argparse
import ctypes
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata

SYSTEM_LIBRARIES = {"libGL.so.1": "libgl1", "libglib-2.0.so.0": "libglib2.0-0"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MODULES = {
    "cv2": "opencv-python",
    "numpy": "numpy",
    "skimage": "scikit-image",
    "PIL": "pillow",
    "flask": "flask",
    "flask_babel": "flask-babel",
    "flask_limiter": "flask-limiter",
    "flask_wtf": "flask-wtf",
    "sqlalchemy": "sqlalchemy",
    "alembic": "alembic",
    "msgspec": "msgspec",
    "waitress": "waitress",
    "segno": "segno",
    "fpdf": "fpdf2",
    "pypdfium2": "pypdfium2",
    "platformdirs": "platformdirs",
    "click": "click",
}


@dataclass(frozen=True)
class Check:
    """One thing that was looked for. ``needed``: the app cannot run without it."""

    name: str
    ok: bool
    found: str
    mend: str
    needed: bool = True


def check_python() -> Check:
    """Look whether this Python is new enough."""
    found = ".".join(map(str, sys.version_info[:3]))
    return Check("Python 3.11 or newer", sys.version_info >= (3, 11), found, "install Python 3.11")


def check_library(soname: str) -> Check:
    """Look whether the shared library *soname* that OpenCV loads is there."""
    mend = f"apt-get install -y {SYSTEM_LIBRARIES[soname]}"
    try:
        ctypes.CDLL(soname)
    except OSError as error:
        return Check(f"{soname} (for OpenCV)", False, str(error), mend)
    return Check(f"{soname} (for OpenCV)", True, "loads", mend)


def check_module(module: str) -> Check:
    """Look whether the Python package that gives *module* can be imported."""
    package = MODULES[module]
    mend = f"make setup    (or: {sys.executable} -m pip install {package})"
    try:
        importlib.import_module(module)
    except ImportError as error:
        return Check(package, False, str(error), mend)
    return Check(package, True, metadata.version(package), mend)


def check_browser() -> Check:
    """Look for Chromium, which only the browser tests need."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    name = "Chromium (for the browser tests)"
    return Check(name, path is not None, path or "not found", "apt-get install -y chromium", False)


def all_checks() -> list[Check]:
    """Look for everything, in the order in which it should be mended."""
    return [
        check_python(),
        *(check_library(soname) for soname in SYSTEM_LIBRARIES),
        *(check_module(module) for module in MODULES),
        check_browser(),
    ]


def report(checks: Sequence[Check]) -> str:
    """Return *checks* as text, each failure with the command that mends it."""
    lines = []
    for check in checks:
        word = "ok     " if check.ok else ("MISSING" if check.needed else "absent ")
        lines.append(f"{word}  {check.name}: {check.found}")
        if not check.ok:
            lines.append(f"         mend it with: {check.mend}")
    broken = [check for check in checks if check.needed and not check.ok]
    lines.append("")
    lines.append("Everything the app needs is here." if not broken else "The app cannot run yet.")
    return "\n".join(lines)


def install(packages: Sequence[str]) -> int:
    """Install Debian *packages* with apt, or say how to; return an exit status."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        print(f"Missing: {', '.join(packages)}. As root, run: {' '.join(command)}", file=sys.stderr)
        return 2
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-q"], check=False, env=environment)
    return subprocess.run(command, check=False, env=environment).returncode


def main(arguments: Sequence[str] | None = None) -> int:
    """Report, or mend what ``--mend`` names: OpenCV's libraries, venv, or the browser."""
    parser = argparse.ArgumentParser(prog="python -m scorer.doctor", description=__doc__)
    parser.add_argument("--mend", choices=["libraries", "venv", "browser"])
    mend = parser.parse_args(arguments).mend
    if mend is None:
        checks = all_checks()
        print(report(checks))
        return 0 if all(check.ok or not check.needed for check in checks) else 2
    if mend == "browser":
        return 0 if check_browser().ok else install(["chromium"])
    if mend == "venv":
        return 0 if importlib.util.find_spec("ensurepip") else install(["python3-venv"])
    missing = [
        package for soname, package in SYSTEM_LIBRARIES.items() if not check_library(soname).ok
    ]
    return install(missing) if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
