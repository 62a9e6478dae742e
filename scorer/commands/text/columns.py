"""A table of players for the terminal: names of lines on the left, a column for each player."""

from collections.abc import Iterable

# Longer names are cut.
FIRST_COLUMN = 22
COLUMN = 12


def row(first: str, cells: Iterable[str]) -> str:
    """Return a line of the table."""
    return f"  {first:<{FIRST_COLUMN}}" + "".join(f"{cell:>{COLUMN}}" for cell in cells)


def rule(columns: int) -> str:
    """Return a line across the table."""
    return "  " + "-" * (FIRST_COLUMN + COLUMN * columns)


def short(name: str) -> str:
    """Return *name*, cut where it is wider than a column."""
    return name if len(name) < COLUMN else name[: COLUMN - 2] + "…"
