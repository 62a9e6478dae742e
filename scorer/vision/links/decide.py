"""From what stands on each space to whose each link is, with a confidence and doubts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.ticket_to_ride.map import Link, TicketMap
from scorer.vision.links.groups import SPREAD, Group, groups_of
from scorer.vision.links.network import BUS, EMPTY, HIDDEN

Doubles = NDArray[np.float64]

# A link of which less is read with less confidence is a doubt.
SURE = 0.93
# What is told of hidden spaces is a guess: free and claimed links are about as many.
_BURNT = 0.5
# Spaces of one link are not independent: what misled at one often misleads at the next.
_TOGETHER = 0.75
# Alternatives that are less likely are not worth a tap.
_LEAST = 0.02
_LIKE_NONE = float(np.exp(-6))
# No chance is better than that.
_NEVER = 1e-3


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link as read: its owner's colour, None if free, and how sure that is.

    ``chances`` are those of every owner and of a free link (None); they sum to 1. ``seen`` is
    False where no space of it can be seen, for glare, a hand or the photo's rim.
    """

    link: Link
    owner: BusColour | None
    confidence: float
    chances: dict[BusColour | None, float]
    seen: bool

    @property
    def doubtful(self) -> bool:
        """Whether a person should look."""
        return not self.seen or self.confidence < SURE

    @property
    def alternatives(self) -> tuple[BusColour | None, ...]:
        """What else it may be, the likeliest first."""
        others = [(p, who) for who, p in self.chances.items() if who is not self.owner]
        likely = [(p, who) for p, who in others if p >= _LEAST or not self.seen]
        return tuple(who for _, who in sorted(likely, key=lambda one: -one[0]))


@dataclass(frozen=True, slots=True)
class Spaces:
    """All spaces of a link: chances (n, 3), colours (n, 3), shares burnt out (n,)."""

    chances: Doubles
    tones: Doubles
    burnt: Doubles

    @property
    def evidence(self) -> Doubles:
        """How much (n, 2) each space speaks for a free link, and for a claimed one."""
        hidden = np.maximum(self.chances[:, HIDDEN], (self.burnt > _BURNT).astype(float))
        told = self.chances[:, [EMPTY, BUS]] * (1 - hidden)[:, None]
        told /= np.maximum(self.chances[:, [EMPTY, BUS]].sum(axis=1, keepdims=True), 1e-9)
        return np.asarray(np.clip(told + 0.5 * hidden[:, None], _NEVER, 1.0))

    @property
    def weights(self) -> Doubles:
        """How much (n,) the colour of each space counts."""
        return np.asarray(self.chances[:, BUS] * (self.burnt <= _BURNT))

    @property
    def seen(self) -> bool:
        """Whether any space of it can be seen."""
        hidden = np.maximum(self.chances[:, HIDDEN], (self.burnt > _BURNT).astype(float))
        return bool((hidden < 0.5).any())


def decide_links(
    map_: TicketMap, spaces: dict[str, Spaces], colours: Sequence[BusColour] | None = None
) -> tuple[tuple[SeenLink, ...], tuple[Group, ...]]:
    """Return every link of *map_* as read from its *spaces*, and the players' colours."""
    claimed = [name for name, one in spaces.items() if one.seen and _claimed(one) > 0.5]
    tones = np.array([_tone(spaces[name]) for name in claimed]).reshape(-1, 3)
    sizes = np.array([spaces[name].weights.sum() * _claimed(spaces[name]) for name in claimed])
    groups = groups_of(tones, sizes, colours) if claimed else ()
    return tuple(_decided(link, spaces[link.name], groups) for link in map_.links), groups


def _claimed(spaces: Spaces) -> float:
    """Return the chance that a link is claimed by whomever."""
    free, claimed = (np.log(spaces.evidence).sum(axis=0) * _power(spaces)).tolist()
    return float(1 / (1 + np.exp(np.clip(free - claimed, -50, 50))))


def _power(spaces: Spaces) -> float:
    return float(len(spaces.chances) ** (_TOGETHER - 1))


def _tone(spaces: Spaces) -> Doubles:
    weights = np.maximum(spaces.weights, 1e-6)
    return np.asarray((spaces.tones * weights[:, None]).sum(axis=0) / weights.sum())


def _decided(link: Link, spaces: Spaces, groups: tuple[Group, ...]) -> SeenLink:
    claimed = _claimed(spaces) if groups else 0.0
    chances: dict[BusColour | None, float] = {None: 1 - claimed}
    if groups:
        tone = _tone(spaces)
        count = max(1.0, float(spaces.weights.sum())) ** _TOGETHER
        off = np.array([((tone - group.middle) ** 2).sum() for group in groups])
        likeness = -off * count / (2 * (1.6 * SPREAD) ** 2)
        # A colour that is like none of them may be anybody's.
        share = np.exp(np.maximum(likeness, -50)) + _LIKE_NONE
        share = np.maximum(share / share.sum(), _NEVER)
        for group, part in zip(groups, share / share.sum(), strict=True):
            for name, named in group.names.items():
                chances[name] = chances.get(name, 0.0) + claimed * float(part) * named
    owner = max(chances, key=lambda who: chances[who])
    return SeenLink(link, owner, chances[owner], chances, spaces.seen)
