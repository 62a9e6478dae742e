"""A process in the place of the one that reads photos: it does at once what the photo says."""

import sys

# The photo "slow 3 good" takes three seconds; one that begins with "crash" ends the process.
_SCRIPT = """
import os, sys, time
from multiprocessing.connection import Connection
from scorer.web.reading.messages import TASKS, LostError, Opened, Refused, Stage, put, take

app = Connection(int(sys.argv[1]))
put(app, Stage("ready"))
while True:
    try:
        words = take(app, TASKS).data.decode().split()
    except LostError:
        break
    put(app, Stage("open"))
    if words[0] == "early":
        time.sleep(float(words[1]))
    put(app, Opened(" ".join(words).encode(), 4, 3))
    if words[0] == "slow":
        time.sleep(float(words[1]))
    if words[0] == "crash":
        os._exit(1)
    put(app, Refused("no-board"))
"""
COMMAND = (sys.executable, "-c", _SCRIPT)
