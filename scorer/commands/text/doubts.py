"""Doubts and groups of tourists in plain text, alike for boards and towns."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.vision.doubts import Doubt

_PLURALS = {"cross": "crosses"}


def doubt_rows(doubts: "tuple[Doubt, ...]") -> list[str]:
    """Return how many places a person should check, and a row for each."""
    head = f"{len(doubts)} to check" if doubts else "Nothing in doubt."
    return [head, *(f"  {_doubt_text(doubt)}" for doubt in doubts)]


def shapes_text(counts: Iterable[tuple[str, int]]) -> str:
    """Return a group of tourists, such as "2 circles, 1 cross"; kinds without any are left out."""
    return ", ".join(
        f"{number} {kind if number == 1 else _PLURALS.get(kind, kind + 's')}"
        for kind, number in counts
        if number
    )


def _doubt_text(doubt: "Doubt") -> str:
    others = " or ".join(_value_text(other) for other in doubt.alternatives)
    sure = f"{doubt.confidence:.0%} sure, {doubt.reason}"
    return f"{doubt.kind} {doubt.where}: read as {_value_text(doubt.read)}, maybe {others} ({sure})"


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "drawn" if value else "not drawn"
    if isinstance(value, dict):
        return shapes_text(value.items()) or "nobody"
    return str(value)
