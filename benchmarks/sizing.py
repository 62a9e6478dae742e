"""What many tables need, worked out from what a tap and a photo take of the processors."""

from dataclasses import astuple, dataclass
from math import ceil

TABLES = 2000
SEATS = 4
TAP_S = 8.0
# So many of a hundred boards get a photo in a minute.
PHOTOS_PERCENT = 5
# A processor that is busier makes people wait.
BUSY = 0.6
# Open pages of one process (scorer/web/hosted/server.py).
STREAMS = 400


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of a processor, by part."""

    web: float
    readers: float
    postgres: float
    redis: float
    phones: float

    def __sub__(self, before: "Cost") -> "Cost":
        pairs = zip(astuple(self), astuple(before), strict=True)
        return Cost(*(after - earlier for after, earlier in pairs))

    def busy(self, seconds: float) -> tuple[float, ...]:
        """Return how many processors each part kept busy in so many *seconds*."""
        return tuple(one / seconds for one in astuple(self))


def sizing(cost: Cost, taps: int, photos: int, mb_a_phone: float) -> str:
    """Return what ``TABLES`` tables need, as lines of Markdown.

    Parameters
    ----------
    cost : Cost
        What so many *taps* and *photos* took.
    mb_a_phone : float
        What the processes that answer need for each connected phone.
    """
    phones = TABLES * SEATS
    taps_s, photos_s = phones / TAP_S, phones * PHOTOS_PERCENT / 100 / 60
    lines = [
        f"{TABLES} tables: {taps_s:.0f} taps a second, {60 * photos_s:.0f} photos a minute.",
        "",
        "| part | takes | busy processors | to have |",
        "|---|---|---|---|",
    ]
    parts = (("pages", cost.web), ("PostgreSQL", cost.postgres), ("Redis", cost.redis))
    needs = {}
    for name, spent in parts:
        needs[name] = taps_s * spent / taps
        lines.append(f"| {name} | {1000 * spent / taps:.1f} ms a tap{_needs(needs[name])}")
    if photos:
        needs["readers"] = photos_s * cost.readers / photos
        lines.append(f"| readers | {cost.readers / photos:.1f} s a photo{_needs(needs['readers'])}")
    gigabytes = phones * mb_a_phone / 1000
    processes = max(ceil(needs["pages"] / BUSY), ceil(phones / STREAMS))
    lines += [
        "",
        f"Pages are answered by {processes} processes: each keeps one processor busy and has "
        f"{STREAMS} streams of news. The phones take {gigabytes:.1f} GB of them.",
        "",
        f"Short of processors first: {max(needs, key=lambda one: needs[one])}. Pages and readers "
        "are spread over any number of machines; PostgreSQL has one, with "
        f"{_to_have(needs['PostgreSQL'])} processors.",
    ]
    return "\n".join(lines)


def _needs(processors: float) -> str:
    return f" | {processors:.1f} | {_to_have(processors)} |"


def _to_have(processors: float) -> int:
    return max(1, ceil(processors / BUSY))
