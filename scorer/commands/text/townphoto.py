"""What ``scorer read`` says of a photo of a board of Innsmouth, in plain text."""

from typing import TYPE_CHECKING

from scorer.commands.text.doubts import doubt_rows, shapes_text

if TYPE_CHECKING:
    from scorer.vision.innsmouth.read import TownReading

_KINDS = ("circle", "square", "triangle", "cross")


def town_reading_text(reading: "TownReading") -> str:
    """Return what was read from a photo of a town and what a person should check."""
    marks = reading.marks
    people = sum(group.total for group in marks.tourists.values())
    rows = [
        f"Sections ({len(marks.sections)}): {' '.join(map(str, sorted(marks.sections)))}",
        f"Tourists ({people}):",
    ]
    for quarter, group in sorted(marks.tourists.items()):
        rows.append(f"  {quarter}  {shapes_text(zip(_KINDS, group.counts, strict=True))}")
    symbols = [f"{q} {n}" if n > 1 else str(q) for q, n in sorted(marks.threats.items())]
    rows.append(f"Threat symbols: {', '.join(symbols) or 'none'}")
    rows.append(f"Caches: {' '.join(marks.caches or ()) or 'none'}")
    rows.append(f"Rings: {' '.join(marks.rings) or 'none'}")
    circled = [f"{one} used" if one in marks.used else str(one) for one in marks.circled or ()]
    rows.append(f"Bonuses circled: {', '.join(circled) or 'none'}")
    if marks.ringed_name is not None:
        rows.append(f"Town's name: {'ringed' if marks.ringed_name else 'not ringed'}")
    rows.append("")
    rows += doubt_rows(reading.doubts)
    return "\n".join(rows)
