"""A city that the project does not ship, and where its two files lie."""

from pathlib import Path

SEVENTH = Path(__file__).parent
