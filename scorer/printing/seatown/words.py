"""The words on a printed town and its cache cards, in English unless others are passed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scorer.rules.innsmouth.pieces import CLOSED_ARTEFACT, Bonus

_BONUSES: Mapping[Bonus, tuple[str, ...]] = MappingProxyType(
    {
        Bonus.COORDINATE: ("change a", "coordinate"),
        Bonus.SECTION: ("extra", "section"),
        Bonus.DIAGONAL: ("diagonal", "section"),
    }
)


@dataclass(frozen=True)
class TownWords:
    """What is written beside a town and on its cards; places keep the names of the town's file.

    Parameters
    ----------
    cards : mapping of str to str
        The names of cache cards by those of the town's file, where they have others.
    caches : str
        The heading of a cache card, with its name in ``{name}``.
    bonus : mapping of Bonus to tuple of str
        The lines beside the sign of each bonus.
    rows : tuple of str
        The score fields below those of tourists: artefacts, goals, character, stars.
    signs : tuple of str
        What the key says: landing places of side 1 and 2, dead end, shelter, star.
    """

    practice: str = "A practice town of our own, not the publisher's board"
    ruler: str = "Printed at true size when this bar is 50 mm long (print at 100 %, landscape)"
    bonuses: str = "Bonuses"
    bonus: Mapping[Bonus, tuple[str, ...]] = field(default_factory=lambda: _BONUSES)
    ferries: str = "Ferries used"
    threat: str = "Threat level"
    points: str = "Victory points"
    rows: tuple[str, ...] = (f"Artefacts × {CLOSED_ARTEFACT}", "Goals", "Character", "Stars")
    total: str = "Total"
    key: str = "On the map"
    signs: tuple[str, str, str, str, str] = (
        "landing place, side 1",
        "landing place, side 2",
        "dead end",
        "shelter, who hides there",
        "star, with its VP",
    )
    joined: str = "A ferry joins a side 1 and a side 2."
    caches: str = "Caches: {name}"
    cards: Mapping[str, str] = field(default_factory=dict)
    mark: str = "Mark a cache at each ring."
    practice_card: str = "Practice card."


ENGLISH = TownWords()
