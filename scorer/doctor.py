"""What this computer has for the scorer, what is missing, and the command that mends it.

Needs nothing but the standard library, so that ``python3 -m scorer.doctor`` works before
anything is installed.
"""

import argparse
import importlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

# The one without a window comes first: it needs a third less of the processor.
FIREFOX = "firefox-esr"
WEBKIT_DRIVER = "WebKitWebDriver"
XVFB = "Xvfb"
# Where Debian keeps WebKitGTK's own browser, which only its driver starts.
MINI_BROWSER = f"/usr/lib/{platform.machine()}-linux-gnu/webkit2gtk-4.1/MiniBrowser"
# What the tests in other engines run, and the Debian packages that bring it.
ENGINES = {FIREFOX: "firefox-esr", WEBKIT_DRIVER: "webkit2gtk-driver", XVFB: "xvfb"}
# What the tests of a server of many processes run, and the Debian packages that bring it.
SERVERS = {"postgres": "postgresql", "redis-server": "redis-server"}
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MODULES = {
    "cv2": "opencv-python-headless",
    "numpy": "numpy",
    "skimage": "scikit-image",
    "PIL": "pillow",
    "pi_heif": "pi-heif",
    "flask": "flask",
    "flask_babel": "flask-babel",
    "flask_limiter": "flask-limiter",
    "flask_wtf": "flask-wtf",
    "sqlalchemy": "sqlalchemy",
    "alembic": "alembic",
    "msgspec": "msgspec",
    "waitress": "waitress",
    "cheroot": "cheroot",
    "cryptography": "cryptography",
    "segno": "segno",
    "fontTools": "fonttools",
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


def check_module(module: str) -> Check:
    """Look whether the Python package that gives *module* can be imported."""
    package = MODULES[module]
    mend = f"make setup    (or: {sys.executable} -m pip install {package})"
    try:
        importlib.import_module(module)
        version = metadata.version(package)
    except ImportError as error:
        return Check(package, False, str(error), mend)
    return Check(package, True, version, mend)


def check_rivals() -> Check:
    """Look whether ``cv2`` comes from one package; a second one overwrites the first's files."""
    rivals = sorted(set(metadata.packages_distributions().get("cv2", [])) - {MODULES["cv2"]})
    pip = f"{sys.executable} -m pip"
    names = " ".join([MODULES["cv2"], *rivals])
    mend = f"{pip} uninstall -y {names} && {pip} install {MODULES['cv2']}"
    return Check(
        "Only one OpenCV", not rivals, f"also {', '.join(rivals)}" if rivals else "yes", mend
    )


def check_browser() -> Check:
    """Look for Chromium, which only the browser tests need."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    name = "Chromium (for the browser tests)"
    mend = f"apt-get install -y {BROWSERS[0]}"
    return Check(name, path is not None, path or "not found", mend, False)


def check_engine(program: str) -> Check:
    """Look for a *program* of another engine than Chromium's, for the browser tests too."""
    path = shutil.which(program)
    mend = f"apt-get install -y {ENGINES[program]}"
    name = f"{program} (for the browser tests)"
    return Check(name, path is not None, path or "not found", mend, False)


def all_checks() -> list[Check]:
    """Look for everything, in the order in which it should be mended."""
    return [
        check_python(),
        *(check_module(module) for module in MODULES),
        check_rivals(),
        check_browser(),
        *(check_engine(program) for program in ENGINES),
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
    """Report, or mend what ``--mend`` names: venv, the browser or the engines."""
    parser = argparse.ArgumentParser(prog="python -m scorer.doctor", description=__doc__)
    parser.add_argument("--mend", choices=["venv", "browser", "engines"])
    mend = parser.parse_args(arguments).mend
    if mend is None:
        checks = all_checks()
        print(report(checks))
        return 0 if all(check.ok or not check.needed for check in checks) else 2
    if mend == "browser":
        return _install_chromium() or _install_engines()
    if mend == "engines":
        return _install_servers()
    return 0 if importlib.util.find_spec("ensurepip") else install(["python3-venv"])


def _install_chromium() -> int:
    if check_browser().ok:
        return 0
    # Not every release of Debian packs the first: apt-get says so with 100.
    status = install(BROWSERS[:1])
    return install(BROWSERS[1:2]) if status == 100 else status


def _install_engines() -> int:
    missing = [ENGINES[program] for program in ENGINES if not check_engine(program).ok]
    return install(missing) if missing else 0


def has_server(program: str) -> bool:
    """Whether a server's *program* is installed; Debian keeps PostgreSQL's out of the path."""
    debian = Path("/usr/lib/postgresql").glob(f"*/bin/{program}")
    return shutil.which(program) is not None or any(debian)


def _install_servers() -> int:
    missing = [package for program, package in SERVERS.items() if not has_server(program)]
    # No server of the system's is to start: tests start their own.
    os.environ["RUNLEVEL"] = "1"
    return install(missing) if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
