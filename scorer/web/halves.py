"""A board photographed one half after the other: what is read of one half joins the other's."""

from typing import Any

from scorer.rules.board import Board

# Of the fold both photos have their say; where they differ a person decides.
_UNSURE = 0.5


def joined(before: dict[str, Any], now: dict[str, Any], half: Board, side: str) -> dict[str, Any]:
    """Return the reading of a whole board: *now* where *half* lies, *before* elsewhere.

    Parameters
    ----------
    before, now : dict
        Readings in the shape of their JSON; *before* of the whole board.
    half : Board
        What the new photo shows, names as on the whole board.
    side : str
        ``left`` or ``right``.
    """
    here = _places(half)
    # A photo of the whole board, read before, needs no other half.
    halves = before["quality"].get("halves", ["left", "right"])
    seen_once = set() if side in halves else _fold(half, side)
    old, new = before["marks"], now["marks"]
    marks = {**old, **new}
    for kind, key in _KEYS.items():
        if key in marks:
            marks[key] = _both(old.get(key), new.get(key), here[kind] - seen_once)
    doubts = [one for one in before["doubts"] if one["where"] not in here[one["kind"]]]
    doubts += now["doubts"]
    doubted = {one["where"] for one in doubts}
    differ = _names(old["sections"]) ^ _names(new["sections"])
    doubts += [_doubt(name) for name in sorted((seen_once & differ) - doubted)]
    quality = {**now["quality"], "halves": sorted({*halves, side})}
    return {**now, "marks": marks, "doubts": doubts, "quality": quality}


# What each kind of doubt is about, and where such marks stand in the format.
_KEYS = {
    "section": "sections",
    "tourists": "tourists",
    "cafe": "cafes",
    "task": "task",
    "crossed": "crossed",
    "cafe-area": "cafe_area",
    "ticket": "tickets",
}


def _places(half: Board) -> dict[str, set[str]]:
    cells = {str(cell.location) for cell in half.cells}
    symbols = {symbol.id for symbol in half.cafe_area}
    points = {str(point) for point in half.crossroads_xy}
    return {
        "section": {str(road.id) for road in half.roads},
        "tourists": cells,
        "crossed": cells,
        "cafe": points,
        "task": points,
        "cafe-area": symbols,
        "ticket": symbols,
    }


def _fold(half: Board, side: str) -> set[str]:
    """Return the roads and crossroads on the fold, which both halves show."""
    xs = [x for x, _ in half.crossroads_xy.values()]
    edge = max(xs) if side == "left" else min(xs)
    there = {point for point, (x, _) in half.crossroads_xy.items() if abs(x - edge) < 1}
    roads = {str(road.id) for road in half.roads if set(road.id.ends) <= there}
    return roads | set(map(str, there))


def _both(old: Any, new: Any, here: set[str]) -> Any:
    """Return *new* and what of *old* lies elsewhere; lists of names, or maps by name."""
    if isinstance(old or new, dict):
        return {name: one for name, one in (old or {}).items() if name not in here} | (new or {})
    kept = [one for one in old or [] if _name(one) not in here]
    known = _names(new or [])
    return [one for one in kept if _name(one) not in known] + list(new or [])


def _name(entry: Any) -> str:
    return str(entry["section"] if isinstance(entry, dict) else entry)


def _names(entries: list[Any]) -> set[str]:
    return set(map(_name, entries))


def _doubt(section: str) -> dict[str, Any]:
    return {
        "kind": "section",
        "where": section,
        "read": True,
        "confidence": _UNSURE,
        "alternatives": [False],
        "reason": "faint",
        "changes_score": None,
    }
