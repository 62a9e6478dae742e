"""How well photos with known truth are read: accuracy, time, memory.

    python -m benchmarks.read samples/photos
    python -m benchmarks.read FOLDER --boards TAUGHT --json figures.json

The same as ``scorer evaluate``, whose options it takes.
"""

from scorer.commands.evaluating import evaluate

if __name__ == "__main__":
    evaluate(prog_name="python -m benchmarks.read")
