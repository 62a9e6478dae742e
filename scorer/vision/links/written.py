"""A reading of a map as it is written."""

from enum import StrEnum
from typing import Self

import msgspec

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.decide import SeenLink
from scorer.vision.links.groups import Group
from scorer.vision.links.read import LinksReading


class WhyDoubtful(StrEnum):
    """Why a person should look at a link."""

    NOT_SEEN = "not-seen"  # glare, a hand, a card or the photo's rim hides it
    UNSURE = "unsure"


class LinkDoubt(msgspec.Struct, frozen=True):
    """A link to look at: who was read, null for nobody, and who else it may be."""

    link: str
    read: BusColour | None
    confidence: float
    alternatives: tuple[BusColour | None, ...]
    reason: WhyDoubtful

    @classmethod
    def of(cls, seen: SeenLink) -> Self:
        """Return *seen* as it is written."""
        reason = WhyDoubtful.UNSURE if seen.seen else WhyDoubtful.NOT_SEEN
        confidence = round(seen.confidence, 3)
        return cls(seen.link.name, seen.owner, confidence, seen.alternatives, reason)


class Marker(msgspec.Struct, frozen=True):
    """A score marker: its space on the track."""

    space: int
    confidence: float


class SeenPlayer(msgspec.Struct, frozen=True):
    """A player by the colour of the buses: ``rgb`` as the photo shows it, and the links."""

    colour: BusColour
    rgb: tuple[int, int, int]
    links: tuple[str, ...]
    buses: int
    marker: Marker | None


class WrittenLinks(msgspec.Struct, frozen=True):
    """What was read from a photo of a map.

    ``confidences`` are those of all links that are free or claimed. ``corners_xy`` are the
    page's in the upright photo, in pixels, clockwise from its top left.
    """

    map: str
    players: tuple[SeenPlayer, ...]
    doubts: tuple[LinkDoubt, ...]
    confidences: dict[str, float]
    corners_xy: tuple[tuple[float, float], ...]
    agreement: float
    timings_ms: dict[str, float]

    @classmethod
    def of(cls, reading: LinksReading) -> Self:
        """Return *reading* as it is written."""
        return cls(
            map=reading.picture.map.id,
            players=tuple(_player(reading, group) for group in reading.groups),
            doubts=tuple(LinkDoubt.of(seen) for seen in reading.doubts),
            confidences={one.link.name: round(one.confidence, 3) for one in reading.links},
            corners_xy=tuple((round(x, 1), round(y, 1)) for x, y in reading.corners_xy.tolist()),
            agreement=round(reading.agreement, 3),
            timings_ms={name: round(took) for name, took in reading.timings_ms.items()},
        )


def _player(reading: LinksReading, group: Group) -> SeenPlayer:
    links = [one.link for one in reading.links if one.owner is group.colour]
    markers = (one for one in reading.markers if one.colour is group.colour)
    marker = next((Marker(one.space, round(one.confidence, 3)) for one in markers), None)
    return SeenPlayer(
        colour=group.colour,
        rgb=group.rgb,
        links=tuple(link.name for link in links),
        buses=sum(link.length for link in links),
        marker=marker,
    )
