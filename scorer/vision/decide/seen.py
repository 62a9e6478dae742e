"""What is known about a photo while it is read: one frozen value, of which stages make more.

Every place of the board has a ``Doubt``, however sure it is. The marks are what these doubts
read, so that marks and doubts cannot contradict each other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.decide.stakes import marks_with
from scorer.vision.doubts import Doubt, rank
from scorer.vision.evidence.cafes import CafeEvidence
from scorer.vision.evidence.crosses import CrossEvidence
from scorer.vision.evidence.networks.patches import Layers
from scorer.vision.evidence.rings import RingEvidence
from scorer.vision.evidence.sections import SectionEvidence
from scorer.vision.evidence.shapes import Crowd
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink
from scorer.vision.placesfile import Opinion

Bytes = NDArray[np.uint8]
# Kind and place of a mark, as in doubts.
Place = tuple[str, str]


class Step(StrEnum):
    """What a reading of a place went through, in this order."""

    INK = "ink"
    TASK = "three rings of a task"
    LONE_RING = "a café's ring or a task's"
    SECTIONS = "sections of a game"
    PENS = "pens"
    LEGAL = "what no legal game leaves"
    OUTSIDE = "outside the photo"
    UNPRINTED = "print not known"
    PRINTED_RING = "a ring of no pen's colour"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Judged:
    """A place as the ink alone has it, with what the network and the measuring rule say."""

    doubt: Doubt
    network: Opinion | None
    measured: Opinion

    @property
    def place(self) -> Place:
        """Kind and place."""
        return self.doubt.kind, self.doubt.where


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """All that is known about one photo so far.

    Attributes
    ----------
    rectified, board, city, ink, layers : Rectified, Board, City, Ink, Layers
    inked : (H, W) uint8
        Not zero where there is ink.
    pen_px : float
        Width of the usual stroke.
    taken : (H, W) uint8
        Not zero on the ink of sections and rings.
    sections, cafes, rings, crowds, crosses : tuple
        What the ink says of roads, cafés, crossroads and locations, in the board's order.
    chances : dict of RoadId to float
        Of a section on every road, by its ink alone.
    near : dict of Crossroads to float
        The chance of every café that a section reaches it.
    doubts : dict of (str, str) to Doubt
        Of every place, however sure.
    network, measured, game : dict of (str, str) to Opinion
        What the networks, the measuring rules and the rules of the game say of places.
    steps : tuple of (Step, dict)
        The doubts as each step left them.
    """

    rectified: Rectified
    board: Board
    city: City
    ink: Ink
    layers: Layers
    inked: Bytes
    pen_px: float
    taken: Bytes
    sections: tuple[SectionEvidence, ...] = ()
    cafes: tuple[CafeEvidence, ...] = ()
    rings: tuple[RingEvidence, ...] = ()
    crowds: tuple[Crowd, ...] = ()
    crosses: tuple[CrossEvidence, ...] = ()
    chances: Mapping[RoadId, float] = field(default_factory=dict)
    near: Mapping[Crossroads, float] = field(default_factory=dict)
    doubts: Mapping[Place, Doubt] = field(default_factory=dict)
    network: Mapping[Place, Opinion] = field(default_factory=dict)
    measured: Mapping[Place, Opinion] = field(default_factory=dict)
    game: Mapping[Place, Opinion] = field(default_factory=dict)
    steps: tuple[tuple[Step, Mapping[Place, Doubt]], ...] = ()

    @property
    def marks(self) -> Marks:
        """What is read at all places together."""
        return marks_read(self.board, self.doubts.values())

    @property
    def asked(self) -> tuple[Doubt, ...]:
        """The doubts worth asking about, most doubtful first."""
        return rank(self.doubts.values())

    def of(self, *kinds: str) -> list[Doubt]:
        """Return the doubts of all places of some *kinds* of marks."""
        return [doubt for doubt in self.doubts.values() if doubt.kind in kinds]

    def heard(self, judged: Iterable[Judged]) -> Self:
        """Return this with places that network and measuring rule have judged."""
        judged = tuple(judged)
        network = {one.place: one.network for one in judged if one.network is not None}
        measured = {one.place: one.measured for one in judged}
        told = self.told(Step.INK, (one.doubt for one in judged))
        return replace(
            told, network={**self.network, **network}, measured={**self.measured, **measured}
        )

    def told(self, step: Step, doubts: Iterable[Doubt]) -> Self:
        """Return this with some *doubts* as a *step* leaves them."""
        after = {**self.doubts, **{(doubt.kind, doubt.where): doubt for doubt in doubts}}
        return replace(self, doubts=after, steps=(*self.steps, (step, after)))

    def ruled(self, game: Mapping[Place, Opinion]) -> Self:
        """Return this with what the rules of the *game* say of some places."""
        return replace(self, game={**self.game, **game})


def marks_read(board: Board, doubts: Iterable[Doubt]) -> Marks:
    """Return the marks that *doubts* about places of *board* read, sure or not."""
    marks = Marks(board.city, board.id)
    for doubt in doubts:
        if doubt.read and doubt.read != "none":
            marks = marks_with(marks, doubt, doubt.read)
    return marks
