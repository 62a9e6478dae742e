"""The first taps after a start, in several threads at once: msgspec must not crash the app."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

STARTS = 25
# Each child is an app that has just started: eight threads decode their first tap at once.
TAPS = """
import os, sys, threading
from pathlib import Path
from scorer.web.app import create_app
from scorer.web.edits import parse_change

TAP = b'{"version":1,"edits":[{"kind":"section","where":"a0-b0","value":true}]}'
if sys.argv[1]:
    create_app(Path(sys.argv[1])).extensions["scorer"].games.close()

def tap(together):
    together.wait()
    parse_change(TAP)

def first_taps():
    sys.setswitchinterval(1e-6)
    together = threading.Barrier(8)
    threads = [threading.Thread(target=tap, args=(together,)) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()

died = 0
for _ in range(int(sys.argv[2])):
    if not (child := os.fork()):
        first_taps()
        os._exit(0)
    died += os.waitpid(child, 0)[1] != 0
print(died)
"""


def died(folder: str) -> int:
    command = [sys.executable, "-W", "ignore", "-c", TAPS, folder, str(STARTS)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_no_start_of_25_crashes_at_its_first_taps(tmp_path: Path) -> None:
    assert died(str(tmp_path)) == 0
