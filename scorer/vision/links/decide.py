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
SURE = 0.95
# What is told of hidden spaces is a guess: free and claimed links are about as many.
_BURNT = 0.5
# Spaces of one link are not independent: what misled at one often misleads at the next.
_TOGETHER = 0.75
# Alternatives that are less likely are not worth a tap.
_LEAST = 0.02
_LIKE_NONE = float(np.exp(-6))
# No chance is better than that.
_NEVER = 1e-3
# A colour's standard deviation, for each unit that it is off on average, and that of the light
# and shade between links of one player.
_SPREAD_OF_OFF, _GROUP = 1.25, 0.12
# So much changed a space is hardly bare, so little it hardly bears a bus; yet each may be: so much.
_CHANGED, _ALIKE, _MEASURED = 0.09, 0.04, 0.3
# How likely a player has both lanes of a double route, or two players one each: against the rules.
_TWICE, _CLOSED = 0.01, 0.3


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
    """All spaces of a link.

    ``chances`` (n, 3) and ``tones`` (n, 3) are the network's, ``offs`` (n, 3) how far off the
    latter may be; ``burnt`` (n,) are the shares burnt out, and ``changed`` (n,) by how much the
    middle of each space differs from the blank one.
    """

    chances: Doubles
    tones: Doubles
    offs: Doubles
    burnt: Doubles
    changed: Doubles

    @property
    def evidence(self) -> Doubles:
        """How much (n, 2) each space speaks for a free link, and for a claimed one."""
        hidden = np.maximum(self.chances[:, HIDDEN], (self.burnt > _BURNT).astype(float))
        told = self.chances[:, [EMPTY, BUS]] * (1 - hidden)[:, None]
        told /= np.maximum(self.chances[:, [EMPTY, BUS]].sum(axis=1, keepdims=True), 1e-9)
        # A print that it never saw can mislead the network: what was measured speaks, too.
        least = np.column_stack([self.changed < _ALIKE, self.changed > _CHANGED]) * _MEASURED
        told = np.maximum(told, least * (1 - hidden)[:, None])
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
    tones = np.array([_tone(spaces[name])[0] for name in claimed]).reshape(-1, 3)
    sizes = np.array([_weight(spaces[name]) for name in claimed])
    groups = groups_of(tones, sizes, colours) if claimed else ()
    chances = {name: _chances(one, groups) for name, one in spaces.items()}
    both = {link.name: map_.other_lane(link) for link in map_.links}
    return (
        tuple(
            _decided(link, spaces[link.name], _beside(chances, link, both[link.name], len(groups)))
            for link in map_.links
        ),
        groups,
    )


def _claimed(spaces: Spaces) -> float:
    """Return the chance that a link is claimed by whomever."""
    free, claimed = (np.log(spaces.evidence).sum(axis=0) * _power(spaces)).tolist()
    return float(1 / (1 + np.exp(np.clip(free - claimed, -50, 50))))


def _power(spaces: Spaces) -> float:
    return float(len(spaces.chances) ** (_TOGETHER - 1))


def _tone(spaces: Spaces) -> tuple[Doubles, Doubles]:
    """Return a link's colour (3,), and the variance of each of its logarithms."""
    weights = np.maximum(spaces.weights, 1e-6)[:, None] / spaces.offs**2
    total = weights.sum(axis=0)
    together = max(1.0, float(spaces.weights.sum())) ** (1 - _TOGETHER)
    return (spaces.tones * weights).sum(axis=0) / total, _SPREAD_OF_OFF**2 * together / total


def _weight(spaces: Spaces) -> float:
    """Return for how many spaces of usual light a link's colour counts."""
    _, variance = _tone(spaces)
    return float(SPREAD**2 / variance.mean()) * _claimed(spaces)


def _chances(spaces: Spaces, groups: tuple[Group, ...]) -> dict[BusColour | None, float]:
    """Return the chances of a link's owners, and of none, by its own spaces alone."""
    claimed = _claimed(spaces) if groups else 0.0
    chances: dict[BusColour | None, float] = {None: 1 - claimed}
    if not groups:
        return chances
    tone, variance = _tone(spaces)
    off = np.array([((tone - one.middle) ** 2 / (variance + _GROUP**2)).sum() for one in groups])
    # A colour that is like none of them may be anybody's.
    share = np.exp(np.maximum(-off / 2, -50)) + _LIKE_NONE
    share = np.maximum(share / share.sum(), _NEVER)
    for group, part in zip(groups, share / share.sum(), strict=True):
        for name, named in group.names.items():
            chances[name] = chances.get(name, 0.0) + claimed * float(part) * named
    return chances


def _beside(
    chances: dict[str, dict[BusColour | None, float]],
    link: Link,
    other: Link | None,
    players: int,
) -> dict[BusColour | None, float]:
    """Return the chances of *link* beside those of the *other* lane of a double route.

    Nobody claims both lanes, and of two players only one claims either.
    """
    own = chances[link.name]
    if other is None:
        return own
    beside = chances[other.name]
    closed = 1.0 if players > 2 else _CLOSED
    found = {}
    for who, chance in own.items():
        if who is None:
            fits = 1.0
        else:
            free, same = beside[None], beside.get(who, 0.0)
            fits = free + _TWICE * same + closed * max(0.0, 1 - free - same)
        found[who] = chance * fits
    total = sum(found.values())
    return {who: chance / total for who, chance in found.items()}


def _decided(link: Link, spaces: Spaces, chances: dict[BusColour | None, float]) -> SeenLink:
    owner = max(chances, key=lambda who: chances[who])
    return SeenLink(link, owner, chances[owner], chances, spaces.seen)
