"""A process in the place of the one that reads photos: it does at once what the photo says."""

import sys

# The photo "slow 3 good" takes three seconds; "crash" ends the process, "crash SIGSEGV" as that
# signal does; "teach 3" teaches a board after three seconds, whose files hold the photo's words.
_SCRIPT = """
import os, signal, sys, time
from pathlib import Path
from multiprocessing.connection import Connection
from scorer.web.reading.messages import TASKS, LostError, Opened, Refused, Stage, Taught, put, take

app = Connection(int(sys.argv[1]))
put(app, Stage("ready"))
while True:
    try:
        task = take(app, TASKS)
    except LostError:
        break
    words = task.data.decode().split()
    put(app, Stage("open"))
    if words[0] == "teach":
        time.sleep(float(words[1]))
        place = Path(task.boards) / task.board_id
        place.mkdir()
        for name in ("geometry.json", "reference.png"):
            (place / name).write_bytes(task.data)
        put(app, Taught(task.board_id, ()))
        continue
    if words[0] == "early":
        time.sleep(float(words[1]))
    put(app, Opened(" ".join(words).encode(), 4, 3))
    if words[0] == "slow":
        time.sleep(float(words[1]))
    if words[0] == "crash" and len(words) > 1:
        os.kill(os.getpid(), signal.Signals[words[1]])
    if words[0] == "crash":
        os._exit(1)
    put(app, Refused("no-board"))
"""
COMMAND = (sys.executable, "-c", _SCRIPT)
