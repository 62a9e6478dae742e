"""What is known of a board before its photo is read: it counts as evidence beside the ink."""

from collections import Counter
from collections.abc import Iterable
from typing import Self

import msgspec

from scorer.rules.innsmouth.filled import Filled, InnsmouthMarks, InnsmouthSetup, card_caches
from scorer.rules.innsmouth.pieces import Bonus, Character, Threat
from scorer.rules.innsmouth.referee import fated
from scorer.rules.innsmouth.town import Town
from scorer.rules.notation import Location

# How many tourists of each type stand together, in the order of the sheet.
Counts = tuple[int, int, int, int]


class Known(msgspec.Struct, frozen=True):
    """What lies beside the board and on the table's other boards; None is not known.

    Attributes
    ----------
    threat : Threat or None
    due : dict of Location to int, or None
        The cultists' symbols by the fate numbers.
    character : Character or None
    bonuses : tuple of Bonus or None
        Those of the character card.
    caches : tuple of str or None
        The places on the cache card in play.
    groups : frozenset of Counts
        Groups of tourists on the table's other boards; in a normal round all place the same.
    """

    threat: Threat | None = None
    due: dict[Location, int] | None = None
    character: Character | None = None
    bonuses: tuple[Bonus, ...] | None = None
    caches: tuple[str, ...] | None = None
    groups: frozenset[Counts] = frozenset()

    @classmethod
    def of(cls, town: Town, setup: InnsmouthSetup, others: Iterable[InnsmouthMarks] = ()) -> Self:
        """Return what *setup* and the *others'* boards of the table tell."""
        filled = Filled(town, InnsmouthMarks(), setup)
        due = fated(filled) if setup.threat is Threat.CULTISTS else None
        groups = Counter(g.counts for one in others for g in one.tourists.values() if g.total)
        return cls(
            threat=setup.threat,
            due=dict(due) if due else None,
            character=setup.character,
            bonuses=filled.bonuses,
            caches=card_caches(town, setup) or None,
            groups=frozenset(groups),
        )


NOTHING_KNOWN = Known()
