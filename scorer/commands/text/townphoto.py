"""What ``scorer read`` says of a photo of a board of Innsmouth, in plain text."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.vision.doubts import Doubt
    from scorer.vision.innsmouth.read import TownReading


def town_reading_text(reading: "TownReading") -> str:
    """Return what was read from a photo of a town and what a person should check."""
    marks = reading.marks
    people = sum(group.total for group in marks.tourists.values())
    rows = [
        f"Sections ({len(marks.sections)}): {' '.join(map(str, sorted(marks.sections)))}",
        f"Tourists ({people}):",
    ]
    for quarter, group in sorted(marks.tourists.items()):
        rows.append(f"  {quarter}  {_group_text(dict(zip(_KINDS, group.counts, strict=True)))}")
    symbols = [f"{q} {n}" if n > 1 else str(q) for q, n in sorted(marks.threats.items())]
    rows.append(f"Threat symbols: {', '.join(symbols) or 'none'}")
    rows.append(f"Caches: {' '.join(marks.caches or ()) or 'none'}")
    rows.append(f"Rings: {' '.join(marks.rings) or 'none'}")
    circled = [f"{one} used" if one in marks.used else str(one) for one in marks.circled or ()]
    rows.append(f"Bonuses circled: {', '.join(circled) or 'none'}")
    if marks.ringed_name is not None:
        rows.append(f"Town's name: {'ringed' if marks.ringed_name else 'not ringed'}")
    rows.append("")
    rows.append(f"{len(reading.doubts)} to check" if reading.doubts else "Nothing in doubt.")
    rows += [f"  {_doubt_text(doubt)}" for doubt in reading.doubts]
    return "\n".join(rows)


_KINDS = ("circle", "square", "triangle", "cross")


def _doubt_text(doubt: "Doubt") -> str:
    others = " or ".join(_value_text(other) for other in doubt.alternatives)
    sure = f"{doubt.confidence:.0%} sure, {doubt.reason}"
    return f"{doubt.kind} {doubt.where}: read as {_value_text(doubt.read)}, maybe {others} ({sure})"


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "drawn" if value else "not drawn"
    if isinstance(value, dict):
        return _group_text(value) or "nobody"
    return str(value)


def _group_text(counts: dict[str, int]) -> str:
    plural = {"cross": "crosses"}
    return ", ".join(
        f"{n} {kind if n == 1 else plural.get(kind, kind + 's')}" for kind, n in counts.items() if n
    )
