"""Games of Innsmouth in the app: the board that ``tests/rules/innsmouth/test_boards.py`` works out.

With the cache card "fog" the route over both banks takes one artefact, and the fate numbers give
the board's symbols: C3, F1, A6 twice and F5.
"""

from typing import Any

from scorer.rules.innsmouth.town import practice_town
from scorer.rules.jsonfile import to_data

FATES = [3, 3, 6, 1, 1, 6, 1, 6, 6, 5]
SECTIONS = ["c1-c2", "c2-c3_north", "c3_south-d3", "d3-d4", "e5-e6", "e6-f6"]
TOURISTS: dict[str, dict[str, int]] = {
    "C2": {"triangle": 3}, "B3": {"circle": 2}, "C4": {"cross": 2}, "E6": {"square": 3},
    "A1": {"circle": 4}, "F2": {"cross": 1}, "A5": {"square": 2}, "F4": {"triangle": 2, "cross": 1},
    "D1": {"circle": 1, "square": 1}, "B6": {"triangle": 4},
}  # fmt: skip
WHOLE = ["c1-c2", "c2-c3_north", "~", "c3_south-d3", "d3-d4"]

Entry = dict[str, Any]


def shared_entries(cache_card: str = "fog") -> list[Entry]:
    """Return what all players share: cultists, fate numbers, and goal cards that give nothing."""
    goals = to_data(practice_town().file.goals)
    return [
        {"field": "threat", "value": "cultists"},
        {"field": "caches", "value": cache_card},
        {"field": "goals", "value": [goals[0], goals[1]]},
        {"field": "fates", "value": FATES},
    ]


def board_entries(seat: int, character: str) -> list[Entry]:
    """Return what is entered of the board of the player at *seat*."""
    own: dict[str, Any] = {
        "character": character,
        "sections": dict.fromkeys(SECTIONS, True),
        "tourists": TOURISTS,
    }
    return [{"seat": seat, "field": field, "value": value} for field, value in own.items()]


def own_entry(seat: int, field: str, value: Any) -> Entry:
    """Return an entry of a value of the player at *seat*."""
    return {"seat": seat, "field": field, "value": value}
